"""Fitted models: what predicts, and the files of models."""

from __future__ import annotations

import os
import threading
from typing import Any, Dict, NamedTuple, Optional, Union

import jpype
import numpy as np
from joblib import effective_n_jobs
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.exceptions import NotFittedError
from sklearn.utils import validation
from sklearn.utils.metaestimators import available_if

from ._attributes import NAMES, Parameters, linear_scores
from ._jvm import errors, java, start_jvm, wait
from ._parameters import number, whole
from ._rows import FewRows, Memory

Path = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]


class Explanations(NamedTuple):
    """Why rows are of a class rather than of another: log odds = prior + the sum of the contributions."""

    label: NDArray[Any]
    against: NDArray[Any]
    prior: NDArray[np.float64]
    contributions: NDArray[np.float64]
    log_odds: NDArray[np.float64]


class Held:
    """A file in Java, of a model or of statistics. A pickle has its bytes, which are read when they are first used."""

    def __init__(self, kind: str, file: Any, class_rows: Optional[list[int]] = None):
        """`class_rows` are the numbers of rows of each class if distances from its mean follow from them."""
        self._kind, self._file, self.class_rows = kind, file, class_rows
        self._lock = threading.Lock()
        self.derived: Dict[str, Any] = {}
        self.few: Optional[FewRows] = None

    def get(self) -> Any:
        start_jvm()  # refuses a forked process
        with self._lock, errors():
            if isinstance(self._file, bytes):
                self._file = java(self._kind).read(java("java.io.ByteArrayInputStream")(self._file))
        return self._file

    def bytes(self) -> Held:
        """A copy that later changes do not reach."""
        if isinstance(self._file, bytes):
            return self
        stream = java("java.io.ByteArrayOutputStream")()
        with errors():
            self.get().write(stream)
        return Held(self._kind, bytes(stream.toByteArray()), self.class_rows)

    def shared(self) -> Held:
        """The same file, for another estimator."""
        return Held(self._kind, self._file, self.class_rows)

    def __reduce__(self) -> Any:
        return Held, (self._kind, self.bytes()._file, self.class_rows)


class HeldModel(Held):
    """The file of a loaded model, which never changes, so that copies share it."""

    def __init__(self, kind: str, file: Any, text: Optional[str] = None):
        super().__init__(kind, file)
        self._text = _described(file.model()) if text is None else text

    def __reduce__(self) -> Any:
        return HeldModel, (self._kind, self.bytes()._file, self._text)

    def __deepcopy__(self, memo: Any) -> HeldModel:
        return self

    def __repr__(self) -> str:
        return self._text


