"""Reads a file of a model or of statistics: python3 lanewise_format.py FILE

Prints its kind, names and contents. It needs nothing but Python; docs/format.md specifies the bytes.
"""
import struct, sys

_TABLE = []
for byte in range(256):
    for _ in range(8):
        byte = byte >> 1 ^ (0x82F63B78 if byte & 1 else 0)
    _TABLE.append(byte)

def crc32c(*parts):
    crc = 0xFFFFFFFF
    for part in parts:
        for byte in part:
            crc = crc >> 8 ^ _TABLE[(crc ^ byte) & 255]
    return crc ^ 0xFFFFFFFF

class Sections:
    """The sections of a file, one after the other."""

    def __init__(self, data):
        magic, version, self.kind, length, self.d, self.k, self.count, checksum = struct.unpack_from("<8siiqiiiI", data)
        if (magic, version, length) != (b"LANEWISE", 1, len(data)): raise ValueError("no whole file of version 1")
        if checksum != crc32c(data[:36]) or struct.unpack_from("<I", data, length - 4)[0] != crc32c(data[:36], data[40:-4]):
            raise ValueError("a checksum differs")
        self.data, self.at, self.end = data, 40, length - 4

    def next_is(self, name):
        return self.count > 0 and self.data[self.at:self.at + 8].rstrip(b"\0").decode() == name[:8]

    def take(self, name):
        if not self.next_is(name): raise ValueError(f"section {name} is expected at byte {self.at}")
        n = struct.unpack_from("<q", self.data, self.at + 8)[0]
        start, self.at, self.count = self.at + 16, self.at + 16 + n + -n % 8, self.count - 1
        return self.data[start:start + n]

    def numbers(self, form, name, count):
        content = self.take(name)
        if count is None: count = len(content) // 8
        return list(struct.unpack(f"<{count}{form}", content))  # of exactly this length

    def longs(self, name, count): return self.numbers("q", name, count)
    def doubles(self, name, *shape):
        count = 1
        for length in shape: count = None if length is None or count is None else count * length
        return self.numbers("d", name, count)
    def optional(self, name, *shape): return self.doubles(name, *shape) if self.next_is(name) else None

    def strings(self, name):
        content, at, strings = self.take(name), 4, []
        for _ in range(struct.unpack_from("<i", content)[0]):
            n = struct.unpack_from("<i", content, at)[0]
            strings.append(content[at + 4:at + 4 + n].decode())
            at += 4 + n
        if at != len(content): raise ValueError(f"section {name} has another length")
        return strings

def triangle(d): return d * (d + 1) // 2

def rows(values, length): return [values[i:i + length] for i in range(0, len(values), length)] if length else []

def sizes_and_names(s, m, out):
    out["sizes"] = rows(s.longs("sizes", 2 * m), 2)
    out["category"] = s.strings("category")
    if len(out["category"]) != sum(size for size, flags in out["sizes"] if flags & 1): raise ValueError("names of categories")

def categories(s, out):
    out["catfeat"] = s.longs("catfeat", 1)[0]
    sizes_and_names(s, out["catfeat"], out)

def step(s, kind, j):
    out, values = {"kind": kind}, j
    if kind == "signed-power": out["exponent"] = s.doubles("exponent", 1)
    elif kind == "standardization": out["means"], out["deviations"] = s.doubles("means", j), s.optional("deviations", j)
    elif kind == "linear":
        out["matrix"] = s.doubles("matrix", None)
        values = len(out["matrix"]) // j
        out["offset"] = s.doubles("offset", values)
    elif kind == "random-features": out["count"], out["seed"] = s.longs("count", 1), s.longs("seed", 1); values = out["count"][0]
    elif kind != "unit-length": raise ValueError(f"no step {kind}")
    return out, values

def steps(s, d):
    all_steps, j = [], d
    for kind in s.strings("steps"):
        one, j = step(s, kind, j)
        all_steps.append(one)
    return all_steps, j

def model(s, k):
    kinds, size = s.strings("model"), s.longs("partfeat", 2)
    if len(kinds) != 1: raise ValueError("one model is expected")
    return contents(s, kinds[0], k, size[0])

