package org.lanewise.cli.help;

/// `lanewise help parts`: a model of files on many machines, command by command.
public final class PartsHelp {

  /// What stands behind `help` for it.
  public static final String TOPIC = "parts";

  public static final String TEXT =
      """
      A model of many files, on one machine or on many

      Statistics of each part, where it lies
        lanewise gather --classifier lda --data part1.csv --label species --out part1.stats
        ssh host lanewise gather --classifier lda --data part2.csv --label species --out - > part2.stats

      Together, in the order given, and a model of them
        lanewise merge part1.stats part2.stats --out all.stats
        lanewise fit --statistics all.stats --classifier lda --out species.model

      Rows that are to be forgotten
        lanewise subtract all.stats part1.stats --out rest.stats

      What a file holds
        lanewise inspect all.stats

      --classifier says which statistics: lda, qda and rda share theirs, and so do multinomial-nb,
      complement-nb and poisson-nb. Columns, missing values and --binarize are said to gather,
      priors, smoothing and shrinkage to fit. Parts may have their columns in other orders, where
      they have names, and other classes, categories and words; of mixed-nb each column is to be of
      one type in all parts, as --column says.

      A model of one part's statistics is the model of its rows, bit for bit, and so is one of merged
      statistics that count whole numbers without weights, in whatever order they were merged. Means,
      variances and scatters of merged parts, and sums of weights, differ from those of one file by
      rounding, and in another order of the parts by rounding too; they are the same bits where every
      part but the last has a multiple of 8192 rows (lda, qda, rda) or of 32768 (gaussian-nb) and no
      part but the first has more than that many. By rounding differs also lda of statistics that were
      gathered for qda or rda, with more than 127 features and very many classes.
      """;

  private PartsHelp() {}
}