class Model(ClassifierMixin, BaseEstimator):
    """A fitted model: what estimators are once they are fitted, and what `load` returns.

    Attributes: `classes_`, `n_features_in_`, `feature_names_in_` if the features have names, those that
    scikit-learn's estimator of the kind has, and `model_`, the model in Java with all its methods.
    """

    _holds = "numbers"  # what rows have: or "counts", "bits", "categories"
    _takes_sparse = False
    _has_density = True
    _has_decision = False  # as scikit-learn's estimators of Naive Bayes
    _file: Optional[Held] = None
    _statistics: Optional[Held] = None
    n_jobs: Optional[int] = None
    threshold: Optional[float] = None
    truncate: bool = False
    classes_: NDArray[Any]
    n_features_in_: int

    def predict(self, X: Any) -> NDArray[Any]:
        """The most probable class of each row; ties go to the first.

        >>> model.predict([[5.1, 3.5, 1.4, 0.2]])
        array([0])
        """
        indices = self._scores(X, "predict")
        return self.classes_[indices]

    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """p(class | row), a column for each class.

        >>> model.predict_proba(X[:2]).round(3)
        array([[1., 0., 0.],
               [1., 0., 0.]])
        """
        return self._scores(X, "posterior")

    def predict_log_proba(self, X: Any) -> NDArray[np.float64]:
        """log p(class | row), a column for each class; never floored.

        >>> int(model.predict_log_proba(X[:1]).argmax())
        0
        """
        return self._scores(X, "logPosterior")

    def predict_joint_log_proba(self, X: Any) -> NDArray[np.float64]:
        """log p(row, class), a column for each class; the scores of models without densities.

        >>> model.predict_joint_log_proba(X).shape
        (150, 3)
        """
        return self._scores(X, "logJoint")

    @available_if(lambda self: self._has_density)
    def score_samples(self, X: Any) -> NDArray[np.float64]:
        """log p(row), the density of the row among all classes.

        >>> int(model.score_samples([[5, 3, 1, 0], [50, 3, 1, 0]]).argmin())
        1
        """
        return self._scores(X, "logDensity")

    @available_if(lambda self: self._has_decision)
    def decision_function(self, X: Any) -> NDArray[np.float64]:
        """The log odds of the second class if there are two, else a score for each class.

        These scores are those of scikit-learn's LinearDiscriminantAnalysis, with its default solver or
        with that of a shrinkage, and of its QuadraticDiscriminantAnalysis.

        >>> model.decision_function(X).shape
        (150, 3)
        """
        log_proba = self.predict_log_proba(X)
        if len(self.classes_) == 2:
            return log_proba[:, 1] - log_proba[:, 0]
        parameters = self._parameters()
        if parameters.kind == "linear-discriminant":
            weights, intercepts = self._derived("scores", lambda: linear_scores(parameters))
            c = int(np.argmax(intercepts))
            return log_proba - log_proba[:, [c]] + (self._validated(X) @ weights[c] + intercepts[c])[:, None]
        joint = self.predict_joint_log_proba(X)
        return joint + self.n_features_in_ / 2 * np.log(2 * np.pi) if self._has_density else joint

    def typicality(self, X: Any) -> NDArray[np.float64]:
        """For each row and class the probability that a row of the class lies as far out or further.

        Models with shrinkage or weights rank rows among those that they were fitted to:
        `fit(X, y, typicality=True)` keeps what they need.

        >>> model.typicality([[5, 3, 1.5, 0], [50, 3, 1, 0]]).max(axis=1).round(2)
        array([0.57, 0.  ])
        """
        found = self._derived("typicality", self._new_typicality)
        model = self.model_

        def fill(rows: Any, out: Any) -> None:
            if found.ranks().isPresent():  # of rows in any layout
                scorer = model.scorer(self._format(rows))
                found.ranks().get().typicality(scorer, model.priors()).pValues(rows, out)
            else:
                found.pValues(rows, out)

        return self._filled(X, fill, len(self.classes_))

    def known_p_values(self, X: Any) -> NDArray[np.float64]:
        """The p-value of each row as one of the classes: if new rows are like those of the fit, a share of 5 % has
        p ≤ 0.05. Needs normal classes and `fit(X, y, unknown=True)`.

        >>> bool(model.known_p_values([[50, 3, 1, 0]]) < 0.01)
        True
        """
        return self._filled(X, self._derived("known", self._new_known).pValues, 1)[:, 0]

    def unknown(self, X: Any, alpha: float = 0.05) -> NDArray[np.bool_]:
        """Which rows are of none of the classes, a share of `alpha` of the rows that are of one among them.

        >>> model.unknown([[5, 3, 1.5, 0.2], [50, 3, 1, 0]])
        array([False,  True])
        """
        return self.known_p_values(X) <= number("alpha", alpha, "a number from 0 to 1")

    def conformalize(self, X: Any, y: Any) -> Any:
        """Ranks rows that the model was not fitted to, for `predict_sets`, which then keeps its promise for any model.

        >>> model = lanewise.LinearDiscriminant().fit(X[::2], y[::2]).conformalize(X[1::2], y[1::2])
        >>> model.predict_sets(X[:1], coverage=0.8)
        array([[ True, False, False]])
        """
        y = validation.column_or_1d(y)
        is_of = y[:, None] == self.classes_
        for label in y[~is_of.any(axis=1)]:
            self._index(label)
        joints = self.predict_joint_log_proba(X)
        with errors(), Memory() as memory:
            labels = java("data.Labels").ofIndices(memory.array(is_of.argmax(axis=1), np.int32), len(self.classes_))
            sets = java("inference.ClassSets").of(jpype.JArray.of(joints), labels, True)
            self._keep(self._fitted().get().withSets(sets))
        return self

    def _keep(self, file: Any) -> None:
        self._file = Held("io.ModelFile", file, self._fitted().class_rows)

    def predict_sets(self, X: Any, coverage: float = 0.9) -> NDArray[np.bool_]:
        """Which classes are possible for each row, a column for each class. A set contains the class of its row with
        the probability `coverage`, whatever the class; an empty one says that the row resembles none.

        Needs `fit(X, y, sets=True)`, whose rows are left out one by one, or `conformalize`.

        >>> model = lanewise.LinearDiscriminant().fit(X, y, sets=True)
        >>> model.predict_sets([X[0], X[77], X[0] + 50], coverage=0.95)
        array([[ True, False, False],
               [False,  True,  True],
               [False, False, False]])
        """
        sets = self._fitted().get().sets()
        if not sets.isPresent():
            raise ValueError(
                f"this {type(self).__name__} has no ranked rows; fit(X, y, sets=True) or conformalize is expected first"
            )
        joints = self.predict_joint_log_proba(X)
        with errors(), Memory() as memory:
            rule = sets.get().at(number("coverage", coverage, "a number between 0 and 1"))
            found = rule.of(memory.array(joints.ravel(), np.float64))
        return np.array(found).reshape(joints.shape) == 1

    def _axes(self, X: Any) -> NDArray[np.float64]:
        axes = self.model_.axes()
        return self._filled(X, axes.transform, int(axes.count()))

    def explain(self, X: Any, label: Any = None, against: Any = None) -> Explanations:
        """Splits the log odds of each row into contributions of the features, which are terms of the model's formula.

        They are those of `label` against `against`, or of the most probable class against the second.

        >>> why = model.explain(X[:1])
        >>> bool(np.isclose(why.prior + why.contributions.sum(axis=1), why.log_odds)[0])
        True
        """
        if (label is None) != (against is None):
            raise ValueError("label and against are expected together, or neither")
        pair = [] if label is None else [self._index(label), self._index(against)]
        X = self._validated(X)
        model = self.model_
        with errors(), Memory() as memory:
            rows = self._rows(memory, X, model)
            form = self._format(rows)
            explainer = java("explanation.Explainer").of(model.in_(form))
            found = [explainer.explain(form.row(rows, i), *pair) for i in range(X.shape[0])]
            return Explanations(
                self.classes_[[why.label() for why in found]],
                self.classes_[[why.against() for why in found]],
                np.array([why.prior() for why in found]),
                np.array([np.array(why.contributions()) for why in found]),
                np.array([why.logOdds() for why in found]),
            )

    def _index(self, label: Any) -> int:
        found = np.flatnonzero(self.classes_ == label)
        if len(found) != 1:
            raise ValueError(f"the class is {label!r}; one of {self.classes_} is expected")
        return int(found[0])

    def _new_typicality(self) -> Any:
        held = self._fitted()
        file, kinds = held.get(), java("inference.Typicality")
        model = file.model()
        with errors():
            if file.ranks().isPresent():
                return file.ranks().get().typicality(model.scorer(), model.priors())
            if held.class_rows is not None:
                divisor = java("model.gaussian.CovarianceDivisor").valueOf(getattr(self, "divisor").upper())
                return kinds.of(model, divisor, held.class_rows)
            if "NaiveBayes" in _kind(model) and not _kind(model).startswith(("Multinomial", "Complement")):
                return kinds.drawn(model, 0)
        raise ValueError(
            f"{_kind(model)} ranks rows among those that it was fitted to, which it does not keep; a model from"
            " fit(X, y, typicality=True) is expected"
        )

    def _new_known(self) -> Any:
        file = self._fitted().get()
        if not file.reference().isPresent():
            raise ValueError(
                f"{_kind(file.model())} has no ranks of the rows that it was fitted to; a model from"
                " fit(X, y, unknown=True) is expected"
            )
        return java("inference.RelativeMahalanobis").of(file.model(), file.reference().get())

    def save(self, path: Path) -> None:
        """Writes a model file, which `load` and every other program of Lanewise reads.

        If the name ends in .safetensors, writes a parameter file, and if it ends in .onnx, an ONNX graph,
        which `load` does not read. A threshold becomes the note `binarize`, which all programs follow.

        >>> model.save("iris.model")
        >>> lanewise.load("iris.model").predict(X[:1])
        array([0])
        """
        file = self._fitted().get()
        with errors():
            notes = java("java.util.TreeMap")(file.notes())
            if self.threshold is not None:
                notes.put("binarize", repr(self._checked_threshold()))
            model, _, *rest = [str(component.getName()) for component in file.getClass().getRecordComponents()]
            file = java("io.ModelFile")(getattr(file, model)(), notes, *(getattr(file, name)() for name in rest))
            suffix, target = _suffix(path), _path(path)
            if suffix in _WRITERS:
                java(_WRITERS[suffix]).write(file, target)
            else:
                file.write(target)

    @property
    def model_(self) -> Any:
        """The model in Java."""
        return self._fitted().get().model()

    def __getattr__(self, name: str) -> Any:
        """The attributes of scikit-learn's estimator of the kind."""
        if name in NAMES and (self._file is not None or self._statistics is not None):
            value = self._derived(name, lambda: self._parameters().named(name))
            if value is not None:
                return value
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def __setattr__(self, name: str, value: Any) -> None:
        held = vars(self).get("_file")
        if held is not None:
            held.few = None  # parameters may say how rows are read
        super().__setattr__(name, value)

    def _parameters(self) -> Parameters:
        held = self._statistics
        return Parameters(self, self.model_, None if held is None else held.get().statistics())

    def _derived(self, name: str, make: Any) -> Any:
        """What follows from the fitted model, computed when it is first used."""
        derived = self._fitted().derived
        if name not in derived:
            derived[name] = make()
        return derived[name]

    def _fitted(self) -> Held:
        """The file of the model in Java."""
        held = self._file
        if held is None:
            raise NotFittedError(f"this {type(self).__name__} is not fitted; fit is expected first")
        return held

    def _scores(self, X: Any, method: str) -> NDArray[Any]:
        held = self._file
        found = None if held is None or held.few is None else held.few.scores(X, method)
        if found is None:
            found = self._many_scores(X, method)
        return found if method in ("predict", "logDensity") else found.reshape(-1, len(self.classes_))

    def _many_scores(self, X: Any, method: str) -> NDArray[Any]:
        held = self._fitted()
        model = held.get().model()
        X = self._validated(X)
        jobs = self._jobs()
        with errors(), Memory(jobs, X.shape[0] * X.shape[1]) as memory:
            rows = self._rows(memory, X, model)
            scorer = model.scorer(self._format(rows))
            count = X.shape[0] * (1 if method in ("predict", "logDensity") else model.classCount())
            dtype = "int32" if method == "predict" else "float64"
            out = memory.room(dtype, count)
            memory.call(getattr(scorer.on(_workers(jobs)), method), rows, out)
            scores = memory.result(out, dtype, count)
        named = f"X does not have valid feature names, but {type(self).__name__} was fitted with feature names"
        if isinstance(X, np.ndarray) and X.dtype.kind in "fiub":
            held.few = FewRows(
                scorer,
                lambda memory, X: self._rows(memory, X, model),
                named if hasattr(self, "feature_names_in_") else None,
            )
        return scores

    def _filled(self, X: Any, fill: Any, columns: int) -> NDArray[np.float64]:
        """What Java fills in for each row."""
        X = self._validated(X)
        with errors(), Memory(work=X.shape[0] * X.shape[1]) as memory:
            rows = self._rows(memory, X, self.model_)
            count = X.shape[0] * columns
            out = memory.room("float64", count)
            memory.call(fill, rows, out)
            return memory.result(out, "float64", count).reshape(X.shape[0], columns)

    def _jobs(self) -> int:
        expected = "None or a whole number"
        return int(effective_n_jobs(None if self.n_jobs is None else whole("n_jobs", self.n_jobs, expected)))

    def _rows(self, memory: Memory, X: Any, model: Any) -> Any:
        """The rows that the model in Java takes, or a new one if there is none."""
        if self._holds == "bits":
            return memory.bits(X, self._checked_threshold())
        if self._holds == "categories":
            dictionaries, named = (None, False) if model is None else self._dictionaries(model)
            return memory.categories(X, dictionaries, named, self.truncate)
        if self._holds == "blocks":
            raise ValueError("the model takes rows of blocks; a model of one kind of feature is expected")
        return memory.counts(X)

    def _checked_threshold(self) -> Optional[float]:
        return None if self.threshold is None else number("threshold", self.threshold, "None or a finite number")

    def _dictionaries(self, model: Any) -> Any:
        """The categories of the features, and whether they have names."""

        def make() -> Any:
            dictionaries = model.dictionaries()
            return dictionaries, bool(dictionaries.get(0).isNamed())

        return self._derived("dictionaries", make)

    def _format(self, rows: Any) -> Any:
        kinds = java("data.RowFormat")
        missing = java("data.MissingValues")
        return kinds.of(rows).withMissing(missing.ALLOW if self._allows_missing() else missing.REFUSE)

    def _allows_missing(self) -> bool:
        return False

    def _validated(self, X: Any, y: Any = "no_validation", reset: bool = False) -> Any:
        """Rows, and labels if there are any, as scikit-learn checks them; Lanewise refuses NaN itself."""
        # scikit-learn would read what a mask hides.
        if any(isinstance(values, np.ma.MaskedArray) and np.any(values.mask) for values in (X, y)):
            raise ValueError("X or y has masked values; arrays without them, or NaN where X is masked, are expected")
        dtype = None if self._holds == "categories" else "numeric"
        options = {"reset": reset, "dtype": dtype, "accept_sparse": "csr" if self._takes_sparse else False}
        if hasattr(validation, "validate_data"):  # since scikit-learn 1.6
            return validation.validate_data(self, X, y, ensure_all_finite=False, **options)
        return self._validate_data(X, y, force_all_finite=False, **options)

    @property
    def _lock(self) -> Any:
        """Held while rows change the statistics, and while a model is fitted to them."""
        return self.__dict__.setdefault("_guard", threading.RLock())

    def __getstate__(self) -> Dict[str, Any]:
        with self._lock:
            state = dict(super().__getstate__())
            if state.get("_statistics") is not None:
                state["_statistics"] = state["_statistics"].bytes()
        state.pop("_guard", None)
        return state

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = self._takes_sparse
        old = self._more_tags()
        tags.input_tags.positive_only, tags.input_tags.allow_nan = old["requires_positive_X"], old["allow_nan"]
        tags.classifier_tags.poor_score = old["poor_score"]
        return tags

    def _more_tags(self) -> Dict[str, bool]:  # before scikit-learn 1.6
        return {
            "requires_positive_X": self._holds in ("counts", "categories"),
            "allow_nan": self._allows_missing(),
            "poor_score": self._holds == "counts",  # as scikit-learn's own estimators of the kind, on its checks' rows
        }


