package org.lanewise.cli.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.lanewise.cli.rows.ColumnType;
import org.lanewise.cli.rows.ColumnTypes;
import org.lanewise.cli.rows.FileWording;
import org.lanewise.cli.rows.Inputs;
import org.lanewise.cli.rows.Memory;
import org.lanewise.cli.rows.MixedRows;
import org.lanewise.cli.table.Table;
import org.lanewise.data.BadDataException;
import org.lanewise.data.Fact;
import org.lanewise.data.Labels;
import org.lanewise.data.MissingValues;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.Workers;
import org.lanewise.model.gaussian.ExpectationMaximization;
import org.lanewise.model.gaussian.Shrinkage;
import org.lanewise.model.mixed.BlockOptions;
import org.lanewise.model.mixed.MixedNaiveBayes;
import org.lanewise.model.mixed.MixedOptions;
import org.lanewise.statistics.MixedStatistics;
import org.lanewise.statistics.Statistics;

/// The form of models of several kinds of columns: a block for each type of column that there is,
/// in the order of [ColumnType].
///
/// @param types the types of the columns
record MixedForm(ColumnTypes types) {

  private static final String DIAGONAL = "diagonal";
  private static final String POOLED = "pooled";

  static Form<?, ?> of(Inputs inputs) {
    MixedForm form = new MixedForm(inputs.types().orElseThrow());
    return new Form<>(
        MixedNaiveBayes.class,
        MixedRows::of,
        form::gather,
        form::chosen,
        form::fit,
        (model, known) -> model.scorer(missing(known.missing().isPresent()), known.unseen()));
  }

  private static MissingValues missing(boolean allowed) {
    return allowed ? MissingValues.ALLOW : MissingValues.REFUSE;
  }

  private MixedStatistics gather(
      MixedColumns rows, Labels labels, FitOptions options, Workers workers) {
    requireApplicable(options.given());
    if (types.has(ColumnType.NUMBER)) {
      // Numbers are the first block.
      requireScatters((NumericColumns) rows.block(0), labels, options);
    }
    return options(options).statistics(rows, labels.classes()).on(workers).add(rows, labels);
  }

  /// The model of rows that lack values of numbers with covariances, whose statistics come from
  /// expectation and maximisation; none where no such value is missing.
  ///
  /// @param labels those of the rows, with the classes that have any
  /// @throws org.lanewise.cli.table.DataException if a covariance is singular
  /// @throws IllegalArgumentException if the rows or options do not allow a fit
  Optional<GaussianForms.IncompleteFit> maximized(
      FitOptions options, Inputs inputs, Table training, Labels labels, Workers workers) {
    requireApplicable(options.given());
    String numbers = numbers(options.given());
    if (!types.has(ColumnType.NUMBER) || numbers.equals(DIAGONAL)) {
      return Optional.empty();
    }
    MixedColumns rows = MixedRows.of(inputs, training);
    NumericColumns block = (NumericColumns) rows.block(0);
    long lacking =
        IntStream.range(0, rows.rowCount()).filter(row -> lacks(block, row) >= 0).count();
    if (lacking == 0) {
      return Optional.empty();
    }
    if (options.discriminant().shrinkage() instanceof Shrinkage.LedoitWolf) {
      throw new IllegalArgumentException(
          "--shrinkage %s reads the rows a second time, and %d of them lack numbers; a number, oas or oas-sklearn was expected, or --numbers diagonal"
              .formatted(options.given().get(Parameter.SHRINKAGE), lacking));
    }
    ExpectationMaximization em =
        GaussianForms.maximized(
            numbers.equals(POOLED),
            block,
            labels,
            new FileWording(training, inputs, labels.classes()),
            "--numbers diagonal takes no covariance",
            options.maximization(),
            workers);
    List<Statistics> blocks = new ArrayList<>(List.of(em.statistics()));
    if (rows.blockCount() > 1) {
      MixedOptions all = options(options);
      MixedColumns rest = MixedColumns.of(rows.blocks().subList(1, rows.blockCount()));
      MixedStatistics others =
          new MixedOptions(all.priors(), all.blocks().subList(1, all.blocks().size()))
              .statistics(rest, labels.classes())
              .on(workers)
              .add(rest, labels);
      for (int b = 0; b < others.blockCount(); b++) {
        blocks.add(others.block(b));
      }
    }
    return Optional.of(
        new GaussianForms.IncompleteFit(
            fit(new MixedStatistics(blocks), options), labels, IncompleteRows.of(lacking, em)));
  }

  /// The first feature that a row lacks, −1 if it lacks none.
  private static int lacks(NumericColumns rows, int row) {
    for (int j = 0; j < rows.featureCount(); j++) {
      if (Double.isNaN(rows.value(row, j))) {
        return j;
      }
    }
    return -1;
  }

  /// The options with a shrinkage that may take the rows a second time to be chosen.
  private FitOptions chosen(
      Statistics statistics, MixedColumns rows, Labels labels, FitOptions options) {
    return options.discriminant().shrinkage() instanceof Shrinkage.LedoitWolf
        ? GaussianForms.chosen(
            ((MixedStatistics) statistics).block(0),
            (NumericColumns) rows.block(0),
            labels,
            options)
        : options;
  }

