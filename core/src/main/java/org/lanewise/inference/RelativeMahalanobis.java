package org.lanewise.inference;

import java.util.Arrays;
import org.lanewise.data.BadDataException;
import org.lanewise.data.Fact;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.internal.score.scratch.Scratch;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.transform.Transforms;
import org.lanewise.model.Classifier;
import org.lanewise.model.Priors;
import org.lanewise.model.Recipe;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.Shrinkage;
import org.lanewise.model.gaussian.TransformedClassifier;
import org.lanewise.model.gaussian.TransformedOptions;
import org.lanewise.score.Results;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.transform.Transform;
import org.lanewise.validation.EssentialRows;
import org.lanewise.validation.IdenticalRows;
import org.lanewise.validation.LeaveOneOut;

/// Tests whether a row belongs to none of the classes of a linear discriminant, by its relative
/// Mahalanobis distance (Ren et al., A Simple Fix to Mahalanobis Distance for Improving Near-OOD
/// Detection, arXiv 2106.09022):
///
/// ```
/// R(x) = min_c (x − μ_c)ᵀΣ⁻¹(x − μ_c) − (x − m)ᵀΣ₀⁻¹(x − m)
/// ```
///
/// m and Σ₀ are the mean and covariance of all training rows about m, shrunk as Σ. R is small for a
/// row near a class, and large for one that all training rows together describe as well as the
/// nearest class does. Features that vary as much within classes as between them cancel, which is
/// why R finds unknown rows that the plain distance misses.
///
/// **The p-value** of a row is (r + 1)/(n + 1), where r of n training rows, each left out of the
/// fit of both normals, have an R of at least that of the row. If new rows are like the training
/// rows, a share α of them has p ≤ α, so α is the share of known rows that is rejected; no
/// threshold has to be set. Rows left out are ranked by −2 times the log-likelihood ratio of their
/// nearest class and of all rows, which is R up to the change of two determinants. The only row of
/// a class has no rank.
///
/// **Identical rows** of a class ([IdenticalRows]) are left out of the fits together: a row whose
/// copy stays in the fit lies nearer to the class than new rows do, and too many of these would be
/// rejected. Each has the weight of a row, but n is the number of different rows.
///
/// ```java
/// RelativeMahalanobis known = RelativeMahalanobis.of(recipe, rows, labels);
/// int label = known.predict(row, 0.05);   // −1: none of these
/// ```
///
/// Models of transformed rows ([TransformedClassifier]) are tested after the transform. Immutable
/// and safe for any number of threads; methods of a row that fill an array, `distance`, `pValue`
/// and `predict` allocate nothing once a thread has scored with a model as large.
public final class RelativeMahalanobis {

  /// The normal distribution of all rows, and the ranks of the training rows. A model file stores
  /// it on request.
  ///
  /// Both belong to the rows of one fit. If a class is added to the model
  /// ([org.lanewise.model.GrowingModel]), they can be combined with the new model: rows near the
  /// new class are then accepted. But the background and the ranks are still those of the previous
  /// rows, so the share of known rows that is rejected may differ from α. To renew them, fit all
  /// rows ([#of(Recipe, NumericColumns, Labels)]); statistics are not enough, because each row is
  /// left out once.
  ///
  /// @param background the normal of all rows, as a model of one class
  /// @param ranks −R/2 of training rows that were left out of the fits, as ranks of one class
  public record Reference(LinearDiscriminant background, DensityRanks ranks) {

    /// @throws IllegalArgumentException if one of them has more than one class
    public Reference {
      if (background.classCount() != 1 || ranks.classCount() != 1) {
        throw new IllegalArgumentException(
            "the background has %d classes and the ranks %d; one of each is expected"
                .formatted(background.classCount(), ranks.classCount()));
      }
    }
  }

  private final Classifier<double[], NumericColumns> model;
  private final Reference reference;

  /// Null if rows are not transformed.
  private final Transform transform;

  private final LinearDiscriminant classes;

  private RelativeMahalanobis(Classifier<double[], NumericColumns> model, Reference reference) {
    this.model = model;
    this.reference = reference;
    transform =
        model.bare() instanceof TransformedClassifier transformed ? transformed.transform() : null;
    classes = linear(model);
  }

  private static LinearDiscriminant linear(Classifier<?, ?> model) {
    Classifier<?, ?> bare =
        model.bare() instanceof TransformedClassifier transformed
            ? transformed.model()
            : model.bare();
    if (!(bare instanceof LinearDiscriminant linear)) {
      throw new IllegalArgumentException(
          "the model is a %s; a LinearDiscriminant is expected, with or without a transform"
              .formatted(bare.getClass().getSimpleName()));
    }
    return linear;
  }

