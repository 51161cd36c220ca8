"""Tests what fitted models have besides predictions: few rows, scikit-learn's names, inference, transforms, copies."""

import os
import pickle
import tempfile
import threading
import unittest
import warnings

import numpy as np
from scipy import sparse
from sklearn import discriminant_analysis, naive_bayes
from sklearn.base import clone
from sklearn.calibration import CalibratedClassifierCV
from sklearn.datasets import load_digits, load_iris
from sklearn.exceptions import NotFittedError
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import lanewise

X, Y = load_iris(return_X_y=True)
DIGITS, DIGIT = load_digits(return_X_y=True)
METHODS = ("predict", "predict_proba", "predict_log_proba", "predict_joint_log_proba", "score_samples")
KINDS = [
    lanewise.LinearDiscriminant(),
    lanewise.QuadraticDiscriminant(),
    lanewise.LowRankDiscriminant(rank=2),
    lanewise.GaussianNaiveBayes(),
    lanewise.GaussianNaiveBayes(missing="allow"),
    lanewise.BernoulliNaiveBayes(threshold=2),
    lanewise.CategoricalNaiveBayes(truncate=True),
    lanewise.MultinomialNaiveBayes(),
    lanewise.ComplementNaiveBayes(),
    lanewise.PoissonNaiveBayes(),
    lanewise.TransformedClassifier(steps=["unit_length", "standardize"]),
]


def saved(model):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.model")
        model.save(path)
        return lanewise.load(path)


