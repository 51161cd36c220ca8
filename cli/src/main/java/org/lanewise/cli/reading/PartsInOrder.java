package org.lanewise.cli.reading;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.lanewise.cli.engine.QueriedRows.PartTaker;
import org.lanewise.cli.table.Table;
import org.lanewise.cli.table.Table.LeftOut;
import org.lanewise.data.Workers;

/// Parts of rows that other threads read in any order and work on, put into the order of the rows
/// again.
///
/// @param <T> what the work makes of a part
final class PartsInOrder<T> implements AutoCloseable {

  /// The result of a part, or its failure.
  ///
  /// @param rowCount how many rows it has
  /// @param values how many numbers it holds
  /// @param leftOut what was left out of them
  record Part<T>(T result, int rowCount, LeftOut leftOut, long values, Throwable failure) {

    /// Returns the result, or throws what the work threw.
    T get() {
      if (failure != null) {
        throw unchecked(failure);
      }
      return result;
    }
  }

  /// Returns the exception of another thread, to be rethrown.
  ///
  /// @throws Error if that is what it threw
  static RuntimeException unchecked(Throwable thrown) {
    return switch (thrown) {
      case RuntimeException e -> e;
      case Error e -> throw e;
      default -> new IllegalStateException(thrown);
    };
  }

  private final RowBlock.Size size;
  private final long mostHeld;
  private final Function<RowBlock, T> work;
  private final Thread reader;

  // All of these under the lock of this.
  private final Map<Long, Part<T>> made = new HashMap<>();
  private long next;
  private long held;
  private boolean isOver;
  private boolean isClosed;
  private Throwable end;

  /// @param file the rows, for the name of the thread that reads them
  /// @param size what parts are read
  /// @param mostHeld how many numbers may be held of parts before their turn, about
  /// @param reading gives each part to a taker, in any thread and order
  PartsInOrder(
      String file,
      RowBlock.Size size,
      long mostHeld,
      Function<RowBlock, T> work,
      Consumer<PartTaker> reading) {
    this.size = size;
    this.mostHeld = mostHeld;
    this.work = work;
    reader = Thread.ofPlatform().daemon().name("read " + file).start(() -> read(reading));
  }

  private void read(Consumer<PartTaker> reading) {
    Throwable thrown = null;
    try {
      reading.accept(this::take);
    } catch (Throwable e) {
      thrown = e;
    }
    synchronized (this) {
      end = thrown;
      isOver = true;
      notifyAll();
    }
  }

  private void take(long firstRow, Table rows) {
    long index = firstRow / size.rows();
    waitFor(index);
    T result = null;
    Throwable failure = null;
    try {
      result = work.apply(new RowBlock(rows, firstRow, Workers.CALLER));
    } catch (Throwable e) {
      // Reported in its turn: failures of earlier parts come first.
      failure = e;
    }
    long values = result instanceof RowBlock.Holding holding ? holding.values() : size.valuesHeld();
    synchronized (this) {
      made.put(index, new Part<>(result, rows.rowCount(), rows.leftOut(), values, failure));
      held += values;
      notifyAll();
    }
  }

  /// Lets a part wait where much is held. The next one never waits, so this ends.
  private synchronized void waitFor(long index) {
    boolean interrupted = false;
    while (!isClosed && index != next && held > mostHeld) {
      try {
        wait();
      } catch (InterruptedException e) {
        // Nothing interrupts threads of the engine on purpose.
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (isClosed) {
      throw new CancellationException();
    }
  }

  /// The part whose turn it is.
  ///
  /// @return null if there are no more, or reading has failed before it: [#failure] tells
  /// @throws CancellationException if the calling thread is interrupted
  synchronized Part<T> next() {
    try {
      while (!made.containsKey(next) && !isOver) {
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted while rows were read");
    }
    Part<T> part = made.remove(next);
    if (part != null) {
      next++;
      held -= part.values;
      notifyAll();
    }
    return part;
  }

  /// Returns the failure that ended the reading; null if it reached the end.
  synchronized Throwable failure() {
    if (end == null && !made.isEmpty()) {
      return new IllegalStateException("no part %d of rows was read".formatted(next));
    }
    return end;
  }

  /// Ends the reading, and waits for that: what is read may be closed then.
  @Override
  public void close() {
    synchronized (this) {
      isClosed = true;
      notifyAll();
    }
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
