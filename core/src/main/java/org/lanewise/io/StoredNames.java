package org.lanewise.io;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.MixedColumns;

/// The names and notes of a file, and the features of its parts.
///
/// @param notes by key, ascending
record StoredNames(Classes classes, Features features, SortedMap<String, String> notes) {

  private static final String CLASSES = "classes";
  private static final String FEATURES = "features";
  private static final String NOTES = "notes";

  private static final String ORDERS = "orders";
  private static final String TEXT = "text";

  private static final int LONGEST_SHOWN = 60;

  // The values of `orders` for classes.
  private static final int NATURAL = 0;
  private static final int GIVEN = 1;
  private static final int UNNAMED = 2;
  private static final int OPENED = 3;

  // The values of `orders` for features.
  private static final int COLUMNS = 0;
  private static final int WORDS = 1;

  /// A copy of notes that cannot be changed.
  static SortedMap<String, String> sorted(Map<String, String> notes) {
    SortedMap<String, String> sorted = new TreeMap<>();
    notes.forEach((key, value) -> {
      if (key == null || value == null) {
        throw new IllegalArgumentException(
            "the note '%s' is '%s'; texts are expected".formatted(key, value));
      }
      sorted.put(key, value);
    });
    return Collections.unmodifiableSortedMap(sorted);
  }

  /// A text for messages: one line, not too long.
  static String shown(String text) {
    String line = text.replaceAll("\\p{Cntrl}", "?");
    return line.length() <= LONGEST_SHOWN ? line : line.substring(0, LONGEST_SHOWN) + "…";
  }

  List<Section> sections() {
    List<String> flat = new ArrayList<>();
    notes.forEach((key, value) -> {
      flat.add(key);
      flat.add(value);
    });
    List<Section> sections = new ArrayList<>();
    sections.add(Section.strings(CLASSES, classes.names()));
    sections.add(Section.strings(FEATURES, features.names()));
    sections.add(Section.strings(NOTES, flat));
    int order = order(classes);
    int kind = features.areWords() ? WORDS : COLUMNS;
    if (order != assumed(classes.names()) || kind != COLUMNS) {
      sections.add(Section.longs(ORDERS, order, kind));
    }
    if (!features.text().isEmpty()) {
      sections.add(Section.strings(TEXT, List.of(features.text())));
    }
    return sections;
  }

  private static int order(Classes classes) {
    if (classes.areNatural()) {
      return NATURAL;
    }
    return classes.areOpen() ? OPENED : classes.areNamed() ? GIVEN : UNNAMED;
  }

  /// The order of classes in a file without the section `orders`.
  private static int assumed(List<String> names) {
    return Classes.sorted(names).names().equals(names) ? NATURAL : GIVEN;
  }

  static StoredNames read(SectionReader in) throws UnusableFileException {
    List<String> classNames = in.strings(CLASSES);
    requireCount("class", classNames, in.classCount(), in);
    requireDistinct("classes are", classNames, in);
    List<String> featureNames = in.strings(FEATURES);
    if (!featureNames.isEmpty()) {
      requireCount("feature", featureNames, in.featureCount(), in);
      requireDistinct("features are", featureNames, in);
    }
    SortedMap<String, String> notes = notes(in);
    long order = assumed(classNames);
    long kind = COLUMNS;
    if (in.nextIs(ORDERS)) {
      long[] orders = in.longs(ORDERS, 2);
      order = orders[0];
      kind = orders[1];
    }
    Features features = features(kind, featureNames, in);
    if (in.nextIs(TEXT)) {
      List<String> text = in.strings(TEXT);
      in.requireRange(TEXT, text.size(), 1, 1);
      features = features.withText(text.getFirst());
    }
    return new StoredNames(classes(order, classNames, in), features, notes);
  }

  private static Classes classes(long order, List<String> names, SectionReader in)
      throws UnusableFileException {
    Classes classes =
        switch ((int) order) {
          case NATURAL -> Classes.sorted(names);
          case UNNAMED -> Classes.unnamed(names.size());
          case OPENED -> Classes.of(names).opened();
          default -> Classes.of(names);
        };
    in.requireRange(ORDERS, order, NATURAL, OPENED);
    in.require(classes.names().equals(names), ORDERS, order, "that of the names of its classes");
    return classes;
  }

