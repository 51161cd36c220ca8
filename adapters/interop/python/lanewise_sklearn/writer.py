"""Takes classifiers of scikit-learn apart, and writes them to parameter files."""

import copy
import hashlib
import json
import os
import struct
import warnings

import numpy as np
import sklearn
from scipy import sparse
from sklearn.compose import ColumnTransformer
from sklearn.decomposition import PCA, TruncatedSVD
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.exceptions import NotFittedError
from sklearn.feature_extraction.text import CountVectorizer, TfidfTransformer
from sklearn.linear_model import LogisticRegression, Perceptron, RidgeClassifier, RidgeClassifierCV, SGDClassifier
from sklearn.naive_bayes import BernoulliNB, CategoricalNB, ComplementNB, GaussianNB, MultinomialNB
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import (
    Binarizer,
    FunctionTransformer,
    MaxAbsScaler,
    MinMaxScaler,
    Normalizer,
    OneHotEncoder,
    OrdinalEncoder,
    RobustScaler,
    StandardScaler,
)
from sklearn.svm import LinearSVC
from sklearn.utils.validation import check_is_fitted

from .reader import (
    _Difference,
    _TOLERANCE,
    _ascending,
    _column,
    _column_names,
    _dense,
    _innermost,
    _log_posteriors,
    _parse,
    _refuse,
    _size,
    _text,
)

_ROWS = 64
_MARGIN = 0.8  # the share of the tolerance that numpy may use up, because readers add in another order

_LINEAR = (LogisticRegression, RidgeClassifier, RidgeClassifierCV, LinearSVC, SGDClassifier, Perceptron)
_COUNTS = (MultinomialNB, ComplementNB)
_CLASSIFIERS = (
    LinearDiscriminantAnalysis,
    QuadraticDiscriminantAnalysis,
    GaussianNB,
    BernoulliNB,
    *_COUNTS,
    CategoricalNB,
    *_LINEAR,
)
_SCALERS = (StandardScaler, MinMaxScaler, MaxAbsScaler, RobustScaler)
_MAPS = (*_SCALERS, PCA, TruncatedSVD, Normalizer)


def dump(estimator, path, X_check=None):
    """Writes a fitted classifier, or a Pipeline that ends in one, to a parameter file.

    The file is written only if its parameters give the scores of the estimator to 1e-12, for 64 test
    rows that the file keeps.

    estimator: one that the description of this package lists
    path: the file, which is replaced as a whole
    X_check: if given, its first 64 rows are the test rows; they have the form that the estimator takes,
        or, if it begins with a vectorizer, the form of the vectorizer's output. By default test rows
        are drawn from the parameters, so that no row of yours leaves the program
    Raises ValueError, and writes nothing, if the estimator cannot be written.
    Warns if a linear discriminant is written as linear scores, because its covariance does not give
    its posteriors.
    """
    source = _Source(estimator)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*feature names.*")
        data, failures = source.file(None if X_check is None else source.given(X_check))
    if data is None:
        _refuse(f"{source.name} cannot be written: {failures[0]}")
    if failures and hasattr(source.final, "covariance_"):
        warnings.warn(
            f"{source.name} is written as linear scores, without densities and typicality, because its"
            f" covariance cannot be used: {failures[0]}",
            stacklevel=2,
        )
    _replace(path, data)


