package org.lanewise.cli.output;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.util.Locale;
import org.lanewise.io.UnusableFileException;

/// Text on its way to a file or standard output, in UTF-8 whatever the locale.
public final class Sink {

  private static final int BUFFER_CHARS = 1 << 15;

  private final OutputStream stream;
  private final String name;
  private final StringBuilder buffer = new StringBuilder();

  /// A sink into a stream.
  ///
  /// @param name what messages call it
  public Sink(OutputStream stream, String name) {
    this.stream = stream;
    this.name = name;
  }

  /// Writes text.
  ///
  /// @return this
  /// @throws OutputException if the stream does not take it
  public Sink print(String text) {
    buffer.append(text);
    if (buffer.length() >= BUFFER_CHARS) {
      drain();
    }
    return this;
  }

  /// Writes lines.
  ///
  /// @return this
  /// @throws OutputException as [#print(String)]
  public Sink print(LineBuffer lines) {
    drain();
    try {
      stream.write(lines.bytes(), 0, lines.length());
    } catch (IOException e) {
      throw problem(e);
    }
    return this;
  }

  /// Sends on what has been written.
  ///
  /// @throws OutputException as [#print(String)]
  public void flush() {
    drain();
    try {
      stream.flush();
    } catch (IOException e) {
      throw problem(e);
    }
  }

  private void drain() {
    if (buffer.isEmpty()) {
      return;
    }
    try {
      // Not by String.getBytes: of a text that was just built, compact object headers can make that
      // wrong on JDK 25 (JDK-8380060).
      ByteBuffer bytes = StandardCharsets.UTF_8.encode(CharBuffer.wrap(buffer));
      stream.write(bytes.array(), 0, bytes.limit());
    } catch (IOException e) {
      throw problem(e);
    }
    buffer.setLength(0);
  }

  private OutputException problem(IOException e) {
    if (e instanceof UnusableFileException told) {
      return new OutputException(told.getMessage(), false, e);
    }
    String why = String.valueOf(e.getMessage());
    // In most languages the C library keeps the word.
    boolean brokenPipe =
        !(e instanceof FileSystemException) && why.toLowerCase(Locale.ROOT).contains("pipe");
    return new OutputException("cannot write %s: %s".formatted(name, why), brokenPipe, e);
  }
}
