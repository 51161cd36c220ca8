package org.lanewise.cli.blocks;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.UnaryOperator;
import org.lanewise.cli.answers.Decisions;
import org.lanewise.cli.answers.Explained;
import org.lanewise.cli.answers.PredictionRequest;
import org.lanewise.cli.answers.Scores;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.output.LineBuffer;
import org.lanewise.cli.reading.RowBlock;
import org.lanewise.cli.reading.RowText;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Features;

/// The lines that `predict` writes: a header and a line for each row, by any number of threads.
///
/// Either CSV, or the rows as the file has them followed by the answers; these have a header if the
/// file has one. The columns, in this order:
///
/// | column | where | is |
/// | --- | --- | --- |
/// | `row` | in CSV, unless it is left out | the row's index, from 0 |
/// | `label`, `predicted` after kept rows | unless `label1` … replace it | the class, or the reject label |
/// | `action` instead | if decisions are not classes | the action |
/// | `log_p(NAME)` of each class | with posteriors | log p(class \| row) |
/// | `log_density` | with densities | log p(row) |
/// | `typicality(NAME)` of each class | with typicality | the p-value of the row in the class |
/// | `label1`, `p1`, `label2`, `p2` … | with the most probable classes | class and p(class \| row) |
/// | `explained`, `against`, `log_odds`, `prior` | with explanations | the most probable class and the one it is compared with, log p(explained \| row) − log p(against \| row), and the part of the priors in it; of a model with a temperature both are those without it |
/// | `baseline` | with explanations about one | its own part in `log_odds` |
/// | `feature1`, `contribution1` … or `contribution(NAME)` of each feature | with explanations | the parts of the features, of those that say most or of all |
public final class PredictedLines {

  private static final List<String> EXPLAINED =
      List.of("explained", "against", "log_odds", "prior");

  /// Parts of features whose lines are made at once: some 80 MB for each thread.
  private static final long MAX_CELLS = 1 << 22;

  private final FittedModel model;
  private final Optional<RowText> kept;
  private final boolean numbered;
  private final PredictionRequest asked;
  private final char delimiter;
  private final UnaryOperator<String> quoting;
  private final Features features;
  private final byte[][] names;
  // None if the first of the most probable classes replaces the decision.
  private final Optional<String> answer;
  private final byte[][] answers;
  // Around a number, where a delimiter could be part of it.
  private final String mark;
  private final LongAdder rejected = new LongAdder();

  /// @param kept how the columns of the file are passed through; none if they are not
  /// @param numbered whether the first column is the row's index, if none are passed through
  /// @param asked the outputs for each row
  public PredictedLines(
      FittedModel model, Optional<RowText> kept, boolean numbered, PredictionRequest asked) {
    this.model = model;
    this.kept = kept;
    this.numbered = numbered && kept.isEmpty();
    this.asked = asked;
    delimiter = kept.map(RowText::delimiter).orElse(',');
    quoting = kept.<UnaryOperator<String>>map(text -> text::cell).orElse(PredictedLines::cell);
    Features ofModel = model.classifier().features();
    features = asked.explaining().isPresent() ? model.inputs().shown(ofModel) : ofModel;
    names = quoted(model.classes().names());
    Optional<Decisions> decisions = asked.decisions();
    answers = decisions.map(made -> quoted(made.actions())).orElse(names);
    answer =
        decisions.isEmpty() && asked.top() > 0
            ? Optional.empty()
            : Optional.of(
                decisions.isPresent() && !decisions.get().sayClasses()
                    ? "action"
                    : kept.isPresent() ? "predicted" : "label");
    String sample = "-1.5E-10";
    boolean numbers =
        asked.posteriors()
            || asked.densities()
            || asked.top() > 0
            || asked.typicality().isPresent()
            || asked.explaining().isPresent();
    mark =
        numbers && !quoting.apply(sample).equals(sample)
            ? quoting.apply(sample).substring(0, 1)
            : "";
  }

  private byte[][] quoted(List<String> cells) {
    return cells.stream()
        .map(name -> quoting.apply(name).getBytes(StandardCharsets.UTF_8))
        .toArray(byte[][]::new);
  }

