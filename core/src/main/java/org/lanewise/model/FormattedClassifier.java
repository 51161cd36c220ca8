package org.lanewise.model;

import java.util.List;
import java.util.random.RandomGenerator;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.RowBatch;
import org.lanewise.data.RowFormat;
import org.lanewise.score.Scorer;

/// A model for rows in another format than its own.
///
/// @param <R> the type of a row
/// @param <B> the type of a batch
record FormattedClassifier<R, B extends RowBatch>(
    Classifier<?, ?> model, RowFormat<R, B> format, Scorer<R, B> scorer)
    implements Classifier<R, B> {

  @Override
  public Features features() {
    return model.features();
  }

  @Override
  public Classes classes() {
    return model.classes();
  }

  @Override
  public double[] priors() {
    return model.priors();
  }

  @Override
  public boolean hasDensity() {
    return model.hasDensity();
  }

  @Override
  public long freeParameters() {
    return model.freeParameters();
  }

  @Override
  public Classifier<R, B> withPriors(Priors priors) {
    return model.withPriors(priors).in(format);
  }

  @Override
  public List<RowFormat<?, ?>> formats() {
    return model.formats();
  }

  @Override
  public <S, C extends RowBatch> Scorer<S, C> scorer(RowFormat<S, C> other) {
    return model.scorer(other);
  }

  @Override
  public <S, C extends RowBatch> Classifier<S, C> in(RowFormat<S, C> other) {
    return model.in(other);
  }

  @Override
  public <S> Evidence<S> evidence(RowFormat<S, ?> other) {
    return model.evidence(other);
  }

  @Override
  public double[] theta() {
    return model.theta();
  }

  @Override
  public Classifier<?, ?> bare() {
    return model.bare();
  }

  @Override
  public List<? extends Classifier<?, ?>> blocks() {
    return model.blocks();
  }

  @Override
  public List<CategoryDictionary> dictionaries() {
    return model.dictionaries();
  }

  @Override
  public List<ParameterTable> parameters(List<String> features) {
    return model.parameters(features);
  }

  @Override
  public double[] example(int label, RandomGenerator random) {
    return model.example(label, random);
  }

  @Override
  public String toString() {
    return "%s in %s".formatted(model, format);
  }
}
