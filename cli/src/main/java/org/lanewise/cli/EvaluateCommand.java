package org.lanewise.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.lanewise.cli.answers.Decisions;
import org.lanewise.cli.answers.PredictionRequest;
import org.lanewise.cli.answers.Scores;
import org.lanewise.cli.blocks.StoredEvaluation;
import org.lanewise.cli.gathering.Learner;
import org.lanewise.cli.model.ClassifierKind;
import org.lanewise.cli.model.FitOptions;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.model.IncompleteRows;
import org.lanewise.cli.model.SpanRows;
import org.lanewise.cli.model.StoredModel;
import org.lanewise.cli.options.Arguments;
import org.lanewise.cli.options.DecisionOptions;
import org.lanewise.cli.options.NewPriors;
import org.lanewise.cli.options.RunOptions;
import org.lanewise.cli.options.SelectOption;
import org.lanewise.cli.options.UsageException;
import org.lanewise.cli.output.Progress;
import org.lanewise.cli.page.PageOfRun;
import org.lanewise.cli.page.PageOptions;
import org.lanewise.cli.reading.DataReader;
import org.lanewise.cli.reading.ReadOptions;
import org.lanewise.cli.report.Evaluation;
import org.lanewise.cli.report.OperatingPoint;
import org.lanewise.cli.report.PrequentialTally;
import org.lanewise.cli.report.TestTally;
import org.lanewise.cli.report.Warnings;
import org.lanewise.cli.resampling.Part;
import org.lanewise.cli.resampling.Parts;
import org.lanewise.cli.resampling.ResamplingOptions;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.LabelUse;
import org.lanewise.cli.table.Table;
import org.lanewise.cli.validation.ColumnSelection;
import org.lanewise.cli.validation.RowRemoval;
import org.lanewise.data.Classes;
import org.lanewise.data.UnseenCategory;
import org.lanewise.data.Workers;
import org.lanewise.validation.EssentialRows;
import picocli.CommandLine.Model.CommandSpec;

/// `lanewise evaluate`: fits on some rows, predicts others, and prints how good the predictions
/// are.
final class EvaluateCommand implements Subcommand {

  /// The most classes; a confusion matrix is only kept for fewer.
  private static final int MAX_CLASSES = 1 << 20;

  private static final String SHARE = "a number above 0 and at most 1, such as 0.9, or CLASS=0.9";

  private Path model;
  private final TrainingOptions training = new TrainingOptions();
  private final DecisionOptions decision = new DecisionOptions();
  private final ResamplingOptions resampling = new ResamplingOptions();
  private final SelectOption select = new SelectOption();
  private boolean calibrated;
  private Optional<OperatingPoint.Wanted> recall = Optional.empty();
  private Optional<OperatingPoint.Wanted> precision = Optional.empty();
  private Path predictionsFile;
  private boolean boxM;
  private final PageOptions pages = new PageOptions();
  private final RunOptions run = new RunOptions();
  private CommandSpec spec;
  private boolean json;

  /// The page of figures, if one is asked for.
  private Optional<PageOfRun> page;

  /// The file of predictions, if one is asked for.
  private Optional<TestPredictions> predictions = Optional.empty();

