"""Models from scikit-learn and back, through parameter files: docs/interop.md."""

from __future__ import annotations

import os
import tempfile
from typing import Any

from ._model import LoadedModel, Model, load


def from_sklearn(classifier: Any) -> LoadedModel:
    """The model of a fitted classifier of scikit-learn, or of a Pipeline that ends in one.

    `lanewise_sklearn`, which comes with this package, names those that it takes.

    >>> theirs = sklearn.naive_bayes.GaussianNB().fit(X, y)
    >>> bool((lanewise.from_sklearn(theirs).predict(X) == theirs.predict(X)).all())
    True
    """
    import lanewise_sklearn

    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.safetensors")
        lanewise_sklearn.dump(classifier, path)
        return load(path)


def to_sklearn(model: Model) -> Any:
    """A fitted classifier that needs numpy and scikit-learn only, and no JVM where it is unpickled.

    >>> lanewise.to_sklearn(model).predict(X[:1])
    array([0])
    """
    import lanewise_sklearn

    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.safetensors")
        model.save(path)
        return lanewise_sklearn.load(path)
