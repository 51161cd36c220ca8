package org.lanewise.data;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The categories of one feature: code v is the category `name(v)`. Immutable.
///
/// A dictionary is **closed** where the caller gives it ([#of], [#ofSize]): there are no other
/// categories. It is **open** where it was found in data ([#sorted], [CategoryColumns] without
/// dictionaries): more may come, and [#with] adds them. Categories without names are called by
/// their codes; they do not mix with named ones.
///
/// Dictionaries of the same categories in the same order are equal, open or not.
public final class CategoryDictionary {

  /// The categories 0 and 1, by these names; closed.
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

  /// Categories without names, which are called by their codes; closed.
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

  /// Categories by name; code v is the v-th of them; closed.
  ///
  /// @throws IllegalArgumentException if a name is null or given twice
  public static CategoryDictionary of(List<String> names) {
    return named(false, names);
  }

  /// Categories by name in their natural order, each once however often it is given: as numbers if
  /// all names are integers, else by code point; open.
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

  /// These categories, to which more may be added.
  public CategoryDictionary opened() {
    return open ? this : new CategoryDictionary(true, size, names, codes);
  }

  /// These categories and no others.
  public CategoryDictionary closed() {
    return open ? new CategoryDictionary(false, size, names, codes) : this;
  }

  /// The number of categories K.
  public int size() {
    return size;
  }

  /// Whether more categories may come.
  public boolean isOpen() {
    return open;
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

  /// For each of these categories its code in another dictionary, or −1 where that lacks it: by
  /// name where both have names, else by code.
  public int[] codesIn(CategoryDictionary other) {
    boolean byName = names != null && other.names != null;
    int[] found = new int[size];
    for (int code = 0; code < size; code++) {
      found[code] = byName ? other.code(names.get(code)) : code < other.size ? code : -1;
    }
    return found;
  }

  /// These categories and those of another dictionary: this one where it has them all, else, if
  /// this is open, all of both, named ones in their natural order. So it does not depend on the
  /// order in which dictionaries come.
  ///
  /// @throws IllegalArgumentException if this is closed and the other has a category that is not
  ///   here, or both have categories and one has names and the other none; codes without names may
  ///   join names that a caller has given in their order
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

  /// These categories and behind them further ones.
  CategoryDictionary append(Collection<String> more) {
    List<String> all = new ArrayList<>(names);
    all.addAll(more);
    return named(open, all);
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
