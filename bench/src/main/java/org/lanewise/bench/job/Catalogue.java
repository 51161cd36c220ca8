package org.lanewise.bench.job;

import java.util.List;
import java.util.function.Function;
import org.lanewise.bench.data.Shape;
import org.lanewise.bench.machine.Work;

/// All that is measured, and what each of it has to do at least. Bytes are those of the features;
/// labels are left out.
public final class Catalogue {

  /// The job that needs the data of 20 Newsgroups.
  public static final String MULTINOMIAL = "fit-predict-multinomial-nb";

  /// Eighths of a byte: a double, a code and a bit.
  private static final int MIXED_BYTES = 8 * 8 + 4 * 8 + 1;

  /// Counts other than 0, of documents to fit and to label; each an index and a double.
  private static final double NEWSGROUPS_COUNTS = 3_042_802;

  private static final int BYTES_OF_A_COUNT = 12;

  /// Jobs of the library, in the order of the report.
  public static final List<Job> JOBS =
      List.of(
          job(
              "statistics-gaussian",
              "GaussianStatisticsBenchmark.add",
              "gathering moments of all classes",
              Catalogue::scatter,
              "100000x64x10",
              "25000x256x10"),
          job(
              "statistics-bernoulli-masked",
              "BernoulliStatisticsBenchmark.maskedColumns",
              "counting bits of columns under class masks",
              Catalogue::count,
              "100000x784x10"),
          job(
              "statistics-bernoulli-grouped",
              "BernoulliStatisticsBenchmark.groupedColumns",
              "counting bits of columns whose rows are grouped by class",
              Catalogue::count,
              "100000x784x10"),
          job(
              "fit-lda",
              "FitBenchmark.linear",
              "rows to a linear discriminant",
              Catalogue::fitDiscriminant,
              "100000x64x10"),
          job(
              "fit-qda",
              "FitBenchmark.quadratic",
              "rows to a quadratic discriminant",
              Catalogue::fitDiscriminant),
          job(
              "fit-gaussian-nb",
              "FitBenchmark.gaussianNaiveBayes",
              "rows to Gaussian Naive Bayes",
              shape -> Work.flops(shape.rowCount(), 4 * cells(shape), 8 * cells(shape)),
              "200000x64x2"),
          job(
              "fit-bernoulli-nb",
              "FitBenchmark.bernoulliNaiveBayes",
              "packed columns to Bernoulli Naive Bayes",
              Catalogue::count,
              "100000x784x10"),
          job(
              "fit-categorical-nb",
              "CategoricalBenchmark.fit",
              "codes to categorical Naive Bayes",
              Catalogue::codes),
          job(
              "predict-lda",
              "BatchScoringBenchmark.linear",
              "labels of a batch, linear discriminant",
              Catalogue::affine,
              "100000x64x10",
              "10000x784x10"),
          job(
              "predict-lda-floats",
              "FloatRowsBenchmark.linear",
              "labels of a batch of floats that lies row by row, linear discriminant",
              Catalogue::affineFloats,
              "10000x784x10"),
          job(
              "predict-qda",
              "BatchScoringBenchmark.quadratic",
              "labels of a batch, quadratic discriminant",
              Catalogue::triangular,
              "100000x64x10"),
          job(
              "predict-gaussian-nb",
              "BatchScoringBenchmark.gaussianNaiveBayes",
              "labels of a batch, Gaussian Naive Bayes",
              Catalogue::diagonal,
              "100000x64x10"),
          job(
              "predict-missing",
              "MissingScoringBenchmark.predict",
              "labels of a batch with missing cells, and of the same rows whole, Gaussian models",
              shape -> Work.flops(shape.rowCount(), 0, 8 * cells(shape))),
          job(
              "predict-mixed",
              "MixedScoringBenchmark.mixed",
              "log joints of a batch of as many numbers, bits and categories",
              shape -> Work.flops(shape.rowCount(), 0, MIXED_BYTES * cells(shape) / 8)),
          job(
              "predict-mixed-blocks",
              "MixedScoringBenchmark.blocks",
              "the same blocks one after the other, each by a model of its own",
              shape -> Work.flops(shape.rowCount(), 0, MIXED_BYTES * cells(shape) / 8)),
          job(
              "predict-bernoulli-nb",
              "BatchScoringBenchmark.bernoulliNaiveBayes",
              "labels of a batch of packed columns, Bernoulli Naive Bayes",
              shape -> Work.flops(shape.rowCount(), 0, cells(shape) / 8),
              "100000x784x10",
              "100000x784x2"),
          job(
              "predict-bernoulli-nb-exact",
              "BatchScoringBenchmark.bernoulliNaiveBayesExact",
              "the same by the scores of every row and class, without a certificate",
              shape -> Work.flops(shape.rowCount(), 0, cells(shape) / 8)),
          job(
              "predict-categorical-nb",
              "CategoricalBenchmark.predict",
              "labels of a batch, categorical Naive Bayes",
              Catalogue::codes),
          job(
              MULTINOMIAL,
              "MultinomialBenchmark.fitAndPredict",
              "word counts of 20 Newsgroups to a multinomial Naive Bayes model and labels",
              shape -> Work.flops(shape.rowCount(), 0, BYTES_OF_A_COUNT * NEWSGROUPS_COUNTS)),
          job(
              "pack-bytes",
              "PackingBenchmark.bytes",
              "columns of bytes to columns of bits",
              Catalogue::codes),
          job(
              "rows-statistics-diagonal",
              "RowMajorBenchmark.diagonal",
              "gathering means and variances of values that lie row by row",
              shape -> Work.flops(shape.rowCount(), 4 * cells(shape), 8 * cells(shape))),
          job(
              "rows-predict-lda",
              "RowMajorBenchmark.linear",
              "labels of a batch that lies row by row, linear discriminant",
              Catalogue::affine),
          job(
              "rows-copy",
              "RowMajorBenchmark.copy",
              "values that lie row by row to columns",
              shape -> Work.flops(shape.rowCount(), 0, 16 * cells(shape))),
          row(
              "row-lda-predict",
              "OneRowBenchmark.linearPredict",
              "label of one row, linear discriminant",
              Catalogue::affineRow,
              "1x32x10"),
          row(
              "row-lda-log-posterior",
              "OneRowBenchmark.linearLogPosterior",
              "log posteriors of one row, linear discriminant",
              Catalogue::affineRow,
              "1x32x10"),
          row(
              "row-qda-predict",
              "OneRowBenchmark.quadraticPredict",
              "label of one row, quadratic discriminant",
              Catalogue::triangularRow),
          row(
              "row-qda-log-posterior",
              "OneRowBenchmark.quadraticLogPosterior",
              "log posteriors of one row, quadratic discriminant",
              Catalogue::triangularRow),
          row(
              "row-gaussian-nb-predict",
              "OneRowBenchmark.gaussianNaiveBayesPredict",
              "label of one row, Gaussian Naive Bayes",
              Catalogue::diagonalRow),
          row(
              "row-gaussian-nb-log-posterior",
              "OneRowBenchmark.gaussianNaiveBayesLogPosterior",
              "log posteriors of one row, Gaussian Naive Bayes",
              Catalogue::diagonalRow),
          row(
              "row-bernoulli-nb-predict",
              "OneRowBenchmark.bernoulliNaiveBayesPredict",
              "label of one packed row, Bernoulli Naive Bayes",
              Catalogue::binaryRow,
              "1x784x10"),
          row(
              "row-bernoulli-nb-log-posterior",
              "OneRowBenchmark.bernoulliNaiveBayesLogPosterior",
              "log posteriors of one packed row, Bernoulli Naive Bayes",
              Catalogue::binaryRow),
          row(
              "row-words-predict",
              "OneRowBenchmark.wordsPredict",
              "label of a document of 100 words, Bernoulli Naive Bayes",
              Catalogue::wordsRow,
              "1x150000x20"),
          row(
              "row-words-log-posterior",
              "OneRowBenchmark.wordsLogPosterior",
              "log posteriors of a document of 100 words, Bernoulli Naive Bayes",
              Catalogue::wordsRow),
          row(
              "row-tokens-embed",
              "TokenTableBenchmark.embed",
              "the vector of a sentence of nine tokens, from its bytes",
              Catalogue::tokensRow),
          row(
              "row-tokens-lda",
              "TokenTableBenchmark.linear",
              "label of a sentence of nine tokens by a table, linear discriminant",
              Catalogue::tokensRow),
          row(
              "row-tokens-low-rank",
              "TokenTableBenchmark.lowRank",
              "the same, low-rank discriminant",
              Catalogue::tokensRow),
          row(
              "row-tokens-lda-or-none",
              "TokenTableBenchmark.linearOrNone",
              "label of a sentence of nine tokens by a table, or none by its p-value",
              Catalogue::tokensRow),
          job(
              "workers-statistics-gaussian",
              "WorkersBenchmark.gaussianAdd",
              "gathering moments with several threads",
              Catalogue::scatter,
              "200000x64x10"),
          job(
              "workers-statistics-bernoulli",
              "WorkersBenchmark.bernoulliAdd",
              "counting bits with several threads",
              Catalogue::count),
          job(
              "workers-predict-lda",
              "WorkersBenchmark.linear",
              "labels of a batch with several threads, linear discriminant",
              Catalogue::affine,
              "200000x64x10"),
          job(
              "workers-predict-qda",
              "WorkersBenchmark.quadratic",
              "labels of a batch with several threads, quadratic discriminant",
              Catalogue::triangular),
          job(
              "workers-predict-bernoulli-nb",
              "WorkersBenchmark.bernoulliNaiveBayes",
              "labels of a batch with several threads, Bernoulli Naive Bayes",
              shape -> Work.flops(shape.rowCount(), 0, cells(shape) / 8)));

