package org.lanewise.io;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.model.Classifier;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.ComplementNaiveBayes;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.discrete.PoissonNaiveBayes;
import org.lanewise.model.gaussian.GaussianClassifier;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticClassifier;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.gaussian.RegularizedDiscriminant;

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
              RegularizedDiscriminant::of),
          new MultinomialBayes(),
          new ComplementBayes(),
          new PoissonBayes(),
          new CategoricalBayes());

  private static final String PRIORS = "priors";
  private static final String ORIGIN = "origin";
  private static final String MEANS = "means";
  private static final String COVARIANCES = "covars";
  private static final String VARIANCES = "variance";
  private static final String SET = "set";
  private static final String UNSET = "unset";
  private static final String COUNTS = "counts";
  private static final String NORMALIZED = "normed";
  private static final String ROW_WEIGHTS = "weights";

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
  static ModelCodec<?> of(SectionReader in) throws UnusableFileException {
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
    return sections(type.cast(model));
  }

  /// The model of these sections.
  ///
  /// @throws IllegalArgumentException if there is no model of such parameters
  abstract M read(SectionReader in, Names names) throws UnusableFileException;

  abstract List<Section> sections(M model);

  private static Section priors(Classifier<?, ?> model) {
    return Section.doubles(PRIORS, model.priors());
  }

  private static double[] priors(SectionReader in) throws UnusableFileException {
    return in.doubles(PRIORS, in.classCount());
  }

  /// The sections of normal classes with some number of covariances.
  private static List<Section> normal(
      GaussianClassifier model, int covarianceCount, IntFunction<double[][]> covariance) {
    int d = model.featureCount();
    return List.of(
        priors(model),
        Section.doubles(ORIGIN, model.origin()),
        Section.rows(MEANS, model.classCount(), d, model::residualMean),
        Section.triangles(
            COVARIANCES, covarianceCount, d, c -> Triangles.packed(covariance.apply(c))));
  }

  private static double[] origin(SectionReader in) throws UnusableFileException {
    return in.doubles(ORIGIN, in.featureCount());
  }

  private static double[][] means(SectionReader in) throws UnusableFileException {
    return in.rows(MEANS, in.classCount(), in.featureCount());
  }

  private static double[][] counts(SectionReader in) throws UnusableFileException {
    return in.rows(COUNTS, in.classCount(), in.featureCount());
  }

  private static final class Linear extends ModelCodec<LinearDiscriminant> {
    Linear() {
      super(1, "linear discriminant", LinearDiscriminant.class);
    }

    @Override
    List<Section> sections(LinearDiscriminant model) {
      return normal(model, 1, index -> model.covariance());
    }

    @Override
    LinearDiscriminant read(SectionReader in, Names names) throws UnusableFileException {
      return LinearDiscriminant.of(
          names.features(),
          names.classes(),
          priors(in),
          origin(in),
          means(in),
          Triangles.full(in.triangles(COVARIANCES, 1)[0], in.featureCount()));
    }
  }

  private static final class Quadratic<M extends QuadraticClassifier> extends ModelCodec<M> {

    private final Maker<M> maker;

    /// Makes a model of priors, origin, means and covariances.
    interface Maker<M> {
      M make(
          Features features,
          Classes classes,
          double[] priors,
          double[] origin,
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
    M read(SectionReader in, Names names) throws UnusableFileException {
      double[] priors = priors(in);
      double[] origin = origin(in);
      double[][] means = means(in);
      double[][] packed = in.triangles(COVARIANCES, in.classCount());
      double[][][] covariances = new double[packed.length][][];
      for (int c = 0; c < packed.length; c++) {
        covariances[c] = Triangles.full(packed[c], in.featureCount());
        packed[c] = null;
      }
      return maker.make(names.features(), names.classes(), priors, origin, means, covariances);
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
          priors(model),
          Section.doubles(ORIGIN, model.origin()),
          Section.rows(MEANS, k, d, model::residualMean),
          Section.rows(VARIANCES, k, d, model::variances));
    }

    @Override
    GaussianNaiveBayes read(SectionReader in, Names names) throws UnusableFileException {
      return GaussianNaiveBayes.of(
          names.features(),
          names.classes(),
          priors(in),
          origin(in),
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
          priors(model),
          Section.rows(SET, k, d, label -> model.pseudoCounts(label, true)),
          Section.rows(UNSET, k, d, label -> model.pseudoCounts(label, false)));
    }

    @Override
    BernoulliNaiveBayes read(SectionReader in, Names names) throws UnusableFileException {
      return BernoulliNaiveBayes.of(
          names.features(),
          names.classes(),
          priors(in),
          in.rows(SET, in.classCount(), in.featureCount()),
          in.rows(UNSET, in.classCount(), in.featureCount()));
    }
  }

  private static final class MultinomialBayes extends ModelCodec<MultinomialNaiveBayes> {
    MultinomialBayes() {
      super(6, "multinomial Naive Bayes", MultinomialNaiveBayes.class);
    }

    @Override
    List<Section> sections(MultinomialNaiveBayes model) {
      return List.of(
          priors(model),
          Section.rows(COUNTS, model.classCount(), model.featureCount(), model::pseudoCounts));
    }

    @Override
    MultinomialNaiveBayes read(SectionReader in, Names names) throws UnusableFileException {
      return MultinomialNaiveBayes.of(names.features(), names.classes(), priors(in), counts(in));
    }
  }

  /// Has no priors.
  private static final class ComplementBayes extends ModelCodec<ComplementNaiveBayes> {
    ComplementBayes() {
      super(7, "complement Naive Bayes", ComplementNaiveBayes.class);
    }

    @Override
    List<Section> sections(ComplementNaiveBayes model) {
      return List.of(
          Section.longs(NORMALIZED, model.isNormalized() ? 1 : 0),
          Section.rows(COUNTS, model.classCount(), model.featureCount(), model::pseudoCounts));
    }

    @Override
    ComplementNaiveBayes read(SectionReader in, Names names) throws UnusableFileException {
      long normalized = in.longs(NORMALIZED, 1)[0];
      in.requireRange(NORMALIZED, normalized, 0, 1);
      return ComplementNaiveBayes.of(
          names.features(), names.classes(), counts(in), normalized == 1);
    }
  }

  private static final class PoissonBayes extends ModelCodec<PoissonNaiveBayes> {
    PoissonBayes() {
      super(8, "Poisson Naive Bayes", PoissonNaiveBayes.class);
    }

    @Override
    List<Section> sections(PoissonNaiveBayes model) {
      return List.of(
          priors(model),
          Section.rows(COUNTS, model.classCount(), model.featureCount(), model::pseudoCounts),
          Section.doubles(ROW_WEIGHTS, model.rowWeights()));
    }

    @Override
    PoissonNaiveBayes read(SectionReader in, Names names) throws UnusableFileException {
      return PoissonNaiveBayes.of(
          names.features(),
          names.classes(),
          priors(in),
          counts(in),
          in.doubles(ROW_WEIGHTS, in.classCount()));
    }
  }

  /// The counts of a feature end with α, the pseudo-count of what its dictionary does not hold: so
  /// a file is never shorter than the places of the model made from it.
  private static final class CategoricalBayes extends ModelCodec<CategoricalNaiveBayes> {
    CategoricalBayes() {
      super(9, "categorical Naive Bayes", CategoricalNaiveBayes.class);
    }

    @Override
    List<Section> sections(CategoricalNaiveBayes model) {
      List<Section> sections = new ArrayList<>();
      sections.add(priors(model));
      sections.addAll(Dictionaries.sections(model.dictionaries(), false));
      int places = Dictionaries.categoryCount(model.dictionaries()) + model.featureCount();
      sections.add(
          Section.rows(COUNTS, model.classCount(), places, label -> places(model, label, places)));
      return sections;
    }

    private static double[] places(CategoricalNaiveBayes model, int label, int places) {
      double[] counts = model.pseudoCounts(label);
      double[] alphas = model.alphas();
      double[] row = new double[places];
      int from = 0;
      for (int j = 0; j < alphas.length; j++) {
        int size = model.dictionaries().get(j).size();
        System.arraycopy(counts, from, row, from + j, size);
        from += size;
        row[from + j] = alphas[j];
      }
      return row;
    }

    @Override
    CategoricalNaiveBayes read(SectionReader in, Names names) throws UnusableFileException {
      double[] priors = priors(in);
      List<CategoryDictionary> dictionaries = Dictionaries.read(in);
      int d = dictionaries.size();
      int categoryCount = Dictionaries.categoryCount(dictionaries);
      double[][] rows = in.rows(COUNTS, in.classCount(), categoryCount + d);
      double[][] counts = new double[rows.length][categoryCount];
      double[] alphas = new double[d];
      for (int c = 0; c < rows.length; c++) {
        int from = 0;
        for (int j = 0; j < d; j++) {
          int size = dictionaries.get(j).size();
          System.arraycopy(rows[c], from + j, counts[c], from, size);
          from += size;
          double alpha = rows[c][from + j];
          if (c > 0 && alpha != alphas[j]) {
            throw new IllegalArgumentException(
                "the smoothing of feature %d is %s in class %d; %s is expected, as in class 0"
                    .formatted(j, alpha, c, alphas[j]));
          }
          alphas[j] = alpha;
        }
      }
      return CategoricalNaiveBayes.of(
          names.features(), names.classes(), priors, dictionaries, counts, alphas);
    }
  }
}
