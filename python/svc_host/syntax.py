"""The meaning of Python source: its syntax tree without positions, comments and formatting."""

import ast
import symtable
from collections.abc import Iterator

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef

# How a name is used: itself, and the attributes read from it (`helpers.rates.DAILY` → ("helpers", ("rates", "DAILY"))).
Use = tuple[str, tuple[str, ...]]


def normal_form(node: object) -> object:
    """Return the node as nested lists that are the same in every Python version that parses it alike."""
    if isinstance(node, ast.AST):
        fields = ((name, normal_form(getattr(node, name, None))) for name in node._fields)
        return [type(node).__name__, *([name, value] for name, value in fields if value not in (None, []))]
    if isinstance(node, list):
        return [normal_form(item) for item in node]
    if node is None or isinstance(node, (bool, int, str)):
        return node if not isinstance(node, int) or isinstance(node, bool) else ["int", str(node)]
    return [type(node).__name__, repr(node)]


def uses(node: ast.stmt) -> Iterator[Use]:
    """Yield every use of a name that the statement takes from its module."""
    module_names = _module_names(node) if isinstance(node, Definition) else None
    return (use for use in chains(node) if module_names is None or use[0] in module_names)


def chains(node: ast.stmt) -> Iterator[Use]:
    """Yield every name in the statement, local or not, with the attributes read from it."""
    within_longer: set[int] = set()
    for child in ast.walk(node):
        chain = _chain(child)
        if chain is None or id(child) in within_longer:
            continue
        inner = child
        while isinstance(inner, ast.Attribute):
            inner = inner.value
            within_longer.add(id(inner))
        yield chain


def _chain(node: ast.AST) -> Use | None:
    path: list[str] = []
    while isinstance(node, ast.Attribute):
        path.append(node.attr)
        node = node.value
    return (node.id, tuple(reversed(path))) if isinstance(node, ast.Name) else None


def _module_names(definition: Definition) -> set[str]:
    """Return the names a definition looks up outside itself, by Python's own scoping rules."""
    table = symtable.symtable(ast.unparse(definition), "<definition>", "exec")
    names = {symbol.get_name() for symbol in table.get_symbols() if symbol.is_referenced()}
    pending = list(table.get_children())
    while pending:
        scope = pending.pop()
        names.update(symbol.get_name() for symbol in scope.get_symbols() if symbol.is_global())
        pending.extend(scope.get_children())
    return names


def bound_names(statement: ast.stmt) -> set[str]:
    """Return the module names that a top-level statement binds or changes in place."""
    if isinstance(statement, Definition):
        return {statement.name}
    names: set[str] = set()
    for node in ast.walk(statement):
        if isinstance(node, Definition):
            names.add(node.name)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            names.update(local_name(alias) for alias in node.names)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, (ast.Store, ast.Del)):
            names.add(node.id)
        elif isinstance(node, (ast.Attribute, ast.Subscript)) and isinstance(node.ctx, (ast.Store, ast.Del)):
            names.update(_root(node))
    return names


def local_name(alias: ast.alias) -> str:
    """Return the name that one part of an import statement binds."""
    return alias.asname or alias.name.split(".")[0]


def _root(node: ast.expr) -> set[str]:
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return {node.id} if isinstance(node, ast.Name) else set()
