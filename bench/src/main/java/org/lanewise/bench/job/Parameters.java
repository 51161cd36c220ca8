package org.lanewise.bench.job;

import java.util.List;
import java.util.Map;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/// The `@Param`s that JMH methods declare.
public final class Parameters {

  private static final List<BenchmarkListEntry> KNOWN =
      List.copyOf(
          BenchmarkList.defaultList()
              .getAll(
                  OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT),
                  List.of()));

  private Parameters() {}

  /// The values of each parameter of a job's method.
  static Map<String, String[]> of(Job job) {
    for (BenchmarkListEntry entry : KNOWN) {
      if (entry.getUsername().equals(job.method()) && entry.getParams().hasValue()) {
        return entry.getParams().get();
      }
    }
    throw new IllegalStateException(
        "the job %s names %s, which is no JMH benchmark with a shape"
            .formatted(job.id(), job.method()));
  }

  /// The shapes that a job's method declares.
  public static List<String> shapes(Job job) {
    return List.of(of(job).get("shape"));
  }

  /// The numbers of workers that it declares; one that is empty where it has no such parameter.
  public static List<String> workers(Job job) {
    return List.of(of(job).getOrDefault("workers", new String[] {""}));
  }
}
