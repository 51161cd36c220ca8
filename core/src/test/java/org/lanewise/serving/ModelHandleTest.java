package org.lanewise.serving;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lanewise.calibration.CalibratedClassifier;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.inference.RelativeMahalanobis;
import org.lanewise.io.ModelFile;
import org.lanewise.io.TestRows;
import org.lanewise.model.GrowingModel;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.GaussianClassifier;
import org.lanewise.model.gaussian.IndicatorClassifier;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.gaussian.Shrinkage;
import org.lanewise.model.mixed.MixedNaiveBayes;
import org.lanewise.score.Temperature;
import org.lanewise.transform.Indicators;

@Tag("once")
class ModelHandleTest {

  private static final Classes CLASSES = Classes.of("left", "right");
  private static final Features FEATURES = Features.of("x", "y");
  private static final ServingOptions OPTIONS = ServingOptions.DEFAULT.withWarmUp(Duration.ZERO);
  private static final Duration OFTEN = Duration.ofMillis(5);

  @TempDir Path folder;

  /// One whose row of zeros is of class 0 or 1.
  private static LinearDiscriminant model(int label, Classes classes, Features features) {
    double side = label == 0 ? 0.5 : -0.5;
    return LinearDiscriminant.of(
        features,
        classes,
        new double[] {0.5, 0.5},
        new double[2],
        new double[][] {{-1 + side, 0}, {1 + side, 0}},
        new double[][] {{1, 0}, {0, 1}});
  }

  private static LinearDiscriminant model(int label) {
    return model(label, CLASSES, FEATURES);
  }

  private static ModelFile tested(int label) {
    LinearDiscriminant model = model(label);
    NumericColumns rows = NumericColumns.fromRows(new double[] {0, 0.25}, new double[] {3, -1});
    return new ModelFile(model).withTestRows(TestRows.of(model, rows));
  }

  private static int answer(ModelHandle<double[], NumericColumns> handle) {
    return handle.scorer().predict(new double[2]);
  }

  private ModelHandle<double[], NumericColumns> handle(Path file) throws IOException {
    tested(0).write(file);
    return ModelHandle.open(LinearDiscriminant.class, file, OPTIONS);
  }

  @Test
  void aModelIsServedAtOnceAndBecomesWarmByItself() throws IOException, InterruptedException {
    Path file = folder.resolve("a.model");
    tested(0).write(file);
    ModelHandle<double[], NumericColumns> handle = ModelHandle.open(LinearDiscriminant.class, file);
    assertEquals(0, answer(handle));
    ServedModel<double[], NumericColumns> first = handle.current();
    long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (!first.isWarm() && System.nanoTime() < end) {
      Thread.sleep(5);
    }
    assertTrue(first.isWarm());
    tested(1).write(file);
    assertTrue(handle.replace(file).isWarm(), "of the shape of the one before");
    assertEquals(1, answer(handle));
  }

  @Test
  void theTestForRowsOfNoClassIsServedWithItsModel() throws IOException {
    double[][] rows = new double[60][2];
    Arrays.setAll(rows, i -> new double[] {i % 2 == 0 ? -1 : 1, 0.1 * (i % 7)});
    int[] labels = new int[60];
    Arrays.setAll(labels, i -> i % 2);
    RelativeMahalanobis known =
        RelativeMahalanobis.of(
            LinearDiscriminant.recipe(
                DiscriminantOptions.DEFAULT.withShrinkage(Shrinkage.fixed(0.5))),
            NumericColumns.fromRows(rows).withFeatures(FEATURES),
            Labels.ofIndices(labels, CLASSES));
    ModelHandle<double[], NumericColumns> handle = handle(folder.resolve("a.model"));
    assertTrue(handle.current().known().isEmpty());
    handle.replace(new ModelFile(known.model()).withReference(known.reference()), "with a test");
    RelativeMahalanobis served = handle.current().known().orElseThrow();
    assertEquals(known.pValue(rows[3]), served.pValue(rows[3]));
    assertEquals(-1, served.predict(new double[] {50, 90}, 0.1));
    handle.rollBack();
    assertTrue(handle.current().known().isEmpty());
  }

