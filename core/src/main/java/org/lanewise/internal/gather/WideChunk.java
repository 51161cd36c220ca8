package org.lanewise.internal.gather;

import static org.lanewise.internal.tier.Kernel.SETTLE_SINGLES;
import static org.lanewise.internal.tier.Kernel.WIDE_CHUNK;

import java.util.Arrays;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.kernel.DiagonalKernels;
import org.lanewise.internal.kernel.PanelMoments;
import org.lanewise.internal.tier.Kernels;

/// A chunk of rows of more than 8 classes. Its rows are copied into a tile, 8 columns at a time and
/// class by class, and summed there, bit-identical to [DiagonalKernels#sums] and
/// [DiagonalKernels#fold].
///
/// The sum of a class has a chain for each residue modulo 16 of the indices of its rows. Other
/// chains would be 0, and omitting a 0 changes no bit of sums that began with 0. A class with one
/// row, like most of a thousand classes, has no chain.
final class WideChunk {

  private static final int WIDTH = TileDealer.WIDTH;
  private static final int CHAINS = DiagonalKernels.CHAINS;

  /// Of both sums of a chain.
  private static final int CHAIN_SIZE = 2 * WIDTH;

  private final TileDealer dealer;
  private final double[] tile;
  private final PanelMoments panel;

  /// The slots in their new order: those of several rows, new classes first; then those of one row,
  /// new classes last.
  private int newSeveral;

  private int several;
  private int oldSingles;
  private int slotCount;

  /// The new slot of each slot, and how many rows it has.
  private final int[] renumbered;

  private final int[] rowCounts;

  /// Of each slot: where its first row is in the tile; the place of its next row.
  private final int[] rowAt;

  private final int[] nextPlace;

  /// Of each slot of several rows: its first place; the leaves of the tree of a fold that are not
  /// 0; where its chains begin; its first addition of chains; which columns are settled.
  private final int[] placeBegin;

  private final int[] leaves;
  private final int[] chainAt;
  private final int[] foldBegin;
  private final int[] settled;
  private int chainsEnd;

  /// Of each place of a slot of several rows: where it is, its pivot and its chain, and its weight.
  private final int[] row;

  private final int[] pivotAt;
  private final int[] sumAt;
  private final double[] weight;

  /// Additions of chains.
  private final int[] foldTo;

  private final int[] foldFrom;

  private final double[] sums;
  private final double[] pivot;
  private final int[] open;
  private final int[] stack = new int[CHAINS];
  private final int[] levels = new int[CHAINS];
  private int rowTotal;

  /// @param room the most rows
  WideChunk(int featureCount, int room) {
    dealer = new TileDealer(featureCount, room);
    dealer.reserve();
    tile = new double[room * WIDTH];
    panel = new PanelMoments(room);
    renumbered = new int[room];
    rowCounts = new int[room];
    rowAt = new int[room];
    nextPlace = new int[room];
    placeBegin = new int[room + 1];
    leaves = new int[room];
    chainAt = new int[room + 1];
    foldBegin = new int[room + 1];
    settled = new int[room];
    row = new int[room];
    pivotAt = new int[room];
    sumAt = new int[room];
    weight = new double[room];
    foldTo = new int[room];
    foldFrom = new int[room];
    sums = new double[room * CHAIN_SIZE];
    pivot = new double[room * WIDTH];
    open = new int[room];
  }

  /// The largest number of rows.
  int room() {
    return row.length;
  }

  /// Reads the classes and weights of rows, and adds them to the weights of their classes.
  ///
  /// @param rowWeights one for each row from `from` on, or null if all are 1
  void read(ChunkClasses of, int count, double[] rowWeights, int from, VarianceMoments moments) {
    rowTotal = count;
    renumber(of, rowWeights, from, moments);
    int absent = place();
    for (int r = 0; r < count; r++) {
      double w = rowWeights == null ? 1 : rowWeights[from + r];
      if (w == 0) {
        dealer.targets[r] = WIDTH * absent++;
        continue;
      }
      int s = renumbered[of.slots[r]];
      int place = nextPlace[s]++;
      dealer.targets[r] = WIDTH * place;
      panel.weight[s] += w;
      if (s < several) {
        int leaf = leaf(r % CHAINS);
        leaves[s] |= 1 << leaf;
        sumAt[place] = leaf;
        weight[place] = w;
      }
    }
    for (int raw = 0; raw < slotCount; raw++) {
      int s = renumbered[raw];
      double after = panel.before[s] + panel.weight[s];
      panel.share[s] = panel.weight[s] / after;
      moments.weight[of.classes[raw]] = after;
    }
    chain();
  }

  /// Orders the slots by how they are summed.
  private void renumber(ChunkClasses of, double[] rowWeights, int from, VarianceMoments moments) {
    slotCount = of.slotCount;
    Arrays.fill(rowCounts, 0, slotCount, 0);
    for (int r = 0; r < rowTotal; r++) {
      if (rowWeights == null || rowWeights[from + r] != 0) {
        rowCounts[of.slots[r]]++;
      }
    }
    int s = 0;
    for (int kind = 0; kind < 4; kind++) {
      for (int raw = 0; raw < slotCount; raw++) {
        double before = moments.weight[of.classes[raw]];
        boolean single = rowCounts[raw] == 1;
        boolean isNew = before == 0;
        if (kind == (single ? isNew ? 3 : 2 : isNew ? 0 : 1)) {
          renumbered[raw] = s;
          nextPlace[s] = rowCounts[raw];
          panel.base[s] = of.classes[raw] * moments.paddedCount;
          panel.before[s] = before;
          panel.weight[s] = 0;
          leaves[s] = 0;
          s++;
        }
      }
      switch (kind) {
        case 0 -> newSeveral = s;
        case 1 -> several = s;
        case 2 -> oldSingles = s;
        default -> {}
      }
    }
  }

