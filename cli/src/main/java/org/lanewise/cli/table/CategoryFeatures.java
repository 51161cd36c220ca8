package org.lanewise.cli.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.lanewise.data.Classes;

/// Categories, column by column, as codes into a dictionary for each feature.
///
/// @param rowCount the number of rows
/// @param codes `codes[feature][row]`, an index into the feature's dictionary, [#MISSING] or
///   [#UNSEEN]
/// @param dictionaries the categories of each feature
public record CategoryFeatures(int rowCount, int[][] codes, List<List<String>> dictionaries)
    implements FeatureTable {

  /// The code of a missing value.
  public static final int MISSING = -1;

  /// The code of a category that is not in the dictionary.
  public static final int UNSEEN = -2;

  private static final Pattern WHOLE = Pattern.compile("-?(0|[1-9][0-9]*)\\.0+");

  /// Checks that every column has `rowCount` rows and a dictionary.
  public CategoryFeatures {
    dictionaries = dictionaries.stream().map(List::copyOf).toList();
    if (codes.length != dictionaries.size()) {
      throw new IllegalArgumentException(
          "found %d dictionaries; expected %d".formatted(dictionaries.size(), codes.length));
    }
    for (int[] column : codes) {
      if (column.length != rowCount) {
        throw new IllegalArgumentException(
            "a column has %d rows; expected %d".formatted(column.length, rowCount));
      }
    }
  }

  /// The rows of all parts, whose columns are released one by one; categories in the order of their
  /// first appearance.
  static CategoryFeatures join(List<CategoryFeatures> parts) {
    int rowCount = FeatureTable.rowCount(parts);
    int[][] joined = new int[parts.getFirst().codes.length][];
    List<List<String>> dictionaries = new ArrayList<>(joined.length);
    for (int feature = 0; feature < joined.length; feature++) {
      Map<String, Integer> known = new LinkedHashMap<>();
      int[] column = new int[rowCount];
      int next = 0;
      for (CategoryFeatures part : parts) {
        List<String> dictionary = part.dictionaries.get(feature);
        int[] translation = new int[dictionary.size()];
        for (int code = 0; code < translation.length; code++) {
          int fresh = known.size();
          Integer before = known.putIfAbsent(dictionary.get(code), fresh);
          translation[code] = before == null ? fresh : before;
        }
        for (int code : part.codes[feature]) {
          column[next++] = code < 0 ? code : translation[code];
        }
        part.codes[feature] = null;
      }
      joined[feature] = column;
      dictionaries.add(List.copyOf(known.keySet()));
    }
    return new CategoryFeatures(rowCount, joined, dictionaries);
  }

  /// Some of the rows with their own categories only, in the order of these: what a model of them
  /// knows does not depend on other rows.
  @Override
  public CategoryFeatures select(int[] rows) {
    int[][] selected = new int[codes.length][];
    Arrays.setAll(
        selected, feature -> IntStream.of(rows).map(row -> codes[feature][row]).toArray());
    return new CategoryFeatures(rows.length, selected, dictionaries).withoutUnused();
  }

  /// How many values are missing.
  public long missingCount() {
    return Arrays.stream(codes)
        .mapToLong(column -> IntStream.of(column).filter(code -> code == MISSING).count())
        .sum();
  }

  @Override
  public CategoryFeatures of(int... features) {
    return new CategoryFeatures(
        rowCount,
        IntStream.of(features).mapToObj(feature -> codes[feature]).toArray(int[][]::new),
        IntStream.of(features).mapToObj(dictionaries::get).toList());
  }

  /// The categories of a feature as messages, an empty one where the value is missing.
  public MessageFeatures messages(int feature) {
    List<String> texts = dictionaries.get(feature);
    return new MessageFeatures(
        IntStream.of(codes[feature]).mapToObj(code -> code < 0 ? "" : texts.get(code)).toList());
  }

  /// The categories of each feature in the rows, in the order of classes; a category in no row is
  /// not among them.
  public List<List<String>> sortedDictionaries() {
    return usedDictionaries().stream().map(used -> Classes.sorted(used).names()).toList();
  }

  /// The same rows with those categories only that are in some of them.
  public CategoryFeatures withoutUnused() {
    int[][] recoded = new int[codes.length][];
    for (int feature = 0; feature < codes.length; feature++) {
      // By number, as dictionaries may be long.
      int[] upTo = new int[dictionaries.get(feature).size()];
      IntStream.of(codes[feature]).filter(code -> code >= 0).forEach(code -> upTo[code] = 1);
      for (int code = 1; code < upTo.length; code++) {
        upTo[code] += upTo[code - 1];
      }
      recoded[feature] =
          IntStream.of(codes[feature]).map(code -> code < 0 ? code : upTo[code] - 1).toArray();
    }
    return new CategoryFeatures(rowCount, recoded, usedDictionaries());
  }

  private List<List<String>> usedDictionaries() {
    List<List<String>> all = new ArrayList<>(codes.length);
    for (int feature = 0; feature < codes.length; feature++) {
      List<String> dictionary = dictionaries.get(feature);
      BitSet used = new BitSet();
      IntStream.of(codes[feature]).filter(code -> code >= 0).forEach(used::set);
      all.add(used.stream().mapToObj(dictionary::get).toList());
    }
    return all;
  }

  /// The same categories as codes into other dictionaries; [#UNSEEN] where they lack a category. A
  /// whole number that they lack is the same number with or without `.0`, if they have one such.
  public CategoryFeatures recode(List<List<String>> newDictionaries) {
    int[][] recoded = new int[codes.length][rowCount];
    for (int feature = 0; feature < codes.length; feature++) {
      Map<String, Integer> newCodes = new HashMap<>();
      Map<String, Integer> wholeCodes = new HashMap<>();
      for (String category : newDictionaries.get(feature)) {
        int code = newCodes.size();
        newCodes.putIfAbsent(category, code);
        wholeCodes.merge(whole(category), code, (one, other) -> UNSEEN);
      }
      List<String> dictionary = dictionaries.get(feature);
      int[] translation = new int[dictionary.size()];
      for (int code = 0; code < translation.length; code++) {
        String category = dictionary.get(code);
        Integer exact = newCodes.get(category);
        translation[code] =
            exact == null ? wholeCodes.getOrDefault(whole(category), UNSEEN) : exact;
      }
      int[] from = codes[feature];
      int[] to = recoded[feature];
      for (int row = 0; row < rowCount; row++) {
        to[row] = from[row] < 0 ? from[row] : translation[from[row]];
      }
    }
    return new CategoryFeatures(rowCount, recoded, newDictionaries);
  }

  /// A whole number without `.0`: other programs write such numbers in both ways.
  private static String whole(String category) {
    int point = category.indexOf('.');
    return point > 0 && WHOLE.matcher(category).matches() ? category.substring(0, point) : category;
  }
}
