package org.lanewise.cli;

import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;
import org.lanewise.cli.answers.Decisions;
import org.lanewise.cli.answers.PredictionRequest;
import org.lanewise.cli.blocks.PredictedColumns;
import org.lanewise.cli.blocks.PredictedLines;
import org.lanewise.cli.engine.RowQuery;
import org.lanewise.cli.model.ClassifierKind;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.model.StoredModel;
import org.lanewise.cli.options.Arguments;
import org.lanewise.cli.options.ColumnOptions;
import org.lanewise.cli.options.DataOptions;
import org.lanewise.cli.options.DecisionOptions;
import org.lanewise.cli.options.NewPriors;
import org.lanewise.cli.options.RunOptions;
import org.lanewise.cli.options.UnknownValueOptions;
import org.lanewise.cli.options.UsageException;
import org.lanewise.cli.output.OutputFile;
import org.lanewise.cli.output.Progress;
import org.lanewise.cli.output.Sink;
import org.lanewise.cli.reading.DataReader;
import org.lanewise.cli.reading.RowText;
import org.lanewise.cli.reading.StandardInput;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.LabelUse;
import org.lanewise.cli.validation.RowExplanation;
import org.lanewise.cli.validation.RowTypicality;
import org.lanewise.data.Classes;
import org.lanewise.data.Workers;
import picocli.CommandLine.Model.CommandSpec;

/// `lanewise predict`: the classes of the rows of a file.
final class PredictCommand implements Subcommand {

  private Path model;
  private final DataOptions data = DataOptions.unlabelled();
  private final ColumnOptions columns = new ColumnOptions();
  private Path out;
  private boolean posteriors;
  private boolean probabilities;
  private boolean logDensity;
  private String top;
  private boolean typicality;
  private static final String UNKNOWN = "unknown";

  private OptionalInt explain = OptionalInt.empty();
  private String against;
  private String baseline;
  private String priors;
  private final DecisionOptions decision = new DecisionOptions();
  private boolean keep;
  private boolean json;
  private boolean withoutRow;
  private final UnknownValueOptions unknownValues = new UnknownValueOptions(columns);
  private final RunOptions run = new RunOptions();

  @Override
  public CommandSpec spec() {
    Arguments arguments =
        Arguments.ofCommand(
            this,
            "predict",
            "Predict the class of each row of a data file, or decide by costs. Writes CSV: row"
                + " (from 0), label; or JSON lines, or Parquet.",
            "Features are matched by name if both files have names, else by position; the label"
                + " column may be absent.");
    arguments.examples(
        "  lanewise predict --model flowers.model --data new.csv --out labels.csv",
        "  zcat new.csv.gz | lanewise predict --model flowers.model --data - --posteriors",
        "  lanewise predict --model flowers.model --data new.csv --priors from-data --reject 0.1");
    arguments.requiredFile(
        "--model", "FILE", value -> model = value, "A model file written by fit.");
    arguments.add(data);
    arguments.add(columns);
    arguments.output(
        "--out",
        "FILE",
        StandardInput.ARGUMENT,
        value -> out = value,
        "The output file, written whole or not at all; as Parquet if its name ends in .parquet. By"
            + " default, and with -, standard output, which may already have rows when an error"
            + " occurs.");
    arguments.flag(
        "--posteriors",
        () -> posteriors = true,
        "Also log p(class | row), in a column log_p(CLASS) for each class.");
    arguments.flag(
        "--probabilities",
        () -> probabilities = true,
        "Also p(class | row), in a column p(CLASS) for each class; they sum to 1, also for rows"
            + " that --reject, --costs or --unknown give another label. A value too small for a"
            + " double is 0; --posteriors gives its logarithm.");
    arguments.flag(
        "--log-density",
        () -> logDensity = true,
        "Also log p(row), in a column log_density: low for rows unlike the training rows.");
    arguments.text(
        "--top",
        "K",
        value -> top = value,
        "The K most probable classes and their probabilities, the best first: label1, p1, label2,"
            + " p2, ...");
    arguments.flag(
        "--typicality",
        () -> typicality = true,
        "The typicality in each class, in columns typicality(CLASS): the probability that a row"
            + " of the class lies as far out or further. lda and qda without shrinkage use the F"
            + " distribution, which needs more rows per class than features; "
            + ClassifierKind.names(ClassifierKind::drawsRows)
            + " use the rank among 10000 rows drawn from the class with a fixed seed; others use"
            + " the ranks kept by fit --typicality.");
    arguments.value(
        "--explain",
        "K|all",
        "a number of features (at least 1) or all",
        text ->
            text.equals("all")
                ? Optional.of(Integer.MAX_VALUE)
                : Arguments.whole(text).filter(count -> count > 0),
        value -> explain = OptionalInt.of(value),
        "Explain the most probable class against the second: the log-odds, the term of the priors,"
            + " and the K largest contributions of features, in columns feature1, contribution1,"
            + " ...; or all, in columns contribution(FEATURE). With prior (and baseline),"
            + " contributions sum to the log-odds, without a temperature.");
    arguments.text(
        "--against",
        "CLASS",
        value -> against = value,
        "With --explain: the class to compare with, unless it is the most probable one.");
    arguments.text(
        "--baseline",
        "CLASS|mean",
        value -> baseline = value,
        "With --explain: the row that contributions are relative to, the mean of a class or of all"
            + " classes by their priors (mean, unless a class has that name). Its own part is in a"
            + " column baseline. For "
            + ClassifierKind.names(ClassifierKind::hasMeans)
            + "; a mean of other models is not a row.");
    arguments.text(
        "--priors",
        "P,P,...|uniform|from-data",
        value -> priors = value,
        "Class priors instead of the model's: numbers in the order of its classes or CLASS=P,"
            + " uniform, or from-data: the most likely ones for these rows, which are read twice"
            + " (EM algorithm of Saerens, Latinne and Decaestecker).");
    arguments.add(decision);
    arguments.flag(
        "--keep",
        () -> keep = true,
        "Write the input rows unchanged, followed by the class, in a column 'predicted' if the file"
            + " has a header.");
    arguments.flag(
        "--json",
        () -> json = true,
        "Write a JSON object for each row on a line of its own, with the columns as its members;"
            + " numbers without a JSON form are the strings \"Infinity\", \"-Infinity\" and"
            + " \"NaN\".");
    arguments.flag(
        "--no-row", () -> withoutRow = true, "Omit the column with the index of the row.");
    arguments.add(unknownValues);
    arguments.add(run);
    return arguments.spec();
  }

