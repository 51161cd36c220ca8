"""Generative classifiers with the interface of scikit-learn, computed by Lanewise on the JVM.

    from lanewise import LinearDiscriminant
    model = LinearDiscriminant(shrinkage=0.1).fit(X, y)
    model.predict_proba(X_new)
"""

from ._estimators import (
    BernoulliNaiveBayes,
    CategoricalNaiveBayes,
    ComplementNaiveBayes,
    GaussianNaiveBayes,
    LinearDiscriminant,
    MultinomialNaiveBayes,
    PoissonNaiveBayes,
    QuadraticDiscriminant,
    RegularizedDiscriminant,
)
from ._jvm import start_jvm
from ._model import Model, load

__all__ = [
    "BernoulliNaiveBayes",
    "CategoricalNaiveBayes",
    "ComplementNaiveBayes",
    "GaussianNaiveBayes",
    "LinearDiscriminant",
    "Model",
    "MultinomialNaiveBayes",
    "PoissonNaiveBayes",
    "QuadraticDiscriminant",
    "RegularizedDiscriminant",
    "load",
    "start_jvm",
]
