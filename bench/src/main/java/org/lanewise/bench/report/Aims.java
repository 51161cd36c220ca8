package org.lanewise.bench.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.lanewise.bench.job.Catalogue;
import org.lanewise.bench.machine.Tier;
import org.lanewise.bench.result.Measurement;
import org.lanewise.bench.result.ResultFile;
import org.lanewise.bench.result.RoofValues;

/// All speeds that were aimed at: one place for the figures, for what they are compared with, and
/// for what is known to limit those that are missed.
final class Aims {

  private static final String SKLEARN = "scikit-learn";
  private static final String BLAS = "OpenBLAS";
  private static final String SMILE = "Smile";
  private static final String ONNX = "ONNX Runtime";
  private static final String PEAK = "double GFLOP/s";
  private static final String MEMORY = "read memory GB/s";

  private static final String BY_GROUPING =
      "grouping by class, centring and the check for NaN, which dsyrk does not do";
  private static final String BY_SCATTERS =
      "grouping by class, centring and the check for NaN: the kernel alone came to 0.9 of the peak";
  private static final String BY_PEAK = "the products, which run close to the peak of floats";
  private static final String BY_BOUNDS =
      "reading rows and adding their bounds, which comes before the products";
  private static final String BY_CHOOSING =
      "choosing the rows of each class by masks, which takes longer than reading them";
  private static final String BY_MASKS =
      "masking and counting every word once for each class, which at the popcount peak alone takes"
          + " longer than reading it from memory";
  private static final String BY_LOOKING_UP =
      "looking up and adding the sums of patterns, for it is not the reading";
  private static final String BY_READING =
      "reading columns from memory, which overlaps little with multiplying";

  /// The aims in the order of the report.
  static final List<Aim> ALL = all();

  private Aims() {}

  private static List<Aim> all() {
    List<Aim> aims = new ArrayList<>();
    gaussian(aims);
    discrete(aims);
    rowsAsTheyAre(aims);
    threads(aims);
    return List.copyOf(aims);
  }

  private static void gaussian(List<Aim> aims) {
    String moments = "counts, means and scatters by class";
    String job = "statistics-gaussian";
    for (int k : new int[] {2, 10}) {
      for (String rows :
          List.of(
              "100000x16",
              "100000x64",
              "50000x128",
              "25000x256",
              "12500x512",
              "10000x784",
              "8000x1024")) {
        aims.add(
            new Aim(
                moments,
                rows + "x" + k,
                List.of(times(job, rows + "x" + k, BLAS, 1)),
                BY_GROUPING));
      }
      for (String rows : List.of("25000x256", "12500x512", "10000x784", "8000x1024")) {
        aims.add(
            new Aim(
                moments, rows + "x" + k, List.of(ofPeak(job, rows + "x" + k, 0.75)), BY_SCATTERS));
      }
    }
    String d64 = "100000x64x10";
    String d256 = "25000x256x10";
    String d784 = "10000x784x10";
    String lda = "fit of a linear discriminant";
    aims.add(new Aim(lda, d64, List.of(times("fit-lda", d64, SKLEARN, 10)), ""));
    aims.add(new Aim(lda, d784, List.of(times("fit-lda", d784, SKLEARN, 3)), ""));
    aims.add(
        new Aim(
            "memory of that fit beside its input",
            d784,
            List.of(
                new Aim.Goal(
                    "times k·d² doubles",
                    4,
                    false,
                    "",
                    results -> bytes(results, "fit-lda", d784) / (8.0 * 10 * 784 * 784))),
            ""));
    String ldaLabels = "labels of a batch, linear";
    String linear = "predict-lda";
    aims.add(new Aim(ldaLabels, d64, List.of(times(linear, d64, SKLEARN, 5)), BY_READING));
    aims.add(new Aim(ldaLabels, d64, List.of(times(linear, d64, BLAS, 1.5)), BY_READING));
    aims.add(new Aim(ldaLabels, d784, List.of(times(linear, d784, ONNX, 1)), BY_READING));
    String floats = "labels of a batch of floats, linear";
    String many = "10000x768x1000";
    String rowMajor = "predict-lda-floats";
    aims.add(new Aim(floats, d784, List.of(times(rowMajor, d784, ONNX, 1)), BY_BOUNDS));
    aims.add(new Aim(floats, many, List.of(times(rowMajor, many, BLAS, 1 / 1.2)), BY_PEAK));
    String qdaLabels = "labels of a batch, quadratic";
    Map<String, Double> least = Map.of(d64, 9.0, d256, 5.0, d784, 3.6);
    for (String shape : List.of(d64, d256, d784)) {
      aims.add(
          new Aim(
              qdaLabels,
              shape,
              List.of(times("predict-qda", shape, SKLEARN, least.get(shape))),
              BY_PEAK));
    }
    String naive = "fit of Gaussian Naive Bayes";
    String naiveRows = "200000x64x2";
    aims.add(
        new Aim(
            naive, naiveRows, List.of(ofMemory("fit-gaussian-nb", naiveRows, 0.7)), BY_CHOOSING));
    aims.add(
        new Aim(
            "labels of a batch, Gaussian Naive Bayes",
            d64,
            List.of(times("predict-gaussian-nb", d64, SKLEARN, 40)),
            BY_READING));
  }

