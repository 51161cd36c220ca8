package org.lanewise.bench.machine;

import java.util.List;

/// What the JVMs that are timed are started with, by `bench/run` and by `bench/compare`.
public final class JvmFlags {

  /// What JVMs are started with beside the tier.
  public static final List<String> COMMON = List.of("-XX:+UseSerialGC", "-Xms2g", "-Xmx3g");

  /// What keeps JVMs from AVX-512.
  public static final String AVX2 = "-XX:UseAVX=2";

  /// What tells JVMs the folder of data sets.
  public static final String DATA = "-Dlanewise.data=";

  private JvmFlags() {}
}
