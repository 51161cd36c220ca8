"""Fitted models: what predicts, and the files of models."""

import os

import jpype
import numpy as np
from joblib import effective_n_jobs
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.exceptions import NotFittedError
from sklearn.utils import validation
from sklearn.utils.metaestimators import available_if

from ._jvm import errors, java
from ._rows import Memory


class Model(ClassifierMixin, BaseEstimator):
    """A fitted model, as `load` returns it; estimators are models that can be fitted.

    Attributes: `classes_`, `n_features_in_`, `feature_names_in_` if the features have names, and
    `model_`, the model in Java with all its methods.
    """

    _takes_sparse = False
    _takes_negative = True
    _has_density = True
    _poor_score = False  # on the rows of scikit-learn's checks, as those of its own estimators of the kind
    _dtype = "numeric"  # what validation converts rows to
    _model = None
    n_jobs = None

    def predict(self, X):
        """The most probable class of each row; ties go to the first."""
        indices = self._scores(X, "predict", jpype.JInt)
        return self.classes_[indices]

    def predict_proba(self, X):
        """p(class | row), a column for each class."""
        return self._scores(X, "posterior")

    def predict_log_proba(self, X):
        """log p(class | row), a column for each class; never floored."""
        return self._scores(X, "logPosterior")

    def predict_joint_log_proba(self, X):
        """log p(row, class), a column for each class; the scores of models without densities."""
        return self._scores(X, "logJoint")

    @available_if(lambda self: self._has_density)
    def score_samples(self, X):
        """log p(row), the density of the row among all classes."""
        return self._scores(X, "logDensity", columns=1)[:, 0]

    def decision_function(self, X):
        """The log odds of the second class if there are two, else `predict_log_proba`."""
        scores = self.predict_log_proba(X)
        return scores[:, 1] - scores[:, 0] if scores.shape[1] == 2 else scores

    def save(self, path):
        """Writes a model file, which `load` and every other program of Lanewise reads."""
        model = self.model_
        with errors():
            java("io.ModelFile").write(model, _path(path))

    @property
    def model_(self):
        """The model in Java."""
        if self._model is None:
            raise NotFittedError("this Model is empty; one that lanewise.load returns is expected")
        return self._model

    def _scores(self, X, method, kind=jpype.JDouble, columns=None):
        model = self.model_
        X = self._validated(X)
        jobs = effective_n_jobs(self.n_jobs)
        with errors(), Memory(jobs) as memory:
            rows = self._rows(memory, X)
            scorer = model.scorer(self._format(rows)).on(_workers(jobs))
            if kind is jpype.JInt:
                columns = 1
            elif columns is None:
                columns = model.classCount()
            out = jpype.JArray(kind)(X.shape[0] * columns)
            getattr(scorer, method)(rows, out)
            scores = np.array(out)
        return scores if kind is jpype.JInt else scores.reshape(-1, columns)

    def _rows(self, memory, X):
        """The rows that the model in Java takes."""
        kind = str(self._model.format().batches().getSimpleName())
        if kind == "NumericColumns":
            return memory.counts(X)
        if kind == "BitColumns":
            return memory.bits(X, None)
        if kind == "CategoryColumns":
            return memory.categories(X, self._model.dictionaries())
        raise ValueError(f"the model takes rows of blocks ({kind}); a model of one kind of feature is expected")

    def _format(self, rows):
        kinds = java("data.RowFormat")
        missing = java("data.MissingValues")
        return kinds.of(rows).withMissing(missing.ALLOW if self._allows_missing() else missing.REFUSE)

    def _allows_missing(self):
        return False

    def _validated(self, X, y="no_validation", reset=False):
        """Rows, and labels if there are any, as scikit-learn checks them; Lanewise refuses NaN itself."""
        options = {"reset": reset, "dtype": self._dtype, "accept_sparse": "csr" if self._takes_sparse else False}
        if hasattr(validation, "validate_data"):  # since scikit-learn 1.6
            return validation.validate_data(self, X, y, ensure_all_finite=False, **options)
        return self._validate_data(X, y, force_all_finite=False, **options)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = self._takes_sparse
        tags.input_tags.positive_only = not self._takes_negative
        tags.input_tags.allow_nan = self._allows_missing()
        tags.classifier_tags.poor_score = self._poor_score
        return tags

    def _more_tags(self):  # before scikit-learn 1.6
        return {
            "requires_positive_X": not self._takes_negative,
            "allow_nan": self._allows_missing(),
            "poor_score": self._poor_score,
        }

    def __getstate__(self):
        state = dict(super().__getstate__())
        for name, file in _FILES.items():
            if state.get(name) is not None:
                stream = java("java.io.ByteArrayOutputStream")()
                java(file)(state[name]).write(stream)
                state[name] = bytes(stream.toByteArray())
        return state

    def __setstate__(self, state):
        state = dict(state)
        for name, file in _FILES.items():
            if state.get(name) is not None:
                held = java(file).read(java("java.io.ByteArrayInputStream")(state[name]))
                state[name] = held.model() if name == "_model" else held.statistics()
        super().__setstate__(state)


_FILES = {"_model": "io.ModelFile", "_statistics": "io.StatisticsFile"}


def load(path):
    """Reads a model file, or a parameter file (`.safetensors`).

    Classes are integers if all their names are, else texts. A model of mixed rows can be loaded, but not
    scored.
    """
    file = "interop.ParameterFile" if os.fspath(path).endswith(".safetensors") else "io.ModelFile"
    with errors():
        model = java(file).read(_path(path)).model()
    loaded = Model()
    loaded._model = model
    kind = str(model.format().batches().getSimpleName())
    loaded._has_density = bool(model.hasDensity())
    loaded._takes_sparse = bool(model.takes(java("data.RowFormat").SPARSE))
    if kind == "CategoryColumns":
        loaded._dtype = None
    names = [str(name) for name in model.classes().names()]
    loaded.classes_ = np.array([int(name) for name in names] if model.classes().areIntegers() else names)
    loaded.n_features_in_ = int(model.featureCount())
    if model.features().areNamed():
        loaded.feature_names_in_ = np.array([str(name) for name in model.features().names()], dtype=object)
    return loaded


def _path(path):
    """Absolute: the working folder of Java stays that in which it started."""
    return java("java.nio.file.Path").of(os.path.abspath(path))


def _workers(jobs):
    workers = java("data.Workers")
    return workers.CALLER if jobs == 1 else workers(java("java.util.concurrent.ForkJoinPool").commonPool(), jobs)
