package org.lanewise.internal.store;

/// Messages for memory that cannot be read.
final class MemoryAccess {

  private MemoryAccess() {}

  /// The exception for an access that the segment of a column refused.
  static IllegalStateException refused(RuntimeException refusal, int column) {
    String why =
        refusal instanceof WrongThreadException
            ? "belongs to another thread than the one that reads it; memory that all workers may"
                + " read is expected, such as that of a shared arena"
            : "is closed; memory that stays open while its rows are in use is expected";
    return new IllegalStateException("the memory of feature %d %s".formatted(column, why), refusal);
  }
}
