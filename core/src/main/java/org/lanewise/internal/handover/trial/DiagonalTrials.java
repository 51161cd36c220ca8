package org.lanewise.internal.handover.trial;

import java.util.Arrays;
import org.lanewise.internal.kernel.ChunkRows;
import org.lanewise.internal.kernel.DiagonalKernels;
import org.lanewise.internal.kernel.KernelSet;
import org.lanewise.internal.kernel.PackedTriangle;
import org.lanewise.internal.kernel.PanelMoments;

/// Made calls of [DiagonalKernels].
final class DiagonalTrials {

  private static final int WIDTH = PackedTriangle.WIDTH;
  private static final int MAX_SLOTS = 256;
  private static final int MAX_ROWS = 1024;

  private DiagonalTrials() {}

  static Trial of(String method, int a, int b) {
    return switch (method) {
      case "members" -> members(a);
      case "sums" -> sums(a, b);
      case "pivots" -> pivots(a);
      case "addRows" -> addRows(a);
      case "addChains" -> addChains(a);
      case "settle" -> settle(a);
      case "settleSingles" -> settleSingles(a);
      case "absorb" -> absorb(a, b);
      default -> throw Trials.unknown(method);
    };
  }

  private static Trial members(int classes) {
    int k = Made.extent(classes, DiagonalKernels.MAX_CLASSES);
    int[] of = Made.turns(ChunkRows.MAX, k);
    long[] members = new long[(k + 1) / 2 * 2 * ChunkRows.WORDS];
    return Trial.of(k, (kernels, most) -> kernels.diagonal().members(of, most, members));
  }

  private static Trial sums(int classes, int rowCount) {
    int k = Made.extent(classes, DiagonalKernels.MAX_CLASSES);
    int count = Made.extent(rowCount, ChunkRows.MAX);
    ChunkRows rows = new ChunkRows(k);
    System.arraycopy(Made.turns(count, k), 0, rows.classes, 0, count);
    rows.set(k, count, null, 0);
    double[] x = Made.numbers(count);
    double[] pivot = Made.numbers(k + 2);
    double[] chains = new double[DiagonalKernels.CHAINS_SIZE];
    return new Trial() {
      private boolean complete;

      @Override
      public void run(KernelSet kernels) {
        if (!complete) {
          rows.complete(kernels.diagonal());
          complete = true;
        }
        kernels.diagonal().sums(x, 0, rows, pivot, chains);
      }
    };
  }

  private static Trial pivots(int slotCount) {
    int slots = Made.extent(slotCount, MAX_SLOTS);
    int[] base = Made.steps(slots, WIDTH);
    double[] anchor = Made.numbers(slots * WIDTH);
    double[] mean = Made.numbers(slots * WIDTH);
    double[] pivot = new double[slots * WIDTH];
    return Trial.of(
        slots, (kernels, most) -> kernels.diagonal().pivots(base, most, 0, anchor, mean, pivot));
  }

  private static Trial addRows(int rowCount) {
    int rows = Made.extent(rowCount, MAX_ROWS);
    double[] tile = Made.numbers(rows * WIDTH);
    int[] row = Made.steps(rows, WIDTH);
    int[] pivotAt = new int[rows];
    int[] sumAt = new int[rows];
    for (int i = 0; i < rows; i++) {
      sumAt[i] = i % WIDTH * 2 * WIDTH;
    }
    double[] weight = Made.all(rows, 1);
    double[] pivot = Made.numbers(WIDTH);
    double[] sums = new double[2 * WIDTH * WIDTH];
    return Trial.of(
        rows,
        (kernels, most) ->
            kernels.diagonal().addRows(tile, row, pivotAt, sumAt, weight, 0, most, pivot, sums));
  }

  private static Trial addChains(int chains) {
    int count = Made.extent(chains, MAX_ROWS);
    int[] to = Made.steps(count, 2 * WIDTH);
    int[] from = new int[count];
    for (int i = 0; i < count; i++) {
      from[i] = (count + i) * 2 * WIDTH;
    }
    double[] sums = Made.numbers(2 * count * 2 * WIDTH);
    return kernels -> kernels.diagonal().addChains(to, from, 0, count, sums);
  }

  private static Trial settle(int slotCount) {
    int slots = Made.extent(slotCount, MAX_SLOTS);
    PanelMoments panel = panel(slots);
    double[] sums = Made.numbers(slots * 2 * WIDTH);
    int[] sumAt = Made.steps(slots, 2 * WIDTH);
    double[] pivot = Made.numbers(slots * WIDTH);
    int[] order = Made.steps(slots, 1);
    int[] list = new int[slots];
    int[] settled = new int[slots];
    return Trial.of(
        slots,
        (kernels, most) -> {
          System.arraycopy(order, 0, list, 0, most);
          Arrays.fill(settled, 0, most, 0);
          kernels.diagonal().settle(list, most, true, panel, sums, sumAt, pivot, settled);
        });
  }

  private static Trial settleSingles(int slotCount) {
    int slots = Made.extent(slotCount, MAX_SLOTS);
    PanelMoments panel = panel(slots);
    double[] tile = Made.numbers(slots * WIDTH);
    int[] row = Made.steps(slots, WIDTH);
    return Trial.of(
        slots, (kernels, most) -> kernels.diagonal().settleSingles(tile, row, 0, most, panel));
  }

  private static PanelMoments panel(int slots) {
    PanelMoments panel = new PanelMoments(slots);
    System.arraycopy(Made.steps(slots, WIDTH), 0, panel.base, 0, slots);
    Arrays.fill(panel.weight, 1);
    Arrays.fill(panel.before, 1);
    Arrays.fill(panel.share, 0.5);
    panel.anchor = new double[slots * WIDTH];
    panel.mean = new double[slots * WIDTH];
    panel.square = new double[slots * WIDTH];
    return panel;
  }

  /// With shares of 0, so that means stay as they are.
  private static Trial absorb(int panelCount, int rowCount) {
    int panels = Made.extent(panelCount, 32);
    int rows = Made.extent(rowCount, 512);
    double[] tile = Made.numbers(panels * WIDTH * rows);
    int[] base = new int[rows];
    double[] share = new double[rows];
    double[] factor = Made.all(rows, 1e-3);
    double[] anchor = new double[panels * WIDTH];
    double[] mean = new double[panels * WIDTH];
    double[] square = new double[panels * WIDTH];
    return Trial.of(
        rows,
        (kernels, most) ->
            kernels
                .diagonal()
                .absorb(
                    tile,
                    0,
                    WIDTH * rows,
                    panels,
                    most,
                    base,
                    share,
                    factor,
                    anchor,
                    mean,
                    square));
  }
}
