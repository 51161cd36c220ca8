package org.lanewise.internal.tier;

import static org.lanewise.internal.kernel.ScoreKernels.classStride;
import static org.lanewise.internal.kernel.ScoreKernels.width;

import java.util.Arrays;
import org.lanewise.internal.kernel.ChunkRows;
import org.lanewise.internal.kernel.ColumnPanel;
import org.lanewise.internal.kernel.DiagonalKernels;
import org.lanewise.internal.kernel.DiscreteKernels;
import org.lanewise.internal.kernel.FactorKernels;
import org.lanewise.internal.kernel.GaussianKernels;
import org.lanewise.internal.kernel.KernelSet;
import org.lanewise.internal.kernel.PackedTriangle;
import org.lanewise.internal.kernel.ScoreKernels;
import org.lanewise.internal.kernel.TableKernels;

/// The kernels, each with its switch, whether it runs in vectors, and with a made call for
/// [Exercise]. A kernel begins scalar and changes once, for good.
///
/// The fields that callers touch are plain, so a caller may see the change late. It never sees half
/// of it: what the switch guards, the vector tier, is a constant of a class that was initialized
/// before. A call that is noted in the moment of a look may be lost, which costs one look.
public enum Kernel {
  // Scores of numeric rows.
  AFFINE_ROW(Shape.ROW),
  AFFINE_PANEL(Shape.BLOCK),
  AFFINE_FLOATS(Shape.BLOCK),
  CENTRE_FLOATS(Shape.BLOCK),
  LEADERS_IN_FLOATS(Shape.BLOCK),
  FILL_STRIPS(Shape.BLOCK),
  AFFINE_STRIPS(Shape.BLOCK),
  DIAGONAL_STRIPS(Shape.BLOCK),
  TRIANGULAR_STRIPS(Shape.BLOCK),
  LEADERS_IN_STRIPS(Shape.BLOCK),
  DIAGONAL_ROW(Shape.ROW),
  DIAGONAL_PANEL(Shape.BLOCK),
  TRIANGULAR_ROW(Shape.ROW),
  TRIANGULAR_BLOCK(Shape.BLOCK),
  SEEN_PANEL(Shape.BLOCK),
  FIND_MISSING(Shape.BLOCK),
  CLASS_FILL(Shape.ROW),
  SHARED_FILLS(Shape.ROW),
  SHIFT(Shape.BLOCK),
  FINITE(Shape.BLOCK),
  ARGMAX(Shape.BLOCK),
  // Scores of bits, counts and categories.
  SCORE_ROW(Shape.ROW),
  SCORE_SPARSE(Shape.ROW),
  SCORE_PLACES(Shape.ROW),
  SCORE_ROWS(Shape.BLOCK),
  SCORE_TILE(Shape.BLOCK),
  SCORE_TILE_OF_PLACES(Shape.BLOCK),
  // Labels by sums of integers.
  PATTERNS(Shape.BLOCK),
  DIGIT_PATTERNS(Shape.BLOCK),
  CODE_PATTERNS(Shape.BLOCK),
  TILE_SUMS(Shape.BLOCK),
  DIGIT_SUMS(Shape.BLOCK),
  LEADERS(Shape.BLOCK),
  ROW_SUMS(Shape.BLOCK),
  // Exponentials and logarithms.
  LOG(Shape.BLOCK),
  LOG1P(Shape.BLOCK),
  EXP_ROW(Shape.ROW),
  REST_OF_LARGEST(Shape.BLOCK),
  // Means and scatters.
  DEAL(Shape.PANELS),
  MOVE(Shape.PANELS),
  GAUSSIAN_SUMS(Shape.PANELS),
  CENTRE(Shape.PANELS),
  GAUSSIAN_ABSORB(Shape.PANELS),
  PRODUCTS(Shape.PANELS),
  NEW_SCATTER(Shape.PANELS),
  MERGE_TILE(Shape.PANELS),
  MERGE_SCATTER(Shape.PANELS),
  // Moments of single features.
  MEMBERS(Shape.PANELS),
  DIAGONAL_SUMS(Shape.PANELS),
  WIDE_CHUNK(Shape.PANELS),
  SETTLE_SINGLES(Shape.PANELS),
  // Bits and counts.
  PACK_BYTES(Shape.BLOCK),
  PACK_BOOLEANS(Shape.BLOCK),
  PACK_BINARY(Shape.BLOCK),
  PACK_ABOVE(Shape.BLOCK),
  TRANSPOSE(Shape.BLOCK),
  COUNT(Shape.BLOCK),
  COUNT_TWO(Shape.BLOCK),
  MASKS(Shape.BLOCK),
  /// All three of a factor.
  FACTOR(Shape.PANELS);