  /// Assigns places to the slots.
  ///
  /// @return the place after the last
  private int place() {
    int place = 0;
    for (int s = 0; s < slotCount; s++) {
      int rows = nextPlace[s];
      nextPlace[s] = place;
      placeBegin[s] = place;
      rowAt[s] = place * WIDTH;
      place += rows;
    }
    placeBegin[slotCount] = place;
    return place;
  }

  /// Where chain r mod 16 is among the leaves of the tree that a fold is.
  private static int leaf(int chain) {
    return Integer.reverse(chain) >>> Integer.SIZE - 4;
  }

  /// Assigns chains to rows, and lists the additions of chains.
  private void chain() {
    int chains = 0;
    int folds = 0;
    for (int s = 0; s < several; s++) {
      chainAt[s] = chains * CHAIN_SIZE;
      foldBegin[s] = folds;
      for (int place = placeBegin[s]; place < placeBegin[s + 1]; place++) {
        int earlier = leaves[s] & (1 << sumAt[place]) - 1;
        row[place] = place * WIDTH;
        pivotAt[place] = s * WIDTH;
        sumAt[place] = (chains + Integer.bitCount(earlier)) * CHAIN_SIZE;
      }
      folds = fold(leaves[s], chainAt[s], folds);
      chains += Integer.bitCount(leaves[s]);
    }
    chainsEnd = chains * CHAIN_SIZE;
    chainAt[several] = chainsEnd;
    foldBegin[several] = folds;
  }

  /// Lists what is left of a fold without the leaves that are 0: whenever a leaf comes, all that
  /// lies below the branch where it leaves the last one is added up.
  private int fold(int present, int firstChain, int begin) {
    int folds = begin;
    int depth = 0;
    int last = 0;
    int at = firstChain;
    for (int rest = present; rest != 0; rest &= rest - 1, at += CHAIN_SIZE) {
      int leaf = Integer.numberOfTrailingZeros(rest);
      int branch = Integer.SIZE - Integer.numberOfLeadingZeros(leaf ^ last);
      while (depth > 1 && levels[depth - 1] < branch) {
        depth--;
        foldTo[folds] = stack[depth - 1];
        foldFrom[folds++] = stack[depth];
      }
      stack[depth] = at;
      levels[depth++] = branch;
      last = leaf;
    }
    while (depth > 1) {
      depth--;
      foldTo[folds] = stack[depth - 1];
      foldFrom[folds++] = stack[depth];
    }
    return folds;
  }

  /// Adds all columns of the rows that were read.
  ///
  /// @param from the first row
  /// @throws NonFiniteException if a value is NaN or infinite
  void take(NumericColumns rows, int from, VarianceMoments moments) {
    panel.anchor = moments.anchor;
    panel.mean = moments.mean;
    panel.square = moments.square;
    dealer.begin(rows);
    for (int p = 0; p < moments.panels; p++) {
      dealer.dealPanel(from, rowTotal, p, tile, 0);
      panel.panelOffset = p * WIDTH;
      takeSeveral();
      Kernels.diagonal(SETTLE_SINGLES).settleSingles(tile, rowAt, several, oldSingles, panel);
      // The first row of a class is its anchor, and alone it has no squares.
      for (int s = oldSingles; s < slotCount; s++) {
        System.arraycopy(tile, rowAt[s], moments.anchor, panel.base[s] + panel.panelOffset, WIDTH);
      }
    }
    dealer.forget();
  }

  private void takeSeveral() {
    DiagonalKernels kernels = Kernels.diagonal(WIDE_CHUNK);
    kernels.pivots(panel.base, several, panel.panelOffset, panel.anchor, panel.mean, pivot);
    for (int s = 0; s < newSeveral; s++) {
      System.arraycopy(tile, rowAt[s], pivot, s * WIDTH, WIDTH);
    }
    for (int s = 0; s < several; s++) {
      open[s] = s;
      settled[s] = 0;
    }
    Arrays.fill(sums, 0, chainsEnd, 0);
    kernels.addRows(tile, row, pivotAt, sumAt, weight, 0, placeBegin[several], pivot, sums);
    kernels.addChains(foldTo, foldFrom, 0, foldBegin[several], sums);
    int left = kernels.settle(open, several, false, panel, sums, chainAt, pivot, settled);
    for (int pass = 2; left > 0; pass++) {
      for (int i = 0; i < left; i++) {
        int s = open[i];
        Arrays.fill(sums, chainAt[s], chainAt[s + 1], 0);
        kernels.addRows(
            tile, row, pivotAt, sumAt, weight, placeBegin[s], placeBegin[s + 1], pivot, sums);
        kernels.addChains(foldTo, foldFrom, foldBegin[s], foldBegin[s + 1], sums);
      }
      boolean last = pass == DiagonalKernels.MAX_PASSES;
      left = kernels.settle(open, left, last, panel, sums, chainAt, pivot, settled);
    }
  }
}