class LoadedModel(Model):
    """A model that `load` read. It is fitted, and so are its copies and clones.

    >>> loaded = lanewise.from_sklearn(sklearn.naive_bayes.GaussianNB().fit(X, y))
    >>> loaded
    LoadedModel(file=<gaussian-naive-bayes of 4 features, 3 classes>)
    >>> sklearn.base.clone(loaded).predict(X[:1])
    array([0])
    """

    def __init__(self, file: HeldModel, n_jobs: Optional[int] = None):
        self.file = file
        self.n_jobs = n_jobs
        self._file = file.shared()
        held = file.get()
        model, threshold = held.model(), held.notes().get("binarize")
        if threshold is not None:
            self.threshold = float(str(threshold))
        self._has_density = bool(model.hasDensity())
        self._has_decision = _kind(model) in _DECISIONS
        self._takes_sparse = bool(model.takes(java("data.RowFormat").SPARSE))
        self._holds = _BATCHES.get(str(model.format().batches().getSimpleName()), "blocks")
        names = [str(name) for name in model.classes().names()]
        self.classes_ = np.array([int(name) for name in names] if model.classes().areIntegers() else names)
        self.n_features_in_ = int(model.featureCount())
        if model.features().areNamed():
            self.feature_names_in_ = np.array([str(name) for name in model.features().names()], dtype=object)

    def __getstate__(self) -> Dict[str, Any]:
        state = super().__getstate__()
        del state["_file"]
        return state

    def __setstate__(self, state: Dict[str, Any]) -> None:
        super().__setstate__(state)
        self._file = self.file.shared()

    def _keep(self, file: Any) -> None:
        self.file = HeldModel("io.ModelFile", file)
        self._file = self.file.shared()

    @available_if(lambda self: _kind(self.model_) == "LinearDiscriminant")
    def transform(self, X: Any) -> NDArray[np.float64]:
        """The rows along the axes in which the classes of a linear discriminant differ most.

        >>> model.save("iris.model")
        >>> lanewise.load("iris.model").transform(X).shape
        (150, 2)
        """
        return self._axes(X)

    def fit(self, X: Any, y: Any) -> LoadedModel:
        """Refuses, because the model is fitted.

        >>> lanewise.from_sklearn(sklearn.naive_bayes.GaussianNB().fit(X, y)).fit(X, y)
        Traceback (most recent call last):
        ValueError: a loaded model is fitted already; where scikit-learn calls fit, FrozenEstimator(model) is expected,...
        """
        raise ValueError(
            "a loaded model is fitted already; where scikit-learn calls fit, FrozenEstimator(model) is expected, or"
            " cv='prefit' before scikit-learn 1.6"
        )


