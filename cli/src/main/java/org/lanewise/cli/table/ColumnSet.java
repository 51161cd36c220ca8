package org.lanewise.cli.table;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Collectors;

/// Columns of a table by their 0-based indices, as ranges: a few of them or a million.
///
/// @param ranges in ascending order, with a gap between two
public record ColumnSet(List<Range> ranges) {

  /// No column.
  public static final ColumnSet NONE = new ColumnSet(List.of());

  private static final String RANGE = "[0-9]{1,9}(-[0-9]{1,9})?";

  /// Columns that lie side by side.
  ///
  /// @param first the first of them
  /// @param last the last, at least `first`
  public record Range(int first, int last) {

    @Override
    public String toString() {
      return first == last ? Integer.toString(first) : first + "-" + last;
    }
  }

  /// Copies the ranges.
  ///
  /// @throws IllegalArgumentException if they do not ascend
  public ColumnSet {
    ranges = List.copyOf(ranges);
    int least = 0;
    for (Range range : ranges) {
      if (range.first < least || range.last < range.first) {
        throw new IllegalArgumentException(
            "columns are %s; expected ascending ranges".formatted(ranges));
      }
      least = range.last + 2;
    }
  }

  /// The columns whose bits are set.
  static ColumnSet of(BitSet columns) {
    List<Range> ranges = new ArrayList<>();
    for (int first = columns.nextSetBit(0); first >= 0; ) {
      int end = columns.nextClearBit(first);
      ranges.add(new Range(first, end - 1));
      first = columns.nextSetBit(end);
    }
    return new ColumnSet(ranges);
  }

  /// Parses the output of [#toString].
  ///
  /// @throws IllegalArgumentException if it is nothing like that
  public static ColumnSet parse(String text) {
    List<Range> ranges = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      if (!part.matches(RANGE)) {
        throw new IllegalArgumentException(
            "columns are '%s'; expected ranges such as 0,3-5".formatted(text));
      }
      String[] ends = part.split("-");
      ranges.add(new Range(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1])));
    }
    return new ColumnSet(ranges);
  }

  /// How many columns there are.
  int size() {
    long size = ranges.stream().mapToLong(range -> range.last - range.first + 1L).sum();
    return Math.toIntExact(size);
  }

  /// Whether there is none.
  public boolean isEmpty() {
    return ranges.isEmpty();
  }

  /// These columns and a column more; the same if that is −1.
  ColumnSet with(int column) {
    if (column < 0) {
      return this;
    }
    List<Range> more = new ArrayList<>();
    Range added = new Range(column, column);
    for (Range range : ranges) {
      if (range.last < added.first - 1) {
        more.add(range);
      } else if (added.last < range.first - 1) {
        more.add(added);
        added = range;
      } else {
        added = new Range(Math.min(added.first, range.first), Math.max(added.last, range.last));
      }
    }
    more.add(added);
    return new ColumnSet(more);
  }

  /// The index of column number `n`, from 0, of those that are not among these.
  int outside(int n) {
    int index = n;
    for (Range range : ranges) {
      if (range.first > index) {
        break;
      }
      index += range.last - range.first + 1;
    }
    return index;
  }

  /// Sets the bits of these columns.
  void addTo(BitSet columns) {
    ranges.forEach(range -> columns.set(range.first, range.last + 1));
  }

  /// Such as `0,3-5`.
  @Override
  public String toString() {
    return ranges.stream().map(Range::toString).collect(Collectors.joining(","));
  }
}
