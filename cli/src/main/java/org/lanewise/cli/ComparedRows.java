package org.lanewise.cli;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.lanewise.cli.model.Parameter;
import org.lanewise.cli.options.DataOptions;
import org.lanewise.cli.output.Progress;
import org.lanewise.cli.reading.DataReader;
import org.lanewise.cli.reading.ReadOptions;
import org.lanewise.cli.report.Warnings;
import org.lanewise.cli.table.CategoryFeatures;
import org.lanewise.cli.table.ColumnChoice;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Workers;

/// The rows that classifiers are compared on, as numbers and as texts, each read when it is first
/// needed.
final class ComparedRows {

  private final DataOptions data;
  private final Workers workers;
  private final Progress progress;
  private ReadOptions options;
  private Optional<String> missing;
  private List<String> identifiers = List.of();
  private final Set<String> notes = new LinkedHashSet<>();
  private boolean noted;
  private final Map<Boolean, Table> tables = new HashMap<>();
  private final Map<Boolean, DataException> refusals = new HashMap<>();

  /// @param missing the text of a missing value, if one was given
  ComparedRows(
      DataOptions data,
      ReadOptions options,
      Optional<String> missing,
      Workers workers,
      Progress progress) {
    this.data = data;
    this.options = options;
    this.missing = missing;
    this.workers = workers;
    this.progress = progress;
  }

  /// The text of a missing value, if there is one: that which was given, or the empty text if there
  /// are empty cells.
  Optional<String> missing() {
    return missing;
  }

  /// The columns that look like identifiers and are left out, as options name them.
  List<String> identifiers() {
    return identifiers;
  }

  /// The rows in the first form that can be read, without identifiers.
  Table first(List<Contender> contenders) {
    Table rows = firstOf(contenders);
    ColumnChoice choice = options.roles().choice();
    int[] found = choice.features().isEmpty() ? Warnings.identifiers(rows) : new int[0];
    long empty =
        missing.isEmpty() && rows.features() instanceof CategoryFeatures cells
            ? cells.missingCount()
            : 0;
    if (empty > 0) {
      progress.note(
          "empty cells are read as missing values, as with --missing '': %d".formatted(empty));
      missing = Optional.of("");
    }
    if (found.length > 0 && found.length < rows.schema().featureNames().size()) {
      identifiers = IntStream.of(found).mapToObj(rows.schema()::choice).toList();
      progress.note(
          "left out, because they look like identifiers of rows or are empty: %s; to keep them, use --features"
              .formatted(
                  IntStream.of(found)
                      .mapToObj(rows.schema()::describe)
                      .collect(Collectors.joining(", "))));
      Warnings.ofSigns(rows, found).forEach(progress::note);
      List<String> dropped = new ArrayList<>(choice.dropped());
      dropped.addAll(identifiers);
      options =
          options.withRoles(
              options
                  .roles()
                  .withChoice(
                      new ColumnChoice(List.of(), dropped, choice.groups(), choice.option())));
    }
    if (empty > 0 || !identifiers.isEmpty()) {
      tables.clear();
      refusals.clear();
      notes.clear();
      rows = firstOf(contenders);
    }
    notes.forEach(progress::note);
    noted = true;
    return rows;
  }

  private Table firstOf(List<Contender> contenders) {
    return Stream.of(false, true)
        .filter(texts ->
            areMessages()
                ? !texts
                : contenders.stream()
                    .anyMatch(each ->
                        each.readsTexts() == texts || each.kind().takes(Parameter.CATEGORIES)))
        .<Table>mapMulti((texts, found) -> {
          try {
            found.accept(table(texts));
          } catch (DataException e) {
            // Kept as the refusal of the classifiers that need this form.
          }
        })
        .findFirst()
        .orElseThrow(() -> refusals.values().iterator().next());
  }

  /// The rows as a classifier reads them.
  ///
  /// @throws DataException if they cannot be read in this way
  Table of(Contender contender) {
    return table(areMessages() ? contender.kind().hasBlocks() : contender.readsTexts());
  }

  private boolean areMessages() {
    return options.roles().text().isPresent();
  }

  private Table table(boolean texts) {
    if (refusals.containsKey(texts)) {
      throw refusals.get(texts);
    }
    return tables.computeIfAbsent(
        texts,
        _ -> {
          // Of several types of columns, messages are one.
          ReadOptions read =
              (texts ? options.withRoles(options.roles().withoutText()) : options)
                  .withCategorical(texts);
          try (DataReader reader = data.open(read.withMissing(missing), progress)) {
            reader.noteTo(note -> {
              if (notes.add(note) && noted) {
                progress.note(note);
              }
            });
            return reader.all(workers).withSortedCategories();
          } catch (DataException e) {
            refusals.put(texts, e);
            throw e;
          }
        });
  }
}
