"""The rows of a table as models see them: stands alone, because training scripts contain it as it is."""

from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute

pc: Any = pyarrow.compute


def unwrapped(table: "pa.Table") -> "pa.Table":
    """Return the table without dictionaries: a column of texts is one, however it was written."""
    for i, part in enumerate(table.schema):
        if pa.types.is_dictionary(part.type):
            table = table.set_column(i, part.name, table.column(i).cast(part.type.value_type))
    return table.replace_schema_metadata(None)


def usable_rows(table: "pa.Table", target: str, others: list) -> "pa.Table":
    """Return the rows that have a target, and a value in each of the other columns (groups, time)."""
    column = table.column(target)
    there = pc.is_valid(column)
    if pa.types.is_floating(column.type):
        there = pc.and_(there, pc.fill_null(pc.is_finite(column), False))
    for name in others:
        there = pc.and_(there, pc.is_valid(table.column(name)))
    return table.filter(there)


def target_values(column: "pa.ChunkedArray", classes: list | None) -> "np.ndarray":
    """Return class numbers (n, int64), or values (n, float64) where there are no classes."""
    if classes is None:
        return column.cast(pa.float64(), safe=False).to_numpy().copy()
    if pa.types.is_decimal(column.type):
        column = column.cast(pa.float64())
    return pc.index_in(column, pa.array(classes, column.type)).to_numpy().astype(np.int64)


def times(column: "pa.ChunkedArray") -> "np.ndarray":
    """Return moments in seconds since 1970, or numbers as they are (n, float64)."""
    if pa.types.is_timestamp(column.type) or pa.types.is_date(column.type):
        return column.cast(pa.timestamp("us")).cast(pa.int64()).to_numpy().astype(np.float64) / 1e6
    return column.cast(pa.float64(), safe=False).to_numpy().copy()


def feature_frame(table: "pa.Table", inputs: list) -> "pd.DataFrame":
    """Return the inputs as columns that `encode` reads."""
    return pd.DataFrame({it["name"]: feature_values(table.column(it["name"]), it["kind"]) for it in inputs})


def feature_values(column: "pa.ChunkedArray", kind: str) -> object:
    """Return one input's values."""
    if kind == "number":
        return column.cast(pa.float64(), safe=False).to_numpy()
    if kind == "boolean":
        return column.to_pandas(types_mapper=lambda kind: pd.BooleanDtype() if kind == pa.bool_() else None)
    if kind == "datetime":
        return pd.to_datetime(column.cast(pa.timestamp("us")).to_pandas(), utc=True)
    return pd.Series(column.to_pylist(), dtype=object)
