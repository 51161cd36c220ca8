"""The estimators: each names its parameters and the recipe of Java that they make."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from numbers import Real
from typing import Any, Dict, Iterator, NamedTuple, Optional, Sequence, Union

import jpype
import numpy as np
from numpy.typing import NDArray
from sklearn.base import ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils import validation
from sklearn.utils.multiclass import _check_partial_fit_first_call, check_classification_targets

from ._jvm import errors, java, start_jvm, wait
from ._model import Held, Model, _workers
from ._parameters import choice, flag, number, number_or_numbers, numbers, refused, whole
from ._rows import Memory

Priors = Union[str, Sequence[float], NDArray[np.float64], None]
Numbers = Union[float, Sequence[float], NDArray[np.float64]]
Shrinkage = Union[float, str, None]


class LeftOut(NamedTuple):
    """What each row gets from the model without it, and the means of the losses and errors."""

    predictions: NDArray[Any]
    log_proba: NDArray[np.float64]
    log_losses: NDArray[np.float64]
    log_loss: float
    error_rate: float


class _Classifier(Model):
    """A model that is fitted to statistics of rows. A subclass has its parameters and `_recipe`."""

    _min_rows = 1
    _is_weighted = False  # whether rows ever had weights

    def fit(
        self,
        X: Any,
        y: Any,
        sample_weight: Any = None,
        *,
        typicality: bool = False,
        unknown: bool = False,
        sets: bool = False,
    ) -> Any:
        """Fits the rows. A row of weight w counts as w rows.

        `typicality`, `unknown` and `sets` keep what `typicality`, `unknown` and `predict_sets` rank rows among; files
        have it too.

        >>> float(lanewise.GaussianNaiveBayes().fit(X, y).score(X, y))
        0.96
        """
        with self._whole():
            recipe, jobs = self._checked_recipe(), self._jobs()
            X, y = self._validated(X, y, reset=True)
            if X.shape[0] < self._min_rows:
                raise ValueError(f"X has one row (n_samples = 1); at least {self._min_rows} are expected")
            classes, indices = _indexed(y)
            weights = self._weights(sample_weight, X)
            self._is_weighted = weights is not None
            if unknown and not isinstance(self, _Normal):
                raise ValueError(f"unknown is True, but {type(self).__name__} has no normal classes; False is expected")
            if typicality and not isinstance(X, np.ndarray):
                raise ValueError("typicality is True for sparse rows; dense ones are expected, as of X.toarray()")
            with errors(), Memory(jobs, _work(X)) as memory:
                rows, labels = self._batch(memory, X, indices, classes, weights)
                recipe = self._for_rows(recipe, rows, labels)
                if weights is not None:
                    recipe = self._with_known_priors(recipe, np.bincount(indices, weights), 2)
                workers = _workers(jobs)

                def fitted() -> tuple[Any, Any]:
                    statistics = recipe.statistics(rows, labels.classes()).on(workers).add(rows, labels)
                    file = java("io.ModelFile")(recipe.chosen(statistics, rows, labels).fit(statistics))
                    if typicality:
                        ranks = java("inference.Typicality").of(recipe, rows, labels).ranks()
                        file = file.withRanks(ranks.get()) if ranks.isPresent() else file
                    if unknown:
                        known = java("inference.RelativeMahalanobis").of(recipe, rows, labels)
                        file = file.withReference(known.reference())
                    if sets:
                        joints = java("validation.LeaveOneOut").of(recipe, rows, labels).logJoints()
                        file = file.withSets(java("inference.ClassSets").of(joints, labels, False))
                    return file, java("io.StatisticsFile")(statistics)

                file, statistics = memory.call(fitted)
            self.classes_, self._statistics = classes, Held("io.StatisticsFile", statistics)
            self._file = Held("io.ModelFile", file, self._class_rows())
        return self

    def partial_fit(
        self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None, *, decay: float = 1.0
    ) -> Any:
        """Adds rows to those that were fitted before; the model is fitted when it is used next.

        `classes` are all classes there will be, needed in the first call only. A class without rows has the
        probability 0. The weights of all earlier rows are multiplied by `decay` first, so that the model forgets them:
        with 2 ** (-1 / h), a row counts half after h calls.

        >>> streamed = lanewise.GaussianNaiveBayes().partial_fit(X[:100], y[:100], classes=[0, 1, 2])
        >>> float(streamed.predict_proba(X[140:141])[0, 2])
        0.0
        >>> float(streamed.partial_fit(X[100:], y[100:]).score(X, y))
        0.96
        """
        with self._whole():
            first = _check_partial_fit_first_call(self, classes)
            X, y = self._validated(X, y, reset=first)
            if first:
                self._statistics, self._is_weighted = None, False
            factor = number("decay", decay, "a number above 0 and at most 1")
            if self._statistics is not None and factor != 1:
                with errors():
                    faded = java("io.StatisticsFile")(self._statistics.get().statistics().decayed(factor))
                self._statistics, self._is_weighted = Held("io.StatisticsFile", faded), True
            self._change(X, y, sample_weight, "add")
        return self

    def unlearn(self, X: Any, y: Any, sample_weight: Any = None) -> Any:
        """Takes rows out that were fitted before, with the labels and weights that they had.

        >>> without = lanewise.GaussianNaiveBayes().fit(X, y).unlearn(X[:9], y[:9])
        >>> bool((without.class_count_ == [41, 50, 50]).all())
        True
        """
        self._require_fitted()
        with self._whole():
            X, y = self._validated(X, y)
            self._change(X, y, sample_weight, "subtract")
        return self

    def leave_one_out(self, X: Any, y: Any, sample_weight: Any = None) -> LeftOut:
        """Scores each row with the model that is fitted without it; the estimator does not change.

        >>> lanewise.LinearDiscriminant().leave_one_out(X, y).error_rate
        0.02
        """
        X, y = self._checked(X, y)
        recipe, (classes, indices) = self._checked_recipe(), _indexed(y)
        with errors(), Memory(work=_work(X)) as memory:
            rows, labels = self._batch(memory, X, indices, classes, self._weights(sample_weight, X))
            recipe = self._for_rows(recipe, rows, labels)
            found = memory.call(java("validation.LeaveOneOut").of, recipe, rows, labels)
            return LeftOut(
                classes[np.array(found.predictions())],
                np.array([np.array(found.logPosterior(row)) for row in range(X.shape[0])]),
                np.array(found.logLosses()),
                float(found.logLoss()),
                float(found.errorRate()),
            )

    @contextmanager
    def _whole(self) -> Iterator[None]:
        """Keeps other threads from changing the estimator, and leaves it as it was if something is refused."""
        start_jvm()  # as in `Held`
        with self._lock:
            before = vars(self).copy()
            try:
                yield
            except BaseException as e:
                for name in vars(self).keys() - before:
                    delattr(self, name)
                self.__dict__.update(before)
                if not isinstance(e, Exception):
                    self._file = None  # the rows of a call that is interrupted may be in
                raise

    def _change(self, X: Any, y: Any, sample_weight: Any, method: str) -> None:
        classes, indices = _indexed(y)
        unknown = np.setdiff1d(classes, self.classes_)
        if unknown.size:
            raise ValueError(f"y has the labels {unknown}, which are not in the classes {self.classes_}")
        indices = np.searchsorted(self.classes_, classes)[indices]
        recipe, jobs = self._checked_recipe(), self._jobs()
        weights = self._weights(sample_weight, X)
        self._is_weighted = self._is_weighted or weights is not None
        with errors(), Memory(jobs, _work(X)) as memory:
            rows, labels = self._batch(memory, X, indices, self.classes_, weights)
            held = self._statistics
            if held is None:
                recipe = self._for_rows(recipe, rows, labels)
                held = Held("io.StatisticsFile", java("io.StatisticsFile")(recipe.statistics(rows, labels.classes())))
            elif memory.is_long and not isinstance(X, np.ndarray):
                held = held.bytes()  # an interrupted call goes on with what Java has
            statistics = held.get().statistics()
            workers = _workers(jobs)
            if method == "add":
                memory.call(lambda: statistics.on(workers).add(rows, labels))
            else:
                taken = memory.call(lambda: statistics.empty().on(workers).add(rows, labels))
                statistics.subtract(taken)
        self._statistics, self._file = held, None

    def _checked_recipe(self) -> Any:
        with errors():
            return self._recipe()

    def _recipe(self) -> Any:
        raise NotImplementedError

    def _for_rows(self, recipe: Any, rows: Any, labels: Any) -> Any:
        """The recipe for the rows of a fit."""
        return recipe

    def _for_statistics(self, recipe: Any, statistics: Any) -> Any:
        """The recipe for the statistics of earlier rows."""
        return recipe

    def _fitted(self) -> Held:
        held = self._file
        if held is None:
            self._require_fitted()
            start_jvm()  # refuses a forked process, in which a lock may never be released
            with self._lock, errors():
                held = self._file
                if held is None:
                    held = self._file = self._fitted_again()
        return held

    def _fitted_again(self) -> Held:
        assert self._statistics is not None
        statistics = self._statistics.get().statistics()
        weights = np.array([statistics.classWeight(c) for c in range(statistics.classCount())])
        recipe = self._with_known_priors(self._for_statistics(self._recipe(), statistics), weights)
        try:
            file = java("io.ModelFile")(wait(lambda: recipe.fit(statistics)))
        except KeyboardInterrupt:
            self._statistics = self._statistics.bytes()  # Java still reads the others
            raise
        return Held("io.ModelFile", file, self._class_rows())

    def _with_known_priors(self, recipe: Any, weights: NDArray[Any], least: int = 1) -> Any:
        """The recipe for classes of these weights, of which at least so many have rows.

        A class without rows has no density; Java takes it if its prior is 0.
        """
        known = hasattr(self, "priors") and least <= np.count_nonzero(weights) < len(weights)
        return recipe.withPriors(_known_priors(self, weights)) if known else recipe

    def _class_rows(self) -> Optional[list[int]]:
        """How many rows each class has, if distances from its mean follow from that."""
        return None

    def _require_fitted(self) -> None:
        validation.check_is_fitted(self)

    def _validated(self, X: Any, y: Any = "no_validation", reset: bool = False) -> Any:
        if isinstance(y, str):
            return super()._validated(X)
        X, y = super()._validated(X, y, reset)
        if y.dtype.kind not in "iubU":  # these are always labels, and the check sorts them
            try:
                check_classification_targets(y)
            except TypeError as e:
                raise ValueError(f"labels of y have no order ({e}); labels of one type are expected") from None
        return X, y

    def _checked(self, X: Any, y: Any) -> Any:
        """Rows and labels as `fit` checks them, of which the estimator keeps nothing."""
        other = type(self)(**self.get_params(deep=False))
        return other._validated(X, y, reset=True)

    def _weights(self, sample_weight: Any, X: Any) -> Any:
        return None if sample_weight is None else validation._check_sample_weight(sample_weight, X)

    def _training_rows(self, memory: Memory, X: Any) -> Any:
        return self._rows(memory, X, None)

    def _batch(self, memory: Memory, X: Any, indices: Any, classes: Any, weights: Any) -> Any:
        rows = self._training_rows(memory, X)
        if hasattr(self, "feature_names_in_"):
            rows = rows.withFeatures(*self.feature_names_in_)
        named = java("data.Classes").of([_name(label) for label in classes])
        labels = java("data.Labels").ofIndices(memory.array(indices, np.int32), named)
        if weights is not None:
            labels = labels.withWeights(memory.array(weights, np.float64))
        return rows, labels

    def __sklearn_is_fitted__(self) -> bool:
        return self._statistics is not None


class _Normal(_Classifier):
    _min_rows = 2


@dataclass(eq=False, repr=False)
class _Gaussian(_Normal):
    priors: Priors = "empirical"

    _has_decision = True


@dataclass(eq=False, repr=False)
class _Discriminant(_Gaussian):
    shrinkage: Shrinkage = None
    regularization: float = 0.0
    divisor: str = "maximum_likelihood"

    def _options(self) -> Any:
        kinds = java("model.gaussian.Shrinkage")
        shrinkage: Any = self.shrinkage
        regularization = number("regularization", self.regularization, "a number from 0 to 1")
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
        options = java("model.gaussian.DiscriminantOptions").DEFAULT.withPriors(_priors(self.priors))
        return options.withDivisor(_divisor(self.divisor)).withShrinkage(shrinkage)

    def _class_rows(self) -> Optional[list[int]]:
        if self._is_weighted or self.shrinkage is not None or self.regularization:
            return None
        assert self._statistics is not None
        statistics = self._statistics.get().statistics()
        return [int(statistics.classWeight(c)) for c in range(statistics.classCount())]


_SHRINKAGES = {
    "ledoit_wolf": "ledoitWolf",
    "oracle_approximating": "oracleApproximating",
    "auto": "ledoitWolfAsScikitLearn",
    "oas": "oracleApproximatingAsScikitLearn",
}


@dataclass(eq=False, repr=False)
class LinearDiscriminant(ClassNamePrefixFeaturesOutMixin, TransformerMixin, _Discriminant):
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

    >>> model = LinearDiscriminant(shrinkage=0.1).fit(X, y)
    >>> model.coef_.shape, model.covariance_.shape
    ((3, 4), (4, 4))
    """

    pooling: str = "by_rows"
    n_jobs: Optional[int] = None

    def transform(self, X: Any) -> NDArray[np.float64]:
        """The rows along the axes in which the classes differ most; those of scikit-learn, up to their signs.

        >>> LinearDiscriminant().fit(X, y).transform(X).shape
        (150, 2)
        """
        return self._axes(X)

    @property
    def _n_features_out(self) -> int:
        return int(self.model_.axes().count())

    def _recipe(self) -> Any:
        by_priors = _second("pooling", self.pooling, "by_rows", "by_priors")
        return java("model.gaussian.LinearDiscriminant").recipe(self._options().withPooledByPriors(by_priors))

    def _class_rows(self) -> Optional[list[int]]:
        return super()._class_rows() if self.pooling == "by_rows" else None


