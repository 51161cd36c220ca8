package org.lanewise.data;

/// How the rows lie that a model is asked about, alone and in batches, and what becomes of values
/// that it cannot know.
///
/// | format | a row | a batch | models |
/// | --- | --- | --- | --- |
/// | [#NUMBERS] | `double[]` | [NumericColumns] | of normal classes, and of counts |
/// | [#BITS] | `long[]`, packed | [BitColumns] | Bernoulli Naive Bayes |
/// | [#CODES] | `int[]` | [CategoryColumns] | categorical Naive Bayes, and Bernoulli Naive Bayes of 0, 1 and missing values |
/// | [#SPARSE] | [SparseRow] | [SparseRows] | Bernoulli Naive Bayes, and of counts |
/// | [#BLOCKS] | `Object[]`, a row of each block | [MixedColumns] | mixed Naive Bayes |
///
/// A model takes its own format and perhaps others:
///
/// ```java
/// Scorer<SparseRow, SparseRows> scorer = model.scorer(RowFormat.SPARSE);
/// Explainer<double[]> explainer =
///     Explainer.of(discriminant.in(RowFormat.NUMBERS_WITH_MISSING));
/// ```
///
/// The same object for the same format. Immutable.
///
/// @param <R> what one row is
/// @param <B> what a batch of rows is
public final class RowFormat<R, B extends RowBatch> {

  private static final int POLICIES = MissingValues.values().length;

  /// Numbers or counts; NaN is refused.
  public static final RowFormat<double[], NumericColumns> NUMBERS =
      new RowFormat<>("NUMBERS", NumericColumns.class, true, false);

  /// Numbers in which NaN is a value that was not observed.
  public static final RowFormat<double[], NumericColumns> NUMBERS_WITH_MISSING =
      NUMBERS.withMissing(MissingValues.ALLOW);

  /// Bits, packed as [BitColumns#packRow] does.
  public static final RowFormat<long[], BitColumns> BITS =
      new RowFormat<>("BITS", BitColumns.class, false, false);

  /// Codes of categories, or [CategoryColumns#MISSING]; a category that the model does not know is
  /// refused.
  public static final RowFormat<int[], CategoryColumns> CODES =
      new RowFormat<>("CODES", CategoryColumns.class, false, true);

  /// Values other than 0 with the indices of their features.
  public static final RowFormat<SparseRow, SparseRows> SPARSE =
      new RowFormat<>("SPARSE", SparseRows.class, false, false);

  /// A row of each block; NaN and categories that the model does not know are refused.
  public static final RowFormat<Object[], MixedColumns> BLOCKS =
      new RowFormat<>("BLOCKS", MixedColumns.class, true, true);

  private final String name;
  private final Class<B> batches;
  private final MissingValues missing;
  private final UnseenCategory unseen;

  /// Of all policies of this layout, [unseen·2 + missing].
  private final RowFormat<R, B>[] all;

  private final boolean hasNumbers;
  private final boolean hasCategories;

  @SuppressWarnings({"unchecked", "rawtypes"})
  private RowFormat(String name, Class<B> batches, boolean hasNumbers, boolean hasCategories) {
    this.name = name;
    this.batches = batches;
    this.hasNumbers = hasNumbers;
    this.hasCategories = hasCategories;
    missing = MissingValues.REFUSE;
    unseen = UnseenCategory.REFUSE;
    all = new RowFormat[POLICIES * UnseenCategory.values().length];
    for (MissingValues ofNumbers : MissingValues.values()) {
      for (UnseenCategory ofCategories : UnseenCategory.values()) {
        boolean own = ofNumbers == missing && ofCategories == unseen;
        all[index(ofNumbers, ofCategories)] =
            own ? this : new RowFormat<>(this, ofNumbers, ofCategories);
      }
    }
  }

  private RowFormat(RowFormat<R, B> layout, MissingValues missing, UnseenCategory unseen) {
    name = layout.name;
    batches = layout.batches;
    hasNumbers = layout.hasNumbers;
    hasCategories = layout.hasCategories;
    all = layout.all;
    this.missing = missing;
    this.unseen = unseen;
  }

  private static int index(MissingValues missing, UnseenCategory unseen) {
    return unseen.ordinal() * POLICIES + missing.ordinal();
  }

  /// The format of the rows of a batch, in which nothing is missing or unknown.
  @SuppressWarnings("unchecked") // A batch is of the type of its format.
  public static <B extends RowBatch> RowFormat<?, B> of(B rows) {
    RowFormat<?, ?> format =
        switch (rows) {
          case NumericColumns _ -> NUMBERS;
          case BitColumns _ -> BITS;
          case CategoryColumns _ -> CODES;
          case SparseRows _ -> SPARSE;
          case MixedColumns _ -> BLOCKS;
        };
    return (RowFormat<?, B>) format;
  }

  /// This format with another meaning of NaN in numbers; formats without numbers stay as they are.
  public RowFormat<R, B> withMissing(MissingValues values) {
    return hasNumbers ? all[index(values, unseen)] : this;
  }

  /// This format with another treatment of categories that a model does not know; formats without
  /// categories stay as they are.
  public RowFormat<R, B> withUnseen(UnseenCategory categories) {
    return hasCategories ? all[index(missing, categories)] : this;
  }

  /// The meaning of NaN in numbers.
  public MissingValues missing() {
    return missing;
  }

  /// The treatment of a category that a model does not know.
  public UnseenCategory unseen() {
    return unseen;
  }

  /// The type of a batch.
  public Class<B> batches() {
    return batches;
  }

  /// A copy of a row of a batch, as it is scored alone; of sparse rows a view.
  ///
  /// @throws IndexOutOfBoundsException if there is no such row
  @SuppressWarnings("unchecked") // A row is of the type of the format of its batch.
  public R row(B rows, int index) {
    return (R) MixedColumns.row(rows, index);
  }

  @Override
  public String toString() {
    return name
        + (missing == MissingValues.ALLOW ? " with missing values" : "")
        + (unseen == UnseenCategory.REFUSE ? "" : " with unseen categories " + unseen);
  }
}
