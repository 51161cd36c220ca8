package org.lanewise.io;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lanewise.internal.file.AtomicFile;

/// A file is written whole or not at all, and a failed write leaves the older one.
@Tag("once")
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
        "'%s' cannot be written: there is no folder '%s'".formatted(lost, lost.getParent()),
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
  void aLinkThatLeadsNowhereIsFollowedToo() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link"), path.getFileName());
    file.write(link);
    assertTrue(Files.isSymbolicLink(link));
    assertArrayEquals(SmallModels.bytes(file), Files.readAllBytes(path));
    Path lost = Files.createSymbolicLink(folder.resolve("lost"), Path.of("none", "model"));
    assertEquals(
        "'%s' cannot be written: there is no folder '%s'".formatted(lost, folder.resolve("none")),
        assertThrows(UnusableFileException.class, () -> file.write(lost)).getMessage());
    Path loop = Files.createSymbolicLink(folder.resolve("loop"), Path.of("loop"));
    assertEquals(
        "'%s' is a link that leads to itself; the name of a file is expected".formatted(loop),
        assertThrows(UnusableFileException.class, () -> file.write(loop)).getMessage());
  }

  @Test
  void aFileThatIsReplacedHandsItsPermissionsOn() throws IOException {
    Files.write(path, OLD);
    PosixFileAttributeView view = Files.getFileAttributeView(path, PosixFileAttributeView.class);
    assumeTrue(view != null, "the file system has permissions");
    for (String mode : List.of("rw-------", "rw-rw-rw-", "rwxr-x---")) {
      view.setPermissions(PosixFilePermissions.fromString(mode));
      file.write(path);
      assertEquals(mode, PosixFilePermissions.toString(view.readAttributes().permissions()));
    }
  }

  @Test
  void aFileThatIsReplacedHandsItsOwnerOn() throws IOException {
    Files.write(path, OLD);
    assumeTrue(Files.getFileStore(path).supportsFileAttributeView("unix"), "users have numbers");
    int other = 12345;
    try {
      Files.setAttribute(path, "unix:uid", other);
      Files.setAttribute(path, "unix:gid", other);
    } catch (IOException e) {
      assumeTrue(false, "this user may give files away");
    }
    file.write(path);
    assertEquals(other, Files.getAttribute(path, "unix:uid"));
    assertEquals(other, Files.getAttribute(path, "unix:gid"));
  }

  @Test
  void aNameMayBeAsLongAsTheFileSystemAllows() throws IOException {
    Path longest = folder.resolve("m".repeat(255));
    try {
      Files.delete(Files.createFile(longest));
    } catch (IOException e) {
      assumeTrue(false, "names may have 255 bytes");
    }
    file.write(longest);
    assertArrayEquals(SmallModels.bytes(file), Files.readAllBytes(longest));
    Path longer = folder.resolve("m".repeat(256));
    assertTrue(
        assertThrows(UnusableFileException.class, () -> AtomicFile.of(longer))
            .getMessage()
            .endsWith("' cannot be written: File name too long"));
  }

  @Test
  void nothingIsThereBeforeTheFirstByteAndNothingAfterAnEndWithoutCommit() throws IOException {
    try (AtomicFile whole = AtomicFile.of(path)) {
      assertEquals(List.of(), filesIn(folder));
      whole.stream().write(1);
      assertEquals(1, filesIn(folder).size());
      assertFalse(Files.exists(path));
    }
    assertEquals(List.of(), filesIn(folder));
    try (AtomicFile whole = AtomicFile.of(path)) {
      whole.commit();
      assertEquals(List.of(path), filesIn(folder));
      assertThrows(IOException.class, () -> whole.stream().write(1));
      assertThrows(UnusableFileException.class, whole::commit);
    }
    assertArrayEquals(new byte[0], Files.readAllBytes(path));
  }

  @Test
  void whatAKilledProcessLeftIsRemovedAndNothingElse() throws IOException {
    Path left = Files.write(folder.resolve(".lanewise-0123456789abcdef.tmp"), OLD);
    age(left);
    Path fresh = Files.write(folder.resolve(".lanewise-0123456789abcded.tmp"), OLD);
    Path other = Files.write(folder.resolve(".lanewise-notes.tmp"), OLD);
    Path nested = Files.createDirectory(folder.resolve(".lanewise-0123456789abcdee.tmp"));
    try (AtomicFile first = AtomicFile.of(path);
        AtomicFile second = AtomicFile.of(folder.resolve("second"))) {
      first.stream().write(OLD);
      assertFalse(Files.exists(left));
      // That of this process is not taken for one that was left.
      second.stream().write(OLD);
      first.commit();
      second.commit();
    }
    assertEquals(
        List.of(fresh, nested, other, path, folder.resolve("second")),
        filesIn(folder).stream().sorted().toList());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aProcessThatIsEndedLeavesNothingForLong(boolean kill) throws Exception {
    assumeTrue(ProcessHandle.current().supportsNormalTermination(), "there is SIGTERM");
    Files.write(path, OLD);
    Process process = HalfWritten.start(path);
    try {
      assertEquals(
          "written", new String(process.getInputStream().readNBytes(7), StandardCharsets.US_ASCII));
      assertEquals(2, filesIn(folder).size());
      // While it lives its file is not taken for one that was left.
      file.write(folder.resolve("other"));
      assertEquals(3, filesIn(folder).size());
    } finally {
      if (kill) {
        process.destroyForcibly();
      } else {
        process.destroy();
      }
      assertTrue(process.waitFor(60, TimeUnit.SECONDS));
    }
    assertEquals(kill ? 3 : 2, filesIn(folder).size());
    assertArrayEquals(OLD, Files.readAllBytes(path));
    for (Path left : filesIn(folder)) {
      age(left);
    }
    file.write(folder.resolve("other"));
    assertEquals(
        List.of(path, folder.resolve("other")), filesIn(folder).stream().sorted().toList());
  }

  @Test
  void aDeviceIsWrittenAsItIs() throws IOException {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.exists(full), "there is a device that is full");
    String message = assertThrows(UnusableFileException.class, () -> file.write(full)).getMessage();
    assertEquals("'/dev/full' cannot be written: No space left on device", message);
    file.write(Path.of("/dev/null"));
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
  void anEmptyNameIsNone() {
    Path none = Path.of("");
    for (UnusableFileException e :
        List.of(
            assertThrows(UnusableFileException.class, () -> ModelFile.read(none)),
            assertThrows(UnusableFileException.class, () -> file.write(none)))) {
      assertEquals("the name of the file is empty; a file is expected", e.getMessage());
    }
  }

  @Test
  void messagesNameTheFile() throws IOException {
    Files.write(path, OLD);
    UnusableFileException e = assertThrows(UnusableFileException.class, () -> ModelFile.read(path));
    assertTrue(e.getMessage().startsWith("'" + path + "' begins with"), e.getMessage());
  }

  /// Has a file look as if nobody had written to it for more than a day.
  private static void age(Path file) throws IOException {
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(25, ChronoUnit.HOURS)));
  }

  @Test
  void whatIsOpenIsWrittenBehindWhatItHolds() throws IOException {
    Files.write(path, OLD);
    try (FileChannel _ = FileChannel.open(path, StandardOpenOption.WRITE)) {
      Path descriptor = null;
      try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
        for (Path each : open.toList()) {
          if (Files.exists(each) && Files.isSameFile(each, path)) {
            descriptor = each;
          }
        }
      } catch (NoSuchFileException e) {
        assumeTrue(false, "descriptors have names");
      }
      Object key = Files.getAttribute(path, "unix:ino");
      Path link = Files.createSymbolicLink(folder.resolve("link"), descriptor);
      for (Path name :
          List.of(descriptor, Path.of("/dev/fd").resolve(descriptor.getFileName()), link)) {
        try (AtomicFile whole = AtomicFile.of(name)) {
          whole.stream().write(7);
          whole.commit();
        }
      }
      assertEquals(key, Files.getAttribute(path, "unix:ino"));
      byte[] expected = Arrays.copyOf(OLD, OLD.length + 3);
      Arrays.fill(expected, OLD.length, expected.length, (byte) 7);
      assertArrayEquals(expected, Files.readAllBytes(path));
      Files.delete(link);
    }
    assertEquals(List.of(path), filesIn(folder));
  }

  @Test
  void aThreadThatIsInterruptedIsToldSo() throws IOException {
    Files.write(path, OLD);
    Thread.currentThread().interrupt();
    try {
      assertEquals(
          "'%s' cannot be written: its thread was interrupted".formatted(path),
          assertThrows(UnusableFileException.class, () -> file.write(path)).getMessage());
    } finally {
      assertTrue(Thread.interrupted());
    }
    assertArrayEquals(OLD, Files.readAllBytes(path));
    assertEquals(List.of(path), filesIn(folder));
  }

  private static List<Path> filesIn(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }
}
