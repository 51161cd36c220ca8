package org.lanewise.internal.kernel;

/// Kernels that score rows by tables of integers, where a group of features of a row has one of 32
/// *patterns*. A table holds one entry for each group, pattern and class, and a score is the sum of
/// one entry of every group. All sums are of integers that do not overflow, so any order gives the
/// same.
///
/// d binary features make G = ⌈d/5⌉ groups; group g holds the features g, g + G, … g + 4G (those
/// below d), and feature g + t·G is bit t of the group's pattern.
///
/// **Digits.** Where vectors of 16 bytes are the widest that look a byte up, a group is 4 features
/// with 16 patterns, and the entry of a class is two *digits* to base 64, a byte each. The bits of
/// a run of 512 rows are then dealt to tiles: row i of tile t is row 8·i + t of the run.
///
/// A tile is 64 rows; its patterns lie at `[g·64 + r]` of group g and row r, and those of the next
/// tile of a run behind them. Where a kernel gives a number for each of them, row r has the *place*
/// `(r mod 4)·16 + r/4`.
public interface TableKernels {

  /// Features of a group.
  int FEATURES = 5;

  /// Patterns of a group, and so entries of its table for one class.
  int PATTERNS = 1 << FEATURES;

  /// Groups whose coarse entries sum to at most 65535 in every class, whatever the row: sums of
  /// them are kept in 16 bits.
  int SPAN = 40;

  /// Features of a group, and patterns of it, where entries are digits.
  int DIGIT_FEATURES = 4;

  int DIGIT_PATTERNS = 1 << DIGIT_FEATURES;

  /// Bits of the lower digit of an entry.
  int DIGIT_BITS = 6;

  /// Consecutive groups whose digits sum to at most 255 in every class, whatever the row; the
  /// number of groups is a multiple of it.
  int DIGIT_SPAN = 4;

  /// The number of elements by which arrays of class sums and of fine tables exceed their contents.
  int SLACK = 15;

  /// Tiles whose patterns are made at once: their words of a feature lie in one cache line.
  int RUN = 8;

  /// The number of groups of d features.
  static int groups(int d) {
    return (d + FEATURES - 1) / FEATURES;
  }

  /// The row of a tile that has a place.
  static int row(int place) {
    return 4 * (place & 15) + (place >>> 4);
  }

  /// The place of a row of a tile.
  static int place(int row) {
    return (row & 3) * 16 + (row >>> 2);
  }

  /// The number of groups of d features where entries are digits.
  static int digitGroups(int d) {
    int span = DIGIT_SPAN * DIGIT_FEATURES;
    return (d + span - 1) / span * DIGIT_SPAN;
  }

  /// The row of a tile that has a place, where entries are digits.
  static int digitRow(int place) {
    return place & 48 | (place & 7) << 1 | place >>> 3 & 1;
  }

  /// Whether [#tileSums] beats [#rowSums] for each row: vectors hold the table of a group.
  boolean tilesAreFast();

  /// The patterns of a run of [#RUN] tiles.
  ///
  /// @param block bit r of `block[j·stride + word + t]` is feature j of row r of tile t; the
  ///   features behind the last up to 5·`groups` are 0
  void patterns(long[] block, int stride, int word, int groups, byte[] out);

  /// Whether [#digitSums] beats both: vectors of 16 bytes look up, and are not the widest.
  boolean digitsAreFast();

  /// The patterns of a run of [#RUN] tiles, where entries are digits: that of group g and row 8·i +
  /// t of the run at `[(t·groups + g)·64 + i]`, with feature g + f·`groups` as bit f.
  ///
  /// @param block as for [#patterns]; the features after the last up to 4·`groups` are 0
  /// @param groups a multiple of [#DIGIT_SPAN]
  void digitPatterns(long[] block, int stride, int word, int groups, byte[] out);

  /// Sums the entries of one class for every row of the tile at `from`: the sum of the row of
  /// [place][#digitRow] p grows `sums[to + p]`.
  ///
  /// @param table the lower digits of group g and pattern i at `[at + 32·g + i]`, the upper ones at
  ///   `[at + 32·g + 16 + i]`, unsigned
  void digitSums(byte[] patterns, int from, int groups, byte[] table, int at, int[] sums, int to);

