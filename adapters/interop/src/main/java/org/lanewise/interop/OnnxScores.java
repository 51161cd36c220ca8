package org.lanewise.interop;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.RowFormat;
import org.lanewise.description.Description;
import org.lanewise.interop.OnnxGraph.ElementType;
import org.lanewise.model.Classifier;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.ComplementNaiveBayes;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.discrete.PoissonNaiveBayes;
import org.lanewise.model.gaussian.GaussianClassifier;
import org.lanewise.model.gaussian.IndicatorClassifier;
import org.lanewise.model.gaussian.LowRankDiscriminant;
import org.lanewise.model.gaussian.TransformedClassifier;
import org.lanewise.model.linear.LinearClassifier;
import org.lanewise.transform.Indicators;
import org.lanewise.transform.Transform;

/// Adds the log joints of models to a graph, n rows of k.
///
/// Rows that Lanewise refuses (NaN, infinite values, bits other than 0 and 1, negative counts,
/// unknown codes) have NaN as log joints.
final class OnnxScores {

  private static final double HALF_LOG_TAU = 0.5 * Math.log(2 * Math.PI);

  private final OnnxGraph graph;
  private final ElementType given;

  /// The number that bits are greater than, or NaN if rows hold bits.
  private final double threshold;

  /// @param given the type of the numbers in rows
  OnnxScores(OnnxGraph graph, ElementType given, double threshold) {
    this.graph = graph;
    this.given = given;
    this.threshold = threshold;
  }

  /// Log joints as a sum. Posteriors are the softmax of `byClass` alone, because the sum has no
  /// correct digits far from the means.
  ///
  /// @param common the same number for all classes (n, 1), or null for 0
  /// @param byClass numbers (n, k)
  record Parts(String common, String byClass) {

    String sum(OnnxGraph graph) {
      return common == null ? byClass : graph.add("Add", common, byClass);
    }
  }

  /// The log joints of a model for rows in separate inputs.
  ///
  /// @param suffix the suffix of the names of the inputs
  /// @throws IllegalArgumentException if the graph cannot express the model
  Parts of(Classifier<?, ?> model, String suffix) {
    if (model instanceof IndicatorClassifier indicators) {
      return ofNumbers(indicators.model(), columns(indicators.indicators()));
    }
    if (model.format() == RowFormat.BLOCKS) {
      return mixed(model);
    }
    int d = model.featureCount();
    if (model.format() == RowFormat.CODES) {
      return byClass(
          categories(
              (CategoricalNaiveBayes) model, graph.input("codes" + suffix, ElementType.INT64, d)));
    }
    return ofNumbers(model, numbers("x" + suffix, d));
  }

  private static Parts byClass(String scores) {
    return new Parts(null, scores);
  }

  private String numbers(String name, int d) {
    String rows = graph.input(name, given, d);
    return given == ElementType.DOUBLE ? rows : graph.cast(ElementType.DOUBLE, rows);
  }

  /// The numbers, then the indicators of each feature, looked up by its category.
  private String columns(Indicators indicators) {
    List<CategoryDictionary> dictionaries = indicators.dictionaries();
    int[] leftOut = indicators.leftOut();
    int numbers = indicators.numberCount();
    int width = indicators.outputs().count() - numbers;
    List<double[]> table = new ArrayList<>();
    int column = 0;
    for (int f = 0; f < leftOut.length; f++) {
      for (int code = 0; code < dictionaries.get(f).size(); code++) {
        double[] row = new double[width];
        if (code != leftOut[f]) {
          row[column++] = 1;
        }
        table.add(row);
      }
    }
    String codes = graph.input("codes", ElementType.INT64, leftOut.length);
    String found =
        graph.add(
            "Gather", graph.rows(table.toArray(double[][]::new)), places(dictionaries, codes));
    String columns = graph.squeeze(graph.reduce("ReduceSum", 1, found), 1);
    return numbers == 0 ? columns : graph.concat(numbers("x", numbers), columns);
  }

  /// log π_c + Σ_b (joint_bc − log π_bc).
  private Parts mixed(Classifier<?, ?> mixed) {
    String common = null;
    String sum = graph.numbers(logs(mixed.priors()), 1, mixed.classCount());
    int number = 0;
    for (Classifier<?, ?> block : mixed.blocks()) {
      double[] priors = logs(block.priors());
      // A class with prior 0 stays at −∞.
      Arrays.setAll(priors, c -> Double.isFinite(priors[c]) ? -priors[c] : 0);
      Parts joint = of(block, "_" + number++);
      common = joint.common == null ? common : new Parts(common, joint.common).sum(graph);
      sum =
          graph.add(
              "Add", sum, graph.add("Add", joint.byClass, graph.numbers(priors, 1, priors.length)));
    }
    return new Parts(common, sum);
  }

