package org.lanewise.release;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A program that ran to its end: its exit code, and what it printed.
record Program(int code, String out) {

  private static final String JAVA_HOME = System.getProperty("java.home");

  /// Runs a program in a folder, with the JDK of this test.
  static Program run(Path folder, String... command) throws IOException, InterruptedException {
    Path out = Files.createTempFile("program", ".out");
    ProcessBuilder builder =
        new ProcessBuilder(List.of(command))
            .directory(folder.toFile())
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
            .redirectErrorStream(true)
            .redirectOutput(out.toFile());
    builder.environment().keySet().removeAll(List.of("MAVEN_OPTS", "JDK_JAVA_OPTIONS"));
    builder.environment().put("JAVA_HOME", JAVA_HOME);
    builder.environment().merge("PATH", JAVA_HOME + "/bin", (path, bin) -> bin + ":" + path);
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
