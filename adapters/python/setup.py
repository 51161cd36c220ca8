"""Takes the version from the jars; pyproject.toml has the rest."""

from pathlib import Path
from runpy import run_path

from setuptools import setup

setup(version=run_path(str(Path(__file__).parent / "src" / "lanewise" / "_version.py"))["__version__"])
