"""Arrays of numpy as rows of Java, read where they are."""

from __future__ import annotations

import threading
import warnings
from typing import Any, Callable, Dict, List, Optional

import jpype
import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ._jvm import is_forked, java, translated, wait

# Work that takes Java some milliseconds or more.
_LONG = 300_000

# Types that Java reads in place.
_LAYOUTS = {
    "float64": "JAVA_DOUBLE",
    "float32": "JAVA_FLOAT",
    "int64": "JAVA_LONG",
    "int32": "JAVA_INT",
    "int16": "JAVA_SHORT",
    "int8": "JAVA_BYTE",
}

# Arrays of Java that no call uses, and the most numbers of one.
_kept: Dict[Any, Any] = {}
_MOST_KEPT = 1 << 21


class Memory:
    """Lends arrays to Java for the length of a `with`; afterwards Java cannot read them any more."""

    def __init__(self, threads: int = 1, work: float = 0):
        """`threads` is the number of threads that read the arrays at once, `work` about how many numbers they take."""
        self._arrays: List[Any] = []
        self._lent: List[Any] = []
        self.is_long = work > _LONG and threading.current_thread() is threading.main_thread()
        arena = java("java.lang.foreign.Arena")
        self._arena = arena.ofShared() if threads > 1 or self.is_long else arena.ofConfined()

    def __enter__(self) -> Memory:
        return self

    def __exit__(self, kind: Any, *_: Any) -> None:
        if self._arena.scope().isAlive():
            self._arena.close()
        self._arrays.clear()
        if kind is None:  # Java may go on with those of a call that is interrupted
            _kept.update((key, array) for key, array in self._lent if len(array) <= _MOST_KEPT)

    def call(self, action: Callable[..., Any], *arguments: Any) -> Any:
        """Calls Java; Ctrl-C ends a long call, which then finds the arrays gone."""
        return wait(action, *arguments, release=self._arena.close) if self.is_long else action(*arguments)

    def _segment(self, array: Any) -> Any:
        """The memory from the first to the last byte of an array, and where its first element begins."""
        reach = [stride * (size - 1) for stride, size in zip(array.strides, array.shape)]
        before = -sum(min(0, bytes_) for bytes_ in reach)
        after = sum(max(0, bytes_) for bytes_ in reach) + array.itemsize
        self._arrays.append(array)
        # Called by its interface: JPype may not call the class that implements it.
        memory = java("java.lang.foreign.MemorySegment")
        segment = memory.ofAddress(array.__array_interface__["data"][0] - before)
        return memory.reinterpret(segment, before + after, self._arena, None), before

    def array(self, values: Any, dtype: Any) -> Any:
        """A copy as an array of Java."""
        values = np.ascontiguousarray(values, dtype=dtype)
        if not values.size:
            return _new(values.dtype.name, 0)
        return self._segment(values)[0].toArray(_layout(values))

    def room(self, dtype: str, count: int, use: str = "results") -> Any:
        """An array of Java for at least so many ints or doubles, perhaps that of an earlier call for the same use.

        If each call made large arrays of its own, Java would collect garbage in half of the time.
        """
        array = _kept.pop((use, dtype), None)
        if array is None or len(array) < count:
            array = _new(dtype, count)
        self._lent.append(((use, dtype), array))
        return array

    def _copied(self, values: Any, dtype: str) -> Any:
        """The values as an array of Java that may be longer."""
        values = np.ascontiguousarray(values, dtype=dtype)
        array = self.room(dtype, values.size, "rows")
        if values.size:
            segments = java("java.lang.foreign.MemorySegment")
            segments.copy(self._segment(values)[0], _layout(values), 0, array, 0, values.size)
        return array

    def result(self, array: Any, dtype: str, count: int) -> NDArray[Any]:
        """The first elements of an array of Java."""
        values = np.empty(count, dtype)
        if count:
            segments = java("java.lang.foreign.MemorySegment")
            segments.copy(array, 0, self._segment(values)[0], _layout(values), 0, count)
        return values

    def numbers(self, rows: Any) -> Any:
        """Rows of numbers of any type and strides; read in place if Java has the type, else copied."""
        if rows.dtype.kind not in "biuf":
            raise ValueError(f"the rows have values of the type {rows.dtype}; numbers are expected")
        if rows.dtype.name not in _LAYOUTS or not rows.dtype.isnative:
            rows = rows.astype(_readable(rows.dtype))
        segment, first = self._segment(rows)
        return java("data.NumericColumns").ofStrides(_layout(rows), segment, *rows.shape, first, *rows.strides)

    def bits(self, rows: Any, threshold: Optional[float]) -> Any:
        """Packed bits: 1 above the threshold; without one, numbers must be 0 or 1."""
        counts = self.counts(rows if threshold is None else _above(rows, threshold))
        return counts if sparse.issparse(rows) else java("data.BitColumns").copyOf(counts)

    def counts(self, rows: Any) -> Any:
        """Counts: numbers, or sparse rows if the rows are."""
        if not sparse.issparse(rows):
            return self.numbers(rows)
        rows = _summed(rows)
        return java("data.SparseRows").of(
            self.array(rows.indptr, np.int32),
            self._copied(rows.indices, "int32"),
            self._copied(rows.data, "float64"),
            rows.shape[1],
        )

    def columns(self, codes: Any) -> Any:
        """A copy of each column of codes as an array of Java."""
        return jpype.JArray(jpype.JArray(jpype.JInt))([self.array(column, np.int32) for column in codes])

    def categories(self, rows: Any, dictionaries: Any = None, named: bool = False, truncate: bool = False) -> Any:
        """Codes, or the distinct texts of each column; in the dictionaries of a model if they are given.

        `named` tells whether their categories have names.
        """
        if rows.dtype.kind == "O" and not any(isinstance(value, str) for value in rows.flat):
            rows = rows.astype(np.float64)
        if rows.dtype.kind not in "biufUO":
            raise ValueError(f"the rows have values of the type {rows.dtype}; whole numbers or texts are expected")
        columns = java("data.CategoryColumns")
        if rows.dtype.kind not in "OU":
            codes = _codes(rows, truncate).T
            if not named:
                own = [] if dictionaries is None else [dictionaries]
                return columns.of(*own, self.columns(codes))
            rows = codes.T.astype(str)
        elif dictionaries is not None and not named:
            raise ValueError("the rows have texts, but the model was fitted to codes; whole numbers are expected")
        names, codes = zip(*(_distinct(column, j) for j, column in enumerate(rows.T)))
        as_list = java("java.util.Arrays").asList
        own = as_list(*(java("data.CategoryDictionary").of(as_list(*texts)).opened() for texts in names))
        found = columns.of(own, self.columns(codes))
        return found if dictionaries is None else found.in_(dictionaries)


