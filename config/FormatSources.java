import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// Runs google-java-format over the sources of all modules: `check` prints the names of the files
/// that would change and writes them to a report that the build refuses, `apply` rewrites them.
///
/// The build starts this file with the `java` of its toolchain, because the formatter needs a newer
/// JDK than the one Maven may run on.
public final class FormatSources {
  private static final List<String> FOLDERS =
      List.of(
          "core/src", "report/src", "cli/src", "adapters", "examples", "dist", "bench", "config");

  private FormatSources() {}

  /// @param args the root of the repository, then `check` and the name of the report, or `apply`
  public static void main(String[] args) throws IOException {
    Path root = Path.of(args[0]);
    boolean apply = args[1].equals("apply");
    Path report = Path.of(args[2]);
    List<String> command = new ArrayList<>(List.of(apply ? "--replace" : "--dry-run"));
    for (String folder : FOLDERS) {
      command.addAll(sourcesIn(root.resolve(folder)));
    }

    StringWriter names = new StringWriter();
    int code =
        ToolProvider.findFirst("google-java-format")
            .orElseThrow()
            .run(
                new PrintWriter(names),
                new PrintWriter(System.err, true),
                command.toArray(String[]::new));
    List<String> unformatted = names.toString().lines().toList();
    Files.deleteIfExists(report);
    if (!unformatted.isEmpty()) {
      Files.write(report, unformatted);
      unformatted.forEach(name -> System.err.println("Not formatted: " + name));
    }
    System.exit(code);
  }

  private static List<String> sourcesIn(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> !isMade(folder.relativize(file)))
          .map(Path::toString)
          .filter(name -> name.endsWith(".java"))
          .sorted()
          .toList();
    }
  }

  /// Whether a source was made by the build.
  private static boolean isMade(Path file) {
    return StreamSupport.stream(file.spliterator(), false).anyMatch(Path.of("target")::equals);
  }
}
