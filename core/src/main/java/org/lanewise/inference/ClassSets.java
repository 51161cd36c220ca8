package org.lanewise.inference;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Objects;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.lanewise.data.BadDataException;
import org.lanewise.data.Labels;

/// Ranked rows to which a model was not fitted, from which follow sets of classes that contain the
/// class of a new row with a given probability. A set without classes says that the row resembles
/// none of them.
///
/// ```java
/// ClassSets sets = ClassSets.of(model.scorer().logJoint(heldOut), labels, true);
/// ClassSets.Rule rule = sets.at(0.9);
/// boolean isPossible = rule.contains(scorer.logJoint(row), 0, label);
/// ```
///
/// **Rule.** A row has two scores for each class c: its log joint density l = log p(x, c), which is
/// low for rows unlike the class, and its margin l − max log p(x, j) over the other classes j,
/// which is low for rows that another class explains better. Let m be the number of ranked rows of
/// the class, t = ⌊(1 − coverage)(m + 1)⌋ and a = ⌈t/2⌉. Class c is in the set if l is at least the
/// a-th lowest of its ranked rows, and the margin at least the (t − a)-th lowest among the other m
/// − a. If t is 0, a class has too few ranked rows to be left out, and is in every set.
///
/// **Guarantee.** If a new row of class c and the ranked rows of the class are exchangeable, such
/// as independent rows of one distribution, and if the model was not fitted to them, then the set
/// contains c with a probability of at least the coverage, and with at most 1/(m + 1) more if
/// scores have no ties. Proof: put the m + 1 rows in the order of l. The new row is among the
/// lowest a, or among the lowest t − a margins of the others, for t of the m + 1 positions that it
/// can take with the same probability. This holds for each class by itself, hence whatever the
/// shares of the classes, and for any model, good or bad: a bad one makes larger sets (Vovk,
/// Gammerman and Shafer, *Algorithmic Learning in a Random World*, 2005, section 4.5).
///
/// Ranks of **left-out** training rows, each scored by the model without it, waste no rows, but a
/// new row is scored by the model of all rows. The coverage is then close to the promised one if a
/// single row hardly changes the model, and has no bound in general. The jackknife+ (Barber and
/// others, *Predictive inference with the jackknife+*, 2021), which would score a new row by the m
/// models, has the bound 1 − 2(1 − coverage).
///
/// At most [#MAX_KEPT] rows of a class are kept, evenly spaced in their order. Immutable.
public final class ClassSets {

  /// The largest number of ranked rows kept for a class.
  public static final int MAX_KEPT = DensityRanks.MAX_KEPT;

  private final boolean heldOut;
  private final double[][] logJoints;
  private final double[][] margins;

  private ClassSets(boolean heldOut, double[][] logJoints, double[][] margins) {
    this.heldOut = heldOut;
    this.logJoints = logJoints;
    this.margins = margins;
  }

  /// Ranks rows by their scores.
  ///
  /// @param logJoints log p(x, c) of each row and class under a model that was not fitted to the
  ///   row; rows whose first value is NaN are skipped
  /// @param labels the classes of the rows
  /// @param heldOut true if one model scored all rows and was fitted to none of them, false if each
  ///   row was left out of a fit to the others
  /// @throws IllegalArgumentException if the number of rows or classes differs, or rows have
  ///   weights
  public static ClassSets of(double[][] logJoints, Labels labels, boolean heldOut) {
    if (labels.areWeighted()) {
      throw new BadDataException("rows have weights; sets of classes need rows without weights");
    }
    int k = labels.classCount();
    if (labels.rowCount() != logJoints.length) {
      throw new IllegalArgumentException(
          "there are scores of %d rows and labels of %d; one label for each row is expected"
              .formatted(logJoints.length, labels.rowCount()));
    }
    double[][] joints = new double[k][];
    double[][] margins = new double[k][];
    for (int c = 0; c < k; c++) {
      int label = c;
      int[] rows =
          IntStream.range(0, logJoints.length)
              .filter(row -> labels.index(row) == label && !Double.isNaN(logJoints[row][0]))
              .toArray();
      int few = Math.min(rows.length, MAX_KEPT);
      int[] order =
          IntStream.range(0, few)
              .map(i -> rows[(int) ((long) i * rows.length / few)])
              .boxed()
              .sorted(Comparator.comparingDouble(row -> finite(logJoints[row][label])))
              .mapToInt(Integer::intValue)
              .toArray();
      joints[c] = IntStream.of(order).mapToDouble(row -> finite(logJoints[row][label])).toArray();
      margins[c] =
          IntStream.of(order)
              .mapToDouble(row -> finite(margin(logJoints[row], 0, k, label)))
              .toArray();
    }
    return new ClassSets(heldOut, joints, margins);
  }

