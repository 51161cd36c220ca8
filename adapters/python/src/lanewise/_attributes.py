"""The parameters of a model under the names that scikit-learn has for them."""

from __future__ import annotations

from typing import Any, Callable, Dict

import numpy as np
from numpy.typing import NDArray



class Parameters:
    """The tensors of a model in Java by name, and what else the attributes of an estimator follow from."""

    def __init__(self, owner: Any, model: Any, statistics: Any):
        """`owner` has the estimator's parameters, and `statistics` are those in Java; a loaded model has none."""
        self.owner, self.model, self.statistics = owner, model.bare(), statistics
        self._description = self.model.describe()
        self.kind = str(self._description.kind())

    def __getitem__(self, name: str) -> NDArray[np.float64]:
        for tensor in self._description.tensors():
            if str(tensor.name()) == name:
                pieces = [np.array(tensor.piece().apply(i)) for i in range(tensor.pieceCount())]
                return np.concatenate(pieces).reshape([int(size) for size in tensor.shape()])
        raise KeyError(name)

    def __contains__(self, name: str) -> bool:
        return any(str(tensor.name()) == name for tensor in self._description.tensors())

    def sizes(self) -> list[int]:
        return [int(dictionary.size()) for dictionary in self._description.categories()]

    def named(self, name: str) -> Any:
        """The attribute of this name, which later changes of the array would not change in Java; None if there is none."""
        derive = {**_OF_STATISTICS, **_NAMES.get(self.kind, {})}.get(name)
        if derive is None or (self.statistics is None and name in _OF_ESTIMATORS):
            return None
        with np.errstate(divide="ignore"):  # of classes without rows, whose priors are 0
            return _read_only(derive(self))


def _read_only(values: Any) -> Any:
    for array in values if isinstance(values, list) else [values]:
        if isinstance(array, np.ndarray):
            array.flags.writeable = False
    return values


def _means(p: Parameters) -> Any:
    return p["means"] + (p["origins"] if "origins" in p else p["origin"])


def _class_covariances(p: Parameters) -> Any:
    return [np.array([np.array(row) for row in p.model.covariance(c)]) for c in range(p.model.classCount())]


def _centre(p: Parameters) -> Any:
    """The point from which scikit-learn's solver measures: the mean of all classes without a shrinkage, else 0."""
    mean = p["priors"] @ _means(p)
    owner = p.owner
    shrunk = getattr(owner, "shrinkage", None) is not None or bool(getattr(owner, "regularization", False))
    return np.zeros_like(mean) if shrunk else mean


def linear_scores(p: Parameters) -> Any:
    """Coefficients [k, d] and intercepts [k]: (μ_c − m)ᵀΣ⁻¹(x − m) − ½ (μ_c − m)ᵀΣ⁻¹(μ_c − m) + log π_c, m is `_centre`."""
    if p.kind == "linear":
        return p["weights"], p["intercepts"]
    centre = _centre(p)
    weights = np.linalg.solve(p["covariance"], (_means(p) - centre).T).T
    with np.errstate(divide="ignore"):
        return weights, np.log(p["priors"]) - (weights * (_means(p) + centre)).sum(axis=1) / 2


def _of_second(values: Any) -> Any:
    """Two classes have the difference of their scores in scikit-learn."""
    return values[1:] - values[:1] if len(values) == 2 else values


def _logs_of_shares(counts: Any) -> Any:
    return np.log(counts) - np.log(counts.sum(axis=-1, keepdims=True))


def _split(p: Parameters, values: Any) -> Any:
    return np.split(values, np.cumsum(p.sizes())[:-1], axis=1)


def _complement_counts(p: Parameters) -> Any:
    """The pooled counts of all classes; of one class, its own are the complement."""
    alpha, others = np.asarray(p.owner.alpha, float), p["counts"]
    k = len(others)
    return (others.sum(axis=0) - k * alpha) / max(1, k - 1)


def _class_count(p: Parameters) -> Any:
    return np.array([p.statistics.classWeight(c) for c in range(p.model.classCount())])


def _counted(counts: Callable[[Parameters], Any]) -> Callable[[Parameters], Any]:
    return lambda p: counts(p) - np.asarray(p.owner.alpha, float)


_Derived = Dict[str, Callable[[Parameters], Any]]
_OF_STATISTICS: _Derived = {"class_count_": _class_count}
_NORMAL: _Derived = {"priors_": lambda p: p["priors"], "means_": _means, "covariance_": _class_covariances}
_DISCRETE: _Derived = {"class_log_prior_": lambda p: np.log(p["priors"])}
_NAMES: Dict[str, _Derived] = {
    "linear-discriminant": {
        **_NORMAL,
        "covariance_": lambda p: p["covariance"],
        "coef_": lambda p: _of_second(linear_scores(p)[0]),
        "intercept_": lambda p: _of_second(linear_scores(p)[1]),
        "xbar_": lambda p: p["priors"] @ _means(p),
        "scalings_": lambda p: np.array([p.model.axes().axis(i) for i in range(p.model.axes().count())]).T,
        "explained_variance_ratio_": lambda p: np.array(p.model.axes().explainedVariance()),
    },
    "quadratic-discriminant": _NORMAL,
    "regularized-discriminant": _NORMAL,
    "low-rank-discriminant": _NORMAL,
    "gaussian-naive-bayes": {
        "class_prior_": lambda p: p["priors"],
        "theta_": _means,
        "var_": lambda p: p["variances"] if "variances" in p else np.tile(p["shared_variances"], (len(p["means"]), 1)),
        "epsilon_": lambda p: float(p.model.varianceEpsilon()),
    },
    "bernoulli-naive-bayes": {
        **_DISCRETE,
        "feature_log_prob_": lambda p: np.log(p["set"]) - np.log(p["set"] + p["unset"]),
        "feature_count_": _counted(lambda p: p["set"]),
    },
    "multinomial-naive-bayes": {
        **_DISCRETE,
        "feature_log_prob_": lambda p: _logs_of_shares(p["counts"]),
        "feature_count_": _counted(lambda p: p["counts"]),
    },
    "complement-naive-bayes": {
        "class_log_prior_": lambda p: p.statistics and _logs_of_shares(_class_count(p)),
        "feature_log_prob_": lambda p: np.array([np.array(row) for row in p.model.weights()]),
        "feature_count_": lambda p: _complement_counts(p) + np.asarray(p.owner.alpha, float) - p["counts"],
        "feature_all_": _complement_counts,
    },
    "poisson-naive-bayes": _DISCRETE,
    "categorical-naive-bayes": {
        **_DISCRETE,
        "feature_log_prob_": lambda p: [_logs_of_shares(counts) for counts in _split(p, p["counts"])],
        "category_count_": lambda p: _split(p, p["counts"] - np.repeat(p["alphas"], p.sizes())),
        "n_categories_": lambda p: np.array(p.sizes()),
    },
    "linear": {
        "coef_": lambda p: _of_second(linear_scores(p)[0]),
        "intercept_": lambda p: _of_second(linear_scores(p)[1]),
    },
}
_OF_ESTIMATORS = {"class_count_", "feature_count_", "feature_all_", "epsilon_"}  # files have none of these
NAMES = frozenset(_OF_STATISTICS).union(*_NAMES.values())
