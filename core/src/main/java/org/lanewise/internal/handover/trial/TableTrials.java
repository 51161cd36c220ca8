package org.lanewise.internal.handover.trial;

import org.lanewise.internal.kernel.DiscreteKernels;
import org.lanewise.internal.kernel.KernelSet;
import org.lanewise.internal.kernel.TableKernels;

/// Made calls of [TableKernels].
final class TableTrials {

  private static final int MAX_GROUPS = 256;
  private static final int MAX_CLASSES = 64;
  private static final int TILE = DiscreteKernels.TILE;
  private static final int PATTERNS = TableKernels.PATTERNS;
  private static final int SLACK = TableKernels.SLACK;

  private TableTrials() {}

  static Trial of(String method, int a, int b) {
    return switch (method) {
      case "patterns" -> patterns(a);
      case "codePatterns" -> codePatterns();
      case "tileSums" -> tileSums(a, b);
      case "leaders" -> leaders(a);
      case "rowSums" -> rowSums(a, b);
      default -> throw Trials.unknown(method);
    };
  }

  private static Trial patterns(int groupCount) {
    int groups = Made.extent(groupCount, MAX_GROUPS);
    long[] block = Made.bits(TableKernels.FEATURES * groups * TableKernels.RUN);
    byte[] out = new byte[groups * TILE * TableKernels.RUN];
    return Trial.of(
        groups,
        (kernels, most) -> kernels.tables().patterns(block, TableKernels.RUN, 0, most, out));
  }

  private static Trial codePatterns() {
    byte[] codes = new byte[TILE];
    return kernels -> kernels.tables().codePatterns(codes, 0, 0, PATTERNS - 2);
  }

  /// Against as many rows one by one, which run where tiles do not pay.
  private static Trial tileSums(int groupCount, int classes) {
    int groups = Made.extent(groupCount, MAX_GROUPS);
    int k = Made.extent(classes, MAX_CLASSES);
    Trial row = rowSums(groups, k);
    byte[] patterns = patterns(groups, TILE);
    short[] table = new short[k * groups * PATTERNS];
    int[] sums = new int[k * TILE + SLACK];
    return new Trial() {
      @Override
      public void run(KernelSet kernels) {
        kernels.tables().tileSums(patterns, 0, groups, table, 0, k, sums);
      }

      @Override
      public void rival(KernelSet kernels) {
        for (int r = 0; r < TILE; r++) {
          row.run(kernels);
        }
      }

      @Override
      public boolean suits(KernelSet kernels) {
        return kernels.tables().tilesAreFast();
      }
    };
  }

  private static Trial leaders(int classes) {
    int k = Made.extent(classes, MAX_CLASSES);
    int[] sums = Made.turns(k * TILE, 1000);
    int[] best = new int[TILE];
    return kernels -> kernels.tables().leaders(sums, k, 3, best);
  }

  private static Trial rowSums(int groupCount, int classes) {
    int groups = Made.extent(groupCount, MAX_GROUPS);
    int k = Made.extent(classes, MAX_CLASSES);
    byte[] patterns = patterns(groups, TILE);
    int[] table = new int[groups * PATTERNS * k + SLACK];
    int[] sums = new int[k + SLACK];
    return kernels -> kernels.tables().rowSums(patterns, 0, groups, table, k, sums);
  }

  private static byte[] patterns(int groups, int rows) {
    byte[] patterns = new byte[groups * rows];
    for (int i = 0; i < patterns.length; i++) {
      patterns[i] = (byte) (i * 7 % PATTERNS);
    }
    return patterns;
  }
}
