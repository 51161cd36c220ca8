package org.lanewise.internal.gather;

import java.util.Arrays;
import org.lanewise.internal.gather.state.GaussianState;
import org.lanewise.internal.kernel.PackedTriangle;

/// The tiles of all classes in one array. A tile starts small and moves to a larger place when it
/// is full, so memory grows with the rows that wait, not with the number of classes: tiles of a
/// fixed size, 385 rows, of 10,000 classes and 100 features would take 3.2 GB.
///
/// A tile with room for r rows consists of panels of r + 1 rows, because [TileScatters] appends
/// one: row t of panel p is at `offset(c) + p·stride(c) + 8·t`.
final class TileStore {

  private static final int WIDTH = PackedTriangle.WIDTH;

  private static final int WEIGHT_SHIFT = 3;

  private static final int RIPE = GaussianState.RIPE_ROWS;

  /// The largest number of rows whose tiles are kept for the next range.
  private static final int MAX_KEPT = 1 << 15;

  private final int panels;
  private final TileRooms rooms;

  /// The classes whose tiles have become ripe in this chunk.
  private final int[] ripe = new int[GaussianState.CHUNK_ROWS];

  private int ripeCount;

  /// The tiles.
  double[] tiles = {};

  /// The weight of the row at 8·i in `tiles`, by its first panel; null while all weights are 1.
  private double[] weights;

  /// The number of elements of `tiles` in use.
  private int end;

  /// For each class: the beginning of its tile, the place of its next row, the place at which its
  /// tile becomes ripe or is full, and the stride of its panels (0 without a tile).
  private int[] begins;

  private int[] nexts;
  private int[] limits;
  private int[] strides;

  /// For each size, the beginnings of unused tiles.
  private final int[][] free = new int[TileRooms.SIZES][0];

  private final int[] freeCounts = new int[TileRooms.SIZES];

  TileStore(int classCount, int panels) {
    this.panels = panels;
    rooms = new TileRooms(panels);
    begins = new int[classCount];
    nexts = new int[classCount];
    limits = new int[classCount];
    strides = new int[classCount];
  }

  /// A copy of the rows of all classes.
  ///
  /// @param goesOn whether many more rows will come; otherwise tiles are as small as possible
  TileStore copy(int classCount, boolean goesOn) {
    TileStore copy = new TileStore(classCount, panels);
    System.arraycopy(ripe, 0, copy.ripe, 0, ripeCount);
    copy.ripeCount = ripeCount;
    long doubles = 0;
    for (int c = 0; c < classCount; c++) {
      doubles += count(c) == 0 ? 0 : rooms.doubles(rooms.size(count(c)));
    }
    copy.reserveTiles(doubles);
    if (weights != null) {
      copy.reserveWeights();
    }
    if (goesOn) {
      copy.reserveFirst();
    }
    for (int c = 0; c < classCount; c++) {
      int count = count(c);
      if (count > 0) {
        int first = goesOn ? rooms.first(begins.length) : 0;
        copy.move(c, Math.max(first, rooms.size(count)));
        copyTile(c, copy, copy.begins[c], copy.strides[c]);
        copy.setCount(c, count);
      }
    }
    return copy;
  }

  private void copyTile(int c, TileStore out, int begin, int stride) {
    int count = count(c);
    for (int p = 0; p < panels && count > 0; p++) {
      int from = begins[c] + p * strides[c];
      System.arraycopy(tiles, from, out.tiles, begin + p * stride, count * WIDTH);
    }
    if (weights != null) {
      System.arraycopy(weights, begins[c] / WIDTH, out.weights, begin / WIDTH, count);
    }
  }

  private void setCount(int c, int count) {
    int room = room(c);
    nexts[c] = begins[c] + count * WIDTH;
    limits[c] = begins[c] + (count < RIPE ? Math.min(room, RIPE - 1) : room) * WIDTH;
  }

