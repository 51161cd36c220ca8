package org.lanewise.cli.gathering;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.lanewise.cli.model.Parameter;
import org.lanewise.cli.rows.Categories;
import org.lanewise.cli.rows.ColumnType;
import org.lanewise.cli.rows.ColumnTypes;
import org.lanewise.cli.rows.Inputs;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.Schema;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Features;
import org.lanewise.data.LanewiseException;
import org.lanewise.statistics.BernoulliStatistics;
import org.lanewise.statistics.CategoryStatistics;
import org.lanewise.statistics.CountStatistics;
import org.lanewise.statistics.MixedStatistics;
import org.lanewise.statistics.Statistics;
import org.lanewise.text.Vocabulary;

/// Puts statistics of several files together, and takes some away again. Classes, columns,
/// categories and words are the same where their names are; columns without names lie in the same
/// places. What the statistics of the first file know of its columns is kept.
public final class Combining {

  /// What is done to the statistics of two files.
  private enum Operation {
    MERGE("merged with"),
    SUBTRACT("subtracted from");

    private final String words;

    Operation(String words) {
      this.words = words;
    }
  }

  private Combining() {}

  /// The statistics of the rows of both, as if the others came after the first; the others are of
  /// no use afterwards.
  ///
  /// @throws DataException if they cannot be put together
  public static Gathered merged(Gathered first, Gathered next) {
    requireSame(first, next, Operation.MERGE);
    Statistics statistics = widened(first, next);
    combine(first, next, () -> statistics.merge(widened(next, first)));
    Optional<Map<String, Long>> classRows = Optional.empty();
    if (first.classRows().isPresent() && next.classRows().isPresent()) {
      Map<String, Long> sums = new HashMap<>(first.classRows().get());
      next.classRows().get().forEach((name, count) -> sums.merge(name, count, Long::sum));
      classRows = Optional.of(sums);
    }
    return combined(
        first,
        next,
        statistics,
        classRows,
        first.lacking().isEmpty() && next.lacking().isEmpty()
            ? Optional.empty()
            : Optional.of(first.lacking().orElse(0L) + next.lacking().orElse(0L)),
        first.rowCount() + next.rowCount());
  }

  /// The statistics of the rows of the first that are not among those of the other. Classes,
  /// categories and words of which no row is left are not known any more.
  ///
  /// @throws DataException if more would be taken away than there is
  public static Gathered subtracted(Gathered from, Gathered other) {
    requireSame(from, other, Operation.SUBTRACT);
    requireNoMore("rows", from, other, from.rowCount(), other.rowCount());
    requireNoMore(
        "rows that lack values",
        from,
        other,
        from.lacking().orElse(0L),
        other.lacking().orElse(0L));
    if (from.classRows().isPresent() && other.classRows().isPresent()) {
      other
          .classRows()
          .get()
          .forEach((name, count) ->
              requireNoMore(
                  "rows of class '%s'".formatted(name),
                  from,
                  other,
                  from.classRows().get().getOrDefault(name, 0L),
                  count));
    }
    if (from.rowCount() == other.rowCount()) {
      throw new DataException(
          "%s and %s both hold %d rows, and nothing would be left; fewer were expected to subtract"
              .formatted(from.file(), other.file(), from.rowCount()));
    }
    Statistics statistics = widened(from, other);
    combine(from, other, () -> statistics.subtract(widened(other, from)));
    Statistics rest = statistics.withoutEmptyClasses();
    Optional<Map<String, Long>> classRows = Optional.empty();
    if (from.classRows().isPresent() && other.classRows().isPresent()) {
      Map<String, Long> differences = new HashMap<>(from.classRows().get());
      other.classRows().get().forEach((name, count) -> differences.merge(name, -count, Long::sum));
      classRows = Optional.of(differences);
    }
    return combined(
        from,
        other,
        withoutUnused(rest, from.inputs()),
        classRows,
        from.lacking().map(count -> count - other.lacking().orElse(0L)),
        from.rowCount() - other.rowCount());
  }

