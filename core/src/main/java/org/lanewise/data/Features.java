package org.lanewise.data;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;

/// The d features of rows, in the order of their indices 0 … d−1: by name, or by index alone.
/// Immutable.
///
/// - **named**, [#of(String...)]: names in the order of the columns;
/// - **words**, [#words]: the names are a vocabulary, ascending by code unit, and more may be
///   added: what a row lacks is 0, so rows of different vocabularies are put together by name;
/// - **unnamed**, [#unnamed]: features known by their index.
public final class Features {

  private static final int MAX_SHOWN = 10;

  private final int count;
  private final boolean open;

  /// Null where there are no names.
  private final List<String> names;

  /// Made when first asked for: a vocabulary is large, and most are never searched.
  private volatile Map<String, Integer> indices;

  private Features(int count, boolean open, List<String> names) {
    this.count = count;
    this.open = open;
    this.names = names;
  }

  /// Features in the given order.
  ///
  /// @throws IllegalArgumentException if there is none, or a name is null or given twice
  public static Features of(String... names) {
    return of(Arrays.asList(names));
  }

  /// Features in the given order.
  ///
  /// @throws IllegalArgumentException if there is none, or a name is null or given twice
  public static Features of(List<String> names) {
    Names.require(names, "feature");
    return new Features(names.size(), false, List.copyOf(names));
  }

  /// The words of a vocabulary, each once however often it is given, ascending.
  ///
  /// @throws IllegalArgumentException if there is none, or one is null
  public static Features words(Collection<String> words) {
    Names.requireNoNull(words, "word");
    if (words.isEmpty()) {
      throw new IllegalArgumentException("no word was given; at least one is expected");
    }
    List<String> ascending = List.copyOf(new TreeSet<>(words));
    return new Features(ascending.size(), true, ascending);
  }

  /// Features that are known by their index.
  ///
  /// @param count d ≥ 1
  /// @throws IllegalArgumentException if it is less than 1
  public static Features unnamed(int count) {
    if (count < 1) {
      throw new IllegalArgumentException("featureCount is " + count + "; at least 1 is expected");
    }
    return new Features(count, false, null);
  }

  /// The number of features d.
  public int count() {
    return count;
  }

  /// Whether the features have names.
  public boolean areNamed() {
    return names != null;
  }

  /// Whether the features are words, to which others may be added.
  public boolean areWords() {
    return open;
  }

  /// The names in the order of the indices; none where there are no names.
  public List<String> names() {
    return names == null ? List.of() : names;
  }

  /// The name of a feature, or its index where it has none.
  ///
  /// @throws IndexOutOfBoundsException if there is no such feature
  public String name(int index) {
    Objects.checkIndex(index, count);
    return names == null ? Integer.toString(index) : names.get(index);
  }

  /// What messages call a feature: `feature 2`, or `feature 'length'` where it has a name.
  ///
  /// @throws IndexOutOfBoundsException if there is no such feature
  public String describe(int index) {
    return areNamed() ? "feature '%s'".formatted(name(index)) : "feature " + name(index);
  }

  /// The index of the feature of this name, or −1 if there is none or features have no names.
  public int indexOf(String name) {
    return names == null ? -1 : indices().getOrDefault(name, -1);
  }

  /// For each of these features, which have names, its index among others, or −1.
  public int[] indicesIn(Features others) {
    int[] found = new int[count];
    for (int j = 0; j < count; j++) {
      found[j] = others.indexOf(name(j));
    }
    return found;
  }

  /// Refuses rows whose features are others than these. Names are compared where both sides have
  /// them: rows that are plain numbers have none.
  ///
  /// @throws IllegalArgumentException if the numbers differ, or a name
  @SuppressWarnings("ReferenceEquality") // Only to be quick.
  public void requireSame(Features rows, String owner) {
    if (rows == this) {
      return;
    }
    if (rows.count != count) {
      throw new IllegalArgumentException(
          "the rows have %d features; %d are expected%s".formatted(rows.count, count, owner));
    }
    if (names != null && rows.names != null && !names.equals(rows.names)) {
      int j = 0;
      while (names.get(j).equals(rows.names.get(j))) {
        j++;
      }
      throw new BadDataException(
          "%s of the rows is '%s'; '%s' is expected%s",
          Fact.feature(j), Fact.value(rows.names.get(j)), names.get(j), owner);
    }
  }

  private Map<String, Integer> indices() {
    Map<String, Integer> made = indices;
    if (made == null) {
      made = HashMap.newHashMap(count);
      for (String name : names) {
        made.put(name, made.size());
      }
      indices = made;
    }
    return made;
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || other instanceof Features features
            && features.count == count
            && features.open == open
            && Objects.equals(features.names, names);
  }

  @Override
  public int hashCode() {
    return names == null ? count : names.hashCode();
  }

  /// Up to ten names.
  @Override
  public String toString() {
    if (names == null) {
      return count + " features";
    }
    return count <= MAX_SHOWN
        ? names.toString()
        : names.subList(0, MAX_SHOWN) + " and " + (count - MAX_SHOWN) + " more";
  }
}
