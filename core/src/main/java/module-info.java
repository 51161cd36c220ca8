/// Generative classifiers: Gaussian discriminant analysis and the Naive Bayes family.
///
/// Data flow one way: `data` → `statistics` → `model` → `score`; `io` knows the bytes. The
/// `internal` packages are exported to nobody.
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