  private static void requireNoMore(
      String what, Gathered from, Gathered other, long held, long taken) {
    if (taken > held) {
      throw new DataException(
          "%s holds %d %s and %s holds %d; no more than that was expected to subtract"
              .formatted(other.file(), taken, what, from.file(), held));
    }
  }

  private static void combine(Gathered first, Gathered next, Runnable work) {
    try {
      work.run();
    } catch (IllegalArgumentException e) {
      String sentence =
          e instanceof LanewiseException refused
              ? refused.message(first.wording())
              : e.getMessage();
      throw new DataException("%s and %s: %s".formatted(first.file(), next.file(), sentence), e);
    }
  }

  private static Gathered combined(
      Gathered first,
      Gathered next,
      Statistics statistics,
      Optional<Map<String, Long>> classRows,
      Optional<Long> lacking,
      long rowCount) {
    Map<Parameter, String> options = new EnumMap<>(Parameter.class);
    options.putAll(next.options());
    options.putAll(first.options());
    return new Gathered(
        first.file(),
        first.kind(),
        statistics,
        inputs(first.inputs(), options.get(Parameter.MISSING), statistics),
        options,
        classRows,
        lacking,
        rowCount);
  }

  /// The inputs with the features that there are now.
  private static Inputs inputs(Inputs known, String missing, Statistics statistics) {
    Features features = statistics.features();
    Optional<Categories> categories =
        known
            .categories()
            .map(before ->
                new Categories(
                    dictionaries(statistics).stream()
                        .map(names ->
                            IntStream.range(0, names.size()).mapToObj(names::name).toList())
                        .toList(),
                    before.unseen()));
    return new Inputs(
        known.schema(),
        features,
        known.vocabulary().map(_ -> Vocabulary.of(features)),
        known.threshold(),
        categories,
        Optional.ofNullable(missing),
        known.types());
  }

  private static List<CategoryDictionary> dictionaries(Statistics statistics) {
    return switch (statistics) {
      case CategoryStatistics categories -> categories.dictionaries();
      case MixedStatistics mixed ->
          IntStream.range(0, mixed.blockCount())
              .mapToObj(mixed::block)
              .filter(CategoryStatistics.class::isInstance)
              .map(block -> ((CategoryStatistics) block).dictionaries())
              .findFirst()
              .orElse(List.of());
      default -> List.of();
    };
  }

  /// Refuses statistics that say different things of rows.
  private static void requireSame(Gathered first, Gathered next, Operation operation) {
    if (!first.what().equals(next.what())) {
      throw new DataException(
          "%s holds %s, gathered for %s, and %s %s, gathered for %s; statistics of one kind were expected"
              .formatted(
                  first.file(), first.what(), first.kind(), next.file(), next.what(), next.kind()));
    }
    requireSame("rows", rows(first), rows(next), first, next);
    for (Parameter option : List.of(Parameter.BINARIZE, Parameter.NUMBERS, Parameter.INCOMPLETE)) {
      requireSame(option, first, next);
    }
    requireSameTypes(first, next);
    Schema known = first.inputs().schema();
    Schema other = next.inputs().schema();
    boolean byPlace =
        !known.isSparse() && !known.text().exists() && !(known.named() && other.named());
    if (byPlace) {
      requireSamePlaces(first, next, operation);
    }
  }

  private static void requireSame(Parameter option, Gathered first, Gathered next) {
    String missing = "no " + option.option();
    requireSame(
        "options",
        Optional.ofNullable(first.options().get(option))
            .map(text -> option.option() + " " + text)
            .orElse(missing),
        Optional.ofNullable(next.options().get(option))
            .map(text -> option.option() + " " + text)
            .orElse(missing),
        first,
        next);
  }

  private static void requireSame(
      String what, String known, String other, Gathered first, Gathered next) {
    if (!known.equals(other)) {
      throw new DataException(
          "%s was gathered with %s and %s with %s; the same %s were expected"
              .formatted(first.file(), known, next.file(), other, what));
    }
  }

  private static String rows(Gathered gathered) {
    Schema schema = gathered.inputs().schema();
    return schema.isSparse() ? "sparse lines" : schema.text().exists() ? "messages" : "a table";
  }

