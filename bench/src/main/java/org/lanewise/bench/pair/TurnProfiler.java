package org.lanewise.bench.pair;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.runner.IterationType;

/// Makes the iterations of a JMH process wait for their turn, so that two processes can be measured
/// side by side without running at once. JMH runs it in the process that is timed; [Turns] is at
/// the other end, and does all that can be done there: what is done here is compiled beside the
/// code that is timed.
///
/// It goes onto the class path of older commits too, so it uses JMH and the JDK alone, and stays
/// one class.
public final class TurnProfiler implements InternalProfiler {

  /// The system property with the port to wait at.
  static final String PORT = "lanewise.turns";

  private Socket socket;

  /// For JMH.
  public TurnProfiler() {}

  @Override
  public String getDescription() {
    return "waits for its turn before each iteration that counts";
  }

  /// Says that it is ready, the first time with the number of its process, and waits.
  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    if (iteration.getType() != IterationType.MEASUREMENT) {
      return;
    }
    try {
      if (socket == null) {
        socket = new Socket(InetAddress.getLoopbackAddress(), Integer.getInteger(PORT));
        socket.setTcpNoDelay(true);
        new DataOutputStream(socket.getOutputStream()).writeLong(ProcessHandle.current().pid());
      }
      if (socket.getInputStream().read() < 0) {
        throw new IOException("whoever gives the turns has ended");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Says that the iteration is over.
  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    if (iteration.getType() == IterationType.MEASUREMENT) {
      try {
        socket.getOutputStream().write(1);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return List.of();
  }
}
