package org.lanewise.internal.kernel.vector;

import static org.lanewise.internal.kernel.vector.RowTiles.SWAP_1;
import static org.lanewise.internal.kernel.vector.RowTiles.SWAP_2;
import static org.lanewise.internal.kernel.vector.RowTiles.SWAP_4;
import static org.lanewise.internal.kernel.vector.RowTiles.UPPER_1;
import static org.lanewise.internal.kernel.vector.RowTiles.UPPER_2;
import static org.lanewise.internal.kernel.vector.RowTiles.UPPER_4;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorSpecies;
import org.lanewise.internal.kernel.FloatKernels;

/// Affine scores of rows in floats: a lane is a feature.
///
/// Vectors of 16 floats hold 16 sums in registers, four rows × four classes, or three classes and
/// the bounds. Narrower ones take two rows at a time, and some of the 16 chains after the others.
final class VectorFloatKernels implements FloatKernels {

  private static final VectorSpecies<Float> S = VectorWidth.DOUBLES.withLanes(float.class);
  private static final Class<? extends Vector<Float>> TYPE = S.vectorType();
  private static final int LANES = S.length();

  /// Rows that are read once in the order of memory, which then has them in the caches.
  private static final int READ_ROWS = 64;

  /// Rows that all classes take in turn: these and some classes stay in the first cache.
  private static final int ROWS = 16;

  /// Classes of two rows whose sums are folded at once.
  private static final int TOGETHER = LANES == FLOATS ? 8 : 4;

  /// Lanes of two vectors: of every 2h, the first h of each, and the last h of each.
  private static final FloatVector LOW_8 = halves(8, 0);

  private static final FloatVector HIGH_8 = halves(8, 8);
  private static final FloatVector LOW_4 = halves(4, 0);
  private static final FloatVector HIGH_4 = halves(4, 4);
  private static final FloatVector LOW_2 = halves(2, 0);
  private static final FloatVector HIGH_2 = halves(2, 2);
  private static final FloatVector LOW_1 = halves(1, 0);
  private static final FloatVector HIGH_1 = halves(1, 1);

  private static FloatVector halves(int h, int from) {
    float[] lanes = new float[FLOATS];
    for (int i = 0; i < FLOATS; i++) {
      int second = i & h;
      lanes[i] = i - second + from + (second == 0 ? 0 : FLOATS);
    }
    return FloatVector.fromArray(S, lanes, 0);
  }

  @Override
  public boolean floatsAreFast() {
    return true;
  }

  @Override
  public void affineFloats(
      float[] x,
      int at,
      int rows,
      int d,
      float[] weight,
      float[] bound,
      float[] intercept,
      int k,
      float[] out,
      int stride,
      float[] sum,
      float[] scratch) {
    int fours = LANES == FLOATS ? rows & -4 : 0;
    for (int first = 0; first < rows; first += ROWS) {
      int end = Math.min(first + ROWS, rows);
      if (first % READ_ROWS == 0) {
        scratch[0] = read(x, at + first * d, at + Math.min(first + READ_ROWS, rows) * d);
      }
      int tiled = Math.min(end, fours);
      fours(x, at, first, tiled, d, weight, bound, intercept, k, out, stride, sum, scratch);
      pairs(x, at, Math.max(first, tiled), end, d, weight, intercept, k, out, stride, scratch);
    }
    for (int r = fours; r < rows; r++) {
      sum[r] = bound(x, at + r * d, d, bound, scratch);
    }
  }

  /// Reads a value of each cache line in the order of memory, which then has them in the caches.
  static float read(float[] x, int from, int to) {
    float s0 = 0;
    float s1 = 0;
    float s2 = 0;
    float s3 = 0;
    for (int i = from; i < to - 3 * FLOATS; i += 4 * FLOATS) {
      s0 += x[i];
      s1 += x[i + FLOATS];
      s2 += x[i + 2 * FLOATS];
      s3 += x[i + 3 * FLOATS];
    }
    return s0 + s1 + s2 + s3;
  }

