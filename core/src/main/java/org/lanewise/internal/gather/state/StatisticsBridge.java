package org.lanewise.internal.gather.state;

import java.util.List;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;

/// The way from statistics to their state and back, which users have no business with: the room of
/// statistics gives it when it is loaded, the room of files takes it.
public abstract class StatisticsBridge {

  private static volatile StatisticsBridge instance;

  /// Gives the way.
  public static void set(StatisticsBridge bridge) {
    instance = bridge;
  }

  /// The way; statistics have to be loaded.
  public static StatisticsBridge get() {
    return instance;
  }

  /// A copy of all that statistics hold.
  public abstract StatisticsState state(Object statistics);

  /// The scatter of a class in the layout of [org.lanewise.internal.kernel.PackedTriangle].
  ///
  /// @throws IllegalArgumentException if only the pooled scatter is known
  public abstract double[] packedScatter(Object summary, int label);

  /// The sum of the scatters of all classes, in the same layout.
  public abstract double[] packedWithinScatter(Object summary);

  /// Statistics that go on from a state.
  ///
  /// @param dictionaries of categorical features, else null
  /// @throws IllegalArgumentException if shapes do not match, or no rows can lead here
  public abstract Object restore(
      StatisticsState state,
      Features features,
      List<CategoryDictionary> dictionaries,
      Classes classes);
}
