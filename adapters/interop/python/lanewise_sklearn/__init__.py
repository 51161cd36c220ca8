"""Carries classifiers between scikit-learn and Lanewise, in parameter files.

    import lanewise_sklearn
    lanewise_sklearn.dump(classifier, "classifier.safetensors")
    classifier = lanewise_sklearn.load("model.safetensors")

docs/parameter-files.md specifies the file; it holds numbers and names, no code. This package needs
numpy and scikit-learn 1.2 or later. `load` reads a file of any model; `dump` takes these fitted
classifiers:

- LinearDiscriminantAnalysis, as a linear discriminant if it has `covariance_` (solvers lsqr and
  eigen, or store_covariance=True), else as linear scores;
- QuadraticDiscriminantAnalysis, GaussianNB, BernoulliNB, MultinomialNB, ComplementNB, CategoricalNB;
- LogisticRegression, if its probabilities are the softmax of its scores;
- RidgeClassifier, LinearSVC, SGDClassifier, Perceptron: labels are theirs, but posteriors of Lanewise
  mean nothing, because these estimators have none;

and Pipelines that end in one of them, with these steps before it:

- before discriminants, GaussianNB and linear scores: StandardScaler, MinMaxScaler, MaxAbsScaler,
  RobustScaler, PCA, TruncatedSVD, Normalizer(norm="l2"), and as the first step OneHotEncoder or a
  ColumnTransformer with OneHotEncoder on categories and scalers or "passthrough" on numbers;
- before BernoulliNB: Binarizer; before CategoricalNB: OrdinalEncoder;
- as the first steps before any but CategoricalNB: CountVectorizer, TfidfVectorizer and
  TfidfTransformer. The model takes their output: rows of counts or weights, not texts.

Departures from scikit-learn: Lanewise refuses a row of zeros that is scaled to unit length, and a
category that an encoder did not meet, whatever its `handle_unknown` is. Features of a
ColumnTransformer come in its order of output, numbers before categories; columns that it drops are no
features.
"""

from .estimator import LanewiseClassifier, load
from .reader import load_parameters, scores
from .writer import dump

__all__ = ["LanewiseClassifier", "dump", "load", "load_parameters", "scores"]