@dataclass(eq=False, repr=False)
class QuadraticDiscriminant(_Discriminant):
    """Quadratic discriminant analysis: normal classes, each with its covariance.

    Parameters
    ----------
    priors, shrinkage, regularization, divisor, n_jobs : as for LinearDiscriminant, without "ledoit_wolf"

    >>> QuadraticDiscriminant(regularization=0.1).fit(X, y).covariance_[2].shape
    (4, 4)
    """

    n_jobs: Optional[int] = None

    def _recipe(self) -> Any:
        return java("model.gaussian.QuadraticDiscriminant").recipe(self._options())


@dataclass(eq=False, repr=False)
class RegularizedDiscriminant(_Gaussian):
    """Friedman's regularised discriminant: covariances between those of the two other discriminants.

    Parameters
    ----------
    priors, n_jobs : as for LinearDiscriminant
    lam : λ from 0 (a covariance for each class) to 1 (one for all)
    gamma : γ from 0 to 1 (a multiple of the identity)
    blend : "covariances" as in klaR, or "scatters" as in Friedman's paper

    >>> RegularizedDiscriminant(lam=0.5).fit(X, y).predict(X[:1])
    array([0])
    """

    lam: float = 0.0
    gamma: float = 0.0
    blend: str = "covariances"
    n_jobs: Optional[int] = None

    def _recipe(self) -> Any:
        scatters = _second("blend", self.blend, "covariances", "scatters")
        lam, gamma = (number(name, getattr(self, name), "a number from 0 to 1") for name in ("lam", "gamma"))
        options = java("model.gaussian.RegularizedOptions")(_priors(self.priors), lam, gamma, scatters)
        return java("model.gaussian.RegularizedDiscriminant").recipe(options)


