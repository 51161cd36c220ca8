"""Carries classifiers between scikit-learn and Lanewise, in parameter files.

    import lanewise_sklearn
    lanewise_sklearn.dump(classifier, "classifier.safetensors")
    classifier = lanewise_sklearn.load("model.safetensors")

docs/parameter-files.md specifies the file; it holds numbers and names, no code. This module is one
file and needs numpy and scikit-learn 1.2 or later. `load` reads a file of any model; `dump` takes these
fitted classifiers:

- LinearDiscriminantAnalysis, as a linear discriminant if it has `covariance_` (solvers lsqr and
  eigen, or store_covariance=True), else as linear scores;
- QuadraticDiscriminantAnalysis, GaussianNB, BernoulliNB, MultinomialNB, ComplementNB, CategoricalNB;
- LogisticRegression, if its probabilities are the softmax of its scores;
- RidgeClassifier, LinearSVC, SGDClassifier, Perceptron: labels are theirs, but posteriors of Lanewise
  mean nothing, because these estimators have none;

and Pipelines that end in one of them, with these steps before it:

- before discriminants, GaussianNB and linear scores: StandardScaler, MinMaxScaler, MaxAbsScaler,
  RobustScaler, PCA, TruncatedSVD, Normalizer(norm="l2"), and as the first step OneHotEncoder or a
  ColumnTransformer with OneHotEncoder on categories and scalers or "passthrough" on numbers;
- before BernoulliNB: Binarizer; before CategoricalNB: OrdinalEncoder;
- as the first steps before any but CategoricalNB: CountVectorizer, TfidfVectorizer and
  TfidfTransformer. The model takes their output: rows of counts or weights, not texts.

Departures from scikit-learn: Lanewise refuses a row of zeros that is scaled to unit length, and a
category that an encoder did not meet, whatever its `handle_unknown` is. Features of a
ColumnTransformer come in its order of output, numbers before categories; columns that it drops are no
features.
"""

# Made of parts/*.py by parts/make.py: change these.

import copy
import hashlib
import json
import os
import re
import struct
import warnings
from numbers import Integral, Real
from typing import Callable, NamedTuple

import numpy as np
import sklearn
from scipy import sparse
from scipy.linalg import solve_triangular
from scipy.special import gammaln
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.compose import ColumnTransformer
from sklearn.decomposition import PCA, TruncatedSVD
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.exceptions import NotFittedError
from sklearn.feature_extraction.text import CountVectorizer, TfidfTransformer
from sklearn.linear_model import (
    LogisticRegression, Perceptron, RidgeClassifier, RidgeClassifierCV, SGDClassifier,
)
from sklearn.naive_bayes import BernoulliNB, CategoricalNB, ComplementNB, GaussianNB, MultinomialNB
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import (
    Binarizer, FunctionTransformer, MaxAbsScaler, MinMaxScaler, Normalizer, OneHotEncoder,
    OrdinalEncoder, RobustScaler, StandardScaler,
)
from sklearn.svm import LinearSVC
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted

_TOLERANCE = 1e-12
_MAX_NUMBERS = 2**27  # of all matrices of random features
_LONGEST = 600  # characters of a refusal, which may quote names of any length


def load_parameters(path):
    """Reads a parameter file with every check of docs/parameter-files.md.

    Returns the description of the model and its tensors by name, those of the test rows included.
    Raises ValueError if the file is not as the page says, or if its test rows do not get their scores.
    """
    with open(path, "rb") as file:
        return _parse(file.read())


def scores(description, tensors, rows):
    """Computes the scores of rows [n, d] with the formulas of docs/parameter-files.md: [n, k]."""
    common, by_class = _parts(description, tensors, rows)
    return common + by_class


def _refuse(text):
    raise ValueError(text if len(text) <= _LONGEST else f"{text[:400]}…{text[-180:]}")


def _require(holds, text):
    if not holds:
        _refuse(text)


# Scores


def _parts(description, tensors, rows):
    """Scores as a sum: what all classes have in common, [n, 1] or 0, and numbers [n, k].

    Posteriors are the softmax of the latter alone: far from the means, the sum keeps none of their digits.
    """
    return _KINDS[description["kind"]].parts(description, tensors, rows)


def _under(prefix, tensors):
    """The tensors whose names have a prefix, without it."""
    return {name[len(prefix) :]: values for name, values in tensors.items() if name.startswith(prefix)}


