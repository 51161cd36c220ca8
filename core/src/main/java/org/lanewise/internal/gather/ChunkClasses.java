package org.lanewise.internal.gather;

import java.util.Arrays;
import org.lanewise.internal.kernel.ChunkRows;
import org.lanewise.internal.kernel.DiagonalKernels;

/// The classes in a chunk of rows, numbered by slots 0, 1, …, so that work on a chunk does not
/// depend on the number of known classes.
final class ChunkClasses {

  /// The slot of each row of the chunk; undefined for a row of weight 0.
  final int[] slots = new int[ChunkRows.MAX];

  /// The class of each slot.
  final int[] classes = new int[ChunkRows.MAX];

  /// The number of slots.
  int slotCount;

  /// The slot of each known class; −1 if it has none.
  private int[] slotOf;

  private int classCount;

  ChunkClasses(int classCount) {
    slotOf = new int[classCount];
    Arrays.fill(slotOf, -1);
    this.classCount = classCount;
  }

  /// Makes room for classes.
  void reserveClasses(int room) {
    int held = slotOf.length;
    if (room > held) {
      int length = (int) Math.min(Integer.MAX_VALUE - 8, Math.max(room, held * 3L / 2));
      int[] more = Arrays.copyOf(slotOf, length);
      Arrays.fill(more, held, length, -1);
      slotOf = more;
    }
    classCount = Math.max(classCount, room);
  }

  /// Whether there can be more classes than [DiagonalKernels#sums] serves.
  boolean many() {
    return classCount > DiagonalKernels.MAX_CLASSES;
  }

  /// Replaces the classes in [#slots] by slots: in the order of their arrival or, if few classes
  /// are known, by the index of the class.
  ///
  /// @param weights one for each row from `from` on, or null if all are 1
  void number(int rows, double[] weights, int from) {
    if (!many()) {
      slotCount = classCount;
      for (int c = 0; c < classCount; c++) {
        classes[c] = c;
      }
      return;
    }
    slotCount = 0;
    for (int r = 0; r < rows; r++) {
      if (weights == null || weights[from + r] != 0) {
        int c = slots[r];
        int slot = slotOf[c];
        if (slot < 0) {
          slot = slotCount++;
          slotOf[c] = slot;
          classes[slot] = c;
        }
        slots[r] = slot;
      }
    }
    for (int slot = 0; slot < slotCount; slot++) {
      slotOf[classes[slot]] = -1;
    }
  }
}
