package org.lanewise.internal.transform;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.lanewise.data.BadDataException;
import org.lanewise.data.Fact;
import org.lanewise.description.Description;
import org.lanewise.internal.score.scratch.Scratch;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.store.NumericStore;

/// x/‖x‖. The squares are added in eight chains, feature j to chain j mod 8, whose sums are added
/// as `((c0 + c4) + (c2 + c6)) + ((c1 + c5) + (c3 + c7))`. If the sum leaves the range where
/// squares keep their digits, the row is scaled by a power of two first.
public record UnitLength() implements Step {

  private static final int CHAINS = 8;
  private static final double MIN = 0x1p-900;
  private static final double MAX = 0x1p900;

  @Override
  public int outputCount(int inputCount) {
    return inputCount;
  }

  @Override
  public boolean keepsFeatures() {
    return true;
  }

  @Override
  public void row(double[] in, int d, double[] out) {
    double squared = squared(in, d, 1);
    if (squared >= MIN && squared <= MAX) {
      divide(in, d, 1, Math.sqrt(squared), out);
    } else {
      scaled(in, d, out, null);
    }
  }

  /// Σ (x_j·scale)².
  private static double squared(double[] x, int d, double scale) {
    double c0 = 0;
    double c1 = 0;
    double c2 = 0;
    double c3 = 0;
    double c4 = 0;
    double c5 = 0;
    double c6 = 0;
    double c7 = 0;
    for (int j = 0; j < d; j += CHAINS) {
      c0 += square(x, j, d, scale);
      c1 += square(x, j + 1, d, scale);
      c2 += square(x, j + 2, d, scale);
      c3 += square(x, j + 3, d, scale);
      c4 += square(x, j + 4, d, scale);
      c5 += square(x, j + 5, d, scale);
      c6 += square(x, j + 6, d, scale);
      c7 += square(x, j + 7, d, scale);
    }
    return c0 + c4 + (c2 + c6) + (c1 + c5 + (c3 + c7));
  }

  private static double square(double[] x, int j, int d, double scale) {
    double value = j < d ? x[j] * scale : 0;
    return value * value;
  }

  private static void divide(double[] in, int d, double scale, double length, double[] out) {
    for (int j = 0; j < d; j++) {
      out[j] = in[j] * scale / length;
    }
  }

  /// A row whose squares overflow or vanish.
  ///
  /// @param row for the message; null for a row alone
  private static void scaled(double[] in, int d, double[] out, Object row) {
    double largest = 0;
    for (int j = 0; j < d; j++) {
      largest = Math.max(largest, Math.abs(in[j]));
    }
    if (largest == 0) {
      throw new BadDataException(
          "%s has length 0, so it has no direction; a value other than 0 is expected",
          row == null ? "the row" : row);
    }
    if (!Double.isFinite(largest)) {
      // Refused by the caller, which knows the feature.
      out[0] = Double.NaN;
      return;
    }
    // Two factors: the inverse of a subnormal number overflows.
    int exponent = Math.clamp(-Math.getExponent(largest), -1022, 1022);
    double scale = Math.scalb(1.0, exponent);
    double squared = squared(in, d, scale);
    if (squared < MIN) {
      double again = Math.scalb(1.0, 52);
      for (int j = 0; j < d; j++) {
        out[j] = in[j] * scale * again;
      }
      divide(out, d, 1, Math.sqrt(squared(out, d, 1)), out);
    } else {
      divide(in, d, scale, Math.sqrt(squared), out);
    }
  }

  @Override
  public Description describe() {
    return Description.ofStep("unit-length");
  }

  @Override
  public double[] before(double[] row, int inputCount, RandomGenerator random) {
    return row;
  }

  @Override
  public void fill(NumericStore source, int firstRow, int count, double[][] out, int offset) {
    int d = source.columnCount();
    source.fill(0, d, firstRow, count, out, offset);
    Workspace w = Scratch.forRow();
    try {
      double[] lengths = w.transform.lengths(CHAINS * count);
      lengths(out, d, offset, count, lengths);
      for (int j = 0; j < d; j++) {
        double[] column = out[j];
        for (int r = 0; r < count; r++) {
          // A length of 1 leaves the bits.
          column[offset + r] /= lengths[r];
        }
      }
      for (int r = 0; r < count; r++) {
        if (lengths[CHAINS / 2 * count + r] != 0) {
          scaledRow(out, d, offset + r, firstRow + r, w.transform.row(d));
        }
      }
    } finally {
      Scratch.giveBack(w);
    }
  }

  /// The lengths of rows, into `lengths[r]`; 1, and a mark of 1 at `[4·count + r]`, for those that
  /// have to be scaled.
  private static void lengths(double[][] columns, int d, int offset, int count, double[] lengths) {
    Arrays.fill(lengths, 0, CHAINS * count, 0);
    for (int j = 0; j < d; j++) {
      double[] column = columns[j];
      int at = j % CHAINS * count;
      for (int r = 0; r < count; r++) {
        double value = column[offset + r];
        lengths[at + r] += value * value;
      }
    }
    for (int r = 0; r < count; r++) {
      double squared =
          lengths[r]
              + lengths[4 * count + r]
              + (lengths[2 * count + r] + lengths[6 * count + r])
              + (lengths[count + r]
                  + lengths[5 * count + r]
                  + (lengths[3 * count + r] + lengths[7 * count + r]));
      boolean inRange = squared >= MIN && squared <= MAX;
      lengths[r] = inRange ? Math.sqrt(squared) : 1;
      lengths[4 * count + r] = inRange ? 0 : 1;
    }
  }

  private static void scaledRow(double[][] columns, int d, int at, int row, double[] values) {
    for (int j = 0; j < d; j++) {
      values[j] = columns[j][at];
    }
    scaled(values, d, values, Fact.row(row));
    for (int j = 0; j < d; j++) {
      columns[j][at] = values[j];
    }
  }

  @Override
  public String toString() {
    return "unit";
  }
}