  /// Makes room for classes.
  void reserveClasses(int classes) {
    if (classes > begins.length) {
      int room = (int) Math.min(Integer.MAX_VALUE - 8, Math.max(classes, begins.length * 3L / 2));
      int[] moreBegins = Arrays.copyOf(begins, room);
      int[] moreNexts = Arrays.copyOf(nexts, room);
      int[] moreLimits = Arrays.copyOf(limits, room);
      int[] moreStrides = Arrays.copyOf(strides, room);
      begins = moreBegins;
      nexts = moreNexts;
      limits = moreLimits;
      strides = moreStrides;
    }
  }

  /// Allocates weights.
  void reserveWeights() {
    if (weights == null) {
      double[] ones = new double[tiles.length / WIDTH];
      Arrays.fill(ones, 1);
      weights = ones;
    }
  }

  /// Makes room for rows of a class, which may move its tile.
  ///
  /// @param rows the number of rows that it will have, at most the largest of a tile
  void reserve(int c, int rows) {
    if (rows > room(c)) {
      move(c, Math.max(rooms.size(rows), room(c) == 0 ? rooms.first(begins.length) : 0));
    }
  }

  /// Gives a class a larger tile.
  private void move(int c, int size) {
    int stride = (rooms.rows(size) + 1) * WIDTH;
    boolean used = freeCounts[size] > 0;
    int begin = used ? free[size][freeCounts[size] - 1] : end;
    if (!used) {
      reserveTiles(end + (long) panels * stride);
    }
    int old = room(c) == 0 ? -1 : rooms.size(room(c));
    if (old >= 0 && freeCounts[old] == free[old].length) {
      free[old] = Arrays.copyOf(free[old], 2 * freeCounts[old] + 8);
    }

    // Nothing fails from here on.
    int count = count(c);
    copyTile(c, this, begin, stride);
    if (old >= 0) {
      free[old][freeCounts[old]++] = begins[c];
    }
    if (used) {
      freeCounts[size]--;
    } else {
      end += panels * stride;
    }
    begins[c] = begin;
    strides[c] = stride;
    setCount(c, count);
  }

  /// Makes room for the first tiles of all classes without a tile.
  ///
  /// @param rows the number of rows that come at once, which determines the size of first tiles
  void reserveFirstFor(int rows) {
    rooms.expect(rows);
    reserveFirst();
  }

  private void reserveFirst() {
    int classes = 0;
    for (int stride : strides) {
      classes += stride == 0 ? 1 : 0;
    }
    reserveFirst(classes);
  }

  /// Makes room for the first tiles of new classes at once, to copy the array only once.
  void reserveFirst(int classes) {
    long tile = rooms.doubles(rooms.first(begins.length));
    reserveTiles(Math.min(end + classes * tile, rooms.maxAtFirst()));
  }

  private void reserveTiles(long doubles) {
    if (doubles > tiles.length) {
      int most = Integer.MAX_VALUE - 8;
      int length = Math.toIntExact(Math.max(doubles, Math.min(most, tiles.length * 2L)));
      double[] moreTiles = Arrays.copyOf(tiles, length);
      if (weights != null) {
        weights = Arrays.copyOf(weights, length / WIDTH);
      }
      tiles = moreTiles;
    }
  }

  /// The number of rows of a class.
  int count(int c) {
    return (nexts[c] - begins[c]) / WIDTH;
  }

  /// The number of rows for which the tile of a class has room.
  int room(int c) {
    return strides[c] == 0 ? 0 : strides[c] / WIDTH - 1;
  }

  /// Copies the weights of the rows of a class to the beginning of `out`.
  ///
  /// @return whether any may differ from 1
  boolean copyWeights(int c, double[] out) {
    if (weights == null) {
      Arrays.fill(out, 0, count(c), 1);
      return false;
    }
    System.arraycopy(weights, begins[c] / WIDTH, out, 0, count(c));
    return true;
  }

  /// The beginning of the tile of a class.
  int offset(int c) {
    return begins[c];
  }

