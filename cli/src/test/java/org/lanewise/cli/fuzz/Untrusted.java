package org.lanewise.cli.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.lanewise.cli.reading.DataReader;
import org.lanewise.cli.reading.ReadOptions;
import org.lanewise.cli.reading.WholeFile;
import org.lanewise.cli.table.CategoryFeatures;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.LabelUse;
import org.lanewise.cli.table.MessageFeatures;
import org.lanewise.cli.table.NumberFeatures;
import org.lanewise.cli.table.SparseFeatures;
import org.lanewise.cli.table.Table;

/// What the fuzz targets of data files have in common: bytes that nobody vouches for are read, or
/// refused in one sentence.
final class Untrusted {

  private static final Path FILE = temporaryFile();

  private Untrusted() {}

  /// What may be refused.
  interface Reader<T> {
    T read();
  }

  /// A file of these bytes; the next call writes another to its place.
  static Path file(byte[] bytes) {
    try {
      // Some file systems wait for the disk where a file is overwritten, but not for a new one.
      Files.deleteIfExists(FILE);
      return Files.write(FILE, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path temporaryFile() {
    try {
      Path file = Files.createTempFile("lanewise-untrusted", ".data");
      file.toFile().deleteOnExit();
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// What is read, null where it is refused as it should be.
  static <T> T read(Reader<T> reader) {
    try {
      return reader.read();
    } catch (DataException e) {
      requireSentence(e.getMessage());
      return null;
    }
  }

  /// Reads a file of these bytes, and again like itself.
  static Table table(byte[] bytes, ReadOptions options) {
    Path file = file(bytes);
    Table table = read(() -> WholeFile.read(file, options));
    if (table != null) {
      requireWhole(table);
      int limit =
          table.features() instanceof SparseFeatures sparse
              ? sparse.featureCount()
              : DataReader.NO_FEATURE_LIMIT;
      Table again = WholeFile.readLike(table.schema(), limit, file, options, LabelUse.REQUIRED);
      requireSame(table, again);
    }
    return table;
  }

  private static void requireWhole(Table table) {
    int n = table.rowCount();
    require(n > 0, "a table has no rows");
    require(table.labels().rowCount() == n, "labels are not those of all rows");
    for (int row = 1; row < n; row++) {
      require(table.lines()[row - 1] < table.lines()[row], "lines do not ascend");
    }
    for (int row = 0; row < n; row++) {
      double weight = table.labels().weight(row);
      require(weight >= 0 && weight < Double.POSITIVE_INFINITY, "a weight is " + weight);
    }
    table.withSortedCategories().select(new int[] {n - 1, 0});
  }

  private static void requireSame(Table table, Table again) {
    require(
        table.labels().classes().equals(again.labels().classes())
            && Arrays.equals(table.labels().toArray(), again.labels().toArray()),
        "a file has other labels read like itself");
    boolean same =
        switch (table.features()) {
          case NumberFeatures numbers ->
              Arrays.deepEquals(numbers.columns(), ((NumberFeatures) again.features()).columns());
          case CategoryFeatures categories ->
              Arrays.deepEquals(categories.codes(), ((CategoryFeatures) again.features()).codes());
          case MessageFeatures text ->
              text.messages().equals(((MessageFeatures) again.features()).messages());
          case SparseFeatures sparse ->
              Arrays.equals(sparse.values(), ((SparseFeatures) again.features()).values());
        };
    require(same, "a file has other features read like itself");
  }

  /// Refuses a message that is none or that of an exception without one. It may quote line ends of
  /// what was read: the command shows it as one line.
  static void requireSentence(String message) {
    require(
        !message.isBlank() && !message.endsWith("null"), "this is no clear sentence: " + message);
  }

  static void require(boolean right, String message) {
    if (!right) {
      throw new AssertionError(message);
    }
  }
}
