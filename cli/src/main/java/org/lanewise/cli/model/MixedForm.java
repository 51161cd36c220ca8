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
import org.lanewise.cli.rows.UnknownValue;
import org.lanewise.cli.table.Table;
import org.lanewise.data.BadDataException;
import org.lanewise.data.Fact;
import org.lanewise.data.Labels;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.Workers;
import org.lanewise.model.Recipe;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.discrete.PoissonNaiveBayes;
import org.lanewise.model.gaussian.ExpectationMaximization;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.mixed.MixedNaiveBayes;
import org.lanewise.statistics.MixedStatistics;
import org.lanewise.statistics.Statistics;

/// The form of models of several kinds of columns: a block for each type of column that there is,
/// in the order of [ColumnType].
///
/// @param types the types of the columns
public record MixedForm(ColumnTypes types) {

  private static final String DIAGONAL = "diagonal";
  private static final String POOLED = "pooled";

  /// The model of rows that lack values of numbers with covariances, whose statistics come from
  /// expectation and maximisation; none where no such value is missing.
  ///
  /// @param labels those of the rows, with the classes that have any
  /// @throws org.lanewise.cli.table.DataException if a covariance is singular
  /// @throws IllegalArgumentException if the rows or options do not allow a fit
  Optional<RowsFit> maximized(
      FitOptions options, Inputs inputs, Table training, Labels labels, Workers workers) {
    requireApplicable(options.given());
    if (!hasCovariances(options)) {
      return Optional.empty();
    }
    MixedColumns rows = MixedRows.of(inputs, training);
    int lacking = lacking(options, rows);
    if (lacking == 0) {
      return Optional.empty();
    }
    if (options.discriminant().shrinkage().readsRowsAgain()) {
      throw new IllegalArgumentException(
          "--shrinkage %s reads the rows a second time, and %d of them have missing numbers; use a number, oas or oas-sklearn, or --numbers diagonal"
              .formatted(options.given().get(Parameter.SHRINKAGE), lacking));
    }
    ExpectationMaximization em =
        RowsFit.worded(
            new FileWording(training, inputs, labels.classes()),
            "--numbers diagonal to fit no covariance",
            () ->
                RowsFit.maximized(
                    numbers(options.given()).equals(POOLED),
                    numbers(rows),
                    labels,
                    options.maximization(),
                    workers));
    List<Statistics> blocks = new ArrayList<>(List.of(em.statistics()));
    if (rows.blockCount() > 1) {
      MixedColumns rest = MixedColumns.of(rows.blocks().subList(1, rows.blockCount()));
      Recipe<MixedNaiveBayes> ofRest =
          recipe(options, recipes(options).subList(1, rows.blockCount()));
      MixedStatistics others =
          ofRest
              .statistics(rest, labels.classes())
              .on(workers)
              .add(rest, labels)
              .as(MixedStatistics.class);
      for (int b = 0; b < others.blockCount(); b++) {
        blocks.add(others.block(b));
      }
    }
    return Optional.of(
        new RowsFit(
            recipe(options, recipes(options)).fit(new MixedStatistics(blocks)),
            labels,
            Optional.of(IncompleteRows.of(lacking, em))));
  }

  private boolean hasCovariances(FitOptions options) {
    return types.has(ColumnType.NUMBER) && !numbers(options.given()).equals(DIAGONAL);
  }

  private static NumericColumns numbers(RowBatch rows) {
    return (NumericColumns) ((MixedColumns) rows).block(0);
  }

  /// How many rows lack a number for which covariances would be estimated.
  public int lacking(FitOptions options, MixedColumns rows) {
    return hasCovariances(options)
        ? (int)
            IntStream.range(0, rows.rowCount())
                .filter(row -> UnknownValue.firstOf(numbers(rows), row) >= 0)
                .count()
        : 0;
  }

  private static String numbers(Map<Parameter, String> given) {
    return given.getOrDefault(Parameter.NUMBERS, DIAGONAL);
  }