  @Override
  public CommandSpec spec() {
    Arguments arguments =
        Arguments.ofCommand(
            this,
            "evaluate",
            "Fit on some rows, predict the others, and print how good the predictions are.",
            "Or predict all rows by a model that was fitted before.",
            "Row weights count in the fit and in figures of training rows. In figures of test rows,"
                + " calibration, decisions and --leave-one-out, each row counts once.",
            "The ROC area and the average precision rank rows by their log-odds.");
    arguments.examples(
        "  lanewise evaluate --classifier lda --data flowers.csv --split every:5",
        "  lanewise evaluate --classifier qda --data flowers.csv --folds 10 --repeat 5 --json",
        "  lanewise evaluate --classifier gaussian-nb --data old.csv --test new.csv",
        "  lanewise evaluate --classifier lda --data flowers.csv --leave-one-out --box-m",
        "  lanewise evaluate --classifier qda --data flowers.csv --folds 5 --report flowers.html",
        "  lanewise evaluate --classifier gaussian-nb --data log.csv --prequential --half-life"
            + " 5000",
        "See lanewise --help for the formats of data files.");
    arguments.file(
        "--model",
        "FILE",
        value -> model = value,
        "Instead of --classifier: a model file written by fit, tested on all rows.");
    arguments.add(training);
    arguments.add(decision);
    arguments.add(resampling);
    arguments.add(select);
    arguments.flag(
        "--calibration",
        () -> calibrated = true,
        "How well posteriors are calibrated: the Brier score of all classes (0 to 2), and a table"
            + " of the largest probability in 15 bins with the expected calibration error. Keeps 17"
            + " bytes of each test row.");
    arguments.value(
        "--recall",
        "[CLASS=]R",
        SHARE,
        text -> wanted(text, true),
        value -> recall = Optional.of(value),
        "Two classes: the threshold with which this share of the rows of CLASS, such as 0.9, is"
            + " predicted to be of it, as --costs for predict. By default of the second class.");
    arguments.value(
        "--precision",
        "[CLASS=]P",
        SHARE,
        text -> wanted(text, false),
        value -> precision = Optional.of(value),
        "The same so that this share of the rows predicted to be of CLASS are of it.");
    arguments.file(
        "--predictions",
        "FILE",
        value -> predictionsFile = value,
        "Also write a CSV file with the label, the prediction and p(CLASS) of each test row, by"
            + " the model that was not fitted to it: row (from 0, of the rows with a label), line"
            + " (of text files), fold. Keeps all of them in memory.");
    arguments.flag(
        "--box-m",
        () -> boxM = true,
        ClassifierKind.names(ClassifierKind::isOfNormalClasses)
            + ": Box's M test of whether the classes of the training rows share a covariance.");
    arguments.add(pages);
    arguments.add(run);
    arguments.json(() -> json = true);
    spec = arguments.spec();
    return spec;
  }

  @Override
  public void run(Session session) {
    training.data.check();
    decision.read();
    page = pages.page();
    if (recall.isPresent() && precision.isPresent()) {
      throw new UsageException("--recall and --precision cannot be used together");
    }
    if (model != null) {
      evaluateStored(session);
      return;
    }
    if (decision.testsUnknown()) {
      throw new UsageException("--unknown needs --model, a model of fit --unknown");
    }
    if (decision.makesSets()) {
      throw new UsageException("--coverage needs --model, a model of fit --sets");
    }
    FitOptions options = training.fitOptions();
    select.check(training.kind(), options);
    resampling.check(training.data);
    if (select.isGiven() && resampling.prequential.areAsked()) {
      throw new UsageException("--select cannot be used with --prequential; use --folds K");
    }
    if (select.isGiven() && resampling.leaveOneOut().isPresent()) {
      throw new UsageException(
          "--select cannot be used with --leave-one-out, which would test each row with columns"
              + " that it helped to select; use --folds K");
    }
    predictions = Optional.ofNullable(predictionsFile).map(TestPredictions::new);
    ReadOptions readOptions = resampling.folds.readOptions(training.readOptions());
    boolean several = resampling.folds.areAsked() || resampling.prequential.areAsked();
    if (boxM && (several || !training.kind().isOfNormalClasses())) {
      throw new UsageException(
          several
              ? "--box-m needs one set of training rows, and %s makes several; use --split, --test or --leave-one-out"
                  .formatted(resampling.folds.areAsked() ? "--folds" : "--prequential")
              : "--box-m does not apply to %s; expected one of %s"
                  .formatted(
                      training.kind(), ClassifierKind.names(ClassifierKind::isOfNormalClasses)));
    }
    if (boxM && options.hasIndicators()) {
      throw new UsageException(
          "--box-m cannot be used with --categories indicator, because indicators are not normal");
    }
    Workers workers = run.start();
    Evaluation evaluation;
    try (Progress progress = session.progress()) {
      Table rows = read(options, readOptions, workers, progress);
      Optional<EssentialRows> essential = resampling.leaveOneOut();
      evaluation =
          resampling.prequential.areAsked()
              ? testThenLearn(rows, options, workers, progress)
              : essential.isPresent()
                  ? leaveOneOut(rows, essential.get(), options, workers, progress)
                  : evaluate(
                      resampling.parts(rows, training.data, readOptions, workers, progress),
                      options,
                      workers,
                      progress);
    }
    print(session, evaluation);
  }

