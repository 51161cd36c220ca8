package org.lanewise.cli.reading;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.ZipException;
import org.lanewise.cli.bytes.FileKind;
import org.lanewise.cli.bytes.GzipStream;
import org.lanewise.cli.table.DataException;

/// A data file as plain bytes: gzip is found by its first two bytes, a UTF-8 byte order mark is
/// skipped, files that are no text are refused, and a first look at the beginning is possible
/// before reading.
final class Source implements AutoCloseable {

  private static final int BUFFER_BYTES = 1 << 16;

  /// Lines of a first look.
  static final int SAMPLE_LINES = 100;

  private static final int MIN_SAMPLE_LINES = 10;
  private static final int SAMPLE_BYTES = 1 << 18;
  private static final int MAX_SAMPLE_BYTES = 1 << 24;

  /// Text in UTF-8 has fewer zero bytes than one in so many.
  private static final int MAX_ZEROS = 4;

  private final String name;
  private final BufferedInputStream stream;
  // Why a first look ended early; thrown again when reading continues.
  private IOException damage;
  private long linesBefore;

  private Source(String name, BufferedInputStream stream) {
    this.name = name;
    this.stream = stream;
  }

  /// Opens a file and reports to `progress` how many of its stored bytes have been read.
  ///
  /// @throws DataException if there is no such file, it cannot be read, or holds nothing
  static Source open(Path file, ReadProgress progress) {
    String name = StandardInput.nameOf(file);
    InputStream raw = null;
    if (name.isEmpty()) {
      throw new DataException("the name of the data file is empty");
    }
    try {
      if (Files.isDirectory(file)) {
        throw StandardInput.is(file)
            ? new DataException(name + " is a directory; expected a data file")
            : DataException.ofFolder(name);
      }
      raw = StandardInput.open(file);
      BufferedInputStream bytes = buffered(new CountingStream(raw, Files.size(file), progress));
      if (GzipStream.isGzip(beginning(bytes, 2))) {
        bytes = buffered(new GzipStream(bytes));
      }
      byte[] beginning = beginning(bytes, FileKind.BEGINNING_BYTES);
      requireText(name, beginning);
      if (startsWith(beginning, 0xEF, 0xBB, 0xBF)) {
        bytes.skipNBytes(3);
      }
      if (beginning(bytes, 1).length > 0) {
        return new Source(name, bytes);
      }
      throw new DataException("%s is empty".formatted(name));
    } catch (IOException e) {
      close(raw);
      throw problem(name, e);
    } catch (DataException e) {
      close(raw);
      throw e;
    }
  }

  /// The file's name as it was given.
  String name() {
    return name;
  }

  InputStream stream() {
    return stream;
  }

  /// Skips bytes that were looked at, which contain this many lines.
  void skip(int bytes, long lines) {
    try {
      stream.skipNBytes(bytes);
      linesBefore += lines;
    } catch (IOException e) {
      throw problem(name, e);
    }
  }

  /// How many lines were skipped.
  long linesBefore() {
    return linesBefore;
  }

  /// [#sample(int)] of about a hundred lines.
  byte[] sample() {
    return sample(SAMPLE_LINES);
  }

  /// Complete lines from the beginning, about so many if they are short, one at least; reading
  /// starts before them all the same.
  byte[] sample(int most) {
    try {
      stream.mark(2 * MAX_SAMPLE_BYTES);
      byte[] sample = new byte[BUFFER_BYTES];
      int length = 0;
      int lines = 0;
      int lastLineEnd = 0;
      boolean complete = false;
      while (lines < most
          && (length < SAMPLE_BYTES * (most / SAMPLE_LINES) || lines < MIN_SAMPLE_LINES)
          && length - (lines < 2 ? lastLineEnd : 0) < MAX_SAMPLE_BYTES) {
        if (length == sample.length) {
          sample = Arrays.copyOf(sample, 2 * length);
        }
        int count = 0;
        try {
          count = stream.read(sample, length, sample.length - length);
        } catch (IOException e) {
          if (lastLineEnd == 0) {
            throw e;
          }
          // What is wrong with the lines before it comes first.
          damage = e;
          break;
        }
        if (count < 0) {
          complete = true;
          break;
        }
        for (int i = length; i < length + count && lines < most; i++) {
          if (sample[i] == '\n') {
            lines++;
            lastLineEnd = i + 1;
          } else if (i > 0 && sample[i - 1] == '\r') {
            // A carriage return alone ends a line too.
            lines++;
            lastLineEnd = i;
          }
        }
        length += count;
      }
      stream.reset();
      // Or the buffer would go on growing.
      stream.mark(0);
      if (lines < Math.min(2, most) && !complete && length - lastLineEnd >= MAX_SAMPLE_BYTES) {
        throw new DataException(
            "%s, line %d: no line end within %d MB; expected lines of text"
                .formatted(name, lines + 1, MAX_SAMPLE_BYTES >> 20));
      }
      boolean whole = lines == 0 || (complete && lines < most);
      return Arrays.copyOf(sample, whole ? length : lastLineEnd);
    } catch (IOException e) {
      throw problem(name, e);
    }
  }