def _of_inner(description, tensors, rows):
    return _parts(description["model"], _under("model.", tensors), rows)


def _of_transformed(description, tensors, rows):
    for i, step in enumerate(description["steps"]):
        rows = _step(step, _under(f"steps.{i}.", tensors), rows)
    model = description["model"]
    if _KINDS[model["kind"]].holds == "counts":
        _require_rows(_column_kinds(model), model["features"], rows)
    return _of_inner(description, tensors, rows)


def _of_indicators(description, tensors, rows):
    numbers = rows.shape[1] - len(description["categories"])
    columns = [rows[:, :numbers]]
    for codes, kept in zip(rows.T[numbers:], _kept(description["categories"], description["left_out"])):
        columns.append((codes[:, None] == kept).astype(float))
    return _of_inner(description, tensors, np.hstack(columns))


def _of_mixed(description, tensors, rows):
    priors = _log(tensors["priors"])
    common, total, first = 0, np.tile(priors, (rows.shape[0], 1)), 0
    possible = np.isfinite(priors)
    for b, block in enumerate(description["blocks"]):
        end, of_block = first + _size(block["features"]), _under(f"blocks.{b}.", tensors)
        shared, found = _parts(block, of_block, rows[:, first:end])
        common = common + shared
        total[:, possible] += found[:, possible] - np.log(of_block["priors"][possible])
        first = end
    return common, total


def _of_linear(_, tensors, rows):
    if sparse.issparse(rows):
        return 0, rows @ tensors["weights"].T + tensors["intercepts"]
    total = np.tile(tensors["intercepts"], (rows.shape[0], 1))
    for values, weights in zip(rows.T, tensors["weights"].T):
        total += np.outer(values, weights)  # in another order than scikit-learn, as other readers add
    return 0, total


def _of_normal(_, tensors, rows):
    rows, means, priors = _dense(rows), tensors["means"], _log(tensors["priors"])
    origins = tensors["origins"] if "origins" in tensors else tensors["origin"]
    constant = rows.shape[1] * np.log(2 * np.pi)
    for shared in ("covariance", "shared_variances"):
        if shared in tensors:
            rows, log = _whitened(rows - origins, tensors[shared])
            means, _ = _whitened(means, tensors[shared])
            linear = rows @ means.T - 0.5 * (means**2).sum(axis=1) + priors
            best = linear.argmax(axis=1)
            squares = ((rows - means[best]) ** 2).sum(axis=1)
            return (priors[best] - 0.5 * (squares + constant + log))[:, None], linear - linear.max(axis=1)[:, None]
    by_class = np.empty((len(rows), len(means)))
    spreads = tensors["covariances"] if "covariances" in tensors else tensors["variances"]
    for c, (origin, mean) in enumerate(zip(np.broadcast_to(origins, means.shape), means)):
        centred, log = _whitened(rows - origin - mean, spreads[c])
        by_class[:, c] = priors[c] - 0.5 * ((centred**2).sum(axis=1) + constant + log)
    return 0, by_class


def _of_low_rank(description, tensors, rows):
    common, by_class = _of_normal(description, tensors, rows)
    if not description["rank"]:
        return common, by_class
    covariance, loadings = tensors["covariance"], tensors["loadings"]
    white, _ = _whitened(_dense(rows) - tensors["origin"], covariance)
    means, _ = _whitened(tensors["means"], covariance)
    subspace, _ = _whitened(tensors["subspace"], covariance)
    for c, own in enumerate(loadings.reshape(len(means), -1, loadings.shape[1])):
        along = own @ (subspace @ (white - means[c]).T)
        factor = np.linalg.cholesky(np.eye(len(own)) + own @ (subspace @ subspace.T) @ own.T)
        squares = (solve_triangular(factor, along, lower=True) ** 2).sum(axis=0)
        by_class[:, c] += 0.5 * squares - np.log(np.diag(factor)).sum()
    return common, by_class


def _of_bernoulli(_, tensors, rows):
    logs = _log_shares(np.stack([tensors["set"], tensors["unset"]], axis=2))
    is_set, unset, priors = logs[:, :, 0], logs[:, :, 1], _log(tensors["priors"])
    if np.isfinite(logs).all():
        return 0, rows @ (is_set - unset).T + unset.sum(axis=1) + priors
    rows = _dense(rows)
    return 0, _dot(rows, is_set) + _dot(1 - rows, unset) + priors


