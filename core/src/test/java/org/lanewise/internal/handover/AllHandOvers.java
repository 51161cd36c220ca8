package org.lanewise.internal.handover;

import java.util.List;
import org.lanewise.internal.kernel.auto.AutoCountKernels;
import org.lanewise.internal.kernel.auto.AutoDiagonalKernels;
import org.lanewise.internal.kernel.auto.AutoDiscreteKernels;
import org.lanewise.internal.kernel.auto.AutoElementaryKernels;
import org.lanewise.internal.kernel.auto.AutoFactorKernels;
import org.lanewise.internal.kernel.auto.AutoGaussianKernels;
import org.lanewise.internal.kernel.auto.AutoPackKernels;
import org.lanewise.internal.kernel.auto.AutoScoreKernels;
import org.lanewise.internal.kernel.auto.AutoTableKernels;

/// The hand-overs of all kernels, which are there once each contract was asked for.
final class AllHandOvers {

  private AllHandOvers() {}

  static List<HandOver> all() {
    new AutoGaussianKernels();
    new AutoDiagonalKernels();
    new AutoScoreKernels();
    new AutoPackKernels();
    new AutoCountKernels();
    new AutoDiscreteKernels();
    new AutoTableKernels();
    new AutoFactorKernels();
    new AutoElementaryKernels();
    return HandOvers.all();
  }
}
