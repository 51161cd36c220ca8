"""Scores rows with a parameter file of Lanewise: python3 lanewise_reader.py MODEL.safetensors [ROWS.csv]

ROWS.csv has a row of numbers for each line; without it, the test rows of the file are scored. Each line of the output
is a label and the log joints of the classes. docs/parameter-files.md specifies the file.
"""
import hashlib, json, math, sys, warnings
import numpy as np

def read(path):
    data = open(path, "rb").read()
    start = 8 + int.from_bytes(data[:8], "little")
    header = json.loads(data[8:start])
    about = header.pop("__metadata__")
    if (about["format"], about["version"]) != ("lanewise-parameters", "1"): sys.exit(f"{path} has another version than 1")
    digest, t = hashlib.sha256(about["model"].encode()), {}
    for name, at in sorted(header.items(), key=lambda item: item[1]["data_offsets"]):
        raw = data[start + at["data_offsets"][0]:start + at["data_offsets"][1]]
        digest.update(name.encode() + b"\n" + raw)
        t[name] = np.frombuffer(raw, {"F64": "<f8", "I64": "<i8"}[at["dtype"]]).reshape(at["shape"])
    if digest.hexdigest() != about["sha256"]: sys.exit(f"{path} is damaged: its checksum differs")
    return json.loads(about["model"]), t

def count(names): return names if isinstance(names, int) else len(names)

def log_shares(counts):  # equal shares if all counts are 0
    total = counts.sum(-1, keepdims=True)
    return np.log(np.where(total > 0, counts / np.where(total > 0, total, 1), 1 / counts.shape[-1]))

def dot(x, w):  # 0 times infinity is 0
    return x @ np.where(np.isinf(w), 0, w).T + np.where(x @ np.isinf(w).T > 0, -np.inf, 0)

def normal(x, covariance):
    factor = np.linalg.cholesky(covariance)
    return -(np.linalg.solve(factor, x.T) ** 2 + np.log(2 * np.pi)).sum(0) / 2 - np.log(np.diag(factor)).sum()

def step(kind, exponent, means=0, deviations=1, matrix=None, offset=0):
    if kind == "unit-length": return lambda x: x / np.linalg.norm(x, axis=1, keepdims=True)
    if kind == "signed-power": return lambda x: np.sign(x) * np.abs(x) ** exponent
    if kind == "standardization": return lambda x: (x - means) / deviations
    if kind == "linear": return lambda x: x @ matrix.T + offset
    sys.exit(f"this reader does not know the step {kind}")

def log_joint(model, t, x):
    part = lambda prefix: {name[len(prefix):]: value for name, value in t.items() if name.startswith(prefix)}
    prior, counts, kind = np.log(t.get("priors", 1)), t.get("counts"), model["kind"].removesuffix("-naive-bayes")
    if kind.endswith("-discriminant"):
        origins = np.broadcast_to(t.get("origins", t.get("origin")), t["means"].shape)
        squares = [t["covariance"]] * len(origins) if "covariance" in t else t["covariances"]
        if "loadings" in t:
            directions = t["loadings"].reshape(len(origins), -1, len(t["subspace"])) @ t["subspace"]
            squares = squares + directions.swapaxes(1, 2) @ directions
        return prior + np.stack([normal(x - o - m, s) for o, m, s in zip(origins, t["means"], squares)], 1)
    if kind == "gaussian":
        variances = t.get("variances", t.get("shared_variances"))
        squares = (x[:, None] - t.get("origins", t.get("origin")) - t["means"]) ** 2 / variances
        return prior - (squares + np.log(2 * np.pi * variances)).sum(2) / 2
    if kind == "bernoulli":
        logs = log_shares(np.stack([t["set"], t["unset"]], 2))
        return prior + dot(x, logs[:, :, 0]) + dot(1 - x, logs[:, :, 1])
    if kind == "multinomial": return prior + dot(x, log_shares(counts))
    if kind == "complement":
        logs = log_shares(counts)
        if model["normalized"]:  # infinite weights share 1
            logs = np.where(np.isinf(logs).any(1, keepdims=True), -1.0 * np.isinf(logs), logs)
            logs = -logs / logs.sum(1, keepdims=True)
        return -dot(x, logs)
    if kind == "poisson":
        rates = counts / t["weights"][:, None]
        return prior + dot(x, np.log(rates)) - rates.sum(1) - np.vectorize(math.lgamma)(x + 1).sum(1, keepdims=True)
    if kind == "categorical":
        ends = np.cumsum([count(names) for names in model["categories"]])[:-1]
        return prior + sum(log_shares(c)[:, v].T for c, v in zip(np.split(counts, ends, 1), x.T.astype(int)))
    if kind == "linear": return t["intercepts"] + x @ t["weights"].T
    if kind == "indicators":
        for code, names, out in zip(x.T[-len(model["categories"]):], model["categories"], model["left_out"]):
            x = np.hstack([x, code[:, None] == np.delete(np.arange(count(names)), out)])
        x = np.delete(x, slice(count(model["features"]) - len(model["categories"]), count(model["features"])), 1)
    for i, s in enumerate(model["steps"] if kind == "transformed" else []):
        x = step(s["kind"], s.get("exponent"), **part(f"steps.{i}."))(x)
    if "model" in model: return log_joint(model["model"], part("model."), x)
    if kind != "mixed": sys.exit(f"this reader does not know the kind {kind}")
    blocks = zip(model["blocks"], np.split(x, np.cumsum([count(b["features"]) for b in model["blocks"]])[:-1], 1))
    parts = [log_joint(b, part(f"blocks.{i}."), xs) - np.log(t[f"blocks.{i}.priors"]) for i, (b, xs) in enumerate(blocks)]
    return np.where(t["priors"] > 0, prior + sum(parts), -np.inf)

