package org.lanewise.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The rooms of the command and the edges between them, read from its class files.
class ArchitectureTest {

  /// The package of the module itself, which holds the commands.
  private static final String COMMANDS = "";

  /// What a room uses of other rooms.
  private record Room(String name, Set<String> uses) {}

  /// All rooms, each after those that it uses.
  private static final List<Room> ROOMS =
      List.of(
          new Room("table", Set.of()),
          new Room("bytes", Set.of()),
          new Room("parsing", Set.of("table")),
          new Room("engine", Set.of("table")),
          new Room("reading", Set.of("bytes", "table", "parsing", "engine")),
          new Room("rows", Set.of("table")),
          new Room("answers", Set.of("table", "rows")),
          new Room("model", Set.of("table", "rows", "answers")),
          new Room("gathering", Set.of("table", "reading", "rows", "model")),
          new Room("validation", Set.of("table", "rows", "answers", "model")),
          new Room("output", Set.of()),
          new Room(
              "report",
              Set.of("table", "rows", "answers", "model", "gathering", "validation", "output")),
          new Room("help", Set.of()),
          new Room(
              "comparison", Set.of("table", "reading", "answers", "model", "output", "report")),
          new Room(
              "blocks",
              Set.of("table", "engine", "reading", "rows", "answers", "model", "report", "output")),
          new Room(
              "options",
              Set.of(
                  "table",
                  "engine",
                  "reading",
                  "rows",
                  "answers",
                  "model",
                  "gathering",
                  "validation",
                  "output")),
          new Room("page", Set.of("table", "model", "report", "options", "output")),
          new Room(
              "resampling",
              Set.of("table", "engine", "reading", "model", "gathering", "options", "output")),
          new Room(
              COMMANDS,
              Set.of(
                  "page",
                  "options",
                  "resampling",
                  "help",
                  "comparison",
                  "blocks",
                  "table",
                  "engine",
                  "reading",
                  "answers",
                  "model",
                  "gathering",
                  "validation",
                  "report",
                  "output")));

  private static final Pattern OWN = Pattern.compile("org/lanewise/cli/((?:[a-z0-9]+/)*)[A-Z]");

  private static Path classes() throws URISyntaxException {
    return Path.of(Lanewise.class.getProtectionDomain().getCodeSource().getLocation().toURI())
        .resolve("org/lanewise/cli");
  }

  /// The class files of each room.
  private static Map<String, List<Path>> found() throws IOException, URISyntaxException {
    Path root = classes();
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(file -> file.toString().endsWith(".class"))
          .filter(file -> !file.endsWith("package-info.class"))
          .collect(
              Collectors.groupingBy(
                  file -> root.relativize(file.getParent()).toString().replace('\\', '/'),
                  TreeMap::new,
                  Collectors.toList()));
    }
  }

  /// The rooms that a class file names, its own perhaps among them.
  private static Set<String> named(Path file) throws IOException {
    Set<String> rooms = new TreeSet<>();
    for (PoolEntry entry : ClassFile.of().parse(file).constantPool()) {
      // Names of classes and descriptors of fields and methods are all texts of the pool.
      if (entry instanceof Utf8Entry text) {
        Matcher matcher = OWN.matcher(text.stringValue());
        while (matcher.find()) {
          rooms.add(matcher.group(1).replaceFirst("/$", ""));
        }
      }
    }
    return rooms;
  }

  @Test
  void roomsUseWhatTheyMay() throws Exception {
    Map<String, List<Path>> found = found();
    assertEquals(
        ROOMS.stream().map(Room::name).collect(Collectors.toSet()), found.keySet(), "the rooms");
    for (Room room : ROOMS) {
      Set<String> uses = new TreeSet<>();
      for (Path file : found.get(room.name)) {
        uses.addAll(named(file));
      }
      uses.remove(room.name);
      assertEquals(new TreeSet<>(room.uses), uses, "what the room '%s' uses".formatted(room.name));
    }
  }

  @Test
  void edgesGoOneWay() {
    Set<String> lower = new HashSet<>();
    for (Room room : ROOMS) {
      assertTrue(lower.containsAll(room.uses), room.name);
      lower.add(room.name);
    }
  }
}
