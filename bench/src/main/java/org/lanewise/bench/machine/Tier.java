package org.lanewise.bench.machine;

import java.util.List;
import java.util.Locale;

/// A kernel tier as a benchmark names it. Kernels are chosen once in a process, so one JVM runs one
/// tier.
public enum Tier {
  /// The vector kernels, at the machine's preferred width.
  VECTOR("--add-modules=jdk.incubator.vector", "-Dlanewise.kernels=vector"),

  /// The scalar kernels, without the vector module.
  SCALAR("-Dlanewise.kernels=scalar");

  private final List<String> jvmArguments;

  Tier(String... jvmArguments) {
    this.jvmArguments = List.of(jvmArguments);
  }

  /// What a JVM needs to run this tier.
  public List<String> jvmArguments() {
    return jvmArguments;
  }

  /// The name that results carry: `vector` or `scalar`.
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// Refuses to measure one tier under the name of another.
  ///
  /// @param label the tier that the benchmark names
  /// @param kernels the tier that runs, such as `vector-512`
  /// @throws IllegalStateException if they differ
  public static void require(String label, String kernels) {
    if (!kernels.equals(label) && !kernels.startsWith(label + "-")) {
      throw new IllegalStateException(
          "the benchmark names the tier '%s', but '%s' runs; start it by bench/run"
              .formatted(label, kernels));
    }
  }
}
