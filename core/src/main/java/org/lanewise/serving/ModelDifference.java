package org.lanewise.serving;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.lanewise.model.Classifier;
import org.lanewise.model.ParameterTable;

/// The difference between two models: classes, features and parameters, by name.
///
/// Parameters that both models have are compared in the form in which they are usually written:
/// priors; means and covariances, or variances, of Gaussian models; probabilities, rates or weights
/// of discrete models; the parameters of each block of mixed models; a temperature. A parameter has
/// moved if its bits differ. Parameters that only one model has, such as a temperature, variances
/// by class, or a category, are listed by name. Immutable.
///
/// @param classesBefore the classes of the first model that the second lacks
/// @param classesAfter the classes of the second model that the first lacks
/// @param featuresBefore the features of the first model that the second lacks
/// @param featuresAfter the features of the second model that the first lacks
/// @param reordered whether common classes or features are in a different order, which changes the
///   meaning of indices in labels or rows
/// @param parametersBefore the parameters of the first model that the second lacks, such as
///   `temperature`, or `probability of colour=green`; without parameters of classes and features
///   that it lacks
/// @param parametersAfter the parameters of the second model that the first lacks
/// @param parameters for each kind of parameter that both models have, the numbers that moved
public record ModelDifference(
    List<String> classesBefore,
    List<String> classesAfter,
    List<String> featuresBefore,
    List<String> featuresAfter,
    boolean reordered,
    List<String> parametersBefore,
    List<String> parametersAfter,
    List<Parameter> parameters) {

  /// The largest number of moves listed for a kind of parameter.
  public static final int MAX_MOVES = 1000;

  /// A number that moved.
  ///
  /// @param of its class, features and category, as far as it has them
  public record Move(List<String> of, double before, double after) {

    /// The change, after − before.
    public double by() {
      return after - before;
    }
  }

  /// A kind of parameter.
  ///
  /// @param name its name, such as `mean`
  /// @param compared the number of its values that both models have
  /// @param moved the number of these values that moved
  /// @param largest up to 1,000 moves, the largest |after − before| first
  public record Parameter(String name, long compared, long moved, List<Move> largest) {}

  /// Compares two models of the same or of different kinds.
  public static ModelDifference of(Classifier<?, ?> before, Classifier<?, ?> after) {
    List<String> classes = before.classes().names();
    List<String> others = after.classes().names();
    List<String> features = featuresOf(before);
    List<String> otherFeatures = featuresOf(after);
    List<String> classesBefore = without(classes, others);
    List<String> classesAfter = without(others, classes);
    List<String> featuresBefore = without(features, otherFeatures);
    List<String> featuresAfter = without(otherFeatures, features);
    List<Parameter> parameters = new ArrayList<>();
    List<ParameterTable> earlier = tables(before, features);
    List<ParameterTable> later = tables(after, otherFeatures);
    for (ParameterTable first : earlier) {
      for (ParameterTable second : later) {
        if (areComparable(first, second)) {
          Parameter parameter = compared(first, second);
          if (parameter.compared > 0) {
            parameters.add(parameter);
          }
        }
      }
    }
    return new ModelDifference(
        classesBefore,
        classesAfter,
        featuresBefore,
        featuresAfter,
        areReordered(classes, others) || areReordered(features, otherFeatures),
        only(earlier, later, both(classesBefore, featuresBefore)),
        only(later, earlier, both(classesAfter, featuresAfter)),
        List.copyOf(parameters));
  }

  /// The names of features, or their indices if they have no names.
  private static List<String> featuresOf(Classifier<?, ?> model) {
    return IntStream.range(0, model.featureCount()).mapToObj(model.features()::name).toList();
  }

  private static List<ParameterTable> tables(Classifier<?, ?> model, List<String> features) {
    List<ParameterTable> all = new ArrayList<>();
    all.add(ParameterTable.of("prior", model.classes().names(), model.priors()));
    all.addAll(model.parameters(features));
    return all;
  }

  private static boolean areComparable(ParameterTable one, ParameterTable other) {
    return one.name().equals(other.name()) && one.axes().size() == other.axes().size();
  }

  /// A parameter that only one model has.
  private static String describe(ParameterTable table) {
    if (!table.name().endsWith("variance")) {
      return table.name();
    }
    boolean byClass = table.axes().size() > (table.isSymmetric() ? 2 : 1);
    return table.name() + (byClass ? " by class" : " of all classes");
  }

  /// The names of parameters that only one model has, without those that follow from missing
  /// classes and features.
  private static List<String> only(
      List<ParameterTable> own, List<ParameterTable> others, Set<String> lacking) {
    Set<String> only = new LinkedHashSet<>();
    for (ParameterTable table : own) {
      List<ParameterTable> same =
          others.stream().filter(other -> areComparable(table, other)).toList();
      if (same.isEmpty()) {
        only.add(describe(table));
        continue;
      }
      for (int axis = 0; axis < table.axes().size(); axis++) {
        Set<String> known = new HashSet<>(lacking);
        for (ParameterTable other : same) {
          known.addAll(other.axes().get(axis));
        }
        for (String name : table.axes().get(axis)) {
          if (!known.contains(name)) {
            only.add(table.name() + " of " + name);
          }
        }
      }
    }
    return List.copyOf(only);
  }

  private static boolean areReordered(List<String> names, List<String> others) {
    List<String> common = new ArrayList<>(names);
    common.retainAll(Set.copyOf(others));
    List<String> otherCommon = new ArrayList<>(others);
    otherCommon.retainAll(Set.copyOf(names));
    return !common.equals(otherCommon);
  }

  private static Set<String> both(List<String> classes, List<String> features) {
    Set<String> both = new HashSet<>(classes);
    both.addAll(features);
    return both;
  }

  /// Whether there is no difference.
  public boolean isEmpty() {
    return classesBefore.isEmpty()
        && classesAfter.isEmpty()
        && featuresBefore.isEmpty()
        && featuresAfter.isEmpty()
        && !reordered
        && parametersBefore.isEmpty()
        && parametersAfter.isEmpty()
        && parameters.stream().allMatch(parameter -> parameter.moved == 0);
  }

  private static List<String> without(List<String> names, List<String> others) {
    var known = others.stream().collect(Collectors.toSet());
    return names.stream().filter(name -> !known.contains(name)).toList();
  }

  private static Parameter compared(ParameterTable before, ParameterTable after) {
    Comparison comparison = new Comparison(before, after);
    comparison.compare();
    Comparator<Move> largest = Comparator.comparingDouble(move -> -Math.abs(move.by()));
    List<Move> moves = new ArrayList<>(comparison.largest);
    moves.sort(largest);
    return new Parameter(before.name(), comparison.compared, comparison.moved, List.copyOf(moves));
  }
}
