package org.lanewise.cli.rows;

import org.lanewise.cli.table.DataException;

/// Refuses work that would not fit into memory before it begins.
public final class Memory {

  private static final double USABLE = 0.8;
  private static final double MEGABYTE = 1 << 20;

  private Memory() {}

  /// Room for sparse rows written out as columns of doubles.
  ///
  /// @throws DataException if there is none
  static void requireColumns(String file, long rowCount, long featureCount) {
    double bytes = (double) rowCount * featureCount * Double.BYTES;
    if (bytes > USABLE * free()) {
      throw new DataException(
          "%s has %d rows of %d features, which need %.0f MB with their zeros (limit: %.0f MB); use bernoulli-nb or a classifier of counts, which keep them sparse, or set JDK_JAVA_OPTIONS=-Xmx…"
              .formatted(file, rowCount, featureCount, bytes / MEGABYTE, limit() / MEGABYTE));
    }
  }

  /// Room for binary columns.
  ///
  /// @throws DataException if there is none
  static void requireBits(String file, long rowCount, long featureCount) {
    double bytes = (rowCount / 8.0 + Long.BYTES) * featureCount;
    if (bytes > USABLE * free()) {
      throw new DataException(
          "%s has %d rows of %d features, which need %.0f MB with a bit for each (limit: %.0f MB); use a threshold of at least 0 to keep them sparse"
              .formatted(file, rowCount, featureCount, bytes / MEGABYTE, limit() / MEGABYTE));
    }
  }

  /// Room for the scatter of each class, or one for all: statistics hold them twice while they
  /// merge, and the model as much again.
  ///
  /// @throws DataException if there is none
  public static void requireScatters(long featureCount, long classCount, boolean shared) {
    requireScatters(featureCount, classCount, 0, shared);
  }

  /// Room for the scatters of more classes than there are already.
  ///
  /// @param known how many classes have a scatter in memory
  /// @throws DataException if there is none
  public static void requireMoreScatters(long featureCount, long classCount, long known) {
    requireScatters(featureCount, classCount, known == 0 ? 0 : known + 1, false);
  }

  private static void requireScatters(
      long featureCount, long classCount, long held, boolean shared) {
    double count = 2.0 * (shared ? 2 : classCount + 1);
    double bytes = count * featureCount * (featureCount + 1) / 2 * Double.BYTES;
    double wanted = bytes * (count - held) / count;
    if (wanted > USABLE * free()) {
      // Garbage counts as used until it is collected.
      System.gc();
    }
    if (wanted > USABLE * free()) {
      throw new DataException(
          "covariances of %d features in %d classes need about %.0f MB (limit: %.0f MB); use fewer features or classes, or set JDK_JAVA_OPTIONS=-Xmx…"
              .formatted(featureCount, classCount, bytes / MEGABYTE, limit() / MEGABYTE));
    }
  }

  private static double limit() {
    return Runtime.getRuntime().maxMemory();
  }

  private static double free() {
    Runtime runtime = Runtime.getRuntime();
    return (double) runtime.maxMemory() - (runtime.totalMemory() - runtime.freeMemory());
  }
}
