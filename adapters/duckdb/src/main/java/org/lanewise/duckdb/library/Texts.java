package org.lanewise.duckdb.library;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// The possible texts of results, in DuckDB's form: short ones in 16 bytes, and the bytes of the
/// others.
public final class Texts {

  private final long[] inlined;
  private final MemorySegment[] longTexts;

  /// @param database the database whose memory holds them
  public Texts(Database database, List<String> texts) {
    inlined = new long[2 * texts.size()];
    longTexts = new MemorySegment[texts.size()];
    for (int i = 0; i < longTexts.length; i++) {
      byte[] bytes = texts.get(i).getBytes(StandardCharsets.UTF_8);
      MemorySegment from = MemorySegment.ofArray(bytes);
      if (bytes.length > Chunk.MAX_INLINED) {
        longTexts[i] = database.memory().allocate(bytes.length).copyFrom(from);
      } else {
        MemorySegment text = MemorySegment.ofArray(new long[2]);
        text.set(JAVA_INT, 0, bytes.length);
        text.asSlice(Chunk.INLINED).copyFrom(from);
        inlined[2 * i] = text.get(JAVA_LONG, 0);
        inlined[2 * i + 1] = text.get(JAVA_LONG, Long.BYTES);
      }
    }
  }

  /// Sets the text of a row.
  ///
  /// @param data the address of the vector's texts
  void put(int text, MemorySegment vector, MemorySegment data, int row) {
    if (longTexts[text] != null) {
      Native.assign(vector, row, longTexts[text]);
    } else {
      data.setAtIndex(JAVA_LONG, 2L * row, inlined[2 * text]);
      data.setAtIndex(JAVA_LONG, 2L * row + 1, inlined[2 * text + 1]);
    }
  }
}