  private static void fours(
      float[] x,
      int at,
      int first,
      int end,
      int d,
      float[] weight,
      float[] bound,
      float[] intercept,
      int k,
      float[] out,
      int stride,
      float[] sum,
      float[] scratch) {
    int length = FloatKernels.floatLength(d);
    for (int r = first; r < end; r += 4) {
      boundsAndThree(x, at + r * d, d, bound, weight, length, scratch);
      fold(scratch);
      System.arraycopy(scratch, 0, sum, r, 4);
      for (int c = 0; c < 3; c++) {
        put(scratch, 4 * c + 4, intercept[c], out, c * stride + r);
      }
    }
    for (int c = 3; c < k; c += 4) {
      for (int r = first; r < end; r += 4) {
        four(x, at + r * d, d, weight, c * length, length, scratch);
        fold(scratch);
        for (int l = 0; l < 4; l++) {
          put(scratch, 4 * l, intercept[c + l], out, (c + l) * stride + r);
        }
      }
    }
  }

  private static void put(float[] sums, int from, float intercept, float[] out, int to) {
    out[to] = intercept + sums[from];
    out[to + 1] = intercept + sums[from + 1];
    out[to + 2] = intercept + sums[from + 2];
    out[to + 3] = intercept + sums[from + 3];
  }

  /// The sums of the bounds and the scores of three classes, of four rows.
  private static void boundsAndThree(
      float[] x, int row, int d, float[] bound, float[] weight, int length, float[] sums) {
    FloatVector q00 = FloatVector.zero(S);
    FloatVector q01 = FloatVector.zero(S);
    FloatVector q02 = FloatVector.zero(S);
    FloatVector q03 = FloatVector.zero(S);
    FloatVector q10 = FloatVector.zero(S);
    FloatVector q11 = FloatVector.zero(S);
    FloatVector q12 = FloatVector.zero(S);
    FloatVector q13 = FloatVector.zero(S);
    FloatVector q20 = FloatVector.zero(S);
    FloatVector q21 = FloatVector.zero(S);
    FloatVector q22 = FloatVector.zero(S);
    FloatVector q23 = FloatVector.zero(S);
    FloatVector q30 = FloatVector.zero(S);
    FloatVector q31 = FloatVector.zero(S);
    FloatVector q32 = FloatVector.zero(S);
    FloatVector q33 = FloatVector.zero(S);
    int row1 = row + d;
    int row2 = row1 + d;
    int row3 = row2 + d;
    int at2 = length;
    int at3 = at2 + length;
    int whole = d & -FLOATS;
    for (int shift = 0; shift <= FLOATS; shift += FLOATS) {
      // The second time, the last 16 features.
      int first = shift == 0 ? 0 : d;
      int end = shift == 0 ? whole : length;
      int from0 = row - shift;
      int from1 = row1 - shift;
      int from2 = row2 - shift;
      int from3 = row3 - shift;
      for (int j = first; j < end; j += FLOATS) {
        FloatVector x0 = FloatVector.fromArray(S, x, from0 + j);
        FloatVector x1 = FloatVector.fromArray(S, x, from1 + j);
        FloatVector x2 = FloatVector.fromArray(S, x, from2 + j);
        FloatVector x3 = FloatVector.fromArray(S, x, from3 + j);
        FloatVector w0 = FloatVector.fromArray(S, bound, j);
        q00 = x0.abs().fma(w0, q00);
        q01 = x1.abs().fma(w0, q01);
        q02 = x2.abs().fma(w0, q02);
        q03 = x3.abs().fma(w0, q03);
        FloatVector w1 = FloatVector.fromArray(S, weight, j);
        q10 = x0.fma(w1, q10);
        q11 = x1.fma(w1, q11);
        q12 = x2.fma(w1, q12);
        q13 = x3.fma(w1, q13);
        FloatVector w2 = FloatVector.fromArray(S, weight, at2 + j);
        q20 = x0.fma(w2, q20);
        q21 = x1.fma(w2, q21);
        q22 = x2.fma(w2, q22);
        q23 = x3.fma(w2, q23);
        FloatVector w3 = FloatVector.fromArray(S, weight, at3 + j);
        q30 = x0.fma(w3, q30);
        q31 = x1.fma(w3, q31);
        q32 = x2.fma(w3, q32);
        q33 = x3.fma(w3, q33);
      }
    }
    store(q00, sums, 0);
    store(q01, sums, 16);
    store(q02, sums, 32);
    store(q03, sums, 48);
    store(q10, sums, 64);
    store(q11, sums, 80);
    store(q12, sums, 96);
    store(q13, sums, 112);
    store(q20, sums, 128);
    store(q21, sums, 144);
    store(q22, sums, 160);
    store(q23, sums, 176);
    store(q30, sums, 192);
    store(q31, sums, 208);
    store(q32, sums, 224);
    store(q33, sums, 240);
  }

