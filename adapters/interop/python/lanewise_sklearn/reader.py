"""Reads parameter files with every check of docs/parameter-files.md, and scores rows with its formulas."""

import hashlib
import json
import re
import struct
from numbers import Integral, Real
from typing import Callable, NamedTuple

import numpy as np
from scipy import sparse
from scipy.linalg import solve_triangular
from scipy.special import gammaln

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
