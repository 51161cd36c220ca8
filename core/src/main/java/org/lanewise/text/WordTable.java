package org.lanewise.text;

import java.util.ArrayList;
import java.util.List;

/// Distinct tokens, numbered in the order of their arrival. Looking up a part of a message
/// allocates nothing.
///
/// Thread-safe once nothing is added any more.
final class WordTable {

  private static final int MIN = 16;

  private final List<String> words = new ArrayList<>();
  private int[] hashes = new int[MIN];
  // Number + 1 at the place of a word, 0 where there is none.
  private int[] places = new int[MIN];

  /// The words by number; no copy.
  List<String> words() {
    return words;
  }

  /// The number of the token in `message[from … to)`, or −1 if there is none.
  int find(String message, int from, int to) {
    return places[place(hash(message, from, to), message, from, to)] - 1;
  }

  /// Adds the token in `message[from … to)` if it is new.
  void add(String message, int from, int to) {
    int hash = hash(message, from, to);
    int place = place(hash, message, from, to);
    if (places[place] == 0) {
      words.add(Tokenizer.token(message, from, to));
      hashes[place] = hash;
      places[place] = words.size();
      if (words.size() * 2 > places.length) {
        grow();
      }
    }
  }

  private int place(int hash, String message, int from, int to) {
    int mask = places.length - 1;
    int place = hash & mask;
    while (places[place] != 0
        && !(hashes[place] == hash && equal(words.get(places[place] - 1), message, from, to))) {
      place = (place + 1) & mask;
    }
    return place;
  }

  private void grow() {
    int[] oldHashes = hashes;
    int[] oldPlaces = places;
    hashes = new int[Math.multiplyExact(2, oldHashes.length)];
    places = new int[hashes.length];
    int mask = places.length - 1;
    for (int old = 0; old < oldPlaces.length; old++) {
      if (oldPlaces[old] != 0) {
        int place = oldHashes[old] & mask;
        while (places[place] != 0) {
          place = (place + 1) & mask;
        }
        hashes[place] = oldHashes[old];
        places[place] = oldPlaces[old];
      }
    }
  }

  private static boolean equal(String word, String message, int from, int to) {
    if (word.length() != to - from) {
      return false;
    }
    for (int i = from; i < to; i++) {
      if (word.charAt(i - from) != Tokenizer.tokenChar(message.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  private static int hash(String message, int from, int to) {
    int hash = 0;
    for (int i = from; i < to; i++) {
      hash = hash * 31 + Tokenizer.tokenChar(message.charAt(i));
    }
    // Linear probing wants the high bits mixed in.
    hash *= 0x9E3779B1;
    return hash ^ (hash >>> 15);
  }
}
