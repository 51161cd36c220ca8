package org.lanewise.cli.validation;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.lanewise.cli.answers.Asked;
import org.lanewise.cli.answers.Explained;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.model.GaussianForms;
import org.lanewise.cli.rows.Inputs;
import org.lanewise.cli.rows.MixedRows;
import org.lanewise.cli.rows.Rows;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.Table;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.SparseRow;
import org.lanewise.data.SparseRows;
import org.lanewise.explanation.Explainer;
import org.lanewise.explanation.Explanation;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.ComplementNaiveBayes;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.discrete.PoissonNaiveBayes;
import org.lanewise.model.gaussian.GaussianClassifier;
import org.lanewise.model.mixed.MixedNaiveBayes;

/// Why the rows of a file are of their classes: the parts of the features in the log-odds of the
/// most probable class against another.
public final class RowExplanation implements Asked.Explaining {

  /// Explains why a row of a batch is of one class rather than of another.
  private interface Row {
    Explanation explain(int row, int label, int other);
  }

  private final BiFunction<Inputs, Table, Row> rows;
  private final OptionalInt against;
  private final int count;
  private final boolean sorted;
  private final boolean hasBaseline;

  private RowExplanation(
      BiFunction<Inputs, Table, Row> rows,
      OptionalInt against,
      int count,
      boolean sorted,
      boolean hasBaseline) {
    this.rows = rows;
    this.against = against;
    this.count = count;
    this.sorted = sorted;
    this.hasBaseline = hasBaseline;
  }

  /// Explanations by a model, without its temperature: that divides the log-odds of a row by a
  /// number that is no sum over features.
  ///
  /// @param most how many features are named of each row, those that say most; none for all of them
  ///   in their order
  /// @param against the class to compare with; by default, and where it is the most probable one,
  ///   the second most probable
  /// @param baseline the row that the parts are about: the mean of a class, or without one of all
  ///   classes by their priors; none for the parts of the model's own formula
  /// @throws DataException if the model cannot be explained, or not about a baseline
  public static RowExplanation of(
      FittedModel model,
      Optional<Integer> most,
      OptionalInt against,
      Optional<OptionalInt> baseline) {
    int d = model.classifier().featureCount();
    if (model.classes().count() < 2) {
      throw new DataException(
          "--explain: the model has one class, '%s'; two or more were expected"
              .formatted(model.classes().name(0)));
    }
    return new RowExplanation(
        rows(model, baseline.map(asked -> BaselineRow.of(model, asked))),
        against,
        most.map(asked -> Math.min(asked, d)).orElse(d),
        most.isPresent(),
        baseline.isPresent());
  }

  private static BiFunction<Inputs, Table, Row> rows(
      FittedModel model, Optional<double[]> baseline) {
    Inputs inputs = model.inputs();
    return switch (model.uncalibrated()) {
      case GaussianClassifier normal ->
          dense(
              about(Explainer.of(normal, GaussianForms.missing(inputs.missing())), baseline),
              Rows::numbers);
      case BernoulliNaiveBayes naive when inputs.missing().isPresent() ->
          codes(Explainer.missing(naive), Rows::incompleteBits);
      case BernoulliNaiveBayes naive when inputs.isSparse() && inputs.threshold().orElse(0) >= 0 ->
          sparse(Explainer.sparse(naive), Rows::sparseBits);
      case BernoulliNaiveBayes naive ->
          of(
              Explainer.of(naive),
              Rows::bits,
              (rows, row) -> {
                long[] words = new long[(rows.featureCount() + Long.SIZE - 1) / Long.SIZE];
                rows.row(row, words);
                return words;
              });
      case CategoricalNaiveBayes naive ->
          codes(Explainer.of(naive, inputs.unseen()), Rows::categories);
      case MultinomialNaiveBayes naive ->
          inputs.isSparse()
              ? sparse(Explainer.sparse(naive), Rows::sparseCounts)
              : dense(Explainer.of(naive), Rows::counts);
      case ComplementNaiveBayes naive ->
          inputs.isSparse()
              ? sparse(Explainer.sparse(naive), Rows::sparseCounts)
              : dense(Explainer.of(naive), Rows::counts);
      case PoissonNaiveBayes naive ->
          inputs.isSparse()
              ? sparse(
                  about(Explainer.sparse(naive), baseline.map(RowExplanation::sparseRow)),
                  Rows::sparseCounts)
              : dense(about(Explainer.of(naive), baseline), Rows::counts);
      case MixedNaiveBayes mixed ->
          of(
              Explainer.of(mixed, GaussianForms.missing(inputs.missing()), inputs.unseen()),
              MixedRows::of,
              MixedColumns::row);
      default ->
          throw new DataException(
              "--explain: there is no sum over the features of a model of %s; one of another classifier was expected"
                  .formatted(model.kind()));
    };
  }

