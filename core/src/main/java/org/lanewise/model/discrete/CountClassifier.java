package org.lanewise.model.discrete;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.RowFormat;
import org.lanewise.data.SparseRow;
import org.lanewise.data.SparseRows;
import org.lanewise.description.Tensor;
import org.lanewise.internal.score.AffineForm;
import org.lanewise.internal.score.Formats;
import org.lanewise.internal.score.RowReader;
import org.lanewise.internal.score.discrete.CountScorer;
import org.lanewise.internal.score.discrete.SparseScorer;
import org.lanewise.model.Evidence;
import org.lanewise.score.Scorer;

/// A Naive Bayes classifier of counts, given as numbers or as sparse rows.
abstract sealed class CountClassifier extends DiscreteClassifier<double[], NumericColumns>
    permits ComplementNaiveBayes, MultinomialNaiveBayes, PoissonNaiveBayes {

  private static final List<RowFormat<?, ?>> FORMATS = List.of(RowFormat.NUMBERS, RowFormat.SPARSE);

  static final String COUNTS = "counts";

  /// The expected number of occurrences in an example.
  private static final double WORDS = 100;

  /// Smoothed counts, [c][j].
  final double[][] counts;

  final AffineForm form;
  private final Scorer<double[], NumericColumns> scorer;
  private final Scorer<SparseRow, SparseRows> sparse;

  CountClassifier(
      Features features, Classes classes, double[] priors, double[][] counts, AffineForm form) {
    super(features, classes, counts[0].length, priors);
    this.counts = counts;
    this.form = form;
    scorer = new CountScorer(naming(), form).results();
    sparse = new SparseScorer(naming(), form, SparseScorer.Domain.COUNT).results();
  }

  @Override
  public final List<RowFormat<?, ?>> formats() {
    return FORMATS;
  }

  @Override
  public final Scorer<double[], NumericColumns> scorer() {
    return scorer;
  }

  @Override
  public final <S, C extends RowBatch> Scorer<S, C> scorer(RowFormat<S, C> format) {
    Scorer<?, ?> found = null;
    if (format == RowFormat.NUMBERS) {
      found = scorer;
    } else if (format == RowFormat.SPARSE) {
      found = sparse;
    }
    return Formats.scorer(found, format, this, FORMATS);
  }

  @Override
  public final <S> Evidence<S> evidence(RowFormat<S, ?> format) {
    Formats.require(format, this, FORMATS);
    return new CountEvidence<>(evidence(), RowReader.of(format));
  }

  abstract CountEvidence.Weights evidence();

  /// Returns about 100 occurrences, distributed as in the class.
  @Override
  public double[] example(int label, RandomGenerator random) {
    double[] expected = ofClass(label);
    double total = Arrays.stream(expected).sum();
    return rounded(expected, total > 0 ? WORDS / total : 0, random);
  }

  /// The counts of a class.
  double[] ofClass(int label) {
    return counts[label];
  }

  /// Scaled numbers, each rounded up with a probability equal to its fractional part.
  static double[] rounded(double[] values, double scale, RandomGenerator random) {
    double[] rounded = new double[values.length];
    for (int j = 0; j < rounded.length; j++) {
      rounded[j] = Math.floor(values[j] * scale + random.nextDouble());
    }
    return rounded;
  }

  final Tensor ofCounts() {
    return byClass(COUNTS, c -> counts[c]);
  }

  /// The logarithms of the sums of all counts of each class.
  final double[] totals() {
    return Arrays.stream(counts)
        .mapToDouble(ofClass -> StrictMath.log(Arrays.stream(ofClass).sum()))
        .toArray();
  }

  /// The smoothed counts of every feature in a class. Together with the priors (or the model's
  /// other parameters) they determine the model.
  ///
  /// @throws IndexOutOfBoundsException if there is no such class
  public final double[] pseudoCounts(int label) {
    return counts[Objects.checkIndex(label, classCount())].clone();
  }

  @Override
  public final double[] theta() {
    return form.theta();
  }
}
