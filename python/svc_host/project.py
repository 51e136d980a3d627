"""The author's project inside the sandbox: its files on disk, and importing them."""

import importlib
import sys
from collections.abc import Iterator, Mapping
from importlib.machinery import PathFinder
from pathlib import Path, PurePosixPath
from types import FunctionType, ModuleType

from svc.decorator import MANIFEST_ATTRIBUTE, Manifest
from svc.errors import DeclarationError

ROOT = Path("/work/project")


def write_project(files: Mapping[str, str], root: Path) -> None:
    """Write the files below `root`, which must be empty."""
    for name, text in files.items():
        path = root.joinpath(*PurePosixPath(name).parts)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", errors="surrogatepass", newline="")


def import_file(root: Path, file: str) -> ModuleType:
    """Import one project file; beside it and below the root, its imports find the project's other files."""
    folder = root / PurePosixPath(file).parent
    sys.path[:0] = [path for path in dict.fromkeys((str(folder), str(root))) if path not in sys.path]
    importlib.invalidate_caches()
    return importlib.import_module(".".join(PurePosixPath(file).with_suffix("").parts))


def hidden_modules(files: Mapping[str, str], entries: list[str], packages: list[str]) -> Iterator[tuple[str, str]]:
    """Yield each file, with the module it would hide, that is importable under the name of a module others need."""
    folders = {PurePosixPath(), *(PurePosixPath(entry).parent for entry in entries)}
    for file in sorted(files):
        path = PurePosixPath(file)
        for folder in folders:
            if path.suffix != ".py" or not path.is_relative_to(folder):
                continue
            name = path.relative_to(folder).parts[0].removesuffix(".py")
            taken = name in sys.stdlib_module_names or name in ("svc", "svc_host")
            if taken or (name != "__init__" and PathFinder.find_spec(name, packages)):
                yield file, name


def derivations_of(module: ModuleType) -> dict[str, tuple[Manifest, FunctionType]]:
    """Return the derivations that a module defines itself, by name. Raises `DeclarationError` on a doubled name."""
    found: dict[str, tuple[Manifest, FunctionType]] = {}
    for value in list(vars(module).values()):
        manifest = getattr(value, MANIFEST_ATTRIBUTE, None) if isinstance(value, FunctionType) else None
        if not isinstance(manifest, Manifest) or value.__module__ != module.__name__:
            continue
        if manifest.name in found and found[manifest.name][1] is not value:
            raise DeclarationError(f"two functions declare the derivation {manifest.name!r}")
        found[manifest.name] = (manifest, value)
    return found
