package org.lanewise.interop;

import java.math.BigInteger;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The members of a JSON object; each must be asked for.
final class Members {

  private static final int LONGEST_SHOWN = 60;

  private final Map<String, ?> members;
  private final String what;
  private final Set<String> known = new HashSet<>();

  /// @param what the name of the object in messages
  Members(Map<String, ?> members, String what) {
    this.members = members;
    this.what = what;
  }

  Set<String> names() {
    return members.keySet();
  }

  boolean has(String name) {
    known.add(name);
    return members.containsKey(name);
  }

  String text(String name) {
    return get(name, String.class, "a text");
  }

  boolean flag(String name) {
    return get(name, Boolean.class, "true or false");
  }

  /// A flag that may be absent, which means false.
  boolean optionalFlag(String name) {
    return has(name) && flag(name);
  }

  /// An integer in a range; an integer that JSON readers would round may be a text.
  long integer(String name, long least, long most) {
    Object value = get(name, Object.class, "");
    long integer;
    if (value instanceof Long number) {
      integer = number;
    } else if (value instanceof String text && text.matches("-?[0-9]{1,19}")) {
      BigInteger digits = new BigInteger(text);
      if (digits.bitLength() >= Long.SIZE) {
        throw wrong(name, value, "an integer of 64 bits");
      }
      integer = digits.longValue();
    } else {
      throw wrong(name, value, "an integer");
    }
    if (integer < least || integer > most) {
      throw wrong(name, integer, "a number from %d to %d".formatted(least, most));
    }
    return integer;
  }

  /// A number, written with or without a decimal point.
  double number(String name) {
    return get(name, Number.class, "a number").doubleValue();
  }

  /// Names, or their number if there are none.
  Object namesOrCount(String name) {
    Object value = get(name, Object.class, "");
    return value instanceof List<?>
        ? texts(name, value)
        : (Object) (int) integer(name, 1, Integer.MAX_VALUE);
  }

  List<?> list(String name) {
    return get(name, List.class, "an array");
  }

  /// An array of integers.
  long[] integers(String name) {
    List<?> values = list(name);
    long[] integers = new long[values.size()];
    for (int i = 0; i < integers.length; i++) {
      if (!(values.get(i) instanceof Long integer)) {
        throw wrong(name, values, "an array of integers");
      }
      integers[i] = integer;
    }
    return integers;
  }

  @SuppressWarnings("unchecked") // The reader of JSON makes no other maps.
  Map<String, Object> object(String name) {
    return get(name, Map.class, "an object");
  }

  /// An element of an array of objects.
  @SuppressWarnings("unchecked") // The reader of JSON makes no other maps.
  Members element(String name, int index) {
    if (!(list(name).get(index) instanceof Map<?, ?> object)) {
      throw wrong(name, members.get(name), "an array of objects");
    }
    return new Members((Map<String, Object>) object, "element %d of '%s'".formatted(index, name));
  }

  /// Each member must be a text.
  Map<String, String> texts() {
    members.forEach((name, _) -> text(name));
    @SuppressWarnings("unchecked") // They are.
    Map<String, String> texts = (Map<String, String>) members;
    return texts;
  }

  /// An array of texts.
  ///
  /// @throws IllegalArgumentException if an element is anything else
  @SuppressWarnings("unchecked") // All are texts.
  List<String> texts(String name, Object value) {
    if (!(value instanceof List<?> list) || !list.stream().allMatch(String.class::isInstance)) {
      throw wrong(name, value, "an array of texts");
    }
    return (List<String>) list;
  }

  private <T> T get(String name, Class<T> type, String expected) {
    known.add(name);
    Object value = members.get(name);
    if (value == null) {
      throw new IllegalArgumentException(
          "%s has no member '%s', which is expected".formatted(what, name));
    }
    if (!type.isInstance(value)) {
      throw wrong(name, value, expected);
    }
    return type.cast(value);
  }

  IllegalArgumentException wrong(String name, Object found, String expected) {
    return new IllegalArgumentException(
        "'%s' of %s is %s; %s is expected".formatted(name, what, shown(found), expected));
  }

  private static String shown(Object value) {
    String text = String.valueOf(value).replaceAll("\\p{Cntrl}", "?");
    return text.length() <= LONGEST_SHOWN ? text : text.substring(0, LONGEST_SHOWN) + "…";
  }

  /// Refuses members that were not asked for.
  void finish() {
    for (String name : members.keySet()) {
      if (!known.contains(name)) {
        throw new IllegalArgumentException(
            "%s has the member '%s', which is not known".formatted(what, shown(name)));
      }
    }
  }
}
