package org.lanewise.bench.study.data;

import java.util.List;
import java.util.function.BiFunction;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;

/// Two equally probable classes of four independent or nearly independent features, whose law is
/// known.
///
/// @param name what is drawn
/// @param law what the posterior is
/// @param theta the true θ_0 … θ_d where the posterior is logistic in x, or null
/// @param draw a row of a class
/// @param logOdds log p(x|1) − log p(x|0)
public record Population(
    String name,
    String law,
    double[] theta,
    BiFunction<Integer, RandomGenerator, double[]> draw,
    ToDoubleFunction<double[]> logOdds) {

  /// The number of features.
  public static final int D = 4;

  private static final double FAR = 8;
  private static final double FAR_SHARE = 0.15;
  private static final double TAIL = 2;

  /// All of them, the one that LDA assumes first.
  public static List<Population> all() {
    return List.of(
        new Population(
            "normal, shared covariance",
            "logistic in x",
            new double[] {0, 1, 1, 1, 1},
            (c, random) -> each(() -> c - 0.5 + random.nextGaussian()),
            Population::sum),
        new Population(
            "normal, other covariances",
            "quadratic in x",
            null,
            (c, random) -> each(() -> c - 0.5 + (c == 1 ? 2 : 1) * random.nextGaussian()),
            x -> {
              double odds = -D * Math.log(2);
              for (double value : x) {
                odds += 0.5 * (value + 0.5) * (value + 0.5);
                odds -= 0.125 * (value - 0.5) * (value - 0.5);
              }
              return odds;
            }),
        new Population(
            "heavy tails (t, 2 degrees)",
            "not logistic; the best boundary is a plane",
            null,
            (c, random) -> {
              // χ² of 2 degrees by 2 is exponential.
              double scale = 1 / Math.sqrt(random.nextExponential());
              return each(() -> c - 0.5 + scale * random.nextGaussian());
            },
            x -> {
              double near = 0;
              double far = 0;
              for (double value : x) {
                near += (value - 0.5) * (value - 0.5);
                far += (value + 0.5) * (value + 0.5);
              }
              return (TAIL + D) / 2 * (Math.log1p(far / TAIL) - Math.log1p(near / TAIL));
            }),
        new Population(
            "skewed (log-normal)",
            "logistic in log x",
            null,
            (c, random) -> each(() -> Math.exp(c - 0.5 + random.nextGaussian())),
            x -> {
              double odds = 0;
              for (double value : x) {
                odds += Math.log(value);
              }
              return odds;
            }),
        new Population(
            "a far cluster of class 1",
            "logistic near the boundary",
            null,
            (c, random) -> {
              double shift = c == 1 && random.nextDouble() < FAR_SHARE ? FAR : 0;
              double[] x = each(() -> c - 0.5 + random.nextGaussian());
              x[0] += shift;
              return x;
            },
            x -> {
              double shifted = FAR * (x[0] - 0.5) - 0.5 * FAR * FAR;
              double mixed =
                  shifted > 0
                      ? shifted + Math.log(FAR_SHARE + (1 - FAR_SHARE) * Math.exp(-shifted))
                      : Math.log(1 - FAR_SHARE + FAR_SHARE * Math.exp(shifted));
              return sum(x) + mixed;
            }),
        new Population(
            "exponential waiting times",
            "logistic in x",
            new double[] {-D * Math.log(2.5), 0.6, 0.6, 0.6, 0.6},
            (c, random) -> each(() -> (c == 1 ? 2.5 : 1) * random.nextExponential()),
            x -> -D * Math.log(2.5) + 0.6 * sum(x)),
        new Population(
            "Poisson counts",
            "logistic in x",
            new double[] {-D * 1.5, Math.log(4), Math.log(4), Math.log(4), Math.log(4)},
            (c, random) -> each(() -> poisson(c == 1 ? 2 : 0.5, random)),
            x -> -D * 1.5 + Math.log(4) * sum(x)));
  }

  private interface Draw {
    double next();
  }

  private static double[] each(Draw draw) {
    double[] x = new double[D];
    for (int j = 0; j < D; j++) {
      x[j] = draw.next();
    }
    return x;
  }

  private static double sum(double[] x) {
    double sum = 0;
    for (double value : x) {
      sum += value;
    }
    return sum;
  }

  /// Knuth's way: factors until their product is below exp(−λ).
  private static int poisson(double rate, RandomGenerator random) {
    double bound = Math.exp(-rate);
    int count = 0;
    for (double product = random.nextDouble(); product > bound; product *= random.nextDouble()) {
      count++;
    }
    return count;
  }

  /// Draws rows.
  public Table table(int n, RandomGenerator random) {
    double[][] columns = new double[D][n];
    int[] labels = new int[n];
    for (int row = 0; row < n; row++) {
      labels[row] = random.nextBoolean() ? 1 : 0;
      double[] x = draw.apply(labels[row], random);
      for (int j = 0; j < D; j++) {
        columns[j][row] = x[j];
      }
    }
    return new Table(name, "numbers", new Rows.Numbers(columns), labels, 2);
  }

  /// The error of the true posterior on rows.
  public double bayesError(Table table) {
    double[][] columns = ((Rows.Numbers) table.rows()).columns();
    int errors = 0;
    double[] x = new double[D];
    for (int row = 0; row < table.labels().length; row++) {
      for (int j = 0; j < D; j++) {
        x[j] = columns[j][row];
      }
      errors += (logOdds.applyAsDouble(x) > 0 ? 1 : 0) == table.labels()[row] ? 0 : 1;
    }
    return (double) errors / table.labels().length;
  }
}
