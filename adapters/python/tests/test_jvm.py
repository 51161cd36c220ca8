"""Tests how the JVM is found, started or joined, each in a process of its own."""

import os
import signal
import subprocess
import sys
import tempfile
import textwrap
import unittest
import unittest.mock
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

PROCESSES = """
import copy, multiprocessing, os, pickle, sys, threading, time, warnings
from concurrent.futures import ProcessPoolExecutor
import joblib
import numpy as np
import lanewise
warnings.simplefilter("ignore")
rows = np.arange(40.0).reshape(20, 2) ** 2 % 13
labels = np.arange(20) % 2

def total(model):
    return int(model.predict(rows).sum())

def same(model):
    return model
"""


def run_python(code, **environment):
    process = subprocess.Popen(
        [sys.executable, *([code] if isinstance(code, Path) else ["-c", textwrap.dedent(code)])],
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        out, err = process.communicate(timeout=120)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)  # with its processes, which would keep the pipes open
        raise
    return out + (err.rstrip().splitlines()[-1] if process.returncode else "")


class JvmTest(unittest.TestCase):
    def test_the_jvm_has_vector_kernels(self):
        self.assertEqual(run_python(FIT), "20.0 []\n")

    def test_options_reach_the_jvm(self):
        code = """
            import lanewise, jpype
            lanewise.start_jvm("-Xmx100m")
            print(jpype.JClass("java.lang.Runtime").getRuntime().maxMemory() < 101 << 20)
            lanewise.start_jvm("-Xmx1g")
        """
        self.assertRegex(run_python(code), "^True\nRuntimeError: .* -Xmx1g was given; start_jvm is expected")

    @unittest.skipIf(os.name == "nt", "Windows has no such folders")
    def test_a_folder_whose_name_divides_a_class_path_is_refused(self):
        with tempfile.TemporaryDirectory(suffix="10:30") as folder:
            (Path(folder) / "a.jar").touch()
            with unittest.mock.patch.object(_jvm, "_JARS", Path(folder)):
                with self.assertRaisesRegex(RuntimeError, "has a ':' in its name"):
                    _jvm._jars()

    @unittest.skipIf(os.name == "nt", "Windows has no such signals")
    def test_signals_remain_those_of_python(self):
        code = """
            import lanewise, os, signal
            signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it
            lanewise.start_jvm()
            signal.signal(signal.SIGTERM, lambda *_: print("handled"))
            os.kill(os.getpid(), signal.SIGTERM)
            try:
                os.kill(os.getpid(), signal.SIGINT)
                signal.pause()
            except KeyboardInterrupt:
                print("interrupted")
        """
        self.assertEqual(run_python(code), "handled\ninterrupted\n")

    def test_options_with_which_java_does_not_start_are_refused_with_its_reason(self):
        code = """
            import lanewise
            for option in ("-Xfoo", "-Xmx1k", "--add-modules=no.such", "-Xfoo"):
                try:
                    lanewise.start_jvm(option)
                except RuntimeError as e:
                    print(e)
        """
        said = run_python(textwrap.dedent(code) + FIT).splitlines()
        for line, option, why in zip(
            said,
            ("-Xfoo", "-Xmx1k", "--add-modules=no.such", "-Xfoo"),
            ("Unrecognized option: -Xfoo", "Too small maximum heap", "FindException: Module no.such not found", "-Xfoo"),
        ):
            self.assertRegex(line, f"^Java in '.*' does not start with {option} \\(.*{why}\\); other options are exp")
        self.assertEqual(said[4:], ["20.0 []"])
        for variable in ("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS"):
            said = run_python(FIT, **{variable: "-Xbad"})
            self.assertRegex(said, f"^RuntimeError: Java in '.*' does not start with {variable}=-Xbad \\(Unrecogn")
        self.assertEqual(run_python(FIT, JDK_JAVA_OPTIONS="-Xbad"), "20.0 []\n")
        said = run_python("import lanewise; lanewise.start_jvm('-version')")
        self.assertIn("does not start with -version; options of a JVM, such as -Xmx4g, are expected", said)

    @unittest.skipIf(os.name == "nt", "Windows has no such signals")
    def test_control_c_ends_a_call_of_minutes_and_leaves_the_model(self):
        code = """
            import os, signal, threading, warnings
            import numpy as np
            import lanewise
            warnings.simplefilter("ignore")
            signal.signal(signal.SIGINT, signal.default_int_handler)
            random = np.random.default_rng(1)
            rows, labels = random.normal(size=(3000, 900)), np.arange(3000) % 3
            model = lanewise.LinearDiscriminant(pooling="by_priors").fit(rows, labels)
            before = model.predict(rows[:9])
            for action in (
                lambda: model.leave_one_out(rows, labels),
                lambda: model.fit(rows, labels, typicality=True),
            ):
                threading.Timer(1, os.kill, [os.getpid(), signal.SIGINT]).start()
                try:
                    action()
                except KeyboardInterrupt:
                    print("interrupted", (model.predict(rows[:9]) == before).all())
        """
        self.assertEqual(run_python(code), "interrupted True\ninterrupted True\n")

    def test_a_running_jvm_is_joined(self):
        options = '"--add-modules=jdk.incubator.vector",'
        self.assertEqual(run_python(START.format(options=options) + FIT), "20.0 []\n")

    def test_a_running_jvm_without_the_vector_module_gives_the_same_numbers_and_a_warning(self):
        self.assertRegex(run_python(START.format(options="") + FIT), r"^20.0 \['this JVM has no module jdk.incub")

    def test_a_java_that_is_too_old_is_passed_over(self):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "release").write_text('JAVA_VERSION="17.0.1"\n')
            code = f"""
                from pathlib import Path
                from lanewise import _jvm
                _jvm._homes = lambda: [Path({folder!r}), Path({str(_jvm._java_home())!r})]
                {{fit}}
            """
            self.assertEqual(run_python(textwrap.dedent(code).format(fit=FIT)), "20.0 []\n")
            code = f"from pathlib import Path\nfrom lanewise import _jvm\n_jvm._homes = lambda: [Path({folder!r})]\n"
            text = run_python(code + FIT)
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
            text = run_python(textwrap.dedent(code) + FIT)
            self.assertRegex(text, r"^20.0 \['this JVM has no module jdk.incubator.vector, so")

    def test_a_program_ends_whose_jvm_another_thread_started(self):
        code = f"import threading\nthread = threading.Thread(target=exec, args=[{FIT!r}, {{}}])\n"
        code += "thread.start()\nthread.join()\n"
        self.assertEqual(run_python(code), "20.0 []\n")