  /// The patterns of the codes of a feature for a run of [#RUN] tiles: code c gets `min(c, size) −
  /// least + 1` where that is below `patterns` and at least 1, and 0 elsewhere.
  ///
  /// @param codes those of the rows of the run
  /// @param out that of row r of tile t at `[at + t·step + r]`
  void codePatterns(byte[] codes, int least, int size, int patterns, byte[] out, int at, int step);

  /// Sums the coarse entries of every row of the tile at `from` for classes `first` to `k − 1`: the
  /// sum of class c and the row of place p grows `sums[c·64 + p]`.
  ///
  /// @param table unsigned entries, that of class c, group g and pattern i at `[((c − first)·groups
  ///   + g)·32 + i]`
  void tileSums(byte[] patterns, int from, int groups, short[] table, int first, int k, int[] sums);

  /// The class with the largest sum (at a tie the lowest) of every row of a tile, into
  /// `best[place]`, and whether it leads by more than `margin`.
  ///
  /// @param sums at least 0, as [#tileSums] makes them
  /// @return bit `place` is 1 where the lead over every other class is more than `margin`
  long leaders(int[] sums, int k, int margin, int[] best);

  /// Sums the fine entries of the row whose patterns are `patterns[from + 64·g]`: the sum of class
  /// c grows `sums[c]`.
  ///
  /// @param table the entry of class c, group g and pattern i at `[(g·32 + i)·k + c]`, and then
  ///   [#SLACK] elements more
  /// @param k the number of classes
  /// @param sums k sums and [#SLACK] elements more, which get unspecified values
  void rowSums(byte[] patterns, int from, int groups, int[] table, int k, int[] sums);

  /// The synthetic call of a kernel.
  static SyntheticCall synthetic(String kernel) {
    return switch (kernel) {
      case "PATTERNS" ->
          (v, a, n, _, _) -> {
            long[] block = a.bits.of(FEATURES * n * RUN);
            v.tables().patterns(block, RUN, 0, n, a.bytes.of(n * DiscreteKernels.TILE * RUN));
          };
      case "DIGIT_PATTERNS" ->
          (v, a, n, _, _) -> {
            int groups = SyntheticCall.up(n, DIGIT_SPAN);
            long[] block = a.bits.of(DIGIT_FEATURES * groups * RUN);
            byte[] out = a.bytes.of(groups * DiscreteKernels.TILE * RUN);
            v.tables().digitPatterns(block, RUN, 0, groups, out);
          };
      case "DIGIT_SUMS" ->
          (v, a, n, _, _) -> {
            int groups = SyntheticCall.up(n, DIGIT_SPAN);
            byte[] patterns = a.digits.of(groups * DiscreteKernels.TILE);
            byte[] table = a.patterns.of(2 * DIGIT_PATTERNS * groups);
            int[] sums = a.ints.of(DiscreteKernels.TILE);
            v.tables().digitSums(patterns, 0, groups, table, 0, sums, 0);
          };
      case "CODE_PATTERNS" ->
          (v, a, _, _, _) -> {
            byte[] codes = a.codes.of(RUN * DiscreteKernels.TILE);
            byte[] out = a.bytes.of(RUN * DiscreteKernels.TILE);
            v.tables().codePatterns(codes, 0, PATTERNS - 2, PATTERNS, out, 0, DiscreteKernels.TILE);
          };
      case "TILE_SUMS" ->
          (v, a, n, k, _) -> {
            byte[] patterns = a.patterns.of(n * DiscreteKernels.TILE);
            short[] table = a.shorts.of(k * n * PATTERNS);
            int[] sums =
                a.ints.of(
                    k * DiscreteKernels.TILE + SLACK,
                    k * DiscreteKernels.TILE + SLACK,
                    k * DiscreteKernels.TILE);
            v.tables().tileSums(patterns, 0, n, table, 0, k, sums);
          };
      case "LEADERS" ->
          (v, a, _, k, _) -> {
            int[] sums = a.sums.of(k * DiscreteKernels.TILE);
            a.returned(v.tables().leaders(sums, k, 3, a.ints.of(DiscreteKernels.TILE)));
          };
      case "ROW_SUMS" ->
          (v, a, n, k, _) -> {
            byte[] patterns = a.patterns.of(n * DiscreteKernels.TILE);
            int[] table = a.sums.of(n * PATTERNS * k + SLACK);
            v.tables().rowSums(patterns, 0, n, table, k, a.ints.of(k + SLACK, k + SLACK, k));
          };
      default -> throw new IllegalArgumentException(kernel);
    };
  }
}
