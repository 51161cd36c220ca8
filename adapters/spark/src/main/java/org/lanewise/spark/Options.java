package org.lanewise.spark;

import java.io.Serializable;
import java.util.List;
import java.util.function.DoublePredicate;
import org.apache.spark.ml.param.DoubleArrayParam;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;
import org.lanewise.data.UnseenCategory;
import org.lanewise.model.gaussian.CovarianceDivisor;
import scala.runtime.AbstractFunction1;

/// Parameters of several classes, and their conversion to options of the library. Setting an
/// invalid value throws an exception.
final class Options {

  static final String EMPIRICAL = "empirical";
  static final String UNIFORM = "uniform";
  static final String LAPLACE = "laplace";

  static final String MAXIMUM_LIKELIHOOD = "maximumLikelihood";
  static final String UNBIASED = "unbiased";

  static final String ERROR = "error";
  static final String IGNORE = "ignore";
  static final String SMOOTHED = "smoothed";

  static final String SKIP = "skip";
  static final String KEEP = "keep";

  private Options() {}

  /// A parameter with one of several names as its value.
  static Param<String> choice(Params owner, String name, String doc, String... allowed) {
    String list = String.join(", ", allowed);
    return new Param<>(
        owner,
        name,
        doc + ": " + list,
        new Check<String>(name, "one of " + list, List.of(allowed)::contains));
  }

  /// A parameter with a number in a range as its value.
  static DoubleParam number(Params owner, String name, String doc, Range range) {
    return new DoubleParam(
        owner,
        name,
        doc,
        new Check<>(name, range.words, value -> range.holds.test((double) value)));
  }

  static DoubleParam binaryThreshold(Params owner) {
    return number(
        owner,
        "binaryThreshold",
        "values greater than this are 1 and others 0; values have to be 0 or 1 where it is not set",
        Range.FINITE);
  }

  static Param<String> unseen(Params owner) {
    return choice(
        owner,
        "unseen",
        "what becomes of categories that were not learned",
        ERROR,
        IGNORE,
        SMOOTHED);
  }

  static Param<String> missing(Params owner) {
    return choice(
        owner, "missing", "the treatment of NaN by models that take missing values", ERROR, IGNORE);
  }

  static Param<String> handleInvalid(Params owner) {
    return choice(
        owner,
        "handleInvalid",
        "the treatment of rows that the model cannot score",
        ERROR,
        SKIP,
        KEEP);
  }

  static IntParam blockSize(Params owner) {
    return new IntParam(
        owner,
        "blockSize",
        "how many rows are scored at once: 1, or up to 65536 of a Gaussian model of many numbers",
        new Check<>(
            "blockSize",
            "a whole number from 1 to 65536",
            value -> (int) value >= 1 && (int) value <= 1 << 16));
  }

  static Param<String> divisor(Params owner) {
    return choice(
        owner, "divisor", "what sums of squares are divided by", MAXIMUM_LIKELIHOOD, UNBIASED);
  }

  static DoubleArrayParam priors(Params owner) {
    return new DoubleArrayParam(
        owner, "priors", "the prior of each class in the order of the indices; their sum is 1");
  }

  static UnseenCategory unseenCategory(String name) {
    return switch (name) {
      case IGNORE -> UnseenCategory.IGNORE;
      case SMOOTHED -> UnseenCategory.SMOOTHED;
      default -> UnseenCategory.REFUSE;
    };
  }

  static CovarianceDivisor divisor(String name) {
    return name.equals(UNBIASED)
        ? CovarianceDivisor.UNBIASED
        : CovarianceDivisor.MAXIMUM_LIKELIHOOD;
  }

  /// The range of numbers that a parameter accepts.
  enum Range {
    FINITE("a finite number", Double::isFinite),
    NOT_NEGATIVE("a finite number of at least 0", value -> value >= 0 && Double.isFinite(value)),
    SHARE("a number from 0 to 1", value -> value >= 0 && value <= 1);

    private final String words;
    private final DoublePredicate holds;

    Range(String words, DoublePredicate holds) {
      this.words = words;
      this.holds = holds;
    }
  }

  // Models and estimators can be serialized, so the checks of their parameters must be, too.
  private interface Test<T> extends Serializable {
    boolean holds(T value);
  }

  private static final class Check<T> extends AbstractFunction1<T, Object> implements Serializable {

    private static final long serialVersionUID = 1L;

    private final String name;
    private final String expected;
    private final Test<T> test;

    Check(String name, String expected, Test<T> test) {
      this.name = name;
      this.expected = expected;
      this.test = test;
    }

    @Override
    public Object apply(T value) {
      if (!test.holds(value)) {
        String shown = value instanceof String text ? "'" + text + "'" : value.toString();
        throw new IllegalArgumentException(
            "%s is %s; %s is expected".formatted(name, shown, expected));
      }
      return true;
    }
  }
}