  private static void discrete(List<Aim> aims) {
    String bits10 = "100000x784x10";
    String bits2 = "100000x784x2";
    String fit = "fit of Bernoulli Naive Bayes, packed";
    aims.add(
        new Aim(
            fit, bits10, List.of(times("fit-bernoulli-nb", bits10, SKLEARN + " dense", 500)), ""));
    aims.add(
        new Aim(
            fit,
            bits10,
            List.of(times("fit-bernoulli-nb", bits10, SKLEARN + " CSR", 100)),
            BY_MASKS));
    aims.add(
        new Aim(fit, bits10, List.of(times("fit-bernoulli-nb", bits10, SMILE, 150)), BY_MASKS));
    String large = "1000000x784x10";
    aims.add(
        new Aim(
            "counting bits by class beyond the caches",
            large,
            List.of(ofMemory("statistics-bernoulli-masked", large, 0.7)),
            BY_MASKS));
    aims.add(
        new Aim(
            "the same, rows sorted by class",
            large,
            List.of(ofMemory("statistics-bernoulli-grouped", large, 0.7)),
            ""));
    aims.add(
        new Aim(
            "packing bytes to bits",
            bits2,
            List.of(
                new Aim.Goal(
                    "of bytes", 10, true, " GB/s", r -> gigabytes(r, "pack-bytes", bits2))),
            ""));
    String labels = "labels of a batch, Bernoulli Naive Bayes, certified";
    String job = "predict-bernoulli-nb";
    aims.add(
        new Aim(
            labels, bits10, List.of(times(job, bits10, SKLEARN + " dense", 200)), BY_LOOKING_UP));
    aims.add(
        new Aim(labels, bits10, List.of(times(job, bits10, SKLEARN + " CSR", 35)), BY_LOOKING_UP));
    aims.add(new Aim(labels, bits10, List.of(times(job, bits10, SMILE, 2_000)), BY_LOOKING_UP));
    aims.add(
        new Aim(labels, bits2, List.of(times(job, bits2, SKLEARN + " dense", 300)), BY_LOOKING_UP));
    aims.add(
        new Aim(
            labels,
            bits2,
            List.of(
                new Aim.Goal(
                    "times as long as reading the bits from memory",
                    5,
                    false,
                    "",
                    r -> roof(r, MEMORY) / gigabytes(r, job, bits2))),
            BY_LOOKING_UP));
    aims.add(
        new Aim(
            "certified labels of a batch of bits",
            bits10,
            List.of(
                new Aim.Goal(
                    "× the exact scorer",
                    2,
                    true,
                    "",
                    r -> nanos(r, job + "-exact", bits10, "") / nanos(r, job, bits10, ""))),
            ""));
    String row = "label of a document of 100 words";
    for (String shape : List.of("1x150000x2", "1x150000x20")) {
      double most = shape.endsWith("x2") ? 0.3 : 1.5;
      aims.add(
          new Aim(
              row,
              shape,
              List.of(
                  new Aim.Goal(
                      "", most, false, " µs", r -> nanos(r, "row-words-predict", shape, "") / 1e3)),
              ""));
      aims.add(
          new Aim(
              row,
              shape,
              // A call that allocates nothing shows the rest of what JMH itself allocates.
              List.of(
                  new Aim.Goal(
                      "allocated",
                      0,
                      false,
                      " B",
                      r -> Math.floor(bytes(r, "row-words-predict", shape)))),
              ""));
    }
    String words = "15077x149501x20";
    aims.add(
        new Aim(
            "20 Newsgroups, multinomial, fit and labels",
            words,
            List.of(times(Catalogue.MULTINOMIAL, words, SKLEARN + " CSR", 4)),
            "writing 100 MB of weights and counts anew for every fit"));
    String codes = "1000000x22x2";
    aims.add(
        new Aim(
            "fit of categorical Naive Bayes",
            codes,
            List.of(times("fit-categorical-nb", codes, SKLEARN, 20)),
            ""));
    aims.add(
        new Aim(
            "labels of a batch, categorical Naive Bayes",
            codes,
            List.of(times("predict-categorical-nb", codes, SKLEARN, 20)),
            ""));
  }

