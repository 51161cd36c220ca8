package org.lanewise.cli;

import java.util.List;
import java.util.function.BiConsumer;
import org.lanewise.cli.answers.PredictionRequest;
import org.lanewise.cli.answers.Scores;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.output.Progress;
import org.lanewise.cli.report.TestTally;
import org.lanewise.cli.resampling.Part;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Workers;

/// Scores the test rows of a part.
final class PartScores {

  private PartScores() {}

  /// Adds a fit to a tally, with the shares of the classes that it learned from.
  ///
  /// @param fitNanos the time of the fit
  static void addFit(FittedModel model, Part part, long fitNanos, TestTally tally) {
    tally.addFit(model, part.trainCount(), fitNanos);
    tally.learnShares(part.trainLabels());
  }

  /// Scores the test rows and adds them to tallies.
  ///
  /// @param seen observes each chunk of rows with its scores
  static void addScores(
      FittedModel model,
      Part part,
      PredictionRequest asked,
      List<TestTally> tallies,
      Workers workers,
      Progress progress,
      BiConsumer<Table, Scores> seen) {
    int done = 0;
    for (Table chunk : part.test(model.chunkRows())) {
      long start = System.nanoTime();
      Scores scores = model.score(chunk, asked, workers);
      long nanos = System.nanoTime() - start;
      for (TestTally tally : tallies) {
        tally.addScores(model.classes(), chunk.labels(), scores, chunk::place, nanos);
      }
      seen.accept(chunk, scores);
      done += chunk.rowCount();
      progress.share(done, part.testCount());
    }
  }
}
