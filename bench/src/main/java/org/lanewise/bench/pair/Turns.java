package org.lanewise.bench.pair;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.lanewise.bench.job.Step;
import org.lanewise.bench.machine.Load;

/// Rounds of a pair: a fresh process of either tree, measured in turns.
///
/// Both start and warm up at once. Then one iteration of the old, one of the new, one of the new,
/// one of the old, and so on: while one is timed the other waits. A virtual machine may change its
/// speed by a third from one second to the next, as its neighbours work or rest; neighbouring
/// iterations see the same machine, neighbouring processes do not.
final class Turns {

  private static final int POLL_MILLIS = 100;

  private final Tree before;
  private final Tree after;
  private final Path profiler;
  private final Path files;

  /// A built tree.
  ///
  /// @param name its commit
  /// @param build the folder with its jar, and the others in `lib`
  record Tree(String name, Path build) {}

  /// What a process did during an iteration, besides what JMH measured.
  ///
  /// @param running the time that threads other than compilers were on a processor, by the time
  ///   that passed: for one thread's work, 1 less what it waited for a processor; NaN where not
  ///   known
  /// @param compiling the same of compilers
  record Turn(double running, double compiling) {}

  /// A tree could not measure.
  static final class FailedException extends IOException {
    private static final long serialVersionUID = 1;

    FailedException(Tree tree, String why) {
      super("%s: %s".formatted(tree.name, why));
    }
  }

  /// Two trees.
  ///
  /// @param profiler the folder with the class of [TurnProfiler]
  /// @param files the folder of what JMH writes
  Turns(Tree before, Tree after, Path profiler, Path files) {
    this.before = before;
    this.after = after;
    this.profiler = profiler;
    this.files = files;
  }

  /// A process that waits for its turns.
  private final class Side implements AutoCloseable {
    private final Tree tree;
    private final ServerSocket port;
    private final JmhProcess process;
    private final List<Turn> turns = new ArrayList<>();
    private Socket turn;
    private ThreadTimes times;

    private Side(Tree tree, Step step, String name) throws IOException {
      this.tree = tree;
      port = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
      try {
        process =
            JmhProcess.start(tree.build, profiler, port.getLocalPort(), step, files.resolve(name));
      } catch (IOException e) {
        port.close();
        throw e;
      }
    }

    /// Waits until it is warm, or has failed.
    private void await() throws IOException, InterruptedException {
      port.setSoTimeout(POLL_MILLIS);
      while (turn == null) {
        // Asked first: one that ended after this is seen in the next pass.
        boolean alive = process.isAlive();
        try {
          turn = port.accept();
        } catch (SocketTimeoutException e) {
          if (!alive) {
            result();
            throw new FailedException(tree, "it measured nothing");
          }
        }
      }
      turn.setTcpNoDelay(true);
      times = new ThreadTimes(new DataInputStream(turn.getInputStream()).readLong());
    }

    /// Lets it measure one iteration.
    private void take() throws IOException, InterruptedException {
      ThreadTimes.Reading start = times.read();
      long begun = System.nanoTime();
      turn.getOutputStream().write(1);
      if (turn.getInputStream().read() < 0) {
        result();
        throw new FailedException(tree, "it ended before its last iteration");
      }
      long nanos = System.nanoTime() - begun;
      turns.add(times.read().since(start, nanos));
    }

    private JmhSample result() throws FailedException, InterruptedException {
      try {
        return process.result();
      } catch (IOException e) {
        throw new FailedException(tree, e.getMessage());
      }
    }

    @Override
    public void close() throws IOException {
      process.close();
      port.close();
      if (turn != null) {
        turn.close();
      }
    }
  }

  /// Measures a round.
  ///
  /// @param name of its files
  /// @param alone whether one thread does the work
  /// @throws FailedException if a tree has no such benchmark or it failed
  Round measure(Step step, String name, boolean alone) throws IOException, InterruptedException {
    try (Side old = new Side(before, step, name + "-old");
        Side young = new Side(after, step, name + "-new")) {
      old.await();
      young.await();
      Load load = Load.now();
      for (int i = 0; i < step.pace().iterations(); i++) {
        (i % 2 == 0 ? old : young).take();
        (i % 2 == 0 ? young : old).take();
      }
      double others = Load.now().othersSince(load);
      return Round.of(old.result(), old.turns, young.result(), young.turns, alone, others);
    }
  }
}
