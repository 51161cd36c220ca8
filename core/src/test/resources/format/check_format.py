"""Compares what the reader of examples/python finds in the golden files with what their texts say."""
import glob, math, os, struct, sys

sys.path.insert(0, sys.argv[1])
import lanewise_format as fmt

def close(a, b): return a == b or abs(a - b) <= 1e-12 * max(1.0, abs(b))

def rows(values, d): return [values[i:i + d] for i in range(0, len(values), d)]

def square(triangle, d): return [[triangle[fmt.triangle(max(i, j)) + min(i, j)] for j in range(d)] for i in range(d)]

def log_normal(x, covariance):
    d, total = len(x), 0.0
    factor, solved = [[0.0] * d for _ in x], []
    for i in range(d):
        for j in range(i + 1):
            rest = covariance[i][j] - sum(factor[i][m] * factor[j][m] for m in range(j))
            factor[i][j] = math.sqrt(rest) if i == j else rest / factor[j][j]
        solved.append((x[i] - sum(factor[i][m] * solved[m] for m in range(i))) / factor[i][i])
        total += solved[i] ** 2 + math.log(2 * math.pi) + 2 * math.log(factor[i][i])
    return -total / 2

def log_share(part, whole): return -math.inf if part == 0 else math.log(part / whole)

def score(m, x, k):
    """The log joints of a row, by the table of docs/parameter-files.md."""
    d, kind, out = m["features"], m["kind"], []
    if kind == "indicators":
        numbers, codes = x[:d - m["catfeat"]], x[d - m["catfeat"]:]
        for (size, _), left_out, code in zip(m["sizes"], m["left_out"], codes):
            numbers = numbers + [float(code == c) for c in range(size) if c != left_out]
        return score(m["model"], numbers, k)
    for c in range(k):
        at = c * d
        joint = 0.0 if "priors" not in m else math.log(m["priors"][c])
        if "means" in m:
            origin = m["origin"] if "origin" in m else m["origins"][at:at + d]
            centred = [v - o - mean for v, o, mean in zip(x, origin, m["means"][at:at + d])]
            if kind == "gaussian-naive-bayes":
                variances = m["variances"][at:at + d] if "variances" in m else m["shared_variances"]
                joint += sum(-(v * v / s + math.log(2 * math.pi * s)) / 2 for v, s in zip(centred, variances))
            else:
                t = fmt.triangle(d)
                joint += log_normal(centred, square(m["covariance"] if "covariance" in m else m["covariances"][c * t:c * t + t], d))
        elif kind == "bernoulli-naive-bayes":
            for v, on, off in zip(x, m["set"][at:at + d], m["unset"][at:at + d]): joint += log_share(on if v else off, on + off)
        elif kind == "multinomial-naive-bayes":
            own = m["counts"][at:at + d]
            joint += sum(v * log_share(n, sum(own)) for v, n in zip(x, own) if v)
        elif kind == "poisson-naive-bayes":
            for v, n in zip(x, m["counts"][at:at + d]):
                rate = n / m["weights"][c]
                joint += v * math.log(rate) - rate - math.lgamma(v + 1)
        elif kind == "categorical-naive-bayes":
            start, width = 0, sum(size for size, _ in m["sizes"])
            for v, (size, _) in zip(x, m["sizes"]):
                own = m["counts"][c * width + start:c * width + start + size]
                joint += log_share(own[int(v)], sum(own))
                start += size
        elif kind == "mixed-naive-bayes":
            start = 0
            for block in m["blocks"]:
                joint += score(block, x[start:start + block["features"]], k)[c] - math.log(block["priors"][c])
                start += block["features"]
        else: raise ValueError(kind)
        out.append(joint)
    return out

def moments(s, d, k):
    """The weight and the mean of each class, of complete ranges, the open range and waiting rows."""
    weights, sums = [0.0] * k, [[0.0] * d for _ in range(k)]
    for part in (s["complete"], s["open"]):
        for c in range(k):
            weights[c] += part["weights"][c]
            for j in range(d): sums[c][j] += part["weights"][c] * (part["anchors"][c * d + j] + part["means"][c * d + j])
    for label, weight, row in zip(s["wlabels"], s["wweights"], s["wrows"]):
        weights[label] += weight
        for j in range(d): sums[label][j] += weight * row[j]
    return weights, sums

def check(path):
    found, text = fmt.read(path), open(path[:-len(".lanewise")] + ".txt", encoding="utf-8").read().split("\n")
    def after(start): return [line[len(start):] for line in text if line.startswith(start)]
    def doubles(start):
        shown = after(start)
        if not shown or any(len(word) != 16 for word in shown[0].split()): return None  # long lists have a digest
        return [struct.unpack(">d", bytes.fromhex(word))[0] for word in shown[0].split()]
    def same(name, values, expected):
        if expected is None: return
        if len(values) != len(expected) or not all(map(close, values, expected)): raise ValueError(f"{name}: {values} but {expected}")
        compared.append(name)
    compared, content, k = [], found["content"], len(found["classes"])
    for name in ("class", "feature"):
        names = found["classes" if name == "class" else "features"]
        if "\n".join(f"{name}: {one}" for one in names) != "\n".join(line for line in text if line.startswith(name + ": ")): raise ValueError(name)
    if sorted(f"{key} = {value}" for key, value in found["notes"].items()) != sorted(after("note: ")): raise ValueError("notes")
    if not isinstance(content["kind"], int):
        if "priors" in content and content["kind"] != "calibrated": same("priors", content["priors"], doubles("priors: "))
        for row, expected in zip(content.get("test rows", []), content.get("log joints", [])):
            same("log joints", score(content, row, k), expected)
        return compared
    d = content["features"]
    if after("read: ")[0] != f"{content['rows']} rows of {d} features, {k} classes": raise ValueError(after("read: "))
    compared.append("rows")
    if content["kind"] in (256, 260):
        weights, sums = moments(content, d, k)
        same("weights", weights, doubles("read, weights: "))
        means, origin = doubles("read, means less origin: "), doubles("read, origin: ")
        if means: same("means", [s / w for w, row in zip(weights, sums) if w for s in row],
                       [m + o for w, row in zip(weights, rows(means, d)) if w for m, o in zip(row, origin)])
    if content["kind"] in (257, 258) and "incomplete" not in content:
        width = len(content["counts"]) // k
        weighted, sums = content["weights"] or [0.0] * k, content["sums"] or [0.0] * len(content["counts"])
        same("weights", [n + w for n, w in zip(content["classrow"], weighted)], doubles("read, weights: "))
        same("counts", [n + s for n, s in zip(content["counts"], sums)], doubles("read, counts: " if content["kind"] == 258 else "read, set: "))
    return compared

for path in sorted(glob.glob(os.path.join(sys.argv[2], "*.lanewise"))):
    try: print(os.path.basename(path), *sorted(set(check(path))), sep="\t")
    except Exception as error: sys.exit(f"{path}: {type(error).__name__}: {error}")
