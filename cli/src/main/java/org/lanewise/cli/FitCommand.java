package org.lanewise.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.lanewise.calibration.TemperatureScaling;
import org.lanewise.cli.gathering.BlockGathering;
import org.lanewise.cli.gathering.Gathered;
import org.lanewise.cli.gathering.StoredStatistics;
import org.lanewise.cli.model.ClassifierKind;
import org.lanewise.cli.model.ColumnScales;
import org.lanewise.cli.model.FitOptions;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.model.IncompleteRows;
import org.lanewise.cli.model.StoredModel;
import org.lanewise.cli.options.Advice;
import org.lanewise.cli.options.Arguments;
import org.lanewise.cli.options.ChooseOptions;
import org.lanewise.cli.options.RunOptions;
import org.lanewise.cli.options.StatisticsOptions;
import org.lanewise.cli.options.UsageException;
import org.lanewise.cli.output.OutputFile;
import org.lanewise.cli.output.Progress;
import org.lanewise.cli.reading.DataReader;
import org.lanewise.cli.reading.ReadOptions;
import org.lanewise.cli.report.ChoiceReport;
import org.lanewise.cli.report.FitReport;
import org.lanewise.cli.report.SelectionReport;
import org.lanewise.cli.report.Warnings;
import org.lanewise.cli.resampling.Part;
import org.lanewise.cli.resampling.Parts;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.Table;
import org.lanewise.cli.validation.ColumnSelection;
import org.lanewise.cli.validation.RowRanks;
import org.lanewise.cli.validation.RowRemoval;
import org.lanewise.cli.validation.RowSets;
import org.lanewise.cli.validation.Temperatures;
import org.lanewise.cli.validation.UnknownRows;
import org.lanewise.data.Workers;
import org.lanewise.inference.ClassSets;
import org.lanewise.inference.DensityRanks;
import org.lanewise.inference.RelativeMahalanobis;
import org.lanewise.io.TestRows;
import picocli.CommandLine.Model.CommandSpec;

/// `lanewise fit`: fits a model to a file and writes it.
final class FitCommand implements Subcommand {

  /// The options that choose columns or their covariance, which statistics already have.
  private static final Set<String> OF_COLUMNS = Set.of("--drop", "--numbers", "--column");

  private final TrainingOptions training = new TrainingOptions();
  private final StatisticsOptions statistics = new StatisticsOptions();
  private Path out;
  private final ChooseOptions choose = new ChooseOptions();
  private boolean temperature;
  private boolean json;
  private final RunOptions run = new RunOptions();

  @Override
  public CommandSpec spec() {
    Arguments arguments =
        Arguments.ofCommand(this, "fit", "Fit a model to a data file and write a model file.");
    arguments.examples(
        "  lanewise fit --classifier lda --data flowers.csv --out flowers.model",
        "  lanewise fit --classifier bernoulli-nb --data mail.tsv --label 0 --text 1 --out"
            + " mail.model",
        "  lanewise fit --classifier categorical-nb --data fungi.csv --label 0 --missing ? --out"
            + " f.model",
        "  lanewise fit --classifier lda --data patients.csv --missing NA --out patients.model",
        "  lanewise fit --classifier lda --data flowers.csv --choose shrinkage --out flowers.model",
        "  lanewise fit --classifier lda --statistics all.stats --out flowers.model",
        "See lanewise --help for the formats of data files.");
    arguments.add(training);
    arguments.add(statistics);
    arguments.requiredFile(
        "--out",
        "FILE",
        value -> out = value,
        "The model file, written whole or not at all; - is standard output.");
    arguments.add(choose);
    arguments.flag(
        "--temperature",
        () -> temperature = true,
        "Also fit a temperature for the posteriors by leave-one-out and keep it in the model; above"
            + " 1 it makes them less confident. Keeps all rows in memory.");
    arguments.json(() -> json = true);
    arguments.add(run);
    return arguments.spec();
  }

