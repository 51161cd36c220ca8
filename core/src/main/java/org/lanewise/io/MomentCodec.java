package org.lanewise.io;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.lanewise.internal.gather.state.GaussianState;
import org.lanewise.internal.gather.state.MomentState;
import org.lanewise.internal.gather.state.ObservedState;
import org.lanewise.internal.gather.state.VarianceState;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.Statistics;
import org.lanewise.statistics.VarianceStatistics;

/// The layout of moments in a file: those of complete ranges, those of the open range, and the rows
/// that wait in it.
abstract sealed class MomentCodec extends StatisticsCodec {

  private static final String WAITING = "waiting";
  private static final String WAITING_WEIGHTS = "wweights";
  private static final String WAITING_ROWS = "wrows";

  /// The number of statistics of one feature that follow.
  private static final String PARTS = "parts";

  /// The prefix of sections of the open range.
  private static final String OPEN = "o";

  private MomentCodec(int kind, String name, Class<? extends Statistics> type) {
    super(kind, name, type);
  }

  private static long[] rowNumbers(SectionReader in, int count) throws UnusableFileException {
    long[] rows = in.longs(ROWS, count);
    for (int i = 0; i < count; i++) {
      in.requireRange(ROWS, rows[i], 0, i == 0 ? Long.MAX_VALUE : Integer.MAX_VALUE);
    }
    return rows;
  }

  /// Refuses sizes other than those in which rows are gathered.
  ///
  /// @param rows numbers of rows; the last ones are the sizes
  private static void requireSizes(SectionReader in, long[] rows, int... sizes)
      throws UnusableFileException {
    for (int i = 0; i < sizes.length; i++) {
      long found = rows[rows.length - sizes.length + i];
      in.require(found == sizes[i], ROWS, found, Integer.toString(sizes[i]));
    }
  }

  private static void addMeans(String prefix, MomentState moments, List<Section> out) {
    int k = moments.weights().length;
    int d = moments.anchors()[0].length;
    out.add(Section.doubles(prefix + "weights", moments.weights()));
    out.add(Section.rows(prefix + "anchors", k, d, c -> moments.anchors()[c]));
    out.add(Section.rows(prefix + "means", k, d, c -> moments.residuals()[c]));
  }

  private static void addErrors(String prefix, MomentState moments, List<Section> out) {
    double[][] errors = moments.errors();
    if (errors.length > 0) {
      out.add(Section.rows(prefix + "errors", errors.length, errors[0].length, s -> errors[s]));
    }
  }

  private static double[][] errors(String prefix, SectionReader in, int count, int d)
      throws UnusableFileException {
    return in.nextIs(prefix + "errors") ? in.rows(prefix + "errors", count, d) : new double[0][];
  }

  static final class Gaussian extends MomentCodec {

    private static final int ROW_NUMBERS = 6;

    Gaussian() {
      super(256, "Gaussian statistics", GaussianStatistics.class);
    }

    @Override
    List<Section> sections(Statistics statistics) {
      GaussianState state = (GaussianState) stateOf(statistics);
      int[] sizes = sizes(state.pooled());
      List<Section> sections = new ArrayList<>();
      sections.add(
          Section.longs(
              ROWS,
              state.rowCount(),
              state.openRows(),
              state.pooled() ? 1 : 0,
              sizes[0],
              sizes[1],
              sizes[2]));
      addMoments("", state.complete(), sections);
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

    /// The rows of a range, of a chunk and of a ripe tile; the last two are 1 if no row ever waits.
    private static int[] sizes(boolean pooled) {
      return new int[] {
        GaussianState.RANGE_ROWS,
        pooled ? 1 : GaussianState.CHUNK_ROWS,
        pooled ? 1 : GaussianState.RIPE_ROWS
      };
    }

    private static void addMoments(String prefix, MomentState moments, List<Section> out) {
      int d = moments.anchors()[0].length;
      double[][] scatters = moments.squares();
      double[][] held =
          Arrays.stream(scatters).filter(of -> of.length > 0).toArray(double[][]::new);
      addMeans(prefix, moments, out);
      out.add(
          Section.longs(
              prefix + "held",
              Arrays.stream(scatters).mapToLong(of -> of.length > 0 ? 1 : 0).toArray()));
      out.add(Section.triangles(FileFormat.tag(prefix + "scatters"), held.length, d, s -> held[s]));
      addErrors(prefix, moments, out);
    }

    @Override
    Statistics read(SectionReader in, StoredNames names) throws UnusableFileException {
      int k = in.classCount();
      int d = in.featureCount();
      long[] rows = rowNumbers(in, ROW_NUMBERS);
      in.requireRange(ROWS, rows[2], 0, 1);
      boolean pooled = rows[2] == 1;
      requireSizes(in, rows, sizes(pooled));
      MomentState complete = moments("", pooled, in);
      MomentState open = moments(OPEN, pooled, in);
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
      return restore(
          new GaussianState(
              rows[0], (int) rows[1], pooled, complete, open, waitingWeights, waitingRows),
          null,
          names);
    }

    private static MomentState moments(String prefix, boolean pooled, SectionReader in)
        throws UnusableFileException {
      int k = in.classCount();
      int d = in.featureCount();
      double[] weights = in.doubles(prefix + "weights", k);
      double[][] anchors = in.rows(prefix + "anchors", k, d);
      double[][] means = in.rows(prefix + "means", k, d);
      long[] held = in.longs(prefix + "held", pooled ? 1 : k);
      int count = 0;
      for (long one : held) {
        in.requireRange(prefix + "held", one, 0, 1);
        count += (int) one;
      }
      double[][] triangles = in.triangles(FileFormat.tag(prefix + "scatters"), count);
      double[][] scatters = new double[held.length][];
      int next = 0;
      for (int s = 0; s < held.length; s++) {
        scatters[s] = held[s] == 1 ? triangles[next++] : new double[0];
      }
      double[][] errors = errors(prefix, in, held.length, d);
      return new MomentState(weights, anchors, means, scatters, errors);
    }
  }

