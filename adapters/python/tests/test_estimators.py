"""Tests how estimators behave in programs that use scikit-learn, and with arrays of numpy."""

import inspect
import os
import pickle
import sys
import tempfile
import threading
import unittest
import warnings
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import jpype
import numpy as np
from scipy import sparse
from sklearn.base import clone
from sklearn.datasets import load_digits, load_iris
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.naive_bayes import BernoulliNB, GaussianNB, MultinomialNB
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

    def test_bits_are_compared_in_the_type_of_the_rows(self):
        for dtype in ("f8", "f4", "f2", ">f4", "i8", "i1", "u2", "?", "O"):
            few = DIGITS[::6]
            rows = (few / 10).astype(dtype) if dtype in ("f8", "f4", "f2", ">f4") else few.astype(dtype)
            for threshold in (0.1, 0.3, 1.1, 0.7, 2, 5, 0.99999, np.float32(0.1), np.float64(0.1), np.int8(3)):
                others = [sparse.csc_matrix(rows)] if dtype in ("f8", "f4", "i8") else []
                for given in (rows, np.asfortranarray(rows), *others):
                    with self.subTest(dtype, threshold=threshold):
                        theirs = BernoulliNB(binarize=threshold).fit(given, DIGIT[::6])
                        ours = lanewise.BernoulliNaiveBayes(threshold=threshold).fit(given, DIGIT[::6])
                        np.testing.assert_allclose(ours.predict_proba(given), theirs.predict_proba(given), atol=1e-12)

    def test_calls_of_any_size_follow_one_another(self):
        model = lanewise.MultinomialNaiveBayes().fit(DIGITS, DIGIT)
        expected = model.predict_proba(DIGITS)
        for count in (1797, 100, 1000, 70, 1797):
            for rows in (DIGITS[:count], sparse.csr_matrix(DIGITS[:count])):
                np.testing.assert_array_equal(model.predict_proba(rows), expected[:count])
                np.testing.assert_array_equal(model.predict(rows), expected[:count].argmax(axis=1))

    def test_sparse_rows_stay_as_they_are(self):
        rows = sparse.csr_matrix((np.array([1.0, 1.0, 0.0]), np.array([0, 0, 1]), np.array([0, 2, 3])), (2, 2))
        model = lanewise.BernoulliNaiveBayes(threshold=1.5).fit(rows, [0, 1])
        np.testing.assert_array_equal(model.predict_proba(rows), model.predict_proba([[2, 0], [0, 0]]))
        self.assertEqual((rows.data.tolist(), rows.indices.tolist()), ([1.0, 1.0, 0.0], [0, 0, 1]))
        rows.data[1] = np.nan
        for rows in (rows, rows.toarray()):
            with self.assertRaisesRegex(ValueError, "row 0, feature 0 is NaN; a finite number is expected"):
                model.predict(rows)

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
                np.testing.assert_array_equal(loaded.predict_proba(rows), model.predict_proba(X))
                np.testing.assert_array_equal(loaded.predict(rows), model.predict(X))
                self.assertEqual(loaded.score(rows, Y), model.score(X, Y))

    def test_the_suffix_of_a_file_is_its_format(self):
        with tempfile.TemporaryDirectory() as folder:
            for model in FITTED:
                for suffix in ("safetensors", "SafeTensors", "lw"):
                    path = os.path.join(folder, "iris." + suffix)
                    model.save(path)
                    with open(path, "rb") as file:
                        self.assertEqual(file.read()[8:].startswith(b'{"__metadata__"'), suffix != "lw")
                    rows = np.trunc(X) if isinstance(model, lanewise.CategoricalNaiveBayes) else X
                    for loaded in (lanewise.load(path), pickle.loads(pickle.dumps(lanewise.load(path)))):
                        np.testing.assert_array_equal(loaded.predict_proba(rows), model.predict_proba(X))
            for path in (os.path.join(folder, "a.onnx"), Path(folder, "a.ONNX"), os.fsencode(folder) + b"/b.onnx"):
                FITTED[0].save(path)
                with open(path, "rb") as file:
                    self.assertIn(b"log_joint", file.read())
                with self.assertRaisesRegex(ValueError, "an ONNX graph, which Lanewise writes and does not read"):
                    lanewise.load(path)

    def test_a_file_that_is_loaded_and_saved_keeps_its_notes_and_rows(self):
        model = lanewise.BernoulliNaiveBayes(threshold=1.5).fit(X, Y).model_
        notes = java("java.util.TreeMap")(java("java.util.Map").of("label", "species", "binarize", "1.5"))
        rows = java("data.BitColumns").copyOf(java("data.NumericColumns").of(jpype.JArray(jpype.JDouble, 2)([[0.0, 1.0]] * 4)))
        with tempfile.TemporaryDirectory() as folder:
            path, again = os.path.join(folder, "a.model"), os.path.join(folder, "b.model")
            tested = java("io.ModelFile")(model, notes).withTestRows(java("io.TestRows").of(model, rows))
            tested.write(java("java.nio.file.Path").of(path))
            pickle.loads(pickle.dumps(lanewise.load(path))).save(again)
            self.assertEqual(Path(again).read_bytes(), Path(path).read_bytes())

    def test_two_loaders_treat_rows_alike(self):
        sys.path.append(str(Path(__file__).parents[2] / "interop" / "python"))
        import lanewise_sklearn

        rows = (DIGITS / 10).astype(np.float32)
        for threshold in (1.5, 0.1, None):
            theirs = BernoulliNB(binarize=threshold)
            rows = (rows > 0.1).astype(np.float32) if threshold is None else rows
            theirs.fit(rows, DIGIT)
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "digits.safetensors")
                lanewise_sklearn.dump(theirs, path)
                ours, other = lanewise.load(path), lanewise_sklearn.load(path)
                bits = rows > 0.1
                for given in (rows, rows.astype(float), sparse.csr_matrix(rows), bits, bits.astype(np.int8)):
                    expected = theirs.predict_proba(given)
                    np.testing.assert_allclose(ours.predict_proba(given), expected, atol=1e-12)
                    np.testing.assert_allclose(other.predict_proba(given), expected, atol=1e-12)
                if threshold is None:
                    for model in (ours, other):
                        with self.assertRaisesRegex(ValueError, "0 or 1 is expected"):
                            model.predict(rows + 1)

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
        bytes_, large = np.array([-128, 0, 127], np.int8)[Y], Y.astype(np.uint64) + np.uint64(2**63)
        for labels in (names[Y], names.astype(object)[Y], Y.astype(float), Y - 7, Y == 1, bytes_, large, Y * 2**61):
            model = lanewise.GaussianNaiveBayes().fit(X, labels)
            found = model.predict(X)
            self.assertEqual(found.dtype, labels.dtype)
            np.testing.assert_array_equal(model.classes_, np.unique(labels))
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
        constant = 2 * np.log(2 * np.pi)
        np.testing.assert_allclose(model.decision_function(X), joint + constant, rtol=1e-12)
        two = lanewise.QuadraticDiscriminant().fit(X[Y > 0], Y[Y > 0])
        joint = two.predict_joint_log_proba(X)
        np.testing.assert_allclose(two.decision_function(X), joint[:, 1] - joint[:, 0], rtol=1e-11)
        self.assertFalse(hasattr(lanewise.ComplementNaiveBayes(), "score_samples"))

    def test_only_discriminants_and_linear_scores_have_a_decision_function(self):
        for model in FITTED:
            with self.subTest(model), tempfile.TemporaryDirectory() as folder:
                expected = "Discriminant" in type(model).__name__
                path = os.path.join(folder, "iris.model")
                model.save(path)
                loaded = lanewise.load(path)
                self.assertEqual([hasattr(one, "decision_function") for one in (model, loaded)], [expected] * 2)
                if expected and getattr(model, "shrinkage", None) is None:
                    np.testing.assert_array_equal(loaded.decision_function(X), model.decision_function(X))
        rows = X.copy()
        rows[17, 2] = np.nan
        for model in FITTED[:4]:
            with self.assertRaisesRegex(ValueError, "row 17, feature 2 is NaN; a finite number is expected"):
                model.decision_function(rows)


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

    def test_a_class_without_weight_is_never_chosen(self):
        for ours, theirs, rows in (
            (lanewise.GaussianNaiveBayes(), GaussianNB(), X),
            (lanewise.MultinomialNaiveBayes(), MultinomialNB(), X),
            (lanewise.BernoulliNaiveBayes(threshold=2), BernoulliNB(binarize=2), X),
        ):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                expected = theirs.fit(rows, Y, sample_weight=Y != 1).predict_proba(rows)
            found = ours.fit(rows, Y, sample_weight=Y != 1).predict_proba(rows)
            np.testing.assert_allclose(found, expected, atol=1e-6)  # the variance smoothing has weights here

    def test_missing_values_are_left_out(self):
        rows = X.copy()
        rows[::7, 1] = np.nan
        model = lanewise.GaussianNaiveBayes(missing="allow").fit(rows, Y)
        self.assertGreater(model.score(rows, Y), 0.9)
        with self.assertRaisesRegex(ValueError, "row 0, feature 1 is NaN"):
            lanewise.GaussianNaiveBayes().fit(rows, Y)


