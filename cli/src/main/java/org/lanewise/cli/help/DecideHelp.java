package org.lanewise.cli.help;

/// `lanewise help decide`: what there is beyond the most probable class, command by command.
public final class DecideHelp {

  /// What stands behind `help` for it.
  public static final String TOPIC = "decide";

  public static final String TEXT =
      """
      From a posterior to a decision

      Other class priors than the model's: as numbers, by class, or found from the rows
        lanewise predict --model m --data new.csv --priors 0.2,0.8
        lanewise predict --model m --data new.csv --priors ill=0.01,well=0.99
        lanewise predict --model m --data new.csv --priors from-data

      Costs: a table with the action first and a column for each class
        do,ill,well
        treat,0,1
        send home,50,0
        lanewise predict --model m --data new.csv --costs costs.csv
        lanewise evaluate --model m --data known.csv --costs costs.csv

      The right to say nothing, where the largest probability is below 0.9
        lanewise predict --model m --data new.csv --reject 0.1 --reject-label unsure

      The most probable classes, and how usual a row is in each class
        lanewise predict --model m --data new.csv --top 3
        lanewise predict --model m --data new.csv --typicality
        lanewise fit --classifier rda --data old.csv --typicality --out m

      Why this class: the features that say most, against the second class or another
        lanewise predict --model m --data new.csv --explain 3
        lanewise predict --model m --data new.csv --explain all --against well
        lanewise predict --model m --data new.csv --explain 3 --baseline well

      How good a classifier is on rows it has not seen, and which options are best there
        lanewise evaluate --classifier lda --data old.csv --leave-one-out --box-m
        lanewise fit --classifier lda --data old.csv --choose shrinkage --out m
        lanewise fit --classifier gaussian-nb --data old.csv --choose variance-smoothing --out m
        lanewise fit --classifier categorical-nb --data old.csv --choose alpha=0.1,1,10 --out m

      Whether posteriors can be taken at their word, and a temperature where they cannot
        lanewise evaluate --classifier gaussian-nb --data old.csv --leave-one-out --calibration
        lanewise fit --classifier gaussian-nb --data old.csv --temperature --out m

      lanewise predict --help, evaluate --help and fit --help list the options.
      """;

  private DecideHelp() {}
}