  static final class Diagonal extends MomentCodec {

    private static final int ROW_NUMBERS = 4;
    private static final String WAITING_LABELS = "wlabels";

    Diagonal() {
      super(260, "diagonal statistics", VarianceStatistics.class);
    }

    @Override
    boolean holds(Statistics statistics) {
      return super.holds(statistics) && !((VarianceStatistics) statistics).hasMissing();
    }

    @Override
    List<Section> sections(Statistics statistics) {
      List<Section> sections = new ArrayList<>();
      addState((VarianceState) stateOf(statistics), sections);
      return sections;
    }

    static void addState(VarianceState state, List<Section> sections) {
      sections.add(
          Section.longs(
              ROWS,
              state.rowCount(),
              state.openRows(),
              VarianceState.RANGE_ROWS,
              VarianceState.CHUNK_ROWS));
      addMoments("", state.complete(), sections);
      addMoments(OPEN, state.open(), sections);
      int waiting = state.waitingRows().length;
      int d = state.complete().anchors()[0].length;
      sections.add(Section.longs(WAITING, waiting));
      sections.add(Section.ints(WAITING_LABELS, state.waitingLabels()));
      sections.add(Section.doubles(WAITING_WEIGHTS, state.waitingWeights()));
      sections.add(Section.rows(WAITING_ROWS, waiting, d, row -> state.waitingRows()[row]));
    }

    private static void addMoments(String prefix, MomentState moments, List<Section> out) {
      int k = moments.weights().length;
      int d = moments.anchors()[0].length;
      addMeans(prefix, moments, out);
      out.add(Section.rows(prefix + "squares", k, d, c -> moments.squares()[c]));
      addErrors(prefix, moments, out);
    }

    @Override
    Statistics read(SectionReader in, StoredNames names) throws UnusableFileException {
      return restore(state(in, in.featureCount()), null, names);
    }

    /// A state of d features.
    static VarianceState state(SectionReader in, int d) throws UnusableFileException {
      long[] rows = rowNumbers(in, ROW_NUMBERS);
      requireSizes(in, rows, VarianceState.RANGE_ROWS, VarianceState.CHUNK_ROWS);
      MomentState complete = moments("", in, d);
      MomentState open = moments(OPEN, in, d);
      long waiting = in.longs(WAITING, 1)[0];
      in.requireRange(WAITING, waiting, 0, Integer.MAX_VALUE);
      int count = (int) waiting;
      int[] labels = in.ints(WAITING_LABELS, count);
      for (int label : labels) {
        in.requireRange(WAITING_LABELS, label, 0, in.classCount() - 1);
      }
      double[] weights = in.doubles(WAITING_WEIGHTS, count);
      double[][] values = in.rows(WAITING_ROWS, count, d);
      return new VarianceState(rows[0], (int) rows[1], complete, open, labels, weights, values);
    }

    private static MomentState moments(String prefix, SectionReader in, int d)
        throws UnusableFileException {
      int k = in.classCount();
      double[] weights = in.doubles(prefix + "weights", k);
      double[][] anchors = in.rows(prefix + "anchors", k, d);
      double[][] means = in.rows(prefix + "means", k, d);
      double[][] squares = in.rows(prefix + "squares", k, d);
      double[][] errors = errors(prefix, in, k, d);
      return new MomentState(weights, anchors, means, squares, errors);
    }
  }

  /// Statistics of rows with missing values: the sections of diagonal statistics of one feature,
  /// first for all rows and then for each feature.
  static final class Observed extends MomentCodec {

    Observed() {
      super(261, "diagonal statistics with missing values", VarianceStatistics.class);
    }

    @Override
    boolean holds(Statistics statistics) {
      return super.holds(statistics) && ((VarianceStatistics) statistics).hasMissing();
    }

    @Override
    List<Section> sections(Statistics statistics) {
      ObservedState state = (ObservedState) stateOf(statistics);
      List<Section> sections = new ArrayList<>();
      sections.add(Section.longs(PARTS, 1L + state.features().size()));
      Diagonal.addState(state.rows(), sections);
      for (VarianceState feature : state.features()) {
        Diagonal.addState(feature, sections);
      }
      return sections;
    }

    @Override
    Statistics read(SectionReader in, StoredNames names) throws UnusableFileException {
      long parts = in.longs(PARTS, 1)[0];
      in.requireRange(PARTS, parts, 1L + in.featureCount(), 1L + in.featureCount());
      VarianceState rows = Diagonal.state(in, 1);
      List<VarianceState> features = new ArrayList<>();
      for (int j = 0; j < in.featureCount(); j++) {
        features.add(Diagonal.state(in, 1));
      }
      return restore(new ObservedState(rows, features), null, names);
    }
  }
}
