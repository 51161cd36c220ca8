package org.lanewise.io;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.lanewise.calibration.CalibratedClassifier;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.description.Description;
import org.lanewise.inference.ClassSets;
import org.lanewise.inference.DensityRanks;
import org.lanewise.inference.RelativeMahalanobis;
import org.lanewise.internal.file.AtomicFile;
import org.lanewise.internal.fit.KnownKinds;
import org.lanewise.model.Classifier;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.ComplementNaiveBayes;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.discrete.PoissonNaiveBayes;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.IndicatorClassifier;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.LowRankDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.gaussian.RegularizedDiscriminant;
import org.lanewise.model.gaussian.TransformedClassifier;
import org.lanewise.model.linear.LinearClassifier;
import org.lanewise.model.mixed.MixedNaiveBayes;
import org.lanewise.text.TokenTable;

/// A file of a model, with everything that prediction needs.
///
/// A model read from its file gives bit-identical scores and contains the names of its classes and
/// features. A file can hold [LinearDiscriminant], [QuadraticDiscriminant],
/// [RegularizedDiscriminant], [LowRankDiscriminant], [GaussianNaiveBayes], [BernoulliNaiveBayes],
/// [MultinomialNaiveBayes], [ComplementNaiveBayes], [PoissonNaiveBayes], [CategoricalNaiveBayes],
/// [MixedNaiveBayes], [TransformedClassifier], [IndicatorClassifier], [LinearClassifier], and each
/// of these with a temperature, as a [CalibratedClassifier]. Settings that are not part of a model,
/// such as a threshold or the treatment of unseen categories, belong in the notes.
///
/// A file is written atomically, and its contents are validated before they are used. Numbers are
/// little-endian; doubles are IEEE 754 bits, all finite; strings are UTF-8.
///
/// ```
/// byte
///    0  ┌────────────────────────────────────────────────┐
///       │ "LANEWISE"                                     │  These 40 bytes are laid out
///    8  │ format version: 1          kind              12│  so in every version.
///   16  │ number of bytes of the whole file              │
///   24  │ number of features d       number of classes k │
///   32  │ number of sections         checksum of 0 … 35  │
///   40  ├────────────────────────────────────────────────┤
///       │ tag: 8 ASCII characters, zeros after the last  │  One section,
///       │ n: number of bytes of the content              │  the next after it.
///       │ n bytes of content                             │
///       │ zeros up to a multiple of 8                    │
///       ├────────────────────────────────────────────────┤
///       │ …                                              │
///       ├────────────────────────┬───────────────────────┘
///       │ checksum of all above  │  but for bytes 36 … 39
///       └────────────────────────┘
/// ```
///
/// Version, kind, checksums (CRC-32C), and the numbers of features, classes and sections are
/// integers of 4 bytes; all other integers have 8 bytes. Sections come in this order:
///
/// | tag | content |
/// | --- | --- |
/// | `classes` | strings: k class names |
/// | `features` | strings: d feature names, or none |
/// | `notes` | strings: key, value, key, value …, the keys ascending |
/// | `orders` | 2 integers: 0 for classes in natural order, 1 for given order, 2 for unnamed classes, 3 for given order with room for more; 0 for features from columns, 1 for words; absent if the names determine both |
/// | `text` | 1 string: how features are made of messages, [Features#text()]; absent if that is empty |
/// | `kind` | 1 string: the kind of the model, such as `linear-discriminant` |
/// | … | the contents of the model's [description][Classifier#describe()], below |
/// | `ranks` | k integers: the number of log densities kept for each class, 1 to 10,000; absent if there are none |
/// | `rankdens`, `rankwts` | with `ranks`: these log densities, class by class and ascending, and the total weight of the rows up to each |
/// | `allhead` | 2 integers: the number m of features of a transformed row, or d; the number r of ranks; absent where rows are not tested for being of no class |
/// | `allkind` | with `allhead`: 1 string, the kind of the model of all rows; absent if that is a linear discriminant |
/// | … | with `allhead`: the contents of that model, with one class and m features |
/// | `alldist`, `allwts` | with `allhead`: r doubles each, as `rankdens` and `rankwts` of one class |
/// | `sets` | k + 1 integers: 1 if the rows were held out of the fit, else 0; the number of ranked rows of each class, 0 to 10,000; absent if there are none |
/// | `setsjoin`, `setsmarg` | with `sets`: the log joint densities of these rows, class by class and ascending, and their margins |
/// | `testhead` | 4 integers: the version of the arithmetic, the number B of blocks, the number n of test rows, and 1 if they are mixed rows, else 0; absent if there are none |
/// | `testkind`, `testrows` | with `testhead`: B rows of 2 integers: 0 for numbers, 1 for bits, 2 for codes or 3 for sparse numbers, and the number of features; n integers: the end of each row's entries |
/// | `testfeat`, `testvals` | with `testhead`: the feature of each entry, an integer, and its value; features without an entry are 0 |
/// | `testjoin` | with `testhead`: n rows of k integers: the IEEE 754 bits of the log joints |
/// | `tabtoken` | strings: the tokens of the [TokenTable] that makes rows of texts; absent if there is none |
/// | `tabvec` | with `tabtoken`: the vector of each token, d floats of 4 bytes, one after another |
///
/// The contents of a description have a section each, in this order. The tag is the beginning of
/// the name, such as `covarian` for `covariance`.
///
/// | content | sections |
/// | --- | --- |
/// | categories | `catfeat`: 1 integer, the number m of features with categories; `sizes`: m times 2 integers, the number of categories, and 1 if they have names, else 0 (in statistics, 2 is added if more categories may follow); `category`: strings, the names of all categories that have names |
/// | an option | a truth value as the integer 0 or 1, an integer, a double, or a list of integers |
/// | a tensor | doubles in C order; of symmetric matrices only the entries (0,0), (0,1), (1,1), (0,2) … (d−1,d−1) of each |
/// | parts | strings: the kind of each part; `partfeat` if the parts are models: for each 2 integers, the number of its features, and 1 if these are words, else 0; then the contents of each part |
///
/// Strings are stored as their number, then each string after its number of bytes; these numbers
/// have 4 bytes. The kind in the header is 255; kinds of 256 and above are statistics.
///
/// @param model the model
/// @param notes further information under keys of the caller's choice, such as the name of the
///   label column or a threshold
/// @param ranks ranks for the typicality of rows, if they are stored
/// @param reference the reference of [RelativeMahalanobis], which shows whether a row belongs to
///   none of the classes, if it is stored
/// @param sets ranked rows for sets of classes, if they are stored
/// @param testRows rows with the model's log joints, if any; readers can check the model with
///   [TestRows#require]
/// @param table the table that makes rows of texts, if there is one
public record ModelFile(
    Classifier<?, ?> model,
    SortedMap<String, String> notes,
    Optional<DensityRanks> ranks,
    Optional<RelativeMahalanobis.Reference> reference,
    Optional<ClassSets> sets,
    Optional<TestRows> testRows,
    Optional<TokenTable> table) {

  private static final String KIND = "kind";
  private static final String RANKS = "ranks";
  private static final String RANK_DENSITIES = "rankdens";
  private static final String RANK_WEIGHTS = "rankwts";
  private static final String ALL_HEAD = "allhead";
  private static final String ALL_KIND = "allkind";
  private static final String LINEAR = "linear-discriminant";
  private static final String ALL_DISTANCES = "alldist";
  private static final String ALL_WEIGHTS = "allwts";
  private static final String SETS = "sets";
  private static final String SET_JOINTS = "setsjoin";
  private static final String SET_MARGINS = "setsmarg";
  private static final String TEST_HEAD = "testhead";
  private static final String TEST_KINDS = "testkind";
  private static final String TEST_ROWS = "testrows";
  private static final String TEST_FEATURES = "testfeat";
  private static final String TEST_VALUES = "testvals";
  private static final String TEST_JOINTS = "testjoin";
  private static final String TABLE_TOKENS = "tabtoken";
  private static final String TABLE_VECTORS = "tabvec";

  /// Checks and copies the contents.
  ///
  /// @throws IllegalArgumentException if a file cannot hold the model, if a note is null, or if the
  ///   ranks or test rows are for a different number of classes
  public ModelFile {
    KnownKinds.Kind _ = ModelKinds.of(model.describe().kind());
    notes = StoredNames.sorted(notes);
    ranks.ifPresent(kept -> requireClasses(model, kept.classCount()));
    sets.ifPresent(kept -> requireClasses(model, kept.classCount()));
    Object unused = reference.map(all -> RelativeMahalanobis.of(model, all));
    testRows.ifPresent(rows -> rows.requireClasses(model.classCount()));
    table.ifPresent(made -> model.features().requireSame(made.features(), " by the model"));
  }

  private static void requireClasses(Classifier<?, ?> model, int ranked) {
    if (ranked != model.classCount()) {
      throw new IllegalArgumentException(
          "the model has %d classes and the ranks are of %d; as many are expected"
              .formatted(model.classCount(), ranked));
    }
  }

  /// Creates a file without notes.
  ///
  /// @throws IllegalArgumentException if a file cannot hold the model
  public ModelFile(Classifier<?, ?> model) {
    this(model, new TreeMap<>());
  }

  /// Creates a file with notes.
  ///
  /// @throws IllegalArgumentException if a file cannot hold the model, or a note is null
  public ModelFile(Classifier<?, ?> model, Map<String, String> notes) {
    this(
        model,
        StoredNames.sorted(notes),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /// Returns this file with ranks for the typicality of rows.
  ///
  /// @throws IllegalArgumentException if they are for a different number of classes
  public ModelFile withRanks(DensityRanks given) {
    return new ModelFile(model, notes, Optional.of(given), reference, sets, testRows, table);
  }

  /// Returns this file with what shows whether a row belongs to none of the classes:
  /// [RelativeMahalanobis#of(Classifier, RelativeMahalanobis.Reference)] takes it back.
  ///
  /// @throws IllegalArgumentException if it is for another model
  public ModelFile withReference(RelativeMahalanobis.Reference given) {
    return new ModelFile(model, notes, ranks, Optional.of(given), sets, testRows, table);
  }

  /// Returns this file with ranked rows for sets of classes.
  ///
  /// @throws IllegalArgumentException if they are for a different number of classes
  public ModelFile withSets(ClassSets given) {
    return new ModelFile(model, notes, ranks, reference, Optional.of(given), testRows, table);
  }

  /// Returns this file with rows that show whether the model still scores as it did.
  ///
  /// @throws IllegalArgumentException if they are for a different number of classes
  public ModelFile withTestRows(TestRows given) {
    return new ModelFile(model, notes, ranks, reference, sets, Optional.of(given), table);
  }

  /// Returns this file with the table that makes rows of texts, so that it needs no other file to
  /// label them.
  ///
  /// @throws IllegalArgumentException if the model has rows of another table
  public ModelFile withTable(TokenTable given) {
    return new ModelFile(model, notes, ranks, reference, sets, testRows, Optional.of(given));
  }

  /// Writes a model without notes. An existing file is replaced once the new file is complete and
  /// on disk; if writing fails, it does not change.
  ///
  /// @throws UnusableFileException if the file cannot be written
  /// @throws IllegalArgumentException if a file cannot hold the model, or a name contains half a
  ///   surrogate pair
  public static void write(Classifier<?, ?> model, Path path) throws UnusableFileException {
    new ModelFile(model).write(path);
  }

  /// Reads the model of a file; it must have the given class.
  ///
  /// @throws UnusableFileException if there is no such file, if it cannot be read, if it is not
  ///   complete and valid, or if it holds another kind of model
  public static <M extends Classifier<?, ?>> M read(Path path, Class<M> kind)
      throws UnusableFileException {
    return read(path).model(kind, "'" + path + "'");
  }

  /// Returns the model; it must have the given class.
  ///
  /// @throws UnusableFileException if the model has another class
  public <M extends Classifier<?, ?>> M model(Class<M> kind) throws UnusableFileException {
    return model(kind, "the file");
  }

  private <M extends Classifier<?, ?>> M model(Class<M> kind, String source)
      throws UnusableFileException {
    if (!kind.isInstance(model)) {
      throw new UnusableFileException(
          "%s holds a %s; a %s is expected"
              .formatted(source, model.getClass().getSimpleName(), kind.getSimpleName()));
    }
    return kind.cast(model);
  }

  /// Writes the file. An existing file is replaced once the new file is complete and on disk; if
  /// writing fails, it does not change.
  ///
  /// @throws UnusableFileException if the file cannot be written
  /// @throws IllegalArgumentException if a name or note contains half a surrogate pair
  public void write(Path path) throws UnusableFileException {
    List<Section> sections = sections();
    AtomicFile.write(path, stream -> write(sections, stream));
  }

  /// Writes the bytes of the file to a stream, which is flushed and not closed.
  ///
  /// @throws IOException if the stream throws it
  /// @throws IllegalArgumentException if a name or note contains half a surrogate pair
  public void write(OutputStream stream) throws IOException {
    write(sections(), stream);
  }

  private List<Section> sections() {
    List<Section> sections = new StoredNames(model.classes(), model.features(), notes).sections();
    Description description = model.describe();
    sections.add(Section.strings(KIND, List.of(description.kind())));
    sections.addAll(DescriptionSections.of(description));
    ranks.ifPresent(kept -> sections.addAll(sections(kept)));
    reference.ifPresent(kept -> sections.addAll(sections(kept)));
    sets.ifPresent(kept -> sections.addAll(sections(kept)));
    testRows.ifPresent(kept -> sections.addAll(sections(kept)));
    table.ifPresent(kept -> sections.addAll(sections(kept)));
    return sections;
  }

  private void write(List<Section> sections, OutputStream stream) throws IOException {
    FileOutput.write(FileFormat.MODEL, model.featureCount(), model.classCount(), sections, stream);
  }

  /// Reads a file.
  ///
  /// @throws UnusableFileException if there is no such file, if it cannot be read, or if it is not
  ///   complete and valid
  public static ModelFile read(Path path) throws UnusableFileException {
    return FileInput.read(path, ModelFile::read);
  }

  /// Reads a file from a stream, to the stream's end.
  ///
  /// @throws UnusableFileException if the bytes are not a complete and valid file
  /// @throws IOException if the stream throws it
  public static ModelFile read(InputStream stream) throws IOException {
    return read(stream, "the stream");
  }

  private static ModelFile read(InputStream stream, String source) throws IOException {
    SectionReader in = FileInput.read(stream, source);
    if (in.kind() != FileFormat.MODEL) {
      throw new UnusableFileException(
          "%s holds %s; a model is expected".formatted(source, FileFormat.describe(in.kind())));
    }
    String what = "model";
    try {
      StoredNames names = StoredNames.read(in);
      KnownKinds.Kind kind = kind(in, KIND);
      what = kind.name();
      Classifier<?, ?> model = kind.maker().make(new SectionSource(in, kind.id(), names));
      Optional<DensityRanks> ranks = ranks(in);
      Optional<RelativeMahalanobis.Reference> reference = reference(in);
      Optional<ClassSets> sets = sets(in);
      Optional<TestRows> testRows = testRows(in, model.featureCount());
      Optional<TokenTable> table = table(in, model.features());
      in.finish();
      return new ModelFile(model, names.notes(), ranks, reference, sets, testRows, table);
    } catch (IllegalArgumentException e) {
      throw new UnusableFileException(
          "%s holds no valid %s: %s".formatted(source, what, e.getMessage()), e);
    }
  }

  private static KnownKinds.Kind kind(SectionReader in, String tag) throws UnusableFileException {
    List<String> kinds = in.strings(tag);
    in.requireRange(tag, kinds.size(), 1, 1);
    return ModelKinds.of(kinds.getFirst());
  }

  private static List<Section> sections(DensityRanks ranks) {
    return List.of(
        Section.longs(RANKS, lengths(ranks.classCount(), ranks::weights).toArray()),
        joined(RANK_DENSITIES, ranks.classCount(), ranks::logDensities),
        joined(RANK_WEIGHTS, ranks.classCount(), ranks::weights));
  }

  private static LongStream lengths(int k, IntFunction<double[]> ofClass) {
    return IntStream.range(0, k).mapToLong(c -> ofClass.apply(c).length);
  }

  private static Section joined(String tag, int k, IntFunction<double[]> ofClass) {
    return Section.doubles(
        tag, IntStream.range(0, k).mapToObj(ofClass).flatMapToDouble(Arrays::stream).toArray());
  }

  /// @throws IllegalArgumentException if the ranks are invalid
  private static Optional<DensityRanks> ranks(SectionReader in) throws UnusableFileException {
    if (!in.nextIs(RANKS)) {
      return Optional.empty();
    }
    long[] counts = in.longs(RANKS, in.classCount());
    requireCounts(in, RANKS, counts, 1);
    return Optional.of(
        DensityRanks.of(apart(in, RANK_DENSITIES, counts), apart(in, RANK_WEIGHTS, counts)));
  }

  private static List<Section> sections(RelativeMahalanobis.Reference reference) {
    DensityRanks ranks = reference.ranks();
    List<Section> sections = new ArrayList<>();
    sections.add(
        Section.longs(ALL_HEAD, reference.background().featureCount(), ranks.weights(0).length));
    Description background = reference.background().describe();
    if (!background.kind().equals(LINEAR)) {
      sections.add(Section.strings(ALL_KIND, List.of(background.kind())));
    }
    sections.addAll(DescriptionSections.of(background));
    sections.add(Section.doubles(ALL_DISTANCES, ranks.logDensities(0)));
    sections.add(Section.doubles(ALL_WEIGHTS, ranks.weights(0)));
    return sections;
  }

  /// @throws IllegalArgumentException if there is no such reference
  private static Optional<RelativeMahalanobis.Reference> reference(SectionReader in)
      throws IOException {
    if (!in.nextIs(ALL_HEAD)) {
      return Optional.empty();
    }
    long[] head = in.longs(ALL_HEAD, 2);
    in.requireRange(ALL_HEAD, head[0], 1, Integer.MAX_VALUE);
    in.requireRange(ALL_HEAD, head[1], 1, DensityRanks.MAX_KEPT);
    StoredNames names =
        new StoredNames(
            Classes.of("all rows"), Features.unnamed((int) head[0]), Collections.emptySortedMap());
    String kind = in.nextIs(ALL_KIND) ? kind(in, ALL_KIND).id() : LINEAR;
    Classifier<?, ?> background = ModelKinds.make(new SectionSource(in, kind, names));
    double[] distances = in.doubles(ALL_DISTANCES, (int) head[1]);
    double[] weights = in.doubles(ALL_WEIGHTS, (int) head[1]);
    return Optional.of(
        RelativeMahalanobis.Reference.of(
            background, DensityRanks.of(new double[][] {distances}, new double[][] {weights})));
  }

  private static List<Section> sections(ClassSets sets) {
    int k = sets.classCount();
    LongStream heldOut = LongStream.of(sets.areHeldOut() ? 1 : 0);
    return List.of(
        Section.longs(SETS, LongStream.concat(heldOut, lengths(k, sets::margins)).toArray()),
        joined(SET_JOINTS, k, sets::logJoints),
        joined(SET_MARGINS, k, sets::margins));
  }

  /// @throws IllegalArgumentException if the ranked rows are invalid
  private static Optional<ClassSets> sets(SectionReader in) throws UnusableFileException {
    if (!in.nextIs(SETS)) {
      return Optional.empty();
    }
    long[] head = in.longs(SETS, 1 + in.classCount());
    in.requireRange(SETS, head[0], 0, 1);
    long[] counts = Arrays.copyOfRange(head, 1, head.length);
    requireCounts(in, SETS, counts, 0);
    return Optional.of(
        ClassSets.of(head[0] == 1, apart(in, SET_JOINTS, counts), apart(in, SET_MARGINS, counts)));
  }

  /// Refuses numbers of ranked rows of classes that cannot be.
  private static void requireCounts(SectionReader in, String tag, long[] counts, int least)
      throws UnusableFileException {
    for (long count : counts) {
      in.requireRange(tag, count, least, DensityRanks.MAX_KEPT);
    }
    in.requireRange(tag, LongStream.of(counts).sum(), least, Integer.MAX_VALUE / Double.BYTES);
  }

  private static double[][] apart(SectionReader in, String tag, long[] counts)
      throws UnusableFileException {
    double[] all = in.doubles(tag, (int) LongStream.of(counts).sum());
    double[][] rows = new double[counts.length][];
    int from = 0;
    for (int c = 0; c < counts.length; c++) {
      int to = from + (int) counts[c];
      rows[c] = Arrays.copyOfRange(all, from, to);
      from = to;
    }
    return rows;
  }

  private static List<Section> sections(TestRows rows) {
    List<TestRows.Block> blocks = rows.blocks();
    int[] starts = rows.starts();
    return List.of(
        Section.longs(
            TEST_HEAD, rows.arithmetic(), blocks.size(), rows.rowCount(), rows.isMixed() ? 1 : 0),
        Section.longRows(
            TEST_KINDS,
            blocks.size(),
            2,
            b -> new long[] {blocks.get(b).kind().ordinal(), blocks.get(b).featureCount()}),
        Section.ints(TEST_ROWS, Arrays.copyOfRange(starts, 1, starts.length)),
        Section.ints(TEST_FEATURES, rows.features()),
        Section.doubles(TEST_VALUES, rows.values()),
        Section.bits(TEST_JOINTS, rows.logJoints()));
  }

  /// @throws IllegalArgumentException if the test rows are invalid
  private static Optional<TestRows> testRows(SectionReader in, int featureCount)
      throws UnusableFileException {
    if (!in.nextIs(TEST_HEAD)) {
      return Optional.empty();
    }
    int[] head = in.ints(TEST_HEAD, 4);
    in.requireRange(TEST_HEAD, head[1], 1, featureCount);
    in.requireRange(TEST_HEAD, head[2], 1, TestRows.MAX_ROWS);
    in.requireRange(TEST_HEAD, head[3], 0, 1);
    TestRows.Kind[] kinds = TestRows.Kind.values();
    List<TestRows.Block> blocks = new ArrayList<>();
    long count = 0;
    for (long[] kind : in.longRows(TEST_KINDS, head[1], 2)) {
      in.requireRange(TEST_KINDS, kind[0], 0, kinds.length - 1);
      in.requireRange(TEST_KINDS, kind[1], 1, featureCount);
      blocks.add(new TestRows.Block(kinds[(int) kind[0]], (int) kind[1]));
      count += kind[1];
    }
    // Before there is room for them.
    in.requireRange(TEST_KINDS, count, featureCount, featureCount);
    int[] starts = new int[head[2] + 1];
    System.arraycopy(in.ints(TEST_ROWS, head[2]), 0, starts, 1, head[2]);
    int[] features = in.ints(TEST_FEATURES, starts[head[2]]);
    double[] values = in.doubles(TEST_VALUES, features.length);
    double[] logJoints = in.bits(TEST_JOINTS, head[2], in.classCount());
    return Optional.of(
        TestRows.of(head[0], blocks, head[3] == 1, starts, features, values, logJoints));
  }

  private static List<Section> sections(TokenTable table) {
    float[] vectors = table.vectors();
    long[] pairs = new long[(vectors.length + 1) / 2];
    for (int i = 0; i < vectors.length; i++) {
      pairs[i / 2] |=
          Integer.toUnsignedLong(Float.floatToRawIntBits(vectors[i])) << Float.SIZE * (i % 2);
    }
    return List.of(
        Section.strings(TABLE_TOKENS, table.vocabulary()), Section.longs(TABLE_VECTORS, pairs));
  }

  /// @throws IllegalArgumentException if the table is invalid, or not that of the model
  private static Optional<TokenTable> table(SectionReader in, Features features)
      throws UnusableFileException {
    if (!in.nextIs(TABLE_TOKENS)) {
      return Optional.empty();
    }
    List<String> tokens = in.strings(TABLE_TOKENS);
    long count = (long) tokens.size() * features.count();
    in.requireRange(TABLE_VECTORS, count, 1, Integer.MAX_VALUE - 8);
    long[] pairs = in.longs(TABLE_VECTORS, (int) ((count + 1) / 2));
    float[] vectors = new float[(int) count];
    for (int i = 0; i < vectors.length; i++) {
      vectors[i] = Float.intBitsToFloat((int) (pairs[i / 2] >>> Float.SIZE * (i % 2)));
    }
    return Optional.of(TokenTable.of(features.text(), tokens, vectors));
  }
}
