package org.lanewise.bench.machine;

import org.lanewise.internal.tier.Kernels;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/// The state of a benchmark of the library: it names its tier, and runs in no other.
@State(Scope.Benchmark)
public abstract class TierState {

  /// `vector` or `scalar`; the JVM has to be started with the arguments of [Tier#jvmArguments].
  @Param("vector")
  public String tier;

  /// Fails where another tier runs; else prepares.
  @Setup(Level.Trial)
  public final void start() {
    Tier.require(tier, Kernels.name());
    prepare();
  }

  /// Makes the data, and checks the result that is to be timed.
  protected abstract void prepare();
}
