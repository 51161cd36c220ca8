package org.lanewise.interop;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.lanewise.calibration.CalibratedClassifier;
import org.lanewise.data.BadDataException;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Classes;
import org.lanewise.data.Fact;
import org.lanewise.data.Features;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.RowFormat;
import org.lanewise.io.ModelFile;
import org.lanewise.model.Classifier;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.ComplementNaiveBayes;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.discrete.PoissonNaiveBayes;
import org.lanewise.model.gaussian.GaussianClassifier;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.IndicatorClassifier;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.gaussian.RegularizedDiscriminant;
import org.lanewise.model.gaussian.TransformedClassifier;
import org.lanewise.model.linear.LinearClassifier;
import org.lanewise.model.mixed.MixedNaiveBayes;
import org.lanewise.score.Temperature;
import org.lanewise.transform.Indicators;
import org.lanewise.transform.Transform;

/// Makes the model of a description: the inverse of [ModelDescription].
final class DescribedModel {

  /// 1 GB.
  private static final long MAX_RANDOM_NUMBERS = 1L << 27;

  private final StoredTensors tensors;
  private final long byteCount;
  private final UnaryOperator<String> naming;

  /// The numbers of all matrices of random features, which the file does not hold.
  private long randomNumbers;

  /// @param byteCount the number of bytes of the file, which must be able to hold a number for each
  ///   class and feature
  /// @param naming the name in the model of a category in the file
  DescribedModel(StoredTensors tensors, long byteCount, UnaryOperator<String> naming) {
    this.tensors = tensors;
    this.byteCount = byteCount;
    this.naming = naming;
  }

  /// The model and its notes.
  ///
  /// @throws IllegalArgumentException if the description or a tensor is invalid
  ModelFile make(Members members) throws IOException {
    Classes classes = classes(members);
    Classifier<?, ?> model = make(members, "", classes);
    if (members.optionalFlag("temperature")) {
      model = calibrated(model);
    }
    Map<String, String> notes =
        members.has("notes") ? new Members(members.object("notes"), "'notes'").texts() : Map.of();
    members.finish();
    return new ModelFile(model, notes);
  }

  private <R, B extends RowBatch> Classifier<R, B> calibrated(Classifier<R, B> model)
      throws IOException {
    double value = tensors.vector("temperature", 1)[0];
    double[] priors = tensors.vector("temperature.priors", model.classCount());
    return CalibratedClassifier.of(model, Temperature.of(value), priors);
  }

  private Classes classes(Members members) {
    return switch (namesOrCount(members, "classes")) {
      case Integer count -> Classes.unnamed(count);
      case Object names -> {
        List<String> given = members.texts("classes", names);
        Classes natural = Classes.sorted(given);
        yield natural.names().equals(given) ? natural : Classes.of(given);
      }
    };
  }

  private Features features(Members members) {
    boolean areWords = members.optionalFlag("vocabulary");
    if (namesOrCount(members, "features") instanceof List<?> given) {
      List<String> names = members.texts("features", given);
      Features features = areWords ? Features.words(names) : Features.of(names);
      if (!features.names().equals(names)) {
        throw members.wrong("features", names, "an array of ascending words, each once,");
      }
      return features;
    }
    if (areWords) {
      throw members.wrong("vocabulary", true, "false for features without names");
    }
    return Features.unnamed(members.count("features"));
  }

  private Object namesOrCount(Members members, String name) {
    Object value = members.namesOrCount(name);
    if (value instanceof Integer count && count > byteCount / Tensor.NUMBER_BYTES) {
      throw members.wrong(
          name, count, "a number that a file of %d bytes can hold".formatted(byteCount));
    }
    return value;
  }

  private Classifier<?, ?> make(Members members, String prefix, Classes classes)
      throws IOException {
    Features features = features(members);
    return make(members, prefix, classes, features, features);
  }

