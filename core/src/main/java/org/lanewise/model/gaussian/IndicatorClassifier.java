package org.lanewise.model.gaussian;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.MissingValues;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.RowFormat;
import org.lanewise.data.UnseenCategory;
import org.lanewise.description.Description;
import org.lanewise.internal.fit.KnownKinds;
import org.lanewise.internal.fit.ModelText;
import org.lanewise.internal.score.BatchScorer;
import org.lanewise.internal.score.Formats;
import org.lanewise.internal.score.Naming;
import org.lanewise.internal.transform.IndicatorScorer;
import org.lanewise.model.Classifier;
import org.lanewise.model.Evidence;
import org.lanewise.model.ModelSource;
import org.lanewise.model.ParameterTable;
import org.lanewise.model.Priors;
import org.lanewise.score.Scorer;
import org.lanewise.transform.Indicators;

/// A model of numbers and categories: categories become indicator columns, which a model of
/// numbers, such as a discriminant, scores together with the numbers.
///
/// ```java
/// MixedColumns rows = MixedColumns.of(numbers, categories);
/// Indicators indicators = Indicators.of(rows);
/// IndicatorClassifier model =
///     IndicatorClassifier.of(
///         indicators, LinearDiscriminant.fit(indicators.columns(rows), labels));
/// ```
///
/// To leave rows out, cross-validate or choose options, use the recipe of the discriminant with
/// `indicators.columns(rows)`.
///
/// Features are those of the rows; densities and parameters refer to the indicator columns. An
/// indicator is not normal, so densities and posteriors are approximations. Linear discriminants
/// nevertheless give results very similar to those of logistic regression (Hastie, Tibshirani and
/// Friedman, *The Elements of Statistical Learning*, second edition, 2009, section 4.4.5).
/// Immutable.
public final class IndicatorClassifier implements Classifier<Object[], MixedColumns> {

  private static final String KIND =
      KnownKinds.add("indicators", "model of indicator columns", IndicatorClassifier::of);

  private static final String LEFT_OUT = "left_out";

  private final Indicators indicators;
  private final Classifier<double[], NumericColumns> model;
  private final List<RowFormat<?, ?>> formats;
  private final Map<RowFormat<?, ?>, Scorer<Object[], MixedColumns>> scorers = new HashMap<>();

  private IndicatorClassifier(Indicators indicators, Classifier<double[], NumericColumns> model) {
    this.indicators = indicators;
    this.model = model;
    formats =
        model.takes(RowFormat.NUMBERS_WITH_MISSING)
            ? List.of(RowFormat.BLOCKS, RowFormat.BLOCKS.withMissing(MissingValues.ALLOW))
            : List.of(RowFormat.BLOCKS);
  }

  /// Creates a model from indicators and a model of their columns.
  ///
  /// @param model a model of numbers without a temperature, which may transform its rows
  /// @throws IllegalArgumentException if the features of the model are not the columns, or if it
  ///   has a temperature
  public static IndicatorClassifier of(
      Indicators indicators, Classifier<double[], NumericColumns> model) {
    if (!model.features().equals(indicators.outputs())) {
      throw new IllegalArgumentException(
          "the model has %d features %s; the %d columns %s of the indicators are expected"
              .formatted(
                  model.featureCount(),
                  model.features().names(),
                  indicators.outputs().count(),
                  indicators.outputs().names()));
    }
    if (!model.bare().equals(model)) {
      throw new IllegalArgumentException(
          "the model of the columns is a %s; a model without a temperature is expected"
              .formatted(model.getClass().getSimpleName()));
    }
    return new IndicatorClassifier(indicators, model);
  }

  private static IndicatorClassifier of(ModelSource in) throws IOException {
    List<CategoryDictionary> categories = in.categories(1, in.features().count());
    Indicators indicators =
        Indicators.of(in.features(), categories, in.integers(LEFT_OUT, categories.size()));
    return of(indicators, in.modelOfNumbers("model", indicators.outputs()));
  }

  @Override
  public Description describe() {
    return Description.of(KIND, features())
        .withCategories(indicators.dictionaries())
        .with(LEFT_OUT, Arrays.stream(indicators.leftOut()).asLongStream().boxed().toList())
        .withPart("model", model.describe());
  }

  /// Returns the numbers of an example of the columns, and for each feature the category with the
  /// largest indicator, or the one without a column.
  @Override
  public double[] example(int label, RandomGenerator random) {
    double[] columns = model.example(label, random);
    int[] leftOut = indicators.leftOut();
    int numbers = indicators.numberCount();
    double[] row = Arrays.copyOf(columns, featureCount());
    int column = numbers;
    for (int f = 0; f < leftOut.length; f++) {
      int best = leftOut[f];
      double largest = random.nextDouble(0.2, 0.8);
      for (int code = 0; code < indicators.dictionaries().get(f).size(); code++) {
        if (code != leftOut[f]) {
          if (columns[column] > largest) {
            largest = columns[column];
            best = code;
          }
          column++;
        }
      }
      row[numbers + f] = best;
    }
    return row;
  }

