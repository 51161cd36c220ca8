package org.lanewise.internal.kernel;

import java.util.Arrays;

/// Kernels of the moments of single features, class by class.
public interface DiagonalKernels {

  /// The most classes that [#sums] serves.
  int MAX_CLASSES = 8;

  /// The chains that each sum of [#sums] is split into.
  int CHAINS = 16;

  /// The share of the squares about a pivot that may be its distance to the mean.
  double MAX_CANCELLED = 0.75;

  /// Values beyond 2⁵³ units of their spread from the pivot take a third pass.
  int MAX_PASSES = 4;

  /// The elements that [#sums] needs for its chains: of 8 classes, and of the rows of none.
  int CHAINS_SIZE = (MAX_CLASSES + 2) * 2 * CHAINS;

  /// Finds the rows of each class: bit r mod 64 of `members[c·WORDS + r/64]` tells whether row r is
  /// of class c < k.
  ///
  /// @param classes the classes of [ChunkRows#MAX] rows
  void members(int[] classes, int classCount, long[] members);

  /// Sums of one column over a chunk of rows, about a pivot of each class. Row r of class c adds to
  /// chain r mod 16 of both sums of its class:
  ///
  /// ```
  /// δ = x[offset + r] − pivot[c],   v = weight[r]·δ
  /// chains[32·c + r mod 16]      += v                               for Σ wδ
  /// chains[32·c + 16 + r mod 16]  = fma(v, δ, the same)             for Σ wδ²
  /// ```
  ///
  /// each chain from 0 on and in the order of rows; [#fold] adds them up. A row of weight 0 adds
  /// nothing to any class. What lies in `chains` behind the classes is undefined afterwards.
  ///
  /// @param rows rows of at most 8 classes, complete
  /// @param pivot a value for each class; at least k + 2 elements
  /// @param chains [#CHAINS_SIZE] elements
  void sums(double[] x, int offset, ChunkRows rows, double[] pivot, double[] chains);

  /// The sum of the 16 chains that begin at `at`, by halves: chain i + chain i+8, then i + i+4, i +
  /// i+2, i + i+1.
  static double fold(double[] chains, int at) {
    double s0 = chains[at] + chains[at + 8];
    double s1 = chains[at + 1] + chains[at + 9];
    double s2 = chains[at + 2] + chains[at + 10];
    double s3 = chains[at + 3] + chains[at + 11];
    double s4 = chains[at + 4] + chains[at + 12];
    double s5 = chains[at + 5] + chains[at + 13];
    double s6 = chains[at + 6] + chains[at + 14];
    double s7 = chains[at + 7] + chains[at + 15];
    return ((s0 + s4) + (s2 + s6)) + ((s1 + s5) + (s3 + s7));
  }

  /// Pivots of classes, the means so far, for 8 columns:
  ///
  /// ```
  /// pivot[8·s + l] = anchor[base[s] + panelOffset + l] + mean[base[s] + panelOffset + l]
  /// ```
  void pivots(
      int[] base, int slots, int panelOffset, double[] anchor, double[] mean, double[] pivot);

  /// Adds rows of 8 columns to the chains of their classes, one after the other; l < 8:
  ///
  /// ```
  /// δ = tile[row[i] + l] − pivot[pivotAt[i] + l],   v = weight[i]·δ
  /// sums[sumAt[i] + l]     += v
  /// sums[sumAt[i] + 8 + l]  = fma(v, δ, the same)
  /// ```
  ///
  /// which is what [#sums] does with a column, where `sumAt` is a chain of a class and 0 before.
  void addRows(
      double[] tile,
      int[] row,
      int[] pivotAt,
      int[] sumAt,
      double[] weight,
      int from,
      int to,
      double[] pivot,
      double[] sums);

  /// Adds chains to others, one after the other, for 8 columns and both sums: `sums[to[i] + m] +=
  /// sums[from[i] + m]`, m < 16. Leaving out chains without rows, which are 0, [#fold] is such a
  /// list.
  void addChains(int[] to, int[] from, int begin, int end, double[] sums);

