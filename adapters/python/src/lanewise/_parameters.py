"""Checks of parameters, with sentences instead of the overloads that JPype would list."""

from __future__ import annotations

import math
import reprlib
from numbers import Integral, Real
from typing import Any, Callable, Dict, List

import numpy as np


class ParameterError(ValueError, TypeError):
    """A parameter has a wrong type or value. It is an error of both kinds, as in scikit-learn."""


def refused(parameter: str, value: Any, expected: str) -> ParameterError:
    return ParameterError(f"{parameter} is {reprlib.repr(value)}; {expected} is expected")


def number(parameter: str, value: Any, expected: str = "a number") -> float:
    """A finite number as a float. A bool is no number."""
    try:
        if isinstance(value, Real) and not isinstance(value, bool) and math.isfinite(value):
            return float(value)
    except OverflowError:
        pass
    raise refused(parameter, value, expected)


def whole(parameter: str, value: Any, expected: str = "a whole number") -> int:
    """A whole number of 32 bits. A bool is no number."""
    if isinstance(value, Integral) and not isinstance(value, bool) and abs(int(value)) < 2**31:
        return int(value)
    raise refused(parameter, value, expected)


def numbers(parameter: str, values: Any, expected: str, check: Callable[[str, Any], float] = number) -> List[float]:
    """The numbers of a list, tuple, array or Series."""
    scalar = not hasattr(values, "__len__") or getattr(values, "shape", None) == ()
    if scalar or not len(values) or isinstance(values, (str, bytes, dict, set, frozenset)):
        raise refused(parameter, values, expected)
    return [check(f"{parameter}[{i}]", value) for i, value in enumerate(values)]


def number_or_numbers(parameter: str, values: Any, expected: str, check: Callable[..., float] = number) -> List[float]:
    """A single number, or the numbers of a list."""
    if isinstance(values, Real):
        return [check(parameter, values, expected)]
    return numbers(parameter, values, expected, check)


def flag(parameter: str, value: Any) -> bool:
    """True or False, also those of numpy."""
    if not isinstance(value, (bool, np.bool_)):
        raise refused(parameter, value, "True or False")
    return bool(value)


def choice(parameter: str, value: Any, choices: Dict[str, Any]) -> Any:
    """The entry of a text in a dict."""
    if not isinstance(value, str) or value not in choices:
        raise refused(parameter, value, f"one of {', '.join(map(repr, choices))}")
    return choices[value]