  /// The extents that a kernel is called with.
  enum Shape {
    /// Features, classes and missing features: fewer and more than vectors hold, with every rest.
    ROW(
        new int[][] {
          {1, 3, 1}, {32, 16, 11}, {2, 8, 1}, {20, 12, 9}, {3, 24, 2}, {33, 25, 16}, {5, 40, 4},
          {24, 2, 7}, {6, 8, 5}, {36, 10, 10}, {7, 17, 6}, {28, 20, 3}, {9, 5, 8}, {40, 33, 10},
          {12, 64, 7}, {16, 6, 2}
        }),
    /// Rows, classes and features.
    BLOCK(
        new int[][] {
          {8, 1, 8},
          {64, 10, 24},
          {16, 3, 16},
          {96, 12, 16},
          {24, 4, 8},
          {128, 8, 8},
          {13, 2, 32},
          {48, 33, 16},
          {200, 5, 8},
          {40, 7, 40}
        }),
    /// Panels and their rows.
    PANELS(new int[][] {{1, 16, 0}, {2, 5, 0}, {3, 24, 0}, {4, 9, 0}, {5, 33, 0}, {9, 8, 0}});

    final int[][] extents;

    Shape(int[][] extents) {
      this.extents = extents;
    }
  }

  private static final int WIDTH = PackedTriangle.WIDTH;
  private static final int TILE = DiscreteKernels.TILE;
  private static final int SLACK = TableKernels.SLACK;
  private static final int TABLE = TableKernels.PATTERNS;

  final Shape shape;

  private boolean vector;
  private boolean called;
  private int looks;
  private volatile boolean givenUp;

  Kernel(Shape shape) {
    this.shape = shape;
  }

  /// Whether to run in vectors. A scalar call is noted, once between two looks.
  boolean inVectors() {
    if (vector) {
      return true;
    }
    if (!called) {
      called = true;
      Exercise.wake();
    }
    return false;
  }

  /// Counts the looks in which it was seen to be called in scalar loops.
  ///
  /// @return whether it was called since the last one
  boolean look() {
    if (!isCalled()) {
      return false;
    }
    looks++;
    called = false;
    return true;
  }

  /// Whether it was called since the last look and may still switch.
  boolean isCalled() {
    return called && !vector && !givenUp;
  }

  /// In how many looks it was seen, 0 if there is nothing to exercise.
  int looks() {
    return vector || givenUp ? 0 : looks;
  }

  /// Whether it was called and still is to be exercised.
  boolean isPending() {
    return !vector && !givenUp && (called || looks > 0);
  }

  /// Forgets the calls so far.
  void forget() {
    called = false;
    looks = 0;
  }

  void runInVectors(boolean on) {
    vector = on;
  }

  void staysScalar() {
    givenUp = true;
  }

  /// A call of a kernel with made arguments that have up to three extents.
  interface MadeCall {

    /// Makes the call; only the first in a shape allocates, its arrays.
    ///
    /// @param n features of a row, rows of a block, or panels
    /// @param k classes, or the rows of panels
    /// @param c the missing features of a row, or the features of a block
    void run(KernelSet kernels, MadeArrays arrays, int n, int k, int c);
  }