  /// The scores of four classes from `at` on, of four rows.
  private static void four(
      float[] x, int row, int d, float[] weight, int at, int length, float[] sums) {
    FloatVector q00 = FloatVector.zero(S);
    FloatVector q01 = FloatVector.zero(S);
    FloatVector q02 = FloatVector.zero(S);
    FloatVector q03 = FloatVector.zero(S);
    FloatVector q10 = FloatVector.zero(S);
    FloatVector q11 = FloatVector.zero(S);
    FloatVector q12 = FloatVector.zero(S);
    FloatVector q13 = FloatVector.zero(S);
    FloatVector q20 = FloatVector.zero(S);
    FloatVector q21 = FloatVector.zero(S);
    FloatVector q22 = FloatVector.zero(S);
    FloatVector q23 = FloatVector.zero(S);
    FloatVector q30 = FloatVector.zero(S);
    FloatVector q31 = FloatVector.zero(S);
    FloatVector q32 = FloatVector.zero(S);
    FloatVector q33 = FloatVector.zero(S);
    int row1 = row + d;
    int row2 = row1 + d;
    int row3 = row2 + d;
    int at1 = at + length;
    int at2 = at1 + length;
    int at3 = at2 + length;
    int whole = d & -FLOATS;
    for (int shift = 0; shift <= FLOATS; shift += FLOATS) {
      // The second time, the last 16 features.
      int first = shift == 0 ? 0 : d;
      int end = shift == 0 ? whole : length;
      int from0 = row - shift;
      int from1 = row1 - shift;
      int from2 = row2 - shift;
      int from3 = row3 - shift;
      for (int j = first; j < end; j += FLOATS) {
        FloatVector x0 = FloatVector.fromArray(S, x, from0 + j);
        FloatVector x1 = FloatVector.fromArray(S, x, from1 + j);
        FloatVector x2 = FloatVector.fromArray(S, x, from2 + j);
        FloatVector x3 = FloatVector.fromArray(S, x, from3 + j);
        FloatVector w0 = FloatVector.fromArray(S, weight, at + j);
        q00 = x0.fma(w0, q00);
        q01 = x1.fma(w0, q01);
        q02 = x2.fma(w0, q02);
        q03 = x3.fma(w0, q03);
        FloatVector w1 = FloatVector.fromArray(S, weight, at1 + j);
        q10 = x0.fma(w1, q10);
        q11 = x1.fma(w1, q11);
        q12 = x2.fma(w1, q12);
        q13 = x3.fma(w1, q13);
        FloatVector w2 = FloatVector.fromArray(S, weight, at2 + j);
        q20 = x0.fma(w2, q20);
        q21 = x1.fma(w2, q21);
        q22 = x2.fma(w2, q22);
        q23 = x3.fma(w2, q23);
        FloatVector w3 = FloatVector.fromArray(S, weight, at3 + j);
        q30 = x0.fma(w3, q30);
        q31 = x1.fma(w3, q31);
        q32 = x2.fma(w3, q32);
        q33 = x3.fma(w3, q33);
      }
    }
    store(q00, sums, 0);
    store(q01, sums, 16);
    store(q02, sums, 32);
    store(q03, sums, 48);
    store(q10, sums, 64);
    store(q11, sums, 80);
    store(q12, sums, 96);
    store(q13, sums, 112);
    store(q20, sums, 128);
    store(q21, sums, 144);
    store(q22, sums, 160);
    store(q23, sums, 176);
    store(q30, sums, 192);
    store(q31, sums, 208);
    store(q32, sums, 224);
    store(q33, sums, 240);
  }