  @Override
  public void run(Session session) {
    data.check();
    decision.read();
    if (against != null && explain.isEmpty()) {
      throw new UsageException("--against needs --explain K");
    }
    if (baseline != null && explain.isEmpty()) {
      throw new UsageException("--baseline needs --explain K");
    }
    Optional<NewPriors> newPriors = Optional.ofNullable(priors).map(NewPriors::parse);
    newPriors.ifPresent(asked -> ModelPriors.requireTwice(asked, data));
    UnaryOperator<FittedModel> treatment = unknownValues.read();
    boolean toColumns = RowQuery.isParquet(out);
    if (json && keep) {
      throw new UsageException(
          "--json and --keep cannot be used together; --keep writes the rows as they are in the"
              + " file");
    }
    if (keep && columns.readOptions().layout().decimalComma()) {
      throw new UsageException(
          "--keep and --decimal , cannot be used together; --keep writes the rows as they are in"
              + " the file");
    }
    if (json && toColumns) {
      throw new UsageException(
          "--json and --out %s cannot be used together; choose JSON lines or Parquet"
              .formatted(out));
    }
    if (toColumns && data.query().isEmpty()) {
      throw data.isText(out);
    }
    OutputFile.requireWritable(out);
    Workers workers = run.start();
    try (Progress progress = session.progress()) {
      progress.stage("reading " + model.getFileName());
      FittedModel whole = treatment.apply(StoredModel.read(model));
      if (logDensity) {
        whole.requireDensity("--log-density");
      }
      PredictionRequest asked =
          new PredictionRequest(
              posteriors,
              probabilities,
              logDensity,
              top == null ? 0 : parseTop(whole.classes().count()),
              decision.testsUnknown()
                  ? Optional.of(unknownDecisions(whole.classes()))
                  : decision.decisions(whole.classes(), progress::note),
              decision.unknownRows(whole, progress::note),
              typicality ? Optional.of(RowTypicality.of(whole).pValues()) : Optional.empty(),
              decision.sets(whole, progress::note),
              explanation(whole));
      // What is opened before the priors are found refuses rows that changed since.
      try (DataReader reader =
          columns.open(data, whole, LabelUse.IGNORED, asked.weighsClasses(), progress)) {
        FittedModel fitted =
            newPriors
                .map(given -> ModelPriors.replace(whole, given, data, columns, workers, progress))
                .orElse(whole);
        PredictionRequest ofRows = asked.withExplaining(explanation(fitted));
        String rejected =
            toColumns
                ? writeColumns(reader, fitted, ofRows, workers)
                : writeLines(session, reader, fitted, ofRows, workers, progress);
        if (asked.decisions().isPresent() && asked.decisions().get().rejects()) {
          progress.note(rejected);
        }
      }
    }
  }

