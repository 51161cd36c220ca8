package org.lanewise.bench.report;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.lanewise.bench.result.ResultFile;

/// A speed that was aimed at, and what a run says about it.
///
/// @param work what is done
/// @param data on what
/// @param goals the aim is met if one of them is
/// @param limitedBy what stands in the way where it is missed, or nothing where that is not known
record Aim(String work, String data, List<Goal> goals, String limitedBy) {

  /// A figure, and how large or small it should be.
  ///
  /// @param what it is, such as `× scikit-learn`, or nothing
  /// @param bound the least, or the most
  /// @param atLeast whether the bound is the least
  /// @param unit after the figure
  /// @param measured the figure of a run; NaN where it is not measured
  record Goal(
      String what,
      double bound,
      boolean atLeast,
      String unit,
      ToDoubleFunction<ResultFile> measured) {

    boolean met(double value) {
      return atLeast ? value >= bound : value <= bound;
    }

    /// The bound in words: `≥ 1.2 × OpenBLAS`.
    String boundText() {
      return (atLeast ? "≥ " : "≤ ") + number(bound, 0) + unit + (what.isEmpty() ? "" : " " + what);
    }

    String text(double value) {
      return number(value, 0) + unit;
    }

    /// `3.1 of 5`, with as many digits as show that it is missed.
    String missedText(double value) {
      String limit = number(bound, 0);
      String found = number(value, 0);
      for (int digits = 1; found.equals(limit) && digits <= 6; digits++) {
        found = number(value, digits);
      }
      return "%s of %s%s".formatted(found, limit, unit);
    }
  }

  /// What came of it.
  enum Verdict {
    MET,
    MISSED,
    NOT_MEASURED
  }

  Verdict verdict(ResultFile results) {
    Verdict verdict = Verdict.NOT_MEASURED;
    for (Goal goal : goals) {
      double value = goal.measured.applyAsDouble(results);
      if (!Double.isNaN(value)) {
        if (goal.met(value)) {
          return Verdict.MET;
        }
        verdict = Verdict.MISSED;
      }
    }
    return verdict;
  }

  /// The verdict in words: `met`, `missed: 3.1 of 5, limited by …`, `not measured`.
  String verdictText(ResultFile results) {
    return switch (verdict(results)) {
      case MET -> "met";
      case NOT_MEASURED -> "not measured";
      case MISSED -> {
        Goal first = goals.getFirst();
        yield "missed: %s, %s"
            .formatted(
                first.missedText(first.measured.applyAsDouble(results)),
                limitedBy.isEmpty() ? "cause not found yet" : "limited by " + limitedBy);
      }
    };
  }

  /// What was measured of each goal.
  String measuredText(ResultFile results) {
    return String.join(
        "; ",
        goals.stream()
            .map(goal -> {
              double value = goal.measured.applyAsDouble(results);
              return Double.isNaN(value) ? "" : goal.text(value);
            })
            .filter(text -> !text.isEmpty())
            .toList());
  }

  /// Three digits, no zeros at the end, and more digits if asked for.
  private static String number(double value, int more) {
    double size = Math.abs(value);
    int digits = (size >= 100 ? 0 : size >= 10 ? 1 : 2) + more;
    String text = String.format(Locale.ROOT, "%,." + digits + "f", value);
    return text.contains(".") ? text.replaceFirst("\\.?0+$", "") : text;
  }
}
