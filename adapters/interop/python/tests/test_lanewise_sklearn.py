"""Tests of lanewise_sklearn: PYTHONPATH=.. python3 -m unittest, in this folder."""

import json
import os
import pickle
import struct
import tempfile
import unittest
import warnings

import numpy as np
from scipy import sparse
from sklearn.base import clone
from sklearn.calibration import CalibratedClassifierCV
from sklearn.compose import ColumnTransformer
from sklearn.datasets import load_breast_cancer, load_digits, load_iris, load_wine
from sklearn.decomposition import PCA, TruncatedSVD
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.ensemble import RandomForestClassifier, StackingClassifier, VotingClassifier
from sklearn.feature_extraction.text import CountVectorizer, TfidfTransformer, TfidfVectorizer
from sklearn.impute import SimpleImputer
from sklearn.linear_model import (
    LogisticRegression,
    Perceptron,
    RidgeClassifier,
    RidgeClassifierCV,
    SGDClassifier,
)
from sklearn.metrics import get_scorer
from sklearn.multiclass import OneVsRestClassifier
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.naive_bayes import BernoulliNB, CategoricalNB, ComplementNB, GaussianNB, MultinomialNB
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import (
    Binarizer,
    KBinsDiscretizer,
    MaxAbsScaler,
    MinMaxScaler,
    Normalizer,
    OneHotEncoder,
    OrdinalEncoder,
    RobustScaler,
    StandardScaler,
)
from sklearn.svm import SVC, LinearSVC
from sklearn.utils import estimator_checks
from sklearn.utils.validation import check_is_fitted

from lanewise_sklearn import LanewiseClassifier, dump, load, load_parameters, reader, scores, writer

try:
    import pandas
except ImportError:
    pandas = None
try:
    from sklearn.frozen import FrozenEstimator
except ImportError:  # before scikit-learn 1.6
    FrozenEstimator = None

LDA, QDA = LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
SETS = {"iris": load_iris, "wine": load_wine, "digits": load_digits, "cancer": load_breast_cancer}
RANDOM = np.random.default_rng(58)


def data(name):
    return SETS[name](return_X_y=True)


def kinds(description):
    kind = [description["kind"]]
    return kind + kinds(description["model"]) if "model" in description else kind


def joint(estimator, rows):
    """The scores of a classifier, by its public methods where they are exact."""
    *steps, final = [step for _, step in estimator.steps] if isinstance(estimator, Pipeline) else [estimator]
    for step in steps:
        rows = step.transform(rows)
    if isinstance(final, QDA):
        return final._decision_function(rows)
    if hasattr(final, "predict_joint_log_proba"):
        return final.predict_joint_log_proba(rows)
    decision = final.decision_function(rows)
    return decision if decision.ndim == 2 else np.stack([0 * decision, decision], axis=1)


class FileTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = os.path.join(self.folder.name, "m.safetensors")
        warnings.simplefilter("ignore")
        self.addCleanup(warnings.resetwarnings)

    def written(self, estimator, X_check=None):
        dump(estimator, self.path, X_check)
        self.assertEqual(os.listdir(self.folder.name), ["m.safetensors"])
        return load_parameters(self.path)

    def loaded(self, estimator, X_check=None):
        dump(estimator, self.path, X_check)
        return load(self.path)

    def assert_labels(self, estimator, X, rows=None):
        """The classifier of the file labels rows as the estimator does."""
        labels = load(self.path).predict(X if rows is None else rows)
        np.testing.assert_array_equal(labels.astype(str), estimator.predict(X).astype(str))

    def assert_same(self, estimator, X, kind, rows=None, tolerance=1e-12):
        """Rows score in numpy by the file as in scikit-learn, up to a constant for each row."""
        description, tensors = self.written(estimator)
        self.assertEqual(kinds(description), kind.split("/"))
        expected = joint(estimator, X)
        found = scores(description, tensors, X if rows is None else rows)
        scale = np.maximum(1, np.abs(expected).max(axis=1))
        if "linear" in kind:  # scores near 0 are differences of large terms
            scale = scale.max()
        shift = (found - expected)[:, :1]
        self.assertLess((np.abs(found - expected - shift).max(axis=1) / scale).max(), tolerance)
        self.assert_labels(estimator, X)
        return description, tensors

    def refused(self, estimator, sentence, X_check=None):
        with open(self.path, "wb") as file:
            file.write(b"as before")
        with self.assertRaisesRegex(ValueError, sentence) as caught:
            dump(estimator, self.path, X_check)
        self.assertNotIn("\n", str(caught.exception))
        self.assertEqual(os.listdir(self.folder.name), ["m.safetensors"])
        with open(self.path, "rb") as file:
            self.assertEqual(file.read(), b"as before")


