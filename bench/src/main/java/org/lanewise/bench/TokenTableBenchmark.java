package org.lanewise.bench;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.lanewise.bench.data.Shape;
import org.lanewise.bench.machine.TierState;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.inference.RelativeMahalanobis;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.LowRankDiscriminant;
import org.lanewise.model.gaussian.Shrinkage;
import org.lanewise.text.TextScorer;
import org.lanewise.text.TokenTable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;

/// How long does a sentence of nine tokens take, from its bytes to its class, by a table of token
/// vectors?
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class TokenTableBenchmark extends TierState {

  private static final int TEXTS = 20;
  private static final int TOKENS = 9;

  /// Of each class; the first tokens belong to none.
  private static final int OWN_TOKENS = 20;

  /// One sentence, the width of the table, and classes.
  @Param({"1x384x150", "1x100x7"})
  public String shape;

  private TokenTable table;
  private byte[][] sentences;
  private double[] row;
  private TextScorer linear;
  private TextScorer lowRank;
  private RelativeMahalanobis known;
  private int next;

  @Override
  protected void prepare() {
    int width = Shape.parse(shape).featureCount();
    int classCount = Shape.parse(shape).classCount();
    Random random = new Random(1);
    List<String> tokens = new ArrayList<>(List.of("[UNK]"));
    for (int t = 1; t < (classCount + 1) * OWN_TOKENS; t++) {
      tokens.add("word" + t);
    }
    float[] vectors = new float[tokens.size() * width];
    for (int i = width; i < vectors.length; i++) {
      vectors[i] = (float) random.nextGaussian();
    }
    table = TokenTable.of(tokens, vectors, width).withUnitLength();
    List<String> texts = new ArrayList<>();
    List<String> classes = new ArrayList<>();
    for (int i = 0; i < classCount * TEXTS; i++) {
      int c = i % classCount;
      classes.add("class" + c);
      List<String> text = new ArrayList<>();
      for (int t = 0; t < TOKENS; t++) {
        int from = t % 2 == 0 ? (c + 1) * OWN_TOKENS : 1;
        text.add(tokens.get(from + random.nextInt(OWN_TOKENS - 1)));
      }
      texts.add(String.join(" ", text));
    }
    NumericColumns rows = table.rows(texts);
    Labels labels = Labels.of(classes);
    DiscriminantOptions options = DiscriminantOptions.DEFAULT.withShrinkage(Shrinkage.fixed(0.1));
    known = RelativeMahalanobis.of(LinearDiscriminant.recipe(options), rows, labels);
    linear = table.scorer(known.model());
    lowRank = table.scorer(LowRankDiscriminant.recipe().fit(rows, labels));
    row = new double[width];
    sentences = texts.stream().map(s -> s.getBytes(StandardCharsets.UTF_8)).toArray(byte[][]::new);
    for (byte[] sentence : sentences) {
      linear.predict(sentence, 0, sentence.length, row);
      if (known.model().predict(row) != linear.predict(sentence, 0, sentence.length)) {
        throw new IllegalStateException(
            "'%s' and its row %s have other labels; the same are expected"
                .formatted(new String(sentence, StandardCharsets.UTF_8), Arrays.toString(row)));
      }
    }
  }

  private byte[] sentence() {
    next = (next + 1) % sentences.length;
    return sentences[next];
  }

  /// The row.
  @Benchmark
  public double[] embed() {
    byte[] s = sentence();
    table.embed(s, 0, s.length, row);
    return row;
  }

  /// The label by a linear discriminant.
  @Benchmark
  public int linear() {
    byte[] s = sentence();
    return linear.predict(s, 0, s.length);
  }

  /// The label by a low-rank discriminant.
  @Benchmark
  public int lowRank() {
    byte[] s = sentence();
    return lowRank.predict(s, 0, s.length);
  }

  /// The label by a linear discriminant, or none if the p-value is at most 0.1.
  @Benchmark
  public int linearOrNone() {
    byte[] s = sentence();
    return known.predict(row, linear.predict(s, 0, s.length, row), 0.1);
  }
}
