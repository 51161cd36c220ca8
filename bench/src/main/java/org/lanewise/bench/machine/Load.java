package org.lanewise.bench.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// What the processors of this machine have done up to a moment, in ticks of the kernel. Two of
/// them tell what else they did in between. Linux tells it; elsewhere all is NaN.
///
/// @param all the time of all processors, idle or not
/// @param busy what they worked, for whomever
/// @param stolen what the host gave to other machines
/// @param own what this process and those it started worked
public record Load(double all, double busy, double stolen, double own) {

  /// A share of the machine that other work may take without a word about it: a shell and a few
  /// daemons take less.
  public static final double QUIET = 0.05;

  private static final Path PROC = Path.of("/proc");

  /// Up to now.
  public static Load now() {
    try {
      return of(
          Files.readString(PROC.resolve("stat")),
          Stream.concat(Stream.of(ProcessHandle.current()), ProcessHandle.current().descendants())
              .map(process -> ofProcess(process.pid()))
              .toList());
    } catch (IOException e) {
      return new Load(Double.NaN, Double.NaN, Double.NaN, Double.NaN);
    }
  }

  /// Reads what Linux says.
  ///
  /// @param machine the content of /proc/stat
  /// @param processes the content of /proc/PID/stat of each process that counts as own; empty for
  ///   one that has ended
  static Load of(String machine, List<String> processes) {
    // cpu user nice system idle iowait irq softirq steal ...
    String[] fields = machine.lines().findFirst().orElse("").split(" +");
    double[] ticks = new double[8];
    for (int i = 0; i < ticks.length; i++) {
      ticks[i] = i + 1 < fields.length ? Double.parseDouble(fields[i + 1]) : Double.NaN;
    }
    double busy = ticks[0] + ticks[1] + ticks[2] + ticks[5] + ticks[6];
    double idle = ticks[3] + ticks[4];
    double own = processes.stream().mapToDouble(Load::ticks).sum();
    return new Load(busy + idle + ticks[7], busy, ticks[7], own);
  }

  /// The share of the machine that was not ours since another moment: other work, and what was
  /// stolen. NaN where it is not known.
  public double othersSince(Load before) {
    double others = busy - before.busy - (own - before.own) + (stolen - before.stolen);
    return Math.max(0, others / (all - before.all));
  }

  private static String ofProcess(long pid) {
    try {
      return Files.readString(PROC.resolve(pid + "/stat"));
    } catch (IOException e) {
      // It has ended: what it worked is its parent's now.
      return "";
    }
  }

  /// User and system time of a process and of its children that have ended. The name, in brackets,
  /// may hold anything.
  private static double ticks(String process) {
    if (process.isEmpty()) {
      return 0;
    }
    String[] fields = process.substring(process.lastIndexOf(')') + 2).split(" ");
    double ticks = 0;
    for (int i = 11; i < 15; i++) {
      ticks += Double.parseDouble(fields[i]);
    }
    return ticks;
  }
}
