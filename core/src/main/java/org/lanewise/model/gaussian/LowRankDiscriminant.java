package org.lanewise.model.gaussian;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.description.Description;
import org.lanewise.description.Tensor;
import org.lanewise.internal.fit.KnownKinds;
import org.lanewise.internal.kernel.PackedTriangle;
import org.lanewise.internal.linalg.LeadingEigen;
import org.lanewise.internal.score.AffineScores;
import org.lanewise.internal.score.gaussian.LowRankCovariance;
import org.lanewise.internal.score.gaussian.LowRankScorer;
import org.lanewise.model.BadOptionException;
import org.lanewise.model.Evidence;
import org.lanewise.model.Priors;
import org.lanewise.model.Recipe;
import org.lanewise.model.gaussian.ClassDirections.Size;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.GaussianSummary;
import org.lanewise.statistics.Statistics;

/// Discriminant analysis with class covariances of low rank: all classes share a covariance A, and
/// each adds a few directions of its own, which lie in one subspace.
///
/// ```
/// Σ_c = (1−γ)·(S + κ·K_c) + γ·tr(S)/d·I = A + (1−γ)·κ·K_c,   A = (1−γ)·S + γ·tr(S)/d·I
/// ```
///
/// S is the pooled covariance and S_c that of a class, both with the maximum-likelihood divisor.
/// K_c is S_c in R directions, found after whitening with A = LLᵀ, T_c = L⁻¹S_cL⁻ᵀ:
///
/// 1. the R leading eigenvectors v of each T_c, with values λ;
/// 2. the subspace P, the M leading eigenvectors of the sum of λ·vvᵀ over all classes;
/// 3. for each class, the R leading eigenvectors v of PᵀT_cP, with values λ.
///
/// With z and m_c the whitened row and mean and δ = (1−γ)·κ·λ, the discriminant adds two terms to
/// that of [LinearDiscriminant] with covariance A:
///
/// ```
/// − ½ Σ_r log(1 + δ_r) + ½ Σ_r δ_r/(1 + δ_r) · (v_rᵀPᵀ(z − m_c))²
/// ```
///
/// so it costs M·d + k·R·M operations more, instead of k·d². With R = 0, the model is a linear
/// discriminant with [Shrinkage#fixed] intensity γ; with R = M = d, K_c is S_c. A class of few rows
/// has fewer directions. This is a form of low-rank regularized Gaussian discriminant analysis
/// (LR-RGDA, arXiv 2602.00144).
///
/// Distances are those of A minus the part along the directions. So their relative error grows with
/// 1 + δ, to about 1e-12·(1 + δ).
public final class LowRankDiscriminant extends GaussianClassifier {

  private static final String KIND =
      KnownKinds.add(
          "low-rank-discriminant",
          "low-rank discriminant",
          in -> {
            int rank = (int) in.integer("rank", 0, Integer.MAX_VALUE);
            ClassMeans means = means(in);
            double[][] covariance = in.matrices("covariance", 0, in.features().count())[0];
            double[][][] loadings = new double[in.classes().count()][0][];
            if (rank == 0) {
              return of(means, covariance, new ClassDirections(new double[0][], loadings));
            }
            double[][] subspace = in.matrix("subspace", in.features().count());
            double[][] stored =
                in.rows("loadings", (long) in.classes().count() * rank, subspace.length);
            Arrays.setAll(loadings, c -> Arrays.copyOfRange(stored, c * rank, (c + 1) * rank));
            return of(means, covariance, new ClassDirections(subspace, loadings));
          });

  /// The largest number of values in the scatters of all classes. With more, one pooled scatter is
  /// kept, and directions are found in a second pass over the rows.
  private static final long MAX_SCATTER_VALUES = 1 << 24;

  private static final String DIRECTION = "direction";

  private final CovarianceEstimate.Factored factored;

  /// A, packed.
  private final double[] covariance;

  private final ClassDirections directions;

  private LowRankDiscriminant(
      ClassMeans means,
      double[] covariance,
      CovarianceEstimate.Factored factored,
      ClassDirections directions) {
    int k = means.classCount();
    double[][] weights = new double[k][means.featureCount()];
    factored.cholesky().solve(means.residuals(), weights);
    double[][] projection = new double[directions.subspace().length][means.featureCount()];
    factored.cholesky().solve(directions.subspace(), projection);
    double[][] gram = new double[projection.length][projection.length];
    for (int m = 0; m < gram.length; m++) {
      double[] row = projection[m];
      Arrays.setAll(gram[m], n -> LeadingEigen.dot(row, directions.subspace()[n]));
    }
    double[][][] images = new double[k][][];
    double[] logDeterminants = new double[k];
    double[] constants = new double[k];
    double[] intercepts = LinearDiscriminant.intercepts(means, c -> weights[c]);
    for (int c = 0; c < k; c++) {
      ClassDirections.Images own = directions.images(c, gram);
      images[c] = own.rows();
      intercepts[c] -= 0.5 * own.logDeterminant();
      logDeterminants[c] = factored.cholesky().logDeterminant() + own.logDeterminant();
      constants[c] = means.constant(c, logDeterminants[c]);
    }
    AffineScores affine = AffineScores.ofRows(intercepts, weights);
    super(
        means,
        logDeterminants,
        new LowRankScorer(
            means.naming(),
            affine,
            new LowRankCovariance(
                means.origin(),
                means.residuals(),
                factored.inverse(),
                constants,
                projection,
                images,
                directions.subspace(),
                directions.loadings())));
    this.covariance = covariance;
    this.factored = factored;
    this.directions = directions;
  }

