package org.lanewise.cli.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.lanewise.cli.rows.ColumnType;
import org.lanewise.cli.rows.ColumnTypes;
import org.lanewise.cli.rows.Inputs;
import org.lanewise.cli.rows.Memory;
import org.lanewise.cli.rows.MixedRows;
import org.lanewise.data.BadDataException;
import org.lanewise.data.Fact;
import org.lanewise.data.Labels;
import org.lanewise.data.MissingValues;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.Workers;
import org.lanewise.model.gaussian.Shrinkage;
import org.lanewise.model.mixed.BlockOptions;
import org.lanewise.model.mixed.MixedNaiveBayes;
import org.lanewise.model.mixed.MixedOptions;

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
        form::fit,
        (model, known) -> model.scorer(missing(known.missing().isPresent()), known.unseen()));
  }

  private static MissingValues missing(boolean allowed) {
    return allowed ? MissingValues.ALLOW : MissingValues.REFUSE;
  }

  private MixedNaiveBayes fit(
      MixedColumns rows, Labels labels, FitOptions options, Workers workers) {
    requireApplicable(options.given());
    MixedOptions mixed =
        new MixedOptions(options.naiveBayes().priors(), blocks(rows, labels, options));
    return options.discriminant().shrinkage() instanceof Shrinkage.LedoitWolf
        ? MixedNaiveBayes.fit(rows, labels, mixed)
        : MixedNaiveBayes.fit(
            mixed.statistics(rows, labels.classes()).on(workers).add(rows, labels), mixed);
  }

  private static String numbers(Map<Parameter, String> given) {
    return given.getOrDefault(Parameter.NUMBERS, DIAGONAL);
  }

  private List<BlockOptions> blocks(MixedColumns rows, Labels labels, FitOptions options) {
    List<BlockOptions> blocks = new ArrayList<>();
    for (ColumnType type : ColumnType.values()) {
      if (types.has(type)) {
        RowBatch block = rows.block(blocks.size());
        blocks.add(
            switch (type) {
              case NUMBER -> numbers((NumericColumns) block, labels, options);
              case BIT -> BlockOptions.bernoulli(options.naiveBayes());
              case CATEGORY -> BlockOptions.categorical(options.naiveBayes());
              case COUNT ->
                  "multinomial".equals(options.given().get(Parameter.COUNTS))
                      ? BlockOptions.multinomial(options.naiveBayes())
                      : BlockOptions.poisson(options.naiveBayes());
            });
      }
    }
    return blocks;
  }

  private static BlockOptions numbers(NumericColumns rows, Labels labels, FitOptions options) {
    String numbers = numbers(options.given());
    if (numbers.equals(DIAGONAL)) {
      return BlockOptions.diagonal(options.gaussianBayes(), missing(options.missing().isPresent()));
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
      for (int j = 0; j < rows.featureCount(); j++) {
        if (Double.isNaN(rows.value(row, j))) {
          // Numbers are the first block.
          throw new BadDataException(
              "%s, %s is missing, and --numbers %s learns covariances from whole rows; --numbers"
                  + " diagonal was expected, or rows without it",
              Fact.row(row), Fact.feature(j), numbers);
        }
      }
    }
    Memory.requireScatters(rows.featureCount(), labels.classCount(), pooled);
    return pooled
        ? BlockOptions.linear(options.discriminant())
        : BlockOptions.quadratic(options.discriminant());
  }

  /// Refuses options that would do nothing, or mean something else than they do elsewhere.
  private void requireApplicable(Map<Parameter, String> given) {
    boolean covariances = !numbers(given).equals(DIAGONAL);
    for (Parameter parameter : given.keySet()) {
      switch (parameter) {
        case NUMBERS, COVARIANCE -> requireColumns(parameter, ColumnType.NUMBER);
        case VARIANCE_SMOOTHING -> {
          requireColumns(parameter, ColumnType.NUMBER);
          require(!covariances, parameter, "of variances, which diagonal has", given);
        }
        case SHRINKAGE, RIDGE -> {
          requireColumns(parameter, ColumnType.NUMBER);
          require(covariances, parameter, "of covariances, which pooled or by-class have", given);
        }
        case COUNTS -> requireColumns(parameter, ColumnType.COUNT);
        case UNSEEN -> requireColumns(parameter, ColumnType.CATEGORY);
        case ALPHA -> {
          requireColumns(parameter, ColumnType.BIT, ColumnType.CATEGORY, ColumnType.COUNT);
          if (!given.get(parameter).matches("[^,a-z]*")) {
            throw new IllegalArgumentException(
                "--alpha is '%s'; one number was expected for mixed-nb"
                    .formatted(given.get(parameter)));
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
