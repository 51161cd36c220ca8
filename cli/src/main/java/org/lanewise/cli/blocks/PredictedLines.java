package org.lanewise.cli.blocks;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.lanewise.cli.answers.PredictionRequest;
import org.lanewise.cli.engine.Answers.Answer;
import org.lanewise.cli.engine.Answers.Values;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.output.LineBuffer;
import org.lanewise.cli.reading.RowBlock;
import org.lanewise.cli.reading.RowText;
import org.lanewise.cli.report.JsonObject;
import org.lanewise.cli.table.Table;

/// The lines that `predict` writes: a line for each row, by any number of threads. A line has the
/// row's index, from 0, in a column `row` unless it is left out, and the columns of
/// [PredictedColumns].
///
/// Either CSV, or the rows as the file has them followed by the answers, both with a header, which
/// rows have only if the file has one; or JSON objects with a member for each column. JSON has no
/// infinities: these are texts, as in [JsonObject].
public final class PredictedLines {

  private static final String ROW = "row";

  /// Parts of features whose lines are made at once: some 80 MB for each thread.
  private static final long MAX_CELLS = 1 << 22;

  private final FittedModel model;
  private final Optional<RowText> kept;
  private final boolean numbered;
  private final boolean json;
  private final PredictionRequest asked;
  private final PredictedColumns columns;
  private final List<Answer> answers;
  private final String delimiter;
  private final UnaryOperator<String> quoting;

  // What is written before the row's index, and before each answer.
  private final byte[] beforeRow;
  private final byte[][] before;
  // The texts of each answer as cells; none of numbers.
  private final byte[][][] texts;
  // Around a number, where a delimiter could be part of it.
  private final String mark;

  /// @param kept how the columns of the file are passed through; none if they are not
  /// @param isNumbered whether the row's index comes first, if no columns are passed through
  /// @param json whether rows are JSON objects, not cells of a table
  /// @param asked the outputs for each row
  public PredictedLines(
      FittedModel model,
      Optional<RowText> kept,
      boolean isNumbered,
      boolean json,
      PredictionRequest asked) {
    this.model = model;
    this.kept = kept;
    numbered = isNumbered && kept.isEmpty();
    this.json = json;
    this.asked = asked;
    columns = new PredictedColumns(model, kept.isPresent(), asked);
    answers = columns.columns();
    delimiter = Character.toString(kept.map(RowText::delimiter).orElse(','));
    quoting =
        json
            ? JsonObject::string
            : kept.<UnaryOperator<String>>map(text -> text::cell).orElse(PredictedLines::cell);
    beforeRow = utf8(json ? quoting.apply(ROW) + ":" : "");
    before = new byte[answers.size()][];
    texts = new byte[answers.size()][][];
    Map<List<String>, byte[][]> quoted = new IdentityHashMap<>();
    for (int i = 0; i < before.length; i++) {
      String between = i > 0 || numbered || kept.isPresent() ? delimiter : "";
      before[i] = utf8(json ? between + quoting.apply(answers.get(i).name()) + ":" : between);
      texts[i] = quoted.computeIfAbsent(answers.get(i).texts(), this::quoted);
    }
    String sample = "-1.5E-10";
    boolean plain =
        json
            || answers.stream().noneMatch(Answer::isNumber)
            || quoting.apply(sample).equals(sample);
    mark = plain ? "" : quoting.apply(sample).substring(0, 1);
  }