  private static ModelFile ofClasses(String... names) {
    int k = names.length;
    double[] priors = new double[k];
    Arrays.fill(priors, 1.0 / k);
    double[][] means = new double[k][2];
    Arrays.setAll(means, c -> new double[] {c, 0});
    return new ModelFile(
        LinearDiscriminant.of(
            FEATURES,
            Classes.of(names),
            priors,
            new double[2],
            means,
            new double[][] {{1, 0}, {0, 1}}));
  }

  @Test
  void classesThatMayGrowAreMatchedByNameAndNeverBecomeFewer() throws IOException {
    Path file = folder.resolve("a.model");
    ofClasses("b", "c").write(file);
    ModelHandle<double[], NumericColumns> handle =
        ModelHandle.open(LinearDiscriminant.class, file, OPTIONS.withClassesThatMayGrow());
    assertEquals("b", handle.scorer().label(new double[2]));
    ofClasses("a", "b", "c").write(file);
    handle.replace(file);
    assertEquals("b", handle.scorer().label(new double[] {1, 0}));
    ofClasses("b", "c").write(file);
    assertEquals(
        "'%s' has no class 'a'; all of [a, b, c] are expected, and perhaps more".formatted(file),
        assertThrows(RefusedModelException.class, () -> handle.replace(file)).getMessage());
    assertEquals(3, handle.current().model().classCount());
    handle.rollBack();
    assertEquals(2, handle.current().model().classCount());
    // What was served once stays expected.
    assertThrows(RefusedModelException.class, () -> handle.replace(file));
  }

  @Test
  void classesThatMayGoAreMatchedByNameAndMayComeBack() throws IOException {
    Path file = folder.resolve("a.model");
    ofClasses("a", "b", "c").write(file);
    ModelHandle<double[], NumericColumns> handle =
        ModelHandle.open(LinearDiscriminant.class, file, OPTIONS.withClassesThatMayGo());
    ofClasses("c", "a").write(file);
    assertEquals("c", handle.replace(file).scorer().label(new double[2]));
    ofClasses("a", "d").write(file);
    assertEquals(
        "'%s' has a class 'd'; only classes among [a, b, c] are expected".formatted(file),
        assertThrows(RefusedModelException.class, () -> handle.replace(file)).getMessage());
    ofClasses("a", "b", "c").write(file);
    assertEquals(3, handle.replace(file).model().classCount());
  }

  @Test
  void classesThatMayGrowAndGoHaveOneInCommon() throws IOException {
    Path file = folder.resolve("a.model");
    ofClasses("a", "b").write(file);
    ModelHandle<double[], NumericColumns> handle =
        ModelHandle.open(
            LinearDiscriminant.class,
            file,
            OPTIONS.withClassesThatMayGrow().withClassesThatMayGo());
    ofClasses("b", "c").write(file);
    handle.replace(file);
    ofClasses("a", "d").write(file);
    assertEquals(
        "'%s' has none of the classes [b, c]; at least one of them is expected".formatted(file),
        assertThrows(RefusedModelException.class, () -> handle.replace(file)).getMessage());
    ofClasses("c", "d").write(file);
    assertEquals(2, handle.replace(file).model().classCount());
  }

  @Test
  void aGrowingModelThatLosesAClassIsServed() throws IOException {
    GrowingModel<LinearDiscriminant> growing =
        GrowingModel.of(
            LinearDiscriminant.recipe(),
            NumericColumns.fromRows(
                new double[] {0, 1}, new double[] {1, 3}, new double[] {4, 0}, new double[] {5, 3}),
            Labels.of("a", "a", "b", "b"));
    growing = growing.with("c", NumericColumns.fromRows(new double[] {9, 9}, new double[] {8, 7}));
    ModelHandle<double[], NumericColumns> handle =
        ModelHandle.of(
            LinearDiscriminant.class,
            new ModelFile(growing.model()),
            OPTIONS.withClassesThatMayGrow().withClassesThatMayGo());
    growing = growing.without("a");
    handle.replace(new ModelFile(growing.model()), "without a");
    assertEquals(List.of("b", "c"), handle.current().model().classes().names());
  }

