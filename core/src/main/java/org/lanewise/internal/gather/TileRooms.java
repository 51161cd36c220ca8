package org.lanewise.internal.gather;

import org.lanewise.internal.gather.state.GaussianState;
import org.lanewise.internal.kernel.PackedTriangle;

/// The sizes of the tiles of a [TileStore]. Each makes the distance between panels an odd number of
/// cache lines, because panels at distances of a power of two share the same sets of a cache.
final class TileRooms {

  /// The largest number of rows of a tile.
  static final int MAX_ROWS = GaussianState.RIPE_ROWS + GaussianState.CHUNK_ROWS;

  private static final int WIDTH = PackedTriangle.WIDTH;

  /// The rows of each size but the last, which has [#MAX_ROWS].
  private static final int[] ROOMS = {8, 16, 32, 64, 128, 256};

  static final int SIZES = ROOMS.length + 1;

  /// The largest number of doubles of all first tiles together, unless half of the rows that come
  /// at once are more.
  private static final int MAX_AT_FIRST = 1 << 21;

  private final int panels;

  /// The number of rows that come at once; 0 if unknown.
  private int rowsAtOnce;

  TileRooms(int panels) {
    this.panels = panels;
  }

  /// Sets the number of rows that come at once.
  void expect(int rows) {
    rowsAtOnce = rows;
  }

  /// The number of rows of a tile of a size.
  int rows(int size) {
    return size < ROOMS.length ? ROOMS[size] : MAX_ROWS;
  }

  /// The number of doubles of a tile of a size.
  long doubles(int size) {
    return (rows(size) + 1) * (long) panels * WIDTH;
  }

  /// The smallest size with room for some rows.
  int size(int rows) {
    int size = 0;
    while (rows(size) < rows) {
      size++;
    }
    return size;
  }

  /// The size of the first tile of a class: 1.5 times the rows that it will have if all classes
  /// have the same number.
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

  /// The largest number of doubles of all first tiles together.
  long maxAtFirst() {
    return Math.max(MAX_AT_FIRST, (long) rowsAtOnce * panels * WIDTH / 2);
  }
}