class ClassifiersTest(FileTest):
    def test_linear_discriminants_with_covariance_are_linear_discriminants(self):
        for name in ("iris", "wine"):
            X, y = data(name)
            for options in (
                {"solver": "lsqr"},
                {"solver": "lsqr", "shrinkage": 0.2},
                {"solver": "eigen"},
                {"solver": "eigen", "shrinkage": 0.3, "priors": [0.2, 0.3, 0.5]},
            ):
                with self.subTest(name=name, **options):
                    # Far from the means posteriors of scikit-learn have fewer digits.
                    self.assert_same(LDA(**options).fit(X, y), X, "linear-discriminant", tolerance=1e-10)

    def test_linear_discriminants_of_solver_svd_are_linear_scores(self):
        for name in SETS:
            X, y = data(name)
            with self.subTest(name=name):
                self.assert_same(LDA().fit(X, y), X, "linear")

    def test_a_covariance_that_does_not_give_the_posteriors_is_replaced_with_a_warning(self):
        X, y = data("digits")
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            description, _ = self.written(LDA(solver="lsqr").fit(X, y))
        self.assertEqual(description["kind"], "linear")
        texts = [str(warning.message) for warning in caught]
        self.assertEqual(len(texts), 1)
        self.assertIn("without densities and typicality", texts[0])
        self.assertIn("a covariance is singular", texts[0])

    def test_quadratic_discriminants(self):
        for name, options in (("iris", {}), ("wine", {"priors": [0.1, 0.2, 0.7]}), ("cancer", {"reg_param": 0.01}),
                              ("digits", {"reg_param": 0.1})):  # fmt: skip
            X, y = data(name)
            with self.subTest(name=name):
                self.assert_same(QDA(**options).fit(X, y), X, "quadratic-discriminant", tolerance=1e-11)

    def test_gaussian_naive_bayes(self):
        for name in SETS:
            X, y = data(name)
            for estimator in (GaussianNB(), GaussianNB(priors=np.full(len(set(y)), 1 / len(set(y))))):
                with self.subTest(name=name, estimator=estimator):
                    self.assert_same(estimator.fit(X, y), X, "gaussian-naive-bayes")

    def test_bernoulli_naive_bayes_notes_its_threshold(self):
        X, y = data("digits")
        for threshold in (0.0, 7.5):
            description, _ = self.assert_same(
                BernoulliNB(binarize=threshold, alpha=0.5).fit(X, y), X, "bernoulli-naive-bayes",
                (X > threshold).astype(float),
            )
            self.assertEqual(description["notes"], {"binarize": str(threshold)})
        bits = (X > 3).astype(float)
        description, _ = self.assert_same(BernoulliNB(binarize=None).fit(bits, y), bits, "bernoulli-naive-bayes")
        self.assertNotIn("notes", description)

    def test_multinomial_and_complement_naive_bayes(self):
        X, y = data("digits")
        alphas = np.linspace(0.1, 2, X.shape[1])
        for estimator in (MultinomialNB(), MultinomialNB(alpha=alphas), MultinomialNB(fit_prior=False),
                          MultinomialNB(class_prior=np.arange(1.0, 11))):  # fmt: skip
            self.assert_same(estimator.fit(X, y), X, "multinomial-naive-bayes")
        for estimator in (ComplementNB(), ComplementNB(norm=True), ComplementNB(alpha=alphas)):
            self.assert_same(estimator.fit(X, y), X, "complement-naive-bayes")

    def test_small_alphas_are_those_that_scikit_learn_uses(self):
        X, y = data("digits")
        X = X + 1
        for alpha, forced in ((0, False), (1e-12, False), (1e-12, True)):
            estimator = MultinomialNB(alpha=alpha, force_alpha=forced).fit(X, y)
            self.assert_same(estimator, X, "multinomial-naive-bayes")

    def test_categorical_naive_bayes(self):
        X, y = data("digits")
        X = X.astype(int)
        self.assert_same(CategoricalNB().fit(X, y), X, "categorical-naive-bayes")
        description, tensors = self.assert_same(
            CategoricalNB(alpha=0.3, min_categories=20).fit(X, y), X, "categorical-naive-bayes"
        )
        self.assertEqual(description["categories"], [20] * 64)
        np.testing.assert_array_equal(tensors["alphas"], np.full(64, 0.3))

    def test_categories_of_probability_0_are_impossible(self):
        y = np.arange(60) % 3
        X = np.stack([y, RANDOM.integers(0, 4, 60)], axis=1)
        estimator = CategoricalNB(alpha=0, force_alpha=True).fit(X, y)
        _, tensors = self.written(estimator)
        self.assertTrue(np.isneginf(tensors["check.log_joint"]).any())

    def test_logistic_regression(self):
        for name in SETS:
            X, y = data(name)
            with self.subTest(name=name):
                self.assert_same(LogisticRegression(max_iter=10).fit(X, y), X, "linear")
        self.assert_same(LogisticRegression(fit_intercept=False, max_iter=10).fit(X, y), X, "linear")

    def test_a_multinomial_regression_of_two_classes_keeps_its_posteriors(self):
        X, y = data("cancer")
        try:
            estimator = LogisticRegression(multi_class="multinomial", max_iter=10).fit(X, y)
        except TypeError:
            self.skipTest("this version has no multi_class")
        np.testing.assert_allclose(self.loaded(estimator).predict_proba(X), estimator.predict_proba(X), atol=1e-12)

    def test_linear_classifiers_without_posteriors(self):
        for name in ("iris", "cancer"):
            X, y = data(name)
            for estimator in (RidgeClassifier(), RidgeClassifierCV(), LinearSVC(), SGDClassifier(random_state=0), Perceptron(),
                              LinearSVC(fit_intercept=False)):  # fmt: skip
                with self.subTest(name=name, estimator=estimator):
                    self.assert_same(estimator.fit(X, y), X, "linear")
        estimator = LogisticRegression(max_iter=10).fit(X, y).sparsify()
        self.assertEqual(self.written(estimator)[0]["kind"], "linear")
        self.assert_same(SGDClassifier(loss="log_loss", random_state=0).fit(X, y), X, "linear")

    def test_one_class(self):
        X, y = abs(RANDOM.normal(size=(50, 4))), np.zeros(50, dtype=int)
        self.assert_same(GaussianNB().fit(X, y), X, "gaussian-naive-bayes")
        self.assert_same(MultinomialNB().fit(X, y), X, "multinomial-naive-bayes")

    def test_many_classes(self):
        X, y = RANDOM.normal(size=(3000, 12)), np.arange(3000) % 300
        X = X + 5 * RANDOM.normal(size=(300, 12))[y]
        self.assert_same(LDA().fit(X, y), X, "linear")
        self.assert_same(LDA(solver="lsqr").fit(X, y), X, "linear-discriminant", tolerance=1e-11)
        _, tensors = self.assert_same(GaussianNB().fit(X, y), X, "gaussian-naive-bayes")
        self.assertGreater(len(set(tensors["check.log_joint"].argmax(axis=1))), 60)

    def test_rows_far_from_0(self):
        y = np.arange(300) % 3
        X = RANDOM.normal(size=(300, 5)) + y[:, None] * [1, 2, 0, -1, 0.5] + 1e6
        self.assert_same(GaussianNB().fit(X, y), X, "gaussian-naive-bayes")
        self.assert_same(QDA().fit(X, y), X, "quadratic-discriminant")
        self.assertEqual(self.written(LDA().fit(X, y))[0]["kind"], "linear")
        self.assertEqual(self.written(LDA(solver="lsqr").fit(X, y))[0]["kind"], "linear")
        scaled = make_pipeline(StandardScaler(), LDA(solver="lsqr")).fit(X, y)
        self.assert_same(scaled, X, "transformed/linear-discriminant")
        for final in (LDA(), LogisticRegression()):
            self.assert_same(make_pipeline(StandardScaler(), final).fit(X, y), X, "transformed/linear")

    def test_parameters_of_float32_become_doubles(self):
        X, y = data("iris")
        for estimator, kind in ((LDA(), "linear"), (GaussianNB(), "gaussian-naive-bayes"),
                                (LogisticRegression(max_iter=10), "linear"), (LinearSVC(), "linear")):  # fmt: skip
            description, _ = self.written(estimator.fit(X.astype(np.float32), y), X.astype(np.float32))
            self.assertEqual(description["kind"], kind)
        estimator = make_pipeline(StandardScaler(), PCA(3, whiten=True), GaussianNB()).fit(X.astype(np.float32), y)
        theta = estimator[-1].theta_.dtype
        self.written(estimator, X)
        self.assertEqual(estimator[-1].theta_.dtype, theta)

    def test_partial_fit_with_a_class_without_rows(self):
        X, y = data("digits")
        estimator = MultinomialNB().partial_fit(X[y < 9], y[y < 9], classes=np.arange(10))
        self.assertEqual(self.written(estimator)[1]["priors"][9], 0)
        self.assert_labels(estimator, X)


class NamesTest(FileTest):
    def test_classes_are_texts(self):
        X, y = data("iris")
        for labels, names in (
            (y, ["0", "1", "2"]),
            (y - 1, ["-1", "0", "1"]),
            (y.astype(float), ["0", "1", "2"]),
            (np.array(["sétosa", "b", "c d"])[y], ["b", "c d", "sétosa"]),
            (np.array(["b", "a", "c"], dtype=object)[y], ["a", "b", "c"]),
            (y > 0, ["False", "True"]),
        ):
            self.assertEqual(self.written(GaussianNB().fit(X, labels))[0]["classes"], names)

    def test_features_without_names_are_a_number(self):
        self.assertEqual(self.written(GaussianNB().fit(*data("iris")))[0]["features"], 4)

    @unittest.skipUnless(pandas, "pandas is not installed")
    def test_features_have_the_names_of_columns(self):
        X, y = data("iris")
        names = ["sepal length", "größe", "c", "d"]
        table = pandas.DataFrame(X, columns=names)
        for estimator in (LDA(), GaussianNB(), make_pipeline(StandardScaler(), PCA(2), QDA()),
                          make_pipeline(Normalizer(), LDA())):  # fmt: skip
            estimator.fit(table, y)
            self.assertEqual(self.written(estimator)[0]["features"], names)
            self.assertEqual(self.written(estimator, table[names[::-1]])[0]["features"], names)


