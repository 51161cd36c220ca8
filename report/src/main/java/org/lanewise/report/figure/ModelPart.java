package org.lanewise.report.figure;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import org.lanewise.data.Features;
import org.lanewise.data.RowFormat;
import org.lanewise.model.Classifier;
import org.lanewise.model.Priors;

/// A model of one kind, or a block of a mixed one with the class priors of the whole, which the
/// blocks but the first do not have.
///
/// @param model of one kind
/// @param block which it is of the whole, −1 where it is the whole
/// @param first the index of its first feature in the whole
/// @param whole the features of the whole
public record ModelPart(Classifier<?, ?> model, int block, int first, Features whole) {

  /// The parts of a model, one behind the other.
  public static List<ModelPart> of(Classifier<?, ?> model) {
    List<? extends Classifier<?, ?>> blocks = model.blocks();
    if (model.bare().format() != RowFormat.BLOCKS) {
      return List.of(new ModelPart(model.bare(), -1, 0, model.features()));
    }
    Priors priors = Priors.fixed(model.priors());
    List<ModelPart> parts = new ArrayList<>();
    int first = 0;
    for (Classifier<?, ?> block : blocks) {
      parts.add(new ModelPart(block.withPriors(priors), parts.size(), first, model.features()));
      first += block.featureCount();
    }
    return parts;
  }

  /// The name of a feature of this part as it was given: its index in the whole where it was not.
  String givenName(int feature) {
    return whole.name(first + feature);
  }

  /// The name of a feature of this part.
  public String name(int feature) {
    return (whole.areNamed() ? "" : "feature ") + givenName(feature);
  }

  /// The names of the features of this part, made on access: there may be very many, and few are
  /// shown.
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