  private static Optional<OperatingPoint.Wanted> wanted(String text, boolean isRecall) {
    int equals = text.lastIndexOf('=');
    Optional<String> label = equals < 0 ? Optional.empty() : Optional.of(text.substring(0, equals));
    return Optional.of(FitOptions.parse(text.substring(equals + 1)))
        .filter(share -> share > 0 && share <= 1)
        .map(share -> new OperatingPoint.Wanted(isRecall, share, label));
  }

  /// The recall or precision for which a threshold is asked for, if one is.
  private Optional<OperatingPoint.Wanted> wanted() {
    return recall.or(() -> precision);
  }

  private TestTally tally(Classes classes, Optional<Decisions> decisions) {
    TestTally tally = new TestTally(classes, decisions, isCalibrated());
    wanted().ifPresent(tally::want);
    return tally;
  }

  private void print(Session session, Evaluation evaluation) {
    page.ifPresent(figures -> {
      String title = "%s on %s".formatted(evaluation.classifier(), training.data.shortName());
      String read =
          training.data.name()
              + resampling.testFile().map(file -> ", tested on " + file).orElse("");
      figures.write(spec, title, read, evaluation.members());
    });
    session.print(json ? evaluation.toJson() : evaluation.toText());
  }

  private void evaluateStored(Session session) {
    if (training.classifier.areGivenButPriors()
        || training.features.areGiven()
        || select.isGiven()
        || resampling.areGiven()
        || boxM) {
      throw new UsageException(
          "--model cannot be used with options for a fit or for training rows; use it with --data"
              + " and its format, --missing, --unseen, --priors, --costs, --reject, --unknown or"
              + " --coverage");
    }
    if (predictionsFile != null) {
      throw new UsageException(
          "--predictions needs rows that the model was not fitted to; with --model, use predict"
              + " --probabilities");
    }
    Optional<NewPriors> priors = training.classifier.priors().map(NewPriors::parse);
    priors.ifPresent(asked -> ModelPriors.requireTwice(asked, training.data));
    UnaryOperator<FittedModel> treatment = training.classifier.ofRows();
    Workers workers = run.start();
    Evaluation result;
    try (Progress progress = session.progress()) {
      progress.stage("reading " + model.getFileName());
      FittedModel file = StoredModel.read(model);
      FittedModel read = treatment.apply(file);
      int classCount = read.classes().count();
      if (classCount > MAX_CLASSES) {
        throw new DataException(
            "%s has %d classes; at most %d are supported"
                .formatted(model, classCount, MAX_CLASSES));
      }
      Optional<Decisions> decisions = decision.decisions(read.classes(), progress::note);
      // What is opened before the priors are found refuses rows that changed since.
      try (DataReader reader =
          training.columns.open(training.data, read, LabelUse.REQUIRED, true, progress)) {
        FittedModel stored =
            priors
                .map(given ->
                    ModelPriors.replace(
                        read, given, training.data, training.columns, workers, progress))
                .orElse(read);
        StoredEvaluation evaluation =
            new StoredEvaluation(
                stored,
                decision.unknownRows(stored, progress::note),
                decision.sets(read, progress::note),
                decisions,
                isCalibrated(),
                wanted(),
                page);
        page.ifPresent(figures -> figures.begin(stored, evaluation.rows()));
        long rows = reader.forEach(workers, evaluation::score, evaluation::add);
        result = evaluation.result(rows);
      }
    }
    print(session, result);
  }

  private Table read(
      FitOptions options, ReadOptions readOptions, Workers workers, Progress progress) {
    try (DataReader reader = training.open(readOptions, progress)) {
      return training.all(
          reader, options, rows -> select.isGiven() || isInSpan(options, rows), workers, progress);
    }
  }

