package org.lanewise.statistics;

import java.util.List;
import java.util.Objects;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Classes;
import org.lanewise.data.Fact;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.RowBatch;
import org.lanewise.internal.gather.counts.ClassCounts;
import org.lanewise.internal.gather.counts.ClassRows;

/// The base of statistics of bits, categories and counts: rows of classes, and counts in cells.
///
/// Batches and other statistics are first joined with a copy, whose arrays these statistics then
/// [adopt][#become]: what throws before leaves them as they were.
///
/// @param <S> the statistics themselves
abstract sealed class CountedStatistics<S extends CountedStatistics<S>> extends Statistics
    permits BernoulliStatistics, CategoryStatistics, CountStatistics {

  /// The cells of counts. A class has a place for each feature, or for each category of all
  /// features, one feature after the other.
  ///
  /// @param dictionaries the categories of each feature; none for bits and counts
  record Layout(Features features, List<CategoryDictionary> dictionaries, Classes classes) {
    Layout(Features features, Classes classes) {
      this(features, List.of(), classes);
    }

    private int places() {
      return dictionaries.isEmpty()
          ? features.count()
          : dictionaries.stream().mapToInt(CategoryDictionary::size).sum();
    }

    /// @throws IllegalArgumentException if an array cannot hold them
    private int cells() {
      return requireCells((long) places() * classes.count(), features.count(), classes.count());
    }
  }

  private ClassRows rows;
  private ClassCounts counts;

  /// Empty statistics.
  CountedStatistics(Layout layout) {
    this(layout, new ClassRows(layout.classes.count()), new ClassCounts(layout.cells()));
  }

  CountedStatistics(Layout layout, ClassRows rows, ClassCounts counts) {
    super(layout.features, layout.classes);
    this.rows = rows;
    this.counts = counts;
  }

  /// The categories of each feature; none for bits and counts.
  List<CategoryDictionary> dictionaries() {
    return List.of();
  }

  /// The categories of these statistics and of others.
  List<CategoryDictionary> joinedDictionaries(S other) {
    return List.of();
  }

  /// Statistics of this kind with all that these hold apart from rows and counts.
  abstract S with(Layout layout, ClassRows newRows, ClassCounts newCounts);

  /// The place in these statistics of each place of a layout that includes theirs; −1 for none.
  int[] placesIn(Layout layout) {
    Features features = layout.features;
    return features.areWords() ? features.indicesIn(features()) : Joining.all(features.count());
  }

  Fact placeName(int place) {
    return Fact.feature(place, features());
  }

  /// Whether the cells of a place lie together, and not those of a class.
  boolean liesByPlace() {
    return false;
  }

  /// Merges what others hold apart from rows and counts.
  void mergeRest(S other) {}

  /// Checks and subtracts what others hold apart from rows and counts.
  void subtractRest(S other) {}

  /// Adopts what others hold apart from rows and counts.
  void becomeRest(S other) {}

  @Override
  public final long rowCount() {
    return rows.rowCount();
  }

  /// The rows of the classes.
  final ClassRows rows() {
    return rows;
  }

  final ClassCounts counts() {
    return counts;
  }

  /// The classes of these rows and of a batch.
  final Classes joinedClasses(RowBatch batch, Labels labels) {
    labels.requireOneForEach(batch);
    return Joining.classes(classes(), labels.classes(), "the labels");
  }

  final Features joinedFeatures(Features others, String whose) {
    return Joining.features(features(), others, rowCount() == 0, whose);
  }

  private Layout joint(S other, String whose) {
    Features features = joinedFeatures(other.features(), whose);
    Classes joined = Joining.classes(classes(), other.classes(), whose);
    return new Layout(features, joinedDictionaries(other), joined);
  }

  /// A copy for a layout that includes that of these statistics.
  final S arranged(Layout layout) {
    int[] fromClass = layout.classes.indicesIn(classes());
    int[] fromPlace = placesIn(layout);
    int k = fromClass.length;
    int known = classCount();
    int knownPlaces = layout().places();
    boolean byPlace = liesByPlace();
    ClassCounts arranged =
        counts.arranged(
            layout.cells(),
            cell -> {
              int c = fromClass[byPlace ? cell % k : cell / fromPlace.length];
              int place = fromPlace[byPlace ? cell / k : cell % fromPlace.length];
              return c < 0 || place < 0
                  ? -1
                  : byPlace ? place * known + c : c * knownPlaces + place;
            });
    return with(layout, rowsOf(layout), arranged);
  }

  final Fact cellName(int cell) {
    int k = classCount();
    int places = layout().places();
    return Fact.clause(
        "the count of %s in %s",
        placeName(liesByPlace() ? cell / k : cell % places),
        Fact.label(liesByPlace() ? cell % k : cell / places, classes()));
  }

  private Layout layout() {
    return new Layout(features(), dictionaries(), classes());
  }

  private ClassRows rowsOf(Layout layout) {
    return rows.arranged(layout.classes().indicesIn(classes()));
  }

  /// Statistics to add a batch to, before [#become]. They share the counts of these where the
  /// layout is the same, and have their own rows of classes.
  ///
  /// @param apart whether they never share counts
  final S target(Layout layout, boolean apart) {
    boolean same =
        layout.classes().equals(classes())
            && layout.features().equals(features())
            && layout.dictionaries().equals(dictionaries());
    return same && !apart ? with(layout, rowsOf(layout), counts) : arranged(layout);
  }

  /// Adopts statistics that were joined with others or with a batch; this cannot fail.
  final void become(S joined) {
    rows = joined.rows();
    counts = joined.counts();
    becomeRest(joined);
    take(joined.features(), joined.classes());
  }

  @Override
  @SuppressWarnings("unchecked") // Statistics of one kind meet.
  final void mergeWith(Statistics others) {
    S other = (S) others;
    Layout joint = joint(other, "the statistics to merge");
    S sum = arranged(joint);
    S more = other.arranged(joint);
    sum.rows().merge(more.rows());
    sum.counts().merge(more.counts());
    sum.mergeRest(more);
    become(sum);
  }

  @Override
  @SuppressWarnings("unchecked") // Statistics of one kind meet.
  final void subtractAll(Statistics others) {
    S other = (S) others;
    Layout joint = joint(other, "the statistics to subtract");
    S rest = arranged(joint);
    S less = other.arranged(joint);
    rest.rows().requireSubtractable(less.rows(), joint.classes());
    rest.counts().requireSubtractable(less.counts(), rest::cellName);
    rest.subtractRest(less);
    rest.rows().subtract(less.rows());
    rest.counts().subtract(less.counts());
    become(rest);
  }

  @Override
  public double classWeight(int label) {
    return rows.weight(Objects.checkIndex(label, classCount()));
  }

  /// Rejects more features and classes than an array of counts can hold.
  static int requireCells(long cells, int featureCount, int classCount) {
    if (cells > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException(
          "%d features of %d classes were given; fewer than 2^31 counts are expected"
              .formatted(featureCount, classCount));
    }
    return (int) cells;
  }
}
