package org.lanewise.bench.rival;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/// What the process that times a rival tells beside the times, in a file: JMH hands back no more
/// than numbers.
///
/// @param version of the rival
/// @param labels how many labels were compared with ours
/// @param differ how many of them differ
public record RivalOutcome(String version, int labels, int differ) {

  private static final Path FILE = Path.of("target", "rival-outcome.properties");

  /// Compares labels.
  public static RivalOutcome of(String version, int[] ours, int[] theirs) {
    if (ours.length != theirs.length) {
      throw new IllegalStateException(
          "the rival gives %d labels; %d are expected".formatted(theirs.length, ours.length));
    }
    int differ = 0;
    for (int i = 0; i < ours.length; i++) {
      differ += ours[i] == theirs[i] ? 0 : 1;
    }
    return new RivalOutcome(version, ours.length, differ);
  }

  /// Forgets the one before.
  ///
  /// @throws IOException if the file cannot be deleted
  public static void clear() throws IOException {
    Files.deleteIfExists(FILE);
  }

  public void write() throws IOException {
    Properties properties = new Properties();
    properties.setProperty("version", version);
    properties.setProperty("labels", "" + labels);
    properties.setProperty("differ", "" + differ);
    Files.createDirectories(FILE.getParent());
    try (Writer writer = Files.newBufferedWriter(FILE)) {
      properties.store(writer, null);
    }
  }

  /// Reads what the last process wrote.
  ///
  /// @throws IOException if it wrote nothing
  public static RivalOutcome read() throws IOException {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(FILE)) {
      properties.load(reader);
    }
    return new RivalOutcome(
        properties.getProperty("version"),
        Integer.parseInt(properties.getProperty("labels")),
        Integer.parseInt(properties.getProperty("differ")));
  }

  /// How the labels compare, as the last column of the table says it.
  public String comparison() {
    return differ == 0 ? "same labels" : "%d of %d labels differ".formatted(differ, labels);
  }
}
