package org.lanewise.internal.score;

import java.util.Arrays;
import org.lanewise.data.SparseRow;
import org.lanewise.internal.kernel.ColumnPanel;
import org.lanewise.internal.kernel.TableKernels;
import org.lanewise.internal.store.NumericBlock;

/// The arrays that a call needs, of whatever model: [Scratch] says whose they are.
///
/// Arrays grow when a larger model comes, so they may be longer than a model needs, and hold what
/// another left in them. What a kernel reads is written first: where it reads behind the last
/// feature or row, whoever calls it clears that.
///
/// A workspace that is larger than [#MAX_BYTES] is emptied after the call: what a thread keeps does
/// not depend on the largest model it ever met.
final class Workspace {

  /// The most bytes that a workspace keeps between two calls: the blocks of a linear discriminant
  /// of 1,900 features.
  static final long MAX_BYTES = 8L << 20;

  private static final double[] NO_DOUBLES = {};
  private static final double[][] NO_COLUMNS = {};
  private static final int[] NO_INTS = {};
  private static final long[] NO_LONGS = {};
  private static final byte[] NO_BYTES = {};

  // ---- one row

  /// A row less the origin, the row about a class's mean, and its triangular image; as long as one
  /// another.
  double[] x;

  double[] centred;
  double[] image;

  /// The number of features behind which [#centred] is 0 up to a multiple of 8, or −1.
  private int clearBehind;

  /// A score for each class, of a row or, of discrete models, of a block, and counts of impossible
  /// factors; as long as one another.
  double[] scores;

  double[] impossible;

  /// The places in T(x) of what a row or a block has; of a block, feature by feature.
  int[] places;

  // ---- blocks of doubles

  /// A block of rows less the origin, the same about a class's mean, and their scores; class by
  /// class the scores of a block of bits.
  double[] block;

  double[] centredBlock;

  /// The number of features behind whose columns those of [#centredBlock] are 0, or −1.
  private int clearBehindBlock;

  double[] blockScores;
  int[] labels;

  /// Some columns of a block, as they are read and as a panel, and the chains of a quarter that is
  /// not yet complete.
  final NumericBlock read = new NumericBlock();

  final ColumnPanel panel = new ColumnPanel();
  double[] chain;

  /// All columns of a block of counts.
  double[][] columns;

  /// For log Σ exp over the classes of a block's rows.
  double[] largest;

  double[] logRest;
  double[] terms;

  // ---- blocks of bits, categories and words

  /// Words of every feature, for exact scores and for patterns.
  final BitBlock bits = new BitBlock();

  final BitBlock patternBits = new BitBlock();

  /// Packed rows of a block, and 64 words of scratch.
  long[] rows;

  final long[] square = new long[Long.SIZE];

  /// The row behind the last of the range that is scored.
  int end;

  /// The row that is scored, in batches of sparse rows.
  final SparseRow view = new SparseRow();

  /// A row of a batch that is scored alone, and what comes of it.
  private double[] row;

  private double[] results;
  private long[] bitRow;
  private int[] codeRow;

  /// Patterns of a run of tiles, `[(t·G + g)·64 + r]` of tile t, group g and row r, the sums of a
  /// tile and of a row, and the best class of each place.
  byte[] patterns;

  int[] sums;
  int[] rowSums;
  final int[] best = new int[DiscreteScorer.BLOCK];

  /// The numbers of rows whose label was decided by sums of 16 and of 32 bits.
  long coarse;

  long fine;

  /// What batches of the same thread are scored with; null until one comes. A row may be scored
  /// while a batch is.
  Workspace ofBatches;

  /// Whether a batch is being scored with it.
  boolean busy;

  /// Whether it goes back to the pool after the call.
  boolean lent;

  /// The calls of a thread so far that has none of its own, where this is a stand-in; else −1.
  final int callsBefore;

  private long bytes;

  Workspace() {
    this(-1);
  }

  Workspace(int callsBefore) {
    this.callsBefore = callsBefore;
    empty();
  }

  /// Whether one row of so many features, padded, and classes can be scored.
  boolean holdsRow(int paddedCount, int classStride) {
    return x.length >= paddedCount && scores.length >= classStride;
  }

  void makeRow(int paddedCount, int classStride) {
    if (x.length < paddedCount) {
      clearBehind = -1;
    }
    x = longer(x, paddedCount);
    centred = longer(centred, paddedCount);
    image = longer(image, paddedCount);
    makeScores(classStride);
  }

  /// Scores and counts of impossible factors.
  void makeScores(int count) {
    scores = longer(scores, count);
    impossible = longer(impossible, count);
  }

