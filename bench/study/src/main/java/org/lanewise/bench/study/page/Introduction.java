package org.lanewise.bench.study.page;

import org.lanewise.bench.report.Page;

/// The head of the page: the question, how all of it was done, and the answers in short.
final class Introduction {

  private Introduction() {}

  static void write(Page page, Figures figures) {
    page.line(
        """
        # Generative or discriminative?

        Lecture notes on Gaussian discriminant analysis and Naive Bayes usually end with a comparison. These *generative* models
        learn p(x|y) and p(y), and derive p(y|x) with Bayes' rule; logistic regression is *discriminative* and learns only
        p(y|x). The posteriors can have the same form. Which method needs fewer rows, which makes fewer errors, and what does
        each cost? This page tests six claims from such notes, each with an experiment, a chart and an answer.
        """);
    if (figures.answers()) {
      Answers.inShort(page, figures);
    } else {
      page.line(
          """
          **This page has figures but no answers, because they come from a quick run, or from only some of the experiments or
          data sets.**
          """);
    }
    page.line(
        """
        ## How it was done

        - **The same rows.** Within a training set or split, all methods use the same rows, so differences between methods are
          known far more precisely than the errors themselves. For all methods, numbers are standardised with the training rows;
          bits and counts are not transformed, and each category becomes a bit.
        - **Generative**: the models of Lanewise, with empirical priors. Discrete models use Laplace's α = 1 or, if the table
          says so, a chosen α. Gaussian Naive Bayes adds 0.01 of the largest variance to each variance: with the library's
          default of 10⁻⁹, a pixel that is constant in a class would decide alone.
        - **Logistic regression**: liblinear 2.44 (solver `L2R_LR`, ½‖w‖² + C·Σ log(1 + exp(−yθᵀ[1, x])), the bias not
          regularised). More than two classes are handled one against the rest, and the probabilities are divided by their sum.
          On data sets, C is chosen once for each set and number of rows, from 10⁻⁴ to 10⁵, as the value with the lowest log
          loss over five random splits; if the classes can be separated, this is a C near the end of the grid. A chosen α has
          the lowest error on the same five splits. For experiments about maximum likelihood, C = 10⁶.
        - **Splits.** A fifth of each class is used for tests. The first n of the other rows are the training set, in an order
          that keeps the shares of the classes, so a rare class has a row or two even in the smallest training sets. The five
          splits that choose C and α differ from the splits that measure errors, but come from the same rows.
        - **±** is one standard error. Over random splits of one data set, it shows how precisely their mean is known, and not
          what other rows of the same kind would give.
        - **Sets**: iris, wine, breast cancer, banknote, digits, spambase, mushroom, MAGIC gamma telescope, the 10,000 test
          images of MNIST (bits, and means of 4 × 4 pixels as numbers), SMS spam, and the four `sci` groups of 20 Newsgroups
          (words that occur in at least five posts). All twenty groups, one against the rest, would take hours.
        - **To reproduce the page**, run `bench/study/run --data DIR`. It writes the figures into tables (the `.tsv` files next
          to the charts) and the page from these tables. Random numbers are fixed: except for the times in section 6, the tables
          are the same to the last digit for any number of threads, and were the same on an Intel Xeon and an AMD EPYC. The
          whole run took 15 minutes on two idle processors of the EPYC.
        """);
  }
}
