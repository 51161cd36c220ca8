package org.lanewise.bench.run;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.lanewise.bench.OpenBlasScoringBenchmark;
import org.lanewise.bench.RivalBenchmark;
import org.lanewise.bench.job.Catalogue;
import org.lanewise.bench.job.Job;
import org.lanewise.bench.job.Step;
import org.lanewise.bench.machine.JvmFlags;
import org.lanewise.bench.machine.Tier;
import org.lanewise.bench.rival.OpenBlas;

/// Rivals that are timed by JMH: other libraries of the JVM, each in processes with a class path of
/// its own, and `dgemm` and `sgemm` of OpenBLAS.
final class JvmRivals {

  /// The jobs with a product of OpenBLAS as a rival: its function and the shapes.
  private static final Map<String, Product> PRODUCTS =
      Map.of(
          "predict-lda",
          new Product("dgemm", List.of("100000x64x10", "10000x784x10")),
          "predict-lda-floats",
          new Product("sgemm", List.of("100000x64x10", "10000x784x10", "10000x768x1000")));

  private static final Path FOLDER = Path.of("rivals");
  private static final String NOT_BUILT =
      "it could not be built; bench/rivals/target/build.log has Maven's reason";

  /// What each library does, and of which shapes.
  private static final List<Task> TASKS =
      List.of(
          brief(Library.SMILE, "fit-lda", "100000x64x10"),
          slow(Library.SMILE, "fit-lda", "10000x784x10"),
          brief(Library.SMILE, "predict-lda", "100000x64x10"),
          slow(Library.SMILE, "predict-lda", "10000x784x10"),
          brief(Library.SMILE, "row-lda-predict", "1x32x10"),
          brief(Library.SMILE, "row-lda-predict", "1x784x10"),
          brief(Library.SMILE, "fit-qda", "100000x64x10"),
          slow(Library.SMILE, "predict-qda", "100000x64x10"),
          brief(Library.SMILE, "fit-bernoulli-nb", "100000x784x10"),
          brief(Library.SMILE, "predict-bernoulli-nb", "100000x784x10"),
          brief(Library.SMILE, "row-bernoulli-nb-predict", "1x784x10"),
          brief(Library.ONNX, "predict-lda", "100000x64x10"),
          brief(Library.ONNX, "predict-lda", "10000x784x10"),
          brief(Library.ONNX, "predict-lda-floats", "100000x64x10"),
          brief(Library.ONNX, "predict-lda-floats", "10000x784x10"),
          slow(Library.ONNX, "predict-lda-floats", "10000x768x1000"),
          brief(Library.ONNX, "row-lda-predict", "1x32x10"),
          brief(Library.ONNX, "row-lda-predict", "1x784x10"),
          slow(Library.WEKA, "fit-gaussian-nb", "200000x64x2"),
          slow(Library.WEKA, "predict-gaussian-nb", "100003x13x3"),
          brief(Library.WEKA, "row-gaussian-nb-predict", "1x32x10"),
          slow(Library.SPARK, "fit-gaussian-nb", "200000x64x2"),
          slow(Library.SPARK, Catalogue.MULTINOMIAL, "15077x149501x20"),
          slow(Library.TRIBUO, Catalogue.MULTINOMIAL, "15077x149501x20"));

  private final Session session;
  private final Mode mode;
  private final List<String> flags;

  /// A library, with a folder below `bench/rivals`.
  private enum Library {
    ONNX("ONNX Runtime", false),
    SMILE("Smile", true),
    SPARK("Spark MLlib", false),
    TRIBUO("Tribuo", false),
    WEKA("Weka", false);

    private final String title;

    /// Whether it calls OpenBLAS.
    private final boolean blas;

    Library(String title, boolean blas) {
      this.title = title;
      this.blas = blas;
    }

    private Path folder() {
      return FOLDER.resolve(name().toLowerCase(Locale.ROOT));
    }

    private boolean isBuilt() {
      return Files.exists(folder().resolve(Path.of("target", "built")));
    }

    private String classPath() {
      Path target = folder().resolve("target");
      return target.resolve("rival.jar") + File.pathSeparator + target.resolve("lib") + "/*";
    }
  }

  /// A function of OpenBLAS that multiplies rows by coefficients.
  private record Product(String function, List<String> shapes) {}

  private static Task brief(Library library, String job, String shape) {
    return new Task(library, job, shape, false);
  }

  /// A call takes a second or so.
  private static Task slow(Library library, String job, String shape) {
    return new Task(library, job, shape, true);
  }

  /// A job of a library.
  ///
  /// @param slow whether few calls have to do
  private record Task(Library library, String job, String shape, boolean slow) {

    String method() {
      String name =
          switch (job.substring(0, job.indexOf('-'))) {
            case "row" -> "predictRow";
            case "predict" -> "predict";
            default -> job.startsWith("fit-predict-") ? "fitAndPredict" : "fit";
          };
      return RivalBenchmark.class.getName() + "." + name;
    }
  }

