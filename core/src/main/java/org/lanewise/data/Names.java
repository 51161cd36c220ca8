package org.lanewise.data;

import java.util.Collection;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;

/// What names of classes and features have to fulfil.
final class Names {

  private Names() {}

  /// Refuses no names at all, and a name that is null or given twice.
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

  /// Refuses features that are more or fewer than the columns they are for.
  static Features requireCount(Features features, int featureCount) {
    if (features.count() != featureCount) {
      throw new IllegalArgumentException(
          "%d features were given for %d columns; one for each is expected"
              .formatted(features.count(), featureCount));
    }
    return features;
  }
}
