package org.lanewise.io;

import java.util.List;
import java.util.Map;

/// The frame that every file has; [ModelFile] shows it as a picture.
final class FileFormat {

  static final String MAGIC = "LANEWISE";

  /// The newest version. A file is written in the oldest one that can hold it.
  static final int VERSION = 6;

  static final int HEADER_BYTES = 40;
  static final int SECTION_HEADER_BYTES = 16;
  static final int TAG_BYTES = 8;
  static final int CHECKSUM_BYTES = 4;

  /// Sections that are not in files of version 1, and the version they came with.
  private static final Map<String, Integer> SINCE =
      Map.of(
          Names.ORDERS,
          2,
          GaussianModelCodec.POOLED_VARIANCES,
          3,
          MomentCodec.PARTS,
          3,
          ModelFile.TEMPERATURE,
          4,
          Names.BLOCKS,
          4,
          ModelFile.RANKS,
          5,
          ModelFile.TEST_HEAD,
          6);

  private FileFormat() {}

  /// The oldest version that can hold these sections.
  static int version(List<Section> sections) {
    return sections.stream()
        .mapToInt(section -> SINCE.getOrDefault(section.tag(), 1))
        .max()
        .orElse(1);
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

  /// What a file of a kind holds, in words.
  static String describe(long kind) {
    String model = ModelCodec.nameOf(kind);
    String statistics = StatisticsCodec.nameOf(kind);
    if (model != null) {
      return "a " + model;
    }
    return statistics != null ? statistics : "something of kind %d, not known here".formatted(kind);
  }
}
