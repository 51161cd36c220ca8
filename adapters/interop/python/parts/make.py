"""Makes lanewise_sklearn.py, the file that users copy, of the parts in this folder: python3 parts/make.py."""

import ast
import sys
import textwrap
from pathlib import Path

FOLDER = Path(__file__).parent
PARTS = ("reader", "estimator", "writer")
FILE = FOLDER.parent / "lanewise_sklearn.py"


def made():
    """The text of the file: the docstring of the last part, the imports of all, and what follows these."""
    modules, names, bodies = set(), {}, []
    for part in PARTS:
        lines = (FOLDER / f"{part}.py").read_text(encoding="utf-8").splitlines(keepends=True)
        docstring, *statements = ast.parse("".join(lines)).body
        head = "".join(lines[: docstring.end_lineno])
        for statement in statements:
            if isinstance(statement, ast.Import):
                modules.update((name.name, f"import {ast.unparse(name)}") for name in statement.names)
            elif isinstance(statement, ast.ImportFrom):
                names.setdefault(statement.module, set()).update(name.name for name in statement.names)
            else:
                bodies.append("".join(lines[statement.lineno - 1 :]))
                break
    imports = sorted(modules)
    imports += [(module, imported(module, sorted(names[module]))) for module in sorted(names.keys() - set(PARTS))]
    known = [line for module, line in imports if module in sys.stdlib_module_names]
    others = [line for module, line in imports if module not in sys.stdlib_module_names]
    about = "# Made of parts/*.py by parts/make.py: change these."
    return "\n\n".join([head.rstrip(), about, "\n".join(known), "\n".join(others), "\n\n".join(bodies)])


def imported(module, names):
    line = f"from {module} import {', '.join(names)}"
    indent = " " * 4
    block = textwrap.fill(", ".join(names) + ",", 100, initial_indent=indent, subsequent_indent=indent)
    return line if len(line) <= 110 else f"from {module} import (\n{block}\n)"


if __name__ == "__main__":
    FILE.write_text(made(), encoding="utf-8")
