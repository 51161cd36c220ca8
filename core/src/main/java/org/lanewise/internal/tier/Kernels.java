package org.lanewise.internal.tier;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.lanewise.internal.events.Events;
import org.lanewise.internal.kernel.CountKernels;
import org.lanewise.internal.kernel.DiagonalKernels;
import org.lanewise.internal.kernel.DiscreteKernels;
import org.lanewise.internal.kernel.ElementaryKernels;
import org.lanewise.internal.kernel.FactorKernels;
import org.lanewise.internal.kernel.FloatKernels;
import org.lanewise.internal.kernel.GaussianKernels;
import org.lanewise.internal.kernel.KernelSet;
import org.lanewise.internal.kernel.KernelSet.UnsuitableException;
import org.lanewise.internal.kernel.MissingKernels;
import org.lanewise.internal.kernel.PackKernels;
import org.lanewise.internal.kernel.ScoreKernels;
import org.lanewise.internal.kernel.StripKernels;
import org.lanewise.internal.kernel.TableKernels;
import org.lanewise.internal.kernel.scalar.ScalarCountKernels;
import org.lanewise.internal.kernel.scalar.ScalarDiagonalKernels;
import org.lanewise.internal.kernel.scalar.ScalarDiscreteKernels;
import org.lanewise.internal.kernel.scalar.ScalarElementaryKernels;
import org.lanewise.internal.kernel.scalar.ScalarFactorKernels;
import org.lanewise.internal.kernel.scalar.ScalarFloatKernels;
import org.lanewise.internal.kernel.scalar.ScalarGaussianKernels;
import org.lanewise.internal.kernel.scalar.ScalarKernels;
import org.lanewise.internal.kernel.scalar.ScalarMissingKernels;
import org.lanewise.internal.kernel.scalar.ScalarPackKernels;
import org.lanewise.internal.kernel.scalar.ScalarScoreKernels;
import org.lanewise.internal.kernel.scalar.ScalarStripKernels;
import org.lanewise.internal.kernel.scalar.ScalarTableKernels;

/// The kernels of this process, selected at every call: `Kernels.score(AFFINE_ROW).affineRow(…)`.
///
/// The system property `lanewise.kernels` decides when this class is first used. With `auto`, the
/// default, every kernel starts scalar; those in use switch to vectors once these are compiled
/// ([Exercise]). `scalar` selects scalar kernels, `vector` vector kernels from the first call on.
/// If these are not available, or the mode is unknown, every method throws an
/// [UnsupportedOperationException] with the reason.
public final class Kernels {

  /// The property that chooses the tier.
  public static final String PROPERTY = "lanewise.kernels";

  /// Why there are no kernels, or null. If the initializer of this class threw it, callers would
  /// get it once, and then only a `NoClassDefFoundError`.
  private static final String FAILURE;

  private static volatile String name = ScalarKernels.NAME;

  static {
    FAILURE = begin(System.getProperty(PROPERTY, "auto"));
  }

  private Kernels() {}

  private static String begin(String mode) {
    switch (mode) {
      case "scalar":
        return null;
      case "vector":
        try {
          name = VectorTier.load().name();
        } catch (UnsuitableException e) {
          return "the kernel mode 'vector' was asked for, but " + e.getMessage();
        }
        Kernel.force();
        Exercise.begin(() -> VectorTier.Constant.KERNELS);
        return null;
      case "auto":
        if (VectorTier.isModuleThere()) {
          Exercise.begin(Kernels::loaded);
        } else {
          logNone(VectorTier.moduleIsMissing(""));
        }
        return null;
      default:
        return "the property %s is '%s'; auto, scalar or vector is expected"
            .formatted(PROPERTY, mode);
    }
  }

  /// Makes the vector kernels for [Exercise]; if they are not available, logs the reason.
  private static KernelSet loaded() {
    try {
      KernelSet vector = VectorTier.load();
      name = vector.name();
      return vector;
    } catch (UnsuitableException e) {
      logNone(e.getMessage());
      return null;
    }
  }

  static void logNone(String reason) {
    log(Level.INFO, "Lanewise runs its scalar kernels: " + reason);
  }

  static void log(Level level, String sentence) {
    System.getLogger("org.lanewise").log(level, sentence);
  }

  /// Logs that a vector kernel is wrong, with the details for a report to the JDK.
  static void report(Kernel kernel, String difference) {
    List<String> flags =
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(argument -> argument.startsWith("-XX:"))
            .toList();
    log(
        Level.WARNING,
        ("The vector kernel %s differs from the scalar one (%s); %s. Please report this line to"
                + " Lanewise: %s %s, %s, %s, %s")
            .formatted(
                kernel,
                difference,
                Kernel.isForced()
                    ? "results so far may be wrong, and further calls are refused"
                    : "Lanewise does not run it, so results are right",
                System.getProperty("java.vm.name"),
                Runtime.version(),
                processor(),
                name,
                flags));
    Events.isWrong(kernel.name(), difference);
  }