  /// Returns the recipe with the default options.
  public static Recipe<LowRankDiscriminant> recipe() {
    return recipe(LowRankOptions.DEFAULT);
  }

  /// Returns the recipe with options, which fits rows or [GaussianStatistics] with a scatter for
  /// each class. If these would take more than 2²⁴ numbers (128 MB), a fit to rows keeps one pooled
  /// scatter and reads the rows again.
  ///
  /// A fit throws a [SingularCovarianceException] if A is singular; a positive γ prevents this. It
  /// throws an [IllegalArgumentException] if a class has no rows and a prior above 0, or if the
  /// priors do not match the classes.
  public static Recipe<LowRankDiscriminant> recipe(LowRankOptions options) {
    return new Fitting(Objects.requireNonNull(options, "options"), null);
  }

  /// Fits a model for each of several options that differ only in R, M and κ. They share the
  /// decompositions, so all of them take little longer than the one with the largest R and M. The
  /// models are those of the [recipe][#recipe(LowRankOptions)] up to rounding, in the order of the
  /// options, each made when the stream comes to it.
  ///
  /// @throws IllegalArgumentException if options differ in priors or γ, or as a fit of the recipe
  public static Stream<LowRankDiscriminant> fitEach(
      List<LowRankOptions> options, NumericColumns rows, Labels labels) {
    LowRankOptions first = options.getFirst();
    for (LowRankOptions other : options) {
      if (other.gamma() != first.gamma() || !other.priors().equals(first.priors())) {
        throw new BadOptionException(
            "the options are %s and %s; equal priors and gammas are expected", first, other);
      }
    }
    Recipe<LowRankDiscriminant> recipe = recipe(first);
    Statistics statistics = recipe.statistics(rows, labels.classes()).add(rows, labels);
    Fitting chosen = (Fitting) recipe.chosen(statistics, rows, labels);
    return chosen.fitEach(options, statistics.as(GaussianStatistics.class));
  }

  /// @param rows the covariances of classes from a second pass over the rows; null if there was
  ///   none
  private record Fitting(LowRankOptions options, ClassRows rows)
      implements Recipe<LowRankDiscriminant> {

    @Override
    public Class<LowRankDiscriminant> model() {
      return LowRankDiscriminant.class;
    }

    @Override
    public Recipe<LowRankDiscriminant> withPriors(Priors priors) {
      return new Fitting(options.withPriors(priors), rows);
    }

    @Override
    public GaussianStatistics statistics(RowBatch like, Classes classes) {
      int d = like.featureCount();
      return classes.count() * (d * (d + 1L) / 2) <= MAX_SCATTER_VALUES
          ? new GaussianStatistics(like.features(), classes)
          : GaussianStatistics.pooled(like.features(), classes);
    }

    @Override
    public Recipe<LowRankDiscriminant> chosen(Statistics statistics, RowBatch rows, Labels labels) {
      GaussianStatistics gathered = statistics.as(GaussianStatistics.class);
      return gathered.pooled()
          ? new Fitting(options, new ClassRows(gathered, (NumericColumns) rows, labels))
          : this;
    }

    @Override
    public LowRankDiscriminant fit(Statistics statistics) {
      return fitEach(List.of(options), statistics.as(GaussianStatistics.class))
          .findFirst()
          .orElseThrow();
    }

    Stream<LowRankDiscriminant> fitEach(List<LowRankOptions> all, GaussianStatistics statistics) {
      LinearDiscriminant.Estimates estimates =
          LinearDiscriminant.estimates(
              statistics,
              DiscriminantOptions.DEFAULT
                  .withPriors(options.priors())
                  .withShrinkage(Shrinkage.fixed(options.gamma())));
      CovarianceEstimate.Factored factored =
          estimates.shared().factor(Constancy.shared(estimates.means()));
      Function<Size, ClassDirections> directions =
          ClassDirections.of(
              statistics.classCount(),
              factored,
              rows == null ? label -> covariance(statistics, label) : rows,
              all.stream().map(Size::of).toList());
      return all.stream()
          .map(each ->
              new LowRankDiscriminant(
                  estimates.means(),
                  estimates.shared().packed(),
                  factored,
                  directions.apply(Size.of(each))));
    }

    private static double[][] covariance(GaussianStatistics statistics, int label) {
      if (statistics.pooled()) {
        throw new BadOptionException(
            "the statistics hold one scatter pooled over the classes; a scatter for each class, or"
                + " the rows for a second pass, are expected for the directions of classes");
      }
      GaussianSummary summary = statistics.summary();
      double weight = summary.classWeight(label);
      double[] scatter = Covariances.scatter(summary, label);
      return PackedTriangle.full(
          weight > 0 ? Covariances.divide(scatter, weight) : scatter, summary.featureCount());
    }
  }