def _of_multinomial(_, tensors, rows):
    return 0, _dot(rows, _log_shares(tensors["counts"])) + _log(tensors["priors"])


def _of_complement(description, tensors, rows):
    weights = -_log_shares(tensors["counts"])
    if description["normalized"]:
        infinite = np.isinf(weights)
        weights = np.where(infinite.any(axis=1, keepdims=True), infinite, weights)
        sums = weights.sum(axis=1, keepdims=True)
        weights = weights / np.where(sums > 0, sums, 1)
    return 0, _dot(rows, weights)


def _of_poisson(_, tensors, rows):
    rates = tensors["counts"] / tensors["weights"][:, None]
    factorials = gammaln(_dense(rows) + 1).sum(axis=1, keepdims=True)
    return -factorials, _dot(rows, _log(rates)) - rates.sum(axis=1) + _log(tensors["priors"])


def _of_categorical(description, tensors, rows):
    total, first = np.tile(_log(tensors["priors"]), (rows.shape[0], 1)), 0
    for codes, names in zip(rows.T, description["categories"]):
        counts = tensors["counts"][:, first : first + _size(names)]
        total += _log_shares(counts)[:, codes.astype(int)].T
        first += _size(names)
    return 0, total


class _Kind(NamedTuple):
    """A kind of models: their scores, tensors and members, and what each feature holds.

    Each letter of a shape is an extent: k classes, d features, m categories of all features, l loadings, s dimensions
    of a subspace. A tensor that may have several names has a dict of these.
    """

    parts: Callable
    tensors: dict
    members: tuple = ()
    holds: str = "numbers"


_ORIGIN = {"origin": "d", "origins": "kd"}
_NORMAL = {"priors": "k", "origin": _ORIGIN, "means": "kd"}
_OF_CLASSES = _Kind(_of_normal, {**_NORMAL, "covariances": "kdd"})
_KINDS = {
    "linear-discriminant": _Kind(_of_normal, {**_NORMAL, "origin": "d", "covariance": "dd"}),
    "quadratic-discriminant": _OF_CLASSES,
    "regularized-discriminant": _OF_CLASSES,
    "low-rank-discriminant": _Kind(
        _of_low_rank,
        {**_NORMAL, "origin": "d", "covariance": "dd", "subspace": "sd", "loadings": "ls"},
        ("rank",),
    ),
    "gaussian-naive-bayes": _Kind(
        _of_normal, {**_NORMAL, "variances": {"variances": "kd", "shared_variances": "d"}}
    ),
    "bernoulli-naive-bayes": _Kind(_of_bernoulli, {"priors": "k", "set": "kd", "unset": "kd"}, holds="bits"),
    "multinomial-naive-bayes": _Kind(_of_multinomial, {"priors": "k", "counts": "kd"}, holds="counts"),
    "complement-naive-bayes": _Kind(_of_complement, {"counts": "kd"}, ("normalized",), "counts"),
    "poisson-naive-bayes": _Kind(_of_poisson, {"priors": "k", "counts": "kd", "weights": "k"}, holds="counts"),
    "categorical-naive-bayes": _Kind(
        _of_categorical, {"priors": "k", "counts": "km", "alphas": "d"}, ("categories",)
    ),
    "linear": _Kind(_of_linear, {"intercepts": "k", "weights": "kd"}),
    "mixed-naive-bayes": _Kind(_of_mixed, {"priors": "k"}, ("blocks",)),
    "transformed": _Kind(_of_transformed, {}, ("steps", "model")),
    "calibrated": _Kind(_of_inner, {"priors": "k"}, ("temperature", "model")),
    "indicators": _Kind(_of_indicators, {}, ("categories", "left_out", "model")),
}


def _factor(covariance):
    try:
        return np.linalg.cholesky(covariance)
    except np.linalg.LinAlgError:
        return _refuse("a covariance is singular; shrinkage or reg_param makes it regular")


def _whitened(rows, spread):
    """Centred rows with unit variances, and the logarithm of the determinant, of a covariance or of variances."""
    if spread.ndim == 1:
        return rows / np.sqrt(spread), np.log(spread).sum()
    factor = _factor(spread)
    return solve_triangular(factor, rows.T, lower=True).T, 2 * np.log(np.diag(factor)).sum()


