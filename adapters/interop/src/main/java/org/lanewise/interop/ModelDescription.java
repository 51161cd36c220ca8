package org.lanewise.interop;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.lanewise.calibration.CalibratedClassifier;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
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
import org.lanewise.transform.TransformStep;

/// Describes a model as parameter files do: members of JSON and tensors. [DescribedModel] makes the
/// model again. A new kind has its place in both.
///
/// @param members texts, integers, numbers, truth values, lists and maps of such members
/// @param tensors the parameters
record ModelDescription(Map<String, Object> members, List<Tensor> tensors) {

  static final String LINEAR_DISCRIMINANT = "linear-discriminant";
  static final String QUADRATIC_DISCRIMINANT = "quadratic-discriminant";
  static final String REGULARIZED_DISCRIMINANT = "regularized-discriminant";
  static final String GAUSSIAN = "gaussian-naive-bayes";
  static final String BERNOULLI = "bernoulli-naive-bayes";
  static final String MULTINOMIAL = "multinomial-naive-bayes";
  static final String COMPLEMENT = "complement-naive-bayes";
  static final String POISSON = "poisson-naive-bayes";
  static final String CATEGORICAL = "categorical-naive-bayes";
  static final String MIXED = "mixed-naive-bayes";
  static final String TRANSFORMED = "transformed";

  static final String INDICATORS = "indicators";

  static final String UNIT_LENGTH = "unit-length";
  static final String SIGNED_POWER = "signed-power";
  static final String STANDARDIZATION = "standardization";

  /// The kind of a model, and a step.
  static final String LINEAR = "linear";

  static final String RANDOM_FEATURES = "random-features";

  /// The description of a model, with the notes of its file.
  ///
  /// @throws IllegalArgumentException if its kind has no place in parameter files
  static ModelDescription of(ModelFile file) {
    Classifier<?, ?> model = file.model();
    Writer writer = new Writer("", new ArrayList<>());
    Map<String, Object> members = writer.members(model.bare(), true);
    if (!file.notes().isEmpty()) {
      members.put("notes", file.notes());
    }
    if (model instanceof CalibratedClassifier<?, ?> calibrated) {
      members.put("temperature", true);
      writer.vector("temperature", calibrated.temperature().value());
      writer.vector("temperature.priors", calibrated.fittedPriors());
    }
    return new ModelDescription(members, writer.tensors);
  }

  /// Gathers tensors with a prefix.
  private record Writer(String prefix, List<Tensor> tensors) {

    Writer part(String name) {
      return new Writer(prefix + name + ".", tensors);
    }

    void vector(String name, double... values) {
      tensors.add(Tensor.vector(prefix + name, values));
    }

    /// @param isOuter whether the description has classes, which are those of its parts, too
    Map<String, Object> members(Classifier<?, ?> model, boolean isOuter) {
      Map<String, Object> members = new LinkedHashMap<>();
      members.put("kind", kind(model));
      if (isOuter) {
        Classes classes = model.classes();
        members.put("classes", classes.areNamed() ? classes.names() : classes.count());
      }
      Features features = model.features();
      members.put("features", features.areNamed() ? features.names() : features.count());
      if (features.areWords()) {
        members.put("vocabulary", true);
      }
      switch (model) {
        case LinearDiscriminant linear -> {
          normal(linear);
          tensors.add(Tensor.rows(prefix + "covariance", linear.covariance()));
        }
        case GaussianNaiveBayes naive -> {
          normal(naive);
          if (naive.sharesCovariance()) {
            vector("variances", naive.variances(0));
          } else {
            rows("variances", naive, naive::variances);
          }
        }
        case GaussianClassifier quadratic -> {
          normal(quadratic);
          tensors.add(
              Tensor.matrices(
                  prefix + "covariances",
                  quadratic.classCount(),
                  quadratic.featureCount(),
                  quadratic::covariance));
        }
        case BernoulliNaiveBayes bits -> {
          vector("priors", bits.priors());
          rows("set", bits, label -> bits.pseudoCounts(label, true));
          rows("unset", bits, label -> bits.pseudoCounts(label, false));
        }
        case MultinomialNaiveBayes words -> {
          vector("priors", words.priors());
          rows("counts", words, words::pseudoCounts);
        }
        case ComplementNaiveBayes others -> {
          members.put("normalized", others.isNormalized());
          rows("counts", others, others::pseudoCounts);
        }
        case PoissonNaiveBayes counts -> {
          vector("priors", counts.priors());
          rows("counts", counts, counts::pseudoCounts);
          vector("weights", counts.rowWeights());
        }
        case CategoricalNaiveBayes codes -> {
          members.put("categories", codes.dictionaries().stream().map(Writer::categories).toList());
          vector("priors", codes.priors());
          tensors.add(
              Tensor.rows(
                  prefix + "counts",
                  codes.classCount(),
                  codes.pseudoCounts(0).length,
                  codes::pseudoCounts));
          vector("alphas", codes.alphas());
        }
        case LinearClassifier linear -> {
          double[] intercepts = new double[linear.classCount()];
          Arrays.setAll(intercepts, linear::intercept);
          vector("intercepts", intercepts);
          rows("weights", linear, linear::weights);
        }
        case MixedNaiveBayes mixed -> {
          vector("priors", mixed.priors());
          List<Object> blocks = new ArrayList<>();
          for (Classifier<?, ?> block : mixed.blocks()) {
            blocks.add(part("blocks." + blocks.size()).members(block.bare(), false));
          }
          members.put("blocks", blocks);
        }
        case TransformedClassifier transformed -> {
          List<Object> steps = new ArrayList<>();
          for (TransformStep step : transformed.transform().steps()) {
            steps.add(part("steps." + steps.size()).step(step));
          }
          members.put("steps", steps);
          members.put("model", part("model").members(transformed.model(), false));
        }
        case IndicatorClassifier indicators -> {
          members.put(
              "categories",
              indicators.indicators().dictionaries().stream().map(Writer::categories).toList());
          members.put(
              "left_out", Arrays.stream(indicators.indicators().leftOut()).boxed().toList());
          members.put("model", part("model").members(indicators.model(), false));
        }
        default -> throw new IllegalStateException();
      }
      return members;
    }