class PipelinesTest(FileTest):
    def test_affine_steps_are_folded_into_linear_scores(self):
        X, y = data("wine")
        for steps in (
            [StandardScaler()],
            [StandardScaler(with_mean=False)],
            [StandardScaler(with_std=False)],
            [MinMaxScaler(feature_range=(-1, 3))],
            [MaxAbsScaler()],
            [RobustScaler()],
            [StandardScaler(), PCA(5)],
            [StandardScaler(), PCA(5, whiten=True), MinMaxScaler()],
            ["passthrough", TruncatedSVD(4)],
            [make_pipeline(StandardScaler(), PCA(5))],
        ):
            for final in (LDA(), LogisticRegression(), LinearSVC()):
                with self.subTest(steps=steps, final=final):
                    estimator = make_pipeline(*steps, final).fit(X, y)
                    self.assertEqual(kinds(self.written(estimator)[0]), ["linear"])
                    self.assert_labels(estimator, X)

    def test_steps_before_other_normal_models_are_steps(self):
        X, y = data("wine")
        for steps, names in (
            ([StandardScaler()], ["standardization"]),
            ([MinMaxScaler()], ["standardization"]),
            ([StandardScaler(), PCA(5, whiten=True)], ["standardization", "standardization", "linear"]),
            ([StandardScaler(), Normalizer()], ["standardization", "unit-length"]),
            ([TruncatedSVD(4)], ["linear"]),
        ):
            for final, kind in ((GaussianNB(), "gaussian-naive-bayes"), (QDA(), "quadratic-discriminant"),
                                (LDA(solver="lsqr", shrinkage=0.01), "linear-discriminant")):  # fmt: skip
                with self.subTest(steps=steps, final=final):
                    estimator = make_pipeline(*steps, final).fit(X, y)
                    description, _ = self.assert_same(estimator, X, "transformed/" + kind, tolerance=1e-10)
                    self.assertEqual([step["kind"] for step in description["steps"]], names)

    def test_unit_length_stays_a_step_before_linear_scores(self):
        X, y = data("digits")
        for final in (LDA(), LogisticRegression(), LinearSVC()):
            estimator = make_pipeline(StandardScaler(), PCA(20), Normalizer(), StandardScaler(), final).fit(X, y)
            _, tensors = self.assert_same(estimator, X, "transformed/linear")
            self.assertEqual(len(set(tensors["check.log_joint"].argmax(axis=1))), 10)

    def test_a_binarizer_is_a_threshold(self):
        X, y = data("digits")
        estimator = make_pipeline(Binarizer(threshold=7), BernoulliNB()).fit(X, y)
        rows = (X > 7).astype(float)
        description, _ = self.assert_same(estimator, X, "bernoulli-naive-bayes", rows)
        self.assertEqual(description["notes"], {"binarize": "7.0"})

    def test_an_ordinal_encoder_names_categories(self):
        y = np.arange(90) % 3
        colours = np.array(["red", "green", "blue"])[(y + RANDOM.integers(0, 2, 90)) % 3]
        sizes = RANDOM.integers(0, 3, 90) * 0.5
        X = np.array([colours, sizes], dtype=object).T
        estimator = make_pipeline(OrdinalEncoder(), CategoricalNB()).fit(X, y)
        rows = estimator[0].transform(X)
        description, _ = self.assert_same(estimator, X, "categorical-naive-bayes", rows)
        self.assertEqual(description["categories"], [["blue", "green", "red"], ["0", "0.5", "1"]])
        self.written(estimator, X)


class TextTest(FileTest):
    def setUp(self):
        super().setUp()
        kinds = ["buy cheap pills now", "meeting at noon please bring the report", "lunch with family today"]
        fill = np.array(["alpha", "beta", "gamma", "delta", "omega"])
        random = np.random.default_rng(3)
        self.texts = [f"{kinds[i % 3]} {' '.join(fill[random.integers(0, 5, 4)])}" for i in range(90)]
        self.y = np.array(["spam", "work", "home"])[np.arange(90) % 3]

    def test_a_model_after_a_vectorizer_takes_its_output_by_word(self):
        for vectorizer in (CountVectorizer(), CountVectorizer(ngram_range=(1, 2), binary=True), TfidfVectorizer(),
                           make_pipeline(CountVectorizer(), TfidfTransformer(use_idf=False))):  # fmt: skip
            for final in (MultinomialNB(), ComplementNB(norm=True), BernoulliNB(), LogisticRegression(),
                          LinearSVC(), make_pipeline(TruncatedSVD(4), Normalizer(), LDA())):  # fmt: skip
                with self.subTest(vectorizer=vectorizer, final=final):
                    estimator = make_pipeline(vectorizer, final).fit(self.texts, self.y)
                    rows = estimator[0].transform(self.texts)
                    description, tensors = self.written(estimator)
                    self.assertEqual(description["vocabulary"], True)
                    self.assertIn("cheap", description["features"])
                    self.assert_labels(estimator, self.texts, rows)
                    self.assertEqual(len(set(tensors["check.log_joint"].argmax(axis=1))), 3)
                    self.written(estimator, rows)

    def test_rows_that_are_mostly_zeros_are_compressed(self):
        texts = self.texts + [" ".join(f"w{i}" for i in range(200))]
        estimator = make_pipeline(TfidfVectorizer(), MultinomialNB()).fit(texts, [*self.y, "work"])
        self.assertIn("check.indptr", self.written(estimator)[1])

    def test_rows_of_many_words_meet_every_class(self):
        words = np.array([f"w{i}" for i in range(4000)])
        numbers = (RANDOM.pareto(1, (600, 40)) * 50 + np.arange(600)[:, None] % 12 * 100).astype(int) % 4000
        texts = [" ".join(row) for row in words[numbers]]
        for final in (MultinomialNB(), SGDClassifier(random_state=0), RidgeClassifier()):
            estimator = make_pipeline(TfidfVectorizer(), final).fit(texts, np.arange(600) % 12)
            _, tensors = self.written(estimator)
            self.assertEqual(len(set(tensors["check.log_joint"].argmax(axis=1))), 12)

    def test_words_ascend_by_utf_16_code_unit(self):
        words = ["now", "\uffe0\uffe1", "report", "\U0001d4b3\U0001d4b3", "cheap", "lunch", "family"]
        texts = [f"{text} {words[i % 4]}" for i, text in enumerate(self.texts)]
        for final in (MultinomialNB(), BernoulliNB(), LogisticRegression(), LinearSVC(),
                      make_pipeline(StandardScaler(with_mean=False), Normalizer(), LogisticRegression())):  # fmt: skip
            vectorizer = CountVectorizer(vocabulary=words, token_pattern=r"\S+")
            estimator = make_pipeline(vectorizer, final).fit(texts, self.y)
            found = self.loaded(estimator, estimator[0].transform(texts)).words_
            self.assertEqual(found, ["cheap", "family", "lunch", "now", "report", words[3], words[1]])
            rows = CountVectorizer(vocabulary=found, token_pattern=r"\S+").transform(texts)
            self.assert_labels(estimator, texts, rows)

    def test_texts_are_no_test_rows(self):
        estimator = make_pipeline(TfidfVectorizer(), MultinomialNB()).fit(self.texts, self.y)
        self.refused(estimator, "X_check holds texts; the output of the vectorizer is expected", self.texts)


