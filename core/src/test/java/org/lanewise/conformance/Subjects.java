package org.lanewise.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.MissingValues;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.RowFormat;
import org.lanewise.data.SparseRow;
import org.lanewise.data.SparseRows;
import org.lanewise.data.UnseenCategory;
import org.lanewise.io.ModelFile;
import org.lanewise.model.Classifier;
import org.lanewise.model.Priors;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.ComplementNaiveBayes;
import org.lanewise.model.discrete.ComplementOptions;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.discrete.NaiveBayesOptions;
import org.lanewise.model.discrete.PoissonNaiveBayes;
import org.lanewise.model.discrete.Smoothing;
import org.lanewise.model.gaussian.CovarianceDivisor;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.GaussianBayesOptions;
import org.lanewise.model.gaussian.GaussianClassifier;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.gaussian.RegularizedDiscriminant;
import org.lanewise.model.gaussian.RegularizedOptions;
import org.lanewise.model.gaussian.Shrinkage;
import org.lanewise.score.Scorer;
import org.lanewise.statistics.BernoulliStatistics;
import org.lanewise.statistics.CountStatistics;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.Statistics;
import org.lanewise.statistics.VarianceStatistics;

/// Fits the model of a case in every form in which its rows can reach it.
final class Subjects {

  private Subjects() {}

  /// The models of a way, to be fitted: one for each form of rows and each kind of statistics. A
  /// supplier throws an [IllegalArgumentException] if the library refuses its rows or options.
  ///
  /// @throws IllegalArgumentException if the library refuses the labels or rows of any form
  static List<Supplier<Subject<?, ?>>> of(Way way) throws IOException {
    Training training = Training.read(way);
    JsonNode options = way.options();
    Double threshold =
        way.train().has("binarize") ? Json.number(way.train().get("binarize")) : null;
    return switch (way.model()) {
      case "lda" -> linear(way, training, options);
      case "qda" ->
          List.of(
              gaussian(
                  way,
                  training,
                  QuadraticDiscriminant.class,
                  statistics ->
                      QuadraticDiscriminant.recipe(discriminant(options, statistics, training))
                          .fit(statistics)));
      case "rda" ->
          List.of(
              gaussian(
                  way,
                  training,
                  RegularizedDiscriminant.class,
                  statistics ->
                      RegularizedDiscriminant.recipe(regularized(options)).fit(statistics)));
      case "gaussian-nb" -> gaussianNaiveBayes(way, training, naive(options));
      case "bernoulli-nb" -> bernoulli(way, training, threshold);
      case "categorical-nb" -> List.of(categorical(way, training));
      case "multinomial-nb" ->
          counts(
              way,
              training,
              threshold,
              MultinomialNaiveBayes.class,
              statistics -> MultinomialNaiveBayes.recipe(discrete(options)).fit(statistics),
              MultinomialNaiveBayes::scorer,
              model -> model.scorer(RowFormat.SPARSE),
              Parameters::of);
      case "complement-nb" ->
          counts(
              way,
              training,
              threshold,
              ComplementNaiveBayes.class,
              statistics -> ComplementNaiveBayes.recipe(complement(options)).fit(statistics),
              ComplementNaiveBayes::scorer,
              model -> model.scorer(RowFormat.SPARSE),
              Parameters::of);
      case "poisson-nb" ->
          counts(
              way,
              training,
              threshold,
              PoissonNaiveBayes.class,
              statistics -> PoissonNaiveBayes.recipe(discrete(options)).fit(statistics),
              PoissonNaiveBayes::scorer,
              model -> model.scorer(RowFormat.SPARSE),
              Parameters::of);
      default -> throw new IllegalStateException("no model is called '" + way.model() + "'");
    };
  }

  // ---- Gaussian

  private static List<Supplier<Subject<?, ?>>> linear(
      Way way, Training training, JsonNode options) {
    Function<GaussianStatistics, LinearDiscriminant> fit =
        statistics ->
            LinearDiscriminant.recipe(discriminant(options, statistics, training)).fit(statistics);
    Supplier<Subject<?, ?>> full = gaussian(way, training, LinearDiscriminant.class, fit);
    // Shrinkage by class needs a scatter for each class.
    return options.path("shrinkage").isTextual() || training.forget() != null || expected(way)
        ? List.of(full)
        : List.of(
            full,
            subject(
                way,
                training,
                form(way),
                Accumulation.POOLED,
                "pooled",
                LinearDiscriminant.class,
                fit,
                scorer(way),
                Parameters::of));
  }

