package org.lanewise.internal.gather;

import static org.lanewise.internal.tier.Kernel.FINITE;

import java.util.Arrays;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.gather.state.VarianceState;
import org.lanewise.internal.kernel.DiagonalKernels;
import org.lanewise.internal.store.NumericBlock;
import org.lanewise.internal.store.NumericStore;
import org.lanewise.internal.store.Stores;
import org.lanewise.internal.tier.Kernels;

/// A range of rows with a mean and a sum of squares for each class and feature. Rows are summed
/// column by column in chunks counted from the start of the range; rows of an incomplete chunk
/// wait.
///
/// One pass over a chunk sums w(x − p) and w(x − p)² about a pivot p near the class: its mean so
/// far, or its first row. With D = Σw(x − p)/W, the mean is p + D, and the squares about it are
/// Σw(x − p)² − D·Σw(x − p). If this would cancel more than two bits, a second pass sums about p +
/// D (the corrected two-pass algorithm, Chan, Golub and LeVeque 1983, eq. 1.7). Rounded to a
/// double, p + D leaves at most one bit to cancel, because rows lie on its grid.
///
/// A chunk of up to 8 classes is summed in place ([DiagonalKernels#sums]). The rows of more classes
/// are copied class by class first ([WideChunk]), with the same bits.
public final class VarianceRange extends RowRange<VarianceMoments, VarianceRange> {

  private static final int ROWS = VarianceState.RANGE_ROWS;
  private static final int ROWS_PER_CHUNK = VarianceState.CHUNK_ROWS;

  /// The roundings of the rows of a chain and of the fold, times four after two bits have
  /// cancelled, and those of merging chunks.
  private static final double ROUNDINGS =
      4 * (3.0 * ROWS_PER_CHUNK / DiagonalKernels.CHAINS + 8) + 4.0 * ROWS / ROWS_PER_CHUNK;

  private final NarrowChunk[] narrow = new NarrowChunk[ROWS / ROWS_PER_CHUNK];
  private int narrowCount;

  /// Scratch that narrow chunks share; null until needed.
  private NarrowChunk.Scratch scratch;

  /// For chunks of more than 8 classes; null until needed.
  private WideChunk wide;

  private final NumericBlock block = new NumericBlock();
  private final ChunkClasses classes;

  /// The rows that wait, `waiting` rows from `begin` on, followed by staged rows.
  private double[][] columns;

  private NumericColumns view;
  private int[] labels = {};

  /// Null while all are 1.
  private double[] weights;

  private int begin;
  private int waiting;
  private int staged;
  private final RowClasses waitingClasses =
      (firstRow, count, out) -> System.arraycopy(labels, firstRow, out, 0, count);

  /// The classes of rows.
  private interface RowClasses {
    void copy(int firstRow, int count, int[] out);
  }

  /// Rows that wait, with a class and a weight of each.
  public record Waiting(int[] labels, double[] weights, double[][] rows) {}

  /// An empty range.
  public VarianceRange(int classCount, int featureCount) {
    this(new VarianceMoments(classCount, featureCount));
  }

  private VarianceRange(VarianceMoments moments) {
    super(moments);
    classes = new ChunkClasses(moments.classCount);
    columns = new double[moments.featureCount][0];
    view = NumericColumns.of(columns);
  }

  @Override
  public VarianceRange fresh() {
    return new VarianceRange(moments.classCount, moments.featureCount);
  }

  @Override
  public VarianceRange copy(int room) {
    VarianceRange copy = new VarianceRange(moments.copy(room));
    for (int j = 0; j < columns.length; j++) {
      copy.columns[j] = Arrays.copyOf(columns[j], waiting);
    }
    copy.view = NumericColumns.of(copy.columns);
    copy.labels = Arrays.copyOf(labels, waiting);
    copy.weights = weights == null ? null : Arrays.copyOf(weights, waiting);
    copy.waiting = waiting;
    return copy;
  }

  @Override
  public void clear() {
    moments.clear();
    waiting = 0;
  }

  @Override
  public int rangeRows() {
    return ROWS;
  }

  @Override
  public double roundings(long rowCount) {
    return ROUNDINGS + 4.0 * Math.ceilDiv(rowCount, ROWS);
  }

