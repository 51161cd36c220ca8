"""The estimators: each names its parameters and the recipe of Java that they make."""

from contextlib import contextmanager
from numbers import Real

import numpy as np
from sklearn.base import clone
from sklearn.utils import validation
from sklearn.utils.multiclass import _check_partial_fit_first_call, check_classification_targets

from ._jvm import errors, java, start_jvm
from ._model import Model, _workers
from ._parameters import choice, flag, number, number_or_numbers, numbers, refused, whole
from ._rows import Memory


class _Classifier(Model):
    """A model that is fitted to statistics of rows. A subclass has its parameters and `_recipe`."""

    _statistics = None
    _min_rows = 1

    def fit(self, X, y, sample_weight=None):
        """Fits the rows. A row of weight w counts as w rows."""
        with self._whole():
            recipe, jobs = self._checked_recipe(), self._jobs()
            X, y = self._validated(X, y, reset=True)
            if X.shape[0] < self._min_rows:
                raise ValueError(f"X has one row (n_samples = 1); at least {self._min_rows} are expected")
            classes = np.unique(y)
            weights = self._weights(sample_weight, X)
            with errors(), Memory(jobs) as memory:
                rows, labels = self._batch(memory, X, y, classes, weights)
                statistics = recipe.statistics(rows, labels.classes()).on(_workers(jobs)).add(rows, labels)
                model = recipe.chosen(statistics, rows, labels).fit(statistics)
                file, statistics = java("io.ModelFile")(model), java("io.StatisticsFile")(statistics)
            self.classes_, self._statistics, self._file = classes, statistics, file
        return self

    def partial_fit(self, X, y, classes=None, sample_weight=None):
        """Adds rows to those that were fitted before; the model is fitted when it is used next.

        `classes` are all classes there will be, needed in the first call only. A class without rows has the
        probability 0 with empirical priors.
        """
        with self._whole():
            first = _check_partial_fit_first_call(self, classes)
            X, y = self._validated(X, y, reset=first)
            if first:
                self._statistics = None
            self._change(X, y, sample_weight, "add")
        return self

    def unlearn(self, X, y, sample_weight=None):
        """Takes rows out that were fitted before, with the labels and weights that they had."""
        self._require_fitted()
        with self._whole():
            X, y = self._validated(X, y)
            self._change(X, y, sample_weight, "subtract")
        return self

    @contextmanager
    def _whole(self):
        """Keeps other threads from changing the estimator, and leaves it as it was if something is refused."""
        start_jvm()  # as in `_in_java`
        with self._lock:
            before = vars(self).copy()
            try:
                yield
            except BaseException as e:
                for name in vars(self).keys() - before:
                    delattr(self, name)
                vars(self).update(before)
                if not isinstance(e, Exception):
                    self._file = None  # Java goes on to the end of a call that is interrupted
                raise

    def _change(self, X, y, sample_weight, method):
        unknown = np.setdiff1d(y, self.classes_)
        if unknown.size:
            raise ValueError(f"y has the labels {unknown}, which are not in the classes {self.classes_}")
        recipe, jobs = self._checked_recipe(), self._jobs()
        weights = self._weights(sample_weight, X)
        with errors(), Memory(jobs) as memory:
            rows, labels = self._batch(memory, X, y, self.classes_, weights)
            if self._statistics is None:
                file = java("io.StatisticsFile")(recipe.statistics(rows, labels.classes()))
            else:
                file = self._in_java("_statistics")
            statistics = file.statistics()
            if method == "add":
                statistics.on(_workers(jobs)).add(rows, labels)
            else:
                statistics.subtract(statistics.empty().on(_workers(jobs)).add(rows, labels))
        self._statistics, self._file = file, None

    def _checked_recipe(self):
        with errors():
            return self._recipe()

    def _fitted_again(self):
        statistics = self._in_java("_statistics").statistics()
        rows = np.array([statistics.classWeight(c) for c in range(statistics.classCount())])
        asked = self
        if getattr(self, "priors", 0) in (None, "empirical") and rows.any() and not rows.all():
            # A class that has no rows yet has the empirical prior 0, which Java takes if it is given.
            asked = clone(self).set_params(priors=rows / rows.sum())
        return java("io.ModelFile")(asked._recipe().fit(statistics))

    def _require_fitted(self):
        validation.check_is_fitted(self)

    def _validated(self, X, y="no_validation", reset=False):
        if isinstance(y, str):
            return super()._validated(X)
        X, y = super()._validated(X, y, reset)
        check_classification_targets(y)
        return X, y

    def _weights(self, sample_weight, X):
        return None if sample_weight is None else validation._check_sample_weight(sample_weight, X)

    def _training_rows(self, memory, X):
        return self._rows(memory, X, None)

    def _batch(self, memory, X, y, classes, weights):
        rows = self._training_rows(memory, X)
        if hasattr(self, "feature_names_in_"):
            rows = rows.withFeatures(*self.feature_names_in_)
        named = java("data.Classes").of([_name(label) for label in classes])
        labels = java("data.Labels").ofIndices(memory.array(np.searchsorted(classes, y), np.int32), named)
        if weights is not None:
            labels = labels.withWeights(memory.array(weights, np.float64))
        return rows, labels

    def __sklearn_is_fitted__(self):
        return self._statistics is not None


