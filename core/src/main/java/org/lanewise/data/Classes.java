package org.lanewise.data;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;

/// The k classes, in the order of their indices 0 … k−1. Immutable.
///
/// A class is identified by its name; integers are named by their decimal digits. The index of a
/// class is its position in one of three orders:
///
/// - **natural**, [#sorted]: as numbers if all names are integers, else by code point. It does not
///   depend on the order in which classes occur, and classes may be added;
/// - **given**, [#of(String...)]: the order of the caller, who names all classes. If they are
///   [#opened()], classes may be added after them;
/// - **unnamed**, [#unnamed]: classes identified only by their index. They never mix with named
///   classes.
public final class Classes {

  private enum Order {
    NATURAL,
    GIVEN,
    /// As given, new classes last.
    OPENED,
    UNNAMED
  }

  private static final int MAX_SHOWN = 10;

  private final Order order;
  private final List<String> names;
  private final Map<String, Integer> indices;

  /// Null if a class is not an integer.
  private final int[] integers;

  private Classes(Order order, List<String> names) {
    this.order = order;
    this.names = names;
    indices = new HashMap<>();
    for (String name : names) {
      indices.put(name, indices.size());
    }
    integers = integers(names);
  }

  private static int[] integers(List<String> names) {
    int[] integers = new int[names.size()];
    for (int c = 0; c < integers.length; c++) {
      String name = names.get(c);
      try {
        integers[c] = Integer.parseInt(name);
      } catch (NumberFormatException e) {
        return null;
      }
      if (!Integer.toString(integers[c]).equals(name)) {
        return null;
      }
    }
    return integers;
  }

  /// Creates classes in the given order.
  ///
  /// @throws IllegalArgumentException if there is none, or a name is null or given twice
  public static Classes of(String... names) {
    return of(Arrays.asList(names));
  }

  /// Creates classes in the given order.
  ///
  /// @throws IllegalArgumentException if there is none, or a name is null or given twice
  public static Classes of(List<String> names) {
    Names.require(names, "class");
    return new Classes(Order.GIVEN, List.copyOf(names));
  }

  /// Creates the distinct classes of some names, in natural order.
  ///
  /// @throws IllegalArgumentException if a name is null
  public static Classes sorted(Collection<String> names) {
    Names.requireNoNull(names, "class");
    return new Classes(Order.NATURAL, Names.inNaturalOrder(names));
  }

  /// Creates classes identified only by their index.
  ///
  /// @param count k ≥ 1
  /// @throws IllegalArgumentException if it is less than 1
  public static Classes unnamed(int count) {
    if (count < 1) {
      throw new IllegalArgumentException("classCount is " + count + "; at least 1 is expected");
    }
    return new Classes(
        Order.UNNAMED, IntStream.range(0, count).mapToObj(Integer::toString).toList());
  }

  /// The number of classes k.
  public int count() {
    return names.size();
  }

  /// Whether the classes have names.
  public boolean areNamed() {
    return order != Order.UNNAMED;
  }

  /// Whether more classes may be added, that is, whether these are in natural order or were
  /// [#opened()].
  public boolean areOpen() {
    return order == Order.NATURAL || order == Order.OPENED;
  }

  /// Whether a new class takes its place among these, in natural order. Otherwise it comes after
  /// them, and they keep their indices.
  public boolean areNatural() {
    return order == Order.NATURAL;
  }

  /// Returns these classes in the same order, so that more may be added. Classes in natural order
  /// are open already. If the order was given, new classes come after these.
  ///
  /// @throws IllegalStateException if classes have no names
  public Classes opened() {
    requireNames("to be open for more");
    return areOpen() ? this : new Classes(Order.OPENED, names);
  }

  /// Returns these classes with others: in natural order, or after these in the order given.
  ///
  /// @return this object if it already has all of them
  /// @throws IllegalArgumentException if a name is null
  /// @throws IllegalStateException if a class is new and these classes have no names or are not
  ///   open
  public Classes with(Collection<String> others) {
    Names.requireNoNull(others, "class");
    Set<String> all = new LinkedHashSet<>(names);
    all.addAll(others);
    if (all.size() == names.size()) {
      return this;
    }
    requireNames("to be joined by others");
    if (!areOpen()) {
      throw new IllegalStateException(
          "the classes %s are closed; opened ones are expected, to be joined by others"
              .formatted(this));
    }
    return areNatural() ? sorted(all) : new Classes(order, List.copyOf(all));
  }

