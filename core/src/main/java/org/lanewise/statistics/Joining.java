package org.lanewise.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.lanewise.data.BadDataException;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Classes;
import org.lanewise.data.Fact;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;

/// Combines the classes and features of a batch, or of other statistics, with known ones.
final class Joining {

  /// No classes yet; any may come.
  static final Classes NO_CLASSES = Classes.sorted(List.of());

  private Joining() {}

  /// The classes of both.
  ///
  /// @param whose the owner of the others, for messages
  /// @throws IllegalArgumentException if one side has names and the other none, the numbers of
  ///   unnamed classes differ, or known classes whose order was given lack one
  @SuppressWarnings("ReferenceEquality") // Only to be quick.
  static Classes classes(Classes known, Classes others, String whose) {
    if (known.count() == 0 && known.areOpen()) {
      return others;
    }
    if (known == others || known.equals(others) || others.count() == 0) {
      return known;
    }
    if (known.areNamed() != others.areNamed()) {
      throw new IllegalArgumentException(
          known.areNamed()
              ? "the classes of %s have no names; names are expected, as known classes have: %s"
                  .formatted(whose, known)
              : "the classes of %s have names, %s; the indices 0 to %d are expected, as known classes have no names"
                  .formatted(whose, others, known.count() - 1));
    }
    if (!known.areNamed()) {
      throw new IllegalArgumentException(
          Fact.clause("%s have %d classes; %d are expected", whose, others.count(), known.count())
              .toString());
    }
    if (!known.areOpen()) {
      for (String name : others.names()) {
        if (known.indexOf(name) < 0) {
          throw new BadDataException(
              "%s have the class '%s'; one of %s is expected, the classes that were given",
              whose, Fact.value(name), known);
        }
      }
    }
    return known.with(others.names());
  }

  /// The features of both.
  ///
  /// @param fresh whether no rows are known yet
  /// @param whose the owner of the others, for messages
  /// @throws IllegalArgumentException if they cannot be joined
  @SuppressWarnings("ReferenceEquality") // Only to be quick.
  static Features features(Features known, Features others, boolean fresh, String whose) {
    if (known == others) {
      return known;
    }
    known.requireSameText(others, whose);
    if (known.areWords() && others.areWords()) {
      if (known.equals(others)) {
        return known;
      }
      List<String> all = new ArrayList<>(known.names());
      all.addAll(others.names());
      return Features.words(all).withText(known.text());
    }
    if (known.count() != others.count()) {
      throw new IllegalArgumentException(
          Fact.clause("%s have %d features; %d are expected", whose, others.count(), known.count())
              .toString());
    }
    if (!known.areNamed() && others.areNamed() && !fresh) {
      throw new IllegalArgumentException(
          "the features of %s have names, %s; none are expected, as the rows before had none"
              .formatted(whose, others));
    }
    if (known.areNamed() && others.areNamed()) {
      for (int j = 0; j < known.count(); j++) {
        if (!known.name(j).equals(others.name(j))) {
          throw new BadDataException(
              "%s of %s is '%s'; '%s' is expected",
              Fact.feature(j), whose, Fact.value(others.name(j)), known.name(j));
        }
      }
    }
    return known.areNamed() || !known.text().isEmpty() ? known : others;
  }

  /// Labels whose class c is class `to[c]` of `classCount`, without names.
  static Labels renumbered(Labels labels, int[] to, int classCount) {
    if (isIdentity(to, classCount)) {
      return labels;
    }
    int[] indices = labels.toArray();
    Arrays.setAll(indices, row -> to[indices[row]]);
    Labels renumbered = Labels.ofIndices(indices, Classes.unnamed(classCount));
    return labels.areWeighted() ? renumbered.withWeights(labels.weights()) : renumbered;
  }

  /// Whether a mapping changes nothing.
  static boolean isIdentity(int[] from, int count) {
    boolean same = from.length == count;
    for (int i = 0; i < from.length && same; i++) {
      same = from[i] == i;
    }
    return same;
  }

  /// The cells of categories for other features and categories.
  ///
  /// @param from for each feature its place in `known`
  static int[] cells(
      List<CategoryDictionary> known,
      List<CategoryDictionary> dictionaries,
      int[] from,
      int[][] codes) {
    int[] first = new int[known.size()];
    for (int j = 1; j < first.length; j++) {
      first[j] = first[j - 1] + known.get(j - 1).size();
    }
    return IntStream.range(0, dictionaries.size())
        .flatMap(j -> IntStream.of(codes[j]).map(code -> code < 0 ? -1 : first[from[j]] + code))
        .toArray();
  }

  /// The other statistics with their features in the order of known ones, where both have names and
  /// these are the same ones; else they themselves.
  static Statistics inOrderOf(Features known, Statistics other) {
    Features features = other.features();
    boolean named = known.areNamed() && features.areNamed() && !known.areWords();
    if (!named || known.count() != features.count() || known.equals(features)) {
      return other;
    }
    int[] from = known.indicesIn(features);
    if (IntStream.of(from).anyMatch(j -> j < 0)) {
      return other;
    }
    return other.reordered(known, from);
  }

  /// 0 … count − 1.
  static int[] all(int count) {
    return IntStream.range(0, count).toArray();
  }

  /// Rejects indices that are out of range or occur twice.
  static void requireDistinct(int expected, int[] from, int count) {
    if (from.length != expected) {
      throw new IllegalArgumentException(
          "%d places were given; %d are expected, one for each".formatted(from.length, expected));
    }
    boolean[] given = new boolean[count];
    for (int place : from) {
      if (place < -1 || place >= count || (place >= 0 && given[place])) {
        throw new IllegalArgumentException(
            "the place %d is out of range or given twice; distinct ones from 0 to %d are expected,"
                    .formatted(place, count - 1)
                + " or -1 for none");
      }
      if (place >= 0) {
        given[place] = true;
      }
    }
  }
}
