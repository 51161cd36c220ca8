package org.lanewise.report.figure;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.lanewise.data.Features;
import org.lanewise.data.RowFormat;
import org.lanewise.model.Classifier;
import org.lanewise.model.Priors;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.gaussian.GaussianClassifier;
import org.lanewise.model.gaussian.IndicatorClassifier;
import org.lanewise.transform.Indicators;

/// A model of one kind, or a block of a mixed model with the class priors of the whole, which only
/// the first block has itself.
///
/// @param model the model, of one kind
/// @param block the index of the block, or −1 if it is the whole model
/// @param first the index of its first feature in the whole
/// @param whole the features of the whole model
public record ModelPart(Classifier<?, ?> model, int block, int first, Features whole) {

  /// The parts of a model, in order.
  public static List<ModelPart> of(Classifier<?, ?> model) {
    if (model.bare() instanceof IndicatorClassifier of) {
      return List.of(columns(of));
    }
    if (model.bare().format() != RowFormat.BLOCKS) {
      return List.of(new ModelPart(model.bare(), -1, 0, model.features()));
    }
    Priors priors = Priors.fixed(model.priors());
    List<ModelPart> parts = new ArrayList<>();
    int first = 0;
    for (Classifier<?, ?> block : model.blocks()) {
      parts.add(new ModelPart(block.withPriors(priors), parts.size(), first, model.features()));
      first += block.featureCount();
    }
    return parts;
  }

  /// The parts of a model and, if it has indicators of normal columns, a part with the shares of
  /// their categories.
  public static List<ModelPart> withShares(Classifier<?, ?> model) {
    List<ModelPart> parts = new ArrayList<>(of(model));
    if (model.bare() instanceof IndicatorClassifier of
        && of.model() instanceof GaussianClassifier normal) {
      parts.add(shares(of, normal));
    }
    return parts;
  }

  /// The numbers and indicators, each as a feature.
  private static ModelPart columns(IndicatorClassifier model) {
    List<String> names =
        IntStream.range(0, model.featureCount()).mapToObj(model.features()::name).toList();
    return new ModelPart(model.model(), -1, 0, Features.of(model.indicators().outputNames(names)));
  }

  /// The categories, whose shares in a class are the means of their indicators.
  private static ModelPart shares(IndicatorClassifier model, GaussianClassifier columns) {
    Indicators indicators = model.indicators();
    int numbers = indicators.numberCount();
    int[] leftOut = indicators.leftOut();
    double[][] shares = new double[model.classCount()][];
    for (int c = 0; c < shares.length; c++) {
      double[] means = columns.mean(c);
      DoubleStream.Builder all = DoubleStream.builder();
      int column = numbers;
      for (int f = 0; f < leftOut.length; f++) {
        double[] own = new double[indicators.dictionaries().get(f).size()];
        double rest = 1;
        for (int code = 0; code < own.length; code++) {
          if (code != leftOut[f]) {
            own[code] = Math.max(0, means[column++]);
            rest -= own[code];
          }
        }
        own[leftOut[f]] = Math.max(0, rest);
        Arrays.stream(own).forEach(all::add);
      }
      shares[c] = all.build().toArray();
    }
    List<String> names = model.features().names();
    CategoricalNaiveBayes ofShares =
        CategoricalNaiveBayes.of(
            names.isEmpty()
                ? Features.unnamed(leftOut.length)
                : Features.of(names.subList(numbers, names.size())),
            model.classes(),
            model.priors(),
            indicators.dictionaries(),
            shares,
            new double[leftOut.length]);
    return new ModelPart(ofShares, 1, numbers, model.features());
  }

  /// The given name of a feature of this part, or its index in the whole if it has no name.
  String givenName(int feature) {
    return whole.name(first + feature);
  }

  /// The name of a feature of this part.
  public String name(int feature) {
    return (whole.areNamed() ? "" : "feature ") + givenName(feature);
  }

  /// The names of the features of this part, made on access because there may be very many, of
  /// which few are shown.
  public List<String> names() {
    return new AbstractList<>() {
      @Override
      public String get(int feature) {
        return name(feature);
      }

      @Override
      public int size() {
        return model.featureCount();
      }
    };
  }
}
