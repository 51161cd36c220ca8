package org.lanewise.cli.help;

/// `lanewise help parts`: a model of files on many machines, command by command.
public final class PartsHelp {

  /// The argument of `help`.
  public static final String TOPIC = "parts";

  public static final String TEXT =
      """
      Train on many files, on one machine or on many

      Gather statistics of each part, where it lies
        lanewise gather --classifier lda --data part1.csv --label species --out part1.stats
        ssh host lanewise gather --classifier lda --data part2.csv --label species --out - > part2.stats

      Merge them in order, and fit a model
        lanewise merge part1.stats part2.stats --out all.stats
        lanewise fit --statistics all.stats --classifier lda --out species.model

      Unlearn rows
        lanewise subtract all.stats part1.stats --out rest.stats

      Show the contents of a file
        lanewise inspect all.stats

      --classifier decides which statistics are gathered: lda, qda and rda share theirs, and so do
      multinomial-nb, complement-nb and poisson-nb. Columns, missing values and --binarize go to
      gather; priors, smoothing and shrinkage go to fit. Parts may have named columns in another
      order, and other classes, categories and words. In mixed-nb, --column has to give each column
      the same type in all parts.

      Fitting to the statistics of one part gives the same bits as fitting to its rows. Merged
      statistics of whole counts without weights do so in any order. Means, variances, scatters and
      sums of weights differ from those of one file, and between orders of the parts, by rounding.
      They are the same bits if every part but the last has a multiple of 8192 rows (lda, qda, rda)
      or 32768 rows (gaussian-nb), and no part but the first has more than that many. With more than
      127 features and very many classes, lda from statistics for qda or rda differs by rounding.
      """;

  private PartsHelp() {}
}
