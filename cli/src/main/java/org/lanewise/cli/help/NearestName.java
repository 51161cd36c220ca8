package org.lanewise.cli.help;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/// The name that was meant by one with a slip in it.
public final class NearestName {

  private static final int MAX = 2;

  private NearestName() {}

  /// The name that is fewest slips away, if these are few for its length: a letter that is one too
  /// many, missing, another one, or changed places with the next. Capitals are no slip.
  public static Optional<String> of(String given, Collection<String> names) {
    return names.stream()
        .filter(name -> slips(given, name) <= Math.min(MAX, letters(name) / 2))
        .min(Comparator.<String>comparingInt(name -> slips(given, name)));
  }

  private static long letters(String name) {
    return name.chars().filter(c -> c != '-').count();
  }

  /// The distance of Damerau and Levenshtein, no letter changed twice.
  private static int slips(String given, String name) {
    String a = given.toLowerCase(Locale.ROOT);
    String b = name.toLowerCase(Locale.ROOT);
    int[][] slips = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          slips[i][j] = i + j;
          continue;
        }
        int other = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        int least = Math.min(slips[i - 1][j], slips[i][j - 1]) + 1;
        least = Math.min(least, slips[i - 1][j - 1] + other);
        boolean isSwapped =
            i > 1
                && j > 1
                && a.charAt(i - 1) == b.charAt(j - 2)
                && a.charAt(i - 2) == b.charAt(j - 1);
        slips[i][j] = isSwapped ? Math.min(least, slips[i - 2][j - 2] + 1) : least;
      }
    }
    return slips[a.length()][b.length()];
  }
}
