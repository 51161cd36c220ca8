package org.lanewise.inference;

import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.lanewise.data.BadDataException;
import org.lanewise.data.Classes;
import org.lanewise.data.Fact;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.internal.score.BatchScorer;
import org.lanewise.internal.score.gaussian.NumericScorer;
import org.lanewise.internal.score.gaussian.RelativeDistance;
import org.lanewise.internal.score.scratch.Scratch;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.transform.Transforms;
import org.lanewise.model.Classifier;
import org.lanewise.model.Priors;
import org.lanewise.model.Recipe;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.GaussianClassifier;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.Shrinkage;
import org.lanewise.model.gaussian.TransformedClassifier;
import org.lanewise.model.gaussian.TransformedOptions;
import org.lanewise.score.Results;
import org.lanewise.score.Scorer;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.Statistics;
import org.lanewise.transform.Transform;
import org.lanewise.validation.EssentialRows;
import org.lanewise.validation.Folds;
import org.lanewise.validation.IdenticalRows;
import org.lanewise.validation.LeaveOneOut;

/// Tests whether a row belongs to none of the classes of a model with normal classes, by its
/// relative Mahalanobis distance (Ren et al., A Simple Fix to Mahalanobis Distance for Improving
/// Near-OOD Detection, arXiv 2106.09022): the log-likelihood ratio of its nearest class and of all
/// rows, times −2,
///
/// ```
/// R(x) = min_c [(x − μ_c)ᵀΣ_c⁻¹(x − μ_c) + log|Σ_c| − L] − (x − m)ᵀΣ₀⁻¹(x − m)
/// ```
///
/// L is the mean of all log|Σ_c|, so R is the difference of two distances if the classes share a
/// covariance. m and Σ₀ are those of the same recipe for all rows as one class: their covariance
/// about m, shrunk as the classes, and diagonal for Naive Bayes. R is small for a row near a class,
/// and large for one that all training rows together describe as well as the nearest class does.
/// Features that vary as much within classes as between them cancel, which is why R finds unknown
/// rows that the plain distance misses. If classes have covariances of their own, a row far out
/// along a direction in which one class varies more than all rows together has a small R and a
/// p-value near 1, so it counts as known; its p-values by [Typicality] are small.
///
/// **The p-value** of a row is (r + 1)/(n + 1), where r of n training rows, each left out of the
/// fit of both normals, have an R of at least that of the row. If new rows are like the training
/// rows, a share α of them has p ≤ α, so α is the share of known rows that is rejected; no
/// threshold has to be set. Rows left out are ranked by their log-likelihood ratio, which is R up
/// to the change of determinants. The only row of a class has no rank. If leave-one-out has no
/// closed form for the recipe ([LeaveOneOut#isClosed(Recipe)]), each row is left out together with
/// a tenth of all rows instead. Transforms stay those of all rows.
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
/// Models of transformed rows ([TransformedClassifier]) are tested after the transform.
///
/// **Cost.** A row costs the squared distances from all classes and from all rows. If classes share
/// the covariance of 65 to 1,536 features, it costs a label and one product with a triangle of d²/2
/// numbers, which the first row prepares in d³ operations; the relative error is then about 1e-10.
///
/// Immutable and safe for any number of threads; methods of a row that fill an array, `distance`,
/// `pValue` and `predict` allocate nothing once a thread has scored with a model as large, and the
/// code is compiled ([#warmUp(Duration)]).
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
  public record Reference(GaussianClassifier background, DensityRanks ranks) {

    /// @throws IllegalArgumentException if one of them has more than one class
    public Reference {
      if (background.classCount() != 1 || ranks.classCount() != 1) {
        throw new IllegalArgumentException(
            "the background has %d classes and the ranks %d; one of each is expected"
                .formatted(background.classCount(), ranks.classCount()));
      }
    }

    /// Creates a reference from a model that was read.
    ///
    /// @throws IllegalArgumentException if its classes are not normal, or one of both has more than
    ///   one class
    public static Reference of(Classifier<?, ?> background, DensityRanks ranks) {
      return new Reference(normal(background), ranks);
    }
  }

  /// The most folds of rows that are left out together.
  private static final int FOLDS = 10;

  /// Stands for the ranks of models that only leave rows out.
  private static final DensityRanks NONE = DensityRanks.of(new double[1][1], new double[][] {{1}});

  private final Classifier<double[], NumericColumns> model;
  private final Reference reference;

  /// Null if rows are not transformed.
  private final Transform transform;

  private final GaussianClassifier classes;

  /// log|Σ_c| − L.
  private final double[] offsets;

  /// Null until a distance is asked for.
  private volatile Optional<Nearest> nearest;

  /// The nearest class, and the distance from it.
  ///
  /// @param isLabel whether the nearest class is the label
  private record Nearest(
      Scorer<double[], NumericColumns> scorer, RelativeDistance distances, boolean isLabel) {

    static Optional<Nearest> of(GaussianClassifier classes, GaussianClassifier background) {
      double[] priors = classes.priors();
      boolean equal = Arrays.stream(priors).allMatch(prior -> prior == priors[0]);
      return Optional.ofNullable(
              RelativeDistance.of(scorer(classes), scorer(background), classes.variances(0)))
          .map(distances ->
              new Nearest(
                  (equal ? classes : classes.withPriors(Priors.uniform())).scorer(),
                  distances,
                  equal));
    }

    private static NumericScorer scorer(GaussianClassifier of) {
      return (NumericScorer) BatchScorer.of(of.scorer());
    }
  }

  private RelativeMahalanobis(Classifier<double[], NumericColumns> model, Reference reference) {
    this.model = model;
    this.reference = reference;
    transform =
        model.bare() instanceof TransformedClassifier transformed ? transformed.transform() : null;
    classes = normal(model);
    offsets = new double[classes.classCount()];
    double mean = meanLogDeterminant(classes);
    Arrays.setAll(offsets, c -> classes.logDeterminant(c) - mean);
  }

  /// L, exact if all are equal.
  private static double meanLogDeterminant(GaussianClassifier model) {
    double first = model.logDeterminant(0);
    double sum = 0;
    for (int c = 1; c < model.classCount(); c++) {
      sum += model.logDeterminant(c) - first;
    }
    return first + sum / model.classCount();
  }

  /// log|Σ₀| − L.
  private static double logDeterminants(GaussianClassifier model, GaussianClassifier background) {
    return background.logDeterminant(0) - meanLogDeterminant(model);
  }

  private static GaussianClassifier normal(Classifier<?, ?> model) {
    Classifier<?, ?> bare =
        model.bare() instanceof TransformedClassifier transformed
            ? transformed.model()
            : model.bare();
    if (!(bare instanceof GaussianClassifier normal)) {
      throw new IllegalArgumentException(
          "the model is a %s; one with normal classes is expected, with or without a transform"
              .formatted(bare.getClass().getSimpleName()));
    }
    return normal;
  }

  /// Fits a model and its reference to rows; identical rows are left out together.
  ///
  /// @param recipe of a model with normal classes, or of one of transformed rows
  /// @throws IllegalArgumentException as [#of(Recipe, NumericColumns, Labels, IdenticalRows)]
  public static RelativeMahalanobis of(
      Recipe<? extends Classifier<double[], NumericColumns>> recipe,
      NumericColumns rows,
      Labels labels) {
    return of(recipe, rows, labels, IdenticalRows.of(rows, labels).together());
  }

  /// Fits a model and its reference to rows.
  ///
  /// @param recipe of a model with normal classes, or of one of transformed rows
  /// @param identical the identical rows of `rows` and `labels`
  /// @throws IllegalArgumentException as [Recipe#fit(RowBatch, Labels)]; if the recipe is of
  ///   another model; or if every class has only one row
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

  /// Fits a model, the normal of all rows and the ranks.
  private static RelativeMahalanobis fitted(
      Recipe<?> recipe, NumericColumns rows, Labels labels, IdenticalRows identical) {
    if (!GaussianClassifier.class.isAssignableFrom(recipe.model())) {
      throw new IllegalArgumentException(
          "the recipe is of a %s; one of a model with normal classes is expected, with or without a transform"
              .formatted(recipe.model().getSimpleName()));
    }
    Statistics statistics = recipe.statistics(rows, labels.classes()).add(rows, labels);
    Recipe<?> chosen = recipe.chosen(statistics, rows, labels);
    GaussianClassifier model = (GaussianClassifier) chosen.fit(statistics);
    boolean closed = LeaveOneOut.isClosed(recipe);
    Recipe<?> ofClasses = equal(chosen, model);
    boolean pooled = closed && model.sharesCovariance() && !model.isDiagonal();
    Recipe<?> ofAll = pooled ? ofClasses : ofOneClass(recipe);
    Labels one = Labels.ofIndices(new int[rows.rowCount()], Classes.of("all rows"));
    one = labels.areWeighted() ? one.withWeights(labels.weights()) : one;
    Statistics all =
        pooled
            ? statistics.as(GaussianStatistics.class).ofAllRows()
            : ofAll.statistics(rows, one.classes()).add(rows, one);
    GaussianClassifier background = (GaussianClassifier) ofAll.chosen(all, rows, one).fit(all);
    double[] ratios =
        closed
            ? ratios(
                LeaveOneOut.of(ofClasses, rows, labels, EssentialRows.LEAVE_OUT, identical),
                LeaveOneOut.of(ofAll, rows, one, EssentialRows.LEAVE_OUT, identical))
            : ratios(recipe, ofAll, model.priors(), rows, labels, identical);
    double share =
        identical.areTogether() ? identical.distinctCount() / (double) identical.rowCount() : 1;
    DensityRanks ranks = ranks(ratios, logDeterminants(model, background), labels, share);
    return new RelativeMahalanobis(model, new Reference(background, ranks));
  }

  /// The recipe with equal priors, and with the intensity of a fitted model whose classes share it.
  private static Recipe<?> equal(Recipe<?> recipe, GaussianClassifier model) {
    return recipe.options() instanceof DiscriminantOptions options && model.sharesCovariance()
        ? LinearDiscriminant.recipe(
            options
                .withShrinkage(options.shrinkage().held(model.shrinkageIntensities()[0]))
                .withPriors(Priors.uniform()))
        : recipe.withPriors(Priors.uniform());
  }

  /// The recipe for all rows as one class, with the mean of intensities that are given by class.
  private static Recipe<?> ofOneClass(Recipe<?> recipe) {
    Recipe<?> equal = recipe.withPriors(Priors.uniform());
    if (!(equal.options() instanceof DiscriminantOptions options)
        || options.shrinkage().kind() != Shrinkage.Kind.TOWARDS_VARIANCES) {
      return equal;
    }
    double mean = Arrays.stream(options.shrinkage().intensities()).average().orElseThrow();
    return LinearDiscriminant.recipe(options.withShrinkage(Shrinkage.towardsVariances(mean)));
  }

  /// Combines a model with its reference, such as one read from a file.
  ///
  /// @throws IllegalArgumentException if the classes of the model are not normal, with or without a
  ///   transform, or the reference has another number of features
  @SuppressWarnings("unchecked") // Models with normal classes take numbers.
  public static RelativeMahalanobis of(Classifier<?, ?> model, Reference reference) {
    int count = normal(model).featureCount();
    if (reference.background().featureCount() != count) {
      throw new IllegalArgumentException(
          "the background has %d features; %d are expected, as in the model"
              .formatted(reference.background().featureCount(), count));
    }
    return new RelativeMahalanobis((Classifier<double[], NumericColumns>) model, reference);
  }

  /// The log-likelihood ratio of the nearest class and all rows, of rows left out one by one.
  private static double[] ratios(LeaveOneOut ofClasses, LeaveOneOut ofAll) {
    double[][] joints = ofClasses.logJoints();
    double[] ratios = new double[joints.length];
    for (int row = 0; row < ratios.length; row++) {
      double largest = Double.NEGATIVE_INFINITY;
      for (double joint : joints[row]) {
        // NaN propagates.
        largest = Math.max(largest, joint);
      }
      ratios[row] = largest + StrictMath.log(joints[row].length) - ofAll.logJoint(row, 0);
    }
    return ratios;
  }

  /// The same, of rows left out fold by fold; NaN for the rows of a class that has no others.
  private static double[] ratios(
      Recipe<?> recipe,
      Recipe<?> ofAll,
      double[] priors,
      NumericColumns rows,
      Labels labels,
      IdenticalRows identical) {
    int n = rows.rowCount();
    Folds folds =
        Folds.stratified(labels, Math.min(FOLDS, identical.distinctCount()), 1, identical);
    double[] ratios = new double[n];
    double[] row = new double[rows.featureCount()];
    for (int fold = 0; fold < folds.count(); fold++) {
      double[] weights = new double[n];
      double[] left = new double[priors.length];
      for (int trained : folds.trainRows(fold)) {
        weights[trained] = labels.weight(trained);
        left[labels.index(trained)] += weights[trained];
      }
      int[] known = IntStream.range(0, left.length).filter(c -> left[c] > 0).toArray();
      double sum = IntStream.of(known).mapToDouble(c -> priors[c]).sum();
      int[] indices = labels.toArray();
      Arrays.setAll(indices, i -> Math.max(0, Arrays.binarySearch(known, indices[i])));
      Labels training = Labels.ofIndices(indices, known.length).withWeights(weights);
      Recipe<?> ofKnown =
          known.length == left.length
              ? recipe
              : recipe.withPriors(
                  Priors.fixed(IntStream.of(known).mapToDouble(c -> priors[c] / sum).toArray()));
      GaussianClassifier model = (GaussianClassifier) ofKnown.fit(rows, training);
      GaussianClassifier background =
          (GaussianClassifier)
              ofAll.fit(rows, Labels.ofIndices(new int[n], 1).withWeights(weights));
      RelativeMahalanobis others = new RelativeMahalanobis(model, new Reference(background, NONE));
      double determinants = logDeterminants(model, background);
      for (int tested : folds.testRows(fold)) {
        rows.row(tested, row);
        ratios[tested] =
            left[labels.index(tested)] > 0
                ? 0.5 * (determinants - others.distance(row))
                : Double.NaN;
      }
    }
    return ratios;
  }

  /// @param share the number of different rows, as a share of all
  private static DensityRanks ranks(
      double[] ratios, double logDeterminants, Labels labels, double share) {
    int[] order =
        IntStream.range(0, ratios.length)
            .filter(row -> !Double.isNaN(ratios[row]) && labels.weight(row) > 0)
            .boxed()
            .sorted(Comparator.comparingDouble(row -> ratios[row]))
            .mapToInt(Integer::intValue)
            .toArray();
    if (order.length == 0) {
      throw new IllegalArgumentException(
          "each class has only one row, so no row can be left out; a class with two or more is"
              + " expected");
    }
    double[] values = new double[order.length];
    double[] weights = new double[order.length];
    double sum = 0;
    for (int i = 0; i < order.length; i++) {
      values[i] = ratios[order[i]] - 0.5 * logDeterminants;
      sum += share * labels.weight(order[i]);
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
      return distance("the row", values(row, w), w.transform.distances(classes.classCount()));
    } finally {
      Scratch.giveBack(w);
    }
  }

  private double[] values(double[] row, Workspace w) {
    return transform == null ? row : Transforms.of(transform).row(row, model.features(), w);
  }

  private double distance(Object row, double[] values, double[] squared) {
    Optional<Nearest> found = nearest();
    double distance =
        found.isPresent()
            ? distance(values, found.get().scorer().predict(values))
            : ofAllClasses(values, squared);
    if (Double.isNaN(distance)) {
      throw new BadDataException(
          "%s is so far from all means that its distances are out of the range of doubles; values"
              + " nearer to those of the training data are expected",
          row);
    }
    return distance;
  }

  private double ofAllClasses(double[] values, double[] squared) {
    classes.squaredMahalanobis(values, squared);
    double least = squared[0] + offsets[0];
    for (int c = 1; c < offsets.length; c++) {
      least = Math.min(least, squared[c] + offsets[c]);
    }
    reference.background().squaredMahalanobis(values, squared);
    return least - squared[0];
  }

  /// The distance by one class; only for classes that have [#nearest()].
  private double distance(double[] values, int label) {
    Workspace w = Scratch.forRow();
    try {
      return nearest().orElseThrow().distances().of(values, label, w);
    } finally {
      Scratch.giveBack(w);
    }
  }

  private Optional<Nearest> nearest() {
    Optional<Nearest> made = nearest;
    return made == null ? makeNearest() : made;
  }

  private synchronized Optional<Nearest> makeNearest() {
    if (nearest == null) {
      nearest = Nearest.of(classes, reference.background());
    }
    return nearest;
  }

  /// Scores synthetic rows until their code is compiled, with a limit of 10 seconds.
  ///
  /// @return whether it is
  public boolean warmUp() {
    return warmUp(Duration.ofSeconds(10));
  }

  /// Scores synthetic rows until the code of [#predict] and [#pValue(double\[\])] is compiled, as
  /// [Scorer#warmUp(Duration)], and prepares what the first row would.
  ///
  /// @return whether it was done in that time
  public boolean warmUp(Duration atMost) {
    long end = System.nanoTime() + atMost.toNanos();
    Optional<Nearest> unused = nearest();
    double[] row = model.example(0, new SplittableRandom(1));
    return model.scorer().warmUp(atMost)
        && BatchScorer.warmUp(
            () -> {
              predict(row, 0);
              predict(row, 1);
              pValue(row);
            },
            end - System.nanoTime());
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
    Optional<Nearest> found = nearest();
    if (found.isEmpty()) {
      return pValue(row) <= alpha ? -1 : model.predict(row);
    }
    Workspace w = Scratch.forRow();
    try {
      double[] values = values(row, w);
      int label = classes.predict(values);
      return known(values, label, distance(values, label), alpha);
    } finally {
      Scratch.giveBack(w);
    }
  }

  /// As [#predict(double\[\], double)], for a row whose label is known.
  ///
  /// @param label the class of the row by [#model()]
  /// @throws IllegalArgumentException as [#distance(double\[\])]
  /// @throws IndexOutOfBoundsException if there is no such class
  public int predict(double[] row, int label, double alpha) {
    Objects.checkIndex(label, classes.classCount());
    if (nearest().isEmpty() || row.length != model.featureCount()) {
      return predict(row, alpha);
    }
    Workspace w = Scratch.forRow();
    try {
      double[] values = values(row, w);
      Nearest by = nearest().orElseThrow();
      double[] bounds = w.transform.distances(classes.classCount() + 1);
      if (by.distances().bounds(values, label, bounds, w)) {
        if (pValueOf(bounds[1]) > alpha) {
          return label;
        }
        if (by.isLabel() && pValueOf(bounds[0]) <= alpha) {
          return -1;
        }
      }
      double distance = distance(values, label);
      // A row that is not finite is refused there.
      return Double.isFinite(distance)
          ? known(values, label, distance, alpha)
          : predict(row, alpha);
    } finally {
      Scratch.giveBack(w);
    }
  }

  /// @param distance by the label
  private int known(double[] values, int label, double distance, double alpha) {
    // No class is nearer than the nearest, so the p-value by the label is the smallest.
    if (pValueOf(distance) > alpha) {
      return label;
    }
    return nearest().orElseThrow().isLabel() || pValueOf(distance("the row", values, null)) <= alpha
        ? -1
        : label;
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
    RankTypicality.requireComplete(rows, 0);
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