    private void rows(String name, Classifier<?, ?> model, IntFunction<double[]> row) {
      tensors.add(Tensor.rows(prefix + name, model.classCount(), model.featureCount(), row));
    }

    /// The parameters of all normal classes.
    private void normal(GaussianClassifier model) {
      vector("priors", model.priors());
      if (model.sharesOrigin()) {
        vector("origin", model.origin(0));
      } else {
        rows("origin", model, model::origin);
      }
      rows("means", model, model::residualMean);
    }

    private static Object categories(CategoryDictionary dictionary) {
      if (!dictionary.isNamed()) {
        return dictionary.size();
      }
      List<String> names = new ArrayList<>();
      for (int code = 0; code < dictionary.size(); code++) {
        names.add(dictionary.name(code));
      }
      return names;
    }

    private Map<String, Object> step(TransformStep step) {
      return switch (step) {
        case TransformStep.UnitLength _ -> Map.of("step", UNIT_LENGTH);
        case TransformStep.SignedPower power -> {
          Map<String, Object> members = new LinkedHashMap<>();
          members.put("step", SIGNED_POWER);
          members.put("exponent", power.exponent());
          yield members;
        }
        case TransformStep.Standardization standard -> {
          vector("means", standard.means());
          if (standard.deviations().length > 0) {
            vector("deviations", standard.deviations());
          }
          yield Map.of("step", STANDARDIZATION);
        }
        case TransformStep.Linear linear -> {
          tensors.add(Tensor.rows(prefix + "matrix", linear.matrix()));
          vector("offset", linear.offset());
          yield Map.of("step", LINEAR);
        }
        case TransformStep.RandomFeatures random -> {
          Map<String, Object> members = new LinkedHashMap<>();
          members.put("step", RANDOM_FEATURES);
          members.put("count", random.count());
          members.put("seed", Long.toString(random.seed()));
          yield members;
        }
      };
    }
  }

  private static String kind(Classifier<?, ?> model) {
    return switch (model) {
      case LinearDiscriminant _ -> LINEAR_DISCRIMINANT;
      case QuadraticDiscriminant _ -> QUADRATIC_DISCRIMINANT;
      case RegularizedDiscriminant _ -> REGULARIZED_DISCRIMINANT;
      case GaussianNaiveBayes _ -> GAUSSIAN;
      case BernoulliNaiveBayes _ -> BERNOULLI;
      case MultinomialNaiveBayes _ -> MULTINOMIAL;
      case ComplementNaiveBayes _ -> COMPLEMENT;
      case PoissonNaiveBayes _ -> POISSON;
      case CategoricalNaiveBayes _ -> CATEGORICAL;
      case LinearClassifier _ -> LINEAR;
      case MixedNaiveBayes _ -> MIXED;
      case TransformedClassifier _ -> TRANSFORMED;
      case IndicatorClassifier _ -> INDICATORS;
      default ->
          throw new IllegalArgumentException(
              "a %s has no place in a parameter file; a model of a model file is expected"
                  .formatted(model.getClass().getSimpleName()));
    };
  }
}