  /// The first line; empty if there is none.
  public LineBuffer header() {
    LineBuffer line = new LineBuffer();
    if (kept.isPresent() && kept.get().header().isEmpty()) {
      return line;
    }
    boolean first = true;
    if (kept.isPresent()) {
      line.append(kept.get().header().get().getBytes(StandardCharsets.ISO_8859_1));
      first = false;
    } else if (numbered) {
      line.append("row");
      first = false;
    }
    if (answer.isPresent()) {
      divide(line, first).append(answer.get());
      first = false;
    }
    List<String> numbers = new ArrayList<>();
    if (asked.posteriors()) {
      numbers.addAll(ofClasses("log_p"));
    }
    if (asked.densities()) {
      numbers.add("log_density");
    }
    if (asked.typicality().isPresent()) {
      numbers.addAll(ofClasses("typicality"));
    }
    for (String name : numbers) {
      divide(line, first).append(quoting.apply(name));
      first = false;
    }
    for (int i = 1; i <= asked.top(); i++) {
      divide(line, first).append("label" + i).append(delimiter).append("p" + i);
      first = false;
    }
    if (asked.explaining().isPresent()) {
      divide(line, first).append(String.join(Character.toString(delimiter), EXPLAINED));
      PredictionRequest.Explaining why = asked.explaining().get();
      if (why.hasBaseline()) {
        line.append(delimiter).append("baseline");
      }
      for (int i = 0; i < why.count(); i++) {
        line.append(delimiter);
        if (why.isSorted()) {
          line.append("feature" + (i + 1)).append(delimiter).append("contribution" + (i + 1));
        } else {
          line.append(quoting.apply("contribution(" + features.name(i) + ")"));
        }
      }
    }
    return line.append('\n');
  }

  private List<String> ofClasses(String what) {
    return model.classes().names().stream().map(name -> what + "(" + name + ")").toList();
  }

  private LineBuffer divide(LineBuffer line, boolean first) {
    return first ? line : line.append(delimiter);
  }

  /// The lines of some rows, in parts. Where they may take much more memory than the rows do, as
  /// with the parts of all words of a message, each part is made when it is asked for, and let go.
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
    Scores scores = model.score(chunk, asked, block.workers());
    for (int i = 0; i < scores.labels().length; i++) {
      int row = from + i;
      boolean first = true;
      if (kept.isPresent()) {
        lines.append(block.bytes(), block.rowStart(row), block.rowEnd(row));
        first = false;
      } else if (numbered) {
        lines.append(block.firstRow() + row);
        first = false;
      }
      addAnswers(lines, scores, i, first);
      lines.append('\n');
    }
  }

  /// How many rows are scored at once: few enough that what is kept of each takes little memory.
  private int chunkRows() {
    int parts = asked.explaining().map(PredictionRequest.Explaining::count).orElse(1);
    // Typicality takes sparse rows as columns.
    int values = asked.typicality().isPresent() ? Math.max(parts, features.count()) : parts;
    return model.chunkRows(
        asked.weighsClasses() ? Math.max(values, model.classes().count()) : values);
  }

  private void addAnswers(LineBuffer lines, Scores scores, int row, boolean nothingBefore) {
    boolean first = nothingBefore;
    if (answer.isPresent()) {
      int index = (asked.decisions().isPresent() ? scores.actions() : scores.labels())[row];
      divide(lines, first).append(answers[index]);
      first = false;
      if (asked.decisions().isPresent()
          && asked.decisions().get().rejects()
          && index == answers.length - 1) {
        rejected.increment();
      }
    }
    first = add(lines, first, scores.logPosteriors(), row, names.length);
    if (asked.densities()) {
      first = add(lines, first, scores.logDensities(), row, 1);
    }
    first = add(lines, first, scores.pValues(), row, names.length);
    int best = row * asked.ranked();
    for (int i = best; i < best + asked.top(); i++) {
      divide(lines, first).append(names[scores.top()[i]]);
      add(lines.append(delimiter), scores.topPosteriors()[i]);
      first = false;
    }
    if (scores.explained().isPresent()) {
      divide(lines, first).append(names[scores.labels()[row]]);
      addExplained(lines, scores.explained().get(), row);
    }
  }

  private void addExplained(LineBuffer lines, Explained explained, int row) {
    lines.append(delimiter).append(names[explained.against()[row]]);
    add(lines.append(delimiter), explained.logOdds()[row]);
    add(lines.append(delimiter), explained.priors()[row]);
    PredictionRequest.Explaining why = asked.explaining().orElseThrow();
    if (why.hasBaseline()) {
      add(lines.append(delimiter), explained.baselines()[row]);
    }
    for (int i = row * why.count(); i < (row + 1) * why.count(); i++) {
      if (why.isSorted()) {
        lines.append(delimiter).append(quoting.apply(features.name(explained.features()[i])));
      }
      add(lines.append(delimiter), explained.contributions()[i]);
    }
  }

  /// The numbers of a row, none where they were not asked for.
  ///
  /// @return whether nothing is before what comes next
  private boolean add(
      LineBuffer lines, boolean nothingBefore, double[] numbers, int row, int perRow) {
    boolean first = nothingBefore;
    int end = Math.min(numbers.length, (row + 1) * perRow);
    for (int i = row * perRow; i < end; i++) {
      add(divide(lines, first), numbers[i]);
      first = false;
    }
    return first;
  }

  private void add(LineBuffer lines, double number) {
    lines.append(mark).append(number).append(mark);
  }

  /// Of how many rows it was decided to say nothing.
  public long rejected() {
    return rejected.sum();
  }

  /// A cell of CSV (RFC 4180): quoted if it has to be.
  private static String cell(String text) {
    boolean plain =
        text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r')
            && text.equals(text.strip());
    return plain ? text : "\"" + text.replace("\"", "\"\"") + "\"";
  }
}
