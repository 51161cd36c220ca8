package org.lanewise.internal.kernel.vector;

import static org.lanewise.internal.kernel.PackedTriangle.WIDTH;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;
import org.lanewise.internal.kernel.ChunkRows;
import org.lanewise.internal.kernel.DiagonalKernels;
import org.lanewise.internal.kernel.PanelMoments;
import org.lanewise.internal.kernel.scalar.ScalarDiagonalKernels;

/// [DiagonalKernels] in vectors of up to 8 doubles. In [#sums] a lane is a row, so a chain: two
/// classes at a time ([DiagonalVectors]), a row that is not of a class adding 0 to it. Where 8
/// columns are taken at once a lane is a column.
final class VectorDiagonalKernels implements DiagonalKernels {

  private static final VectorSpecies<Double> S = VectorWidth.DOUBLES;
  private static final int LANES = S.length();
  private static final VectorSpecies<Integer> INTS =
      IntVector.SPECIES_PREFERRED.length() > 16
          ? IntVector.SPECIES_512
          : IntVector.SPECIES_PREFERRED;

  @Override
  public void members(int[] classes, int classCount, long[] members) {
    for (int c = 0; c < classCount; c++) {
      for (int w = 0; w < ChunkRows.WORDS; w++) {
        long bits = 0;
        for (int r = 0; r < Long.SIZE; r += INTS.length()) {
          VectorMask<Integer> of =
              IntVector.fromArray(INTS, classes, w * Long.SIZE + r).compare(VectorOperators.EQ, c);
          bits |= of.toLong() << r;
        }
        members[c * ChunkRows.WORDS + w] = bits;
      }
    }
  }

  @Override
  public void sums(double[] x, int offset, ChunkRows rows, double[] pivot, double[] chains) {
    int end = rows.count() / CHAINS * CHAINS;
    boolean allOfTwo = rows.classCount == 2 && !rows.absent() && !rows.weighted();
    for (int c = 0; c < rows.classCount; c += 2) {
      int bits = ChunkRows.membersOf(c);
      int nextBits = ChunkRows.membersOf(c + 1);
      for (int lane = 0; lane < DiagonalVectors.HALF; lane += LANES) {
        int to = c * 2 * CHAINS + lane;
        if (allOfTwo) {
          DiagonalVectors.two(x, offset, lane, end, rows.members, pivot[0], pivot[1], chains);
        } else if (rows.weighted()) {
          DiagonalVectors.weightedPair(
              x,
              offset,
              lane,
              end,
              rows.weights,
              rows.members,
              bits,
              nextBits,
              pivot[c],
              pivot[c + 1],
              chains,
              to);
        } else {
          DiagonalVectors.pair(
              x,
              offset,
              lane,
              end,
              rows.members,
              bits,
              nextBits,
              pivot[c],
              pivot[c + 1],
              chains,
              to);
        }
      }
    }
    ScalarDiagonalKernels.addRows(x, offset, rows, end, pivot, chains);
  }

  @Override
  public void pivots(
      int[] base, int slots, int panelOffset, double[] anchor, double[] mean, double[] pivot) {
    for (int s = 0; s < slots; s++) {
      int of = base[s] + panelOffset;
      for (int l = 0; l < WIDTH; l += LANES) {
        DoubleVector.fromArray(S, anchor, of + l)
            .add(DoubleVector.fromArray(S, mean, of + l))
            .intoArray(pivot, s * WIDTH + l);
      }
    }
  }

  @Override
  public void addRows(
      double[] tile,
      int[] row,
      int[] pivotAt,
      int[] sumAt,
      double[] weight,
      int from,
      int to,
      double[] pivot,
      double[] sums) {
    for (int i = from; i < to; i++) {
      int x = row[i];
      int p = pivotAt[i];
      int at = sumAt[i];
      DoubleVector w = DoubleVector.broadcast(S, weight[i]);
      for (int l = 0; l < WIDTH; l += LANES) {
        DoubleVector delta =
            DoubleVector.fromArray(S, tile, x + l).sub(DoubleVector.fromArray(S, pivot, p + l));
        DoubleVector weighted = w.mul(delta);
        DoubleVector.fromArray(S, sums, at + l).add(weighted).intoArray(sums, at + l);
        weighted
            .fma(delta, DoubleVector.fromArray(S, sums, at + WIDTH + l))
            .intoArray(sums, at + WIDTH + l);
      }
    }
  }

  @Override
  public void addChains(int[] to, int[] from, int begin, int end, double[] sums) {
    for (int i = begin; i < end; i++) {
      for (int m = 0; m < 2 * WIDTH; m += LANES) {
        DoubleVector.fromArray(S, sums, to[i] + m)
            .add(DoubleVector.fromArray(S, sums, from[i] + m))
            .intoArray(sums, to[i] + m);
      }
    }
  }

