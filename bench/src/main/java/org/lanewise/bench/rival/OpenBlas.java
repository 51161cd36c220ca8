package org.lanewise.bench.rival;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandleProxies;
import java.util.List;
import java.util.Optional;

/// OpenBLAS of the system, a rival, on one thread.
public final class OpenBlas {

  /// What it is called where distributions put it.
  private static final List<String> NAMES =
      List.of(
          "libopenblas.so.0",
          "libopenblas.so",
          "libopenblasp.so.0",
          "libopenblas.dylib",
          "/opt/homebrew/opt/openblas/lib/libopenblas.dylib",
          "/usr/local/opt/openblas/lib/libopenblas.dylib",
          "libopenblas.dll");

  private static final int ROW_MAJOR = 101;
  private static final int COLUMN_MAJOR = 102;
  private static final int AS_IT_IS = 111;
  private static final int TRANSPOSED = 112;
  private static final int LOWER = 122;

  private final Syrk syrk;
  private final Gemm gemm;
  private final Gemm floatGemm;
  private final String coreName;

  /// `cblas_dsyrk`. Public, as all of these, for [MethodHandleProxies].
  public interface Syrk {
    /// C ← α·AᵀA + β·C, or A·Aᵀ.
    void call(
        int order,
        int triangle,
        int transposed,
        int n,
        int k,
        double alpha,
        MemorySegment a,
        int strideOfA,
        double beta,
        MemorySegment c,
        int strideOfC);
  }

  /// `cblas_dgemm` and `cblas_sgemm`.
  public interface Gemm {
    /// C ← α·A·B + β·C, either of them transposed or not; A has m rows, B n columns.
    void call(
        int order,
        int transposedA,
        int transposedB,
        int m,
        int n,
        int k,
        float alpha,
        MemorySegment a,
        int strideOfA,
        MemorySegment b,
        int strideOfB,
        float beta,
        MemorySegment c,
        int strideOfC);
  }

  /// `openblas_get_corename`.
  public interface CoreName {
    /// The address of a string.
    MemorySegment call();
  }

  /// `openblas_set_num_threads`.
  public interface ThreadCount {
    /// Sets it.
    void call(int count);
  }

  /// `setenv`.
  public interface Environment {
    /// Sets a variable; 0 where that went well.
    int call(MemorySegment name, MemorySegment value, int overwrite);
  }

  private OpenBlas(SymbolLookup library) {
    syrk =
        function(
            Syrk.class,
            library.findOrThrow("cblas_dsyrk"),
            FunctionDescriptor.ofVoid(
                JAVA_INT,
                JAVA_INT,
                JAVA_INT,
                JAVA_INT,
                JAVA_INT,
                JAVA_DOUBLE,
                ADDRESS,
                JAVA_INT,
                JAVA_DOUBLE,
                ADDRESS,
                JAVA_INT),
            // Arrays of the heap are passed without a copy.
            Linker.Option.critical(true));
    gemm = gemm(library, "cblas_dgemm", JAVA_DOUBLE);
    floatGemm = gemm(library, "cblas_sgemm", JAVA_FLOAT);
    function(
            ThreadCount.class,
            library.findOrThrow("openblas_set_num_threads"),
            FunctionDescriptor.ofVoid(JAVA_INT))
        .call(1);
    coreName =
        text(
            function(
                    CoreName.class,
                    library.findOrThrow("openblas_get_corename"),
                    FunctionDescriptor.of(ADDRESS))
                .call());
  }

  /// @param real the type of the numbers
  private static Gemm gemm(SymbolLookup library, String name, ValueLayout real) {
    return function(
        Gemm.class,
        library.findOrThrow(name),
        FunctionDescriptor.ofVoid(
            JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, real, ADDRESS, JAVA_INT,
            ADDRESS, JAVA_INT, real, ADDRESS, JAVA_INT),
        Linker.Option.critical(true));
  }

  /// The kernels it chooses by itself, such as `Haswell`; empty where the system has no OpenBLAS.
  public static Optional<String> choice() {
    return library().map(library -> new OpenBlas(library).coreName());
  }

  /// Loads it.
  ///
  /// @param coreType the kernels it shall take, such as `SkylakeX`; `default` leaves the choice to
  ///   it
  /// @throws IllegalStateException if the system has none
  static OpenBlas load(String coreType) {
    choose(coreType);
    return new OpenBlas(
        library()
            .orElseThrow(
                () -> new IllegalStateException("OpenBLAS is not there: none of " + NAMES)));
  }

