package org.lanewise.data;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The categories of one feature: code v is the category `name(v)`. Immutable.
///
/// A dictionary given by the caller is **closed** ([#of], [#ofSize]): there are no other
/// categories. A dictionary built from data is **open** ([#sorted], [CategoryColumns] without
/// dictionaries): more categories may follow, and [#with] adds them. Categories without names are
/// identified by their codes and do not mix with named ones.
///
/// Dictionaries of the same categories in the same order are equal, open or not.
public final class CategoryDictionary {

  /// The closed dictionary of the categories `0` and `1`.
  public static final CategoryDictionary BINARY = of(List.of("0", "1"));

  private static final int MAX_SHOWN = 10;

  private final boolean open;
  private final int size;
  private final List<String> names;
  private final Map<String, Integer> codes;

  private CategoryDictionary(
      boolean open, int size, List<String> names, Map<String, Integer> codes) {
    this.open = open;
    this.size = size;
    this.names = names;
    this.codes = codes;
  }

  /// Creates a closed dictionary of categories without names, identified by their codes.
  ///
  /// @param size the number of categories K ≥ 0
  /// @throws IllegalArgumentException if it is negative
  public static CategoryDictionary ofSize(int size) {
    if (size < 0) {
      throw new IllegalArgumentException(
          "a dictionary of %d categories was asked for; at least 0 are expected".formatted(size));
    }
    return new CategoryDictionary(false, size, null, null);
  }

  /// Creates a closed dictionary of names; code v is the v-th name.
  ///
  /// @throws IllegalArgumentException if a name is null or given twice
  public static CategoryDictionary of(List<String> names) {
    return named(false, names);
  }

  /// Creates an open dictionary of the distinct names in natural order: as numbers if all names are
  /// integers, else by code point.
  ///
  /// @throws IllegalArgumentException if a name is null
  public static CategoryDictionary sorted(Collection<String> names) {
    Names.requireNoNull(names, "category");
    return named(true, Names.inNaturalOrder(names));
  }

  private static CategoryDictionary named(boolean open, List<String> names) {
    Map<String, Integer> codes = new HashMap<>();
    for (String name : names) {
      if (name == null || codes.putIfAbsent(name, codes.size()) != null) {
        throw new BadDataException(
            "the category '%s' is null or given twice; distinct names are expected",
            Fact.value(name));
      }
    }
    return new CategoryDictionary(open, codes.size(), List.copyOf(names), codes);
  }

  /// Returns these categories as an open dictionary.
  public CategoryDictionary opened() {
    return open ? this : new CategoryDictionary(true, size, names, codes);
  }

  /// Returns these categories as a closed dictionary.
  public CategoryDictionary closed() {
    return open ? new CategoryDictionary(false, size, names, codes) : this;
  }

  /// The number of categories K.
  public int size() {
    return size;
  }

  /// Whether more categories may be added.
  public boolean isOpen() {
    return open;
  }

  /// Whether the categories have names.
  public boolean isNamed() {
    return names != null;
  }

  /// The name of a category, or its code if there are no names.
  public String name(int code) {
    Objects.checkIndex(code, size);
    return names == null ? Integer.toString(code) : names.get(code);
  }

  /// The code of a category, or −1 if there is no such category or there are no names.
  public int code(String name) {
    Integer code = codes == null ? null : codes.get(name);
    return code == null ? -1 : code;
  }

  /// Returns for each category its code in another dictionary, or −1 if that dictionary lacks it.
  /// Categories are matched by name if both dictionaries have names, else by code.
  public int[] codesIn(CategoryDictionary other) {
    boolean byName = names != null && other.names != null;
    int[] found = new int[size];
    for (int code = 0; code < size; code++) {
      found[code] = byName ? other.code(names.get(code)) : code < other.size ? code : -1;
    }
    return found;
  }

  /// Returns the union of these categories and those of another dictionary: this dictionary if it
  /// has them all; otherwise, if it is open, the categories of both, with names in natural order.
  /// The result does not depend on the order in which dictionaries are combined.
  ///
  /// @throws IllegalArgumentException if this dictionary is closed and lacks a category of the
  ///   other, or if only one of two non-empty dictionaries has names; codes without names may be
  ///   combined with names in an order given by a caller
  public CategoryDictionary with(CategoryDictionary other) {
    // Codes without names mean the categories that a caller has given in their order.
    boolean given = !open && isNamed();
    if (size > 0 && other.size > 0 && isNamed() != other.isNamed() && !given) {
      throw new IllegalArgumentException(
          "the categories %s have names and %s have none; names in both or in neither are expected"
              .formatted(isNamed() ? this : other, isNamed() ? other : this));
    }
    int lacking = other.firstLacking(this);
    if (lacking < 0) {
      return this;
    }
    if (!open) {
      throw new BadDataException(
          "the category '%s' was given; one of %s is expected",
          Fact.value(other.name(lacking)), this);
    }
    if (size == 0) {
      return other.opened();
    }
    if (names == null) {
      return ofSize(other.size).opened();
    }
    List<String> all = new ArrayList<>(names);
    all.addAll(other.names);
    return sorted(all);
  }

  /// The first of these categories that another dictionary lacks, or −1.
  private int firstLacking(CategoryDictionary other) {
    if (names == null || other.names == null) {
      return size > other.size ? other.size : -1;
    }
    for (int code = 0; code < size; code++) {
      if (other.code(names.get(code)) < 0) {
        return code;
      }
    }
    return -1;
  }

  /// These categories followed by further ones.
  CategoryDictionary append(Collection<String> more) {
    List<String> all = new ArrayList<>(names);
    all.addAll(more);
    return named(open, all);
  }

  /// Returns these categories, followed by as many categories without rows as `atLeast` requires;
  /// the names of the added categories are their codes.
  ///
  /// @throws IllegalArgumentException if a category already has such a name
  CategoryDictionary extend(int atLeast) {
    if (atLeast <= size) {
      return this;
    }
    if (names == null) {
      return new CategoryDictionary(open, atLeast, null, null);
    }
    String[] more = names.toArray(new String[atLeast]);
    for (int code = size; code < atLeast; code++) {
      more[code] = Integer.toString(code);
    }
    return named(open, List.of(more));
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || other instanceof CategoryDictionary dictionary
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
    return size <= MAX_SHOWN
        ? names
        : List.of(String.join(", ", names.subList(0, MAX_SHOWN)), (size - MAX_SHOWN) + " more");
  }
}
