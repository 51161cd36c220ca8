package org.lanewise.cli.fuzz;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.model.StoredModel;
import org.lanewise.cli.report.Inspection;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.io.ModelFile;
import org.lanewise.model.Classifier;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.gaussian.GaussianNaiveBayes;

/// A model file whose notes and names anybody may have written is a model of the command, can be
/// shown and is written again, or is refused. The text is lines: which model, its two features,
/// then notes, `key=value`.
public final class NotesFuzz {

  private static final Classes CLASSES = Classes.of("no", "yes");
  private static final double[] PRIORS = {0.25, 0.75};
  private static final double[][] COUNTS = {{3, 1.5}, {0.5, 4}};

  private NotesFuzz() {}

  /// What the fuzzer calls.
  public static void fuzzerTestOneInput(byte[] bytes) throws IOException {
    String[] lines = new String(bytes, StandardCharsets.UTF_8).split("\n", -1);
    if (lines.length < 3) {
      return;
    }
    boolean named = !lines[1].isEmpty() || !lines[2].isEmpty();
    if (named && lines[1].equals(lines[2])) {
      return;
    }
    Features features = named ? Features.of(lines[1], lines[2]) : Features.unnamed(2);
    SortedMap<String, String> notes = new TreeMap<>();
    Stream.of(lines)
        .skip(3)
        .forEach(line -> {
          int divider = line.indexOf('=');
          notes.put(line.substring(0, Math.max(0, divider)), line.substring(divider + 1));
        });
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    new ModelFile(model(lines[0], features), notes).write(stream);
    Path file = Untrusted.file(stream.toByteArray());
    FittedModel model = Untrusted.read(() -> StoredModel.read(file));
    if (model != null) {
      Untrusted.require(
          !new Inspection(model).json().toString().isEmpty(), "a model shows nothing");
      Untrusted.require(!new Inspection(model).toText().isEmpty(), "a model shows nothing");
      StoredModel.write(model, file);
      Untrusted.require(
          model.options().equals(StoredModel.read(file).options()),
          "a model was written with other options");
    }
  }

  private static Classifier<?, ?> model(String name, Features features) {
    return switch (name) {
      case "gaussian" ->
          GaussianNaiveBayes.of(
              features, CLASSES, PRIORS, new double[2], COUNTS, new double[][] {{1, 2}, {3, 4}});
      case "bernoulli" -> BernoulliNaiveBayes.of(features, CLASSES, PRIORS, COUNTS, COUNTS);
      case "categorical" ->
          CategoricalNaiveBayes.of(
              features,
              CLASSES,
              PRIORS,
              List.of(CategoryDictionary.of(List.of("a")), CategoryDictionary.of(List.of("b"))),
              COUNTS,
              new double[] {1, 1});
      default -> MultinomialNaiveBayes.of(features, CLASSES, PRIORS, COUNTS);
    };
  }
}
