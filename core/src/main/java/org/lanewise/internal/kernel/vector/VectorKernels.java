package org.lanewise.internal.kernel.vector;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import jdk.incubator.vector.DoubleVector;
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

/// Makes the vector tier, or says why it would be slow here.
public final class VectorKernels {

  private VectorKernels() {}

  /// The vector kernels.
  ///
  /// Facts of the virtual machine decide whether there is such a tier. Before C2 has compiled it
  /// all vector code is slow, and emulated vector operations are about a hundred times slower than
  /// the scalar kernels.
  ///
  /// @throws UnsuitableException if vector operations would not become instructions
  /// @throws LinkageError if the module jdk.incubator.vector is not loaded
  public static KernelSet create() throws UnsuitableException {
    int lanes = DoubleVector.SPECIES_PREFERRED.length();
    String info = System.getProperty("java.vm.info", "");
    if (info.contains("interpreted") || info.contains("emulated-client")) {
      throw new UnsuitableException(
          "this virtual machine runs without the C2 compiler (java.vm.info is '" + info + "')");
    }
    if (lanes < 2) {
      throw new UnsuitableException("this machine has no vectors of at least two doubles");
    }
    if (!fusedMultiplyAdd()) {
      throw new UnsuitableException(
          "this machine has no fused multiply-add instruction, or it is switched off (UseFMA)");
    }
    return new Tier(
        "vector-" + lanes * Double.SIZE,
        new VectorGaussianKernels(),
        new VectorScoreKernels(),
        new VectorDiscreteKernels(),
        new VectorFactorKernels(),
        new VectorElementaryKernels());
  }

  private static boolean fusedMultiplyAdd() throws UnsuitableException {
    try {
      HotSpotDiagnosticMXBean bean =
          ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
      return Boolean.parseBoolean(bean.getVMOption("UseFMA").getValue());
    } catch (NullPointerException | IllegalArgumentException e) {
      throw new UnsuitableException(
          "this virtual machine, %s, is not HotSpot".formatted(System.getProperty("java.vm.name")),
          e);
    }
  }

  /// The vector tier. What has lanes other than doubles is a constant in a class of its own, loaded
  /// when it is first asked for: bytes, shorts, integers and longs have some thirty classes of
  /// vectors each, 25 ms, which a process that scores rows of numbers does without.
  private record Tier(
      String name,
      GaussianKernels gaussian,
      ScoreKernels score,
      DiscreteKernels discrete,
      FactorKernels factor,
      ElementaryKernels elementary)
      implements KernelSet {

    @Override
    public DiagonalKernels diagonal() {
      return Diagonal.KERNELS;
    }

    @Override
    public FloatKernels floats() {
      return Floats.KERNELS;
    }

    @Override
    public StripKernels strips() {
      return Strips.KERNELS;
    }

    @Override
    public MissingKernels missing() {
      return Missing.KERNELS;
    }

    @Override
    public PackKernels pack() {
      return Pack.KERNELS;
    }

    @Override
    public CountKernels count() {
      return Count.KERNELS;
    }

    @Override
    public TableKernels tables() {
      return Table.KERNELS;
    }

    private static final class Diagonal {
      static final DiagonalKernels KERNELS = new VectorDiagonalKernels();
    }

    private static final class Floats {
      static final FloatKernels KERNELS = new VectorFloatKernels();
    }

    private static final class Strips {
      static final StripKernels KERNELS = new VectorStripKernels();
    }

    private static final class Missing {
      static final MissingKernels KERNELS = new VectorMissingKernels();
    }

    private static final class Pack {
      static final PackKernels KERNELS = new VectorPackKernels();
    }

    private static final class Count {
      static final CountKernels KERNELS = new VectorCountKernels();
    }

    private static final class Table {
      static final TableKernels KERNELS = new VectorTableKernels();
    }
  }
}
