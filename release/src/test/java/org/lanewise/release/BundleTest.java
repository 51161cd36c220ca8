package org.lanewise.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Element;

/// The bundle by the rules that Maven Central publishes: names and layout, a POM, sources,
/// documentation, checksums and signatures of each file.
class BundleTest {

  private static final Map<String, String> CHECKSUMS = Map.of(".md5", "MD5", ".sha1", "SHA-1");

  /// Central refuses larger bundles.
  private static final long LARGEST = 1 << 30;

  private static final Pattern IN_A_JAR =
      Pattern.compile(
          "META-INF/(MANIFEST\\.MF|LICENSE|NOTICE|services/.*|maven/.*/pom\\.(xml|properties))"
              + "|module-info\\.class|org/lanewise/.*\\.(class|css|js)");

  private static Map<String, byte[]> files;

  @BeforeAll
  static void readsTheBundle() throws IOException {
    files = Bundle.files();
  }

  static Set<String> artifacts() {
    return Bundle.published().keySet();
  }

  static Set<String> jars() {
    Set<String> jars = new TreeSet<>(artifacts());
    jars.remove("lanewise-bom");
    return jars;
  }

  private static byte[] file(String artifact, String suffix) {
    byte[] file = files.get(Bundle.name(artifact, suffix));
    assertNotNull(file, artifact + suffix);
    return file;
  }

  @Test
  void itHasTheFilesOfThePublishedModulesAndNoOthers() throws IOException {
    Set<String> expected = new TreeSet<>();
    for (String artifact : artifacts()) {
      for (String suffix : List.of(".pom", ".jar", "-sources.jar", "-javadoc.jar", "-cyclonedx.json")) {
        if (!suffix.endsWith(".jar") || jars().contains(artifact)) {
          for (String more : List.of("", ".asc", ".md5", ".sha1")) {
            expected.add(Bundle.name(artifact, suffix + more));
          }
        }
      }
    }
    assertEquals(expected, new TreeSet<>(files.keySet()));
    assertTrue(Files.size(Bundle.FILE) < LARGEST);
    assertFalse(Bundle.VERSION.endsWith("-SNAPSHOT"), Bundle.VERSION);
  }

