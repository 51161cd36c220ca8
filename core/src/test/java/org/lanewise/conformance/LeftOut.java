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
          LeaveOneOut.of(
              LinearDiscriminant.recipe(discriminant(way, training, labels)),
              (NumericColumns) rows,
              labels,
              essential);
      case QuadraticDiscriminant _ ->
          LeaveOneOut.of(
              QuadraticDiscriminant.recipe(discriminant(way, training, labels)),
              (NumericColumns) rows,
              labels,
              essential);
      case RegularizedDiscriminant _ ->
          LeaveOneOut.of(
              RegularizedDiscriminant.recipe(Subjects.regularized(way.options())),
              (NumericColumns) rows,
              labels,
              essential);
      case GaussianNaiveBayes _ ->
          LeaveOneOut.of(
              GaussianNaiveBayes.recipe(Subjects.naive(way.options())),
              (NumericColumns) rows,
              labels,
              essential);
      case BernoulliNaiveBayes _ ->
          switch (rows) {
            case SparseRows sparse ->
                LeaveOneOut.of(
                    BernoulliNaiveBayes.recipe(Subjects.discrete(way.options())),
                    sparse,
                    labels,
                    essential);
            case CategoryColumns codes ->
                LeaveOneOut.of(
                    BernoulliNaiveBayes.recipe(Subjects.discrete(way.options())),
                    codes,
                    labels,
                    essential);
            default ->
                LeaveOneOut.of(
                    BernoulliNaiveBayes.recipe(Subjects.discrete(way.options())),
                    (BitColumns) rows,
                    labels,
                    essential);
          };
      case CategoricalNaiveBayes _ ->
          LeaveOneOut.of(
              CategoricalNaiveBayes.recipe(Subjects.discrete(way.options())),
              (CategoryColumns) rows,
              labels,
              essential);
      case MultinomialNaiveBayes _ ->
          LeaveOneOut.of(
              MultinomialNaiveBayes.recipe(Subjects.discrete(way.options())),
              training.rows().sparse(),
              labels,
              essential);
      case PoissonNaiveBayes _ ->
          LeaveOneOut.of(
              PoissonNaiveBayes.recipe(Subjects.discrete(way.options())),
              training.rows().sparse(),
              labels,
              essential);
      case ComplementNaiveBayes _ ->
          LeaveOneOut.of(
              ComplementNaiveBayes.recipe(Subjects.complement(way.options())),
              training.rows().sparse(),
              labels,
              essential);
      default -> throw new IllegalStateException("no rows are left out of " + way);
    };
  }

  static DiscriminantOptions discriminant(Way way, Training training, Labels labels) {
    return Subjects.discriminant(
        way.options(), GaussianStatistics.of(training.rows().dense(), labels), training);
  }
}