  @Override
  public int settle(
      int[] list,
      int count,
      boolean last,
      PanelMoments panel,
      double[] sums,
      int[] sumAt,
      double[] pivot,
      int[] settled) {
    double[] anchor = panel.anchor;
    double[] mean = panel.mean;
    double[] square = panel.square;
    VectorMask<Double> lastPass = VectorMask.fromLong(S, last ? -1L : 0L);
    int left = 0;
    for (int i = 0; i < count; i++) {
      int s = list[i];
      int at = sumAt[s];
      int of = panel.base[s] + panel.panelOffset;
      double weight = panel.weight[s];
      double share = panel.share[s];
      double factor = panel.before[s] * share;
      VectorMask<Double> unknown = VectorMask.fromLong(S, panel.before[s] == 0 ? -1L : 0L);
      int bits = settled[s];
      for (int l = 0; l < WIDTH; l += LANES) {
        VectorMask<Double> open = VectorMask.fromLong(S, ~bits >> l);
        DoubleVector sum = DoubleVector.fromArray(S, sums, at + l);
        DoubleVector squares = DoubleVector.fromArray(S, sums, at + WIDTH + l);
        DoubleVector p = DoubleVector.fromArray(S, pivot, s * WIDTH + l);
        DoubleVector distance = sum.div(weight);
        DoubleVector cancelled = distance.mul(sum);
        VectorMask<Double> done =
            cancelled
                .compare(VectorOperators.LE, squares.mul(MAX_CANCELLED))
                .and(squares.compare(VectorOperators.LT, Double.POSITIVE_INFINITY))
                .or(lastPass)
                .and(open);
        DoubleVector a = DoubleVector.fromArray(S, anchor, of + l);
        DoubleVector m = DoubleVector.fromArray(S, mean, of + l);
        DoubleVector q = DoubleVector.fromArray(S, square, of + l);
        DoubleVector newAnchor = a.blend(p, unknown);
        DoubleVector delta = p.sub(newAnchor).sub(m).add(distance);
        a.blend(newAnchor, done).intoArray(anchor, of + l);
        q.blend(delta.mul(factor).fma(delta, q.add(squares.sub(cancelled))), done)
            .intoArray(square, of + l);
        m.blend(delta.fma(DoubleVector.broadcast(S, share), m), done).intoArray(mean, of + l);
        p.blend(p.add(distance), open.andNot(done)).intoArray(pivot, s * WIDTH + l);
        bits |= (int) done.toLong() << l;
      }
      settled[s] = bits;
      list[left] = s;
      left += bits == (1 << WIDTH) - 1 ? 0 : 1;
    }
    return left;
  }

  /// A row that the pivot is not settled by, and that the next pivot is equal to, is settled by
  /// that with nothing cancelled: so the second pass need not be made. Other rows are left to the
  /// specification.
  @Override
  public void settleSingles(double[] tile, int[] row, int from, int to, PanelMoments panel) {
    double[] anchor = panel.anchor;
    double[] mean = panel.mean;
    double[] square = panel.square;
    DoubleVector zero = DoubleVector.zero(S);
    for (int s = from; s < to; s++) {
      int of = panel.base[s] + panel.panelOffset;
      double weight = panel.weight[s];
      double share = panel.share[s];
      double factor = panel.before[s] * share;
      for (int l = 0; l < WIDTH; l += LANES) {
        DoubleVector x = DoubleVector.fromArray(S, tile, row[s] + l);
        DoubleVector a = DoubleVector.fromArray(S, anchor, of + l);
        DoubleVector m = DoubleVector.fromArray(S, mean, of + l);
        DoubleVector q = DoubleVector.fromArray(S, square, of + l);
        DoubleVector p = a.add(m);
        DoubleVector delta = x.sub(p);
        DoubleVector weighted = delta.mul(weight);
        DoubleVector sum = zero.add(weighted);
        DoubleVector squares = weighted.fma(delta, zero);
        DoubleVector distance = sum.div(weight);
        DoubleVector cancelled = distance.mul(sum);
        DoubleVector next = p.add(distance);
        VectorMask<Double> done =
            cancelled
                .compare(VectorOperators.LE, squares.mul(MAX_CANCELLED))
                .and(squares.compare(VectorOperators.LT, Double.POSITIVE_INFINITY));
        if (!done.or(next.compare(VectorOperators.EQ, x)).allTrue()) {
          ScalarDiagonalKernels.settleSingle(tile, row[s], s, l, l + LANES, panel);
          continue;
        }
        DoubleVector moved = next.blend(p, done).sub(a).sub(m).add(zero.blend(distance, done));
        moved
            .mul(factor)
            .fma(moved, q.add(zero.blend(squares.sub(cancelled), done)))
            .intoArray(square, of + l);
        moved.fma(DoubleVector.broadcast(S, share), m).intoArray(mean, of + l);
      }
    }
  }
}
