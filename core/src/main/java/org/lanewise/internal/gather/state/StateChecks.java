package org.lanewise.internal.gather.state;

/// Refuses states that no rows can lead to.
final class StateChecks {

  private StateChecks() {}

  static void requireShape(int classCount, int featureCount) {
    if (featureCount == 0) {
      throw new IllegalArgumentException(
          "there are %d classes and %d features; at least 1 of each is expected"
              .formatted(classCount, featureCount));
    }
  }

  static void requireCount(String what, int expected, int found) {
    if (found != expected) {
      throw new IllegalArgumentException(
          "there are %d %s; %d are expected".formatted(found, what, expected));
    }
  }

  static void requireNumber(String what, double value) {
    if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "%s is %s; a finite number of at least 0 is expected".formatted(what, value));
    }
  }

  static void requireNumbers(String what, double[] values, int featureCount) {
    requireCount(what, featureCount, values.length);
    for (double value : values) {
      requireNumber("one of the " + what, value);
    }
  }

  static void requireRow(String what, double[] row, int featureCount) {
    requireCount("values of " + what, featureCount, row.length);
    for (double value : row) {
      if (!Double.isFinite(value)) {
        throw new IllegalArgumentException(
            "%s holds %s; a finite number is expected".formatted(what, value));
      }
    }
  }

  static void requireOpenRows(int openRows, long rowCount, int rangeRows) {
    if (openRows < 0 || openRows > rowCount || openRows >= rangeRows) {
      throw new IllegalArgumentException(
          "the open range has %d rows of %d; 0 to %d are expected"
              .formatted(openRows, rowCount, rangeRows - 1));
    }
  }

  static void requireWaiting(long waiting, int most) {
    if (waiting > most) {
      throw new IllegalArgumentException(
          "%d rows wait; at most %d are expected".formatted(waiting, most));
    }
  }
}