@unittest.skipUnless(hasattr(os, "fork"), "the system has no fork")
class ProcessesTest(unittest.TestCase):
    """Programs that hand fitted models to processes: each ends, with an answer or with a sentence."""

    REFUSED = (
        "this process was forked from one whose JVM runs, which has no threads here; start processes with"
        " joblib or the method 'spawn'"
    )

    def run_program(self, code):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "program.py")
            path.write_text(PROCESSES + textwrap.dedent(code))
            return run_python(path)

    def test_a_forked_process_gets_a_model_and_is_refused_when_it_uses_it(self):
        text = self.run_program("""
            def refusals(model):
                \"""Caught here: executors of Python 3.11 may wait forever after a task that raised.\"""
                found = {type(pickle.loads(pickle.dumps(model))).__name__}
                for action in (
                    lambda: model.predict(rows),
                    lambda: model.save("none.model"),
                    lambda: model.fit(rows, labels),
                    lambda: model.partial_fit(rows, labels),
                    lambda: model.unlearn(rows, labels),
                    lambda: model.model_,
                    lambda: inherited.predict(rows),
                    lambda: pickle.dumps(inherited),
                    lambda: lanewise.load("none.model"),
                ):
                    try:
                        action()
                    except RuntimeError as e:
                        found.add(str(e))
                return sorted(found)

            inherited = lanewise.GaussianNaiveBayes().fit(rows, labels)
            unread = pickle.loads(pickle.dumps(inherited))
            unfitted = lanewise.GaussianNaiveBayes().partial_fit(rows, labels, classes=[0, 1])
            models = [inherited, unread, unfitted]
            context = multiprocessing.get_context("fork")
            with context.Pool(2) as processes:
                print(processes.map(refusals, models))
            with ProcessPoolExecutor(2, mp_context=context) as processes:
                print(list(processes.map(refusals, models)))
            with joblib.parallel_backend("multiprocessing", n_jobs=2):
                print(joblib.Parallel()(joblib.delayed(refusals)(model) for model in models))
            try:
                with context.Pool(2) as processes:
                    processes.map(total, models)
            except RuntimeError as e:
                print(e)
        """)
        *lines, last = text.splitlines()
        of_each = f"'GaussianNaiveBayes', \"{self.REFUSED}\""
        self.assertEqual(lines, ["[" + ", ".join([f"[{of_each}]"] * 3) + "]"] * 3)
        self.assertEqual(last, self.REFUSED)

    def test_processes_that_are_started_afresh_predict(self):
        text = self.run_program("""
            def main():
                models = [lanewise.GaussianNaiveBayes().fit(rows, labels)] * 3
                print(total(models[0]))
                for method in ("spawn", "forkserver"):
                    with multiprocessing.get_context(method).Pool(2) as pool:
                        print(pool.map(total, models))
                        print([total(model) for model in pool.map(same, models)])
                print(joblib.Parallel(n_jobs=2)(joblib.delayed(total)(model) for model in models))

            if __name__ == "__main__":
                main()
        """)
        first, *rest = text.splitlines()
        self.assertEqual(rest, [f"[{first}, {first}, {first}]"] * 5)

    def test_a_process_that_was_forked_before_the_jvm_started_has_its_own(self):
        text = self.run_program("""
            import jpype
            if len(sys.argv) == 1:
                dump = os.popen(f"{sys.executable} {__file__} dump").read()
                os.execv(sys.executable, [sys.executable, __file__, dump])
            if sys.argv[1] == "dump":
                print(pickle.dumps(lanewise.GaussianNaiveBayes().fit(rows, labels)).hex(), end="")
                sys.exit()
            model = pickle.loads(bytes.fromhex(sys.argv[1]))
            copied = pickle.loads(pickle.dumps(copy.deepcopy(model)))
            print(jpype.isJVMStarted())
            with multiprocessing.get_context("fork").Pool(2) as processes:
                print(processes.map(total, [copied] * 2) == [total(copied)] * 2)
        """)
        self.assertEqual(text, "False\nTrue\n")

    def test_a_fork_beside_a_thread_that_fits_ends_too(self):
        text = self.run_program("""
            def hold():
                with model._whole():
                    held.set()
                    time.sleep(2)

            held = threading.Event()
            for how in ("starting", "fitting"):
                model = lanewise.GaussianNaiveBayes()
                if how == "fitting":
                    model.fit(rows, labels)
                thread = threading.Thread(target=lanewise.start_jvm if how == "starting" else hold)
                thread.start()
                starts = lanewise._jvm._starting
                while not (starts.locked() or lanewise._jvm._ready if how == "starting" else held.is_set()):
                    time.sleep(0.001)
                if os.fork() == 0:
                    for action in (lambda: model.fit(rows, labels), lambda: model.predict(rows)):
                        try:
                            action()
                        except (RuntimeError, ValueError) as e:
                            print(type(e).__name__, flush=True)
                    sys.exit()
                os.wait()
                thread.join()
        """)
        self.assertEqual(text.split(), ["RuntimeError", "NotFittedError", "RuntimeError", "RuntimeError"])