  @Override
  public double totalWeight() {
    double sum = moments.totalWeight();
    for (int r = 0; r < waiting; r++) {
      sum += weight(r);
    }
    return sum;
  }

  /// The weight of a row that waits.
  private double weight(int r) {
    return weights == null ? 1 : weights[r];
  }

  /// The rows that wait.
  public Waiting waiting() {
    int[] rowClasses = new int[waiting];
    double[] rowWeights = new double[waiting];
    double[][] rows = new double[waiting][columns.length];
    for (int r = 0; r < waiting; r++) {
      rowClasses[r] = labels[r];
      rowWeights[r] = weight(r);
      for (int j = 0; j < columns.length; j++) {
        rows[r][j] = columns[j][r];
      }
    }
    return new Waiting(rowClasses, rowWeights, rows);
  }

  /// Sets this empty range to the open range of a state.
  public void restore(VarianceState state) {
    moments.set(state.open());
    int count = state.waitingRows().length;
    if (count > 0) {
      add(
          NumericColumns.fromRows(state.waitingRows()),
          Labels.ofIndices(state.waitingLabels(), moments.classCount),
          state.waitingWeights(),
          0,
          count);
    }
  }

  @Override
  public void reserveClasses(int count) {
    moments.reserve(count);
    classes.reserveClasses(count);
  }

  @Override
  public void stage(NumericColumns rows, Labels rowLabels, double[] rowWeights) {
    stage(rows, rowLabels, rowWeights, 0, rows.rowCount());
  }

  /// Copies rows to the end of those that wait.
  private void stage(
      NumericColumns rows, Labels rowLabels, double[] rowWeights, int from, int count) {
    reserveRows(count);
    NumericStore store = Stores.of(rows);
    for (int part = 0; part < count; part += ROWS_PER_CHUNK) {
      stage(store, from + part, Math.min(ROWS_PER_CHUNK, count - part), waiting + part);
    }
    rowLabels.copy(from, count, labels, waiting);
    stageWeights(rowWeights, from, count);
    staged = count;
  }

  private void stageWeights(double[] rowWeights, int from, int count) {
    if (weights == null && rowWeights != null) {
      weights = new double[labels.length];
      Arrays.fill(weights, 0, waiting, 1);
    }
    if (rowWeights != null) {
      System.arraycopy(rowWeights, from, weights, waiting, count);
    } else if (weights != null) {
      Arrays.fill(weights, waiting, waiting + count, 1);
    }
  }

  private void stage(NumericStore store, int from, int count, int to) {
    block.begin(store);
    for (int first = 0; first < columns.length; first += NumericBlock.WIDTH) {
      int width = Math.min(NumericBlock.WIDTH, columns.length - first);
      block.read(first, width, from, count);
      for (int l = 0; l < width; l++) {
        System.arraycopy(block.column(l), block.offset(), columns[first + l], to, count);
        if (!Kernels.score(FINITE).finite(columns[first + l], to, count)) {
          throw NonFiniteException.find(columns[first + l], to, count, from, first + l);
        }
      }
    }
    block.forget();
  }

  private void reserveRows(int count) {
    int room = waiting + count;
    if (room > labels.length) {
      room = Math.max(room, Math.min(ROWS_PER_CHUNK, 2 * waiting));
      double[][] more = new double[columns.length][];
      for (int j = 0; j < more.length; j++) {
        more[j] = Arrays.copyOf(columns[j], room);
      }
      NumericColumns moreView = NumericColumns.of(more);
      double[] moreWeights = weights == null ? null : Arrays.copyOf(weights, room);
      labels = Arrays.copyOf(labels, room);
      weights = moreWeights;
      columns = more;
      view = moreView;
    }
  }

  @Override
  public void reserve(VarianceMoments left) {
    int whole = (waiting + staged) / ROWS_PER_CHUNK;
    for (int i = 0; i < whole; i++) {
      NarrowChunk chunk = narrow(i);
      if (weights != null) {
        chunk.rows.reserveWeights();
      }
    }
    if (whole > 0 && classes.many()) {
      wide(ROWS_PER_CHUNK);
    }
  }

