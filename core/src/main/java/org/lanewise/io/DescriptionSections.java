package org.lanewise.io;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.lanewise.data.Features;
import org.lanewise.description.Description;
import org.lanewise.description.Tensor;

/// Writes descriptions as sections: categories, options, tensors, then parts. Each section has the
/// name of its content. [SectionSource] reads them.
final class DescriptionSections {

  /// For parts that are models, two integers each: the number of features, and 1 if these are
  /// words.
  static final String PART_FEATURES = "partfeat";

  /// The number of features with categories.
  static final String CATEGORY_FEATURES = "catfeat";

  private DescriptionSections() {}

  /// The contents of a description, without its kind and features.
  static List<Section> of(Description description) {
    List<Section> sections = new ArrayList<>();
    if (!description.categories().isEmpty()) {
      sections.add(Section.longs(CATEGORY_FEATURES, description.categories().size()));
      sections.addAll(Dictionaries.sections(description.categories(), false));
    }
    description.options().forEach((name, value) -> sections.add(option(name, value)));
    description.tensors().forEach(tensor -> sections.add(tensor(tensor)));
    for (Map.Entry<String, List<Description>> parts : description.parts().entrySet()) {
      sections.addAll(parts(parts.getKey(), parts.getValue()));
    }
    return sections;
  }

  /// The kinds of parts, their features if they are models, and their contents.
  static List<Section> parts(String role, List<Description> parts) {
    List<Section> sections = new ArrayList<>();
    sections.add(Section.strings(role, parts.stream().map(Description::kind).toList()));
    if (parts.getFirst().features().isPresent()) {
      sections.add(
          Section.longRows(
              PART_FEATURES, parts.size(), 2, i -> size(parts.get(i).features().orElseThrow())));
    }
    parts.forEach(part -> sections.addAll(of(part)));
    return sections;
  }

  /// The number of features, and 1 if these are words; [StoredNames#split] takes it back.
  static long[] size(Features features) {
    return new long[] {features.count(), features.areWords() ? 1 : 0};
  }

  private static Section option(String name, Object value) {
    return switch (value) {
      case Boolean flag -> Section.longs(name, flag ? 1 : 0);
      case Long integer -> Section.longs(name, integer);
      case Double number -> Section.doubles(name, number);
      case List<?> integers ->
          Section.longs(name, integers.stream().mapToLong(Long.class::cast).toArray());
      default ->
          throw new IllegalArgumentException(
              "option '%s' is %s; a truth value, a number or integers are expected"
                  .formatted(name, value));
    };
  }

  private static Section tensor(Tensor tensor) {
    int pieces = tensor.pieceCount();
    int last = tensor.shape().getLast();
    return tensor.isSymmetric()
        ? Section.symmetric(tensor.name(), pieces, last, tensor.piece())
        : Section.rows(tensor.name(), pieces, last, tensor.piece());
  }
}