class FewRowsTest(unittest.TestCase):
    def test_few_rows_have_the_bits_of_many(self):
        for model in KINDS:
            model = clone(model).fit(X, Y)
            for one in (model, saved(model)):
                rows = np.trunc(X) if isinstance(model, lanewise.CategoricalNaiveBayes) else X
                for method in filter(lambda name: hasattr(one, name), METHODS):
                    with self.subTest(one, method=method):
                        expected = getattr(one, method)(rows)
                        for count in (1, 2, 64, 65):
                            found = [getattr(one, method)(rows[i : i + count]) for i in range(0, 150, count)]
                            np.testing.assert_array_equal(np.concatenate(found), expected)
                        found = getattr(one, method)(np.asfortranarray(rows)[::-3].tolist())
                        np.testing.assert_array_equal(found, expected[::-3])

    def test_few_rows_of_any_type_have_the_bits_of_doubles(self):
        rows = np.trunc(X[:3])
        for model in KINDS:
            model = clone(model).fit(X, Y)
            expected = model.predict_log_proba(rows)
            for dtype in ("f4", "f2", ">f8", "i8", "i1", "u1", "u8", "g", "O"):
                np.testing.assert_array_equal(model.predict_log_proba(rows.astype(dtype)), expected)

    def test_threads_share_a_model(self):
        model = lanewise.QuadraticDiscriminant().fit(X, Y)
        expected, wrong = model.predict_proba(X), []

        def predict(first):
            for i in range(3000):
                row = (first + i) % 140
                if (model.predict_proba(X[row : row + i % 3 + 1]) != expected[row : row + i % 3 + 1]).any():
                    wrong.append(row)

        threads = [threading.Thread(target=predict, args=[13 * i]) for i in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_few_rows_are_checked_as_many(self):
        model = lanewise.LinearDiscriminant().fit(X, Y)
        for rows, sentence in (
            ([[1, 2, np.nan, 4]], "row 0, feature 2 is NaN; a finite number is expected"),
            (X[:1, :3], "X has 3 features, but LinearDiscriminant is expecting 4 features as input"),
            (X[:0], "minimum of 1 is required"),
            (X[0], "Expected 2D array"),
            ([[1, 2], [3]], "inhomogeneous"),
        ):
            for _ in range(2):
                model.predict(X[:1])
                with self.assertRaisesRegex(ValueError, sentence):
                    model.predict(rows)
        bits = lanewise.BernoulliNaiveBayes(threshold=2).fit(X, Y)
        for _ in range(2):
            with self.assertRaisesRegex(ValueError, "row 0, feature 1 is NaN"):
                bits.predict([[1, np.nan, 2, 3]])
            bits.predict(X[:1])

    def test_a_parameter_that_changes_is_heeded_at_once(self):
        model = lanewise.GaussianNaiveBayes(missing="allow").fit(X, Y)
        row = [[np.nan, 3, 4, 1]]
        model.predict(row)
        model.missing = "refuse"
        with self.assertRaisesRegex(ValueError, "row 0, feature 0 is NaN"):
            model.predict(row)
        model.set_params(missing="allow").predict(row)
        bits = lanewise.BernoulliNaiveBayes(threshold=2).fit(X, Y)
        before = bits.predict_proba(X[:2])
        bits.threshold = 3.2
        self.assertFalse((bits.predict_proba(X[:2]) == before).all())
        bits.n_jobs = 1.5
        with self.assertRaisesRegex(ValueError, "n_jobs is 1.5"):
            bits.predict(X[:2])

    def test_rows_that_are_learned_count_at_once(self):
        model = lanewise.GaussianNaiveBayes().partial_fit(X[::2], Y[::2], classes=[0, 1, 2])
        for rows, labels in ((X[1::2], Y[1::2]), (X[::3], Y[::3])):
            model.predict_proba(X[:1])
            model.partial_fit(rows, labels)
            found = model.predict_proba(X[:1])
            np.testing.assert_array_equal(found, model.predict_proba(np.tile(X[:1], (200, 1)))[:1])
        model.fit(X[:, :2], Y)
        self.assertEqual(model.predict(X[:1, :2]).tolist(), [0])

    def test_rows_without_names_get_the_warning_of_scikit_learn(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.safetensors")
            lanewise.to_sklearn(lanewise.LinearDiscriminant().fit(X, Y))
            model = lanewise.LinearDiscriminant().fit(X, Y)
            model.feature_names_in_ = np.array(["a", "b", "c", "d"], dtype=object)
            model.save(path)
        for _ in range(3):
            with self.assertWarnsRegex(UserWarning, "does not have valid feature names, but LinearDiscriminant was"):
                model.predict(X[:1])


class NamesTest(unittest.TestCase):
    """The attributes of scikit-learn's estimators."""

    def same(self, ours, theirs, names, *data, **tolerance):
        ours.fit(*data)
        theirs.fit(*data)
        loaded = saved(ours)
        for name in names.split():
            with self.subTest(ours, attribute=name):
                expected = getattr(theirs, name)
                same_origin = getattr(ours, "shrinkage", None) is None or name not in ("coef_", "intercept_")
                for model in (ours, loaded) if hasattr(loaded, name) and same_origin else (ours,):
                    found = getattr(model, name)
                    self.assertEqual(np.shape(found), np.shape(expected))
                    np.testing.assert_allclose(found, expected, **{"rtol": 1e-9, "atol": 1e-12, **tolerance})

    def test_discriminants(self):
        linear, quadratic = (
            discriminant_analysis.LinearDiscriminantAnalysis,
            discriminant_analysis.QuadraticDiscriminantAnalysis,
        )
        divisor = "maximum_likelihood" if "solver" in quadratic().get_params() else "unbiased"
        for data in ((X, Y), (X[Y > 0], Y[Y > 0]), (X, np.array(["a", "b", "c"])[Y])):
            names = "coef_ intercept_ means_ priors_ xbar_ explained_variance_ratio_ n_features_in_"
            self.same(lanewise.LinearDiscriminant(divisor=divisor), linear(), names, *data)
            for shrinkage in (0.1, "auto"):
                theirs = linear(solver="eigen", shrinkage=shrinkage)
                names = "coef_ intercept_ means_ priors_ covariance_ n_features_in_"
                self.same(lanewise.LinearDiscriminant(shrinkage=shrinkage), theirs, names, *data)
            ours = lanewise.QuadraticDiscriminant(divisor=divisor)
            theirs = quadratic(store_covariance=True)
            self.same(ours, theirs, "means_ priors_ n_features_in_", *data)
            for found, expected in zip(ours.covariance_, theirs.covariance_):
                np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-12)
            found = lanewise.LinearDiscriminant(divisor=divisor).fit(*data)
            expected = linear().fit(*data)
            np.testing.assert_allclose(np.abs(found.transform(X)), np.abs(expected.transform(X)), atol=1e-9)
            np.testing.assert_allclose(np.abs(found.scalings_), np.abs(expected.scalings_[:, : found.scalings_.shape[1]]), atol=1e-9)

    def test_naive_bayes(self):
        weights = np.random.default_rng(1).integers(1, 4, len(DIGIT)).astype(float)
        names = "theta_ var_ class_prior_ class_count_ epsilon_ n_features_in_"
        for data in ((X, Y), (DIGITS, DIGIT), (DIGITS, DIGIT, weights)):
            ours = lanewise.GaussianNaiveBayes()
            some = names.replace("epsilon_ ", "") if len(data) > 2 else names  # weights count here
            self.same(ours, naive_bayes.GaussianNB(), some, *data, atol=1e-7)
        counts = "class_count_ class_log_prior_ feature_log_prob_ n_features_in_"
        for data in ((DIGITS, DIGIT), (DIGITS, DIGIT, weights), (DIGITS[:40], np.arange(40) % 2)):
            for alpha in (1.0, 0.25):
                for ours, theirs, names in (
                    (lanewise.BernoulliNaiveBayes, naive_bayes.BernoulliNB, counts + " feature_count_"),
                    (lanewise.MultinomialNaiveBayes, naive_bayes.MultinomialNB, counts + " feature_count_"),
                    (lanewise.ComplementNaiveBayes, naive_bayes.ComplementNB, counts + " feature_count_ feature_all_"),
                ):
                    self.same(ours(alpha=alpha), theirs(alpha=alpha), names, *data)
        self.same(lanewise.ComplementNaiveBayes(normalized=True), naive_bayes.ComplementNB(norm=True), counts, DIGITS, DIGIT)
        ours, theirs = lanewise.CategoricalNaiveBayes().fit(DIGITS, DIGIT), naive_bayes.CategoricalNB().fit(DIGITS, DIGIT)
        for name in ("feature_log_prob_", "category_count_"):
            for found, expected in zip(getattr(ours, name), getattr(theirs, name)):
                np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12)
        np.testing.assert_array_equal(ours.n_categories_, theirs.n_categories_)

    def test_an_estimator_that_is_not_fitted_has_none(self):
        for model in KINDS:
            for name in ("coef_", "theta_", "class_count_", "feature_log_prob_", "classes_"):
                self.assertFalse(hasattr(clone(model), name))
        for model in (lanewise.MultinomialNaiveBayes().fit(X, Y), lanewise.QuadraticDiscriminant().fit(X, Y)):
            self.assertFalse(hasattr(model, "coef_"))

    def test_they_follow_the_rows(self):
        model = lanewise.GaussianNaiveBayes().partial_fit(X[:75], Y[:75], classes=[0, 1, 2])
        before = model.theta_
        self.assertEqual(model.class_count_.tolist(), [50, 25, 0])
        np.testing.assert_allclose(model.partial_fit(X[75:], Y[75:]).theta_, lanewise.GaussianNaiveBayes().fit(X, Y).theta_)
        self.assertFalse((before == model.theta_).all())

    def test_axes_go_into_pipelines_and_have_names(self):
        pipeline = make_pipeline(lanewise.LinearDiscriminant(), naive_bayes.GaussianNB()).fit(X, Y)
        self.assertGreater(pipeline.score(X, Y), 0.95)
        model = lanewise.LinearDiscriminant()
        self.assertEqual(model.fit_transform(X, Y).shape, (150, 2))
        self.assertEqual(list(model.get_feature_names_out()), ["lineardiscriminant0", "lineardiscriminant1"])
        loaded = saved(model)
        self.assertFalse(hasattr(lanewise.QuadraticDiscriminant(), "transform"))
        np.testing.assert_array_equal(loaded.transform(X), model.transform(X))


