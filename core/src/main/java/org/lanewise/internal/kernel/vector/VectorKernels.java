package org.lanewise.internal.kernel.vector;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import jdk.incubator.vector.DoubleVector;
import org.lanewise.internal.kernel.KernelSet;
import org.lanewise.internal.kernel.KernelSet.UnsuitableException;

/// Makes the vector tier, or says why it would be slow here.
public final class VectorKernels {

  private VectorKernels() {}

  /// The vector kernels.
  ///
  /// Facts of the virtual machine decide whether there is such a tier; when it runs is timed, see
  /// `internal.handover`. Before C2 has compiled it all vector code is slow, and emulated vector
  /// operations are about a hundred times slower than the scalar kernels.
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
    return new KernelSet(
        "vector-" + lanes * Double.SIZE,
        new VectorGaussianKernels(),
        new VectorDiagonalKernels(),
        new VectorScoreKernels(),
        new VectorPackKernels(),
        new VectorCountKernels(),
        new VectorDiscreteKernels(),
        new VectorTableKernels(),
        new VectorFactorKernels(),
        new VectorElementaryKernels());
  }

  private static boolean fusedMultiplyAdd() {
    HotSpotDiagnosticMXBean bean =
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    return bean != null && Boolean.parseBoolean(bean.getVMOption("UseFMA").getValue());
  }
}