  @Test
  void classesThatWerePromisedAndMayGrowAreTheLeast() throws IOException {
    Path file = folder.resolve("a.model");
    ofClasses("b", "c").write(file);
    ServingOptions options = OPTIONS.withClasses(Classes.of("c", "d")).withClassesThatMayGrow();
    assertEquals(
        "'%s' has no class 'd'; all of [c, d] are expected, and perhaps more".formatted(file),
        assertThrows(
                RefusedModelException.class,
                () -> ModelHandle.open(LinearDiscriminant.class, file, options))
            .getMessage());
    ofClasses("d", "e", "c").write(file);
    assertEquals(
        3,
        ModelHandle.open(LinearDiscriminant.class, file, options).current().model().classCount());
  }

  @Test
  void aModelThatIsNotToBeWarmedUpStaysCold() throws IOException {
    assertEquals(false, handle(folder.resolve("a.model")).current().isWarm());
  }

  @Test
  void servesTheNewModelAfterAReplacementAndTheOldOneAfterRollingBack() throws IOException {
    Path file = folder.resolve("a.model");
    ModelHandle<double[], NumericColumns> handle = handle(file);
    ServedModel<double[], NumericColumns> first = handle.current();
    assertEquals(0, answer(handle));
    tested(1).write(file);
    ServedModel<double[], NumericColumns> second = handle.replace(file);
    assertEquals(1, answer(handle));
    assertEquals(2, second.version());
    assertEquals(List.of(second, first), handle.kept());

    assertSame(first, handle.rollBack());
    assertEquals(0, answer(handle));
    assertEquals(List.of(first), handle.kept());
    assertEquals(
        List.of(1L, 2L, 1L, 0L),
        List.of(handle.version(), handle.swaps(), handle.rollBacks(), handle.refusals()));
    IllegalStateException none = assertThrows(IllegalStateException.class, handle::rollBack);
    assertTrue(none.getMessage().startsWith("version 1 is the only model"), none.getMessage());
    assertEquals(3, handle.replace(file).version(), "a version is never given twice");
  }

  @Test
  void keepsAsManyModelsAsItIsTold() throws IOException {
    ModelHandle<double[], NumericColumns> handle =
        ModelHandle.of(LinearDiscriminant.class, tested(0), OPTIONS.withKept(3));
    for (int i = 1; i < 5; i++) {
      handle.replace(tested(i % 2), "made " + i);
    }
    assertEquals(List.of(5L, 4L, 3L), handle.kept().stream().map(ServedModel::version).toList());
    assertEquals("made 4", handle.current().source());
  }

  private void assertRefused(
      ModelHandle<double[], NumericColumns> handle, ModelFile file, String message)
      throws IOException {
    Path other = folder.resolve("other.model");
    file.write(other);
    assertRefused(handle, other, message);
  }

  private static void assertRefused(
      ModelHandle<double[], NumericColumns> handle, Path file, String message) {
    long refusals = handle.refusals();
    ServedModel<double[], NumericColumns> served = handle.current();
    String said =
        assertThrows(RefusedModelException.class, () -> handle.replace(file)).getMessage();
    assertEquals(message, said.replace(file.getParent() + "/", ""));
    assertSame(served, handle.current());
    assertEquals(refusals + 1, handle.refusals());
    assertEquals(said, handle.lastRefusal().orElseThrow());
  }

