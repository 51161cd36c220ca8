#!/usr/bin/env python3
"""Times scikit-learn on the data sets that bench/run writes.

usage: sklearn_peer.py FOLDER SECONDS JOB ...

FOLDER holds the data: meta.json, and the files it names. SECONDS is how long each job is timed at
least (three calls at least; 0 is one call). A JOB is one of bench/run that scikit-learn can do.
PEER_THREADS in the environment is the number of threads of its linear algebra, 1 without it.
Prints one JSON line for each job and form of the data: the times of calls in nanoseconds, and how
many labels differ from those of the library.
"""

import os

# Before numpy loads its BLAS.
for variable in (
    "OPENBLAS_NUM_THREADS",
    "OMP_NUM_THREADS",
    "MKL_NUM_THREADS",
    "BLIS_NUM_THREADS",
):
    os.environ[variable] = os.environ.get("PEER_THREADS", "1")

import json  # noqa: E402
import sys  # noqa: E402
import time  # noqa: E402
import warnings  # noqa: E402
from itertools import product  # noqa: E402

import numpy as np  # noqa: E402
import scipy.sparse as sparse  # noqa: E402
import sklearn  # noqa: E402
from sklearn.discriminant_analysis import (  # noqa: E402
    LinearDiscriminantAnalysis,
    QuadraticDiscriminantAnalysis,
)
from sklearn.linear_model import LogisticRegression  # noqa: E402
from sklearn.naive_bayes import (  # noqa: E402
    BernoulliNB,
    CategoricalNB,
    GaussianNB,
    MultinomialNB,
)

MODELS = {
    "lda": lambda: LinearDiscriminantAnalysis(solver="lsqr"),
    "qda": QuadraticDiscriminantAnalysis,
    "gaussian-nb": GaussianNB,
    "bernoulli-nb": BernoulliNB,
    "categorical-nb": CategoricalNB,
    "multinomial-nb": MultinomialNB,
}

# The discriminative model of the same form, fitted to the same rows.
LOGISTIC = {"lda": ("logistic regression", LogisticRegression)}


def array(folder, name, dtype):
    return np.fromfile(os.path.join(folder, name), dtype=dtype)


def rows(folder, meta, prefix):
    """The rows of a data set in each form that scikit-learn takes: a list of (form, rows)."""
    kind = meta["kind"]
    if kind == "words":
        starts = array(folder, prefix + "starts.bin", "<i4")
        indices = array(folder, prefix + "indices.bin", "<i4")
        values = array(folder, prefix + "values.bin", "<f8")
        shape = (len(starts) - 1, meta["features"])
        return [("CSR", sparse.csr_matrix((values, indices, starts), shape=shape))]
    dtype = "<f8" if kind == "normal" else "u1"
    dense = array(folder, prefix + "rows.bin", dtype).reshape(-1, meta["features"])
    if kind == "categories":
        # What scikit-learn would convert to in every call.
        return [("", dense.astype(np.int64))]
    if kind == "binary":
        return [("dense", dense), ("CSR", sparse.csr_matrix(dense.astype(np.float64)))]
    return [("", dense)]


def times(call, seconds):
    """Times of calls, after one that does not count."""
    clock = time.perf_counter_ns
    if seconds > 0:
        call()
    nanos = []
    start = clock()
    while not nanos or seconds > 0 and (len(nanos) < 3 or clock() - start < seconds * 1e9):
        before = clock()
        call()
        nanos.append(clock() - before)
    return nanos


def one_row_times(model, data, seconds):
    """Times of labelling one row, each the mean of taking turns over 64 rows."""
    single = [data[i : i + 1] for i in range(min(64, data.shape[0]))]

    def call():
        for row in single:
            model.predict(row)

    return [nanos / len(single) for nanos in times(call, seconds)]


def main():
    folder, seconds, jobs = sys.argv[1], float(sys.argv[2]), sys.argv[3:]
    with open(os.path.join(folder, "meta.json"), encoding="utf-8") as file:
        meta = json.load(file)
    labels = array(folder, "labels.bin", "<i4")
    forms = rows(folder, meta, "")
    tests = rows(folder, meta, "test-") if meta["kind"] == "words" else forms
    # Ill-conditioned covariances and such: the labels tell.
    warnings.simplefilter("ignore")
    fitted = {}
    for job in jobs:
        task, name = job.split("-", 1)
        if task == "row":
            name = name.removesuffix("-predict")
        elif job.startswith("fit-predict-"):
            task, name = "both", job.removeprefix("fit-predict-")
        peers = [("", MODELS[name])]
        if name in LOGISTIC and task != "row":
            peers.append(LOGISTIC[name])
        for ((form, data), (_, test)), (peer, make) in product(zip(forms, tests), peers):
            if task == "row" and form == "CSR":
                continue
            if (make, form) not in fitted:
                fitted[make, form] = make().fit(data, labels)
            model = fitted[make, form]
            # Labels first.
            ours = array(folder, f"ours-{name}.bin", "<i4")
            differ = int(np.count_nonzero(model.predict(test) != ours))
            if task == "fit":
                nanos = times(lambda: make().fit(data, labels), seconds)
            elif task == "both":
                nanos = times(lambda: make().fit(data, labels).predict(test), seconds)
            elif task == "row":
                nanos = one_row_times(model, data, seconds)
            else:
                nanos = times(lambda: model.predict(data), seconds)
            line = {
                "job": job,
                "form": " ".join(filter(None, [peer, form])),
                "version": sklearn.__version__,
                "nanos": nanos,
                "differ": differ,
                "labels": len(ours),
            }
            print(json.dumps(line), flush=True)


main()
