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
  void readPatterns(BitColumns rows, int first, int end, CertifiedArgmax by, Workspace w) {
    BitBlock block = w.labels.bits;
    int features = by.hasDigits() ? TableKernels.DIGIT_FEATURES : TableKernels.FEATURES;
    int last = (end + BLOCK - 1) / BLOCK;
    int word = block.load(rows, by.groups() * features, first / BLOCK, last);
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
        .scoreRow(
            row, 0, d, affine.weights(), affine.intercepts(), classCount(), w.row.part(part), 0);
  }

  /// Rows with few set features are scored by those, others by the features of 64 rows at once.
  @Override
  void scoreBlock(BitColumns rows, int first, int end, Workspace w) {
    int d = featureCount();
    int word = w.discrete.bits.load(rows, d, first / BLOCK, (end + BLOCK - 1) / BLOCK);
    boolean sparse = isSparse(w.discrete.bits.words(), w.discrete.bits.stride(), word);
    if (sparse) {
      int rowWords = BitColumns.rowWords(d);
      w.discrete.makeRows(Math.multiplyExact(BLOCK, rowWords));
      w.discrete.bits.rows(word, d, w.discrete.square, w.discrete.rows, rowWords);
    } else {
      // As the kernel of tiles lays them out.
      w.block.stride = BLOCK;
    }
    for (int part = 0; part < parts.length; part++) {
      score(sparse, word, part, w);
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

  private void score(boolean sparse, int word, int part, Workspace w) {
    int d = featureCount();
    int k = classCount();
    double[] weights = parts[part].weights();
    double[] intercepts = parts[part].intercepts();
    if (sparse) {
      int count = w.block.count;
      double[] sums = w.discrete.sums(Math.multiplyExact(BLOCK, classStride));
      Kernels.discrete(SCORE_ROWS)
          .scoreRows(
              w.discrete.rows, BitColumns.rowWords(d), count, d, weights, intercepts, k, sums);
      toPlanes(sums, part, w.block);
      return;
    }
    BitBlock bits = w.discrete.bits;
    Kernels.discrete(SCORE_TILE)
        .scoreTile(
            bits.words(), bits.stride(), word, d, weights, intercepts, k, w.block.part(part));
  }
}