@dataclass(eq=False, repr=False)
class LowRankDiscriminant(_Gaussian):
    """Discriminant analysis for embeddings: a covariance that all classes share, and a few directions of each class.

    Parameters
    ----------
    priors, n_jobs : as for LinearDiscriminant
    rank : the most directions of a class; 0 is a LinearDiscriminant with the shrinkage `gamma`
    subspace : the dimensions of the subspace in which the directions of all classes lie, at least `rank`
    kappa : the weight of a class's own covariance, at least 0
    gamma : γ from 0 to 1 (a multiple of the identity)

    >>> LowRankDiscriminant(rank=1).fit(X, y).predict(X[:1])
    array([0])
    """

    rank: int = 8
    subspace: int = 128
    kappa: float = 0.2
    gamma: float = 0.1
    n_jobs: Optional[int] = None

    def _recipe(self) -> Any:
        options = java("model.gaussian.LowRankOptions")(
            _priors(self.priors),
            whole("rank", self.rank),
            whole("subspace", self.subspace),
            number("kappa", self.kappa),
            number("gamma", self.gamma, "a number from 0 to 1"),
        )
        return java("model.gaussian.LowRankDiscriminant").recipe(options)


@dataclass(eq=False, repr=False)
class GaussianNaiveBayes(_Gaussian):
    """Gaussian Naive Bayes: normal features, independent given the class.

    Parameters
    ----------
    priors, divisor, n_jobs : as for LinearDiscriminant
    variance_smoothing : in units of the largest variance of a feature
    variances : "by_class", or "pooled" for variances that classes share
    missing : "refuse" NaN, or "allow" it, which leaves missing values out

    >>> GaussianNaiveBayes().fit(X, y).theta_.shape
    (3, 4)
    """

    variance_smoothing: float = 1e-9
    divisor: str = "maximum_likelihood"
    variances: str = "by_class"
    missing: str = "refuse"
    n_jobs: Optional[int] = None

    _has_decision = False

    def _allows_missing(self) -> bool:
        return self.missing == "allow"

    def _recipe(self) -> Any:
        options = java("model.gaussian.GaussianBayesOptions")(
            _priors(self.priors),
            number("variance_smoothing", self.variance_smoothing, "a number of at least 0"),
            _divisor(self.divisor),
            _second("variances", self.variances, "by_class", "pooled"),
            _constant("data.MissingValues", "missing", self.missing),
        )
        return java("model.gaussian.GaussianNaiveBayes").recipe(options)


