package org.lanewise.duckdb.library;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/// Distinct classes or categories, numbered in order of first appearance. Short texts are
/// recognised by their 16 bytes in DuckDB, without making strings. Texts that represent a missing
/// value have no number.
public final class TextCodes {

  /// The code of a row without a text.
  public static final int NONE = -1;

  /// The code of a text that represents a missing value.
  public static final int MISSING = -2;

  private static final int FIRST_PLACES = 16;

  private final UnaryOperator<String> name;
  private final Set<String> missing;
  private final List<String> texts = new ArrayList<>();
  // Several texts may be the same class or category.
  private final Map<String, Integer> codeOfText = new HashMap<>();
  private final Map<String, Integer> longTexts = new HashMap<>();
  private long[] firsts = new long[FIRST_PLACES];
  private long[] seconds = new long[FIRST_PLACES];
  private int[] codes = new int[FIRST_PLACES];
  private int inlined;

  /// @param name maps a text to the name of its class or category
  /// @param missing names that represent a missing value
  public TextCodes(UnaryOperator<String> name, Set<String> missing) {
    this.name = name;
    this.missing = missing;
    Arrays.fill(codes, NONE);
  }

  /// The code of a text of at most 12 bytes, given as a `duckdb_string_t`, or [#MISSING].
  public int ofInlined(long first, long second) {
    int place = place(first, second);
    if (codes[place] == NONE) {
      if (2 * inlined >= codes.length) {
        grow();
        place = place(first, second);
      }
      firsts[place] = first;
      seconds[place] = second;
      codes[place] = add(text(first, second));
      inlined++;
    }
    return codes[place];
  }

  /// The code of a longer text, or [#MISSING].
  public int of(String text) {
    return longTexts.computeIfAbsent(text, this::add);
  }

  /// The texts in the order of their codes.
  public List<String> texts() {
    return texts;
  }

  private int add(String text) {
    String named = name.apply(text);
    if (missing.contains(named)) {
      return MISSING;
    }
    return codeOfText.computeIfAbsent(
        named,
        _ -> {
          texts.add(named);
          return texts.size() - 1;
        });
  }

  private int place(long first, long second) {
    long hash = (first * 0x9E3779B97F4A7C15L + second) * 0xD6E8FEB86659FD93L;
    int mask = codes.length - 1;
    // The highest bits: a product carries only upwards, and the bytes of short texts, which often
    // differ in one alone, lie in the upper half of the first word.
    int place = (int) (hash >>> (Long.SIZE - Integer.numberOfTrailingZeros(codes.length)));
    while (codes[place] != NONE && (firsts[place] != first || seconds[place] != second)) {
      place = place + 1 & mask;
    }
    return place;
  }

  private void grow() {
    long[] oldFirsts = firsts;
    long[] oldSeconds = seconds;
    int[] oldCodes = codes;
    firsts = new long[2 * oldCodes.length];
    seconds = new long[2 * oldCodes.length];
    codes = new int[2 * oldCodes.length];
    Arrays.fill(codes, NONE);
    for (int old = 0; old < oldCodes.length; old++) {
      if (oldCodes[old] != NONE) {
        int place = place(oldFirsts[old], oldSeconds[old]);
        firsts[place] = oldFirsts[old];
        seconds[place] = oldSeconds[old];
        codes[place] = oldCodes[old];
      }
    }
  }

  private static String text(long first, long second) {
    byte[] bytes =
        ByteBuffer.allocate(2 * Long.BYTES)
            .order(ByteOrder.nativeOrder())
            .putLong(first)
            .putLong(second)
            .array();
    int length = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()).getInt();
    return new String(bytes, Integer.BYTES, length, StandardCharsets.UTF_8);
  }
}
