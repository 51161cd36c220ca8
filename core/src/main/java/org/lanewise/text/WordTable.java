package org.lanewise.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Distinct features of texts, numbered in the order of their arrival. Looking up a part of a
/// message allocates nothing.
///
/// Thread-safe once nothing is added any more.
final class WordTable {

  private static final int MIN = 16;

  /// The words one after the other; word i ends at `ends[i]`.
  private char[] chars = new char[MIN];

  private int[] ends = new int[MIN];
  private int count;

  /// At the place of a word its hash, and its number + 1, which is 0 where there is none.
  private long[] hashes = new long[MIN];

  private int[] places = new int[MIN];

  WordTable() {}

  WordTable(Iterable<String> words) {
    words.forEach(this::add);
  }

  int add(String word) {
    char[] text = word.toCharArray();
    return add(text, 0, text.length, hash(text, 0, text.length));
  }

  int find(String word) {
    char[] text = word.toCharArray();
    return find(text, 0, text.length, hash(text, 0, text.length));
  }

  int count() {
    return count;
  }

  /// The words by number.
  List<String> words() {
    List<String> words = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      words.add(new String(chars, start(i), ends[i] - start(i)));
    }
    return words;
  }

  private int start(int word) {
    return word == 0 ? 0 : ends[word - 1];
  }

  /// The number of the word `text[from … to)`, or −1 if there is none.
  ///
  /// @param hash that of the chars
  int find(char[] text, int from, int to, long hash) {
    return places[place(hash, text, from, to)] - 1;
  }

  /// The number of the word `text[from … to)`, which is added if it is new.
  int add(char[] text, int from, int to, long hash) {
    int place = place(hash, text, from, to);
    if (places[place] != 0) {
      return places[place] - 1;
    }
    int start = start(count);
    int end = Math.addExact(start, to - from);
    chars = TextScratch.room(chars, end, start);
    System.arraycopy(text, from, chars, start, to - from);
    if (count == ends.length) {
      ends = Arrays.copyOf(ends, Math.multiplyExact(2, count));
    }
    ends[count++] = end;
    hashes[place] = hash;
    places[place] = count;
    if (count * 2L > places.length) {
      grow();
    }
    return count - 1;
  }

  private int place(long hash, char[] text, int from, int to) {
    int mask = places.length - 1;
    int place = first(hash) & mask;
    while (places[place] != 0
        && !(hashes[place] == hash && (hash >= 0 || isAt(places[place] - 1, text, from, to)))) {
      place = (place + 1) & mask;
    }
    return place;
  }

  private boolean isAt(int word, char[] text, int from, int to) {
    return Arrays.equals(chars, start(word), ends[word], text, from, to);
  }

  private void grow() {
    long[] oldHashes = hashes;
    int[] oldPlaces = places;
    hashes = new long[Math.multiplyExact(2, oldHashes.length)];
    places = new int[hashes.length];
    int mask = places.length - 1;
    for (int old = 0; old < oldPlaces.length; old++) {
      if (oldPlaces[old] != 0) {
        int place = first(oldHashes[old]) & mask;
        while (places[place] != 0) {
          place = (place + 1) & mask;
        }
        hashes[place] = oldHashes[old];
        places[place] = oldPlaces[old];
      }
    }
  }

  /// Where a search begins.
  private static int first(long hash) {
    return (int) (hash * 0x9E3779B97F4A7C15L >>> Integer.SIZE);
  }

  /// The hash of a text with one more char; that of none is 0. Up to eight chars of ASCII are their
  /// own hash, which is not negative: where it is equal, so are they.
  static long hash(long hash, char c) {
    return hash >>> 56 == 0 && c != 0 && c < 0x80 ? hash << 8 | c : hash * 31 + c | Long.MIN_VALUE;
  }

  static long hash(char[] text, int from, int to) {
    long hash = 0;
    for (int i = from; i < to; i++) {
      hash = hash(hash, text[i]);
    }
    return hash;
  }
}
