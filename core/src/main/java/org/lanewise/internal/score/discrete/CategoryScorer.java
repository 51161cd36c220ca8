package org.lanewise.internal.score.discrete;

import static org.lanewise.internal.tier.Kernel.CODE_PATTERNS;
import static org.lanewise.internal.tier.Kernel.SCORE_PLACES;
import static org.lanewise.internal.tier.Kernel.SCORE_TILE_OF_PLACES;

import java.util.Arrays;
import java.util.List;
import org.lanewise.data.BadDataException;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Fact;
import org.lanewise.data.UnseenCategory;
import org.lanewise.internal.kernel.TableKernels;
import org.lanewise.internal.score.AffineForm;
import org.lanewise.internal.score.AffineScores;
import org.lanewise.internal.score.Naming;
import org.lanewise.internal.score.certify.CategoryTerms;
import org.lanewise.internal.score.certify.CertifiedArgmax;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.store.CodeColumn;
import org.lanewise.internal.store.CodeStore;
import org.lanewise.internal.store.Stores;
import org.lanewise.internal.tier.Kernels;

/// Scores categorical rows: T(x) has a place for every category of every feature, and behind them
/// one for all that are not known; T is 1 where the row has the category, and 0 in all places of a
/// feature whose value is missing.
///
/// Labels of a batch are found by sums of integers, which decide nearly all rows, and by the exact
/// scores for the others; they are the labels of the exact scores on every input. That is so for
/// batches of at least 1024 rows, features of up to 126 categories, and where no factor is
/// impossible.
public final class CategoryScorer extends CertifiedScorer<int[], CategoryColumns> {

  private final List<CategoryDictionary> dictionaries;
  private final UnseenCategory unseen;
  private final int[] size;
  private final int[] place;

  /// The parts of the form, with places for values that are missing.
  private final AffineScores[] wide;

  private final CategoryTerms terms;
  private final CategoryTerms digitTerms;

  /// A scorer of the given form.
  ///
  /// @param form a weight for each place: those of K_j categories and one more for each feature j,
  ///   one feature behind the other
  /// @throws IllegalArgumentException if the form has another number of places, or more weights
  ///   than an array can hold
  public CategoryScorer(
      Naming naming,
      AffineForm form,
      List<CategoryDictionary> dictionaries,
      UnseenCategory unseen) {
    super(naming, form, dictionaries.size());
    this.dictionaries = List.copyOf(dictionaries);
    this.unseen = unseen;
    int d = dictionaries.size();
    size = new int[d];
    place = new int[d];
    int places = 0;
    for (int j = 0; j < d; j++) {
      place[j] = places + j + 1;
      size[j] = dictionaries.get(j).size();
      places += size[j] + 1;
    }
    if (places != form.featureCount()) {
      throw new IllegalArgumentException(
          "the form has %d weights for each class; %d are expected"
              .formatted(form.featureCount(), places));
    }
    if ((long) (places + d) * form.classStride() > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException(
          "%d categories of %d classes were given; fewer than 2^31 weights are expected"
              .formatted(places, classCount()));
    }
    wide = new AffineScores[parts.length];
    for (int part = 0; part < parts.length; part++) {
      wide[part] = parts[part].withWeights(places + d, withZeros(parts[part].weights()));
    }
    double[] weights = wide[0].weights();
    terms = CategoryTerms.of(form, weights, place, size);
    digitTerms = CategoryTerms.ofDigits(form, weights, place, size);
  }

  /// Weights with a place in front of every feature's, for values that are missing: 0 in all
  /// classes, as has the place behind the feature's categories where those not known are ignored.
  private double[] withZeros(double[] places) {
    int stride = form.classStride();
    double[] wide = new double[places.length + size.length * stride];
    for (int j = 0; j < size.length; j++) {
      int count = size[j] + (unseen == UnseenCategory.SMOOTHED ? 1 : 0);
      System.arraycopy(
          places, (place[j] - j - 1) * stride, wide, place[j] * stride, count * stride);
    }
    return wide;
  }

  @Override
  public int[] syntheticRow() {
    // A feature that was never observed has no categories.
    return Arrays.stream(size).map(count -> count == 0 ? CategoryColumns.MISSING : 0).toArray();
  }

  @Override
  CategoryTerms terms(boolean digits) {
    return digits ? digitTerms : terms;
  }

  @Override
  boolean havePatterns(CategoryColumns rows) {
    for (int j = 0; j < size.length; j++) {
      if (size[j] > CategoryTerms.MAX_CATEGORIES
          || unseen == UnseenCategory.REFUSE && Stores.of(rows).largest(j) >= size[j]) {
        return false;
      }
    }
    return true;
  }