  private static <M extends GaussianClassifier> Supplier<Subject<?, ?>> gaussian(
      Way way, Training training, Class<M> type, Function<GaussianStatistics, M> fit) {
    return subject(
        way,
        training,
        form(way),
        expected(way)
            ? Accumulation.expected(type == LinearDiscriminant.class)
            : Accumulation.GAUSSIAN,
        "full",
        type,
        fit,
        scorer(way),
        Parameters::of);
  }

  /// Whether values are missing in what a covariance is fitted to.
  private static boolean expected(Way way) {
    return way.train().path("incomplete").asText().equals("em");
  }

  /// The scorer that is asked: of rows with missing values, where the way says that there are.
  private static <M extends GaussianClassifier>
      Function<M, Scorer<double[], NumericColumns>> scorer(Way way) {
    MissingValues missing =
        way.train().path("missing").asBoolean() ? MissingValues.ALLOW : MissingValues.REFUSE;
    return model -> model.scorer(RowFormat.NUMBERS.withMissing(missing));
  }

  private static List<Supplier<Subject<?, ?>>> gaussianNaiveBayes(
      Way way, Training training, GaussianBayesOptions options) {
    Function<VarianceStatistics, GaussianNaiveBayes> fit =
        statistics -> GaussianNaiveBayes.recipe(options).fit(statistics);
    if (way.train().path("missing").asBoolean()) {
      return List.of(
          subject(
              way,
              training,
              form(way),
              Accumulation.MISSING_NUMBERS,
              "missing",
              GaussianNaiveBayes.class,
              fit,
              scorer(way),
              Parameters::of));
    }
    return List.of(
        gaussian(
            way,
            training,
            GaussianNaiveBayes.class,
            statistics -> GaussianNaiveBayes.recipe(options).fit(statistics)),
        subject(
            way,
            training,
            form(way),
            Accumulation.DIAGONAL,
            "diagonal",
            GaussianNaiveBayes.class,
            fit,
            GaussianNaiveBayes::scorer,
            Parameters::of));
  }

  private static Form<double[], NumericColumns> form(Way way) {
    return way.train().path("floats").asBoolean() ? Form.floats() : Form.dense();
  }

  // ---- discrete

  private static List<Supplier<Subject<?, ?>>> bernoulli(
      Way way, Training training, Double threshold) {
    JsonNode options = way.options();
    Function<BernoulliStatistics, BernoulliNaiveBayes> fit =
        statistics -> BernoulliNaiveBayes.recipe(discrete(options)).fit(statistics);
    if (way.train().path("missing").asBoolean()) {
      return List.of(
          subject(
              way,
              training,
              Form.missingBits(),
              Accumulation.MISSING_BITS,
              "missing",
              BernoulliNaiveBayes.class,
              fit,
              model -> model.scorer(RowFormat.CODES),
              Parameters::of));
    }
    Supplier<Subject<?, ?>> sparse =
        subject(
            way,
            training,
            Form.sparseBits(threshold),
            Accumulation.SPARSE_BITS,
            "sparse",
            BernoulliNaiveBayes.class,
            fit,
            model -> model.scorer(RowFormat.SPARSE),
            Parameters::of);
    // So many bits are not packed, but where most of them are 0.
    if ((long) training.rows().rowCount() * training.rows().featureCount() > 100_000_000L) {
      return List.of(sparse);
    }
    Supplier<Subject<?, ?>> packed =
        subject(
            way,
            training,
            Form.bits(threshold),
            Accumulation.BITS,
            "packed",
            BernoulliNaiveBayes.class,
            fit,
            BernoulliNaiveBayes::scorer,
            Parameters::of);
    return List.of(packed, sparse);
  }

