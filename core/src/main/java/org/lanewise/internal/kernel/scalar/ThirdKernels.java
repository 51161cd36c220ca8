package org.lanewise.internal.kernel.scalar;

import org.lanewise.internal.kernel.CountKernels;
import org.lanewise.internal.kernel.DiagonalKernels;
import org.lanewise.internal.kernel.DiscreteKernels;
import org.lanewise.internal.kernel.ElementaryKernels;
import org.lanewise.internal.kernel.FactorKernels;
import org.lanewise.internal.kernel.GaussianKernels;
import org.lanewise.internal.kernel.KernelSet;
import org.lanewise.internal.kernel.PackKernels;
import org.lanewise.internal.kernel.ScoreKernels;
import org.lanewise.internal.kernel.TableKernels;

/// The scalar kernels once more, as classes of their own.
///
/// C2 compiles a call that has seen two classes with both methods in it; one that has seen three
/// stays a call. A trial of a kernel has to call the method that everybody calls: where the copy
/// within the trial was compiled first, that method was not called any more, and the first users
/// found it making an object of every vector.
public final class ThirdKernels implements KernelSet {

  @Override
  public String name() {
    return ScalarKernels.NAME;
  }

  @Override
  public GaussianKernels gaussian() {
    return new ScalarGaussianKernels() {};
  }

  @Override
  public DiagonalKernels diagonal() {
    return new ScalarDiagonalKernels() {};
  }

  @Override
  public ScoreKernels score() {
    return new ScalarScoreKernels() {};
  }

  @Override
  public PackKernels pack() {
    return new ScalarPackKernels() {};
  }

  @Override
  public CountKernels count() {
    return new ScalarCountKernels() {};
  }

  @Override
  public DiscreteKernels discrete() {
    return new ScalarDiscreteKernels() {};
  }

  @Override
  public TableKernels tables() {
    return new ScalarTableKernels() {};
  }

  @Override
  public FactorKernels factor() {
    return new ScalarFactorKernels() {};
  }

  @Override
  public ElementaryKernels elementary() {
    return new ScalarElementaryKernels() {};
  }
}
