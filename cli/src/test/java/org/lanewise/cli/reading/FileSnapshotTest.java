package org.lanewise.cli.reading;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lanewise.cli.table.DataException;
import org.lanewise.data.Workers;

/// A file that is written to while it is read is refused.
class FileSnapshotTest {

  @TempDir Path folder;

  private interface Change {
    void of(Path file) throws IOException;
  }

  private String refusal(Change change) throws IOException {
    Path file = Files.writeString(folder.resolve("data"), "1,a\n2,b\n".repeat(1000));
    try (DataReader reader = DataReader.open(file, ReadOptions.DEFAULT, ReadProgress.NONE)) {
      reader.withBlocks(1000);
      String message =
          assertThrows(
                  DataException.class,
                  () ->
                      reader.forEach(
                          Workers.CALLER,
                          block -> block,
                          block -> {
                            if (block.firstRow() == 0) {
                              apply(change, file);
                            }
                          }))
              .getMessage();
      return message.replace(file.toString(), "data");
    }
  }

  private static void apply(Change change, Path file) {
    try {
      change.of(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void growing() throws IOException {
    assertEquals(
        "data changed while it was read: it had 8000 bytes and now has 8004",
        refusal(file -> Files.writeString(file, "3,a\n", StandardOpenOption.APPEND)));
  }

  @Test
  void changing() throws IOException {
    assertEquals(
        "data was modified while it was read",
        refusal(file -> Files.setLastModifiedTime(file, FileTime.fromMillis(1))));
  }
}
