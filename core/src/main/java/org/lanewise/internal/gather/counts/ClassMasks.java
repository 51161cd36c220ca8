package org.lanewise.internal.gather.counts;

import static org.lanewise.internal.tier.Kernel.COUNT;
import static org.lanewise.internal.tier.Kernel.COUNT_TWO;
import static org.lanewise.internal.tier.Kernel.MASKS;

import java.util.Arrays;
import org.lanewise.data.Labels;
import org.lanewise.internal.tier.Kernels;

/// Masks of the rows of each class in a tile, for the classes that the tile has.
///
/// A class has a slot, and lies in the words from its first row to its last. Sorted rows are
/// counted in those words only: that is one pass over a column, where mixed rows take a pass for
/// each class.
final class ClassMasks {

  private final int classCount;
  private final long[] mask;
  private final int[] slotOf;
  private final int[] labelOf;
  private final int[] firstWord;
  private final int[] endWord;
  private final long[] counts;
  private int present;
  private int words;
  private boolean sorted;

  ClassMasks(int classCount, int tile) {
    this.classCount = classCount;
    mask = new long[Math.multiplyExact(classCount, tile)];
    slotOf = new int[classCount];
    labelOf = new int[classCount];
    firstWord = new int[classCount];
    endWord = new int[classCount];
    counts = new long[2 * classCount];
  }

  /// Takes rows from word `from` on, and adds how many there are to `classes` if that is not null.
  void set(Labels labels, int from, int wordCount, int[] slot, long[] classes) {
    int firstRow = from * Long.SIZE;
    int count = Math.min(labels.rowCount() - firstRow, wordCount * Long.SIZE);
    labels.copy(firstRow, count, slot, 0);
    Arrays.fill(slotOf, -1);
    present = 0;
    for (int row = 0; row < count; row++) {
      int label = slot[row];
      if (slotOf[label] < 0) {
        labelOf[present] = label;
        slotOf[label] = present++;
      }
      slot[row] = slotOf[label];
    }
    words = wordCount;
    Kernels.count(MASKS).masks(slot, count, present, words, mask);
    int read = 0;
    for (int i = 0; i < present; i++) {
      int first = 0;
      while (mask[i * words + first] == 0) {
        first++;
      }
      int end = words;
      while (mask[i * words + end - 1] == 0) {
        end--;
      }
      firstWord[i] = first;
      endWord[i] = end;
      read += end - first;
      if (classes != null) {
        for (int w = first; w < end; w++) {
          classes[labelOf[i]] += Long.bitCount(mask[i * words + w]);
        }
      }
    }
    // Of sorted rows, neighbouring classes share a word at most.
    sorted = read < words + present;
  }

  int words() {
    return words;
  }

  /// Counts the set bits of up to two columns: those of column i in class c are added to `out[at +
  /// i·classCount + c]`.
  ///
  /// @param offset where the words of the tile are in the columns
  void count(long[][] columns, int width, int offset, long[] out, int at) {
    if (width == 2 && !sorted) {
      Arrays.fill(counts, 0, 2 * present, 0);
      Kernels.count(COUNT_TWO)
          .countTwo(columns[0], columns[1], offset, words, mask, words, present, counts, 0);
      for (int i = 0; i < present; i++) {
        out[at + labelOf[i]] += counts[i];
        out[at + classCount + labelOf[i]] += counts[present + i];
      }
      return;
    }
    for (int column = 0; column < width; column++) {
      for (int i = 0; i < present; i++) {
        int first = firstWord[i];
        out[at + column * classCount + labelOf[i]] +=
            Kernels.count(COUNT)
                .count(
                    columns[column], offset + first, endWord[i] - first, mask, i * words + first);
      }
    }
  }
}
