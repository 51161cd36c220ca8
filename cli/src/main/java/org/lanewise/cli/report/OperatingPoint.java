package org.lanewise.cli.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.Optional;
import org.lanewise.cli.table.DataException;
import org.lanewise.data.Classes;
import org.lanewise.report.figure.Split;

/// A threshold of the log-odds of one of two classes: rows above it are predicted to be of the
/// class.
///
/// @param name the class
/// @param rows the number of its test rows
/// @param found those above the threshold
/// @param others the rows of the other class above the threshold
/// @param logOdds the threshold
/// @param costs the threshold as a value of `--costs`
public record OperatingPoint(
    String name, int rows, int found, int others, double logOdds, String costs) {

  /// A recall or a precision that is wanted.
  ///
  /// @param isRecall whether it is a recall
  /// @param share from 0 to 1
  /// @param of the class; the second of two if empty
  public record Wanted(boolean isRecall, double share, Optional<String> of) {

    /// Checks that there are two classes, and that this is of one of them.
    ///
    /// @throws DataException otherwise
    public void check(Classes classes) {
      if (classes.count() != 2 || of.isPresent() && !classes.names().contains(of.get())) {
        throw new DataException(
            "%s needs two classes and the name of one of them; the classes are %s"
                .formatted(isRecall ? "--recall" : "--precision", classes));
      }
    }

    private String words() {
      return (isRecall ? "recall" : "precision") + " of at least " + share;
    }
  }

  /// Scores that differ by less are not told apart.
  private static final double RESOLUTION = 1e-9;

  /// Beyond these log-odds, probabilities are too small for doubles.
  private static final double MOST = 700;

  private double recall() {
    return (double) found / rows;
  }

  private double precision() {
    return (double) found / (found + others);
  }

  /// Finds the highest threshold with a wanted recall, or the lowest with a wanted precision.
  ///
  /// @param split the log-odds of the second class, for its rows and for those of the first
  /// @return empty if no threshold reaches it
  static Optional<OperatingPoint> of(Wanted wanted, Classes classes, Split split) {
    boolean second = wanted.of.isEmpty() || classes.name(1).equals(wanted.of.get());
    double[] own = ascending(second ? split.inside() : split.outside(), second);
    double[] rest = ascending(second ? split.outside() : split.inside(), second);
    Optional<OperatingPoint> best = Optional.empty();
    int below = own.length;
    int restBelow = rest.length;
    while (below > 0 || restBelow > 0) {
      double score = largest(own, below, rest, restBelow);
      while (below > 0 && own[below - 1] > score - RESOLUTION) {
        below--;
      }
      while (restBelow > 0 && rest[restBelow - 1] > score - RESOLUTION) {
        restBelow--;
      }
      double next = largest(own, below, rest, restBelow);
      OperatingPoint point =
          at(
              classes.name(second ? 1 : 0),
              second,
              new int[] {own.length, own.length - below, rest.length - restBelow},
              Math.clamp(score, -MOST, MOST),
              Math.clamp(next, -MOST, MOST));
      if ((wanted.isRecall ? point.recall() : point.precision()) >= wanted.share) {
        best = Optional.of(point);
        if (wanted.isRecall) {
          return best;
        }
      }
    }
    return best;
  }

  /// Log-odds of the class; a row that is impossible in both classes is never predicted to be of
  /// it.
  private static double[] ascending(double[] scores, boolean second) {
    return Arrays.stream(scores)
        .map(score -> Double.isNaN(score) ? Double.NEGATIVE_INFINITY : second ? score : -score)
        .sorted()
        .toArray();
  }

  private static double largest(double[] own, int count, double[] rest, int restCount) {
    return Math.max(
        count > 0 ? own[count - 1] : Double.NEGATIVE_INFINITY,
        restCount > 0 ? rest[restCount - 1] : Double.NEGATIVE_INFINITY);
  }

  /// A threshold between two scores, in few digits.
  private static OperatingPoint at(
      String name, boolean second, int[] counts, double score, double next) {
    double middle = next <= -MOST ? Math.max(score - 1, -MOST) : next + (score - next) / 2;
    // Whichever of the two costs is below 1 keeps its digits.
    double cost = Math.exp(-Math.abs(middle));
    double chosen = cost;
    for (int digits = 1; digits < 17; digits++) {
      double rounded = new BigDecimal(cost).round(new MathContext(digits)).doubleValue();
      double logOdds = middle > 0 ? -Math.log(rounded) : Math.log(rounded);
      if (logOdds < score - RESOLUTION / 4 && logOdds > next + RESOLUTION / 4) {
        chosen = rounded;
        break;
      }
    }
    String ofMissed = middle > 0 ? Double.toString(chosen) : "1";
    String ofWrong = middle > 0 ? "1" : Double.toString(chosen);
    return new OperatingPoint(
        name,
        counts[0],
        counts[1],
        counts[2],
        middle > 0 ? -Math.log(chosen) : Math.log(chosen),
        second
            ? "0,%s;%s,0".formatted(ofMissed, ofWrong)
            : "0,%s;%s,0".formatted(ofWrong, ofMissed));
  }

  /// One member of the JSON object of an evaluation.
  static JsonObject json(Wanted wanted, Optional<OperatingPoint> point) {
    JsonObject json =
        new JsonObject()
            .put("wanted", wanted.isRecall ? "recall" : "precision")
            .put("share", wanted.share)
            .put("reached", point.isPresent());
    point.ifPresent(found ->
        json.put("class", found.name)
            .put("recall", found.recall())
            .put("precision", found.precision())
            .put("probability", found.probability())
            .put("costs", found.costs));
    return json;
  }

  private double probability() {
    return 1 / (1 + Math.exp(-logOdds));
  }

  /// For people.
  static String text(Wanted wanted, Optional<OperatingPoint> point) {
    if (point.isEmpty()) {
      return "no threshold has a %s on these rows\n".formatted(wanted.words());
    }
    OperatingPoint found = point.get();
    return "threshold for a %s of '%s'\n".formatted(wanted.words(), found.name)
        + new Facts()
            .add("probability of the class", NumberFormats.plain("above %.6g", found.probability()))
            .add("recall", UnknownTally.shown(found.found, found.rows))
            .add("precision", UnknownTally.shown(found.found, found.found + found.others))
            .add("for predict and evaluate", "--costs '" + found.costs + "'");
  }
}