  private FitReport fit(
      FitOptions options,
      Optional<ChooseOptions.ChoiceRequest> asked,
      ReadOptions readOptions,
      Workers workers,
      Progress progress) {
    try (DataReader reader = training.open(readOptions, progress)) {
      Optional<BlockGathering> blocks =
          choose.leavingOut(temperature).isPresent() || choose.testRows > 0
              ? Optional.empty()
              : BlockGathering.of(training.kind(), options, reader.schema(), workers);
      if (blocks.isPresent()) {
        Warnings.ofSize(training.kind(), reader.schema().featureNames().size())
            .ifPresent(progress::note);
        BlockGathering gathering = blocks.get();
        gathering.readAll(reader, workers);
        progress.stage("fitting");
        return fit(gathering.gathered(), gathering.nanos(), options, progress);
      }
      Table rows = training.all(reader, options, _ -> choose.select.isGiven(), workers, progress);
      return fit(options, asked, rows, workers, progress);
    }
  }

  private FitReport fit(
      FitOptions options,
      Optional<ChooseOptions.ChoiceRequest> asked,
      Table all,
      Workers workers,
      Progress progress) {
    int step = choose.sets.orElse(0);
    Optional<Part> heldOut =
        step == 0 ? Optional.empty() : Optional.of(Parts.every(all, step).each().iterator().next());
    Table rows = heldOut.map(Part::trainingTable).orElse(all);
    ClassifierKind kind = training.kind();
    Optional<SelectionReport> selection = Optional.empty();
    if (choose.select.isGiven()) {
      ColumnSelection selected =
          ColumnSelection.of(
              kind,
              options,
              rows,
              choose.select.wanted(choose.copies),
              workers,
              progress::note,
              next -> progress.stage("selecting column " + next));
      selected.copied().noteOfLeftOut().ifPresent(progress::note);
      selection = Optional.of(new SelectionReport(selected));
      heldOut = heldOut.map(part -> part.withFeatures(selected.features()));
      rows = rows.withFeatures(selected.features());
    }
    FitOptions best = options;
    Optional<ChoiceReport> choice = Optional.empty();
    if (asked.isPresent()) {
      ColumnScales.reason(kind, options, rows)
          .ifPresent(reason -> progress.note(ColumnScales.note(reason, "")));
      FitOptions scaled = ColumnScales.with(kind, options, rows);
      progress.stage("choosing");
      List<FitOptions> candidates = asked.get().candidates(scaled, rows);
      ChoiceReport report =
          new ChoiceReport(
              asked.get().what(),
              removal(kind, scaled, rows, progress)
                  .choose(
                      candidates,
                      choose.leaveOneOut.essential(),
                      workers,
                      done -> progress.share(done, candidates.size())));
      choice = Optional.of(report);
      best = report.choice().best();
    }
    progress.stage("fitting");
    long start = System.nanoTime();
    FittedModel model = FittedModel.fit(kind, best, rows, workers);
    long nanos = System.nanoTime() - start;
    if (choice.isPresent()) {
      model = model.withChosen(choice.get().chosen());
    }
    Optional<TemperatureScaling> scaling = Optional.empty();
    if (temperature) {
      progress.stage("fitting a temperature");
      scaling =
          Optional.of(
              Temperatures.of(
                  kind,
                  best,
                  rows,
                  choose.copies.together(false),
                  choose.leaveOneOut.essential(),
                  workers,
                  progress::note));
      model = model.withTemperature(scaling.get().temperature());
    }
    Optional<DensityRanks> ranks = Optional.empty();
    if (choose.typicality) {
      progress.stage("computing typicality");
      ranks = RowRanks.of(model, best, rows, choose.copies::together, progress::note);
    }
    Optional<RelativeMahalanobis.Reference> reference = Optional.empty();
    if (choose.unknown) {
      progress.stage("ranking known rows");
      reference =
          Optional.of(
              UnknownRows.reference(
                  model, best, rows, choose.copies.together(true), progress::note));
    }
    Optional<ClassSets> sets = Optional.empty();
    if (choose.sets.isPresent()) {
      progress.stage("ranking rows");
      sets = Optional.of(sets(model, best, heldOut, rows, progress));
    }
    Optional<TestRows> tests =
        choose.testRows > 0 ? Optional.of(model.testRows(rows, choose.testRows)) : Optional.empty();
    return new FitReport(
        model.withKept(ranks, reference, sets, tests),
        rows.rowCount(),
        nanos,
        selection,
        choice,
        scaling);
  }

