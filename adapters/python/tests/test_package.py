"""Builds the wheel and the source distribution of the folder that Maven makes, and installs both."""

import email
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile
from pathlib import Path

import lanewise

FOLDER = Path(lanewise.__file__).parents[2]
BUILD = "from setuptools import build_meta; print(build_meta.build_{kind}({to!r}))"
PROGRAM = "import lanewise, lanewise_sklearn; lanewise.start_jvm(); print(lanewise.__file__, lanewise.__version__)"


@unittest.skipUnless((FOLDER / "setup.py").exists(), "the package does not come from the folder that the build makes")
class PackageTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        source = os.path.join(cls.folder.name, "source")
        shutil.copytree(FOLDER, source)
        cls.built = {}
        for kind in ("wheel", "sdist"):
            command = [sys.executable, "-c", BUILD.format(kind=kind, to=cls.folder.name)]
            said = subprocess.run(command, cwd=source, capture_output=True, text=True, check=True).stdout
            cls.built[kind] = os.path.join(cls.folder.name, said.splitlines()[-1])

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_the_wheel_has_the_jars_the_modules_and_the_metadata(self):
        with zipfile.ZipFile(self.built["wheel"]) as wheel:
            names = set(wheel.namelist())
            about = next(name for name in names if name.endswith(".dist-info/METADATA"))
            metadata = email.message_from_bytes(wheel.read(about))
        expected = {"lanewise/jars/lanewise-core.jar", "lanewise/py.typed", "lanewise_sklearn/writer.py", "lanewise_pyspark.py"}
        self.assertLessEqual(expected, names)
        self.assertFalse([name for name in names if "test" in name])
        self.assertTrue(any(name.endswith("/LICENSE") for name in names))
        self.assertEqual(metadata["Version"], lanewise.__version__)
        self.assertNotIn("$", lanewise.__version__)
        for field in ("Summary", "Keywords", "License", "Requires-Python", "Classifier", "Description-Content-Type"):
            self.assertTrue(metadata[field], field)
        self.assertIn("## A tour", metadata.get_payload())

    def test_both_can_be_installed_without_maven(self):
        for kind in ("wheel", "sdist"):
            with tempfile.TemporaryDirectory() as to:
                install = ["pip", "install", "-q", "--no-index", "--no-deps", "--no-build-isolation", "--target", to]
                subprocess.run([sys.executable, "-m", *install, self.built[kind]], check=True, capture_output=True)
                said = subprocess.run(
                    [sys.executable, "-c", PROGRAM], env={**os.environ, "PYTHONPATH": to}, capture_output=True, text=True
                )
                self.assertEqual(said.stdout, f"{to}/lanewise/__init__.py {lanewise.__version__}\n", said.stderr)
                self.assertTrue(os.path.exists(os.path.join(to, "lanewise", "py.typed")))

    def test_twine_accepts_both(self):
        twine = shutil.which("twine")
        if twine is None:
            self.skipTest("there is no twine")
        said = subprocess.run([twine, "check", "--strict", *self.built.values()], capture_output=True, text=True)
        self.assertEqual(said.returncode, 0, said.stdout + said.stderr)


if __name__ == "__main__":
    unittest.main()
