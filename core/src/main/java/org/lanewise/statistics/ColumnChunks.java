package org.lanewise.statistics;

import java.util.Arrays;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.kernel.ChunkRows;
import org.lanewise.internal.kernel.DiagonalKernels;
import org.lanewise.internal.kernel.Kernels;
import org.lanewise.internal.store.NumericBlock;
import org.lanewise.internal.store.NumericStore;
import org.lanewise.internal.store.Stores;

/// A range of few classes, summed column by column in chunks of rows counted from the range's
/// start. Rows of a chunk that is not full wait.
///
/// One pass over a chunk takes the sums of w(x − p) and w(x − p)² about a pivot p near the class:
/// its mean so far, at first its first row. With D = Σw(x − p)/W they give the mean p + D and the
/// squares about it, Σw(x − p)² − D·Σw(x − p). Where that would cancel more than two bits the pass
/// is done again about p + D (the corrected two-pass algorithm, Chan, Golub and LeVeque 1983, eq.
/// 1.7); rounded to a double p + D leaves at most one bit to cancel, as rows lie on its grid.
final class ColumnChunks extends DiagonalRange {

  private static final int ROWS_PER_CHUNK = ChunkRows.MOST;

  /// The share of the squares about a pivot that may be its distance to the mean.
  private static final double MOST_CANCELLED = 0.75;

  /// Values beyond 2⁵³ units of their spread from the pivot take a third pass.
  private static final int MOST_PASSES = 4;

  /// In each chain those of its rows, then those of the fold; all of it four times as large after
  /// two bits have cancelled; then the merging of chunks.
  static final double ROUNDINGS =
      4 * (3.0 * ROWS_PER_CHUNK / DiagonalKernels.CHAINS + 8) + 4.0 * ROWS / ROWS_PER_CHUNK;

  private final Chunk[] chunks = new Chunk[ROWS / ROWS_PER_CHUNK];
  private final NumericBlock block = new NumericBlock(ROWS_PER_CHUNK);
  private final double[] chains = new double[DiagonalKernels.CHAINS_SIZE];
  private final double[] pivots;
  private final boolean[] settled;

  /// The rows that wait: their classes, and their values column by column.
  private final ChunkRows waiting;

  private final double[][] waitingColumns;

  /// What all columns of a chunk of rows have in common.
  private static final class Chunk {
    final ChunkRows rows;

    /// Of each class: Σw in the chunk, its first row there, Σw before the chunk, and the chunk's
    /// share of the two.
    final double[] weight;

    final int[] first;
    final double[] before;
    final double[] share;

    Chunk(int classCount) {
      rows = new ChunkRows(classCount);
      weight = new double[classCount];
      first = new int[classCount];
      before = new double[classCount];
      share = new double[classCount];
    }

    /// Counts the rows, which are complete, into the weights of their classes.
    void count(double[] classWeights) {
      rows.complete(Kernels.DIAGONAL);
      Arrays.fill(weight, 0);
      if (rows.weighted()) {
        for (int r = 0; r < rows.count(); r++) {
          if (rows.weights[r] > 0) {
            weight[rows.classes[r]] += rows.weights[r];
          }
        }
      }
      for (int c = 0; c < weight.length; c++) {
        if (!rows.weighted()) {
          weight[c] = rows.count(c);
        }
        first[c] = rows.first(c);
        before[c] = classWeights[c];
        if (weight[c] > 0) {
          classWeights[c] += weight[c];
          share[c] = weight[c] / classWeights[c];
        }
      }
    }
  }

  ColumnChunks(DiagonalMoments moments) {
    super(moments);
    // The kernel takes classes in pairs, and the rows of none as one more.
    pivots = new double[moments.classCount + 2];
    settled = new boolean[moments.classCount];
    waiting = new ChunkRows(moments.classCount);
    waitingColumns = new double[moments.featureCount][0];
  }

  @Override
  ColumnChunks copy() {
    ColumnChunks copy = new ColumnChunks(moments.copy());
    copy.waiting.set(waiting);
    for (int j = 0; j < waitingColumns.length; j++) {
      copy.waitingColumns[j] = waitingColumns[j].clone();
    }
    return copy;
  }

  @Override
  void forget() {
    waiting.clear();
  }

  @Override
  int chunkRows() {
    return ROWS_PER_CHUNK;
  }

  @Override
  Waiting waiting() {
    int count = waiting.count();
    int[] labels = new int[count];
    double[][] rows = new double[count][waitingColumns.length];
    for (int r = 0; r < count; r++) {
      // A row of weight 0 is of no class; any will do.
      labels[r] = waiting.weights[r] == 0 ? 0 : waiting.classes[r];
      for (int j = 0; j < waitingColumns.length; j++) {
        rows[r][j] = waitingColumns[j][r];
      }
    }
    return new Waiting(labels, Arrays.copyOf(waiting.weights, count), rows);
  }

  @Override
  void add(NumericColumns rows, Labels labels, double[] weights, int from, int to) {
    int row = from;
    while (row < to) {
      int whole = (to - row) / ROWS_PER_CHUNK;
      int count;
      if (waiting.count() > 0 || whole == 0) {
        count = Math.min(ROWS_PER_CHUNK - waiting.count(), to - row);
        keep(rows, labels, weights, row, count);
        if (waiting.count() == ROWS_PER_CHUNK) {
          finish();
        }
      } else {
        count = whole * ROWS_PER_CHUNK;
        take(rows, labels, weights, row, whole);
      }
      row += count;
    }
  }

