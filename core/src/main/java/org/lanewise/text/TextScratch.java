package org.lanewise.text;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.lanewise.data.SparseRow;

/// The arrays of a message on its way from bytes to a row. Calls borrow one from a pool, so that
/// messages allocate nothing whatever threads they come on.
final class TextScratch implements TextFeatures.Sink {

  /// Scratch that has grown beyond this is not kept.
  private static final int MAX_KEPT = 1 << 20;

  private static final int FEW = 1 << 6;
  private static final int MANY = 100_000;
  private static final int[] GAPS = {
    44842, 19930, 8858, 3937, 1750, 701, 301, 132, 57, 23, 10, 4, 1
  };

  private static final int SLOTS = 64;
  private static final AtomicReferenceArray<TextScratch> POOL = new AtomicReferenceArray<>(SLOTS);

  /// The message.
  char[] raw = new char[1 << 8];

  int rawLength;

  /// The message as its tokens are taken from it; token t is `chars[bounds[2t] … bounds[2t+1])`.
  char[] chars = new char[1 << 8];

  int length;
  int[] bounds = new int[1 << 9];
  long[] hashes = new long[1 << 8];
  int tokenCount;

  /// A feature of several tokens.
  char[] gram = new char[1 << 6];

  /// The row under construction: features as they occur, then distinct and ascending.
  int[] ids = new int[1 << 6];

  int idCount;
  private final int[] sorted = new int[FEW];
  double[] values = new double[1 << 6];
  double[] dense = new double[0];

  /// The row of a token table.
  double[] vector = new double[0];

  final SparseRow row = new SparseRow();
  private byte[] bytes = new byte[0];

  /// The known words, or null for hashed features.
  private WordTable table;

  private TextFeatures hashed;

  /// Borrows a scratch and reads a message.
  static TextScratch of(CharSequence message) {
    TextScratch s = borrow();
    s.read(message);
    return s;
  }

  /// Borrows a scratch and reads a message in UTF-8.
  ///
  /// @throws IndexOutOfBoundsException if the bytes are not in the array
  static TextScratch of(byte[] utf8, int from, int to) {
    TextScratch s = borrow();
    s.read(utf8, from, to);
    return s;
  }

  static TextScratch borrow() {
    int at = (int) Thread.currentThread().threadId() & (SLOTS - 1);
    TextScratch own = POOL.get(at) == null ? null : POOL.getAndSet(at, null);
    return own == null ? new TextScratch() : own;
  }

  void giveBack() {
    if ((long) raw.length + chars.length + ids.length + bytes.length + dense.length < MAX_KEPT) {
      POOL.set((int) Thread.currentThread().threadId() & (SLOTS - 1), this);
    }
  }

  /// Begins a message.
  void read(CharSequence message) {
    int n = begin(message.length());
    if (message instanceof String text) {
      text.getChars(0, n, raw, 0);
    } else {
      for (int i = 0; i < n; i++) {
        raw[i] = message.charAt(i);
      }
    }
    rawLength = n;
  }

  /// Begins a message in UTF-8. Invalid bytes are U+FFFD, as in a [String] of them.
  void read(byte[] utf8, int from, int to) {
    Objects.checkFromToIndex(from, to, utf8.length);
    int unused = begin(to - from);
    char[] out = raw;
    int n = 0;
    int i = from;
    while (i < to) {
      int b = utf8[i];
      if (b >= 0) {
        out[n++] = (char) b;
        i++;
        continue;
      }
      int more = b < (byte) 0xE0 ? 1 : b < (byte) 0xF0 ? 2 : 3;
      int c = b & 0x3F >> more;
      boolean valid = b >= (byte) 0xC2 && b <= (byte) 0xF4 && more < to - i;
      for (int k = 1; valid && k <= more; k++) {
        valid = (utf8[i + k] & 0xC0) == 0x80;
        c = c << 6 | utf8[i + k] & 0x3F;
      }
      if (valid && more == 1) {
        out[n++] = (char) c;
      } else if (valid && more == 2 && c >= 0x800 && (c < 0xD800 || c > 0xDFFF)) {
        out[n++] = (char) c;
      } else if (valid && more == 3 && c >= 0x10000 && c <= 0x10FFFF) {
        out[n++] = Character.highSurrogate(c);
        out[n++] = Character.lowSurrogate(c);
      } else {
        read(new String(utf8, from, to - from, StandardCharsets.UTF_8));
        return;
      }
      i += 1 + more;
    }
    rawLength = n;
  }