  /// Folds 16 sums of 16 chains by halves, all at once.
  private static void fold(float[] sums) {
    FloatVector v0 = FloatVector.fromArray(S, sums, 0);
    FloatVector v1 = FloatVector.fromArray(S, sums, 16);
    FloatVector v2 = FloatVector.fromArray(S, sums, 32);
    FloatVector v3 = FloatVector.fromArray(S, sums, 48);
    FloatVector v4 = FloatVector.fromArray(S, sums, 64);
    FloatVector v5 = FloatVector.fromArray(S, sums, 80);
    FloatVector v6 = FloatVector.fromArray(S, sums, 96);
    FloatVector v7 = FloatVector.fromArray(S, sums, 112);
    FloatVector v8 = FloatVector.fromArray(S, sums, 128);
    FloatVector v9 = FloatVector.fromArray(S, sums, 144);
    FloatVector v10 = FloatVector.fromArray(S, sums, 160);
    FloatVector v11 = FloatVector.fromArray(S, sums, 176);
    FloatVector v12 = FloatVector.fromArray(S, sums, 192);
    FloatVector v13 = FloatVector.fromArray(S, sums, 208);
    FloatVector v14 = FloatVector.fromArray(S, sums, 224);
    FloatVector v15 = FloatVector.fromArray(S, sums, 240);
    v0 = LOW_8.selectFrom(v0, v8).add(HIGH_8.selectFrom(v0, v8));
    v1 = LOW_8.selectFrom(v1, v9).add(HIGH_8.selectFrom(v1, v9));
    v2 = LOW_8.selectFrom(v2, v10).add(HIGH_8.selectFrom(v2, v10));
    v3 = LOW_8.selectFrom(v3, v11).add(HIGH_8.selectFrom(v3, v11));
    v4 = LOW_8.selectFrom(v4, v12).add(HIGH_8.selectFrom(v4, v12));
    v5 = LOW_8.selectFrom(v5, v13).add(HIGH_8.selectFrom(v5, v13));
    v6 = LOW_8.selectFrom(v6, v14).add(HIGH_8.selectFrom(v6, v14));
    v7 = LOW_8.selectFrom(v7, v15).add(HIGH_8.selectFrom(v7, v15));
    v0 = LOW_4.selectFrom(v0, v4).add(HIGH_4.selectFrom(v0, v4));
    v1 = LOW_4.selectFrom(v1, v5).add(HIGH_4.selectFrom(v1, v5));
    v2 = LOW_4.selectFrom(v2, v6).add(HIGH_4.selectFrom(v2, v6));
    v3 = LOW_4.selectFrom(v3, v7).add(HIGH_4.selectFrom(v3, v7));
    v0 = LOW_2.selectFrom(v0, v2).add(HIGH_2.selectFrom(v0, v2));
    v1 = LOW_2.selectFrom(v1, v3).add(HIGH_2.selectFrom(v1, v3));
    v0 = LOW_1.selectFrom(v0, v1).add(HIGH_1.selectFrom(v0, v1));
    v0.intoArray(sums, 0);
  }

  /// Rows of narrow vectors, and the last ones.
  private static void pairs(
      float[] x,
      int at,
      int first,
      int end,
      int d,
      float[] weight,
      float[] intercept,
      int k,
      float[] out,
      int stride,
      float[] scratch) {
    int length = FloatKernels.floatLength(d);
    for (int c = 0; c < k; c += TOGETHER) {
      int classes = Math.min(TOGETHER, k - c);
      for (int r = first; r < end; r += 2) {
        int row = at + r * d;
        int next = r + 1 < end ? row + d : row;
        for (int i = 0; i < classes; i += 4) {
          for (int l = 0; l < FLOATS; l += LANES) {
            int to = 2 * FLOATS * i + l;
            twoByFour(x, row + l, next + l, d, weight, (c + i) * length + l, length, scratch, to);
          }
        }
        if (LANES == FLOATS) {
          fold(scratch);
        } else if (LANES == 8) {
          foldEight(scratch);
        } else {
          for (int i = 0; i < 8; i++) {
            scratch[i] = FloatKernels.folded(scratch, FLOATS * i);
          }
        }
        for (int i = 0; i < classes; i++) {
          int to = (c + i) * stride + r;
          out[to] = intercept[c + i] + scratch[2 * i];
          if (r + 1 < end) {
            out[to + 1] = intercept[c + i] + scratch[2 * i + 1];
          }
        }
      }
    }
  }

