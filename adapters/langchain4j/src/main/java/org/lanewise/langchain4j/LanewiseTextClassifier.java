package org.lanewise.langchain4j;

import dev.langchain4j.classification.ClassificationResult;
import dev.langchain4j.classification.ScoredLabel;
import dev.langchain4j.classification.TextClassifier;
import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowFormat;
import org.lanewise.inference.RelativeMahalanobis;
import org.lanewise.io.ModelFile;
import org.lanewise.model.Classifier;
import org.lanewise.model.Recipe;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.GaussianClassifier;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.LowRankDiscriminant;
import org.lanewise.model.gaussian.LowRankOptions;
import org.lanewise.model.gaussian.Shrinkage;
import org.lanewise.model.gaussian.TransformedClassifier;
import org.lanewise.score.Scorer;
import org.lanewise.serving.ModelHandle;
import org.lanewise.serving.ServedModel;
import org.lanewise.transform.Transform;

/// A text classifier of LangChain4j that embeds a text and scores the embedding with a Lanewise
/// model. It returns the most probable classes with their posteriors, or no class for a text that
/// is unlike all training texts ([#withUnknown(double)]).
///
/// ```java
/// TextClassifier<String> router =
///     LanewiseTextClassifier.fit(embeddings, textsByClass).withUnknown(0.05);
/// List<String> found = router.classify("where is my parcel");   // empty: none of the classes
/// ```
///
/// [#fit(EmbeddingModel, Map)] needs a few texts for each class, as LangChain4j's
/// `EmbeddingModelTextClassifier` does. It scales embeddings to unit length and fits a
/// [LinearDiscriminant] with Ledoit and Wolf's shrinkage or, to 20 or more texts a class, a
/// [LowRankDiscriminant] with the same intensity, so nothing has to be set. Embedding the texts
/// takes most of the time; to embed them only once, write [#model()] to a [ModelFile].
///
/// Posteriors of discriminants of embeddings tend to be overconfident: before you set
/// [#withMinPosterior(double)], calibrate the model
/// ([org.lanewise.calibration.CalibratedClassifier]).
///
/// Immutable; safe for any number of threads if the embedding model is.
public final class LanewiseTextClassifier implements TextClassifier<String> {

  private static final Recipe<TransformedClassifier> RECIPE =
      TransformedClassifier.recipe(
          Transform.unitLength(),
          LinearDiscriminant.recipe(
              DiscriminantOptions.DEFAULT.withShrinkage(Shrinkage.ledoitWolf())));

  /// With fewer texts for each class on average, its directions are those of chance.
  private static final int MIN_TEXTS = 20;

  private static final LowRankOptions DIRECTIONS = LowRankOptions.DEFAULT.withKappa(0.5);

  /// The recipe for embeddings.
  private static Recipe<TransformedClassifier> recipe(NumericColumns rows, Labels labels) {
    if (rows.rowCount() < (long) MIN_TEXTS * labels.classCount()) {
      return RECIPE;
    }
    GaussianClassifier linear = (GaussianClassifier) RECIPE.fit(rows, labels).model();
    return TransformedClassifier.recipe(
        Transform.unitLength(),
        LowRankDiscriminant.recipe(DIRECTIONS.withGamma(linear.shrinkageIntensities()[0])));
  }

  /// A model of embeddings.
  ///
  /// @param known the model's test for unknown texts, if it has one
  private record Head(
      Classifier<double[], NumericColumns> model, Optional<RelativeMahalanobis> known) {

    /// @throws IllegalStateException if the model has no test
    RelativeMahalanobis requireKnown() {
      return known.orElseThrow(() ->
          new IllegalStateException(
              "the model has no test for unknown texts; a classifier from fit, one from a"
                  + " RelativeMahalanobis, or a model file with a reference is expected"));
    }

    /// Returns the objection to a probability that no p-value reaches; empty if one does.
    Optional<String> objection(double alpha) {
      double[] weights = requireKnown().reference().ranks().weights(0);
      double least = 1 / (weights[weights.length - 1] + 1);
      return alpha < least
          ? Optional.of(
              "alpha is %s, which no p-value reaches with so few training texts; at least %.3g is expected"
                  .formatted(alpha, least))
          : Optional.empty();
    }
  }

  private final EmbeddingModel embeddings;

  /// The current head; take everything that belongs to one text from a single call.
  private final Supplier<Head> head;

  /// 0 gives every text a class.
  private final double alpha;

  private final int maxResults;
  private final double minPosterior;

  private LanewiseTextClassifier(
      EmbeddingModel embeddings,
      Supplier<Head> head,
      double alpha,
      int maxResults,
      double minPosterior) {
    this.embeddings = Objects.requireNonNull(embeddings, "embeddings");
    this.head = head;
    this.alpha = alpha;
    this.maxResults = maxResults;
    this.minPosterior = minPosterior;
  }