@dataclass(eq=False, repr=False)
class TransformedClassifier(_Normal):
    """A model of transformed rows, which is saved and served as one.

    Parameters
    ----------
    model : an estimator of normal classes; None is LinearDiscriminant()
    steps : in order, each a name or a tuple of a name and its numbers: "center" and "standardize", whose means and
        deviations are those of the rows of the fit or of the first `partial_fit`, "unit_length",
        ("signed_power", exponent), ("random_features", count, seed)
    n_jobs : as for LinearDiscriminant

    >>> model = TransformedClassifier(LinearDiscriminant(), steps=("unit_length", "center"))
    >>> model.fit(X, y).predict(X[:1])
    array([0])
    """

    model: Optional[_Gaussian] = None
    steps: Sequence[Any] = ("standardize",)
    n_jobs: Optional[int] = None

    @property
    def priors(self) -> Priors:
        """Those of `model`."""
        return self._model().priors

    def _model(self) -> _Gaussian:
        if self.model is not None and not isinstance(self.model, _Gaussian):
            raise refused("model", self.model, "None, or an estimator of normal classes")
        return LinearDiscriminant() if self.model is None else self.model

    def _recipe(self) -> Any:
        self._checked_steps()
        return self._model()._recipe()

    def _checked_steps(self) -> list[tuple[Any, ...]]:
        if isinstance(self.steps, str) or not len(self.steps):
            raise refused("steps", self.steps, "a list of steps")
        steps = [tuple(step) if isinstance(step, (tuple, list)) else (step,) for step in self.steps]
        for name, *arguments in steps:
            expected = choice("the step", name, _STEPS)
            if len(arguments) != len(expected):
                raise refused("the step", (name, *arguments), f"{(name, *expected)}")
            for argument, what in zip(arguments, expected):
                (number if what == "exponent" else whole)(f"the {what} of the step {name!r}", argument)
        return steps

    def _for_rows(self, recipe: Any, rows: Any, labels: Any) -> Any:
        transforms = java("transform.Transform")
        made: Any = None
        for name, *arguments in self._checked_steps():
            if name in ("center", "standardize"):
                step = _standardization(rows if made is None else made.of(rows), labels, name == "center")
            elif name == "unit_length":
                step = transforms.unitLength()
            elif name == "signed_power":
                step = transforms.signedPower(float(arguments[0]))
            else:
                step = transforms.randomFeatures(*map(int, arguments))
            made = step if made is None else made.then(step)
        return java("model.gaussian.TransformedClassifier").recipe(made, recipe)

    def _for_statistics(self, recipe: Any, statistics: Any) -> Any:
        return java("model.gaussian.TransformedClassifier").recipe(statistics.transform(), recipe)


