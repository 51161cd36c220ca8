package org.lanewise.io;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Features;
import org.lanewise.internal.gather.state.BernoulliState;
import org.lanewise.internal.gather.state.CountState;
import org.lanewise.internal.gather.state.StatisticsBridge;
import org.lanewise.internal.gather.state.StatisticsState;
import org.lanewise.statistics.BernoulliStatistics;
import org.lanewise.statistics.CategoryStatistics;
import org.lanewise.statistics.CountStatistics;
import org.lanewise.statistics.MixedStatistics;
import org.lanewise.statistics.Statistics;
import org.lanewise.statistics.TransformedStatistics;
import org.lanewise.transform.Transform;

/// The layout of each kind of statistics in a file: counts here, moments in [MomentCodec]. A new
/// kind needs a class, an entry in [#ALL], and its lines in [StatisticsFile].
abstract sealed class StatisticsCodec
    permits MomentCodec,
        StatisticsCodec.Bernoulli,
        StatisticsCodec.Counts,
        StatisticsCodec.Mixed,
        StatisticsCodec.Transformed,
        StatisticsCodec.Categories {

  static {
    try {
      // The class gives its bridge when it is initialised, which may not have happened yet.
      MethodHandles.lookup().ensureInitialized(Statistics.class);
    } catch (IllegalAccessException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static final List<StatisticsCodec> ALL =
      List.of(
          new MomentCodec.Gaussian(),
          new Bernoulli(),
          new Counts(),
          new Categories(),
          new MomentCodec.Diagonal(),
          new MomentCodec.Observed(),
          new Mixed(),
          new Transformed());

  static final String ROWS = "rows";
  private static final String CLASS_ROWS = "classrow";
  private static final String CELLS = "counts";
  private static final String CLASS_WEIGHTS = "weights";

  /// The names of the sections of counts.
  private record CountTags(
      String rows, String classRows, String cells, String weights, String sums) {}

  private static final CountTags COUNT_TAGS =
      new CountTags(ROWS, CLASS_ROWS, CELLS, CLASS_WEIGHTS, "sums");

  private final int kind;
  private final String name;
  private final Class<? extends Statistics> type;

  StatisticsCodec(int kind, String name, Class<? extends Statistics> type) {
    this.kind = kind;
    this.name = name;
    this.type = type;
  }

  /// The codec of statistics.
  static StatisticsCodec of(Statistics statistics) {
    for (StatisticsCodec codec : ALL) {
      if (codec.holds(statistics)) {
        return codec;
      }
    }
    throw new IllegalStateException("statistics without a codec: " + statistics.getClass());
  }

  /// Whether this is the codec of statistics as they are now.
  boolean holds(Statistics statistics) {
    return type.isInstance(statistics);
  }

  /// The sections of statistics as they are now.
  static List<Section> encode(Statistics statistics) {
    return of(statistics).sections(statistics);
  }

  static StatisticsState stateOf(Statistics statistics) {
    return StatisticsBridge.get().state(statistics);
  }

  static Statistics restore(
      StatisticsState state, List<CategoryDictionary> dictionaries, StoredNames names) {
    return (Statistics)
        StatisticsBridge.get().restore(state, names.features(), dictionaries, names.classes());
  }

  /// The codec for the content of a file.
  ///
  /// @param kind the kind of the file, or of a block in it
  static StatisticsCodec of(SectionReader in, long kind) throws UnusableFileException {
    for (StatisticsCodec codec : ALL) {
      if (codec.kind == kind) {
        return codec;
      }
    }
    throw new UnusableFileException(
        "%s holds %s; statistics are expected".formatted(in.source(), FileFormat.describe(kind)));
  }

  /// The content of a file of this kind, or null if it is not a kind of statistics.
  static String nameOf(long kind) {
    return ALL.stream().filter(c -> c.kind == kind).map(c -> c.name).findFirst().orElse(null);
  }

  /// The kind's number in files.
  final int kind() {
    return kind;
  }

  final String name() {
    return name;
  }

  /// The sections of statistics that this codec holds.
  abstract List<Section> sections(Statistics statistics);

  /// The statistics of these sections.
  ///
  /// @throws IllegalArgumentException if there are no such statistics
  abstract Statistics read(SectionReader in, StoredNames names) throws UnusableFileException;

  /// Reads statistics of the features in `names`, as in a separate file.
  private static Statistics readPart(SectionReader in, StatisticsCodec codec, StoredNames names)
      throws UnusableFileException {
    int featureCount = in.featureCount();
    in.features(names.features().count());
    Statistics part = codec.read(in, names);
    in.features(featureCount);
    return part;
  }

  static List<Section> sections(CountTags tags, CountState state) {
    int k = state.counts().length;
    int length = state.counts()[0].length;
    List<Section> sections = new ArrayList<>();
    sections.add(Section.longs(tags.rows(), state.rowCount()));
    sections.add(Section.longs(tags.classRows(), state.classRows()));
    sections.add(Section.longRows(tags.cells(), k, length, c -> state.counts()[c]));
    if (state.classWeights().length > 0) {
      sections.add(Section.doubles(tags.weights(), state.classWeights()));
    }
    if (state.sums().length > 0) {
      sections.add(Section.rows(tags.sums(), k, length, c -> state.sums()[c]));
    }
    return sections;
  }

  /// The counts of k classes, `length` for each.
  private static CountState counts(CountTags tags, int length, SectionReader in)
      throws UnusableFileException {
    int k = in.classCount();
    long rowCount = in.longs(tags.rows(), 1)[0];
    long[] classRows = in.longs(tags.classRows(), k);
    long[][] counts = in.longRows(tags.cells(), k, length);
    double[] weights = in.nextIs(tags.weights()) ? in.doubles(tags.weights(), k) : new double[0];
    double[][] sums = in.nextIs(tags.sums()) ? in.rows(tags.sums(), k, length) : new double[0][];
    return new CountState(rowCount, classRows, counts, weights, sums);
  }

  private static final class Bernoulli extends StatisticsCodec {

    private static final String WEIGHTED_COUNTS = "wcounts";
    private static final CountTags COMPLETE =
        new CountTags(ROWS, CLASS_ROWS, CELLS, CLASS_WEIGHTS, WEIGHTED_COUNTS);
    private static final CountTags INCOMPLETE =
        new CountTags("mrows", "mclass", "mcounts", "mweights", "msums");

    Bernoulli() {
      super(257, "Bernoulli statistics", BernoulliStatistics.class);
    }

    @Override
    List<Section> sections(Statistics statistics) {
      BernoulliState state = (BernoulliState) stateOf(statistics);
      List<Section> sections = sections(COMPLETE, state.complete());
      if (state.incomplete() != null) {
        sections.addAll(sections(INCOMPLETE, state.incomplete()));
      }
      return sections;
    }

    @Override
    Statistics read(SectionReader in, StoredNames names) throws UnusableFileException {
      int d = in.featureCount();
      CountState complete = counts(COMPLETE, d, in);
      CountState incomplete =
          in.nextIs(INCOMPLETE.rows()) ? counts(INCOMPLETE, Math.multiplyExact(2, d), in) : null;
      return restore(new BernoulliState(complete, incomplete), null, names);
    }
  }

  private static final class Counts extends StatisticsCodec {
    Counts() {
      super(258, "count statistics", CountStatistics.class);
    }

    @Override
    List<Section> sections(Statistics statistics) {
      return sections(COUNT_TAGS, (CountState) stateOf(statistics));
    }

    @Override
    Statistics read(SectionReader in, StoredNames names) throws UnusableFileException {
      return restore(counts(COUNT_TAGS, in.featureCount(), in), null, names);
    }
  }

  private static final class Categories extends StatisticsCodec {
    Categories() {
      super(259, "category statistics", CategoryStatistics.class);
    }

    @Override
    List<Section> sections(Statistics statistics) {
      List<CategoryDictionary> dictionaries = ((CategoryStatistics) statistics).dictionaries();
      List<Section> sections = new ArrayList<>(Dictionaries.sections(dictionaries, true));
      sections.addAll(sections(COUNT_TAGS, (CountState) stateOf(statistics)));
      return sections;
    }

    @Override
    Statistics read(SectionReader in, StoredNames names) throws UnusableFileException {
      List<CategoryDictionary> dictionaries = Dictionaries.read(in, in.featureCount(), true);
      return restore(
          counts(COUNT_TAGS, Dictionaries.categoryCount(dictionaries), in), dictionaries, names);
    }
  }

  /// The kinds of the blocks, then each block as in a separate file.
  private static final class Mixed extends StatisticsCodec {

    private static final String BLOCKS = "blocks";
    private static final String KINDS = "kinds";
    private static final int NUMBERS = 3;

    Mixed() {
      super(262, "statistics of blocks", MixedStatistics.class);
    }

    @Override
    List<Section> sections(Statistics statistics) {
      MixedStatistics mixed = (MixedStatistics) statistics;
      int count = mixed.blockCount();
      long[][] entries = new long[count][];
      List<Section> blocks = new ArrayList<>();
      for (int b = 0; b < count; b++) {
        Statistics block = mixed.block(b);
        long[] size = DescriptionSections.size(block.features());
        entries[b] = new long[] {StatisticsCodec.of(block).kind(), size[0], size[1]};
        blocks.addAll(StatisticsCodec.encode(block));
      }
      List<Section> sections = new ArrayList<>();
      sections.add(Section.longs(BLOCKS, count));
      sections.add(Section.longRows(KINDS, count, NUMBERS, b -> entries[b]));
      sections.addAll(blocks);
      return sections;
    }

    @Override
    Statistics read(SectionReader in, StoredNames names) throws UnusableFileException {
      int featureCount = in.featureCount();
      long count = in.longs(BLOCKS, 1)[0];
      in.requireRange(BLOCKS, count, 1, featureCount);
      long[][] entries = in.longRows(KINDS, (int) count, NUMBERS);
      long[][] sizes = new long[entries.length][];
      for (int b = 0; b < entries.length; b++) {
        long kind = entries[b][0];
        in.require(kind != kind(), KINDS, kind, "a kind that has no blocks itself");
        sizes[b] = new long[] {entries[b][1], entries[b][2]};
      }
      List<Features> parts = names.split(in, KINDS, sizes);
      List<Statistics> blocks = new ArrayList<>();
      for (int b = 0; b < entries.length; b++) {
        blocks.add(readPart(in, StatisticsCodec.of(in, entries[b][0]), names.with(parts.get(b))));
      }
      return new MixedStatistics(blocks);
    }
  }

  /// A transform, then the statistics of transformed rows as in a separate file.
  private static final class Transformed extends StatisticsCodec {

    private static final String STEPS = "steps";
    private static final String INNER = "inner";

    Transformed() {
      super(263, "statistics of transformed rows", TransformedStatistics.class);
    }

    @Override
    List<Section> sections(Statistics statistics) {
      TransformedStatistics transformed = (TransformedStatistics) statistics;
      Statistics inner = transformed.transformed();
      List<Section> sections =
          new ArrayList<>(DescriptionSections.parts(STEPS, transformed.transform().describe()));
      sections.add(Section.longs(INNER, StatisticsCodec.of(inner).kind(), inner.featureCount()));
      sections.addAll(StatisticsCodec.encode(inner));
      return sections;
    }

    @Override
    Statistics read(SectionReader in, StoredNames names) throws UnusableFileException {
      Transform transform;
      try {
        transform = new SectionSource(in, STEPS, names).transform(STEPS);
      } catch (UnusableFileException e) {
        throw e;
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
      Features outputs = transform.outputs(names.features());
      long[] inner = in.longs(INNER, 2);
      in.requireRange(INNER, inner[1], outputs.count(), outputs.count());
      StatisticsCodec codec = StatisticsCodec.of(in, inner[0]);
      in.require(
          codec instanceof MomentCodec,
          INNER,
          inner[0],
          "the kind of Gaussian statistics or variances");
      return new TransformedStatistics(
          names.features(), transform, readPart(in, codec, names.with(outputs)));
    }
  }
}
