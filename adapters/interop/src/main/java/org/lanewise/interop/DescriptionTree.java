package org.lanewise.interop;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.description.Description;
import org.lanewise.io.ModelFile;

/// The description of a model as parameter files hold it: members of JSON and tensors.
/// [MemberSource] reads it.
///
/// @param members texts, integers, numbers, truth values, lists and maps of such members
/// @param tensors the parameters; names of tensors of parts begin with the role of the part, and
///   its index if the role has several, as in `model.means` and `blocks.0.means`
record DescriptionTree(Map<String, Object> members, List<Tensor> tensors) {

  static final String KIND = "kind";
  static final String CLASSES = "classes";
  static final String FEATURES = "features";
  static final String VOCABULARY = "vocabulary";
  static final String TEXT = "text";
  static final String CATEGORIES = "categories";
  static final String NOTES = "notes";

  /// The largest integer that readers of JSON do not round.
  static final long MAX_INTEGER = 1L << 53;

  /// The description of a model, with the notes of its file.
  ///
  /// @throws IllegalArgumentException if its kind has no description
  static DescriptionTree of(ModelFile file) {
    Classes classes = file.model().classes();
    DescriptionTree tree = new DescriptionTree(new LinkedHashMap<>(), new ArrayList<>());
    Description description = file.model().describe();
    tree.members.put(KIND, description.kind());
    tree.members.put(CLASSES, classes.areNamed() ? classes.names() : classes.count());
    tree.add(description, "");
    if (!file.notes().isEmpty()) {
      tree.members.put(NOTES, file.notes());
    }
    return tree;
  }

  /// The prefix of the tensors of a part.
  static String prefix(String prefix, String role, int index) {
    return prefix + role + (Description.hasSeveral(role) ? "." + index : "") + ".";
  }

  private void add(Description description, String prefix) {
    members.put(KIND, description.kind());
    description.features().ifPresent(this::addFeatures);
    if (!description.categories().isEmpty()) {
      members.put(
          CATEGORIES, description.categories().stream().map(DescriptionTree::names).toList());
    }
    description.options().forEach((name, value) -> members.put(name, option(value)));
    description.tensors().forEach(tensor -> tensors.add(Tensor.of(prefix, tensor)));
    description
        .parts()
        .forEach((role, parts) -> {
          List<Object> all = new ArrayList<>();
          for (Description part : parts) {
            DescriptionTree tree = new DescriptionTree(new LinkedHashMap<>(), tensors);
            tree.add(part, prefix(prefix, role, all.size()));
            all.add(tree.members);
          }
          members.put(role, Description.hasSeveral(role) ? all : all.getFirst());
        });
  }

  private void addFeatures(Features features) {
    members.put(FEATURES, features.areNamed() ? features.names() : features.count());
    if (features.areWords()) {
      members.put(VOCABULARY, true);
    }
    if (!features.text().isEmpty()) {
      members.put(TEXT, features.text());
    }
  }

  private static Object option(Object value) {
    return value instanceof Long integer && (integer > MAX_INTEGER || integer < -MAX_INTEGER)
        ? integer.toString()
        : value;
  }

  private static Object names(CategoryDictionary dictionary) {
    if (!dictionary.isNamed()) {
      return dictionary.size();
    }
    List<String> names = new ArrayList<>();
    for (int code = 0; code < dictionary.size(); code++) {
      names.add(dictionary.name(code));
    }
    return names;
  }
}