class _Source:
    """An estimator taken apart: columns of its input, maps of rows, the classifier at the end."""

    def __init__(self, estimator):
        *steps, self.final = _flatten(estimator)
        self.name = type(self.final).__name__
        if not isinstance(self.final, _CLASSIFIERS):
            _refuse(_unknown(self.final))
        for step in [*steps, self.final]:
            _require_fitted(step)
        self.single = any([_widen(step) for step in [*steps, self.final]])
        self.classes = _class_names(self.final)
        self.vocabulary = None
        self.word_order = None
        if steps and isinstance(steps[0], CountVectorizer):
            words = [str(word) for word in steps.pop(0).get_feature_names_out()]
            self.vocabulary = _ascending(words)
            if self.vocabulary != words:
                places = {word: place for place, word in enumerate(words)}
                self.word_order = np.array([places[word] for word in self.vocabulary])
            if steps and isinstance(steps[0], TfidfTransformer):
                steps.pop(0)
        self.steps = steps
        self.threshold = getattr(self.final, "binarize", None)
        self.discrete = isinstance(self.final, (BernoulliNB, CategoricalNB, *_COUNTS))
        self.columns = None
        self.maps = []
        coded = isinstance(self.final, CategoricalNB)
        if coded and self.vocabulary is not None:
            _refuse(f"a vectorizer cannot come before {self.name}; {self.accepted()}")
        encoders = () if self.discrete else (OneHotEncoder, ColumnTransformer)
        if steps and isinstance(steps[0], OrdinalEncoder if coded else encoders):
            self.columns = _Columns(steps[0])
        for step in steps[1:] if self.columns else steps:
            self.add(step)
        self.names = self.vocabulary
        if self.vocabulary is None:
            first = steps[0] if steps else self.final
            names = getattr(first, "feature_names_in_", None)
            self.names = first.n_features_in_ if names is None else [str(name) for name in names]
        if self.columns:
            self.names = self.columns.used(self.names)
        if not isinstance(self.names, int):
            _require_names(self.names, "feature")

    def accepted(self):
        if isinstance(self.final, BernoulliNB):
            return "a Binarizer and a vectorizer are accepted there"
        if isinstance(self.final, CategoricalNB):
            return "an OrdinalEncoder is accepted there"
        if isinstance(self.final, _COUNTS):
            return "a vectorizer is accepted there"
        return (
            "scalers, PCA, TruncatedSVD and Normalizer(norm='l2') are accepted there, and first a"
            " vectorizer, a OneHotEncoder or a ColumnTransformer"
        )

    def add(self, step):
        """Appends a step of the Pipeline to the maps, or merges it into the threshold."""
        inner = self.threshold
        if isinstance(step, Binarizer) and isinstance(self.final, BernoulliNB):
            if inner is not None and not 0 <= inner < 1:
                _refuse(f"BernoulliNB(binarize={inner}) after a Binarizer sees no bit that is set")
            self.threshold = step.threshold
        elif self.discrete or not isinstance(step, _MAPS):
            _refuse(f"{type(step).__name__} cannot come before {self.name}; {self.accepted()}")
        elif isinstance(step, Normalizer):
            if step.norm != "l2":
                _refuse(f"Normalizer(norm='{step.norm}') is unknown here; norm='l2' is expected")
            self.maps.append(("unit-length",))
        elif isinstance(step, TruncatedSVD):
            self.maps.append(("linear", _double(step.components_)))
        elif isinstance(step, PCA):
            matrix = _double(step.components_)
            if step.whiten:
                scale = np.sqrt(step.explained_variance_)
                matrix = matrix / np.maximum(scale, np.finfo(scale.dtype).eps)[:, None]
            self.maps.append(("standardization", _double(step.mean_), None))
            self.maps.append(("linear", matrix))
        else:
            self.maps.append(("standardization", *_scaling(step)))

    def given(self, X):
        """The first given rows as the file has them, and as the first kept step takes them."""
        if len(np.shape(X)) == 1 and len(X) and isinstance(X[0], str):
            _refuse("X_check holds texts; the output of the vectorizer is expected, rows of counts or weights")
        names = getattr(self.steps[0] if self.steps else self.final, "feature_names_in_", None)
        if hasattr(X, "columns") and names is not None:
            X = X[list(names)]
        shape = np.shape(X)
        raw = X.iloc[:_ROWS] if hasattr(X, "iloc") else X[:_ROWS]
        raw = raw.tocsr() if sparse.issparse(raw) else raw if hasattr(X, "columns") else np.asarray(raw)
        width = self.columns.step.n_features_in_ if self.columns else _size(self.names)
        if len(shape) != 2 or shape[0] == 0 or shape[1] != width:
            _refuse(f"X_check has the shape {shape}; rows of {width} features are expected")
        if self.columns:
            rows = self.columns.rows(raw)
        else:
            rows = raw = raw.astype(float) if sparse.issparse(raw) else np.asarray(raw, dtype=float)
        if not np.isfinite(rows.data if sparse.issparse(rows) else rows).all():
            _refuse("X_check has a value that is not finite; complete rows are expected")
        if isinstance(self.final, CategoricalNB) and np.any((rows < 0) | (rows % 1 != 0)):
            _refuse("X_check has a value that is no code of a category; whole numbers from 0 are expected")
        if isinstance(self.final, BernoulliNB):
            threshold = 0.5 if self.threshold is None else self.threshold
            rows = (_dense(rows) > threshold).astype(float)
        return _ordered(rows, self.word_order), raw

    def synthetic(self, base):
        """Rows made of rows before the classifier, in the two forms that `given` returns."""
        rows = self.pulled_back(base)
        raw = rows
        if self.columns:
            raw = self.columns.raw(rows)
        elif isinstance(self.final, BernoulliNB) and self.threshold is not None:
            raw = np.where(rows == 1, self.threshold + 1, self.threshold)
        return _ordered(rows, self.word_order), raw

    def file(self, given):
        """The bytes of the file, or None, and why better ways to write it failed."""
        failures = []
        for way in self.ways():
            try:
                description, tensors, base = way()
                rows, raw = given or self.synthetic(base)
                name, expected = self.expected(description, raw)
                data = _encode(description, {**tensors, **_check_tensors(rows), name: expected})
                _parse(data, _MARGIN * _TOLERANCE)
                return data, failures
            except _Difference as error:
                failures.append(f"{error}{self.advice()}")
            except ValueError as error:
                failures.append(str(error))
        return None, failures

    def ways(self):
        """The ways to write the model, best first: functions that return the description, the tensors and
        synthetic rows before the classifier."""
        final = self.final
        if isinstance(final, (LinearDiscriminantAnalysis, *_LINEAR)):
            ways = [lambda: self.folded(*self.linear())]
            if self.columns and self.columns.maps:
                ways.append(lambda: self.folded(*self.linear(), first=1))
            if any(len(step) > 1 for step in self.maps):
                ways.append(lambda: self.wrapped(*self.linear()))
            if hasattr(final, "covariance_"):
                ways.insert(0, lambda: self.wrapped(*_linear_discriminant(final)))
            return ways
        if isinstance(final, CategoricalNB):
            return [lambda: self.outer(*_categorical_naive_bayes(final, self.columns))]
        made = {
            QuadraticDiscriminantAnalysis: _quadratic_discriminant,
            GaussianNB: _gaussian_naive_bayes,
            BernoulliNB: _bernoulli_naive_bayes,
        }
        model = next((made[kind] for kind in made if isinstance(final, kind)), _count_model)
        return [lambda: self.wrapped(*model(final))]

    def linear(self):
        """Linear scores of the classifier's own coefficients."""
        noise = 0.25 if self.vocabulary is None else 0  # rows of words keep only large values
        return _linear(self.final, ("unit-length",) in self.maps, noise)

    def all_maps(self):
        """The maps of the columns, then those of the steps that follow."""
        return [*(self.columns.maps if self.columns else []), *self.maps]

    def wrapped(self, description, tensors, base):
        """A model of the classifier's own parameters, with all maps as steps before it."""
        if self.columns:
            self.columns.require_left_out()
        return self.stepped(description, tensors, base, self.all_maps())

    def folded(self, description, tensors, base, first=0):
        """Linear scores with maps in their coefficients: those after the last unit length, from the given
        one on."""
        maps = self.all_maps()
        intercepts, weights = tensors["intercepts"], tensors["weights"]
        while len(maps) > first and maps[-1][0] != "unit-length":
            step, *values = maps.pop()
            if step == "linear":
                weights = weights @ values[0]
            else:
                means, deviations = values
                weights = weights if deviations is None else weights / deviations
                intercepts = intercepts - weights @ means
        if self.columns and any(step == "unit-length" for step, *_ in maps):
            self.columns.require_left_out()
        elif self.columns:
            intercepts, weights = self.columns.with_reference(intercepts, weights)
        return self.stepped(description, {"intercepts": intercepts, "weights": weights}, base, maps)

    def stepped(self, description, tensors, base, maps):
        """A model with the given maps as steps, whose columns have the order of the file."""
        order = self.columns.positions() if self.columns else self.word_order
        features = {"features": self.column_names()}
        if self.vocabulary is not None:
            features["vocabulary"] = True
        steps, arrays = [], {}
        for i, (step, *values) in enumerate(maps):
            steps.append({"kind": step})
            if step == "standardization":
                means, deviations = values
                arrays[f"steps.{i}.means"] = _ordered(means, order)
                if deviations is not None:
                    arrays[f"steps.{i}.deviations"] = _ordered(deviations, order)
            elif step == "linear":
                arrays[f"steps.{i}.matrix"] = _ordered(values[0], order)
                arrays[f"steps.{i}.offset"] = np.zeros(len(values[0]))
                features, order = {"features": len(values[0])}, None
        tensors = {name: _in_order(name, value, order) for name, value in tensors.items()}
        if steps:
            description = {"kind": "transformed", "steps": steps, "model": {**description, **features}}
            tensors = {**arrays, **{"model." + name: value for name, value in tensors.items()}}
        return self.outer(description, tensors, base)

    def column_names(self):
        """The names of the numbers that the maps take: features, or columns of categories."""
        if not self.columns:
            return self.names
        categories = self.columns.categories
        left_out = [category.left_out for category in categories]
        return _column_names(self.names, [category.names for category in categories], left_out)

    def outer(self, description, tensors, base):
        """Adds what only the outermost description has."""
        if self.columns and self.columns.categories and not self.discrete:
            description["features"] = self.column_names()
            description = {
                "kind": "indicators",
                "categories": [category.names for category in self.columns.categories],
                "left_out": [category.left_out for category in self.columns.categories],
                "model": description,
            }
            tensors = {"model." + name: value for name, value in tensors.items()}
        description = {**description, "classes": self.classes, "features": self.names}
        if self.vocabulary is not None:
            description["vocabulary"] = True
        if isinstance(self.final, BernoulliNB) and self.threshold is not None:
            description["notes"] = {"binarize": repr(float(self.threshold))}
        return description, tensors, base

    def pulled_back(self, rows):
        """Rows that the maps bring near the given ones."""
        random = np.random.default_rng(1)
        for step, *values in reversed(self.all_maps()):
            if step == "standardization":
                means, deviations = values
                rows = rows * (1 if deviations is None else deviations) + means
            elif step == "linear":
                rows = rows @ np.linalg.pinv(values[0]).T
                spread = rows.std(axis=0)
                rows = rows + 0.1 * np.where(spread > 0, spread, 1) * random.normal(size=rows.shape)
        if self.columns and not self.discrete:
            return self.columns.from_outputs(rows)
        if self.vocabulary is not None and not self.discrete:
            rows = _few_words(rows)
        return rows

    def expected(self, description, raw):
        """The estimator's own scores of rows: the name of their tensor, and the scores."""
        final, rows = self.final, raw
        for step in self.steps:
            rows = step.transform(rows)
        if isinstance(final, QuadraticDiscriminantAnalysis):
            constant = 0.5 * final.n_features_in_ * np.log(2 * np.pi)
            return "check.log_joint", final._decision_function(rows) - constant
        if isinstance(final, (LinearDiscriminantAnalysis, *_LINEAR)):
            joint = _decision(final, final.decision_function(rows))
            if _innermost(description)[0]["kind"] == "linear":
                return "check.log_joint", joint
            return "check.log_posterior", _log_posteriors(joint)
        with np.errstate(divide="ignore"):
            joint = final.predict_joint_log_proba(rows)
        if not isinstance(final, ComplementNB):
            joint = joint - np.log(_given_priors(final).sum())
        return "check.log_joint", joint

    def advice(self):
        """What may help if scores differ, as the end of a sentence."""
        if self.discrete:
            return ""
        if self.single:
            return "; it was fitted on rows of float32, and rows of float64 are expected"
        return "; if rows lie far from 0, a StandardScaler as the first step keeps more digits"


