package org.lanewise.internal.handover.trial;

import org.lanewise.internal.kernel.DiscreteKernels;
import org.lanewise.internal.kernel.KernelSet;
import org.lanewise.internal.kernel.ScoreKernels;

/// Made calls of [DiscreteKernels].
final class DiscreteTrials {

  private static final int MAX_FEATURES = 1024;
  private static final int MAX_CLASSES = 64;
  private static final int TILE = DiscreteKernels.TILE;

  private DiscreteTrials() {}

  static Trial of(String method, int a, int b, int c) {
    return switch (method) {
      case "scoreRow" -> scoreRow(a, b);
      case "scoreSparse" -> scoreSparse(a, b);
      case "scoreRows" -> scoreRows(a, b, c);
      case "scoreTile" -> scoreTile(a, b);
      case "scorePlaces" -> scorePlaces(a, b);
      case "scoreTileOfPlaces" -> scoreTileOfPlaces(a, b, c);
      default -> throw Trials.unknown(method);
    };
  }

  private static Trial scoreRow(int features, int classes) {
    int d = Made.extent(features, MAX_FEATURES);
    int k = Made.extent(classes, MAX_CLASSES);
    int stride = ScoreKernels.classStride(k);
    long[] row = Made.bits((d + 63) / 64);
    double[] weight = Made.numbers(d * stride);
    double[] intercept = Made.numbers(stride);
    double[] out = new double[stride];
    // Not with empty calls: in four of six processes the compiler made loops of it behind them
    // that took 1.2 times as long.
    return kernels -> kernels.discrete().scoreRow(row, 0, d, weight, intercept, k, out, 0);
  }

  /// With values, and without.
  private static Trial scoreSparse(int entries, int classes) {
    int count = Made.extent(entries, MAX_FEATURES);
    int k = Made.extent(classes, MAX_CLASSES);
    int stride = ScoreKernels.classStride(k);
    int d = 2 * count;
    int[] indices = Made.steps(count, 2);
    double[] values = Made.numbers(count);
    double[] weight = Made.numbers(d * stride);
    double[] intercept = Made.numbers(stride);
    double[] out = new double[stride];
    return Trial.of(
        k,
        (kernels, most) -> {
          DiscreteKernels discrete = kernels.discrete();
          discrete.scoreSparse(indices, values, 0, count, d, weight, intercept, most, out, 0);
          discrete.scoreSparse(indices, null, 0, count, d, weight, intercept, most, out, 0);
        });
  }

  private static Trial scoreRows(int rowCount, int features, int classes) {
    int rows = Made.extent(rowCount, TILE);
    int d = Made.extent(features, MAX_FEATURES);
    int k = Made.extent(classes, MAX_CLASSES);
    int stride = ScoreKernels.classStride(k);
    int rowWords = (d + 63) / 64;
    long[] row = Made.bits(rows * rowWords);
    double[] weight = Made.numbers(d * stride);
    double[] intercept = Made.numbers(stride);
    double[] out = new double[rows * stride];
    return kernels ->
        kernels.discrete().scoreRows(row, rowWords, rows, d, weight, intercept, k, out);
  }

  /// Against as many rows one by one, which run where tiles do not pay.
  private static Trial scoreTile(int features, int classes) {
    int d = Made.extent(features, MAX_FEATURES);
    int k = Made.extent(classes, MAX_CLASSES);
    int stride = ScoreKernels.classStride(k);
    Trial rows = scoreRows(TILE, d, k);
    long[] block = Made.bits(d);
    double[] weight = Made.numbers(d * stride);
    double[] intercept = Made.numbers(stride);
    double[] out = new double[TILE * k];
    return new Trial() {
      @Override
      public void run(KernelSet kernels) {
        kernels.discrete().scoreTile(block, 1, 0, d, weight, intercept, k, out);
      }

      @Override
      public void rival(KernelSet kernels) {
        rows.run(kernels);
      }

      @Override
      public boolean suits(KernelSet kernels) {
        return kernels.discrete().tilesAreFast();
      }
    };
  }

  private static Trial scorePlaces(int features, int classes) {
    int d = Made.extent(features, MAX_FEATURES);
    int k = Made.extent(classes, MAX_CLASSES);
    int stride = ScoreKernels.classStride(k);
    int[] place = Made.steps(d, 1);
    double[] weight = Made.numbers(d * stride);
    double[] intercept = Made.numbers(stride);
    double[] out = new double[stride];
    return Trial.of(
        k,
        (kernels, most) -> kernels.discrete().scorePlaces(place, d, weight, intercept, most, out));
  }

  private static Trial scoreTileOfPlaces(int rowCount, int features, int classes) {
    int rows = Made.multiple(rowCount, 4, TILE);
    int d = Made.extent(features, MAX_FEATURES);
    int k = Made.extent(classes, MAX_CLASSES);
    int stride = ScoreKernels.classStride(k);
    int[] place = Made.turns(d * TILE, d);
    double[] weight = Made.numbers(d * stride);
    double[] intercept = Made.numbers(stride);
    double[] out = new double[TILE * stride];
    return kernels ->
        kernels.discrete().scoreTileOfPlaces(place, rows, d, weight, intercept, k, out);
  }
}