  /// Places, at least so many.
  int[] places(int count) {
    places = longer(places, count);
    return places;
  }

  /// What the scores of a block of rows of doubles need.
  void makeBlockScores(int rows, int scoreStride, int classCount) {
    blockScores = longer(blockScores, Math.multiplyExact(classCount + 1, scoreStride));
    labels = longer(labels, rows);
    largest = longer(largest, rows);
    logRest = longer(logRest, rows);
    terms = longer(terms, 2 * rows);
  }

  /// What a block of d features needs that is held column by column. In a triangular image what
  /// lies behind the last feature is multiplied by 0, so it must not be what another model left
  /// there.
  void makeBlock(int d, int paddedCount, int stride) {
    int size = Math.multiplyExact(paddedCount, stride);
    block = longer(block, size);
    if (centredBlock.length < size || clearBehindBlock != d) {
      centredBlock = longer(centredBlock, size);
      Arrays.fill(centredBlock, d * stride, size, 0);
      clearBehindBlock = d;
    }
  }

  /// Clears what lies behind d features in [#centred], likewise.
  void clearBehind(int d, int paddedCount) {
    if (clearBehind != d) {
      Arrays.fill(centred, d, paddedCount, 0);
      clearBehind = d;
    }
  }

  /// The scores of a block of bits class by class.
  double[] block(int size) {
    block = longer(block, size);
    return block;
  }

  void makeChain(int size) {
    chain = longer(chain, size);
  }

  /// Columns of counts.
  void makeColumns(int count, int rows) {
    if (columns.length < count) {
      columns = Arrays.copyOf(columns, count);
    }
    for (int j = 0; j < count; j++) {
      columns[j] = longer(columns[j] == null ? NO_DOUBLES : columns[j], rows);
    }
  }

  double[] row(int count) {
    row = longer(row, count);
    return row;
  }

  double[] results(int count) {
    results = longer(results, count);
    return results;
  }

  long[] bitRow(int words) {
    bitRow = longer(bitRow, words);
    return bitRow;
  }

  int[] codeRow(int count) {
    codeRow = longer(codeRow, count);
    return codeRow;
  }

  /// Packed rows of a block of bits.
  void makeRows(int words) {
    rows = longer(rows, words);
  }

  /// What labels found by tables need.
  void makeTables(int groups, int classCount) {
    int size = Math.multiplyExact(TableKernels.RUN * DiscreteScorer.BLOCK, groups);
    if (patterns.length < size) {
      bytes += size - patterns.length;
      patterns = new byte[size];
    }
    sums = longer(sums, Math.multiplyExact(classCount, DiscreteScorer.BLOCK));
    rowSums = longer(rowSums, classCount + TableKernels.SLACK);
  }

  double[] longer(double[] array, int count) {
    if (array.length >= count) {
      return array;
    }
    bytes += (long) Double.BYTES * (count - array.length);
    return new double[count];
  }

  long[] longer(long[] array, int count) {
    if (array.length >= count) {
      return array;
    }
    bytes += (long) Long.BYTES * (count - array.length);
    return new long[count];
  }

  private int[] longer(int[] array, int count) {
    if (array.length >= count) {
      return array;
    }
    bytes += (long) Integer.BYTES * (count - array.length);
    return new int[count];
  }

  private void empty() {
    x = NO_DOUBLES;
    centred = NO_DOUBLES;
    image = NO_DOUBLES;
    scores = NO_DOUBLES;
    impossible = NO_DOUBLES;
    places = NO_INTS;
    block = NO_DOUBLES;
    centredBlock = NO_DOUBLES;
    blockScores = NO_DOUBLES;
    labels = NO_INTS;
    read.empty();
    chain = NO_DOUBLES;
    columns = NO_COLUMNS;
    largest = NO_DOUBLES;
    logRest = NO_DOUBLES;
    terms = NO_DOUBLES;
    bits.empty();
    patternBits.empty();
    rows = NO_LONGS;
    row = NO_DOUBLES;
    results = NO_DOUBLES;
    bitRow = NO_LONGS;
    codeRow = NO_INTS;
    patterns = NO_BYTES;
    sums = NO_INTS;
    rowSums = NO_INTS;
    clearBehind = -1;
    clearBehindBlock = -1;
    bytes = 0;
  }

  /// Keeps nothing of the caller's, and no more than it may.
  void endCall() {
    Arrays.fill(panel.columns, null);
    read.forget();
    view.set(NO_INTS, null, 0, 0);
    if (bytes() > MAX_BYTES) {
      empty();
    }
  }

  /// The bytes that it holds.
  long bytes() {
    return bytes + read.bytes();
  }
}
