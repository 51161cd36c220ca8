package org.lanewise.io;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.internal.kernel.PackedTriangle;
import org.lanewise.model.gaussian.GaussianClassifier;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;

/// How Gaussian models lie in a file: priors, the origin of all classes or one for each, the means
/// less their origins, and covariances or variances.
///
/// @param <M> the kind of model
abstract sealed class GaussianModelCodec<M extends GaussianClassifier> extends ModelCodec<M> {

  private static final String ORIGIN = "origin";

  /// In its place where classes have origins of their own.
  private static final String ORIGINS = "origins";

  private static final String MEANS = "means";
  private static final String COVARIANCES = "covars";
  private static final String VARIANCES = "variance";
  private static final String POOLED_VARIANCES = "pooled";

  private GaussianModelCodec(int kind, String name, Class<M> type) {
    super(kind, name, type);
  }

  /// The sections of normal classes with some number of covariances.
  private static List<Section> normal(
      GaussianClassifier model, int covarianceCount, IntFunction<double[][]> covariance) {
    int d = model.featureCount();
    return List.of(
        priors(model),
        originsOf(model),
        Section.rows(MEANS, model.classCount(), d, model::residualMean),
        Section.triangles(COVARIANCES, covarianceCount, d, c -> packed(covariance.apply(c))));
  }

  private static Section originsOf(GaussianClassifier model) {
    return model.sharesOrigin()
        ? Section.doubles(ORIGIN, model.origin(0))
        : Section.rows(ORIGINS, model.classCount(), model.featureCount(), model::origin);
  }

  private static double[] origin(SectionReader in) throws UnusableFileException {
    return in.doubles(ORIGIN, in.featureCount());
  }

  /// One for each class, the same array if all share it.
  private static double[][] origins(SectionReader in) throws UnusableFileException {
    if (in.nextIs(ORIGINS)) {
      return in.rows(ORIGINS, in.classCount(), in.featureCount());
    }
    double[][] origins = new double[in.classCount()][];
    Arrays.fill(origins, origin(in));
    return origins;
  }

  private static double[][] means(SectionReader in) throws UnusableFileException {
    return in.rows(MEANS, in.classCount(), in.featureCount());
  }

  /// A full matrix in packed layout.
  private static double[] packed(double[][] full) {
    double[] packed = new double[PackedTriangle.size(full.length)];
    for (int j = 0; j < full.length; j++) {
      for (int i = 0; i <= j; i++) {
        packed[PackedTriangle.index(i, j)] = full[j][i];
      }
    }
    return packed;
  }

  /// A packed matrix as d rows of d.
  private static double[][] full(double[] packed, int d) {
    double[][] full = new double[d][d];
    for (int j = 0; j < d; j++) {
      for (int i = 0; i <= j; i++) {
        full[j][i] = packed[PackedTriangle.index(i, j)];
        full[i][j] = full[j][i];
      }
    }
    return full;
  }

  private static final String ALL_ORIGIN = "allorig";
  private static final String ALL_MEAN = "allmean";
  private static final String ALL_COVARIANCE = "allcov";

  /// The normal of all rows.
  static List<Section> background(LinearDiscriminant all) {
    return List.of(
        Section.doubles(ALL_ORIGIN, all.origin(0)),
        Section.doubles(ALL_MEAN, all.residualMean(0)),
        Section.triangles(ALL_COVARIANCE, 1, all.featureCount(), _ -> packed(all.covariance())));
  }

  /// Reads the normal of all rows.
  ///
  /// @throws IllegalArgumentException if there is no such normal
  static LinearDiscriminant background(SectionReader in) throws UnusableFileException {
    int d = in.featureCount();
    return LinearDiscriminant.of(
        Features.unnamed(d),
        Classes.of("all rows"),
        new double[] {1},
        in.doubles(ALL_ORIGIN, d),
        new double[][] {in.doubles(ALL_MEAN, d)},
        full(in.triangles(ALL_COVARIANCE, 1)[0], d));
  }

  static final class Linear extends GaussianModelCodec<LinearDiscriminant> {
    Linear() {
      super(1, "linear discriminant", LinearDiscriminant.class);
    }

    @Override
    List<Section> sections(LinearDiscriminant model) {
      return normal(model, 1, index -> model.covariance());
    }

    @Override
    LinearDiscriminant read(SectionReader in, StoredNames names) throws UnusableFileException {
      return LinearDiscriminant.of(
          names.features(),
          names.classes(),
          priors(in),
          origin(in),
          means(in),
          full(in.triangles(COVARIANCES, 1)[0], in.featureCount()));
    }
  }

  static final class Quadratic<M extends GaussianClassifier> extends GaussianModelCodec<M> {

    private final Maker<M> maker;

    /// Makes a model of priors, origins, means and covariances.
    interface Maker<M> {
      M make(
          Features features,
          Classes classes,
          double[] priors,
          double[][] origins,
          double[][] means,
          double[][][] covariances);
    }

    Quadratic(int kind, String name, Class<M> type, Maker<M> maker) {
      super(kind, name, type);
      this.maker = maker;
    }

    @Override
    List<Section> sections(M model) {
      return normal(model, model.classCount(), model::covariance);
    }

    @Override
    M read(SectionReader in, StoredNames names) throws UnusableFileException {
      double[] priors = priors(in);
      double[][] origins = origins(in);
      double[][] means = means(in);
      double[][] packed = in.triangles(COVARIANCES, in.classCount());
      double[][][] covariances = new double[packed.length][][];
      for (int c = 0; c < packed.length; c++) {
        covariances[c] = full(packed[c], in.featureCount());
        packed[c] = null;
      }
      return maker.make(names.features(), names.classes(), priors, origins, means, covariances);
    }
  }

  static final class NaiveBayes extends GaussianModelCodec<GaussianNaiveBayes> {
    NaiveBayes() {
      super(3, "Gaussian Naive Bayes", GaussianNaiveBayes.class);
    }

    @Override
    List<Section> sections(GaussianNaiveBayes model) {
      int k = model.classCount();
      int d = model.featureCount();
      return List.of(
          priors(model),
          originsOf(model),
          Section.rows(MEANS, k, d, model::residualMean),
          model.sharesCovariance()
              ? Section.doubles(POOLED_VARIANCES, model.variances(0))
              : Section.rows(VARIANCES, k, d, model::variances));
    }

    @Override
    GaussianNaiveBayes read(SectionReader in, StoredNames names) throws UnusableFileException {
      double[] priors = priors(in);
      double[][] origins = origins(in);
      double[][] means = means(in);
      return in.nextIs(POOLED_VARIANCES)
          ? GaussianNaiveBayes.ofPooled(
              names.features(),
              names.classes(),
              priors,
              origins[0],
              means,
              in.doubles(POOLED_VARIANCES, in.featureCount()))
          : GaussianNaiveBayes.of(
              names.features(),
              names.classes(),
              priors,
              origins,
              means,
              in.rows(VARIANCES, in.classCount(), in.featureCount()));
    }
  }
}