  /// Begins a message in UTF-8, as [#read(byte\[\], int, int)].
  void read(MemorySegment utf8) {
    int n = Math.toIntExact(utf8.byteSize());
    if (bytes.length < n) {
      bytes = new byte[Math.max(n, 2 * bytes.length)];
    }
    MemorySegment.copy(utf8, ValueLayout.JAVA_BYTE, 0, bytes, 0, n);
    read(bytes, 0, n);
  }

  private int begin(int n) {
    raw = room(raw, n, 0);
    rawLength = 0;
    length = 0;
    tokenCount = 0;
    idCount = 0;
    return n;
  }

  /// The array, or a larger one with its first chars.
  static char[] room(char[] array, int needed, int kept) {
    if (needed <= array.length) {
      return array;
    }
    char[] larger = new char[Math.clamp(2L * array.length, needed, Integer.MAX_VALUE - 8)];
    System.arraycopy(array, 0, larger, 0, kept);
    return larger;
  }

  void addToken(int from, int to) {
    if (to > from) {
      addToken(from, to, WordTable.hash(chars, from, to));
    }
  }

  /// @param hash that of the chars, as [WordTable] has it
  void addToken(int from, int to, long hash) {
    if (tokenCount == hashes.length) {
      hashes = Arrays.copyOf(hashes, Math.multiplyExact(2, tokenCount));
      bounds = Arrays.copyOf(bounds, Math.multiplyExact(2, bounds.length));
    }
    hashes[tokenCount] = hash;
    bounds[2 * tokenCount] = from;
    bounds[2 * tokenCount++ + 1] = to;
  }

  /// Makes the row of the message.
  ///
  /// @param words the features, or null if they are hashed
  void count(TextFeatures text, WordTable words) {
    table = words;
    hashed = text;
    text.split(this, this);
    sum();
  }

  @Override
  public void take(char[] from, int begin, int end, long hash) {
    int id;
    if (table != null) {
      id = table.find(from, begin, end, hash) << 1;
      if (id < 0) {
        return;
      }
    } else {
      long bytes = TextFeatures.hash(hashed.hashBasis, from, begin, end);
      id = (int) (bytes >>> Long.SIZE - hashed.hashBits) << 1;
      // The lowest bit is the sign.
      id |= hashed.isSigned ? (int) bytes & 1 : 0;
    }
    addId(id);
  }

  void addId(int id) {
    if (idCount == ids.length) {
      ids = Arrays.copyOf(ids, Math.multiplyExact(2, ids.length));
    }
    ids[idCount++] = id;
  }

  private void sum() {
    if (values.length < ids.length) {
      values = new double[ids.length];
    }
    if (idCount <= FEW) {
      rank();
    } else {
      sort();
    }
    int count = 0;
    for (int i = 0; i < idCount; ) {
      int id = ids[i] >> 1;
      int sum = 0;
      for (; i < idCount && ids[i] >> 1 == id; i++) {
        sum += 1 - 2 * (ids[i] & 1);
      }
      // Those of opposite signs may cancel out.
      if (sum != 0) {
        ids[count] = id;
        values[count++] = sum;
      }
    }
    idCount = count;
  }

  /// Sorts few ids by how many are smaller, without a branch that depends on them: the branches of
  /// other methods are guessed wrongly half of the time.
  private void rank() {
    int n = idCount;
    for (int i = 0; i < n; i++) {
      int id = ids[i];
      int smaller = 0;
      for (int j = 0; j < i; j++) {
        smaller += ids[j] - id - 1 >>> Integer.SIZE - 1;
      }
      for (int j = i + 1; j < n; j++) {
        smaller += ids[j] - id >>> Integer.SIZE - 1;
      }
      sorted[smaller] = id;
    }
    System.arraycopy(sorted, 0, ids, 0, n);
  }

  /// Sorts the ids by Shell's method if they are not many: sorting by the library allocates.
  private void sort() {
    if (idCount > MANY) {
      Arrays.sort(ids, 0, idCount);
      return;
    }
    for (int gap : GAPS) {
      for (int i = gap; i < idCount; i++) {
        int id = ids[i];
        int to = i;
        for (; to >= gap && ids[to - gap] > id; to -= gap) {
          ids[to] = ids[to - gap];
        }
        ids[to] = id;
      }
    }
  }
}