  /// The processor by its name where Linux tells it, else by its architecture.
  private static String processor() {
    String architecture = System.getProperty("os.arch");
    try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .findFirst()
          .map(line -> line.substring(line.indexOf(':') + 1).strip() + " " + architecture)
          .orElse(architecture);
    } catch (IOException | UncheckedIOException _) {
      return architecture;
    }
  }

  /// Packing and scatter of Gaussian statistics.
  public static GaussianKernels gaussian(Kernel kernel) {
    return runsInVectors(kernel) ? VectorTier.Constant.KERNELS.gaussian() : Gaussian.SCALAR;
  }

  /// Moments of single features.
  public static DiagonalKernels diagonal(Kernel kernel) {
    return runsInVectors(kernel) ? VectorTier.Constant.KERNELS.diagonal() : Diagonal.SCALAR;
  }

  /// Scoring of rows of numbers.
  public static ScoreKernels score(Kernel kernel) {
    return runsInVectors(kernel) ? VectorTier.Constant.KERNELS.score() : Score.SCALAR;
  }

  /// Scores in floats, of rows one by one.
  public static FloatKernels floats(Kernel kernel) {
    return runsInVectors(kernel) ? VectorTier.Constant.KERNELS.floats() : Floats.SCALAR;
  }

  /// Scores in floats, of rows in columns.
  public static StripKernels strips(Kernel kernel) {
    return runsInVectors(kernel) ? VectorTier.Constant.KERNELS.strips() : Strips.SCALAR;
  }

  /// Scoring of rows with missing numbers.
  public static MissingKernels missing(Kernel kernel) {
    return runsInVectors(kernel) ? VectorTier.Constant.KERNELS.missing() : Missing.SCALAR;
  }

  /// Packing of binary values.
  public static PackKernels pack(Kernel kernel) {
    return runsInVectors(kernel) ? VectorTier.Constant.KERNELS.pack() : Pack.SCALAR;
  }

  /// Counting of set bits.
  public static CountKernels count(Kernel kernel) {
    return runsInVectors(kernel) ? VectorTier.Constant.KERNELS.count() : Count.SCALAR;
  }

  /// Scoring of binary, sparse and categorical rows.
  public static DiscreteKernels discrete(Kernel kernel) {
    return runsInVectors(kernel) ? VectorTier.Constant.KERNELS.discrete() : Discrete.SCALAR;
  }

  /// Scoring of binary rows by tables of integers.
  public static TableKernels tables(Kernel kernel) {
    return runsInVectors(kernel) ? VectorTier.Constant.KERNELS.tables() : Table.SCALAR;
  }

  /// Factors of symmetric matrices.
  public static FactorKernels factor(Kernel kernel) {
    return runsInVectors(kernel) ? VectorTier.Constant.KERNELS.factor() : Factor.SCALAR;
  }

  /// Exponentials and logarithms.
  public static ElementaryKernels elementary(Kernel kernel) {
    return runsInVectors(kernel) ? VectorTier.Constant.KERNELS.elementary() : Elementary.SCALAR;
  }

  private static boolean runsInVectors(Kernel kernel) {
    requireTier();
    return kernel.inVectors();
  }

  /// Throws if there are no kernels, before any work is done.
  ///
  /// @throws UnsupportedOperationException with the reason
  public static void requireTier() {
    if (FAILURE != null) {
      throw new UnsupportedOperationException(FAILURE);
    }
  }

  /// The name of the tier: `vector-` and its bits if vectors run or are being compiled, else
  /// `scalar`. Kernels that stay scalar because their vector code is wrong follow, as in
  /// `vector-256 except LOG`.
  public static String name() {
    requireTier();
    String wrong =
        Arrays.stream(Kernel.values())
            .filter(Kernel::isWrong)
            .map(Kernel::name)
            .collect(Collectors.joining(", "));
    return wrong.isEmpty() ? name : name + " except " + wrong;
  }

  /// Runs work during which kernels are exercised from their first call on.
  ///
  /// @param work gets a supplier that returns whether every kernel that it called runs in vectors
  ///   or was given up
  public static boolean hurry(Predicate<BooleanSupplier> work) {
    Exercise.hurry();
    try {
      return work.test(Exercise::isDone);
    } finally {
      Exercise.hurryNoMore();
    }
  }

  // One class per contract, loaded with the first call of its kernels: loading all nine took half
  // the time of the first row.

  private static final class Gaussian {
    static final GaussianKernels SCALAR = new ScalarGaussianKernels();
  }

  private static final class Diagonal {
    static final DiagonalKernels SCALAR = new ScalarDiagonalKernels();
  }

  private static final class Score {
    static final ScoreKernels SCALAR = new ScalarScoreKernels();
  }

  private static final class Floats {
    static final FloatKernels SCALAR = new ScalarFloatKernels();
  }

  private static final class Strips {
    static final StripKernels SCALAR = new ScalarStripKernels();
  }

  private static final class Missing {
    static final MissingKernels SCALAR = new ScalarMissingKernels();
  }

  private static final class Pack {
    static final PackKernels SCALAR = new ScalarPackKernels();
  }

  private static final class Count {
    static final CountKernels SCALAR = new ScalarCountKernels();
  }

  private static final class Discrete {
    static final DiscreteKernels SCALAR = new ScalarDiscreteKernels();
  }

  private static final class Table {
    static final TableKernels SCALAR = new ScalarTableKernels();
  }

  private static final class Factor {
    static final FactorKernels SCALAR = new ScalarFactorKernels();
  }

  private static final class Elementary {
    static final ElementaryKernels SCALAR = new ScalarElementaryKernels();
  }
}
