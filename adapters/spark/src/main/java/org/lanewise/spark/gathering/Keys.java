package org.lanewise.spark.gathering;

/// The keys of parts: the piece, followed by the partition or group of partitions. They are ordered
/// by piece, and within a piece by partition.
final class Keys {

  /// The piece number of the heading of a partition.
  static final int HEADING = -1;

  private Keys() {}

  static long of(int piece, int index) {
    return (long) piece << Integer.SIZE | index;
  }

  static int piece(long key) {
    return (int) (key >> Integer.SIZE);
  }

  /// The partition, or the group.
  static int index(long key) {
    return (int) key;
  }

  /// The key of the same piece in the group of neighbours that this one belongs to.
  static long group(long key) {
    return of(piece(key), index(key) / Gathering.GROUP);
  }
}
