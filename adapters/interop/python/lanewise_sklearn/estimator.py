"""Fitted classifiers with the parameters of a file."""

import re

import numpy as np
from scipy import sparse
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.metaestimators import available_if

from .reader import (
    _column,
    _column_kinds,
    _feature,
    _fits,
    _have_categories,
    _innermost,
    _log_posteriors,
    _parts,
    _refuse,
    _require_rows,
    _size,
    _tempered,
    load_parameters,
)

try:
    from sklearn.utils.validation import validate_data

    _ANY_NUMBER = {"ensure_all_finite": False}
except ImportError:  # before scikit-learn 1.6
    _ANY_NUMBER = {"force_all_finite": False}

    def validate_data(estimator, X, **options):
        return estimator._validate_data(X, **options)


_DECISIVE = ("linear-discriminant", "quadratic-discriminant", "regularized-discriminant", "linear")


def load(path):
    """Reads a parameter file as a fitted classifier of scikit-learn, a LanewiseClassifier.

    The file may come from `dump` or from Lanewise, and hold any model.
    Raises ValueError as load_parameters does.
    """
    return LanewiseClassifier(_Parameters(*load_parameters(path)))


class _Parameters:
    """The model of a file. It never changes, so that copies share it."""

    def __init__(self, description, tensors):
        self.description = description
        self.tensors = {name: values for name, values in tensors.items() if not name.startswith("check.")}
        classes = description["classes"]
        names = [str(c) for c in range(classes)] if isinstance(classes, int) else classes
        integers = all(re.fullmatch("0|-?[1-9][0-9]{0,18}", name) and _fits(int(name)) for name in names)
        self.labels = np.array([int(name) if integers else name for name in names], dtype=None if integers else object)
        self.order = np.argsort(self.labels, kind="stable")
        self.kinds = _column_kinds(description)
        self.threshold = description.get("notes", {}).get("binarize")

    def __deepcopy__(self, memo):
        return self

    def __repr__(self):
        kind, features = self.description["kind"], self.description["features"]
        return f"<{kind} of {_size(features)} features, {len(self.labels)} classes>"


def _has_decision(classifier):
    return _innermost(classifier.parameters.description)[0]["kind"] in _DECISIVE


class LanewiseClassifier(ClassifierMixin, BaseEstimator):
    """A fitted classifier with the parameters of a file. `load` makes it.

    classes_ ascend, and columns of results have their order: integers if all classes of the file are
    integers or have no names, else texts. Categories are given by name, or by index if they have none.
    """

    def __init__(self, parameters):
        self.parameters = parameters

    @property
    def classes_(self):
        return self.parameters.labels[self.parameters.order]

    @property
    def n_features_in_(self):
        return len(self.parameters.kinds)

    @property
    def feature_names_in_(self):
        """The names of the columns; rows of words, as vectorizers make them, have none."""
        description = self.parameters.description
        if isinstance(description["features"], int) or description.get("vocabulary"):
            raise AttributeError("feature_names_in_: the columns of the model have no names")
        return np.array(description["features"], dtype=object)

    @property
    def words_(self):
        """The words of the columns, for CountVectorizer(vocabulary=classifier.words_)."""
        description = self.parameters.description
        if not description.get("vocabulary"):
            raise AttributeError("words_: the features of the model are no words")
        return list(description["features"])

    def __sklearn_is_fitted__(self):
        return True

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = not self._has_categories()
        return tags

    def fit(self, X, y):
        """Refuses, because the classifier is fitted."""
        _refuse(
            "a classifier from a file is fitted already; where scikit-learn calls fit, FrozenEstimator(classifier) is"
            " expected, or cv='prefit' before scikit-learn 1.6"
        )

    def predict(self, X):
        """The label of each row. Of equal scores, the first class of the file wins, as in Lanewise."""
        return self.parameters.labels[self._tempered(X).argmax(axis=1)]

    def predict_proba(self, X):
        """The posteriors [n, k], tempered if the model has a temperature."""
        return np.exp(self.predict_log_proba(X))

    def predict_log_proba(self, X):
        """The logarithms of the posteriors [n, k]."""
        return _log_posteriors(self._tempered(X))[:, self.parameters.order]

    def predict_joint_log_proba(self, X):
        """log p(x, c), or the scores of a model without densities, without temperature: [n, k]."""
        common, by_class = self._parts(X)
        return (common + by_class)[:, self.parameters.order]

    @available_if(_has_decision)
    def decision_function(self, X):
        """The log joints [n, k], tempered if the model has a temperature; of two classes the difference [n]."""
        common, by_class = self._parts(X)
        found = _tempered(self.parameters.description, self.parameters.tensors, by_class)[:, self.parameters.order]
        if found.shape[1] == 2:
            return found[:, 1] - found[:, 0]
        return found + common / self.parameters.description.get("temperature", 1)

    def _tempered(self, X):
        """Scores whose softmax are the posteriors, classes in the order of the file."""
        return _tempered(self.parameters.description, self.parameters.tensors, self._parts(X)[1])

    def _parts(self, X):
        """The scores of rows in two parts, classes in the order of the file."""
        description = self.parameters.description
        with np.errstate(over="ignore", invalid="ignore"):
            common, by_class = _parts(description, self.parameters.tensors, self._rows(X))
            joint = common + by_class
        wrong = np.flatnonzero(~np.isfinite(joint.max(axis=1)))
        if len(wrong):
            _refuse(
                f"row {wrong[0]} has the score {joint[wrong[0]].max()}; a row is expected that some class makes"
                " possible and that is not too far from the means"
            )
        return common, by_class

    def _has_categories(self):
        return _have_categories(self.parameters.kinds)

    def _rows(self, X):
        """Rows as the model has them, with codes of categories and bits."""
        features, kinds = self.parameters.description["features"], self.parameters.kinds
        if self._has_categories():
            if hasattr(X, "iloc"):  # columns of several types, some of which become no numbers
                X = X.astype(object)
            elif not hasattr(X, "dtype"):
                X = np.asarray(X, dtype=object)
            X = validate_data(self, X, reset=False, dtype=None, **_ANY_NUMBER)
            rows = np.stack([_column(X[:, j], kind, _feature(features, j)) for j, kind in enumerate(kinds)], axis=1)
        else:
            dtype = np.float64 if self.parameters.threshold is None else "numeric"  # in which it is compared
            rows = validate_data(self, X, reset=False, dtype=dtype, accept_sparse="csr", **_ANY_NUMBER)
        if self.parameters.threshold is None:
            _require_rows(kinds, features, rows)
            return rows
        _require_rows(["numbers" if kind == "bits" else kind for kind in kinds], features, rows)
        threshold, are_bits = float(self.parameters.threshold), np.array([kind == "bits" for kind in kinds])
        if sparse.issparse(rows) and threshold >= 0 and are_bits.all():
            return (rows > threshold).astype(float)
        rows = rows.toarray() if sparse.issparse(rows) else rows
        return np.where(are_bits, rows > threshold, rows).astype(np.float64)
