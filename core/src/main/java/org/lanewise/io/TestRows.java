package org.lanewise.io;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.RowFormat;
import org.lanewise.model.Classifier;
import org.lanewise.model.gaussian.IndicatorClassifier;
import org.lanewise.score.Scorer;
import org.lanewise.transform.Indicators;

/// A few rows with the log joints of a model, to check that the model gives the same scores
/// wherever it is read. A model file stores them on request.
///
/// For the same version of the arithmetic, log joints must be bit-identical, on every machine and
/// with all kernels. For another version, a log joint must be within 10⁻¹²·max(1, |v|) of the value
/// v in the file, and −∞ if v is −∞. Immutable.
///
/// Test rows may be personal data, and everyone who has the file can read them.
public final class TestRows {

  /// The version of the arithmetic of log joints, which increases when their bits change.
  static final int ARITHMETIC = 1;

  /// The largest number of rows.
  public static final int MAX_ROWS = 1000;

  /// The largest difference of log joints of another version, relative to max(1, |v|).
  static final double TOLERANCE = 1e-12;

  /// The kind of the features of a block.
  enum Kind {
    /// Numbers, of [org.lanewise.data.NumericColumns].
    NUMBERS,
    /// 0 and 1, of [org.lanewise.data.BitColumns].
    BITS,
    /// Codes, of [org.lanewise.data.CategoryColumns].
    CODES,
    /// Sparse numbers, of [org.lanewise.data.SparseRows].
    SPARSE
  }

  /// Consecutive features of one kind.
  ///
  /// @param featureCount at least 1
  record Block(Kind kind, int featureCount) {

    /// Rejects a block without features.
    ///
    /// @throws IllegalArgumentException if there are none
    Block {
      Objects.requireNonNull(kind, "kind");
      if (featureCount < 1) {
        throw new IllegalArgumentException(
            "a block of the test rows has %d features; at least 1 is expected"
                .formatted(featureCount));
      }
    }
  }

  private final int arithmetic;
  private final RowEntries entries;
  private final double[] logJoints;
  private final RowBatch rows;

  private TestRows(int arithmetic, RowEntries entries, double[] logJoints) {
    int n = entries.rowCount();
    if (n < 1 || n > MAX_ROWS) {
      throw new IllegalArgumentException(
          "there are %d test rows; 1 to %d are expected".formatted(n, MAX_ROWS));
    }
    if (logJoints.length == 0 || logJoints.length % n != 0) {
      throw new IllegalArgumentException(
          "there are %d log joints of %d test rows; one for each row and class is expected"
              .formatted(logJoints.length, n));
    }
    for (int i = 0; i < logJoints.length; i++) {
      if (Double.isNaN(logJoints[i])) {
        throw new IllegalArgumentException(
            "a log joint of test row %d is NaN; a number is expected"
                .formatted(i / (logJoints.length / n)));
      }
    }
    this.arithmetic = arithmetic;
    this.entries = entries;
    this.logJoints = logJoints;
    rows = entries.batch();
  }

  /// Creates test rows with the current log joints of a model.
  ///
  /// @param model the model
  /// @param rows 1 to 1,000 rows without missing numbers, with the category codes of the model
  /// @throws IllegalArgumentException if the rows are invalid or do not match the model
  public static <R, B extends RowBatch> TestRows of(Classifier<R, B> model, B rows) {
    Scorer<R, B> scorer = model.scorer();
    if (rows.rowCount() < 1 || rows.rowCount() > MAX_ROWS) {
      throw new IllegalArgumentException(
          "%d test rows were given; 1 to %d are expected".formatted(rows.rowCount(), MAX_ROWS));
    }
    double[] logJoints = new double[Math.multiplyExact(rows.rowCount(), scorer.classCount())];
    scorer.logJoint(rows, logJoints);
    TestRows made = new TestRows(ARITHMETIC, RowEntries.of(rows), logJoints);
    made.require(scorer);
    return made;
  }

  /// Creates test rows from their entries, with the current log joints of a model.
  ///
  /// @param model the model
  /// @param starts the index of each row's first entry, and the number of entries
  /// @param features the features with an entry, row by row and ascending; those of a mixed model
  ///   are the features of all its blocks
  /// @param values their values: numbers, counts, 1 for bits that are set, codes of categories;
  ///   features without an entry are 0
  /// @throws IllegalArgumentException if the entries are invalid or do not match the model
  public static TestRows of(Classifier<?, ?> model, int[] starts, int[] features, double[] values) {
    Classifier<?, ?> bare = model.bare();
    List<Block> blocks =
        bare instanceof IndicatorClassifier indicators
            ? blocks(indicators.indicators())
            : bare.blocks().stream()
                .map(block -> new Block(kind(block), block.featureCount()))
                .toList();
    RowEntries entries =
        RowEntries.of(blocks, bare.format() == RowFormat.BLOCKS, starts, features, values);
    @SuppressWarnings("unchecked") // The rows have the kinds of the model's own format.
    Classifier<?, RowBatch> same = (Classifier<?, RowBatch>) model;
    return of(same, entries.batch());
  }

  /// The blocks of numbers, if there are any, and of categories.
  private static List<Block> blocks(Indicators indicators) {
    int numbers = indicators.numberCount();
    Block categories = new Block(Kind.CODES, indicators.features().count() - numbers);
    return numbers == 0
        ? List.of(categories)
        : List.of(new Block(Kind.NUMBERS, numbers), categories);
  }