class StreamsTest(unittest.TestCase):
    def test_a_class_without_rows_is_never_chosen_with_any_priors(self):
        rows = np.trunc(X)
        for model in KINDS:
            if isinstance(model, (lanewise.ComplementNaiveBayes, lanewise.LowRankDiscriminant)):
                continue
            least = {"min_categories": 9} if isinstance(model, lanewise.CategoricalNaiveBayes) else {}
            shrunk = {"regularization": 0.1} if "regularization" in model.get_params() else {}
            for priors in ("empirical", None, "uniform", "laplace", [0.2, 0.3, 0.5]):
                given = {} if isinstance(model, lanewise.TransformedClassifier) else {"priors": priors}
                for there in ([0, 1], [0], [1, 2], [2]):
                    streamed = clone(model).set_params(**least, **shrunk, **given)
                    if not given:
                        streamed.set_params(model=lanewise.LinearDiscriminant(priors=priors, shrinkage=0.1))
                    some = np.isin(Y, there)
                    with self.subTest(streamed, there=there):
                        streamed.partial_fit(rows[some], Y[some], classes=[0, 1, 2])
                        self.assertLessEqual(set(streamed.predict(rows)), set(there))
                        missing = np.setdiff1d([0, 1, 2], there)
                        self.assertTrue((streamed.predict_log_proba(rows)[:, missing] == -np.inf).all())
                        self.assertTrue((streamed.predict_proba(rows)[:, missing] == 0).all())
                        np.testing.assert_allclose(streamed.predict_proba(rows).sum(axis=1), 1)
                        self.assertFalse(np.isnan(streamed.score_samples(rows)).any())
                        if hasattr(streamed, "decision_function"):
                            self.assertFalse(np.isnan(streamed.decision_function(rows)).any())
                        streamed.partial_fit(rows, Y)
                        self.assertTrue(np.isfinite(streamed.predict_log_proba(rows)).all())


