"""Install a locked Python environment: `python3 python/provision.py .svc/python [--dev]`, or one of the engines'
groups: `python3 python/provision.py .svc/ml-core --group ml-core [--dev]`.

Safe to repeat and to run at once from several places; an environment that is complete and matches the lock is left
alone. Needs Python 3.11 or later with `venv`, and the network or a local index (pip's own settings are honoured).
"""

import argparse
import fcntl
import hashlib
import os
import platform
import shutil
import subprocess
import sys
from collections import deque
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).resolve().parent
MIN_PYTHON = (3, 11)
# Wheels only, each checked against the lock: nothing of a package runs while it is installed.
INSTALL = ["-m", "pip", "install", "--no-input", "--require-hashes", "--no-deps", "--only-binary", ":all:"]
# Each lock, and the lock of the tools that test it.
GROUPS = {
    "base": ("base.txt", "dev.txt"),
    "ml-core": ("ml-core.txt", "ml-test.txt"),
    "ml-stack": ("ml-stack.txt", "ml-test.txt"),
    "ml-foundation": ("ml-foundation.txt", "ml-test.txt"),
    "ml-tracking": ("ml-tracking.txt", "ml-test.txt"),
}


class CannotProvision(Exception):
    """Says what is missing and the next step."""


def main() -> int:
    """Install, saying what happens on stderr; answer the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("target", type=Path, help="folder of the environment")
    parser.add_argument("--group", choices=GROUPS, default="base", help="what to install")
    parser.add_argument("--dev", action="store_true", help="with the tools for working on python/ itself")
    arguments = parser.parse_args()
    try:
        provision(arguments.target.resolve(), GROUPS[arguments.group], dev=arguments.dev)
    except CannotProvision as problem:
        say(str(problem))
        return 1
    return 0


def provision(target: Path, group: tuple[str, str], *, dev: bool) -> None:
    """Make `target` hold exactly what the lock files say."""
    if sys.version_info < MIN_PYTHON:
        raise CannotProvision(
            f"Python {'.'.join(map(str, MIN_PYTHON))} or later is needed, this is {platform.python_version()}"
        )
    target.parent.mkdir(parents=True, exist_ok=True)
    complete = target / ".complete"
    with target.with_name(f"{target.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        # The Python that it was made with may be gone.
        there = read(complete) if (target / "bin" / "python").exists() else None
        if there == identity(group) or (there == identity(group[:1]) and not dev):
            return
        if there != identity(group[:1]):
            create(target, group[0])
            complete.write_text(identity(group[:1]), encoding="ascii")
        if dev:
            install(target, group[1])
            complete.write_text(identity(group), encoding="ascii")


def create(target: Path, lock: str) -> None:
    """Create the environment anew."""
    shutil.rmtree(target, ignore_errors=True)
    step([sys.executable, "-m", "venv", str(target)], "Install venv: apt-get install python3-venv.")
    install(target, lock)
    link_openmp(target)
    python = target / "bin" / "python"
    # Compiled ahead, because the sandbox sees these folders read-only and starts anew for every run.
    ours = [str(HERE / name) for name in ("svc", "svc_host", "svc_engines", "svc_tracking")]
    step([str(python), "-m", "compileall", "-q", *ours], "Is this folder writable?")


def install(target: Path, lock: str) -> None:
    """Install what one lock file says, beside what is there."""
    file = HERE / "requirements" / lock
    packages = sum("==" in line for line in file.read_text(encoding="utf-8").splitlines())
    say(f"installing {lock} ({packages} packages) into {target}")
    fetched = 0

    def progress(line: str) -> None:
        nonlocal fetched
        if line.startswith("Collecting "):
            fetched += 1
            if fetched % 10 == 0:
                say(f"{fetched} of {packages} packages of {lock} fetched")
        elif line.startswith("Installing "):
            say(f"unpacking the {packages} packages of {lock}")

    step(
        [str(target / "bin" / "python"), *INSTALL, "-r", str(file)],
        "Is the network, or the index that pip is configured for, reachable?",
        progress,
    )


def link_openmp(target: Path) -> None:
    """Link the OpenMP library of scikit-learn's wheel as `openmp/libgomp.so.1`, which LightGBM leaves to the system.

    The folder is among the packages, since a sandbox sees only these, and belongs in LD_LIBRARY_PATH of engines.
    """
    for library in target.glob("lib/python*/site-packages/scikit_learn.libs/libgomp-*.so.1*"):
        folder = library.parent.parent / "openmp.libs"
        folder.mkdir(exist_ok=True)
        (folder / "libgomp.so.1").symlink_to(Path("..") / library.parent.name / library.name)
        (target / "openmp").symlink_to(folder.relative_to(target))


def step(command: list[str], hint: str, on_line: Callable[[str], None] = lambda _: None) -> None:
    """Run one command; raise with its last words and the next step if it fails."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    last: deque[str] = deque(maxlen=5)
    with subprocess.Popen(  # noqa: S603
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        for line in process.stdout or ():
            last.append(line.strip())
            on_line(line)
    if process.returncode != 0:
        raise CannotProvision(f"{' '.join(command[:4])} failed. {hint}\n" + "\n".join(last))


def say(text: str) -> None:
    """Tell people what happens."""
    print(f"provision: {text}", file=sys.stderr, flush=True)


def identity(locks: tuple[str, ...]) -> str:
    """Return what `.complete` says of an environment built from these locks by this Python."""
    builder = f"{platform.python_version()} {sys.executable}"
    if locks[0] != "base.txt":
        # Whoever asks first installs an engine's group, and others may come with another Python of the same version:
        # they take it as it is, and do not install a gigabyte anew in each other's place.
        builder = str(sys.implementation.cache_tag)
    digest = hashlib.sha256(f"{builder} {platform.machine()}".encode())
    for lock in locks:
        digest.update((HERE / "requirements" / lock).read_bytes())
    return digest.hexdigest()


def read(path: Path) -> str | None:
    """Return the text of a file, or None if there is none."""
    return path.read_text(encoding="ascii") if path.is_file() else None


if __name__ == "__main__":
    raise SystemExit(main())