  private static void threads(List<Aim> aims) {
    String work = "two threads: ";
    for (String[] each :
        new String[][] {
          {"counts, means and scatters", "workers-statistics-gaussian", "200000x64x10"},
          {"counts, means and scatters", "workers-statistics-gaussian", "100000x256x10"},
          {"labels, linear", "workers-predict-lda", "200000x64x10"},
          {"labels, linear", "workers-predict-lda", "20000x784x10"},
          {"labels, quadratic", "workers-predict-qda", "100000x64x10"},
          {"counting bits by class", "workers-statistics-bernoulli", "1000000x784x10"},
          {"labels, Bernoulli Naive Bayes", "workers-predict-bernoulli-nb", "1000000x784x10"}
        }) {
      String job = each[1];
      String shape = each[2];
      aims.add(
          new Aim(
              work + each[0],
              shape,
              List.of(
                  new Aim.Goal(
                      "× one thread",
                      1.85,
                      true,
                      "",
                      r -> nanos(r, job, shape, "1") / nanos(r, job, shape, "2")),
                  new Aim.Goal(
                      "of the memory bandwidth of two threads",
                      0.9,
                      true,
                      "",
                      r ->
                          find(r, job, shape, "2", Measurement::gigabytesPerSecond)
                              / r.roof()
                                  .getOrDefault("2 threads", Map.of())
                                  .getOrDefault(MEMORY, Double.NaN))),
              ""));
    }
  }

  /// Missing cells beside whole rows, and blocks of several kinds beside each for itself.
  private static void rowsAsTheyAre(List<Aim> aims) {
    String shape = "20000x32x10";
    Map<String, Double> most = new LinkedHashMap<>();
    most.put("gaussian-nb", 1.5);
    most.put("qda", 3.0);
    most.put("lda", 5.0);
    most.forEach((model, times) ->
        aims.add(
            new Aim(
                "labels of a batch, a tenth of its cells missing, " + model,
                shape,
                List.of(
                    new Aim.Goal(
                        "times whole rows",
                        times,
                        false,
                        "",
                        r -> missing(r, model, "0.1") / missing(r, model, "0"))),
                "")));
    String mixed = "20000x16x10";
    aims.add(
        new Aim(
            "log joints of rows of several kinds",
            mixed,
            List.of(
                new Aim.Goal(
                    "times its blocks",
                    1,
                    false,
                    "",
                    r ->
                        nanos(r, "predict-mixed", mixed, "")
                            / nanos(r, "predict-mixed-blocks", mixed, ""))),
            ""));
  }

  private static double missing(ResultFile results, String model, String share) {
    return results.measurements().stream()
        .filter(m -> m.by().equals(Tier.VECTOR.label()) && m.job().equals("predict-missing"))
        .filter(m -> model.equals(m.parameters().get("model")))
        .filter(m -> share.equals(m.parameters().get("missing")))
        .mapToDouble(Measurement::nanosPerCall)
        .findFirst()
        .orElse(Double.NaN);
  }

  /// How many times slower the fastest variant of a rival is.
  private static Aim.Goal times(String job, String shape, String rival, double least) {
    return new Aim.Goal(
        "× " + rival,
        least,
        true,
        "",
        results -> {
          OptionalDouble ratio =
              results.measurements().stream()
                  .filter(m -> m.job().equals(job) && m.parameters().equals(Map.of("shape", shape)))
                  .filter(m -> m.by().equals(rival) || m.by().startsWith(rival + " "))
                  // The bars are for one thread each, and for the same model.
                  .filter(m -> !m.by().contains("thread") && !m.by().contains("logistic"))
                  .flatMapToDouble(
                      m -> m.ratio() == null ? DoubleStream.empty() : DoubleStream.of(m.ratio()))
                  .min();
          return ratio.orElse(Double.NaN);
        });
  }

  private static Aim.Goal ofPeak(String job, String shape, double least) {
    return new Aim.Goal(
        "of the FMA peak",
        least,
        true,
        "",
        r -> find(r, job, shape, "", Measurement::gigaflops) / roof(r, PEAK));
  }

  private static Aim.Goal ofMemory(String job, String shape, double least) {
    return new Aim.Goal(
        "of the bandwidth of memory",
        least,
        true,
        "",
        r -> gigabytes(r, job, shape) / roof(r, MEMORY));
  }

  private static double roof(ResultFile results, String what) {
    return results.roof().getOrDefault(RoofValues.ONE, Map.of()).getOrDefault(what, Double.NaN);
  }

  private static double gigabytes(ResultFile results, String job, String shape) {
    return find(results, job, shape, "", Measurement::gigabytesPerSecond);
  }

  private static double bytes(ResultFile results, String job, String shape) {
    return find(
        results, job, shape, "", m -> m.bytesPerCall() == null ? Double.NaN : m.bytesPerCall());
  }

  private static double nanos(ResultFile results, String job, String shape, String workers) {
    return find(results, job, shape, workers, Measurement::nanosPerCall);
  }

  /// A figure of our vector tier, NaN where there is none.
  private static double find(
      ResultFile results,
      String job,
      String shape,
      String workers,
      ToDoubleFunction<Measurement> figure) {
    return results.measurements().stream()
        .filter(m -> m.by().equals(Tier.VECTOR.label()) && m.job().equals(job))
        .filter(m -> shape.equals(m.parameters().get("shape")))
        .filter(m -> m.parameters().getOrDefault("workers", "").equals(workers))
        .mapToDouble(figure)
        .findFirst()
        .orElse(Double.NaN);
  }
}