class InferenceTest(unittest.TestCase):
    FAR = [[50.0, 3, 1, 0]]

    def test_typicality_is_near_uniform_for_rows_of_the_class_and_small_far_away(self):
        random = np.random.default_rng(3)
        labels = np.repeat([0, 1], 1000)
        rows, new = (random.normal(size=(2000, 3)) + labels[:, None] for _ in range(2))
        for model in (
            lanewise.LinearDiscriminant(),
            lanewise.LinearDiscriminant(divisor="unbiased"),
            lanewise.QuadraticDiscriminant(),
            lanewise.GaussianNaiveBayes(),
            lanewise.LinearDiscriminant(shrinkage=0.1),
            lanewise.RegularizedDiscriminant(lam=0.5),
        ):
            with self.subTest(model):
                model.fit(rows, labels, typicality=True)
                for one in (model, pickle.loads(pickle.dumps(model))):
                    p = one.typicality(new)
                    self.assertEqual(p.shape, (2000, 2))
                    self.assertAlmostEqual((p[labels == 0, 0] < 0.1).mean(), 0.1, delta=0.04)
                    self.assertLess(one.typicality([[50, 50, 50]]).max(), 0.01)

    def test_what_rows_are_ranked_among_is_kept_on_request(self):
        for model in (
            lanewise.LinearDiscriminant(shrinkage=0.1).fit(X, Y),
            lanewise.RegularizedDiscriminant().fit(X, Y),
            lanewise.LinearDiscriminant().fit(X, Y, sample_weight=np.full(150, 2.0)),
            lanewise.LinearDiscriminant().partial_fit(X, Y, [0, 1, 2], np.full(150, 2.0)),
        ):
            with self.assertRaisesRegex(ValueError, r"fit\(X, y, typicality=True\) is expected"):
                model.typicality(X)
            with self.assertRaisesRegex(ValueError, r"fit\(X, y, unknown=True\) is expected"):
                model.unknown(X)
        model = lanewise.LinearDiscriminant(shrinkage=0.1).fit(X, Y, typicality=True, unknown=True)
        loaded = saved(model)
        np.testing.assert_array_equal(loaded.typicality(X), model.typicality(X))
        np.testing.assert_array_equal(loaded.known_p_values(X), model.known_p_values(X))
        pipeline = make_pipeline(StandardScaler(), lanewise.LinearDiscriminant())
        pipeline.fit(X, Y, lineardiscriminant__unknown=True)

    def test_sparse_rows_have_the_typicality_of_dense_ones(self):
        bits, digits = DIGITS > 8, DIGITS.astype(float)
        for model, rows in ((lanewise.BernoulliNaiveBayes(), bits), (lanewise.PoissonNaiveBayes(), digits)):
            dense = model.fit(rows, DIGIT).typicality(rows[:50])
            np.testing.assert_array_equal(model.typicality(sparse.csr_matrix(rows[:50])), dense)
        model = lanewise.MultinomialNaiveBayes().fit(digits, DIGIT, typicality=True)
        np.testing.assert_array_equal(model.typicality(sparse.csr_matrix(digits[:50])), model.typicality(digits[:50]))
        with self.assertRaisesRegex(ValueError, "typicality is True for sparse rows; dense ones are expected"):
            model.fit(sparse.csr_matrix(digits), DIGIT, typicality=True)
        with self.assertRaisesRegex(ValueError, "MultinomialNaiveBayes has no normal classes; False is expected"):
            model.fit(digits, DIGIT, unknown=True)

    def test_rows_of_no_class_are_unknown(self):
        for model in (lanewise.LinearDiscriminant(), lanewise.LinearDiscriminant(shrinkage=0.1), lanewise.GaussianNaiveBayes()):
            model.fit(X, Y, unknown=True)
            self.assertEqual(model.unknown(self.FAR).tolist(), [True])
            self.assertLess(model.unknown(X, alpha=0.01).mean(), 0.03)
            self.assertTrue(((model.known_p_values(X) > 0) & (model.known_p_values(X) <= 1)).all())
            with self.assertRaisesRegex(ValueError, "alpha is 'x'"):
                model.unknown(X, alpha="x")

    def test_contributions_sum_to_the_log_odds(self):
        for model in KINDS:
            model = clone(model).fit(X, Y)
            rows = np.trunc(X[::30])
            for pair in ({}, {"label": 0, "against": 2}):
                with self.subTest(model, **pair):
                    why = model.explain(rows, **pair)
                    self.assertEqual(why.contributions.shape[0], len(rows))
                    np.testing.assert_allclose(why.prior + why.contributions.sum(axis=1), why.log_odds, atol=1e-8)
                    joint, at = model.predict_joint_log_proba(rows), np.arange(len(rows))
                    np.testing.assert_allclose(joint[at, why.label] - joint[at, why.against], why.log_odds, atol=1e-8)
                    if not pair:
                        np.testing.assert_array_equal(why.label, model.predict(rows))
        model = lanewise.LinearDiscriminant().fit(X, np.array(["a", "b", "c"])[Y])
        self.assertEqual(set(model.explain(X, "a", "c").label), {"a"})
        with self.assertRaisesRegex(ValueError, "the class is 'z'; one of .* is expected"):
            model.explain(X, "z", "a")

    def test_rows_that_are_left_out_get_the_scores_of_refits(self):
        for model in KINDS[:4] + [lanewise.MultinomialNaiveBayes(), lanewise.LinearDiscriminant(shrinkage=0.2)]:
            with self.subTest(model):
                found = clone(model).leave_one_out(X, Y)
                for row in (0, 70, 149):
                    rest = np.arange(150) != row
                    refit = clone(model).fit(X[rest], Y[rest])
                    np.testing.assert_allclose(found.log_proba[row], refit.predict_log_proba(X[[row]])[0], atol=1e-6)
                self.assertAlmostEqual(found.error_rate, (found.predictions != Y).mean())
                self.assertAlmostEqual(found.log_loss, found.log_losses.mean())
        model = lanewise.LinearDiscriminant()
        model.leave_one_out(X, Y)
        with self.assertRaises(NotFittedError):
            model.predict(X)


