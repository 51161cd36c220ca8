"""Tests how estimators behave in programs that use scikit-learn, and with arrays of numpy."""

import os
import pickle
import tempfile
import unittest
import warnings

import jpype
import numpy as np
from scipy import sparse
from sklearn.base import clone
from sklearn.datasets import load_digits, load_iris
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import lanewise
from lanewise._jvm import java
from lanewise._rows import Memory

X, Y = load_iris(return_X_y=True)
DIGITS, DIGIT = load_digits(return_X_y=True)

FITTED = [
    lanewise.LinearDiscriminant(shrinkage=0.1).fit(X, Y),
    lanewise.LinearDiscriminant(shrinkage="ledoit_wolf").fit(X, Y),
    lanewise.QuadraticDiscriminant().fit(X, Y),
    lanewise.RegularizedDiscriminant(lam=0.5).fit(X, Y),
    lanewise.GaussianNaiveBayes().fit(X, Y),
    lanewise.BernoulliNaiveBayes(threshold=2).fit(X, Y),
    lanewise.CategoricalNaiveBayes(truncate=True).fit(X, Y),
    lanewise.MultinomialNaiveBayes().fit(X, Y),
    lanewise.ComplementNaiveBayes().fit(X, Y),
    lanewise.PoissonNaiveBayes().fit(X, Y),
]


class ArraysTest(unittest.TestCase):
    def test_java_reads_the_memory_of_the_array(self):
        for values in (X.copy(), np.asfortranarray(X), X.astype(np.float32), X[::-2, ::2], X.astype(np.int16)):
            values = values if values.flags.owndata else values.base.copy()[::-2, ::2]
            with Memory() as memory:
                rows = memory.numbers(values)
                self.assertEqual(rows.value(3, 1), values[3, 1])
                values[3, 1] = 42
                self.assertEqual(rows.value(3, 1), 42)

    def test_java_cannot_read_the_array_after_the_call(self):
        with Memory() as memory:
            rows = memory.numbers(X)
        with self.assertRaisesRegex(jpype.JException, "is closed"):
            rows.value(0, 0)

    def test_the_layout_of_an_array_changes_no_bit(self):
        read_only = X.copy()
        read_only.flags.writeable = False
        wide = np.zeros((300, 9))
        wide[::2, ::2][:, :4] = X
        expected = lanewise.QuadraticDiscriminant().fit(X, Y).predict_log_proba(X)
        for rows in (read_only, np.asfortranarray(X), wide[::2, ::2][:, :4], X.astype(">f8"), X[::-1][::-1]):
            found = lanewise.QuadraticDiscriminant().fit(rows, Y).predict_log_proba(rows)
            np.testing.assert_array_equal(found, expected)

    def test_every_type_of_number_is_read_as_its_value(self):
        expected = lanewise.MultinomialNaiveBayes().fit(DIGITS, DIGIT).predict_log_proba(DIGITS)
        for dtype in ("f4", "f2", "i8", "i4", "i2", "i1", "u1", "u2", "u4", "u8", "g", "O"):
            rows = DIGITS.astype(dtype)
            found = lanewise.MultinomialNaiveBayes().fit(rows, DIGIT).predict_log_proba(rows)
            np.testing.assert_array_equal(found, expected, dtype)

    def test_sparse_rows_have_the_bits_of_dense_ones(self):
        for kind in (lanewise.MultinomialNaiveBayes, lanewise.ComplementNaiveBayes, lanewise.BernoulliNaiveBayes):
            model = kind()
            expected = model.fit(DIGITS, DIGIT).predict_proba(DIGITS)
            for layout in (sparse.csr_matrix, sparse.csc_matrix, sparse.coo_matrix):
                rows = layout(DIGITS)
                np.testing.assert_array_equal(clone(model).fit(rows, DIGIT).predict_proba(rows), expected)

    def test_the_number_of_threads_changes_no_bit(self):
        rows, labels = np.tile(X, (300, 1)), np.tile(Y, 300)
        one = lanewise.LinearDiscriminant().fit(rows, labels)
        four = lanewise.LinearDiscriminant(n_jobs=4).fit(rows, labels)
        np.testing.assert_array_equal(four.predict_log_proba(rows), one.predict_log_proba(rows))