class _Gaussian(_Classifier):
    _min_rows = 2
    _has_decision = True

    def _rows(self, memory, X, model):
        return memory.numbers(X)


class LinearDiscriminant(_Gaussian):
    """Linear discriminant analysis: normal classes that share a covariance.

    Parameters
    ----------
    priors : "empirical", "uniform", "laplace", or a number for each class
    shrinkage : of the covariance S: None, or ρ from 0 to 1 for (1−ρ)·S + ρ·tr(S)/d·I, or its choice by
        "ledoit_wolf" or "oracle_approximating" as in their papers, or by "auto" or "oas" as in scikit-learn
    regularization : r for (1−r)·S + r·I, instead of a shrinkage
    divisor : "maximum_likelihood" or "unbiased"
    pooling : "by_rows", or "by_priors" as in scikit-learn
    n_jobs : the number of threads; results do not depend on it
    """

    def __init__(
        self,
        priors="empirical",
        shrinkage=None,
        regularization=0.0,
        divisor="maximum_likelihood",
        pooling="by_rows",
        n_jobs=None,
    ):
        self.priors = priors
        self.shrinkage = shrinkage
        self.regularization = regularization
        self.divisor = divisor
        self.pooling = pooling
        self.n_jobs = n_jobs

    def _recipe(self):
        options = _discriminant_options(self)
        options = options.withPooledByPriors(_second("pooling", self.pooling, "by_rows", "by_priors"))
        return java("model.gaussian.LinearDiscriminant").recipe(options)

    def _centre(self, mean):
        """That of scikit-learn's solver: the mean of all classes without a shrinkage, else 0."""
        return mean if self.shrinkage is None and not self.regularization else np.zeros_like(mean)


class QuadraticDiscriminant(_Gaussian):
    """Quadratic discriminant analysis: normal classes, each with its covariance.

    Parameters
    ----------
    priors, shrinkage, regularization, divisor, n_jobs : as for LinearDiscriminant, without "ledoit_wolf"
    """

    def __init__(
        self, priors="empirical", shrinkage=None, regularization=0.0, divisor="maximum_likelihood", n_jobs=None
    ):
        self.priors = priors
        self.shrinkage = shrinkage
        self.regularization = regularization
        self.divisor = divisor
        self.n_jobs = n_jobs

    def _recipe(self):
        return java("model.gaussian.QuadraticDiscriminant").recipe(_discriminant_options(self))


class RegularizedDiscriminant(_Gaussian):
    """Friedman's regularised discriminant: covariances between those of the two other discriminants.

    Parameters
    ----------
    priors, n_jobs : as for LinearDiscriminant
    lam : λ from 0 (a covariance for each class) to 1 (one for all)
    gamma : γ from 0 to 1 (a multiple of the identity)
    blend : "covariances" as in klaR, or "scatters" as in Friedman's paper
    """

    def __init__(self, priors="empirical", lam=0.0, gamma=0.0, blend="covariances", n_jobs=None):
        self.priors = priors
        self.lam = lam
        self.gamma = gamma
        self.blend = blend
        self.n_jobs = n_jobs

    def _recipe(self):
        scatters = _second("blend", self.blend, "covariances", "scatters")
        lam, gamma = (number(name, getattr(self, name), "a number from 0 to 1") for name in ("lam", "gamma"))
        options = java("model.gaussian.RegularizedOptions")(_priors(self.priors), lam, gamma, scatters)
        return java("model.gaussian.RegularizedDiscriminant").recipe(options)