  /// Creates sets from stored values.
  ///
  /// @param heldOut whether the model was fitted to none of the rows
  /// @param logJoints for each class, the log joint densities of at most 10,000 of its rows,
  ///   ascending and finite
  /// @param margins the margin of each, finite
  /// @throws IllegalArgumentException if a value violates one of these conditions
  public static ClassSets of(boolean heldOut, double[][] logJoints, double[][] margins) {
    double[][] joints = DensityRanks.copy(logJoints);
    double[][] all = DensityRanks.copy(margins);
    DensityRanks.requireRanked("log joints", joints, "margins", all, 0);
    for (int c = 0; c < all.length; c++) {
      if (!DoubleStream.of(all[c]).allMatch(Double::isFinite)) {
        throw new IllegalArgumentException(
            "a margin of class %d is not finite; finite ones are expected".formatted(c));
      }
    }
    return new ClassSets(heldOut, joints, all);
  }

  /// Files hold only finite numbers; of an infinite one, only the order counts.
  private static double finite(double value) {
    return Math.clamp(value, -Double.MAX_VALUE, Double.MAX_VALUE);
  }

  private static double margin(double[] logJoints, int from, int k, int label) {
    double own = logJoints[from + label];
    double most = Double.NEGATIVE_INFINITY;
    for (int c = 0; c < k; c++) {
      most = c == label ? most : Math.max(most, logJoints[from + c]);
    }
    return own == Double.NEGATIVE_INFINITY ? own : own - most;
  }

  /// The number of classes k.
  public int classCount() {
    return logJoints.length;
  }

  /// Whether the model was fitted to none of the ranked rows, so that the guarantee holds.
  public boolean areHeldOut() {
    return heldOut;
  }

  /// The log joint densities of the ranked rows of a class, ascending.
  public double[] logJoints(int label) {
    return logJoints[Objects.checkIndex(label, classCount())].clone();
  }

  /// The margins of the ranked rows of a class, in the order of their log joint densities.
  public double[] margins(int label) {
    return margins[Objects.checkIndex(label, classCount())].clone();
  }

  /// Returns the rule of sets that contain the class of a new row with this probability.
  ///
  /// @throws IllegalArgumentException if the coverage is not between 0 and 1
  public Rule at(double coverage) {
    if (!(coverage > 0 && coverage < 1)) {
      throw new IllegalArgumentException(
          "the coverage is %s; a number between 0 and 1 is expected".formatted(coverage));
    }
    return new Rule(this, coverage);
  }

  /// The classes that are possible for rows, at one coverage. Immutable and safe for any number of
  /// threads; deciding allocates nothing.
  public static final class Rule {

    private final double[] leastJoints;
    private final double[] leastMargins;

    private Rule(ClassSets sets, double coverage) {
      int k = sets.classCount();
      leastJoints = new double[k];
      leastMargins = new double[k];
      Arrays.fill(leastJoints, Double.NEGATIVE_INFINITY);
      Arrays.fill(leastMargins, Double.NEGATIVE_INFINITY);
      for (int c = 0; c < k; c++) {
        int m = sets.logJoints[c].length;
        // 1 − 0.9 is below 0.1.
        int out = (int) Math.min(m, Math.floor((1 - coverage) * (m + 1) + 1e-9));
        int unlike = (out + 1) / 2;
        if (unlike > 0) {
          leastJoints[c] = sets.logJoints[c][unlike - 1];
        }
        if (out > unlike) {
          double[] others = Arrays.copyOfRange(sets.margins[c], unlike, m);
          Arrays.sort(others);
          leastMargins[c] = others[out - unlike - 1];
        }
      }
    }

    /// Whether a class is in the set of a row.
    ///
    /// @param logJoints log p(x, c) of the row and each class, at `from + c`
    public boolean contains(double[] logJoints, int from, int label) {
      return logJoints[from + label] >= leastJoints[label]
          && margin(logJoints, from, leastJoints.length, label) >= leastMargins[label];
    }

    /// Decides many rows.
    ///
    /// @param logJoints log p(x, c) of the rows and each class, at `row·k + c`
    /// @return 1 for every row and class in its set, 0 for the others, in the same order
    public double[] of(double[] logJoints) {
      int k = leastJoints.length;
      double[] in = new double[logJoints.length];
      Arrays.setAll(in, at -> contains(logJoints, at - at % k, at % k) ? 1 : 0);
      return in;
    }

    /// Whether a class has too few ranked rows to be left out, so that it is in every set.
    public boolean isAlwaysIn(int label) {
      return leastJoints[label] == Double.NEGATIVE_INFINITY;
    }
  }
}