def _standardization(rows: Any, labels: Any, centered: bool) -> Any:
    transforms = java("transform.Transform")
    if not labels.areWeighted():
        return transforms.centering(rows) if centered else transforms.standardization(rows)
    one_class = java("data.Labels").ofIndices(jpype.JArray(jpype.JInt)(int(rows.rowCount())), 1)
    summary = java("statistics.VarianceStatistics").of(rows, one_class.withWeights(labels.weights())).summary()
    deviations = np.sqrt(np.array(summary.sumsOfSquares(0)) / summary.classWeight(0))
    deviations[deviations == 0] = 1
    return transforms.centering(summary.mean(0)) if centered else transforms.standardization(summary.mean(0), deviations)


_STEPS: Dict[str, tuple[str, ...]] = {
    "center": (),
    "standardize": (),
    "unit_length": (),
    "signed_power": ("exponent",),
    "random_features": ("count", "seed"),
}


@dataclass(eq=False, repr=False)
class _NaiveBayes(_Classifier):
    """Naive Bayes of counts, with priors and additive smoothing."""

    alpha: Numbers = 1.0
    priors: Priors = "empirical"

    def _recipe(self) -> Any:
        options = java("model.discrete.NaiveBayesOptions")(_priors(self.priors), _smoothing(self.alpha))
        return java("model.discrete." + type(self).__name__).recipe(options)