  @Override
  public void take(int from, int to) {
    waiting += to - from;
    int whole = waiting / ROWS_PER_CHUNK * ROWS_PER_CHUNK;
    take(view, waitingClasses, weights, begin, whole);
    begin += whole;
    waiting -= whole;
    if (to == staged) {
      for (double[] of : columns) {
        System.arraycopy(of, begin, of, 0, waiting);
      }
      System.arraycopy(labels, begin, labels, 0, waiting);
      if (weights != null) {
        System.arraycopy(weights, begin, weights, 0, waiting);
      }
      begin = 0;
    }
  }

  @Override
  public void add(NumericColumns rows, Labels rowLabels, double[] rowWeights, int from, int to) {
    RowClasses of = (firstRow, count, out) -> rowLabels.copy(firstRow, count, out, 0);
    for (int row = from; row < to; ) {
      int count = (to - row) / ROWS_PER_CHUNK * ROWS_PER_CHUNK;
      if (waiting > 0 || count == 0) {
        count = Math.min(ROWS_PER_CHUNK - waiting, to - row);
        stage(rows, rowLabels, rowWeights, row, count);
        take(0, count);
      } else {
        take(rows, of, rowWeights, row, count);
      }
      row += count;
    }
  }

  @Override
  public Merger<VarianceRange> merger(VarianceMoments left, int parts) {
    return Merger.whole(range -> left.merge(range.moments));
  }

  @Override
  public void settleInto(VarianceMoments left) {
    VarianceRange end = copy(moments.classCount);
    end.finish();
    left.merge(end.moments);
  }

  /// Adds the rows that wait, as a chunk.
  @Override
  public void finish() {
    take(view, waitingClasses, weights, 0, waiting);
    waiting = 0;
  }

  private NarrowChunk narrow(int i) {
    if (scratch == null) {
      scratch = new NarrowChunk.Scratch();
    }
    if (narrow[i] == null) {
      narrow[i] = new NarrowChunk(scratch);
    }
    return narrow[i];
  }

  private WideChunk wide(int rows) {
    if (wide == null || wide.room() < rows) {
      wide = new WideChunk(moments.featureCount, rows);
    }
    return wide;
  }

  /// Adds chunks; the last may be shorter. With up to 8 classes, all chunks of a column come before
  /// the next column, because memory reaches its full speed only in long runs.
  private void take(NumericColumns rows, RowClasses of, double[] rowWeights, int from, int count) {
    for (int first = from; first < from + count; first += ROWS_PER_CHUNK) {
      int part = Math.min(ROWS_PER_CHUNK, from + count - first);
      of.copy(first, part, classes.slots);
      classes.number(part, rowWeights, first);
      if (classes.slotCount <= DiagonalKernels.MAX_CLASSES) {
        narrow(narrowCount).read(classes, part, rowWeights, first, moments.weight);
        narrowCount++;
        if (narrowCount == narrow.length || first + part == from + count) {
          takeNarrow(rows, first + part);
        }
      } else {
        takeNarrow(rows, first);
        WideChunk chunk = wide(part);
        chunk.read(classes, part, rowWeights, first, moments);
        chunk.take(rows, first, moments);
      }
    }
  }

  /// Adds the narrow chunks before a row; all but the last are full.
  private void takeNarrow(NumericColumns rows, int behind) {
    int begin = behind;
    for (int i = 0; i < narrowCount; i++) {
      begin -= narrow[i].rows.count();
    }
    NumericStore store = Stores.of(rows);
    block.begin(store);
    int together = store.together();
    for (int first = 0; first < moments.featureCount && narrowCount > 0; first += together) {
      int end = Math.min(first + together, moments.featureCount);
      int at = begin;
      for (int i = 0; i < narrowCount; i++) {
        for (int j = first; j < end; j += NumericBlock.WIDTH) {
          takeNarrow(narrow[i], j, Math.min(NumericBlock.WIDTH, end - j), at);
        }
        at += narrow[i].rows.count();
      }
    }
    block.forget();
    narrowCount = 0;
  }

  /// Adds some columns of a narrow chunk.
  private void takeNarrow(NarrowChunk chunk, int column, int width, int begin) {
    int count = chunk.rows.count();
    block.read(column, width, begin, count);
    int offset = block.offset();
    for (int l = 0; l < width; l++) {
      double[] x = block.column(l);
      if (!chunk.take(column + l, x, offset, moments)
          && !Kernels.score(FINITE).finite(x, offset, count)) {
        narrowCount = 0;
        throw NonFiniteException.find(x, offset, count, begin, column + l);
      }
    }
  }
}