  /// Fits a model and its reference to rows; identical rows are left out together.
  ///
  /// @param recipe of a linear discriminant, or of one of transformed rows
  /// @throws IllegalArgumentException as [#of(Recipe, NumericColumns, Labels, IdenticalRows)]
  public static RelativeMahalanobis of(
      Recipe<? extends Classifier<double[], NumericColumns>> recipe,
      NumericColumns rows,
      Labels labels) {
    return of(recipe, rows, labels, IdenticalRows.of(rows, labels).together());
  }

  /// Fits a model and its reference to rows.
  ///
  /// @param recipe of a linear discriminant, or of one of transformed rows
  /// @param identical the identical rows of `rows` and `labels`
  /// @throws IllegalArgumentException as [Recipe#fit(RowBatch, Labels)]; if the recipe is of
  ///   another model, pools classes by their priors, or shrinks towards variances; or if every
  ///   class has only one row
  public static RelativeMahalanobis of(
      Recipe<? extends Classifier<double[], NumericColumns>> recipe,
      NumericColumns rows,
      Labels labels,
      IdenticalRows identical) {
    if (recipe.options() instanceof TransformedOptions options) {
      Transform transform = options.transform();
      return Transforms.worded(
          transform,
          () -> {
            RelativeMahalanobis values =
                fitted(
                    options.recipe(), NumericColumns.copyOf(transform.of(rows)), labels, identical);
            return new RelativeMahalanobis(
                TransformedClassifier.of(rows.features(), transform, values.classes),
                values.reference);
          });
    }
    return fitted(recipe, rows, labels, identical);
  }

  /// Fits a linear discriminant, the normal of all rows and the ranks.
  private static RelativeMahalanobis fitted(
      Recipe<?> recipe, NumericColumns rows, Labels labels, IdenticalRows identical) {
    requirePooledByRows(recipe);
    GaussianStatistics statistics =
        recipe.statistics(rows, labels.classes()).add(rows, labels).as(GaussianStatistics.class);
    DiscriminantOptions chosen =
        (DiscriminantOptions) recipe.chosen(statistics, rows, labels).options();
    LinearDiscriminant model = LinearDiscriminant.recipe(chosen).fit(statistics);
    // An intensity chosen from the rows is that of the model, and is used for all rows too.
    Shrinkage shrinkage = chosen.shrinkage().held(model.shrinkageIntensities()[0]);
    Recipe<LinearDiscriminant> equal =
        LinearDiscriminant.recipe(chosen.withShrinkage(shrinkage).withPriors(Priors.uniform()));
    LinearDiscriminant background = equal.fit(statistics.ofAllRows());
    Labels one = Labels.ofIndices(new int[rows.rowCount()], background.classes());
    DensityRanks ranks =
        ranks(
            LeaveOneOut.of(equal, rows, labels, EssentialRows.LEAVE_OUT, identical),
            LeaveOneOut.of(
                equal,
                rows,
                labels.areWeighted() ? one.withWeights(labels.weights()) : one,
                EssentialRows.LEAVE_OUT,
                identical),
            background.logDeterminant(0) - model.logDeterminant(0),
            labels,
            identical.areTogether()
                ? identical.distinctCount() / (double) identical.rowCount()
                : 1);
    return new RelativeMahalanobis(model, new Reference(background, ranks));
  }

  /// Combines a model with its reference, such as one read from a file.
  ///
  /// @throws IllegalArgumentException if the model is not a linear discriminant, with or without a
  ///   transform, or the reference has another number of features
  public static RelativeMahalanobis of(
      Classifier<double[], NumericColumns> model, Reference reference) {
    int count = linear(model).featureCount();
    if (reference.background().featureCount() != count) {
      throw new IllegalArgumentException(
          "the background has %d features; %d are expected, as in the model"
              .formatted(reference.background().featureCount(), count));
    }
    return new RelativeMahalanobis(model, reference);
  }

  private static void requirePooledByRows(Recipe<?> recipe) {
    if (recipe.model() != LinearDiscriminant.class) {
      throw new IllegalArgumentException(
          "the recipe is of a %s; one of a LinearDiscriminant is expected, with or without a transform"
              .formatted(recipe.model().getSimpleName()));
    }
    if (((DiscriminantOptions) recipe.options()).usesClassScatters()) {
      throw new IllegalArgumentException(
          "the covariance of the classes is pooled by their priors or shrunk class by class, which"
              + " has no counterpart for all rows; pooling by rows and another shrinkage are"
              + " expected");
    }
  }