@dataclass(eq=False, repr=False)
class BernoulliNaiveBayes(_NaiveBayes):
    """Naive Bayes of bits.

    Parameters
    ----------
    alpha : additive smoothing, a number or one for each feature
    priors, n_jobs : as for LinearDiscriminant
    threshold : numbers above it are 1, the others 0; with None, numbers must be 0 or 1

    >>> BernoulliNaiveBayes(threshold=2).fit(X, y).feature_log_prob_.shape
    (3, 4)
    """

    threshold: Optional[float] = 0.0
    n_jobs: Optional[int] = None

    _holds = "bits"
    _takes_sparse = True


@dataclass(eq=False, repr=False)
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

    >>> CategoricalNaiveBayes().fit([["red"], ["blue"], ["red"]], [0, 1, 0]).predict([["blue"]])
    array([1])
    """

    min_categories: Union[int, Sequence[int], None] = None
    unseen: str = "refuse"
    truncate: bool = False
    n_jobs: Optional[int] = None

    _holds = "categories"

    def _training_rows(self, memory: Memory, X: Any) -> Any:
        rows = super()._training_rows(memory, X)
        if self.min_categories is None:
            return rows
        expected = "None, a whole number from 1 on, or one for each feature"
        least = number_or_numbers("min_categories", self.min_categories, expected, whole)
        if min(least, default=1) < 1:
            raise refused("min_categories", self.min_categories, expected)
        return rows.atLeast(*least)

    def _format(self, rows: Any) -> Any:
        return super()._format(rows).withUnseen(self._unseen())

    def _unseen(self) -> Any:
        return _constant("data.UnseenCategory", "unseen", self.unseen)

    def _recipe(self) -> Any:
        self._unseen()
        flag("truncate", self.truncate)
        return super()._recipe()


@dataclass(eq=False, repr=False)
class _Counts(_NaiveBayes):
    n_jobs: Optional[int] = None

    _holds = "counts"
    _takes_sparse = True


class MultinomialNaiveBayes(_Counts):
    """Naive Bayes of counts, such as those of words.

    Parameters
    ----------
    alpha, priors, n_jobs : as for BernoulliNaiveBayes

    >>> MultinomialNaiveBayes().fit(X, y).feature_log_prob_.shape
    (3, 4)
    """


class PoissonNaiveBayes(_Counts):
    """Naive Bayes of counts with Poisson distributions, whose rates tell long rows from short ones.

    Parameters
    ----------
    alpha, priors, n_jobs : as for BernoulliNaiveBayes

    >>> PoissonNaiveBayes().fit(X, y).predict(X[:1])
    array([0])
    """


@dataclass(eq=False, repr=False)
class ComplementNaiveBayes(_Classifier):
    """Complement Naive Bayes: a class scores by how badly the counts fit all other classes.

    Parameters
    ----------
    alpha, n_jobs : as for BernoulliNaiveBayes
    normalized : whether the weights of a class are divided by their sum

    >>> ComplementNaiveBayes().fit(X, y).feature_all_.shape
    (4,)
    """

    alpha: Numbers = 1.0
    normalized: bool = False
    n_jobs: Optional[int] = None

    _has_density = False
    _holds = "counts"
    _takes_sparse = True

    def _recipe(self) -> Any:
        options = java("model.discrete.ComplementOptions")(_smoothing(self.alpha), flag("normalized", self.normalized))
        return java("model.discrete.ComplementNaiveBayes").recipe(options)


_PRIORS = ("empirical", "uniform", "laplace")


def _divisor(divisor: Any) -> Any:
    return _constant("model.gaussian.CovarianceDivisor", "divisor", divisor)


def _priors(priors: Any) -> Any:
    kinds = java("model.Priors")
    if priors is None:
        return kinds.empirical()
    if isinstance(priors, str):
        return getattr(kinds, choice("priors", priors, {name: name for name in _PRIORS}))()
    expected = f"a number for each class, or one of {', '.join(map(repr, _PRIORS))}"
    return kinds.fixed(*numbers("priors", priors, expected))


def _known_priors(estimator: Any, weights: NDArray[Any]) -> Any:
    """The priors, but 0 for classes without rows."""
    priors = estimator.priors
    kinds = {None: weights, "empirical": weights, "uniform": np.ones(len(weights)), "laplace": weights + 1}
    given = kinds[priors] if priors is None or isinstance(priors, str) else np.asarray(priors, float)
    found = np.where(weights > 0, given, 0)
    return java("model.Priors").fixed(*(found / found.sum()))


def _smoothing(alpha: Any) -> Any:
    given = number_or_numbers("alpha", alpha, "a number, or one for each feature,")
    kinds = java("model.discrete.Smoothing")
    return kinds.of(*given) if isinstance(alpha, Real) else kinds.perFeature(*given)


def _constant(enum: str, parameter: str, value: Any) -> Any:
    """A constant of an enum of Java, by its name in small letters."""
    return choice(parameter, value, {str(constant.name()).lower(): constant for constant in java(enum).values()})


def _second(parameter: str, value: Any, first: str, second: str) -> Any:
    """Whether a parameter has the second of its two values."""
    return choice(parameter, value, {first: False, second: True})


def _indexed(y: Any) -> Any:
    """The labels in order, and for each row the index of its label."""
    if y.dtype.kind in "iub" and y.size and int(y.max()) - int(y.min()) < y.size:  # without sorting rows
        offsets = np.subtract(y, y.min(), dtype=np.int64, casting="unsafe")
        there = np.bincount(offsets) > 0
        return y.min() + np.flatnonzero(there).astype(y.dtype), (np.cumsum(there, dtype=np.int32) - 1)[offsets]
    return np.unique(y, return_inverse=True)


def _name(label: Any) -> str:
    """The name of a class: a text as it is, a whole number in decimal digits."""
    label = label.item() if isinstance(label, np.generic) else label
    return str(int(label)) if isinstance(label, float) and label.is_integer() else str(label)


def _work(X: Any) -> float:
    """About how many numbers a fit takes."""
    count, width = X.shape
    return float(count * width + width**3)
