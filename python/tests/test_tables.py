"""How rows come in and go out, to the last digit."""

import datetime
import decimal
import io
import os

import pandas
import polars
import pyarrow
import pyarrow.parquet
import pytest

from svc_host.result_table import BadOutput, result_table
from svc_host.table import ParquetTable


class File:
    """A Parquet file in memory."""

    def __init__(self, table):
        self._descriptor = os.memfd_create("table")
        with os.fdopen(self._descriptor, "wb", closefd=False) as file:
            pyarrow.parquet.write_table(table, file)

    def descriptor(self):
        return self._descriptor


EXACT = pyarrow.table(
    {
        "integer": pyarrow.array([2**53 + 1, None, -1], pyarrow.int64()),
        "flag": [True, None, False],
        "number": [0.1, None, float("nan")],
        "text": ["a", None, "ü\0"],
        "money": pyarrow.array([decimal.Decimal("1.10"), None, decimal.Decimal("2.20")], pyarrow.decimal128(10, 2)),
        "day": [datetime.date(2024, 2, 29), None, datetime.date(1, 1, 1)],
        "at": pyarrow.array([1, None, 2], pyarrow.timestamp("us")),
        "at_utc": pyarrow.array([1, None, 2], pyarrow.timestamp("us", "UTC")),
    }
)


def test_rows_survive_unchanged():
    table = ParquetTable(File(EXACT))
    assert table.to_arrow().drop_columns("number") == EXACT.drop_columns("number")
    assert table.rows[0]["integer"] == 2**53 + 1
    assert table.rows[1] == dict.fromkeys(EXACT.column_names)
    assert table.to_polars()["integer"].to_list() == [2**53 + 1, None, -1]


def test_pandas_keeps_integers_and_flags_with_gaps_exact():
    frame = ParquetTable(File(EXACT)).to_pandas()
    assert str(frame["integer"].dtype) == "Int64"
    assert frame["integer"][0] == 2**53 + 1
    assert str(frame["flag"].dtype) == "boolean"
    full = ParquetTable(File(pyarrow.table({"x": [1, 2]}))).to_pandas()
    assert str(full["x"].dtype) == "int64", "without gaps it is an ordinary column"


@pytest.mark.parametrize("form", ["to_arrow", "to_polars", "to_pandas"])
def test_a_round_trip_changes_neither_values_nor_types(form):
    # A decimal's width is no part of a Python value, so pandas cannot carry it; the values themselves are exact.
    exact = EXACT.drop_columns(["number", "money"] if form == "to_pandas" else ["number"])
    back = result_table(getattr(ParquetTable(File(exact)), form)())
    assert back.to_pylist() == exact.to_pylist()
    assert [str(kind) for kind in back.schema.types] == [str(kind) for kind in exact.schema.types]


def test_an_empty_table_keeps_its_columns():
    for form in ("to_arrow", "to_polars", "to_pandas"):
        back = result_table(getattr(ParquetTable(File(EXACT.slice(0, 0))), form)())
        assert back.column_names == EXACT.column_names


def test_rows_may_miss_keys_and_the_first_need_not_have_them_all():
    assert result_table([{"a": 1}, {"b": 2.5}]).to_pylist() == [{"a": 1, "b": None}, {"a": None, "b": 2.5}]


def test_a_named_index_is_data_and_a_counting_one_is_not():
    frame = pandas.DataFrame({"g": ["x", "y", "x"], "v": [1, 2, 3]})
    assert result_table(frame.groupby("g").sum()).column_names == ["g", "v"]
    assert result_table(frame[frame.v > 1]).column_names == ["g", "v"]
    with pytest.raises(BadOutput, match="both named 'g'"):
        result_table(frame.set_index("g", drop=False))


def test_encodings_of_a_library_do_not_leave_it():
    table = pyarrow.table(
        {
            "category": pyarrow.array(["a", "b"]).dictionary_encode(),
            "large": pyarrow.array(["a", "b"], pyarrow.large_string()),
            "nested": pyarrow.array([["a"], []], pyarrow.large_list(pyarrow.large_string())),
            "pair": pyarrow.array([{"k": "a"}, None], pyarrow.struct([("k", pyarrow.large_string())])),
        }
    )
    plain = result_table(table)
    assert [str(kind) for kind in plain.schema.types] == [
        "string",
        "string",
        "list<element: string>" if "element" in str(plain.schema.types[2]) else "list<item: string>",
        "struct<k: string>",
    ]
    categorical = pandas.DataFrame({"c": pandas.Categorical(["x", "y"])})
    assert str(result_table(categorical).schema.types[0]) == "string"
    assert (
        str(result_table(polars.DataFrame({"c": ["x"]}, schema={"c": polars.Categorical})).schema.types[0]) == "string"
    )


def test_no_metadata_of_a_library_goes_along():
    sink = io.BytesIO()
    pyarrow.parquet.write_table(result_table(pandas.DataFrame({"x": [1]})), sink)
    assert b"pandas" not in (pyarrow.parquet.read_schema(sink).metadata or {})
