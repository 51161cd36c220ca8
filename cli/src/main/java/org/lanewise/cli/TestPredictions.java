package org.lanewise.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.lanewise.cli.answers.Decisions;
import org.lanewise.cli.answers.Scores;
import org.lanewise.cli.blocks.PredictedLines;
import org.lanewise.cli.engine.RowQuery;
import org.lanewise.cli.options.UsageException;
import org.lanewise.cli.output.LineBuffer;
import org.lanewise.cli.output.OutputFile;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Classes;

/// The predictions for test rows, each by a model that was not fitted to it, as a CSV file in the
/// order of the rows.
final class TestPredictions {

  /// @param fold the fold that tests the row
  /// @param row the index of the row
  /// @param line the line on which it begins; 0 if it is no line of a text
  private record Prediction(
      int fold,
      int row,
      long line,
      String label,
      String predicted,
      int action,
      double[] posteriors) {}

  private final Path file;
  private final List<Prediction> all = new ArrayList<>();
  private int[] rows = new int[0];
  private int next;
  private int fold = -1;

  /// Checks that the file can be written, before any work.
  ///
  /// @throws UsageException if it is standard output or Parquet
  /// @throws org.lanewise.cli.output.OutputException if it cannot be written
  TestPredictions(Path file) {
    if (OutputFile.isStandardOutput(file) || RowQuery.isParquet(file)) {
      throw new UsageException(
          "--predictions %s cannot be written; use the name of a CSV file".formatted(file));
    }
    OutputFile.requireWritable(file);
    this.file = file;
  }

  /// Begins a fold.
  ///
  /// @param tested the indices of the rows that follow
  void begin(int[] tested) {
    rows = tested;
    next = 0;
    fold++;
  }

  /// Takes rows in their order.
  ///
  /// @param known the classes of the scores
  /// @param classes all classes
  void add(Table chunk, Classes known, Classes classes, Scores scores) {
    int[] at = known.indicesIn(classes);
    for (int i = 0; i < chunk.rowCount(); i++) {
      double[] posteriors = new double[classes.count()];
      for (int c = 0; c < at.length; c++) {
        posteriors[at[c]] = StrictMath.exp(scores.logPosteriors()[i * at.length + c]);
      }
      all.add(
          new Prediction(
              fold,
              rows[next++],
              Math.max(0, chunk.lines()[i]),
              chunk.labels().name(i),
              known.name(scores.labels()[i]),
              scores.actions().length > 0 ? scores.actions()[i] : -1,
              posteriors));
    }
  }

  /// Writes the file, whole or not at all.
  ///
  /// @param partitions how often all rows were dealt to folds; 0 without folds
  void write(Classes classes, Optional<Decisions> decisions, int partitions) {
    int ofPartition = (fold + 1) / Math.max(1, partitions);
    all.sort(
        Comparator.<Prediction>comparingInt(each -> each.fold / ofPartition)
            .thenComparingInt(Prediction::row));
    boolean hasLines = all.stream().allMatch(each -> each.line > 0);
    List<String> names = new ArrayList<>(List.of("row"));
    names.addAll(hasLines ? List.of("line") : List.of());
    names.addAll(partitions > 0 ? List.of("fold") : List.of());
    names.addAll(List.of("label", "predicted"));
    names.addAll(decisions.isPresent() ? List.of("action") : List.of());
    classes.names().forEach(name -> names.add("p(" + name + ")"));
    try (OutputFile out = OutputFile.create(file)) {
      LineBuffer lines = new LineBuffer();
      lines.append(String.join(",", names.stream().map(PredictedLines::cell).toList()));
      for (Prediction each : all) {
        lines.append('\n').append(each.row);
        lines.append(hasLines ? "," + each.line : "");
        lines.append(partitions > 0 ? "," + each.fold : "");
        lines.append(',').append(PredictedLines.cell(each.label));
        lines.append(',').append(PredictedLines.cell(each.predicted));
        decisions.ifPresent(
            made -> lines.append(',').append(PredictedLines.cell(made.actions().get(each.action))));
        Arrays.stream(each.posteriors).forEach(value -> lines.append(',').append(value));
      }
      out.sink().print(lines.append('\n')).flush();
      out.commit();
    }
  }
}
