package org.lanewise.spark;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A standalone master and workers, each a process on this machine with the classes of this one.
final class Cluster implements AutoCloseable {

  private static final String LOCAL = "127.0.0.1";

  private final Path folder;
  private final int port;
  private final List<Process> processes = new ArrayList<>();

  /// Starts a master.
  ///
  /// @param folder an empty one, for a home of Spark, logs and work
  Cluster(Path folder) throws IOException {
    this.folder = folder;
    Path jars = Files.createDirectories(folder.resolve("home/jars"));
    for (String entry : classPath()) {
      if (entry.endsWith(".jar")) {
        Path jar = Path.of(entry);
        Files.createSymbolicLink(jars.resolve(jar.getFileName()), jar);
      }
    }
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getByName(LOCAL))) {
      port = free.getLocalPort();
    }
    start(
        "master",
        "org.apache.spark.deploy.master.Master",
        "--host",
        LOCAL,
        "--port",
        Integer.toString(port),
        "--webui-port",
        "0");
  }

  private static List<String> classPath() {
    return List.of(System.getProperty("java.class.path").split(File.pathSeparator));
  }

  /// The folders of the class path, which no home of Spark has.
  static String folders() {
    return classPath().stream()
        .filter(entry -> !entry.endsWith(".jar"))
        .collect(Collectors.joining(File.pathSeparator));
  }

  String url() {
    return "spark://" + LOCAL + ":" + port;
  }

  /// Starts a worker of one core.
  Process worker(String name) throws IOException {
    return start(
        name,
        "org.apache.spark.deploy.worker.Worker",
        "--host",
        LOCAL,
        "--cores",
        "1",
        "--memory",
        "1g",
        "--webui-port",
        "0",
        "--work-dir",
        folder.resolve(name).toString(),
        url());
  }

  private Process start(String name, String main, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Xshare:auto",
            "-Xmx128m",
            "-Dspark.master.rest.enabled=false",
            "-cp",
            System.getProperty("java.class.path"),
            main));
    command.addAll(Arrays.asList(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve(name + ".log").toFile());
    builder.environment().put("SPARK_HOME", folder.resolve("home").toString());
    builder.environment().put("SPARK_SCALA_VERSION", "2.13");
    builder.environment().put("SPARK_LOCAL_IP", LOCAL);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process process = builder.start();
    processes.add(process);
    return process;
  }

  /// Ends a worker and its executors at once, as a machine does that fails.
  static void kill(Process worker) throws InterruptedException {
    List<ProcessHandle> executors = worker.descendants().toList();
    worker.destroyForcibly();
    executors.forEach(ProcessHandle::destroyForcibly);
    if (!worker.waitFor(10, TimeUnit.SECONDS)) {
      throw new IllegalStateException("the worker does not end");
    }
  }

  @Override
  public void close() {
    for (Process process : processes.reversed()) {
      try (Stream<ProcessHandle> children = process.descendants()) {
        List<ProcessHandle> all = children.toList();
        process.destroyForcibly();
        all.forEach(ProcessHandle::destroyForcibly);
      }
    }
  }
}
