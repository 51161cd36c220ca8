package org.lanewise.spark.rows;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/// Bytes that are written to memory and read from it. Spark moves statistics and models as bytes.
public final class Bytes {

  /// Writes an object.
  public interface Writer {
    void write(DataOutputStream out) throws IOException;
  }

  /// Reads an object.
  public interface Reader<T> {
    T read(DataInputStream in) throws IOException;
  }

  private Bytes() {}

  public static byte[] of(Writer writer) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      writer.write(new DataOutputStream(bytes));
    } catch (IOException e) {
      // A stream in memory does not throw.
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  public static <T> T read(byte[] bytes, Reader<T> reader) {
    try {
      return reader.read(new DataInputStream(new ByteArrayInputStream(bytes)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