class TransformedTest(unittest.TestCase):
    def test_a_transform_gives_what_a_pipeline_gives(self):
        pipeline = make_pipeline(StandardScaler(), lanewise.LinearDiscriminant(shrinkage=0.1)).fit(X, Y)
        model = lanewise.TransformedClassifier(lanewise.LinearDiscriminant(shrinkage=0.1)).fit(X, Y)
        for one in (model, saved(model)):
            np.testing.assert_allclose(one.predict_proba(X), pipeline.predict_proba(X), atol=1e-12)

    def test_steps_are_in_order(self):
        lengths = np.linalg.norm(X, axis=1, keepdims=True)
        for steps, rows in (
            ([("signed_power", 0.5), "center"], np.sqrt(X) - np.sqrt(X).mean(axis=0)),
            (["unit_length"], X / lengths),
        ):
            model = lanewise.TransformedClassifier(lanewise.GaussianNaiveBayes(), steps).fit(X, Y)
            expected = lanewise.GaussianNaiveBayes().fit(rows, Y).predict_proba(rows)
            np.testing.assert_allclose(model.predict_proba(X), expected, atol=1e-9)
        steps = ("standardize", ("random_features", 20, 1))
        model = lanewise.TransformedClassifier(lanewise.LinearDiscriminant(shrinkage=0.1), steps).fit(X, Y)
        self.assertGreater(model.score(X, Y), 0.9)

    def test_a_weight_of_two_is_a_row_twice_in_the_transform_too(self):
        weights = np.arange(150) % 3
        for steps in (["standardize"], ["center"], [("signed_power", 0.5), "standardize"]):
            model = lanewise.TransformedClassifier(lanewise.LinearDiscriminant(shrinkage=0.1), steps)
            found = clone(model).fit(X, Y, sample_weight=weights)
            expected = clone(model).fit(np.repeat(X, weights, axis=0), np.repeat(Y, weights))
            np.testing.assert_allclose(found.predict_proba(X), expected.predict_proba(X), atol=1e-12)

    def test_batches_keep_the_transform_of_the_first(self):
        steps = ["unit_length"]
        whole = lanewise.TransformedClassifier(steps=steps).fit(X, Y)
        batches = lanewise.TransformedClassifier(steps=steps)
        for first in range(0, 150, 50):
            batches.partial_fit(X[first : first + 50], Y[first : first + 50], classes=[0, 1, 2])
        np.testing.assert_allclose(batches.predict_proba(X), whole.predict_proba(X), atol=1e-9)

    def test_a_wrong_step_gets_a_sentence(self):
        for steps, sentence in (
            ("standardize", "steps is 'standardize'; a list of steps is expected"),
            ([], "steps is \\[\\]; a list of steps is expected"),
            (["whiten"], "the step is 'whiten'; one of 'center', 'standardize', "),
            (["signed_power"], "the step is \\('signed_power',\\); \\('signed_power', 'exponent'\\) is expected"),
            ([("random_features", 2.5, 1)], "the count of the step 'random_features' is 2.5; a whole number is"),
        ):
            with self.assertRaisesRegex(ValueError, sentence):
                lanewise.TransformedClassifier(steps=steps).fit(X, Y)
        with self.assertRaisesRegex(ValueError, "model is .*; None, or an estimator of normal classes is expected"):
            lanewise.TransformedClassifier(lanewise.MultinomialNaiveBayes()).fit(X, Y)


