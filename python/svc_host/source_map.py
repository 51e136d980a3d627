"""A project's Python files as modules: what each top-level statement binds, and which file an import means."""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from svc_host.syntax import bound_names

SDK = "svc"


@dataclass(frozen=True)
class Module:
    """One project file, parsed. `statements` are its top-level statements in order."""

    path: str
    text: str
    statements: tuple[ast.stmt, ...]
    binding: Mapping[str, tuple[int, ...]]

    def derivations(self) -> Iterator[ast.FunctionDef]:
        """Yield the functions that carry the SDK's decorator."""
        for statement in self.statements:
            if isinstance(statement, ast.FunctionDef) and any(map(self.is_declaration, statement.decorator_list)):
                yield statement

    def is_declaration(self, expression: ast.expr) -> bool:
        """Whether the expression is the SDK's own decorator, or a call of anything the SDK exports."""
        target = expression.func if isinstance(expression, ast.Call) else expression
        name = target.value if isinstance(target, ast.Attribute) else target
        return isinstance(name, ast.Name) and self._is_from_sdk(name.id)

    def imports_sdk(self) -> bool:
        """Whether the file can declare derivations at all."""
        names = (name for statement in self.statements for name in _imported_modules(statement))
        return any(name.split(".")[0] == SDK for name in names)

    def _is_from_sdk(self, name: str) -> bool:
        statements = [self.statements[i] for i in self.binding.get(name, ())]
        return len(statements) == 1 and any(module.split(".")[0] == SDK for module in _imported_modules(statements[0]))


def parse_module(path: str, text: str) -> Module:
    """Parse one file. Raises `SyntaxError`, or `RecursionError` for absurdly deep code."""
    statements = tuple(ast.parse(text, path).body)
    binding: dict[str, tuple[int, ...]] = {}
    for i, statement in enumerate(statements):
        for name in bound_names(statement):
            binding[name] = (*binding.get(name, ()), i)
    return Module(path, text, statements, binding)


class SourceMap:
    """All files of a project, and the rule by which an import finds one: beside the entry file, then at the root."""

    def __init__(self, files: Mapping[str, str], entry: str) -> None:
        self.files = files
        self._roots = tuple(dict.fromkeys((_folder(entry), "")))
        self._parsed: dict[str, Module | None] = {}

    def module(self, path: str) -> Module | None:
        """Return the parsed file, or None if Python cannot parse it."""
        if path not in self._parsed:
            try:
                self._parsed[path] = parse_module(path, self.files[path])
            except (SyntaxError, ValueError, RecursionError, MemoryError):
                self._parsed[path] = None
        return self._parsed[path]

    def find(self, dotted: str) -> tuple[str, ...]:
        """Return the files that importing `dotted` runs, its packages first; empty if it is not the project's."""
        for root in self._roots:
            parts = [part for part in (*PurePosixPath(root).parts, *dotted.split(".")) if part != "."]
            own = len(parts) - dotted.count(".") - 1
            packages = ["/".join([*parts[:i], "__init__.py"]) for i in range(own + 1, len(parts) + 1)]
            chain = [path for path in packages if path in self.files]
            file = "/".join(parts) + ".py"
            if packages[-1] in self.files or file in self.files:
                return tuple(chain if packages[-1] in self.files else [*chain, file])
            if any(path.startswith("/".join(parts) + "/") for path in self.files):
                return tuple(chain)
        return ()

    def is_package(self, dotted: str) -> bool:
        """Whether `dotted` is a folder of the project."""
        folder = dotted.replace(".", "/") + "/"
        prefixes = tuple(f"{root}/{folder}" if root else folder for root in self._roots)
        return any(path.startswith(prefixes) for path in self.files)


def absolute_name(path: str, statement: ast.ImportFrom) -> str:
    """Return the full module name that a `from … import` in the file at `path` means."""
    if not statement.level:
        return statement.module or ""
    folders = PurePosixPath(path).parent.parts
    base = folders[: len(folders) - statement.level + 1]
    return ".".join([*base, *([statement.module] if statement.module else [])])


def _imported_modules(statement: ast.stmt) -> Iterator[str]:
    for node in ast.walk(statement):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module or ""


def _folder(path: str) -> str:
    folder = str(PurePosixPath(path).parent)
    return "" if folder == "." else folder