  private LanewiseTextClassifier(EmbeddingModel embeddings, Supplier<Head> head) {
    this(embeddings, head, 0, 1, 0);
  }

  /// Embeds labelled texts, and fits a model to their embeddings of unit length: a linear
  /// discriminant with Ledoit and Wolf's shrinkage or, to 20 or more texts a class on average, a
  /// low-rank discriminant with the same intensity as γ, R = 8, M = 128 and κ = 0.5.
  ///
  /// @param textsByClass texts of each class, by its name; their number gives its prior
  /// @throws IllegalArgumentException if a class has no text, a text is null or blank, the
  ///   embeddings are not all of one width, or as [RelativeMahalanobis#of(Recipe, NumericColumns,
  ///   Labels)], for example if each class has only one text
  public static LanewiseTextClassifier fit(
      EmbeddingModel embeddings, Map<String, ? extends Collection<String>> textsByClass) {
    return fit(embeddings, textsByClass, LanewiseTextClassifier::recipe);
  }

  /// Embeds labelled texts, and fits a recipe to their embeddings.
  ///
  /// @param textsByClass texts of each class, by its name
  /// @param recipe the recipe of a discriminant, with or without a transform of the rows
  /// @throws IllegalArgumentException as [#fit(EmbeddingModel, Map)], or if the recipe is of
  ///   another model
  public static LanewiseTextClassifier fit(
      EmbeddingModel embeddings,
      Map<String, ? extends Collection<String>> textsByClass,
      Recipe<? extends Classifier<double[], NumericColumns>> recipe) {
    return fit(embeddings, textsByClass, (_, _) -> recipe);
  }

  private static LanewiseTextClassifier fit(
      EmbeddingModel embeddings,
      Map<String, ? extends Collection<String>> textsByClass,
      BiFunction<NumericColumns, Labels, Recipe<? extends Classifier<double[], NumericColumns>>>
          recipes) {
    List<String> texts = new ArrayList<>();
    List<String> labels = new ArrayList<>();
    // Sorted, so that the model's bits do not depend on the order of the map.
    new TreeMap<>(textsByClass)
        .forEach((label, ofClass) -> {
          if (ofClass.isEmpty()) {
            throw new IllegalArgumentException(
                "the class '%s' has no text; at least one is expected".formatted(label));
          }
          ofClass.forEach(text -> {
            texts.add(text);
            labels.add(label);
          });
        });
    NumericColumns rows = embed(embeddings, texts);
    Labels classes = Labels.of(labels);
    return of(embeddings, RelativeMahalanobis.of(recipes.apply(rows, classes), rows, classes));
  }

  /// Creates a classifier from a model of embeddings. It has no test for unknown texts.
  ///
  /// @param embeddings the embedding model with which the model was fitted
  /// @throws IllegalArgumentException if the model does not accept numbers
  public static LanewiseTextClassifier of(EmbeddingModel embeddings, Classifier<?, ?> model) {
    Head head = new Head(numeric(model), Optional.empty());
    return new LanewiseTextClassifier(embeddings, () -> head);
  }

  private static Classifier<double[], NumericColumns> numeric(Classifier<?, ?> model) {
    if (!model.takes(RowFormat.NUMBERS)) {
      throw new IllegalArgumentException(
          "the model is a %s, which accepts no numbers; a model of embeddings is expected"
              .formatted(model.bare().getClass().getSimpleName()));
    }
    return model.in(RowFormat.NUMBERS);
  }

  /// Creates a classifier from the model of a file, as [#of(EmbeddingModel, Classifier)], with the
  /// test for unknown texts if the file has one ([ModelFile#withReference]).
  ///
  /// @throws IllegalArgumentException if the model does not accept numbers
  public static LanewiseTextClassifier of(EmbeddingModel embeddings, ModelFile file) {
    Classifier<double[], NumericColumns> model = numeric(file.model());
    Head head =
        new Head(
            model, file.reference().map(reference -> RelativeMahalanobis.of(model, reference)));
    return new LanewiseTextClassifier(embeddings, () -> head);
  }

  /// Creates a classifier from a model that can be replaced: each text is scored by the current
  /// one, with the test for unknown texts of its file ([ModelFile#withReference]). After
  /// [#withUnknown(double)], every model that replaces it must have one too: a model with a new
  /// class needs the test of its own training rows ([RelativeMahalanobis#of(Recipe, NumericColumns,
  /// Labels)]). If the current model has none, [#classifyWithScores(String)] throws an
  /// [IllegalStateException].
  public static LanewiseTextClassifier of(
      EmbeddingModel embeddings, ModelHandle<double[], NumericColumns> handle) {
    Objects.requireNonNull(handle, "handle");
    return new LanewiseTextClassifier(
        embeddings,
        () -> {
          ServedModel<double[], NumericColumns> served = handle.current();
          return new Head(numeric(served.file().model()), served.known());
        });
  }

