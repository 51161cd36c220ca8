package org.lanewise.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.lanewise.data.BadDataException;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Classes;
import org.lanewise.data.Fact;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.RowBatch;

/// How classes and features of a batch, or of other statistics, join those that are known.
final class Joining {

  /// No class is known yet, and any may come.
  static final Classes NO_CLASSES = Classes.sorted(List.of());

  private Joining() {}

  /// The classes of both.
  ///
  /// @param whose what the others belong to, for a message
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
          "%s have %d classes; %d are expected".formatted(whose, others.count(), known.count()));
    }
    List<String> all = new ArrayList<>(known.names());
    for (String name : others.names()) {
      if (known.indexOf(name) < 0) {
        if (!known.areOpen()) {
          throw new BadDataException(
              "%s have the class '%s'; one of %s is expected, the classes that were given",
              whose, Fact.value(name), known);
        }
        all.add(name);
      }
    }
    return all.size() == known.count() ? known : Classes.sorted(all);
  }

  /// The features of both.
  ///
  /// @param fresh whether no rows are known yet
  /// @param whose what the others belong to, for a message
  /// @throws IllegalArgumentException if they cannot be joined
  @SuppressWarnings("ReferenceEquality") // Only to be quick.
  static Features features(Features known, Features others, boolean fresh, String whose) {
    if (known == others) {
      return known;
    }
    if (known.areWords() && others.areWords()) {
      if (known.equals(others)) {
        return known;
      }
      List<String> all = new ArrayList<>(known.names());
      all.addAll(others.names());
      return Features.words(all);
    }
    if (known.count() != others.count()) {
      throw new IllegalArgumentException(
          "%s have %d features; %d are expected".formatted(whose, others.count(), known.count()));
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
    return known.areNamed() ? known : others;
  }

  /// Refuses a batch without a label for each row.
  static void requireLabels(RowBatch rows, Labels labels) {
    if (labels.rowCount() != rows.rowCount()) {
      throw new IllegalArgumentException(
          "there are %d labels for %d rows; one label for each row is expected"
              .formatted(labels.rowCount(), rows.rowCount()));
    }
  }

  /// Labels whose class c is class `to[c]` of `classCount`, without names.
  static Labels renumbered(Labels labels, int[] to, int classCount) {
    boolean same = true;
    for (int c = 0; c < to.length; c++) {
      same &= to[c] == c;
    }
    if (same && labels.classCount() == classCount) {
      return labels;
    }
    int[] indices = labels.toArray();
    for (int row = 0; row < indices.length && !same; row++) {
      indices[row] = to[indices[row]];
    }
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

  /// The statistics to merge or subtract, with their features in the order of those known where
  /// they have the same names.
  ///
  /// @throws IllegalArgumentException if they are the same object
  @SuppressWarnings("ReferenceEquality") // It is what is asked.
  static <S extends Statistics> S other(S other, Statistics known, String what) {
    if (other == known) {
      throw new IllegalArgumentException(
          "statistics cannot %s themselves; other statistics are expected".formatted(what));
    }
    return inOrderOf(known.features(), other);
  }

  /// The cells of categories, where features and their categories are others.
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
  @SuppressWarnings("unchecked") // What is made of each kind is of this kind.
  static <S extends Statistics> S inOrderOf(Features known, S other) {
    Features features = other.features();
    boolean named = known.areNamed() && features.areNamed() && !known.areWords();
    if (!named || known.count() != features.count() || known.equals(features)) {
      return other;
    }
    int[] from = known.indicesIn(features);
    if (IntStream.of(from).anyMatch(j -> j < 0)) {
      return other;
    }
    Statistics ordered =
        switch ((Statistics) other) {
          case GaussianStatistics gaussian -> gaussian.select(from);
          case VarianceStatistics diagonal -> diagonal.select(from);
          case BernoulliStatistics bits -> bits.withFeatures(known, from);
          case CountStatistics counts -> counts.withFeatures(known, from);
          case CategoryStatistics categories -> {
            List<CategoryDictionary> dictionaries =
                IntStream.of(from).mapToObj(categories.dictionaries()::get).toList();
            yield categories.rearranged(known, dictionaries, from, same(dictionaries));
          }
          default -> other;
        };
    return (S) ordered;
  }

  /// All codes of dictionaries.
  private static int[][] same(List<CategoryDictionary> dictionaries) {
    return dictionaries.stream().map(dictionary -> all(dictionary.size())).toArray(int[][]::new);
  }

  /// Statistics without the classes that have no weight; the same ones where all have some, or none
  /// has.
  static Statistics withoutEmptyClasses(Statistics statistics) {
    Classes classes = statistics.classes();
    int[] kept =
        IntStream.range(0, classes.count())
            .filter(c -> MixedStatistics.weight(statistics, c) > 0)
            .toArray();
    if (kept.length == classes.count() || kept.length == 0 || !classes.areNamed()) {
      return statistics;
    }
    List<String> names = IntStream.of(kept).mapToObj(classes::name).toList();
    return of(statistics, classes.areOpen() ? Classes.sorted(names) : Classes.of(names), kept);
  }

  private static Statistics of(Statistics statistics, Classes classes, int[] kept) {
    Features features = statistics.features();
    int[] all = all(features.count());
    return switch (statistics) {
      case GaussianStatistics gaussian -> gaussian.ofClasses(classes, kept);
      case VarianceStatistics diagonal -> diagonal.ofClasses(classes, kept);
      case BernoulliStatistics bits ->
          BernoulliStatistics.of(bits.state().arranged(kept, all), features, classes);
      case CountStatistics counts ->
          CountStatistics.of(counts.state().arranged(kept, all), features, classes);
      case CategoryStatistics categories -> {
        int cells = categories.dictionaries().stream().mapToInt(CategoryDictionary::size).sum();
        yield CategoryStatistics.of(
            categories.state().arranged(kept, all(cells)),
            features,
            categories.dictionaries(),
            classes);
      }
      case MixedStatistics mixed ->
          new MixedStatistics(
              IntStream.range(0, mixed.blockCount())
                  .mapToObj(b -> of(mixed.block(b), classes, kept))
                  .toList());
      case RangedStatistics<?> _ -> throw new IllegalStateException();
      case CountedStatistics _ -> throw new IllegalStateException();
    };
  }

  /// 0 … count − 1.
  static int[] all(int count) {
    return IntStream.range(0, count).toArray();
  }

  /// Refuses places that are out of range or given twice.
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