  @Test
  void refusesWhatIsNotAsPromisedAndServesTheModelBefore() throws IOException {
    Path file = folder.resolve("a.model");
    ModelHandle<double[], NumericColumns> handle = handle(file);
    assertRefused(
        handle,
        new ModelFile(model(1, Classes.of("right", "left"), FEATURES)),
        "class 0 of 'other.model' is 'right'; 'left' is expected, as was promised");
    assertRefused(
        handle,
        new ModelFile(model(1, CLASSES, Features.of("x", "z"))),
        "feature 1 of 'other.model' is 'z'; 'y' is expected, as was promised");
    assertRefused(
        handle,
        new ModelFile(
            QuadraticDiscriminant.of(
                FEATURES,
                CLASSES,
                new double[] {0.5, 0.5},
                new double[2],
                new double[2][2],
                new double[][][] {{{1, 0}, {0, 1}}, {{2, 0}, {0, 2}}})),
        "'other.model' holds a QuadraticDiscriminant; a LinearDiscriminant is expected");
    assertRefused(
        handle,
        new ModelFile(
            LinearDiscriminant.of(
                Features.unnamed(1),
                CLASSES,
                new double[] {0.5, 0.5},
                new double[1],
                new double[][] {{0}, {1}},
                new double[][] {{1}})),
        "'other.model' has 1 features; 2 are expected, as was promised");
    assertRefused(
        handle, folder.resolve("none.model"), "'none.model' does not exist; a file is expected");
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 1;
    Files.write(folder.resolve("bad.model"), bytes);
    assertTrue(
        assertThrows(RefusedModelException.class, () -> handle.replace(folder.resolve("bad.model")))
            .getMessage()
            .contains("is damaged: the checksum"));
    Path empty = Files.createDirectory(folder.resolve("empty"));
    assertRefused(
        handle, empty, "'empty' is not served: the folder holds no file; a model file is expected");
  }

  private static ModelFile categories(String... names) {
    CategoryColumns rows =
        CategoryColumns.of(List.of(CategoryDictionary.of(List.of(names))), new int[] {0, 1})
            .withFeatures(Features.of("colour"));
    return new ModelFile(
        CategoricalNaiveBayes.fit(rows, Labels.ofIndices(new int[] {0, 1}, CLASSES)));
  }

  @Test
  void refusesAModelInWhichACodeIsAnotherCategory() throws IOException {
    ModelHandle<int[], CategoryColumns> handle =
        ModelHandle.of(CategoricalNaiveBayes.class, categories("blue", "red"), OPTIONS);
    handle.replace(categories("blue", "red", "teal"), "more");
    handle.replace(categories("blue", "red"), "fewer");
    String sentence = "code %d of feature 'colour' of 'm' is '%s'; '%s' is expected, as before";
    for (var wrong :
        List.of(
            List.of(categories("blue", "green", "red"), sentence.formatted(1, "green", "red")),
            List.of(categories("blue", "red", "jade"), sentence.formatted(2, "jade", "teal")))) {
      assertEquals(
          wrong.get(1),
          assertThrows(
                  RefusedModelException.class,
                  () -> handle.replace((ModelFile) wrong.get(0), "'m'"))
              .getMessage());
    }
    ModelHandle<int[], CategoryColumns> coding =
        ModelHandle.of(
            CategoricalNaiveBayes.class,
            categories("blue", "red"),
            OPTIONS.withCodesThatMayChange());
    assertEquals(2, coding.replace(categories("blue", "green", "red"), "m").version());
  }

  private static ModelFile mixed(RowBatch... blocks) {
    return new ModelFile(
        MixedNaiveBayes.fit(
            MixedColumns.of(blocks), Labels.ofIndices(new int[] {0, 0, 1, 1}, CLASSES)));
  }

  @Test
  void refusesAMixedModelOfOtherBlocks() throws IOException {
    NumericColumns numbers =
        NumericColumns.of(new double[] {1, 2, 4, 7}).withFeatures(Features.of("age"));
    NumericColumns others =
        NumericColumns.of(new double[] {1, 2, 4, 7}, new double[] {0, 1, 1, 0})
            .withFeatures(Features.of("age", "grade"));
    CategoryColumns codes =
        CategoryColumns.of(
                List.of(CategoryDictionary.of(List.of("a", "b"))), new int[] {0, 1, 1, 0})
            .withFeatures(Features.of("grade"));
    ModelHandle<Object[], MixedColumns> handle =
        ModelHandle.of(MixedNaiveBayes.class, mixed(numbers, codes), OPTIONS);
    assertEquals(
        "a row of 'm' is numbers(2); numbers(1), categories(1) is expected, as before",
        assertThrows(RefusedModelException.class, () -> handle.replace(mixed(others), "'m'"))
            .getMessage());
    assertEquals(2, handle.replace(mixed(numbers, codes), "'m'").version());
  }

