package org.lanewise.internal.tier;

import static org.lanewise.internal.kernel.ScoreKernels.classStride;
import static org.lanewise.internal.kernel.ScoreKernels.width;

import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntUnaryOperator;
import org.lanewise.internal.kernel.ChunkRows;
import org.lanewise.internal.kernel.ColumnPanel;
import org.lanewise.internal.kernel.DiagonalKernels;
import org.lanewise.internal.kernel.DiscreteKernels;
import org.lanewise.internal.kernel.FactorKernels;
import org.lanewise.internal.kernel.GaussianKernels;
import org.lanewise.internal.kernel.KernelSet;
import org.lanewise.internal.kernel.PackedTriangle;
import org.lanewise.internal.kernel.PanelMoments;
import org.lanewise.internal.kernel.ScoreKernels;
import org.lanewise.internal.kernel.TableKernels;

/// A made call of every kernel, for [Exercise].
///
/// Arrays are as long as the kernel needs and no longer: C2 takes checks of indices out of loops,
/// and what it learned of longer arrays would have to be thrown away with the first call of a user.
/// Calls share arrays of one size; what is added up in them stays finite.
final class MadeCalls {

  /// A call of a kernel whose arguments have up to three extents.
  interface Call {

    /// Makes the call; only the first in a shape allocates, its arrays.
    ///
    /// @param a features of a row, rows of a block, or panels
    /// @param b classes, or the rows of panels
    /// @param c the missing features of a row, or the features of a block
    void run(KernelSet kernels, int a, int b, int c);
  }

  /// Arrays by their length, made when they are first asked for.
  private static final class Made<T> {

    private final IntFunction<T> make;
    private Object[] bySize = {};

    Made(IntFunction<T> make) {
      this.make = make;
    }

    @SuppressWarnings("unchecked")
    T of(int size) {
      if (size >= bySize.length) {
        bySize = Arrays.copyOf(bySize, 2 * size + 1);
      }
      if (bySize[size] == null) {
        bySize[size] = make.apply(size);
      }
      return (T) bySize[size];
    }
  }

  private static final int WIDTH = PackedTriangle.WIDTH;
  private static final int TILE = DiscreteKernels.TILE;
  private static final int SLACK = TableKernels.SLACK;
  private static final int TABLE = TableKernels.PATTERNS;

  // Read. Numbers are from 0.5 to 1.5, none equal to its neighbours.
  private static final Made<double[]> X = doubles(i -> 0.5 + (i * 0x9E37 & 1023) / 1024.0);
  private static final Made<double[]> ONES = doubles(_ -> 1);
  private static final Made<double[]> ZEROS = doubles(_ -> 0);
  private static final Made<int[]> FIRST = ints(_ -> 0);
  private static final Made<int[]> PLACES = ints(i -> i);
  private static final Made<int[]> ROWS = ints(i -> WIDTH * i);
  private static final Made<int[]> CHAINS = ints(i -> 2 * WIDTH * i);
  private static final Made<int[]> MISSING = ints(i -> i % ScoreKernels.MOST_MISSING);
  private static final Made<long[]> BITS = new Made<>(MadeCalls::bits);
  private static final Made<byte[]> PATTERNS = new Made<>(MadeCalls::patterns);

  // Written; the tile as it was.
  private static final Made<double[]> TILES = doubles(i -> 0.5 + (i * 0x9E37 & 1023) / 1024.0);
  private static final Made<double[]> OUT = doubles(_ -> 0);
  private static final Made<double[]> MORE = doubles(_ -> 0);
  private static final Made<double[]> WORK = doubles(_ -> 0);
  private static final Made<int[]> INTS = ints(_ -> 0);
  private static final Made<long[]> WORDS = new Made<>(long[]::new);
  private static final Made<byte[]> BYTES = new Made<>(byte[]::new);

  private MadeCalls() {}

  private static Made<double[]> doubles(IntToDoubleFunction value) {
    return new Made<>(size -> {
      double[] made = new double[size];
      Arrays.setAll(made, value);
      return made;
    });
  }

  private static Made<int[]> ints(IntUnaryOperator value) {
    return new Made<>(size -> {
      int[] made = new int[size];
      Arrays.setAll(made, value);
      return made;
    });
  }

  private static long[] bits(int size) {
    long[] made = new long[size];
    Arrays.setAll(made, i -> 0x5555555555555555L << (i & 1));
    return made;
  }

