/// Generative classifiers: Gaussian discriminant analysis and the Naive Bayes family.
///
/// Data flows one way: `data` → `statistics` → `model` → `score`; `io` reads and writes files. The
/// `internal` packages are not exported.
///
/// ## Quick start
///
/// **Fit.** Pass the rows and the class of each row. All models of [org.lanewise.model.gaussian]
/// and [org.lanewise.model.discrete] are fitted in this way.
///
/// ```java
/// double[][] rows = {{5.1, 3.5}, {4.9, 3.0}, {6.2, 2.8}, {5.8, 3.1}, {6.0, 2.2}};
/// String[] species = {"setosa", "setosa", "virginica", "virginica", "virginica"};
///
/// LinearDiscriminant model = LinearDiscriminant.fit(NumericColumns.fromRows(rows), Labels.of(species));
/// ```
///
/// **Score.** A scorer is thread-safe, and scoring a row allocates nothing.
///
/// ```java
/// Scorer<double[], NumericColumns> scorer = model.scorer();
/// System.out.println(scorer.label(new double[] {5.0, 3.3}));
///
/// double[] posterior = scorer.posterior(new double[] {5.0, 3.3});
/// String[] labels = scorer.label(NumericColumns.fromRows(rows));
/// ```
///
/// **Save and load.** A model read from a file gives bit-identical results and contains the names
/// of its classes.
///
/// ```java
/// Path path = Path.of("iris.model");
/// ModelFile.write(model, path);
///
/// LinearDiscriminant read = ModelFile.read(path, LinearDiscriminant.class);
/// System.out.println(read.label(new double[] {5.0, 3.3}));
/// ```
///
/// **Train on more data than fits in memory, or on several machines.** Statistics accept rows in
/// batches, can be merged by class name, can unlearn rows, and can be saved to files. A
/// [org.lanewise.model.Recipe] (a kind of model and its options) fits a model to statistics.
///
/// ```java
/// GaussianStatistics statistics = new GaussianStatistics(2);
/// statistics.add(NumericColumns.fromRows(rows), Labels.of(species));
/// QuadraticDiscriminant quadratic =
///     QuadraticDiscriminant.recipe(DiscriminantOptions.DEFAULT.withShrinkage(Shrinkage.ridge(0.1)))
///         .fit(statistics);
/// ```
///
/// **Run.** Lanewise needs Java 25. SIMD kernels need the module `jdk.incubator.vector`:
///
/// - on the module path, `requires org.lanewise` is enough;
/// - on the class path, pass `--add-modules=jdk.incubator.vector` to `java`, before `-jar` or the
///   name of the class.
///
/// Without this module, Lanewise logs one line and uses the scalar kernels, which are slower and
/// give the same results.
@SuppressWarnings("module") // Automatic modules are not here when this one is compiled.
module org.lanewise {
  requires jdk.incubator.vector;
  requires jdk.management;
  // JFR events are emitted if jdk.jfr is present.
  requires static jdk.jfr;

  exports org.lanewise.data;
  exports org.lanewise.description;
  exports org.lanewise.statistics;
  exports org.lanewise.model;
  exports org.lanewise.model.discrete;
  exports org.lanewise.model.gaussian;
  exports org.lanewise.model.linear;
  exports org.lanewise.model.mixed;
  exports org.lanewise.score;
  exports org.lanewise.text;
  exports org.lanewise.transform;
  exports org.lanewise.calibration;
  exports org.lanewise.explanation;
  exports org.lanewise.inference;
  exports org.lanewise.validation;
  exports org.lanewise.serving;
  exports org.lanewise.io;

  // Modules of Lanewise that write files; on a module path, they are automatic modules.
  exports org.lanewise.internal.file to
      org.lanewise.cli,
      org.lanewise.interop,
      org.lanewise.report;
}
