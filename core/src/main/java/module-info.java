/// Generative classifiers: Gaussian discriminant analysis and the Naive Bayes family.
///
/// Data flow one way: `data` → `statistics` → `model` → `score`; `io` knows the bytes. The
/// `internal` packages are exported to nobody.
///
/// ## Quick start
///
/// **Fit.** Statistics take rows in batches, merge, and go into files; a model is a function of
/// statistics and options. Each model of [org.lanewise.model.gaussian] and
/// [org.lanewise.model.discrete] is fitted so, each from statistics of its own kind.
///
/// ```java
/// DoubleColumns rows = DoubleColumns.fromRows(
///     new double[][] {{5.1, 3.5}, {4.9, 3.0}, {6.2, 2.8}, {5.8, 3.1}, {6.0, 2.2}});
/// Labels labels = Labels.of("setosa", "setosa", "virginica", "virginica", "virginica");
///
/// GaussianStatistics statistics = GaussianStatistics.of(rows, labels);
/// LinearDiscriminant model = LinearDiscriminant.fit(statistics);
/// ```
///
/// **Score.** A scorer is safe for any number of threads, and allocates nothing for one row.
///
/// ```java
/// Scorer<double[], NumericColumns> scorer = model.scorer();
/// int label = scorer.predict(new double[] {5.0, 3.3});
/// System.out.println(labels.className(label));
///
/// double[] posterior = new double[scorer.classCount()];
/// scorer.posterior(new double[] {5.0, 3.3}, posterior);
///
/// int[] predicted = new int[rows.rowCount()];
/// scorer.predictAll(rows, predicted);
/// ```
///
/// **Save and load.** What was read gives the bits of what was written.
///
/// ```java
/// Path path = Path.of("iris.model");
/// List<String> features = List.of("length", "width");
/// new ModelFile(model, labels.classNames(), features, new TreeMap<>()).write(path);
///
/// ModelFile file = ModelFile.read(path);
/// if (file.model() instanceof LinearDiscriminant read) {
///   int same = read.scorer().predict(new double[] {5.0, 3.3});
///   System.out.println(file.classNames().get(same));
/// }
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

  exports org.lanewise.data;
  exports org.lanewise.statistics;
  exports org.lanewise.model;
  exports org.lanewise.model.discrete;
  exports org.lanewise.model.gaussian;
  exports org.lanewise.score;
  exports org.lanewise.io;
}
