"""Which top-level statements of a project a function can reach. Errs towards too many, never silently too few.

A statement is reached when the function, or a statement it reaches, uses a name that it binds or changes. Reached
always: statements that act when their module is imported (anything that is no definition, import or plain
assignment), in every project module that is imported on the way. Where names cannot be followed (`exec`,
`importlib`, …) everything counts as reached. What this rule cannot see is listed in python/README.md.
"""

import ast
import copy
from collections.abc import Iterator

from svc_host.source_map import Module, SourceMap, absolute_name
from svc_host.syntax import Definition, Use, chains, local_name, uses

UNFOLLOWABLE_NAMES = frozenset({"eval", "exec", "compile", "globals", "__import__", "__builtins__"})
UNFOLLOWABLE_MODULES = frozenset({"importlib", "runpy", "pkgutil", "builtins", "gc"})


class Unfollowable(Exception):
    """The code uses something whose targets only running it would tell."""


class Reach:
    """Collects the reached statements, file by file."""

    def __init__(self, sources: SourceMap) -> None:
        self.statements: dict[str, set[int]] = {}
        self._sources = sources
        self._imported: set[str] = set()
        self._followed: set[tuple[str, Use]] = set()

    def function(self, path: str, name: str) -> None:
        """Add everything that calling the function can run. Raises `Unfollowable`."""
        self._import_file(path)
        self._use(path, (name, ()))

    def _import_file(self, path: str) -> None:
        if path in self._imported:
            return
        self._imported.add(path)
        module = self._module(path)
        self.statements.setdefault(path, set())
        for i, statement in enumerate(module.statements):
            for imported in _imports(statement, path) if not isinstance(statement, Definition) else ():
                for file in self._sources.find(imported):
                    self._import_file(file)
            if acts_on_import(module, statement):
                self._include(module, i)

    def _include(self, module: Module, i: int) -> None:
        reached = self.statements.setdefault(module.path, set())
        if i in reached:
            return
        reached.add(i)
        statement = without_declaration(module, module.statements[i])
        if isinstance(statement, (ast.Import, ast.ImportFrom)):
            return
        for use in uses(statement):
            self._use(module.path, use)
        for node in ast.walk(statement):
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                for alias in node.names:
                    read = {path for name, path in chains(statement) if name == local_name(alias)}
                    for attributes in read or {()}:
                        self._imported_name(module.path, node, alias, attributes)

    def _use(self, path: str, use: Use) -> None:
        if (path, use) in self._followed:
            return
        self._followed.add((path, use))
        module, (name, attributes) = self._module(path), use
        if name not in module.binding:
            self._use_unbound(module, use)
        for i in module.binding.get(name, ()):
            self._include(module, i)
            for node in ast.walk(module.statements[i]):
                if isinstance(node, (ast.Import, ast.ImportFrom)):
                    for alias in node.names:
                        if local_name(alias) == name:
                            self._imported_name(path, node, alias, attributes)

    def _use_unbound(self, module: Module, use: Use) -> None:
        if use[0] in UNFOLLOWABLE_NAMES:
            raise Unfollowable(f"{module.path} uses {use[0]}")
        for i in module.binding.get("*", ()):
            self._include(module, i)
            for node in ast.walk(module.statements[i]):
                if isinstance(node, ast.ImportFrom) and node.names[0].name == "*":
                    for file in self._sources.find(absolute_name(module.path, node))[-1:]:
                        self._use(file, use)
        for i in module.binding.get("__getattr__", ()):
            self._include(module, i)

    def _imported_name(
        self, path: str, node: ast.Import | ast.ImportFrom, alias: ast.alias, attributes: tuple[str, ...]
    ) -> None:
        if isinstance(node, ast.Import):
            first, *rest = alias.name.split(".")
            if alias.asname:
                self._use_module(path, alias.name, attributes)
            elif rest and attributes[: len(rest)] == tuple(rest):
                self._use_module(path, alias.name, attributes[len(rest) :])
            else:
                self._use_module(path, first, attributes)
        elif alias.name != "*":
            self._use_module(path, absolute_name(path, node), (alias.name, *attributes))

    def _use_module(self, path: str, dotted: str, attributes: tuple[str, ...]) -> None:
        files = self._sources.find(dotted)
        if not files and not self._sources.is_package(dotted):
            if dotted.split(".")[0] in UNFOLLOWABLE_MODULES or (dotted == "sys" and attributes[:1] == ("modules",)):
                raise Unfollowable(f"{path} uses {'.'.join([dotted, *attributes])}")
            return
        for file in files:
            self._import_file(file)
        if not attributes:
            self._everything(dotted, files)
            return
        submodule = f"{dotted}.{attributes[0]}"
        if self._sources.find(submodule) or self._sources.is_package(submodule):
            self._use_module(path, submodule, attributes[1:])
        if files:
            self._use(files[-1], (attributes[0], attributes[1:]))

    def _everything(self, dotted: str, files: tuple[str, ...]) -> None:
        below = f"{dotted.replace('.', '/')}/"
        inside = [path for path in self._sources.files if path.endswith(".py") and f"/{path}".find(f"/{below}") >= 0]
        for path in {*files[-1:], *inside}:
            self._import_file(path)
            module = self._module(path)
            for i in range(len(module.statements)):
                self._include(module, i)

    def _module(self, path: str) -> Module:
        module = self._sources.module(path)
        if module is None:
            raise Unfollowable(f"{path} cannot be parsed")
        return module


def acts_on_import(module: Module, statement: ast.stmt) -> bool:
    """Whether running the statement can do more than bind its names."""
    if isinstance(statement, Definition):
        foreign = [item for item in statement.decorator_list if not module.is_declaration(item)]
        return bool(foreign or getattr(statement, "keywords", []))
    if isinstance(statement, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
        return any(
            # A call can do anything; so can setting a part of an object that lives elsewhere.
            (isinstance(node, ast.Call) and not module.is_declaration(node))
            or (isinstance(node, (ast.Attribute, ast.Subscript)) and isinstance(node.ctx, ast.Store))
            for node in ast.walk(statement)
        )
    if isinstance(statement, ast.Expr):
        return not isinstance(statement.value, ast.Constant)
    if isinstance(statement, ast.If):
        return ast.unparse(statement.test).replace('"', "'") != "__name__ == '__main__'"
    return not isinstance(statement, (ast.Import, ast.ImportFrom, ast.Pass))


def without_declaration(module: Module, statement: ast.stmt) -> ast.stmt:
    """Return a function without the SDK's decorator: what it declares is versioned as the manifest, not as code."""
    if not isinstance(statement, ast.FunctionDef):
        return statement
    bare = copy.copy(statement)
    bare.decorator_list = [item for item in statement.decorator_list if not module.is_declaration(item)]
    return bare


def _imports(statement: ast.stmt, path: str) -> Iterator[str]:
    for node in ast.walk(statement):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = absolute_name(path, node)
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)
