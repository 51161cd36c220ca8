package org.lanewise.internal.score.scratch;

import static org.lanewise.internal.tier.Kernel.TRANSPOSE;

import java.util.Arrays;
import org.lanewise.data.BitColumns;
import org.lanewise.internal.kernel.TableKernels;
import org.lanewise.internal.store.Stores;
import org.lanewise.internal.tier.Kernels;

/// Words of all features, copied from [BitColumns] so that a tile of 64 rows lies near: word w of
/// feature j is `words()[j·stride() + w]`.
///
/// Reads of a column should be long, for they start slowly, but the block should stay in the cache.
public final class BitBlock {

  private static final int COLUMN_WORDS = 64;
  private static final int BLOCK_WORDS = 1 << 16;

  /// The rows whose words are here; null after a call, for they may hold other bits then.
  private BitColumns rows;

  private int featureCount;
  private int stride;
  private long[] words = {};
  private int first;
  private int count;

  private final Growth growth;

  BitBlock(Growth growth) {
    this.growth = growth;
  }

  /// Copies a word of every feature and those behind it, before word `end`, unless it is here.
  ///
  /// @param features the number of features, or more: words of those behind the last are 0
  /// @return where in the block the word is
  public int load(BitColumns of, int features, int word, int end) {
    if (of != rows || features != featureCount) {
      fit(of, features);
    }
    if (word < first || word >= first + count) {
      first = word;
      count = Math.min(stride, end - word);
      Stores.of(of).copyBlock(first, count, words, stride);
    }
    return word - first;
  }

  private void fit(BitColumns of, int features) {
    int runs = Math.clamp(BLOCK_WORDS / features, TableKernels.RUN, COLUMN_WORDS);
    stride = runs / TableKernels.RUN * TableKernels.RUN;
    words = growth.longer(words, Math.multiplyExact(features, stride));
    Arrays.fill(words, of.featureCount() * stride, features * stride, 0);
    featureCount = features;
    rows = of;
    count = 0;
  }

  /// Packs one row whose word is here, as [BitColumns] says.
  public void row(int row, int featureCount, long[] out) {
    int word = row / Long.SIZE - first;
    for (int group = 0; group < BitColumns.rowWords(featureCount); group++) {
      int from = group * Long.SIZE;
      int to = Math.min(from + Long.SIZE, featureCount);
      long bits = 0;
      for (int j = from; j < to; j++) {
        bits |= (words[j * stride + word] >>> row & 1) << j;
      }
      out[group] = bits;
    }
  }

  /// Makes packed rows of a word of every feature: row i from `out[i·rowWords]` on.
  ///
  /// @param square 64 words of scratch
  public void rows(int word, int featureCount, long[] square, long[] out, int rowWords) {
    for (int group = 0; group < BitColumns.rowWords(featureCount); group++) {
      int from = group * Long.SIZE;
      for (int i = 0; i < Long.SIZE; i++) {
        square[i] = from + i < featureCount ? words[(from + i) * stride + word] : 0;
      }
      Kernels.pack(TRANSPOSE).transpose(square);
      for (int i = 0; i < Long.SIZE; i++) {
        out[i * rowWords + group] = square[i];
      }
    }
  }

  /// Keeps nothing of the caller's.
  void forget() {
    rows = null;
  }

  public long[] words() {
    return words;
  }

  public int stride() {
    return stride;
  }
}
