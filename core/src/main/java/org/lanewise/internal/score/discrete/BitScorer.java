package org.lanewise.internal.score.discrete;

import static org.lanewise.internal.tier.Kernel.DIGIT_PATTERNS;
import static org.lanewise.internal.tier.Kernel.PATTERNS;
import static org.lanewise.internal.tier.Kernel.SCORE_ROW;
import static org.lanewise.internal.tier.Kernel.SCORE_ROWS;
import static org.lanewise.internal.tier.Kernel.SCORE_TILE;

import org.lanewise.data.BitColumns;
import org.lanewise.internal.kernel.TableKernels;
import org.lanewise.internal.score.AffineForm;
import org.lanewise.internal.score.AffineScores;
import org.lanewise.internal.score.Naming;
import org.lanewise.internal.score.certify.BitTerms;
import org.lanewise.internal.score.certify.CertifiedArgmax;
import org.lanewise.internal.score.certify.PatternTerms;
import org.lanewise.internal.score.scratch.BitBlock;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.tier.Kernels;

/// Scores binary rows, T(x) = x. One row is packed as [BitColumns] says.
///
/// Labels of a batch are found by sums of integers, which decide nearly all rows, and by the exact
/// scores for the others; they are the labels of the exact scores on every input. The tables for
/// that take about forty bytes for each feature and class; they are made for the first batch of at
/// least 1024 rows, for up to about 1.3 million features times classes and where no factor is
/// impossible.
public final class BitScorer extends CertifiedScorer<long[], BitColumns> {

  /// Relative cost of a set feature scored row by row, for up to 8 and for up to 16 classes; the
  /// 64-row path costs 1 per feature and class.
  private static final int EIGHT_COST = 20;

  private static final int SIXTEEN_COST = 28;

  /// A scorer of the given form.
  public BitScorer(Naming naming, AffineForm form) {
    super(naming, form, 0);
  }

  @Override
  public long[] syntheticRow() {
    return new long[BitColumns.rowWords(featureCount())];
  }

  @Override
  PatternTerms terms(boolean digits) {
    return digits ? BitTerms.ofDigits(form) : BitTerms.of(form);
  }

  @Override
  void beginPatterns(CertifiedArgmax by, Workspace w) {
    int features = by.hasDigits() ? TableKernels.DIGIT_FEATURES : TableKernels.FEATURES;
    w.labels.bits.fit(featureCount(), by.groups() * features);
  }

  @Override
  void readPatterns(BitColumns rows, int first, int end, CertifiedArgmax by, Workspace w) {
    BitBlock block = w.labels.bits;
    int word = block.load(rows, first / BLOCK, (end + BLOCK - 1) / BLOCK);
    if (by.hasDigits()) {
      Kernels.tables(DIGIT_PATTERNS)
          .digitPatterns(block.words(), block.stride(), word, by.groups(), w.labels.patterns);
    } else {
      Kernels.tables(PATTERNS)
          .patterns(block.words(), block.stride(), word, by.groups(), w.labels.patterns);
    }
  }

  @Override
  void scoreRow(long[] row, Workspace w) {
    if (row.length != BitColumns.rowWords(featureCount())) {
      throw new IllegalArgumentException(
          "the row has %d words; %d are expected for %d features"
              .formatted(row.length, BitColumns.rowWords(featureCount()), featureCount()));
    }
    sumRow(row, w);
  }

  @Override
  void scoreRow(BitColumns rows, int row, Workspace w) {
    long[] words = w.copies.bits(BitColumns.rowWords(featureCount()));
    w.labels.bits.row(row, featureCount(), words);
    sumRow(words, w);
  }

  @Override
  void sumRow(long[] row, int part, Workspace w) {
    int d = featureCount();
    AffineScores affine = parts[part];
    Kernels.discrete(SCORE_ROW)
        .scoreRow(row, 0, d, affine.weights(), affine.intercepts(), classCount(), w.sums(part), 0);
  }

  @Override
  void begin(int end, Workspace w) {
    super.begin(end, w);
    w.discrete.bits.fit(featureCount(), featureCount());
    w.discrete.makeRows(Math.multiplyExact(BLOCK, BitColumns.rowWords(featureCount())));
  }

  /// Rows with few set features are scored by those, others by the features of 64 rows at once.
  @Override
  void scoreBlock(BitColumns rows, int first, int count, Workspace w) {
    int d = featureCount();
    int word = w.discrete.bits.load(rows, first / BLOCK, (w.discrete.end + BLOCK - 1) / BLOCK);
    boolean sparse = isSparse(w.discrete.bits.words(), w.discrete.bits.stride(), word);
    if (sparse) {
      w.discrete.bits.rows(word, d, w.discrete.square, w.discrete.rows, BitColumns.rowWords(d));
    }
    for (int part = 0; part < parts.length; part++) {
      score(sparse, word, count, parts[part], w, w.sums(part));
    }
  }

  private boolean isSparse(long[] block, int stride, int word) {
    if (!Kernels.discrete(SCORE_TILE).tilesAreFast()) {
      return true;
    }
    long set = 0;
    for (int j = 0; j < featureCount(); j++) {
      set += Long.bitCount(block[j * stride + word]);
    }
    int eights = classStride / 8;
    long cost = eights / 2 * (long) SIXTEEN_COST + eights % 2 * EIGHT_COST;
    return set * cost < (long) featureCount() * BLOCK * classCount();
  }

  private void score(
      boolean sparse, int word, int count, AffineScores affine, Workspace w, double[] out) {
    int d = featureCount();
    int k = classCount();
    double[] weights = affine.weights();
    double[] intercepts = affine.intercepts();
    if (sparse) {
      int rowWords = BitColumns.rowWords(d);
      Kernels.discrete(SCORE_ROWS)
          .scoreRows(w.discrete.rows, rowWords, count, d, weights, intercepts, k, out);
      return;
    }
    double[] scores = w.discrete.tile(k * BLOCK);
    long[] words = w.discrete.bits.words();
    Kernels.discrete(SCORE_TILE)
        .scoreTile(words, w.discrete.bits.stride(), word, d, weights, intercepts, k, scores);
    for (int r = 0; r < count; r++) {
      for (int c = 0; c < k; c++) {
        out[r * classStride + c] = scores[c * BLOCK + r];
      }
    }
  }
}
