package org.lanewise.cli.reading;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.lanewise.cli.parsing.Block;
import org.lanewise.cli.parsing.BlockCutter;
import org.lanewise.cli.parsing.BlockParser;
import org.lanewise.cli.parsing.LineProblem;
import org.lanewise.cli.parsing.QuotedLines;
import org.lanewise.cli.table.Columns;
import org.lanewise.cli.table.DataException;
import org.lanewise.data.Workers;

/// Reads a file block by block: the calling thread cuts and takes the results in the order of the
/// file, workers parse the blocks and do the work that is asked for on their rows.
///
/// Whatever the number of workers and the size of blocks, the rows, their lines and indices are the
/// same, and so is the first thing that is refused, by the parser or by the work: results are taken
/// in order, and later failures are ignored. Memory is that of a few blocks. A file of one block is
/// read by the calling thread alone.
///
/// @param <T> what the work makes of the rows of a block
final class BlockRows<T> {

  /// Where a block begins.
  ///
  /// @param lines how many lines come before it
  /// @param rows how many rows come before it
  private record Place(long lines, long rows) {}

  /// A block on its way, with what serves the next one in its place.
  private final class Slot {

    private final Block block = new Block();
    private final BlockParser parser = parsers.get();
    private CompletableFuture<T> result;

    /// Parses the block and does the work; the next block learns where it begins in between. Rows
    /// before one that cannot be parsed are worked on all the same: what the work refuses of them
    /// comes first in the file.
    T run(CompletableFuture<Place> begin, CompletableFuture<Place> end, Workers free) {
      DataException refusal = null;
      Place place;
      try {
        LineProblem problem = null;
        try {
          parser.parse(block);
        } catch (LineProblem e) {
          problem = e;
        }
        place = begin.join();
        note(parser, place.lines);
        if (problem == null) {
          end.complete(new Place(place.lines + parser.lineCount(), place.rows + parser.rowCount()));
        } else {
          refusal = problem.in(source.name(), place.lines);
          end.completeExceptionally(refusal);
        }
      } catch (Throwable e) {
        // Later blocks must not wait for it.
        end.completeExceptionally(e);
        throw e;
      }
      T result =
          parser.rowCount() == 0
              ? null
              : work.apply(
                  new RowBlock(source.name(), place.lines, place.rows, block, parser, free));
      if (refusal != null) {
        throw refusal;
      }
      return result;
    }
  }

  private final Source source;
  private final BlockCutter cutter;
  private final Supplier<BlockParser> parsers;
  private final Function<RowBlock, T> work;
  private final Consumer<T> taker;

  // The first quoted cell of several lines; null as long as there is none.
  private QuotedLines quotedLines;
  // The lines that repeat the header.
  private final List<Long> headers = new ArrayList<>();

  private final Deque<Slot> running = new ArrayDeque<>();
  private final Deque<Slot> free = new ArrayDeque<>();
  private CompletableFuture<Place> end;

  /// @param parsers makes one for each block that is on its way
  /// @param work done on blocks by several threads at once
  /// @param taker gets what the work made, in the order of the file, in the calling thread
  BlockRows(
      Source source,
      BlockCutter cutter,
      Supplier<BlockParser> parsers,
      Function<RowBlock, T> work,
      Consumer<T> taker) {
    this.source = source;
    this.cutter = cutter;
    this.parsers = parsers;
    this.work = work;
    this.taker = taker;
    end = CompletableFuture.completedFuture(new Place(source.linesBefore(), 0));
  }

  /// Reads the whole file.
  ///
  /// @return how many rows it has
  /// @throws DataException at the first row that cannot be parsed
  long run(Workers workers) {
    try {
      // Enough that workers need not wait while results are taken.
      int most = workers.count() == 1 ? 1 : workers.count() + 2;
      Slot slot = new Slot();
      while (cut(slot)) {
        if (isWhole()) {
          start(slot, Runnable::run, workers);
        } else {
          start(slot, workers.executor(), Workers.CALLER);
        }
        if (running.size() == most) {
          takeFirst();
        }
        slot = free.isEmpty() ? new Slot() : free.remove();
      }
      while (!running.isEmpty()) {
        takeFirst();
      }
      return end.join().rows;
    } finally {
      // They use what is in their slots, and perhaps what the caller closes next.
      for (Slot slot : running) {
        slot.result.exceptionally(e -> null).join();
      }
    }
  }

  /// Blocks come here in their order.
  private synchronized void note(BlockParser parser, long linesBefore) {
    if (parser.quotedLines() != null && quotedLines == null) {
      quotedLines = parser.quotedLines().behind(linesBefore);
    }
    parser.repeatedHeaders().forEach(line -> headers.add(linesBefore + line));
  }

  /// A note on the lines that repeat the header, a sentence without its full stop; empty if there
  /// are none.
  ///
  /// @param areRows whether they are rows all the same
  synchronized Optional<String> headerNote(boolean areRows) {
    return headers.stream()
        .findFirst()
        .map(first ->
            "%s, line %d: %s (%s in all)"
                .formatted(
                    source.name(),
                    first,
                    areRows
                        ? "reading a line of numbers that repeats the header as a row"
                        : "leaving out a line that repeats the header",
                    Columns.count(headers.size(), "line")));
  }

  /// The first quoted cell of several lines in what was read, if there was one.
  synchronized Optional<QuotedLines> quotedLines() {
    return Optional.ofNullable(quotedLines);
  }

  /// Whether the block that was cut is the only one.
  private boolean isWhole() {
    return cutter.isOver() && running.isEmpty() && free.isEmpty();
  }

  private boolean cut(Slot slot) {
    try {
      return cutter.next(slot.block);
    } catch (IOException | LineProblem e) {
      // What is wrong with the lines before comes first.
      while (!running.isEmpty()) {
        takeFirst();
      }
      throw e instanceof LineProblem problem
          ? problem.in(source.name(), end.join().lines)
          : Source.problem(source.name(), (IOException) e);
    }
  }

  private void start(Slot slot, Executor executor, Workers free) {
    CompletableFuture<Place> begin = end;
    CompletableFuture<Place> next = new CompletableFuture<>();
    end = next;
    slot.result = CompletableFuture.supplyAsync(() -> slot.run(begin, next, free), executor);
    running.add(slot);
  }

  private void takeFirst() {
    Slot slot = running.remove();
    T result;
    try {
      result = slot.result.join();
    } catch (CompletionException e) {
      throw PartsInOrder.unchecked(e.getCause());
    }
    if (result != null) {
      taker.accept(result);
    }
    free.add(slot);
  }
}
