package org.lanewise.spark.gathering;

import org.apache.spark.Partitioner;

/// Assigns groups of parts to be merged to tasks: neighbouring pieces go to the same task, so that
/// results reach the driver in the order of pieces.
final class PiecePartitioner extends Partitioner {

  private static final long serialVersionUID = 1L;

  private final int pieces;
  private final int groups;
  private final int partitions;

  /// @param pieces the number of pieces of the statistics
  /// @param groups the number of groups of a piece
  /// @param partitions the number of tasks
  PiecePartitioner(int pieces, int groups, int partitions) {
    this.pieces = pieces;
    this.groups = groups;
    this.partitions = partitions;
  }

  @Override
  public int numPartitions() {
    return partitions;
  }

  @Override
  public int getPartition(Object key) {
    long group = Keys.group((long) key);
    long place = (long) Keys.piece(group) * groups + Keys.index(group);
    return (int) (place * partitions / ((long) pieces * groups));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PiecePartitioner that
        && that.pieces == pieces
        && that.groups == groups
        && that.partitions == partitions;
  }

  @Override
  public int hashCode() {
    return 31 * (31 * pieces + groups) + partitions;
  }
}
