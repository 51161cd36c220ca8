package org.lanewise.bench.study.question;

import java.io.IOException;
import java.util.List;
import org.lanewise.bench.study.result.DataTable;

/// An experiment.
public interface Question {

  /// All of them, in the order in which they run: later ones take what the curves chose.
  static List<Question> all() {
    return List.of(
        new Efficiency(),
        new Robustness(),
        new LearningCurves(),
        new Dimensions(),
        new Unregularized(),
        new Coefficients(),
        new Confidence(),
        new SmoothingByAlpha(),
        new ValuesOfFeatures(),
        new Cost());
  }

  /// What it is called on the command line.
  String name();

  /// Does it.
  ///
  /// @throws IOException if a table that it needs cannot be read
  List<DataTable> answer(Setting setting) throws IOException;
}
