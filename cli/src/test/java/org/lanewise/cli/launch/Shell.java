package org.lanewise.cli.launch;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Runs scripts of bash in a folder, where `out` and `errors` keep what they say.
final class Shell {

  /// The checkout.
  static final Path ROOT =
      Path.of(System.getProperty("basedir", ".")).toAbsolutePath().getParent().normalize();

  private final Path folder;
  private final Map<String, String> environment = new HashMap<>();

  Shell(Path folder) {
    assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "there is a bash");
    assumeTrue(Files.isDirectory(Path.of("/dev/fd")), "descriptors have names");
    this.folder = folder;
  }

  Shell with(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  /// Starts a script.
  ///
  /// @param arguments `$1`, `$2` … of the script
  Process start(String script, Object... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of("/bin/bash", "-c", script, "bash"));
    for (Object argument : arguments) {
      command.add(argument.toString());
    }
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
            .redirectOutput(folder.resolve("out").toFile())
            .redirectError(folder.resolve("errors").toFile());
    builder.environment().keySet().removeAll(List.of("JAVA_HOME", "JDK_JAVA_OPTIONS"));
    builder.environment().putAll(environment);
    return builder.start();
  }

  /// Runs a script to its end.
  ///
  /// @return its exit code
  int run(String script, Object... arguments) throws IOException, InterruptedException {
    return start(script, arguments).waitFor();
  }

  List<String> out() throws IOException {
    return Files.readAllLines(folder.resolve("out"));
  }

  String errors() throws IOException {
    return Files.readString(folder.resolve("errors"));
  }

  /// All that was printed, for a failed assertion.
  String said() {
    try {
      return String.join("\n", out()) + "\n" + errors();
    } catch (IOException e) {
      return e.toString();
    }
  }

  /// A file that can be run.
  static Path script(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    file.toFile().setExecutable(true);
    return file;
  }
}