  /// @param share the number of different rows, as a share of all
  private static DensityRanks ranks(
      LeaveOneOut ofClasses,
      LeaveOneOut ofAll,
      double logDeterminants,
      Labels labels,
      double share) {
    int n = labels.rowCount();
    int k = labels.classCount();
    double[][] ranked = new double[n][];
    int count = 0;
    for (int row = 0; row < n; row++) {
      double largest = Double.NEGATIVE_INFINITY;
      for (int c = 0; c < k; c++) {
        // NaN propagates.
        largest = Math.max(largest, ofClasses.logJoint(row, c));
      }
      double ratio = largest + StrictMath.log(k) - ofAll.logJoint(row, 0);
      if (!Double.isNaN(ratio) && labels.weight(row) > 0) {
        ranked[count++] = new double[] {ratio - 0.5 * logDeterminants, share * labels.weight(row)};
      }
    }
    if (count == 0) {
      throw new IllegalArgumentException(
          "each class has only one row, so no row can be left out; a class with two or more is"
              + " expected");
    }
    double[][] ordered = Arrays.copyOf(ranked, count);
    Arrays.sort(ordered, (a, b) -> Double.compare(a[0], b[0]));
    double[] values = new double[count];
    double[] weights = new double[count];
    double sum = 0;
    for (int i = 0; i < count; i++) {
      values[i] = ordered[i][0];
      sum += ordered[i][1];
      weights[i] = sum;
    }
    return DensityRanks.kept(new double[][] {values}, new double[][] {weights});
  }

  /// The model.
  public Classifier<double[], NumericColumns> model() {
    return model;
  }

  /// The normal of all rows and the ranks, to be stored with the model.
  public Reference reference() {
    return reference;
  }

  /// R(x) of one row: the squared distance from the nearest class minus that from all rows.
  ///
  /// @throws IllegalArgumentException as [org.lanewise.score.Scorer#predict(Object)], or if both
  ///   distances are beyond the range of doubles
  public double distance(double[] row) {
    Workspace w = Scratch.forRow();
    try {
      double[] values =
          transform == null ? row : Transforms.of(transform).row(row, model.features(), w);
      return distance("the row", values, w.transform.distances(classes.classCount()));
    } finally {
      Scratch.giveBack(w);
    }
  }

  private double distance(Object row, double[] values, double[] squared) {
    classes.squaredMahalanobis(values, squared);
    double least = squared[0];
    for (int c = 1; c < classes.classCount(); c++) {
      least = Math.min(least, squared[c]);
    }
    reference.background().squaredMahalanobis(values, squared);
    double distance = least - squared[0];
    if (Double.isNaN(distance)) {
      throw new BadDataException(
          "%s is so far from all means that its distances are out of the range of doubles; values"
              + " nearer to those of the training data are expected",
          row);
    }
    return distance;
  }

  /// The p-value of one row: the share of known rows that are as far out, or further. It is small
  /// for a row that belongs to none of the classes.
  ///
  /// @throws IllegalArgumentException as [#distance(double\[\])]
  public double pValue(double[] row) {
    return pValueOf(distance(row));
  }

  /// The p-value of a row whose R(x) is `distance`.
  public double pValueOf(double distance) {
    return reference.ranks().pValue(0, -0.5 * distance);
  }

  /// The class of one row, or −1 if its p-value is at most `alpha`.
  ///
  /// @param alpha the share of known rows to be rejected, 0 to 1
  /// @throws IllegalArgumentException as [#distance(double\[\])]
  public int predict(double[] row, double alpha) {
    return pValue(row) <= alpha ? -1 : model.predict(row);
  }

  /// Computes results of one row and its p-value, which goes into `pValue[0]`.
  ///
  /// @throws IllegalArgumentException as [#distance(double\[\])], or if an array is too short
  public void score(double[] row, Results results, double[] pValue) {
    model.scorer().score(row, results);
    pValue[0] = pValue(row);
  }

  /// Computes R of every row, into `out[row]`.
  ///
  /// @throws IllegalArgumentException as [#distance(double\[\])], or if `out` is too short
  public void distances(NumericColumns rows, double[] out) {
    int n = rows.rowCount();
    if (out.length < n) {
      throw new IllegalArgumentException(
          "the array for the results has %d elements; at least %d are expected"
              .formatted(out.length, n));
    }
    model.features().requireSame(rows.features(), ", as in the model");
    NumericColumns values = transform == null ? rows : transform.of(rows);
    double[] row = new double[classes.featureCount()];
    double[] squared = new double[classes.classCount()];
    for (int i = 0; i < n; i++) {
      values.row(i, row);
      out[i] = distance(Fact.row(i), row, squared);
    }
  }

  /// Computes the p-value of every row, into `out[row]`.
  ///
  /// @throws IllegalArgumentException as [#distances(NumericColumns, double\[\])]
  public void pValues(NumericColumns rows, double[] out) {
    distances(rows, out);
    for (int i = 0; i < rows.rowCount(); i++) {
      out[i] = pValueOf(out[i]);
    }
  }
}
