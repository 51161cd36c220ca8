package org.lanewise.internal.kernel;

import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntUnaryOperator;

/// The arrays of synthetic calls of one kernel, by their length.
///
/// They are as long as the call needs and no longer: C2 takes checks of indices out of loops by the
/// lengths that it has seen, and would throw the code away with the first call of a user. Sums in
/// them stay finite, unless the numbers are [Numbers#SPECIAL].
///
/// To compare two implementations, each makes the same calls with arrays of its own, which are then
/// [compared][#difference].
public final class SyntheticArrays {

  /// Every second row that panels go through has so many features, the others few: panels open a
  /// quarter, close it, do both, or neither.
  static final int FEATURES = 68;

  private static final int FEW_FEATURES = 16;

  private static final int WIDTH = PackedTriangle.WIDTH;

  /// The arrays that one call asks for at the most.
  private static final double[] TIES = {1, -1, 0.0, -0.0, 0.5, 0.5};

  private static final double[] EXTREMES = {
    Double.MIN_VALUE, -5 * Double.MIN_VALUE, 1e150, -1e-150, 1e8, -1e-30, 0.0, -0.0
  };

  private static final double[] SPECIALS = {
    Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, -0.0, 0.0
  };

  private static final int MAX_ASKED = 32;

  private static final int MAX_LABELS = 64;

  /// The numbers in arrays that kernels read.
  public enum Numbers {
    /// From 0.5 to 1.5, none equal to its neighbours.
    ORDINARY,
    /// Few different ones: equal numbers, signs, and zeros of both signs.
    TIED,
    /// Those of about unit size between subnormal, tiny and huge ones.
    EXTREME,
    /// Ordinary ones, and here and there an infinity, a NaN or a zero.
    SPECIAL
  }

  /// Arrays of one content, made when they are first asked for.
  final class BySize<T> {

    private final IntFunction<T> make;
    private Object[] made = {};

    BySize(IntFunction<T> make) {
      this.make = make;
    }

    /// An array; the kernel specifies all of its elements.
    T of(int size) {
      return of(size, 1, 1);
    }

    /// An array; the kernel specifies the first `used` of every `stride` elements.
    @SuppressWarnings("unchecked")
    T of(int size, int stride, int used) {
      if (size >= made.length) {
        made = Arrays.copyOf(made, 2 * size + 1);
      }
      if (made[size] == null) {
        made[size] = make.apply(size);
      }
      asked[askedCount] = made[size];
      strides[askedCount] = stride;
      specified[askedCount++] = used;
      return (T) made[size];
    }
  }

  private final Numbers numbers;
  private final Object[] asked = new Object[MAX_ASKED];
  private final int[] strides = new int[MAX_ASKED];
  private final int[] specified = new int[MAX_ASKED];
  private int askedCount;
  private long returned;

  // Read: numbers, ones …, 0 1 2 …, where rows of 8 begin, pairs of them, and as many pairs behind.
  final BySize<double[]> x = doubles(this::number);
  final BySize<float[]> floats = new BySize<>(this::someFloats);
  final BySize<double[]> ones = doubles(_ -> 1);
  final BySize<double[]> halves = doubles(_ -> 0.5);
  final BySize<int[]> first = ints(_ -> 0);
  final BySize<int[]> places = ints(i -> i);
  final BySize<int[]> rows = ints(i -> WIDTH * i);
  final BySize<int[]> chains = ints(i -> 2 * WIDTH * i);
  final BySize<int[]> otherChains =
      new BySize<>(size -> Arrays.copyOfRange(chains.of(2 * size), size, 2 * size));
  final BySize<int[]> missing = ints(i -> i % MissingKernels.MAX_MISSING);
  final BySize<double[]> padded =
      new BySize<>(d -> Arrays.copyOf(Arrays.copyOf(x.of(d), d), ScoreKernels.width(d)));
  final BySize<double[]> triangle = new BySize<>(this::someTriangle);
  final BySize<double[]> binary = doubles(this::binary);
  final BySize<double[]> finite = doubles(this::finite);

