package org.lanewise.cli.gathering;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.lanewise.cli.model.ClassifierKind;
import org.lanewise.cli.model.FitOptions;
import org.lanewise.cli.rows.Inputs;
import org.lanewise.cli.rows.Rows;
import org.lanewise.cli.table.MessageFeatures;
import org.lanewise.cli.table.Schema;
import org.lanewise.cli.table.SparseFeatures;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.SparseRow;
import org.lanewise.data.SparseRows;
import org.lanewise.data.Workers;
import org.lanewise.statistics.BernoulliStatistics;
import org.lanewise.statistics.CountStatistics;
import org.lanewise.statistics.Statistics;
import org.lanewise.text.TextFeatures;
import org.lanewise.text.Vocabulary;

/// The gathering of bits and counts of sparse lines and of messages. How many features there are is
/// known after the last row only: statistics have room for more as rows come, words lie in them in
/// the order of their arrival, and in the end features are put in order.
final class SparseGathering implements Gathering {

  private static final int FIRST_ROOM = 1 << 10;

  private final Schema schema;
  private final FitOptions options;
  private final boolean bits;
  private final ArrivalIndex words = new ArrivalIndex();
  private int featureCount;
  private int firstIndex = 1;
  private Statistics statistics;

  private SparseGathering(Schema schema, FitOptions options, boolean bits, Workers workers) {
    this.schema = schema;
    this.options = options;
    this.bits = bits;
    statistics =
        bits
            ? new BernoulliStatistics(FIRST_ROOM).on(workers)
            : new CountStatistics(FIRST_ROOM).on(workers);
  }

  /// Empty statistics for a classifier; none if it takes no sparse rows, or takes them written out.
  static Optional<Gathering> of(
      ClassifierKind kind, FitOptions options, Schema schema, Workers workers) {
    if (options.text().isFrozen()) {
      // Of how many messages a word is one is known after all.
      return Optional.empty();
    }
    return switch (kind) {
      case BERNOULLI_NB ->
          // Below 0 what a row lacks is 1.
          options.missing().isEmpty() && options.binarize().orElse(0) >= 0
              ? Optional.of(new SparseGathering(schema, options, true, workers))
              : Optional.empty();
      case MULTINOMIAL_NB, COMPLEMENT_NB, POISSON_NB ->
          Optional.of(new SparseGathering(schema, options, false, workers));
      default -> Optional.empty();
    };
  }

  @Override
  public Part part(long firstRow, Table table, Labels labels) {
    boolean messages = table.features() instanceof MessageFeatures;
    Table lines =
        messages
            ? new Table(
                table.file(),
                Schema.SPARSE,
                counts((MessageFeatures) table.features()),
                table.labels(),
                table.lines())
            : table;
    SparseFeatures features = (SparseFeatures) lines.features();
    int count = features.featureCount();
    // Whether indices begin with 0 or 1 is known in the end.
    Inputs known =
        new Inputs(
            Schema.SPARSE,
            Features.unnamed(Math.max(1, count)),
            Optional.empty(),
            messages ? OptionalDouble.of(options.binarize().orElse(0)) : options.binarize(),
            Optional.empty(),
            Optional.empty());
    SparseRows rows = bits ? Rows.sparseBits(known, lines) : Rows.sparseCounts(known, lines);
    return Part.ofRows(
        () -> {
          firstIndex = Math.min(firstIndex, features.firstIndex());
          add(rows, count, labels);
        },
        table);
  }

  private void add(SparseRows rows, int count, Labels labels) {
    featureCount = Math.max(featureCount, count);
    int room = ArrivalIndex.room(statistics.featureCount(), rows.features().count());
    if (room > statistics.featureCount()) {
      int known = statistics.featureCount();
      statistics =
          withFeatures(
              Features.unnamed(room),
              IntStream.range(0, room).map(j -> j < known ? j : -1).toArray());
    }
    SparseRows all = rows.withFeatureCount(statistics.featureCount());
    statistics.add(all, labels);
  }

  private Statistics withFeatures(Features features, int... from) {
    return bits
        ? ((BernoulliStatistics) statistics).withFeatures(features, from)
        : ((CountStatistics) statistics).withFeatures(features, from);
  }

  /// How often each word occurs in each message, the words by their arrival.
  private SparseFeatures counts(MessageFeatures text) {
    int n = text.rowCount();
    TextFeatures features = options.text();
    if (!text.hasAny(features)) {
      return new SparseFeatures(n, 0, new int[n + 1], new int[0], new double[0], 0);
    }
    Vocabulary own = features.vocabulary(text.messages());
    SparseRows rows = own.counts(text.messages());
    int[] places =
        features.isHashed()
            ? IntStream.range(0, rows.featureCount()).toArray()
            : words.placesOf(own.words());
    int count = features.isHashed() ? places.length : words.count();
    int[] starts = new int[n + 1];
    SparseRow row = new SparseRow();
    for (int i = 0; i < n; i++) {
      rows.row(i, row);
      starts[i + 1] = starts[i] + row.to() - row.from();
    }
    int[] indices = new int[starts[n]];
    double[] values = new double[starts[n]];
    for (int i = 0; i < n; i++) {
      rows.row(i, row);
      long[] keys = new long[row.to() - row.from()];
      for (int at = 0; at < keys.length; at++) {
        keys[at] = (long) places[row.indices()[row.from() + at]] << Integer.SIZE | at;
      }
      Arrays.sort(keys);
      for (int at = 0; at < keys.length; at++) {
        indices[starts[i] + at] = (int) (keys[at] >> Integer.SIZE);
        values[starts[i] + at] = row.values()[row.from() + (int) keys[at]];
      }
    }
    return new SparseFeatures(n, count, starts, indices, values, 0);
  }

  @Override
  public Inputs inputs(String file) {
    if (schema.isSparse()) {
      int count = featureCount - firstIndex;
      Inputs.require(count > 0, file, Inputs.NO_VALUE);
      return inputs(Schema.sparseFrom(firstIndex), Features.unnamed(count), Optional.empty());
    }
    List<String> texts = words.texts();
    TextFeatures text = options.text();
    Inputs.require(text.isHashed() || !texts.isEmpty(), file, Inputs.NO_WORD);
    Vocabulary vocabulary = text.vocabularyOf(texts);
    return inputs(schema, vocabulary.features(), Optional.of(vocabulary));
  }

  private Inputs inputs(Schema known, Features features, Optional<Vocabulary> vocabulary) {
    return new Inputs(
        known, features, vocabulary, options.binarize(), Optional.empty(), options.missing());
  }

  @Override
  public Statistics statistics(Inputs inputs) {
    Features features = inputs.features();
    int shift = schema.isSparse() ? firstIndex : 0;
    int[] from =
        schema.isSparse() || options.text().isHashed()
            ? IntStream.range(0, features.count()).map(j -> j + shift).toArray()
            : words.placesOf(features.names());
    return withFeatures(features, from);
  }
}