def tempered(model, t, joint):  # proportional to posteriors
    if model["kind"] != "calibrated": return joint
    priors = [value for name, value in t.items() if name != "priors" and name.replace("model.", "") == "priors"]
    shift = np.log(priors[0] / t["priors"]) if priors else 0
    return np.where(joint > -np.inf, (joint - shift) / model["temperature"] + shift, -np.inf)

def check_rows(model, t):
    if "check.rows" in t: return t["check.rows"]
    rows = np.zeros((len(t["check.indptr"]) - 1, count(model["features"])))
    rows[np.repeat(np.arange(len(rows)), np.diff(t["check.indptr"])), t["check.indices"]] = t["check.values"]
    return rows

def rounding(t):  # of log joints, if covariances are nearly singular
    covariances = [c for name, c in t.items() if name.split(".")[-1] in ("covariance", "covariances")]
    return 2.0 ** -50 * max((np.sum(np.diagonal(c, 0, -2, -1) * np.diagonal(np.linalg.inv(c), 0, -2, -1), -1).max()
                             for c in covariances), default=0)

def is_right(model, t):
    found, expected = log_joint(model, t, check_rows(model, t)), t.get("check.log_joint")
    if expected is None:
        found, expected = tempered(model, t, found), t["check.log_posterior"]
        found = found - np.logaddexp.reduce(found, 1, keepdims=True)
    largest = np.abs(np.where(np.isfinite(expected), expected, 0)).max(1, keepdims=True)
    return np.all((found == expected) | (np.abs(found - expected) <= max(1e-12, rounding(t)) * np.maximum(1, largest)))

def scored(path, rows_path):  # lines of labels and log joints
    try: model, t = read(path)
    except OSError as e: sys.exit(f"{path} cannot be read: {e.strerror}")
    if not is_right(model, t): sys.exit(f"{path}: the test rows get other scores than the file has")
    names = range(model["classes"]) if isinstance(model["classes"], int) else model["classes"]
    rows, d = check_rows(model, t), count(model["features"])
    if rows_path:
        try: rows = np.loadtxt(rows_path, delimiter=",", ndmin=2)
        except (OSError, ValueError) as e: sys.exit(f"{rows_path} has no rows of numbers: {e}")
        if rows.shape[1] != d: sys.exit(f"{rows_path} has rows of {rows.shape[1]} numbers; {d} are expected")
    joint = log_joint(model, t, rows)
    return [(names[label], *map(float, scores)) for label, scores in zip(tempered(model, t, joint).argmax(1), joint)]

if __name__ == "__main__":
    if len(sys.argv) not in (2, 3): sys.exit(__doc__)
    np.seterr(all="ignore")
    warnings.simplefilter("ignore")
    try: lines = scored(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None)
    except Exception as e: sys.exit(f"{sys.argv[1]} is damaged, or no parameter file ({type(e).__name__}: {str(e)[:200]})")
    for line in lines: print(*line, sep="\t")