  private static void requireSameTypes(Gathered first, Gathered next) {
    if (first.inputs().types().isEmpty() || next.inputs().types().isEmpty()) {
      return;
    }
    ColumnTypes types = first.inputs().types().get();
    ColumnTypes others = next.inputs().types().get();
    Schema known = first.inputs().schema();
    Schema other = next.inputs().schema();
    boolean byName = known.named() && other.named();
    for (int j = 0; j < types.types().size(); j++) {
      int at = byName ? other.featureNames().indexOf(known.featureNames().get(j)) : j;
      if (at < 0 || at >= others.types().size()) {
        // The statistics say better what is not there.
        continue;
      }
      ColumnType type = types.types().get(j);
      ColumnType otherType = others.types().get(at);
      if (type != otherType) {
        String column = known.named() ? known.featureNames().get(j) : "" + known.indexOf(j);
        throw new DataException(
            "%s is a %s in %s and a %s in %s; one type was expected, as --column %s=TYPE says where statistics are gathered"
                .formatted(
                    known.describe(j),
                    type.id(),
                    first.file(),
                    otherType.id(),
                    next.file(),
                    column));
      }
    }
  }

  /// Refuses columns without names that are put together by their places, and lie in others.
  private static void requireSamePlaces(Gathered first, Gathered next, Operation operation) {
    Schema known = first.inputs().schema();
    Schema other = next.inputs().schema();
    boolean same =
        known.label().index() == other.label().index()
            && known.weight().exists() == other.weight().exists()
            && Objects.equals(known.dropped(), other.dropped());
    if (!same) {
      throw new DataException(
          "%s has no names of columns and cannot be %s %s by their places, as the label, a weight or what was left out lie in others; names in both were expected, or the same places"
              .formatted(
                  known.named() ? next.file() : first.file(),
                  operation.words,
                  other(known, first, next)));
    }
  }

  private static String other(Schema known, Gathered first, Gathered next) {
    return known.named() ? first.file() : next.file();
  }

  /// The statistics, of sparse lines with as many features as there are in either.
  private static Statistics widened(Gathered gathered, Gathered other) {
    Statistics statistics = gathered.statistics();
    int known = statistics.featureCount();
    int count = other.statistics().featureCount();
    if (!gathered.inputs().schema().isSparse() || known >= count) {
      return statistics;
    }
    int[] from = IntStream.range(0, count).map(j -> j < known ? j : -1).toArray();
    return switch (statistics) {
      case BernoulliStatistics bits -> bits.withFeatures(Features.unnamed(count), from);
      case CountStatistics counts -> counts.withFeatures(Features.unnamed(count), from);
      default -> statistics;
    };
  }

  /// The statistics without the categories and words that no row has.
  private static Statistics withoutUnused(Statistics statistics, Inputs inputs) {
    return switch (statistics) {
      case CategoryStatistics categories -> withoutUnused(categories);
      case MixedStatistics mixed -> {
        List<Statistics> blocks = new ArrayList<>();
        for (int b = 0; b < mixed.blockCount(); b++) {
          Statistics block = mixed.block(b);
          blocks.add(
              block instanceof CategoryStatistics categories ? withoutUnused(categories) : block);
        }
        yield new MixedStatistics(blocks);
      }
      // With a threshold of 1 or more a word may be there that is set in no row.
      case BernoulliStatistics bits
          when inputs.vocabulary().isPresent() && inputs.threshold().orElse(0) < 1 -> {
        int[] used =
            IntStream.range(0, bits.featureCount())
                .filter(
                    j -> IntStream.range(0, bits.classCount()).anyMatch(c -> bits.count(c, j) > 0))
                .toArray();
        yield bits.withFeatures(words(bits, used), used);
      }
      case CountStatistics counts when inputs.vocabulary().isPresent() -> {
        int[] used =
            IntStream.range(0, counts.featureCount())
                .filter(j ->
                    IntStream.range(0, counts.classCount()).anyMatch(c -> counts.count(c, j) > 0))
                .toArray();
        yield counts.withFeatures(words(counts, used), used);
      }
      default -> statistics;
    };
  }

  private static Features words(Statistics statistics, int... used) {
    return Features.words(IntStream.of(used).mapToObj(statistics.features()::name).toList());
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
