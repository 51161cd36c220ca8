package org.lanewise.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/// Rows in blocks of columns of several kinds: numbers, bits, categories and counts.
///
/// Row i of the batch is row i of every block. The features are those of the blocks in order; they
/// have names if the features of all blocks have names.
///
/// **One row**, for a scorer, is an `Object[]` with a row of each block: a `double[]` for
/// [NumericColumns], a packed `long[]` for [BitColumns], an `int[]` of codes for [CategoryColumns],
/// a [SparseRow] for [SparseRows]. The array may be reused for the next row.
///
/// The blocks are borrowed, and so is the data that they borrow.
public final class MixedColumns implements RowBatch {

  private final List<RowBatch> blocks;
  private final Features features;

  private MixedColumns(List<RowBatch> blocks, Features features) {
    this.blocks = blocks;
    this.features = features;
  }

  /// Borrows blocks.
  ///
  /// @param blocks one or more, each of the same number of rows (0 allowed)
  /// @throws IllegalArgumentException if there is no block, if a block is null or itself mixed, if
  ///   the numbers of rows differ, if only some blocks have feature names, or if a name occurs
  ///   twice
  public static MixedColumns of(RowBatch... blocks) {
    return of(List.of(blocks));
  }

  /// Borrows blocks, like [#of(RowBatch...)].
  ///
  /// @throws IllegalArgumentException for the same reasons
  public static MixedColumns of(List<? extends RowBatch> blocks) {
    List<RowBatch> copy = List.copyOf(blocks);
    if (copy.isEmpty()) {
      throw new IllegalArgumentException("no blocks were given; at least one is expected");
    }
    int rowCount = copy.getFirst().rowCount();
    for (int b = 0; b < copy.size(); b++) {
      RowBatch block = copy.get(b);
      if (block instanceof MixedColumns) {
        throw new IllegalArgumentException(
            "block %d is itself of blocks; columns of one kind are expected".formatted(b));
      }
      if (block.rowCount() != rowCount) {
        throw new IllegalArgumentException(
            "block %d has %d rows; %d are expected, as in block 0"
                .formatted(b, block.rowCount(), rowCount));
      }
    }
    return new MixedColumns(copy, features(copy.stream().map(RowBatch::features).toList()));
  }

  /// The features of the blocks in order; words become named columns. How rows are made of texts
  /// ([Features#text()]) is that of the last block.
  ///
  /// A word that is the name of a feature before it, or that name in quotes, is put in quotes: next
  /// to a column `age`, the word is `'age'`.
  ///
  /// @throws IllegalArgumentException if only some have names, or a name occurs twice
  public static Features features(List<Features> blocks) {
    int count = 0;
    List<String> names = new ArrayList<>();
    boolean named = blocks.getFirst().areNamed();
    for (int b = 0; b < blocks.size(); b++) {
      Features block = blocks.get(b);
      if (block.areNamed() != named) {
        throw new IllegalArgumentException(
            "the features of block %d have %s; %s expected, as in block 0"
                .formatted(b, named ? "no names" : "names", named ? "names are" : "no names are"));
      }
      boolean areOfTexts = block.areWords() || !block.text().isEmpty();
      Set<String> before = areOfTexts ? Set.copyOf(names) : Set.of();
      for (String name : block.names()) {
        names.add(isOneOf(before, name) ? "'" + name + "'" : name);
      }
      count = Math.addExact(count, block.count());
    }
    Features all = named ? Features.of(names) : Features.unnamed(count);
    return all.withText(blocks.getLast().text());
  }

  /// Whether a word is one of these names, perhaps in quotes.
  private static boolean isOneOf(Set<String> names, String word) {
    String name = word;
    while (!names.contains(name)) {
      if (name.length() < 2 || !name.startsWith("'") || !name.endsWith("'")) {
        return false;
      }
      name = name.substring(1, name.length() - 1);
    }
    return true;
  }

  /// The number of blocks.
  public int blockCount() {
    return blocks.size();
  }

  /// A block.
  ///
  /// @throws IndexOutOfBoundsException if there is no such block
  public RowBatch block(int index) {
    return blocks.get(index);
  }

  /// The blocks.
  public List<RowBatch> blocks() {
    return blocks;
  }

  @Override
  public int rowCount() {
    return blocks.getFirst().rowCount();
  }

  @Override
  public Features features() {
    return features;
  }

  /// Returns a copy of one row: the row of each block (for a sparse block, a view of its row).
  ///
  /// @throws IndexOutOfBoundsException if there is no such row
  public Object[] row(int row) {
    Objects.checkIndex(row, rowCount());
    return blocks.stream().map(block -> row(block, row)).toArray();
  }

  /// Returns a copy of one row of a batch of any kind, for a scorer, or a view of a sparse one.
  ///
  /// @throws IndexOutOfBoundsException if there is no such row
  static Object row(RowBatch rows, int row) {
    return switch (rows) {
      case NumericColumns numbers -> {
        double[] values = new double[numbers.featureCount()];
        numbers.row(row, values);
        yield values;
      }
      case BitColumns bits -> {
        long[] words = new long[BitColumns.rowWords(bits.featureCount())];
        bits.row(row, words);
        yield words;
      }
      case CategoryColumns categories -> {
        int[] codes = new int[categories.featureCount()];
        categories.row(row, codes);
        yield codes;
      }
      case SparseRows sparse -> {
        SparseRow view = new SparseRow();
        sparse.row(row, view);
        yield view;
      }
      case MixedColumns mixed -> mixed.row(row);
    };
  }
}
