package org.lanewise.data;

/// The form of rows, single and in batches, and the treatment of missing values and unseen
/// categories.
///
/// | format | a row | a batch | models |
/// | --- | --- | --- | --- |
/// | [#NUMBERS] | `double[]` | [NumericColumns] | Gaussian models and models of counts |
/// | [#BITS] | `long[]`, packed | [BitColumns] | Bernoulli Naive Bayes |
/// | [#CODES] | `int[]` | [CategoryColumns] | categorical Naive Bayes, and Bernoulli Naive Bayes with missing values |
/// | [#SPARSE] | [SparseRow] | [SparseRows] | Bernoulli Naive Bayes and models of counts |
/// | [#BLOCKS] | `Object[]`, a row of each block | [MixedColumns] | mixed Naive Bayes, and models of indicators |
///
/// A model accepts its own format and perhaps others:
///
/// ```java
/// Scorer<SparseRow, SparseRows> scorer = model.scorer(RowFormat.SPARSE);
/// Explainer<double[]> explainer =
///     Explainer.of(discriminant.in(RowFormat.NUMBERS_WITH_MISSING));
/// ```
///
/// Equal formats are the same object. Immutable.
///
/// @param <R> the type of a row
/// @param <B> the type of a batch
public final class RowFormat<R, B extends RowBatch> {

  private static final int POLICIES = MissingValues.values().length;

  /// Numbers or counts; NaN is rejected.
  public static final RowFormat<double[], NumericColumns> NUMBERS =
      new RowFormat<>("NUMBERS", NumericColumns.class, true, false);

  /// Numbers in which NaN is a missing value.
  public static final RowFormat<double[], NumericColumns> NUMBERS_WITH_MISSING =
      NUMBERS.withMissing(MissingValues.ALLOW);

  /// Bits, packed by [BitColumns#packRow].
  public static final RowFormat<long[], BitColumns> BITS =
      new RowFormat<>("BITS", BitColumns.class, false, false);

  /// Codes of categories, or [CategoryColumns#MISSING]; unseen categories are rejected.
  public static final RowFormat<int[], CategoryColumns> CODES =
      new RowFormat<>("CODES", CategoryColumns.class, false, true);

  /// Non-zero values with the indices of their features.
  public static final RowFormat<SparseRow, SparseRows> SPARSE =
      new RowFormat<>("SPARSE", SparseRows.class, false, false);

  /// A row of each block; NaN and unseen categories are rejected.
  public static final RowFormat<Object[], MixedColumns> BLOCKS =
      new RowFormat<>("BLOCKS", MixedColumns.class, true, true);

  private final String name;
  private final Class<B> batches;
  private final MissingValues missing;
  private final UnseenCategory unseen;

  /// The formats of this layout, [unseen·2 + missing].
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

  /// Returns the format of a batch's rows; it rejects missing values and unseen categories.
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

  /// Returns this format with another treatment of NaN; formats without numbers do not change.
  public RowFormat<R, B> withMissing(MissingValues values) {
    return hasNumbers ? all[index(values, unseen)] : this;
  }

  /// Returns this format with another treatment of unseen categories; formats without categories do
  /// not change.
  public RowFormat<R, B> withUnseen(UnseenCategory categories) {
    return hasCategories ? all[index(missing, categories)] : this;
  }

  /// The treatment of NaN in numbers.
  public MissingValues missing() {
    return missing;
  }

  /// The treatment of unseen categories.
  public UnseenCategory unseen() {
    return unseen;
  }

  /// The type of a batch.
  public Class<B> batches() {
    return batches;
  }

  /// Returns one row of a batch, for a scorer: a view if the batch is sparse, otherwise a copy.
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