class InterfaceTest(unittest.TestCase):
    def test_a_copy_by_pickle_gives_the_same_bits(self):
        for model in FITTED:
            with self.subTest(model):
                copy = pickle.loads(pickle.dumps(model))
                np.testing.assert_array_equal(copy.predict_proba(X), model.predict_proba(X))
                self.assertEqual(copy.get_params(), model.get_params())

    def test_a_model_file_gives_the_same_bits(self):
        for model in FITTED:
            with self.subTest(model), tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "iris.model")
                model.save(path)
                loaded = lanewise.load(path)
                rows = np.trunc(X) if isinstance(model, lanewise.CategoricalNaiveBayes) else X
                rows = (X > 2).astype(float) if isinstance(model, lanewise.BernoulliNaiveBayes) else rows
                np.testing.assert_array_equal(loaded.predict_proba(rows), model.predict_proba(X))
                np.testing.assert_array_equal(loaded.predict(rows), model.predict(X))
                self.assertEqual(loaded.score(rows, Y), model.score(X, Y))

    def test_a_parameter_file_gives_the_same_bits(self):
        model = lanewise.LinearDiscriminant().fit(X, Y)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "iris.safetensors")
            file = java("io.ModelFile")(model.model_)
            java("interop.ParameterFile").write(file, java("java.nio.file.Path").of(path))
            np.testing.assert_array_equal(lanewise.load(path).predict_proba(X), model.predict_proba(X))

    def test_a_clone_is_not_fitted(self):
        copy = clone(FITTED[0])
        self.assertEqual(copy.shrinkage, 0.1)
        with self.assertRaises(NotFittedError):
            copy.predict(X)
        with self.assertRaises(NotFittedError):
            copy.save("none.model")

    def test_a_search_finds_a_shrinkage_in_processes_of_its_own(self):
        pipeline = make_pipeline(StandardScaler(), lanewise.LinearDiscriminant())
        grid = {"lineardiscriminant__shrinkage": [None, 0.1, "auto", "oas"]}
        search = GridSearchCV(pipeline, grid, n_jobs=2, cv=3).fit(X, Y)
        self.assertGreater(search.best_score_, 0.97)
        self.assertGreater(cross_val_score(search.best_estimator_, X, Y).mean(), 0.97)

    def test_labels_of_any_type_come_back(self):
        names = np.array(["setosa", "versicolor", "virginica"])
        for labels in (names[Y], names.astype(object)[Y], Y.astype(float), Y - 7, Y == 1):
            model = lanewise.GaussianNaiveBayes().fit(X, labels)
            found = model.predict(X)
            self.assertEqual(found.dtype, labels.dtype)
            self.assertGreater(np.mean(found == labels), 0.9)

    def test_a_file_keeps_the_names_of_classes_and_features(self):
        try:
            import pandas as pd
        except ImportError:
            self.skipTest("pandas is not there")
        table = pd.DataFrame(X, columns=["a", "b", "c", "d"])
        model = lanewise.LinearDiscriminant().fit(table, np.array(["x", "y", "z"])[Y])
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "iris.model")
            model.save(path)
            loaded = lanewise.load(path)
        self.assertEqual(list(loaded.feature_names_in_), ["a", "b", "c", "d"])
        self.assertEqual(list(loaded.classes_), ["x", "y", "z"])
        with self.assertRaisesRegex(ValueError, "feature names"):
            loaded.predict(table[["b", "a", "c", "d"]])

    def test_decision_function_and_density_follow_from_the_log_joint(self):
        model = lanewise.QuadraticDiscriminant().fit(X, Y)
        joint = model.predict_joint_log_proba(X)
        np.testing.assert_allclose(model.score_samples(X), np.logaddexp.reduce(joint, axis=1), rtol=1e-12)
        np.testing.assert_allclose(model.decision_function(X), joint - model.score_samples(X)[:, None], atol=1e-12)
        two = lanewise.QuadraticDiscriminant().fit(X[Y > 0], Y[Y > 0])
        joint = two.predict_joint_log_proba(X)
        np.testing.assert_allclose(two.decision_function(X), joint[:, 1] - joint[:, 0], rtol=1e-11)
        self.assertFalse(hasattr(lanewise.ComplementNaiveBayes(), "score_samples"))


