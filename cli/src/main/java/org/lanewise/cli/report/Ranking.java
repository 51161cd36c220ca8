package org.lanewise.cli.report;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.lanewise.validation.CrossValidation;
import org.lanewise.validation.CrossValidation.Spread;

/// Figures by which classifiers are ranked, each as a loss: the lowest is the best.
public enum Ranking {
  /// The log loss with a temperature.
  LOG_LOSS("log-loss", "log loss", fold -> fold.rows().logLoss()),
  /// The share of misclassified rows.
  ERRORS("errors", "errors", fold -> 1 - (double) fold.rows().correct() / fold.rows().count()),
  /// 1 minus the area under the ROC curve.
  ROC("roc", "ROC area", fold -> 1 - fold.area().orElse(Double.NaN)),
  /// 1 minus the average precision.
  AVERAGE_PRECISION(
      "average-precision",
      "average precision",
      fold -> 1 - fold.rows().curves().averagePrecision().orElse(Double.NaN)),
  /// 1 minus the mean recall of the classes.
  BALANCED("balanced", "mean recall", fold -> 1 - fold.rows().confusion().meanRecall());

  private final String id;
  private final String title;
  private final ToDoubleFunction<TestTally> loss;

  Ranking(String id, String title, ToDoubleFunction<TestTally> loss) {
    this.id = id;
    this.title = title;
    this.loss = loss;
  }

  /// The ranking of a name on the command line.
  public static Optional<Ranking> named(String id) {
    return Stream.of(values()).filter(ranking -> ranking.id.equals(id)).findFirst();
  }

  /// All names, separated by `between`.
  public static String names(String between) {
    return Stream.of(values()).map(ranking -> ranking.id).collect(Collectors.joining(between));
  }

  /// The figure, in words.
  public String title() {
    return title;
  }

  /// The name on the command line.
  String id() {
    return id;
  }

  /// The mean loss of folds and its standard error; folds in which it is not defined, such as the
  /// ROC area of rows of one class, do not count.
  ///
  /// @param result the figures of the folds
  public Spread spread(CrossValidation result, List<TestTally> folds) {
    if (this == LOG_LOSS) {
      return result.logLoss();
    }
    double[] losses = folds.stream().mapToDouble(loss).filter(x -> !Double.isNaN(x)).toArray();
    double mean = Arrays.stream(losses).sum() / losses.length;
    double squares = 0;
    for (double one : losses) {
      squares += (one - mean) * (one - mean);
    }
    double independent = (double) losses.length / result.partitions();
    return new Spread(mean, Math.sqrt(squares / (losses.length - 1) / independent));
  }
}
