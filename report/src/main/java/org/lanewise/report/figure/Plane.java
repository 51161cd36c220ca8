package org.lanewise.report.figure;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.gaussian.DiscriminantAxes;
import org.lanewise.model.gaussian.LinearDiscriminant;

/// Two directions of the features, and the normal classes projected on them: the distribution of
/// (aᵀ(x − μ), bᵀ(x − μ)) in class c is normal with the mean (aᵀ(μ_c − μ), bᵀ(μ_c − μ)) and the
/// covariances aᵀΣ_c a, aᵀΣ_c b, bᵀΣ_c b. Decisions on the plane are those of the model if it knew
/// only these two numbers; if there are at most two discriminant axes, these are its actual
/// decisions.
public final class Plane {

  /// With more features, the axes use the ones that separate most.
  private static final int MAX_FEATURES = 64;

  private static final int STEPS = 200;

  /// A direction.
  ///
  /// @param name the name of its axis
  /// @param origin the values subtracted from the features
  /// @param coefficients the coefficients of the features
  private record Direction(String name, double[] origin, double[] coefficients) {}

  private final NormalClasses classes;
  private final int[] features;
  private final Direction x;
  private final Direction y;
  private final String note;
  private final double[][] means;
  private final double[][] covariances;
  private final double[] logPriors;

  private Plane(NormalClasses classes, int[] features, Direction x, Direction y, String note) {
    this.classes = classes;
    this.features = features;
    this.x = x;
    this.y = y;
    this.note = note;
    int k = classes.classCount();
    means = new double[k][];
    covariances = new double[k][];
    classes.forEachCovariance(
        features,
        (c, own) ->
            covariances[c] =
                c > 0 && !classes.shape().byClass()
                    ? covariances[0]
                    : new double[] {form(x, own, x), form(x, own, y), form(y, own, y)});
    logPriors = Arrays.stream(classes.priors()).map(Math::log).toArray();
    for (int c = 0; c < k; c++) {
      double[] mean = new double[features.length];
      for (int j = 0; j < mean.length; j++) {
        mean[j] = classes.mean(c, features[j]);
      }
      means[c] = new double[] {along(x, mean), along(y, mean)};
    }
  }

  private static double along(Direction direction, double[] values) {
    double sum = 0;
    for (int j = 0; j < values.length; j++) {
      sum += direction.coefficients[j] * (values[j] - direction.origin[j]);
    }
    return sum;
  }

  private static double form(Direction a, double[][] matrix, Direction b) {
    double sum = 0;
    for (int i = 0; i < matrix.length; i++) {
      for (int j = 0; j < matrix.length; j++) {
        sum += a.coefficients[i] * matrix[i][j] * b.coefficients[j];
      }
    }
    return sum;
  }

  /// The plane of two features.
  ///
  /// @param features the horizontal feature, then the vertical one
  public static Plane ofFeatures(NormalClasses classes, int... features) {
    return ofFeatures(classes, "", features);
  }

  private static Plane ofFeatures(NormalClasses classes, String note, int... features) {
    double[] none = new double[2];
    return new Plane(
        classes,
        features,
        new Direction(classes.name(features[0]), none, new double[] {1, 0}),
        new Direction(classes.name(features[1]), none, new double[] {0, 1}),
        note);
  }

  /// The plane of the two best discriminant axes. Two classes have only one; the second is then the
  /// widest direction uncorrelated with it. If the covariance within the classes gives no axes, the
  /// two features that separate most are used. Empty with fewer than two features.
  public static Optional<Plane> best(NormalClasses classes) {
    int d = classes.featureCount();
    if (d < 2) {
      return Optional.empty();
    }
    int[] order = Separation.order(classes.separations());
    int[] features = Arrays.copyOf(order, Math.min(d, MAX_FEATURES));
    if (d <= MAX_FEATURES) {
      Arrays.sort(features);
    }
    String note =
        d <= MAX_FEATURES
            ? ""
            : String.format(
                Locale.ROOT,
                "The axes use the %d of %,d features that separate most.",
                MAX_FEATURES,
                d);
    try {
      return Optional.of(byAxes(classes, features, note));
    } catch (IllegalArgumentException | ArithmeticException e) {
      // Singular, or beyond the range of doubles.
      return Optional.of(
          ofFeatures(
              classes,
              "The axes are the two features that separate most, because there are no discriminant"
                  + " axes.",
              order[0],
              order[1]));
    }
  }

