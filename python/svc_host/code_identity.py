"""The identity of a derivation's code: equal hashes mean equal code, for as far as reading it can tell.

Everything here reads the source and runs none of it, so author's code cannot influence its own identity.
"""

import ast
import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from svc_host.reach import Reach, Unfollowable, without_declaration
from svc_host.source_map import SourceMap
from svc_host.syntax import normal_form

SCHEME = "svc.code/v1"


@dataclass(frozen=True)
class CodeIdentity:
    """What is known of one derivation's code before it is imported."""

    file: str
    function: str
    code_hash: str
    first_line: int
    last_line: int


def code_identities(files: Mapping[str, str]) -> Iterator[CodeIdentity]:
    """Yield the identity of every function that carries the SDK's decorator, file by file."""
    for path in sorted(files):
        sources = SourceMap(files, path)
        module = sources.module(path) if path.endswith(".py") else None
        for function in module.derivations() if module else ():
            first, last = _first_line(function), function.end_lineno or function.lineno
            yield CodeIdentity(path, function.name, _function_hash(sources, path, function.name), first, last)


def project_hash(files: Mapping[str, str]) -> str:
    """Return the identity that stands in where a function's own reach cannot be told: that of the whole project."""
    return _digest([SCHEME, "project", sorted(files.items())])


def source_files(files: Mapping[str, str]) -> list[str]:
    """Return the Python files that import the SDK, and those that cannot be parsed, which importing will explain."""
    sources = SourceMap(files, "")
    python = [path for path in sorted(files) if path.endswith(".py")]
    modules = ((path, sources.module(path)) for path in python)
    return [path for path, module in modules if module is None or module.imports_sdk()]


def _function_hash(sources: SourceMap, path: str, name: str) -> str:
    reach = Reach(sources)
    try:
        reach.function(path, name)
        reached = [[file, _normal_statements(sources, file, kept)] for file, kept in sorted(reach.statements.items())]
    except (Unfollowable, RecursionError):
        return project_hash(sources.files)
    data = sorted((file, text) for file, text in sources.files.items() if not file.endswith(".py"))
    return _digest([SCHEME, path, name, reached, data])


def _normal_statements(sources: SourceMap, path: str, kept: set[int]) -> list[object]:
    module = sources.module(path)
    statements = module.statements if module else ()
    return [normal_form(without_declaration(module, statements[i])) for i in sorted(kept) if module]


def _first_line(function: ast.FunctionDef) -> int:
    return min([function.lineno, *(item.lineno for item in function.decorator_list)])


def _digest(value: object) -> str:
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=True)
    return "sha256:" + hashlib.sha256(text.encode("ascii")).hexdigest()
