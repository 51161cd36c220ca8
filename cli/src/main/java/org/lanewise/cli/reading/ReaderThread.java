package org.lanewise.cli.reading;

import org.lanewise.cli.engine.ColumnRequest;

/// A thread that reads the rows of a file while others work on them.
final class ReaderThread {

  private ReaderThread() {}

  static Thread start(ColumnRequest request, Runnable reading) {
    return Thread.ofPlatform().daemon().name("read " + request.file()).start(reading);
  }

  /// Waits for its end, also if interrupted meanwhile.
  static void await(Thread reader) {
    boolean interrupted = false;
    while (reader.isAlive()) {
      try {
        reader.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
