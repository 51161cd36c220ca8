/// Generative classifiers: Gaussian discriminant analysis and the Naive Bayes family.
///
/// Data flow one way: `data` → `statistics` → `model` → `score`; `io` knows the bytes. The
/// `internal` packages are exported to nobody.
///
/// ## Quick start
///
/// **Fit.** Rows and the class of each, as they come, give a model; each model of
/// [org.lanewise.model.gaussian] and [org.lanewise.model.discrete] is fitted so.
///
/// ```java
/// double[][] rows = {{5.1, 3.5}, {4.9, 3.0}, {6.2, 2.8}, {5.8, 3.1}, {6.0, 2.2}};
/// String[] species = {"setosa", "setosa", "virginica", "virginica", "virginica"};
///
/// LinearDiscriminant model = LinearDiscriminant.fit(DoubleColumns.fromRows(rows), Labels.of(species));
/// ```
///
/// **Score.** A scorer is safe for any number of threads, and allocates nothing for one row.
///
/// ```java
/// Scorer<double[], NumericColumns> scorer = model.scorer();
/// System.out.println(scorer.label(new double[] {5.0, 3.3}));
///
/// double[] posterior = scorer.posterior(new double[] {5.0, 3.3});
/// String[] labels = scorer.label(DoubleColumns.fromRows(rows));
/// ```
///
/// **Save and load.** What was read gives the bits of what was written, and knows its classes.
///
/// ```java
/// Path path = Path.of("iris.model");
/// ModelFile.write(model, path);
///
/// LinearDiscriminant read = ModelFile.read(path, LinearDiscriminant.class);
/// System.out.println(read.label(new double[] {5.0, 3.3}));
/// ```
///
/// **More than memory holds, or more than one machine.** Statistics take rows in batches, merge by
/// the names of the classes, unlearn rows, and go into files; a model is a function of statistics
/// and options, which together with its kind are a [org.lanewise.model.Recipe].
///
/// ```java
/// GaussianStatistics statistics = new GaussianStatistics(2);
/// statistics.add(DoubleColumns.fromRows(rows), Labels.of(species));
/// QuadraticDiscriminant quadratic =
///     QuadraticDiscriminant.recipe(DiscriminantOptions.DEFAULT.withRegularization(0.1))
///         .fit(statistics);
/// ```
///
/// **Run.** Java 25 is needed. The fast kernels need the module `jdk.incubator.vector`:
///
/// - on the module path, `requires org.lanewise` is all;
/// - on the class path, give `--add-modules=jdk.incubator.vector` to `java`, before `-jar` or the
///   name of the class.
///
/// Without it the scalar kernels run: the same bits, slower, and one line of the log says so.
module org.lanewise {
  requires jdk.incubator.vector;
  requires jdk.management;
  // Events are told where Flight Recorder is.
  requires static jdk.jfr;

  exports org.lanewise.data;
  exports org.lanewise.statistics;
  exports org.lanewise.model;
  exports org.lanewise.model.discrete;
  exports org.lanewise.model.gaussian;
  exports org.lanewise.model.mixed;
  exports org.lanewise.score;
  exports org.lanewise.text;
  exports org.lanewise.calibration;
  exports org.lanewise.explanation;
  exports org.lanewise.inference;
  exports org.lanewise.validation;
  exports org.lanewise.serving;
  exports org.lanewise.io;
}
