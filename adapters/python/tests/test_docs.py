"""Runs the Python of docs/python.md."""

import os
import re
import tempfile
import unittest
import warnings
from pathlib import Path

PAGE = Path(__file__).parents[3] / "docs" / "python.md"


class DocumentationTest(unittest.TestCase):
    def test_the_examples_run(self):
        blocks = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
        self.assertTrue(blocks)
        before = os.getcwd()
        with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            os.chdir(folder)
            try:
                for block in blocks:
                    exec(block, {})
            finally:
                os.chdir(before)
