package org.lanewise.bench.pair;

import java.util.Locale;
import org.lanewise.bench.result.TextTable;

/// What the ratios of a pair say, the time of the new by that of the old.
enum Verdict {
  /// By the bar or more: what ends `bench/compare --pair` with status 1.
  SLOWER("SLOWER"),

  /// Surely slower, by less than the bar.
  A_LITTLE_SLOWER("slower, below the bar of %s"),

  /// The interval lies below 1.
  FASTER("faster"),

  /// The interval holds 1 and no difference as large as the bar.
  SAME("no difference seen"),

  /// The interval holds 1 and differences as large as the bar.
  UNCERTAIN("too uncertain to say");

  private final String words;

  Verdict(String words) {
    this.words = words;
  }

  /// The verdict.
  ///
  /// A loss counts where the median reaches the bar and the interval excludes that there is none.
  /// Were the whole interval to lie above the bar, a loss would have to be far above it to be seen.
  ///
  /// @param ratio the ratios' median with its interval
  /// @param bar a ratio that matters
  static Verdict of(Interval ratio, double bar) {
    if (ratio.low() > 1) {
      return ratio.median() >= bar ? SLOWER : A_LITTLE_SLOWER;
    }
    if (ratio.high() < 1) {
      return FASTER;
    }
    return ratio.high() < bar && ratio.low() > 1 / bar ? SAME : UNCERTAIN;
  }

  /// In words.
  String text(double bar) {
    return String.format(Locale.ROOT, words, TextTable.number(bar));
  }
}