  private static final int WORDS_OF_A_DOCUMENT = 100;
  private static final int TOKENS_OF_A_SENTENCE = 9;

  private Catalogue() {}

  private static Job job(
      String id,
      String benchmark,
      String question,
      Function<Shape, Work> work,
      String... quickShapes) {
    return new Job(id, benchmark, question, List.of(quickShapes), false, work);
  }

  private static Job row(
      String id,
      String benchmark,
      String question,
      Function<Shape, Work> work,
      String... quickShapes) {
    return new Job(id, benchmark, question, List.of(quickShapes), true, work);
  }

  /// n·d.
  private static double cells(Shape shape) {
    return (double) shape.rowCount() * shape.featureCount();
  }

  /// n·d·(d+1): a multiplication and an addition for each entry of a triangle and row.
  private static Work scatter(Shape shape) {
    return Work.flops(
        shape.rowCount(), cells(shape) * (shape.featureCount() + 1), 8 * cells(shape));
  }

  /// The scatter, and d³/3 for the factor of one covariance: what a fit needs at least.
  private static Work fitDiscriminant(Shape shape) {
    double d = shape.featureCount();
    Work scatter = scatter(shape);
    return Work.flops(scatter.rows(), scatter.flops() + d * d * d / 3, scatter.bytes());
  }

