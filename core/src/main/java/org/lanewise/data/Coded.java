package org.lanewise.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.lanewise.internal.store.CodeColumn;

/// Columns of codes and the dictionaries that they are of: made from names, or from other codes by
/// their names.
record Coded(CodeColumn[] columns, List<CategoryDictionary> dictionaries) {

  /// Codes by dictionaries as large as they need; open.
  ///
  /// @throws IllegalArgumentException if a code is as large as an int can be
  static Coded sized(CodeColumn[] columns) {
    List<CategoryDictionary> dictionaries = new ArrayList<>();
    for (CodeColumn column : columns) {
      if (column.largest() == Integer.MAX_VALUE) {
        throw new BadDataException(
            "%s has the code %s; codes below 2^31 - 1 are expected, or a dictionary",
            Fact.feature(dictionaries.size()), Fact.value(column.largest()));
      }
      dictionaries.add(CategoryDictionary.ofSize(column.largest() + 1).opened());
    }
    return new Coded(columns, dictionaries);
  }

  /// Names by dictionaries of those there are.
  static Coded names(Collection<String> missing, String[]... columns) {
    Shapes.rowCount(columns);
    List<CategoryDictionary> dictionaries = new ArrayList<>();
    for (String[] column : columns) {
      Set<String> names = new LinkedHashSet<>(Arrays.asList(column));
      names.remove(null);
      names.removeAll(Set.copyOf(missing));
      dictionaries.add(CategoryDictionary.sorted(names));
    }
    return names(dictionaries, missing, columns);
  }

  /// Names by given dictionaries; those that they lack are appended.
  static Coded names(
      List<CategoryDictionary> dictionaries, Collection<String> missing, String[]... columns) {
    Shapes.rowCount(columns);
    Shapes.requireDictionaries(dictionaries, columns.length);
    Set<String> absent = Set.copyOf(missing);
    CodeColumn[] codes = new CodeColumn[columns.length];
    List<CategoryDictionary> extended = new ArrayList<>();
    for (int feature = 0; feature < columns.length; feature++) {
      CategoryDictionary dictionary = dictionaries.get(feature);
      requireNames(dictionary, feature);
      Map<String, Integer> more = new LinkedHashMap<>();
      int[] coded = new int[columns[feature].length];
      for (int row = 0; row < coded.length; row++) {
        String name = columns[feature][row];
        if (name == null || absent.contains(name)) {
          coded[row] = CodeColumn.MISSING;
        } else {
          int code = dictionary.code(name);
          coded[row] =
              code >= 0
                  ? code
                  : more.computeIfAbsent(name, unseen -> dictionary.size() + more.size());
        }
      }
      int largest = dictionary.size() + more.size() - 1;
      codes[feature] = new CodeColumn.OfInts(coded, CodeColumn.MISSING, largest);
      extended.add(more.isEmpty() ? dictionary : dictionary.append(more.keySet()));
    }
    return new Coded(codes, extended);
  }

  /// The same categories by other dictionaries.
  Coded in(List<CategoryDictionary> others) {
    CodeColumn[] codes = columns.clone();
    List<CategoryDictionary> recoded = new ArrayList<>();
    for (int feature = 0; feature < codes.length; feature++) {
      CategoryDictionary own = dictionaries.get(feature);
      CategoryDictionary other = others.get(feature);
      if (own.isNamed() && other.isNamed()) {
        recoded.add(recode(codes, feature, own, other));
      } else {
        recoded.add(own.size() < other.size() && !own.isNamed() ? other : own);
      }
    }
    return new Coded(codes, recoded);
  }

  /// Recodes a column by name.
  ///
  /// @return its dictionary then
  private static CategoryDictionary recode(
      CodeColumn[] columns, int feature, CategoryDictionary own, CategoryDictionary other) {
    int[] table = own.codesIn(other);
    List<String> lacking = new ArrayList<>();
    boolean same = true;
    for (int code = 0; code < table.length; code++) {
      if (table[code] < 0) {
        table[code] = other.size() + lacking.size();
        lacking.add(own.name(code));
      }
      same &= table[code] == code;
    }
    int beyond = other.size() + lacking.size();
    CodeColumn column = columns[feature];
    // A code beyond its own dictionary is of no category in the other one either.
    if (!same || column.largest() >= table.length && beyond != table.length) {
      columns[feature] = CodeColumn.Recoded.of(column, table, beyond);
    }
    return lacking.isEmpty() ? other : other.append(lacking);
  }

  /// Refuses categories without names.
  static void requireNames(CategoryDictionary dictionary, int feature) {
    if (!dictionary.isNamed() && dictionary.size() > 0) {
      throw new BadDataException(
          "the categories of %s have no names; a dictionary with names is expected",
          Fact.feature(feature));
    }
  }
}