  /// Creates a classifier from a model with a test for unknown texts.
  public static LanewiseTextClassifier of(EmbeddingModel embeddings, RelativeMahalanobis known) {
    Head head = new Head(known.model(), Optional.of(known));
    return new LanewiseTextClassifier(embeddings, () -> head);
  }

  /// Embeds texts, for example to fit or choose a recipe: one row for each text.
  ///
  /// @throws IllegalArgumentException if there is no text, one is null or blank, or the embeddings
  ///   are not all of one width
  public static NumericColumns embed(EmbeddingModel embeddings, List<String> texts) {
    List<TextSegment> segments = texts.stream().map(TextSegment::from).toList();
    return NumericColumns.fromRows(
        embeddings.embedAll(segments).content().stream()
            .map(Embedding::vector)
            .toArray(float[][]::new));
  }

  /// Returns this classifier with no class for texts that belong to none: those whose p-value by
  /// [RelativeMahalanobis] is at most `alpha`. If texts are like the training texts, this is the
  /// share of them that gets no class.
  ///
  /// @param alpha a probability; 0 gives every text a class
  /// @throws IllegalArgumentException if it is not from 0 to 1, or above 0 and less than the
  ///   smallest p-value, 1/(n + 1) for n training texts (the only text of a class does not count)
  /// @throws IllegalStateException if `alpha` is above 0 and the model has no test for unknown
  ///   texts
  public LanewiseTextClassifier withUnknown(double alpha) {
    requireProbability("alpha", alpha);
    if (alpha > 0) {
      head.get()
          .objection(alpha)
          .ifPresent(objection -> {
            throw new IllegalArgumentException(objection);
          });
    }
    return new LanewiseTextClassifier(embeddings, head, alpha, maxResults, minPosterior);
  }

  /// Returns this classifier with up to `count` classes for a text, the most probable first (1 by
  /// default).
  ///
  /// @throws IllegalArgumentException if it is less than 1
  public LanewiseTextClassifier withMaxResults(int count) {
    if (count < 1) {
      throw new IllegalArgumentException(
          "up to %d classes were requested; at least 1 is expected".formatted(count));
    }
    return new LanewiseTextClassifier(embeddings, head, alpha, count, minPosterior);
  }

  /// Returns this classifier without classes whose posterior is below a limit (0 by default).
  ///
  /// @param posterior a probability
  /// @throws IllegalArgumentException if it is not from 0 to 1
  public LanewiseTextClassifier withMinPosterior(double posterior) {
    requireProbability("the least posterior", posterior);
    return new LanewiseTextClassifier(embeddings, head, alpha, maxResults, posterior);
  }

  private static void requireProbability(String name, double value) {
    if (!(value >= 0 && value <= 1)) {
      throw new IllegalArgumentException(
          "%s is %s; a number from 0 to 1 is expected".formatted(name, value));
    }
  }

  /// The current model, for example to write it to a [ModelFile].
  public Classifier<double[], NumericColumns> model() {
    return head.get().model;
  }

  /// The current model with its test for unknown texts, if it has one.
  public Optional<RelativeMahalanobis> known() {
    return head.get().known;
  }

  /// Classifies a text.
  ///
  /// @return the most probable classes with their posteriors p(class | text), the best first; none
  ///   if the text is unknown or every posterior is too small
  /// @throws IllegalArgumentException if the text is null or blank, or its embedding is of another
  ///   width than the rows of the model, is not finite, or has only zeros and is scaled to unit
  ///   length
  /// @throws IllegalStateException if unknown texts are to get no class, and the current model of a
  ///   handle has no test for them, or too few training texts for one
  @Override
  public ClassificationResult<String> classifyWithScores(String text) {
    if (text == null || text.isBlank()) {
      throw new IllegalArgumentException("text cannot be null or blank");
    }
    Head current = head.get();
    Scorer<double[], NumericColumns> scorer = current.model.scorer();
    double[] row = embeddings.embed(text).content().vectorAsDoubleArray();
    if (row.length != scorer.featureCount()) {
      throw new IllegalArgumentException(
          "the embedding of the text has %d values; %d are expected, as in the model"
              .formatted(row.length, scorer.featureCount()));
    }
    if (alpha > 0) {
      current
          .objection(alpha)
          .ifPresent(objection -> {
            throw new IllegalStateException(objection);
          });
    }
    List<ScoredLabel<String>> labels = new ArrayList<>();
    if (alpha == 0 || current.requireKnown().pValue(row) > alpha) {
      double[] posterior = scorer.posterior(row);
      for (int label : scorer.top(row, Math.min(maxResults, scorer.classCount()))) {
        if (posterior[label] >= minPosterior) {
          labels.add(new ScoredLabel<>(scorer.classes().name(label), posterior[label]));
        }
      }
    }
    return new ClassificationResult<>(labels);
  }
}
