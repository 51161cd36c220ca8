package org.lanewise.conformance;

import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.SparseRows;
import org.lanewise.model.Classifier;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.ComplementNaiveBayes;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.discrete.PoissonNaiveBayes;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.gaussian.RegularizedDiscriminant;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.validation.EssentialRows;
import org.lanewise.validation.LeaveOneOut;

/// The training rows of a case, each left out of its fit in closed form.
final class LeftOut {

  private LeftOut() {}

  /// @param rows the training rows in a form the model takes
  static LeaveOneOut of(Classifier<?, ?> model, Way way, Training training, RowBatch rows) {
    Labels labels =
        training.weights() == null
            ? training.labels()
            : training.labels().withWeights(training.weights());
    EssentialRows essential =
        way.ask().path("lastRow").asText("refuse").equals("leave out")
            ? EssentialRows.LEAVE_OUT
            : EssentialRows.REFUSE;
    return switch (model) {
      case LinearDiscriminant _ ->
          LeaveOneOut.linear(
              (NumericColumns) rows, labels, discriminant(way, training, labels), essential);
      case QuadraticDiscriminant _ ->
          LeaveOneOut.quadratic(
              (NumericColumns) rows, labels, discriminant(way, training, labels), essential);
      case RegularizedDiscriminant _ ->
          LeaveOneOut.regularized(
              (NumericColumns) rows, labels, Subjects.regularized(way.options()), essential);
      case GaussianNaiveBayes _ ->
          LeaveOneOut.gaussianNaiveBayes(
              (NumericColumns) rows, labels, Subjects.naive(way.options()), essential);
      case BernoulliNaiveBayes _ ->
          switch (rows) {
            case SparseRows sparse ->
                LeaveOneOut.bernoulli(sparse, labels, Subjects.discrete(way.options()), essential);
            case CategoryColumns codes ->
                LeaveOneOut.bernoulli(codes, labels, Subjects.discrete(way.options()), essential);
            default ->
                LeaveOneOut.bernoulli(
                    (BitColumns) rows, labels, Subjects.discrete(way.options()), essential);
          };
      case CategoricalNaiveBayes _ ->
          LeaveOneOut.categorical(
              (CategoryColumns) rows, labels, Subjects.discrete(way.options()), essential);
      case MultinomialNaiveBayes _ ->
          LeaveOneOut.multinomial(
              training.rows().sparse(), labels, Subjects.discrete(way.options()), essential);
      case PoissonNaiveBayes _ ->
          LeaveOneOut.poisson(
              training.rows().sparse(), labels, Subjects.discrete(way.options()), essential);
      case ComplementNaiveBayes _ ->
          LeaveOneOut.complement(
              training.rows().sparse(), labels, Subjects.complement(way.options()), essential);
      default -> throw new IllegalStateException("no rows are left out of " + way);
    };
  }

  static DiscriminantOptions discriminant(Way way, Training training, Labels labels) {
    return Subjects.discriminant(
        way.options(), GaussianStatistics.of(training.rows().dense(), labels), training);
  }
}