  @Override
  void readPatterns(CategoryColumns rows, int first, int end, CertifiedArgmax by, Workspace w) {
    CategoryTerms terms = terms(by.hasDigits());
    CodeStore codes = Stores.of(rows);
    byte[] patterns = w.labels.patterns;
    int groups = terms.groups();
    int codeGroups = terms.firstGroup(size.length);
    int tile = groups * BLOCK;
    int count = Math.min(RUN, end - first);
    for (int j = 0; j < size.length; j++) {
      codes.copy(j, first, count, w.labels.codes, 0);
      for (int g = terms.firstGroup(j); g < terms.firstGroup(j + 1); g++) {
        int least = terms.least(j, g);
        Kernels.tables(CODE_PATTERNS)
            .codePatterns(
                w.labels.codes, least, size[j], terms.patterns(), patterns, g * BLOCK, tile);
      }
    }
    for (int at = 0; at < TableKernels.RUN * tile; at += tile) {
      Arrays.fill(patterns, at + codeGroups * BLOCK, at + tile, (byte) 0);
    }
  }

  @Override
  void scoreRow(int[] row, Workspace w) {
    int d = size.length;
    if (row.length != d) {
      throw new IllegalArgumentException(
          Fact.clause("the row has %d features; %d are expected", row.length, d).toString());
    }
    score(row, w);
  }

  @Override
  void scoreRow(CategoryColumns rows, int row, Workspace w) {
    int[] codes = w.copies.codes(size.length);
    rows.row(row, codes);
    score(codes, w);
  }

  private void score(int[] row, Workspace w) {
    int d = size.length;
    int[] places = w.places(d);
    for (int j = 0; j < d; j++) {
      int code = row[j];
      if (code == CategoryColumns.MISSING) {
        places[j] = place[j] + CodeColumn.MISSING;
        continue;
      }
      if (code < 0 || code >= size[j] && unseen == UnseenCategory.REFUSE) {
        throw new BadDataException(
            "%s of the row has the code %s; 0 to %d is expected, or CategoryColumns.MISSING",
            Fact.feature(j), Fact.value(code), size[j] - 1);
      }
      places[j] = place[j] + Math.min(code, size[j]);
    }
    sumRow(row, w);
  }

  /// Of the places that were found for the row.
  @Override
  void sumRow(int[] row, int part, Workspace w) {
    AffineScores affine = wide[part];
    Kernels.discrete(SCORE_PLACES)
        .scorePlaces(
            w.places,
            size.length,
            affine.weights(),
            affine.intercepts(),
            classCount(),
            w.row.part(part));
  }

  @Override
  void scoreBlock(CategoryColumns rows, int from, int end, Workspace w) {
    int d = size.length;
    int count = w.block.count;
    CodeStore codes = Stores.of(rows);
    int[] places = w.places(Math.multiplyExact(d, BLOCK));
    for (int j = 0; j < d; j++) {
      int at = j * BLOCK;
      codes.copy(j, from, count, places, at);
      int first = place[j];
      int last = size[j];
      int largest = CodeColumn.MISSING;
      for (int i = at; i < at + count; i++) {
        int code = places[i];
        largest = Math.max(largest, code);
        places[i] = first + Math.min(code, last);
      }
      // Rows are scored by fours, and any place will do.
      Arrays.fill(places, at + count, at + (count + 3 & -4), 0);
      if (largest >= last && unseen == UnseenCategory.REFUSE) {
        throw unknown(rows, from);
      }
    }
    double[] sums = w.discrete.sums(Math.multiplyExact(BLOCK, classStride));
    for (int part = 0; part < wide.length; part++) {
      AffineScores affine = wide[part];
      Kernels.discrete(SCORE_TILE_OF_PLACES)
          .scoreTileOfPlaces(
              places, count, d, affine.weights(), affine.intercepts(), classCount(), sums);
      toPlanes(sums, part, w.block);
    }
  }

  /// The message about the first row from `from` on with an unseen category.
  private IllegalArgumentException unknown(CategoryColumns rows, int from) {
    for (int row = from; ; row++) {
      for (int j = 0; j < size.length; j++) {
        int code = rows.code(row, j);
        if (code >= size[j]) {
          return new BadDataException(
              "%s, %s is the category '%s'; one of %s is expected",
              Fact.row(row), Fact.feature(j), Fact.value(rows.name(j, code)), dictionaries.get(j));
        }
      }
    }
  }

  /// Codes are those of a batch's own dictionaries; a category is the same by its name.
  @Override
  public CategoryColumns known(CategoryColumns batch) {
    return batch.in(dictionaries);
  }
}