  /// Folds 8 sums of 16 chains by halves, all at once, in vectors of the width of [RowTiles].
  private static void foldEight(float[] sums) {
    FloatVector v0 = FloatVector.fromArray(S, sums, 0).add(FloatVector.fromArray(S, sums, 8));
    FloatVector v1 = FloatVector.fromArray(S, sums, 16).add(FloatVector.fromArray(S, sums, 24));
    FloatVector v2 = FloatVector.fromArray(S, sums, 32).add(FloatVector.fromArray(S, sums, 40));
    FloatVector v3 = FloatVector.fromArray(S, sums, 48).add(FloatVector.fromArray(S, sums, 56));
    FloatVector v4 = FloatVector.fromArray(S, sums, 64).add(FloatVector.fromArray(S, sums, 72));
    FloatVector v5 = FloatVector.fromArray(S, sums, 80).add(FloatVector.fromArray(S, sums, 88));
    FloatVector v6 = FloatVector.fromArray(S, sums, 96).add(FloatVector.fromArray(S, sums, 104));
    FloatVector v7 = FloatVector.fromArray(S, sums, 112).add(FloatVector.fromArray(S, sums, 120));
    FloatVector x;
    x = v0.blend(v4, UPPER_4);
    v0 = v4.blend(v0, UPPER_4).rearrange(SWAP_4).add(x);
    x = v1.blend(v5, UPPER_4);
    v1 = v5.blend(v1, UPPER_4).rearrange(SWAP_4).add(x);
    x = v2.blend(v6, UPPER_4);
    v2 = v6.blend(v2, UPPER_4).rearrange(SWAP_4).add(x);
    x = v3.blend(v7, UPPER_4);
    v3 = v7.blend(v3, UPPER_4).rearrange(SWAP_4).add(x);
    x = v0.blend(v2, UPPER_2);
    v0 = v2.blend(v0, UPPER_2).rearrange(SWAP_2).add(x);
    x = v1.blend(v3, UPPER_2);
    v1 = v3.blend(v1, UPPER_2).rearrange(SWAP_2).add(x);
    x = v0.blend(v1, UPPER_1);
    v0 = v1.blend(v0, UPPER_1).rearrange(SWAP_1).add(x);
    v0.intoArray(sums, 0);
  }