  private static Features features(long kind, List<String> names, SectionReader in)
      throws UnusableFileException {
    in.require(
        kind == COLUMNS || kind == WORDS && List.copyOf(new TreeSet<>(names)).equals(names),
        ORDERS,
        kind,
        "that of the names of its features");
    if (names.isEmpty()) {
      in.requireRange(ORDERS, kind, COLUMNS, COLUMNS);
      return Features.unnamed(in.featureCount());
    }
    return kind == WORDS ? Features.words(names) : Features.of(names);
  }

  private static SortedMap<String, String> notes(SectionReader in) throws UnusableFileException {
    List<String> flat = in.strings(NOTES);
    SortedMap<String, String> notes = new TreeMap<>();
    for (int i = 0; i < flat.size(); i += 2) {
      if (i + 1 == flat.size() || i > 0 && flat.get(i).compareTo(flat.get(i - 2)) <= 0) {
        throw new UnusableFileException(
            "section '%s' of %s has '%s' as string %d; keys in ascending order, each with a value, are expected"
                .formatted(NOTES, in.source(), shown(flat.get(i)), i));
      }
      notes.put(flat.get(i), flat.get(i + 1));
    }
    return notes;
  }

  private static void requireCount(String what, List<String> names, int expected, SectionReader in)
      throws UnusableFileException {
    if (names.size() != expected) {
      throw new UnusableFileException(
          "%s has %d %s names; %d are expected"
              .formatted(in.source(), names.size(), what, expected));
    }
  }

  private static void requireDistinct(String what, List<String> names, SectionReader in)
      throws UnusableFileException {
    Set<String> distinct = new HashSet<>();
    for (String name : names) {
      if (!distinct.add(name)) {
        throw new UnusableFileException(
            "two %s named '%s' in %s; distinct names are expected"
                .formatted(what, shown(name), in.source()));
      }
    }
  }

  /// Splits the features among parts, in order.
  ///
  /// @param tag the section in messages
  /// @param sizes for each part the number of its features, and 1 if these are words
  List<Features> split(SectionReader in, String tag, long[][] sizes) throws UnusableFileException {
    int featureCount = features.count();
    List<Features> parts = new ArrayList<>();
    int first = 0;
    for (int p = 0; p < sizes.length; p++) {
      int others = sizes.length - 1 - p;
      // The last part takes all that are left.
      in.requireRange(
          tag,
          sizes[p][0],
          others == 0 ? featureCount - first : 1,
          (long) featureCount - first - others);
      in.requireRange(tag, sizes[p][1], 0, features.areNamed() ? 1 : 0);
      int count = (int) sizes[p][0];
      boolean areWords = sizes[p][1] == 1;
      List<String> given = names(first, count, areWords);
      Features part = part(given, first, count, areWords);
      in.require(
          // Words must ascend.
          given.isEmpty() || part.names().equals(given),
          tag,
          sizes[p][1],
          "that of the names of its features");
      parts.add(part);
      first += count;
    }
    return parts;
  }

  /// These names with other features.
  StoredNames with(Features others) {
    return new StoredNames(classes, others, notes);
  }

  private Features part(List<String> names, int first, int count, boolean areWords) {
    if (first == 0 && count == features.count() && areWords == features.areWords()) {
      return features;
    }
    Features part =
        names.isEmpty()
            ? Features.unnamed(count)
            : areWords ? Features.words(names) : Features.of(names);
    return isLast(first, count) ? part.withText(features.text()) : part;
  }

  private boolean isLast(int first, int count) {
    return first + count == features.count();
  }

  /// The names of a part in itself: words without the quotes that [MixedColumns#features] adds.
  private List<String> names(int first, int count, boolean areWords) {
    if (!features.areNamed()) {
      return List.of();
    }
    List<String> names = features.names().subList(first, first + count);
    boolean areOfTexts = areWords || isLast(first, count) && !features.text().isEmpty();
    if (first == 0 || !areOfTexts) {
      return names;
    }
    Features before = Features.of(features.names().subList(0, first));
    return names.stream().map(name -> word(name, before)).toList();
  }

  private static String word(String name, Features before) {
    if (name.length() < 2 || !name.startsWith("'")) {
      return name;
    }
    String word = name.substring(1, name.length() - 1);
    return name.equals(
            MixedColumns.features(List.of(before, Features.words(List.of(word)))).names().getLast())
        ? word
        : name;
  }
}
