package org.lanewise.data;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/// The class of every row as an index 0 … k−1, and the names of the k classes.
///
/// Classes are ordered as numbers if all names are integers (of any size), else by code point; so
/// the order does not depend on the order of the rows.
public final class Labels {

  private static final Pattern INTEGER = Pattern.compile("[+-]?[0-9]+");
  private static final int EXACT_LONG_DIGITS = 18;

  private final int[] indices;
  private final List<String> classNames;

  private Labels(int[] indices, List<String> classNames) {
    this.indices = indices;
    this.classNames = classNames;
  }

  /// Labels from names, one per row.
  ///
  /// @throws IllegalArgumentException if a name is null
  public static Labels of(String... names) {
    return of(Arrays.asList(names));
  }

  /// Labels from names, one per row.
  ///
  /// @throws IllegalArgumentException if a name is null
  public static Labels of(List<String> names) {
    return of(names, order(new LinkedHashSet<>(requireNames(names))));
  }

  /// Labels from names, with the classes given in their order; a class may have no row.
  ///
  /// @throws IllegalArgumentException if a row's name is null or not among the classes, or a class
  ///   is null or given twice
  public static Labels of(List<String> names, List<String> classNames) {
    Map<String, Integer> indexOf = indexOf(classNames);
    int[] indices = new int[names.size()];
    int row = 0;
    for (String name : requireNames(names)) {
      Integer index = indexOf.get(name);
      if (index == null) {
        throw new IllegalArgumentException(
            "the label of row %d is '%s'; one of the classes %s is expected"
                .formatted(row, name, shorten(classNames)));
      }
      indices[row++] = index;
    }
    return new Labels(indices, List.copyOf(classNames));
  }

  /// Labels from integers, one per row.
  public static Labels of(int... values) {
    return of(Arrays.stream(values).asLongStream().toArray());
  }

  /// Labels from integers, one per row; all 64 bits tell classes apart.
  public static Labels of(long... values) {
    long[] classes = Arrays.stream(values).sorted().distinct().toArray();
    int[] indices = new int[values.length];
    for (int row = 0; row < values.length; row++) {
      indices[row] = Arrays.binarySearch(classes, values[row]);
    }
    return new Labels(indices, Arrays.stream(classes).mapToObj(Long::toString).toList());
  }

  /// Borrows class indices that are 0 … `classCount` − 1 already; the classes are named by them.
  ///
  /// @throws IllegalArgumentException if an index is out of range or `classCount` < 1
  public static Labels ofIndices(int[] indices, int classCount) {
    Objects.requireNonNull(indices, "indices");
    if (classCount < 1) {
      throw new IllegalArgumentException(
          "classCount is " + classCount + "; at least 1 is expected");
    }
    for (int row = 0; row < indices.length; row++) {
      if (indices[row] < 0 || indices[row] >= classCount) {
        throw new IllegalArgumentException(
            "the label of row %d is %d; 0 to %d is expected"
                .formatted(row, indices[row], classCount - 1));
      }
    }
    List<String> names = new ArrayList<>(classCount);
    for (int label = 0; label < classCount; label++) {
      names.add(Integer.toString(label));
    }
    return new Labels(indices, List.copyOf(names));
  }

  /// The distinct names in class order: as numbers if all are integers (equal numbers of different
  /// spelling by code point), else by code point.
  public static List<String> order(Collection<String> names) {
    List<String> ordered = new ArrayList<>(new LinkedHashSet<>(requireNames(names)));
    Comparator<String> byCodePoint = Labels::compareCodePoints;
    if (ordered.stream().allMatch(name -> INTEGER.matcher(name).matches())) {
      if (ordered.stream().allMatch(name -> name.length() <= EXACT_LONG_DIGITS)) {
        ordered.sort(Comparator.<String>comparingLong(Long::parseLong).thenComparing(byCodePoint));
      } else {
        ordered.sort(
            Comparator.<String, BigInteger>comparing(BigInteger::new).thenComparing(byCodePoint));
      }
    } else {
      ordered.sort(byCodePoint);
    }
    return List.copyOf(ordered);
  }

  /// The number of rows.
  public int rowCount() {
    return indices.length;
  }

  /// The number of classes k.
  public int classCount() {
    return classNames.size();
  }

  /// The class index of a row.
  public int label(int row) {
    return indices[row];
  }

  /// A copy of the class index of every row.
  public int[] toArray() {
    return indices.clone();
  }

  /// Copies the class indices of rows `firstRow` to `firstRow + count − 1` into `out`.
  public void copy(int firstRow, int count, int[] out, int offset) {
    System.arraycopy(indices, firstRow, out, offset, count);
  }

  /// The names of the classes, in order.
  public List<String> classNames() {
    return classNames;
  }

  /// The name of a class.
  public String className(int label) {
    return classNames.get(label);
  }

  /// How many rows each class has.
  public long[] counts() {
    long[] counts = new long[classCount()];
    for (int label : indices) {
      counts[label]++;
    }
    return counts;
  }

  /// These labels for the given rows only, with the same classes.
  public Labels select(int[] rows) {
    int[] selected = new int[rows.length];
    for (int i = 0; i < rows.length; i++) {
      selected[i] = indices[rows[i]];
    }
    return new Labels(selected, classNames);
  }

  private static Map<String, Integer> indexOf(List<String> classNames) {
    Map<String, Integer> indexOf = new HashMap<>();
    for (String name : requireNames(classNames)) {
      if (indexOf.putIfAbsent(name, indexOf.size()) != null) {
        throw new IllegalArgumentException(
            "the class '" + name + "' is given twice; distinct classes are expected");
      }
    }
    return indexOf;
  }

  private static <C extends Collection<String>> C requireNames(C names) {
    Objects.requireNonNull(names, "names");
    int position = 0;
    for (String name : names) {
      if (name == null) {
        throw new IllegalArgumentException(
            "label " + position + " is null; the name of a class is expected");
      }
      position++;
    }
    return names;
  }

  private static String shorten(List<String> names) {
    return names.size() <= 10 ? names.toString() : names.subList(0, 10) + " and more";
  }

  // String.compareTo goes by UTF-16 unit, which sorts U+FFFF before the supplementary planes
  // wrongly.
  private static int compareCodePoints(String left, String right) {
    int[] a = left.codePoints().toArray();
    int[] b = right.codePoints().toArray();
    return Arrays.compare(a, b);
  }
}