  /// How each block is fitted.
  ///
  /// @throws IllegalArgumentException if an option was given that would do nothing
  Recipe<MixedNaiveBayes> applicable(FitOptions options) {
    requireApplicable(options.given());
    return recipe(options, recipes(options));
  }

  private static Recipe<MixedNaiveBayes> recipe(FitOptions options, List<Recipe<?>> blocks) {
    return MixedNaiveBayes.recipe(blocks.toArray(Recipe<?>[]::new))
        .withPriors(options.naiveBayes().priors());
  }

  private List<Recipe<?>> recipes(FitOptions options) {
    List<Recipe<?>> blocks = new ArrayList<>();
    for (ColumnType type : ColumnType.values()) {
      if (types.has(type)) {
        blocks.add(
            switch (type) {
              case NUMBER -> numbers(options);
              case BIT -> BernoulliNaiveBayes.recipe(options.naiveBayes());
              case CATEGORY -> CategoricalNaiveBayes.recipe(options.naiveBayes());
              case COUNT ->
                  "multinomial".equals(options.given().get(Parameter.COUNTS))
                      ? MultinomialNaiveBayes.recipe(options.naiveBayes())
                      : PoissonNaiveBayes.recipe(options.naiveBayes());
              case TEXT -> MultinomialNaiveBayes.recipe(options.naiveBayes());
            });
      }
    }
    return blocks;
  }

  private static Recipe<?> numbers(FitOptions options) {
    return switch (numbers(options.given())) {
      case DIAGONAL -> GaussianNaiveBayes.recipe(options.gaussianBayes());
      case POOLED -> LinearDiscriminant.recipe(options.discriminant());
      default -> QuadraticDiscriminant.recipe(options.discriminant());
    };
  }

  /// Refuses numbers that no covariance can be learned from.
  void requireScatters(RowBatch batch, Labels labels, FitOptions options) {
    if (!hasCovariances(options)) {
      return;
    }
    String numbers = numbers(options.given());
    NumericColumns rows = numbers(batch);
    boolean pooled = numbers.equals(POOLED);
    if (!pooled) {
      Scatters.requireOfEachClass(options.discriminant(), "", "--numbers by-class");
    }
    for (int row = 0; row < rows.rowCount(); row++) {
      int feature = UnknownValue.firstOf(rows, row);
      if (feature >= 0) {
        throw new BadDataException(
            "%s, %s is missing, and statistics for --numbers %s need complete rows; use --numbers"
                + " diagonal, leave such rows out, or use fit, which reads them again",
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
          require(!covariances, parameter, DIAGONAL, given);
        }
        case SHRINKAGE, RIDGE, EM_TOLERANCE -> {
          requireColumns(parameter, ColumnType.NUMBER);
          require(covariances, parameter, "pooled or by-class", given);
        }
        case COUNTS -> requireColumns(parameter, ColumnType.COUNT);
        case TOKENS -> requireColumns(parameter, ColumnType.TEXT);
        case ALPHA -> {
          requireColumns(
              parameter, ColumnType.BIT, ColumnType.CATEGORY, ColumnType.TEXT, ColumnType.COUNT);
          String alpha = given.get(parameter);
          if (alpha.contains(",") || alpha.equals("pseudo-data")) {
            throw new IllegalArgumentException(
                "invalid value '%s' for --alpha; mixed-nb expects one number".formatted(alpha));
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
        "%s needs %s column; to declare one, use --column NAME=%s"
            .formatted(
                parameter.option(),
                expected.length == 1 ? "a " + expected[0].id() : "a bit, category, text or count",
                expected[expected.length - 1].id()));
  }

  private static void require(
      boolean applies, Parameter parameter, String needed, Map<Parameter, String> given) {
    if (!applies) {
      throw new IllegalArgumentException(
          "%s needs --numbers %s, not %s".formatted(parameter.option(), needed, numbers(given)));
    }
  }
}