  /// The kind of rows of the model's own format.
  private static Kind kind(Classifier<?, ?> block) {
    RowFormat<?, ?> format = block.format();
    return format == RowFormat.BITS
        ? Kind.BITS
        : format == RowFormat.CODES ? Kind.CODES : Kind.NUMBERS;
  }

  /// Creates test rows from stored values.
  ///
  /// @param arithmetic the version of the arithmetic of the log joints
  /// @param blocks the blocks of features
  /// @param isMixed whether rows are mixed, possibly with a single block; otherwise there is one
  ///   block
  /// @param starts the index of each row's first entry, and the number of entries
  /// @param features the non-zero features, row by row and ascending
  /// @param values their values
  /// @param logJoints of row i and class c at `[i·k + c]`
  /// @throws IllegalArgumentException if there are not 1 to 1,000 rows, or if they are invalid
  static TestRows of(
      int arithmetic,
      List<Block> blocks,
      boolean isMixed,
      int[] starts,
      int[] features,
      double[] values,
      double[] logJoints) {
    return new TestRows(
        arithmetic, RowEntries.of(blocks, isMixed, starts, features, values), logJoints.clone());
  }

  /// The number of rows n.
  public int rowCount() {
    return entries.rowCount();
  }

  /// The rows, for the scorer of the model.
  public RowBatch rows() {
    return rows;
  }

  /// The version of the arithmetic of the log joints.
  int arithmetic() {
    return arithmetic;
  }

  /// The blocks of features.
  List<Block> blocks() {
    return entries.blocks();
  }

  /// Whether rows are mixed ([MixedColumns]).
  boolean isMixed() {
    return entries.isMixed();
  }

  /// The index of each row's first entry, and the number of entries.
  public int[] starts() {
    return entries.starts().clone();
  }

  /// The features with an entry, row by row and ascending. Features without an entry are 0.
  public int[] features() {
    return entries.features().clone();
  }

  /// The values of those features.
  public double[] values() {
    return entries.values().clone();
  }

  /// log p(x, c) of row i and class c at `[i·k + c]`.
  public double[] logJoints() {
    return logJoints.clone();
  }

  /// Rejects a model if its log joints for these rows differ, row by row or as a batch.
  ///
  /// @throws IllegalArgumentException if a log joint differs; the message names it
  public void require(Classifier<?, ?> model) {
    require(model.scorer());
  }

  /// Rejects another number of classes.
  ///
  /// @throws IllegalArgumentException if rows have another number of log joints
  void requireClasses(int classCount) {
    if (logJoints.length != (long) rowCount() * classCount) {
      throw new IllegalArgumentException(
          "there are %d log joints of %d test rows; one for each of %d classes is expected"
              .formatted(logJoints.length, rowCount(), classCount));
    }
  }

  private void require(Scorer<?, ?> given) {
    // A scorer that does not take these rows throws in the first call, before any comparison.
    @SuppressWarnings("unchecked")
    Scorer<Object, RowBatch> scorer = (Scorer<Object, RowBatch>) given;
    int n = rowCount();
    int k = scorer.classCount();
    requireClasses(k);
    double[] found = new double[n * k];
    double[] alone = new double[k];
    MixedColumns sides = rows instanceof MixedColumns mixed ? mixed : MixedColumns.of(rows);
    try {
      scorer.logJoint(rows, found);
      for (int row = 0; row < n; row++) {
        requireSame(row, found, row * k, scorer);
        Object[] blocks = sides.row(row);
        scorer.logJoint(isMixed() ? blocks : blocks[0], alone);
        requireSame(row, alone, 0, scorer);
      }
    } catch (ClassCastException e) {
      throw new IllegalArgumentException(
          "the test rows have features of the kinds %s, which the model does not take"
              .formatted(blocks().stream().map(Block::kind).toList()),
          e);
    }
  }

  private void requireSame(int row, double[] found, int at, Scorer<?, ?> scorer) {
    int k = scorer.classCount();
    for (int c = 0; c < k; c++) {
      double kept = logJoints[row * k + c];
      if (!isSame(kept, found[at + c])) {
        throw new IllegalArgumentException(
            "the log joint of test row %d and %s is %s here and was %s where the model was written; %s expected"
                .formatted(
                    row,
                    scorer.classes().describe(c),
                    found[at + c],
                    kept,
                    arithmetic == ARITHMETIC
                        ? "the same bits are"
                        : "a difference of at most 1e-12 is"));
      }
    }
  }

  private boolean isSame(double kept, double found) {
    if (Double.doubleToLongBits(kept) == Double.doubleToLongBits(found)) {
      return true;
    }
    // If either log joint is infinite, the other must be equal.
    return arithmetic != ARITHMETIC
        && Double.isFinite(kept)
        && Math.abs(kept - found) <= TOLERANCE * Math.max(1, Math.abs(kept));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TestRows others
        && arithmetic == others.arithmetic
        && entries.sameAs(others.entries)
        && Arrays.equals(logJoints, others.logJoints);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(logJoints);
  }

  @Override
  public String toString() {
    return "TestRows[%d rows, arithmetic %d]".formatted(rowCount(), arithmetic);
  }
}