  @SuppressWarnings({"unchecked", "rawtypes"}) // There are no arrays of generic types.
  private final BySize<int[]>[] labels = new BySize[MAX_LABELS + 1];

  final BySize<int[]> sums = ints(this::sum);
  final BySize<long[]> bits =
      new BySize<>(size -> {
        long[] made = new long[size];
        Arrays.setAll(made, i -> i * 0x9E3779B97F4A7C15L);
        return made;
      });
  final BySize<byte[]> patterns = bytes(TableKernels.PATTERNS);
  final BySize<byte[]> digits = bytes(TableKernels.DIGIT_PATTERNS);
  final BySize<byte[]> codes = bytes(1 << Byte.SIZE);
  final BySize<byte[]> binaries;
  final BySize<boolean[]> booleans =
      new BySize<>(size -> {
        boolean[] made = new boolean[size];
        for (int i = 0; i < size; i++) {
          made[i] = hash(i) % 2 == 1;
        }
        return made;
      });
  final BySize<short[]> shorts =
      new BySize<>(size -> {
        short[] made = new short[size];
        for (int i = 0; i < size; i++) {
          made[i] = (short) (hash(i) % 300);
        }
        return made;
      });

  // Scratch, which is not compared.
  final BySize<double[]> work = new BySize<>(double[]::new);
  final BySize<float[]> workFloats = new BySize<>(float[]::new);
  final BySize<int[]> workInts = new BySize<>(int[]::new);

  // Written; a tile of numbers is left as it is.
  final BySize<double[]> tile = doubles(this::number);
  final BySize<double[]> out = doubles(_ -> 0);
  final BySize<double[]> more = doubles(_ -> 0);
  final BySize<float[]> tileFloats = new BySize<>(this::someFloats);
  final BySize<float[]> outFloats = new BySize<>(float[]::new);
  final BySize<float[]> leaders = new BySize<>(float[]::new);
  final BySize<float[]> moreFloats = new BySize<>(float[]::new);
  final BySize<int[]> ints = ints(_ -> 0);
  final BySize<long[]> words = new BySize<>(long[]::new);
  final BySize<byte[]> bytes = new BySize<>(byte[]::new);
  final BySize<PanelMoments> moments = new BySize<>(this::someMoments);
  private final ColumnPanel panel = new ColumnPanel();
  private int features = FEW_FEATURES;

  /// Makes no arrays yet.
  public SyntheticArrays(Numbers numbers) {
    this.numbers = numbers;
    binaries = bytes(numbers == Numbers.SPECIAL ? 3 : 2);
  }

  private BySize<double[]> doubles(IntToDoubleFunction value) {
    return new BySize<>(size -> {
      double[] made = new double[size];
      Arrays.setAll(made, value);
      return made;
    });
  }

  private BySize<byte[]> bytes(int bound) {
    return new BySize<>(size -> {
      byte[] made = new byte[size];
      for (int i = 0; i < size; i++) {
        made[i] = (byte) (hash(i) % bound);
      }
      return made;
    });
  }

  private BySize<int[]> ints(IntUnaryOperator value) {
    return new BySize<>(size -> {
      int[] made = new int[size];
      Arrays.setAll(made, value);
      return made;
    });
  }

  /// A number of 15 bits.
  private static int hash(int i) {
    return (i * 0x9E3779B1) >>> 17;
  }

  private double number(int i) {
    double ordinary = 0.5 + (i * 0x9E37 & 1023) / 1024.0;
    int hash = hash(i);
    return switch (numbers) {
      case ORDINARY -> ordinary;
      case TIED -> TIES[hash % TIES.length];
      case EXTREME -> hash % 3 == 0 ? EXTREMES[hash % EXTREMES.length] : ordinary - 1;
      case SPECIAL -> hash % 11 == 5 ? SPECIALS[hash % SPECIALS.length] : ordinary - 1;
    };
  }

