package org.lanewise.cli.model;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// An option of the command line that not every classifier takes.
public enum Parameter {
  /// Class priors.
  PRIORS("priors"),
  /// Additive smoothing of counts.
  ALPHA("alpha"),
  /// Whether the weights of each class are divided by their sum.
  NORMALIZE("normalize"),
  /// The amount that is added to variances.
  VARIANCE_SMOOTHING("variance-smoothing"),
  /// The divisor of scatters.
  COVARIANCE("covariance"),
  /// The transform of the rows before the model.
  TRANSFORM("transform"),
  /// Which classes have variances of their own.
  VARIANCES("variances"),
  /// How far covariances are drawn towards a multiple of the unit matrix.
  SHRINKAGE("shrinkage"),
  /// The amount that is added to the diagonals of covariances.
  RIDGE("ridge"),
  /// How far covariances are drawn towards the unit matrix.
  REG("reg"),
  /// Whether these three act on standardised columns.
  SCALES("scales"),
  /// How far covariances are drawn towards the pooled one.
  LAMBDA("lambda"),
  /// How far blended covariances are drawn towards a multiple of the unit matrix.
  GAMMA("gamma"),
  /// The quantity that is blended with its pooled counterpart.
  BLEND("blend"),
  /// The directions of a class.
  RANK("rank"),
  /// The dimensions of the subspace in which the directions of all classes lie.
  SUBSPACE("subspace"),
  /// The weight of a class's own covariance.
  KAPPA("kappa"),
  /// The threshold above which a value is 1.
  BINARIZE("binarize"),
  /// Every feature column holds categories; classifiers that take this option always assume so.
  CATEGORICAL("categorical"),
  /// The text of a missing value.
  MISSING("missing"),
  /// How covariances are fitted to rows with missing values.
  INCOMPLETE("incomplete"),
  /// The least rise of the likelihood that is worth another iteration of such a fit.
  EM_TOLERANCE("em-tolerance"),
  /// The treatment of unseen categories.
  UNSEEN("unseen"),
  /// The tokens of messages and their weights: a notation of features of texts.
  TOKENS("tokens"),
  /// How categories become numbers.
  CATEGORIES("categories"),
  /// The types of columns that are not to be guessed.
  COLUMN("column"),
  /// The dependence between the number columns of a class.
  NUMBERS("numbers"),
  /// The distribution of the count columns of a class.
  COUNTS("counts");

  private final String id;

  Parameter(String id) {
    this.id = id;
  }

  /// Those of a classifier that is fitted to scatters: what all such take, and its own.
  static Parameter[] ofScatters(Parameter... own) {
    Set<Parameter> taken =
        EnumSet.of(
            PRIORS,
            TRANSFORM,
            MISSING,
            INCOMPLETE,
            EM_TOLERANCE,
            CATEGORIES,
            COLUMN,
            UNSEEN,
            TOKENS);
    taken.addAll(List.of(own));
    return taken.toArray(new Parameter[0]);
  }

  /// The name in a model file.
  public String id() {
    return id;
  }

  /// The option as it is written on the command line.
  public String option() {
    return "--" + id;
  }
}
