"""Turns what a derivation returned into one Arrow table, or says what is wrong with it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pyarrow

ACCEPTED = "a pandas or polars DataFrame, an Arrow table, a list of dictionaries or ctx.sql(...)"


class BadOutput(Exception):
    """The derivation returned something that is not a table. The message says what to return instead."""


def result_table(value: object) -> pyarrow.Table:
    """Return `value` as an Arrow table with unique text column names. Raises `BadOutput`."""
    table = _as_arrow(value)
    names: list[str] = table.column_names
    if not names:
        raise BadOutput("the result has no columns; return rows with at least one column")
    for name in names:
        if not name or names.count(name) > 1:
            raise BadOutput(f"the result has {'an unnamed column' if not name else f'two columns named {name!r}'}")
    return _plain(table)


def _as_arrow(value: object) -> pyarrow.Table:
    if value is None:
        raise BadOutput(f"the derivation returned nothing; return {ACCEPTED}")
    if isinstance(value, list):
        return _from_rows(value)
    # A value of a library's types exists only if that library is loaded, so none is loaded to look.
    if "pyarrow" in sys.modules and (table := _from_arrow(value)) is not None:
        return table
    if "polars" in sys.modules and (table := _from_polars(value)) is not None:
        return table
    if "pandas" in sys.modules and (table := _from_pandas(value)) is not None:
        return table
    hint = "; a Series becomes a table with .reset_index() or .to_frame()" if type(value).__name__ == "Series" else ""
    raise BadOutput(f"the derivation returned a {type(value).__name__}; return {ACCEPTED}{hint}")


def _from_arrow(value: object) -> pyarrow.Table | None:
    import pyarrow

    if isinstance(value, pyarrow.RecordBatch):
        return pyarrow.Table.from_batches([value])
    return value if isinstance(value, pyarrow.Table) else None


def _from_polars(value: object) -> pyarrow.Table | None:
    import polars

    if isinstance(value, polars.LazyFrame):
        value = value.collect()
    return value.to_arrow() if isinstance(value, polars.DataFrame) else None


def _from_rows(rows: list[Any]) -> pyarrow.Table:
    import pyarrow

    columns: dict[str, list[Any]] = {}
    for i, row in enumerate(rows):
        if not isinstance(row, dict):
            raise BadOutput(f"row {i + 1} is a {type(row).__name__}, not a dictionary of column to value")
        for name in row:
            if not isinstance(name, str):
                raise BadOutput(f"row {i + 1} has the key {name!r}; column names must be text")
            columns.setdefault(name, [])
    for name, values in columns.items():
        values.extend(row.get(name) for row in rows)
    arrays = {}
    for name, values in columns.items():
        try:
            arrays[name] = pyarrow.array(values)
        except (pyarrow.ArrowException, OverflowError, TypeError) as error:
            raise BadOutput(f"column {name!r} has values that are not of one type: {error}") from None
    return pyarrow.table(arrays)


def _from_pandas(frame: object) -> pyarrow.Table | None:
    import pandas
    import pyarrow

    if not isinstance(frame, pandas.DataFrame):
        return None
    if isinstance(frame.columns, pandas.MultiIndex):
        raise BadOutput("the result has columns of several levels; flatten them to one name each")
    if any(name is not None for name in frame.index.names):
        # A named index (after groupby, say) is data; a default or unnamed one only counts rows.
        clash = [name for name in frame.index.names if name in frame.columns]
        if clash:
            raise BadOutput(f"the index and a column are both named {clash[0]!r}; drop or rename one")
        frame = frame.reset_index()
    for name in frame.columns:
        if not isinstance(name, str):
            raise BadOutput(f"the result has the column name {name!r}; column names must be text")
    if not frame.columns.is_unique:
        raise BadOutput(f"the result has two columns named {frame.columns[frame.columns.duplicated()][0]!r}")
    try:
        return pyarrow.Table.from_pandas(frame, preserve_index=False)
    except (pyarrow.ArrowException, OverflowError, TypeError) as error:
        raise BadOutput(f"a column has values that are not of one type: {'; '.join(map(str, error.args))}") from None


def _plain(table: pyarrow.Table) -> pyarrow.Table:
    """Undo encodings that are the library's business: dictionaries, views, 64-bit offsets, extension types."""
    import pyarrow

    fields = [pyarrow.field(field.name, _plain_type(field.type)) for field in table.schema]
    return table.cast(pyarrow.schema(fields))


def _plain_type(kind: Any) -> Any:  # noqa: ANN401 - Arrow's type classes
    import pyarrow
    from pyarrow import types

    if types.is_dictionary(kind):
        return _plain_type(kind.value_type)
    if isinstance(kind, pyarrow.BaseExtensionType):
        return _plain_type(kind.storage_type)
    if types.is_large_string(kind) or types.is_string_view(kind):
        return pyarrow.string()
    if types.is_large_binary(kind) or types.is_binary_view(kind):
        return pyarrow.binary()
    if types.is_large_list(kind) or types.is_list(kind):
        return pyarrow.list_(_plain_type(kind.value_type))
    if types.is_struct(kind):
        return pyarrow.struct([pyarrow.field(inner.name, _plain_type(inner.type)) for inner in kind])
    return kind