@unittest.skipUnless(pandas, "pandas is not installed")
class ColumnsTest(FileTest):
    def setUp(self):
        super().setUp()
        random = np.random.default_rng(4)
        self.y = np.arange(240) % 3
        self.table = pandas.DataFrame(
            {
                "a": random.normal(size=240) + self.y,
                "colour": np.array(["red", "green", "blue"])[(self.y + random.integers(0, 2, 240)) % 3],
                "junk": "x",
                "b": 7 + 3 * random.normal(size=240) - self.y,
                "size": random.integers(0, 4, 240) * 2,
            }
        )

    def assert_columns(self, transformer, *steps, kind, features=("b", "a", "size", "colour")):
        estimator = make_pipeline(transformer, *steps).fit(self.table, self.y)
        description, tensors = self.written(estimator)
        self.assertEqual(kinds(description), kind.split("/"))
        self.assertEqual(description["features"], list(features))
        categories = description["categories"]
        numbers = list(features[: len(features) - len(categories)])
        rows = np.empty((240, len(features)))
        rows[:, : len(numbers)] = self.table[numbers]
        for f, names in enumerate(categories):
            column = self.table[features[len(numbers) + f]].astype(str)
            rows[:, len(numbers) + f] = [names.index(name) for name in column]
        found, expected = scores(description, tensors, rows), joint(estimator, self.table)
        self.assert_labels(estimator, self.table, self.table[list(features)])
        possible = expected.argmax(axis=1)[:, None]
        shift = np.take_along_axis(found - expected, possible, axis=1)
        np.testing.assert_allclose(found, expected + shift, rtol=1e-12, atol=1e-10)
        self.written(estimator, self.table)
        return description, tensors

    def encoded(self, drop, first, numbers=None):
        parts = [
            ("cat", OneHotEncoder(drop=drop), ["size", "colour"]),
            ("num", numbers or StandardScaler(), ["b", "a"]),
        ]
        return ColumnTransformer(parts if first else parts[::-1], sparse_threshold=0)

    def test_encoders_that_drop_a_category(self):
        for first in (True, False):
            for final, kind in (
                (LDA(), "indicators/linear"),
                (LogisticRegression(), "indicators/linear"),
                (LDA(solver="lsqr"), "indicators/transformed/linear-discriminant"),
                (QDA(reg_param=0.1), "indicators/transformed/quadratic-discriminant"),
                (GaussianNB(), "indicators/transformed/gaussian-naive-bayes"),
            ):
                with self.subTest(first=first, final=final):
                    description, _ = self.assert_columns(self.encoded("first", first), final, kind=kind)
                    self.assertEqual(description["left_out"], [0, 0])
                    model = description["model"]
                    columns = ["b", "a", "size=2", "size=4", "size=6", "colour=green", "colour=red"]
                    self.assertEqual(model["features"], columns)
                    given = self.encoded([4, "green"], first)
                    self.assertEqual(self.assert_columns(given, final, kind=kind)[0]["left_out"], [2, 1])

    def test_encoders_that_keep_all_categories_before_linear_scores(self):
        for drop in (None, "if_binary"):
            for first in (True, False):
                for final in (LDA(), LogisticRegression(), LinearSVC(), LDA(solver="lsqr", shrinkage=0.1)):
                    with self.subTest(drop=drop, first=first, final=final):
                        self.assert_columns(self.encoded(drop, first), final, kind="indicators/linear")

    def test_numbers_far_from_0_stay_scaled(self):
        self.table["b"] += 1e6
        kind = "indicators/transformed/linear"
        self.assert_columns(self.encoded(None, True), LogisticRegression(), kind=kind)

    def test_other_steps_may_follow(self):
        columns = self.encoded("first", True, make_pipeline(MinMaxScaler(), StandardScaler()))
        kind = "indicators/transformed/gaussian-naive-bayes"
        self.assert_columns(columns, StandardScaler(), PCA(4), GaussianNB(), kind=kind)
        self.assert_columns(columns, Normalizer(), LDA(), kind="indicators/transformed/linear")
        self.assert_columns(columns, StandardScaler(), PCA(4), LDA(), kind="indicators/linear")

    def test_columns_that_pass_or_drop(self):
        columns = ColumnTransformer(
            [("cat", OneHotEncoder(handle_unknown="ignore"), ["size", "colour"]), ("no", "drop", ["junk"])],
            remainder="passthrough",
        )
        features = ("a", "b", "size", "colour")
        self.assert_columns(columns, LogisticRegression(), kind="indicators/linear", features=features)

    def test_categories_alone(self):
        estimator = make_pipeline(OneHotEncoder(), LogisticRegression())
        estimator.fit(self.table[["colour", "size"]], self.y)
        description, _ = self.written(estimator)
        self.assertEqual(description["categories"], [["blue", "green", "red"], ["0", "2", "4", "6"]])

    def test_numbers_alone(self):
        columns = ColumnTransformer([("s", StandardScaler(), ["b"]), ("p", "passthrough", ["a"])])
        estimator = make_pipeline(columns, GaussianNB()).fit(self.table, self.y)
        description, tensors = self.written(estimator)
        self.assertEqual(kinds(description), ["transformed", "gaussian-naive-bayes"])
        self.assertEqual(description["features"], ["b", "a"])

    def test_what_cannot_be_written_is_refused(self):
        for columns, final, sentence in (
            (self.encoded(None, True), QDA(reg_param=0.5), r"OneHotEncoder keeps .* OneHotEncoder\(drop='first'\) is"),
            (self.encoded("first", True, SimpleImputer()), LDA(), "SimpleImputer is unknown in a ColumnTransformer"),
            (self.encoded("first", True, OrdinalEncoder()), LDA(), "OrdinalEncoder is unknown in a ColumnTransformer; sc"),
            (self.encoded("first", True, OrdinalEncoder()), QDA(reg_param=0.5), "OrdinalEncoder is unknown in a Colu"),
            (
                self.encoded("first", True, make_pipeline(OrdinalEncoder(), StandardScaler())),
                GaussianNB(),
                "OrdinalEncoder → StandardScaler is unknown in a ColumnTransformer",
            ),
            (self.encoded("first", True, MinMaxScaler()), MultinomialNB(), "ColumnTransformer cannot come before MultinomialNB"),
            (
                ColumnTransformer([("c", OneHotEncoder(min_frequency=2), ["colour"])], sparse_threshold=0),
                LDA(),
                "OneHotEncoder merges rare categories",
            ),
            (
                ColumnTransformer([("c", OneHotEncoder(), ["size"]), ("n", "passthrough", ["size"])]),
                LDA(),
                "ColumnTransformer uses a column twice",
            ),
        ):
            self.refused(make_pipeline(columns, final).fit(self.table, self.y), sentence)
        missing = self.table.assign(colour=[None, *self.table["colour"][1:]])
        self.refused(
            make_pipeline(OneHotEncoder(), LogisticRegression()).fit(missing[["colour"]], self.y),
            "the category (None|nan) has no name; a text or a whole number is expected",
        )
        estimator = make_pipeline(OneHotEncoder(), LogisticRegression()).fit(self.table[["colour"]], self.y)
        unseen = self.table[["colour"]].assign(colour="mauve")
        self.refused(estimator, "row 0 has 'mauve' in column 0 of X_check; one of the", unseen)


    def test_tables_of_several_types_are_read_by_a_loaded_classifier(self):
        columns = ColumnTransformer([("n", StandardScaler(), ["a", "b"]), ("c", OneHotEncoder(), ["colour"])])
        found = self.loaded(make_pipeline(columns, LDA()).fit(self.table, self.y))
        table = self.table[found.feature_names_in_]
        np.testing.assert_array_equal(
            found.predict(table.astype({"colour": "category", "b": "Float64"})), found.predict(table)
        )
        for other, sentence in (
            (table.assign(colour="mauve"), "row 0 has 'mauve' in the feature 'colour'; one of the categories"),
            (table.assign(a="x"), "row 0 has 'x' in the feature 'a'; a number is expected"),
            (table.assign(a=np.nan), "row 0 has NaN in the feature 'a'; a finite number is expected"),
            (table.assign(b=pandas.array([None] * 240, dtype="Int64")), "row 0 has '<NA>' in the feature 'b'; a number"),
        ):
            with self.assertRaisesRegex(ValueError, sentence):
                found.predict(other)


