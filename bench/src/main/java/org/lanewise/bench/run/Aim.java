package org.lanewise.bench.run;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/// A speed that was aimed at, and what a run says about it.
///
/// @param work what is done
/// @param data on what
/// @param goals the aim is met if one of them is
/// @param limitedBy what stands in the way where it is missed, or nothing where that is not known
record Aim(String work, String data, List<Goal> goals, String limitedBy) {

  /// A figure, and how large or small it should be.
  ///
  /// @param what it is, such as `× scikit-learn`
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

    String boundText() {
      return (atLeast ? "≥ " : "≤ ") + number(bound) + unit;
    }

    String text(double value) {
      return number(value) + unit;
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
        double value = first.measured.applyAsDouble(results);
        yield "missed: %s of %s%s"
            .formatted(
                Double.isNaN(value) ? "?" : number(value),
                first.text(first.bound),
                limitedBy.isEmpty() ? "" : ", limited by " + limitedBy);
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

  private static String number(double value) {
    double size = Math.abs(value);
    String text =
        String.format(Locale.ROOT, size >= 100 ? "%,.0f" : size >= 10 ? "%.1f" : "%.2f", value);
    return text.contains(".") ? text.replaceFirst("\\.?0+$", "") : text;
  }
}