  /// Takes in the rows that wait, as a chunk.
  @Override
  void finish() {
    if (waiting.count() == 0) {
      return;
    }
    Chunk chunk = chunk(0);
    chunk.rows.set(waiting);
    chunk.count(moments.weight);
    for (int j = 0; j < waitingColumns.length; j++) {
      // They are finite: that was asked when they came.
      take(j, waitingColumns[j], 0, chunk);
    }
    waiting.clear();
  }

  private void keep(NumericColumns rows, Labels labels, double[] weights, int from, int count) {
    int at = waiting.count();
    block.begin(Stores.of(rows));
    for (int first = 0; first < waitingColumns.length; first += NumericBlock.WIDTH) {
      int width = Math.min(NumericBlock.WIDTH, waitingColumns.length - first);
      block.read(first, width, from, count);
      for (int l = 0; l < width; l++) {
        int j = first + l;
        if (waitingColumns[j].length < at + count) {
          int length = Math.min(ROWS_PER_CHUNK, Math.max(2 * at, at + count));
          waitingColumns[j] = Arrays.copyOf(waitingColumns[j], length);
        }
        System.arraycopy(block.column(l), block.offset(), waitingColumns[j], at, count);
        if (!Kernels.SCORE.finite(waitingColumns[j], at, count)) {
          throw NonFiniteException.find(waitingColumns[j], at, count, from, j);
        }
      }
    }
    block.forget();
    labels.copy(from, count, waiting.classes, at);
    waiting.add(count, weights, from);
  }

  private Chunk chunk(int i) {
    if (chunks[i] == null) {
      chunks[i] = new Chunk(moments.classCount);
    }
    return chunks[i];
  }

  /// Takes in whole chunks, all of them of one column, or of as many as lie together, before the
  /// next.
  private void take(NumericColumns rows, Labels labels, double[] weights, int from, int count) {
    for (int i = 0; i < count; i++) {
      Chunk chunk = chunk(i);
      chunk.rows.clear();
      int begin = from + i * ROWS_PER_CHUNK;
      labels.copy(begin, ROWS_PER_CHUNK, chunk.rows.classes, 0);
      chunk.rows.add(ROWS_PER_CHUNK, weights, begin);
      chunk.count(moments.weight);
    }
    NumericStore store = Stores.of(rows);
    block.begin(store);
    int together = store.together();
    for (int first = 0; first < moments.featureCount; first += together) {
      int end = Math.min(first + together, moments.featureCount);
      for (int i = 0; i < count; i++) {
        for (int j = first; j < end; j += NumericBlock.WIDTH) {
          take(j, Math.min(NumericBlock.WIDTH, end - j), from + i * ROWS_PER_CHUNK, chunks[i]);
        }
      }
    }
    block.forget();
  }

  /// Takes in a chunk of some columns.
  private void take(int column, int width, int begin, Chunk chunk) {
    block.read(column, width, begin, ROWS_PER_CHUNK);
    int offset = block.offset();
    for (int l = 0; l < width; l++) {
      double[] x = block.column(l);
      if (!take(column + l, x, offset, chunk) && !Kernels.SCORE.finite(x, offset, ROWS_PER_CHUNK)) {
        throw NonFiniteException.find(x, offset, ROWS_PER_CHUNK, begin, column + l);
      }
    }
  }

  /// Takes in a chunk of one column.
  ///
  /// @return whether all of its values are known to be finite
  private boolean take(int j, double[] x, int offset, Chunk chunk) {
    boolean finite = !chunk.rows.absent();
    for (int c = 0; c < settled.length; c++) {
      int at = c * moments.paddedCount + j;
      settled[c] = chunk.weight[c] == 0;
      pivots[c] =
          chunk.before[c] == 0 && !settled[c]
              ? x[offset + chunk.first[c]]
              : moments.anchor[at] + moments.mean[at];
    }
    boolean again = true;
    for (int pass = 1; again; pass++) {
      again = false;
      Kernels.DIAGONAL.sums(x, offset, chunk.rows, pivots, chains);
      for (int c = 0; c < settled.length; c++) {
        if (settled[c]) {
          continue;
        }
        int at = c * 2 * DiagonalKernels.CHAINS;
        double sum = DiagonalKernels.fold(chains, at);
        double square = DiagonalKernels.fold(chains, at + DiagonalKernels.CHAINS);
        double distance = sum / chunk.weight[c];
        double cancelled = distance * sum;
        finite &= Math.abs(sum) < Double.POSITIVE_INFINITY;
        if (cancelled <= MOST_CANCELLED * square && square < Double.POSITIVE_INFINITY
            || pass == MOST_PASSES) {
          merge(j, c, pivots[c], distance, square - cancelled, chunk);
          settled[c] = true;
        } else {
          pivots[c] += distance;
          again = true;
        }
      }
    }
    return finite;
  }

  /// Merges the moments that a chunk has of a class and column, its mean being pivot + residual.
  private void merge(int j, int c, double pivot, double residual, double square, Chunk chunk) {
    int at = c * moments.paddedCount + j;
    if (chunk.before[c] == 0) {
      moments.anchor[at] = pivot;
    }
    double delta = ((pivot - moments.anchor[at]) - moments.mean[at]) + residual;
    double share = chunk.share[c];
    double factor = chunk.before[c] * share;
    moments.square[at] = Math.fma(factor * delta, delta, moments.square[at] + square);
    moments.mean[at] = Math.fma(delta, share, moments.mean[at]);
  }
}
