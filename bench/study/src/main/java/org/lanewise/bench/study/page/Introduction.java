package org.lanewise.bench.study.page;

import org.lanewise.bench.report.Page;

/// The head of the page: the question, how all of it was done, and the answers in short.
final class Introduction {

  private Introduction() {}

  static void write(Page page, Figures figures) {
    page.line(
        """
        # Generative or discriminative?

        Lecture notes on Gaussian discriminant analysis and Naive Bayes end in a comparison: these *generative* models learn p(x|y) and p(y), and get p(y|x) by
        Bayes' rule; logistic regression is *discriminative*, it learns p(y|x) and nothing else. Both can end at the same form of answer. Which of them
        needs fewer rows, which errs less, and what does each cost? Here are six claims of such notes, each with what was done, a figure and an answer.
        """);
    if (figures.answers()) {
      Answers.inShort(page, figures);
    } else {
      page.line(
          """
          **This page has figures and no answers: they are those of a quick run, or of some experiments or data sets only.**
          """);
    }
    page.line(
        """
        ## How it was done

        - **The same rows.** Within a training set or split all methods have the same rows, so differences between methods are far sharper than the errors
          themselves. Numbers are standardised by the training rows, for both sides; bits, counts and categories are taken as they are, a category as a bit.
        - **Generative**: the models of Lanewise, with empirical priors. Discrete ones have Laplace's α = 1, or where it says so an α that was chosen. Gaussian Naive Bayes
          adds 0.01 of the largest variance to each: with the library's default of 10⁻⁹ a pixel that is constant in a class decides alone.
        - **Logistic regression**: liblinear 2.44 (solver `L2R_LR`, ½‖w‖² + C·Σ log(1 + exp(−yθᵀ[1, x])), the bias not regularised). More than two classes are separated one
          from the rest, and the probabilities divided by their sum. On data sets C is chosen once for each set and number of rows, from 10⁻⁴ to 10⁵, by the least log loss
          over five random splits; where classes can be separated that is a C near the end of the grid. α, where chosen, is chosen by the error on the same five. Where theory speaks of maximum likelihood, C = 10⁶.
        - **Splits.** A fifth of each class for tests. The first n of the other rows are the training set, in an order that keeps the shares of the classes; so a rare class
          has a row or two even in the smallest ones. The five splits that choose are others than those that measure, but of the same rows.
        - **±** is one standard error. Over random splits of one data set it says how well their mean is known, not what other rows of the same kind would give.
        - **Sets**: iris, wine, breast cancer, banknote, digits, spambase, mushroom, MAGIC gamma telescope, the 10,000 test images of MNIST (bits, and means of 4 × 4 pixels
          as numbers), SMS spam, and the four `sci` groups of 20 Newsgroups (words of five posts or more): all twenty, one plane for each against the rest, would take hours.
        - **Again**: `bench/study/run --data DIR` writes this page from its tables of figures, the `.tsv` files next to the charts. Random numbers are fixed: the tables come out the same to
          the last digit for any number of threads, but for the times of section 6, and were the same on an Intel Xeon and an AMD EPYC. All of it took
          15 minutes on two idle processors of the latter.
        """);
  }
}
