package org.lanewise.internal.tasks;

import java.util.concurrent.CompletionException;

/// The failures of the tasks of a batch.
public final class TaskFailures {

  private TaskFailures() {}

  /// What a task says of the rows, or of memory that it may not read, to be thrown on.
  ///
  /// @throws Error if that is what it threw, such as that there is no memory
  public static RuntimeException cause(CompletionException e) {
    return switch (e.getCause()) {
      case RuntimeException cause -> cause;
      case Error cause -> throw cause;
      default -> e;
    };
  }
}
