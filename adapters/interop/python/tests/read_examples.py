"""Scores the test rows of parameter files with `load`: python3 read_examples.py FOLDER.

Each line has the name of a file, the label of a row, and the log joints and posteriors of its classes in the
order of the file.
"""

import glob
import os
import sys
import warnings

import numpy as np

from lanewise_sklearn import load, load_parameters
from lanewise_sklearn.reader import _Claims


def given(parameters, rows):
    """Test rows as users have them: categories that have names by name."""
    if not any(isinstance(kind, list) for kind in parameters.kinds):
        return rows
    given = np.array(rows, dtype=object)
    for j, kind in enumerate(parameters.kinds):
        if isinstance(kind, list):
            given[:, j] = [kind[int(code)] for code in rows[:, j]]
    return given


if __name__ == "__main__":
    warnings.simplefilter("error")
    warnings.filterwarnings("ignore", "X does not have valid feature names")
    for path in sorted(glob.glob(os.path.join(sys.argv[1], "*.safetensors"))):
        description, tensors = load_parameters(path)
        classifier = load(path)
        rows = given(classifier.parameters, _Claims(description, tensors, os.path.getsize(path)).test_rows())
        order = classifier.classes_.searchsorted(classifier.parameters.labels)
        joints, posteriors = classifier.predict_joint_log_proba(rows), classifier.predict_proba(rows)
        for label, joint, posterior in zip(classifier.predict(rows), joints[:, order], posteriors[:, order]):
            name = os.path.basename(path).removesuffix(".safetensors")
            print(name, label, *map(float, joint), *map(float, posterior), sep="\t")
