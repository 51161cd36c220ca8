package org.lanewise.interop;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.model.Classifier;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.ComplementNaiveBayes;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.discrete.PoissonNaiveBayes;
import org.lanewise.model.gaussian.GaussianClassifier;
import org.lanewise.model.gaussian.IndicatorClassifier;
import org.lanewise.model.gaussian.TransformedClassifier;
import org.lanewise.model.linear.LinearClassifier;
import org.lanewise.model.mixed.MixedNaiveBayes;
import org.lanewise.transform.TransformStep;

/// Rows near those that a model expects of each class, without any training data. The same model
/// gives the same rows.
final class SyntheticRows {

  private static final long SEED = 1;

  /// The expected words of a message.
  private static final double WORDS = 100;

  private final SplittableRandom random = new SplittableRandom(SEED);

  /// A row of a class.
  double[] row(Classifier<?, ?> model, int label) {
    return switch (model) {
      case GaussianClassifier normal -> row(normal, label);
      case BernoulliNaiveBayes bits -> {
        double[] row = new double[bits.featureCount()];
        for (int j = 0; j < row.length; j++) {
          row[j] = random.nextDouble() < bits.probability(label, j) ? 1 : 0;
        }
        yield row;
      }
      case CategoricalNaiveBayes codes -> row(codes, label);
      case PoissonNaiveBayes counts -> {
        double[] rates = new double[counts.featureCount()];
        for (int j = 0; j < rates.length; j++) {
          rates[j] = counts.rate(label, j);
        }
        yield rounded(rates, 1);
      }
      case MultinomialNaiveBayes words -> shares(words.pseudoCounts(label));
      case ComplementNaiveBayes others -> shares(own(others, label));
      case LinearClassifier linear -> row(linear);
      case MixedNaiveBayes mixed ->
          mixed.blocks().stream()
              .flatMapToDouble(block -> DoubleStream.of(row(block.bare(), label)))
              .toArray();
      case TransformedClassifier transformed -> {
        double[] row = row(transformed.model(), label);
        for (TransformStep step : transformed.transform().steps().reversed()) {
          row = before(step, row, transformed.featureCount());
        }
        yield row;
      }
      case IndicatorClassifier indicators -> categories(indicators, label);
      default -> throw new IllegalStateException();
    };
  }

  /// The mean and Σv, scaled to a Mahalanobis distance of about √d; v is a random direction.
  /// Without a factor of Σ, and its small eigenvalues do not enlarge rounding errors.
  private double[] row(GaussianClassifier model, int label) {
    double[] row = model.mean(label);
    int d = row.length;
    if (model.isDiagonal()) {
      double[] variances = model.variances(label);
      for (int j = 0; j < d; j++) {
        row[j] += Math.sqrt(variances[j]) * random.nextGaussian();
      }
      return row;
    }
    double[][] covariance = model.covariance(label);
    double[] direction = random.doubles(d, -1, 1).toArray();
    double[] step = new double[d];
    double square = 0;
    for (int j = 0; j < d; j++) {
      for (int i = 0; i < d; i++) {
        step[j] += covariance[j][i] * direction[i];
      }
      square += step[j] * direction[j];
    }
    double scale = square > 0 ? random.nextDouble(0.5, 1.5) * Math.sqrt(d / square) : 0;
    for (int j = 0; j < d; j++) {
      row[j] += scale * step[j];
    }
    return row;
  }

  /// Normal numbers, scaled so that scores differ by a few units.
  private double[] row(LinearClassifier model) {
    double[] row = new double[model.featureCount()];
    for (int c = 0; c < model.classCount(); c++) {
      double[] weights = model.weights(c);
      for (int j = 0; j < row.length; j++) {
        row[j] = Math.max(row[j], Math.abs(weights[j]));
      }
    }
    double scale = 3 / Math.sqrt(row.length);
    for (int j = 0; j < row.length; j++) {
      row[j] = random.nextGaussian() * (row[j] == 0 ? 1 : scale / row[j]);
    }
    return row;
  }

  /// Numbers of a row of the columns; of each feature the category with the largest indicator, or
  /// the one without a column.
  private double[] categories(IndicatorClassifier model, int label) {
    double[] columns = row(model.model(), label);
    int[] leftOut = model.indicators().leftOut();
    int numbers = model.indicators().numberCount();
    double[] row = Arrays.copyOf(columns, model.featureCount());
    int column = numbers;
    for (int f = 0; f < leftOut.length; f++) {
      int best = leftOut[f];
      double largest = random.nextDouble(0.2, 0.8);
      for (int code = 0; code < model.indicators().dictionaries().get(f).size(); code++) {
        if (code != leftOut[f]) {
          if (columns[column] > largest) {
            largest = columns[column];
            best = code;
          }
          column++;
        }
      }
      row[numbers + f] = best;
    }
    return row;
  }

  private double[] row(CategoricalNaiveBayes model, int label) {
    double[] row = new double[model.featureCount()];
    for (int j = 0; j < row.length; j++) {
      CategoryDictionary categories = model.dictionaries().get(j);
      double left = random.nextDouble();
      int code = 0;
      while (code < categories.size() - 1 && left >= model.probability(label, j, code)) {
        left -= model.probability(label, j, code);
        code++;
      }
      row[j] = code;
    }
    return row;
  }

  /// The counts of all classes without those of the others.
  private static double[] own(ComplementNaiveBayes model, int label) {
    double[] others = model.pseudoCounts(label);
    int k = model.classCount();
    if (k == 1) {
      return others;
    }
    double[] own = new double[others.length];
    for (int c = 0; c < k; c++) {
      double[] counts = model.pseudoCounts(c);
      for (int j = 0; j < own.length; j++) {
        own[j] += counts[j] / (k - 1);
      }
    }
    for (int j = 0; j < own.length; j++) {
      own[j] = Math.max(0, own[j] - others[j]);
    }
    return own;
  }

  private double[] shares(double[] counts) {
    double total = DoubleStream.of(counts).sum();
    return rounded(counts, total > 0 ? WORDS / total : 0);
  }

  /// Scaled numbers, each rounded up with a probability of its fraction.
  private double[] rounded(double[] values, double scale) {
    double[] rounded = new double[values.length];
    for (int j = 0; j < rounded.length; j++) {
      rounded[j] = Math.floor(values[j] * scale + random.nextDouble());
    }
    return rounded;
  }

  /// A row that a step takes about to the given one.
  ///
  /// @param inputCount the number of features if the step does not determine it
  private double[] before(TransformStep step, double[] row, int inputCount) {
    return switch (step) {
      case TransformStep.UnitLength _ -> row;
      case TransformStep.SignedPower power ->
          DoubleStream.of(row)
              .map(x -> Math.copySign(StrictMath.pow(Math.abs(x), 1 / power.exponent()), x))
              .toArray();
      case TransformStep.Standardization standard -> {
        double[] before = standard.means();
        for (int j = 0; j < before.length; j++) {
          before[j] += row[j] * (standard.deviations().length == 0 ? 1 : standard.deviations()[j]);
        }
        yield before;
      }
      case TransformStep.Linear linear -> {
        // The inverse of maps with orthogonal rows of length 1, such as principal components.
        double[] before = new double[linear.matrix()[0].length];
        for (int i = 0; i < row.length; i++) {
          for (int j = 0; j < before.length; j++) {
            before[j] += linear.matrix()[i][j] * (row[i] - linear.offset()[i]);
          }
        }
        yield before;
      }
      case TransformStep.RandomFeatures _ -> random.doubles(inputCount, -1, 1).toArray();
    };
  }
}