  /// Every word counted once: classes cost nothing if rows are in their order.
  private static Work count(Shape shape) {
    return Work.popcounts(shape.rowCount(), cells(shape) / 64, cells(shape) / 8);
  }

  /// A byte for each cell.
  private static Work codes(Shape shape) {
    return Work.flops(shape.rowCount(), 0, cells(shape));
  }

  private static Work affine(Shape shape) {
    return Work.flops(shape.rowCount(), 2 * cells(shape) * shape.classCount(), 8 * cells(shape));
  }

  /// An operation in floats counts as half of one in doubles.
  private static Work affineFloats(Shape shape) {
    return Work.flops(shape.rowCount(), cells(shape) * shape.classCount(), 4 * cells(shape));
  }

  private static Work triangular(Shape shape) {
    return Work.flops(
        shape.rowCount(),
        cells(shape) * (shape.featureCount() + 1) * shape.classCount(),
        8 * cells(shape));
  }

  /// A subtraction, a multiplication and a fused multiply-add for each class and cell.
  private static Work diagonal(Shape shape) {
    return Work.flops(shape.rowCount(), 4 * cells(shape) * shape.classCount(), 8 * cells(shape));
  }

  /// One row reads the model, which is larger than the row.
  private static Work affineRow(Shape shape) {
    double parameters = (double) shape.featureCount() * shape.classCount();
    return Work.flops(1, 2 * parameters, 8 * parameters);
  }

  private static Work triangularRow(Shape shape) {
    double d = shape.featureCount();
    double entries = d * (d + 1) / 2 * shape.classCount();
    return Work.flops(1, 2 * entries, 8 * entries);
  }

  private static Work diagonalRow(Shape shape) {
    double parameters = (double) shape.featureCount() * shape.classCount();
    return Work.flops(1, 4 * parameters, 16 * parameters);
  }

  /// The weights of the features that are set, one in six.
  private static Work binaryRow(Shape shape) {
    return Work.flops(1, 0, 8.0 * shape.featureCount() / 6 * shape.classCount());
  }

  /// The vectors of the tokens in floats.
  private static Work tokensRow(Shape shape) {
    return Work.flops(1, 0, 4.0 * TOKENS_OF_A_SENTENCE * shape.featureCount());
  }

  private static Work wordsRow(Shape shape) {
    return Work.flops(1, 0, 8.0 * WORDS_OF_A_DOCUMENT * shape.classCount());
  }
}
