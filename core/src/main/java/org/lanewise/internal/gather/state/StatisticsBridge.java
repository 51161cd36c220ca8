package org.lanewise.internal.gather.state;

import java.util.List;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;

/// Internal access to the state of statistics, for serialization. The package of statistics sets it
/// when it is loaded.
public abstract class StatisticsBridge {

  private static volatile StatisticsBridge instance;

  /// Sets the instance.
  public static void set(StatisticsBridge bridge) {
    instance = bridge;
  }

  /// Returns the instance; the class `Statistics` must be initialised.
  public static StatisticsBridge get() {
    return instance;
  }

  /// Returns a copy of the contents of statistics.
  public abstract StatisticsState state(Object statistics);

  /// The scatter of a class in the layout of [org.lanewise.internal.kernel.PackedTriangle].
  ///
  /// @throws IllegalArgumentException if only the pooled scatter is known
  public abstract double[] packedScatter(Object summary, int label);

  /// The sum of the scatters of all classes, in the same layout.
  public abstract double[] packedWithinScatter(Object summary);

  /// Returns statistics that continue from a state.
  ///
  /// @param dictionaries of categorical features, else null
  /// @throws IllegalArgumentException if shapes do not match, or no rows can lead here
  public abstract Object restore(
      StatisticsState state,
      Features features,
      List<CategoryDictionary> dictionaries,
      Classes classes);
}
