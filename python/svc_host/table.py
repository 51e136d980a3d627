"""Immutable rows as the author asks for them. Data frame libraries load only when a table is asked for."""

from __future__ import annotations

import mmap
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow


class ParquetSource(Protocol):
    """Finds the Parquet file behind a table."""

    def descriptor(self) -> int:
        """Return an open descriptor of the file, which stays the source's."""


class ParquetTable:
    """A table in a read-only Parquet file, mapped instead of copied."""

    def __init__(self, source: ParquetSource) -> None:
        self._source = source

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The rows as dictionaries, in order."""
        rows: list[dict[str, Any]] = self.to_arrow().to_pylist()
        return rows

    def to_arrow(self) -> pyarrow.Table:
        """Return an Arrow table."""
        import pyarrow
        import pyarrow.parquet

        mapped = mmap.mmap(self._source.descriptor(), 0, prot=mmap.PROT_READ)
        table = pyarrow.parquet.read_table(pyarrow.BufferReader(pyarrow.py_buffer(mapped)))
        return table.replace_schema_metadata(None)

    def to_polars(self) -> polars.DataFrame:
        """Return a polars frame."""
        import polars

        frame = polars.from_arrow(self.to_arrow())
        assert isinstance(frame, polars.DataFrame)
        return frame

    def to_pandas(self) -> pandas.DataFrame:
        """Return a pandas frame; integers with gaps become `Int64` and booleans with gaps `boolean`, without loss."""
        import pandas
        import pyarrow

        table = self.to_arrow()
        nullable = {
            getattr(pyarrow, kind.lower())(): getattr(pandas, f"{kind}Dtype")()
            for kind in ("Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32", "UInt64")
        } | {pyarrow.bool_(): pandas.BooleanDtype()}
        columns = {name: table.column(i) for i, name in enumerate(table.column_names)}
        return pandas.DataFrame(
            {
                name: column.to_pandas(types_mapper=nullable.get if column.null_count else None)
                for name, column in columns.items()
            },
            columns=list(columns),
        )
