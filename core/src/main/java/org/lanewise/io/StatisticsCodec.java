package org.lanewise.io;

import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.internal.state.BernoulliState;
import org.lanewise.internal.state.CountState;
import org.lanewise.internal.state.GaussianState;
import org.lanewise.internal.state.StatisticsBridge;
import org.lanewise.internal.state.StatisticsState;
import org.lanewise.internal.state.VarianceState;
import org.lanewise.statistics.BernoulliStatistics;
import org.lanewise.statistics.CategoryStatistics;
import org.lanewise.statistics.CountStatistics;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.Statistics;
import org.lanewise.statistics.VarianceStatistics;

/// How each kind of statistics lies in a file. A new kind: a class below, its place in [#ALL] and
/// in [#of(Statistics)], its lines in [StatisticsFile].
abstract sealed class StatisticsCodec {

  static {
    try {
      // Statistics that nobody has used yet give the bridge when they are initialised.
      MethodHandles.lookup().ensureInitialized(Statistics.class);
    } catch (IllegalAccessException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static final Gaussian GAUSSIAN = new Gaussian();
  private static final Bernoulli BERNOULLI = new Bernoulli();
  private static final Counts COUNTS = new Counts();
  private static final Categories CATEGORIES = new Categories();
  private static final Diagonal DIAGONAL = new Diagonal();
  private static final List<StatisticsCodec> ALL =
      List.of(GAUSSIAN, BERNOULLI, COUNTS, CATEGORIES, DIAGONAL);

  private static final String ROWS = "rows";
  private static final String CLASS_ROWS = "classrow";
  private static final String CELLS = "counts";
  private static final String CLASS_WEIGHTS = "weights";

  /// Names of the sections of counts.
  private record CountTags(
      String rows, String classRows, String cells, String weights, String sums) {}

  private static final CountTags COUNT_TAGS =
      new CountTags(ROWS, CLASS_ROWS, CELLS, CLASS_WEIGHTS, "sums");

  private final int kind;
  private final String name;
  private final Class<? extends Statistics> type;

  private StatisticsCodec(int kind, String name, Class<? extends Statistics> type) {
    this.kind = kind;
    this.name = name;
    this.type = type;
  }

  /// The codec of statistics.
  static StatisticsCodec of(Statistics statistics) {
    for (StatisticsCodec codec : ALL) {
      if (codec.type.isInstance(statistics)) {
        return codec;
      }
    }
    throw new IllegalStateException("statistics without a codec: " + statistics.getClass());
  }

  /// The sections of statistics as they are now.
  static List<Section> encode(Statistics statistics) {
    return switch (StatisticsBridge.get().state(statistics)) {
      case GaussianState gaussian -> GAUSSIAN.sections(gaussian);
      case BernoulliState bernoulli -> BERNOULLI.sections(bernoulli);
      case VarianceState diagonal -> DIAGONAL.sections(diagonal);
      case CountState counts -> {
        List<Section> sections = new ArrayList<>();
        if (statistics instanceof CategoryStatistics categories) {
          sections.addAll(Dictionaries.sections(categories.dictionaries(), true));
        }
        sections.addAll(sections(COUNT_TAGS, counts));
        yield sections;
      }
    };
  }

  private static Statistics restore(
      StatisticsState state, List<CategoryDictionary> dictionaries, Names names) {
    return (Statistics)
        StatisticsBridge.get().restore(state, names.features(), dictionaries, names.classes());
  }

  /// The codec of a file.
  static StatisticsCodec of(SectionReader in) throws UnusableFileException {
    for (StatisticsCodec codec : ALL) {
      if (codec.kind == in.kind()) {
        return codec;
      }
    }
    throw new UnusableFileException(
        "%s holds %s; %s are expected"
            .formatted(
                in.source(),
                FileFormat.describe(in.kind()),
                String.join(" or ", ALL.stream().map(StatisticsCodec::name).toList())));
  }

  /// What a file of this kind holds, or null if it is no kind of statistics.
  static String nameOf(int kind) {
    return ALL.stream().filter(c -> c.kind == kind).map(c -> c.name).findFirst().orElse(null);
  }

  /// The number that stands for the kind in a file.
  final int kind() {
    return kind;
  }

  final String name() {
    return name;
  }

  /// The statistics of these sections.
  ///
  /// @throws IllegalArgumentException if there are no such statistics
  abstract Statistics read(SectionReader in, Names names) throws UnusableFileException;

  private static List<Section> sections(CountTags tags, CountState state) {
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

  /// The counts of k classes, each of so many places.
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

  private static final class Gaussian extends StatisticsCodec {

    private static final int ROW_NUMBERS = 6;
    private static final Tags COMPLETE =
        new Tags("weights", "anchors", "means", "held", "scatters", "errors");
    private static final Tags OPEN =
        new Tags("oweights", "oanchors", "omeans", "oheld", "oscatter", "oerrors");
    private static final String WAITING = "waiting";
    private static final String WAITING_WEIGHTS = "wweights";
    private static final String WAITING_ROWS = "wrows";

    /// Names of the sections of moments.
    private record Tags(
        String weights,
        String anchors,
        String means,
        String held,
        String scatters,
        String errors) {}

    Gaussian() {
      super(256, "Gaussian statistics", GaussianStatistics.class);
    }

    private List<Section> sections(GaussianState state) {
      GaussianState.Schedule schedule = state.schedule();
      List<Section> sections = new ArrayList<>();
      sections.add(
          Section.longs(
              ROWS,
              state.rowCount(),
              state.openRows(),
              state.pooled() ? 1 : 0,
              schedule.rangeRows(),
              schedule.chunkRows(),
              schedule.ripeRows()));
      addMoments(COMPLETE, state.complete(), sections);
      addMoments(OPEN, state.open(), sections);
      double[][][] rows = state.waitingRows();
      sections.add(
          Section.longs(WAITING, Arrays.stream(rows).mapToLong(of -> of.length).toArray()));
      double[] weights =
          Arrays.stream(state.waitingWeights()).flatMapToDouble(Arrays::stream).toArray();
      sections.add(Section.doubles(WAITING_WEIGHTS, weights));
      double[][] flat = Arrays.stream(rows).flatMap(Arrays::stream).toArray(double[][]::new);
      int d = state.complete().anchors()[0].length;
      sections.add(Section.rows(WAITING_ROWS, flat.length, d, row -> flat[row]));
      return sections;
    }

    private static void addMoments(Tags tags, GaussianState.Moments moments, List<Section> out) {
      int k = moments.weights().length;
      int d = moments.anchors()[0].length;
      double[][] scatters = moments.packedScatters();
      double[][] held =
          Arrays.stream(scatters).filter(of -> of.length > 0).toArray(double[][]::new);
      out.add(Section.doubles(tags.weights(), moments.weights()));
      out.add(Section.rows(tags.anchors(), k, d, c -> moments.anchors()[c]));
      out.add(Section.rows(tags.means(), k, d, c -> moments.residuals()[c]));
      out.add(
          Section.longs(
              tags.held(),
              Arrays.stream(scatters).mapToLong(of -> of.length > 0 ? 1 : 0).toArray()));
      out.add(Section.triangles(tags.scatters(), held.length, d, s -> held[s]));
      double[][] errors = moments.scatterErrors();
      if (errors.length > 0) {
        out.add(Section.rows(tags.errors(), errors.length, d, s -> errors[s]));
      }
    }

    @Override
    Statistics read(SectionReader in, Names names) throws UnusableFileException {
      int k = in.classCount();
      int d = in.featureCount();
      long[] rows = in.longs(ROWS, ROW_NUMBERS);
      for (int i = 0; i < rows.length; i++) {
        in.requireRange(ROWS, rows[i], 0, i == 0 ? Long.MAX_VALUE : Integer.MAX_VALUE);
      }
      in.requireRange(ROWS, rows[2], 0, 1);
      boolean pooled = rows[2] == 1;
      GaussianState.Moments complete = moments(COMPLETE, pooled, in);
      GaussianState.Moments open = moments(OPEN, pooled, in);
      long[] waiting = in.longs(WAITING, k);
      long total = 0;
      for (long count : waiting) {
        in.requireRange(WAITING, count, 0, Integer.MAX_VALUE - total);
        total += count;
      }
      double[] flatWeights = in.doubles(WAITING_WEIGHTS, (int) total);
      double[][] flatRows = in.rows(WAITING_ROWS, (int) total, d);
      double[][] waitingWeights = new double[k][];
      double[][][] waitingRows = new double[k][][];
      int from = 0;
      for (int c = 0; c < k; c++) {
        int to = from + (int) waiting[c];
        waitingWeights[c] = Arrays.copyOfRange(flatWeights, from, to);
        waitingRows[c] = Arrays.copyOfRange(flatRows, from, to);
        from = to;
      }
      GaussianState.Schedule schedule =
          new GaussianState.Schedule((int) rows[3], (int) rows[4], (int) rows[5]);
      return restore(
          new GaussianState(
              rows[0],
              (int) rows[1],
              pooled,
              schedule,
              complete,
              open,
              waitingWeights,
              waitingRows),
          null,
          names);
    }

    private static GaussianState.Moments moments(Tags tags, boolean pooled, SectionReader in)
        throws UnusableFileException {
      int k = in.classCount();
      int d = in.featureCount();
      double[] weights = in.doubles(tags.weights(), k);
      double[][] anchors = in.rows(tags.anchors(), k, d);
      double[][] means = in.rows(tags.means(), k, d);
      long[] held = in.longs(tags.held(), pooled ? 1 : k);
      int count = 0;
      for (long one : held) {
        in.requireRange(tags.held(), one, 0, 1);
        count += (int) one;
      }
      double[][] triangles = in.triangles(tags.scatters(), count);
      double[][] scatters = new double[held.length][];
      int next = 0;
      for (int s = 0; s < held.length; s++) {
        scatters[s] = held[s] == 1 ? triangles[next++] : new double[0];
      }
      double[][] errors =
          in.nextIs(tags.errors()) ? in.rows(tags.errors(), held.length, d) : new double[0][];
      return new GaussianState.Moments(weights, anchors, means, scatters, errors);
    }
  }

  private static final class Bernoulli extends StatisticsCodec {

    private static final String WEIGHTED_COUNTS = "wcounts";
    private static final CountTags INCOMPLETE =
        new CountTags("mrows", "mclass", "mcounts", "mweights", "msums");

    Bernoulli() {
      super(257, "Bernoulli statistics", BernoulliStatistics.class);
    }

    private List<Section> sections(BernoulliState state) {
      int k = state.classRows().length;
      int d = state.counts()[0].length;
      List<Section> sections = new ArrayList<>();
      sections.add(Section.longs(ROWS, state.rowCount()));
      sections.add(Section.longs(CLASS_ROWS, state.classRows()));
      sections.add(Section.longRows(CELLS, k, d, c -> state.counts()[c]));
      if (state.classWeights().length > 0) {
        sections.add(Section.doubles(CLASS_WEIGHTS, state.classWeights()));
        sections.add(Section.rows(WEIGHTED_COUNTS, k, d, c -> state.weightedCounts()[c]));
      }
      if (state.incomplete() != null) {
        sections.addAll(StatisticsCodec.sections(INCOMPLETE, state.incomplete()));
      }
      return sections;
    }

    @Override
    Statistics read(SectionReader in, Names names) throws UnusableFileException {
      int k = in.classCount();
      int d = in.featureCount();
      long rowCount = in.longs(ROWS, 1)[0];
      long[] classRows = in.longs(CLASS_ROWS, k);
      long[][] counts = in.longRows(CELLS, k, d);
      boolean weighted = in.nextIs(CLASS_WEIGHTS);
      double[] weights = weighted ? in.doubles(CLASS_WEIGHTS, k) : new double[0];
      double[][] weightedCounts = weighted ? in.rows(WEIGHTED_COUNTS, k, d) : new double[0][];
      CountState incomplete =
          in.nextIs(INCOMPLETE.rows()) ? counts(INCOMPLETE, Math.multiplyExact(2, d), in) : null;
      return restore(
          new BernoulliState(rowCount, classRows, counts, weights, weightedCounts, incomplete),
          null,
          names);
    }
  }

  private static final class Counts extends StatisticsCodec {
    Counts() {
      super(258, "count statistics", CountStatistics.class);
    }

    @Override
    Statistics read(SectionReader in, Names names) throws UnusableFileException {
      return restore(counts(COUNT_TAGS, in.featureCount(), in), null, names);
    }
  }

  private static final class Categories extends StatisticsCodec {
    Categories() {
      super(259, "category statistics", CategoryStatistics.class);
    }

    @Override
    Statistics read(SectionReader in, Names names) throws UnusableFileException {
      List<CategoryDictionary> dictionaries = Dictionaries.read(in);
      return restore(
          counts(COUNT_TAGS, Dictionaries.categoryCount(dictionaries), in), dictionaries, names);
    }
  }

  private static final class Diagonal extends StatisticsCodec {

    private static final int ROW_NUMBERS = 4;
    private static final Tags COMPLETE =
        new Tags("weights", "anchors", "means", "squares", "errors");
    private static final Tags OPEN =
        new Tags("oweights", "oanchors", "omeans", "osquares", "oerrors");
    private static final String WAITING = "waiting";
    private static final String WAITING_LABELS = "wlabels";
    private static final String WAITING_WEIGHTS = "wweights";
    private static final String WAITING_ROWS = "wrows";

    /// Names of the sections of moments.
    private record Tags(
        String weights, String anchors, String means, String squares, String errors) {}

    Diagonal() {
      super(260, "diagonal statistics", VarianceStatistics.class);
    }

    private List<Section> sections(VarianceState state) {
      List<Section> sections = new ArrayList<>();
      sections.add(
          Section.longs(
              ROWS,
              state.rowCount(),
              state.openRows(),
              state.schedule().rangeRows(),
              state.schedule().chunkRows()));
      addMoments(COMPLETE, state.complete(), sections);
      addMoments(OPEN, state.open(), sections);
      int waiting = state.waitingRows().length;
      int d = state.complete().anchors()[0].length;
      sections.add(Section.longs(WAITING, waiting));
      sections.add(
          Section.longs(
              WAITING_LABELS, Arrays.stream(state.waitingLabels()).asLongStream().toArray()));
      sections.add(Section.doubles(WAITING_WEIGHTS, state.waitingWeights()));
      sections.add(Section.rows(WAITING_ROWS, waiting, d, row -> state.waitingRows()[row]));
      return sections;
    }

    private static void addMoments(Tags tags, VarianceState.Moments moments, List<Section> out) {
      int k = moments.weights().length;
      int d = moments.anchors()[0].length;
      out.add(Section.doubles(tags.weights(), moments.weights()));
      out.add(Section.rows(tags.anchors(), k, d, c -> moments.anchors()[c]));
      out.add(Section.rows(tags.means(), k, d, c -> moments.residuals()[c]));
      out.add(Section.rows(tags.squares(), k, d, c -> moments.squares()[c]));
      if (moments.errors().length > 0) {
        out.add(Section.rows(tags.errors(), k, d, c -> moments.errors()[c]));
      }
    }

    @Override
    Statistics read(SectionReader in, Names names) throws UnusableFileException {
      int d = in.featureCount();
      long[] rows = in.longs(ROWS, ROW_NUMBERS);
      for (int i = 0; i < rows.length; i++) {
        in.requireRange(ROWS, rows[i], 0, i == 0 ? Long.MAX_VALUE : Integer.MAX_VALUE);
      }
      VarianceState.Moments complete = moments(COMPLETE, in);
      VarianceState.Moments open = moments(OPEN, in);
      long waiting = in.longs(WAITING, 1)[0];
      in.requireRange(WAITING, waiting, 0, Integer.MAX_VALUE);
      int count = (int) waiting;
      long[] stored = in.longs(WAITING_LABELS, count);
      int[] labels = new int[count];
      for (int i = 0; i < count; i++) {
        in.requireRange(WAITING_LABELS, stored[i], 0, in.classCount() - 1);
        labels[i] = (int) stored[i];
      }
      double[] weights = in.doubles(WAITING_WEIGHTS, count);
      double[][] values = in.rows(WAITING_ROWS, count, d);
      VarianceState.Schedule schedule = new VarianceState.Schedule((int) rows[2], (int) rows[3]);
      return restore(
          new VarianceState(
              rows[0], (int) rows[1], schedule, complete, open, labels, weights, values),
          null,
          names);
    }

    private static VarianceState.Moments moments(Tags tags, SectionReader in)
        throws UnusableFileException {
      int k = in.classCount();
      int d = in.featureCount();
      double[] weights = in.doubles(tags.weights(), k);
      double[][] anchors = in.rows(tags.anchors(), k, d);
      double[][] means = in.rows(tags.means(), k, d);
      double[][] squares = in.rows(tags.squares(), k, d);
      double[][] errors = in.nextIs(tags.errors()) ? in.rows(tags.errors(), k, d) : new double[0][];
      return new VarianceState.Moments(weights, anchors, means, squares, errors);
    }
  }
}
