package org.lanewise.internal.gather;

import org.lanewise.internal.kernel.GaussianKernels;

/// Merges ranges of class tiles into moments; each part merges some of the classes.
final class ClassMerger implements RowRange.Merger<ScatterRange> {

  private final ScatterMoments left;
  private final Scratch[] scratches;

  /// Scratch space of one part.
  static final class Scratch {

    /// The distance of two means.
    final double[] delta;

    final double[] sums;

    /// For the roots of weights of a tile.
    final double[] roots;

    final double[] work = new double[GaussianKernels.MERGE_WORK];

    private Scratch(ScatterMoments left) {
      delta = new double[left.paddedCount];
      sums = new double[left.paddedCount];
      roots = new double[TileRooms.MAX_ROWS];
    }
  }

  ClassMerger(ScatterMoments left, int parts) {
    this.left = left;
    scratches = new Scratch[parts];
    for (int part = 0; part < parts; part++) {
      scratches[part] = new Scratch(left);
    }
  }

  @Override
  public int parts() {
    return scratches.length;
  }

  @Override
  public void merge(ScatterRange range, int part) {
    ClassTiles tiles = (ClassTiles) range;
    int k = range.moments.classCount;
    int end = (int) ((long) k * (part + 1) / scratches.length);
    for (int c = (int) ((long) k * part / scratches.length); c < end; c++) {
      tiles.mergeInto(left, c, scratches[part]);
    }
  }
}
