package org.lanewise.cli;

import static org.lanewise.cli.model.ClassifierKind.CATEGORICAL_NB;
import static org.lanewise.cli.model.ClassifierKind.MIXED_NB;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.lanewise.cli.answers.PredictionRequest;
import org.lanewise.cli.model.ClassifierKind;
import org.lanewise.cli.model.FitOptions;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.model.StoredModel;
import org.lanewise.cli.options.Advice;
import org.lanewise.cli.options.Arguments;
import org.lanewise.cli.options.ColumnOptions;
import org.lanewise.cli.options.CopiesOption;
import org.lanewise.cli.options.DataOptions;
import org.lanewise.cli.options.FeatureOptions;
import org.lanewise.cli.options.RunOptions;
import org.lanewise.cli.options.TextOptions;
import org.lanewise.cli.options.UsageException;
import org.lanewise.cli.output.OutputFile;
import org.lanewise.cli.output.Progress;
import org.lanewise.cli.output.ShellText;
import org.lanewise.cli.page.PageFile;
import org.lanewise.cli.reading.ReadOptions;
import org.lanewise.cli.report.ComparisonReport;
import org.lanewise.cli.report.Ranking;
import org.lanewise.cli.report.TestTally;
import org.lanewise.cli.report.Warnings;
import org.lanewise.cli.resampling.FoldOptions;
import org.lanewise.cli.resampling.Part;
import org.lanewise.cli.resampling.Parts;
import org.lanewise.cli.table.CategoryFeatures;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.MessageFeatures;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Classes;
import org.lanewise.data.Labels;
import org.lanewise.data.Workers;
import org.lanewise.validation.Comparison;
import org.lanewise.validation.CrossValidation;
import org.lanewise.validation.Folds;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// `lanewise compare`: every classifier that can take the rows, by the same folds.
final class CompareCommand implements Subcommand {

  private static final int FOLDS = 10;

  /// Groups of options that `fit` does not take, or takes from the classifier.
  private static final Set<Class<?>> OF_THIS_COMMAND =
      Set.of(
          CompareCommand.class,
          FoldOptions.class,
          CopiesOption.class,
          RunOptions.class,
          TextOptions.class);

  private final DataOptions data = DataOptions.labelled();
  private final ColumnOptions columns = new ColumnOptions();
  private final FeatureOptions features = new FeatureOptions();
  private final FoldOptions folds = new FoldOptions(OptionalInt.of(FOLDS));
  private final TextOptions text = new TextOptions();
  private String missing;
  private Optional<Set<ClassifierKind>> classifiers = Optional.empty();
  private Ranking ranking = Ranking.LOG_LOSS;

  /// The most rows from which options are chosen.
  private int sample = 20_000;

  private Path out;
  private Path page;
  private CommandSpec spec;
  private boolean json;
  private final RunOptions run = new RunOptions();

  /// The notes on fitted models that were printed.
  private final Set<String> noted = new HashSet<>();

