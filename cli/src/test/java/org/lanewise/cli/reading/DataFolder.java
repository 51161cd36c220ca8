package org.lanewise.cli.reading;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.LabelUse;
import org.lanewise.cli.table.NumberFeatures;
import org.lanewise.cli.table.Roles;
import org.lanewise.cli.table.Schema;
import org.lanewise.cli.table.Table;

/// A folder in which tests write the files that they read.
record DataFolder(Path path) {

  Path write(String name, String content) {
    return write(name, content.getBytes(StandardCharsets.UTF_8));
  }

  Path write(String name, byte[] content) {
    try {
      return Files.write(path.resolve(name), content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static byte[] gzip(String content) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(content.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  Table read(String content) {
    return read(content, ReadOptions.DEFAULT);
  }

  Table read(String content, ReadOptions options) {
    return WholeFile.read(write("data", content), options);
  }

  Table readLike(Schema schema, String content, LabelUse labelUse) {
    return WholeFile.readLike(schema, write("data", content), ReadOptions.DEFAULT, labelUse);
  }

  /// Reading with a layout that is not found by looking.
  static ReadOptions layout(Layout layout) {
    return ReadOptions.DEFAULT.withLayout(layout);
  }

  /// Reading with columns that are no features.
  static ReadOptions roles(Roles roles) {
    return ReadOptions.DEFAULT.withRoles(roles);
  }

  /// The columns of a table of numbers.
  static double[][] columns(Table table) {
    return ((NumberFeatures) table.features()).columns();
  }

  /// The name of the class of each row; none if labels were ignored.
  static List<String> labels(Table table) {
    return IntStream.range(0, table.labels().rowCount()).mapToObj(table.labels()::name).toList();
  }

  /// What the refusal says after the file's name.
  String refusal(String content, ReadOptions options) {
    return refusal(() -> read(content, options));
  }

  String refusal(String content) {
    return refusal(content, ReadOptions.DEFAULT);
  }

  String refusalLike(Schema schema, String content, LabelUse labelUse) {
    return refusal(() -> readLike(schema, content, labelUse));
  }

  String refusal(Runnable reading) {
    String message = assertThrows(DataException.class, reading::run).getMessage();
    return message.replace(path.resolve("data").toString(), "data");
  }
}