  /// Loads it, and makes sure of its kernels.
  ///
  /// @throws IllegalStateException if the system has none, or it takes others
  public static OpenBlas require(String coreType) {
    OpenBlas openBlas = load(coreType);
    if (!coreType.equals("default") && !openBlas.coreName().equalsIgnoreCase(coreType)) {
      throw new IllegalStateException(
          "OpenBLAS takes the kernels %s; %s are expected"
              .formatted(openBlas.coreName(), coreType));
    }
    return openBlas;
  }

  /// Has OpenBLAS take these kernels and one thread, whoever loads it in this process. It reads the
  /// environment when it is loaded, so that this process's own can still be set.
  ///
  /// @param coreType as for [#load]
  public static void choose(String coreType) {
    if (!coreType.equals("default")) {
      setEnvironment("OPENBLAS_CORETYPE", coreType);
    }
    setEnvironment("OPENBLAS_NUM_THREADS", "1");
  }

  /// The kernels it chose, such as `Haswell`.
  public String coreName() {
    return coreName;
  }

  /// The lower triangle of XᵀX.
  ///
  /// @param columns column j of X at `[j·rowCount]`
  /// @param out element (i, j), i ≥ j, at `[j·featureCount + i]`
  public void crossProduct(double[] columns, int rowCount, int featureCount, double[] out) {
    syrk.call(
        COLUMN_MAJOR,
        LOWER,
        TRANSPOSED,
        featureCount,
        rowCount,
        1,
        MemorySegment.ofArray(columns),
        rowCount,
        0,
        MemorySegment.ofArray(out),
        featureCount);
  }

  /// X·W.
  ///
  /// @param columns column j of X at `[j·rowCount]`
  /// @param weights column c of W at `[c·featureCount]`
  /// @param out element (i, c) at `[c·rowCount + i]`
  public void product(
      double[] columns,
      double[] weights,
      int rowCount,
      int featureCount,
      int classCount,
      double[] out) {
    gemm.call(
        COLUMN_MAJOR,
        AS_IT_IS,
        AS_IT_IS,
        rowCount,
        classCount,
        featureCount,
        1,
        MemorySegment.ofArray(columns),
        rowCount,
        MemorySegment.ofArray(weights),
        featureCount,
        0,
        MemorySegment.ofArray(out),
        rowCount);
  }

  /// X·W in floats.
  ///
  /// @param rows row i of X at `[i·featureCount]`
  /// @param weights row j of W at `[j·classCount]`
  /// @param out element (i, c) at `[i·classCount + c]`
  public void product(
      float[] rows, float[] weights, int rowCount, int featureCount, int classCount, float[] out) {
    floatGemm.call(
        ROW_MAJOR,
        AS_IT_IS,
        AS_IT_IS,
        rowCount,
        classCount,
        featureCount,
        1,
        MemorySegment.ofArray(rows),
        featureCount,
        MemorySegment.ofArray(weights),
        classCount,
        0,
        MemorySegment.ofArray(out),
        classCount);
  }

  @SuppressWarnings("restricted") // Native code is what this class is for.
  private static <T> T function(
      Class<T> type, MemorySegment address, FunctionDescriptor of, Linker.Option... options) {
    return MethodHandleProxies.asInterfaceInstance(
        type, Linker.nativeLinker().downcallHandle(address, of, options));
  }

  @SuppressWarnings("restricted") // As above.
  private static Optional<SymbolLookup> library() {
    for (String name : NAMES) {
      try {
        return Optional.of(SymbolLookup.libraryLookup(name, Arena.global()));
      } catch (IllegalArgumentException e) {
        // Not under this name; perhaps under the next.
      }
    }
    return Optional.empty();
  }

  @SuppressWarnings("restricted") // As above.
  private static String text(MemorySegment address) {
    return address.reinterpret(Long.MAX_VALUE).getString(0);
  }

  private static void setEnvironment(String name, String value) {
    Environment environment =
        function(
            Environment.class,
            Linker.nativeLinker().defaultLookup().findOrThrow("setenv"),
            FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, JAVA_INT));
    try (Arena arena = Arena.ofConfined()) {
      if (environment.call(arena.allocateFrom(name), arena.allocateFrom(value), 1) != 0) {
        throw new IllegalStateException(
            "the environment variable %s cannot be set".formatted(name));
      }
    }
  }
}
