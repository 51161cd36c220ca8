package org.lanewise.io;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.lanewise.data.CategoryDictionary;

/// The categories of all features in a file.
final class Dictionaries {

  static final String SIZES = "sizes";
  private static final String NAMES = "category";

  // The bits of the second number of a size.
  private static final long NAMED = 1;
  private static final long OPEN = 2;

  private static final int MAX_ARRAY = Integer.MAX_VALUE - 8;

  private Dictionaries() {}

  /// The total number of categories; those of a file have room for one more per feature.
  static int categoryCount(List<CategoryDictionary> dictionaries) {
    return dictionaries.stream().mapToInt(CategoryDictionary::size).sum();
  }

  /// @param grow whether it matters that more categories may come, as in statistics
  static List<Section> sections(List<CategoryDictionary> dictionaries, boolean grow) {
    List<String> names = new ArrayList<>();
    for (CategoryDictionary dictionary : dictionaries) {
      for (int code = 0; dictionary.isNamed() && code < dictionary.size(); code++) {
        names.add(dictionary.name(code));
      }
    }
    return List.of(
        Section.longRows(SIZES, dictionaries.size(), 2, j -> size(dictionaries.get(j), grow)),
        Section.strings(NAMES, names));
  }

  private static long[] size(CategoryDictionary dictionary, boolean grow) {
    long open = grow && dictionary.isOpen() ? OPEN : 0;
    return new long[] {dictionary.size(), open + (dictionary.isNamed() ? NAMED : 0)};
  }

  /// @param d the number of dictionaries
  /// @param grow whether more categories may come
  static List<CategoryDictionary> read(SectionReader in, int d, boolean grow)
      throws UnusableFileException {
    long[][] sizes = in.longRows(SIZES, d, 2);
    long places = d;
    long named = 0;
    for (long[] size : sizes) {
      in.requireRange(SIZES, size[0], 0, MAX_ARRAY - places);
      in.requireRange(SIZES, size[1], 0, grow ? NAMED + OPEN : NAMED);
      places += size[0];
      named += (size[1] & NAMED) * size[0];
    }
    List<String> names = in.strings(NAMES);
    if (names.size() != named) {
      throw new UnusableFileException(
          "section '%s' of %s has %d strings; %d are expected"
              .formatted(NAMES, in.source(), names.size(), named));
    }
    List<CategoryDictionary> dictionaries = new ArrayList<>(d);
    int from = 0;
    for (int j = 0; j < d; j++) {
      int size = (int) sizes[j][0];
      CategoryDictionary dictionary;
      if ((sizes[j][1] & NAMED) == 0) {
        dictionary = CategoryDictionary.ofSize(size);
      } else {
        List<String> own = names.subList(from, from + size);
        requireDistinct(own, j, in);
        dictionary = CategoryDictionary.of(own);
        from += size;
      }
      dictionaries.add((sizes[j][1] & OPEN) == 0 ? dictionary : dictionary.opened());
    }
    return dictionaries;
  }

  private static void requireDistinct(List<String> names, int feature, SectionReader in)
      throws UnusableFileException {
    Set<String> distinct = new HashSet<>();
    for (String name : names) {
      if (!distinct.add(name)) {
        throw new UnusableFileException(
            "section '%s' of %s has '%s' twice for feature %d; distinct names are expected"
                .formatted(NAMES, in.source(), StoredNames.shown(name), feature));
      }
    }
  }
}