  @Override
  public CommandSpec spec() {
    Arguments arguments =
        Arguments.ofCommand(
            this,
            "compare",
            "Compare all classifiers that accept the rows, by cross-validation with the same"
                + " folds.",
            "Messages (--text) are compared as words, as characters and with tf-idf; --tokens: as"
                + " that alone.",
            "The table is ranked by log loss, with standard errors (s.e.) over folds. It marks the"
                + " best classifier, and the simplest: the one with the fewest free parameters"
                + " within one standard error of the best. A classifier that predicts worse than"
                + " the class shares alone is never one of them. After a comma stands an option"
                + " whose value is chosen in each fold, as fit --choose does. Each fold also fits a"
                + " temperature to its training rows, as fit --temperature does; a second column"
                + " has the log loss without it. Keeps all rows in memory.");
    arguments.examples(
        "  lanewise compare --data flowers.csv",
        "  lanewise compare --data flowers.csv --folds 5 --repeat 10 --out best.model",
        "  lanewise compare --data flowers.csv --report flowers.html",
        "  lanewise compare --data visits.csv --groups patient --classifiers lda,gaussian-nb"
            + " --json",
        "See lanewise --help for the formats of data files.");
    arguments.add(data);
    arguments.add(folds);
    arguments.value(
        "--classifiers",
        "NAME,...",
        "some of " + ClassifierKind.names(),
        CompareCommand::kinds,
        value -> classifiers = Optional.of(value),
        "Compare only these: " + ClassifierKind.names() + ".");
    arguments.value(
        "--rank",
        Ranking.names("|"),
        "one of " + Ranking.names(", "),
        Ranking::named,
        value -> ranking = value,
        "The figure by which classifiers are ranked; log-loss by default. roc is the area under the"
            + " ROC curve, balanced the mean recall of the classes.");
    arguments.value(
        "--sample",
        "N|all",
        "a number of 2 or more, or all",
        text ->
            text.equals("all")
                ? Optional.of(Integer.MAX_VALUE)
                : Arguments.whole(text).filter(count -> count > 1),
        value -> sample = value,
        "Choose options and temperatures from up to N training rows of each fold, evenly spaced;"
            + " 20000 by default.");
    arguments.text(
        "--missing",
        "TEXT",
        value -> missing = value,
        "Cells with this text, such as ? or NA, and empty cells are missing values.");
    arguments.file(
        "--out",
        "FILE",
        value -> out = value,
        "Also fit the best classifier to all rows and write this model file.");
    arguments.file(
        "--report",
        "FILE",
        value -> page = value,
        "Also write the comparison as one HTML file, with a chart of the log losses.");
    arguments.add(columns);
    arguments.add(features);
    arguments.add(text);
    arguments.add(run);
    arguments.json(() -> json = true);
    spec = arguments.spec();
    return spec;
  }

  private String advice(String sentence) {
    return Advice.in(sentence, option -> spec.findOption(option) != null, "fit or evaluate with");
  }

  @Override
  public void run(Session session) {
    data.check();
    folds.check(data);
    List<Contender> contenders =
        Contender.all().stream()
            .filter(each -> classifiers.isEmpty() || classifiers.get().contains(each.kind()))
            .toList();
    data.requireAgain("compare reads the rows more than once");
    ReadOptions options = text.readOptions(folds.readOptions(features.readOptions(columns, false)));
    if (out != null) {
      if (OutputFile.isStandardOutput(out)) {
        throw new UsageException("--out - is taken by the table; use a file");
      }
      OutputFile.requireWritable(out);
    }
    if (page != null) {
      PageFile.require(page);
    }
    Workers workers = run.start();
    ComparisonReport report;
    try (Progress progress = session.progress()) {
      report =
          compare(
              contenders,
              options,
              workers,
              progress,
              soFar -> session.print(json ? soFar.toJson() : soFar.toText()));
    }
    if (page != null) {
      PageFile.write(page, spec, data.shortName(), report);
    }
    session.print(json ? report.toJson() : report.toText());
  }

  private static Optional<Set<ClassifierKind>> kinds(String names) {
    Set<ClassifierKind> kinds = EnumSet.noneOf(ClassifierKind.class);
    for (String name : names.split(",", -1)) {
      Optional<ClassifierKind> kind = ClassifierKind.named(name.strip());
      if (kind.isEmpty()) {
        return Optional.empty();
      }
      kinds.add(kind.get());
    }
    return Optional.of(kinds);
  }

