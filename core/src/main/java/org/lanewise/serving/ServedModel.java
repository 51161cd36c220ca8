package org.lanewise.serving;

import java.time.Duration;
import java.util.Optional;
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
  private volatile boolean warm;

  ServedModel(long version, String source, Classifier<R, B> model, ModelFile file, boolean warm) {
    this.version = version;
    this.source = source;
    this.model = model;
    this.scorer = model.scorer();
    this.file = file;
    // Only models of numbers have a reference.
    known = file.reference().map(reference -> RelativeMahalanobis.of(file.model(), reference));
    this.warm = warm;
  }

  /// The version: 1 for the first model of the handle, higher for each later one, never repeated.
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
    return warm;
  }

  void becomeWarm() {
    warm = true;
  }
}