  /// A vector of the chains of two rows and four classes.
  private static void twoByFour(
      float[] x,
      int row,
      int row1,
      int d,
      float[] weight,
      int at,
      int length,
      float[] chains,
      int l) {
    FloatVector q00 = FloatVector.zero(S);
    FloatVector q01 = FloatVector.zero(S);
    FloatVector q10 = FloatVector.zero(S);
    FloatVector q11 = FloatVector.zero(S);
    FloatVector q20 = FloatVector.zero(S);
    FloatVector q21 = FloatVector.zero(S);
    FloatVector q30 = FloatVector.zero(S);
    FloatVector q31 = FloatVector.zero(S);
    int at1 = at + length;
    int at2 = at1 + length;
    int at3 = at2 + length;
    int whole = d & -FLOATS;
    for (int shift = 0; shift <= FLOATS; shift += FLOATS) {
      int first = shift == 0 ? 0 : d;
      int end = shift == 0 ? whole : length;
      int from0 = row - shift;
      int from1 = row1 - shift;
      for (int j = first; j < end; j += FLOATS) {
        FloatVector x0 = FloatVector.fromArray(S, x, from0 + j);
        FloatVector x1 = FloatVector.fromArray(S, x, from1 + j);
        FloatVector w0 = FloatVector.fromArray(S, weight, at + j);
        q00 = x0.fma(w0, q00);
        q01 = x1.fma(w0, q01);
        FloatVector w1 = FloatVector.fromArray(S, weight, at1 + j);
        q10 = x0.fma(w1, q10);
        q11 = x1.fma(w1, q11);
        FloatVector w2 = FloatVector.fromArray(S, weight, at2 + j);
        q20 = x0.fma(w2, q20);
        q21 = x1.fma(w2, q21);
        FloatVector w3 = FloatVector.fromArray(S, weight, at3 + j);
        q30 = x0.fma(w3, q30);
        q31 = x1.fma(w3, q31);
      }
    }
    store(q00, chains, l);
    store(q01, chains, 16 + l);
    store(q10, chains, 32 + l);
    store(q11, chains, 48 + l);
    store(q20, chains, 64 + l);
    store(q21, chains, 80 + l);
    store(q30, chains, 96 + l);
    store(q31, chains, 112 + l);
  }

  /// The sum of the bounds of a row.
  private static float bound(float[] x, int row, int d, float[] bound, float[] chains) {
    int whole = d & -FLOATS;
    for (int l = 0; l < FLOATS; l += LANES) {
      FloatVector q = FloatVector.zero(S);
      for (int j = l; j < whole; j += FLOATS) {
        q = FloatVector.fromArray(S, x, row + j).abs().fma(FloatVector.fromArray(S, bound, j), q);
      }
      if (whole < d) {
        FloatVector last = FloatVector.fromArray(S, x, row + d - FLOATS + l);
        q = last.abs().fma(FloatVector.fromArray(S, bound, d + l), q);
      }
      store(q, chains, l);
    }
    return FloatKernels.folded(chains, 0);
  }

  @Override
  public void triangularFloats(float[] x, int d, float[] factor, float[] z, float[] scratch) {
    int at = 0;
    for (int j = 0; j < d; j += FLOATS) {
      int end = j + FLOATS;
      for (int l = 0; l < FLOATS; l += LANES) {
        FloatVector q0 = FloatVector.zero(S);
        FloatVector q1 = FloatVector.zero(S);
        FloatVector q2 = FloatVector.zero(S);
        FloatVector q3 = FloatVector.zero(S);
        for (int i = 0; i < end; i += 4) {
          int from = at + i * FLOATS + l;
          FloatVector x0 = FloatVector.broadcast(S, x[i]);
          FloatVector x1 = FloatVector.broadcast(S, x[i + 1]);
          FloatVector x2 = FloatVector.broadcast(S, x[i + 2]);
          FloatVector x3 = FloatVector.broadcast(S, x[i + 3]);
          q0 = x0.fma(FloatVector.fromArray(S, factor, from), q0);
          q1 = x1.fma(FloatVector.fromArray(S, factor, from + FLOATS), q1);
          q2 = x2.fma(FloatVector.fromArray(S, factor, from + 2 * FLOATS), q2);
          q3 = x3.fma(FloatVector.fromArray(S, factor, from + 3 * FLOATS), q3);
        }
        store(q0, scratch, l);
        store(q1, scratch, 16 + l);
        store(q2, scratch, 32 + l);
        store(q3, scratch, 48 + l);
        FloatVector even =
            FloatVector.fromArray(S, scratch, l).add(FloatVector.fromArray(S, scratch, 16 + l));
        FloatVector odd =
            FloatVector.fromArray(S, scratch, 32 + l)
                .add(FloatVector.fromArray(S, scratch, 48 + l));
        even.add(odd).intoArray(z, j + l);
      }
      at += FLOATS * end;
    }
  }

  /// Stores a value that a loop carries. Other kernels have vectors of another width, so that C2
  /// may prepare for both, and keep it on the heap.
  static void store(FloatVector sum, float[] to, int at) {
    ((FloatVector) TYPE.cast(sum)).intoArray(to, at);
  }
}
