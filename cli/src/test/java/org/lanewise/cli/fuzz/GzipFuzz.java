package org.lanewise.cli.fuzz;

import org.lanewise.cli.reading.ReadOptions;

/// Any bytes behind the first two of gzip are unpacked to a data file or refused.
public final class GzipFuzz {

  private GzipFuzz() {}

  /// What the fuzzer calls.
  public static void fuzzerTestOneInput(byte[] bytes) {
    if (bytes.length >= 2) {
      byte[] zipped = bytes.clone();
      zipped[0] = 0x1F;
      zipped[1] = (byte) 0x8B;
      Untrusted.table(zipped, ReadOptions.DEFAULT);
    }
  }
}