  MadeCall madeCall() {
    return switch (this) {
      case AFFINE_ROW ->
          (v, a, d, k, _) -> {
            int stride = classStride(k);
            v.score()
                .affineRow(
                    a.x.of(d), d, a.x.of(d * stride), a.x.of(stride), 0, k, a.out.of(stride));
          };
      case AFFINE_FLOATS ->
          (v, a, n, k, d) -> {
            int rows = up(n, ScoreKernels.FLOAT_ROWS);
            int stride = ScoreKernels.floatStride(k);
            v.score()
                .affineFloats(
                    a.floats.of(rows * d),
                    d,
                    rows,
                    d,
                    a.floats.of(d * stride),
                    a.floats.of(stride),
                    k,
                    a.outFloats.of(rows * stride));
          };
      case CENTRE_FLOATS ->
          (v, a, n, _, d) -> {
            int rows = up(n, ScoreKernels.FLOAT_ROWS);
            int width = up(d, ScoreKernels.FLOATS);
            v.score()
                .centreFloats(
                    a.outFloats.of(rows * width),
                    width,
                    rows,
                    width,
                    a.noFloats.of(width),
                    a.floats.of(width),
                    a.moreFloats.of(rows),
                    a.workFloats.of(ScoreKernels.FLOATS * ScoreKernels.FLOAT_ROWS));
          };
      case LEADERS_IN_FLOATS ->
          (v, a, n, k, d) ->
              v.score()
                  .leadersInFloats(
                      a.floats.of(n * ScoreKernels.floatStride(k)),
                      n,
                      k,
                      1,
                      d % 16,
                      a.noFloats.of(n),
                      a.outFloats.of(n),
                      a.ints.of(n),
                      0);
      case FILL_STRIPS ->
          (v, a, n, _, d) -> {
            int rows = up(n, ScoreKernels.STRIP);
            double[] x = a.x.of(rows);
            float[] strips = a.workFloats.of(rows * ScoreKernels.CHUNK);
            v.score()
                .fillStrips(
                    x,
                    x,
                    0,
                    rows,
                    a.more.of(d),
                    a.floats.of(d),
                    0,
                    strips,
                    d - 2,
                    a.outFloats.of(rows));
          };
      case AFFINE_STRIPS ->
          (v, a, n, k, d) -> {
            int rows = up(n, ScoreKernels.STRIP);
            int stride = ScoreKernels.floatStride(k);
            float[] strips = a.floats.of(rows * ScoreKernels.CHUNK);
            float[] weight = a.floats.of(d * stride);
            float[] out = a.outFloats.of(rows * stride);
            v.score()
                .affineStrips(strips, rows, d, 0, d, weight, a.floats.of(stride), k, out, rows);
          };
      case DIAGONAL_STRIPS ->
          (v, a, n, k, d) -> {
            int rows = up(n, ScoreKernels.STRIP);
            int stride = ScoreKernels.floatStride(k);
            float[] strips = a.floats.of(rows * ScoreKernels.CHUNK);
            float[] weight = a.floats.of(d * stride);
            float[] out = a.outFloats.of(rows * stride);
            v.score()
                .diagonalStrips(
                    strips, rows, d, 0, d, weight, weight, a.floats.of(stride), k, out, rows);
          };
      case TRIANGULAR_STRIPS ->
          (v, a, n, _, d) -> {
            int rows = up(n, ScoreKernels.STRIP);
            float[] strips = a.floats.of(rows * ScoreKernels.CHUNK);
            float[] factor = a.floats.of(ScoreKernels.floatTriangle(d));
            float[] start = a.floats.of(up(d, 4));
            float[] images = a.workFloats.of(4 * ScoreKernels.STRIP);
            v.score()
                .triangularStrips(
                    strips, rows, d, factor, start, 0, images, a.outFloats.of(rows), 0);
          };
      case LEADERS_IN_STRIPS ->
          (v, a, n, k, _) -> {
            int rows = up(n, ScoreKernels.STRIP);
            float[] scores = a.floats.of(rows * k);
            v.score()
                .leadersInStrips(
                    scores,
                    rows,
                    rows,
                    k,
                    a.outFloats.of(rows),
                    a.moreFloats.of(rows),
                    a.workFloats.of(rows));
          };
      case DIAGONAL_ROW ->
          (v, a, d, k, _) -> {
            int s = classStride(k);
            v.score()
                .diagonalRow(a.x.of(d), d, a.x.of(d * s), a.x.of(d * s), a.x.of(s), k, a.out.of(s));
          };
      case AFFINE_PANEL ->
          (v, a, n, k, _) -> {
            ColumnPanel panel = a.nextPanel(n);
            double[] chain = a.more.of(k * panel.rows);
            double[] weight = a.x.of(MadeArrays.FEATURES * k);
            v.score()
                .affinePanel(
                    panel,
                    a.x.of(MadeArrays.FEATURES),
                    weight,
                    a.x.of(k),
                    k,
                    0,
                    k,
                    chain,
                    a.out.of(chain.length),
                    panel.rows);
          };
      case DIAGONAL_PANEL ->
          (v, a, n, k, _) -> {
            ColumnPanel panel = a.nextPanel(n);
            double[] chain = a.more.of(k * panel.rows);
            double[] mean = a.x.of(MadeArrays.FEATURES * k);
            v.score()
                .diagonalPanel(
                    panel,
                    a.x.of(MadeArrays.FEATURES),
                    mean,
                    mean,
                    k,
                    0,
                    k,
                    chain,
                    a.out.of(chain.length),
                    panel.rows);
          };
      case SEEN_PANEL ->
          (v, a, n, k, _) -> {
            ColumnPanel panel = a.nextPanel(n);
            double[] chain = a.more.of(k * panel.rows);
            double[] mean = a.x.of(MadeArrays.FEATURES * k);
            v.score()
                .seenPanel(
                    panel,
                    a.x.of(MadeArrays.FEATURES),
                    mean,
                    mean,
                    mean,
                    k,
                    0,
                    k,
                    chain,
                    a.out.of(chain.length),
                    panel.rows);
          };
      case TRIANGULAR_ROW ->
          (v, a, d, _, _) ->
              v.score()
                  .triangularRow(
                      a.x.of(width(d)), d, a.x.of(PackedTriangle.size(d)), 0, a.out.of(width(d)));
      case TRIANGULAR_BLOCK ->
          (v, a, n, _, d) -> {
            double[] block = a.x.of(d * ScoreKernels.STRIDE);
            double[] factor = a.x.of(PackedTriangle.size(d));
            double[] strip = a.more.of(ScoreKernels.stripSize(d));
            int rows = up(n, 32);
            v.score()
                .triangularBlock(block, rows, d, a.x.of(d), factor, 0, strip, a.out.of(rows), 0);
          };
      case CLASS_FILL ->
          (v, a, d, k, m) -> {
            int s = classStride(k);
            double[] each = a.x.of(d * s);
            double[] precision = a.x.of(d * width(d) * s);
            double[] scratch = a.work.of(ScoreKernels.fillScratch(m));
            v.score()
                .classFill(
                    a.x.of(d),
                    d,
                    a.places.of(m),
                    m,
                    each,
                    each,
                    precision,
                    each,
                    k,
                    scratch,
                    a.out.of(m * s),
                    0,
                    a.more.of(s),
                    a.zeros.of(s),
                    0);
          };
      case SHARED_FILLS ->
          (v, a, d, k, m) -> {
            int rows = d % 2 == 0 ? 9 : 1;
            int most = rows * ScoreKernels.MAX_MISSING;
            int s = classStride(k);
            double[] scratch = a.work.of(ScoreKernels.fillScratch(m));
            double[] precision = a.x.of(d * width(d));
            v.score()
                .sharedFills(
                    a.x.of(rows * width(d)),
                    d,
                    a.places.of(rows),
                    0,
                    rows,
                    a.missing.of(most),
                    m,
                    precision,
                    a.x.of(d),
                    a.x.of(d * s),
                    k,
                    scratch,
                    a.out.of(most),
                    a.more.of(rows * s),
                    a.tile.of(2 * rows));
          };
      case FIND_MISSING ->
          (v, a, n, _, _) ->
              v.score().findMissing(a.x.of(4 * n), 0, 4 * n, 3, a.words.of(4 * n), 0);
      case SHIFT ->
          (v, a, n, _, _) -> v.score().shift(a.x.of(4 * n), 0, 4 * n, 1, a.out.of(4 * n), 0);
      case FINITE -> (v, a, n, _, _) -> v.score().finite(a.x.of(4 * n), 0, 4 * n);
      case ARGMAX ->
          (v, a, n, k, _) -> {
            int rows = up(n, ScoreKernels.ROW_STEP);
            v.score().argmax(a.x.of(k * rows), rows, rows, k, a.ints.of(rows), 0, a.out.of(rows));
          };
      case SCORE_ROW ->
          (v, a, e, k, _) -> {
            int d = 4 * e;
            int s = classStride(k);
            v.discrete()
                .scoreRow(a.bits.of(words(d)), 0, d, a.x.of(d * s), a.x.of(s), k, a.out.of(s), 0);
          };
      case SCORE_SPARSE ->
          (v, a, d, k, m) -> {
            int s = classStride(k);
            int entries = m == 1 ? 0 : d;
            double[] values = k % 2 == 0 ? a.x.of(entries) : null;
            int[] indices = a.places.of(entries);
            v.discrete()
                .scoreSparse(
                    indices, values, 0, entries, d, a.x.of(d * s), a.x.of(s), k, a.out.of(s), 0);
          };
      case SCORE_PLACES ->
          (v, a, d, k, _) -> {
            int s = classStride(k);
            v.discrete().scorePlaces(a.places.of(d), d, a.x.of(d * s), a.x.of(s), k, a.out.of(s));
          };
      case SCORE_ROWS ->
          (v, a, n, k, c) -> {
            int d = 4 * c;
            int s = classStride(k);
            long[] rows = a.bits.of(n * words(d));
            v.discrete()
                .scoreRows(rows, words(d), n, d, a.x.of(d * s), a.x.of(s), k, a.out.of(n * s));
          };
      case SCORE_TILE ->
          (v, a, _, k, d) -> {
            int s = classStride(k);
            v.discrete()
                .scoreTile(a.bits.of(d), 1, 0, d, a.x.of(d * s), a.x.of(s), k, a.out.of(TILE * k));
          };
      case SCORE_TILE_OF_PLACES ->
          (v, a, n, k, d) -> {
            int s = classStride(k);
            int[] places = a.first.of(d * TILE);
            v.discrete()
                .scoreTileOfPlaces(
                    places,
                    Math.min(up(n, 4), TILE),
                    d,
                    a.x.of(d * s),
                    a.x.of(s),
                    k,
                    a.out.of(TILE * s));
          };
      case PATTERNS ->
          (v, a, n, _, _) -> {
            int run = TableKernels.RUN;
            long[] block = a.bits.of(TableKernels.FEATURES * n * run);
            v.tables().patterns(block, run, 0, n, a.bytes.of(n * TILE * run));
          };
      case DIGIT_PATTERNS ->
          (v, a, n, _, _) -> {
            int groups = up(n, TableKernels.DIGIT_CHUNK);
            int run = TableKernels.RUN;
            long[] block = a.bits.of(TableKernels.DIGIT_FEATURES * groups * run);
            v.tables().digitPatterns(block, run, 0, groups, a.bytes.of(groups * TILE * run));
          };
      case DIGIT_SUMS ->
          (v, a, n, _, _) -> {
            int groups = up(n, TableKernels.DIGIT_CHUNK);
            byte[] table = a.bytes.of(2 * TableKernels.DIGIT_PATTERNS * groups);
            v.tables()
                .digitSums(a.bytes.of(groups * TILE), 0, groups, table, 0, a.ints.of(TILE), 0);
          };
      case CODE_PATTERNS ->
          (v, a, _, _, _) -> {
            byte[] codes = a.bytes.of(TableKernels.RUN * TILE);
            v.tables().codePatterns(codes, 0, TABLE - 2, TABLE, codes, 0, TILE);
          };
      case TILE_SUMS ->
          (v, a, n, k, _) -> {
            short[] table = a.shorts.of(k * n * TABLE);
            v.tables()
                .tileSums(a.patterns.of(n * TILE), 0, n, table, 0, k, a.ints.of(k * TILE + SLACK));
          };
      case LEADERS ->
          (v, a, _, k, _) -> v.tables().leaders(a.first.of(k * TILE), k, 3, a.ints.of(TILE));
      case ROW_SUMS ->
          (v, a, n, k, _) -> {
            int[] table = a.first.of(n * TABLE * k + SLACK);
            v.tables().rowSums(a.patterns.of(n * TILE), 0, n, table, k, a.ints.of(k + SLACK));
          };
      case LOG ->
          (v, a, n, _, _) -> v.elementary().log(a.x.of(4 * n), 0, 4 * n, a.out.of(4 * n), 0);
      case LOG1P ->
          (v, a, n, _, _) -> v.elementary().log1p(a.x.of(4 * n), 0, 4 * n, a.out.of(4 * n), 0);
      case EXP_ROW ->
          (v, a, _, k, _) ->
              v.elementary().expRow(a.x.of(classStride(k)), k, k / 2, a.out.of(classStride(k)));
      case REST_OF_LARGEST ->
          (v, a, n, k, _) ->
              v.elementary()
                  .restOfLargest(
                      a.x.of(k * n), 0, n, k, n, a.out.of(n), a.more.of(n), a.work.of(2 * n));
      case DEAL -> {
        double[][] columns = new double[WIDTH][];
        yield (v, a, _, n, _) -> {
          Arrays.fill(columns, a.x.of(8 * n));
          v.gaussian().deal(columns, 0, 8 * n, a.rows.of(8 * n), a.out.of(WIDTH * 8 * n), 0);
        };
      }
      case MOVE ->
          (v, a, _, n, _) -> {
            int size = WIDTH * 8 * n;
            v.gaussian().move(a.x.of(size), 0, 8 * n, a.rows.of(8 * n), a.out.of(size), 0);
          };
      case GAUSSIAN_SUMS ->
          (v, a, p, n, _) -> {
            double[] anchor = a.zeros.of(WIDTH * p);
            v.gaussian()
                .sums(
                    a.x.of(WIDTH * p * n),
                    0,
                    WIDTH * n,
                    p,
                    n,
                    a.ones.of(n),
                    anchor,
                    0,
                    a.out.of(WIDTH * p));
          };
      case CENTRE ->
          (v, a, p, n, _) -> {
            double[] zeros = a.zeros.of(WIDTH * p);
            double[] tile = a.tile.of(WIDTH * p * n);
            v.gaussian().centre(tile, 0, WIDTH * n, p, n, a.ones.of(n), zeros, 0, zeros);
          };
      case GAUSSIAN_ABSORB ->
          (v, a, p, n, _) -> {
            double[] zeros = a.zeros.of(WIDTH * p);
            double[] tile = a.tile.of(WIDTH * p * n);
            v.gaussian()
                .absorb(
                    tile,
                    0,
                    WIDTH * n,
                    p,
                    n,
                    a.first.of(n),
                    a.zeros.of(n),
                    a.ones.of(n),
                    zeros,
                    a.out.of(WIDTH * p));
          };
      case PRODUCTS ->
          (v, a, p, n, _) ->
              v.gaussian()
                  .products(a.x.of(WIDTH * p * n), 0, 0, WIDTH * n, p, n, a.out.of(triangle(p)), 0);
      case NEW_SCATTER ->
          (v, a, p, n, _) ->
              v.gaussian()
                  .newScatter(a.x.of(WIDTH * p * n), 0, WIDTH * n, p, n, a.out.of(triangle(p)), 0);
      case MERGE_TILE ->
          (v, a, p, n, _) -> {
            double[] right = n % 2 == 0 ? a.x.of(triangle(p)) : null;
            double[] work = a.work.of(GaussianKernels.MERGE_WORK);
            v.gaussian()
                .mergeTile(
                    a.x.of(WIDTH * p * n),
                    0,
                    WIDTH * n,
                    p,
                    n,
                    right,
                    a.out.of(triangle(p)),
                    a.x.of(WIDTH * p),
                    1e-3,
                    work);
          };
      case MERGE_SCATTER ->
          (v, a, p, _, _) ->
              v.gaussian()
                  .mergeScatter(
                      a.out.of(triangle(p)), 0, a.x.of(triangle(p)), 0, p, a.x.of(WIDTH * p), 1e-3);
      case MEMBERS ->
          (v, a, p, _, _) -> {
            int k = Math.min(p, DiagonalKernels.MAX_CLASSES);
            v.diagonal()
                .members(a.first.of(ChunkRows.MAX), k, a.words.of(up(k, 2) * ChunkRows.WORDS));
          };
      case DIAGONAL_SUMS -> {
        ChunkRows rows = new ChunkRows(DiagonalKernels.MAX_CLASSES);
        yield (v, a, p, n, _) -> {
          int k = Math.min(p, DiagonalKernels.MAX_CLASSES);
          rows.set(k, n, n % 2 == 0 ? a.x.of(n) : null, 0);
          rows.complete(v.diagonal());
          v.diagonal()
              .sums(a.x.of(n), 0, rows, a.x.of(k + 2), a.out.of(DiagonalKernels.CHAINS_SIZE));
        };
      }
      case WIDE_CHUNK ->
          (v, a, _, n, _) -> {
            DiagonalKernels kernels = v.diagonal();
            double[] values = a.x.of(WIDTH * n);
            double[] sums = a.out.of(2 * 2 * WIDTH * n);
            int[] list = a.ints.of(n);
            int[] settled = a.ints.of(n + 1);
            kernels.pivots(a.rows.of(n), n, 0, values, values, a.tile.of(WIDTH * n));
            kernels.addRows(
                values,
                a.rows.of(n),
                a.first.of(n),
                a.chains.of(n),
                a.ones.of(n),
                0,
                n,
                values,
                sums);
            kernels.addChains(a.chains.of(n), a.otherChains.of(n), 0, n, sums);
            System.arraycopy(a.places.of(n), 0, list, 0, n);
            Arrays.fill(settled, 0);
            kernels.settle(
                list,
                n,
                n % 2 == 0,
                a.moments.of(n),
                sums,
                a.chains.of(n),
                a.tile.of(WIDTH * n),
                settled);
          };
      case SETTLE_SINGLES ->
          (v, a, _, n, _) ->
              v.diagonal().settleSingles(a.x.of(WIDTH * n), a.rows.of(n), 0, n, a.moments.of(n));
      case PACK_BYTES ->
          (v, a, n, _, _) ->
              v.pack().bytes(a.bytes.of(8 * n), 0, 8 * n, a.words.of(words(8 * n)), 0);
      case PACK_BOOLEANS ->
          (v, a, n, _, _) ->
              v.pack().booleans(a.booleans.of(8 * n), 0, 8 * n, a.words.of(words(8 * n)), 0);
      case PACK_BINARY ->
          (v, a, n, _, _) ->
              v.pack().binary(a.zeros.of(8 * n), 0, 8 * n, a.words.of(words(8 * n)), 0);
      case PACK_ABOVE ->
          (v, a, n, _, _) ->
              v.pack().above(1, a.x.of(8 * n), 0, 8 * n, a.words.of(words(8 * n)), 0);
      case TRANSPOSE -> (v, a, _, _, _) -> v.pack().transpose(a.words.of(Long.SIZE));
      case COUNT ->
          (v, a, n, k, _) -> v.count().count(a.bits.of(n), 0, n, a.bits.of(n * k), n * (k - 1));
      case COUNT_TWO ->
          (v, a, n, k, _) -> {
            long[] column = a.bits.of(n);
            v.count().countTwo(column, column, 0, n, a.bits.of(n * k), n, k, a.words.of(2 * k), 0);
          };
      case MASKS ->
          (v, a, n, k, _) ->
              v.count().masks(a.first.of(n * Long.SIZE), n * Long.SIZE, k, n, a.words.of(n * k));
      case FACTOR -> {
        int block = WIDTH * WIDTH;
        double[] one = new double[block];
        for (int i = 0; i < WIDTH; i++) {
          one[i * WIDTH + i] = 1;
        }
        yield (v, a, p, n, _) -> {
          FactorKernels kernels = v.factor();
          int strips = Math.min(p, FactorKernels.STRIPS);
          int step = WIDTH * up(n, WIDTH);
          double[] sides = a.tile.of(strips * block);
          kernels.addProduct(
              a.x.of(WIDTH * n),
              0,
              a.x.of(strips * step),
              0,
              n,
              a.out.of(strips * step),
              0,
              step,
              strips);
          kernels.forward(one, 0, a.ones.of(WIDTH), 0, sides, 0, block, strips);
          kernels.backward(one, 0, a.ones.of(WIDTH), 0, sides, 0, block, strips);
        };
      }
    };
  }

  private static int up(int count, int to) {
    return (count + to - 1) / to * to;
  }

  private static int words(int bits) {
    return up(bits, Long.SIZE) / Long.SIZE;
  }

  private static int triangle(int panels) {
    return PackedTriangle.size(WIDTH * panels);
  }
}
