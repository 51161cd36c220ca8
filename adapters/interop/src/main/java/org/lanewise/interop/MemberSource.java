package org.lanewise.interop;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.lanewise.data.BadDataException;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Classes;
import org.lanewise.data.Fact;
import org.lanewise.data.Features;
import org.lanewise.description.Description;
import org.lanewise.io.ModelFile;
import org.lanewise.io.ModelKinds;
import org.lanewise.model.Classifier;
import org.lanewise.model.ModelSource;

/// The contents of a description in the members and tensors of a parameter file, as
/// [DescriptionTree] writes them.
final class MemberSource implements ModelSource {

  /// The most numbers that the models of a file generate in memory: 1 GB.
  private static final long MAX_RESERVED = 1L << 27;

  private final Members members;
  private final String prefix;
  private final Whole whole;

  /// The features of the model if its category columns have other names than in the file; null for
  /// those in the file.
  private Features named;

  private final List<MemberSource> parts = new ArrayList<>();

  private MemberSource(Members members, String prefix, Whole whole) {
    this.members = members;
    this.prefix = prefix;
    this.whole = whole;
  }

  /// The contents that all parts of a file share.
  private static final class Whole {

    final Classes classes;
    final StoredTensors tensors;

    /// The number of bytes of the file, which must be able to hold a number for each class, feature
    /// and category.
    final long byteCount;

    final UnaryOperator<String> naming;
    boolean hasRenamed;
    long reserved;

    Whole(Classes classes, StoredTensors tensors, long byteCount, UnaryOperator<String> naming) {
      this.classes = classes;
      this.tensors = tensors;
      this.byteCount = byteCount;
      this.naming = naming;
    }
  }

  /// Reads the model of a file, and its notes.
  ///
  /// @param members those of the outermost description
  /// @param naming the name in the model of a category in the file
  /// @throws IllegalArgumentException if the description or a tensor is invalid
  static ModelFile read(
      Members members, StoredTensors tensors, long byteCount, UnaryOperator<String> naming)
      throws IOException {
    Classes classes = classes(members, byteCount);
    Map<String, String> notes =
        members.has(DescriptionTree.NOTES)
            ? new Members(members.object(DescriptionTree.NOTES), "'notes'").texts()
            : Map.of();
    Whole whole = new Whole(classes, tensors, byteCount, naming);
    return new ModelFile(new MemberSource(members, "", whole).make(), notes);
  }

  private static Classes classes(Members members, long byteCount) {
    return switch (namesOrCount(members, DescriptionTree.CLASSES, byteCount)) {
      case Integer count -> Classes.unnamed(count);
      case Object names -> {
        List<String> given = members.texts(DescriptionTree.CLASSES, names);
        Classes natural = Classes.sorted(given);
        yield natural.names().equals(given) ? natural : Classes.of(given);
      }
    };
  }

  private static Object namesOrCount(Members members, String name, long byteCount) {
    Object value = members.namesOrCount(name);
    if (value instanceof Integer count && count > byteCount / Tensor.NUMBER_BYTES) {
      throw members.wrong(
          name, count, "a number that a file of %d bytes can hold".formatted(byteCount));
    }
    return value;
  }

  private Classifier<?, ?> make() throws IOException {
    Classifier<?, ?> model = ModelKinds.make(this);
    if (!model.features().equals(features())) {
      throw wrongFeatures(model.features());
    }
    finish();
    return model;
  }

  /// Refuses members that were not asked for.
  private void finish() {
    members.finish();
    parts.forEach(MemberSource::finish);
  }

  private IllegalArgumentException wrongFeatures(Features expected) {
    Features found = stored();
    return members.wrong(
        DescriptionTree.FEATURES,
        found.areNamed() ? found.names() : found.count(),
        expected.areNamed() ? expected.names().toString() : Integer.toString(expected.count()));
  }

  @Override
  public String kind() {
    return members.text(DescriptionTree.KIND);
  }

  @Override
  public Classes classes() {
    return whole.classes;
  }

  @Override
  public Features features() {
    return named == null ? stored() : named;
  }

  /// The features in the file.
  private Features stored() {
    String text = members.has(DescriptionTree.TEXT) ? members.text(DescriptionTree.TEXT) : "";
    boolean areWords = members.optionalFlag(DescriptionTree.VOCABULARY);
    Object value = namesOrCount(members, DescriptionTree.FEATURES, whole.byteCount);
    if (value instanceof List<?> given) {
      List<String> names = members.texts(DescriptionTree.FEATURES, given);
      Features features = areWords ? Features.words(names) : Features.of(names);
      if (!features.names().equals(names)) {
        throw members.wrong(
            DescriptionTree.FEATURES, names, "an array of ascending words, each once,");
      }
      return features.withText(text);
    }
    if (areWords) {
      throw members.wrong(DescriptionTree.VOCABULARY, true, "false for features without names");
    }
    return Features.unnamed((Integer) value).withText(text);
  }

