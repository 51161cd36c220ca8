package org.lanewise.data;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The categories of one feature: code v is the category `name(v)`. Immutable.
public final class CategoryDictionary {

  /// The categories 0 and 1, by these names.
  public static final CategoryDictionary BINARY = of(List.of("0", "1"));

  private final int size;
  private final List<String> names;
  private final Map<String, Integer> codes;

  private CategoryDictionary(int size, List<String> names, Map<String, Integer> codes) {
    this.size = size;
    this.names = names;
    this.codes = codes;
  }

  /// Categories without names, which are called by their codes.
  ///
  /// @param size the number of categories K ≥ 0
  /// @throws IllegalArgumentException if it is negative
  public static CategoryDictionary ofSize(int size) {
    if (size < 0) {
      throw new IllegalArgumentException(
          "a dictionary of %d categories was asked for; at least 0 are expected".formatted(size));
    }
    return new CategoryDictionary(size, null, null);
  }

  /// Categories by name; code v is the v-th of them.
  ///
  /// @throws IllegalArgumentException if a name is null or given twice
  public static CategoryDictionary of(List<String> names) {
    Map<String, Integer> codes = new HashMap<>();
    for (String name : names) {
      if (name == null || codes.putIfAbsent(name, codes.size()) != null) {
        throw new IllegalArgumentException(
            "the category '%s' is null or given twice; distinct names are expected"
                .formatted(name));
      }
    }
    return new CategoryDictionary(codes.size(), List.copyOf(names), codes);
  }

  /// The number of categories K.
  public int size() {
    return size;
  }

  /// Whether the categories have names.
  public boolean isNamed() {
    return names != null;
  }

  /// The name of a category, which is its code where there are no names.
  public String name(int code) {
    Objects.checkIndex(code, size);
    return names == null ? Integer.toString(code) : names.get(code);
  }

  /// The code of a category, or −1 if it is not here or there are no names.
  public int code(String name) {
    Integer code = codes == null ? null : codes.get(name);
    return code == null ? -1 : code;
  }

  /// These categories and as many more without a row as make up `atLeast` of them; the names of
  /// more are their codes.
  ///
  /// @throws IllegalArgumentException if a category has such a name already
  public CategoryDictionary extend(int atLeast) {
    if (atLeast <= size) {
      return this;
    }
    if (names == null) {
      return ofSize(atLeast);
    }
    String[] more = names.toArray(new String[atLeast]);
    for (int code = size; code < atLeast; code++) {
      more[code] = Integer.toString(code);
    }
    return of(List.of(more));
  }

  /// Whether more categories may come.
  public boolean isOpen() {
    return false;
  }

  /// These categories and others.
  public CategoryDictionary with(CategoryDictionary other) {
    return this;
  }

  /// The code of each category in another dictionary, or −1.
  public int[] codesIn(CategoryDictionary other) {
    int[] codes = new int[size];
    for (int v = 0; v < size; v++) {
      codes[v] = names == null ? v < other.size ? v : -1 : other.code(names.get(v));
    }
    return codes;
  }

  /// The first code that stands for different categories here and in another dictionary, or −1
  /// where there is none: one may hold more than the other, and may lack names.
  public int difference(CategoryDictionary other) {
    if (names != null && other.names != null) {
      for (int code = 0; code < Math.min(size, other.size); code++) {
        if (!names.get(code).equals(other.names.get(code))) {
          return code;
        }
      }
    }
    return -1;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CategoryDictionary dictionary
        && dictionary.size == size
        && Objects.equals(dictionary.names, names);
  }

  @Override
  public int hashCode() {
    return names == null ? size : names.hashCode();
  }

  @Override
  public String toString() {
    String list = names == null ? "0 to " + (size - 1) : String.join(", ", shortened());
    return "[" + list + "]";
  }

  private List<String> shortened() {
    return size <= 10
        ? names
        : List.of(String.join(", ", names.subList(0, 10)), (size - 10) + " more");
  }
}