  /// @param stored the features in the file
  /// @param features those of the model, whose columns of categories may have other names
  private Classifier<?, ?> make(
      Members members, String prefix, Classes classes, Features stored, Features features)
      throws IOException {
    int k = classes.count();
    int d = features.count();
    String kind = members.text("kind");
    return switch (kind) {
      case ModelDescription.LINEAR_DISCRIMINANT,
          ModelDescription.QUADRATIC_DISCRIMINANT,
          ModelDescription.REGULARIZED_DISCRIMINANT,
          ModelDescription.GAUSSIAN ->
          normal(kind, prefix, features, classes);
      case ModelDescription.BERNOULLI ->
          BernoulliNaiveBayes.of(
              features,
              classes,
              priors(prefix, k),
              tensors.rows(prefix + "set", k, d),
              tensors.rows(prefix + "unset", k, d));
      case ModelDescription.MULTINOMIAL ->
          MultinomialNaiveBayes.of(features, classes, priors(prefix, k), counts(prefix, k, d));
      case ModelDescription.COMPLEMENT ->
          ComplementNaiveBayes.of(
              features, classes, counts(prefix, k, d), members.flag("normalized"));
      case ModelDescription.POISSON ->
          PoissonNaiveBayes.of(
              features,
              classes,
              priors(prefix, k),
              counts(prefix, k, d),
              tensors.vector(prefix + "weights", k));
      case ModelDescription.CATEGORICAL -> {
        List<CategoryDictionary> categories = named(categories(members, d, d), features);
        long all = categories.stream().mapToLong(CategoryDictionary::size).sum();
        yield CategoricalNaiveBayes.of(
            features,
            classes,
            priors(prefix, k),
            categories,
            counts(prefix, k, all),
            tensors.vector(prefix + "alphas", d));
      }
      case ModelDescription.LINEAR ->
          LinearClassifier.of(
              features,
              classes,
              tensors.vector(prefix + "intercepts", k),
              tensors.rows(prefix + "weights", k, d));
      case ModelDescription.MIXED -> mixed(members, prefix, features, classes);
      case ModelDescription.INDICATORS -> indicators(members, prefix, features, classes);
      case ModelDescription.TRANSFORMED -> transformed(members, prefix, stored, features, classes);
      default -> throw members.wrong("kind", kind, "a kind of parameter files");
    };
  }

  private double[] priors(String prefix, int k) throws IOException {
    return tensors.vector(prefix + "priors", k);
  }

  private double[][] counts(String prefix, int k, long columnCount) throws IOException {
    return tensors.rows(prefix + "counts", k, columnCount);
  }

  private GaussianClassifier normal(String kind, String prefix, Features features, Classes classes)
      throws IOException {
    int k = classes.count();
    int d = features.count();
    double[] priors = priors(prefix, k);
    double[][] means = tensors.rows(prefix + "means", k, d);
    boolean pooled =
        kind.equals(ModelDescription.LINEAR_DISCRIMINANT)
            || kind.equals(ModelDescription.GAUSSIAN)
                && tensors.shape(prefix + "variances").length == 1;
    double[][] origins;
    if (pooled || tensors.shape(prefix + "origin").length == 1) {
      origins = new double[k][];
      Arrays.fill(origins, tensors.vector(prefix + "origin", d));
    } else {
      origins = tensors.rows(prefix + "origin", k, d);
    }
    return switch (kind) {
      case ModelDescription.LINEAR_DISCRIMINANT ->
          LinearDiscriminant.of(
              features,
              classes,
              priors,
              origins[0],
              means,
              tensors.rows(prefix + "covariance", d, d));
      case ModelDescription.GAUSSIAN ->
          pooled
              ? GaussianNaiveBayes.ofPooled(
                  features,
                  classes,
                  priors,
                  origins[0],
                  means,
                  tensors.vector(prefix + "variances", d))
              : GaussianNaiveBayes.of(
                  features,
                  classes,
                  priors,
                  origins,
                  means,
                  tensors.rows(prefix + "variances", k, d));
      case ModelDescription.QUADRATIC_DISCRIMINANT ->
          QuadraticDiscriminant.of(
              features, classes, priors, origins, means, covariances(prefix, k, d));
      default ->
          RegularizedDiscriminant.of(
              features, classes, priors, origins, means, covariances(prefix, k, d));
    };
  }

  private double[][][] covariances(String prefix, int k, int d) throws IOException {
    return tensors.matrices(prefix + "covariances", k, d);
  }

  /// The categories of at least `least` and at most `most` features.
  private static List<CategoryDictionary> categories(Members members, int least, int most) {
    List<?> given = members.list("categories");
    if (given.size() < least || given.size() > most) {
      throw members.wrong(
          "categories", "of %d features".formatted(given.size()), "an array for each of " + most);
    }
    List<CategoryDictionary> categories = new ArrayList<>();
    for (Object ofFeature : given) {
      categories.add(
          ofFeature instanceof Long count && count >= 0 && count <= Integer.MAX_VALUE
              ? CategoryDictionary.ofSize(count.intValue())
              : CategoryDictionary.of(members.texts("categories", ofFeature)));
    }
    return categories;
  }

  /// The same categories with their names in the model.
  ///
  /// @param features the last of them have these categories
  private List<CategoryDictionary> named(List<CategoryDictionary> stored, Features features) {
    List<CategoryDictionary> named = new ArrayList<>();
    for (CategoryDictionary categories : stored) {
      int feature = features.count() - stored.size() + named.size();
      Map<String, String> given = new HashMap<>();
      List<String> names = new ArrayList<>();
      for (int code = 0; code < categories.size() && categories.isNamed(); code++) {
        String name = naming.apply(categories.name(code));
        String before = given.putIfAbsent(name, categories.name(code));
        if (before != null) {
          throw new BadDataException(
              "the categories '%s' and '%s' of %s are both '%s' here; distinct names are expected",
              before, categories.name(code), Fact.feature(feature, features), name);
        }
        names.add(name);
      }
      named.add(categories.isNamed() ? CategoryDictionary.of(names) : categories);
    }
    return named;
  }