  private static byte[] patterns(int size) {
    byte[] made = new byte[size];
    for (int i = 0; i < size; i++) {
      made[i] = (byte) (i * 7 % TABLE);
    }
    return made;
  }

  private static double[] x(int size) {
    return X.of(size);
  }

  private static double[] out(int size) {
    return OUT.of(size);
  }

  static Call of(Kernel kernel) {
    return switch (kernel) {
      case AFFINE_ROW ->
          (v, d, k, _) -> {
            int stride = classStride(k);
            v.score().affineRow(x(d), d, x(d * stride), x(stride), k, out(stride));
          };
      case DIAGONAL_ROW ->
          (v, d, k, _) -> {
            int s = classStride(k);
            v.score().diagonalRow(x(d), d, x(d * s), x(d * s), x(s), k, out(s));
          };
      case AFFINE_PANEL -> {
        Panels panels = new Panels();
        yield (v, n, k, _) -> {
          ColumnPanel panel = panels.next(n);
          double[] chain = MORE.of(k * panel.rows);
          double[] weight = x(Panels.FEATURES * k);
          v.score()
              .affinePanel(
                  panel,
                  x(Panels.FEATURES),
                  weight,
                  x(k),
                  k,
                  0,
                  k,
                  chain,
                  out(chain.length),
                  panel.rows);
        };
      }
      case DIAGONAL_PANEL -> {
        Panels panels = new Panels();
        yield (v, n, k, _) -> {
          ColumnPanel panel = panels.next(n);
          double[] chain = MORE.of(k * panel.rows);
          double[] mean = x(Panels.FEATURES * k);
          v.score()
              .diagonalPanel(
                  panel,
                  x(Panels.FEATURES),
                  mean,
                  mean,
                  k,
                  0,
                  k,
                  chain,
                  out(chain.length),
                  panel.rows);
        };
      }
      case SEEN_PANEL -> {
        Panels panels = new Panels();
        yield (v, n, k, _) -> {
          ColumnPanel panel = panels.next(n);
          double[] chain = MORE.of(k * panel.rows);
          double[] mean = x(Panels.FEATURES * k);
          v.score()
              .seenPanel(
                  panel,
                  x(Panels.FEATURES),
                  mean,
                  mean,
                  mean,
                  k,
                  0,
                  k,
                  chain,
                  out(chain.length),
                  panel.rows);
        };
      }
      case TRIANGULAR_ROW ->
          (v, d, _, _) ->
              v.score().triangularRow(x(width(d)), d, x(PackedTriangle.size(d)), 0, out(width(d)));
      case TRIANGULAR_BLOCK ->
          (v, n, _, d) -> {
            double[] block = x(d * ScoreKernels.STRIDE);
            double[] factor = x(PackedTriangle.size(d));
            double[] strip = MORE.of(ScoreKernels.stripSize(d));
            int rows = up(n, 32);
            v.score().triangularBlock(block, rows, d, x(d), factor, 0, strip, out(rows), 0);
          };
      case CLASS_FILL ->
          (v, d, k, m) -> {
            int s = classStride(k);
            double[] each = x(d * s);
            double[] precision = x(d * width(d) * s);
            double[] scratch = WORK.of(ScoreKernels.fillScratch(m));
            v.score()
                .classFill(
                    x(d),
                    d,
                    PLACES.of(m),
                    m,
                    each,
                    each,
                    precision,
                    each,
                    k,
                    scratch,
                    out(m * s),
                    0,
                    MORE.of(s),
                    ZEROS.of(s),
                    0);
          };
      case SHARED_FILLS ->
          (v, d, k, m) -> {
            int rows = d % 2 == 0 ? 9 : 1;
            int most = rows * ScoreKernels.MOST_MISSING;
            int s = classStride(k);
            double[] scratch = WORK.of(ScoreKernels.fillScratch(m));
            double[] precision = x(d * width(d));
            v.score()
                .sharedFills(
                    x(rows * width(d)),
                    d,
                    PLACES.of(rows),
                    0,
                    rows,
                    MISSING.of(most),
                    m,
                    precision,
                    x(d),
                    x(d * s),
                    k,
                    scratch,
                    out(most),
                    MORE.of(rows * s),
                    TILES.of(2 * rows));
          };
      case FIND_MISSING ->
          (v, n, _, _) -> v.score().findMissing(x(4 * n), 0, 4 * n, 3, WORDS.of(4 * n), 0);
      case SHIFT -> (v, n, _, _) -> v.score().shift(x(4 * n), 0, 4 * n, 1, out(4 * n), 0);
      case FINITE -> (v, n, _, _) -> v.score().finite(x(4 * n), 0, 4 * n);
      case ARGMAX ->
          (v, n, k, _) -> {
            int rows = up(n, ScoreKernels.ROW_STEP);
            v.score().argmax(x(k * rows), rows, rows, k, INTS.of(rows), 0, out(rows));
          };
      case SCORE_ROW ->
          (v, a, k, _) -> {
            int d = 4 * a;
            int s = classStride(k);
            v.discrete().scoreRow(BITS.of(words(d)), 0, d, x(d * s), x(s), k, out(s), 0);
          };
      case SCORE_SPARSE ->
          (v, d, k, m) -> {
            int s = classStride(k);
            int entries = m == 1 ? 0 : d;
            double[] values = k % 2 == 0 ? x(entries) : null;
            int[] indices = PLACES.of(entries);
            v.discrete().scoreSparse(indices, values, 0, entries, d, x(d * s), x(s), k, out(s), 0);
          };
      case SCORE_PLACES ->
          (v, d, k, _) -> {
            int s = classStride(k);
            v.discrete().scorePlaces(PLACES.of(d), d, x(d * s), x(s), k, out(s));
          };
      case SCORE_ROWS ->
          (v, n, k, c) -> {
            int d = 4 * c;
            int s = classStride(k);
            long[] rows = BITS.of(n * words(d));
            v.discrete().scoreRows(rows, words(d), n, d, x(d * s), x(s), k, out(n * s));
          };
      case SCORE_TILE ->
          (v, _, k, d) -> {
            int s = classStride(k);
            v.discrete().scoreTile(BITS.of(d), 1, 0, d, x(d * s), x(s), k, out(TILE * k));
          };
      case SCORE_TILE_OF_PLACES ->
          (v, n, k, d) -> {
            int s = classStride(k);
            int[] places = FIRST.of(d * TILE);
            v.discrete().scoreTileOfPlaces(places, up(n, 4), d, x(d * s), x(s), k, out(TILE * s));
          };
      case PATTERNS ->
          (v, n, _, _) -> {
            int run = TableKernels.RUN;
            long[] block = BITS.of(TableKernels.FEATURES * n * run);
            v.tables().patterns(block, run, 0, n, BYTES.of(n * TILE * run));
          };
      case CODE_PATTERNS ->
          (v, _, _, _) -> v.tables().codePatterns(BYTES.of(TILE), 0, 0, TABLE - 2);
      case TILE_SUMS -> {
        Made<short[]> tables = new Made<>(short[]::new);
        yield (v, n, k, _) -> {
          short[] table = tables.of(k * n * TABLE);
          v.tables().tileSums(PATTERNS.of(n * TILE), 0, n, table, 0, k, INTS.of(k * TILE + SLACK));
        };
      }
      case LEADERS -> (v, _, k, _) -> v.tables().leaders(FIRST.of(k * TILE), k, 3, INTS.of(TILE));
      case ROW_SUMS ->
          (v, n, k, _) -> {
            int[] table = FIRST.of(n * TABLE * k + SLACK);
            v.tables().rowSums(PATTERNS.of(n * TILE), 0, n, table, k, INTS.of(k + SLACK));
          };
      case LOG -> (v, n, _, _) -> v.elementary().log(x(4 * n), 0, 4 * n, out(4 * n), 0);
      case LOG1P -> (v, n, _, _) -> v.elementary().log1p(x(4 * n), 0, 4 * n, out(4 * n), 0);
      case EXP_ROW ->
          (v, _, k, _) -> v.elementary().expRow(x(classStride(k)), k, k / 2, out(classStride(k)));
      case REST_OF_LARGEST ->
          (v, n, k, _) ->
              v.elementary()
                  .restOfLargest(x(k * n), 0, n, k, n, out(n), MORE.of(n), WORK.of(2 * n));
      case DEAL -> {
        double[][] columns = new double[WIDTH][];
        yield (v, _, n, _) -> {
          Arrays.fill(columns, x(8 * n));
          v.gaussian().deal(columns, 0, 8 * n, ROWS.of(8 * n), out(WIDTH * 8 * n), 0);
        };
      }
      case MOVE ->
          (v, _, n, _) -> {
            int size = WIDTH * 8 * n;
            v.gaussian().move(x(size), 0, 8 * n, ROWS.of(8 * n), out(size), 0);
          };
      case GAUSSIAN_SUMS ->
          (v, p, n, _) -> {
            double[] anchor = ZEROS.of(WIDTH * p);
            v.gaussian()
                .sums(x(WIDTH * p * n), 0, WIDTH * n, p, n, ONES.of(n), anchor, 0, out(WIDTH * p));
          };
      case CENTRE ->
          (v, p, n, _) -> {
            double[] zeros = ZEROS.of(WIDTH * p);
            double[] tile = TILES.of(WIDTH * p * n);
            v.gaussian().centre(tile, 0, WIDTH * n, p, n, ONES.of(n), zeros, 0, zeros);
          };
      case GAUSSIAN_ABSORB ->
          (v, p, n, _) -> {
            double[] zeros = ZEROS.of(WIDTH * p);
            double[] tile = TILES.of(WIDTH * p * n);
            v.gaussian()
                .absorb(
                    tile,
                    0,
                    WIDTH * n,
                    p,
                    n,
                    FIRST.of(n),
                    ZEROS.of(n),
                    ONES.of(n),
                    zeros,
                    out(WIDTH * p));
          };
      case PRODUCTS ->
          (v, p, n, _) ->
              v.gaussian().products(x(WIDTH * p * n), 0, 0, WIDTH * n, p, n, triangle(OUT, p), 0);
      case NEW_SCATTER ->
          (v, p, n, _) ->
              v.gaussian().newScatter(x(WIDTH * p * n), 0, WIDTH * n, p, n, triangle(OUT, p), 0);
      case MERGE_TILE ->
          (v, p, n, _) -> {
            double[] right = n % 2 == 0 ? triangle(X, p) : null;
            double[] work = WORK.of(GaussianKernels.MERGE_WORK);
            v.gaussian()
                .mergeTile(
                    x(WIDTH * p * n),
                    0,
                    WIDTH * n,
                    p,
                    n,
                    right,
                    triangle(OUT, p),
                    x(WIDTH * p),
                    1e-3,
                    work);
          };
      case MERGE_SCATTER ->
          (v, p, _, _) ->
              v.gaussian()
                  .mergeScatter(triangle(OUT, p), 0, triangle(X, p), 0, p, x(WIDTH * p), 1e-3);
      case MEMBERS ->
          (v, p, _, _) -> {
            int k = Math.min(p, DiagonalKernels.MAX_CLASSES);
            v.diagonal().members(FIRST.of(ChunkRows.MAX), k, WORDS.of(up(k, 2) * ChunkRows.WORDS));
          };
      case DIAGONAL_SUMS -> {
        ChunkRows rows = new ChunkRows(DiagonalKernels.MAX_CLASSES);
        yield (v, p, n, _) -> {
          int k = Math.min(p, DiagonalKernels.MAX_CLASSES);
          rows.set(k, n, n % 2 == 0 ? x(n) : null, 0);
          rows.complete(v.diagonal());
          v.diagonal().sums(x(n), 0, rows, x(k + 2), out(DiagonalKernels.CHAINS_SIZE));
        };
      }
      case WIDE_CHUNK -> {
        Made<PanelMoments> panels = new Made<>(MadeCalls::panel);
        Made<int[]> others =
            new Made<>(size -> Arrays.stream(CHAINS.of(2 * size)).skip(size).toArray());
        yield (v, _, n, _) -> {
          DiagonalKernels kernels = v.diagonal();
          double[] values = x(WIDTH * n);
          double[] sums = out(2 * 2 * WIDTH * n);
          int[] list = INTS.of(n);
          int[] settled = INTS.of(n + 1);
          kernels.pivots(ROWS.of(n), n, 0, values, values, TILES.of(WIDTH * n));
          kernels.addRows(
              values, ROWS.of(n), FIRST.of(n), CHAINS.of(n), ONES.of(n), 0, n, values, sums);
          kernels.addChains(CHAINS.of(n), others.of(n), 0, n, sums);
          System.arraycopy(PLACES.of(n), 0, list, 0, n);
          Arrays.fill(settled, 0);
          kernels.settle(
              list, n, n % 2 == 0, panels.of(n), sums, CHAINS.of(n), TILES.of(WIDTH * n), settled);
        };
      }
      case SETTLE_SINGLES -> {
        Made<PanelMoments> panels = new Made<>(MadeCalls::panel);
        yield (v, _, n, _) ->
            v.diagonal().settleSingles(x(WIDTH * n), ROWS.of(n), 0, n, panels.of(n));
      }
      case DIAGONAL_ABSORB ->
          (v, p, n, _) -> {
            double[] zeros = ZEROS.of(WIDTH * p);
            v.diagonal()
                .absorb(
                    x(WIDTH * p * n),
                    0,
                    WIDTH * n,
                    p,
                    n,
                    FIRST.of(n),
                    ZEROS.of(n),
                    ONES.of(n),
                    zeros,
                    MORE.of(WIDTH * p),
                    out(WIDTH * p));
          };
      case PACK_BYTES ->
          (v, n, _, _) -> v.pack().bytes(BYTES.of(8 * n), 0, 8 * n, WORDS.of(words(8 * n)), 0);
      case PACK_BOOLEANS -> {
        Made<boolean[]> values = new Made<>(boolean[]::new);
        yield (v, n, _, _) ->
            v.pack().booleans(values.of(8 * n), 0, 8 * n, WORDS.of(words(8 * n)), 0);
      }
      case PACK_BINARY ->
          (v, n, _, _) -> v.pack().binary(ZEROS.of(8 * n), 0, 8 * n, WORDS.of(words(8 * n)), 0);
      case PACK_ABOVE ->
          (v, n, _, _) -> v.pack().above(1, x(8 * n), 0, 8 * n, WORDS.of(words(8 * n)), 0);
      case TRANSPOSE -> (v, _, _, _) -> v.pack().transpose(WORDS.of(Long.SIZE));
      case COUNT ->
          (v, n, k, _) -> v.count().count(BITS.of(n), 0, n, BITS.of(n * k), n, k, WORDS.of(k), 0);
      case COUNT_TWO ->
          (v, n, k, _) -> {
            long[] column = BITS.of(n);
            v.count().countTwo(column, column, 0, n, BITS.of(n * k), n, k, WORDS.of(2 * k), 0);
          };
      case MASKS ->
          (v, n, k, _) ->
              v.count().masks(FIRST.of(n * Long.SIZE), n * Long.SIZE, k, n, WORDS.of(n * k));
      case FACTOR -> {
        int block = WIDTH * WIDTH;
        double[] one = new double[block];
        for (int i = 0; i < WIDTH; i++) {
          one[i * WIDTH + i] = 1;
        }
        yield (v, p, n, _) -> {
          FactorKernels kernels = v.factor();
          int strips = Math.min(p, FactorKernels.STRIPS);
          int step = WIDTH * up(n, WIDTH);
          double[] sides = TILES.of(strips * block);
          kernels.subtractProduct(
              x(WIDTH * n), 0, x(strips * step), 0, n, out(strips * step), 0, step, strips);
          kernels.forward(one, 0, ONES.of(WIDTH), 0, sides, 0, block, strips);
          kernels.backward(one, 0, ONES.of(WIDTH), 0, sides, 0, block, strips);
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

  private static double[] triangle(Made<double[]> made, int panels) {
    return made.of(PackedTriangle.size(WIDTH * panels));
  }

  private static PanelMoments panel(int slots) {
    PanelMoments panel = new PanelMoments(slots);
    System.arraycopy(ROWS.of(slots), 0, panel.base, 0, slots);
    Arrays.fill(panel.weight, 1);
    Arrays.fill(panel.before, 1);
    Arrays.fill(panel.share, 0.5);
    panel.anchor = new double[WIDTH * slots];
    panel.mean = new double[WIDTH * slots];
    panel.square = new double[WIDTH * slots];
    return panel;
  }

  /// The panels of a row one after the other: 8 columns wide, and 4 at the end of a quarter.
  private static final class Panels {

    static final int FEATURES = 68;

    private final ColumnPanel panel = new ColumnPanel();

    ColumnPanel next(int rows) {
      panel.rows = up(rows, ScoreKernels.ROW_STEP);
      Arrays.fill(panel.columns, x(panel.rows));
      if (!panel.next(FEATURES)) {
        panel.reset();
        panel.next(FEATURES);
      }
      return panel;
    }
  }
}
