"""From rows as people have them to numbers: stands alone, because training scripts contain it as it is.

An input is a column of the table: `{"name", "kind", "categories"}`. A column is one of the model's numbers:
`{"input", "op", "category"}`. What they mean is in README.md, "The flat scorer".
"""

import numpy as np
import pandas as pd


def input_values(frame: "pd.DataFrame", described: dict) -> "np.ndarray":
    """Return one input's values (n, float64): numbers, 1 and 0, seconds since 1970, category numbers; or NaN."""
    values = frame[described["name"]]
    if described["kind"] == "category":
        # Through objects: a column of texts is compared text by text, whatever its pandas type.
        known = pd.Index(described["categories"], dtype=object)
        codes = known.get_indexer(pd.Index(values.astype(object), dtype=object)).astype(np.float64)
        codes[codes < 0] = np.nan
        return codes
    if described["kind"] == "datetime":
        moments = pd.to_datetime(values, utc=True).astype("datetime64[us, UTC]")
        seconds = moments.astype("int64").to_numpy().astype(np.float64) / 1e6
        seconds[moments.isna().to_numpy()] = np.nan
        return seconds
    return values.astype("Float64").to_numpy(dtype=np.float64, na_value=np.nan).copy()


def encode(frame: "pd.DataFrame", inputs: list, columns: list) -> "np.ndarray":
    """Return the matrix (n × columns, float64) that models see. Raises ValueError for a value of the wrong type."""
    values = [input_values(frame, described) for described in inputs]
    matrix = np.empty((len(frame), len(columns)), dtype=np.float64)
    for i, column in enumerate(columns):
        value = values[column["input"]]
        matrix[:, i] = (value == column["category"]) if column["op"] == "is" else value
    return matrix