  private double finite(int i) {
    double number = number(i);
    return Double.isFinite(number) ? number : 1;
  }

  /// Labels of classes 0 to k − 1.
  int[] labels(int size, int k) {
    if (labels[k] == null) {
      labels[k] = ints(i -> hash(i) % k);
    }
    return labels[k].of(size);
  }

  private int sum(int i) {
    return hash(i) % (numbers == Numbers.TIED ? 4 : 1 << 12);
  }

  private double binary(int i) {
    return numbers == Numbers.SPECIAL && hash(i) % 11 == 5 ? number(i) : hash(i) % 2;
  }

  /// Notes the value that a kernel returned.
  void returned(boolean value) {
    returned = value ? 1 : 0;
  }

  void returned(long value) {
    returned = value;
  }

  void returned(double value) {
    returned = Double.doubleToLongBits(value);
  }

  /// Makes a call with these arrays.
  ///
  /// @param extents as those of [SyntheticCall#run]
  public void run(SyntheticCall call, KernelSet kernels, int[] extents) {
    askedCount = 0;
    returned = 0;
    call.run(kernels, this, extents[0], extents[1], extents[2]);
  }

  /// Compares the results of two implementations, bit for bit, except that all NaN are equal: the
  /// specified elements of all arrays of the last [#run], and the value that it returned.
  ///
  /// @return the first difference in a few words, or null
  public String difference(SyntheticArrays other) {
    if (returned != other.returned) {
      return "%d was returned, %d was expected".formatted(other.returned, returned);
    }
    for (int i = 0; i < askedCount; i++) {
      String difference = difference(asked[i], other.asked[i], strides[i], specified[i]);
      if (difference != null) {
        return difference;
      }
    }
    return null;
  }

  private static String difference(Object expected, Object found, int stride, int used) {
    if (expected instanceof PanelMoments moments && found instanceof PanelMoments others) {
      String ofMeans = difference(moments.mean, others.mean, 1, 1);
      return ofMeans == null ? difference(moments.square, others.square, 1, 1) : ofMeans;
    }
    int from = 0;
    while (true) {
      int at = mismatch(expected, found, from);
      if (at < 0) {
        return null;
      }
      at += from;
      if (at % stride < used) {
        return "element %d is %s, %s was expected"
            .formatted(at, element(found, at), element(expected, at));
      }
      from = at + 1;
    }
  }

  private static Object element(Object array, int at) {
    return switch (array) {
      case double[] values -> values[at];
      case float[] values -> values[at];
      case long[] values -> values[at];
      case int[] values -> values[at];
      case short[] values -> values[at];
      default -> ((byte[]) array)[at];
    };
  }

  /// For numbers, `Arrays.mismatch` compares as `doubleToLongBits` does.
  private static int mismatch(Object expected, Object found, int from) {
    return switch (expected) {
      case double[] array ->
          Arrays.mismatch(array, from, array.length, (double[]) found, from, array.length);
      case float[] array ->
          Arrays.mismatch(array, from, array.length, (float[]) found, from, array.length);
      case long[] array ->
          Arrays.mismatch(array, from, array.length, (long[]) found, from, array.length);
      case int[] array ->
          Arrays.mismatch(array, from, array.length, (int[]) found, from, array.length);
      case short[] array ->
          Arrays.mismatch(array, from, array.length, (short[]) found, from, array.length);
      case byte[] array ->
          Arrays.mismatch(array, from, array.length, (byte[]) found, from, array.length);
      default -> -1;
    };
  }

  private float[] someFloats(int size) {
    float[] made = new float[size];
    for (int i = 0; i < size; i++) {
      made[i] = (float) number(i);
    }
    return made;
  }

  private double[] someTriangle(int d) {
    double[] made = new double[PackedTriangle.size(d)];
    for (int i = 0; i < d; i++) {
      for (int j = 0; j <= i; j++) {
        made[PackedTriangle.index(i, j)] = number(i * d + j);
      }
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
