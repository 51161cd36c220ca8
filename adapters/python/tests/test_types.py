"""Checks the types of the package, and of a program that uses it, with mypy."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import lanewise

PROJECT = Path(__file__).parents[1] / "pyproject.toml"
PROGRAM = """
import numpy as np
from numpy.typing import NDArray
import lanewise

def labels(path: str, rows: NDArray[np.float32]) -> NDArray[np.float64]:
    model = lanewise.load(path)
    model.save("copy.onnx")
    return model.predict_proba(rows)

model = lanewise.LinearDiscriminant(shrinkage=0.1, priors=[0.5, 0.5], n_jobs=2)
model.fit([[1.0], [2.0], [2.5]], [0, 1, 1], typicality=True)
why: lanewise.Explanations = model.explain([[1.5]])
wrong: int = why.contributions
lanewise.QuadraticDiscriminant(shrinkage=[1])
error: str = model.leave_one_out([[1.0], [2.0]], [0, 1]).error_rate
"""


class TypesTest(unittest.TestCase):
    def mypy(self, *arguments):
        with tempfile.TemporaryDirectory() as cache:
            folder = str(Path(lanewise.__file__).parents[1])
            command = [sys.executable, "-m", "mypy", "--cache-dir", cache, *arguments]
            said = subprocess.run(command, env={**os.environ, "MYPYPATH": folder}, capture_output=True, text=True)
        return said.stdout + said.stderr

    def test_the_package_is_strictly_typed(self):
        self.assertRegex(self.mypy("--config-file", str(PROJECT)), r"^Success: no issues found in \d+ source files")

    def test_a_program_gets_the_types_of_what_it_calls(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "program.py")
            Path(path).write_text(PROGRAM)
            said = self.mypy("--config-file=", "--strict", "--follow-imports=silent", path)
        wrong = [int(line.split(":")[1]) for line in said.splitlines() if ": error: " in line]
        self.assertEqual(wrong, [14, 15, 16], said)


if __name__ == "__main__":
    unittest.main()
