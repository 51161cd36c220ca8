package org.lanewise.cli.resampling;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;
import org.lanewise.cli.options.Arguments;
import org.lanewise.cli.options.CopiesOption;
import org.lanewise.cli.options.DataOptions;
import org.lanewise.cli.options.FeatureOptions;
import org.lanewise.cli.options.UsageException;
import org.lanewise.cli.output.Progress;
import org.lanewise.cli.reading.ReadOptions;
import org.lanewise.cli.table.ColumnChoice;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.RowCopies;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Labels;
import org.lanewise.data.LanewiseException;
import org.lanewise.data.Workers;
import org.lanewise.validation.Folds;

/// Options that deal rows to folds.
public final class FoldOptions implements Arguments.Group {

  private static final int MAX_REPEATS = 1000;

  /// The treatment of identical rows.
  public final CopiesOption copies = new CopiesOption();

  private List<String> given = List.of();
  private OptionalInt folds;
  private int partitions = 1;
  private long firstSeed = 1;
  private String groups;
  private boolean timeOrder;

  /// Options for folds.
  ///
  /// @param byDefault the number of folds if none is given; empty if there are none then
  public FoldOptions(OptionalInt byDefault) {
    folds = byDefault;
  }

  @Override
  public void addTo(Arguments arguments) {
    given = arguments.given();
    arguments.value(
        "--folds",
        "K",
        "a number of 2 or more",
        text -> Arguments.whole(text).filter(count -> count > 0),
        value -> folds = OptionalInt.of(value),
        "Cross-validation: each of K folds is tested by a model of the other rows. The rows of each"
            + " class are shuffled and dealt evenly to the folds. The figures of all test rows are"
            + " pooled, and their means and standard errors over the folds are printed."
            + (folds.isPresent() ? " By default %d.".formatted(folds.getAsInt()) : ""));
    arguments.value(
        "--seed",
        "S",
        "a whole number of 64 bits",
        FoldOptions::seed,
        value -> firstSeed = value,
        "With --folds: the seed of the shuffle, a whole number; 1 by default.");
    arguments.number(
        "--repeat",
        "R",
        1,
        MAX_REPEATS,
        value -> partitions = value,
        "With --folds: R times, with the seeds S, S+1, ...");
    arguments.text(
        "--groups",
        "COLUMN",
        value -> groups = value,
        "With --folds: rows with the same value in this column, such as a patient, stay in one"
            + " fold. The column is not a feature. Reads the file twice.");
    arguments.flag(
        "--time-order",
        () -> timeOrder = true,
        "With --folds: rows are in the order of time, oldest first; each fold is tested by a model"
            + " of the rows before it.");
    arguments.add(copies);
  }

  /// Whether folds are asked for, or made by default.
  public boolean areAsked() {
    return folds.isPresent();
  }

  /// Whether something was given.
  public boolean areGiven() {
    return !given.isEmpty();
  }

  /// Checks what was given, before any work.
  ///
  /// @throws UsageException if the options contradict each other
  public void check(DataOptions data) {
    if (folds.isEmpty()) {
      if (areGiven()) {
        throw new UsageException("%s needs --folds K".formatted(given.getFirst()));
      }
      return;
    }
    if (groups != null || timeOrder) {
      String way = groups != null ? "--groups" : "--time-order";
      if (groups != null && timeOrder) {
        throw new UsageException("--groups and --time-order cannot be used together");
      }
      given.stream()
          .filter(List.of("--seed", "--repeat")::contains)
          .findFirst()
          .ifPresent(option -> {
            throw new UsageException(
                "%s and %s cannot be used together: %s shuffles no rows"
                    .formatted(way, option, way));
          });
      if (copies.together(false)) {
        throw new UsageException(
            "%s and --copies together cannot be used together: %s deals rows to folds without regard to their values"
                .formatted(way, way));
      }
    }
    if (groups != null) {
      again().check(data);
    }
  }

  private static Optional<Long> seed(String text) {
    try {
      return Optional.of(Long.parseLong(text));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /// The column of groups, if a fit needs to leave it out.
  public Optional<String> groupsToDrop(FeatureOptions features) {
    return Optional.ofNullable(groups).filter(_ -> !features.areListed()).map(ColumnChoice::quoted);
  }

  /// How to read rows: the column of groups is not a feature.
  public ReadOptions readOptions(ReadOptions options) {
    return groups == null ? options : again().without(options);
  }

  /// Describes how rows are dealt, for people.
  public String describe() {
    return groups != null
        ? "by group"
        : timeOrder ? "in time order" : "shuffled with seed " + firstSeed;
  }

  /// Deals rows to folds; reads the column of groups.
  ///
  /// @param rows rows that were read with [#readOptions(ReadOptions)]
  /// @throws DataException if there are too few rows, or a row has no group
  public Folds folds(
      Table rows, DataOptions data, ReadOptions options, Workers workers, Progress progress) {
    RowCopies copied = RowCopies.of(rows, copies.together(false));
    Folds dealt = folds(rows, copied, data, options, workers, progress);
    copied
        .noteOf(
            dealt,
            groups != null || timeOrder
                ? "keep only one of them"
                : "use --copies together, or --groups with a column that names it")
        .ifPresent(progress::note);
    return dealt;
  }

  private Folds folds(
      Table rows,
      RowCopies copied,
      DataOptions data,
      ReadOptions options,
      Workers workers,
      Progress progress) {
    if (groups != null) {
      Labels groupOfRow = again().read(rows, data, options, workers, progress);
      return inFile(() -> Folds.grouped(groupOfRow, folds.getAsInt()));
    }
    if (timeOrder) {
      return inFile(() -> Folds.inTimeOrder(rows.rowCount(), folds.getAsInt()));
    }
    return inFile(() -> {
      Folds all = shuffled(rows.labels(), copied, firstSeed);
      for (int more = 1; more < partitions; more++) {
        all = all.and(shuffled(rows.labels(), copied, firstSeed + more));
      }
      return all;
    });
  }

  private Folds shuffled(Labels labels, RowCopies copied, long by) {
    return Folds.stratified(labels, folds.getAsInt(), by, copied.identical());
  }

  /// Makes folds of the rows of a file.
  ///
  /// @throws DataException if that is refused
  public static Folds inFile(Supplier<Folds> folds) {
    try {
      return folds.get();
    } catch (LanewiseException e) {
      throw new DataException(e.getMessage(), e);
    }
  }

  private ColumnAgain again() {
    return new ColumnAgain("--groups", "group", groups);
  }
}
