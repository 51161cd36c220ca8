package org.lanewise.cli.blocks;

import java.util.ArrayList;
import java.util.List;
import org.lanewise.cli.answers.PredictionRequest;
import org.lanewise.cli.answers.Scores;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.reading.DataReader;
import org.lanewise.cli.reading.RowBlock;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Workers;
import org.lanewise.model.ShiftedPriors;

/// Class priors of the rows of a file whose labels are not looked at. The posteriors of all rows
/// are kept until these are found: sixteen bytes for each row and class at the peak, when the parts
/// of the file are put together.
public final class UnlabelledPriors {

  /// The longest array that every Java runtime has.
  private static final int MAX_POSTERIORS = Integer.MAX_VALUE - 8;

  private UnlabelledPriors() {}

  /// The priors that are likeliest for the rows of a file.
  ///
  /// @param model a model that has class priors and a p(x)
  /// @throws DataException if the model refuses a row, or there are too many
  public static ShiftedPriors find(FittedModel model, DataReader reader, Workers workers) {
    List<double[]> parts = new ArrayList<>();
    double[] likelihood = new double[1];
    reader.forEach(
        workers,
        block -> scores(model, block),
        scored -> {
          for (Scores scores : scored) {
            parts.add(posteriors(scores));
            for (double density : scores.logDensities()) {
              likelihood[0] += density;
            }
          }
        });
    long length = parts.stream().mapToLong(part -> part.length).sum();
    double[] posteriors = new double[arrayLength(length, model.classes().count())];
    int next = 0;
    for (double[] part : parts) {
      System.arraycopy(part, 0, posteriors, next, part.length);
      next += part.length;
    }
    return ShiftedPriors.ofPosteriors(
        model.classifier().priors(), posteriors, likelihood[0], ShiftedPriors.MAX_ITERATIONS);
  }

  /// The length of one array of all posteriors.
  ///
  /// @throws DataException if there is no such array
  static int arrayLength(long posteriors, int classCount) {
    if (posteriors > MAX_POSTERIORS) {
      throw new DataException(
          "--priors from-data: %d rows of %d classes are too many; at most %d rows are supported"
              .formatted(posteriors / classCount, classCount, MAX_POSTERIORS / classCount));
    }
    return (int) posteriors;
  }

  private static List<Scores> scores(FittedModel model, RowBlock block) {
    List<Scores> scores = new ArrayList<>();
    for (Table chunk : block.rows().chunks(model.chunkRows())) {
      scores.add(model.score(chunk, PredictionRequest.SCORES, block.workers()));
    }
    return scores;
  }

  private static double[] posteriors(Scores scores) {
    double[] posteriors = scores.logPosteriors();
    for (int i = 0; i < posteriors.length; i++) {
      posteriors[i] = StrictMath.exp(posteriors[i]);
    }
    return posteriors;
  }
}
