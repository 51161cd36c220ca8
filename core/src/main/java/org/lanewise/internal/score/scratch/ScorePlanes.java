package org.lanewise.internal.score.scratch;

/// The scores of a block of rows, or of one row, in planes: class c of row r at `[c·stride + r]`.
///
/// Discriminants come first: their differences between classes are those of the log joints. Log
/// joints, if they were asked for, are other planes, or the same. Where factors may be impossible,
/// discriminants are the finite parts, with a count of impossible factors for each.
public final class ScorePlanes {

  /// A number that changes no bit of any number it is added to.
  public static final double NOTHING = -0.0;

  /// Planes of k discriminants, and of k log joints behind them.
  public double[] scores = {};

  /// Planes of k counts of impossible factors; a row's exponentials go here when they are used up.
  public double[] impossible = {};

  /// By row, what is to be added to the log joints of all classes.
  public double[] bases = {};

  /// The number of rows.
  public int count;

  /// From a class to the next: 1 for a row alone.
  public int stride;

  /// The plane of the first log joint: 0 where discriminants are log joints, else k.
  public int joints;

  /// Whether factors may be impossible.
  public boolean counted;

  /// By row, the largest of some planes and log1p of the sum of the others relative to it.
  public double[] largest = {};

  public double[] logRest = {};

  /// By row, the class of the largest; and room for kernels.
  public int[] best = {};

  public double[] terms = {};
  private double[] posterior = {};

  private final Growth growth;

  ScorePlanes(Growth growth) {
    this.growth = growth;
  }

  /// Makes room for one row.
  public void makeRow(int classStride) {
    stride = 1;
    count = 1;
    scores = growth.longer(scores, 2 * classStride);
    impossible = growth.longer(impossible, classStride);
    makeRows(1);
  }

  /// Makes room for a block.
  ///
  /// @param rows the most rows
  /// @param planes how many, of `size` elements
  public void make(int rows, int size, int planes) {
    stride = size;
    joints = 0;
    counted = false;
    scores = growth.longer(scores, Math.multiplyExact(planes, size));
    makeRows(rows);
  }

  private void makeRows(int rows) {
    bases = growth.longer(bases, rows);
    largest = growth.longer(largest, rows);
    logRest = growth.longer(logRest, rows);
    best = growth.longer(best, rows);
    terms = growth.longer(terms, 2 * rows);
  }

  /// Makes room for counts of impossible factors.
  public void makeCounts(int classCount) {
    counted = true;
    impossible = growth.longer(impossible, Math.multiplyExact(classCount, stride));
  }

  /// Room for k numbers of a row.
  public double[] posterior(int classCount) {
    posterior = growth.longer(posterior, classCount);
    return posterior;
  }

  /// The sums of a part of an affine form: the finite scores, or the counts of impossible factors.
  public double[] part(int part) {
    return part == 0 ? scores : impossible;
  }

  /// Takes the log joints, whose base is none of theirs, from impossible factors: −∞ where a class
  /// has some, +∞ where it has fewer than none.
  public void dropImpossible(int k) {
    if (!counted) {
      return;
    }
    joints = k;
    for (int c = 0; c < k; c++) {
      for (int r = c * stride; r < c * stride + count; r++) {
        double factors = impossible[r];
        scores[k * stride + r] =
            factors == 0
                ? scores[r]
                : factors > 0 ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
      }
    }
  }

  /// Makes the discriminant of every class −∞ that has more impossible factors than another.
  public void preferPossible(int k) {
    if (!counted) {
      return;
    }
    for (int r = 0; r < count; r++) {
      double fewest = impossible[r];
      for (int c = 1; c < k; c++) {
        fewest = Math.min(fewest, impossible[c * stride + r]);
      }
      for (int c = 0; c < k; c++) {
        if (impossible[c * stride + r] > fewest) {
          scores[c * stride + r] = Double.NEGATIVE_INFINITY;
        }
      }
    }
  }
}
