package org.lanewise.bench.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.lanewise.bench.data.Shape;
import org.lanewise.bench.job.Job;
import org.lanewise.bench.rival.PeerData;

/// What rivals do: which jobs, and of which shapes.
final class Peers {

  /// The JMH method that times OpenBLAS.
  static final String OPEN_BLAS = "org.lanewise.bench.OpenBlasBenchmark.syrk";

  /// The job that OpenBLAS is a rival in.
  static final String OPEN_BLAS_JOB = "statistics-gaussian";

  /// Shapes of OpenBLAS, and classes: of these it takes no notice, we do.
  static final List<String> OPEN_BLAS_SHAPES =
      List.of(
          "100000x16x10",
          "100000x64x10",
          "50000x128x10",
          "25000x256x10",
          "12500x512x10",
          "10000x784x10",
          "8000x1024x10");

  /// The other number of classes that the job has those shapes of.
  static final int OTHER_CLASS_COUNT = 2;

  /// Jobs of scikit-learn by data set, those that take seconds marked.
  static final List<Task> SKLEARN =
      List.of(
          normal("fit-lda", "100000x64x10"),
          normal("predict-lda", "100000x64x10"),
          normal("predict-gaussian-nb", "100000x64x10"),
          slow("fit-qda", PeerData.Kind.NORMAL, "100000x64x10"),
          slow("predict-qda", PeerData.Kind.NORMAL, "100000x64x10"),
          slow("predict-qda", PeerData.Kind.NORMAL, "25000x256x10"),
          slow("fit-lda", PeerData.Kind.NORMAL, "10000x784x10"),
          slow("predict-lda", PeerData.Kind.NORMAL, "10000x784x10"),
          slow("predict-qda", PeerData.Kind.NORMAL, "10000x784x10"),
          normal("fit-gaussian-nb", "200000x64x2"),
          slow("fit-bernoulli-nb", PeerData.Kind.BINARY, "100000x784x10"),
          slow("predict-bernoulli-nb", PeerData.Kind.BINARY, "100000x784x10"),
          slow("fit-bernoulli-nb", PeerData.Kind.BINARY, "100000x784x2"),
          slow("predict-bernoulli-nb", PeerData.Kind.BINARY, "100000x784x2"),
          slow("fit-categorical-nb", PeerData.Kind.CATEGORIES, "1000000x22x2"),
          slow("predict-categorical-nb", PeerData.Kind.CATEGORIES, "1000000x22x2"),
          slow("fit-predict-multinomial-nb", PeerData.Kind.WORDS, "15077x149501x20"),
          slow("row-lda-predict", PeerData.Kind.NORMAL, "1x4x3"),
          normal("row-lda-predict", "1x32x10"),
          slow("row-lda-predict", PeerData.Kind.NORMAL, "1x256x10"),
          slow("row-lda-predict", PeerData.Kind.NORMAL, "1x784x10"),
          slow("row-bernoulli-nb-predict", PeerData.Kind.BINARY, "1x784x2"),
          slow("row-bernoulli-nb-predict", PeerData.Kind.BINARY, "1x784x10"));

  /// Jobs of scikit-learn whose linear algebra uses more threads, if it may.
  static final List<Task> SKLEARN_THREADS =
      List.of(
          slow("fit-lda", PeerData.Kind.NORMAL, "100000x64x10"),
          slow("predict-lda", PeerData.Kind.NORMAL, "100000x64x10"),
          slow("fit-qda", PeerData.Kind.NORMAL, "100000x64x10"),
          slow("predict-qda", PeerData.Kind.NORMAL, "100000x64x10"),
          slow("fit-lda", PeerData.Kind.NORMAL, "10000x784x10"),
          slow("predict-lda", PeerData.Kind.NORMAL, "10000x784x10"));

  /// Jobs of R. Naive Bayes labels row by row, so that a smaller data set has to do.
  static final List<Task> R =
      List.of(
          slow("fit-lda", PeerData.Kind.NORMAL, "100000x64x10"),
          slow("predict-lda", PeerData.Kind.NORMAL, "100000x64x10"),
          slow("fit-qda", PeerData.Kind.NORMAL, "100000x64x10"),
          slow("predict-qda", PeerData.Kind.NORMAL, "100000x64x10"),
          slow("predict-lda", PeerData.Kind.NORMAL, "10000x784x10"),
          slow("fit-gaussian-nb", PeerData.Kind.NORMAL, "100003x13x3"),
          slow("predict-gaussian-nb", PeerData.Kind.NORMAL, "100003x13x3"));

  private Peers() {}

  /// A job of a rival.
  ///
  /// @param job the job's name
  /// @param kind of rows
  /// @param shape as the job has it
  /// @param slow whether a quick run leaves it out
  record Task(String job, PeerData.Kind kind, String shape, boolean slow) {

    /// The model's name, such as `lda`.
    String model() {
      return Peers.model(job);
    }

    DataSet dataSet() {
      return new DataSet(kind, Shape.parse(shape));
    }
  }

  /// What rows a job takes.
  record DataSet(PeerData.Kind kind, Shape shape) {}

  private static Task normal(String job, String shape) {
    return new Task(job, PeerData.Kind.NORMAL, shape, false);
  }

  private static Task slow(String job, PeerData.Kind kind, String shape) {
    return new Task(job, kind, shape, true);
  }

  /// The name of a job's model, such as `lda`.
  static String model(String job) {
    return job.replaceFirst("^(fit-predict|fit|predict|row)-", "").replaceFirst("-predict$", "");
  }

  /// The shapes of a job that some rival has.
  static List<String> shapes(Job job) {
    List<String> shapes = new ArrayList<>();
    if (job.id().equals(OPEN_BLAS_JOB)) {
      OPEN_BLAS_SHAPES.forEach(shape -> shapes.addAll(bothClassCounts(shape)));
    }
    Stream.of(SKLEARN, SKLEARN_THREADS, R)
        .flatMap(List::stream)
        .filter(task -> task.job().equals(job.id()))
        .forEach(task -> shapes.add(task.shape()));
    shapes.addAll(JvmRivals.shapes(job.id()));
    return shapes;
  }

  /// A shape, and the same with the other number of classes.
  static List<String> bothClassCounts(String shape) {
    Shape size = Shape.parse(shape);
    return List.of(
        shape, new Shape(size.rowCount(), size.featureCount(), OTHER_CLASS_COUNT).toString());
  }

  /// Tasks by what data they take, in order.
  static Map<DataSet, List<Task>> byDataSet(List<Task> tasks) {
    Map<DataSet, List<Task>> map = new LinkedHashMap<>();
    for (Task task : tasks) {
      map.computeIfAbsent(task.dataSet(), key -> new ArrayList<>()).add(task);
    }
    return map;
  }
}