class ThreadsTest(unittest.TestCase):
    def run_all(self, *actions):
        """Runs each action in a thread of its own, and raises what one raises."""
        with ThreadPoolExecutor(len(actions)) as threads:
            for future in [threads.submit(action) for action in actions]:
                future.result(60)

    def test_a_model_that_rows_overtook_is_not_kept(self):
        for change in ("partial_fit", "unlearn"):
            fitting, changed = threading.Event(), threading.Event()
            model = lanewise.GaussianNaiveBayes().partial_fit(X, Y, classes=[0, 1, 2])
            recipe = model._recipe

            def slow():
                if not fitting.is_set():
                    fitting.set()
                    changed.wait(0.5)  # without a lock, the rows come now
                return recipe()

            def predict():
                model._recipe = slow
                model.predict(X)

            def overtake():
                fitting.wait(30)
                getattr(model, change)(X[::3], Y[::3])
                changed.set()

            self.run_all(predict, overtake)
            expected = lanewise.GaussianNaiveBayes().partial_fit(X, Y, classes=[0, 1, 2])
            getattr(expected, change)(X[::3], Y[::3])
            np.testing.assert_array_equal(model.predict_proba(X), expected.predict_proba(X))

    def test_predictions_copies_and_changes_go_side_by_side(self):
        for kind in (lanewise.GaussianNaiveBayes, lanewise.CategoricalNaiveBayes, lanewise.MultinomialNaiveBayes):
            rows = np.trunc(X)
            model = kind().partial_fit(rows, Y, classes=[0, 1, 2])

            def change():
                for _ in range(10):
                    model.partial_fit(rows, Y)
                    model.unlearn(rows[:9], Y[:9])
                    with self.assertRaises(ValueError):
                        model.partial_fit(rows[:, :2], Y)

            def predict():
                for _ in range(20):
                    self.assertEqual(model.predict(rows).shape, (150,))
                    pickle.loads(pickle.dumps(model)).predict_proba(rows)

            self.run_all(predict, change, predict, change)
            expected = kind().partial_fit(rows, Y, classes=[0, 1, 2])
            for _ in range(20):
                expected.partial_fit(rows, Y).unlearn(rows[:9], Y[:9])
            np.testing.assert_allclose(model.predict_proba(rows), expected.predict_proba(rows), atol=1e-9)

    def test_rows_that_are_in_when_a_call_is_interrupted_are_in_the_model(self):
        class Interrupted(lanewise.GaussianNaiveBayes):
            def _change(self, *arguments):
                super()._change(*arguments)
                raise KeyboardInterrupt

        model = Interrupted().fit(X, Y)
        before = model.predict_proba(X)
        with self.assertRaises(KeyboardInterrupt):
            model.partial_fit(X[::3], Y[::3])
        self.assertGreater(np.abs(model.predict_proba(X) - before).max(), 1e-3)


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

    def test_a_parameter_of_a_wrong_type_gets_a_sentence(self):
        wrong = ["x", True, [], [[0.5]], {0: 1}, {1}, 1j, b"1", object(), np.array("a"), 10**400, np.nan, lambda: 1]
        rows = np.trunc(X)
        for kind in {type(model) for model in FITTED}:
            for parameter in kind().get_params():
                for value in wrong:
                    if value is True and parameter in ("truncate", "normalized"):
                        continue
                    with self.subTest(kind, parameter=parameter, value=value):
                        model = kind().set_params(**{parameter: value})
                        for arguments in ({}, {"classes": [0, 1, 2]}):
                            with self.assertRaises(ValueError) as caught:
                                (model.partial_fit if arguments else model.fit)(rows, Y, **arguments)
                            self.assertRegex(str(caught.exception), "^[^\n]{1,250}$")
                            self.assertNotIn("overload", str(caught.exception))
                            self.assertEqual(vars(model).keys() - vars(kind()).keys(), {"_guard"})
        for parameters, sentence in (
            ({"lam": "x"}, "lam is 'x'; a number from 0 to 1 is expected"),
            ({"gamma": None}, "gamma is None; a number from 0 to 1 is expected"),
            (
                {"priors": 0.5},
                "priors is 0.5; a number for each class, or one of 'empirical', 'uniform', 'laplace' is expected",
            ),
            ({"priors": [0.5, "b"]}, "priors[1] is 'b'; a number is expected"),
            ({"blend": ["scatters"]}, "blend is ['scatters']; one of 'covariances', 'scatters' is expected"),
            ({"n_jobs": 1.5}, "n_jobs is 1.5; None or a whole number is expected"),
        ):
            with self.assertRaises(TypeError) as caught:  # scikit-learn's error is of both kinds too
                lanewise.RegularizedDiscriminant(**parameters).fit(X, Y)
            self.assertEqual(str(caught.exception), sentence)
        model = lanewise.LinearDiscriminant(shrinkage=True)
        self.refused("shrinkage is True; None, a number from 0 to 1, or", lambda: model.fit(X, Y))
        for least in (0, -1, 1.0, [1, 2, 3, "4"]):
            self.refused("min_categories", lambda: lanewise.CategoricalNaiveBayes(min_categories=least).fit(rows, Y))

    def test_numbers_of_numpy_are_numbers(self):
        for kind, parameters in (
            (lanewise.RegularizedDiscriminant, {"lam": np.float32(0.5), "gamma": np.int64(0)}),
            (lanewise.LinearDiscriminant, {"shrinkage": np.float16(0.5), "priors": np.full(3, 1 / 3)}),
            (lanewise.QuadraticDiscriminant, {"priors": (0.25, 0.25, 0.5), "n_jobs": np.int8(2)}),
            (lanewise.MultinomialNaiveBayes, {"alpha": np.arange(1, 5)}),
            (lanewise.CategoricalNaiveBayes, {"min_categories": np.full(4, 9), "truncate": np.True_}),
            (lanewise.ComplementNaiveBayes, {"normalized": np.False_}),
        ):
            kind(**parameters).fit(X, Y).predict(X)

    def test_a_bad_row_is_named(self):
        rows = X.copy()
        rows[17, 2] = np.inf
        self.refused("row 17, feature 2 is inf; a finite number is expected", lambda: FITTED[0].predict(rows))
        self.refused("row 17, feature 2", lambda: lanewise.LinearDiscriminant().fit(rows, Y))
        self.refused("row 0, feature 3 is -1", lambda: lanewise.MultinomialNaiveBayes().fit(X - [0, 0, 0, 1.2], Y))
        self.refused("row 0, feature 0 is 5.1; a whole number", lambda: lanewise.CategoricalNaiveBayes().fit(X, Y))
        self.refused("0 or 1 is expected", lambda: lanewise.BernoulliNaiveBayes(threshold=None).fit(X, Y))

    def test_rows_of_other_things_than_numbers_are_refused(self):
        categories = lanewise.CategoricalNaiveBayes()
        self.refused("row 1, feature 0 is None", lambda: categories.fit([["a"], [None]], [0, 1]))
        self.refused("row 0, feature 0 is None", lambda: categories.fit([[None], ["a"]], [0, 1]))
        self.refused("row 0, feature 0 is -1", lambda: categories.fit([[-1], [0]], [0, 1]))
        self.refused("of the type |S1", lambda: categories.fit([[b"a"], [b"b"]], [0, 1]))
        self.refused("of the type datetime64", lambda: FITTED[0].predict(X.astype("M8[s]")))
        masked = np.ma.masked_array(X, mask=X > 7)
        self.refused("X or y has masked values", lambda: FITTED[0].predict(masked))
        self.refused("X or y has masked values", lambda: FITTED[0].predict(masked[masked.mask.any(axis=1)][:1]))
        self.refused("X or y has masked values", lambda: lanewise.LinearDiscriminant().fit(masked, Y))
        self.refused("labels of one type", lambda: lanewise.LinearDiscriminant().fit(X[:2], np.array(["a", 1], object)))

    def test_damaged_sparse_rows_are_refused(self):
        for indptr in ([0, 9, 4], [1, 2, 4], [0, 2, 9]):
            rows = sparse.csr_matrix(np.ones((2, 2)))
            rows.indptr = np.array(indptr, np.int32)
            self.refused("indptr of the sparse rows", lambda: lanewise.MultinomialNaiveBayes().fit(rows, [0, 1]))
        rows = sparse.csr_matrix(np.ones((2, 2)))
        rows.indices = np.array([0, 5, 0, 1], np.int32)
        self.refused("row 0 has the index 5", lambda: lanewise.MultinomialNaiveBayes().fit(rows, [0, 1]))

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
