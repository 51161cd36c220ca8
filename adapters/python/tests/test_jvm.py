"""Tests how the JVM is found, started or joined, each in a process of its own."""

import os
import subprocess
import sys
import tempfile
import textwrap
import unittest
from pathlib import Path

from lanewise import _jvm

FIT = """
import warnings
import numpy as np
import lanewise
rows = np.arange(40.0).reshape(20, 2) ** 2 % 13
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    model = lanewise.GaussianNaiveBayes().fit(rows, np.arange(20) % 2)
print(model.predict_proba(rows).sum(), [str(w.message) for w in caught if "jdk.incubator.vector" in str(w.message)])
"""
START = """
import jpype
from lanewise import _jvm
home = _jvm._java_home()
jpype.startJVM(str(_jvm._library(home)), {options} classpath=_jvm._bridge())
"""


class JvmTest(unittest.TestCase):
    def run_python(self, code, **environment):
        done = subprocess.run(
            [sys.executable, "-c", textwrap.dedent(code)],
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            timeout=120,
        )
        return done.stdout + (done.stderr.rstrip().splitlines()[-1] if done.returncode else "")

    def test_the_jvm_has_vector_kernels(self):
        self.assertEqual(self.run_python(FIT), "20.0 []\n")

    def test_options_reach_the_jvm(self):
        code = """
            import lanewise, jpype
            lanewise.start_jvm("-Xmx100m")
            print(jpype.JClass("java.lang.Runtime").getRuntime().maxMemory() < 101 << 20)
            lanewise.start_jvm("-Xmx1g")
        """
        self.assertRegex(self.run_python(code), "^True\nRuntimeError: .* -Xmx1g was given; start_jvm is expected")

    @unittest.skipIf(os.name == "nt", "Windows has no such signals")
    def test_signals_remain_those_of_python(self):
        code = """
            import lanewise, os, signal
            lanewise.start_jvm()
            signal.signal(signal.SIGTERM, lambda *_: print("handled"))
            os.kill(os.getpid(), signal.SIGTERM)
            try:
                os.kill(os.getpid(), signal.SIGINT)
                signal.pause()
            except KeyboardInterrupt:
                print("interrupted")
        """
        self.assertEqual(self.run_python(code), "handled\ninterrupted\n")

    def test_a_running_jvm_is_joined(self):
        options = '"--add-modules=jdk.incubator.vector",'
        self.assertEqual(self.run_python(START.format(options=options) + FIT), "20.0 []\n")

    def test_a_running_jvm_without_the_vector_module_gives_the_same_numbers_and_a_warning(self):
        self.assertRegex(self.run_python(START.format(options="") + FIT), r"^20.0 \['this JVM has no module jdk.incub")

    def test_a_java_that_is_too_old_is_passed_over(self):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "release").write_text('JAVA_VERSION="17.0.1"\n')
            code = f"""
                from pathlib import Path
                from lanewise import _jvm
                _jvm._homes = lambda: [Path({folder!r}), Path({str(_jvm._java_home())!r})]
                {{fit}}
            """
            self.assertEqual(self.run_python(textwrap.dedent(code).format(fit=FIT)), "20.0 []\n")
            code = f"from pathlib import Path\nfrom lanewise import _jvm\n_jvm._homes = lambda: [Path({folder!r})]\n"
            text = self.run_python(code + FIT)
            self.assertRegex(text, "^RuntimeError: no Java 25 or later was found \\(17.0.1 in '.*'\\); set JAVA_HOME")

    def test_the_vector_module_is_asked_for_only_where_it_is(self):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "release").write_text('JAVA_VERSION="25"\nMODULES="java.base java.logging"\n')
            code = f"""
                from pathlib import Path
                from lanewise import _jvm
                home, release = _jvm._java_home(), _jvm._release
                _jvm._java_home = lambda: home
                _jvm._release = lambda _: release(Path({folder!r}))
            """
            text = self.run_python(textwrap.dedent(code) + FIT)
            self.assertRegex(text, r"^20.0 \['this JVM has no module jdk.incubator.vector, so")

    @unittest.skipUnless(hasattr(os, "fork"), "the system has no fork")
    def test_a_forked_process_is_refused(self):
        code = """
            def score(_):
                return model.predict(rows).sum()

            try:
                with multiprocessing.get_context("fork").Pool(1) as pool:
                    pool.map(score, [0])
            except RuntimeError as e:
                print(e)
        """
        text = self.run_python("import multiprocessing" + FIT + textwrap.dedent(code))
        self.assertIn("start processes with joblib or the method 'spawn'", text)
