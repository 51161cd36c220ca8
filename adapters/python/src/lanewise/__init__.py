"""Generative classifiers with the interface of scikit-learn, computed by Lanewise on the JVM.

>>> from lanewise import LinearDiscriminant
>>> model = LinearDiscriminant(shrinkage=0.1).fit(X, y)
>>> model.predict_proba(X[:2]).round(2)
array([[1., 0., 0.],
       [1., 0., 0.]])
"""

from ._estimators import (
    BernoulliNaiveBayes,
    CategoricalNaiveBayes,
    ComplementNaiveBayes,
    GaussianNaiveBayes,
    LeftOut,
    LinearDiscriminant,
    LowRankDiscriminant,
    MultinomialNaiveBayes,
    PoissonNaiveBayes,
    QuadraticDiscriminant,
    RegularizedDiscriminant,
    TransformedClassifier,
)
from ._exchange import from_sklearn, to_sklearn
from ._jvm import start_jvm
from ._model import Explanations, LoadedModel, Model, load
from ._version import __version__

__all__ = [
    "BernoulliNaiveBayes",
    "CategoricalNaiveBayes",
    "ComplementNaiveBayes",
    "Explanations",
    "GaussianNaiveBayes",
    "LeftOut",
    "LinearDiscriminant",
    "LoadedModel",
    "LowRankDiscriminant",
    "Model",
    "MultinomialNaiveBayes",
    "PoissonNaiveBayes",
    "QuadraticDiscriminant",
    "RegularizedDiscriminant",
    "TransformedClassifier",
    "__version__",
    "from_sklearn",
    "load",
    "start_jvm",
    "to_sklearn",
]