  private Evaluation evaluate(Parts parts, FitOptions options, Workers workers, Progress progress) {
    ClassifierKind kind = training.kind();
    long rowCount = parts.rowCount();
    Classes classes = Classes.sorted(parts.classNames().toList());
    if (parts.files().size() > 1) {
      Warnings.ofAlike(classes.names()).ifPresent(progress::note);
    }
    parts.untaught("count as wrong, with probability 0").ifPresent(progress::note);
    if (!resampling.folds.areAsked()) {
      parts.copies().ifPresent(progress::note);
    }
    requireFewClasses(classes, rowCount);
    Optional<Decisions> decisions = decision.decisions(classes, progress::note);
    TestTally tally = tally(classes, decisions);
    String kernels = "";
    List<String> notes = List.of();
    long learned = 0;
    long lacked = 0;
    boolean inSpan = isInSpan(options, parts.files().getFirst());
    FitOptions fitted = inSpan ? options.ofSpan() : options;
    // Densities there are not those of all features.
    PredictionRequest asked = PredictionRequest.scores(!inSpan, decisions, Optional.empty());
    int fold = 0;
    for (Part each : parts.each()) {
      String which = resampling.folds.areAsked() ? "fold %d: ".formatted(++fold) : "";
      Part part =
          select.isGiven()
              ? selected(
                  each,
                  options,
                  tally,
                  workers,
                  progress::note,
                  step -> progress.stage(which + "selecting column " + step))
              : each;
      progress.stage(which + "fitting");
      long start = System.nanoTime();
      FittedModel model = part.fit(kind, fitted, workers);
      model
          .incomplete()
          .filter(IncompleteRows::stoppedEarly)
          .ifPresent(rows -> progress.note(rows.sentence()));
      notes = notes.isEmpty() ? Warnings.of(model) : notes;
      learned += part.trainCount();
      lacked += model.incomplete().map(IncompleteRows::leftOut).orElse(0L);
      PartScores.addFit(model, part, System.nanoTime() - start, tally);
      page.ifPresent(figures -> figures.begin(model, tally.rows()));
      if (!resampling.folds.areAsked()) {
        Iterable<Table> rows = TrainingRows.learned(model, part.training());
        tally.training = Optional.of(TrainingRows.figures(model, rows, boxM, workers));
      }
      progress.stage(which + "scoring");
      predictions.ifPresent(file -> file.begin(part.testRows()));
      PartScores.addScores(
          model,
          part,
          asked,
          List.of(tally),
          workers,
          progress,
          (chunk, scores) -> {
            page.ifPresent(figures -> figures.add(chunk, scores.labels()));
            predictions.ifPresent(file -> file.add(chunk, model.classes(), classes, scores));
          });
      kernels = model.kernels();
    }
    notes.forEach(progress::note);
    if (lacked > 0) {
      progress.note(
          "%d of the %d training rows of all fits have missing values and were left out"
              .formatted(lacked, learned));
    }
    int partitions = resampling.folds.areAsked() ? parts.partitions() : 0;
    predictions.ifPresent(file -> file.write(classes, decisions, partitions));
    return tally.evaluation(
        kind.id(),
        rowCount,
        kernels,
        resampling.folds.areAsked() ? Optional.of(resampling.folds.describe()) : Optional.empty(),
        parts.partitions());
  }

  private boolean isInSpan(FitOptions options, Table rows) {
    return resampling.folds.areAsked()
        && page.isEmpty()
        && !select.isGiven()
        && options.regularizes()
        && SpanRows.suit(training.kind(), options, rows);
  }

  /// The rows of a part with the columns that its training rows select.
  private Part selected(
      Part part,
      FitOptions options,
      TestTally tally,
      Workers workers,
      Consumer<String> notes,
      IntConsumer begun) {
    ColumnSelection selection =
        ColumnSelection.of(
            training.kind(),
            options,
            part.trainingTable(),
            select.wanted(resampling.folds.copies),
            workers,
            notes,
            begun);
    selection.steps().forEach(step -> tally.selected.merge(step.column(), 1, Integer::sum));
    return part.withFeatures(selection.features());
  }