  private static <M extends Classifier<?, ?>> List<Supplier<Subject<?, ?>>> counts(
      Way way,
      Training training,
      Double threshold,
      Class<M> type,
      Function<CountStatistics, M> fit,
      Function<M, Scorer<double[], NumericColumns>> dense,
      Function<M, Scorer<SparseRow, SparseRows>> sparse,
      BiFunction<M, String, Object> parameters) {
    Supplier<Subject<?, ?>> sparseSubject =
        subject(
            way,
            training,
            threshold == null ? Form.sparse() : Form.sparseBits(threshold),
            Accumulation.SPARSE_COUNTS,
            "sparse",
            type,
            fit,
            sparse,
            parameters);
    return threshold != null || training.rows().indices() != null
        ? List.of(sparseSubject)
        : List.of(
            subject(
                way,
                training,
                Form.dense(),
                Accumulation.COUNTS,
                "dense",
                type,
                fit,
                dense,
                parameters),
            sparseSubject);
  }

  private static Supplier<Subject<?, ?>> categorical(Way way, Training training)
      throws IOException {
    JsonNode train = way.train();
    Form<int[], CategoryColumns> form;
    if (train.has("names")) {
      List<String> missing =
          train.has("missing") ? Json.texts(train.get("missing")) : Collections.emptyList();
      Table all = train.has("rows") ? training.rows() : DataSet.read(train).rows();
      List<CategoryDictionary> dictionaries = all.names(null, missing).dictionaries();
      form = Form.names(dictionaries, missing);
    } else if (train.has("binarize")) {
      double threshold = Json.number(train.get("binarize"));
      form = Form.binaryCategories(threshold);
    } else {
      form =
          Form.codes(
              train.has("categoryCounts")
                  ? Json.integers(train.get("categoryCounts"))
                  : new int[0]);
    }
    UnseenCategory unseen =
        switch (way.options().path("unseen").asText("error")) {
          case "error" -> UnseenCategory.REFUSE;
          case "ignore" -> UnseenCategory.IGNORE;
          case "smoothed" -> UnseenCategory.SMOOTHED;
          default -> throw new IllegalStateException(way.options().toString());
        };
    return subject(
        way,
        training,
        form,
        Accumulation.CATEGORIES,
        "categories",
        CategoricalNaiveBayes.class,
        statistics -> CategoricalNaiveBayes.recipe(discrete(way.options())).fit(statistics),
        model -> model.scorer(RowFormat.CODES.withUnseen(unseen)),
        Parameters::of);
  }

  // ---- all

  private static <R, B extends RowBatch, S extends Statistics, M extends Classifier<?, ?>>
      Supplier<Subject<?, ?>> subject(
          Way way,
          Training training,
          Form<R, B> form,
          Accumulation<B, S> accumulation,
          String statisticsName,
          Class<M> type,
          Function<S, M> fit,
          Function<M, Scorer<R, B>> scorer,
          BiFunction<M, String, Object> parameters) {
    Form<R, B> named = new Form<>(form.name() + ", " + statisticsName, form.batch(), form.row());
    return () -> {
      M fitted =
          shifted(fit.apply(statistics(way, training, form, accumulation)), way.options(), type);
      M model = way.options().path("throughFile").asBoolean() ? throughFile(fitted, type) : fitted;
      return new Subject<>(
          way,
          training,
          model,
          scorer.apply(model),
          named,
          quantity -> parameters.apply(model, quantity),
          row -> scorer.apply(fit.apply(training.without(row).statistics(form, accumulation))));
    };
  }

  private static <B extends RowBatch, S extends Statistics> S statistics(
      Way way, Training training, Form<?, B> form, Accumulation<B, S> accumulation) {
    return way.train().has("rows")
        ? training.statistics(form, accumulation)
        : accumulation.latest().get(way.train(), () -> training.statistics(form, accumulation));
  }

  /// A model with other priors than those it was fitted with, where the way says so.
  private static <M extends Classifier<?, ?>> M shifted(M model, JsonNode options, Class<M> type) {
    return options.has("withPriors")
        ? type.cast(model.withPriors(Priors.fixed(Json.vector(options.get("withPriors")))))
        : model;
  }

  /// A model written to bytes and read from them.
  private static <M extends Classifier<?, ?>> M throughFile(M model, Class<M> type) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      new ModelFile(model).write(bytes);
      return ModelFile.read(new ByteArrayInputStream(bytes.toByteArray())).model(type);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  // ---- options

