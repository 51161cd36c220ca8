package org.lanewise.bench.serving;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.Supplier;

/// The detectors of drift that a meter is compared with: one on each of several standardised
/// numbers of a row, with an alarm if any raises one. Their limits are set by simulation, so that
/// at most 1 % of streams without drift of a fixed length have an alarm; longer streams have more.
final class Detectors {

  interface Detector {

    /// @return whether there is an alarm
    boolean add(double value);
  }

  /// Page, Continuous Inspection Schemes, 1954, for rising and falling means.
  static final class PageHinkley implements Detector {

    private static final double TOLERATED = 0.1;

    private final double limit;
    private double highest;
    private double mean;
    private double rising;
    private double falling;
    private long count;

    PageHinkley(double limit) {
      this.limit = limit;
    }

    @Override
    public boolean add(double value) {
      mean += (value - mean) / ++count;
      rising = Math.max(0, rising + value - mean - TOLERATED);
      falling = Math.max(0, falling - value + mean - TOLERATED);
      highest = Math.max(highest, Math.max(rising, falling));
      return highest > limit;
    }
  }

  /// Bifet and Gavaldà, Learning from Time-Changing Data with Adaptive Windowing, 2007, with the
  /// buckets, the bound by the variance and the step of MOA's implementation.
  static final class Adwin implements Detector {

    private static final int LEVELS = 20;
    private static final int BUCKETS = 5;
    private static final int STEP = 32;

    private final double delta;
    private final double[][] sums = new double[LEVELS][BUCKETS + 1];
    private final int[] sizes = new int[LEVELS];
    private double sum;
    private double squares;
    private long width;
    private long count;

    Adwin(double delta) {
      this.delta = delta;
    }

    @Override
    public boolean add(double given) {
      // It expects values from 0 to 1.
      double value = Math.clamp(0.5 + given / 10, 0, 1);
      count++;
      width++;
      sum += value;
      squares += value * value;
      push(0, value);
      return count % STEP == 0 && width > 10 && isCut();
    }

    private void push(int level, double value) {
      sums[level][sizes[level]++] = value;
      if (sizes[level] > BUCKETS) {
        double both = sums[level][0] + sums[level][1];
        sizes[level] -= 2;
        System.arraycopy(sums[level], 2, sums[level], 0, sizes[level]);
        push(level + 1, both);
      }
    }

    /// Whether the means before and after the end of some bucket differ.
    private boolean isCut() {
      double variance = squares / width - sum / width * (sum / width);
      double confidence = Math.log(2 * Math.log(width) / delta);
      double before = 0;
      long rows = 0;
      for (int level = LEVELS - 1; level >= 0; level--) {
        for (int i = 0; i < sizes[level]; i++) {
          before += sums[level][i];
          rows += 1L << level;
          long others = width - rows;
          if (rows > 5 && others > 5) {
            double m = 1 / (1.0 / (rows - 4) + 1.0 / (others - 4));
            double limit = Math.sqrt(2 / m * variance * confidence) + 2 / (3 * m) * confidence;
            if (Math.abs(before / rows - (sum - before) / others) > limit) {
              return true;
            }
          }
        }
      }
      return false;
    }
  }

  private final Supplier<Detector> maker;
  final String name;

  private Detectors(String name, Supplier<Detector> maker) {
    this.name = name;
    this.maker = maker;
  }

  Detector[] make(int numbers) {
    Detector[] made = new Detector[numbers];
    Arrays.setAll(made, _ -> maker.get());
    return made;
  }

  /// @return whether any raises an alarm
  static boolean add(Detector[] detectors, double[] numbers) {
    boolean alarm = false;
    for (int j = 0; j < numbers.length; j++) {
      alarm |= detectors[j].add(numbers[j]);
    }
    return alarm;
  }

  /// Both kinds with their limits.
  ///
  /// @param stream makes the next standardised numbers of a stream without drift
  static Detectors[] calibrated(
      Function<SplittableRandom, double[]> stream, int rows, int streams) {
    double[] highest = new double[streams];
    for (int s = 0; s < streams; s++) {
      SplittableRandom random = new SplittableRandom(s);
      PageHinkley[] all = new PageHinkley[stream.apply(random).length];
      Arrays.setAll(all, _ -> new PageHinkley(Double.MAX_VALUE));
      for (int row = 0; row < rows; row++) {
        add(all, stream.apply(random));
      }
      highest[s] = Arrays.stream(all).mapToDouble(one -> one.highest).max().orElseThrow();
    }
    Arrays.sort(highest);
    double limit = highest[streams - 1 - streams / 100];
    double delta = 1;
    int alarms = streams;
    while (alarms > streams / 100) {
      delta /= 10;
      alarms = 0;
      for (int s = 0; s < streams; s++) {
        SplittableRandom random = new SplittableRandom(s);
        Detector[] all = new Detectors("", adwin(delta)).make(stream.apply(random).length);
        boolean alarm = false;
        for (int row = 0; row < rows && !alarm; row++) {
          alarm = add(all, stream.apply(random));
        }
        alarms += alarm ? 1 : 0;
      }
    }
    System.out.printf(
        "limits for at most 1 %% of %d streams of %d rows: Page-Hinkley %.1f, ADWIN %.0e%n",
        streams, rows, limit, delta);
    return new Detectors[] {
      new Detectors("Page-Hinkley", () -> new PageHinkley(limit)),
      new Detectors("ADWIN", adwin(delta))
    };
  }

  private static Supplier<Detector> adwin(double delta) {
    return () -> new Adwin(delta);
  }
}
