package org.lanewise.io;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// The words of a file.
///
/// @param classNames distinct
/// @param featureNames one for each feature, or none
/// @param notes by key, ascending
record Names(List<String> classNames, List<String> featureNames, SortedMap<String, String> notes) {

  private static final String CLASSES = "classes";
  private static final String FEATURES = "features";
  private static final String NOTES = "notes";
  private static final int LONGEST_SHOWN = 60;

  Names {
    classNames = copy(classNames, "class");
    featureNames = copy(featureNames, "feature");
    SortedMap<String, String> sorted = new TreeMap<>();
    notes.forEach((key, value) -> {
      if (key == null || value == null) {
        throw new IllegalArgumentException(
            "the note '%s' is '%s'; texts are expected".formatted(key, value));
      }
      sorted.put(key, value);
    });
    notes = Collections.unmodifiableSortedMap(sorted);
    Set<String> distinct = new HashSet<>();
    for (String name : classNames) {
      if (!distinct.add(name)) {
        throw new IllegalArgumentException(
            "two classes are named '%s'; distinct names are expected".formatted(shown(name)));
      }
    }
  }

  private static List<String> copy(List<String> names, String what) {
    Objects.requireNonNull(names, () -> what + " names");
    int index = 0;
    for (String name : names) {
      if (name == null) {
        throw new IllegalArgumentException(
            "the name of %s %d is null; a text is expected".formatted(what, index));
      }
      index++;
    }
    return List.copyOf(names);
  }

  /// What messages show of a text: one line, not too long.
  static String shown(String text) {
    String line = text.replaceAll("\\p{Cntrl}", "?");
    return line.length() <= LONGEST_SHOWN ? line : line.substring(0, LONGEST_SHOWN) + "…";
  }

  /// These names, if they are as many as they have to be.
  Names require(int classCount, int featureCount) {
    if (classNames.size() != classCount) {
      throw new IllegalArgumentException(
          "there are %d class names; %d are expected".formatted(classNames.size(), classCount));
    }
    if (!featureNames.isEmpty() && featureNames.size() != featureCount) {
      throw new IllegalArgumentException(
          "there are %d feature names; %d or none are expected"
              .formatted(featureNames.size(), featureCount));
    }
    return this;
  }

  List<Section> sections() {
    List<String> flat = new ArrayList<>();
    notes.forEach((key, value) -> {
      flat.add(key);
      flat.add(value);
    });
    return List.of(
        Section.strings(CLASSES, classNames),
        Section.strings(FEATURES, featureNames),
        Section.strings(NOTES, flat));
  }

  static Names read(Sections in) throws UnusableFileException {
    List<String> classNames = in.strings(CLASSES);
    List<String> featureNames = in.strings(FEATURES);
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
    return new Names(classNames, featureNames, notes).require(in.classCount(), in.featureCount());
  }
}