class FewRows:
    """Scores few rows of numbers in one call of Java: no checks of scikit-learn, no arrays of Java but those kept here."""

    MOST_ROWS = 64
    MOST_NUMBERS = 4096

    def __init__(self, scorer: Any, to_batch: Callable[[Memory, Any], Any], warning: Optional[str]):
        """`warning` is that of rows without names of features."""
        self._scorer, self._to_batch, self._warning = scorer, to_batch, warning
        self._features, self._classes = int(scorer.featureCount()), int(scorer.classCount())
        self._lent: Dict[int, List[_LentRows]] = {}

    def scores(self, rows: Any, method: str) -> Optional[NDArray[Any]]:
        """What `method` returns of each row; None if the rows are for the long way."""
        if type(rows) is list and len(rows) <= self.MOST_ROWS:
            try:
                rows = np.array(rows)
            except ValueError:
                return None
        if (
            type(rows) is not np.ndarray
            or rows.ndim != 2
            or rows.shape[1] != self._features
            or not 0 < len(rows) <= self.MOST_ROWS
            or len(rows) * max(self._features, self._classes) > self.MOST_NUMBERS
            or rows.dtype.kind not in "fiub"
            or rows.itemsize > 8
            or is_forked()
        ):
            return None
        if self._warning:
            warnings.warn(self._warning, UserWarning, stacklevel=4)
        free = self._lent.setdefault(len(rows), [])
        try:
            lent = free.pop()  # of those that no other thread has
        except IndexError:
            lent = _LentRows(len(rows), self._features, self._classes)
        try:
            out = lent.out(method)
            getattr(self._scorer, method)(self._to_batch(lent, rows), out)
            return np.array(out)
        except jpype.JException as e:
            raise translated(e) from None
        finally:
            free.append(lent)


