package org.lanewise.cli.blocks;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.lanewise.cli.answers.Decisions;
import org.lanewise.cli.answers.PredictionRequest;
import org.lanewise.cli.answers.Scores;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.model.Parameter;
import org.lanewise.cli.reading.RowBlock;
import org.lanewise.cli.report.EvaluatedRows;
import org.lanewise.cli.report.Evaluation;
import org.lanewise.cli.report.OperatingPoint;
import org.lanewise.cli.report.TestTally;
import org.lanewise.cli.report.UnknownTally;
import org.lanewise.cli.report.Warnings;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Labels;
import org.lanewise.report.figure.Baseline;
import org.lanewise.report.figure.TestResults;

/// How well a model that was fitted before predicts the rows of a file, block by block.
public final class StoredEvaluation {

  /// The scores of some rows with their true classes.
  ///
  /// @param rows the rows, if they are looked at
  /// @param distances how far each row is from the classes, if that is tested
  private record Part(
      Labels labels,
      Optional<Table> rows,
      Scores scores,
      long nanos,
      Optional<double[]> distances) {}

  /// The scores of the rows of a block, and the distances of its rows of other classes than those
  /// of the model.
  public record Scored(List<Part> parts, List<double[]> unknown) {}

  private final FittedModel model;
  private final PredictionRequest asked;
  private final TestTally tally;
  private final Optional<? extends EvaluatedRows> looking;
  private final Optional<PredictionRequest.Unknown> test;
  private final Optional<UnknownTally> unknown;

  /// @param test the test of rows of none of the classes; without it, rows of other classes are
  ///   refused
  /// @param sets the sets of classes of rows, if they are made
  /// @param decisions what is decided of the rows, besides their classes
  /// @param calibrated whether to report how well posteriors are calibrated
  /// @param wanted the recall or precision for which a threshold is asked for
  /// @param looking what else looks at the rows
  public StoredEvaluation(
      FittedModel model,
      Optional<PredictionRequest.Unknown> test,
      Optional<PredictionRequest.Sets> sets,
      Optional<Decisions> decisions,
      boolean calibrated,
      Optional<OperatingPoint.Wanted> wanted,
      Optional<? extends EvaluatedRows> looking) {
    this.looking = looking;
    this.model = model;
    asked = PredictionRequest.scores(true, decisions, sets);
    tally = new TestTally(model.classes(), decisions, calibrated);
    tally.addModel(model);
    wanted.ifPresent(tally::want);
    sets.ifPresent(asked -> tally.countSets(asked.coverage()));
    this.test = test;
    unknown = test.map(UnknownTally::new);
    boolean hasPriors =
        model.kind().takes(Parameter.PRIORS) || model.training().classRows().isEmpty();
    tally.learnShares(
        hasPriors ? Baseline.Source.PRIORS : Baseline.Source.TRAINING_ROWS,
        model.classes(),
        hasPriors
            ? model.uncalibrated().priors()
            : model.training().classRows().stream().mapToDouble(rows -> rows).toArray());
  }

  /// Scores a block, in any thread.
  ///
  /// @throws DataException if a row has a class that the model does not know, or is refused by it
  public Scored score(RowBlock block) {
    Table rows = block.rows(model.classes());
    Iterable<Table> known = rows.chunks(model.chunkRows());
    List<double[]> distances = new ArrayList<>();
    if (test.isPresent()) {
      known = rows.chunks(rowsOf(rows, true), model.chunkRows());
      for (Table chunk : rows.chunks(rowsOf(rows, false), model.chunkRows())) {
        distances.add(model.distances(chunk, test.get()));
      }
    } else {
      requireKnown(rows);
    }
    List<Part> parts = new ArrayList<>();
    for (Table chunk : known) {
      long start = System.nanoTime();
      Scores scores = model.score(chunk, asked, block.workers());
      long nanos = System.nanoTime() - start;
      parts.add(
          new Part(
              chunk.labels(),
              looking.map(_ -> chunk),
              scores,
              nanos,
              test.map(asked -> model.distances(chunk, asked))));
    }
    return new Scored(parts, distances);
  }

  /// The rows whose class the model knows, or the others.
  private int[] rowsOf(Table rows, boolean ofKnown) {
    int[] known = rows.labels().classes().indicesIn(model.classes());
    return IntStream.range(0, rows.rowCount())
        .filter(row -> known[rows.labels().index(row)] >= 0 == ofKnown)
        .toArray();
  }

  /// Takes in what [#score] gave, in the order of the file.
  public void add(Scored scored) {
    for (Part part : scored.parts) {
      IntFunction<String> place = row -> part.rows.map(rows -> rows.place(row)).orElse("");
      tally.addScores(model.classes(), part.labels, part.scores, place, part.nanos);
      part.rows.ifPresent(rows -> looking.get().add(rows, part.scores.labels()));
      unknown.ifPresent(counts ->
          counts.addKnown(
              model.classes(), part.labels, part.scores.labels(), part.distances.orElseThrow()));
    }
    scored.unknown.forEach(distances -> unknown.orElseThrow().addUnknown(distances));
  }

  /// Returns the evaluation of all rows.
  public Evaluation result(long rowCount) {
    tally.unknown = unknown;
    return tally.evaluation(model.kindName(), rowCount, model.kernels());
  }

  /// Returns the results of the test rows, from which figures are drawn.
  public TestResults rows() {
    return tally.rows();
  }

  private void requireKnown(Table rows) {
    Labels labels = rows.labels();
    int[] known = labels.classes().indicesIn(model.classes());
    for (int row = 0; row < labels.rowCount(); row++) {
      if (known[labels.index(row)] < 0) {
        throw new DataException(
            "%s, %s: the model has no class '%s'; expected one of %s; use --label to name the class column%s"
                .formatted(
                    rows.file(),
                    rows.place(row),
                    labels.name(row),
                    model.classes(),
                    Warnings.ofAlike(model.classes().with(List.of(labels.name(row))).names())
                        .map("; "::concat)
                        .orElse("")));
      }
    }
  }
}
