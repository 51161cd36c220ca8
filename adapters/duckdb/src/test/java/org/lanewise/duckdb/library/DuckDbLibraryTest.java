package org.lanewise.duckdb.library;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DuckDbLibraryTest {

  @TempDir Path folder;

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }

  @Test
  void whatIsKeptMayBeReadByWhoeverMayReadOtherFiles() throws IOException {
    Path library = folder.resolve("library");
    assertTrue(DuckDbLibrary.keep(new ByteArrayInputStream(new byte[] {1, 2}), library));
    assertEquals(List.of(library), files());
    Path other = Files.createFile(folder.resolve("other"));
    if (Files.getFileStore(folder).supportsFileAttributeView("posix")) {
      assertEquals(Files.getPosixFilePermissions(other), Files.getPosixFilePermissions(library));
    }
  }

  @Test
  void aLibraryThatCannotBeUnpackedLeavesNothing() throws IOException {
    InputStream broken =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("disk full");
          }

          @Override
          public int read(byte[] bytes, int from, int count) throws IOException {
            return read();
          }
        };
    assertFalse(DuckDbLibrary.keep(broken, folder.resolve("library")));
    assertEquals(List.of(), files());
  }
}