def _rounding(tensors):
    """How much of a log joint may be rounding, because covariances are nearly singular: 2^-50 times the sum of
    the variance inflation factors, the products of the diagonals of a covariance and its inverse."""
    largest = 0.0
    for name, values in tensors.items():
        if name.rpartition(".")[2] in ("covariance", "covariances"):
            for covariance in values.reshape(-1, *values.shape[-2:]):
                inverse, _ = _whitened(np.eye(len(covariance)), covariance)
                largest = max(largest, np.diag(covariance) @ (inverse**2).sum(axis=1))
    return 2.0**-50 * largest


def _step(step, tensors, rows):
    kind = step["kind"]
    if kind == "linear":
        return rows @ tensors["matrix"].T + tensors["offset"]
    if kind == "random-features":
        return np.maximum(rows @ _random_matrix(step["count"], rows.shape[1], int(step["seed"])).T, 0)
    rows = _dense(rows)
    if kind == "signed-power":
        return np.sign(rows) * np.abs(rows) ** step["exponent"]
    if kind == "unit-length":
        squares = (rows * rows).sum(axis=1)
        zeros = np.flatnonzero(squares == 0)
        if len(zeros):
            _refuse(f"row {zeros[0]} is 0 in all features; a row that has a direction is expected")
        return rows / np.sqrt(squares)[:, None]
    return (rows - tensors["means"]) / tensors.get("deviations", 1.0)


def _random_matrix(count, d, seed):
    """The matrix of random features: normal numbers in pairs (Box and Muller) from SplitMix64."""
    size = count * d
    with np.errstate(over="ignore"):  # integers of 64 bits wrap
        z = np.arange(1, size + size % 2 + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        z = z + np.uint64(seed % 2**64)
        for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
            z = (z ^ (z >> np.uint64(shift))) * np.uint64(factor)
        bits = ((z ^ (z >> np.uint64(31))) >> np.uint64(11)).astype(float)
    radius, angle = np.sqrt(-2 * np.log((bits[::2] + 1) * 2.0**-53)), 2 * np.pi * (bits[1::2] * 2.0**-53)
    pairs = np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=1)
    return pairs.ravel()[:size].reshape(count, d)


def _log(values):
    with np.errstate(divide="ignore"):
        return np.log(values)


def _log_shares(counts):
    """Logarithms of the shares of the last axis, which are equal if all counts are 0."""
    totals = counts.sum(axis=-1, keepdims=True)
    return _log(np.where(totals > 0, counts / np.where(totals > 0, totals, 1), 1 / counts.shape[-1]))


def _dot(rows, weights):
    """The product of rows that are not negative and weights [k, d], in which 0 times infinity is 0."""
    infinite = np.isinf(weights)
    if not infinite.any():
        return rows @ weights.T
    total = rows @ np.where(infinite, 0, weights).T
    return np.where(rows @ infinite.T.astype(float) > 0, weights[infinite][0], total)


def _tempered(description, tensors, joint):
    """Scores whose softmax are the posteriors: those of the model, divided by its temperature."""
    if description["kind"] != "calibrated":
        return joint
    priors, fitted = tensors.get(_innermost(description)[1] + "priors"), tensors["priors"]
    shift = np.zeros(len(fitted))
    if priors is not None:
        possible = priors > 0
        shift[possible] = np.log(priors[possible] / fitted[possible])
    return (joint - shift) / description["temperature"] + shift


def _innermost(description):
    """The description inside a temperature, steps and indicators, and the prefix of its tensors."""
    prefix = ""
    while "model" in description:
        prefix, description = prefix + "model.", description["model"]
    return description, prefix


def _log_posteriors(joint):
    """Scores minus their log-sum-exp, without loss for certain classes."""
    top = joint.argmax(axis=1)[:, None]
    shifted = joint - np.take_along_axis(joint, top, axis=1)
    others = np.exp(shifted)
    np.put_along_axis(others, top, 0, axis=1)
    return shifted - np.log1p(others.sum(axis=1))[:, None]


# Rows


def _size(names):
    return names if isinstance(names, int) else len(names)


def _dense(rows):
    return rows.toarray() if sparse.issparse(rows) else np.asarray(rows, dtype=float)


def _ascending(words):
    """Words in the order of vocabularies, by UTF-16 code unit."""
    return sorted(words, key=lambda word: word.encode("utf-16-be", "surrogatepass"))


def _kept(categories, left_out):
    """For each feature the codes that have a column inside `indicators`."""
    return [[code for code in range(_size(names)) if code != one] for names, one in zip(categories, left_out)]