def load(path: Path) -> LoadedModel:
    """Reads a model file, or a parameter file (`.safetensors`).

    Classes are integers if all their names are, else texts. A model of mixed rows can be loaded, but not
    scored. If the file has the note `binarize`, numbers above it are the bits that are set.

    >>> model.save("iris.safetensors")
    >>> bool(lanewise.load("iris.safetensors").score(X, y) == model.score(X, y))
    True
    """
    if _suffix(path) == ".onnx":
        raise ValueError(
            f"'{os.fsdecode(path)}' is named as an ONNX graph, which Lanewise writes and does not read; a model"
            " file or a parameter file (.safetensors) is expected"
        )
    with errors():
        return LoadedModel(HeldModel("io.ModelFile", java(_WRITERS.get(_suffix(path), "io.ModelFile")).read(_path(path))))


_WRITERS = {".safetensors": "interop.ParameterFile", ".onnx": "interop.OnnxFile"}
_BATCHES = {"NumericColumns": "numbers", "BitColumns": "bits", "CategoryColumns": "categories"}
_DECISIONS = ("LinearDiscriminant", "QuadraticDiscriminant", "RegularizedDiscriminant", "LinearClassifier")


def _described(model: Any) -> str:
    kind = model.bare().describe().kind()
    return f"<{kind} of {model.featureCount()} features, {model.classCount()} classes>"


def _kind(model: Any) -> str:
    return str(model.bare().getClass().getSimpleName())


def _suffix(path: Path) -> str:
    return os.path.splitext(os.fsdecode(path))[1].lower()


def _path(path: Path) -> Any:
    """Absolute: the working folder of Java stays that in which it started."""
    return java("java.nio.file.Path").of(os.path.abspath(os.fsdecode(path)))


def _workers(jobs: int) -> Any:
    workers = java("data.Workers")
    return workers.CALLER if jobs == 1 else workers(java("java.util.concurrent.ForkJoinPool").commonPool(), jobs)
