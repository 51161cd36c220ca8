package org.lanewise.serving;

import java.time.Instant;
import org.lanewise.data.RowBatch;
import org.lanewise.io.ModelFile;
import org.lanewise.model.Classifier;
import org.lanewise.score.Scorer;

/// A model as a [ModelHandle] serves it. What belongs to one answer is taken from one of these: the
/// class names of a label, the dictionaries that categories are coded by, a threshold of the notes.
public final class ServedModel<R, B extends RowBatch> {

  private final long version;
  private final String source;
  private final Classifier<R, B> model;
  private final Scorer<R, B> scorer;
  private final ModelFile file;
  private final Instant since;
  private volatile boolean warm;

  ServedModel(long version, String source, Classifier<R, B> model, ModelFile file, boolean warm) {
    this.version = version;
    this.source = source;
    this.model = model;
    this.scorer = model.scorer();
    this.file = file;
    this.warm = warm;
    since = Instant.now();
  }

  /// 1 for the first that the handle served, then ascending; never given twice.
  public long version() {
    return version;
  }

  /// Where it came from.
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

  /// The whole file, with notes.
  public ModelFile file() {
    return file;
  }

  /// Whether its scorer is warm ([Scorer#warmUp]). It answers the same before, and slower; it
  /// becomes warm by itself, about a second after it was opened.
  public boolean isWarm() {
    return warm;
  }

  /// When it was first served.
  public Instant since() {
    return since;
  }

  void becomeWarm() {
    warm = true;
  }
}
