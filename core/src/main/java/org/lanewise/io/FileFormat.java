package org.lanewise.io;

/// The frame that all files share; [ModelFile] shows its layout.
final class FileFormat {

  static final String MAGIC = "LANEWISE";

  static final int VERSION = 1;

  /// The kind of model files; kinds of statistics are larger.
  static final int MODEL = 255;

  static final int HEADER_BYTES = 40;
  static final int SECTION_HEADER_BYTES = 16;
  static final int TAG_BYTES = 8;
  static final int CHECKSUM_BYTES = 4;

  private FileFormat() {}

  /// The tag of a section: as much of the name of its content as fits.
  static String tag(String name) {
    return name.substring(0, Math.min(TAG_BYTES, name.length()));
  }

  /// The zeros that follow a section's content, up to a multiple of 8.
  static long padding(long byteCount) {
    return -byteCount & 7;
  }

  /// The entries on and above the diagonal of a d×d matrix. A file holds them column by column:
  /// (0,0), (0,1), (1,1), (0,2) …
  static long triangle(int d) {
    return d * (d + 1L) / 2;
  }

  /// The content of a file of a kind, in words.
  static String describe(long kind) {
    if (kind == MODEL) {
      return "a model";
    }
    String statistics = StatisticsCodec.nameOf(kind);
    return statistics != null ? statistics : "something of kind %d, not known here".formatted(kind);
  }
}
