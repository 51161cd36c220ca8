"""Runs the Python of docs/python.md, and the example of each public class and method."""

import contextlib
import doctest
import inspect
import io
import os
import re
import tempfile
import unittest
import warnings
from pathlib import Path

import numpy as np
import sklearn.naive_bayes
from sklearn.datasets import load_iris

import lanewise

PAGES = [Path(__file__).parents[3] / "docs" / "python.md", Path(__file__).parents[1] / "README.md"]


class DocumentationTest(unittest.TestCase):
    def test_the_examples_run(self):
        texts = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
        blocks = re.findall(r"^```python\n(.*?)^```$", texts, re.DOTALL | re.MULTILINE)
        self.assertGreater(len(blocks), 1)
        before = os.getcwd()
        with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            os.chdir(folder)
            try:
                for block in blocks:
                    with contextlib.redirect_stdout(io.StringIO()):
                        exec(block, {})
            finally:
                os.chdir(before)


class DocstringsTest(unittest.TestCase):
    def test_each_has_an_example_that_runs(self):
        X, y = load_iris(return_X_y=True)
        before = os.getcwd()
        with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            os.chdir(folder)
            try:
                for name, documented in public():
                    model = lanewise.LinearDiscriminant().fit(X, y, unknown=True)
                    names = {**vars(lanewise), "np": np, "sklearn": sklearn, "lanewise": lanewise}
                    with self.subTest(name):
                        test = doctest.DocTestParser().get_doctest(
                            inspect.getdoc(documented), {**names, "X": X, "y": y, "model": model}, name, None, None
                        )
                        self.assertTrue(test.examples)
                        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
                        said = []
                        runner.run(test, out=said.append)
                        self.assertEqual(runner.failures, 0, "".join(said))
            finally:
                os.chdir(before)


def public():
    """The public functions and classes, and the methods that they have of their own, each once."""
    found = {}
    for name in lanewise.__all__:
        value = getattr(lanewise, name)
        if inspect.isfunction(value):
            found[value] = name
        elif inspect.isclass(value) and issubclass(value, lanewise.Model):
            if value is not lanewise.Model:
                found[value] = name
            for kind in filter(lambda kind: kind.__module__.startswith("lanewise"), inspect.getmro(value)):
                for method in vars(kind):
                    one = inspect.unwrap(inspect.getattr_static(kind, method))
                    one = getattr(one, "fn", one)  # of `available_if`
                    if inspect.isfunction(one) and method[0] != "_":
                        found.setdefault(one, f"{kind.__name__}.{method}")
    return [("lanewise", lanewise), *((name, value) for value, name in found.items())]