  private Evaluation leaveOneOut(
      Table rows, EssentialRows essential, FitOptions options, Workers workers, Progress progress) {
    ClassifierKind kind = training.kind();
    requireFewClasses(rows.labels().classes(), rows.rowCount());
    progress.stage("fitting");
    long start = System.nanoTime();
    FittedModel model = FittedModel.fit(kind, options, rows, workers);
    long fitted = System.nanoTime();
    Warnings.of(model).forEach(progress::note);
    if (kind.readsTexts() && options.unseen() == UnseenCategory.IGNORE) {
      progress.note(
          "leave-one-out knows the categories of all rows: one that only the row left out has"
              + " counts as with --unseen smoothed");
    }
    progress.stage("leaving rows out");
    RowRemoval removal =
        RowRemoval.of(kind, options, rows, resampling.folds.copies.together(false));
    removal.note().ifPresent(progress::note);
    Optional<Decisions> decisions = decision.decisions(removal.labels().classes(), progress::note);
    RowRemoval.LeftOut left =
        removal.scores(
            removal.leaveOneOut(options, essential), model.classifier().hasDensity(), decisions);
    if (left.labels().rowCount() == 0) {
      throw new DataException(
          "%s: no row can be left out, because every model needs all of them; expected two or more rows in a class"
              .formatted(rows.file()));
    }
    long done = System.nanoTime();
    Classes classes = removal.labels().classes();
    TestTally tally = tally(classes, decisions);
    tally.addFit(model, rows.rowCount(), fitted - start);
    tally.learnSharesOfOthers(removal.labels());
    tally.addScores(
        classes, left.labels(), left.scores(), row -> rows.place(left.rows()[row]), done - fitted);
    page.ifPresent(figures -> {
      figures.begin(model, tally.rows());
      figures.add(rows.select(left.rows()), left.scores().labels());
    });
    predictions.ifPresent(file -> {
      file.begin(left.rows());
      file.add(rows.select(left.rows()), classes, classes, left.scores());
      file.write(classes, decisions, 0);
    });
    tally.leftOut = Optional.of(left.leftOut());
    Iterable<Table> learned = TrainingRows.learned(model, List.of(rows));
    tally.training = Optional.of(TrainingRows.figures(model, learned, boxM, workers));
    return tally.evaluation(kind.id(), rows.rowCount(), model.kernels());
  }

  /// Predicts each row by a model of the rows before it, then learns it.
  private Evaluation testThenLearn(
      Table rows, FitOptions options, Workers workers, Progress progress) {
    Classes classes = rows.labels().classes();
    requireFewClasses(classes, rows.rowCount());
    Optional<Decisions> decisions = decision.decisions(classes, progress::note);
    TestTally tally = tally(classes, decisions);
    PrequentialTally course =
        new PrequentialTally(
            resampling.prequential.describe(),
            resampling.prequential.windowRows(rows.rowCount()),
            rows.labels());
    tally.prequential = Optional.of(course);
    PredictionRequest asked = PredictionRequest.scores(true, decisions, Optional.empty());
    Learner learner = resampling.prequential.learner(training.kind(), options, rows, workers);
    progress.stage("testing and learning");
    long fitNanos = 0;
    int first = 0;
    for (Table block : resampling.prequential.blocks(rows)) {
      long start = System.nanoTime();
      if (learner.model().isPresent() && first >= resampling.prequential.warmUpRows()) {
        FittedModel model = learner.model().get();
        tally.learnShares(learner.statistics());
        learner.refusal().ifPresent(why -> course.addByOlder(block.rowCount(), why.getMessage()));
        int[] tested = IntStream.range(first, first + block.rowCount()).toArray();
        predictions.ifPresent(file -> file.begin(tested));
        for (Table chunk : block.chunks(model.chunkRows())) {
          Scores scores = model.score(chunk, asked, workers);
          long nanos = System.nanoTime() - start;
          tally.addScores(model.classes(), chunk.labels(), scores, chunk::place, nanos);
          predictions.ifPresent(file -> file.add(chunk, model.classes(), classes, scores));
          start = System.nanoTime();
        }
      } else {
        course.addNotPredicted(block.rowCount());
      }
      learner.learn(block);
      fitNanos += System.nanoTime() - start;
      first += block.rowCount();
      progress.share(first, rows.rowCount());
    }
    FittedModel last = learner.model().orElseThrow(() -> learner.refusal().orElseThrow());
    if (tally.rows().count() == 0) {
      throw new DataException(
          "%s: no row is left to predict after the first model; expected more rows or a smaller --block or --warm-up"
              .formatted(rows.file()));
    }
    Warnings.of(last).forEach(progress::note);
    tally.addFit(last, rows.rowCount(), fitNanos);
    course.trends().forEach(tally.rows()::add);
    page.ifPresent(figures -> figures.begin(last, tally.rows()));
    predictions.ifPresent(file -> file.write(classes, decisions, 0));
    return tally.evaluation(training.kind().id(), rows.rowCount(), last.kernels());
  }

  /// A page shows calibration, so that it is gathered for one too.
  private boolean isCalibrated() {
    return calibrated || page.isPresent();
  }

  private void requireFewClasses(Classes classes, long rowCount) {
    if (classes.count() > MAX_CLASSES) {
      throw new DataException(
          "%s has %d different labels in %d rows, and at most %d classes are supported; use --label to name the class column"
              .formatted(training.data.name(), classes.count(), rowCount, MAX_CLASSES));
    }
  }
}
