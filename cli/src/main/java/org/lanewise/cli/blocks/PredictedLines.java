package org.lanewise.cli.blocks;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.model.Scores;
import org.lanewise.cli.output.LineBuffer;
import org.lanewise.cli.reading.RowBlock;
import org.lanewise.cli.reading.RowText;
import org.lanewise.cli.table.Table;

/// The lines that `predict` writes: a header and a line for each row, by any number of threads.
///
/// Either CSV of a row's index, unless it is left out, its class and its posteriors; or the rows as
/// the file has them, with those behind. These have a header if the file has one.
public final class PredictedLines {

  private final FittedModel model;
  private final Optional<RowText> kept;
  private final boolean numbered;
  private final boolean posteriors;
  private final char delimiter;
  private final UnaryOperator<String> quoting;
  private final byte[][] names;
  // Around a posterior, where a delimiter could be part of it.
  private final String mark;

  /// @param kept how the columns of the file are passed through; none if they are not
  /// @param numbered whether the first column is the row's index, if none are passed through
  /// @param posteriors whether log p(class | row) follows for each class
  public PredictedLines(
      FittedModel model, Optional<RowText> kept, boolean numbered, boolean posteriors) {
    this.model = model;
    this.kept = kept;
    this.numbered = numbered && kept.isEmpty();
    this.posteriors = posteriors;
    delimiter = kept.map(RowText::delimiter).orElse(',');
    quoting = kept.<UnaryOperator<String>>map(text -> text::cell).orElse(PredictedLines::cell);
    names =
        model.classes().names().stream()
            .map(name -> quoting.apply(name).getBytes(StandardCharsets.UTF_8))
            .toArray(byte[][]::new);
    String sample = "-1.5E-10";
    mark =
        posteriors && !quoting.apply(sample).equals(sample)
            ? quoting.apply(sample).substring(0, 1)
            : "";
  }

  /// The first line; empty if there is none.
  public LineBuffer header() {
    LineBuffer line = new LineBuffer();
    if (kept.isPresent() && kept.get().header().isEmpty()) {
      return line;
    }
    if (kept.isPresent()) {
      line.append(kept.get().header().get().getBytes(StandardCharsets.ISO_8859_1))
          .append(delimiter)
          .append("predicted");
    } else {
      line.append(numbered ? "row,label" : "label");
    }
    if (posteriors) {
      for (String name : model.classes().names()) {
        line.append(delimiter).append(quoting.apply("log_p(" + name + ")"));
      }
    }
    return line.append('\n');
  }

  /// The lines of some rows.
  ///
  /// @throws org.lanewise.cli.table.DataException if the model refuses one
  public LineBuffer of(RowBlock block) {
    LineBuffer lines = new LineBuffer();
    int row = 0;
    for (Table chunk : block.rows().chunks(model.chunkRows())) {
      Scores scores =
          posteriors
              ? model.posteriors(chunk, block.workers())
              : new Scores(model.predict(chunk, block.workers()), new double[0], new double[0]);
      for (int i = 0; i < scores.labels().length; i++) {
        if (kept.isPresent()) {
          lines.append(block.bytes(), block.rowStart(row), block.rowEnd(row)).append(delimiter);
        } else if (numbered) {
          lines.append(block.firstRow() + row).append(',');
        }
        lines.append(names[scores.labels()[i]]);
        for (int label = 0; posteriors && label < names.length; label++) {
          lines.append(delimiter).append(mark);
          lines.append(scores.logPosteriors()[i * names.length + label]).append(mark);
        }
        lines.append('\n');
        row++;
      }
    }
    return lines;
  }

  /// A cell of CSV (RFC 4180): quoted if it has to be.
  private static String cell(String text) {
    boolean plain =
        text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r')
            && text.equals(text.strip());
    return plain ? text : "\"" + text.replace("\"", "\"\"") + "\"";
  }
}
