"""Fitted models: what predicts, and the files of models."""

import os
import threading

import jpype
import numpy as np
from joblib import effective_n_jobs
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.exceptions import NotFittedError
from sklearn.utils import validation
from sklearn.utils.metaestimators import available_if

from ._jvm import errors, java, start_jvm
from ._parameters import number, whole
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
    _has_decision = False  # as scikit-learn's estimators of Naive Bayes
    _dtype = "numeric"  # what validation converts rows to
    _file = None  # a model file in Java; after a pickle its bytes, until it is used
    n_jobs = None
    threshold = None

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

    @available_if(lambda self: self._has_decision)
    def decision_function(self, X):
        """The log odds of the second class if there are two, else a score for each class.

        These scores are those of scikit-learn's LinearDiscriminantAnalysis, with its default solver or
        with that of a shrinkage, and of its QuadraticDiscriminantAnalysis.
        """
        log_proba = self.predict_log_proba(X)
        if len(self.classes_) == 2:
            return log_proba[:, 1] - log_proba[:, 0]
        model = self.model_
        if _kind(model) == "LinearDiscriminant":
            c = int(np.argmax(model.priors()))
            return log_proba - log_proba[:, [c]] + self._linear_score(model, c, self._validated(X))[:, None]
        joint = self.predict_joint_log_proba(X)
        return joint + self.n_features_in_ / 2 * np.log(2 * np.pi) if self._has_density else joint

    def _linear_score(self, model, c, X):
        """(μ_c − m)ᵀΣ⁻¹(x − m) − ½ (μ_c − m)ᵀΣ⁻¹(μ_c − m) + log π_c, where m is `_centre`."""
        priors, mean = np.array(model.priors()), np.array(model.mean(c))
        centre = self._centre(priors @ [np.array(model.mean(i)) for i in range(len(priors))])
        weights = np.linalg.solve([np.array(row) for row in model.covariance()], mean - centre)
        return (X - (mean + centre) / 2) @ weights + np.log(priors[c])

    def _centre(self, mean):
        return mean

    def save(self, path):
        """Writes a model file, which `load` and every other program of Lanewise reads.

        If the name ends in .safetensors, writes a parameter file, and if it ends in .onnx, an ONNX graph,
        which `load` does not read. A threshold becomes the note `binarize`, which all programs follow.
        """
        file = self._in_java("_file")
        with errors():
            notes = java("java.util.TreeMap")(file.notes())
            if self.threshold is not None:
                notes.put("binarize", repr(number("threshold", self.threshold, "a finite number")))
            file = java("io.ModelFile")(file.model(), notes, file.ranks(), file.reference(), file.testRows())
            suffix, path = _suffix(path), _path(path)
            if suffix in _WRITERS:
                java(_WRITERS[suffix]).write(file, path)
            else:
                file.write(path)

    @property
    def model_(self):
        """The model in Java."""
        return self._in_java("_file").model()

    def _in_java(self, name):
        """A file in Java: one that a pickle holds as bytes is read, and a model fitted, at first use."""
        self._require_fitted()
        start_jvm()  # refuses a forked process, in which a lock may never be released
        held = getattr(self, name)
        if not _is_java(held):
            with self._lock, errors():
                held = getattr(self, name)
                if held is None:
                    held = self._fitted_again()
                elif isinstance(held, bytes):
                    held = java(_FILES[name]).read(java("java.io.ByteArrayInputStream")(held))
                setattr(self, name, held)
        return held

    @property
    def _lock(self):
        """Held while rows change the statistics, and while a model is fitted to them."""
        return vars(self).setdefault("_guard", threading.RLock())

    def _require_fitted(self):
        if self._file is None:
            raise NotFittedError("this Model is empty; one that lanewise.load returns is expected")

    def _scores(self, X, method, kind=jpype.JDouble, columns=None):
        model = self.model_
        X = self._validated(X)
        jobs = self._jobs()
        with errors(), Memory(jobs) as memory:
            rows = self._rows(memory, X, model)
            scorer = model.scorer(self._format(rows)).on(_workers(jobs))
            if kind is jpype.JInt:
                columns = 1
            elif columns is None:
                columns = model.classCount()
            out = jpype.JArray(kind)(X.shape[0] * columns)
            getattr(scorer, method)(rows, out)
            scores = np.array(out)
        return scores if kind is jpype.JInt else scores.reshape(-1, columns)

    def _jobs(self):
        expected = "None or a whole number"
        return effective_n_jobs(None if self.n_jobs is None else whole("n_jobs", self.n_jobs, expected))

    def _rows(self, memory, X, model):
        """The rows that the model in Java takes."""
        kind = str(model.format().batches().getSimpleName())
        if kind == "NumericColumns":
            return memory.counts(X)
        if kind == "BitColumns":
            return memory.bits(X, self.threshold)
        if kind == "CategoryColumns":
            return memory.categories(X, model.dictionaries())
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
        if any(_is_java(state.get(name)) for name in _FILES):
            start_jvm()  # as in `_in_java`
            with self._lock, errors():
                state = dict(super().__getstate__())
                for name in _FILES:
                    if _is_java(state.get(name)):
                        stream = java("java.io.ByteArrayOutputStream")()
                        state[name].write(stream)
                        state[name] = bytes(stream.toByteArray())
        state.pop("_guard", None)
        return state


_FILES = {"_file": "io.ModelFile", "_statistics": "io.StatisticsFile"}
_WRITERS = {".safetensors": "interop.ParameterFile", ".onnx": "interop.OnnxFile"}
_DECISIONS = ("LinearDiscriminant", "QuadraticDiscriminant", "RegularizedDiscriminant", "LinearClassifier")


def load(path):
    """Reads a model file, or a parameter file (`.safetensors`).

    Classes are integers if all their names are, else texts. A model of mixed rows can be loaded, but not
    scored. If the file has the note `binarize`, numbers above it are the bits that are set.
    """
    if _suffix(path) == ".onnx":
        raise ValueError(
            f"'{os.fsdecode(path)}' is named as an ONNX graph, which Lanewise writes and does not read; a model"
            " file or a parameter file (.safetensors) is expected"
        )
    with errors():
        file = java(_WRITERS.get(_suffix(path), "io.ModelFile")).read(_path(path))
    model, threshold = file.model(), file.notes().get("binarize")
    loaded = Model()
    loaded._file = file
    if threshold is not None:
        loaded.threshold = float(str(threshold))
    loaded._has_density = bool(model.hasDensity())
    loaded._has_decision = _kind(model) in _DECISIONS
    loaded._takes_sparse = bool(model.takes(java("data.RowFormat").SPARSE))
    if str(model.format().batches().getSimpleName()) == "CategoryColumns":
        loaded._dtype = None
    names = [str(name) for name in model.classes().names()]
    loaded.classes_ = np.array([int(name) for name in names] if model.classes().areIntegers() else names)
    loaded.n_features_in_ = int(model.featureCount())
    if model.features().areNamed():
        loaded.feature_names_in_ = np.array([str(name) for name in model.features().names()], dtype=object)
    return loaded


def _is_java(held):
    return held is not None and not isinstance(held, bytes)


def _kind(model):
    return str(model.getClass().getSimpleName())


def _suffix(path):
    return os.path.splitext(os.fsdecode(path))[1].lower()


def _path(path):
    """Absolute: the working folder of Java stays that in which it started."""
    return java("java.nio.file.Path").of(os.path.abspath(os.fsdecode(path)))


def _workers(jobs):
    workers = java("data.Workers")
    return workers.CALLER if jobs == 1 else workers(java("java.util.concurrent.ForkJoinPool").commonPool(), jobs)