  @Override
  public boolean flag(String option) {
    return members.flag(option);
  }

  @Override
  public long integer(String option, long least, long most) {
    return members.integer(option, least, most);
  }

  @Override
  public double number(String option) {
    return members.number(option);
  }

  @Override
  public int[] integers(String option, int count) {
    long[] values = members.integers(option);
    if (values.length != count) {
      throw members.wrong(option, values.length + " integers", "an array of %d".formatted(count));
    }
    return Arrays.stream(values)
        .mapToInt(value -> Math.clamp(value, Integer.MIN_VALUE, Integer.MAX_VALUE))
        .toArray();
  }

  @Override
  public List<CategoryDictionary> categories(int least, int most) {
    List<?> given = members.list(DescriptionTree.CATEGORIES);
    if (given.size() < least || given.size() > most) {
      throw members.wrong(
          DescriptionTree.CATEGORIES,
          "of %d features".formatted(given.size()),
          "an array for each of " + most);
    }
    List<CategoryDictionary> categories = new ArrayList<>();
    for (Object ofFeature : given) {
      categories.add(
          ofFeature instanceof Long count && count >= 0 && count <= Integer.MAX_VALUE
              ? CategoryDictionary.ofSize(count.intValue())
              : CategoryDictionary.of(members.texts(DescriptionTree.CATEGORIES, ofFeature)));
    }
    // The file has a number for each category.
    if (categories.stream().mapToLong(CategoryDictionary::size).sum()
        > whole.byteCount / Tensor.NUMBER_BYTES) {
      throw members.wrong(
          DescriptionTree.CATEGORIES,
          "larger",
          "as many as a file of %d bytes can hold".formatted(whole.byteCount));
    }
    return renamed(categories);
  }

  /// The same categories with their names in the model.
  ///
  /// @param stored the categories of the last features
  private List<CategoryDictionary> renamed(List<CategoryDictionary> stored) {
    Features features = features();
    List<CategoryDictionary> all = new ArrayList<>();
    for (CategoryDictionary categories : stored) {
      int feature = features.count() - stored.size() + all.size();
      Map<String, String> given = new LinkedHashMap<>();
      for (int code = 0; code < categories.size() && categories.isNamed(); code++) {
        String name = whole.naming.apply(categories.name(code));
        String before = given.putIfAbsent(name, categories.name(code));
        if (before != null) {
          throw new BadDataException(
              "the categories '%s' and '%s' of %s are both '%s' here; distinct names are expected",
              before, categories.name(code), Fact.feature(feature, features), name);
        }
        whole.hasRenamed |= !name.equals(categories.name(code));
      }
      all.add(
          categories.isNamed() ? CategoryDictionary.of(List.copyOf(given.keySet())) : categories);
    }
    return all;
  }

  @Override
  public boolean has(String tensor) {
    return whole.tensors.has(prefix + tensor);
  }

  @Override
  public double[] vector(String tensor, long size) throws IOException {
    return whole.tensors.vector(prefix + tensor, size);
  }

  @Override
  public double[][] rows(String tensor, long rowCount, long columnCount) throws IOException {
    return whole.tensors.rows(prefix + tensor, rowCount, columnCount);
  }

  @Override
  public double[][] matrix(String tensor, long columnCount) throws IOException {
    return rows(tensor, whole.tensors.rowCount(prefix + tensor), columnCount);
  }

  @Override
  public double[][][] matrices(String tensor, int count, int size) throws IOException {
    return count == 0
        ? new double[][][] {rows(tensor, size, size)}
        : whole.tensors.matrices(prefix + tensor, count, size);
  }

  @Override
  public void reserve(long numbers) {
    whole.reserved += numbers;
    if (whole.reserved > MAX_RESERVED) {
      throw members.wrong(
          "count",
          members.integer("count", 1, Integer.MAX_VALUE),
          "2^27 numbers at most in all matrices of random features");
    }
  }

  @Override
  public List<MemberSource> parts(String role) {
    boolean hasSeveral = Description.hasSeveral(role);
    int count = hasSeveral ? members.list(role).size() : 1;
    List<MemberSource> found = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      found.add(
          new MemberSource(
              hasSeveral
                  ? members.element(role, i)
                  : new Members(members.object(role), "'%s'".formatted(role)),
              DescriptionTree.prefix(prefix, role, i),
              whole));
    }
    parts.addAll(found);
    return found;
  }

  @Override
  public Classifier<?, ?> model(String role, Features expected) throws IOException {
    MemberSource part = parts(role).getFirst();
    Features stored = part.stored();
    if (!stored.equals(expected) && !(whole.hasRenamed && stored.count() == expected.count())) {
      throw part.wrongFeatures(expected);
    }
    part.named = expected;
    return part.make();
  }

  @Override
  public List<Classifier<?, ?>> models(String role) throws IOException {
    List<Classifier<?, ?>> models = new ArrayList<>();
    for (MemberSource part : parts(role)) {
      models.add(part.make());
    }
    return models;
  }
}