class RefusalsTest(FileTest):
    def test_encoders_of_a_table_without_names(self):
        X = np.array([[i % 3, i % 2, i * 0.37] for i in range(60)])
        for encoder in (OrdinalEncoder(), KBinsDiscretizer(2, encode="ordinal"), make_pipeline(OrdinalEncoder(), PCA(1))):
            for final in (LDA(), QDA(reg_param=0.5), GaussianNB(), LogisticRegression()):
                columns = ColumnTransformer([("n", StandardScaler(), [2]), ("c", encoder, [0, 1])])
                self.refused(
                    make_pipeline(columns, final).fit(X, np.arange(60) % 4 // 2), "is unknown in a ColumnTransformer; sc"
                )

    def test_estimators_that_are_not_known(self):
        X, y = data("iris")
        for estimator, sentence in (
            (RandomForestClassifier(2), "RandomForestClassifier is unknown here; one of LinearDiscriminantAnalysis,"),
            (SVC(kernel="linear"), "SVC is unknown here"),
            (GridSearchCV(GaussianNB(), {}), "GridSearchCV is a search; its best_estimator_ is expected"),
            (CalibratedClassifierCV(GaussianNB()), "CalibratedClassifierCV corrects the scores of several fits"),
            (make_pipeline(SimpleImputer(), GaussianNB()), "SimpleImputer cannot come before GaussianNB; scalers,"),
            (make_pipeline(MinMaxScaler(), MultinomialNB()), "MinMaxScaler cannot come before MultinomialNB; a vec"),
            (make_pipeline(MinMaxScaler(), BernoulliNB()), "MinMaxScaler cannot come before BernoulliNB; a Bin"),
            (make_pipeline(Binarizer(), GaussianNB()), "Binarizer cannot come before GaussianNB"),
            (make_pipeline(OrdinalEncoder(), GaussianNB()), "OrdinalEncoder cannot come before GaussianNB"),
            (make_pipeline(MinMaxScaler(clip=True), GaussianNB()), r"MinMaxScaler\(clip=True\) is no linear map"),
            (make_pipeline(Normalizer("l1"), GaussianNB()), r"Normalizer\(norm='l1'\) is unknown here"),
            (make_pipeline(Binarizer(), BernoulliNB(binarize=1)), r"BernoulliNB\(binarize=1\) after a Binarizer"),
        ):
            with self.subTest(sentence=sentence):
                self.refused(estimator.fit(X, y), sentence)
        self.refused("text", "str is unknown here")

    def test_estimators_that_are_not_fitted(self):
        X, y = data("iris")
        for estimator, name in (
            (LDA(), "LinearDiscriminantAnalysis"),
            (make_pipeline(StandardScaler(), GaussianNB()), "StandardScaler"),
            (Pipeline([("s", StandardScaler()), ("c", GaussianNB().fit(X, y))]), "StandardScaler"),
            (make_pipeline(TfidfVectorizer(), MultinomialNB()), "TfidfVectorizer"),
        ):
            self.refused(estimator, f"^{name} is not fitted; a fitted estimator is expected$")

    def test_probabilities_that_are_no_softmax(self):
        X, y = data("iris")
        for estimator in (SGDClassifier(loss="log_loss"), SGDClassifier(loss="modified_huber")):
            self.refused(estimator.fit(X, y), "its probabilities are not the softmax of its scores")
        try:
            estimator = LogisticRegression(multi_class="ovr").fit(X, y)
        except TypeError:
            return
        self.refused(estimator, "LogisticRegression without one-vs-rest is expected")

    def test_one_vs_rest_is_refused_whatever_its_rows_say(self):
        X, y = data("iris")
        for estimator in (SGDClassifier(loss="log_loss"), LogisticRegression(solver="liblinear")):
            try:
                estimator.fit(X, y)
            except ValueError:  # liblinear of three classes, from scikit-learn 1.8 on
                continue
            estimator.coef_ *= 1e6  # so that all probabilities of test rows are 0 or 1
            self.refused(estimator, "because each class has one against the rest; LogisticRegression without one-vs")
            self.refused(make_pipeline(StandardScaler(), estimator).fit(X, y), "one against the rest")
        for estimator in (SGDClassifier(loss="log_loss"), LogisticRegression(solver="liblinear")):
            found = self.loaded(make_pipeline(StandardScaler(), estimator).fit(X, y > 0))
            expected = make_pipeline(StandardScaler(), estimator).fit(X, y > 0).predict_proba(X)
            np.testing.assert_allclose(found.predict_proba(X).sum(axis=1), 1, rtol=1e-12)
            self.assertEqual(found.predict_proba(X).shape, expected.shape)
        self.refused(OneVsRestClassifier(LogisticRegression()).fit(X, y), "OneVsRestClassifier is unknown here; one of")

    def test_undecided_rows_are_undecided(self):
        for name in SETS:
            X, y = data(name)
            estimator = LogisticRegression(C=1e6, max_iter=10).fit(X, y)
            weights, intercepts = estimator.coef_ * 1e4, estimator.intercept_ * 1e4
            if len(weights) == 1:
                weights, intercepts = np.vstack([0 * weights, weights]), np.append(0, intercepts)
            rows = writer._linear_rows(intercepts, weights, 1.0, 0.25)
            undecided = writer._undecided(rows, intercepts, weights)
            best = np.sort(undecided @ weights.T + intercepts)[:, -2:]
            self.assertLess(np.median(best[:, 1] - best[:, 0]), 2, name)

    def test_parameters_that_give_other_scores(self):
        X, y = data("digits")
        estimator = MultinomialNB(alpha=1).fit(X, y)
        estimator.alpha = 2
        self.refused(estimator, "MultinomialNB cannot be written: test row 0 has the score .* in class 0, and")
        iris, labels = data("iris")
        estimator = make_pipeline(MinMaxScaler(), GaussianNB()).fit(iris + 1e6, labels)
        self.refused(estimator, "if rows lie far from 0, a StandardScaler as the first step keeps more digits")
        estimator = QDA().fit(iris.astype(np.float32), labels)
        self.refused(estimator, "it was fitted on rows of float32, and rows of float64 are expected")

    def test_impossible_features(self):
        y = np.arange(60) % 3
        X = np.stack([y == 0, y == 1, y == 2], axis=1) * 1
        self.refused(MultinomialNB(alpha=0, force_alpha=True).fit(X, y), "the count of feature 1 in the class '0' is 0")
        self.refused(BernoulliNB(alpha=0, force_alpha=True).fit(X, y), "the share of set or unset bits of feature")
        self.refused(
            ComplementNB(alpha=0, force_alpha=True).fit(X, y), "the count outside the class of feature 0 in the class"
        )
        X = np.stack([y, np.ones(60)], axis=1)
        self.refused(GaussianNB(var_smoothing=0).fit(X, y), "the variance of feature 0 in the class '0' is 0.0")
        damaged = GaussianNB().fit(X, y)
        damaged.theta_[0, 0] = np.nan
        self.refused(damaged, "GaussianNB cannot be written: a parameter is NaN; numbers are expected")

    def test_one_class_of_complement_naive_bayes(self):
        X = RANDOM.integers(0, 5, (20, 3))
        self.refused(ComplementNB().fit(X, np.zeros(20)), "ComplementNB has a single class; at least two are expected")

    def test_test_rows_of_other_forms(self):
        X, y = data("iris")
        estimator = GaussianNB().fit(X, y)
        self.refused(estimator, r"X_check has the shape \(150, 3\); rows of 4 features are expected", X[:, :3])
        self.refused(estimator, r"X_check has the shape \(0, 4\)", X[:0])
        self.refused(estimator, "X_check has a value that is not finite", np.full((2, 4), np.nan))
        self.refused(CategoricalNB().fit(X, y), "X_check has a value that is no code of a category", X)

    def test_a_file_that_cannot_be_written_leaves_nothing(self):
        estimator = GaussianNB().fit(*data("iris"))
        os.mkdir(self.path)
        with self.assertRaises(OSError):
            dump(estimator, self.path)
        self.assertEqual(os.listdir(self.folder.name), ["m.safetensors"])


class Fitting(LanewiseClassifier):
    """A LanewiseClassifier that can be fitted, because the checks of scikit-learn fit."""

    def __init__(self):
        pass

    @property
    def parameters(self):
        check_is_fitted(self)
        return self.parameters_

    def __sklearn_is_fitted__(self):
        return hasattr(self, "parameters_")

    def _has_categories(self):
        return False

    def fit(self, X, y):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "m.safetensors")
            dump(LogisticRegression().fit(X, y), path)
            self.parameters_ = load(path).parameters
        return self