  /// Creates a model from known parameters: class c has the covariance A + BᵀW_cᵀW_cB.
  ///
  /// @param priors the k class priors
  /// @param origin d values about which the means are given, such as zeros
  /// @param residualMeans k rows of d: mean − origin
  /// @param covariance A, d rows of d, symmetric within rounding
  /// @param subspace B, M rows of d
  /// @param loadings W_c of each class, R rows of M
  /// @throws SingularCovarianceException if A is singular
  /// @throws IllegalArgumentException if shapes do not match, if a number is not finite, or if the
  ///   priors are invalid
  public static LowRankDiscriminant of(
      Features features,
      Classes classes,
      double[] priors,
      double[] origin,
      double[][] residualMeans,
      double[][] covariance,
      double[][] subspace,
      double[][][] loadings) {
    return of(
        ClassMeans.given(features, classes, priors, origin, residualMeans),
        covariance,
        ClassDirections.given(subspace, loadings, residualMeans.length, features.count()));
  }

  private static LowRankDiscriminant of(
      ClassMeans means, double[][] covariance, ClassDirections directions) {
    int d = means.featureCount();
    CovarianceEstimate shared =
        CovarianceEstimate.given(Covariances.packed(covariance, d), d, CovarianceEstimate.SHARED);
    return new LowRankDiscriminant(
        means, shared.packed(), shared.factor(Constancy.shared(means)), directions);
  }

  @Override
  String kind() {
    return KIND;
  }

  @Override
  public LowRankDiscriminant withPriors(Priors priors) {
    return new LowRankDiscriminant(means().with(priors), covariance, factored, directions);
  }

  /// Returns this model without some classes. A, the subspace and the directions of the other
  /// classes stay the same. The priors of the remaining classes are divided by their sum.
  ///
  /// @throws IllegalArgumentException if the model has no such class or no other, or if all others
  ///   have a prior of 0
  @Override
  public LowRankDiscriminant without(String... labels) {
    int[] kept = classes().others(labels);
    return new LowRankDiscriminant(
        means().select(kept), covariance, factored, directions.select(kept));
  }

  @Override
  Evidence<double[]> evidence() {
    return new ChainEvidence(this);
  }

  /// k·d + d(d+1)/2 + k − 1, and with R > 0 directions M·(d−M) for the subspace and R·M − R·(R−1)/2
  /// for each class.
  @Override
  public long freeParameters() {
    long d = featureCount();
    long k = classCount();
    long m = directions.subspace().length;
    long r = directions.rank();
    return k * d + d * (d + 1) / 2 + k - 1 + m * (d - m) + k * (r * m - r * (r - 1) / 2);
  }

  /// A, the covariance without the directions of classes, d rows of d.
  public double[][] sharedCovariance() {
    return PackedTriangle.full(covariance, featureCount());
  }

  /// B, M rows of d.
  public double[][] subspace() {
    return Arrays.stream(directions.subspace()).map(double[]::clone).toArray(double[][]::new);
  }

  /// W_c of a class, R rows of M.
  public double[][] loadings(int label) {
    return Arrays.stream(directions.loadings()[label])
        .map(double[]::clone)
        .toArray(double[][]::new);
  }

  @Override
  public double[][] covariance(int label) {
    double[][] full = sharedCovariance();
    for (double[] direction : directions.of(label)) {
      for (int i = 0; i < full.length; i++) {
        LeadingEigen.add(direction[i], direction, full[i]);
      }
    }
    return full;
  }

  @Override
  public double[] variances(int label) {
    double[] variances = Covariances.variances(covariance, featureCount());
    for (double[] direction : directions.of(label)) {
      for (int j = 0; j < variances.length; j++) {
        variances[j] = Math.fma(direction[j], direction[j], variances[j]);
      }
    }
    return variances;
  }

  @Override
  public boolean sharesCovariance() {
    return false;
  }

  @Override
  public boolean isDiagonal() {
    return false;
  }

  @Override
  Description describeSpread(Description means) {
    int rank = directions.rank();
    int dimensions = directions.subspace().length;
    Description shared =
        means
            .with("rank", rank)
            .with(
                Tensor.symmetric("covariance", 0, featureCount(), SQUARE, _ -> sharedCovariance()));
    return rank == 0
        ? shared
        : shared.with(
            Tensor.rows(
                "subspace",
                DIRECTION,
                dimensions,
                Tensor.FEATURE,
                featureCount(),
                Tensor.FEATURE,
                m -> directions.subspace()[m]),
            Tensor.rows(
                "loadings",
                "loading",
                classCount() * rank,
                DIRECTION,
                dimensions,
                "1",
                i -> directions.loadings()[i / rank][i % rank]));
  }
}
