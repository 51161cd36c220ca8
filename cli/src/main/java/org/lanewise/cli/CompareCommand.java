package org.lanewise.cli;

import static org.lanewise.cli.model.ClassifierKind.CATEGORICAL_NB;
import static org.lanewise.cli.model.ClassifierKind.MIXED_NB;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.lanewise.cli.answers.PredictionRequest;
import org.lanewise.cli.model.ClassifierKind;
import org.lanewise.cli.model.FitOptions;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.model.Parameter;
import org.lanewise.cli.model.StoredModel;
import org.lanewise.cli.options.Arguments;
import org.lanewise.cli.options.ColumnOptions;
import org.lanewise.cli.options.DataOptions;
import org.lanewise.cli.options.FeatureOptions;
import org.lanewise.cli.options.RunOptions;
import org.lanewise.cli.options.UsageException;
import org.lanewise.cli.output.OutputFile;
import org.lanewise.cli.output.Progress;
import org.lanewise.cli.page.PageFile;
import org.lanewise.cli.reading.DataReader;
import org.lanewise.cli.reading.ReadOptions;
import org.lanewise.cli.report.ComparisonReport;
import org.lanewise.cli.report.TestTally;
import org.lanewise.cli.report.Warnings;
import org.lanewise.cli.resampling.FoldOptions;
import org.lanewise.cli.resampling.Part;
import org.lanewise.cli.resampling.Parts;
import org.lanewise.cli.table.CategoryFeatures;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Classes;
import org.lanewise.data.Labels;
import org.lanewise.data.Workers;
import org.lanewise.validation.Comparison;
import org.lanewise.validation.CrossValidation;
import org.lanewise.validation.Folds;
import picocli.CommandLine.Model.CommandSpec;

/// `lanewise compare`: every classifier that can take the rows, by the same folds.
final class CompareCommand implements Subcommand {

  private static final String FOLDS = "10";

  private final DataOptions data = DataOptions.labelled();
  private final ColumnOptions columns = new ColumnOptions();
  private final FeatureOptions features = new FeatureOptions();
  private final FoldOptions folds = new FoldOptions(Optional.of(FOLDS));
  private String missing;
  private String classifiers;
  private Path out;
  private Path page;
  private CommandSpec spec;
  private boolean json;
  private final RunOptions run = new RunOptions();

  /// The rows as numbers and as texts, as far as they were read, or the refusal.
  private final Map<Boolean, Table> tables = new HashMap<>();

  private final Map<Boolean, DataException> refusals = new HashMap<>();

  @Override
  public CommandSpec spec() {
    Arguments arguments =
        Arguments.ofCommand(
            this,
            "compare",
            "Compare all classifiers that accept the rows, by cross-validation with the same"
                + " folds.",
            "The table is ranked by log loss, with standard errors (s.e.) over folds. It marks the"
                + " best classifier, and the simplest: the one with the fewest free parameters"
                + " within one standard error of the best. After a comma stands an option whose"
                + " value is chosen in each fold, as fit --choose does. Keeps all rows in memory.");
    arguments.examples(
        "  lanewise compare --data flowers.csv",
        "  lanewise compare --data flowers.csv --folds 5 --repeat 10 --out best.model",
        "  lanewise compare --data flowers.csv --report flowers.html",
        "  lanewise compare --data visits.csv --groups patient --classifiers lda,gaussian-nb"
            + " --json",
        "See lanewise --help for the formats of data files.");
    arguments.add(data);
    arguments.add(folds);
    arguments.text(
        "--classifiers",
        "NAME,...",
        value -> classifiers = value,
        "Compare only these: " + ClassifierKind.names() + ".");
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
    arguments.add(run);
    arguments.json(() -> json = true);
    spec = arguments.spec();
    return spec;
  }

  @Override
  public void run(Session session) {
    data.check();
    folds.read(data);
    List<Contender> contenders = contenders();
    data.requireAgain("compare reads the rows more than once");
    ReadOptions options = folds.readOptions(features.readOptions(columns));
    if (out != null) {
      if (OutputFile.isStandardOutput(out)) {
        throw new UsageException("--out - is taken by the table; use a file");
      }
      data.requireOther(out);
      OutputFile.requireWritable(out);
    }
    if (page != null) {
      PageFile.require(page, data::requireOther);
      if (out != null
          && page.toAbsolutePath().normalize().equals(out.toAbsolutePath().normalize())) {
        throw new UsageException("--out and --report name the same file; use two");
      }
    }
    Workers workers = run.start();
    ComparisonReport report;
    try (Progress progress = session.progress()) {
      report = compare(contenders, options, workers, progress);
    }
    if (page != null) {
      PageFile.write(page, spec, data.shortName(), report);
    }
    session.print(json ? report.toJson() : report.toText());
  }

  private List<Contender> contenders() {
    List<Contender> all = Contender.all();
    if (classifiers == null) {
      return all;
    }
    List<ClassifierKind> kinds = new ArrayList<>();
    for (String name : classifiers.split(",", -1)) {
      kinds.add(
          ClassifierKind.named(name.strip())
              .orElseThrow(() ->
                  new UsageException(
                      "invalid value '%s' for --classifiers; expected some of %s"
                          .formatted(classifiers, ClassifierKind.names()))));
    }
    return all.stream().filter(contender -> kinds.contains(contender.kind())).toList();
  }