  private MixedNaiveBayes mixed(Members members, String prefix, Features features, Classes classes)
      throws IOException {
    double[] priors = priors(prefix, classes.count());
    List<Classifier<?, ?>> blocks = new ArrayList<>();
    for (int b = 0; b < members.list("blocks").size(); b++) {
      Members block = members.element("blocks", b);
      blocks.add(make(block, "%sblocks.%d.".formatted(prefix, b), classes));
      block.finish();
    }
    MixedNaiveBayes mixed = MixedNaiveBayes.of(priors, blocks);
    requireSame(mixed.features(), features, members);
    return mixed;
  }

  private TransformedClassifier transformed(
      Members members, String prefix, Features stored, Features features, Classes classes)
      throws IOException {
    int count = members.list("steps").size();
    Transform transform = null;
    int d = features.count();
    for (int i = 0; i < count; i++) {
      Members step = members.element("steps", i);
      Transform next = step(step, "%ssteps.%d.".formatted(prefix, i), d);
      step.finish();
      d = next.outputCount(d);
      transform = transform == null ? next : transform.then(next);
    }
    if (transform == null) {
      throw members.wrong("steps", "[]", "an array of at least one step");
    }
    return TransformedClassifier.of(
        features,
        transform,
        inner(members, prefix, transform.outputs(stored), transform.outputs(features), classes));
  }

  private IndicatorClassifier indicators(
      Members members, String prefix, Features features, Classes classes) throws IOException {
    List<CategoryDictionary> categories = categories(members, 1, features.count());
    // The model of the columns has a number for each.
    if (categories.stream().mapToLong(CategoryDictionary::size).sum()
        > byteCount / Tensor.NUMBER_BYTES) {
      throw members.wrong(
          "categories", "larger", "as many as a file of %d bytes can hold".formatted(byteCount));
    }
    int[] leftOut =
        Arrays.stream(members.integers("left_out"))
            .mapToInt(code -> Math.clamp(code, -1, Integer.MAX_VALUE))
            .toArray();
    Features stored = Indicators.of(features, categories, leftOut).outputs();
    Indicators indicators = Indicators.of(features, named(categories, features), leftOut);
    return IndicatorClassifier.of(
        indicators, inner(members, prefix, stored, indicators.outputs(), classes));
  }

  /// The member `model`.
  ///
  /// @param expected its features in the file
  /// @param features its features
  private Classifier<double[], NumericColumns> inner(
      Members members, String prefix, Features expected, Features features, Classes classes)
      throws IOException {
    Members inner = new Members(members.object("model"), "'model'");
    Features stored = features(inner);
    requireSame(expected, stored, inner);
    Classifier<?, ?> model = make(inner, prefix + "model.", classes, stored, features);
    inner.finish();
    if (model.format() != RowFormat.NUMBERS) {
      throw inner.wrong("kind", inner.text("kind"), "a kind for rows of numbers");
    }
    return model.in(RowFormat.NUMBERS);
  }

  private static void requireSame(Features expected, Features found, Members members) {
    if (!expected.equals(found)) {
      throw members.wrong(
          "features",
          found.areNamed() ? found.names() : found.count(),
          expected.areNamed() ? expected.names().toString() : Integer.toString(expected.count()));
    }
  }

  private Transform step(Members step, String prefix, int d) throws IOException {
    String kind = step.text("step");
    return switch (kind) {
      case ModelDescription.UNIT_LENGTH -> Transform.unitLength();
      case ModelDescription.SIGNED_POWER -> Transform.signedPower(step.number("exponent"));
      case ModelDescription.STANDARDIZATION -> {
        double[] means = tensors.vector(prefix + "means", d);
        yield tensors.has(prefix + "deviations")
            ? Transform.standardization(means, tensors.vector(prefix + "deviations", d))
            : Transform.centering(means);
      }
      case ModelDescription.LINEAR -> {
        long m = tensors.rowCount(prefix + "matrix");
        yield Transform.linear(
            tensors.rows(prefix + "matrix", m, d), tensors.vector(prefix + "offset", m));
      }
      case ModelDescription.RANDOM_FEATURES -> {
        String seed = step.text("seed");
        if (!seed.matches("-?[0-9]{1,19}")) {
          throw step.wrong("seed", seed, "an integer of 64 bits as text");
        }
        int count = step.count("count");
        randomNumbers += (long) count * d;
        if (randomNumbers > MAX_RANDOM_NUMBERS) {
          throw step.wrong(
              "count", count, "2^27 numbers at most in all matrices of random features");
        }
        try {
          yield Transform.randomFeatures(count, Long.parseLong(seed));
        } catch (NumberFormatException e) {
          throw step.wrong("seed", seed, "an integer of 64 bits as text");
        }
      }
      default -> throw step.wrong("step", kind, "a step of parameter files");
    };
  }
}