def contents(s, kind, k, d):
    out = {"kind": kind, "features": d}
    def doubles(name, *shape): out[name] = s.doubles(name, *shape)
    if kind == "low-rank-discriminant": out["rank"] = s.longs("rank", 1)[0]
    if kind == "complement-naive-bayes": out["normalized"] = s.longs("normalized", 1)[0]
    if kind == "calibrated": doubles("temperature", 1)
    if kind in ("categorical-naive-bayes", "indicators"): categories(s, out)
    if kind in ("linear", "transformed", "indicators", "complement-naive-bayes"): pass
    else: doubles("priors", k)
    if kind.endswith("-discriminant") or kind == "gaussian-naive-bayes":
        if s.next_is("origin"): doubles("origin", d)
        else: doubles("origins", k, d)
        doubles("means", k, d)
    if kind in ("linear-discriminant", "low-rank-discriminant"): doubles("covariance", triangle(d))
    if kind in ("quadratic-discriminant", "regularized-discriminant"): doubles("covariances", k, triangle(d))
    if kind == "low-rank-discriminant" and out["rank"] > 0:
        doubles("subspace", None)
        doubles("loadings", k, out["rank"], len(out["subspace"]) // d)
    elif kind == "gaussian-naive-bayes":
        if s.next_is("variances"): doubles("variances", k, d)
        else: doubles("shared_variances", d)
    elif kind == "bernoulli-naive-bayes": doubles("set", k, d); doubles("unset", k, d)
    elif kind == "categorical-naive-bayes": doubles("counts", k, sum(n for n, _ in out["sizes"])); doubles("alphas", d)
    elif kind in ("multinomial-naive-bayes", "complement-naive-bayes"): doubles("counts", k, d)
    elif kind == "poisson-naive-bayes": doubles("counts", k, d); doubles("weights", k)
    elif kind == "linear": doubles("intercepts", k); doubles("weights", k, d)
    elif kind == "mixed-naive-bayes":
        kinds = s.strings("blocks")
        sizes = rows(s.longs("partfeat", 2 * len(kinds)), 2)
        out["blocks"] = [contents(s, block, k, size[0]) for block, size in zip(kinds, sizes)]
    elif kind == "transformed": out["steps"], _ = steps(s, d); out["model"] = model(s, k)
    elif kind == "indicators": out["left_out"] = s.longs("left_out", out["catfeat"]); out["model"] = model(s, k)
    elif kind == "calibrated": out["model"] = model(s, k)
    elif not kind.endswith("-discriminant"): raise ValueError(f"no kind {kind}")
    return out

def whole_model(s):
    kinds = s.strings("kind")
    out = contents(s, kinds[0], s.k, s.d)
    if s.next_is("ranks"):
        out["ranks"] = s.longs("ranks", s.k)
        for name in ("rankdens", "rankwts"): out[name] = s.doubles(name, sum(out["ranks"]))
    if s.next_is("allhead"):
        m, r = s.longs("allhead", 2)
        kind = s.strings("allkind")[0] if s.next_is("allkind") else "linear-discriminant"
        out["all"] = contents(s, kind, 1, m)
        for name in ("alldist", "allwts"): out["all"][name] = s.doubles(name, r)
    if s.next_is("sets"):
        out["sets"] = s.longs("sets", s.k + 1)
        for name in ("setsjoin", "setsmarg"): out[name] = s.doubles(name, sum(out["sets"][1:]))
    if s.next_is("testhead"):
        _, blocks, n, _ = out["testhead"] = s.longs("testhead", 4)
        out["testkind"] = s.longs("testkind", 2 * blocks)
        ends = s.longs("testrows", n)
        features, values = s.longs("testfeat", ends[-1]), s.doubles("testvals", ends[-1])
        out["test rows"] = [[0.0] * s.d for _ in ends]
        for row, (start, end) in enumerate(zip([0] + ends, ends)):
            for i in range(start, end): out["test rows"][row][features[i]] = values[i]
        out["log joints"] = rows(s.doubles("testjoin", n, s.k), s.k)
    if s.next_is("tabtoken"):
        out["tokens"] = s.strings("tabtoken")
        # Two floats of 4 bytes in each.
        out["tabvec"] = s.longs("tabvec", (len(out["tokens"]) * s.d + 1) // 2)
    return out

def moments(s, prefix, k, d, held):
    out = {name: s.doubles(prefix + name, *shape) for name, shape in (("weights", [k]), ("anchors", [k, d]), ("means", [k, d]))}
    if held is None: out["squares"] = s.doubles(prefix + "squares", k, d)
    else:
        out["held"] = s.longs(prefix + "held", held)
        out["scatters"] = s.doubles(prefix + "scatters", sum(out["held"]), triangle(d))
    out["errors"] = s.optional(prefix + "errors", held or k, d)
    return out

def counts(s, k, length, names):
    row_count, class_rows, cells, weights, sums = names
    return {"rows": s.longs(row_count, 1)[0], "classrow": s.longs(class_rows, k), "counts": s.longs(cells, k * length),
            "weights": s.optional(weights, k), "sums": s.optional(sums, k, length)}

def statistics(s, kind, k, d):
    out = {"kind": kind, "features": d}
    if kind in (256, 260):
        head = s.longs("rows", 6 if kind == 256 else 4)
        held = None if kind == 260 else 1 if head[2] else k
        out["rows"], out["complete"], out["open"] = head[0], moments(s, "", k, d, held), moments(s, "o", k, d, held)
        waiting = s.longs("waiting", 1 if kind == 260 else k)
        n = sum(waiting)
        out["wlabels"] = s.longs("wlabels", n) if kind == 260 else [c for c in range(k) for _ in range(waiting[c])]
        out["wweights"], out["wrows"] = s.doubles("wweights", n), rows(s.doubles("wrows", n, d), d)
    elif kind in (257, 258): out.update(counts(s, k, d, ("rows", "classrow", "counts", "weights", "wcounts" if kind == 257 else "sums")))
    elif kind == 259:
        sizes_and_names(s, d, out)
        out.update(counts(s, k, sum(n for n, _ in out["sizes"]), ("rows", "classrow", "counts", "weights", "sums")))
    elif kind == 261:
        parts = s.longs("parts", 1)[0]
        out["parts"] = [statistics(s, 260, k, 1) for _ in range(parts)]
        out["rows"] = out["parts"][0]["rows"]
    elif kind == 262:
        blocks = rows(s.longs("kinds", 3 * s.longs("blocks", 1)[0]), 3)
        out["blocks"] = [statistics(s, block, k, features) for block, features, _ in blocks]
        out["rows"] = out["blocks"][0]["rows"]
    elif kind == 263:
        out["steps"], _ = steps(s, d)
        inner, features = s.longs("inner", 2)
        out["inner"] = statistics(s, inner, k, features)
        out["rows"] = out["inner"]["rows"]
    else: raise ValueError(f"no kind {kind}")
    if kind == 257 and s.next_is("mrows"): out["incomplete"] = counts(s, k, 2 * d, ("mrows", "mclass", "mcounts", "mweights", "msums"))
    return out

def read(path):
    with open(path, "rb") as file: s = Sections(file.read())
    out = {"classes": s.strings("classes"), "features": s.strings("features")}
    notes = s.strings("notes")
    out["notes"] = dict(zip(notes[::2], notes[1::2]))
    out["orders"] = s.longs("orders", 2) if s.next_is("orders") else None
    out["text"] = s.strings("text")[0] if s.next_is("text") else None
    if len(out["classes"]) != s.k or len(out["features"]) not in (0, s.d): raise ValueError("other numbers of names")
    out["content"] = whole_model(s) if s.kind == 255 else statistics(s, s.kind, s.k, s.d)
    if s.count != 0 or s.at != s.end: raise ValueError(f"there is more than sections at byte {s.at}")
    return out

if __name__ == "__main__":
    for path in sys.argv[1:]:
        for name, value in read(path).items(): print(name, value, sep=": ")
