package org.lanewise.serving;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.lanewise.data.RowBatch;
import org.lanewise.inference.RelativeMahalanobis;
import org.lanewise.io.ModelFile;
import org.lanewise.model.Classifier;
import org.lanewise.score.Scorer;

/// A model served by a [ModelHandle]. Take everything that belongs to one answer from the same
/// object: the class names of a label, the dictionaries of categories, a threshold in the notes.
public final class ServedModel<R, B extends RowBatch> {

  private final long version;
  private final String source;
  private final Classifier<R, B> model;
  private final Scorer<R, B> scorer;
  private final ModelFile file;
  private final Optional<RelativeMahalanobis> known;
  private final FileSnapshot stamp;
  private WarmUps.Warmth warmth;
  private double driftLimit;
  private Consumer<ServedModel<R, B>> driftAlarm;
  private volatile DriftMeter meter;

  /// Up to 2 calls that asked for it. A model that is used once after it was opened has 1; one that
  /// is used again and again soon has 2, also after its repository took one away.
  int uses;

  /// @param stamp the state of its file, or null if it was not read from one
  ServedModel(
      long version, String source, Classifier<R, B> model, ModelFile file, FileSnapshot stamp) {
    this.version = version;
    this.source = source;
    this.model = model;
    this.scorer = model.scorer();
    this.file = file;
    // Only models of numbers have a reference.
    known = file.reference().map(reference -> RelativeMahalanobis.of(file.model(), reference));
    this.stamp = stamp;
  }

  /// The version: 1 for the first model of the handle, higher for each later one, never repeated.
  /// In a [ModelRepository], the number of the version's folder.
  public long version() {
    return version;
  }

  /// The source of the model.
  public String source() {
    return source;
  }

  /// The model.
  public Classifier<R, B> model() {
    return model;
  }

  /// Its scorer.
  public Scorer<R, B> scorer() {
    return scorer;
  }

  /// The contents of the file, including notes.
  public ModelFile file() {
    return file;
  }

  /// The test of whether a row belongs to none of the classes, if the file holds its reference. It
  /// is warmed up with the scorer.
  public Optional<RelativeMahalanobis> known() {
    return known;
  }

  /// Warms up the scorer and the test.
  ///
  /// @return whether it was done in that time
  boolean warmUp(Duration atMost) {
    return known.map(test -> test.warmUp(atMost)).orElseGet(() -> scorer.warmUp(atMost));
  }

  /// Whether its scorer is warm ([Scorer#warmUp]). Results do not depend on it. A model becomes
  /// warm by itself about a second after it was opened.
  public boolean isWarm() {
    return warmth != null && warmth.isWarm();
  }

  /// Called before the model serves.
  void setWarmth(WarmUps.Warmth warmth) {
    this.warmth = warmth;
  }

  /// The meter of the drift of its rows, if its handle [measures][ModelHandle#measureDrift] it.
  /// While rows are observed, use it in a block that is synchronized on it.
  public Optional<DriftMeter> drift() {
    return Optional.ofNullable(meter);
  }

  /// Adds a row that this model served to the meter of drift; does nothing without one. Threads
  /// wait for each other, for about as long as scoring a row takes. Allocates nothing.
  ///
  /// @param logDensity its log density under this model
  /// @throws IllegalArgumentException as [DriftMeter#add(double, double\[\])]
  public void observe(R row, double logDensity) {
    DriftMeter own = meter;
    if (own == null) {
      return;
    }
    boolean reached;
    synchronized (own) {
      double before = own.evidence();
      own.add(logDensity, row instanceof double[] numbers ? numbers : DriftMeter.NO_NUMBERS);
      reached = before < driftLimit && own.evidence() >= driftLimit;
    }
    if (reached) {
      driftAlarm.accept(this);
    }
  }

  /// Measures drift from now on.
  ///
  /// @param limit the evidence at which the alarm is called, once
  void measureDrift(B heldOut, double limit, long seed, Consumer<ServedModel<R, B>> alarm) {
    DriftMeter begun = DriftMeter.of(scorer.logDensity(heldOut), heldOut, seed);
    driftLimit = limit;
    driftAlarm = alarm;
    meter = begun;
  }

  FileSnapshot stamp() {
    return stamp;
  }
}
