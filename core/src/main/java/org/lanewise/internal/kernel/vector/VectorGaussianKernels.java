package org.lanewise.internal.kernel.vector;

import static org.lanewise.internal.kernel.PackedTriangle.WIDTH;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;
import org.lanewise.internal.kernel.GaussianKernels;
import org.lanewise.internal.kernel.PackedTriangle;
import org.lanewise.internal.kernel.scalar.ScalarGaussianKernels;

/// [GaussianKernels] in vectors of up to 8 doubles; a lane is an output.
///
/// The scatter is cut into blocks of outputs held in registers ([GaussianVectors]): 8 rows × 2
/// vectors where there are 32 vector registers (16 accumulators), 4 × 2 where there are 16, and 8 ×
/// 1 on the diagonal. Each entry stays one chain over the rows whatever the block.
final class VectorGaussianKernels implements GaussianKernels {

  private static final VectorSpecies<Double> S = VectorWidth.DOUBLES;
  private static final int LANES = S.length();
  private static final int VECTORS_PER_PANEL = WIDTH / LANES;

  /// Rows of a block of two vectors.
  private static final int HEIGHT = VectorWidth.REGISTERS >= 32 ? WIDTH : 4;

  /// Rows whose three panels stay near the first-level cache while the blocks pass over them; with
  /// fewer, the scatter is read and written more often.
  private static final int ROW_BLOCK = 160;

  /// Eight rows of a panel: a scatter of 0.
  private static final double[] ZEROS = new double[WIDTH * WIDTH];

  private final ScalarGaussianKernels scalar = new ScalarGaussianKernels();

  /// Blocks of as many rows and columns as a vector has lanes are transposed in registers: in two
  /// or three steps, each of which swaps what is off the diagonal of blocks of blocks. Measured:
  /// half the time of scalar stores, with blocks of 8 × 8 and of 4 × 4 alike. The latter would do
  /// for both, but vectors of a second width in the process spoil the profiles of what the first
  /// one runs through: C2 then prepares for both, and keeps what it need not on the heap.
  @Override
  public boolean deal(
      double[][] columns, int offset, int count, int[] target, double[] out, int outOffset) {
    if (LANES < 4) {
      return scalar.deal(columns, offset, count, target, out, outOffset);
    }
    int whole = count / LANES * LANES;
    boolean finite =
        LANES == WIDTH
            ? GaussianVectors.dealEights(columns, offset, whole, target, out, outOffset)
            : GaussianVectors.dealFours(columns, offset, whole, target, out, outOffset);
    for (int r = whole; r < count; r++) {
      for (int l = 0; l < WIDTH; l++) {
        double value = columns[l][offset + r];
        out[target[r] + outOffset + l] = value;
        finite &= Double.isFinite(value);
      }
    }
    return finite;
  }

  @Override
  public void move(
      double[] rows, int offset, int count, int[] target, double[] out, int outOffset) {
    for (int r = 0; r < count; r++) {
      for (int l = 0; l < WIDTH; l += LANES) {
        DoubleVector.fromArray(S, rows, offset + r * WIDTH + l)
            .intoArray(out, target[r] + outOffset + l);
      }
    }
  }

  @Override
  public void sums(
      double[] tile,
      int offset,
      int panelStride,
      int panels,
      int rows,
      double[] weight,
      double[] anchor,
      int anchorOffset,
      double[] sum) {
    int vectors = panels * VECTORS_PER_PANEL;
    for (int v = 0; v < vectors; v += 4) {
      GaussianVectors.sums(
          tile, offset, panelStride, v, vectors - 1, rows, weight, anchor, anchorOffset, sum);
    }
  }

  @Override
  public void centre(
      double[] tile,
      int offset,
      int panelStride,
      int panels,
      int rows,
      double[] rootWeight,
      double[] anchor,
      int anchorOffset,
      double[] mean) {
    for (int v = 0; v < panels * VECTORS_PER_PANEL; v++) {
      int j = v * LANES;
      DoubleVector a = DoubleVector.fromArray(S, anchor, anchorOffset + j);
      DoubleVector m = DoubleVector.fromArray(S, mean, j);
      int at = GaussianVectors.address(offset, panelStride, v);
      for (int t = 0; t < rows; t++, at += WIDTH) {
        DoubleVector.fromArray(S, tile, at).sub(a).sub(m).mul(rootWeight[t]).intoArray(tile, at);
      }
    }
  }

  @Override
  public void absorb(
      double[] tile,
      int offset,
      int panelStride,
      int panels,
      int rows,
      int[] base,
      double[] share,
      double[] root,
      double[] anchor,
      double[] mean) {
    for (int v = 0; v < panels * VECTORS_PER_PANEL; v++) {
      int at = GaussianVectors.address(offset, panelStride, v);
      for (int t = 0; t < rows; t++, at += WIDTH) {
        int of = base[t] + v * LANES;
        DoubleVector m = DoubleVector.fromArray(S, mean, of);
        DoubleVector delta =
            DoubleVector.fromArray(S, tile, at).sub(DoubleVector.fromArray(S, anchor, of)).sub(m);
        delta.fma(DoubleVector.broadcast(S, share[t]), m).intoArray(mean, of);
        delta.mul(root[t]).intoArray(tile, at);
      }
    }
  }

  @Override
  public void products(
      double[] tiles,
      int left,
      int right,
      int panelStride,
      int panels,
      int rows,
      double[] product,
      int productOffset) {
    for (int t = 0; t < rows; t += ROW_BLOCK) {
      productsOfRows(
          tiles,
          left + t * WIDTH,
          right + t * WIDTH,
          panelStride,
          panels,
          Math.min(ROW_BLOCK, rows - t),
          product,
          productOffset,
          product,
          productOffset,
          null,
          null,
          0);
    }
  }