class LoadTest(FileTest):
    def edited(self, estimator, edit):
        """A file of an estimator with another description and other tensors, but for the test rows."""
        description, tensors = self.written(estimator)
        tensors = dict(tensors)
        edit(description, tensors)
        rows = reader._Claims(description, tensors, 2**30).test_rows()
        tensors["check.log_joint"] = scores(description, tensors, rows)
        with open(self.path, "wb") as file:
            file.write(writer._encode(description, tensors))
        return load(self.path)

    def test_answers_are_those_of_scikit_learn(self):
        for name in ("wine", "cancer"):
            X, y = data(name)
            for estimator in (LDA(solver="lsqr", shrinkage=0.1), QDA(reg_param=0.1), GaussianNB(), MultinomialNB(),
                              LogisticRegression(max_iter=10), make_pipeline(StandardScaler(), LDA())):  # fmt: skip
                with self.subTest(name=name, estimator=estimator):
                    found = self.loaded(estimator.fit(X, y))
                    np.testing.assert_array_equal(found.classes_, estimator.classes_)
                    self.assertEqual(found.n_features_in_, X.shape[1])
                    self.assertFalse(hasattr(found, "feature_names_in_"))
                    np.testing.assert_array_equal(found.predict(X), estimator.predict(X))
                    self.assertEqual(found.score(X, y), estimator.score(X, y))
                    for method in ("predict_proba", "predict_log_proba", "decision_function"):
                        self.assertEqual(hasattr(found, method), hasattr(estimator, method))
                        if hasattr(found, method):
                            one, other = getattr(found, method)(X), getattr(estimator, method)(X)
                            if method == "decision_function" and one.ndim == 2:  # up to a constant of each row
                                one, other = one - one[:, [0]], other - other[:, [0]]
                            exact = other > -700  # scikit-learn takes some as logarithms of posteriors near 0
                            np.testing.assert_allclose(one[exact], other[exact], rtol=1e-9, atol=1e-9)

    def test_classes_ascend_and_so_do_columns(self):
        X, y = data("iris")
        estimator = GaussianNB().fit(X, y)
        for names, classes in ((["10", "9", "-2"], [-2, 9, 10]), (["b", "ä", "a"], ["a", "b", "ä"]),
                               (["1", "01", "2"], ["01", "1", "2"])):  # fmt: skip
            found = self.edited(estimator, lambda d, t: d.update(classes=names))
            self.assertEqual(found.classes_.tolist(), classes)
            labels = np.array(found.parameters.labels)[estimator.predict(X)]
            np.testing.assert_array_equal(found.predict(X), labels)
            np.testing.assert_array_equal(found.classes_[found.predict_proba(X).argmax(axis=1)], labels)
            for scorer in ("neg_log_loss", "roc_auc_ovr"):
                self.assertAlmostEqual(get_scorer(scorer)(found, X, found.parameters.labels[y]),
                                       get_scorer(scorer)(estimator, X, y), delta=1e-12)  # fmt: skip
        found = self.edited(estimator, lambda d, t: d.update(classes=3))
        self.assertEqual(found.classes_.tolist(), [0, 1, 2])

    @unittest.skipUnless(pandas, "pandas is not installed")
    def test_columns_must_have_the_names_and_the_order_of_the_model(self):
        X, y = load_iris(return_X_y=True, as_frame=True)
        found = self.loaded(GaussianNB().fit(X, y))
        self.assertEqual(found.feature_names_in_.tolist(), list(X.columns))
        found.predict(X)
        for other, sentence in (
            (X[X.columns[::-1]], "Feature names must be in the same order as they were in fit"),
            (X.rename(columns={"petal width (cm)": "width"}), "Feature names seen at fit time, yet now missing"),
            (X[X.columns[1:]], "Feature names seen at fit time, yet now missing"),
        ):
            with self.assertRaisesRegex(ValueError, sentence):
                found.predict(other)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            with self.assertRaisesRegex(UserWarning, "X does not have valid feature names"):
                found.predict(X.to_numpy())
        with self.assertRaisesRegex(ValueError, "X has 3 features, but LanewiseClassifier is expecting 4"):
            found.predict(X.to_numpy()[:, 1:])

    def test_categories_are_given_by_name_or_else_by_index(self):
        y = np.arange(60) % 3
        X = np.array([np.array(["a", "b", "c"])[y], RANDOM.integers(0, 3, 60) * 0.5], dtype=object).T
        estimator = make_pipeline(OrdinalEncoder(), CategoricalNB()).fit(X, y)
        found = self.loaded(estimator)
        for rows in (X, X.tolist(), X.astype(str).tolist()[:5]):
            rows = [[a, "0" if b == "0.0" else "1" if b == "1.0" else b] for a, b in rows]
            np.testing.assert_array_equal(found.predict(rows), estimator.predict(X)[: len(rows)])
        for value, sentence in (
            ("d", "row 1 has 'd' in feature 0; one of the categories of the model is expected"),
            (None, "row 1 has 'None' in feature 0; one of the categories"),
            (np.nan, "row 1 has 'nan' in feature 0; one of the categories"),
        ):
            with self.assertRaisesRegex(ValueError, sentence):
                found.predict([X[0], [value, 0.5]])
        codes = estimator[0].transform(X)
        found = self.loaded(CategoricalNB().fit(codes, y))
        np.testing.assert_array_equal(found.predict(codes), estimator.predict(X))
        for value in (3, -1, 0.5, np.nan):
            with self.assertRaisesRegex(ValueError, "row 0 has .* in feature 1; a category from 0 to 2 is expected"):
                found.predict([[0, value]])
        with self.assertRaisesRegex(ValueError, "row 0 has 'a' in feature 0; a number is expected"):
            found.predict([["a", 0]])

    def test_rows_that_lanewise_rejects_are_refused(self):
        X, y = data("iris")
        counts, bits = X.round(), (X > 3).astype(float)
        far = "has the score -inf; a row is expected that some class makes possible and that is not too far"
        for estimator, value, sentence in (
            (GaussianNB().fit(X, y), np.nan, "row 2 has NaN in feature 1; a finite number is expected"),
            (GaussianNB().fit(X, y), np.inf, "row 2 has inf in feature 1; a finite number is expected"),
            (GaussianNB().fit(X, y), 1e300, "row 2 " + far),
            (MultinomialNB().fit(counts, y), -1, "row 2 has -1.0 in feature 1; a finite number from 0 on is expected"),
            (BernoulliNB(binarize=None).fit(bits, y), 0.5, "row 2 has 0.5 in feature 1; 0 or 1 is expected"),
            (BernoulliNB(binarize=3).fit(X, y), np.nan, "row 2 has NaN in feature 1; a finite number is expected"),
        ):
            rows = np.zeros((4, 4))
            rows[2, 1] = value
            found = self.loaded(estimator)
            for given in (rows, sparse.csr_matrix(rows)):
                with self.assertRaisesRegex(ValueError, f"^{sentence}[^.]*$"):
                    found.predict_proba(given)
        found = self.loaded(make_pipeline(Normalizer(), GaussianNB()).fit(X, y))
        with self.assertRaisesRegex(ValueError, "row 1 is 0 in all features; a row that has a direction is expected"):
            found.predict([X[0], np.zeros(4)])

    def test_posteriors_keep_their_digits_far_along_a_boundary(self):
        random = np.random.default_rng(3)
        y = np.arange(300) % 3
        X = random.normal(size=(300, 3)) @ [[2, 0.5, 0], [0, 1, 0.3], [0, 0, 0.7]] + y[:, None] * [1, -1, 0.5]
        estimator = LDA(solver="lsqr").fit(X, y > 1)
        found = self.loaded(estimator)
        self.assertEqual(kinds(load_parameters(self.path)[0]), ["linear-discriminant"])
        along = np.linalg.svd(estimator.coef_)[2][1]
        near = found.predict_proba(X[:5])
        for far, tolerance in ((1e3, 1e-12), (1e8, 1e-6), (1e9, 1e-5), (1e12, 1e-2)):
            rows = X[:5] + far * along
            np.testing.assert_allclose(found.predict_proba(rows), near, atol=tolerance)
            np.testing.assert_allclose(found.predict_proba(rows), estimator.predict_proba(rows), atol=tolerance)
            np.testing.assert_allclose(found.decision_function(rows), found.decision_function(X[:5]), atol=10 * tolerance)
            np.testing.assert_array_equal(found.predict(rows), found.predict(X[:5]))
        with self.assertRaisesRegex(ValueError, "row 1 has the score -inf; a row is expected"):
            found.predict_proba([X[0], X[0] + 1e200 * along])
        three = LDA(solver="lsqr").fit(X, y)
        along = np.linalg.svd(three.coef_ - three.coef_[0])[2][2]
        found = self.loaded(three)
        np.testing.assert_allclose(found.predict_proba(X + 1e8 * along), found.predict_proba(X), atol=1e-6)
        def calibrate(d, t):
            inner = {name: d.pop(name) for name in list(d) if name not in ("classes", "features", "notes")}
            d.update(kind="calibrated", temperature=2.0, model={**inner, "features": d["features"]})
            t.pop("check.log_posterior")
            for name in [name for name in t if not name.startswith("check.")]:
                t["model." + name] = t.pop(name)
            t["priors"] = t["model.priors"]

        found = self.edited(three, calibrate)
        np.testing.assert_allclose(found.predict_proba(X + 1e8 * along), found.predict_proba(X), atol=1e-6)
        joint = found.predict_joint_log_proba(X)
        np.testing.assert_allclose(found.decision_function(X), joint / 2, rtol=1e-12)
        shared = self.edited(
            GaussianNB().fit(X, y),
            lambda d, t: (t.pop("variances"), t.update(shared_variances=np.array([1.0, 4, 0.25]))),
        )
        t = shared.parameters.tensors
        along = np.linalg.svd((t["means"] - t["means"][0]) / t["shared_variances"])[2][2]
        np.testing.assert_allclose(shared.predict_proba(X + 1e8 * along), shared.predict_proba(X), atol=1e-6)

    def test_truth_values_and_blanks_are_those_of_tables(self):
        y = np.arange(60) % 2
        X = np.array([RANDOM.integers(0, 2, 60) == 1, np.array([" a", " b", " c"])[np.arange(60) % 3]], dtype=object).T
        estimator = make_pipeline(OrdinalEncoder(), CategoricalNB()).fit(X, y)
        plain = self.loaded(estimator)
        tables = self.edited(estimator, lambda d, t: d.update(categories=[["false", "true"], ["a", "b", "c"]]))
        for found in (plain, tables):
            np.testing.assert_allclose(found.predict_proba(X), estimator.predict_proba(X), rtol=1e-12)
        with self.assertRaisesRegex(ValueError, "row 0 has 'yes' in feature 0; one of the categories"):
            tables.predict([["yes", "a"]])

    def test_classes_are_integers_of_64_bits(self):
        X, y = data("iris")
        names = ["-9223372036854775808", "4294967296", "9223372036854775807"]
        found = self.edited(GaussianNB().fit(X, y), lambda d, t: d.update(classes=names))
        self.assertEqual(found.classes_.tolist(), [int(name) for name in names])
        found = self.edited(GaussianNB().fit(X, y), lambda d, t: d.update(classes=["1", "2", "9223372036854775808"]))
        self.assertEqual(found.classes_.tolist(), ["1", "2", "9223372036854775808"])

    def test_counts_after_a_transform_are_not_negative(self):
        found = self.edited(
            MultinomialNB().fit(*data("digits")),
            lambda d, t: (
                d.update(
                    kind="transformed",
                    steps=[{"kind": "signed-power", "exponent": 0.5}],
                    model={"kind": "multinomial-naive-bayes", "features": 64},
                ),
                t.update({"model." + name: t.pop(name) for name in ("priors", "counts")}),
            ),
        )
        with self.assertRaisesRegex(ValueError, "row 0 has -1.0 in feature 0; a finite number from 0 on"):
            found.predict(-np.ones((2, 64)))

    def test_rows_with_infinite_scores_are_refused(self):
        X, y = data("digits")
        found = self.edited(ComplementNB().fit(X, y), lambda d, t: t.update(counts=np.eye(10, 64)))
        with self.assertRaisesRegex(ValueError, "row 0 has the score inf; a row is expected that some class makes"):
            found.predict(X)

    def test_fit_is_refused(self):
        found = self.loaded(GaussianNB().fit(*data("iris")))
        with self.assertRaisesRegex(ValueError, r"^a classifier from a file is fitted already; [^.]*1\.6$"):
            found.fit(*data("iris"))

    def test_copies_answer_the_same_and_hold_no_test_rows(self):
        X, y = data("wine")
        found = self.loaded(LDA(solver="lsqr", shrinkage=0.1).fit(X, y), X)
        self.assertEqual(repr(found.parameters), "<linear-discriminant of 13 features, 3 classes>")
        for copy in (clone(found), pickle.loads(pickle.dumps(found))):
            np.testing.assert_array_equal(copy.predict_log_proba(X), found.predict_log_proba(X))
            self.assertFalse([name for name in copy.parameters.tensors if name.startswith("check.")])

    def test_scikit_learn_takes_a_fitted_classifier(self):
        X, y = data("iris")
        y = np.array(["c", "a", "b"])[y]
        found = self.loaded(LDA(solver="lsqr").fit(X, y))
        stack = StackingClassifier([("a", found), ("b", GaussianNB().fit(X, y))], cv="prefit").fit(X, y)
        self.assertGreater(stack.score(X, y), 0.95)
        if not FrozenEstimator:
            self.assertGreater(CalibratedClassifierCV(found, cv="prefit").fit(X, y).score(X, y), 0.9)
            return
        frozen = FrozenEstimator(found)
        self.assertGreater(CalibratedClassifierCV(frozen).fit(X, y).score(X, y), 0.9)
        self.assertGreater(cross_val_score(frozen, X, y, scoring="neg_log_loss").min(), -0.2)
        voting = VotingClassifier([("a", frozen), ("b", GaussianNB())], voting="soft").fit(X, y)
        self.assertGreater(voting.score(X, y), 0.95)

    def test_the_checks_of_scikit_learn_pass(self):
        if hasattr(estimator_checks, "estimator_checks_generator"):
            checks = estimator_checks.estimator_checks_generator(Fitting())
        else:  # before scikit-learn 1.6
            checks = estimator_checks.check_estimator(Fitting(), generate_only=True)
        count = 0
        for estimator, check in checks:
            count += 1
            with self.subTest(check=check):
                check(estimator)
        self.assertGreater(count, 40)


