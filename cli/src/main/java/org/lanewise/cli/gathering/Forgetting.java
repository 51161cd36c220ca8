package org.lanewise.cli.gathering;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.lanewise.cli.rows.Inputs;
import org.lanewise.cli.table.DataException;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Features;
import org.lanewise.statistics.BernoulliStatistics;
import org.lanewise.statistics.CategoryStatistics;
import org.lanewise.statistics.CountStatistics;
import org.lanewise.statistics.Statistics;

/// Forgets what only rows had that were subtracted.
final class Forgetting {

  private Forgetting() {}

  /// Returns the remaining statistics without categories and words that no row has, and without the
  /// features after the last one in a sparse line.
  ///
  /// @param rest statistics of `from` without those of `other`
  /// @throws DataException if no word is left
  static Statistics unused(Statistics rest, Gathered from, Gathered other) {
    return Gathered.ofBlocks(rest, block -> ofBlock(block, from, other));
  }

  private static Statistics ofBlock(Statistics rest, Gathered from, Gathered other) {
    return switch (rest) {
      case CategoryStatistics categories -> withoutUnused(categories);
      case BernoulliStatistics bits when isEveryFeatureSet(bits, from.inputs()) -> {
        int[] used = used(bits, (c, j) -> bits.count(c, j) > 0, from, other);
        yield bits.withFeatures(features(bits, used), used);
      }
      case CountStatistics counts when areFeaturesOfRows(counts, from.inputs()) -> {
        int[] used = used(counts, (c, j) -> counts.count(c, j) > 0, from, other);
        yield counts.withFeatures(features(counts, used), used);
      }
      default -> rest;
    };
  }

  /// Whether the rows say which features there are: words, and those of sparse lines.
  private static boolean areFeaturesOfRows(Statistics rest, Inputs inputs) {
    return rest.features().areWords() || inputs.schema().isSparse();
  }

  /// Whether a feature that a row has is set in it. A word may be there that does not exceed a
  /// threshold of 1 or more, and any feature of a sparse line one other than 0; of a missing value
  /// it is not known.
  private static boolean isEveryFeatureSet(Statistics rest, Inputs inputs) {
    double threshold = inputs.threshold().orElse(0);
    return rest.features().areWords()
        ? threshold < 1
        : inputs.schema().isSparse() && threshold == 0 && inputs.missing().isEmpty();
  }

  /// Whether a class has a feature.
  private interface Has {
    boolean feature(int c, int j);
  }

  /// The features to keep: the words that a class has, or the features up to the last that one has.
  private static int[] used(Statistics rest, Has has, Gathered from, Gathered other) {
    int[] used =
        IntStream.range(0, rest.featureCount())
            .filter(j -> IntStream.range(0, rest.classCount()).anyMatch(c -> has.feature(c, j)))
            .toArray();
    if (from.inputs().vocabulary().isEmpty()) {
      return IntStream.rangeClosed(0, used.length == 0 ? 0 : used[used.length - 1]).toArray();
    }
    if (used.length == 0) {
      throw new DataException(
          "cannot subtract %s: it contains every word of %s, and none would be left"
              .formatted(other.file(), from.file()));
    }
    return used;
  }

  private static Features features(Statistics rest, int... used) {
    return rest.features().areWords()
        ? Features.words(IntStream.of(used).mapToObj(rest.features()::name).toList())
            .withText(rest.features().text())
        : Features.unnamed(used.length);
  }

  private static CategoryStatistics withoutUnused(CategoryStatistics statistics) {
    List<CategoryDictionary> dictionaries = new ArrayList<>();
    int[][] from = new int[statistics.featureCount()][];
    for (int j = 0; j < from.length; j++) {
      int feature = j;
      CategoryDictionary known = statistics.dictionaries().get(j);
      from[j] =
          IntStream.range(0, known.size())
              .filter(code ->
                  IntStream.range(0, statistics.classCount())
                      .anyMatch(c -> statistics.count(c, feature, code) > 0))
              .toArray();
      dictionaries.add(
          CategoryDictionary.sorted(IntStream.of(from[j]).mapToObj(known::name).toList()));
    }
    return statistics.withDictionaries(statistics.features(), dictionaries, from);
  }
}
