package org.lanewise.bench.data;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.lanewise.data.RowFormat;
import org.lanewise.data.SparseRow;
import org.lanewise.io.ModelFile;
import org.lanewise.model.Classifier;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.score.Scorer;

/// A model, its scorer, and [#ROWS] rows that calls take turns over: what latency is measured with,
/// in the process that made it or, by way of files, in a fresh one.
///
/// @param <R> what a row is
public final class OneRow<R> {

  /// How many rows there are, a power of 2.
  public static final int ROWS = 64;

  /// The job whose rows are words; those of other jobs are told by the model.
  public static final String WORDS = "row-words-predict";

  private final Classifier<?, ?> model;
  private final Scorer<R, ?> scorer;
  private final R[] rows;

  public OneRow(Classifier<?, ?> model, Scorer<R, ?> scorer, R[] rows) {
    this.model = model;
    this.scorer = scorer;
    this.rows = rows;
  }

  /// Which model of which size.
  ///
  /// @param job the job's name
  /// @param shape one row, features and classes
  public record Name(String job, String shape) {}

  public Scorer<R, ?> scorer() {
    return scorer;
  }

  /// The label of the row whose turn it is.
  public int predict(int turn) {
    return scorer.predict(rows[turn & ROWS - 1]);
  }

  /// The sum of the labels of so many calls from turn 0 on, by way of one call for each row.
  public long labelSum(long calls) {
    long round = 0;
    long rest = 0;
    for (int turn = 0; turn < rows.length; turn++) {
      int label = predict(turn);
      round += label;
      rest += turn < calls % rows.length ? label : 0;
    }
    return calls / rows.length * round + rest;
  }

  /// Fails if calls gave other labels than they should.
  public static void requireLabels(long sum, long expected) {
    if (sum != expected) {
      throw new IllegalStateException(
          "the labels of the calls that were timed add up to %d; %d are expected"
              .formatted(sum, expected));
    }
  }

  /// Writes the model, the rows and their labels.
  public void write(Path folder) throws IOException {
    ModelFile.write(model, folder.resolve("model"));
    try (DataOutputStream out = output(folder.resolve("rows"))) {
      for (R row : rows) {
        switch (row) {
          case double[] values -> {
            out.writeInt(values.length);
            for (double value : values) {
              out.writeDouble(value);
            }
          }
          case long[] words -> {
            out.writeInt(words.length);
            for (long word : words) {
              out.writeLong(word);
            }
          }
          case SparseRow words -> {
            out.writeInt(words.to() - words.from());
            for (int at = words.from(); at < words.to(); at++) {
              out.writeInt(words.indices()[at]);
            }
          }
          default -> throw new IllegalStateException("a row is a " + row.getClass());
        }
      }
    }
    try (DataOutputStream out = output(folder.resolve("labels"))) {
      for (int turn = 0; turn < rows.length; turn++) {
        out.writeInt(predict(turn));
      }
    }
  }

  private static DataOutputStream output(Path file) throws IOException {
    return new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)));
  }

  private static DataInputStream input(Path file) throws IOException {
    return new DataInputStream(new BufferedInputStream(Files.newInputStream(file)));
  }

  /// Reads the model and the rows of a job; no row is scored.
  public static OneRow<?> read(Path folder, String job) throws IOException {
    Classifier<?, ?> model = ModelFile.read(folder.resolve("model")).model();
    try (DataInputStream in = input(folder.resolve("rows"))) {
      return switch (model) {
        case LinearDiscriminant linear -> {
          double[][] rows = new double[ROWS][];
          for (int turn = 0; turn < rows.length; turn++) {
            rows[turn] = new double[in.readInt()];
            for (int j = 0; j < rows[turn].length; j++) {
              rows[turn][j] = in.readDouble();
            }
          }
          yield new OneRow<>(model, linear.scorer(), rows);
        }
        case BernoulliNaiveBayes bits when job.equals(WORDS) -> {
          SparseRow[] rows = new SparseRow[ROWS];
          for (int turn = 0; turn < rows.length; turn++) {
            int[] words = new int[in.readInt()];
            for (int j = 0; j < words.length; j++) {
              words[j] = in.readInt();
            }
            rows[turn] = SparseRow.of(words);
          }
          yield new OneRow<>(model, bits.scorer(RowFormat.SPARSE), rows);
        }
        case BernoulliNaiveBayes bits -> {
          long[][] rows = new long[ROWS][];
          for (int turn = 0; turn < rows.length; turn++) {
            rows[turn] = new long[in.readInt()];
            for (int j = 0; j < rows[turn].length; j++) {
              rows[turn][j] = in.readLong();
            }
          }
          yield new OneRow<>(model, bits.scorer(), rows);
        }
        default -> throw new IOException("the model is a " + model.getClass().getSimpleName());
      };
    }
  }

  /// The labels that [#write] wrote.
  public static int[] labels(Path folder) throws IOException {
    int[] labels = new int[ROWS];
    try (DataInputStream in = input(folder.resolve("labels"))) {
      for (int turn = 0; turn < labels.length; turn++) {
        labels[turn] = in.readInt();
      }
    }
    return labels;
  }
}
