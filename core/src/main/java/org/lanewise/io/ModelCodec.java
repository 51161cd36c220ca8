package org.lanewise.io;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.lanewise.model.BernoulliNaiveBayes;
import org.lanewise.model.Classifier;
import org.lanewise.model.GaussianNaiveBayes;
import org.lanewise.model.LinearDiscriminant;
import org.lanewise.model.QuadraticClassifier;
import org.lanewise.model.QuadraticDiscriminant;
import org.lanewise.model.RegularizedDiscriminant;

/// How the parameters of each kind of model lie in a file. A new kind: a class below, its place in
/// [#ALL], its lines in [ModelFile].
///
/// @param <M> the kind of model
abstract sealed class ModelCodec<M extends Classifier<?, ?>> {

  private static final List<ModelCodec<?>> ALL =
      List.of(
          new Linear(),
          new Quadratic<>(
              2, "quadratic discriminant", QuadraticDiscriminant.class, QuadraticDiscriminant::of),
          new GaussianBayes(),
          new BernoulliBayes(),
          new Quadratic<>(
              5,
              "regularized discriminant",
              RegularizedDiscriminant.class,
              RegularizedDiscriminant::of));

  private static final String PRIORS = "priors";
  private static final String ORIGIN = "origin";
  private static final String MEANS = "means";
  private static final String COVARIANCES = "covars";
  private static final String VARIANCES = "variance";
  private static final String SET = "set";
  private static final String UNSET = "unset";

  private final int kind;
  private final String name;
  private final Class<M> type;

  private ModelCodec(int kind, String name, Class<M> type) {
    this.kind = kind;
    this.name = name;
    this.type = type;
  }

  /// The codec of a model.
  ///
  /// @throws IllegalArgumentException if models of its kind have no place in a file
  static ModelCodec<?> of(Classifier<?, ?> model) {
    Objects.requireNonNull(model, "model");
    for (ModelCodec<?> codec : ALL) {
      if (codec.type.isInstance(model)) {
        return codec;
      }
    }
    throw new IllegalArgumentException(
        "a %s has no place in a model file; a %s is expected"
            .formatted(model.getClass().getSimpleName(), names()));
  }

  /// The codec of a file.
  static ModelCodec<?> of(Sections in) throws UnusableFileException {
    for (ModelCodec<?> codec : ALL) {
      if (codec.kind == in.kind()) {
        return codec;
      }
    }
    throw new UnusableFileException(
        "%s holds %s; a %s is expected"
            .formatted(in.source(), FileFormat.describe(in.kind()), names()));
  }

  /// What a file of this kind holds, or null if it is no kind of model.
  static String nameOf(int kind) {
    for (ModelCodec<?> codec : ALL) {
      if (codec.kind == kind) {
        return codec.name;
      }
    }
    return null;
  }

  private static String names() {
    return String.join(" or a ", ALL.stream().map(ModelCodec::name).toList());
  }

  /// The number that stands for the kind in a file.
  final int kind() {
    return kind;
  }

  final String name() {
    return name;
  }

  /// The sections of a model of this kind.
  final List<Section> encode(Classifier<?, ?> model) {
    M known = type.cast(model);
    List<Section> sections = new ArrayList<>();
    sections.add(Section.doubles(PRIORS, known.priors()));
    sections.addAll(sections(known));
    return sections;
  }

  /// The model of these sections.
  ///
  /// @throws IllegalArgumentException if there is no model of such parameters
  final M read(Sections in) throws UnusableFileException {
    return read(in.doubles(PRIORS, in.classCount()), in);
  }

  /// The sections after the priors.
  abstract List<Section> sections(M model);

  abstract M read(double[] priors, Sections in) throws UnusableFileException;

  private static double[][] means(Sections in) throws UnusableFileException {
    return in.rows(MEANS, in.classCount(), in.featureCount());
  }

  private static final class Linear extends ModelCodec<LinearDiscriminant> {
    Linear() {
      super(1, "linear discriminant", LinearDiscriminant.class);
    }

    @Override
    List<Section> sections(LinearDiscriminant model) {
      int d = model.featureCount();
      return List.of(
          Section.doubles(ORIGIN, model.origin()),
          Section.rows(MEANS, model.classCount(), d, model::residualMean),
          Section.triangles(COVARIANCES, 1, d, index -> model.packedCovariance()));
    }

    @Override
    LinearDiscriminant read(double[] priors, Sections in) throws UnusableFileException {
      return LinearDiscriminant.of(
          priors,
          in.doubles(ORIGIN, in.featureCount()),
          means(in),
          in.triangles(COVARIANCES, 1)[0]);
    }
  }

  private static final class Quadratic<M extends QuadraticClassifier> extends ModelCodec<M> {

    private final Maker<M> maker;

    /// Makes a model of priors, origin, means and covariances.
    interface Maker<M> {
      M make(double[] priors, double[] origin, double[][] means, double[][] covariances);
    }

    Quadratic(int kind, String name, Class<M> type, Maker<M> maker) {
      super(kind, name, type);
      this.maker = maker;
    }

    @Override
    List<Section> sections(M model) {
      int k = model.classCount();
      int d = model.featureCount();
      return List.of(
          Section.doubles(ORIGIN, model.origin()),
          Section.rows(MEANS, k, d, model::residualMean),
          Section.triangles(COVARIANCES, k, d, model::packedCovariance));
    }

    @Override
    M read(double[] priors, Sections in) throws UnusableFileException {
      return maker.make(
          priors,
          in.doubles(ORIGIN, in.featureCount()),
          means(in),
          in.triangles(COVARIANCES, in.classCount()));
    }
  }

  private static final class GaussianBayes extends ModelCodec<GaussianNaiveBayes> {
    GaussianBayes() {
      super(3, "Gaussian Naive Bayes", GaussianNaiveBayes.class);
    }

    @Override
    List<Section> sections(GaussianNaiveBayes model) {
      int k = model.classCount();
      int d = model.featureCount();
      return List.of(
          Section.doubles(ORIGIN, model.origin()),
          Section.rows(MEANS, k, d, model::residualMean),
          Section.rows(VARIANCES, k, d, model::variances));
    }

    @Override
    GaussianNaiveBayes read(double[] priors, Sections in) throws UnusableFileException {
      return GaussianNaiveBayes.of(
          priors,
          in.doubles(ORIGIN, in.featureCount()),
          means(in),
          in.rows(VARIANCES, in.classCount(), in.featureCount()));
    }
  }

  private static final class BernoulliBayes extends ModelCodec<BernoulliNaiveBayes> {
    BernoulliBayes() {
      super(4, "Bernoulli Naive Bayes", BernoulliNaiveBayes.class);
    }

    @Override
    List<Section> sections(BernoulliNaiveBayes model) {
      int k = model.classCount();
      int d = model.featureCount();
      return List.of(
          Section.rows(SET, k, d, label -> model.pseudoCounts(label, true)),
          Section.rows(UNSET, k, d, label -> model.pseudoCounts(label, false)));
    }

    @Override
    BernoulliNaiveBayes read(double[] priors, Sections in) throws UnusableFileException {
      return BernoulliNaiveBayes.of(
          priors,
          in.rows(SET, in.classCount(), in.featureCount()),
          in.rows(UNSET, in.classCount(), in.featureCount()));
    }
  }
}