  private MixedNaiveBayes fit(Statistics statistics, FitOptions options) {
    return MixedNaiveBayes.fit(Form.as(MixedStatistics.class, statistics), applicable(options));
  }

  private static String numbers(Map<Parameter, String> given) {
    return given.getOrDefault(Parameter.NUMBERS, DIAGONAL);
  }

  /// How each block is fitted.
  ///
  /// @throws IllegalArgumentException if an option was given that would do nothing
  MixedOptions applicable(FitOptions options) {
    requireApplicable(options.given());
    return options(options);
  }

  private MixedOptions options(FitOptions options) {
    List<BlockOptions> blocks = new ArrayList<>();
    for (ColumnType type : ColumnType.values()) {
      if (types.has(type)) {
        blocks.add(
            switch (type) {
              case NUMBER -> numbers(options);
              case BIT -> BlockOptions.bernoulli(options.naiveBayes());
              case CATEGORY -> BlockOptions.categorical(options.naiveBayes());
              case COUNT ->
                  "multinomial".equals(options.given().get(Parameter.COUNTS))
                      ? BlockOptions.multinomial(options.naiveBayes())
                      : BlockOptions.poisson(options.naiveBayes());
            });
      }
    }
    return new MixedOptions(options.naiveBayes().priors(), blocks);
  }

  private static BlockOptions numbers(FitOptions options) {
    return switch (numbers(options.given())) {
      case DIAGONAL ->
          BlockOptions.diagonal(options.gaussianBayes(), missing(options.missing().isPresent()));
      case POOLED -> BlockOptions.linear(options.discriminant());
      default -> BlockOptions.quadratic(options.discriminant());
    };
  }

  /// Refuses numbers that no covariance can be learned from.
  private static void requireScatters(NumericColumns rows, Labels labels, FitOptions options) {
    String numbers = numbers(options.given());
    if (numbers.equals(DIAGONAL)) {
      return;
    }
    boolean pooled = numbers.equals(POOLED);
    if (!pooled
        && options.discriminant().shrinkage() instanceof Shrinkage.LedoitWolf(boolean asScikitLearn)
        && !asScikitLearn) {
      throw new IllegalArgumentException(
          "--shrinkage lw is of a covariance that all classes share; a number, oas, oas-sklearn or"
              + " lw-sklearn was expected for --numbers by-class");
    }
    for (int row = 0; row < rows.rowCount(); row++) {
      int feature = lacks(rows, row);
      if (feature >= 0) {
        throw new BadDataException(
            "%s, %s is missing, and statistics for --numbers %s are of whole rows; --numbers"
                + " diagonal was expected, rows without it, or fit, which reads them again",
            Fact.row(row), Fact.feature(feature), numbers);
      }
    }
    Memory.requireScatters(
        rows.featureCount(),
        labels.classCount(),
        pooled && !options.discriminant().usesClassScatters());
  }

  /// Refuses options that would do nothing, or mean something else than they do elsewhere.
  private void requireApplicable(Map<Parameter, String> given) {
    boolean covariances = !numbers(given).equals(DIAGONAL);
    for (Parameter parameter : given.keySet()) {
      switch (parameter) {
        case NUMBERS, COVARIANCE -> requireColumns(parameter, ColumnType.NUMBER);
        case VARIANCE_SMOOTHING, VARIANCES -> {
          requireColumns(parameter, ColumnType.NUMBER);
          require(!covariances, parameter, "of variances, which diagonal has", given);
        }
        case SHRINKAGE, RIDGE, EM_TOLERANCE -> {
          requireColumns(parameter, ColumnType.NUMBER);
          require(covariances, parameter, "of covariances, which pooled or by-class have", given);
        }
        case COUNTS -> requireColumns(parameter, ColumnType.COUNT);
        case UNSEEN -> requireColumns(parameter, ColumnType.CATEGORY);
        case ALPHA -> {
          requireColumns(parameter, ColumnType.BIT, ColumnType.CATEGORY, ColumnType.COUNT);
          String alpha = given.get(parameter);
          if (alpha.contains(",") || alpha.equals("pseudo-data")) {
            throw new IllegalArgumentException(
                "--alpha is '%s'; one number was expected for mixed-nb".formatted(alpha));
          }
        }
        default -> {}
      }
    }
  }

  private void requireColumns(Parameter parameter, ColumnType... expected) {
    for (ColumnType type : expected) {
      if (types.has(type)) {
        return;
      }
    }
    throw new IllegalArgumentException(
        "%s was given and no column is %s; --column NAME=%s makes one so"
            .formatted(
                parameter.option(),
                expected.length == 1 ? "a " + expected[0].id() : "a bit, category or count",
                expected[expected.length - 1].id()));
  }

  private static void require(
      boolean applies, Parameter parameter, String what, Map<Parameter, String> given) {
    if (!applies) {
      throw new IllegalArgumentException(
          "%s was given with --numbers %s, and is %s"
                  .formatted(parameter.option(), numbers(given), what)
              + "; neither or another was expected");
    }
  }
}