  /// The distance between panels of the tile of a class.
  int stride(int c) {
    return strides[c];
  }

  /// Assigns the next places in the tiles of their classes to rows. The next row overwrites a row
  /// of weight 0.
  ///
  /// @param labels the class of row r is at `firstLabel + r`
  /// @param rowWeights its weight is at `firstRow + r`; null if all are 1
  /// @param targets receives the place of row r in panel 0
  /// @param steps receives the distance between panels there
  void place(
      int[] labels,
      int firstLabel,
      double[] rowWeights,
      int firstRow,
      int count,
      int[] targets,
      int[] steps) {
    if (rowWeights != null) {
      reserveWeights();
    }
    int[] next = nexts;
    int[] limit = limits;
    int[] stride = strides;
    // Null if no row has a weight: storing a 1 for each row makes rows of 13 features 7 % slower.
    double[] tileWeights = weights;
    boolean moved = false;
    for (int r = 0; r < count; r++) {
      int c = labels[firstLabel + r];
      double weight = rowWeights == null ? 1 : rowWeights[firstRow + r];
      int at = next[c];
      if (at == limit[c]) {
        moved |= passLimit(c, weight);
        tileWeights = weights;
        at = next[c];
      }
      targets[r] = at;
      steps[r] = stride[c];
      if (tileWeights != null) {
        tileWeights[at >>> WEIGHT_SHIFT] = weight;
      }
      next[c] = weight == 0 ? at : at + WIDTH;
    }
    if (moved) {
      placeAgain(labels, firstLabel, rowWeights, firstRow, count, targets, steps);
    }
  }

  /// Moves the limit of a class, whose tile becomes ripe or is full.
  ///
  /// @return whether the tile has moved, and with it rows that were assigned to it
  private boolean passLimit(int c, double weight) {
    int count = count(c);
    boolean moves = count == room(c) && count > 0;
    if (count == room(c)) {
      reserve(c, count + 1);
    }
    if (count == RIPE - 1 && weight != 0) {
      ripe[ripeCount++] = c;
      limits[c] = begins[c] + room(c) * WIDTH;
    }
    return moves;
  }

  /// Assigns the places of rows again, after tiles have moved.
  private void placeAgain(
      int[] labels,
      int firstLabel,
      double[] rowWeights,
      int firstRow,
      int count,
      int[] targets,
      int[] steps) {
    // Takes all places back, then assigns them in the same order. This is rare.
    for (int sign = -1; sign <= 1; sign += 2) {
      for (int r = 0; r < count; r++) {
        int c = labels[firstLabel + r];
        if (sign > 0) {
          targets[r] = nexts[c];
          steps[r] = strides[c];
        }
        if (rowWeights == null || rowWeights[firstRow + r] != 0) {
          nexts[c] += sign * WIDTH;
        }
      }
    }
  }

  /// Assigns a place to a row from a state.
  ///
  /// @return its place in panel 0
  int restore(int c, double weight) {
    int count = count(c);
    reserve(c, count + 1);
    if (weight != 1) {
      reserveWeights();
    }
    if (weights != null) {
      weights[nexts[c] / WIDTH] = weight;
    }
    setCount(c, count + 1);
    if (count + 1 == RIPE) {
      ripe[ripeCount++] = c;
    }
    return begins[c] + count * WIDTH;
  }

  /// Removes and returns a class whose tile is ripe; −1 if there is none.
  int nextRipe() {
    return ripeCount == 0 ? -1 : ripe[--ripeCount];
  }

  /// Discards the rows of a class.
  void release(int c) {
    setCount(c, 0);
  }

  /// Discards all rows, and all tiles if they are large.
  void clear() {
    ripeCount = 0;
    if (end > (long) MAX_KEPT * panels * WIDTH) {
      Arrays.fill(strides, 0);
      Arrays.fill(begins, 0);
      Arrays.fill(freeCounts, 0);
      end = 0;
    }
    for (int c = 0; c < begins.length; c++) {
      setCount(c, 0);
    }
  }
}