  /// Returns the refusal of a caller that has seen the beginning, or the failure to read the rest
  /// of the beginning.
  DataException refusal(DataException refused) {
    return damage == null ? refused : problem(name, damage);
  }

  /// Describes an input error in one sentence.
  static DataException problem(String name, IOException e) {
    String sentence =
        switch (e) {
          case NoSuchFileException _ -> "%s does not exist";
          case AccessDeniedException _ -> "cannot read %s: permission denied";
          case EOFException _ -> "%s is truncated: its gzip data ends early";
          case ZipException _ -> "%s has invalid gzip data: " + escaped(e.getMessage());
          default -> "cannot read %s: " + escaped(e.getMessage());
        };
    return new DataException(sentence.formatted(name), e);
  }

  private static String escaped(String message) {
    return String.valueOf(message).replace("%", "%%");
  }

  @Override
  public void close() {
    close(stream);
  }

  private static void close(InputStream stream) {
    if (stream != null) {
      try {
        stream.close();
      } catch (IOException e) {
        // Everything wanted from it has been read.
        return;
      }
    }
  }

  private static BufferedInputStream buffered(InputStream stream) {
    return new BufferedInputStream(stream, BUFFER_BYTES);
  }

  /// The next bytes, fewer only at the end or where the stream cannot be read on; they stay unread.
  ///
  /// @throws IOException if there is none as it cannot be read
  private static byte[] beginning(BufferedInputStream stream, int count) throws IOException {
    stream.mark(count + 1);
    byte[] found = new byte[count];
    int length = 0;
    try {
      int more = 0;
      while (more >= 0 && length < count) {
        length += more;
        more = stream.read(found, length, count - length);
      }
    } catch (IOException e) {
      if (length == 0) {
        throw e;
      }
    }
    stream.reset();
    return Arrays.copyOf(found, length);
  }

  private static boolean startsWith(byte[] beginning, int... expected) {
    boolean matches = beginning.length >= expected.length;
    for (int i = 0; matches && i < expected.length; i++) {
      matches = (beginning[i] & 0xFF) == expected[i];
    }
    return matches;
  }

  private static void requireText(String name, byte[] beginning) {
    Optional<String> kind = FileKind.of(beginning);
    if (kind.isPresent()) {
      throw new DataException(
          "%s is %s; expected a text table such as CSV".formatted(name, kind.get()));
    }
    if (startsWith(beginning, 0xFF, 0xFE, 0, 0) || startsWith(beginning, 0, 0, 0xFE, 0xFF)) {
      throw new DataException("%s is UTF-32; expected UTF-8".formatted(name));
    }
    if (startsWith(beginning, 0xFF, 0xFE) || startsWith(beginning, 0xFE, 0xFF)) {
      throw new DataException("%s is UTF-16; expected UTF-8".formatted(name));
    }
    requireFewZeros(name, beginning);
  }

  /// Refuses many zero bytes. A cell may hold one; many are of a device, a hole in a file, UTF-16
  /// without its mark, or binary data.
  private static void requireFewZeros(String name, byte[] beginning) {
    int zeros = 0;
    for (byte b : beginning) {
      zeros += b == 0 ? 1 : 0;
    }
    if (zeros > beginning.length / MAX_ZEROS) {
      throw new DataException(
          "%s has %d zero bytes among its first %d, so it is not UTF-8 text; expected a text table such as CSV"
              .formatted(name, zeros, beginning.length));
    }
  }

  /// Tells how far a file has been read.
  private static final class CountingStream extends FilterInputStream {

    private final long total;
    private final ReadProgress progress;
    private long done;

    CountingStream(InputStream in, long total, ReadProgress progress) {
      super(in);
      this.total = total;
      this.progress = progress;
    }

    @Override
    public int read(byte[] out, int offset, int length) throws IOException {
      int count = super.read(out, offset, length);
      done += Math.max(0, count);
      progress.read(done, total);
      return count;
    }
  }
}
