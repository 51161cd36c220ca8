package org.lanewise.data;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/// The k classes that rows can be of, in the order of their indices 0 … k−1. Immutable.
///
/// Classes have names, and are the same class wherever the name is the same; integers are classes
/// by their decimal digits. Which index a class has follows from one of three orders:
///
/// - **natural**, [#sorted]: as numbers if all names are integers, else by code point. It does not
///   depend on the order in which classes are met, and classes may be added;
/// - **given**, [#of(String...)]: the order of the caller, who names all of them: there are no
///   others;
/// - **unnamed**, [#unnamed]: classes known by their index alone. They never mix with named ones.
public final class Classes {

  private enum Order {
    NATURAL,
    GIVEN,
    UNNAMED
  }

  private static final int MAX_SHOWN = 10;

  private final Order order;
  private final List<String> names;
  private final Map<String, Integer> indices;

  /// Null where a class is no integer.
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

  /// Classes in the given order.
  ///
  /// @throws IllegalArgumentException if there is none, or a name is null or given twice
  public static Classes of(String... names) {
    return of(Arrays.asList(names));
  }

  /// Classes in the given order.
  ///
  /// @throws IllegalArgumentException if there is none, or a name is null or given twice
  public static Classes of(List<String> names) {
    Names.require(names, "class");
    return new Classes(Order.GIVEN, List.copyOf(names));
  }

  /// Classes that are integers, in the given order.
  ///
  /// @throws IllegalArgumentException if there is none, or one is given twice
  public static Classes of(int... values) {
    return of(Arrays.stream(values).mapToObj(Integer::toString).toList());
  }

  /// Classes in their natural order, each once however often it is given.
  ///
  /// @throws IllegalArgumentException if a name is null
  public static Classes sorted(Collection<String> names) {
    Names.requireNoNull(names, "class");
    return new Classes(Order.NATURAL, Names.inNaturalOrder(names));
  }

  /// Classes that are known by their index alone.
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

  /// Whether the classes have names; else they are known by their index alone.
  public boolean areNamed() {
    return order != Order.UNNAMED;
  }

  /// Whether the classes are in their natural order, and more may be added.
  public boolean areOpen() {
    return order == Order.NATURAL;
  }

  /// The names in the order of the indices; of unnamed classes the indices themselves.
  public List<String> names() {
    return names;
  }

  /// The name of a class, or its index where it has none.
  ///
  /// @throws IndexOutOfBoundsException if there is no such class
  public String name(int index) {
    return names.get(index);
  }

  /// What messages call a class: `class 'spam'`, or `class 2` where it is an integer or has no
  /// name.
  ///
  /// @throws IndexOutOfBoundsException if there is no such class
  public String describe(int index) {
    return integers == null ? "class '%s'".formatted(name(index)) : "class " + name(index);
  }

  /// The class as an integer: its name, or its index where it has none.
  ///
  /// @throws IllegalStateException if a class is no integer of 32 bits, as Java prints it
  /// @throws IndexOutOfBoundsException if there is no such class
  public int integer(int index) {
    if (integers == null) {
      throw new IllegalStateException(
          "the classes %s are not all integers of 32 bits; ask for their names".formatted(this));
    }
    return integers[index];
  }

  /// Whether every class is an integer of 32 bits, as Java prints it.
  public boolean areIntegers() {
    return integers != null;
  }

  /// The index of the class of this name, or −1 if there is none or classes have no names.
  public int indexOf(String name) {
    return areNamed() ? indices.getOrDefault(name, -1) : -1;
  }

  /// For each of these classes its index among others, or −1 where it is not among them. Unnamed
  /// classes are the same where their indices are.
  public int[] indicesIn(Classes others) {
    int[] found = new int[count()];
    for (int c = 0; c < found.length; c++) {
      found[c] = areNamed() ? others.indexOf(names.get(c)) : c < others.count() ? c : -1;
    }
    return found;
  }

  /// Whether the order, the names and what may be added are the same.
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