  private Parts ofNumbers(Classifier<?, ?> model, String rows) {
    return switch (model) {
      case TransformedClassifier transformed ->
          ofNumbers(
              transformed.model(),
              transformed(transformed.transform(), transformed.featureCount(), rows));
      case LowRankDiscriminant lowRank -> lowRank(lowRank, rows);
      case GaussianClassifier normal -> normal(normal, rows);
      case PoissonNaiveBayes rates -> poisson(rates, rows);
      default -> byClass(scores(model, rows));
    };
  }

  private String scores(Classifier<?, ?> model, String rows) {
    return switch (model) {
      case LinearClassifier linear ->
          finite(
              rows,
              affine(
                  rows,
                  byClass(linear, linear::weights),
                  IntStream.range(0, linear.classCount())
                      .mapToDouble(linear::intercept)
                      .toArray()));
      case BernoulliNaiveBayes bits -> bits(bits, rows);
      case MultinomialNaiveBayes words ->
          counts(rows, affine(rows, byFeature(words, words::logProbability), logs(words.priors())));
      case ComplementNaiveBayes others ->
          counts(rows, affine(rows, others.weights(), new double[others.classCount()]));
      default ->
          throw new IllegalArgumentException(
              "a %s cannot be written as an ONNX graph"
                  .formatted(model.getClass().getSimpleName()));
    };
  }

  private Parts normal(GaussianClassifier model, String rows) {
    if (model.sharesCovariance()) {
      String centred = centred(model, rows);
      return sharedNormal(
          model, centred, model.isDiagonal() ? null : new InverseTriangle(model.covariance(0)));
    }
    return byClass(model.isDiagonal() ? diagonal(model, rows) : quadratic(model, rows));
  }

  private String centred(GaussianClassifier model, String rows) {
    return graph.add("Sub", rows, graph.numbers(model.origin(0), 1, model.featureCount()));
  }

  /// The scores of the shared covariance, and what the directions of each class add: ½‖H_c(y −
  /// y_c)‖² − log det C, H_c = C⁻¹W_c.
  private Parts lowRank(LowRankDiscriminant model, String rows) {
    InverseTriangle factor = new InverseTriangle(model.sharedCovariance());
    String centred = centred(model, rows);
    Parts shared = sharedNormal(model, centred, factor);
    double[][] subspace = model.subspace();
    if (subspace.length == 0) {
      return shared;
    }
    double[][] projection = new double[subspace.length][];
    for (int m = 0; m < subspace.length; m++) {
      projection[m] = factor.transposedTimes(factor.times(subspace[m]));
    }
    String projected = graph.add("MatMul", centred, graph.columns(projection));
    double[] constants = new double[model.classCount()];
    String[] squares = new String[constants.length];
    for (int c = 0; c < squares.length; c++) {
      double[][] loadings = model.loadings(c);
      double[] centre = products(projection, model.residualMean(c));
      double[][] capacitance = new double[loadings.length][loadings.length];
      for (int i = 0; i < loadings.length; i++) {
        double[] solved = combined(loadings[i], projection);
        for (int j = 0; j < loadings.length; j++) {
          capacitance[i][j] = dot(solved, combined(loadings[j], subspace)) + (i == j ? 1 : 0);
        }
      }
      InverseTriangle capacity = new InverseTriangle(capacitance);
      double[][] images = new double[loadings.length][];
      Arrays.setAll(images, i -> combined(capacity.rows()[i], loadings));
      constants[c] = -0.5 * capacity.logDeterminant();
      String about = graph.add("Sub", projected, graph.numbers(centre, 1, centre.length));
      squares[c] =
          graph.reduce("ReduceSumSquare", 1, graph.add("MatMul", about, graph.columns(images)));
    }
    String own =
        graph.add(
            "Add",
            graph.numbers(constants, 1, constants.length),
            graph.add("Mul", graph.concat(squares), graph.number(0.5)));
    return new Parts(shared.common, graph.add("Add", shared.byClass, own));
  }

  private static double[] products(double[][] rows, double[] x) {
    return Arrays.stream(rows).mapToDouble(row -> dot(row, x)).toArray();
  }

