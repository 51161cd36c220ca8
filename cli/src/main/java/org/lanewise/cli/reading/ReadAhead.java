package org.lanewise.cli.reading;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import org.lanewise.cli.engine.ColumnRequest;
import org.lanewise.cli.engine.QueriedRows;
import org.lanewise.cli.table.Table;

/// Parts of rows that a thread of its own reads in their order, while those before are worked on.
final class ReadAhead implements AutoCloseable {

  /// Parts that wait: the work on one may take longer than that on the next.
  private static final int MAX_PARTS = 2;

  /// A part, or the end: the reason why no part follows.
  private record Part(Table rows, Throwable end) {}

  private final BlockingQueue<Part> parts = new ArrayBlockingQueue<>(MAX_PARTS);
  private final Thread reader;
  private volatile boolean isClosed;

  ReadAhead(QueriedRows rows, ColumnRequest request, int threads) {
    reader = ReaderThread.start(request, () -> read(rows, request, threads));
  }

  private void read(QueriedRows rows, ColumnRequest request, int threads) {
    Throwable end = null;
    try {
      rows.read(request, threads, part -> put(new Part(part, null)));
    } catch (Throwable e) {
      end = e;
    }
    put(new Part(null, end));
  }

  private void put(Part part) {
    try {
      if (!isClosed) {
        parts.put(part);
      }
    } catch (InterruptedException e) {
      // No thread waits for parts any more.
      isClosed = true;
    }
    if (isClosed && part.rows != null) {
      throw new CancellationException();
    }
  }

  /// The next rows.
  ///
  /// @return null if there are no more
  /// @throws CancellationException if the calling thread is interrupted
  Table next() {
    try {
      Part part = parts.take();
      return switch (part.end) {
        case null -> part.rows;
        case RuntimeException e -> throw e;
        case Error e -> throw e;
        default -> throw new IllegalStateException(part.end);
      };
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted while rows were read");
    }
  }

  /// Ends the reading, and waits for that: what is read may be closed then.
  @Override
  public void close() {
    isClosed = true;
    reader.interrupt();
    ReaderThread.await(reader);
  }
}
