package org.lanewise.io;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import org.lanewise.internal.file.AtomicFile;

/// A process that has written a part of a file, says so, and goes on for ever.
final class HalfWritten {

  private HalfWritten() {}

  static Process start(Path file) throws IOException, URISyntaxException {
    String classPath =
        folder(AtomicFile.class) + System.getProperty("path.separator") + folder(HalfWritten.class);
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            classPath,
            HalfWritten.class.getName(),
            file.toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static Path folder(Class<?> of) throws URISyntaxException {
    return Path.of(of.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  public static void main(String[] arguments) throws IOException {
    try (AtomicFile file = AtomicFile.of(Path.of(arguments[0]))) {
      file.stream().write(1);
      System.out.print("written");
      System.out.flush();
      while (true) {
        file.stream().write(1);
        Thread.onSpinWait();
      }
    }
  }
}