  private static <R> Explainer<R> about(Explainer<R> explainer, Optional<R> baseline) {
    return baseline.map(explainer::about).orElse(explainer);
  }

  private static SparseRow sparseRow(double[] values) {
    return SparseRow.of(IntStream.range(0, values.length).toArray(), values);
  }

  private static BiFunction<Inputs, Table, Row> dense(
      Explainer<double[]> explainer, BiFunction<Inputs, Table, NumericColumns> rows) {
    return of(
        explainer,
        rows,
        (columns, row) -> {
          double[] values = new double[columns.featureCount()];
          columns.row(row, values);
          return values;
        });
  }

  private static BiFunction<Inputs, Table, Row> codes(
      Explainer<int[]> explainer, BiFunction<Inputs, Table, CategoryColumns> rows) {
    return of(
        explainer,
        rows,
        (columns, row) -> {
          int[] values = new int[columns.featureCount()];
          columns.row(row, values);
          return values;
        });
  }

  private static BiFunction<Inputs, Table, Row> sparse(
      Explainer<SparseRow> explainer, BiFunction<Inputs, Table, SparseRows> rows) {
    return of(
        explainer,
        rows,
        (batch, row) -> {
          SparseRow view = new SparseRow();
          batch.row(row, view);
          return view;
        });
  }

  private static <R, B extends RowBatch> BiFunction<Inputs, Table, Row> of(
      Explainer<R> explainer, BiFunction<Inputs, Table, B> rows, BiFunction<B, Integer, R> one) {
    return (inputs, table) -> {
      B batch = rows.apply(inputs, table);
      return (row, label, other) -> explainer.explain(one.apply(batch, row), label, other);
    };
  }

  @Override
  public int count() {
    return count;
  }

  @Override
  public boolean isSorted() {
    return sorted;
  }

  @Override
  public boolean hasBaseline() {
    return hasBaseline;
  }

  @Override
  public Explained explain(Inputs inputs, Table table, int[] labels, int[] others) {
    Row each = rows.apply(inputs, table);
    int n = labels.length;
    Explained explained =
        new Explained(
            new int[n],
            new double[n],
            new double[n],
            new double[n],
            new int[Math.multiplyExact(n, count)],
            new double[n * count]);
    for (int row = 0; row < n; row++) {
      int other =
          against.isPresent() && against.getAsInt() != labels[row]
              ? against.getAsInt()
              : others[row];
      Explanation why = each.explain(row, labels[row], other);
      explained.against()[row] = why.against();
      explained.logOdds()[row] = why.logOdds();
      explained.priors()[row] = why.prior();
      explained.baselines()[row] = why.baseline();
      int from = row * count;
      if (sorted) {
        largest(why, inputs.features().count(), from, explained);
      } else {
        for (int feature = 0; feature < count; feature++) {
          explained.features()[from + feature] = feature;
          explained.contributions()[from + feature] = why.contribution(feature);
        }
      }
    }
    return explained;
  }

  /// The features that say most, the largest part first, of equals the lowest first.
  private void largest(Explanation why, int featureCount, int from, Explained explained) {
    int[] features = explained.features();
    double[] parts = explained.contributions();
    int known = 0;
    for (int feature = 0; feature < featureCount; feature++) {
      double part = why.contribution(feature);
      if (known == count && !(Math.abs(part) > Math.abs(parts[from + count - 1]))) {
        continue;
      }
      int at = known < count ? known++ : count - 1;
      while (at > 0 && Math.abs(parts[from + at - 1]) < Math.abs(part)) {
        features[from + at] = features[from + at - 1];
        parts[from + at] = parts[from + at - 1];
        at--;
      }
      features[from + at] = feature;
      parts[from + at] = part;
    }
  }
}
