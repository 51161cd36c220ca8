package org.lanewise.cli.gathering;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.lanewise.cli.model.Parameter;
import org.lanewise.cli.rows.Categories;
import org.lanewise.cli.rows.Inputs;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.Schema;
import org.lanewise.data.Features;
import org.lanewise.data.LanewiseException;
import org.lanewise.statistics.Statistics;
import org.lanewise.text.Vocabulary;

/// Puts statistics of several files together, and takes some away again. Classes, columns,
/// categories and words are the same where their names are; columns without names lie in the same
/// places. What the statistics of the first file know of its columns is kept, and names are those
/// of the first file that has some.
public final class Combining {

  private Combining() {}

  /// The statistics of the rows of both, as if the others came after the first; the others are of
  /// no use afterwards.
  ///
  /// @param notes takes sentences on what is assumed
  /// @throws DataException if they cannot be put together
  public static Gathered merged(Gathered left, Gathered right, Consumer<String> notes) {
    Agreement.requireSame("half-life", Decay.text(left), Decay.text(right), left, right);
    if (left.decay().isEmpty()) {
      return joined(left, right, notes);
    }
    Decay all = left.decay().get().and(right.decay().get());
    boolean isOld = left.decay().get().to(all) == 0;
    if (isOld || right.decay().get().to(all) == 0) {
      notes.accept(
          "%s is so old that its rows have no weight".formatted((isOld ? left : right).file()));
      return isOld ? right : left;
    }
    return joined(scaled(left, all), scaled(right, all), notes);
  }

  private static Gathered scaled(Gathered part, Decay all) {
    return part.scaled(part.decay().get().to(all), Optional.of(all));
  }

  private static Gathered joined(Gathered left, Gathered right, Consumer<String> notes) {
    Gathered agreed = left.pooledLike(right).countedLike(right, notes);
    Gathered next = right.pooledLike(left).countedLike(left, notes);
    Agreement.require(agreed, next, "merged with", notes);
    Gathered first = ColumnNames.of(agreed, next);
    Statistics statistics = widened(first, next);
    combine(first, next, () -> statistics.merge(widened(next, first)));
    return combined(
        first,
        next,
        statistics,
        first.lacking().isEmpty() && next.lacking().isEmpty()
            ? Optional.empty()
            : Optional.of(first.lacking().orElse(0L) + next.lacking().orElse(0L)),
        first.rowCount() + next.rowCount());
  }

  /// The statistics of the rows of the first that are not among those of the other. Classes,
  /// categories and words without a remaining row are forgotten.
  ///
  /// @param notes takes sentences on what is assumed
  /// @throws DataException if more would be taken away than there is
  public static Gathered subtracted(Gathered whole, Gathered part, Consumer<String> notes) {
    if (whole.decay().isPresent() || part.decay().isPresent()) {
      throw new DataException(
          "cannot subtract %s from %s: the weights of rows fall with time"
              .formatted(part.file(), whole.file()));
    }
    Gathered agreed = whole.pooledLike(part).countedLike(part, notes);
    Gathered other = part.pooledLike(whole).countedLike(whole, notes);
    Agreement.require(agreed, other, "subtracted from", notes);
    Gathered from = ColumnNames.of(agreed, other);
    requireNoMore("rows", from, other, from.rowCount(), other.rowCount());
    requireNoMore(
        "rows with missing values",
        from,
        other,
        from.lacking().orElse(0L),
        other.lacking().orElse(0L));
    if (from.counted() && other.counted()) {
      List<String> names = from.classes().names();
      List<Long> held = from.rowsOfClasses();
      List<Long> taken = other.rowsOfClasses();
      for (int c = 0; c < other.classes().count(); c++) {
        String name = other.classes().name(c);
        int known = names.indexOf(name);
        requireNoMore(
            "rows of class '%s'".formatted(name),
            from,
            other,
            known < 0 ? 0 : held.get(known),
            taken.get(c));
      }
    }
    long rows = from.statistics().rowCount();
    if (rows == other.statistics().rowCount()) {
      throw new DataException(
          "%s and %s both contain %d rows%s; subtracting would leave nothing"
              .formatted(
                  from.file(),
                  other.file(),
                  rows,
                  rows < from.rowCount() ? " without missing values" : ""));
    }
    Statistics statistics = widened(from, other);
    combine(from, other, () -> statistics.subtract(widened(other, from)));
    Statistics rest = statistics.withoutEmptyClasses();
    return combined(
        from,
        other,
        Forgetting.unused(rest, from, other),
        from.lacking().map(count -> count - other.lacking().orElse(0L)),
        from.rowCount() - other.rowCount());
  }

  private static void requireNoMore(
      String what, Gathered from, Gathered other, long held, long taken) {
    if (taken > held) {
      throw new DataException(
          "cannot subtract %s: it contains %d %s, and %s only %d"
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
      Gathered first, Gathered next, Statistics statistics, Optional<Long> lacking, long rowCount) {
    Map<Parameter, String> options = new EnumMap<>(Parameter.class);
    options.putAll(next.options());
    options.putAll(first.options());
    return new Gathered(
        first.file(),
        first.kind(),
        statistics,
        inputs(
            first.inputs(),
            first.inputs().schema().withLabelOf(next.inputs().schema()),
            options.get(Parameter.MISSING),
            statistics),
        options,
        first.counted() && next.counted(),
        lacking,
        rowCount,
        first.decay());
  }

  /// The inputs with the features that there are now.
  private static Inputs inputs(Inputs known, Schema schema, String missing, Statistics statistics) {
    Features features = statistics.features();
    Optional<Categories> categories =
        known
            .categories()
            .map(before ->
                new Categories(
                    Gathered.dictionaries(statistics).orElse(List.of()).stream()
                        .map(names ->
                            IntStream.range(0, names.size()).mapToObj(names::name).toList())
                        .toList(),
                    before.unseen()));
    return new Inputs(
        schema,
        features,
        known.vocabulary().map(_ -> Vocabulary.of(Gathered.words(statistics))),
        known.threshold(),
        categories,
        Optional.ofNullable(missing),
        known.types());
  }

  /// The statistics, of sparse lines with as many features as there are in either.
  private static Statistics widened(Gathered gathered, Gathered other) {
    int count = other.statistics().featureCount();
    return gathered.inputs().schema().isSparse() && gathered.statistics().featureCount() < count
        ? gathered.statisticsFrom(0, count)
        : gathered.statistics();
  }
}
