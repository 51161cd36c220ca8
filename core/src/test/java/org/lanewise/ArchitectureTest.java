package org.lanewise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
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
  private static final String COUNTS = "internal.counts";
  private static final String EVENTS = "internal.events";
  private static final String FRACTIONS = "internal.fractions";
  private static final String KERNEL = "internal.kernel";
  private static final String SCALAR = "internal.kernel.scalar";
  private static final String VECTOR = "internal.kernel.vector";
  private static final String LINALG = "internal.linalg";
  private static final String MOMENTS = "internal.moments";
  private static final String SCATTER = "internal.scatter";
  private static final String SCORE = "internal.score";
  private static final String SCRATCH = "internal.score.scratch";
  private static final String EM = "internal.em";
  private static final String GAUSSIAN = "internal.score.gaussian";
  private static final String MARGINAL = "internal.score.marginal";
  private static final String DISCRETE = "internal.score.discrete";
  private static final String MIXED = "internal.score.mixed";
  private static final String CERTIFY = "internal.score.certify";
  private static final String STATE = "internal.state";
  private static final String STORE = "internal.store";
  private static final String TASKS = "internal.tasks";
  private static final String TIER = "internal.tier";
  private static final String VARIANCE = "internal.variance";

  /// What each room may use: the design's table, and of the kernels `model` knows the packed
  /// layout.
  private static final Map<String, Set<String>> ALLOWED =
      Map.ofEntries(
          Map.entry("data", Set.of(KERNEL, TIER, STORE)),
          Map.entry(
              "statistics",
              Set.of("data", MOMENTS, SCATTER, VARIANCE, COUNTS, TASKS, STATE, KERNEL, STORE)),
          Map.entry(COUNTS, Set.of("data", KERNEL, TIER, STORE)),
          Map.entry(VARIANCE, Set.of("data", MOMENTS, STATE, KERNEL, TIER, STORE)),
          Map.entry(SCATTER, Set.of("data", MOMENTS, STATE, KERNEL, TIER)),
          Map.entry(TASKS, Set.of("data")),
          Map.entry(MOMENTS, Set.of("data", TASKS, KERNEL, TIER, STORE)),
          Map.entry(STORE, Set.of("data")),
          Map.entry(STATE, Set.of("data", KERNEL)),
          Map.entry("model", Set.of("data", "score")),
          Map.entry(
              "model.gaussian",
              Set.of(
                  "data",
                  "statistics",
                  "model",
                  "score",
                  SCORE,
                  GAUSSIAN,
                  EM,
                  STATE,
                  LINALG,
                  KERNEL,
                  STORE)),
          Map.entry(
              "model.discrete", Set.of("data", "statistics", "model", "score", SCORE, DISCRETE)),
          Map.entry(
              "model.mixed",
              Set.of(
                  "data",
                  "statistics",
                  "model",
                  "model.gaussian",
                  "model.discrete",
                  "score",
                  SCORE,
                  MIXED)),
          Map.entry("score", Set.of("data")),
          Map.entry(
              "inference",
              Set.of(
                  "data",
                  "statistics",
                  "model",
                  "model.gaussian",
                  "model.discrete",
                  "model.mixed",
                  "score",
                  "validation")),
          Map.entry(
              "validation",
              Set.of(
                  "data",
                  "statistics",
                  "model",
                  "model.gaussian",
                  "model.discrete",
                  "model.mixed",
                  "score",
                  SCORE,
                  DISCRETE,
                  STORE,
                  LINALG,
                  FRACTIONS,
                  KERNEL,
                  TIER)),
          Map.entry("calibration", Set.of("data", "model", "score", SCORE, KERNEL)),
          Map.entry(
              "explanation",
              Set.of(
                  "data",
                  "model",
                  "model.gaussian",
                  "model.discrete",
                  "model.mixed",
                  "score",
                  LINALG,
                  KERNEL)),
          Map.entry("text", Set.of("data")),
          Map.entry(SCORE, Set.of("data", "score", SCRATCH, TASKS, KERNEL, TIER)),
          Map.entry(SCRATCH, Set.of("data", KERNEL, TIER, STORE)),
          Map.entry(
              GAUSSIAN, Set.of("data", "score", SCORE, SCRATCH, MARGINAL, KERNEL, TIER, STORE)),
          Map.entry(EM, Set.of("data", TASKS, MARGINAL, SCRATCH, KERNEL, TIER)),
          Map.entry(MARGINAL, Set.of(SCORE, SCRATCH, KERNEL, TIER)),
          Map.entry(
              DISCRETE, Set.of("data", "score", SCORE, SCRATCH, CERTIFY, KERNEL, TIER, STORE)),
          Map.entry(MIXED, Set.of("data", "score", SCORE, SCRATCH)),
          Map.entry(CERTIFY, Set.of(SCORE, SCRATCH, KERNEL, TIER)),
          Map.entry(
              "io",
              Set.of(
                  "data",
                  "statistics",
                  "model",
                  "model.gaussian",
                  "model.discrete",
                  "model.mixed",
                  "calibration",
                  "inference",
                  "score",
                  STATE,
                  KERNEL)),
          Map.entry(
              "serving",
              Set.of(
                  "data",
                  "model",
                  "model.gaussian",
                  "model.discrete",
                  "model.mixed",
                  "calibration",
                  "score",
                  "io",
                  EVENTS)),
          Map.entry(KERNEL, Set.of()),
          Map.entry(TIER, Set.of(KERNEL, SCALAR, VECTOR, EVENTS)),
          Map.entry(EVENTS, Set.of()),
          Map.entry(FRACTIONS, Set.of()),
          Map.entry(SCALAR, Set.of(KERNEL)),
          Map.entry(VECTOR, Set.of(KERNEL, SCALAR)),
          Map.entry(LINALG, Set.of(KERNEL, TIER)));

  /// The most source files of a room, about what a reader holds; `package-info` is not counted.
  private static final int MOST_FILES = 16;

  /// Rooms that hold more, and how many files: exported ones, whose types users import and which a
  /// cut would tear apart. Numbers here only go down, and a line goes away when its room is split.
  private static final Map<String, Integer> STILL_TOO_LARGE =
      Map.of("data", 27, "model.gaussian", 21);

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

  @Test
  void roomsUseOnlyWhatTheyMay() throws Exception {
    Map<String, Room> rooms = rooms();
    assertTrue(
        rooms.keySet().containsAll(Set.of("data", "statistics", "model", "score", KERNEL, VECTOR)),
        "rooms found: " + rooms.keySet());
    rooms.forEach((room, found) -> {
      assertTrue(ALLOWED.containsKey(room), "a room that the design does not have: " + room);
      Set<String> forbidden = new TreeSet<>(found.uses);
      forbidden.removeAll(ALLOWED.get(room));
      assertEquals(Set.of(), forbidden, "what " + room + " must not use");
    });
  }

  @Test
  void noRoomHoldsMoreFilesThanAReader() throws Exception {
    Map<String, Integer> sizes = new TreeMap<>();
    Path sources = Path.of("src", "main", "java", "org", "lanewise");
    try (Stream<Path> files = Files.walk(sources)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
        if (!file.endsWith("package-info.java")) {
          String room = sources.relativize(file.getParent()).toString();
          sizes.merge(room.replace(File.separatorChar, '.'), 1, Integer::sum);
        }
      }
    }
    assertEquals(rooms().keySet(), sizes.keySet());
    sizes.forEach((room, size) -> {
      int most = STILL_TOO_LARGE.getOrDefault(room, MOST_FILES);
      assertTrue(size <= most, room + " holds " + size + " files; " + most + " are the most");
    });
    STILL_TOO_LARGE.forEach((room, most) ->
        assertTrue(
            sizes.getOrDefault(room, 0) > MOST_FILES,
            room + " is no longer too large; its line is to be deleted"));
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
