package org.lanewise.internal.kernel;

import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntUnaryOperator;

/// The arrays of synthetic calls of one kernel, by their length.
///
/// They are as long as the call needs and no longer: C2 takes checks of indices out of loops by the
/// lengths that it has seen, and would throw the code away with the first call of a user. Sums in
/// them stay finite.
public final class SyntheticArrays {

  /// Every second row that panels go through has so many features, the others few: panels open a
  /// quarter, close it, do both, or neither.
  static final int FEATURES = 68;

  private static final int FEW_FEATURES = 16;

  private static final int WIDTH = PackedTriangle.WIDTH;

  /// Arrays of one content, made when they are first asked for.
  static final class BySize<T> {

    private final IntFunction<T> make;
    private Object[] made = {};

    BySize(IntFunction<T> make) {
      this.make = make;
    }

    @SuppressWarnings("unchecked")
    T of(int size) {
      if (size >= made.length) {
        made = Arrays.copyOf(made, 2 * size + 1);
      }
      if (made[size] == null) {
        made[size] = make.apply(size);
      }
      return (T) made[size];
    }
  }

  // Read: numbers, ones …, 0 1 2 …, where rows of 8 begin, pairs of them, and as many pairs behind.
  final BySize<double[]> x = doubles(SyntheticArrays::number);
  final BySize<float[]> floats =
      new BySize<>(size -> {
        float[] made = new float[size];
        for (int i = 0; i < size; i++) {
          made[i] = (float) number(i);
        }
        return made;
      });
  final BySize<float[]> noFloats = new BySize<>(float[]::new);
  final BySize<double[]> ones = doubles(_ -> 1);
  final BySize<double[]> zeros = doubles(_ -> 0);
  final BySize<int[]> first = ints(_ -> 0);
  final BySize<int[]> places = ints(i -> i);
  final BySize<int[]> rows = ints(i -> WIDTH * i);
  final BySize<int[]> chains = ints(i -> 2 * WIDTH * i);
  final BySize<int[]> otherChains =
      new BySize<>(size -> Arrays.copyOfRange(chains.of(2 * size), size, 2 * size));
  final BySize<int[]> missing = ints(i -> i % MissingKernels.MAX_MISSING);
  final BySize<long[]> bits = new BySize<>(SyntheticArrays::someBits);
  final BySize<byte[]> patterns = new BySize<>(SyntheticArrays::somePatterns);
  final BySize<boolean[]> booleans = new BySize<>(boolean[]::new);
  final BySize<short[]> shorts = new BySize<>(short[]::new);

  // Written; a tile of numbers is left as it is.
  final BySize<double[]> tile = doubles(SyntheticArrays::number);
  final BySize<double[]> out = doubles(_ -> 0);
  final BySize<double[]> more = doubles(_ -> 0);
  final BySize<double[]> work = doubles(_ -> 0);
  final BySize<float[]> outFloats = new BySize<>(float[]::new);
  final BySize<float[]> moreFloats = new BySize<>(float[]::new);
  final BySize<float[]> workFloats = new BySize<>(float[]::new);
  final BySize<int[]> ints = ints(_ -> 0);
  final BySize<long[]> words = new BySize<>(long[]::new);
  final BySize<byte[]> bytes = new BySize<>(byte[]::new);
  final BySize<PanelMoments> moments = new BySize<>(this::someMoments);
  private final ColumnPanel panel = new ColumnPanel();
  private int features = FEW_FEATURES;

  private static BySize<double[]> doubles(IntToDoubleFunction value) {
    return new BySize<>(size -> {
      double[] made = new double[size];
      Arrays.setAll(made, value);
      return made;
    });
  }

  private static BySize<int[]> ints(IntUnaryOperator value) {
    return new BySize<>(size -> {
      int[] made = new int[size];
      Arrays.setAll(made, value);
      return made;
    });
  }

  /// From 0.5 to 1.5, none equal to its neighbours.
  private static double number(int i) {
    return 0.5 + (i * 0x9E37 & 1023) / 1024.0;
  }

  private static long[] someBits(int size) {
    long[] made = new long[size];
    Arrays.setAll(made, i -> 0x5555555555555555L << (i & 1));
    return made;
  }

  private static byte[] somePatterns(int size) {
    byte[] made = new byte[size];
    for (int i = 0; i < size; i++) {
      made[i] = (byte) (i * 7 % TableKernels.PATTERNS);
    }
    return made;
  }

  private PanelMoments someMoments(int slots) {
    PanelMoments made = new PanelMoments(slots);
    System.arraycopy(rows.of(slots), 0, made.base, 0, slots);
    Arrays.fill(made.weight, 1);
    Arrays.fill(made.before, 1);
    Arrays.fill(made.share, 0.5);
    made.anchor = new double[WIDTH * slots];
    made.mean = new double[WIDTH * slots];
    made.square = new double[WIDTH * slots];
    return made;
  }

  /// The next panel of such a row.
  ColumnPanel nextPanel(int atLeast) {
    panel.rows =
        (atLeast + ScoreKernels.ROW_STEP - 1) / ScoreKernels.ROW_STEP * ScoreKernels.ROW_STEP;
    Arrays.fill(panel.columns, x.of(panel.rows));
    if (!panel.next(features)) {
      features = features == FEATURES ? FEW_FEATURES : FEATURES;
      panel.reset();
      panel.next(features);
    }
    return panel;
  }
}
