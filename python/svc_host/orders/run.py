"""Runs one derivation and hands over what it returned."""

import errno
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from svc.decorator import Manifest
from svc.errors import DeclarationError, SqlError
from svc_host.absent_module import keep_unloaded
from svc_host.channel import Channel, Frame
from svc_host.orders import Host
from svc_host.project import derivations_of, import_file
from svc_host.result_table import BadOutput, result_table
from svc_host.run_context import RunContext, SqlRelation
from svc_host.table_pipe import TablePipe
from svc_host.traceback_text import MAX_MESSAGE_LENGTH, explain, shorten

NO_SPACE = (errno.ENOSPC, errno.EFBIG, errno.EDQUOT)


@dataclass(frozen=True)
class RunOrder:
    """What the trusted side asks for."""

    entry: str
    function: str
    params: Mapping[str, Any]
    inputs: Mapping[str, str]
    output: int
    results: Path


def carry_out(frame: Frame, host: Host) -> Frame:
    """Run the derivation and return its result or its failure."""
    order = RunOrder(frame["entry"], frame["function"], frame["params"], frame["inputs"], host.output, host.results)
    try:
        value = _call(host.channel, order, host.root)
        if isinstance(value, SqlRelation):
            return {"type": "result", "output": {"kind": "relation", "sql": value.sql}}
        if not host.channel.is_owner():
            os._exit(0)
        return {"type": "result", "output": {"kind": "table", "rows": _write(value, order.output)}}
    except BadOutput as error:
        return _failure("bad-output", shorten(str(error), MAX_MESSAGE_LENGTH), None)
    except BaseException as error:  # noqa: BLE001 - author's code may raise anything, also SystemExit
        why = explain(error, host.root)
        # What the query path said stands for itself; of anything else, its kind matters too.
        message = shorten(str(error), MAX_MESSAGE_LENGTH) if isinstance(error, SqlError) else why.message
        return _failure(_reason(error), message, why.traceback)


def _call(channel: Channel, order: RunOrder, root: Path) -> object:
    derivations = derivations_of(import_file(root, order.entry)).values()
    found = next(((m, f) for m, f in derivations if f.__name__ == order.function), None)
    if found is None:
        raise DeclarationError(f"{order.entry} defines no derivation function {order.function!r}")
    manifest, function = found
    _check_inputs(manifest, order.inputs)
    return function(RunContext(channel, order.inputs, _values(manifest, order.params), order.results))


def _check_inputs(manifest: Manifest, inputs: Mapping[str, str]) -> None:
    if set(inputs) != set(manifest.inputs):
        raise DeclarationError(f"the run binds the inputs {sorted(inputs)}, declared are {sorted(manifest.inputs)}")


def _values(manifest: Manifest, given: Mapping[str, Any]) -> dict[str, Any]:
    for name in given:
        if name not in manifest.params:
            raise DeclarationError(f"{name!r} is not a parameter; declared: {', '.join(manifest.params) or 'none'}")
    for name, param in manifest.params.items():
        if param.required and name not in given:
            raise DeclarationError(f"the parameter {name!r} has no default and no value was given")
    return {
        name: param.accept(given[name], f"parameter {name!r}") if name in given else param.default
        for name, param in manifest.params.items()
    }


def _write(value: object, descriptor: int) -> int:
    # pyarrow loads pandas, a quarter of a second, only to ask whether a value is one of its types. Of a library that is
    # not loaded there are no values, and after this nothing of the author's runs.
    keep_unloaded("pandas")
    table = result_table(value)
    import pyarrow
    import pyarrow.parquet

    with pyarrow.PythonFile(TablePipe(descriptor), mode="w") as sink:
        pyarrow.parquet.write_table(table, sink, compression="zstd", version="2.6")
    rows: int = table.num_rows
    return rows


def _reason(error: BaseException) -> str:
    if isinstance(error, MemoryError):
        return "memory"
    if isinstance(error, SqlError):
        return "invalid-sql"
    if isinstance(error, OSError) and error.errno in NO_SPACE:
        return "disk"
    # EAGAIN is what the kernel answers to a fork or a thread beyond the limit; sockets are not to be had here.
    if isinstance(error, BlockingIOError) or (isinstance(error, RuntimeError) and "start new thread" in str(error)):
        return "processes"
    return "raised"


def _failure(reason: str, message: str, traceback: str | None) -> Frame:
    return {"type": "failure", "reason": reason, "message": message, "traceback": traceback}