  @Override
  public void newScatter(
      double[] tile,
      int offset,
      int panelStride,
      int panels,
      int rows,
      double[] scatter,
      int scatterOffset) {
    int first = Math.min(ROW_BLOCK, rows);
    productsOfRows(
        tile,
        offset,
        offset,
        panelStride,
        panels,
        first,
        ZEROS,
        0,
        scatter,
        scatterOffset,
        null,
        null,
        0);
    scatter(
        tile, offset + first * WIDTH, panelStride, panels, rows - first, scatter, scatterOffset);
  }

  @Override
  public void mergeTile(
      double[] tile,
      int offset,
      int panelStride,
      int panels,
      int rows,
      double[] right,
      double[] left,
      double[] delta,
      double factor,
      double[] work) {
    productsOfRows(
        tile,
        offset,
        offset,
        panelStride,
        panels,
        rows,
        right == null ? ZEROS : right,
        0,
        left,
        0,
        work,
        delta,
        factor);
  }

  /// Adds products to those of `in`, into `out`; or, where there is something to work with, merges
  /// them into `out`.
  private static void productsOfRows(
      double[] x,
      int leftOffset,
      int offset,
      int panelStride,
      int panels,
      int rows,
      double[] in,
      int inOffset,
      double[] out,
      int outOffset,
      double[] work,
      double[] delta,
      double factor) {
    int vectors = panels * VECTORS_PER_PANEL;
    for (int v = 0; v < vectors; v += 2) {
      int width = Math.min(2, vectors - v);
      // Rows that both vectors have: those of the panel of the first.
      int common = (v / VECTORS_PER_PANEL + 1) * WIDTH;
      int height = width == 2 ? HEIGHT : WIDTH;
      for (int i = 0; i < common; i += height) {
        block(
            x,
            leftOffset + i / WIDTH * panelStride + i % WIDTH,
            offset,
            panelStride,
            i,
            height,
            v,
            width,
            rows,
            in,
            inOffset,
            out,
            outOffset,
            work,
            delta,
            factor);
      }
      // The panel of the second reaches 8 rows further down.
      if (VECTORS_PER_PANEL == 1 && width == 2) {
        block(
            x,
            leftOffset + common / WIDTH * panelStride,
            offset,
            panelStride,
            common,
            WIDTH,
            v + 1,
            1,
            rows,
            in,
            inOffset,
            out,
            outOffset,
            work,
            delta,
            factor);
      }
    }
  }

  /// A block of `height` rows from i on against `width` vectors from v on.
  private static void block(
      double[] x,
      int left,
      int offset,
      int panelStride,
      int i,
      int height,
      int v,
      int width,
      int rows,
      double[] in,
      int inOffset,
      double[] out,
      int outOffset,
      double[] work,
      double[] delta,
      double factor) {
    boolean merges = work != null;
    double[] to = merges ? work : out;
    int b0 = GaussianVectors.address(offset, panelStride, v);
    int i0 = input(in, inOffset, i, v);
    int o0 = merges ? 0 : output(outOffset, i, v);
    if (width == 1) {
      GaussianVectors.block8x1(x, left, x, b0, rows, in, i0, to, o0);
    } else {
      int b1 = GaussianVectors.address(offset, panelStride, v + 1);
      int i1 = input(in, inOffset, i, v + 1);
      int o1 = merges ? height * WIDTH : output(outOffset, i, v + 1);
      if (height == WIDTH) {
        GaussianVectors.block8x2(x, left, x, b0, b1, rows, in, i0, i1, to, o0, o1);
      } else {
        GaussianVectors.block4x2(x, left, x, b0, b1, rows, in, i0, i1, to, o0, o1);
      }
    }
    for (int w = 0; merges && w < width; w++) {
      int at = output(outOffset, i, v + w);
      GaussianVectors.mergeBlock(
          work, w * height * WIDTH, out, at, i, height, (v + w) * LANES, delta, factor);
    }
  }

  @Override
  public void mergeScatter(
      double[] left,
      int leftOffset,
      double[] right,
      int rightOffset,
      int panels,
      double[] delta,
      double factor) {
    for (int p = 0; p < panels; p++) {
      for (int i = 0; i < (p + 1) * WIDTH; i++) {
        double scaled = factor * delta[i];
        int at = PackedTriangle.start(p) + i * WIDTH;
        for (int l = 0; l < WIDTH; l += LANES) {
          DoubleVector sum =
              DoubleVector.fromArray(S, left, leftOffset + at + l)
                  .add(DoubleVector.fromArray(S, right, rightOffset + at + l));
          DoubleVector.broadcast(S, scaled)
              .fma(DoubleVector.fromArray(S, delta, p * WIDTH + l), sum)
              .intoArray(left, leftOffset + at + l);
        }
      }
    }
  }

  /// Where row i of vector v begins in what is added to.
  @SuppressWarnings("ReferenceEquality") // One array stands for zeros everywhere.
  private static int input(double[] in, int inOffset, int i, int v) {
    return in == ZEROS ? 0 : output(inOffset, i, v);
  }

  /// Where row i of vector v begins in the scatter.
  private static int output(int scatterOffset, int i, int v) {
    return scatterOffset
        + PackedTriangle.start(v / VECTORS_PER_PANEL)
        + i * WIDTH
        + v % VECTORS_PER_PANEL * LANES;
  }
}