class StatisticsTest(unittest.TestCase):
    def test_batches_give_the_model_of_all_rows(self):
        for model in FITTED:
            if getattr(model, "shrinkage", None) == "ledoit_wolf":
                continue
            with self.subTest(model):
                batches = clone(model)
                for first in range(0, 150, 40):
                    batches.partial_fit(X[first : first + 40], Y[first : first + 40], classes=[0, 1, 2])
                np.testing.assert_array_equal(batches.predict_proba(X), model.predict_proba(X))

    def test_rows_that_are_unlearned_leave_no_trace(self):
        for kind in (lanewise.MultinomialNaiveBayes, lanewise.BernoulliNaiveBayes, lanewise.CategoricalNaiveBayes):
            model = kind()
            without = clone(model).fit(DIGITS[100:], DIGIT[100:])
            model.fit(DIGITS, DIGIT).unlearn(DIGITS[:100], DIGIT[:100])
            np.testing.assert_array_equal(model.predict_proba(DIGITS), without.predict_proba(DIGITS))
        model = lanewise.LinearDiscriminant().fit(X, Y).unlearn(X[::10], Y[::10])
        rest = np.arange(150) % 10 > 0
        without = lanewise.LinearDiscriminant().fit(X[rest], Y[rest])
        np.testing.assert_allclose(model.predict_proba(X), without.predict_proba(X), atol=1e-12)

    def test_rows_that_cannot_be_unlearned_change_nothing(self):
        model = lanewise.MultinomialNaiveBayes().fit(DIGITS[:100], DIGIT[:100])
        before = model.predict_proba(DIGITS)
        with self.assertRaises(ValueError):
            model.unlearn(DIGITS, DIGIT)
        np.testing.assert_array_equal(model.predict_proba(DIGITS), before)

    def test_a_weight_of_two_is_a_row_twice(self):
        weights = np.arange(150) % 3
        expected = lanewise.GaussianNaiveBayes().fit(np.repeat(X, weights, axis=0), np.repeat(Y, weights))
        found = lanewise.GaussianNaiveBayes().fit(X, Y, sample_weight=weights)
        np.testing.assert_allclose(found.predict_proba(X), expected.predict_proba(X), atol=1e-12)

    def test_missing_values_are_left_out(self):
        rows = X.copy()
        rows[::7, 1] = np.nan
        model = lanewise.GaussianNaiveBayes(missing="allow").fit(rows, Y)
        self.assertGreater(model.score(rows, Y), 0.9)
        with self.assertRaisesRegex(ValueError, "row 0, feature 1 is NaN"):
            lanewise.GaussianNaiveBayes().fit(rows, Y)


class CategoriesTest(unittest.TestCase):
    ROWS = np.array([["red", "s"], ["blue", "m"], ["red", "m"], ["green", "s"]], dtype=object)

    def test_texts_are_categories(self):
        model = lanewise.CategoricalNaiveBayes().fit(self.ROWS, [0, 1, 0, 1])
        np.testing.assert_allclose(model.predict_proba([["red", "s"]]), [[0.75, 0.25]], rtol=1e-12)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "colours.model")
            model.save(path)
            np.testing.assert_array_equal(lanewise.load(path).predict_proba(self.ROWS), model.predict_proba(self.ROWS))

    def test_an_unseen_category_is_treated_as_told(self):
        new = [["violet", "s"]]
        with self.assertRaisesRegex(ValueError, "violet"):
            lanewise.CategoricalNaiveBayes().fit(self.ROWS, [0, 1, 0, 1]).predict(new)
        for unseen in ("ignore", "smoothed"):
            model = lanewise.CategoricalNaiveBayes(unseen=unseen).fit(self.ROWS, [0, 1, 0, 1])
            np.testing.assert_allclose(model.predict_proba(new), [[0.5, 0.5]], rtol=1e-12)

    def test_later_batches_may_bring_categories(self):
        model = lanewise.CategoricalNaiveBayes().partial_fit(self.ROWS[:2], [0, 1], classes=[0, 1])
        model.partial_fit(self.ROWS[2:], [0, 1])
        whole = lanewise.CategoricalNaiveBayes().fit(self.ROWS, [0, 1, 0, 1])
        np.testing.assert_array_equal(model.predict_proba(self.ROWS), whole.predict_proba(self.ROWS))

    def test_texts_and_codes_do_not_mix(self):
        texts = lanewise.CategoricalNaiveBayes().fit(self.ROWS, [0, 1, 0, 1])
        with self.assertRaisesRegex(ValueError, "category"):
            texts.predict([[0, 1]])
        codes = lanewise.CategoricalNaiveBayes().fit([[0, 1], [1, 0]], [0, 1])
        with self.assertRaisesRegex(ValueError, "whole numbers are expected"):
            codes.predict(self.ROWS)