  /// Σ_i factor_i·row_i.
  private static double[] combined(double[] factors, double[][] rows) {
    double[] sum = new double[rows[0].length];
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < sum.length; j++) {
        sum[j] = Math.fma(factors[i], rows[i][j], sum[j]);
      }
    }
    return sum;
  }

  private static double[] logs(double[] priors) {
    return Arrays.stream(priors).map(Math::log).toArray();
  }

  private static double[][] byClass(Classifier<?, ?> model, IntFunction<double[]> row) {
    return IntStream.range(0, model.classCount()).mapToObj(row).toArray(double[][]::new);
  }

  private interface Value {
    double of(int label, int feature);
  }

  private static double[][] byFeature(Classifier<?, ?> model, Value value) {
    return byClass(
        model,
        c -> {
          double[] row = new double[model.featureCount()];
          Arrays.setAll(row, j -> value.of(c, j));
          return row;
        });
  }

  /// xWᵀ + b.
  ///
  /// @param weights W, a row for each class
  private String affine(String rows, double[][] weights, double[] intercepts) {
    requireFinite(weights);
    String product = graph.add("MatMul", rows, graph.columns(weights));
    return graph.add("Add", product, graph.numbers(intercepts, 1, intercepts.length));
  }

  private static void requireFinite(double[][] weights) {
    for (double[] row : weights) {
      for (double weight : row) {
        if (!Double.isFinite(weight)) {
          throw new IllegalArgumentException(
              "the model has probabilities or rates of 0, which an ONNX graph cannot express; a"
                  + " model fitted with smoothing, such as an alpha of 0.01, is expected");
        }
      }
    }
  }

  /// Scores that are NaN in rows with a value that is not finite.
  private String finite(String rows, String scores) {
    return graph.add("Add", scores, graph.reduce("ReduceSum", 1, graph.add("Sub", rows, rows)));
  }

  /// Scores that are NaN in rows with a value that is not finite or below 0.
  private String counts(String rows, String scores) {
    return where(
        graph.add("Less", graph.reduce("ReduceMin", 1, rows), graph.number(0)),
        graph.number(Double.NaN),
        finite(rows, scores));
  }

  private String where(String condition, String ifTrue, String ifFalse) {
    return graph.add("Where", condition, ifTrue, ifFalse);
  }

  /// Normal classes that share a covariance: affine scores for the differences of classes, and the
  /// density of the best class from its distance, like the scorers of the library.
  ///
  /// @param centred the rows less the origin
  /// @param factor of the covariance; null if it is diagonal
  private Parts sharedNormal(GaussianClassifier model, String centred, InverseTriangle factor) {
    int k = model.classCount();
    int d = model.featureCount();
    double[][] means = byClass(model, model::residualMean);
    double[][] white = new double[k][];
    double[][] weights = new double[k][];
    double logDeterminant;
    String projected;
    if (factor == null) {
      double[] inverse =
          Arrays.stream(model.variances(0)).map(variance -> 1 / Math.sqrt(variance)).toArray();
      for (int c = 0; c < k; c++) {
        white[c] = new double[d];
        weights[c] = new double[d];
        for (int j = 0; j < d; j++) {
          white[c][j] = means[c][j] * inverse[j];
          weights[c][j] = white[c][j] * inverse[j];
        }
      }
      logDeterminant = -2 * Arrays.stream(inverse).map(Math::log).sum();
      projected = graph.add("Mul", centred, graph.numbers(inverse, 1, d));
    } else {
      for (int c = 0; c < k; c++) {
        white[c] = factor.times(means[c]);
        weights[c] = factor.transposedTimes(white[c]);
      }
      logDeterminant = factor.logDeterminant();
      projected = graph.add("MatMul", centred, graph.columns(factor.rows()));
    }
    double[] logPriors = logs(model.priors());
    double[] intercepts = new double[k];
    double[] constants = new double[k];
    for (int c = 0; c < k; c++) {
      intercepts[c] = logPriors[c] - 0.5 * dot(white[c], white[c]);
      constants[c] = logPriors[c] - 0.5 * logDeterminant - d * HALF_LOG_TAU;
    }
    String scores = affine(centred, weights, intercepts);
    String best = graph.argMax(scores);
    String distance =
        graph.reduce(
            "ReduceSumSquare",
            1,
            graph.add("Sub", projected, graph.add("Gather", graph.rows(white), best)));
    String constant = graph.unsqueeze(graph.add("Gather", graph.numbers(constants, k), best), 1);
    String density = graph.add("Sub", constant, graph.add("Mul", distance, graph.number(0.5)));
    String lead = graph.add("Sub", scores, graph.reduce("ReduceMax", 1, scores));
    return new Parts(density, finite(centred, lead));
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int j = 0; j < a.length; j++) {
      sum = Math.fma(a[j], b[j], sum);
    }
    return sum;
  }

  /// constant_c − ½ Σ_j ((x_j − μ_cj)/σ_cj)², with an axis for the classes.
  private String diagonal(GaussianClassifier model, String rows) {
    int k = model.classCount();
    int d = model.featureCount();
    double[][] inverse = byClass(model, model::variances);
    double[] constants = logs(model.priors());
    for (int c = 0; c < k; c++) {
      for (int j = 0; j < d; j++) {
        inverse[c][j] = 1 / Math.sqrt(inverse[c][j]);
        constants[c] += Math.log(inverse[c][j]) - HALF_LOG_TAU;
      }
    }
    String differences = differences(model, graph.unsqueeze(rows, 1));
    String distances =
        graph.squeeze(
            graph.reduce("ReduceSumSquare", 2, graph.add("Mul", differences, graph.rows(inverse))),
            2);
    return joint(constants, distances);
  }

  /// x − origin − mean of each class.
  ///
  /// @param rows with an axis of length 1 for the classes, the second last one
  private String differences(GaussianClassifier model, String rows) {
    String origins =
        model.sharesOrigin()
            ? graph.numbers(model.origin(0), 1, model.featureCount())
            : graph.rows(byClass(model, model::origin));
    return graph.add(
        "Sub", graph.add("Sub", rows, origins), graph.rows(byClass(model, model::residualMean)));
  }

  private String joint(double[] constants, String distances) {
    return graph.add(
        "Sub",
        graph.numbers(constants, 1, constants.length),
        graph.add("Mul", distances, graph.number(0.5)));
  }

  /// constant_c − ½‖M_c(x − μ_c)‖², class by class.
  private String quadratic(GaussianClassifier model, String rows) {
    double[] constants = logs(model.priors());
    String[] distances = new String[model.classCount()];
    for (int c = 0; c < distances.length; c++) {
      InverseTriangle factor = new InverseTriangle(model.covariance(c));
      constants[c] -= 0.5 * factor.logDeterminant() + model.featureCount() * HALF_LOG_TAU;
      String centred =
          graph.add(
              "Sub",
              graph.add("Sub", rows, graph.numbers(model.origin(c), 1, model.featureCount())),
              graph.numbers(model.residualMean(c), 1, model.featureCount()));
      distances[c] =
          graph.reduce(
              "ReduceSumSquare", 1, graph.add("MatMul", centred, graph.columns(factor.rows())));
    }
    return joint(constants, graph.concat(distances));
  }

  private String bits(BernoulliNaiveBayes model, String rows) {
    double[][] set = model.logProbabilities(true);
    double[][] unset = model.logProbabilities(false);
    double[] intercepts = logs(model.priors());
    for (int c = 0; c < set.length; c++) {
      for (int j = 0; j < set[c].length; j++) {
        intercepts[c] += unset[c][j];
        set[c][j] -= unset[c][j];
      }
    }
    requireFinite(set);
    if (!Double.isNaN(threshold)) {
      String above = graph.add("Greater", rows, graph.number(threshold));
      return finite(rows, affine(graph.cast(ElementType.DOUBLE, above), set, intercepts));
    }
    String wrong =
        graph.reduce(
            "ReduceMax",
            1,
            graph.add("Abs", graph.add("Mul", rows, graph.add("Sub", rows, graph.number(1)))));
    return where(
        graph.add("Greater", wrong, graph.number(0)),
        graph.number(Double.NaN),
        finite(rows, affine(rows, set, intercepts)));
  }

  /// log π_c − Σ_j λ_cj + Σ_j x_j log λ_cj − Σ_j log x_j!.
  private Parts poisson(PoissonNaiveBayes model, String rows) {
    double[] intercepts = logs(model.priors());
    double[][] weights = byFeature(model, (c, j) -> Math.log(model.rate(c, j)));
    for (int c = 0; c < intercepts.length; c++) {
      for (int j = 0; j < model.featureCount(); j++) {
        intercepts[c] -= model.rate(c, j);
      }
    }
    String factorials = graph.reduce("ReduceSum", 1, logFactorials(rows));
    return new Parts(graph.add("Neg", factorials), counts(rows, affine(rows, weights, intercepts)));
  }

  /// log Γ(x + 1) for x ≥ 0, by Stirling's series of x + 9, whose first omitted term is below
  /// 1e-14.
  private String logFactorials(String x) {
    String y = graph.add("Add", x, graph.number(9));
    String inverse = graph.add("Reciprocal", y);
    String square = graph.add("Mul", inverse, inverse);
    double[] coefficients = {-691.0 / 360360, 1.0 / 1188, -1.0 / 1680, 1.0 / 1260, -1.0 / 360};
    String series = graph.number(1.0 / 156);
    for (double coefficient : coefficients) {
      series = graph.add("Add", graph.add("Mul", series, square), graph.number(coefficient));
    }
    series = graph.add("Add", graph.add("Mul", series, square), graph.number(1.0 / 12));
    String tail = graph.add("Add", graph.add("Mul", series, inverse), graph.number(HALF_LOG_TAU));
    String main =
        graph.add(
            "Sub",
            graph.add("Mul", graph.add("Sub", y, graph.number(0.5)), graph.add("Log", y)),
            y);
    String product = graph.add("Add", x, graph.number(1));
    for (int i = 2; i <= 8; i++) {
      product = graph.add("Mul", product, graph.add("Add", x, graph.number(i)));
    }
    return graph.add("Sub", graph.add("Add", main, tail), graph.add("Log", product));
  }

  /// log π_c + Σ_j log p(x_j | c), looked up.
  private String categories(CategoricalNaiveBayes model, String codes) {
    List<double[]> table = new ArrayList<>();
    for (int j = 0; j < model.featureCount(); j++) {
      for (int v = 0; v < model.dictionaries().get(j).size(); v++) {
        double[] row = new double[model.classCount()];
        for (int c = 0; c < row.length; c++) {
          row[c] = model.logProbability(c, j, v);
        }
        table.add(row);
      }
    }
    double[][] rows = table.toArray(double[][]::new);
    requireFinite(rows);
    String terms = graph.add("Gather", graph.rows(rows), places(model.dictionaries(), codes));
    double[] logPriors = logs(model.priors());
    return graph.add(
        "Add",
        graph.squeeze(graph.reduce("ReduceSum", 1, terms), 1),
        graph.numbers(logPriors, 1, logPriors.length));
  }

  /// The rows of codes in a table of the categories of all features. For an unknown code there is
  /// no row, so the graph fails.
  private String places(List<CategoryDictionary> dictionaries, String codes) {
    long[] sizes = new long[dictionaries.size()];
    long[] first = new long[sizes.length];
    long all = 0;
    for (int j = 0; j < sizes.length; j++) {
      sizes[j] = dictionaries.get(j).size();
      first[j] = all;
      all += sizes[j];
    }
    String known =
        graph.add(
            "And",
            graph.add("GreaterOrEqual", codes, graph.integers(0)),
            graph.add("Less", codes, graph.integers(sizes)));
    return where(known, graph.add("Add", codes, graph.integers(first)), graph.integers(all));
  }

  /// Transformed rows.
  private String transformed(Transform transform, int featureCount, String rows) {
    String values = rows;
    int d = featureCount;
    for (Description step : transform.describe()) {
      double[][] matrix = matrix(step, d);
      values = apply(step, matrix, values, d);
      d = matrix == null ? d : matrix.length;
    }
    return values;
  }

  /// The matrix of a step, with a row for each result; null if it has none.
  private static double[][] matrix(Description step, int d) {
    return switch (step.kind()) {
      case "linear" -> step.rows("matrix");
      case "random-features" -> random(step, d);
      default -> null;
    };
  }

  private String apply(Description step, double[][] matrix, String x, int d) {
    return switch (step.kind()) {
      case "unit-length" ->
          graph.add("Div", x, graph.add("Sqrt", graph.reduce("ReduceSumSquare", 1, x)));
      case "signed-power" ->
          graph.add(
              "Mul",
              graph.add("Sign", x),
              graph.add(
                  "Pow",
                  graph.add("Abs", x),
                  graph.number((Double) step.options().get("exponent"))));
      case "standardization" -> {
        String centred = graph.add("Sub", x, graph.numbers(step.rows("means")[0], 1, d));
        yield step.tensors().size() == 1
            ? centred
            : graph.add("Div", centred, graph.numbers(step.rows("deviations")[0], 1, d));
      }
      case "linear" -> affine(x, matrix, step.rows("offset")[0]);
      default -> graph.add("Max", affine(x, matrix, new double[matrix.length]), graph.number(0));
    };
  }

  /// The columns of R, r_j = max(0, Re_j) − max(0, −Re_j), as a matrix.
  private static double[][] random(Description step, int d) {
    int count = Math.toIntExact((Long) step.options().get("count"));
    Transform transform = Transform.randomFeatures(count, (Long) step.options().get("seed"));
    double[][] matrix = new double[count][d];
    for (int j = 0; j < d; j++) {
      double[] unit = new double[d];
      unit[j] = 1;
      double[] positive = transform.of(unit);
      unit[j] = -1;
      double[] negative = transform.of(unit);
      for (int i = 0; i < count; i++) {
        matrix[i][j] = positive[i] - negative[i];
      }
    }
    return matrix;
  }
}