  private ComparisonReport compare(
      List<Contender> given, ReadOptions options, Workers workers, Progress progress) {
    Table first = first(given, options, workers, progress);
    List<Contender> asked =
        given.stream().filter(each -> classifiers != null || each.suits(first)).toList();
    Optional<String> marker = Optional.ofNullable(missing);
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
    // This command has no --column, and has printed the doubt.
    notes.stream()
        .filter(
            note -> !note.startsWith("column types") && doubt.filter(note::startsWith).isEmpty())
        .map(note -> note.replace("use --column", "use fit or evaluate with --column"))
        .forEach(progress::note);
    Folds dealt = folds.folds(first, data, options, workers, progress);
    Parts.folds(first, dealt).untaught().ifPresent(progress::note);
    // As in all entries, fits weigh rows, and each test row counts once.
    CrossValidation shares =
        CrossValidation.ofClassShares(labels, labels.withWeights((double[]) null), dealt);
    Map<String, OptionalDouble> areas = new HashMap<>();
    List<Comparison.Entry> entries = new ArrayList<>();
    for (Contender contender : contenders) {
      try {
        if (doubt.isPresent() && contender.indicators()) {
          throw new DataException("%s: %s".formatted(first.file(), doubt.get()));
        }
        Table rows = table(contender, options, workers, progress);
        contender.requireFast(rows);
        TestTally tally = tally(contender, Parts.folds(rows, dealt), workers, progress);
        areas.put(contender.name(), tally.area());
        CrossValidation result = tally.crossValidation(dealt.partitionCount());
        Comparison.Entry entry = Comparison.Entry.of(contender.name(), result);
        entries.add(
            Warnings.ofMeasurements(rows, contender.kind() == CATEGORICAL_NB)
                .or(() -> Warnings.ofUseless(result, shares))
                .map(entry::notRecommended)
                .orElse(entry));
      } catch (DataException | IllegalArgumentException e) {
        entries.add(Comparison.Entry.refused(contender.name(), e.getMessage()));
      }
    }
    Comparison comparison = new Comparison(entries, shares);
    if (out != null) {
      writeBest(contenders, comparison, options, workers, progress);
    }
    return new ComparisonReport(
        labels,
        first.schema().featureNames().size(),
        folds.describe(),
        comparison,
        areas,
        contenders.stream()
            .collect(
                Collectors.toMap(
                    Contender::name,
                    contender ->
                        contender.options(
                            Optional.ofNullable(missing), folds.copies.together(false)),
                    (a, b) -> a,
                    LinkedHashMap::new)),
        data.name(),
        columns.areGiven() || features.areGiven(),
        Optional.ofNullable(out).map(Path::toString));
  }

  private TestTally tally(Contender contender, Parts parts, Workers workers, Progress progress) {
    Classes classes = Classes.sorted(parts.classNames().toList());
    TestTally tally = new TestTally(classes, Optional.empty(), false);
    int fold = 0;
    for (Part part : parts.each()) {
      progress.stage("%s, fold %d".formatted(contender.name(), ++fold));
      long start = System.nanoTime();
      FittedModel model =
          contender.fit(part, Optional.ofNullable(missing), folds.copies.together(false), workers);
      PartScores.addFit(model, part, System.nanoTime() - start, tally);
      PartScores.addScores(
          model, part, PredictionRequest.SCORES, tally, workers, progress, (chunk, labels) -> {});
    }
    return tally;
  }

  private void writeBest(
      List<Contender> contenders,
      Comparison comparison,
      ReadOptions options,
      Workers workers,
      Progress progress) {
    String best =
        comparison
            .best()
            .orElseThrow(() ->
                new DataException(
                    "%s: no classifier is better than the class shares alone, so there is no best model to write"
                        .formatted(data.name())))
            .name();
    Contender contender =
        contenders.stream().filter(each -> each.name().equals(best)).findFirst().orElseThrow();
    progress.stage("fitting " + best);
    Table rows = table(contender, options, workers, progress);
    StoredModel.write(
        contender.fit(
            rows, rows, Optional.ofNullable(missing), folds.copies.together(false), workers),
        out);
  }

  /// The rows in the first form that can be read.
  private Table first(
      List<Contender> contenders, ReadOptions options, Workers workers, Progress progress) {
    return Stream.of(false, true)
        .filter(texts ->
            contenders.stream()
                .anyMatch(
                    each -> each.readsTexts() == texts || each.kind().takes(Parameter.CATEGORIES)))
        .<Table>mapMulti((texts, found) -> {
          try {
            found.accept(table(texts, options, workers, progress));
          } catch (DataException e) {
            // Kept as the refusal of the classifiers that need this form.
          }
        })
        .findFirst()
        .orElseThrow(() -> refusals.values().iterator().next());
  }

  private Table table(
      Contender contender, ReadOptions options, Workers workers, Progress progress) {
    return table(contender.readsTexts(), options, workers, progress);
  }

  /// The rows as numbers or as texts, read once in each form.
  private Table table(boolean texts, ReadOptions options, Workers workers, Progress progress) {
    if (refusals.containsKey(texts)) {
      throw refusals.get(texts);
    }
    return tables.computeIfAbsent(
        texts,
        _ -> {
          ReadOptions read = options.withCategorical(texts);
          try (DataReader reader =
              data.open(
                  missing == null ? read.withMissingNotGiven() : read.withMissing(missing),
                  progress)) {
            reader.noteTo(progress::note);
            return reader.all(workers).withSortedCategories();
          } catch (DataException e) {
            refusals.put(texts, e);
            throw e;
          }
        });
  }
}
