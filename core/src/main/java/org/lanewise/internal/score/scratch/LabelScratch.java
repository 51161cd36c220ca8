package org.lanewise.internal.score.scratch;

import org.lanewise.internal.kernel.DiscreteKernels;
import org.lanewise.internal.kernel.ScoreKernels;
import org.lanewise.internal.kernel.TableKernels;

/// The part of a [Workspace] that labels are found with by sums of integers or of floats.
public final class LabelScratch {

  private static final byte[] NO_BYTES = {};
  private static final int[] NO_INTS = {};
  private static final float[] NO_FLOATS = {};

  /// Words of every feature, for patterns.
  public final BitBlock bits;

  /// Codes of a feature in a run of tiles.
  public final byte[] codes = new byte[TableKernels.RUN * DiscreteKernels.TILE];

  /// Patterns of a run of tiles, `[(t·G + g)·64 + r]` of tile t, group g and its row r, the sums of
  /// a tile and of a row, and the best class of each place.
  public byte[] patterns;

  public int[] sums;
  public int[] rowSums;
  public final int[] best = new int[DiscreteKernels.TILE];

  /// Bit r of element t is 1 where row 64·t + r of the run is left to the exact scorer.
  public final long[] left = new long[TableKernels.RUN];

  /// Rows of a block in floats, their scores and thresholds, and room for sums.
  public float[] rows;

  public float[] scores;
  public float[] thresholds;
  public float[] chains;

  /// Some images of a strip.
  public final float[] images = new float[4 * ScoreKernels.STRIP];

  /// Features of a block in strips; of each row the two largest scores and the class of the first;
  /// and from a row and from a class to the next in [#scores].
  public float[] strips;

  public float[] most;
  public float[] second;
  public float[] leader;
  public int rowStep;
  public int classStep;

  /// The numbers of rows whose label was decided by sums of many rows at a time, and by sums of 32
  /// bits.
  public long coarse;

  public long fine;

  private final Growth growth;

  LabelScratch(Growth growth) {
    this.growth = growth;
    bits = new BitBlock(growth);
    empty();
  }

  /// Space for the sums of so many groups and classes.
  public void makeSums(int groups, int classCount) {
    int size = Math.multiplyExact(TableKernels.RUN * DiscreteKernels.TILE, groups);
    patterns = growth.longer(patterns, size);
    sums = growth.longer(sums, Math.multiplyExact(classCount, DiscreteKernels.TILE));
    rowSums = growth.longer(rowSums, classCount + TableKernels.SLACK);
  }

  /// Space for so many rows in floats, from one to the next.
  public void makeFloats(int count, int length) {
    rows = growth.longer(rows, Math.multiplyExact(count, length));
    thresholds = growth.longer(thresholds, count);
    chains = growth.longer(chains, ScoreKernels.FLOATS * ScoreKernels.FLOAT_ROWS);
  }

  /// Space for so many rows in strips of so many chunks of features.
  public void makeStrips(int count, int chunks) {
    strips = growth.longer(strips, Math.multiplyExact(chunks, count * ScoreKernels.CHUNK));
    thresholds = growth.longer(thresholds, count);
    most = growth.longer(most, count);
    second = growth.longer(second, count);
    leader = growth.longer(leader, count);
  }

  /// Scores in floats, at least so many.
  public float[] scores(int count) {
    scores = growth.longer(scores, count);
    return scores;
  }

  void empty() {
    rows = NO_FLOATS;
    scores = NO_FLOATS;
    thresholds = NO_FLOATS;
    chains = NO_FLOATS;
    strips = NO_FLOATS;
    most = NO_FLOATS;
    second = NO_FLOATS;
    leader = NO_FLOATS;
    bits.empty();
    patterns = NO_BYTES;
    sums = NO_INTS;
    rowSums = NO_INTS;
  }
}