class GaussianNaiveBayes(_Gaussian):
    """Gaussian Naive Bayes: normal features, independent given the class.

    Parameters
    ----------
    priors, divisor, n_jobs : as for LinearDiscriminant
    variance_smoothing : in units of the largest variance of a feature
    variances : "by_class", or "pooled" for variances that classes share
    missing : "refuse" NaN, or "allow" it, which leaves missing values out
    """

    _has_decision = False

    def __init__(
        self,
        priors="empirical",
        variance_smoothing=1e-9,
        divisor="maximum_likelihood",
        variances="by_class",
        missing="refuse",
        n_jobs=None,
    ):
        self.priors = priors
        self.variance_smoothing = variance_smoothing
        self.divisor = divisor
        self.variances = variances
        self.missing = missing
        self.n_jobs = n_jobs

    def _allows_missing(self):
        return self.missing == "allow"

    def _recipe(self):
        options = java("model.gaussian.GaussianBayesOptions")(
            _priors(self.priors),
            number("variance_smoothing", self.variance_smoothing, "a number of at least 0"),
            _divisor(self),
            _second("variances", self.variances, "by_class", "pooled"),
            _constant("data.MissingValues", "missing", self.missing),
        )
        return java("model.gaussian.GaussianNaiveBayes").recipe(options)


class _NaiveBayes(_Classifier):
    """Naive Bayes of counts, with priors and additive smoothing."""

    def __init__(self, alpha=1.0, priors="empirical", n_jobs=None):
        self.alpha = alpha
        self.priors = priors
        self.n_jobs = n_jobs

    def _recipe(self):
        options = java("model.discrete.NaiveBayesOptions")(_priors(self.priors), _smoothing(self.alpha))
        return java("model.discrete." + type(self).__name__).recipe(options)


class BernoulliNaiveBayes(_NaiveBayes):
    """Naive Bayes of bits.

    Parameters
    ----------
    alpha : additive smoothing, a number or one for each feature
    priors, n_jobs : as for LinearDiscriminant
    threshold : numbers above it are 1, the others 0; with None, numbers must be 0 or 1
    """

    _takes_sparse = True

    def __init__(self, alpha=1.0, priors="empirical", threshold=0.0, n_jobs=None):
        super().__init__(alpha, priors, n_jobs)
        self.threshold = threshold

    def _rows(self, memory, X, model):
        return memory.bits(X, self._checked_threshold())

    def _checked_threshold(self):
        if self.threshold is not None:
            number("threshold", self.threshold, "None or a finite number")
        return self.threshold

    def _recipe(self):
        self._checked_threshold()
        return super()._recipe()


class CategoricalNaiveBayes(_NaiveBayes):
    """Naive Bayes of categories: codes 0, 1, 2, …, or texts.

    Parameters
    ----------
    alpha, priors, n_jobs : as for BernoulliNaiveBayes
    min_categories : the least number of categories of a feature of codes, one for all or one for each
    unseen : what `predict` does with a category that `fit` did not meet: "refuse" it, "ignore" the
        feature, or take it as "smoothed", with a count of 0
    truncate : whether numbers with a fraction are truncated to codes, as in scikit-learn; else they are
        refused
    """

    _takes_negative = False
    _dtype = None

    def __init__(
        self, alpha=1.0, priors="empirical", min_categories=None, unseen="refuse", truncate=False, n_jobs=None
    ):
        super().__init__(alpha, priors, n_jobs)
        self.min_categories = min_categories
        self.unseen = unseen
        self.truncate = truncate

    def _training_rows(self, memory, X):
        rows = memory.categories(X, truncate=self.truncate)
        return rows if self.min_categories is None else rows.atLeast(*self._least())

    def _least(self):
        expected = "None, a whole number from 1 on, or one for each feature"
        least = number_or_numbers("min_categories", self.min_categories, expected, whole)
        if min(least, default=1) < 1:
            raise refused("min_categories", self.min_categories, expected)
        return least

    def _rows(self, memory, X, model):
        return memory.categories(X, model.dictionaries(), self.truncate)

    def _format(self, rows):
        return super()._format(rows).withUnseen(self._unseen())

    def _unseen(self):
        return _constant("data.UnseenCategory", "unseen", self.unseen)

    def _recipe(self):
        self._unseen()
        flag("truncate", self.truncate)
        if self.min_categories is not None:
            self._least()
        return super()._recipe()