  /// The indicators.
  public Indicators indicators() {
    return indicators;
  }

  /// The model of the columns.
  public Classifier<double[], NumericColumns> model() {
    return model;
  }

  @Override
  public Features features() {
    return indicators.features();
  }

  @Override
  public Classes classes() {
    return model.classes();
  }

  @Override
  public double[] priors() {
    return model.priors();
  }

  @Override
  public boolean hasDensity() {
    return model.hasDensity();
  }

  /// The free parameters of the model of the columns.
  @Override
  public long freeParameters() {
    return model.freeParameters();
  }

  @Override
  public Classifier<Object[], MixedColumns> withPriors(Priors priors) {
    return new IndicatorClassifier(indicators, model.withPriors(priors));
  }

  @Override
  public Classifier<Object[], MixedColumns> without(String... labels) {
    return new IndicatorClassifier(indicators, model.without(labels));
  }

  @Override
  public Scorer<Object[], MixedColumns> scorer() {
    return made(RowFormat.BLOCKS);
  }

  @Override
  public List<RowFormat<?, ?>> formats() {
    return formats;
  }

  /// Returns the scorer of rows in blocks. Missing numbers and categories, and unseen categories
  /// with [UnseenCategory#IGNORE], are integrated out if the model of the columns can do that.
  ///
  /// @throws IllegalArgumentException also for [UnseenCategory#SMOOTHED]
  @Override
  @SuppressWarnings("unchecked") // A format of mixed columns is one of blocks.
  public <S, C extends RowBatch> Scorer<S, C> scorer(RowFormat<S, C> format) {
    return Formats.scorer(
        formats.contains(format.withUnseen(UnseenCategory.REFUSE))
                && format.unseen() != UnseenCategory.SMOOTHED
                && model.takes(numbers(format))
            ? made((RowFormat<Object[], MixedColumns>) format)
            : null,
        format,
        this,
        formats);
  }

  private synchronized Scorer<Object[], MixedColumns> made(
      RowFormat<Object[], MixedColumns> format) {
    return scorers.computeIfAbsent(
        format,
        _ ->
            new IndicatorScorer(
                    new Naming(features(), classes()),
                    rows -> MixedColumns.of(indicators.columns(rows, format)),
                    (row, out) -> indicators.row(row, format, out),
                    syntheticRow(),
                    BatchScorer.of(model.scorer(numbers(format))))
                .results());
  }

  /// Unseen categories become missing values for the model of the columns.
  private static RowFormat<double[], NumericColumns> numbers(RowFormat<?, ?> format) {
    return format.unseen() == UnseenCategory.IGNORE
        ? RowFormat.NUMBERS_WITH_MISSING
        : RowFormat.NUMBERS.withMissing(format.missing());
  }

  private Object[] syntheticRow() {
    int[] codes = new int[indicators.dictionaries().size()];
    int numbers = indicators.numberCount();
    return numbers == 0 ? new Object[] {codes} : new Object[] {new double[numbers], codes};
  }

  /// The contributions of the features: that of a category feature is the sum over its columns.
  @Override
  @SuppressWarnings("unchecked") // Of rows in blocks, as the format.
  public <S> Evidence<S> evidence(RowFormat<S, ?> format) {
    Formats.require(format, this, formats);
    RowFormat<Object[], MixedColumns> blocks = (RowFormat<Object[], MixedColumns>) format;
    return (Evidence<S>) new ColumnEvidence(indicators, blocks, model.evidence(numbers(format)));
  }

  private record ColumnEvidence(
      Indicators indicators, RowFormat<Object[], MixedColumns> format, Evidence<double[]> inner)
      implements Evidence<Object[]> {
    @Override
    public void add(
        double sign,
        Object[] row,
        Object[] observed,
        int label,
        int against,
        double[] out,
        double[] zeros) {
      int count = indicators.outputs().count();
      double[] values = new double[count];
      double[] known = new double[count];
      double[] parts = new double[count];
      indicators.row(row, format, values);
      indicators.row(observed, format, known);
      double[] ofColumns = zeros == null ? null : new double[count];
      inner.add(sign, values, known, label, against, parts, ofColumns);
      for (int column = 0; column < count; column++) {
        int feature = indicators.feature(column);
        out[feature] += parts[column];
        if (zeros != null) {
          zeros[feature] += ofColumns[column];
        }
      }
    }

    @Override
    public double constant(int label, int against) {
      return inner.constant(label, against);
    }

    @Override
    public boolean mayBeZero() {
      return inner.mayBeZero();
    }
  }

  /// The parameters of the model of the columns, whose names are `feature=category`.
  @Override
  public List<ParameterTable> parameters(List<String> names) {
    return model.parameters(indicators.outputNames(names));
  }

  /// The class, the size, the classes and the model of the columns, as in `IndicatorClassifier[3
  /// features, 2 classes: [no, yes], 21 free parameters, LinearDiscriminant of 5 columns]`.
  @Override
  public String toString() {
    return ModelText.of(
        this,
        ", %s of %d columns"
            .formatted(model.getClass().getSimpleName(), indicators.outputs().count()));
  }
}