class RefusalTest(unittest.TestCase):
    def refused(self, sentence, action):
        with self.assertRaises(ValueError) as caught, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            action()
        self.assertIn(sentence, str(caught.exception))

    def test_a_bad_parameter_is_named(self):
        for model, sentence in (
            (lanewise.LinearDiscriminant(shrinkage="most"), "shrinkage is 'most'; one of 'ledoit_wolf', "),
            (lanewise.LinearDiscriminant(shrinkage=2), "the intensity of the shrinkage is 2"),
            (lanewise.LinearDiscriminant(shrinkage=0.1, regularization=0.1), "one of them is expected"),
            (lanewise.LinearDiscriminant(priors="equal"), "priors is 'equal'; one of 'empirical', 'uniform', "),
            (lanewise.LinearDiscriminant(priors=[0.5, 0.5]), "3"),
            (lanewise.LinearDiscriminant(priors=[0.5, 0.5, 0.5]), "sum to 1.5; 1 is expected"),
            (lanewise.LinearDiscriminant(divisor="n"), "divisor is 'n'; one of 'maximum_likelihood', 'unbiased' is"),
            (lanewise.RegularizedDiscriminant(gamma=-1), "gamma is -1"),
            (lanewise.MultinomialNaiveBayes(alpha=-1), "the smoothing is -1"),
        ):
            self.refused(sentence, lambda: model.fit(X, Y))

    def test_a_bad_row_is_named(self):
        rows = X.copy()
        rows[17, 2] = np.inf
        self.refused("row 17, feature 2 is inf; a finite number is expected", lambda: FITTED[0].predict(rows))
        self.refused("row 17, feature 2", lambda: lanewise.LinearDiscriminant().fit(rows, Y))
        self.refused("row 0, feature 3 is -1", lambda: lanewise.MultinomialNaiveBayes().fit(X - [0, 0, 0, 1.2], Y))
        self.refused("row 0, feature 0 is 5.1; a whole number", lambda: lanewise.CategoricalNaiveBayes().fit(X, Y))
        self.refused("0 or 1 is expected", lambda: lanewise.BernoulliNaiveBayes(threshold=None).fit(X, Y))

    def test_a_label_beyond_the_classes_is_refused(self):
        model = lanewise.GaussianNaiveBayes().partial_fit(X[:100], Y[:100], classes=[0, 1])
        self.refused("y has the labels [2]", lambda: model.partial_fit(X, Y))

    def test_a_refused_fit_leaves_the_fitted_model(self):
        model = lanewise.LinearDiscriminant().fit(X, Y)
        before = model.predict_proba(X)
        self.refused("singular", lambda: model.fit(np.column_stack([X, X[:, 0]]), Y))
        self.refused("features", lambda: model.partial_fit(X[:, :3], Y))
        np.testing.assert_array_equal(model.predict_proba(X), before)

    def test_a_model_that_reads_rows_twice_takes_no_batches(self):
        model = lanewise.LinearDiscriminant(shrinkage="auto").partial_fit(X, Y, classes=[0, 1, 2])
        self.refused("", lambda: model.predict(X))

    def test_sparse_rows_are_refused_where_rows_are_dense(self):
        with self.assertRaises((TypeError, ValueError)):
            lanewise.LinearDiscriminant().fit(sparse.csr_matrix(X), Y)

    def test_a_file_that_is_no_model_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "not.model")
            with self.assertRaisesRegex(OSError, "not.model"):
                lanewise.load(path)
            with open(path, "w") as file:
                file.write("no model")
            with self.assertRaises(OSError):
                lanewise.load(path)
