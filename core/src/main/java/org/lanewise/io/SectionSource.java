package org.lanewise.io;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.model.Classifier;
import org.lanewise.model.ModelSource;

/// The contents of a description in the sections of a file, as [DescriptionSections] writes them.
/// They are read in order, so parts share the reader.
///
/// @param names the classes and features; for a step of a transform, those of the model
/// @param depth the number of models and steps around this one
record SectionSource(SectionReader in, String kind, StoredNames names, int depth)
    implements ModelSource {

  // Limits nesting, because a file could nest models until the stack overflows.
  private static final int MAX_DEPTH = 8;
  private static final int MAX_PARTS = 1 << 16;

  /// The source of the outermost model.
  SectionSource(SectionReader in, String kind, StoredNames names) {
    this(in, kind, names, 0);
  }

  @Override
  public Classes classes() {
    return names.classes();
  }

  @Override
  public Features features() {
    return names.features();
  }

  @Override
  public boolean flag(String option) throws UnusableFileException {
    return integer(option, 0, 1) == 1;
  }

  @Override
  public long integer(String option, long least, long most) throws UnusableFileException {
    long value = in.longs(option, 1)[0];
    in.requireRange(option, value, least, most);
    return value;
  }

  @Override
  public double number(String option) throws UnusableFileException {
    return in.doubles(option, 1)[0];
  }

  @Override
  public int[] integers(String option, int count) throws UnusableFileException {
    return in.ints(option, count);
  }

  @Override
  public List<CategoryDictionary> categories(int least, int most) throws UnusableFileException {
    int count = (int) integer(DescriptionSections.CATEGORY_FEATURES, least, most);
    List<CategoryDictionary> categories = Dictionaries.read(in, count, false);
    // There are parameters for all categories of a feature, or for all but one.
    in.requireRoom(Dictionaries.SIZES, (long) Dictionaries.categoryCount(categories) - count);
    return categories;
  }

  @Override
  public boolean has(String tensor) throws UnusableFileException {
    return in.nextIs(tensor);
  }

  @Override
  public double[] vector(String tensor, long size) throws UnusableFileException {
    return rows(tensor, 1, size)[0];
  }

  @Override
  public double[][] rows(String tensor, long rowCount, long columnCount)
      throws UnusableFileException {
    return in.rows(tensor, size(tensor, rowCount), size(tensor, columnCount));
  }

  @Override
  public double[][] matrix(String tensor, long columnCount) throws UnusableFileException {
    return in.matrix(tensor, size(tensor, columnCount));
  }

  private int size(String tensor, long size) throws UnusableFileException {
    in.requireRange(tensor, size, 0, Integer.MAX_VALUE);
    return (int) size;
  }

  @Override
  public double[][][] matrices(String tensor, int count, int size) throws UnusableFileException {
    return in.symmetric(tensor, Math.max(1, count), size);
  }

  @Override
  public void reserve(long numbers) throws UnusableFileException {
    in.reserve(numbers);
  }

  @Override
  public List<SectionSource> parts(String role) throws UnusableFileException {
    List<String> kinds = in.strings(role);
    in.requireRange(role, kinds.size(), 1, MAX_PARTS);
    in.requireRange(role, depth, 0, MAX_DEPTH);
    return kinds.stream()
        .map(part -> new SectionSource(in, StoredNames.shown(part), names, depth + 1))
        .toList();
  }

  private SectionSource with(Features features) {
    return new SectionSource(in, kind, names.with(features), depth);
  }

  @Override
  public Classifier<?, ?> model(String role, Features features) throws IOException {
    List<SectionSource> parts = parts(role);
    in.requireRange(role, parts.size(), 1, 1);
    long[] size = in.longRows(DescriptionSections.PART_FEATURES, 1, 2)[0];
    in.requireRange(DescriptionSections.PART_FEATURES, size[0], features.count(), features.count());
    int words = features.areWords() ? 1 : 0;
    in.requireRange(DescriptionSections.PART_FEATURES, size[1], words, words);
    return ModelKinds.make(parts.getFirst().with(features));
  }

  @Override
  public List<Classifier<?, ?>> models(String role) throws IOException {
    List<SectionSource> parts = parts(role);
    List<Features> features =
        names.split(
            in,
            DescriptionSections.PART_FEATURES,
            in.longRows(DescriptionSections.PART_FEATURES, parts.size(), 2));
    List<Classifier<?, ?>> models = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      models.add(ModelKinds.make(parts.get(i).with(features.get(i))));
    }
    return models;
  }
}