  private static IndicatorClassifier indicators(String... names) {
    MixedColumns rows =
        MixedColumns.of(
            NumericColumns.of(new double[] {31, 44, 28, 51}).withFeatures("age"),
            CategoryColumns.of(
                    List.of(CategoryDictionary.of(List.of(names))), new int[] {0, 1, 1, 0})
                .withFeatures("colour"));
    Indicators indicators = Indicators.of(rows);
    return IndicatorClassifier.of(
        indicators,
        LinearDiscriminant.recipe(DiscriminantOptions.DEFAULT.withShrinkage(Shrinkage.fixed(0.5)))
            .fit(indicators.columns(rows), Labels.ofIndices(new int[] {0, 0, 1, 1}, CLASSES)));
  }

  @Test
  void servesAModelOfIndicatorsForRowsByName() throws IOException {
    IndicatorClassifier model = indicators("blue", "red");
    Path file = folder.resolve("indicators.model");
    MixedColumns tests =
        MixedColumns.of(
            NumericColumns.of(new double[] {40}).withFeatures("age"),
            CategoryColumns.of(model.indicators().dictionaries(), new int[] {1})
                .withFeatures("colour"));
    new ModelFile(model).withTestRows(TestRows.of(model, tests)).write(file);
    ModelHandle<Object[], MixedColumns> handle =
        ModelHandle.open(IndicatorClassifier.class, file, OPTIONS);

    int[] codes = CategoryColumns.codes(model.indicators().dictionaries(), "red");
    Object[] row = {new double[] {40}, codes};
    assertArrayEquals(model.scorer().posterior(row), handle.scorer().posterior(row));
    assertEquals(
        2, handle.replace(new ModelFile(indicators("blue", "red", "teal")), "m").version());
    assertEquals(
        "code 1 of feature 'colour' of 'm' is 'green'; 'red' is expected, as before",
        assertThrows(
                RefusedModelException.class,
                () -> handle.replace(new ModelFile(indicators("blue", "green")), "'m'"))
            .getMessage());
  }

  @Test
  void refusesAModelThatSaysSomethingElseOfItsTestRows() throws IOException {
    ModelHandle<double[], NumericColumns> handle = handle(folder.resolve("a.model"));
    TestRows wrong = tested(0).testRows().orElseThrow();
    assertRefused(
        handle,
        new ModelFile(model(1)).withTestRows(wrong),
        "'other.model' is not served: the log joint of test row 0 and class 'left' is"
            + " -3.6872742469692907 here and was -2.6872742469692907 where the model was written;"
            + " the same bits are expected");
    ServingOptions strict = OPTIONS.withTestRowsRequired();
    Path bare = folder.resolve("bare.model");
    ModelFile.write(model(0), bare);
    assertEquals(
        "'%s' has no test rows; a model file with some is expected".formatted(bare),
        assertThrows(
                RefusedModelException.class,
                () -> ModelHandle.open(LinearDiscriminant.class, bare, strict))
            .getMessage());
    assertEquals(
        "class 1 of the model is 'right'; 'centre' is expected, as was promised",
        assertThrows(
                RefusedModelException.class,
                () ->
                    ModelHandle.of(
                        LinearDiscriminant.class,
                        tested(0),
                        OPTIONS.withClasses(Classes.of("left", "centre"))))
            .getMessage());
  }

  @Test
  void takesAModelWithATemperatureForOneOfItsKind() throws IOException {
    ModelHandle<double[], NumericColumns> handle =
        ModelHandle.of(GaussianClassifier.class, tested(0), OPTIONS);
    handle.replace(new ModelFile(CalibratedClassifier.of(model(1), Temperature.of(2))), "tempered");
    assertEquals(1, answer(handle));
  }

