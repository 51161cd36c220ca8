package org.lanewise.score;

import java.util.List;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.internal.kernel.Kernels;

/// Scores categorical rows: T(x) has a place for every category of every feature, and behind them
/// one for all that are not known; T is 1 where the row has the category, and 0 in all places of a
/// feature whose value is missing.
public final class CategoryScorer extends DiscreteScorer<int[], CategoryColumns> {

  private final List<CategoryDictionary> dictionaries;
  private final UnseenCategory unseen;
  private final int[] first;
  private final int[] size;

  /// A scorer of the given form.
  ///
  /// @param form a weight for each place: those of K_j categories and one more for each feature j,
  ///   one feature behind the other
  /// @throws IllegalArgumentException if the form has another number of places
  public CategoryScorer(
      AffineForm form, List<CategoryDictionary> dictionaries, UnseenCategory unseen) {
    super(dictionaries.size(), form);
    this.dictionaries = List.copyOf(dictionaries);
    this.unseen = unseen;
    first = new int[dictionaries.size()];
    size = new int[dictionaries.size()];
    int places = 0;
    for (int j = 0; j < first.length; j++) {
      first[j] = places;
      size[j] = dictionaries.get(j).size();
      places += size[j] + 1;
    }
    if (places != form.featureCount()) {
      throw new IllegalArgumentException(
          "the form has %d weights for each class; %d are expected"
              .formatted(form.featureCount(), places));
    }
  }

  @Override
  void scoreRow(int[] row, Workspace w) {
    if (row.length != first.length) {
      throw new IllegalArgumentException(
          "the row has %d features; %d are expected".formatted(row.length, first.length));
    }
    makePlaces(w);
    int count = 0;
    for (int j = 0; j < first.length; j++) {
      int code = row[j];
      if (code < CategoryColumns.MISSING || code >= size[j] && unseen == UnseenCategory.ERROR) {
        throw new IllegalArgumentException(
            "feature %d of the row has the code %d; -1 to %d is expected"
                .formatted(j, code, size[j] - 1));
      }
      if (code >= 0 && (code < size[j] || unseen == UnseenCategory.SMOOTHED)) {
        w.places[count++] = first[j] + Math.min(code, size[j]);
      }
    }
    score(w, count, 0);
  }

  @Override
  void scoreBlock(CategoryColumns rows, int from, int count, Workspace w) {
    makePlaces(w);
    int d = first.length;
    if (w.codes.length == 0) {
      w.codes = new int[Math.multiplyExact(d, BLOCK)];
    }
    for (int j = 0; j < d; j++) {
      rows.copy(j, from, count, w.codes, j * BLOCK);
    }
    for (int r = 0; r < count; r++) {
      int places = 0;
      for (int j = 0; j < d; j++) {
        int code = w.codes[j * BLOCK + r];
        if (code >= size[j]) {
          if (unseen == UnseenCategory.ERROR) {
            throw unknown(rows, from + r, j);
          }
          if (unseen == UnseenCategory.SMOOTHED) {
            w.places[places++] = first[j] + size[j];
          }
        } else if (code >= 0) {
          w.places[places++] = first[j] + code;
        }
      }
      score(w, places, r * form.classStride());
    }
  }

  private void makePlaces(Workspace w) {
    if (w.places.length == 0) {
      w.places = new int[first.length];
    }
  }

  private void score(Workspace w, int count, int at) {
    int places = form.featureCount();
    int stride = form.classStride();
    Kernels.BITS.scoreSparse(
        w.places, null, 0, count, places, form.weights(), form.intercepts(), stride, w.scores, at);
    if (w.impossible != null) {
      Kernels.BITS.scoreSparse(
          w.places,
          null,
          0,
          count,
          places,
          form.impossibleWeights(),
          form.impossibleIntercepts(),
          stride,
          w.impossible,
          at);
    }
  }

  private IllegalArgumentException unknown(CategoryColumns rows, int row, int feature) {
    return new IllegalArgumentException(
        "row %d, feature %d is the category '%s'; one of %s is expected"
            .formatted(
                row,
                feature,
                rows.name(feature, rows.code(row, feature)),
                dictionaries.get(feature)));
  }

  @Override
  void check(CategoryColumns rows) {
    for (int j = 0; j < first.length; j++) {
      CategoryDictionary others = rows.dictionaries().get(j);
      int code = dictionaries.get(j).difference(others);
      if (code >= 0) {
        throw new IllegalArgumentException(
            "the code %d of feature %d is '%s'; '%s' is expected, as in the model"
                .formatted(code, j, others.name(code), dictionaries.get(j).name(code)));
      }
    }
  }

  @Override
  int rowStep() {
    return form.classStride();
  }

  @Override
  int classStep() {
    return 1;
  }
}