  /// Begins.
  ///
  /// @param session where they are planned; null if none is
  /// @param flags what the JVMs are started with
  JvmRivals(Session session, Mode mode, List<String> flags) {
    this.session = session;
    this.mode = mode;
    this.flags = List.copyOf(flags);
  }

  /// The shapes of a job that some of them has.
  static List<String> shapes(String job) {
    List<String> shapes = new ArrayList<>();
    if (PRODUCTS.containsKey(job)) {
      shapes.addAll(PRODUCTS.get(job).shapes());
    }
    TASKS.stream().filter(task -> task.job.equals(job)).forEach(task -> shapes.add(task.shape));
    return shapes;
  }

  /// The jobs that some of them has.
  static List<String> jobs() {
    return TASKS.stream().map(Task::job).distinct().toList();
  }

  /// Plans `dgemm` and `sgemm`, a process for each shape and each kind of their kernels.
  ///
  /// @param coreTypes the kernels that OpenBLAS shall take
  void planProducts(List<Job> jobs, List<String> coreTypes) {
    for (Job job : jobs) {
      Product product = PRODUCTS.get(job.id());
      if (product == null) {
        continue;
      }
      if (OpenBlas.choice().isEmpty()) {
        session.skip("OpenBLAS " + product.function(), "there is no libopenblas");
        continue;
      }
      for (String shape : product.shapes()) {
        for (String coreType : coreTypes) {
          if (isMeasured(job, shape)) {
            session.planRival(
                job,
                "OpenBLAS " + coreType,
                shape,
                step(
                    OpenBlasScoringBenchmark.class.getName() + "." + product.function(),
                    Map.of("shape", shape, "coreType", coreType),
                    false),
                "",
                outcome ->
                    "%s alone, kernels %s; %s"
                        .formatted(product.function(), outcome.version(), outcome.comparison()));
          }
        }
      }
    }
  }

  /// The folders of the libraries that have something to do: they have to be built before this
  /// process starts, as Maven might write the jar anew that it runs from.
  ///
  /// @param words whether the documents of 20 Newsgroups are there
  List<String> folders(List<Job> jobs, boolean words) {
    return tasks(jobs, words).keySet().stream()
        .map(task -> task.library.folder().getFileName().toString())
        .distinct()
        .toList();
  }

  /// Plans a process for each task of the libraries that are built.
  ///
  /// @param coreType the kernels OpenBLAS shall take where a library calls it
  /// @param words whether the documents of 20 Newsgroups are there
  void planLibraries(List<Job> jobs, String coreType, boolean words) {
    Map<Task, Job> tasks = tasks(jobs, words);
    if (flags.contains(JvmFlags.AVX2)
        && tasks.keySet().removeIf(task -> task.library == Library.ONNX)) {
      session.skip(Library.ONNX.title, "it cannot be kept from AVX-512");
    }
    tasks.keySet().stream()
        .map(Task::library)
        .distinct()
        .filter(library -> !library.isBuilt())
        .forEach(library -> session.skip(library.title, NOT_BUILT));
    tasks.forEach((task, job) -> {
      if (task.library.isBuilt()) {
        Map<String, String> parameters =
            Map.of("model", Peers.model(task.job), "shape", task.shape, "coreType", coreType);
        session.planRival(
            job,
            task.library.title,
            task.shape,
            step(task.method(), parameters, task.slow),
            task.library.classPath(),
            outcome ->
                "%s%s; %s"
                    .formatted(
                        outcome.version(),
                        task.library.blas ? " OpenBLAS " + coreType : "",
                        outcome.comparison()));
      }
    });
  }

  private Map<Task, Job> tasks(List<Job> jobs, boolean words) {
    Map<Task, Job> tasks = new LinkedHashMap<>();
    for (Task task : TASKS) {
      jobs.stream()
          .filter(job -> job.id().equals(task.job) && isMeasured(job, task.shape))
          .filter(job -> words || !task.job.equals(Catalogue.MULTINOMIAL))
          .forEach(job -> tasks.put(task, job));
    }
    return tasks;
  }

  /// In a quick run we do a few shapes only.
  private boolean isMeasured(Job job, String shape) {
    return mode != Mode.QUICK || job.quickShapes().isEmpty() || job.quickShapes().contains(shape);
  }

  private Step step(String method, Map<String, String> parameters, boolean slow) {
    List<String> arguments = new ArrayList<>(flags);
    arguments.addAll(Tier.VECTOR.jvmArguments());
    arguments.add("--enable-native-access=ALL-UNNAMED");
    arguments.add("--sun-misc-unsafe-memory-access=allow");
    Step.Pace pace =
        switch (mode) {
          case CHECK -> new Step.Pace(1, 0, 1, 1);
          case QUICK -> slow ? new Step.Pace(1, 1, 2, 1) : new Step.Pace(1, 3, 3, 200);
          case FULL -> slow ? new Step.Pace(1, 1, 3, 1) : new Step.Pace(1, 4, 5, 300);
        };
    return new Step(method, parameters, arguments, 1, pace);
  }
}