  /// Whole, as who is watched has to write.
  private void put(Path file, byte[] bytes) throws IOException {
    Path beside = Files.write(folder.resolve("beside"), bytes);
    Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private static void await(BooleanSupplier condition) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < end, "nothing happened");
      LockSupport.parkNanos(1_000_000);
    }
  }

  @Test
  void aWatchedFileIsServedWhenItChangesAndOnceRefusedWhenItIsBad() throws IOException {
    Path file = folder.resolve("a.model");
    ModelHandle<double[], NumericColumns> handle = handle(file);
    // Neither ends the watch.
    handle.onSwap(_ -> {
      if (Thread.currentThread().getName().startsWith("lanewise watches")) {
        Thread.currentThread().interrupt();
        throw new AssertionError("a listener that fails");
      }
    });
    handle.watch(file, OFTEN);
    try (handle) {
      tested(1).write(file);
      await(() -> handle.version() == 2);
      assertEquals(1, answer(handle));

      byte[] bytes = Files.readAllBytes(file);
      put(file, new byte[] {1, 2, 3});
      await(() -> handle.refusals() == 1);
      Files.delete(file);
      put(file, bytes);
      await(() -> handle.version() == 3);
      // A model that was left is not loaded again because it is still there.
      handle.rollBack();
      LockSupport.parkNanos(OFTEN.toNanos() * 10);
      assertEquals(List.of(2L, 1L), List.of(handle.version(), handle.refusals()));
    }
    tested(0).write(file);
    LockSupport.parkNanos(OFTEN.toNanos() * 10);
    assertEquals(2, handle.version(), "nobody watches any more");
  }

  @Test
  void ofAWatchedFolderTheFileThatWasWrittenLastIsServed() throws IOException {
    Path first = folder.resolve("1.model");
    tested(0).write(first);
    Files.setLastModifiedTime(first, FileTime.fromMillis(1_000_000));
    Files.writeString(folder.resolve(".hidden"), "no model");
    ModelHandle<double[], NumericColumns> handle =
        ModelHandle.open(LinearDiscriminant.class, folder, OPTIONS);
    Files.delete(folder.resolve(".hidden"));
    assertEquals("'" + first + "'", handle.current().source());
    handle.watch(folder, OFTEN);
    try (handle) {
      tested(1).write(folder.resolve("0.model"));
      await(() -> handle.version() == 2);
      assertEquals(1, answer(handle));
    }
    IllegalArgumentException missing =
        assertThrows(
            IllegalArgumentException.class, () -> handle.watch(folder.resolve("none"), OFTEN));
    assertTrue(missing.getMessage().endsWith("a file or a folder to watch is expected"));
    assertThrows(IllegalArgumentException.class, () -> handle.watch(folder, Duration.ZERO));
  }

  @Test
  void anAnswerIsOfOneModelWhileModelsAreReplaced() throws Exception {
    ModelHandle<double[], NumericColumns> handle =
        ModelHandle.of(LinearDiscriminant.class, tested(1), OPTIONS);
    double[][] expected = new double[2][];
    for (int label = 0; label < 2; label++) {
      expected[label] = model(label).scorer().logJoint(new double[2]);
    }
    AtomicReference<String> wrong = new AtomicReference<>();
    try (ExecutorService pool = Executors.newFixedThreadPool(2)) {
      for (int i = 0; i < 2; i++) {
        pool.submit(() -> {
          double[] out = new double[2];
          double[] row = new double[2];
          while (handle.version() < 60) {
            ServedModel<double[], NumericColumns> served = handle.current();
            served.scorer().logJoint(row, out);
            if (!Arrays.equals(out, expected[(int) (served.version() % 2)])) {
              wrong.set("version " + served.version());
            }
          }
        });
      }
      ModelFile[] files = {tested(0), tested(1)};
      for (int version = 2; version <= 60; version++) {
        handle.replace(files[version % 2], "made");
      }
    }
    assertEquals(null, wrong.get());
  }

  @Test
  void aModelThatIsKeptNoLongerIsCollected() throws Exception {
    ModelHandle<double[], NumericColumns> handle =
        ModelHandle.of(LinearDiscriminant.class, tested(0), OPTIONS.withKept(1));
    try (ExecutorService pool = Executors.newFixedThreadPool(1)) {
      for (int i = 0; i < 40; i++) {
        pool.submit(() -> answer(handle)).get();
      }
      WeakReference<Object> old = new WeakReference<>(handle.current());
      WeakReference<Object> scorer = new WeakReference<>(handle.scorer());
      handle.replace(tested(1), "made");
      pool.submit(() -> answer(handle)).get();
      await(() -> {
        System.gc();
        return old.refersTo(null) && scorer.refersTo(null);
      });
    }
  }

  @Test
  void driftOfTheRowsOfEachModelIsMeasuredAndToldOnce() throws Exception {
    SplittableRandom random = new SplittableRandom(1);
    double[][] heldOut = new double[200][2];
    for (double[] row : heldOut) {
      Arrays.setAll(row, _ -> random.nextGaussian());
    }
    ModelHandle<double[], NumericColumns> handle = handle(folder.resolve("a.model"));
    ServedModel<double[], NumericColumns> first = handle.current();
    double[] far = {3, 3};
    first.observe(far, -1);
    assertTrue(first.drift().isEmpty());
    for (double alpha : new double[] {0, 1, Double.NaN}) {
      assertThrows(
          IllegalArgumentException.class,
          () -> handle.measureDrift(NumericColumns.fromRows(heldOut), alpha, 1));
    }
    List<Long> drifted = new ArrayList<>();
    handle.onDrift(served -> drifted.add(served.version()));
    Path recorded = folder.resolve("events.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("org.lanewise.ModelDrift");
      recording.start();
      handle.measureDrift(NumericColumns.fromRows(heldOut), 0.01, 1);
      for (int i = 0; i < 400; i++) {
        first.observe(far, first.scorer().logDensity(far));
      }
      recording.stop();
      recording.dump(recorded);
    }
    assertEquals(List.of(1L), drifted);
    assertTrue(first.drift().orElseThrow().evidence() >= 100);
    List<RecordedEvent> events = RecordingFile.readAllEvents(recorded);
    assertEquals(1, events.size());
    assertEquals(1, events.getFirst().getLong("version"));
    assertTrue(events.getFirst().getLong("rows") <= 400);

    ServedModel<double[], NumericColumns> second = handle.replace(tested(1), "another");
    assertEquals(0, second.drift().orElseThrow().rows());
    for (int i = 0; i < 400; i++) {
      second.observe(far, second.scorer().logDensity(far));
    }
    assertEquals(List.of(1L, 2L), drifted);
  }

  @Test
  void flightRecorderHasTheEvents() throws Exception {
    Path file = folder.resolve("a.model");
    Path recorded = folder.resolve("events.jfr");
    try (Recording recording = new Recording()) {
      for (String event : List.of("ModelLoad", "ModelSwap", "ModelRefusal", "KernelSwitch")) {
        recording.enable("org.lanewise." + event);
      }
      recording.start();
      ModelHandle<double[], NumericColumns> handle = handle(file);
      Files.write(file, new byte[1]);
      assertThrows(RefusedModelException.class, () -> handle.replace(file));
      recording.stop();
      recording.dump(recorded);
    }
    List<RecordedEvent> events =
        RecordingFile.readAllEvents(recorded).stream()
            .filter(event -> event.getEventType().getName().startsWith("org.lanewise.Model"))
            .toList();
    assertEquals(
        List.of("org.lanewise.ModelLoad", "org.lanewise.ModelSwap", "org.lanewise.ModelRefusal"),
        events.stream().map(event -> event.getEventType().getName()).toList());
    assertEquals(1, events.get(1).getLong("to"));
    assertFalse(events.get(2).getString("reason").isEmpty());
  }
}
