package org.lanewise.data;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

/// Checks of the names of classes and features, and their natural order.
final class Names {

  private static final Pattern INTEGER = Pattern.compile("[+-]?[0-9]+");
  private static final int EXACT_LONG_DIGITS = 18;

  private Names() {}

  /// The distinct names in an order that does not depend on that in which they come: as numbers if
  /// all are integers (of any size; equal numbers of different spelling by code point), else by
  /// code point.
  static List<String> inNaturalOrder(Collection<String> names) {
    List<String> ordered = new ArrayList<>(new LinkedHashSet<>(names));
    Comparator<String> byCodePoint = Names::compareCodePoints;
    if (ordered.stream().allMatch(name -> INTEGER.matcher(name).matches())) {
      if (ordered.stream().allMatch(name -> name.length() <= EXACT_LONG_DIGITS)) {
        // Comparators put together by the JDK take milliseconds of a fresh process.
        ordered.sort((left, right) -> {
          int order = Long.compare(Long.parseLong(left), Long.parseLong(right));
          return order == 0 ? compareCodePoints(left, right) : order;
        });
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

  /// Rejects an empty list, and a name that is null or occurs twice.
  static void require(Collection<String> names, String what) {
    requireNoNull(names, what);
    if (names.isEmpty()) {
      throw new IllegalArgumentException(
          "no %s was given; at least one is expected".formatted(what));
    }
    Set<String> distinct = new HashSet<>();
    for (String name : names) {
      if (!distinct.add(name)) {
        throw new BadDataException(
            "the %s '%s' is given twice; distinct names are expected", what, Fact.value(name));
      }
    }
  }

  static void requireNoNull(Collection<String> names, String what) {
    Objects.requireNonNull(names, "names");
    int position = 0;
    for (String name : names) {
      if (name == null) {
        throw new IllegalArgumentException(
            "%s %d is null; a name is expected".formatted(what, position));
      }
      position++;
    }
  }

  /// Rejects a number of features that is not that of the columns.
  static Features requireCount(Features features, int featureCount) {
    if (features.count() != featureCount) {
      throw new IllegalArgumentException(
          "%d features were given for %d columns; one for each is expected"
              .formatted(features.count(), featureCount));
    }
    return features;
  }
}