  private static Plane byAxes(NormalClasses classes, int[] features, String note) {
    int k = classes.classCount();
    int d = features.length;
    double[] priors = classes.priors();
    double[][] within = new double[d][d];
    classes.forEachCovariance(
        features,
        (c, own) -> {
          for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
              within[i][j] += priors[c] * own[i][j];
            }
          }
        });
    double[] scale = new double[d];
    for (int j = 0; j < d; j++) {
      scale[j] = Math.sqrt(within[j][j]);
      if (!(scale[j] > 0) || Double.isInfinite(scale[j])) {
        throw new ArithmeticException("no variance");
      }
    }
    double[][] correlations = new double[d][d];
    for (int i = 0; i < d; i++) {
      for (int j = 0; j <= i; j++) {
        correlations[i][j] = i == j ? 1 : within[i][j] / scale[i] / scale[j];
        correlations[j][i] = correlations[i][j];
      }
    }
    double[] origin = new double[d];
    double[][] means = new double[k][d];
    for (int j = 0; j < d; j++) {
      for (int c = 0; c < k; c++) {
        origin[j] += priors[c] * classes.mean(c, features[j]);
      }
      for (int c = 0; c < k; c++) {
        means[c][j] = (classes.mean(c, features[j]) - origin[j]) / scale[j];
      }
    }
    DiscriminantAxes axes =
        LinearDiscriminant.of(
                Features.unnamed(d),
                Classes.unnamed(priors.length),
                priors,
                new double[d],
                means,
                correlations)
            .axes();
    if (axes.count() == 0) {
      throw new ArithmeticException("all means are the same");
    }
    double[] shares = axes.explainedVariance();
    double[] first = axes.axis(0);
    Direction x = direction(axisName(1, shares[0]), origin, first, scale);
    Direction y =
        axes.count() > 1
            ? direction(axisName(2, shares[1]), origin, axes.axis(1), scale)
            : direction(
                "widest direction uncorrelated with axis 1",
                origin,
                widest(correlations, first),
                scale);
    return new Plane(classes, features, x, y, note);
  }

  private static String axisName(int number, double share) {
    return String.format(
        Locale.ROOT, "discriminant axis %d (%.1f %% of the separation)", number, 100 * share);
  }

  private static Direction direction(
      String name, double[] origin, double[] standardized, double[] scale) {
    double[] coefficients = new double[scale.length];
    for (int j = 0; j < coefficients.length; j++) {
      coefficients[j] = standardized[j] / scale[j];
    }
    return new Direction(name, origin, coefficients);
  }

  /// The direction v of unit length with the largest variance vᵀRv among those for which aᵀRv is 0,
  /// by the power method, scaled to a variance of 1.
  private static double[] widest(double[][] r, double[] a) {
    int d = a.length;
    double[] ra = times(r, a);
    double norm = dot(ra, ra);
    double[] v = new double[d];
    for (int j = 0; j < d; j++) {
      // A start that is unlikely to be orthogonal to the result.
      v[j] = 1 + 0.37 * Math.sin(1.0 + j);
    }
    for (int step = 0; step < STEPS; step++) {
      remove(v, ra, dot(v, ra) / norm);
      double length = Math.sqrt(dot(v, v));
      for (int j = 0; j < d; j++) {
        v[j] /= length;
      }
      v = step == STEPS - 1 ? v : times(r, v);
    }
    remove(v, ra, dot(v, ra) / norm);
    double deviation = Math.sqrt(dot(v, times(r, v)));
    for (int j = 0; j < d; j++) {
      v[j] /= deviation;
    }
    return v;
  }

  private static void remove(double[] v, double[] a, double share) {
    for (int j = 0; j < v.length; j++) {
      v[j] -= share * a[j];
    }
  }

  private static double[] times(double[][] matrix, double[] v) {
    double[] image = new double[v.length];
    for (int i = 0; i < v.length; i++) {
      image[i] = dot(matrix[i], v);
    }
    return image;
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int j = 0; j < a.length; j++) {
      sum = Math.fma(a[j], b[j], sum);
    }
    return sum;
  }

  /// Returns the name of the horizontal axis.
  public String xName() {
    return x.name;
  }

  /// Returns the name of the vertical axis.
  public String yName() {
    return y.name;
  }

  /// A sentence on the axes, or empty.
  public String note() {
    return note;
  }

  /// The position of a row on the plane; NaN if a value is missing.
  public double[] place(NumericColumns rows, int row) {
    double[] values = new double[features.length];
    for (int j = 0; j < values.length; j++) {
      values[j] = rows.value(row, features[j]);
    }
    return new double[] {along(x, values), along(y, values)};
  }

  /// The normal classes of this plane.
  public NormalClasses classes() {
    return classes;
  }

  /// The mean of a class on the plane.
  public double[] mean(int label) {
    return means[label].clone();
  }

  /// The covariance of a class on the plane: xx, xy, yy.
  public double[] covariance(int label) {
    return covariances[label].clone();
  }

  /// log π_c + log p(x, y | c), up to a term that all classes share.
  public double score(int label, double px, double py) {
    double[] s = covariances[label];
    double dx = px - means[label][0];
    double dy = py - means[label][1];
    double determinant = s[0] * s[2] - s[1] * s[1];
    double distance = (s[2] * dx * dx - 2 * s[1] * dx * dy + s[0] * dy * dy) / determinant;
    return logPriors[label] - 0.5 * Math.log(determinant) - 0.5 * distance;
  }
}