  /// @return how many rows have no class, as a sentence
  private String writeLines(
      Session session,
      DataReader reader,
      FittedModel fitted,
      PredictionRequest asked,
      Workers workers,
      Progress progress) {
    Optional<RowText> kept = keep ? Optional.of(reader.rowText()) : Optional.empty();
    PredictedLines lines = new PredictedLines(fitted, kept, !withoutRow, json, asked);
    kept.ifPresent(text ->
        lines.names().stream()
            .filter(reader.headerCells()::contains)
            .forEach(name -> progress.note(twice(text.file(), name))));
    long rows;
    if (OutputFile.isStandardOutput(out)) {
      rows = write(reader, lines, session.sink(), workers, () -> session.beforeResults(progress));
    } else {
      try (OutputFile file = OutputFile.create(out)) {
        rows = write(reader, lines, file.sink(), workers, () -> {});
        file.commit();
      }
    }
    return rejected(lines.rejected(), rows);
  }

  private static String twice(String file, String name) {
    return "%s already has a column '%s'; the output has two columns of this name, the answer last"
        .formatted(file, name);
  }

  private String writeColumns(
      DataReader reader, FittedModel fitted, PredictionRequest asked, Workers workers) {
    PredictedColumns columns = new PredictedColumns(fitted, keep, asked);
    try (OutputFile file = OutputFile.create(out)) {
      long rows = reader.write(columns.answers(), keep, workers.count(), file.part());
      file.commit();
      return rejected(columns.rejected(), rows);
    }
  }

  private static String rejected(long count, long rows) {
    return "rejected %d of %d rows".formatted(count, rows);
  }

  private Optional<PredictionRequest.Explaining> explanation(FittedModel fitted) {
    return explain.isEmpty()
        ? Optional.empty()
        : Optional.of(
            RowExplanation.of(
                fitted, explain.getAsInt(), parseAgainst(fitted), parseBaseline(fitted)));
  }

  /// The most probable class, or to say that a row is of none; the cost of that is never the least.
  private static Decisions unknownDecisions(Classes classes) {
    if (classes.names().contains(UNKNOWN)) {
      throw new DataException(
          "--unknown labels rows '%s', which is a class of the model".formatted(UNKNOWN));
    }
    return Decisions.zeroOne(classes.names()).withReject(1, UNKNOWN);
  }

  private OptionalInt parseAgainst(FittedModel fitted) {
    if (against == null) {
      return OptionalInt.empty();
    }
    int index = fitted.classes().names().indexOf(against);
    if (index < 0) {
      throw UsageException.invalid("--against", against, "one of the classes " + fitted.classes());
    }
    return OptionalInt.of(index);
  }

  /// A class, or none in it for the mean of all; a class that is called `mean` comes first.
  private Optional<OptionalInt> parseBaseline(FittedModel fitted) {
    if (baseline == null) {
      return Optional.empty();
    }
    int index = fitted.classes().names().indexOf(baseline);
    if (index < 0 && !baseline.equals("mean")) {
      throw UsageException.invalid(
          "--baseline", baseline, "one of the classes %s, or mean".formatted(fitted.classes()));
    }
    return Optional.of(index < 0 ? OptionalInt.empty() : OptionalInt.of(index));
  }

  private int parseTop(int classCount) {
    return Arguments.whole(top)
        .filter(count -> count > 0 && count <= classCount)
        .orElseThrow(() ->
            UsageException.invalid(
                "--top",
                top,
                "a number from 1 to %d, the number of classes".formatted(classCount)));
  }

  /// @return the number of rows
  private static long write(
      DataReader reader, PredictedLines lines, Sink sink, Workers workers, Runnable beforeFirst) {
    boolean[] begun = new boolean[1];
    long rows =
        reader.forEach(
            workers,
            lines::of,
            parts -> {
              if (!begun[0]) {
                // Not before rows that cannot be scored have been refused.
                beforeFirst.run();
                sink.print(lines.header());
                begun[0] = true;
              }
              parts.forEach(sink::print);
            });
    sink.flush();
    return rows;
  }
}
