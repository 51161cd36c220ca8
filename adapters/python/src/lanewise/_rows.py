"""Arrays of numpy as rows of Java, read where they are."""

import jpype
import numpy as np
from scipy import sparse

from ._jvm import java

# Types that Java reads in place.
_LAYOUTS = {
    "float64": "JAVA_DOUBLE",
    "float32": "JAVA_FLOAT",
    "int64": "JAVA_LONG",
    "int32": "JAVA_INT",
    "int16": "JAVA_SHORT",
    "int8": "JAVA_BYTE",
}


class Memory:
    """Lends arrays to Java for the length of a `with`; afterwards Java cannot read them any more."""

    def __init__(self, threads=1):
        """`threads` is the number of threads that read the arrays at once."""
        self._arrays = []
        arena = java("java.lang.foreign.Arena")
        self._arena = arena.ofConfined() if threads == 1 else arena.ofShared()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._arena.close()
        self._arrays.clear()

    def _segment(self, array):
        """The memory from the first to the last byte of an array, and where its first element begins."""
        reach = [stride * (size - 1) for stride, size in zip(array.strides, array.shape)]
        before = -sum(min(0, bytes_) for bytes_ in reach)
        after = sum(max(0, bytes_) for bytes_ in reach) + array.itemsize
        self._arrays.append(array)
        # Called by its interface: JPype may not call the class that implements it.
        memory = java("java.lang.foreign.MemorySegment")
        segment = memory.ofAddress(array.__array_interface__["data"][0] - before)
        return memory.reinterpret(segment, before + after, self._arena, None), before

    def array(self, values, dtype):
        """A copy as an array of Java."""
        values = np.ascontiguousarray(values, dtype=dtype)
        if not values.size:
            return jpype.JArray(jpype.JInt if values.dtype.kind == "i" else jpype.JDouble)(0)
        return self._segment(values)[0].toArray(_layout(values))

    def numbers(self, rows):
        """Rows of numbers of any type and strides; read in place if Java has the type, else copied."""
        if rows.dtype.name not in _LAYOUTS or not rows.dtype.isnative:
            rows = rows.astype(_readable(rows.dtype))
        segment, first = self._segment(rows)
        return java("data.NumericColumns").ofStrides(_layout(rows), segment, *rows.shape, first, *rows.strides)

    def bits(self, rows, threshold):
        """Packed bits: 1 above the threshold; without one, numbers must be 0 or 1."""
        counts = self.counts(rows if threshold is None else _above(rows, threshold))
        return counts if sparse.issparse(rows) else java("data.BitColumns").copyOf(counts)

    def counts(self, rows):
        """Counts: numbers, or sparse rows if the rows are."""
        if not sparse.issparse(rows):
            return self.numbers(rows)
        rows = _summed(rows)
        return java("data.SparseRows").of(
            self.array(rows.indptr, np.int32),
            self.array(rows.indices, np.int32),
            self.array(rows.data, np.float64),
            rows.shape[1],
        )

    def categories(self, rows, dictionaries=None, truncate=False):
        """Codes, or the distinct texts of each column; in the dictionaries of a model if they are given."""
        if rows.dtype.kind == "O" and not isinstance(rows.flat[0], str):
            rows = rows.astype(np.float64)
        columns = java("data.CategoryColumns")
        if rows.dtype.kind not in "OU":
            codes = [_codes(column, j, truncate) for j, column in enumerate(rows.T)]
            if dictionaries is None or not dictionaries.get(0).isNamed():
                own = [] if dictionaries is None else [dictionaries]
                return columns.of(*own, *(self.array(column, np.int32) for column in codes))
            rows = np.column_stack(codes).astype(np.int32).astype(str)
        elif dictionaries is not None and not dictionaries.get(0).isNamed():
            raise ValueError("the rows have texts, but the model was fitted to codes; whole numbers are expected")
        names, codes = zip(*(_distinct(column, j) for j, column in enumerate(rows.T)))
        as_list = java("java.util.Arrays").asList
        own = as_list(*(java("data.CategoryDictionary").of(as_list(*texts)).opened() for texts in names))
        found = columns.of(own, *(self.array(column, np.int32) for column in codes))
        return found if dictionaries is None else found.in_(dictionaries)


def _require_finite(rows):
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


def _above(rows, threshold):
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


def _summed(rows):
    """Sparse rows in which a feature occurs at most once."""
    if not rows.has_canonical_format:
        rows = rows.copy()
        rows.sum_duplicates()
    return rows


def _layout(array):
    return getattr(java("java.lang.foreign.ValueLayout"), _LAYOUTS[array.dtype.name])


def _readable(dtype):
    """The smallest type that Java reads and that has all values of another, or double."""
    wider = np.result_type(dtype, np.int8)
    return wider.newbyteorder("=") if wider.name in _LAYOUTS else np.dtype(np.float64)


def _distinct(column, feature):
    for row, value in enumerate(column):
        if not isinstance(value, str):
            raise ValueError(
                f"row {row}, feature {feature} is {value!r}; a text is expected, as in other rows, or only"
                " whole numbers"
            )
    names, codes = np.unique(column.astype(str), return_inverse=True)
    return names.tolist(), codes


def _codes(column, feature, truncate):
    fits = (column >= -(2**31)) & (column < 2**31)
    if not truncate:
        fits &= column == np.trunc(column)
    if not fits.all():
        row = int(np.argmin(fits))
        value = str(column[row]).replace("nan", "NaN")
        raise ValueError(
            f"row {row}, feature {feature} is {value}; a whole number below 2^31 is expected, or a text"
        )
    return column
