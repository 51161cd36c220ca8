package org.lanewise.release;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A program that ran to its end: its exit code, and what it printed.
record Program(int code, String out) {

  /// A manifest names the Java on which Maven runs.
  private static final String JAVA_OF_MAVEN = System.getProperty("lanewise.java.of.maven");

  /// Runs a program in a folder; Maven on the Java of this build.
  static Program run(Path folder, String... command) throws IOException, InterruptedException {
    Path out = Files.createTempFile("program", ".out");
    ProcessBuilder builder =
        new ProcessBuilder(List.of(command))
            .directory(folder.toFile())
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
            .redirectErrorStream(true)
            .redirectOutput(out.toFile());
    builder.environment().put("JAVA_HOME", JAVA_OF_MAVEN);
    int code = builder.start().waitFor();
    String text = Files.readString(out);
    Files.delete(out);
    return new Program(code, text);
  }

  /// Runs a script of a shell.
  static Program sh(Path folder, String script) throws IOException, InterruptedException {
    return run(folder, "sh", "-ec", script);
  }
}
