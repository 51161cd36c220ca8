package org.lanewise.data;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.regex.Pattern;

/// The order of names that does not depend on the order in which they come: as numbers if all are
/// integers (of any size; equal numbers of different spelling by code point), else by code point.
final class NaturalOrder {

  private static final Pattern INTEGER = Pattern.compile("[+-]?[0-9]+");
  private static final int EXACT_LONG_DIGITS = 18;

  private NaturalOrder() {}

  /// The distinct names in order.
  static List<String> of(Collection<String> names) {
    List<String> ordered = new ArrayList<>(new LinkedHashSet<>(names));
    Comparator<String> byCodePoint = NaturalOrder::compareCodePoints;
    if (ordered.stream().allMatch(name -> INTEGER.matcher(name).matches())) {
      if (ordered.stream().allMatch(name -> name.length() <= EXACT_LONG_DIGITS)) {
        ordered.sort(Comparator.<String>comparingLong(Long::parseLong).thenComparing(byCodePoint));
      } else {
        ordered.sort(
            Comparator.<String, BigInteger>comparing(BigInteger::new).thenComparing(byCodePoint));
      }
    } else {
      ordered.sort(byCodePoint);
    }
    return List.copyOf(ordered);
  }

  // String.compareTo goes by UTF-16 unit, which sorts U+FFFF before the supplementary planes
  // wrongly.
  private static int compareCodePoints(String left, String right) {
    int[] a = left.codePoints().toArray();
    int[] b = right.codePoints().toArray();
    return Arrays.compare(a, b);
  }
}
