package org.lanewise.internal.gather;

import org.lanewise.internal.gather.state.GaussianState;
import org.lanewise.internal.kernel.PackedTriangle;

/// How many rows the tiles of a [TileStore] have room for: a number that makes a stride an odd
/// number of cache lines, for panels a power of two apart fall into the same places of a cache.
final class TileRooms {

  /// The most rows of a tile.
  static final int MAX_ROWS = GaussianState.RIPE_ROWS + GaussianState.CHUNK_ROWS;

  private static final int WIDTH = PackedTriangle.WIDTH;

  /// The rooms, by size; of the last size is the most rows of all.
  private static final int[] ROOMS = {8, 16, 32, 64, 128, 256};

  static final int SIZES = ROOMS.length + 1;

  /// What tiles begin with may take so many doubles in all, if all classes come, or half as many as
  /// the rows that come at once.
  private static final int MAX_AT_FIRST = 1 << 21;

  private final int panels;

  /// The rows that came at once last; 0 as long as that was not said.
  private int rowsAtOnce;

  TileRooms(int panels) {
    this.panels = panels;
  }

  /// Tells how many rows come at once, which new tiles are made for.
  void expect(int rows) {
    rowsAtOnce = rows;
  }

  /// The rows that a tile of a size has room for.
  int rows(int size) {
    return size < ROOMS.length ? ROOMS[size] : MAX_ROWS;
  }

  /// The doubles of a tile of a size.
  long doubles(int size) {
    return (rows(size) + 1) * (long) panels * WIDTH;
  }

  /// The least size that has room for some rows.
  int size(int rows) {
    int size = 0;
    while (rows(size) < rows) {
      size++;
    }
    return size;
  }

  /// What a class begins with: room for as many rows as it will have if all have as many, and half
  /// as many more; the most rows of a tile at most.
  int first(long classes) {
    int expected = rowsAtOnce > 0 ? rowsAtOnce : GaussianState.RANGE_ROWS;
    int size = 0;
    while (size < ROOMS.length
        && rows(size) * classes < expected * 3L / 2
        && doubles(size + 1) * classes <= maxAtFirst()) {
      size++;
    }
    return size;
  }

  /// The doubles that tiles may begin with in all.
  long maxAtFirst() {
    return Math.max(MAX_AT_FIRST, (long) rowsAtOnce * panels * WIDTH / 2);
  }
}
