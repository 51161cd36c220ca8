package org.lanewise.cli.help;

/// `lanewise help decide`: from posteriors to decisions, command by command.
public final class DecideHelp {

  /// The argument of `help`.
  public static final String TOPIC = "decide";

  public static final String TEXT =
      """
      From a posterior to a decision

      Use other class priors: as numbers, by class, or estimated from the rows
        lanewise predict --model m --data new.csv --priors 0.2,0.8
        lanewise predict --model m --data new.csv --priors ill=0.01,well=0.99
        lanewise predict --model m --data new.csv --priors from-data

      Decide by costs: a table with the action first and a column for each class
        do,ill,well
        treat,0,1
        send home,50,0
        lanewise predict --model m --data new.csv --costs costs.csv
        lanewise evaluate --model m --data known.csv --costs costs.csv

      Abstain if the largest probability is below 0.9
        lanewise predict --model m --data new.csv --reject 0.1 --reject-label unsure

      Label rows of none of the classes unknown, and measure how many are found
        lanewise fit --classifier lda --data old.csv --unknown --out m
        lanewise predict --model m --data new.csv --unknown 0.05
        lanewise evaluate --model m --data known-and-others.csv --unknown 0.05

      Print a set of classes that contains the class with probability 0.9; an empty set is none
        lanewise fit --classifier lda --data old.csv --sets left-out --out m
        lanewise predict --model m --data new.csv --coverage 0.9
        lanewise evaluate --model m --data known.csv --coverage 0.9

      Print the probability of each class, the most probable classes, and the typicality of a
      row in each class
        lanewise predict --model m --data new.csv --probabilities
        lanewise predict --model m --data new.csv --top 3
        lanewise predict --model m --data new.csv --typicality
        lanewise fit --classifier rda --data old.csv --typicality --out m

      Explain a class by its features, against the second class or another
        lanewise predict --model m --data new.csv --explain 3
        lanewise predict --model m --data new.csv --explain all --against well
        lanewise predict --model m --data new.csv --explain 3 --baseline well

      Measure a classifier on rows it has not seen, and choose its options
        lanewise evaluate --classifier lda --data old.csv --leave-one-out --box-m
        lanewise fit --classifier lda --data old.csv --choose shrinkage --out m
        lanewise fit --classifier gaussian-nb --data old.csv --choose variance-smoothing --out m
        lanewise fit --classifier categorical-nb --data old.csv --choose alpha=0.1,1,10 --out m

      Check how well posteriors are calibrated, and correct them with a temperature
        lanewise evaluate --classifier gaussian-nb --data old.csv --leave-one-out --calibration
        lanewise fit --classifier gaussian-nb --data old.csv --temperature --out m

      See lanewise predict --help, evaluate --help and fit --help for all options.
      """;

  private DecideHelp() {}
}