class _Category:
    """A feature of categories: the column of the input, its values, its names, the one left out."""

    def __init__(self, column, values, dropped):
        self.column = column
        self.values = list(values)
        self.names = [_text(value, "category") for value in values]
        self.dropped = dropped
        self.left_out = dropped or 0
        _require_names(self.names, f"category of column {column}")


class _Columns:
    """The columns that encoders and a ColumnTransformer take, and the order of their output.

    Outputs may have a column for every category; the reduced order has none for those left out.
    """

    def __init__(self, step):
        self.step = step
        self.numbers = []
        self.categories = []
        parts = [(step, np.arange(step.n_features_in_))]
        if isinstance(step, ColumnTransformer):
            if step.transformer_weights:
                _refuse("ColumnTransformer has transformer_weights; none are expected")
            inputs = step._transformer_to_input_indices
            parts = [(part, inputs[name]) for name, part, _ in step.transformers_]
        means, deviations, outputs = [], [], []
        for part, columns in parts:
            columns = [int(column) for column in columns]
            if not columns or part == "drop":
                continue
            part = _alone(part)
            if isinstance(part, OneHotEncoder) or isinstance(step, OrdinalEncoder):
                start = len(self.categories)
                self.categories += _categories(part, columns)
                for f in range(start, len(self.categories)):
                    codes = range(len(self.categories[f].values))
                    outputs += [(f, v) for v in codes if v != self.categories[f].dropped]
            elif part is None or isinstance(part, list) and all(isinstance(scaler, _SCALERS) for scaler in part):
                scale, shift = np.ones(len(columns)), np.zeros(len(columns))
                for scaler in part or []:
                    mean, deviation = _scaling(scaler)
                    shift = shift + scale * mean
                    scale = scale * (1 if deviation is None else deviation)
                outputs += [(-1, len(self.numbers) + i) for i in range(len(columns))]
                self.numbers += columns
                means, deviations = [*means, *shift], [*deviations, *scale]
            else:
                parts = part if isinstance(part, list) else [part]
                _refuse(
                    f"{' → '.join(type(one).__name__ for one in parts)} is unknown in a ColumnTransformer;"
                    " scalers, 'passthrough', 'drop' and OneHotEncoder are expected"
                )
        used = [*self.numbers, *(category.column for category in self.categories)]
        if len(set(used)) < len(used):
            _refuse("ColumnTransformer uses a column twice; one transformer for each is expected")
        self.outputs = outputs
        self.maps = []
        if not isinstance(step, OrdinalEncoder) and (np.any(means) or np.any(np.array(deviations) != 1)):
            of_outputs = np.zeros(len(outputs)), np.ones(len(outputs))
            for position, (f, index) in enumerate(outputs):
                if f < 0:
                    of_outputs[0][position], of_outputs[1][position] = means[index], deviations[index]
            self.maps = [("standardization", *of_outputs)]

    def used(self, names):
        """The names of the features: numbers, then categories."""
        columns = [*self.numbers, *(category.column for category in self.categories)]
        if not isinstance(names, int):
            return [names[column] for column in columns]
        if columns != list(range(names)):
            _refuse(
                "ColumnTransformer changes the order of columns without names; a DataFrame with names is"
                " expected, or all numbers before all categories"
            )
        return names

    def require_left_out(self):
        if any(category.dropped is None for category in self.categories):
            _refuse(
                "OneHotEncoder keeps a column of each category, but one of each feature must be left out;"
                " OneHotEncoder(drop='first') is expected"
            )

    def positions(self):
        """For each column of the model its output: numbers, then the categories that are not left out."""
        columns = [(-1, i) for i in range(len(self.numbers))]
        for f, category in enumerate(self.categories):
            codes = range(len(category.values))
            columns += [(f, code) for code in codes if code != category.left_out]
        outputs = {output: position for position, output in enumerate(self.outputs)}
        return np.array([outputs[column] for column in columns], dtype=int)

    def with_reference(self, intercepts, weights):
        """Moves the weight of the category that is left out into the intercepts, for each feature."""
        weights = weights.copy()
        for f, category in enumerate(self.categories):
            if category.dropped is None:
                first = self.outputs.index((f, 0))  # its columns follow each other
                reference = weights[:, [first + category.left_out]]
                intercepts = intercepts + reference[:, 0]
                weights[:, first : first + len(category.values)] -= reference
        return intercepts, weights

    def from_outputs(self, outputs):
        """Rows of numbers and codes whose outputs are near the given ones; all codes occur."""
        rows = np.empty((len(outputs), len(self.numbers) + len(self.categories)))
        best = np.full(rows.shape, 0.5)  # a category without a column is nearest if no other exceeds this
        rows[:, len(self.numbers) :] = [category.left_out for category in self.categories]
        for (f, index), values in zip(self.outputs, outputs.T):
            column = index if f < 0 else len(self.numbers) + f
            nearer = True if f < 0 else values > best[:, column]
            rows[:, column] = np.where(nearer, values if f < 0 else index, rows[:, column])
            best[:, column] = np.where(nearer, values, best[:, column])
        count = np.arange(len(outputs))
        for f, category in enumerate(self.categories):
            turn = (count // 2 + f) % len(category.values)
            column = len(self.numbers) + f
            rows[:, column] = np.where(count % 2 == 0, rows[:, column], turn)
        return rows

    def raw(self, rows):
        """Rows of numbers and codes in the form that the step takes."""
        columns = [np.zeros(len(rows))] * self.step.n_features_in_
        for j, column in enumerate(self.numbers):
            columns[column] = rows[:, j]
        for f, category in enumerate(self.categories):
            codes = rows[:, len(self.numbers) + f].astype(int)
            columns[category.column] = [category.values[code] for code in codes]
        names = getattr(self.step, "feature_names_in_", None)
        if names is not None and isinstance(self.step, ColumnTransformer):
            try:
                import pandas
            except ImportError:
                _refuse("columns with names need pandas for test rows; install it, or give X_check")
            return pandas.DataFrame(dict(zip(names, columns)))
        array = np.empty((len(rows), len(columns)), dtype=object)
        for j, column in enumerate(columns):
            array[:, j] = column
        return array if self.categories else array.astype(float)

    def rows(self, raw):
        """Given rows as numbers and codes."""
        table = np.asarray(raw.toarray() if sparse.issparse(raw) else raw, dtype=object)
        rows = np.empty((len(table), len(self.numbers) + len(self.categories)))
        rows[:, : len(self.numbers)] = table[:, self.numbers]
        for f, category in enumerate(self.categories):
            where = f"column {category.column} of X_check"
            rows[:, len(self.numbers) + f] = _column(table[:, category.column], category.names, where)
        return rows


def _flatten(estimator):
    """The steps of nested Pipelines, without those that do nothing."""
    if not isinstance(estimator, Pipeline):
        return [copy.copy(estimator)]
    steps = [step for _, step in estimator.steps if not (step is None or step == "passthrough")]
    return [inner for step in steps for inner in _flatten(step)]


def _widen(step):
    """Turns parameters into doubles, so that the step computes doubles; returns whether there were others."""
    single = False
    for name, value in list(vars(step).items()):
        if getattr(value, "dtype", None) == np.float32:
            setattr(step, name, value.astype(np.float64))
            single = True
        if isinstance(value, list) and any(getattr(one, "dtype", None) == np.float32 for one in value):
            setattr(step, name, [one.astype(np.float64) for one in value])
            single = True
    return single


def _alone(part):
    """A part of a ColumnTransformer: an encoder, a list of steps, or None for none."""
    if part == "passthrough":
        return None
    steps = [step for step in _flatten(part) if not isinstance(step, FunctionTransformer) or step.func is not None]
    if len(steps) == 1 and isinstance(steps[0], (OneHotEncoder, OrdinalEncoder)):
        return steps[0]
    return steps


def _unknown(estimator):
    name = type(estimator).__name__
    if hasattr(estimator, "best_estimator_"):
        return f"{name} is a search; its best_estimator_ is expected"
    if hasattr(estimator, "calibrated_classifiers_"):
        return f"{name} corrects the scores of several fits; the classifier itself is expected"
    known = ", ".join(classifier.__name__ for classifier in _CLASSIFIERS)
    return f"{name} is unknown here; one of {known} is expected, or a Pipeline that ends in one"


def _require_fitted(step):
    if isinstance(step, (Binarizer, Normalizer, FunctionTransformer)):
        return
    try:
        check_is_fitted(step, "idf_" if isinstance(step, TfidfTransformer) and step.use_idf else None)
    except NotFittedError:
        _refuse(f"{type(step).__name__} is not fitted; a fitted estimator is expected")
    except TypeError:
        _refuse(f"{type(step).__name__} is no estimator of scikit-learn; one is expected")


def _class_names(final):
    if np.ndim(final.classes_) != 1 or isinstance(final.classes_, list):
        _refuse(f"{type(final).__name__} predicts several labels at once; one label is expected")
    names = [_text(label, "class") for label in final.classes_]
    _require_names(names, "class")
    return names


def _require_names(names, what):
    seen = set()
    for name in names:
        if name in seen:
            _refuse(f"the {what} '{name}' exists twice; distinct names are expected")
        seen.add(name)
        try:
            name.encode()
        except UnicodeEncodeError:
            _refuse(f"the {what} {name!r} has half of a surrogate pair; valid Unicode is expected")


def _categories(encoder, columns):
    name = type(encoder).__name__
    if getattr(encoder, "min_frequency", None) or getattr(encoder, "max_categories", None):
        _refuse(f"{name} merges rare categories; no min_frequency and max_categories are expected")
    if isinstance(encoder, OrdinalEncoder):
        unknown = encoder.unknown_value
        if encoder.handle_unknown == "use_encoded_value" and unknown >= 0:
            _refuse(f"OrdinalEncoder encodes unknown categories as {unknown}; -1 is expected")
    dropped = getattr(encoder, "drop_idx_", None)
    dropped = [None] * len(columns) if dropped is None else dropped
    return [
        _Category(column, values, None if left_out is None else int(left_out))
        for column, values, left_out in zip(columns, encoder.categories_, dropped)
    ]


def _scaling(step):
    """The means and deviations of a scaler; None for deviations that are all 1."""
    if getattr(step, "clip", False):
        _refuse(f"{type(step).__name__}(clip=True) is no linear map; clip=False is expected")
    scale = step.scale_
    if isinstance(step, MinMaxScaler):
        return -_double(step.min_) / _double(scale), 1 / _double(scale)
    means = step.mean_ if getattr(step, "with_mean", False) else getattr(step, "center_", None)
    means = np.zeros(step.n_features_in_) if means is None else _double(means)
    return means, None if scale is None else _double(scale)


def _double(values):
    doubles = np.asarray(values.toarray() if sparse.issparse(values) else values, dtype=np.float64)
    if np.isnan(doubles).any():
        raise ValueError("a parameter is NaN; numbers are expected")
    return doubles


def _ordered(values, order):
    return values if order is None else values[..., order]


def _in_order(name, values, order):
    if name.startswith("covariance"):
        values = values if order is None else values[..., order, :]
    return values if name in ("priors", "intercepts") else _ordered(values, order)


def _classes_of_rows(k):
    """A class for each test row, so that as many classes as possible have one."""
    return np.arange(_ROWS) * k // _ROWS if k > _ROWS else np.arange(_ROWS) % k


def _given_priors(final):
    """The class priors; those that a user gave may not sum to 1."""
    if isinstance(final, GaussianNB):
        return _double(final.class_prior_)
    return np.exp(final.class_log_prior_) if hasattr(final, "class_log_prior_") else _double(final.priors_)


def _priors(final):
    given = _given_priors(final)
    return given / given.sum()


def _normal(final, means):
    """The tensors that all normal models have: the origin is the mean of the classes' means."""
    priors = _priors(final)
    origin = priors @ means
    return {"priors": priors, "origin": origin, "means": means - origin}


def _linear_discriminant(final):
    covariance = _double(final.covariance_)
    covariance = (covariance + covariance.T) / 2
    means = _double(final.means_)
    classes = _classes_of_rows(len(means))
    tensors = {**_normal(final, means), "covariance": covariance}
    return {"kind": "linear-discriminant"}, tensors, means[classes] + _draws(covariance)


def _quadratic_discriminant(final):
    covariances = []
    for c, (rotation, scaling) in enumerate(zip(final.rotations_, final.scalings_)):
        axes = _double(rotation) * np.sqrt(_double(scaling))
        if axes.shape[0] != axes.shape[1] or not np.all(axes.any(axis=0)):
            _refuse(
                f"the covariance of the class '{final.classes_[c]}' is singular; more rows or a larger"
                " reg_param are expected"
            )
        covariance = axes @ axes.T
        covariances.append((covariance + covariance.T) / 2)
    means = _double(final.means_)
    classes = _classes_of_rows(len(means))
    draws = np.array([_draws(covariance) for covariance in covariances])
    tensors = {**_normal(final, means), "covariances": np.array(covariances)}
    return {"kind": "quadratic-discriminant"}, tensors, means[classes] + draws[classes, range(_ROWS)]


def _draws(covariance):
    values, vectors = np.linalg.eigh(covariance)
    normal = np.random.default_rng(0).normal(size=(_ROWS, len(values)))
    return (normal * np.sqrt(np.maximum(values, 0))) @ vectors.T


def _gaussian_naive_bayes(final):
    means, variances = _double(final.theta_), _double(final.var_)
    if not np.all(variances > 0):
        c, j = np.argwhere(~(variances > 0))[0]
        _refuse(
            f"the variance of feature {j} in the class '{final.classes_[c]}' is {variances[c, j]}; a"
            " positive one is expected (var_smoothing > 0)"
        )
    classes = _classes_of_rows(len(means))
    normal = np.random.default_rng(0).normal(size=(_ROWS, means.shape[1]))
    tensors = {**_normal(final, means), "variances": variances}
    return {"kind": "gaussian-naive-bayes"}, tensors, means[classes] + normal * np.sqrt(variances)[classes]


def _decision(final, decision):
    """The scores of each class; two classes have one score s in scikit-learn, here 0 and s."""
    decision = _double(decision)
    if decision.ndim == 2:
        return decision
    if len(final.classes_) == 1:
        return decision[:, None]
    if _symmetric(final):
        return np.stack([-decision, decision], axis=1)
    return np.stack([np.zeros_like(decision), decision], axis=1)


def _symmetric(final):
    """Whether the two classes have the scores −s and s: a multinomial regression before version 1.8."""
    return isinstance(final, LogisticRegression) and getattr(final, "multi_class", "") == "multinomial"


def _one_vs_rest(final):
    """Whether probabilities are a function of each score, divided by their sum."""
    if isinstance(final, SGDClassifier):
        return final.loss == "modified_huber" or len(final.classes_) > 2
    way = getattr(final, "multi_class", "auto")
    return len(final.classes_) > 2 and (way == "ovr" or way != "multinomial" and final.solver == "liblinear")


def _undecided(rows, intercepts, weights):
    """Rows moved to where their two best classes are about equally probable."""
    rows, every = rows.copy(), np.arange(len(rows))
    for _ in range(10 * (len(weights) > 1)):
        ranked = (rows @ weights.T + intercepts).argsort(axis=1)
        first, second = ranked[:, -1], ranked[:, -2]
        normals = weights[first] - weights[second]
        leads = (rows * normals).sum(axis=1) + intercepts[first] - intercepts[second]
        lengths = (normals**2).sum(axis=1)
        lengths[lengths == 0] = np.inf  # both classes have the same weights
        rows -= ((leads - every % 3 / 2) / lengths)[:, None] * normals
    return rows


def _linear(final, unit, noise):
    weights, intercepts = np.atleast_2d(_double(final.coef_)), np.ravel(_double(final.intercept_))
    intercepts = np.broadcast_to(intercepts, len(weights)).copy()
    if len(final.classes_) == 2:
        first = -1 if _symmetric(final) else 0
        intercepts = np.array([first * intercepts[0], intercepts[0]])
        weights = np.stack([first * weights[0], weights[0]])
    if not np.isfinite(intercepts).all() or not np.isfinite(weights).all():
        _refuse("a coefficient is not finite")
    if hasattr(final, "predict_proba"):
        if _one_vs_rest(final):
            _refuse(
                "its probabilities are not the softmax of its scores, because each class has one against the"
                " rest; LogisticRegression without one-vs-rest is expected"
            )
        rows = _undecided(_linear_rows(intercepts, weights, 1.0, 0.25), intercepts, weights)
        posteriors = np.exp(_log_posteriors(_decision(final, final.decision_function(rows))))
        difference = np.abs(final.predict_proba(rows) - posteriors).max()
        if difference > 1e-6:
            _refuse(
                f"its probabilities are not the softmax of its scores, from which they differ by up to"
                f" {difference:.2g}; LogisticRegression without one-vs-rest is expected"
            )
    scale = max(1.0, np.abs(intercepts - intercepts.mean()).max())
    rows = _linear_rows(intercepts, weights, scale, noise)
    if unit:  # only directions count: those of the weights of a class, with some noise
        classes, directions = _classes_of_rows(len(weights)), weights - weights.mean(axis=0)
        lengths = np.maximum(np.linalg.norm(directions, axis=1, keepdims=True), np.finfo(float).tiny)
        normal = np.random.default_rng(0).normal(size=rows.shape) / np.sqrt(rows.shape[1])
        rows = (directions / lengths)[classes] + 2 * noise * normal
    return {"kind": "linear"}, {"intercepts": intercepts, "weights": weights}, rows


def _linear_rows(intercepts, weights, scale, noise):
    """Rows whose scores have a given size; scores as large as the intercepts keep their digits."""
    random = np.random.default_rng(0)
    (k, d), classes = weights.shape, _classes_of_rows(len(weights))
    intercepts, weights = intercepts - intercepts.mean(), weights - weights.mean(axis=0)
    targets = scale * random.normal(size=(_ROWS, k))
    targets[range(_ROWS), classes] = targets.max(axis=1) + scale
    rows = np.linalg.lstsq(weights, (targets - intercepts).T, rcond=None)[0].T
    largest = np.abs(weights).max(axis=0)
    step = np.where(largest > 0, scale / np.sqrt(d) / np.where(largest > 0, largest, 1), 1)
    return rows + noise * step * random.normal(size=(_ROWS, d))


def _few_words(rows, count=32):
    """The largest positive values of rows, as sparse rows."""
    kept = np.zeros_like(rows)
    for row, few in zip(rows, kept):
        largest = np.argsort(-row)[:count]
        few[largest] = np.maximum(row[largest], 0)
        if not few.any():
            few[largest[0]] = 1
    return sparse.csr_matrix(kept)


def _alpha(final):
    """The pseudo-counts that the classifier was fitted with."""
    alpha = _double(final.alpha)
    too_small = final.force_alpha is not True and alpha.min() < 1e-10
    return np.maximum(alpha, 1e-10) if too_small else alpha


def _require_positive(final, values, what):
    if not np.all(values > 0):
        c, j = np.argwhere(~(values > 0))[0]
        _refuse(
            f"the {what} of feature {j} in the class '{final.classes_[c]}' is 0, so that scikit-learn scores"
            " rows as NaN; a positive alpha is expected"
        )


def _bernoulli_naive_bayes(final):
    is_set = np.exp(final.feature_log_prob_)
    unset = 1 - is_set
    _require_positive(final, np.minimum(is_set, unset), "share of set or unset bits")
    draws = np.random.default_rng(0).random((_ROWS, is_set.shape[1]))
    rows = (draws < is_set[_classes_of_rows(len(is_set))]).astype(float)
    return {"kind": "bernoulli-naive-bayes"}, {"priors": _priors(final), "set": is_set, "unset": unset}, rows


def _count_model(final):
    counts, alpha = final.feature_count_, _alpha(final)
    random = np.random.default_rng(0)
    shares = (counts + alpha) / (counts + alpha).sum(axis=1, keepdims=True)
    rows = sparse.csr_matrix(
        np.array([random.multinomial(32, shares[c]) for c in _classes_of_rows(len(shares))], dtype=float)
    )
    if isinstance(final, ComplementNB):
        if len(final.classes_) == 1:
            _refuse("ComplementNB has a single class; at least two are expected")
        complement = final.feature_all_ + alpha - counts
        _require_positive(final, complement, "count outside the class")
        description = {"kind": "complement-naive-bayes", "normalized": bool(final.norm)}
        return description, {"counts": complement}, rows
    _require_positive(final, counts + alpha, "count")
    return {"kind": "multinomial-naive-bayes"}, {"priors": _priors(final), "counts": counts + alpha}, rows


def _categorical_naive_bayes(final, columns):
    alpha = float(_alpha(final))
    counts = [count + alpha for count in final.category_count_]
    categories = [count.shape[1] for count in counts]
    if columns:
        names = [category.names for category in columns.categories]
        for j, (found, size) in enumerate(zip(names, categories)):
            if len(found) != size:
                _refuse(
                    f"CategoricalNB has {size} categories of feature {j}, and OrdinalEncoder {len(found)};"
                    " as many are expected (without min_categories)"
                )
        categories = names
    random = np.random.default_rng(0)
    rows = np.empty((_ROWS, len(counts)))
    for i, c in enumerate(_classes_of_rows(len(final.classes_))):
        for j, count in enumerate(counts):
            rows[i, j] = random.choice(count.shape[1], p=count[c] / count[c].sum())
    tensors = {"priors": _priors(final), "counts": np.hstack(counts), "alphas": np.full(len(counts), alpha)}
    return {"kind": "categorical-naive-bayes", "categories": categories}, tensors, rows


def _check_tensors(rows):
    """The tensors of test rows: sparse if less than a quarter of the values is not 0."""
    compressed = sparse.csr_matrix(rows)
    compressed.sum_duplicates()
    compressed.eliminate_zeros()
    if 4 * compressed.nnz >= rows.shape[0] * rows.shape[1]:
        return {"check.rows": _dense(rows)}
    return {
        "check.indptr": compressed.indptr.astype(np.int64),
        "check.indices": compressed.indices.astype(np.int64),
        "check.values": compressed.data.astype(np.float64),
    }


def _encode(description, tensors):
    model = json.dumps(description, ensure_ascii=False)
    header, blocks, end = {}, [], 0
    digest = hashlib.sha256(model.encode())
    for name, values in tensors.items():
        integer = np.asarray(values).dtype.kind == "i"
        block = np.ascontiguousarray(values, dtype="<i8" if integer else "<f8").tobytes()
        header[name] = {
            "dtype": "I64" if integer else "F64",
            "shape": list(np.shape(values)),
            "data_offsets": [end, end + len(block)],
        }
        end += len(block)
        blocks.append(block)
        digest.update(name.encode() + b"\n" + block)
    metadata = {
        "format": "lanewise-parameters",
        "version": "1",
        "producer": f"lanewise_sklearn 1, scikit-learn {sklearn.__version__}, numpy {np.__version__}",
        "model": model,
        "sha256": digest.hexdigest(),
    }
    text = json.dumps({"__metadata__": metadata, **header}, ensure_ascii=False).encode()
    text += b" " * (-len(text) % 8)
    return b"".join([struct.pack("<Q", len(text)), text, *blocks])


def _replace(path, data):
    """Writes a file as a whole or not at all."""
    path = os.fspath(path)
    temporary = f"{path}.{os.getpid()}.tmp"
    try:
        with open(temporary, "xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        if os.path.exists(temporary):
            os.remove(temporary)
        raise
