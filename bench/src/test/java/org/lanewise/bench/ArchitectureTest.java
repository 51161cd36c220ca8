package org.lanewise.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The rooms of the benchmarks and the edges between them, read from the sources: class files do
/// not tell where a constant came from.
class ArchitectureTest {

  private static final Path PACKAGE = Path.of("src", "main", "java", "org", "lanewise", "bench");

  /// Those of the benchmarks, and of the study.
  private static final List<Path> SOURCES = List.of(PACKAGE, Path.of("study").resolve(PACKAGE));

  private static final String INFO = "package-info.java";

  /// The package that JMH names benchmarks by.
  private static final String BENCHMARKS = "";

  /// A room, and those that it may use.
  private record Room(String name, Set<String> mayUse) {}

  /// All rooms; each may use only what stands above it, so that there is no circle.
  private static final List<Room> ROOMS =
      List.of(
          new Room("machine", Set.of()),
          new Room("data", Set.of()),
          new Room("rival", Set.of("data")),
          new Room(BENCHMARKS, Set.of("machine", "data", "rival")),
          new Room("program", Set.of("machine", "data", BENCHMARKS)),
          new Room("serving", Set.of("data")),
          new Room("job", Set.of("machine", "data")),
          new Room("result", Set.of("machine", "program")),
          new Room("report", Set.of("machine", "program", "job", "result")),
          new Room("pair", Set.of("machine", "job", "result")),
          new Room("cold", Set.of("machine", "data", "result", "pair")),
          new Room(
              "run",
              Set.of("machine", "data", "rival", BENCHMARKS, "program", "job", "result", "report")),
          new Room("study.data", Set.of()),
          new Room("study.method", Set.of("study.data")),
          new Room("study.result", Set.of()),
          new Room(
              "study.question", Set.of("machine", "study.data", "study.method", "study.result")),
          new Room("study.page", Set.of("result", "report", "study.data", "study.result")),
          new Room(
              "study",
              Set.of("job", "study.data", "study.question", "study.result", "study.page")));

  /// A class of ours by its full name, in an import or not.
  private static final Pattern OWN =
      Pattern.compile("org\\.lanewise\\.bench\\.(?:([a-z.]+)\\.)?[A-Z]");

  /// The files of each room.
  private static Map<String, List<Path>> rooms() throws IOException {
    Map<String, List<Path>> rooms = new TreeMap<>();
    for (Path sources : SOURCES) {
      try (Stream<Path> files = Files.walk(sources).filter(Files::isRegularFile)) {
        for (Path file : files.toList()) {
          Path folder = sources.relativize(file.getParent());
          rooms
              .computeIfAbsent(
                  folder.toString().replace(File.separatorChar, '.'), _ -> new ArrayList<>())
              .add(file);
        }
      }
    }
    return rooms;
  }

  @Test
  void everyRoomIsKnown() throws IOException {
    Set<String> known = new TreeSet<>();
    ROOMS.forEach(room -> known.add(room.name));
    assertEquals(known, rooms().keySet());
  }

  @Test
  void edgesGoOneWay() {
    Set<String> above = new HashSet<>();
    for (Room room : ROOMS) {
      assertTrue(above.containsAll(room.mayUse), room.name + " may use what stands below it");
      above.add(room.name);
    }
  }

  @Test
  void roomsUseOnlyWhatTheyMay() throws IOException {
    Map<String, List<Path>> rooms = rooms();
    for (Room room : ROOMS) {
      for (Path file : rooms.get(room.name)) {
        Set<String> forbidden = new TreeSet<>();
        Matcher matcher = OWN.matcher(Files.readString(file));
        while (matcher.find()) {
          forbidden.add(matcher.group(1) == null ? BENCHMARKS : matcher.group(1));
        }
        forbidden.remove(room.name);
        forbidden.removeAll(room.mayUse);
        assertEquals(Set.of(), forbidden, "what " + file + " must not use");
      }
    }
  }

  @Test
  void everyRoomSaysWhatItHolds() throws IOException {
    rooms()
        .forEach((room, files) -> {
          List<String> names = files.stream().map(file -> file.getFileName().toString()).toList();
          assertTrue(names.contains(INFO), "room " + room + " has no " + INFO);
        });
  }

  /// JMH names a benchmark by its package, and commits are compared by these names.
  @Test
  void benchmarksStayWhereOldCommitsHaveThem() throws IOException {
    for (Map.Entry<String, List<Path>> room : rooms().entrySet()) {
      for (Path file : room.getValue()) {
        if (file.getFileName().toString().endsWith("Benchmark.java")) {
          assertEquals(BENCHMARKS, room.getKey(), file.toString());
        }
      }
    }
  }
}
