package org.lanewise.description;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Features;

/// Everything that determines a model or a step of a transform: its kind, options, categories,
/// tensors and parts. Every format writes models by their descriptions alone;
/// [org.lanewise.model.ModelSource] reads them. A model made from the same description gives
/// bit-identical scores.
///
/// The order of the contents is that of reading: categories, options, tensors, parts. Immutable.
///
/// @param kind the kind, such as `linear-discriminant`
/// @param features the features of the rows; empty for a step of a transform
/// @param options truth values ([Boolean]), integers ([Long]), numbers ([Double]) and lists of
///   integers, by name
/// @param categories the categories of each feature that has categories
/// @param tensors the parameters
/// @param parts the models or steps that this one consists of, by the name of their role
public record Description(
    String kind,
    Optional<Features> features,
    Map<String, Object> options,
    List<CategoryDictionary> categories,
    List<Tensor> tensors,
    Map<String, List<Description>> parts) {

  /// Copies the contents.
  public Description {
    options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
    categories = List.copyOf(categories);
    tensors = List.copyOf(tensors);
    parts = Collections.unmodifiableMap(new LinkedHashMap<>(parts));
  }

  /// Creates the description of a model, without contents so far.
  public static Description of(String kind, Features features) {
    return of(kind, Optional.of(features));
  }

  /// Creates the description of a step of a transform, without contents so far.
  public static Description ofStep(String kind) {
    return of(kind, Optional.empty());
  }

  private static Description of(String kind, Optional<Features> features) {
    return new Description(kind, features, Map.of(), List.of(), List.of(), Map.of());
  }

  /// Returns this description with a truth value.
  public Description with(String option, boolean value) {
    return withOption(option, value);
  }

  /// Returns this description with an integer.
  public Description with(String option, long value) {
    return withOption(option, value);
  }

  /// Returns this description with a number.
  public Description with(String option, double value) {
    return withOption(option, value);
  }

  /// Returns this description with a list of integers.
  public Description with(String option, List<Long> values) {
    return withOption(option, List.copyOf(values));
  }

  private Description withOption(String option, Object value) {
    Map<String, Object> all = new LinkedHashMap<>(options);
    all.put(option, value);
    return new Description(kind, features, all, categories, tensors, parts);
  }

  /// Returns this description with the categories of features.
  public Description withCategories(List<CategoryDictionary> given) {
    return new Description(kind, features, options, given, tensors, parts);
  }

  /// The values of a tensor of one or two axes, row by row.
  ///
  /// @throws java.util.NoSuchElementException if there is no tensor of this name
  public double[][] rows(String tensor) {
    Tensor found =
        tensors.stream().filter(one -> one.name().equals(tensor)).findFirst().orElseThrow();
    return IntStream.range(0, found.pieceCount()).mapToObj(found.piece()).toArray(double[][]::new);
  }

  /// Returns this description with further tensors.
  public Description with(Tensor... more) {
    List<Tensor> all = new ArrayList<>(tensors);
    Collections.addAll(all, more);
    return new Description(kind, features, options, categories, all, parts);
  }

  /// Returns this description with the only part of a role.
  ///
  /// @param role in the singular, such as `model`
  public Description withPart(String role, Description part) {
    return withParts(role, List.of(part));
  }

  /// Whether a role has several parts. Its name is then a plural, such as `blocks`.
  public static boolean hasSeveral(String role) {
    return role.endsWith("s");
  }

  /// Returns this description with parts.
  ///
  /// @param role such as `blocks`
  public Description withParts(String role, List<Description> given) {
    Map<String, List<Description>> all = new LinkedHashMap<>(parts);
    all.put(role, List.copyOf(given));
    return new Description(kind, features, options, categories, tensors, all);
  }
}