  private byte[][] quoted(List<String> cells) {
    byte[][] quoted = new byte[cells.size()][];
    for (int i = 0; i < quoted.length; i++) {
      quoted[i] = utf8(quoting.apply(cells.get(i)));
    }
    return quoted;
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /// The names of the answers.
  public List<String> names() {
    return answers.stream().map(Answer::name).toList();
  }

  /// The first line; empty if there is none.
  public LineBuffer header() {
    LineBuffer line = new LineBuffer();
    if (json || (kept.isPresent() && kept.get().header().isEmpty())) {
      return line;
    }
    List<String> cells = new ArrayList<>();
    if (numbered) {
      cells.add(ROW);
    }
    answers.forEach(answer -> cells.add(quoting.apply(answer.name())));
    kept.flatMap(RowText::header)
        .ifPresent(
            first -> line.append(first.getBytes(StandardCharsets.ISO_8859_1)).append(delimiter));
    return line.append(String.join(delimiter, cells)).append('\n');
  }

  /// The lines of some rows, in parts. Where they may take much more memory than the rows do, as
  /// with the parts of all words of a message, each part is made when it is asked for, and
  /// released.
  ///
  /// @throws org.lanewise.cli.table.DataException if the model refuses a row, where it may also be
  ///   thrown later, as its part is asked for
  public Iterable<LineBuffer> of(RowBlock block) {
    Table rows = block.rows();
    long cells =
        rows.rowCount()
            * (long) asked.explaining().map(PredictionRequest.Explaining::count).orElse(1);
    if (cells > MAX_CELLS) {
      return () -> new Parts(block, rows.chunks(chunkRows()).iterator());
    }
    LineBuffer lines = new LineBuffer();
    int row = 0;
    for (Table chunk : rows.chunks(chunkRows())) {
      add(lines, block, row, chunk);
      row += chunk.rowCount();
    }
    return List.of(lines);
  }

  /// The lines of a block, chunk by chunk.
  private final class Parts implements Iterator<LineBuffer> {

    private final RowBlock block;
    private final Iterator<Table> chunks;
    private int row;

    Parts(RowBlock block, Iterator<Table> chunks) {
      this.block = block;
      this.chunks = chunks;
    }

    @Override
    public boolean hasNext() {
      return chunks.hasNext();
    }

    @Override
    public LineBuffer next() {
      Table chunk = chunks.next();
      LineBuffer lines = new LineBuffer();
      add(lines, block, row, chunk);
      row += chunk.rowCount();
      return lines;
    }
  }

  /// Adds the lines of a chunk.
  ///
  /// @param from the index of its first row in the block
  private void add(LineBuffer lines, RowBlock block, int from, Table chunk) {
    Values[] values = columns.of(chunk, block.workers()).toArray(Values[]::new);
    for (int i = 0; i < chunk.rowCount(); i++) {
      int row = from + i;
      if (json) {
        lines.append('{');
      }
      if (kept.isPresent()) {
        lines.append(block.bytes(), block.rowStart(row), block.rowEnd(row));
      } else if (numbered) {
        lines.append(beforeRow).append(block.firstRow() + row);
      }
      for (int c = 0; c < values.length; c++) {
        lines.append(before[c]);
        add(lines, values[c], i, c);
      }
      if (json) {
        lines.append('}');
      }
      lines.append('\n');
    }
  }

  /// Adds the value of a row in a column.
  private void add(LineBuffer lines, Values values, int row, int column) {
    int at = values.start() + row * values.step();
    if (values.numbers() == null) {
      lines.append(texts[column][values.indices()[at]]);
      return;
    }
    double number = values.numbers()[at];
    String around = json && !Double.isFinite(number) ? "\"" : mark;
    lines.append(around);
    if (answers.get(column).isWhole()) {
      lines.append((long) number);
    } else {
      lines.append(number);
    }
    lines.append(around);
  }

  /// How many rows are scored at once: few enough that what is kept of each takes little memory.
  private int chunkRows() {
    int parts = asked.explaining().map(PredictionRequest.Explaining::count).orElse(1);
    // Typicality takes sparse rows as columns.
    int values =
        asked.typicality().isPresent() ? Math.max(parts, model.classifier().featureCount()) : parts;
    return model.chunkRows(
        asked.weighsClasses() ? Math.max(values, model.classes().count()) : values);
  }

  /// Of how many rows it was decided to say nothing.
  public long rejected() {
    return columns.rejected();
  }

  /// A cell of CSV (RFC 4180): quoted if it has to be.
  public static String cell(String text) {
    boolean plain =
        text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r')
            && text.equals(text.strip());
    return plain ? text : "\"" + text.replace("\"", "\"\"") + "\"";
  }
}
