"""What a running derivation is given: its inputs, its parameters and the query path."""

import itertools
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from svc.errors import SqlError
from svc_host.channel import Channel
from svc_host.table import ParquetTable

MAX_STATEMENT_LENGTH = 1_000_000


class MountedInput:
    """An input, on a mount that the kernel keeps read-only."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._descriptor: int | None = None

    def descriptor(self) -> int:
        """Return the open descriptor."""
        if self._descriptor is None:
            self._descriptor = os.open(self._path, os.O_RDONLY | os.O_CLOEXEC)
        return self._descriptor


class QueryResult:
    """The rows of a statement. Runs it when they are first asked for, and keeps the file."""

    def __init__(self, context: "RunContext", statement: str) -> None:
        self._context = context
        self._statement = statement
        self._descriptor: int | None = None

    def descriptor(self) -> int:
        """Return the open descriptor of the result."""
        if self._descriptor is None:
            self._descriptor = os.open(self._context.query(self._statement), os.O_RDONLY | os.O_CLOEXEC)
        return self._descriptor


class SqlRelation(ParquetTable):
    """A query that has not run."""

    def __init__(self, context: "RunContext", statement: str) -> None:
        super().__init__(QueryResult(context, statement))
        self.sql = statement


class RunContext:
    """The `ctx` of a derivation."""

    def __init__(self, channel: Channel, inputs: Mapping[str, str], params: Mapping[str, Any], results: Path) -> None:
        self._channel = channel
        self._inputs = inputs
        self._params = params
        self._results = results
        self._ids = itertools.count(1)

    def input(self, name: str) -> ParquetTable:
        """Return the declared input of that name."""
        return ParquetTable(MountedInput(_lookup(self._inputs, name, "input")))

    def param(self, name: str) -> Any:  # noqa: ANN401 - each parameter has the type its author declared
        """Return the value of the declared parameter, or its default."""
        return _lookup(self._params, name, "parameter")

    def sql(self, query: str) -> SqlRelation:
        """Return the rows that one statement selects from the inputs, by their declared names."""
        if not isinstance(query, str) or not query.strip():
            raise TypeError(f"ctx.sql needs a statement as text, not {query!r}")
        if len(query) > MAX_STATEMENT_LENGTH:
            raise ValueError(f"ctx.sql takes statements of up to {MAX_STATEMENT_LENGTH} characters")
        return SqlRelation(self, query)

    def query(self, statement: str) -> Path:
        """Have the trusted side run the statement; return the Parquet file with its rows. Raises `SqlError`."""
        reply = self._channel.ask({"type": "sql_request", "id": next(self._ids), "sql": statement})
        file = reply.get("file")
        if reply.get("type") != "sql_reply" or not isinstance(file, str):
            raise SqlError(str(reply.get("message", "the query path gave no answer")))
        return self._results / file


def _lookup(declared: Mapping[str, Any], name: str, what: str) -> Any:  # noqa: ANN401 - generic over the values
    if name in declared:
        return declared[name]
    import difflib

    near = difflib.get_close_matches(str(name), declared, 1)
    guess = f"; did you mean {near[0]!r}?" if near else f"; declared: {', '.join(declared) or 'none'}"
    raise LookupError(f"the derivation declares no {what} {name!r}{guess}")
