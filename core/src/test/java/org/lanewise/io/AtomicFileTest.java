package org.lanewise.io;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A file is written whole or not at all, and a failed write leaves the older one.
class AtomicFileTest {

  private static final byte[] OLD = {1, 2, 3};

  @TempDir Path folder;
  private Path path;
  private ModelFile file;

  @BeforeEach
  void start() {
    path = folder.resolve("a model.lanewise");
    file = SmallModels.all().get("quadratic");
  }

  @Test
  void writesNewFilesAndReplacesOldOnes() throws IOException {
    file.write(path);
    assertArrayEquals(SmallModels.bytes(file), Files.readAllBytes(path));
    ModelFile other = SmallModels.all().get("bernoulli-nb");
    other.write(path);
    assertEquals(other.model().classes(), ModelFile.read(path).model().classes());
    assertEquals(List.of(path), filesIn(folder));
  }

  @Test
  void failureOnTheWayLeavesTheOldFileAndNothingElse() throws IOException {
    Files.write(path, OLD);
    UnusableFileException e =
        assertThrows(
            UnusableFileException.class,
            () ->
                AtomicFile.write(
                    path,
                    stream -> {
                      stream.write(new byte[100_000]);
                      throw new IOException("No space left on device");
                    }));
    assertEquals("'%s' cannot be written: No space left on device".formatted(path), e.getMessage());
    assertArrayEquals(OLD, Files.readAllBytes(path));
    assertEquals(List.of(path), filesIn(folder));
    assertThrows(
        IllegalStateException.class,
        () ->
            AtomicFile.write(
                path,
                stream -> {
                  throw new IllegalStateException();
                }));
    assertArrayEquals(OLD, Files.readAllBytes(path));
    assertEquals(List.of(path), filesIn(folder));
  }

  @Test
  void refusesFoldersAndMissingFolders() throws IOException {
    assertEquals(
        "'%s' is a folder; the name of a file is expected".formatted(folder),
        assertThrows(UnusableFileException.class, () -> file.write(folder)).getMessage());
    Path lost = folder.resolve("none").resolve("model");
    assertEquals(
        "'%s' cannot be written: its folder does not exist".formatted(lost),
        assertThrows(UnusableFileException.class, () -> file.write(lost)).getMessage());
    assertEquals(List.of(), filesIn(folder));
  }

  @Test
  void aFolderThatMayNotBeWrittenKeepsTheOldFile() throws IOException {
    Files.write(path, OLD);
    assumeTrue(folder.toFile().setWritable(false), "the file system has permissions");
    try {
      assumeFalse(Files.isWritable(folder), "this user is bound by permissions");
      assertEquals(
          "'%s' cannot be written: access to its folder is denied".formatted(path),
          assertThrows(UnusableFileException.class, () -> file.write(path)).getMessage());
      assertArrayEquals(OLD, Files.readAllBytes(path));
    } finally {
      assertTrue(folder.toFile().setWritable(true));
    }
  }

  @Test
  void aLinkStaysALink() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link"), path.getFileName());
    Files.write(path, OLD);
    file.write(link);
    assertTrue(Files.isSymbolicLink(link));
    assertArrayEquals(SmallModels.bytes(file), Files.readAllBytes(path));
  }

  @Test
  void refusesToReadWhatIsNoFile() {
    assertEquals(
        "'%s' does not exist; a file is expected".formatted(path),
        assertThrows(UnusableFileException.class, () -> ModelFile.read(path)).getMessage());
    assertEquals(
        "'%s' is a folder; a file is expected".formatted(folder),
        assertThrows(UnusableFileException.class, () -> ModelFile.read(folder)).getMessage());
  }

  @Test
  void messagesNameTheFile() throws IOException {
    Files.write(path, OLD);
    UnusableFileException e = assertThrows(UnusableFileException.class, () -> ModelFile.read(path));
    assertTrue(e.getMessage().startsWith("'" + path + "' begins with"), e.getMessage());
  }

  private static List<Path> filesIn(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }
}
