"""The version of the jars, as Python writes it."""

from pathlib import Path

__version__ = (Path(__file__).parent / "version.txt").read_text().strip().replace("-SNAPSHOT", ".dev0")