def _column_names(features, categories, left_out):
    """The features of the model inside `indicators`: numbers, then a column for each category but one."""
    kept = _kept(categories, left_out)
    first = _size(features) - len(categories)
    if isinstance(features, int):
        return first + sum(map(len, kept))
    columns = features[:first]
    for feature, names, codes in zip(features[first:], categories, kept):
        columns = columns + [f"{feature}={code if isinstance(names, int) else names[code]}" for code in codes]
    return columns


def _column_kinds(description):
    """What each feature holds: "numbers", "counts", "bits", or categories as descriptions have them."""
    if "blocks" in description:
        return [of_feature for block in description["blocks"] for of_feature in _column_kinds(block)]
    if description["kind"] == "calibrated":
        return _column_kinds(description["model"])
    categories = description.get("categories", [])
    numbers = _size(description["features"]) - len(categories)
    return [_KINDS[description["kind"]].holds] * numbers + categories


def _have_categories(kinds):
    return not all(isinstance(kind, str) for kind in kinds)


def _require_rows(kinds, features, rows):
    """Requires that rows hold what the kinds of their features say."""
    for kind, expected, is_right in (
        ("numbers", "a finite number", np.isfinite),
        ("counts", "a finite number from 0 on", lambda x: (x >= 0) & np.isfinite(x)),
        ("bits", "0 or 1", lambda x: (x == 0) | (x == 1)),
    ):
        _require_values([j for j, of in enumerate(kinds) if of == kind], is_right, expected, features, rows)
    for j, kind in enumerate(kinds):
        if not isinstance(kind, str):
            codes = np.arange(_size(kind))
            _require_values([j], lambda x: np.isin(x, codes), f"a category from 0 to {len(codes) - 1}", features, rows)


def _require_values(columns, is_right, expected, features, rows):
    if not columns:
        return
    rows = rows if len(columns) == rows.shape[1] else rows[:, columns]
    rows = rows.tocoo() if sparse.issparse(rows) else rows
    values = rows.data if sparse.issparse(rows) else rows
    wrong = np.argwhere(~is_right(values))
    if len(wrong):
        at = tuple(wrong[0])
        row, column = (rows.row[at], rows.col[at]) if sparse.issparse(rows) else at
        value = "NaN" if np.isnan(values[at]) else repr(float(values[at]))
        _refuse(f"row {row} has {value} in {_feature(features, columns[column])}; {expected} is expected")


def _feature(features, j):
    return f"feature {j}" if isinstance(features, int) else f"the feature '{features[j]}'"


def _column(values, kind, feature):
    """A column as numbers: categories that have names become codes."""
    codes = {name: code for code, name in enumerate(kind)} if isinstance(kind, list) else None
    column = np.empty(len(values))
    for i, value in enumerate(values):
        try:
            column[i] = float(value) if codes is None else _code(_text(value, "category"), codes)
        except (TypeError, ValueError, KeyError):
            expected = "a number" if codes is None else "one of the categories of the model"
            _refuse(f"row {i} has '{value}' in {feature}; {expected} is expected")
    return column


def _code(text, codes):
    """The code of a category; a table of Lanewise has no blanks around it, and spells truth values as SQL does."""
    plain = text.strip(" \t")
    return codes[text if text in codes else plain.lower() if plain in ("True", "TRUE", "False", "FALSE") else plain]


def _text(value, what):
    """The name of a class or category: texts as they are, whole numbers in decimal digits."""
    if isinstance(value, str):
        return str(value)
    if isinstance(value, (bool, np.bool_)):
        return str(bool(value))
    if isinstance(value, Integral):
        return str(int(value))
    if isinstance(value, Real) and np.isfinite(value):
        if float(value).is_integer():
            return str(int(value))
        if what == "category":
            return repr(float(value))
    return _refuse(f"the {what} {value!r} has no name; a text or a whole number is expected")


# The file


def _object(text, what):
    def distinct(pairs):
        _require(len(dict(pairs)) == len(pairs), f"{what} has a member twice")
        return dict(pairs)

    def no_constant(constant):
        _refuse(f"{what} has the number {constant}")

    try:
        value = json.loads(text, object_pairs_hook=distinct, parse_constant=no_constant)
    except (json.JSONDecodeError, UnicodeDecodeError, RecursionError) as error:
        _refuse(f"{what} is no JSON: {error}")
    _require(isinstance(value, dict), f"{what} is no JSON object")
    return value