  private static Priors priors(JsonNode options) {
    JsonNode priors = options.path("priors");
    if (priors.isArray()) {
      return Priors.fixed(Json.vector(priors));
    }
    return switch (priors.asText("empirical")) {
      case "empirical" -> Priors.empirical();
      case "uniform" -> Priors.uniform();
      case "laplace" -> Priors.laplace();
      default -> throw new IllegalStateException("no priors are called " + priors);
    };
  }

  private static Smoothing smoothing(JsonNode options) {
    JsonNode smoothing = options.path("smoothing");
    if (smoothing.isMissingNode()) {
      return Smoothing.laplace();
    }
    if (smoothing.isArray()) {
      return Smoothing.perFeature(Json.vector(smoothing));
    }
    return smoothing.asText().equals("pseudo-data")
        ? Smoothing.pseudoData()
        : Smoothing.of(Json.number(smoothing));
  }

  static NaiveBayesOptions discrete(JsonNode options) {
    return new NaiveBayesOptions(priors(options), smoothing(options));
  }

  static ComplementOptions complement(JsonNode options) {
    return new ComplementOptions(smoothing(options), options.path("normalized").asBoolean());
  }

  static CovarianceDivisor divisor(JsonNode options) {
    return switch (options.path("divisor").asText("n")) {
      case "n" -> CovarianceDivisor.MAXIMUM_LIKELIHOOD;
      case "unbiased" -> CovarianceDivisor.UNBIASED;
      default -> throw new IllegalStateException("no divisor is called " + options.get("divisor"));
    };
  }

  static DiscriminantOptions discriminant(
      JsonNode options, GaussianStatistics statistics, Training training) {
    DiscriminantOptions plain =
        DiscriminantOptions.DEFAULT.withPriors(priors(options)).withDivisor(divisor(options));
    if (options.has("regularization")) {
      return plain.withShrinkage(Shrinkage.toIdentity(Json.number(options.get("regularization"))));
    }
    return (DiscriminantOptions)
        QuadraticDiscriminant.recipe(plain.withShrinkage(shrinkage(options.path("shrinkage"))))
            .chosen(statistics, training.rows().dense(), training.labels())
            .options();
  }

  private static Shrinkage shrinkage(JsonNode shrinkage) {
    if (shrinkage.isMissingNode()) {
      return Shrinkage.none();
    }
    if (shrinkage.has("ridge")) {
      return Shrinkage.ridge(Json.number(shrinkage.get("ridge")));
    }
    if (shrinkage.has("fixed")) {
      return Shrinkage.fixed(Json.number(shrinkage.get("fixed")));
    }
    return switch (shrinkage.asText()) {
      case "oas" -> Shrinkage.oracleApproximating();
      case "oas as scikit-learn" -> Shrinkage.oracleApproximatingAsScikitLearn();
      case "ledoit-wolf" -> Shrinkage.ledoitWolf();
      case "ledoit-wolf as scikit-learn" -> Shrinkage.ledoitWolfAsScikitLearn();
      default -> throw new IllegalStateException("no shrinkage is called " + shrinkage);
    };
  }

  static RegularizedOptions regularized(JsonNode options) {
    return RegularizedOptions.DEFAULT
        .withLambda(Json.number(options.get("lambda")))
        .withGamma(Json.number(options.get("gamma")))
        .withPriors(priors(options))
        .withBlendedScatters(
            switch (options.path("blend").asText("covariances")) {
              case "covariances" -> false;
              case "scatters" -> true;
              default -> throw new IllegalStateException("no blend is " + options);
            });
  }

  static GaussianBayesOptions naive(JsonNode options) {
    double smoothing =
        options.has("varianceSmoothing")
            ? Json.number(options.get("varianceSmoothing"))
            : GaussianBayesOptions.DEFAULT.varianceSmoothing();
    boolean pooled =
        switch (options.path("variances").asText("by class")) {
          case "by class" -> false;
          case "pooled" -> true;
          default -> throw new IllegalStateException("no variances are " + options);
        };
    return new GaussianBayesOptions(
        priors(options), smoothing, divisor(options), pooled, MissingValues.REFUSE);
  }
}