class _Counts(_NaiveBayes):
    _poor_score = True
    _takes_sparse = True
    _takes_negative = False

    def _rows(self, memory, X, model):
        return memory.counts(X)


class MultinomialNaiveBayes(_Counts):
    """Naive Bayes of counts, such as those of words.

    Parameters
    ----------
    alpha, priors, n_jobs : as for BernoulliNaiveBayes
    """


class PoissonNaiveBayes(_Counts):
    """Naive Bayes of counts with Poisson distributions, whose rates tell long rows from short ones.

    Parameters
    ----------
    alpha, priors, n_jobs : as for BernoulliNaiveBayes
    """


class ComplementNaiveBayes(_Counts):
    """Complement Naive Bayes: a class scores by how badly the counts fit all other classes.

    Parameters
    ----------
    alpha, n_jobs : as for BernoulliNaiveBayes
    normalized : whether the weights of a class are divided by their sum
    """

    _has_density = False

    def __init__(self, alpha=1.0, normalized=False, n_jobs=None):
        self.alpha = alpha
        self.normalized = normalized
        self.n_jobs = n_jobs

    def _recipe(self):
        options = java("model.discrete.ComplementOptions")(_smoothing(self.alpha), flag("normalized", self.normalized))
        return java("model.discrete.ComplementNaiveBayes").recipe(options)


_PRIORS = ("empirical", "uniform", "laplace")
_SHRINKAGES = {
    "ledoit_wolf": "ledoitWolf",
    "oracle_approximating": "oracleApproximating",
    "auto": "ledoitWolfAsScikitLearn",
    "oas": "oracleApproximatingAsScikitLearn",
}


def _discriminant_options(estimator):
    kinds = java("model.gaussian.Shrinkage")
    shrinkage = estimator.shrinkage
    regularization = number("regularization", estimator.regularization, "a number from 0 to 1")
    if shrinkage is None:
        shrinkage = kinds.toIdentity(regularization) if regularization else kinds.none()
    elif regularization:
        raise ValueError(
            f"shrinkage is {shrinkage!r} and regularization is {regularization}; one of them is expected"
        )
    elif isinstance(shrinkage, str):
        shrinkage = getattr(kinds, choice("shrinkage", shrinkage, _SHRINKAGES))()
    else:
        expected = f"None, a number from 0 to 1, or one of {', '.join(map(repr, _SHRINKAGES))}"
        shrinkage = kinds.fixed(number("shrinkage", shrinkage, expected))
    return (
        java("model.gaussian.DiscriminantOptions")
        .DEFAULT.withPriors(_priors(estimator.priors))
        .withDivisor(_divisor(estimator))
        .withShrinkage(shrinkage)
    )


def _divisor(estimator):
    return _constant("model.gaussian.CovarianceDivisor", "divisor", estimator.divisor)


def _priors(priors):
    kinds = java("model.Priors")
    if priors is None:
        return kinds.empirical()
    if isinstance(priors, str):
        return getattr(kinds, choice("priors", priors, {name: name for name in _PRIORS}))()
    expected = f"a number for each class, or one of {', '.join(map(repr, _PRIORS))}"
    return kinds.fixed(*numbers("priors", priors, expected))


def _smoothing(alpha):
    given = number_or_numbers("alpha", alpha, "a number, or one for each feature,")
    kinds = java("model.discrete.Smoothing")
    return kinds.of(*given) if isinstance(alpha, Real) else kinds.perFeature(*given)


def _constant(enum, parameter, value):
    """A constant of an enum of Java, by its name in small letters."""
    return choice(parameter, value, {str(constant.name()).lower(): constant for constant in java(enum).values()})


def _second(parameter, value, first, second):
    """Whether a parameter has the second of its two values."""
    return choice(parameter, value, {first: False, second: True})


def _name(label):
    """The name of a class: a text as it is, a whole number in decimal digits."""
    label = label.item() if isinstance(label, np.generic) else label
    return str(int(label)) if isinstance(label, float) and label.is_integer() else str(label)