  /// What a pass over the rows of classes makes of 8 columns: for each slot s of a list and each
  /// column l whose bit is not set in `settled[s]`, with sum = `sums[sumAt[s] + l]` and square =
  /// `sums[sumAt[s] + 8 + l]`,
  ///
  /// ```
  /// distance = sum / weight[s],   cancelled = distance·sum
  /// if cancelled ≤ 0.75·square and square < ∞, or this is the last pass:
  ///   anchor[of] = pivot[8·s + l]   where before[s] = 0;   of = base[s] + panelOffset + l
  ///   δ = ((pivot[8·s + l] − anchor[of]) − mean[of]) + distance
  ///   square[of] = fma((before[s]·share[s])·δ, δ, square[of] + (square − cancelled))
  ///   mean[of]   = fma(δ, share[s], mean[of]),   and the bit is set
  /// else:
  ///   pivot[8·s + l] += distance
  /// ```
  ///
  /// Slots with columns that are not settled stay in the list.
  ///
  /// @return how many they are
  int settle(
      int[] list,
      int count,
      boolean last,
      PanelMoments panel,
      double[] sums,
      int[] sumAt,
      double[] pivot,
      int[] settled);

  /// All passes over classes that have one row each, in tile row `row[s]`, and had rows before: as
  /// [#pivots], [#addRows] and [#settle] of them.
  void settleSingles(double[] tile, int[] row, int from, int to, PanelMoments panel);

  /// The synthetic call of a kernel.
  static SyntheticCall synthetic(String kernel) {
    return switch (kernel) {
      case "MEMBERS" ->
          (v, a, p, _, _) -> {
            int k = Math.min(p, MAX_CLASSES);
            long[] out = a.words.of(SyntheticCall.up(k, 2) * ChunkRows.WORDS);
            v.diagonal().members(a.labels(ChunkRows.MAX, k), k, out);
          };
      case "DIAGONAL_SUMS" -> {
        ChunkRows rows = new ChunkRows(MAX_CLASSES);
        yield (v, a, p, n, _) -> {
          int k = Math.min(p, MAX_CLASSES);
          System.arraycopy(a.labels(n, k), 0, rows.classes, 0, n);
          rows.set(k, n, n % 2 == 0 ? a.x.of(n) : null, 0);
          rows.complete(v.diagonal());
          double[] chains = a.out.of(CHAINS_SIZE, CHAINS_SIZE, 2 * CHAINS * k);
          v.diagonal().sums(a.x.of(n), 0, rows, a.x.of(k + 2), chains);
        };
      }
      case "WIDE_CHUNK" ->
          (v, a, _, n, _) -> {
            DiagonalKernels kernels = v.diagonal();
            int[] rows = a.rows.of(n);
            int[] chains = a.chains.of(n);
            double[] values = a.finite.of(PackedTriangle.WIDTH * n);
            double[] sums = a.out.of(2 * 2 * PackedTriangle.WIDTH * n);
            double[] tile = a.work.of(PackedTriangle.WIDTH * n, 1, 0);
            int[] list = a.workInts.of(n, 1, 0);
            int[] settled = a.ints.of(n + 1);
            kernels.pivots(rows, n, 0, values, values, tile);
            kernels.addRows(values, rows, a.first.of(n), chains, a.ones.of(n), 0, n, values, sums);
            kernels.addChains(chains, a.otherChains.of(n), 0, n, sums);
            System.arraycopy(a.places.of(n), 0, list, 0, n);
            Arrays.fill(settled, 0);
            boolean odd = n % 2 == 0;
            a.returned(kernels.settle(list, n, odd, a.moments.of(n), sums, chains, tile, settled));
          };
      case "SETTLE_SINGLES" ->
          (v, a, _, n, _) ->
              v.diagonal()
                  .settleSingles(
                      a.finite.of(PackedTriangle.WIDTH * n), a.rows.of(n), 0, n, a.moments.of(n));
      default -> throw new IllegalArgumentException(kernel);
    };
  }
}