  private ClassSets sets(
      FittedModel model,
      FitOptions options,
      Optional<Part> heldOut,
      Table rows,
      Progress progress) {
    if (rows.labels().areWeighted()) {
      throw new UsageException("--sets cannot be used with weights, because rows are ranked alike");
    }
    if (heldOut.isPresent()) {
      return RowSets.heldOut(model, heldOut.get().test(model.chunkRows()));
    }
    RowRemoval removal = removal(model.kind(), options, rows, progress);
    return RowSets.leftOut(removal, removal.leaveOneOut(options, choose.leaveOneOut.essential()));
  }

  private RowRemoval removal(
      ClassifierKind kind, FitOptions options, Table rows, Progress progress) {
    RowRemoval removal = RowRemoval.of(kind, options, rows, choose.copies.together(false));
    removal.note().ifPresent(progress::note);
    return removal;
  }

  private FitReport fitStored(FitOptions options, Progress progress) {
    try {
      return fit(StoredStatistics.read(statistics.file().orElseThrow()), 0, options, progress);
    } catch (DataException e) {
      throw new DataException(
          Advice.in(e.getMessage(), option -> !OF_COLUMNS.contains(option), "gather with"), e);
    }
  }

  /// Fits a model to statistics.
  ///
  /// @param gatheringNanos how long it took to gather them
  private FitReport fit(
      Gathered gathered, long gatheringNanos, FitOptions options, Progress progress) {
    Warnings.of(gathered).forEach(progress::note);
    long start = System.nanoTime();
    FittedModel model = gathered.fit(training.kind(), options);
    return new FitReport(
        model,
        gathered.rowCount(),
        gatheringNanos + System.nanoTime() - start,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  @Override
  public void run(Session session) {
    FitOptions options = training.fitOptions();
    boolean fromStatistics = statistics.areGivenInPlaceOf(training.data.isGiven());
    if (!fromStatistics) {
      training.data.check();
    }
    Optional<ChooseOptions.ChoiceRequest> asked =
        choose.asked(training.kind(), options, temperature || choose.sets.isPresent());
    if (fromStatistics) {
      statistics.check(
          options,
          training.columns.areGiven()
              || training.features.areGiven()
              || training.data.describeEmbeddings());
      if (choose.testRows > 0) {
        throw new UsageException("--test-rows keeps rows, and statistics contain none; use --data");
      }
      if (choose.leavingOut(temperature).isPresent()) {
        throw new UsageException(
            "%s uses leave-one-out, which needs rows, and statistics contain none; use --data"
                .formatted(choose.leavingOut(temperature).get()));
      }
    }
    if (options.hasIndicators() && (choose.typicality || choose.unknown)) {
      throw new UsageException(
          "%s cannot be used with --categories indicator, because indicators are not normal"
              .formatted(choose.typicality ? "--typicality" : "--unknown"));
    }
    ReadOptions readOptions = training.readOptions();
    boolean toOutput = OutputFile.isStandardOutput(out);
    OutputFile.requireWritable(out);
    Workers workers = run.start();
    String summary;
    try (Progress progress = session.progress()) {
      FitReport fit =
          fromStatistics
              ? fitStored(options, progress)
              : fit(options, asked, readOptions, workers, progress);
      fit.model()
          .incomplete()
          .filter(IncompleteRows::stoppedEarly)
          .ifPresent(rows -> progress.note(rows.sentence()));
      Warnings.of(fit.model()).forEach(progress::note);
      progress.stage("writing " + out.getFileName());
      if (toOutput) {
        fit.selection().ifPresent(report -> progress.note(report.sentence()));
        fit.choice().ifPresent(report -> progress.note(report.sentence()));
        fit.scaling().ifPresent(found -> progress.note(FitReport.sentence(found)));
        session.print(StoredModel.file(fit.model())::write);
        return;
      }
      StoredModel.write(fit.model(), out);
      summary = json ? fit.toJson() : fit.toText(out.toString());
    }
    // The model may have gone to standard output.
    if (!OutputFile.isSpecial(out)) {
      session.print(summary);
    }
  }
}
