package org.lanewise.cli.gathering;

import java.util.BitSet;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.lanewise.cli.model.ClassifierKind;
import org.lanewise.cli.model.FitOptions;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.model.IncompleteRows;
import org.lanewise.cli.model.Parameter;
import org.lanewise.cli.rows.FileWording;
import org.lanewise.cli.rows.Inputs;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.Schema;
import org.lanewise.cli.table.Table;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Workers;
import org.lanewise.statistics.BernoulliStatistics;
import org.lanewise.statistics.CategoryStatistics;
import org.lanewise.statistics.CountStatistics;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.MixedStatistics;
import org.lanewise.statistics.Statistics;
import org.lanewise.statistics.TransformedStatistics;
import org.lanewise.statistics.VarianceStatistics;

/// Statistics of the rows of a file, or of several, with what else a model of them has to know.
///
/// @param file where they are from, for messages
/// @param kind a classifier that they serve
/// @param statistics the statistics
/// @param inputs what makes their features of a file
/// @param options how they were gathered: the options that were given, with their texts
/// @param counted whether no row had a weight, so that the weight of a class is its number of rows
/// @param lacking how many rows lack values, where that was looked at
/// @param rowCount of how many rows, those included that were left out
/// @param decay how the weights of rows fall with their age, if they do
public record Gathered(
    String file,
    ClassifierKind kind,
    Statistics statistics,
    Inputs inputs,
    Map<Parameter, String> options,
    boolean counted,
    Optional<Long> lacking,
    long rowCount,
    Optional<Decay> decay) {

  /// The options that say what is gathered; the others say what is fitted to it.
  public static final Set<Parameter> OPTIONS =
      Collections.unmodifiableSet(
          EnumSet.of(
              Parameter.BINARIZE,
              Parameter.TRANSFORM,
              Parameter.CATEGORICAL,
              Parameter.MISSING,
              Parameter.INCOMPLETE,
              Parameter.COLUMN,
              Parameter.NUMBERS,
              Parameter.TOKENS));

  /// Keeps those options that say what was gathered.
  public Gathered {
    Map<Parameter, String> kept = new EnumMap<>(Parameter.class);
    kept.putAll(options);
    kept.keySet().retainAll(OPTIONS);
    options = Collections.unmodifiableMap(kept);
  }

  /// The same with the weight of every row multiplied by a factor.
  ///
  /// @throws DataException if no class has weight left, or weights fall with time
  public Gathered decayed(double factor) {
    if (decay.isPresent()) {
      throw new DataException(
          "%s was gathered with a half-life in time; merge it without --half-life".formatted(file));
    }
    return scaled(factor, Optional.empty());
  }

  /// The same with its weights in those of other decay.
  Gathered scaled(double factor, Optional<Decay> to) {
    try {
      return new Gathered(
          file, kind, statistics.decayed(factor), inputs, options, false, lacking, rowCount, to);
    } catch (IllegalArgumentException e) {
      throw new DataException(file + ": " + e.getMessage(), e);
    }
  }

  /// Gathers statistics of rows that are in memory.
  ///
  /// @throws DataException if they cannot be learned from
  /// @throws IllegalArgumentException if the classifier does not take the options
  public static Gathered of(ClassifierKind kind, FitOptions options, Table rows, Workers workers) {
    kind.requireTakes(options.given().keySet());
    Table known = rows.withLabels(FittedModel.ofClassesWithRows(rows.labels()));
    Inputs inputs = FittedModel.inputs(kind, options, rows);
    Gathered all = of(kind, options, inputs, known, Optional.empty(), workers);
    return all.with(kind, opened(all.statistics), inputs);
  }

  /// Gathers statistics of rows that follow others.
  ///
  /// @param inputs the features of all rows
  /// @param before the statistics of the others, which are of no use afterwards
  /// @throws DataException if they cannot be learned from
  public static Gathered of(
      ClassifierKind kind,
      FitOptions options,
      Inputs inputs,
      Table rows,
      Optional<Gathered> before,
      Workers workers) {
    boolean drops = kind.takes(Parameter.INCOMPLETE) && options.missing().isPresent();
    BitSet lacking = drops ? IncompleteRows.lacking(rows) : new BitSet();
    Table whole = lacking.isEmpty() ? rows : rows.select(IncompleteRows.others(rows, lacking));
    Statistics statistics;
    try {
      statistics =
          before.isPresent()
              ? kind.add(before.get().statistics, inputs, whole)
              : kind.gather(inputs, whole, whole.labels(), options, workers);
    } catch (IllegalArgumentException e) {
      throw FittedModel.refusal(
          kind, new FileWording(rows, inputs, rows.labels().classes()), lacking.cardinality(), e);
    }
    long lackedBefore = before.flatMap(Gathered::lacking).orElse(0L);
    return new Gathered(
        rows.file(),
        kind,
        statistics,
        inputs,
        options.given(),
        before.map(Gathered::counted).orElse(true) && !rows.labels().areWeighted(),
        drops ? Optional.of(lackedBefore + lacking.cardinality()) : Optional.empty(),
        before.map(Gathered::rowCount).orElse(0L) + rows.rowCount(),
        Optional.empty());
  }

  /// The same of rows whose weights fall with their age.
  public Gathered with(Decay known) {
    return new Gathered(
        file, kind, statistics, inputs, options, false, lacking, rowCount, Optional.of(known));
  }

  /// The same without classes that have no row.
  public Gathered withoutEmptyClasses() {
    return with(kind, statistics.withoutEmptyClasses(), inputs);
  }

  /// The statistics with categories to which other rows may add more.
  private static Statistics opened(Statistics statistics) {
    return ofBlocks(
        statistics,
        block ->
            block instanceof CategoryStatistics categories
                ? categories.withDictionaries(
                    categories.features(),
                    categories.dictionaries().stream().map(CategoryDictionary::opened).toList(),
                    ColumnNames.sameCodes(categories))
                : block);
  }

  /// The statistics with each block changed; those of one kind are a block of their own.
  static Statistics ofBlocks(Statistics statistics, UnaryOperator<Statistics> change) {
    return statistics instanceof MixedStatistics mixed
        ? new MixedStatistics(
            IntStream.range(0, mixed.blockCount()).mapToObj(mixed::block).map(change).toList())
        : change.apply(statistics);
  }

  /// The same with other statistics of the same rows.
  Gathered with(ClassifierKind known, Statistics changed, Inputs features) {
    return new Gathered(file, known, changed, features, options, counted, lacking, rowCount, decay);
  }

  /// The same, gathered for a classifier; rows that were left out are counted.
  Gathered ofKind(ClassifierKind known) {
    long leftOut = known.takes(Parameter.INCOMPLETE) ? lacking.orElse(0L) : 0;
    return new Gathered(
        file, known, statistics, inputs, options, counted, lacking, rowCount + leftOut, decay);
  }

  /// The same, with one scatter for all classes where others have only that: as many classes and
  /// features as this file has may have had room for one each.
  Gathered pooledLike(Gathered others) {
    Statistics alike = pooledLike(statistics, others.statistics);
    return alike == statistics ? this : with(ClassifierKind.LDA, alike, inputs);
  }

  private static Statistics pooledLike(Statistics mine, Statistics theirs) {
    if (mine instanceof TransformedStatistics ours
        && theirs instanceof TransformedStatistics others) {
      Statistics values = ours.transformed();
      Statistics alike = pooledLike(values, others.transformed());
      return alike == values
          ? mine
          : new TransformedStatistics(ours.features(), ours.transform(), alike);
    }
    return mine instanceof GaussianStatistics ours
            && theirs instanceof GaussianStatistics others
            && others.pooled()
        ? ours.withPooledScatter()
        : mine;
  }

  /// The same, with the features of sparse lines counted from 0 where others have the index 0: one
  /// index 0 shows how all rows are counted.
  ///
  /// @param notes takes a sentence on it
  /// @throws DataException if these statistics can have no such feature
  Gathered countedLike(Gathered others, Consumer<String> notes) {
    Schema schema = inputs.schema();
    boolean isAsOthers =
        !others.inputs.schema().isSparse()
            || schema.firstIndex() <= others.inputs.schema().firstIndex();
    if (isAsOthers) {
      return this;
    }
    boolean isZeroWhereAbsent =
        (statistics instanceof BernoulliStatistics || statistics instanceof CountStatistics)
            && inputs.threshold().orElse(0) >= 0;
    if (!isZeroWhereAbsent) {
      throw new DataException(
          "%s has index 0 and %s does not, and %s cannot gain a feature; expected indices that start at the same number"
              .formatted(others.file, file, what()));
    }
    notes.accept(
        "%s has index 0 and %s does not; counting the features of both from 0"
            .formatted(others.file, file));
    int count = schema.firstIndex() + statistics.featureCount();
    Inputs fromZero =
        new Inputs(
            Schema.SPARSE,
            Features.unnamed(count),
            inputs.vocabulary(),
            inputs.threshold(),
            inputs.categories(),
            inputs.missing());
    return with(kind, statisticsFrom(schema.firstIndex(), count), fromZero);
  }

  /// Statistics of sparse lines with other features around those there are.
  ///
  /// @param before how many features come before the first
  /// @param count how many there are then
  Statistics statisticsFrom(int before, int count) {
    int known = statistics.featureCount();
    int[] from =
        IntStream.range(-before, count - before).map(j -> j >= 0 && j < known ? j : -1).toArray();
    return switch (statistics) {
      case BernoulliStatistics bits -> bits.withFeatures(Features.unnamed(count), from);
      case CountStatistics counts -> counts.withFeatures(Features.unnamed(count), from);
      default -> statistics;
    };
  }

  /// The categories of each feature that has some; empty if none has.
  static Optional<List<CategoryDictionary>> dictionaries(Statistics statistics) {
    return switch (statistics) {
      case CategoryStatistics categories -> Optional.of(categories.dictionaries());
      case MixedStatistics mixed ->
          IntStream.range(0, mixed.blockCount())
              .mapToObj(mixed::block)
              .filter(CategoryStatistics.class::isInstance)
              .map(block -> ((CategoryStatistics) block).dictionaries())
              .findFirst();
      default -> Optional.empty();
    };
  }

  /// The features of the last block, which are the words of a text column if there is one; of
  /// statistics without blocks all features.
  static Features words(Statistics statistics) {
    return statistics instanceof MixedStatistics mixed
        ? mixed.block(mixed.blockCount() - 1).features()
        : statistics.features();
  }

  /// How many places of hashed features any row uses; empty if features are not hashed.
  public Optional<Long> usedPlaces() {
    return inputs
        .vocabulary()
        .filter(words -> words.text().isHashed())
        .flatMap(_ ->
            switch (statistics) {
              case BernoulliStatistics bits -> Optional.of(used(bits::count));
              case CountStatistics counts -> Optional.of(used(counts::count));
              default -> Optional.empty();
            });
  }

  /// The count of a feature in a class.
  private interface Count {
    double of(int c, int j);
  }

  private long used(Count count) {
    return IntStream.range(0, statistics.featureCount())
        .filter(j -> IntStream.range(0, classes().count()).anyMatch(c -> count.of(c, j) > 0))
        .count();
  }

  /// The classes of the rows.
  public Classes classes() {
    return statistics.classes();
  }

  /// The classifiers that can be fitted to these statistics.
  public List<ClassifierKind> classifiers() {
    return ClassifierKind.fitted().stream().filter(kind -> kind.isFittedTo(statistics)).toList();
  }

  /// Describes the statistics.
  public String what() {
    return what(statistics);
  }

  private static String what(Statistics statistics) {
    return switch (statistics) {
      case GaussianStatistics scatters when scatters.summary().pooled() ->
          "class means and pooled scatter";
      case GaussianStatistics _ -> "class means and scatters";
      case VarianceStatistics _ -> "class means and variances";
      case BernoulliStatistics _ -> "bit counts";
      case CategoryStatistics _ -> "category counts";
      case CountStatistics _ -> "sums of counts";
      case TransformedStatistics transformed ->
          "%s after the transform '%s'"
              .formatted(what(transformed.transformed()), transformed.transform());
      default -> "statistics of mixed columns";
    };
  }

  /// The sum of the weights of a class's rows, a row without a weight counting 1.
  public double classWeight(int label) {
    return statistics.classWeight(label);
  }

  /// How many rows of each class there were but those left out, in the order of the classes; none
  /// where rows had weights.
  public List<Long> rowsOfClasses() {
    return counted
        ? IntStream.range(0, classes().count()).mapToObj(c -> Math.round(classWeight(c))).toList()
        : List.of();
  }

  /// Returns the treatment of rows with missing values, if known.
  public Optional<IncompleteRows> incomplete() {
    return lacking
        .filter(_ -> kind.isOfNormalClasses())
        .map(count ->
            IncompleteRows.of(
                count,
                kind.isOfVariances() ? IncompleteRows.Way.OBSERVED : IncompleteRows.Way.DROP));
  }

  /// How many rows are in the statistics: those that were read without those left out.
  public long usedRows() {
    return rowCount - leftOut();
  }

  private long leftOut() {
    return incomplete().map(IncompleteRows::leftOut).orElse(0L);
  }

  /// Fits a classifier to the statistics, with the bits of a fit to the rows; but for a linear
  /// discriminant of scatters of so many classes that it would have kept one for all of them.
  ///
  /// @param fitted one of [#classifiers]
  /// @param asked its options; those of gathering are these statistics' own
  /// @throws DataException if the statistics or options do not allow it
  public FittedModel fit(ClassifierKind fitted, FitOptions asked) {
    if (decay.isPresent()) {
      return withoutEmptyClasses()
          .scaled(decay.get().toLatest(), Optional.empty())
          .fit(fitted, asked);
    }
    FitOptions all = asked.with(options);
    if (!classifiers().contains(fitted)) {
      throw new DataException(
          "%s contains %s, gathered for %s; they fit %s, not %s"
              .formatted(file, what(), kind, names(classifiers()), fitted));
    }
    if (classes().count() == 1) {
      throw FittedModel.oneClass(file, classes().name(0));
    }
    Inputs known = inputs.categories().isPresent() ? inputs.withUnseen(asked.unseen()) : inputs;
    try {
      return FittedModel.fit(fitted, all, known, statistics, rowsOfClasses(), incomplete());
    } catch (IllegalArgumentException e) {
      throw FittedModel.refusal(fitted, wording(), leftOut(), e);
    }
  }

  /// The words for what the library refuses of these statistics.
  FileWording wording() {
    return new FileWording(Table.ofNoRows(file, inputs.schema()), inputs, classes());
  }

  static String names(List<ClassifierKind> kinds) {
    return String.join(", ", kinds.stream().map(ClassifierKind::id).toList());
  }
}
