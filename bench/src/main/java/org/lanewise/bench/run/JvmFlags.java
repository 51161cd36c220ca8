package org.lanewise.bench.run;

import java.util.List;

/// What the JVMs that are timed are started with, by `bench/run` and by `bench/compare`.
final class JvmFlags {

  /// What JVMs are started with beside the tier.
  static final List<String> COMMON = List.of("-XX:+UseSerialGC", "-Xms2g", "-Xmx3g");

  /// What keeps JVMs from AVX-512.
  static final String AVX2 = "-XX:UseAVX=2";

  /// What tells JVMs the folder of data sets.
  static final String DATA = "-Dlanewise.data=";

  private JvmFlags() {}
}
