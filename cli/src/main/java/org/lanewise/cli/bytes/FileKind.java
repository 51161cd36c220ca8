package org.lanewise.cli.bytes;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// Kinds of files that are no text, by their first bytes: they are called by their name instead of
/// being taken for a table of one column.
public final class FileKind {

  /// How many bytes from the beginning are enough.
  public static final int BEGINNING_BYTES = 1 << 12;

  /// The first bytes, of each one char, at an offset.
  private record Mark(int offset, String bytes, String kind) {}

  private static final List<Mark> MARKS =
      List.of(
          new Mark(0, "PAR1", "a Parquet file"),
          new Mark(0, "PARE", "an encrypted Parquet file"),
          new Mark(0, "ARROW1", "an Arrow file"),
          new Mark(0, "FEA1", "a Feather file"),
          new Mark(0, "ORC", "an ORC file"),
          new Mark(0, "Obj\1", "an Avro file"),
          new Mark(0, "\u0089HDF\r\n\32\n", "an HDF5 file"),
          new Mark(0, "\u0093NUMPY", "a NumPy array"),
          new Mark(0, "MATLAB 5.0 MAT-file", "a MATLAB file"),
          new Mark(0, "SQLite format 3\0", "an SQLite database"),
          new Mark(8, "DUCK", "a DuckDB database"),
          new Mark(0, "RDX", "an R data file"),
          new Mark(0, "\u00D0\u00CF\21\u00E0\u00A1\u00B1\32\u00E1", "an Excel workbook (xls)"),
          new Mark(0, "LANEWISE", "a model or statistics file of Lanewise"),
          new Mark(0, "\u001F\u008B", "a gzip file in a gzip file"),
          new Mark(0, "\u00FD7zXZ\0", "an xz file"),
          new Mark(0, "\u0028\u00B5\u002F\u00FD", "a Zstandard file"),
          new Mark(4, "1AY&SY", "a bzip2 file"),
          new Mark(0, "\4\"M\30", "an LZ4 file"),
          new Mark(0, "7z\u00BC\u00AF\u0027\34", "a 7z archive"),
          new Mark(257, "ustar", "a tar archive"),
          new Mark(0, "PK\5\6", "an empty zip archive"),
          new Mark(0, "%PDF-", "a PDF document"));

  private static final String ZIP = "PK\3\4";
  // The types of values that the idx format has.
  private static final String IDX_TYPES = "\u0008\t\u000B\f\r\u000E";
  private static final int MAX_IDX_DIMENSIONS = 8;

  private FileKind() {}

  /// Returns the kind of a file, such as `a Parquet file`, by its first [#BEGINNING_BYTES] bytes,
  /// or all if there are fewer. Empty if the kind is unknown, or the bytes may be text: a table may
  /// have a column PAR1.
  public static Optional<String> of(byte[] beginning) {
    String found = new String(beginning, StandardCharsets.ISO_8859_1);
    if (found.chars().noneMatch(FileKind::isNoText)) {
      return Optional.empty();
    }
    if (found.startsWith(ZIP)) {
      return Optional.of(zip(found));
    }
    if (isIdx(found)) {
      return Optional.of("an IDX file, the format of MNIST");
    }
    return MARKS.stream()
        .filter(mark -> found.startsWith(mark.bytes, mark.offset))
        .map(Mark::kind)
        .findFirst();
  }

  /// Whether a byte is a control character that does not occur in text.
  private static boolean isNoText(int c) {
    return c < '\t' || (c > '\r' && c < ' ' && c != '\33');
  }

  private static String zip(String found) {
    if (found.contains("xl/")) {
      return "an Excel workbook (xlsx)";
    }
    if (found.contains("application/vnd.oasis.opendocument.spreadsheet")) {
      return "an OpenDocument spreadsheet";
    }
    return found.contains(".npy") ? "a NumPy archive (npz)" : "a zip archive";
  }

  /// Two zeros, the type of the values, the number of dimensions, and these.
  private static boolean isIdx(String found) {
    return found.length() >= 8
        && found.startsWith("\0\0")
        && IDX_TYPES.indexOf(found.charAt(2)) >= 0
        && found.charAt(3) >= 1
        && found.charAt(3) <= MAX_IDX_DIMENSIONS;
  }
}
