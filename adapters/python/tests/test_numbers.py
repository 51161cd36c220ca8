"""Compares the scores of every estimator with those of scikit-learn on its data sets."""

import unittest
import warnings

import numpy as np
from sklearn import discriminant_analysis, naive_bayes
from sklearn.base import clone
from sklearn.calibration import CalibratedClassifierCV
from sklearn.datasets import load_breast_cancer, load_digits, load_iris, load_wine

import lanewise

ALL = (load_iris, load_wine, load_breast_cancer, load_digits)
WITHOUT_CONSTANTS = (load_iris, load_wine, load_breast_cancer)


def of_linear(shrinkage):
    """`eigen`: on the rows of breast cancer, `svd` leaves directions out, and `lsqr` has errors of 4e-8."""
    return discriminant_analysis.LinearDiscriminantAnalysis(solver="eigen", shrinkage=shrinkage)


def of_quadratic(reg_param):
    return discriminant_analysis.QuadraticDiscriminantAnalysis(reg_param=reg_param)


# The divisor of scikit-learn changed with the parameter `solver`.
DIVISOR = {"divisor": "maximum_likelihood" if "solver" in of_quadratic(0).get_params() else "unbiased"}

CASES = [
    (lanewise.LinearDiscriminant(), of_linear(None), WITHOUT_CONSTANTS, 1e-11),
    (lanewise.LinearDiscriminant(shrinkage=0.1), of_linear(0.1), ALL, 1e-12),
    (lanewise.LinearDiscriminant(shrinkage="auto"), of_linear("auto"), ALL, 1e-11),
    (lanewise.QuadraticDiscriminant(**DIVISOR), of_quadratic(0), (load_iris, load_wine), 1e-12),
    (lanewise.QuadraticDiscriminant(regularization=0.1, **DIVISOR), of_quadratic(0.1), ALL, 1e-11),
    (lanewise.GaussianNaiveBayes(), naive_bayes.GaussianNB(), ALL, 1e-12),
    (lanewise.BernoulliNaiveBayes(threshold=2), naive_bayes.BernoulliNB(binarize=2), ALL, 1e-12),
    (lanewise.MultinomialNaiveBayes(), naive_bayes.MultinomialNB(), ALL, 1e-12),
    (lanewise.ComplementNaiveBayes(), naive_bayes.ComplementNB(), ALL, 1e-12),
    (lanewise.ComplementNaiveBayes(normalized=True), naive_bayes.ComplementNB(norm=True), ALL, 1e-12),
    (lanewise.CategoricalNaiveBayes(), naive_bayes.CategoricalNB(), (load_digits,), 1e-12),
    (lanewise.CategoricalNaiveBayes(truncate=True), naive_bayes.CategoricalNB(), ALL, 1e-12),
]


class NumbersTest(unittest.TestCase):
    def test_scores_and_labels_are_those_of_scikit_learn(self):
        for ours, theirs, loaders, tolerance in CASES:
            for loader in loaders:
                with self.subTest(ours, data=loader.__name__):
                    rows, labels = loader(return_X_y=True)
                    ours.fit(rows, labels)
                    theirs.fit(rows, labels)
                    self.assertLess(difference(ours, theirs, rows), tolerance)
                    self.assertLess(np.abs(ours.predict_proba(rows) - theirs.predict_proba(rows)).max(), tolerance)
                    np.testing.assert_array_equal(ours.predict(rows), theirs.predict(rows))