class TestRowsTest(FileTest):
    def test_synthetic_rows_meet_every_class_and_are_none_of_the_training_rows(self):
        for name in SETS:
            X, y = data(name)
            for estimator in (LDA(), LDA(solver="lsqr", shrinkage=0.2), GaussianNB(), QDA(reg_param=0.1),
                              LogisticRegression(max_iter=10), LinearSVC(), make_pipeline(StandardScaler(), LDA())):  # fmt: skip
                with self.subTest(name=name, estimator=estimator):
                    _, tensors = self.written(estimator.fit(X, y))
                    self.assertEqual(tensors["check.rows"].shape, (64, X.shape[1]))
                    expected = tensors.get("check.log_joint", tensors.get("check.log_posterior"))
                    self.assertEqual(len(set(expected.argmax(axis=1))), len(set(y)))
                    self.assertFalse({tuple(row) for row in tensors["check.rows"]} & {tuple(row) for row in X})

    def test_given_rows_are_the_first_64(self):
        X, y = data("wine")
        _, tensors = self.written(GaussianNB().fit(X, y), X)
        np.testing.assert_array_equal(tensors["check.rows"], X[:64])
        _, tensors = self.written(GaussianNB().fit(X, y), X[5:7].tolist())
        np.testing.assert_array_equal(tensors["check.rows"], X[5:7])

    def test_the_same_estimator_gives_the_same_bytes(self):
        files = []
        for _ in range(2):
            self.written(make_pipeline(StandardScaler(), PCA(3), QDA()).fit(*data("wine")))
            with open(self.path, "rb") as file:
                files.append(file.read())
        self.assertEqual(*files)


