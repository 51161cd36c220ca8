package org.lanewise.internal.gather.counts;

import static org.lanewise.internal.tier.Kernel.MASKS;

import java.util.Arrays;
import org.lanewise.data.Labels;
import org.lanewise.internal.tier.Kernels;

/// Which rows of a tile are of which class, for the classes the tile has: rows grouped by class
/// cost one pass over a column, mixed ones a pass for each class.
final class ClassMasks {

  final long[] mask;
  private final int[] slotOf;
  final int[] labelOf;
  int present;
  int words;

  ClassMasks(int classCount, int tile) {
    mask = new long[Math.multiplyExact(classCount, tile)];
    slotOf = new int[classCount];
    labelOf = new int[classCount];
  }

  /// Takes rows from word `firstWord` on, and adds how many there are to `classes` if that is not
  /// null.
  void set(Labels labels, int firstWord, int wordCount, int[] slot, long[] classes) {
    int firstRow = firstWord * Long.SIZE;
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
    if (classes != null) {
      for (int i = 0; i < present; i++) {
        for (int w = 0; w < words; w++) {
          classes[labelOf[i]] += Long.bitCount(mask[i * words + w]);
        }
      }
    }
  }
}