class LoadedTest(unittest.TestCase):
    def test_copies_and_clones_are_fitted(self):
        for model in KINDS:
            loaded = saved(clone(model).fit(X, Y))
            rows = np.trunc(X)
            expected = loaded.predict_proba(rows)
            for copy in (clone(loaded), pickle.loads(pickle.dumps(loaded)), pickle.loads(pickle.dumps(clone(loaded)))):
                with self.subTest(repr(copy)):
                    np.testing.assert_array_equal(copy.predict_proba(rows), expected)
                    self.assertEqual(repr(copy), repr(loaded))
        self.assertEqual(repr(saved(lanewise.GaussianNaiveBayes().fit(X, Y))), "LoadedModel(file=<gaussian-naive-bayes of 4 features, 3 classes>)")

    def test_a_loaded_model_is_not_fitted_again(self):
        loaded = saved(lanewise.GaussianNaiveBayes().fit(X, Y))
        with self.assertRaisesRegex(ValueError, "fitted already"):
            loaded.fit(X, Y)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = CalibratedClassifierCV(loaded, cv="prefit").fit(X, Y)
        self.assertGreater(found.score(X, Y), 0.9)

    def test_models_go_to_scikit_learn_and_back(self):
        for theirs in (
            naive_bayes.GaussianNB(),
            naive_bayes.MultinomialNB(),
            discriminant_analysis.LinearDiscriminantAnalysis(),
            make_pipeline(StandardScaler(), discriminant_analysis.QuadraticDiscriminantAnalysis()),
        ):
            theirs.fit(X, Y)
            ours = lanewise.from_sklearn(theirs)
            back = lanewise.to_sklearn(ours)
            np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), atol=1e-9)
            np.testing.assert_allclose(back.predict_proba(X), theirs.predict_proba(X), atol=1e-9)
        with self.assertRaises(ValueError):
            lanewise.from_sklearn(naive_bayes.GaussianNB())


