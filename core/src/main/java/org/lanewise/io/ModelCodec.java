package org.lanewise.io;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Features;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowFormat;
import org.lanewise.model.Classifier;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.ComplementNaiveBayes;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.discrete.PoissonNaiveBayes;
import org.lanewise.model.gaussian.IndicatorClassifier;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.gaussian.RegularizedDiscriminant;
import org.lanewise.model.gaussian.TransformedClassifier;
import org.lanewise.model.linear.LinearClassifier;
import org.lanewise.model.mixed.MixedNaiveBayes;
import org.lanewise.transform.Indicators;
import org.lanewise.transform.Transform;

/// How the parameters of each kind of model lie in a file: discrete ones below, Gaussian ones in
/// [GaussianModelCodec]. A new kind: a class there, its place in [#ALL], its lines in [ModelFile].
///
/// @param <M> the kind of model
abstract sealed class ModelCodec<M extends Classifier<?, ?>>
    permits GaussianModelCodec,
        ModelCodec.BernoulliBayes,
        ModelCodec.MultinomialBayes,
        ModelCodec.ComplementBayes,
        ModelCodec.PoissonBayes,
        ModelCodec.CategoricalBayes,
        ModelCodec.Mixed,
        ModelCodec.Transformed,
        ModelCodec.OfIndicators,
        ModelCodec.Linear {

  private static final List<ModelCodec<?>> ALL =
      List.of(
          new GaussianModelCodec.Linear(),
          new GaussianModelCodec.Quadratic<>(
              2, "quadratic discriminant", QuadraticDiscriminant.class, QuadraticDiscriminant::of),
          new GaussianModelCodec.NaiveBayes(),
          new BernoulliBayes(),
          new GaussianModelCodec.Quadratic<>(
              5,
              "regularized discriminant",
              RegularizedDiscriminant.class,
              RegularizedDiscriminant::of),
          new MultinomialBayes(),
          new ComplementBayes(),
          new PoissonBayes(),
          new CategoricalBayes(),
          new Mixed(),
          new Transformed(),
          new OfIndicators(),
          new Linear());

  private static final String PRIORS = "priors";
  private static final String SET = "set";
  private static final String UNSET = "unset";
  private static final String COUNTS = "counts";
  private static final String NORMALIZED = "normed";
  private static final String ROW_WEIGHTS = "weights";
  private static final String INTERCEPTS = "intercep";
  private static final String COEFFICIENTS = "coeffs";

  private final int kind;
  private final String name;
  private final Class<M> type;

  ModelCodec(int kind, String name, Class<M> type) {
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

  /// The codec of what a file holds.
  ///
  /// @param kind that of the file, or of a block in it
  static ModelCodec<?> of(SectionReader in, long kind) throws UnusableFileException {
    for (ModelCodec<?> codec : ALL) {
      if (codec.kind == kind) {
        return codec;
      }
    }
    throw new UnusableFileException(
        "%s holds %s; a %s is expected".formatted(in.source(), FileFormat.describe(kind), names()));
  }

  /// The content of a file of this kind, or null if it is not a kind of model.
  static String nameOf(long kind) {
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
  abstract M read(SectionReader in, StoredNames names) throws UnusableFileException;

  abstract List<Section> sections(M model);

  static Section priors(Classifier<?, ?> model) {
    return Section.doubles(PRIORS, model.priors());
  }

  static double[] priors(SectionReader in) throws UnusableFileException {
    return in.doubles(PRIORS, in.classCount());
  }

  private static double[][] counts(SectionReader in) throws UnusableFileException {
    return in.rows(COUNTS, in.classCount(), in.featureCount());
  }

  /// Reads the model of columns that are computed from the features of the file.
  ///
  /// @param section holds its kind
  private static Classifier<?, ?> ofColumns(
      SectionReader in, String section, long kind, StoredNames names, Features columns)
      throws UnusableFileException {
    ModelCodec<?> codec = of(in, kind);
    // A file with models in models without end would use up the stack.
    boolean hasInner =
        codec instanceof Mixed
            || codec instanceof OfIndicators
            || codec instanceof Transformed && section.equals(TransformCodec.INNER);
    in.require(!hasInner, section, kind, "the kind of a model without others in it");
    int featureCount = in.featureCount();
    in.features(columns.count());
    Classifier<?, ?> model =
        codec.read(in, new StoredNames(names.classes(), columns, names.notes()));
    in.features(featureCount);
    return model;
  }

  private static Classifier<double[], NumericColumns> ofNumbers(Classifier<?, ?> model) {
    if (model.format() != RowFormat.NUMBERS) {
      throw new IllegalArgumentException(
          "the model inside is a %s; a model of numbers is expected"
              .formatted(ModelCodec.of(model).name()));
    }
    return model.in(RowFormat.NUMBERS);
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
    BernoulliNaiveBayes read(SectionReader in, StoredNames names) throws UnusableFileException {
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
    MultinomialNaiveBayes read(SectionReader in, StoredNames names) throws UnusableFileException {
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
    ComplementNaiveBayes read(SectionReader in, StoredNames names) throws UnusableFileException {
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
    PoissonNaiveBayes read(SectionReader in, StoredNames names) throws UnusableFileException {
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
    CategoricalNaiveBayes read(SectionReader in, StoredNames names) throws UnusableFileException {
      double[] priors = priors(in);
      List<CategoryDictionary> dictionaries = Dictionaries.read(in, in.featureCount(), false);
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

  /// The class priors, what each block is, then each block as in a file of its own.
  private static final class Mixed extends ModelCodec<MixedNaiveBayes> {

    Mixed() {
      super(10, "mixed Naive Bayes", MixedNaiveBayes.class);
    }

    @Override
    List<Section> sections(MixedNaiveBayes model) {
      List<StoredNames.Block> entries = new ArrayList<>();
      List<Section> blocks = new ArrayList<>();
      for (Classifier<?, ?> block : model.blocks()) {
        ModelCodec<?> codec = ModelCodec.of(block);
        entries.add(new StoredNames.Block(codec.kind(), block.features()));
        blocks.addAll(codec.encode(block));
      }
      List<Section> sections = new ArrayList<>();
      sections.add(priors(model));
      sections.addAll(StoredNames.sections(entries));
      sections.addAll(blocks);
      return sections;
    }

    @Override
    MixedNaiveBayes read(SectionReader in, StoredNames names) throws UnusableFileException {
      double[] priors = priors(in);
      return MixedNaiveBayes.of(
          priors,
          names.<Classifier<?, ?>>readBlocks(
              in, (kind, part) -> ModelCodec.of(in, kind).read(in, part)));
    }
  }

  /// A transform, then the model of transformed rows as in a file of its own.
  private static final class Transformed extends ModelCodec<TransformedClassifier> {

    Transformed() {
      super(11, "model of transformed rows", TransformedClassifier.class);
    }

    @Override
    List<Section> sections(TransformedClassifier model) {
      Classifier<?, ?> inner = model.model();
      ModelCodec<?> codec = ModelCodec.of(inner);
      List<Section> sections = new ArrayList<>();
      sections.addAll(
          TransformCodec.sections(model.transform(), codec.kind(), inner.featureCount()));
      sections.addAll(codec.encode(inner));
      return sections;
    }

    @Override
    TransformedClassifier read(SectionReader in, StoredNames names) throws UnusableFileException {
      TransformCodec.Head head = TransformCodec.read(in);
      Transform transform = head.transform();
      Classifier<?, ?> model =
          ofColumns(
              in, TransformCodec.INNER, head.kind(), names, transform.outputs(names.features()));
      return TransformedClassifier.of(names.features(), transform, ofNumbers(model));
    }
  }

  /// The categories and those left out, then the model of the columns as in a file of its own.
  private static final class OfIndicators extends ModelCodec<IndicatorClassifier> {

    private static final String INDICATORS = "indicate";
    private static final String LEFT_OUT = "leftout";

    OfIndicators() {
      super(12, "model of indicator columns", IndicatorClassifier.class);
    }

    @Override
    List<Section> sections(IndicatorClassifier model) {
      Indicators indicators = model.indicators();
      ModelCodec<?> codec = ModelCodec.of(model.model());
      List<Section> sections = new ArrayList<>();
      sections.add(Section.longs(INDICATORS, codec.kind(), indicators.dictionaries().size()));
      sections.addAll(Dictionaries.sections(indicators.dictionaries(), false));
      sections.add(
          Section.longs(LEFT_OUT, Arrays.stream(indicators.leftOut()).asLongStream().toArray()));
      sections.addAll(codec.encode(model.model()));
      return sections;
    }

    @Override
    IndicatorClassifier read(SectionReader in, StoredNames names) throws UnusableFileException {
      long[] head = in.longs(INDICATORS, 2);
      int featureCount = in.featureCount();
      in.requireRange(INDICATORS, head[1], 1, featureCount);
      int m = (int) head[1];
      List<CategoryDictionary> dictionaries = Dictionaries.read(in, m, false);
      in.requireRoom(
          Dictionaries.SIZES, featureCount - 2L * m + Dictionaries.categoryCount(dictionaries));
      Indicators indicators = Indicators.of(names.features(), dictionaries, in.ints(LEFT_OUT, m));
      return IndicatorClassifier.of(
          indicators, ofNumbers(ofColumns(in, INDICATORS, head[0], names, indicators.outputs())));
    }
  }

  /// Linear scores of given coefficients, which have no priors.
  private static final class Linear extends ModelCodec<LinearClassifier> {

    Linear() {
      super(13, "linear scores", LinearClassifier.class);
    }

    @Override
    List<Section> sections(LinearClassifier model) {
      double[] intercepts = new double[model.classCount()];
      Arrays.setAll(intercepts, model::intercept);
      return List.of(
          Section.doubles(INTERCEPTS, intercepts),
          Section.rows(COEFFICIENTS, model.classCount(), model.featureCount(), model::weights));
    }

    @Override
    LinearClassifier read(SectionReader in, StoredNames names) throws UnusableFileException {
      double[] intercepts = in.doubles(INTERCEPTS, in.classCount());
      return LinearClassifier.of(
          names.features(),
          names.classes(),
          intercepts,
          in.rows(COEFFICIENTS, in.classCount(), in.featureCount()));
    }
  }
}
