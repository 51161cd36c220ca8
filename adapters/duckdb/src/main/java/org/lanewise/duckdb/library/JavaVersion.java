package org.lanewise.duckdb.library;

/// The Java versions that are safe with native code.
public final class JavaVersion {

  private static final int FEATURE = 25;
  private static final int FIRST_SAFE_UPDATE = 3;

  private JavaVersion() {}

  /// Refuses the first updates of Java 25, whose G1 collector may move arrays that native code
  /// holds (JDK-8377811) and so damage files.
  ///
  /// @throws IllegalStateException if this is one of them
  public static void requireSafe() {
    requireSafe(Runtime.version());
  }

  public static void requireSafe(Runtime.Version version) {
    if (version.feature() == FEATURE
        && version.interim() == 0
        && version.update() < FIRST_SAFE_UPDATE) {
      throw new IllegalStateException(
          "Java %s may move arrays that native code holds and so damage files (JDK-8377811); DuckDB needs Java 25.0.3 or later"
              .formatted(version));
    }
  }
}