def _is_count(value):
    return type(value) is int and value >= 0


def _is_positive(value):
    return type(value) in (int, float) and 0 < value <= np.finfo(float).max


def _fits(integer):
    return -(2**63) <= integer < 2**63  # 64 bits


def _is_seed(value):
    is_text = isinstance(value, str) and re.fullmatch("-?[0-9]{1,19}", value)
    return (is_text or type(value) is int) and _fits(int(value))


# The members of a step besides its kind.
_STEPS = {
    "unit-length": {},
    "signed-power": {"exponent": _is_positive},
    "standardization": {},
    "linear": {},
    "random-features": {"count": lambda value: _is_count(value) and value > 0, "seed": _is_seed},
}


def _parse(data, tolerance=None):
    """Description and tensors of the bytes of a file, after all checks."""
    _require(len(data) >= 8, "the file ends in its length")
    (length,) = struct.unpack("<Q", data[:8])
    _require(length <= min(len(data) - 8, 100_000_000), f"the header has {length} bytes")
    text = data[8 : 8 + length]
    _require(text[:1] == b"{", "the header begins with another character than {")
    header = _object(text, "the header")
    metadata = header.pop("__metadata__", None)
    keys = {"format", "version", "producer", "model", "sha256"}
    _require(isinstance(metadata, dict) and metadata.keys() == keys, f"metadata other than {sorted(keys)}")
    _require(all(isinstance(value, str) for value in metadata.values()), "metadata that is no text")
    _require(
        (metadata["format"], metadata["version"]) == ("lanewise-parameters", "1"),
        f"the format is {metadata['format']} {metadata['version']}; lanewise-parameters 1 is expected",
    )
    tensors = _read_tensors(header, memoryview(data)[8 + length :], metadata)
    description = _object(metadata["model"], "the description")
    _Claims(description, tensors, len(data)).check(tolerance)
    return description, tensors


def _read_tensors(header, buffer, metadata):
    digest = hashlib.sha256(metadata["model"].encode())
    tensors, end = {}, 0
    for name, entry in header.items():
        whole = isinstance(entry, dict) and entry.keys() == {"dtype", "shape", "data_offsets"}
        _require(whole, f"{name} has other members than dtype, shape and data_offsets")
        _require(entry["dtype"] in ("F64", "I64"), f"{name} has the type {entry['dtype']}")
        for member in ("shape", "data_offsets"):
            numbers = entry[member]
            _require(isinstance(numbers, list) and all(map(_is_count, numbers)), f"the {member} of {name}")
        _require(len(entry["data_offsets"]) == 2, f"the offsets of {name}")
    for name, entry in sorted(header.items(), key=lambda item: item[1]["data_offsets"]):
        start, stop = entry["data_offsets"]
        size = 8
        for extent in entry["shape"]:
            size *= extent
        _require(start == end and stop - start == size, f"{name} has the bytes {start} to {stop}")
        _require(stop <= len(buffer), f"the file ends in {name}")
        block = buffer[start:stop]
        digest.update(name.encode() + b"\n")
        digest.update(block)
        values = np.frombuffer(block, "<f8" if entry["dtype"] == "F64" else "<i8")
        tensors[name] = values.reshape(entry["shape"])
        end = stop
    _require(end == len(buffer), f"{len(buffer) - end} bytes follow the tensors")
    _require(digest.hexdigest() == metadata["sha256"], "the checksum is not that of the file")
    return tensors


def _names(names, what):
    """The size of an array of distinct names, or of a number that stands for it."""
    if isinstance(names, list):
        _require(all(isinstance(name, str) for name in names), f"{what} are no texts")
        _require(len(set(names)) == len(names), f"{what} have a name twice")
        return len(names)
    _require(_is_count(names), f"{what} are neither an array nor a number")
    return names


