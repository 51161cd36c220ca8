"""Writes parameter files of classifiers of every kind: python3 write_examples.py FOLDER."""

import os
import sys
import warnings

import numpy as np
from sklearn.compose import ColumnTransformer
from sklearn.datasets import load_digits, load_wine
from sklearn.decomposition import PCA, TruncatedSVD
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import BernoulliNB, CategoricalNB, ComplementNB, GaussianNB, MultinomialNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import Normalizer, OneHotEncoder, OrdinalEncoder, StandardScaler
from sklearn.svm import LinearSVC

from lanewise_sklearn import dump


def examples():
    """Fitted classifiers by name; the name begins with the outermost kind of the file."""
    wine, digits = load_wine(return_X_y=True), load_digits(return_X_y=True)
    random = np.random.default_rng(0)
    y = np.arange(240) % 3
    names = np.array(["ham", "späm", "x y"])[y]
    far = random.normal(size=(240, 5)) + y[:, None] * [1, 2, 0, -1, 0.5] + 1e6
    parts = ["buy cheap pills now", "meeting at noon please", "lunch with the family today"]
    words = np.array(["alpha", "beta", "gamma", "delta", "\U0001d4b3\U0001d4b3", "\uffe0\uffe1"])
    texts = [f"{parts[c]} {' '.join(words[random.integers(0, 6, 4)])}" for c in y]
    mixed = np.empty((240, 4), dtype=object)
    mixed[:, 0], mixed[:, 1] = far[:, 0] - 1e6, far[:, 1] - 1e6
    mixed[:, 2] = np.array(["red", "green", "blue"])[(y + random.integers(0, 2, 240)) % 3]
    mixed[:, 3] = random.integers(0, 4, 240) * 2

    def columns(drop):
        encoder = OneHotEncoder(drop=drop)
        return ColumnTransformer([("n", StandardScaler(), [0, 1]), ("c", encoder, [2, 3])], sparse_threshold=0)

    def lsqr():
        return LinearDiscriminantAnalysis(solver="lsqr", shrinkage=0.1)

    word = r"\S+"
    return {
        "linear-discriminant": lsqr().fit(*wine),
        "quadratic-discriminant": QuadraticDiscriminantAnalysis().fit(*wine),
        "quadratic-discriminant-digits": QuadraticDiscriminantAnalysis(reg_param=0.1).fit(*digits),
        "gaussian-naive-bayes": GaussianNB().fit(far, names),
        "bernoulli-naive-bayes": BernoulliNB(binarize=7).fit(*digits),
        "bernoulli-naive-bayes-words": make_pipeline(CountVectorizer(token_pattern=word), BernoulliNB()).fit(texts, y),
        "multinomial-naive-bayes": MultinomialNB().fit(*digits),
        "multinomial-naive-bayes-words": make_pipeline(TfidfVectorizer(token_pattern=word), MultinomialNB()).fit(texts, y),
        "multinomial-naive-bayes-absent": MultinomialNB().partial_fit(far - 9e5, y, classes=np.arange(4)),
        "complement-naive-bayes": ComplementNB().fit(*digits),
        "complement-naive-bayes-normalized": ComplementNB(norm=True).fit(*digits),
        "categorical-naive-bayes": CategoricalNB().fit(digits[0].astype(int), digits[1]),
        "categorical-naive-bayes-names": make_pipeline(OrdinalEncoder(), CategoricalNB()).fit(mixed[:, 2:], names),
        "categorical-naive-bayes-impossible": CategoricalNB(alpha=0, force_alpha=True).fit(
            np.stack([y, random.integers(0, 4, 240)], axis=1), names
        ),
        "transformed-scaled": make_pipeline(StandardScaler(), lsqr()).fit(far, names),
        "transformed-pca": make_pipeline(
            StandardScaler(), PCA(5, whiten=True), QuadraticDiscriminantAnalysis()
        ).fit(*wine),
        "transformed-unit": make_pipeline(StandardScaler(), Normalizer(), GaussianNB()).fit(*wine),
        "transformed-linear": make_pipeline(StandardScaler(), LinearDiscriminantAnalysis()).fit(far, names),
        "transformed-linear-words": make_pipeline(
            TfidfVectorizer(token_pattern=word), TruncatedSVD(4), Normalizer(), LinearDiscriminantAnalysis()
        ).fit(texts, names),
        "linear": LinearDiscriminantAnalysis().fit(*wine),
        "linear-logistic": make_pipeline(StandardScaler(), LogisticRegression()).fit(*digits),
        "linear-two": LogisticRegression().fit(far - 1e6, y > 0),
        "linear-words": make_pipeline(TfidfVectorizer(token_pattern=word), LinearSVC()).fit(texts, names),
        "indicators": make_pipeline(columns("first"), lsqr()).fit(mixed, names),
        "indicators-linear": make_pipeline(columns(None), LogisticRegression()).fit(mixed, names),
        "indicators-alone": make_pipeline(OneHotEncoder(), LogisticRegression()).fit(mixed[:, 2:], names),
    }


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    for name, estimator in examples().items():
        dump(estimator, os.path.join(sys.argv[1], f"{name}.safetensors"))
