package org.lanewise.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The rooms of this module and the edges between them, read from the sources.
class ArchitectureTest {

  private static final Path SOURCES = Path.of("src", "main", "java", "org", "lanewise", "report");

  /// The package that users type.
  private static final String EXPORTED = "";

  /// All rooms, each after those that it may use.
  private static final List<Map.Entry<String, Set<String>>> ROOMS =
      List.of(
          Map.entry("svg", Set.of()),
          Map.entry("figure", Set.of()),
          Map.entry("chart", Set.of("svg", "figure")),
          Map.entry("page", Set.of("svg", "figure", "chart")),
          Map.entry(EXPORTED, Set.of("figure", "page")));

  private static final Pattern OWN =
      Pattern.compile("import (?:static )?org\\.lanewise\\.report\\.(?:([a-z]+)\\.)?[A-Z]");

  private static Map<String, List<Path>> rooms() throws IOException {
    Map<String, List<Path>> rooms = new TreeMap<>();
    try (Stream<Path> folders = Files.walk(SOURCES).filter(Files::isDirectory)) {
      for (Path folder : folders.toList()) {
        try (Stream<Path> files = Files.list(folder).filter(Files::isRegularFile)) {
          rooms.put(SOURCES.relativize(folder).toString(), files.toList());
        }
      }
    }
    return rooms;
  }

  @Test
  void roomsUseOnlyWhatTheyMay() throws IOException {
    Map<String, List<Path>> rooms = rooms();
    Set<String> lower = new HashSet<>();
    for (Map.Entry<String, Set<String>> room : ROOMS) {
      assertTrue(lower.containsAll(room.getValue()), room.getKey());
      lower.add(room.getKey());
      for (Path file : rooms.get(room.getKey())) {
        Set<String> used = new TreeSet<>();
        Matcher matcher = OWN.matcher(Files.readString(file));
        while (matcher.find()) {
          used.add(matcher.group(1) == null ? EXPORTED : matcher.group(1));
        }
        used.removeAll(room.getValue());
        used.remove(room.getKey());
        assertEquals(Set.of(), used, "what " + file + " must not use");
      }
    }
    assertEquals(lower, rooms.keySet(), "the rooms");
  }

  @Test
  void everyRoomSaysWhatItHolds() throws IOException {
    for (List<Path> files : rooms().values()) {
      assertTrue(files.stream().anyMatch(file -> file.endsWith("package-info.java")));
    }
  }

  /// Numbers of drawings are for browsers, and those of a page look alike: neither is in the digits
  /// of the locale of whoever runs this.
  @Test
  void numbersAreWrittenInNoLocale() throws IOException {
    for (List<Path> files : rooms().values()) {
      for (Path file : files) {
        assertFalse(Files.readString(file).contains(".formatted("), file + ": String.format(ROOT)");
      }
    }
  }
}