class CalibratedTest(unittest.TestCase):
    """`CalibratedClassifierCV` reads `decision_function` where there is one, each column by itself."""

    def test_calibrated_probabilities_are_those_of_scikit_learn(self):
        priors = [0.2, 0.3, 0.5]
        svd = discriminant_analysis.LinearDiscriminantAnalysis
        for ours, theirs, loaders in (
            (lanewise.GaussianNaiveBayes(), naive_bayes.GaussianNB(), WITHOUT_CONSTANTS),
            (lanewise.BernoulliNaiveBayes(threshold=2), naive_bayes.BernoulliNB(binarize=2), ALL),
            (lanewise.MultinomialNaiveBayes(), naive_bayes.MultinomialNB(), ALL),
            (lanewise.ComplementNaiveBayes(), naive_bayes.ComplementNB(), ALL),
            (lanewise.LinearDiscriminant(**DIVISOR), svd(), (load_iris, load_wine)),
            (lanewise.LinearDiscriminant(priors=priors, **DIVISOR), svd(priors=priors), (load_iris, load_wine)),
            (lanewise.LinearDiscriminant(shrinkage=0.1), of_linear(0.1), ALL),
            (lanewise.LinearDiscriminant(shrinkage="auto"), of_linear("auto"), ALL),
            (lanewise.QuadraticDiscriminant(**DIVISOR), of_quadratic(0), (load_iris, load_wine)),
            (lanewise.QuadraticDiscriminant(regularization=0.1, **DIVISOR), of_quadratic(0.1), (load_digits,)),
        ):
            for loader in loaders:
                with self.subTest(ours, data=loader.__name__):
                    rows, labels = loader(return_X_y=True)
                    found, expected = (CalibratedClassifierCV(e, cv=3).fit(rows, labels) for e in (ours, theirs))
                    np.testing.assert_allclose(found.predict_proba(rows), expected.predict_proba(rows), atol=1e-6)


class StreamTest(unittest.TestCase):
    def test_a_class_without_rows_is_never_chosen(self):
        rows, labels = load_iris(return_X_y=True)
        for ours, theirs in (
            (lanewise.GaussianNaiveBayes(), naive_bayes.GaussianNB()),
            (lanewise.GaussianNaiveBayes(priors=None), naive_bayes.GaussianNB()),
            (lanewise.BernoulliNaiveBayes(threshold=2), naive_bayes.BernoulliNB(binarize=2)),
            (lanewise.MultinomialNaiveBayes(), naive_bayes.MultinomialNB()),
            (lanewise.ComplementNaiveBayes(), naive_bayes.ComplementNB()),
            (
                lanewise.CategoricalNaiveBayes(truncate=True, min_categories=9),
                naive_bayes.CategoricalNB(min_categories=9),
            ),
        ):
            for first in (slice(0, 100), slice(50, 150), slice(50, 100), slice(0, 150)):
                with self.subTest(ours, first=first), warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    found, expected = clone(ours), clone(theirs)
                    for batch in (first, slice(0, 150)):
                        for model in (found, expected):
                            model.partial_fit(rows[batch], labels[batch], classes=[0, 1, 2])
                        np.testing.assert_allclose(
                            found.predict_proba(rows), expected.predict_proba(rows), atol=1e-6
                        )
                        if not isinstance(ours, lanewise.ComplementNaiveBayes):
                            self.assertLessEqual(set(found.predict(rows)), set(labels[first]) | set(labels[batch]))
        model = lanewise.LinearDiscriminant().partial_fit(rows[:100], labels[:100], classes=[0, 1, 2])
        self.assertEqual(set(model.predict(rows)), {0, 1})
        self.assertEqual(model.priors, "empirical")


def difference(ours, theirs, rows):
    """The largest difference of log odds against the first class, relative to the largest of the row."""
    if hasattr(theirs, "decision_function"):
        expected = theirs.decision_function(rows)
    else:
        expected = theirs.predict_joint_log_proba(rows)
    if expected.ndim == 1:
        expected = np.column_stack([np.zeros_like(expected), expected])
    expected = expected - expected[:, :1]
    found = ours.predict_joint_log_proba(rows)
    scale = np.maximum(1, np.abs(found).max(axis=1, keepdims=True))
    return (np.abs(found - found[:, :1] - expected) / scale).max()


if __name__ == "__main__":
    for ours, theirs, loaders, _ in CASES:
        for loader in loaders:
            rows, labels = loader(return_X_y=True)
            worst = difference(ours.fit(rows, labels), theirs.fit(rows, labels), rows)
            proba = np.abs(ours.predict_proba(rows) - theirs.predict_proba(rows)).max()
            print(f"{ours!r:60} {loader.__name__:20} {worst:.0e} {proba:.0e}")
