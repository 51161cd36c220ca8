package org.lanewise.internal.score;

import org.lanewise.data.Classes;
import org.lanewise.data.Features;

/// The names of the columns and classes of a model.
public record Naming(Features features, Classes classes) {

  /// Features and classes known by their index.
  public static Naming unnamed(int featureCount, int classCount) {
    return new Naming(Features.unnamed(featureCount), Classes.unnamed(classCount));
  }
}
