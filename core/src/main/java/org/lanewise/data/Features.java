package org.lanewise.data;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The d features of rows, in the order of their indices 0 … d−1, with or without names. Immutable.
///
/// - **named**, [#of(String...)]: names in the order of the columns;
/// - **words**, [#words]: the names are a vocabulary, ascending by code unit, to which words may be
///   added. A word that a row lacks is 0, so rows with different vocabularies can be combined by
///   name;
/// - **unnamed**, [#unnamed]: features identified only by their index.
public final class Features {

  private static final int MAX_SHOWN = 10;
  private static final int MAX_SHOWN_TEXT = 80;

  private final int count;
  private final boolean open;
  private final String text;

  /// Null if there are no names.
  private final List<String> names;

  /// Created on first use: vocabularies are large, and most are never searched.
  private volatile Map<String, Integer> indices;

  private Features(int count, boolean open, List<String> names) {
    this(count, open, names, "");
  }

  private Features(int count, boolean open, List<String> names, String text) {
    this.count = count;
    this.open = open;
    this.text = text;
    this.names = names;
  }

  /// Creates features in the given order.
  ///
  /// @throws IllegalArgumentException if there is none, or a name is null or given twice
  public static Features of(String... names) {
    return of(Arrays.asList(names));
  }

  /// Creates features in the given order.
  ///
  /// @throws IllegalArgumentException if there is none, or a name is null or given twice
  public static Features of(List<String> names) {
    Names.require(names, "feature");
    return new Features(names.size(), false, List.copyOf(names));
  }

  /// Creates the distinct words of a vocabulary, ascending.
  ///
  /// @throws IllegalArgumentException if there is none, or one is null
  public static Features words(Collection<String> words) {
    Names.requireNoNull(words, "word");
    if (words.isEmpty()) {
      throw new IllegalArgumentException("no word was given; at least one is expected");
    }
    List<String> ascending = words.stream().sorted().distinct().toList();
    return new Features(ascending.size(), true, ascending);
  }

  /// Creates features identified only by their index.
  ///
  /// @param count d ≥ 1
  /// @throws IllegalArgumentException if it is less than 1
  public static Features unnamed(int count) {
    if (count < 1) {
      throw new IllegalArgumentException("featureCount is " + count + "; at least 1 is expected");
    }
    return new Features(count, false, null);
  }

  /// Returns these features with the way in which rows of them are made of texts. Rows that were
  /// made in different ways cannot be combined.
  ///
  /// @param notation that of [org.lanewise.text.TextFeatures], with what its vocabulary needs;
  ///   empty for the words of [org.lanewise.text.Vocabulary#tokens(String)], or if rows are no
  ///   texts
  public Features withText(String notation) {
    return new Features(count, open, names, Objects.requireNonNull(notation, "notation"));
  }

  /// How rows are made of texts; empty if that was not given.
  public String text() {
    return text;
  }

  /// The number of features d.
  public int count() {
    return count;
  }

  /// Whether the features have names.
  public boolean areNamed() {
    return names != null;
  }

  /// Whether the features are words, so that more may be added.
  public boolean areWords() {
    return open;
  }

  /// The names in the order of the indices; empty if there are no names.
  public List<String> names() {
    return names == null ? List.of() : names;
  }

  /// The name of a feature, or its index if it has none.
  ///
  /// @throws IndexOutOfBoundsException if there is no such feature
  public String name(int index) {
    Objects.checkIndex(index, count);
    return names == null ? Integer.toString(index) : names.get(index);
  }

  /// The description of a feature in messages: `feature 2`, or `feature 'length'` if it has a name.
  ///
  /// @throws IndexOutOfBoundsException if there is no such feature
  public String describe(int index) {
    return areNamed() ? "feature '%s'".formatted(name(index)) : "feature " + name(index);
  }

  /// The index of the feature with this name, or −1 if there is none or if the features have no
  /// names.
  public int indexOf(String name) {
    return names == null ? -1 : indices().getOrDefault(name, -1);
  }

  /// Returns for each named feature its index among other features, or −1.
  public int[] indicesIn(Features others) {
    int[] found = new int[count];
    for (int j = 0; j < count; j++) {
      found[j] = others.indexOf(name(j));
    }
    return found;
  }

  /// Rejects rows whose features differ. Names are compared if both sides have them; rows from
  /// plain arrays have none.
  ///
  /// @throws IllegalArgumentException if the numbers of features or their names differ
  @SuppressWarnings("ReferenceEquality") // Only to be quick.
  public void requireSame(Features rows, String owner) {
    if (rows == this) {
      return;
    }
    if (rows.count != count) {
      throw new IllegalArgumentException(
          Fact.clause("the rows have %d features; %d are expected%s", rows.count, count, owner)
              .toString());
    }
    requireSameText(rows, "the rows");
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

  /// Rejects rows that were made of texts in another way. Rows from plain arrays have none.
  ///
  /// @throws IllegalArgumentException if both are known and differ
  public void requireSameText(Features rows, String whose) {
    boolean differ =
        (open || !text.isEmpty()) && (rows.open || !rows.text.isEmpty()) && !text.equals(rows.text);
    if (differ) {
      throw new IllegalArgumentException(
          "%s are made of texts by '%s'; '%s' is expected"
              .formatted(whose, rows.shownText(), shownText()));
    }
  }

  private String shownText() {
    String shown = text.isEmpty() ? "words" : text;
    return shown.length() <= MAX_SHOWN_TEXT ? shown : shown.substring(0, MAX_SHOWN_TEXT) + "…";
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
            && features.text.equals(text)
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