class ReaderTest(FileTest):
    def setUp(self):
        super().setUp()
        self.written(make_pipeline(StandardScaler(), GaussianNB()).fit(*data("iris")))
        with open(self.path, "rb") as file:
            self.bytes = file.read()
        self.length = 8 + struct.unpack("<Q", self.bytes[:8])[0]
        self.header = json.loads(self.bytes[8 : self.length])

    def read(self, content):
        with open(self.path, "wb") as file:
            file.write(content)
        return load_parameters(self.path)

    def with_header(self, text, body=None):
        text = text if isinstance(text, bytes) else json.dumps(text).encode()
        return struct.pack("<Q", len(text)) + text + (self.bytes[self.length :] if body is None else body)

    def test_the_layout_is_that_of_safetensors(self):
        self.assertEqual(self.bytes[8:9], b"{")
        self.assertEqual(self.length % 8, 0)
        metadata = self.header.pop("__metadata__")
        self.assertEqual(metadata["format"], "lanewise-parameters")
        self.assertRegex(metadata["producer"], r"^lanewise_sklearn 1, scikit-learn [0-9.]+, numpy [0-9.]+$")
        ends = [0]
        for entry in self.header.values():
            self.assertEqual(entry["data_offsets"][0], ends[-1])
            ends.append(entry["data_offsets"][1])
        self.assertEqual(ends[-1], len(self.bytes) - self.length)

    def test_every_truncation_is_refused(self):
        for end in [*range(0, self.length, 7), *range(self.length, len(self.bytes), 97)]:
            with self.assertRaises(ValueError):
                self.read(self.bytes[:end])
        with self.assertRaisesRegex(ValueError, "8 bytes follow the tensors"):
            self.read(self.bytes + bytes(8))

    def test_every_changed_byte_is_refused(self):
        for at in [*range(0, self.length, 3), *range(self.length, len(self.bytes), 101)]:
            changed = bytearray(self.bytes)
            changed[at] ^= 1
            producer = self.bytes.find(b"producer") <= at < self.bytes.find(b'"model"')
            if not producer and self.bytes[at : at + 1] != b" ":
                with self.assertRaises(ValueError, msg=f"byte {at}"):
                    self.read(bytes(changed))

    def test_hostile_headers_are_refused(self):
        def changed(edit):
            header = json.loads(self.bytes[8 : self.length])
            edit(header)
            return self.with_header(header)

        for edit, sentence in (
            (lambda h: h["__metadata__"].update(version="2"), "the format is lanewise-parameters 2"),
            (lambda h: h["__metadata__"].update(more="x"), "metadata other than"),
            (lambda h: h["__metadata__"].update(version=1), "metadata that is no text"),
            (lambda h: h["model.priors"].update(dtype="F32"), "model.priors has the type F32"),
            (lambda h: h["model.priors"].update(more=1), "model.priors has other members"),
            (lambda h: h["model.priors"].update(shape=[2**62, 4]), "model.priors has the bytes"),
            (lambda h: h["model.priors"].update(shape=[-3]), "the shape of model.priors"),
            (lambda h: h["model.priors"]["data_offsets"].append(3), "the offsets of model.priors"),
            (lambda h: h["model.priors"].update(data_offsets=[0, 24]), "model.priors has the bytes 0 to 24|steps.0.means has the bytes 0"),
        ):
            with self.assertRaisesRegex(ValueError, sentence):
                self.read(changed(edit))
        twice = json.dumps(self.header)[:-1] + ', "model.priors": {}}'
        for text, sentence in (
            (twice.encode(), "the header has a member twice"),
            (b"[]", "begins with another character"),
            (b'{"a": NaN}', "the header has the number NaN"),
            (b'{"a": "\xff"}', "the header is no JSON"),
            (b"{" + b'"a":{' * 100000, "the header"),
        ):
            with self.assertRaisesRegex(ValueError, sentence):
                self.read(self.with_header(text))
        with self.assertRaisesRegex(ValueError, "the header has 1000000000 bytes"):
            self.read(struct.pack("<Q", 10**9) + self.bytes[8:])

    def test_more_categories_than_the_file_can_hold_are_refused(self):
        X = RANDOM.integers(0, 3, (60, 2))
        encoder = OneHotEncoder(drop="first")
        description, tensors = self.written(make_pipeline(encoder, LogisticRegression()).fit(X, X[:, 0]))
        description["categories"][1] = 10**30
        with self.assertRaisesRegex(ValueError, "0{30} categories are more than a file of [0-9]+ bytes can hold"):
            self.read(writer._encode(description, tensors))

    def test_a_temperature_belongs_to_the_outermost_model(self):
        description, tensors = load_parameters(self.path)
        inner = {member: value for member, value in description.items() if member != "classes"}
        outer = {"kind": "calibrated", "temperature": 2.0, "features": description["features"]}
        tensors = {name if name.startswith("check.") else "model.model." + name: t for name, t in tensors.items()}
        tensors["priors"] = tensors["model.priors"] = tensors["model.model.model.priors"]
        description = {**outer, "classes": description["classes"], "model": {**outer, "model": inner}}
        with self.assertRaisesRegex(ValueError, "only the outermost model may have the kind calibrated"):
            self.read(writer._encode(description, tensors))

    def test_descriptions_that_do_not_fit_are_refused(self):
        description, tensors = load_parameters(self.path)

        def encoded(edit):
            one, all_of = json.loads(json.dumps(description)), dict(tensors)
            edit(one, all_of)
            return writer._encode(one, all_of)

        for edit, sentence in (
            (lambda d, t: d.update(kind="neural"), "the kind 'neural' is unknown here"),
            (lambda d, t: d.update(colour="red"), r"members of transformed are missing or unknown: \['colour'\]"),
            (lambda d, t: d.pop("steps"), r"missing or unknown: \['steps'\]"),
            (lambda d, t: d.update(classes=["a", "a", "b"]), "classes have a name twice"),
            (lambda d, t: d.update(classes=0), "there are no classes"),
            (lambda d, t: d.update(features=5), "steps.0.means has the shape"),
            (lambda d, t: d.update(notes={"a": 1}), "notes are no texts"),
            (lambda d, t: d.update(vocabulary="yes"), "vocabulary is neither true nor false"),
            (lambda d, t: d.update(features=list("abcd")), "the model inside transformed has features of other names"),
            (lambda d, t: d.update(features=list("bacd"), vocabulary=True), "vocabulary do not ascend"),
            (lambda d, t: d.update(vocabulary=True), "the words of the vocabulary are missing"),
            (lambda d, t: d["steps"].append({"kind": "log"}), "the step {'kind': 'log'} is unknown here"),
            (lambda d, t: d["steps"].append({"kind": "signed-power", "exponent": 0}), "the step .* is unknown here"),
            (lambda d, t: d["steps"].append({"kind": "random-features", "count": 4, "seed": 1.5}), "the step .* is unkn"),
            (lambda d, t: d["steps"].append({"kind": "signed-power", "exponent": 10**400}), "the step .* is unknown here"),
            (
                lambda d, t: d["steps"].extend(
                    {"kind": "random-features", "count": 2**p, "seed": "1"} for p in [11, 15, 11, 15, 11]
                ),
                "random features take matrices of 134225920 numbers in all",
            ),
            (lambda d, t: d.update(features=10**30), "0{30} features are more than a file of [0-9]+ bytes can hold"),
            (lambda d, t: d.update(kind="x" * 3000), "^the kind 'x{380,}….*is unknown here$"),
            (lambda d, t: d.update({"y" * 3000: 1}), "^members of transformed are missing or unknown: .{300,600}$"),
            (lambda d, t: d["steps"].append({"kind": "z" * 3000}), "^the step .{300,600}$"),
            (lambda d, t: d.update(temperature=2.0), "the member temperature belongs to another kind, calibrated"),
            (lambda d, t: d["model"].update(features=3), "model.origin has the shape"),
            (lambda d, t: d["model"].update(classes=3), "missing or unknown: .'classes'"),
            (lambda d, t: t.pop("model.priors"), "the tensor model.priors is missing"),
            (lambda d, t: t.update(more=np.ones(2)), "tensors are missing or unknown: .'more'"),
            (lambda d, t: t.update({"model.means": np.full((3, 4), np.nan)}), "model.means has no finite doubles"),
            (lambda d, t: t.update({"check.rows": np.ones((1001, 4))}), "there are 1001 test rows"),
            (lambda d, t: t.update({"check.log_joint": t["check.log_joint"] * 1.0000001}), "test row 0 has the score"),
            (lambda d, t: t.update({"model.priors": t["model.priors"][::-1] * 2}), "test row 0 has the score"),
        ):
            with self.assertRaisesRegex(ValueError, sentence):
                self.read(encoded(edit))


if __name__ == "__main__":
    unittest.main()