  /// @param interrupted takes the classifiers that were compared when the process is interrupted
  private ComparisonReport compare(
      List<Contender> given,
      ReadOptions options,
      Workers workers,
      Progress progress,
      Consumer<ComparisonReport> interrupted) {
    ComparedRows read = new ComparedRows(data, options, columns.marker(missing), workers, progress);
    Table first = read.first(given);
    Optional<String> tokens = text.notation();
    List<Contender> asked =
        given.stream()
            .filter(each -> classifiers.isPresent() || each.suits(first, tokens))
            .flatMap(each ->
                first.features() instanceof MessageFeatures
                    ? each.forMessages(columns.text().orElseThrow(), tokens)
                    : Stream.of(each))
            .toList();
    Optional<String> marker = read.missing();
    // Rows that were not read as numbers may be numbers and categories.
    boolean texts = first.features() instanceof CategoryFeatures;
    boolean typed = texts && asked.stream().anyMatch(each -> each.kind() != CATEGORICAL_NB);
    Optional<String> doubt = typed ? Warnings.ofNumbersWithTexts(first, marker) : Optional.empty();
    List<Contender> contenders =
        texts ? asked.stream().map(Contender::withCategories).toList() : asked;
    Labels labels = first.labels();
    if (labels.classes().count() < 2) {
      throw FittedModel.oneClass(first.file(), labels.name(0));
    }
    List<String> notes =
        typed ? Warnings.of(first, MIXED_NB, FitOptions.defaults(marker)) : Warnings.of(first);
    doubt.ifPresent(progress::note);
    // The doubt was printed.
    notes.stream()
        .filter(
            note -> !note.startsWith("column types") && doubt.filter(note::startsWith).isEmpty())
        .map(this::advice)
        .forEach(progress::note);
    Folds all = folds.folds(first, data, options, workers, progress);
    Parts.folds(first, all).untaught("are not tested").ifPresent(progress::note);
    Folds dealt = FoldOptions.inFile(() -> all.ofKnownClasses(labels));
    Contender.Tuning tuning =
        new Contender.Tuning(
            folds.copies.together(false),
            LongStream.of(labels.counts()).anyMatch(count -> count == 1),
            sample,
            workers);
    if (first.rowCount() > tuning.sample()) {
      progress.note(
          "options and temperatures are chosen from %d of the training rows of each fold, evenly spaced; to change this, use --sample N or --sample all"
              .formatted(tuning.sample()));
    }
    // As in all entries, fits weigh rows, and each test row counts once.
    CrossValidation shares =
        CrossValidation.ofClassShares(labels, labels.withWeights((double[]) null), dealt);
    Map<String, Contender> compared = new LinkedHashMap<>();
    Map<String, ComparisonReport.Figures> figures = new ConcurrentHashMap<>();
    List<Comparison.Entry> entries = new CopyOnWriteArrayList<>();
    Thread hook =
        new Thread(() -> {
          progress.note("interrupted: the table lacks classifiers that were still to be compared");
          interrupted.accept(
              report(first, new Comparison(entries, shares), figures, Optional.empty()));
        });
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      for (Contender each : contenders) {
        try {
          if (doubt.isPresent() && each.options().hasIndicators()) {
            throw new DataException("%s: %s".formatted(first.file(), doubt.get()));
          }
          Table rows = read.of(each);
          if (!Arrays.equals(rows.labels().toArray(), labels.toArray())) {
            // Quotes divide cells of tables, and not always those of messages.
            throw new DataException(
                "%s has other rows as a table than as messages; use --quote to read both alike"
                    .formatted(rows.file()));
          }
          Contender contender = each.forRows(rows, marker);
          contender.requireFast(rows);
          Warnings.ofMeasurements(rows, contender.kind() == CATEGORICAL_NB)
              .ifPresent(reason -> {
                throw new DataException(reason);
              });
          note(contender.notes(rows, each), progress);
          compared.put(contender.name(), contender);
          FoldScores scores = scores(contender, Parts.folds(rows, dealt), tuning, progress);
          CrossValidation result = scores.tempered.crossValidation(dealt.partitionCount());
          boolean tempered = scores.temperatures.size() == dealt.count();
          figures.put(
              contender.name(),
              new ComparisonReport.Figures(
                  scores.untempered.crossValidation(dealt.partitionCount()),
                  scores.tempered.area(),
                  scores.temperatures.stream().mapToDouble(value -> value).average(),
                  contender.options(tuning, tempered),
                  command(contender, tuning, tempered, read)));
          Comparison.Entry entry =
              Comparison.Entry.of(contender.name(), result)
                  .rankedBy(ranking.spread(result, scores.folds));
          entries.add(Warnings.ofUseless(result, shares).map(entry::notRecommended).orElse(entry));
        } catch (DataException | IllegalArgumentException e) {
          entries.add(Comparison.Entry.refused(each.name(), advice(e.getMessage())));
        }
      }
    } finally {
      remove(hook);
    }
    Comparison comparison = new Comparison(entries, shares);
    comparison
        .best()
        .map(best -> compared.get(best.name()))
        .ifPresent(best ->
            figures.computeIfPresent(
                best.name(), (_, known) -> fitBest(best, known, tuning, read, progress)));
    if (out != null && comparison.best().isEmpty()) {
      throw new DataException(
          "%s: no classifier is better than the class shares alone, so there is no best model to write"
              .formatted(data.name()));
    }
    return report(first, comparison, figures, Optional.ofNullable(out).map(Path::toString));
  }

  private static void remove(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process ends, and the hook prints.
    }
  }

  private ComparisonReport report(
      Table rows,
      Comparison comparison,
      Map<String, ComparisonReport.Figures> figures,
      Optional<String> written) {
    return new ComparisonReport(
        rows.labels(),
        rows.schema().featureNames().size(),
        folds.describe(),
        comparison,
        ranking,
        figures,
        data.name(),
        written);
  }

  private void note(Stream<String> sentences, Progress progress) {
    sentences.filter(noted::add).forEach(progress::note);
  }

  /// The scores of the test rows of all folds.
  ///
  /// @param tempered with the temperatures of the folds
  /// @param untempered the scores of the models themselves
  /// @param folds the tempered scores of each fold
  /// @param temperatures the temperatures of the folds that have one
  private record FoldScores(
      TestTally tempered, TestTally untempered, List<TestTally> folds, List<Double> temperatures) {}

  private FoldScores scores(
      Contender contender, Parts parts, Contender.Tuning tuning, Progress progress) {
    Classes classes = Classes.sorted(parts.classNames().toList());
    FoldScores scores =
        new FoldScores(tally(classes), tally(classes), new ArrayList<>(), new ArrayList<>());
    for (Part part : parts.each()) {
      progress.stage("%s, fold %d".formatted(contender.name(), scores.folds.size() + 1));
      long start = System.nanoTime();
      Contender.Fit fit = contender.fit(part, tuning);
      long nanos = System.nanoTime() - start;
      if (scores.folds.isEmpty()) {
        note(Warnings.of(fit.model()).stream(), progress);
      }
      TestTally fold = tally(classes);
      scores.folds.add(fold);
      for (TestTally each : List.of(fold, scores.tempered, scores.untempered)) {
        PartScores.addFit(fit.model(), part, nanos, each);
      }
      addScores(fit.tempered(), part, List.of(fold, scores.tempered), tuning, progress);
      addScores(fit.model(), part, List.of(scores.untempered), tuning, progress);
      fit.temperature().ifPresent(found -> scores.temperatures.add(found.temperature().value()));
    }
    return scores;
  }

  private static TestTally tally(Classes classes) {
    return new TestTally(classes, Optional.empty(), false);
  }

  private static void addScores(
      FittedModel model,
      Part part,
      List<TestTally> tallies,
      Contender.Tuning tuning,
      Progress progress) {
    PartScores.addScores(
        model, part, PredictionRequest.SCORES, tallies, tuning.workers(), progress, (_, _) -> {});
  }

  /// Fits the best classifier to all rows, to know whether it has a temperature, and writes it if
  /// that was asked for.
  private ComparisonReport.Figures fitBest(
      Contender best,
      ComparisonReport.Figures known,
      Contender.Tuning tuning,
      ComparedRows read,
      Progress progress) {
    progress.stage("fitting " + best.name());
    Table rows = read.of(best);
    Contender.Fit fit = best.fit(rows, tuning, out != null);
    boolean tempered = fit.temperature().isPresent();
    if (out != null) {
      StoredModel.write(fit.tempered(), out);
    }
    return known.with(best.options(tuning, tempered), command(best, tuning, tempered, read));
  }

  /// The command that fits a classifier to these rows: its options, and those of this command that
  /// describe files and columns.
  private String command(
      Contender contender, Contender.Tuning tuning, boolean tempered, ComparedRows read) {
    StringBuilder command =
        new StringBuilder("lanewise fit ").append(contender.options(tuning, tempered));
    for (OptionSpec option :
        spec.root().commandLine().getParseResult().subcommand().matchedOptions()) {
      String name = option.longestName();
      if (OF_THIS_COMMAND.contains(Arguments.groupOf(option))) {
        continue;
      }
      if (option.typeInfo().isBoolean()) {
        boolean given = option.getValue();
        command.append(' ').append(given ? name : name.replaceFirst("^--", "--no-"));
      } else {
        option
            .originalStringValues()
            .forEach(value -> command.append(' ').append(ShellText.option(name, value)));
      }
    }
    // Of messages, no other column is a feature.
    boolean dropsGroups = columns.text().isEmpty() || contender.kind().hasBlocks();
    Stream.concat(
            folds.groupsToDrop(features).filter(_ -> dropsGroups).stream(),
            read.identifiers().stream())
        .forEach(column -> command.append(' ').append(ShellText.option("--drop", column)));
    return command.append(" --out best.model").toString();
  }
}
