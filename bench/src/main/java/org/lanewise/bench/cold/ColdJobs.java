package org.lanewise.bench.cold;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// What is timed: the command on files, and tasks of fresh processes.
final class ColdJobs {

  private static final String[] SPLIT = {"--split", "every:5"};

  private final Path lanewise;
  private final Path examples;
  private final Path made;
  private final List<ColdJob> all = new ArrayList<>();

  /// @param root the root of the checkout
  /// @param data the folder of data sets, or null
  /// @param made a folder for files that are made when [#make] is called
  ColdJobs(Path root, Path data, Path made) {
    this.made = made;
    lanewise = root.resolve("lanewise");
    examples = root.resolve("examples/data");
    evaluate("evaluate lda iris", "lda", examples.resolve("iris.csv"));
    evaluate("evaluate qda breast_cancer", "qda", examples.resolve("breast_cancer.csv"));
    evaluate(
        "evaluate bernoulli-nb sms_spam",
        "bernoulli-nb",
        examples.resolve("sms_spam.tsv"),
        "--label",
        "0",
        "--text",
        "1");
    if (data != null) {
      Path magic = data.resolve("magic04/magic04.data");
      Path spam = data.resolve("spambase/spambase.data");
      evaluate("evaluate lda magic04", "lda", magic);
      evaluate("evaluate qda magic04", "qda", magic);
      evaluate("evaluate gaussian-nb spambase", "gaussian-nb", spam);
      evaluate("evaluate lda spambase", "lda", spam);
      evaluate(
          "evaluate multinomial-nb newsgroups",
          "multinomial-nb",
          data.resolve("newsgroups20/derived/counts.svm.gz"));
    }
    for (int rows : new int[] {200_000, 1_000_000}) {
      Path file = file(rows);
      Path model = model(rows);
      evaluate("evaluate lda " + rows + " x 20", "lda", file);
      evaluate("evaluate qda " + rows + " x 20", "qda", file);
      command("fit lda " + rows + " x 20", "fit", "--classifier", "lda", file, made + "/fit.model");
      all.add(
          ColdJob.ofCommand(
              "predict lda " + rows + " x 20",
              lanewise,
              "predict",
              "--model",
              model.toString(),
              "--data",
              file.toString(),
              "--out",
              made + "/labels.csv"));
    }
    for (String task :
        List.of(
            "pack",
            "fit",
            "fits",
            "rows-1",
            "rows-10",
            "rows-100",
            "rows-10000",
            "batches",
            "open",
            "steady",
            "final-rows",
            "final-batches",
            "final-fits")) {
      all.add(ColdJob.ofProcess(task, "lda", 4, 3));
      all.add(ColdJob.ofProcess(task, "lda", 32, 10));
      all.add(ColdJob.ofProcess(task, "qda", 32, 10));
      all.add(ColdJob.ofProcess(task, "gaussian-nb", 32, 10));
      all.add(ColdJob.ofProcess(task, "bernoulli-nb", 784, 10));
      all.add(ColdJob.ofProcess(task, "categorical-nb", 22, 2));
      all.add(ColdJob.ofProcess(task, "multinomial-nb", 500, 20));
    }
  }

  private void evaluate(String name, String classifier, Path file, String... more) {
    List<String> arguments =
        new ArrayList<>(List.of("evaluate", "--classifier", classifier, "--data", file.toString()));
    arguments.addAll(List.of(more));
    arguments.addAll(List.of(SPLIT));
    all.add(ColdJob.ofCommand(name, lanewise, arguments.toArray(String[]::new)));
  }

  private void command(
      String name, String verb, String option, String value, Path file, String out) {
    all.add(
        ColdJob.ofCommand(
            name, lanewise, verb, option, value, "--data", file.toString(), "--out", out));
  }

  private Path file(int rows) {
    return made.resolve("rows-" + rows + ".csv");
  }

  private Path model(int rows) {
    return made.resolve("lda-" + rows + ".model");
  }

  List<ColdJob> all() {
    return List.copyOf(all);
  }

  /// Makes the files that some jobs read, where they are not there yet.
  ///
  /// @throws IOException if one cannot be made
  void make(List<ColdJob> jobs) throws IOException, InterruptedException {
    for (int rows : new int[] {200_000, 1_000_000}) {
      Path file = file(rows);
      if (jobs.stream().noneMatch(job -> job.command().contains(file.toString()))
          || Files.exists(file)) {
        continue;
      }
      write(file, rows);
      String model = model(rows).toString();
      ColdJob fit =
          ColdJob.ofCommand(
              "fit", lanewise, "fit", "--classifier", "lda", "--data", file + "", "--out", model);
      fit.run("scalar");
    }
  }

  /// Rows of three classes, 20 features with six decimals each.
  private static void write(Path file, int rows) throws IOException {
    SplittableRandom random = new SplittableRandom(1);
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      for (int i = 0; i < rows; i++) {
        int label = random.nextInt(3);
        for (int j = 0; j < 20; j++) {
          double value = random.nextGaussian() + (j % 3 == label ? 1 : 0);
          out.write(Double.toString(Math.rint(value * 1e6) / 1e6));
          out.write(',');
        }
        out.write("c" + label);
        out.write('\n');
      }
    }
  }
}