  @Test
  void checksumsAreThoseOfTheFiles() throws Exception {
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      for (Map.Entry<String, String> checksum : CHECKSUMS.entrySet()) {
        byte[] stored = files.get(file.getKey() + checksum.getKey());
        if (stored != null) {
          byte[] digest = MessageDigest.getInstance(checksum.getValue()).digest(file.getValue());
          assertEquals(
              HexFormat.of().formatHex(digest),
              new String(stored, StandardCharsets.US_ASCII),
              file.getKey());
        }
      }
    }
  }

  @Test
  void signaturesAreThoseOfTheFiles(@TempDir Path folder) throws Exception {
    assumeTrue(Program.sh(folder, "command -v gpg").code() == 0, "gpg is there");
    int signatures = 0;
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      byte[] signature = files.get(file.getKey() + ".asc");
      if (signature != null) {
        Path signed = Files.write(folder.resolve("signed"), file.getValue());
        Path detached = Files.write(folder.resolve("signed.asc"), signature);
        Program gpg = gpg(signed, detached);
        assertEquals(0, gpg.code(), () -> file.getKey() + ": " + gpg.out());
        Files.write(signed, new byte[] {0});
        assertFalse(gpg(signed, detached).code() == 0, file.getKey());
        signatures++;
      }
    }
    assertTrue(signatures > artifacts().size());
  }

  private static Program gpg(Path signed, Path signature) throws Exception {
    return Program.run(
        signed.getParent(),
        "gpg",
        "--homedir",
        Bundle.KEYS.toString(),
        "--verify",
        signature.toString(),
        signed.toString());
  }

  @ParameterizedTest
  @MethodSource("artifacts")
  void aPomSaysWhatCentralAsksFor(String artifact) {
    Element pom = Bundle.xml(file(artifact, ".pom"));
    assertEquals("org.lanewise", Bundle.text(pom, "groupId"));
    assertEquals(artifact, Bundle.text(pom, "artifactId"));
    assertEquals(Bundle.VERSION, Bundle.text(pom, "version"));
    assertEquals(jars().contains(artifact) ? "" : "pom", Bundle.text(pom, "packaging"));
    for (String path :
        List.of(
            "name",
            "description",
            "url",
            "licenses/license/name",
            "licenses/license/url",
            "developers/developer/name",
            "developers/developer/organization",
            "developers/developer/organizationUrl",
            "scm/connection",
            "scm/developerConnection",
            "scm/url")) {
      assertFalse(Bundle.text(pom, path.split("/")).isEmpty(), path);
    }
  }

  @ParameterizedTest
  @MethodSource("artifacts")
  void aPomResolvesByItself(String artifact) {
    Element pom = Bundle.xml(file(artifact, ".pom"));
    for (String absent : List.of("parent", "build", "properties", "profiles", "repositories")) {
      assertNull(Bundle.child(pom, absent), absent);
    }
    String text = new String(file(artifact, ".pom"), StandardCharsets.UTF_8);
    assertFalse(text.contains("${"), text);
    assertFalse(text.contains("-SNAPSHOT"), text);
    assertFalse(text.contains("<scope>test"), text);
    Element dependencies = Bundle.child(pom, "dependencies");
    for (Element dependency : dependencies == null ? List.<Element>of() : Bundle.children(dependencies)) {
      String name = Bundle.text(dependency, "artifactId");
      assertFalse(Bundle.text(dependency, "version").isEmpty(), name);
      if (Bundle.text(dependency, "groupId").equals("org.lanewise")) {
        assertTrue(artifacts().contains(name), name + " is published, too");
        assertEquals(Bundle.VERSION, Bundle.text(dependency, "version"));
      }
    }
    if (artifact.equals("lanewise-core")) {
      assertNull(dependencies, "core has no dependencies");
    }
  }

  @Test
  void theBomNamesEveryJar() {
    Element bom = Bundle.xml(file("lanewise-bom", ".pom"));
    Map<String, String> named = new TreeMap<>();
    for (Element entry : Bundle.children(Bundle.child(bom, "dependencyManagement", "dependencies"))) {
      named.put(Bundle.text(entry, "artifactId"), Bundle.text(entry, "version"));
    }
    assertEquals(jars(), named.keySet());
    assertEquals(Set.of(Bundle.VERSION), new TreeSet<>(named.values()));
  }

  @ParameterizedTest
  @MethodSource("jars")
  void aJarHasItsClassesLicenceAndNoticeAndNothingElse(String artifact) throws IOException {
    Map<String, byte[]> jar = Bundle.unzip(file(artifact, ".jar"));
    for (String name : jar.keySet()) {
      assertTrue(IN_A_JAR.matcher(name).matches(), name);
    }
    Set<String> modules = new TreeSet<>();
    for (String other : jars()) {
      modules.add(moduleName(Bundle.unzip(file(other, ".jar"))));
    }
    assertEquals(jars().size(), modules.size(), "names of modules differ");
    assertTrue(modules.stream().allMatch(name -> name.matches("org\\.lanewise(\\.\\w+)?")));
    for (String suffix : List.of(".jar", "-sources.jar", "-javadoc.jar")) {
      Map<String, byte[]> content = Bundle.unzip(file(artifact, suffix));
      for (String legal : List.of("LICENSE", "NOTICE")) {
        assertEquals(
            Files.readString(Bundle.ROOT.resolve(legal)),
            new String(content.get("META-INF/" + legal), StandardCharsets.UTF_8),
            suffix);
      }
    }
  }

  private static String moduleName(Map<String, byte[]> jar) throws IOException {
    Manifest manifest =
        new Manifest(new ByteArrayInputStream(jar.get("META-INF/MANIFEST.MF")));
    return manifest.getMainAttributes().getValue("Automatic-Module-Name");
  }

  @ParameterizedTest
  @MethodSource("jars")
  void eachClassHasItsSourceAndEachExportedOneItsDocumentation(String artifact) throws IOException {
    Set<String> sources = Bundle.unzip(file(artifact, "-sources.jar")).keySet();
    for (String name : Bundle.unzip(file(artifact, ".jar")).keySet()) {
      if (name.endsWith(".class") && !name.contains("$")) {
        String source = name.replace(".class", ".java");
        assertTrue(
            sources.contains(source) || sources.stream().anyMatch(s -> sameFile(s, source)), name);
      }
    }
    Set<String> pages = Bundle.unzip(file(artifact, "-javadoc.jar")).keySet();
    assertTrue(pages.contains("index.html"));
    assertTrue(pages.stream().filter(page -> page.endsWith("package-summary.html")).count() > 0);
  }

  /// A class next to the one that names a file lies in that file.
  private static boolean sameFile(String source, String expected) {
    return source.substring(0, source.lastIndexOf('/') + 1)
        .equals(expected.substring(0, expected.lastIndexOf('/') + 1));
  }

  @ParameterizedTest
  @MethodSource("artifacts")
  void theBillOfMaterialsListsTheDependenciesThatTravelWithIt(String artifact) throws IOException {
    JsonNode bill = new ObjectMapper().readTree(file(artifact, "-cyclonedx.json"));
    assertEquals("CycloneDX", bill.path("bomFormat").asText());
    JsonNode component = bill.path("metadata").path("component");
    assertEquals(artifact, component.path("name").asText());
    assertEquals(Bundle.VERSION, component.path("version").asText());
    Set<String> listed = new TreeSet<>();
    for (JsonNode each : bill.path("components")) {
      listed.add(each.path("name").asText());
      assertTrue(each.path("hashes").size() > 0 || each.path("group").asText().equals("org.lanewise"));
      assertTrue(each.path("licenses").size() > 0, each.path("name").asText() + " has a licence");
    }
    Element dependencies = Bundle.child(Bundle.xml(file(artifact, ".pom")), "dependencies");
    for (Element dependency : dependencies == null ? List.<Element>of() : Bundle.children(dependencies)) {
      if (!Bundle.text(dependency, "scope").equals("provided")) {
        assertTrue(listed.contains(Bundle.text(dependency, "artifactId")), listed.toString());
      }
    }
    if (dependencies == null) {
      assertEquals(Set.of(), listed);
    }
  }

  /// Class files, documentation, archives and signatures do not depend on the folder or the day.
  @Test
  @Tag("sweep")
  void aSecondBuildInAnotherFolderIsTheSameBytes(@TempDir Path folder) throws Exception {
    Program copied =
        Program.sh(
            folder,
            "mkdir other && cd '"
                + Bundle.ROOT
                + "' && tar cf - --exclude=target --exclude=.git --exclude=bench/results ."
                + " | tar xf - -C '"
                + folder
                + "/other'");
    assertEquals(0, copied.code(), copied::out);
    Path other = folder.resolve("other");
    Program maven =
        Program.run(
            other,
            "mvn",
            "-B",
            "-ntp",
            "-q",
            "-Prelease",
            "-Dquick",
            "-Dmaven.test.skip=true",
            "-Dgpg.homedir=" + Bundle.KEYS,
            "-Dlanewise.site.skip=true",
            "-pl",
            "release",
            "-am",
            "verify");
    assertEquals(0, maven.code(), maven::out);
    byte[] again = Files.readAllBytes(other.resolve("release/target").resolve(Bundle.FILE.getFileName()));
    Map<String, byte[]> second = Bundle.unzip(again);
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      assertSame(file.getKey(), file.getValue(), second.get(file.getKey()));
    }
    assertTrue(Arrays.equals(Files.readAllBytes(Bundle.FILE), again));
  }

  private static void assertSame(String name, byte[] first, byte[] second) throws IOException {
    if (!Arrays.equals(first, second)) {
      if (name.endsWith(".jar")) {
        Map<String, byte[]> other = Bundle.unzip(second);
        for (Map.Entry<String, byte[]> entry : Bundle.unzip(first).entrySet()) {
          assertTrue(
              Arrays.equals(entry.getValue(), other.get(entry.getKey())),
              name + ": " + entry.getKey());
        }
      }
      assertEquals(
          new String(first, StandardCharsets.UTF_8), new String(second, StandardCharsets.UTF_8), name);
    }
  }
}
