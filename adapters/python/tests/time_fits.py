"""Prints the times of fits and predictions of a million rows and of one row, here and in scikit-learn."""

import time
import warnings

import numpy as np
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.naive_bayes import BernoulliNB, CategoricalNB, GaussianNB, MultinomialNB

import lanewise

ROWS, FEATURES, CLASSES, CALLS = 1_000_000, 10, 3, 9

PAIRS = [
    (lanewise.LinearDiscriminant(), LinearDiscriminantAnalysis(solver="lsqr")),
    (lanewise.QuadraticDiscriminant(), QuadraticDiscriminantAnalysis()),
    (lanewise.GaussianNaiveBayes(), GaussianNB()),
]


def milliseconds(action):
    times = []
    for _ in range(CALLS):
        start = time.perf_counter()
        action()
        times.append((time.perf_counter() - start) * 1e3)
    return f"{np.median(times):6.0f} (first {times[0]:.0f})"


def microseconds(action, calls=5000):
    times = []
    for _ in range(2 * calls):
        start = time.perf_counter()
        action()
        times.append((time.perf_counter() - start) * 1e6)
    return f"{np.median(times[calls:]):6.1f}"


def time_one_row():
    random = np.random.default_rng(1)
    labels = random.integers(0, CLASSES, 1000)
    counts = random.poisson(2 + labels[:, None], (1000, FEATURES)).astype(float)
    pairs = [
        *PAIRS,
        (lanewise.BernoulliNaiveBayes(threshold=2), BernoulliNB(binarize=2)),
        (lanewise.MultinomialNaiveBayes(), MultinomialNB()),
        (lanewise.CategoricalNaiveBayes(), CategoricalNB()),
    ]
    for pair in pairs:
        for model in pair:
            model.fit(counts, labels)
            times = [microseconds(lambda: method(counts[:1])) for method in (model.predict, model.predict_proba)]
            print(f"one row    {type(model).__name__:30}", *times, flush=True)


def main():
    warnings.simplefilter("ignore")
    time_one_row()
    random = np.random.default_rng(1)
    labels = random.integers(0, CLASSES, ROWS)
    by_row = random.normal(size=(ROWS, FEATURES)) + labels[:, None] * 0.5
    layouts = {"by row": by_row, "by column": np.asfortranarray(by_row), "float32": by_row.astype("f4")}
    for layout, rows in layouts.items():
        for pair in PAIRS:
            for model in pair:
                times = [
                    milliseconds(lambda: model.fit(rows, labels)),
                    milliseconds(lambda: model.predict(rows)),
                    milliseconds(lambda: model.predict_proba(rows)),
                ]
                print(f"{layout:10} {type(model).__name__:30}", *times, flush=True)


if __name__ == "__main__":
    main()