class _LentRows(Memory):
    """Arrays for so many rows that Java may read as long as it lives; rows are copied into them."""

    def __init__(self, count: int, features: int, classes: int):
        self._arrays = []
        self._arena = java("java.lang.foreign.Arena").global_()
        self._numbers = np.empty((count, features))
        self._batch = super().numbers(self._numbers)
        self._ints, self._doubles = jpype.JArray(jpype.JInt), jpype.JArray(jpype.JDouble)
        self._labels, self._by_row, self._by_class = self._ints(count), self._doubles(count), self._doubles(count * classes)

    def out(self, method: str) -> Any:
        if method == "predict":
            return self._labels
        return self._by_row if method == "logDensity" else self._by_class

    def array(self, values: Any, dtype: Any) -> Any:
        return (self._ints if dtype is np.int32 else self._doubles)(np.ascontiguousarray(values, dtype=dtype))

    def columns(self, codes: Any) -> Any:
        return jpype.JArray.of(np.ascontiguousarray(codes, np.int32))

    def numbers(self, rows: Any) -> Any:
        self._numbers[:] = rows
        return self._batch


def _new(dtype: str, count: int) -> Any:
    """An array of Java of ints or doubles."""
    return jpype.JArray(jpype.JInt if dtype == "int32" else jpype.JDouble)(count)


def _require_finite(rows: Any) -> None:
    """Refuses NaN and infinities with the sentence of Java."""
    values = rows.data if sparse.issparse(rows) else rows
    finite = np.isfinite(values)
    if not finite.all():
        if sparse.issparse(rows):
            at = int(np.argmin(finite))
            row, feature, value = np.searchsorted(rows.indptr, at, "right") - 1, rows.indices[at], values[at]
        else:
            row, feature = np.argwhere(~finite)[0]
            value = values[row, feature]
        value = str(value).replace("nan", "NaN")
        raise ValueError(f"row {row}, feature {feature} is {value}; a finite number is expected")


def _above(rows: Any, threshold: float) -> Any:
    """Which numbers are above a threshold, compared in their type as numpy and scikit-learn do."""
    _require_finite(rows)
    if not sparse.issparse(rows):
        return (rows > threshold).view(np.int8)
    if threshold < 0:
        raise ValueError(
            f"threshold is {threshold}; a number of at least 0 is expected for sparse rows, whose absent"
            " features are 0"
        )
    return _summed(rows) > threshold


def _summed(rows: Any) -> Any:
    """Sparse rows in which a feature occurs at most once."""
    ends, entries = rows.indptr, min(rows.indices.size, rows.data.size)
    if ends[0] != 0 or ends[-1] > entries or (ends[1:] < ends[:-1]).any():  # scipy would read and write other memory
        raise ValueError(
            f"indptr of the sparse rows begins with {ends[0]}, ends with {ends[-1]} or descends; positions that ascend"
            f" from 0 to at most {entries} are expected"
        )
    if not rows.has_canonical_format:
        rows = rows.copy()
        rows.sum_duplicates()
    return rows


def _layout(array: Any) -> Any:
    return getattr(java("java.lang.foreign.ValueLayout"), _LAYOUTS[array.dtype.name])


def _readable(dtype: Any) -> Any:
    """The smallest type that Java reads and that has all values of another, or double."""
    wider = np.result_type(dtype, np.int8)
    return wider.newbyteorder("=") if wider.name in _LAYOUTS else np.dtype(np.float64)


def _distinct(column: Any, feature: int) -> Any:
    for row, value in enumerate(column):
        if not isinstance(value, str):
            raise ValueError(
                f"row {row}, feature {feature} is {value!r}; a text is expected, as in other rows, or only"
                " whole numbers"
            )
    names, codes = np.unique(column.astype(str), return_inverse=True)
    return names.tolist(), codes


def _codes(rows: Any, truncate: bool) -> Any:
    fits = (rows > -1) & (rows < 2**31)
    if not truncate:
        fits &= rows == np.trunc(rows)
    if not fits.all():
        row, feature = np.argwhere(~fits)[0]
        value = str(rows[row, feature]).replace("nan", "NaN")
        raise ValueError(
            f"row {row}, feature {feature} is {value}; a whole number from 0 to 2^31 - 1 is expected, or a text"
        )
    return rows.astype(np.int32)