  /// Returns some of these classes: in natural order if these are in it, otherwise in the order of
  /// `kept`.
  ///
  /// @param kept at least one index, each at most once
  /// @throws IllegalArgumentException if there is none, or one is given twice
  /// @throws IllegalStateException if classes have no names
  /// @throws IndexOutOfBoundsException if there is no such class
  public Classes select(int... kept) {
    requireNames("to be selected");
    List<String> some = IntStream.of(kept).mapToObj(names::get).toList();
    Names.require(some, "class");
    return areNatural() ? sorted(some) : new Classes(order, some);
  }

  /// Returns the indices of all classes except the named ones.
  ///
  /// @param names at least one class, each once
  /// @throws IllegalArgumentException if one is unknown or given twice, or no other class is left
  public int[] others(String... names) {
    List<String> some = Arrays.asList(names);
    Names.require(some, "class");
    for (String name : some) {
      if (indexOf(name) < 0) {
        throw new BadDataException(
            "there is no class '%s'; one of %s is expected", Fact.value(name), this);
      }
    }
    if (some.size() == count()) {
      throw new BadDataException(
          "there is no class but %s; at least one other class is expected to stay", some);
    }
    Set<String> removed = Set.copyOf(some);
    return IntStream.range(0, count()).filter(c -> !removed.contains(name(c))).toArray();
  }

  private void requireNames(String why) {
    if (!areNamed()) {
      throw new IllegalStateException(
          "the classes %s have no names; classes with names are expected, %s".formatted(this, why));
    }
  }

  /// The names in the order of the indices; for unnamed classes, the indices as text.
  public List<String> names() {
    return names;
  }

  /// The name of a class, or its index if it has none.
  ///
  /// @throws IndexOutOfBoundsException if there is no such class
  public String name(int index) {
    return names.get(index);
  }

  /// The description of a class in messages: `class 'spam'`, or `class 2` if it is an integer or
  /// has no name.
  ///
  /// @throws IndexOutOfBoundsException if there is no such class
  public String describe(int index) {
    return integers == null ? "class '%s'".formatted(name(index)) : "class " + name(index);
  }

  /// The class as an integer: its name, or its index if it has none.
  ///
  /// @throws IllegalStateException if a class is not a 32-bit integer, written as Java prints it
  /// @throws IndexOutOfBoundsException if there is no such class
  public int integer(int index) {
    if (integers == null) {
      throw new IllegalStateException(
          "the classes %s are not all integers of 32 bits; ask for their names".formatted(this));
    }
    return integers[index];
  }

  /// Whether every class is an integer of 32 bits as Java prints it.
  public boolean areIntegers() {
    return integers != null;
  }

  /// The index of the class with this name, or −1 if there is none or classes have no names.
  public int indexOf(String name) {
    return areNamed() ? indices.getOrDefault(name, -1) : -1;
  }

  /// Returns for each class its index among other classes, or −1 if it is not among them. Unnamed
  /// classes are matched by index.
  public int[] indicesIn(Classes others) {
    int[] found = new int[count()];
    for (int c = 0; c < found.length; c++) {
      found[c] = areNamed() ? others.indexOf(names.get(c)) : c < others.count() ? c : -1;
    }
    return found;
  }

  /// Whether the kind of order and the names are equal.
  @Override
  public boolean equals(Object other) {
    return this == other
        || other instanceof Classes classes
            && classes.order == order
            && classes.names.equals(names);
  }

  @Override
  public int hashCode() {
    return Objects.hash(order, names);
  }

  /// Up to ten names.
  @Override
  public String toString() {
    if (!areNamed()) {
      return "0 to " + (count() - 1);
    }
    return count() <= MAX_SHOWN
        ? names.toString()
        : names.subList(0, MAX_SHOWN) + " and " + (count() - MAX_SHOWN) + " more";
  }
}
