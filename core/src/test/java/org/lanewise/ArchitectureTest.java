package org.lanewise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Exports;
import java.lang.module.ModuleDescriptor.Requires;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
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
import org.lanewise.data.Labels;

/// The rooms of the library and the edges between them, read from its class files.
class ArchitectureTest {

  private static final String ROOT = "org.lanewise.";
  private static final String EVENTS = "internal.events";
  private static final String VECTOR = "internal.kernel.vector";

  private static final Pattern NAME = Pattern.compile("`([a-z.]+)`");

  private static final Pattern OWN = Pattern.compile("org/lanewise/((?:[a-z0-9]+/)+)[A-Z]");

  private record Room(Set<String> uses, Set<String> texts) {
    Room() {
      this(new TreeSet<>(), new TreeSet<>());
    }
  }

  private static Map<String, Room> rooms() throws IOException, URISyntaxException {
    Map<String, Room> rooms = new TreeMap<>();
    try (Stream<Path> files = Files.walk(classes())) {
      for (Path file : files.filter(path -> path.toString().endsWith(".class")).toList()) {
        if (file.endsWith("module-info.class") || file.endsWith("package-info.class")) {
          continue;
        }
        ClassModel model = ClassFile.of().parse(file);
        String name = model.thisClass().asInternalName().replace('/', '.');
        String room = name.substring(ROOT.length(), name.lastIndexOf('.'));
        Room found = rooms.computeIfAbsent(room, key -> new Room());
        for (PoolEntry entry : model.constantPool()) {
          // Names of classes and descriptors of fields and methods are all texts of the pool.
          if (entry instanceof Utf8Entry text) {
            found.texts.add(text.stringValue());
            Matcher matcher = OWN.matcher(text.stringValue());
            while (matcher.find()) {
              String used = matcher.group(1);
              found.uses.add(used.substring(0, used.length() - 1).replace('/', '.'));
            }
          }
        }
        found.uses.remove(room);
      }
    }
    return rooms;
  }

  private static Path classes() throws URISyntaxException {
    return Path.of(Labels.class.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  /// What each room may use, by the table of `ARCHITECTURE.md`. A name there is that of a room, or
  /// the end of the name of one room alone.
  private static Map<String, Set<String>> allowed() throws IOException {
    Map<String, String> cells = new TreeMap<>();
    String page = Files.readString(Path.of("..", "ARCHITECTURE.md"));
    String rooms = page.substring(page.indexOf("\n## Packages of `core`"));
    for (String line : rooms.substring(0, rooms.indexOf("\n## ", 1)).lines().toList()) {
      String[] columns = line.split("\\|");
      if (line.startsWith("| `")) {
        Matcher room = NAME.matcher(columns[1]);
        assertTrue(room.find(), line);
        cells.put(room.group(1), columns[2]);
      }
    }
    Map<String, Set<String>> allowed = new TreeMap<>();
    cells.forEach((room, cell) ->
        allowed.put(
            room,
            NAME.matcher(cell)
                .results()
                .map(name -> resolved(name.group(1), cells.keySet()))
                .collect(Collectors.toCollection(TreeSet::new))));
    return allowed;
  }

  private static String resolved(String name, Set<String> rooms) {
    if (rooms.contains(name)) {
      return name;
    }
    String end = name.startsWith(".") ? name : "." + name;
    List<String> found = rooms.stream().filter(room -> room.endsWith(end)).toList();
    assertEquals(1, found.size(), "rooms that '" + name + "' may mean: " + found);
    return found.getFirst();
  }

  @Test
  void roomsUseOnlyWhatTheyMay() throws Exception {
    Map<String, Set<String>> allowed = allowed();
    Map<String, Room> rooms = rooms();
    assertEquals(allowed.keySet(), rooms.keySet(), "rooms");
    Set<String> differences = new TreeSet<>();
    rooms.forEach((room, found) -> {
      for (String used : found.uses) {
        if (!allowed.get(room).contains(used)) {
          differences.add(room + " uses " + used + ", which the table does not allow");
        }
      }
      for (String may : allowed.get(room)) {
        if (!found.uses.contains(may)) {
          differences.add(room + " does not use " + may + ", which the table allows");
        }
      }
    });
    assertEquals(Set.of(), differences);
  }

  @Test
  void onlyTheVectorRoomNamesTheVectorModule() throws Exception {
    rooms()
        .forEach((room, found) ->
            assertEquals(
                room.equals(VECTOR),
                found.texts.stream()
                    .anyMatch(text -> text.matches(".*jdk/incubator/vector/[A-Z].*")),
                room));
  }

  /// A runtime may be made without Flight Recorder.
  @Test
  void onlyTheEventsNameFlightRecorder() throws Exception {
    rooms()
        .forEach((room, found) ->
            assertEquals(
                room.equals(EVENTS),
                found.texts.stream().anyMatch(text -> text.matches(".*jdk/jfr/[A-Z].*")),
                room));
  }

  /// The rest of the kernels must load without the module.
  @Test
  void onlyTheirLoaderNamesTheVectorKernels() throws Exception {
    assertEquals(
        Set.of("VectorTier.class"),
        classesNaming("org/lanewise/internal/tier", "org/lanewise/internal/kernel/vector/"));
  }

  @Test
  void onlyTheBridgeOfTheStoresNamesTheViews() throws Exception {
    assertEquals(
        Set.of("Stores.class"), classesNaming("org/lanewise/internal/store", "org/lanewise/data/"));
  }

  /// The class files of a room that name anything of a package.
  private static Set<String> classesNaming(String room, String named) throws Exception {
    Set<String> names = new TreeSet<>();
    try (Stream<Path> files = Files.list(classes().resolve(room))) {
      for (Path file : files.filter(path -> path.toString().endsWith(".class")).toList()) {
        for (PoolEntry entry : ClassFile.of().parse(file).constantPool()) {
          if (entry instanceof Utf8Entry text && text.stringValue().contains(named)) {
            names.add(file.getFileName().toString());
          }
        }
      }
    }
    return names;
  }

  @Test
  void nothingReflects() throws Exception {
    rooms()
        .forEach((room, found) ->
            assertTrue(
                found.texts.stream().noneMatch(text -> text.contains("java/lang/reflect/")), room));
  }

  @Test
  void theModuleExportsItsRoomsAndNeedsNothingButTheJdk() throws Exception {
    try (InputStream in = Files.newInputStream(classes().resolve("module-info.class"))) {
      ModuleDescriptor module = ModuleDescriptor.read(in);
      Set<String> exported =
          module.exports().stream()
              .filter(exports -> !exports.isQualified())
              .map(Exports::source)
              .collect(Collectors.toSet());
      assertTrue(
          exported.containsAll(
              Set.of(ROOT + "data", ROOT + "statistics", ROOT + "model", ROOT + "score")),
          exported.toString());
      assertTrue(exported.stream().noneMatch(name -> name.contains(".internal")));
      Set<String> required =
          module.requires().stream().map(Requires::name).collect(Collectors.toSet());
      assertTrue(
          required.stream().allMatch(name -> name.startsWith("java.") || name.startsWith("jdk.")),
          required.toString());
      assertTrue(required.contains("jdk.incubator.vector"));
    }
  }
}