class _Claims:
    """The checks of a description and its tensors: those that no description claims are unknown."""

    def __init__(self, description, tensors, size):
        """size: the bytes of the file"""
        self.description = description
        self.tensors = tensors
        self.left = set(tensors)
        self.room = _MAX_NUMBERS
        self.k = _names(description.get("classes"), "classes")
        _require(self.k >= 1, "there are no classes")
        self.size = size
        self.d = self.model(description, "")

    def tensor(self, name, *shapes):
        """Requires a tensor of one of the shapes; None in a shape is any size."""
        _require(name in self.left, f"the tensor {name} is missing")
        self.left.discard(name)
        values = self.tensors[name]
        fits = any(
            len(shape) == values.ndim and all(size in (None, n) for size, n in zip(shape, values.shape))
            for shape in shapes
        )
        _require(fits, f"{name} has the shape {values.shape}; {' or '.join(map(str, shapes))} is expected")
        _require(values.dtype == np.float64 and np.isfinite(values).all(), f"{name} has no finite doubles")
        return values

    def model(self, description, prefix):
        """Requires that a description and its tensors are complete; returns its number of features."""
        _require(isinstance(description, dict), "a description is no object")
        kind, outermost = description.get("kind"), prefix == ""
        _require(isinstance(kind, str) and kind in _KINDS, f"the kind {kind!r} is unknown here")
        _require(
            kind == "calibrated" or "temperature" not in description,
            "the member temperature belongs to another kind, calibrated",
        )
        needed = {"kind", "features", *_KINDS[kind].members}
        known = {*needed, "vocabulary", "text", *(("classes", "notes") if outermost else ())}
        wrong = (needed - description.keys()) | (description.keys() - known)
        _require(not wrong, f"members of {kind} are missing or unknown: {sorted(wrong)}")
        features = description["features"]
        d = _names(features, "features")
        _require(d >= 1, "there are no features")
        for member in ("vocabulary", "normalized"):
            _require(type(description.get(member, False)) is bool, f"{member} is neither true nor false")
        _require(isinstance(description.get("text", ""), str), "text is no text")
        if description.get("vocabulary"):
            _require(isinstance(features, list), "the words of the vocabulary are missing")
            _require(features == _ascending(features), "the words of the vocabulary do not ascend")
        notes = description.get("notes", {})
        _require(isinstance(notes, dict), "notes are no object")
        _require(all(isinstance(note, str) for note in notes.values()), "notes are no texts")
        categories = description.get("categories", [])
        _require(isinstance(categories, list), "categories are no array")
        sizes = [_names(names, "categories") for names in categories]
        _require(all(size >= 1 for size in sizes), "a feature has no categories")
        for what, all_names in (("features", [features]), ("categories", categories)):
            unnamed = sum(names for names in all_names if isinstance(names, int))
            fits = unnamed <= self.size // 8
            _require(fits, f"{unnamed} {what} are more than a file of {self.size} bytes can hold")
        rank = description.get("rank", 0)
        _require(_is_count(rank), "the rank is no count")
        extents = {"k": self.k, "d": d, "m": sum(sizes), "l": self.k * rank, "s": None}
        for name, shapes in _KINDS[kind].tensors.items():
            if name in ("subspace", "loadings") and not rank:
                continue
            if name == "loadings":
                extents["s"] = len(self.tensors[prefix + "subspace"])
            shapes = shapes if isinstance(shapes, dict) else {name: shapes}
            stored = next((stored for stored in shapes if prefix + stored in self.left), name)
            self.tensor(prefix + stored, tuple(extents[letter] for letter in shapes[stored]))
        inner = {"features": features, "vocabulary": description.get("vocabulary")}
        if kind == "calibrated":
            _require(outermost, "only the outermost model may have the kind calibrated")
            _require(_is_positive(description["temperature"]), "the temperature is not positive")
        if kind == "categorical-naive-bayes":
            _require(len(sizes) == d, f"categories of {len(sizes)} features; {d} are expected")
        if kind == "mixed-naive-bayes":
            self.blocks(description, prefix)
        if kind == "indicators":
            left_out = description["left_out"]
            _require(
                isinstance(left_out, list)
                and 0 < len(left_out) == len(sizes) <= d
                and all(_is_count(code) and code < size for code, size in zip(left_out, sizes)),
                "left_out has no category of each feature",
            )
            inner = {"features": _column_names(features, categories, left_out), "vocabulary": None}
        if kind == "transformed":
            inner = self.steps(description["steps"], prefix, inner)
        if "model" in description:
            width, expected = self.model(description["model"], prefix + "model."), _size(inner["features"])
            _require(width == expected, f"the model inside {kind} has {width} features; {expected} are expected")
            same = all(description["model"].get(member) == value for member, value in inner.items())
            _require(same, f"the model inside {kind} has features of other names")
        return d

    def blocks(self, description, prefix):
        blocks, features = description["blocks"], []
        _require(isinstance(blocks, list), "blocks are no array")
        for b, block in enumerate(blocks):
            self.model(block, f"{prefix}blocks.{b}.")
            has_priors = "priors" in _KINDS[block["kind"]].tensors
            _require(has_priors, f"the block {b} has the kind {block['kind']}, and one with priors is expected")
            features.append(block["features"])
        if any(isinstance(one, int) for one in features):
            joined = sum(map(_size, features))
        else:
            joined = [name for names in features for name in names]
        _require(joined == description["features"], "the blocks have features of other names")

    def steps(self, steps, prefix, inner):
        """Requires steps of known kinds; returns what the model after them says of its features."""
        _require(isinstance(steps, list), "steps are no array")
        for i, step in enumerate(steps):
            at, width = f"{prefix}steps.{i}.", _size(inner["features"])
            kind = step.get("kind") if isinstance(step, dict) else None
            members = _STEPS.get(kind) if isinstance(kind, str) else None
            _require(
                members is not None
                and step.keys() == {"kind", *members}
                and all(is_right(step[member]) for member, is_right in members.items()),
                f"the step {step} is unknown here",
            )
            if kind == "random-features":
                self.room -= step["count"] * width
                _require(self.room >= 0, f"random features take matrices of {_MAX_NUMBERS - self.room} numbers in all")
                inner = {"features": step["count"], "vocabulary": None}
            elif kind == "standardization":
                self.tensor(at + "means", (width,))
                if at + "deviations" in self.left:
                    self.tensor(at + "deviations", (width,))
            elif kind == "linear":
                inner = {"features": len(self.tensor(at + "matrix", (None, width))), "vocabulary": None}
                self.tensor(at + "offset", (inner["features"],))
        return inner

    def test_rows(self):
        tensors = self.tensors
        if "check.rows" in self.left:
            rows = self.tensor("check.rows", (None, self.d))
        else:
            values = self.tensor("check.values", (None,))
            for name in ("check.indptr", "check.indices"):
                _require(name in self.left and tensors[name].dtype == np.int64 and tensors[name].ndim == 1, name)
                self.left.discard(name)
            starts, indices = tensors["check.indptr"], tensors["check.indices"]
            _require(
                len(starts) >= 1
                and starts[0] == 0
                and starts[-1] == len(indices) == len(values)
                and np.all(np.diff(starts) >= 0)
                and np.all((indices >= 0) & (indices < self.d)),
                "the test rows are no compressed sparse rows",
            )
            rows = sparse.csr_matrix((values, indices, starts), shape=(len(starts) - 1, self.d))
        _require(1 <= rows.shape[0] <= 1000, f"there are {rows.shape[0]} test rows; 1 to 1000 are expected")
        kinds = _column_kinds(self.description)
        rows = _dense(rows) if _have_categories(kinds) else rows
        _require_rows(kinds, self.description["features"], rows)
        return rows

    def check(self, tolerance):
        """Scores the test rows, and refuses scores that differ from the stored ones."""
        description, tensors, rows = self.description, self.tensors, self.test_rows()
        name = "check.log_joint" if "check.log_joint" in self.left else "check.log_posterior"
        _require(self.left == {name}, f"tensors are missing or unknown: {sorted(self.left ^ {name})}")
        expected = tensors[name]
        shape = rows.shape[0], self.k
        _require(expected.dtype == np.float64 and expected.shape == shape, f"{name} is expected as {shape}")
        common, by_class = _parts(description, tensors, rows)
        found = common + by_class
        if name == "check.log_posterior":
            found = _log_posteriors(_tempered(description, tensors, by_class))
        if tolerance is None:
            tolerance = max(_TOLERANCE, _rounding(tensors))
        largest = np.abs(np.where(np.isfinite(expected), expected, 0)).max(axis=1, initial=1)
        with np.errstate(invalid="ignore"):
            difference = np.where(found == expected, 0, np.abs(found - expected)) / largest[:, None]
        wrong = np.argwhere(~(difference <= tolerance))
        if len(wrong):
            i, c = wrong[0]
            raise _Difference(
                f"test row {i} has the score {found[i, c]} in class {c}, and {expected[i, c]} is expected"
                f" (relative differences up to {np.max(difference):.2g} exceed {tolerance:.2g})"
            )


class _Difference(ValueError):
    """Test rows whose scores are not those of the file."""


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

    estimator: one that the description of this module lists
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
    return np.asarray(values.toarray() if sparse.issparse(values) else values, dtype=np.float64)


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
