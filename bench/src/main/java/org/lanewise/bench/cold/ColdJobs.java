package org.lanewise.bench.cold;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/// What is timed: the command on files, and tasks of fresh processes.
final class ColdJobs {

  private final Path lanewise;
  private final Path made;
  private final List<ColdJob> all = new ArrayList<>();

  /// What makes the models that some jobs read, by their files.
  private final Map<String, ColdJob> fits = new LinkedHashMap<>();

  /// @param root the root of the checkout
  /// @param data the folder of data sets, or null
  /// @param made a folder for files that are made when [#make] is called
  ColdJobs(Path root, Path data, Path made) {
    this.made = made;
    lanewise = root.resolve("lanewise");
    Path examples = root.resolve("examples/data");
    commands("iris", "lda", examples.resolve("iris.csv"));
    evaluate("breast_cancer", "qda", examples.resolve("breast_cancer.csv"));
    Path sms = examples.resolve("sms_spam.tsv");
    commands("sms_spam", "bernoulli-nb", sms, "--label", "0", "--text", "1");
    if (data != null) {
      Path magic = data.resolve("magic04/magic04.data");
      Path spam = data.resolve("spambase/spambase.data");
      commands("magic04", "lda", magic);
      evaluate("magic04", "qda", magic);
      commands("spambase", "gaussian-nb", spam);
      evaluate("spambase", "lda", spam);
      Path news = data.resolve("newsgroups20/derived/counts.svm.gz");
      commands("newsgroups", "multinomial-nb", news);
    }
    for (int rows : new int[] {200_000, 1_000_000}) {
      commands(rows + " x 20", "lda", file(rows));
      evaluate(rows + " x 20", "qda", file(rows));
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

  /// Each command on one file.
  private void commands(String set, String classifier, Path file, String... columns) {
    evaluate(set, classifier, file, columns);
    String model = made.resolve(classifier + "-" + set.replace(' ', '-') + ".model").toString();
    ColdJob fit = learn("fit", set, classifier, file, columns, "--out", model);
    all.add(fit);
    fits.put(model, fit);
    String labels = made.resolve("labels.csv").toString();
    String name = "predict " + classifier + " " + set;
    String[] arguments = {"predict", "--model", model, "--data", file.toString(), "--out", labels};
    all.add(ColdJob.ofCommand(name, lanewise, arguments));
  }

  private void evaluate(String set, String classifier, Path file, String... columns) {
    all.add(learn("evaluate", set, classifier, file, columns, "--split", "every:5"));
  }

  private ColdJob learn(
      String verb, String set, String classifier, Path file, String[] columns, String... more) {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of(verb, "--classifier", classifier, "--data", file.toString()));
    arguments.addAll(List.of(columns));
    arguments.addAll(List.of(more));
    String name = verb + " " + classifier + " " + set;
    return ColdJob.ofCommand(name, lanewise, arguments.toArray(String[]::new));
  }

  private Path file(int rows) {
    return made.resolve("rows-" + rows + ".csv");
  }

  List<ColdJob> all() {
    return List.copyOf(all);
  }

  /// Makes the files that some jobs read: tables where they are not there yet, models anew.
  ///
  /// @throws IOException if one cannot be made
  void make(List<ColdJob> jobs) throws IOException, InterruptedException {
    for (int rows : new int[] {200_000, 1_000_000}) {
      Path file = file(rows);
      if (isRead(jobs, file.toString()) && !Files.exists(file)) {
        write(file, rows);
      }
    }
    for (Map.Entry<String, ColdJob> fit : fits.entrySet()) {
      if (isRead(jobs, fit.getKey())) {
        fit.getValue().run("scalar", 0);
      }
    }
  }

  private static boolean isRead(List<ColdJob> jobs, String file) {
    return jobs.stream().anyMatch(job -> job.command().contains(file));
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