class SetsTest(unittest.TestCase):
    def test_sets_contain_the_class_as_often_as_promised(self):
        random = np.random.default_rng(3)
        y = random.integers(0, 3, 3000)
        rows = random.normal(size=(3000, 4)) + y[:, None]
        names = np.array(["a", "b", "c"])[y]
        left_out = lanewise.LinearDiscriminant().fit(rows[:1000], names[:1000], sets=True)
        held_out = lanewise.GaussianNaiveBayes().fit(rows[:1000], names[:1000]).conformalize(rows[1000:2000], names[1000:2000])
        for model in (left_out, held_out, pickle.loads(pickle.dumps(held_out)), saved(held_out), clone(saved(held_out))):
            for coverage in (0.5, 0.9):
                sets = model.predict_sets(rows[2000:], coverage)
                self.assertEqual(sets.dtype, bool)
                found = sets[np.arange(1000), y[2000:]].mean()
                self.assertAlmostEqual(found, coverage, delta=0.05)
        self.assertFalse(left_out.predict_sets(rows[:1] + 50).any())

    def test_a_loaded_model_ranks_rows_itself_and_its_copies_keep_them(self):
        loaded = saved(lanewise.GaussianNaiveBayes().fit(X[::2], Y[::2])).conformalize(X[1::2], Y[1::2])
        for copy in (clone(loaded), pickle.loads(pickle.dumps(loaded))):
            np.testing.assert_array_equal(copy.predict_sets(X), loaded.predict_sets(X))

    def test_what_cannot_be_ranked_is_refused(self):
        model = lanewise.LinearDiscriminant().fit(X, Y)
        before = pickle.dumps(model)
        for wrong, sentence in (
            (lambda: model.predict_sets(X), "no ranked rows"),
            (lambda: model.conformalize(X, Y + 1), "the class is 3; one of"),
            (lambda: model.conformalize(X[1:], Y), "149.*150"),
            (lambda: model.fit(X, Y, np.ones(150), sets=True), "rows have weights"),
            (lambda: lanewise.LinearDiscriminant().fit(X, Y, sets=True).predict_sets(X, 1), "coverage"),
            (lambda: lanewise.LinearDiscriminant().fit(X, Y, sets=True).predict_sets(X, "x"), "coverage"),
            (lambda: lanewise.LinearDiscriminant().predict_sets(X), "not fitted"),
        ):
            with self.assertRaisesRegex(ValueError, sentence):
                wrong()
        self.assertEqual(pickle.dumps(model), before)

    def test_rows_fade(self):
        for model in (lanewise.LinearDiscriminant(), lanewise.MultinomialNaiveBayes()):
            faded = clone(model).partial_fit(X[::2], Y[::2], classes=[0, 1, 2]).partial_fit(X[1::2], Y[1::2], decay=0.25)
            weights = np.where(np.arange(150) % 2, 1, 0.25)
            expected = clone(model).fit(X, Y, weights)
            np.testing.assert_allclose(faded.predict_proba(X), expected.predict_proba(X), atol=1e-9)
            np.testing.assert_array_equal(faded.class_count_, [31.25] * 3)
            for decay in (0, -1, 1.5, "half", None, True):
                before = faded.predict_proba(X)
                with self.assertRaisesRegex(ValueError, "decay|factor"):
                    faded.partial_fit(X, Y, decay=decay)
                np.testing.assert_array_equal(faded.predict_proba(X), before)
            with self.assertRaisesRegex(ValueError, "decay"):
                clone(model).partial_fit(X, Y, classes=[0, 1, 2], decay="half")
