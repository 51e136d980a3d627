"""The training rows as a problem to solve: what each column is, which rows are held out, what was left out and why."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from numpy.typing import NDArray

from svc_engines.encode import encode
from svc_engines.rows import feature_frame, target_values, times, unwrapped, usable_rows
from svc_engines.spec import Refused, Spec
from svc_engines.split import folds_by_group, folds_by_place, folds_by_time, held_out, in_order, places

MIN_ROWS = 20
MAX_CLASSES = 100
FEW_LEVELS = 10
MAX_CATEGORIES = 1000
MAX_SWITCHES = 30
"""A category with more levels is given to every estimator as a number, not as one column each."""
TEXT_SHARE = 0.95


@dataclass
class Problem:
    """What an engine is given. Rows are in a canonical order, whatever the order of the table: by time or by place.

    `matrix` (n × columns) and `y` (n: class numbers or values) hold the training rows; `frame` all their columns.
    `held_matrix`, `held_y`, `held_frame` hold the held-out rows.
    """

    spec: Spec
    task: str
    classes: list[Any] | None
    inputs: list[dict[str, Any]]
    columns: list[dict[str, Any]]
    frame: pd.DataFrame
    held_frame: pd.DataFrame
    y: NDArray[Any]
    held_y: NDArray[Any]
    rule: str
    identity: list[str]
    dropped: int
    clusters: NDArray[Any] | None
    held_clusters: NDArray[Any] | None
    time: NDArray[np.float64] | None
    place: NDArray[np.float64]
    warnings: list[str]
    matrix: NDArray[np.float64] = field(init=False)
    held_matrix: NDArray[np.float64] = field(init=False)

    def __post_init__(self) -> None:
        self.matrix = encode(self.frame, self.inputs, self.columns)
        self.held_matrix = encode(self.held_frame, self.inputs, self.columns)

    def folds(self, k: int) -> list[tuple[NDArray[np.int64], NDArray[np.int64]]]:
        """Return (train, validate) row numbers of the training rows, by the rule by which rows were held out."""
        k = max(2, min(k, len(self.y) // 4))
        if self.rule == "time" and self.time is not None:
            return folds_by_time(self.time, k)
        if self.clusters is not None:
            return folds_by_group(self.clusters, k)
        strata = self.y if self.task == "classification" else np.zeros(len(self.y), dtype=int)
        return folds_by_place(self.place, strata, k)

    def switches(self) -> list[int]:
        """Return the columns for estimators that know numbers only: a small category is one column for each level."""
        return [i for i, column in enumerate(self.columns) if column["op"] != "code" or self._is_large(column)]

    def codes(self) -> tuple[list[int], list[int]]:
        """Return the columns for estimators that know categories, and which of these hold the numbers of categories."""
        chosen = [i for i, column in enumerate(self.columns) if column["op"] != "is"]
        return chosen, [at for at, i in enumerate(chosen) if self.columns[i]["op"] == "code"]

    def _is_large(self, column: Mapping[str, Any]) -> bool:
        return len(self.inputs[column["input"]]["categories"]) > MAX_SWITCHES


def read_problem(path: Path, spec: Spec) -> Problem:
    """Read the rows of a training. Raises `Refused`."""
    table = unwrapped(pq.ParquetFile(path).read())
    for name in [spec.target, spec.groups, spec.time_col, spec.holdout.row_id, *(spec.features or ())]:
        if name is not None and name not in table.column_names:
            raise Refused("unknown-column", f"there is no column {name!r}", name)
    before = table.num_rows
    table = usable_rows(table, spec.target, [it for it in (spec.groups, spec.time_col) if it is not None])
    if table.num_rows < MIN_ROWS:
        raise Refused(
            "too-few-rows", f"{table.num_rows} rows have a target; {MIN_ROWS} are the fewest that can be learnt from"
        )
    warnings: list[str] = []
    task = _task(table.column(spec.target), spec)
    classes = _classes(table.column(spec.target), spec.target, task)
    y = target_values(table.column(spec.target), classes)
    inputs = _inputs(table, spec, task, warnings)
    identity = _identity(table, spec, inputs)
    place = places(table, identity, spec.seed)
    time = _times(table, spec)
    rule = _rule(spec, place, time)
    strata = y if classes is not None else np.zeros(len(y), dtype=int)
    held = held_out(rule, spec.holdout.fraction, strata, place, time)
    if task == "ts_forecast" and time is not None:
        held = _forecast_end(table, spec, time)
    train, test = in_order(held, place, time)
    if len(train) == 0 or len(test) == 0:
        raise Refused(
            "too-few-rows", f"the {rule} rule leaves {len(train)} rows to learn from and {len(test)} to judge by"
        )
    if task == "classification" and len(np.unique(y[train])) < 2:
        raise Refused("one-class", f"all rows to learn from have the same {spec.target!r}", spec.target)
    frame = _frame(table, inputs, spec)
    clusters = None if spec.groups is None else np.asarray(pc.cast(table.column(spec.groups), pa.string()).to_pylist())
    return Problem(
        spec=spec,
        task=task,
        classes=classes,
        inputs=inputs,
        columns=_columns(inputs),
        frame=frame.iloc[train].reset_index(drop=True),
        held_frame=frame.iloc[test].reset_index(drop=True),
        y=y[train],
        held_y=y[test],
        rule=rule,
        identity=identity,
        dropped=before - table.num_rows,
        clusters=None if clusters is None else clusters[train],
        held_clusters=None if clusters is None else clusters[test],
        time=None if time is None else time[train],
        place=place[train],
        warnings=warnings,
    )


def _is_number(kind: pa.DataType) -> bool:
    return pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind)


def _is_text(kind: pa.DataType) -> bool:
    return pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind)


def _is_moment(kind: pa.DataType) -> bool:
    return pa.types.is_timestamp(kind) or pa.types.is_date(kind)


def _task(target: pa.ChunkedArray, spec: Spec) -> str:
    if spec.task != "auto":
        return spec.task
    number = _is_number(target.type) and not pa.types.is_boolean(target.type)
    return "regression" if number and pc.count_distinct(target).as_py() > FEW_LEVELS else "classification"


def _classes(target: pa.ChunkedArray, name: str, task: str) -> list[Any] | None:
    """Return the classes in order, or None for a task that predicts values. Raises `Refused`."""
    if task != "classification":
        if not _is_number(target.type):
            raise Refused("bad-target", f"{name!r} holds no numbers, which {task} needs", name)
        return None
    if not (_is_number(target.type) or _is_text(target.type) or pa.types.is_boolean(target.type)):
        raise Refused("bad-target", f"{name!r} holds {target.type}, which cannot be classes", name)
    if pa.types.is_decimal(target.type):
        target = target.cast(pa.float64())
    found: list[Any] = pc.unique(target).to_pylist()
    classes = sorted(found)
    if len(classes) > MAX_CLASSES:
        raise Refused("too-many-classes", f"{name!r} has {len(classes)} classes; {MAX_CLASSES} are the most", name)
    if len(classes) < 2:
        raise Refused("one-class", f"all rows have the same {name!r}", name)
    return classes


def _inputs(table: pa.Table, spec: Spec, task: str, warnings: list[str]) -> list[dict[str, Any]]:
    """Return what each feature is; a column that no engine can use is left out, with a warning."""
    aside = {spec.target, spec.groups, spec.holdout.row_id, spec.time_col if task == "ts_forecast" else None}
    if task == "ts_forecast":
        if ignored := [it for it in spec.features or table.column_names if it not in aside]:
            warnings.append(f"a forecast looks at time and target alone; left out: {', '.join(ignored)}"[:900])
        return []
    names = spec.features if spec.features is not None else [it for it in table.column_names if it not in aside]
    found = []
    for name in dict.fromkeys(names):
        if name in (spec.target, spec.groups):
            raise Refused("no-features", f"{name!r} cannot be a feature: it is the target or the groups", name)
        described = _input(table.column(name), name)
        if isinstance(described, str):
            warnings.append(f"column {name!r} is left out: {described}")
        else:
            found.append(described)
    if not found and task != "ts_forecast":
        raise Refused("no-features", "no feature is left: " + ("; ".join(warnings) or "the table has no other column"))
    return found


def _input(column: pa.ChunkedArray, name: str) -> dict[str, Any] | str:
    """Return an input, or why there is none."""
    kind = column.type
    if column.null_count == len(column):
        return "it has no values"
    distinct = pc.count_distinct(column, mode="only_valid").as_py() if _is_plain(kind) else 2
    if distinct == 1 and column.null_count == 0:
        return "it has the same value in every row"
    if pa.types.is_boolean(kind):
        return {"name": name, "kind": "boolean", "categories": []}
    if _is_number(kind):
        return {"name": name, "kind": "number", "categories": []}
    if _is_moment(kind):
        return {"name": name, "kind": "datetime", "categories": []}
    if not _is_text(kind):
        return f"engines cannot use the type {kind}"
    if distinct > FEW_LEVELS and distinct >= TEXT_SHARE * (len(column) - column.null_count):
        return "almost every value is different, as in free text or identifiers; make features of it in a derivation"
    each: Any = pc.value_counts(column.drop_null())
    counts = sorted(each.to_pylist(), key=lambda it: (-it["counts"], it["values"]))
    return {"name": name, "kind": "category", "categories": [it["values"] for it in counts[:MAX_CATEGORIES]]}


def _is_plain(kind: pa.DataType) -> bool:
    return pa.types.is_boolean(kind) or _is_number(kind) or _is_moment(kind) or _is_text(kind)


def _columns(inputs: list[dict[str, Any]]) -> list[dict[str, Any]]:
    columns: list[dict[str, Any]] = []
    for i, described in enumerate(inputs):
        if described["kind"] != "category":
            columns.append({"input": i, "op": "value"})
            continue
        columns.append({"input": i, "op": "code"})
        if len(described["categories"]) <= MAX_SWITCHES:
            columns += [{"input": i, "op": "is", "category": at} for at in range(len(described["categories"]))]
    return columns


def _identity(table: pa.Table, spec: Spec, inputs: list[dict[str, Any]]) -> list[str]:
    """Return the columns that say which row is which."""
    if spec.groups is not None and (
        spec.holdout.rule == "group" or (spec.holdout.rule == "auto" and not spec.time_col)
    ):
        return [spec.groups]
    if spec.holdout.row_id is not None:
        return [spec.holdout.row_id]
    return [it["name"] for it in inputs] or [it for it in (spec.time_col, spec.target) if it is not None]


def _times(table: pa.Table, spec: Spec) -> NDArray[np.float64] | None:
    if spec.time_col is None:
        return None
    column = table.column(spec.time_col)
    if not (_is_moment(column.type) or _is_number(column.type)):
        raise Refused("bad-time", f"{spec.time_col!r} holds {column.type}: neither moments nor numbers", spec.time_col)
    return times(column)


def _rule(spec: Spec, place: NDArray[Any], time: NDArray[Any] | None) -> str:
    """Return how rows are held out, after a look at whether that can be."""
    rule = spec.holdout.rule
    if rule == "auto":
        rule = "time" if time is not None else "group" if spec.groups is not None else "hash"
    if rule == "time" and (time is None or len(np.unique(time)) < 2):
        raise Refused("bad-time", "a hold-out by time needs a time_col with more than one time", spec.time_col)
    if rule == "group" and (spec.groups is None or len(np.unique(place)) < 2):
        raise Refused("bad-groups", "a hold-out by group needs groups, and more than one", spec.groups)
    return rule


def _forecast_end(table: pa.Table, spec: Spec, time: NDArray[Any]) -> NDArray[np.bool_]:
    """Return the rows that a forecast is judged by: its horizon, stretched to 20 where there are enough."""
    name, horizon = spec.time_col, spec.horizon or 1
    if not _is_moment(table.column(str(name)).type):
        raise Refused("bad-time", f"a forecast needs moments, and {name!r} holds {table.column(str(name)).type}", name)
    moments = pd.to_datetime(np.sort(time) * 1e6, unit="us")
    if not moments.is_unique or pd.infer_freq(moments) is None:
        raise Refused("bad-time", f"the times of {name!r} repeat or are not evenly spaced: aggregate them first", name)
    if horizon > len(time) // 2:
        raise Refused("too-few-rows", f"a horizon of {horizon} is more than half of the {len(time)} rows", name)
    return time >= np.sort(time)[len(time) - max(horizon, min(MIN_ROWS, len(time) // 4))]


def _frame(table: pa.Table, inputs: list[dict[str, Any]], spec: Spec) -> pd.DataFrame:
    """Return the features and, for evidence, the target and the time."""
    frame = feature_frame(table, inputs)
    target = table.column(spec.target)
    frame[spec.target] = (target.cast(pa.float64()) if pa.types.is_decimal(target.type) else target).to_pandas()
    if spec.time_col is not None and spec.time_col not in frame:
        frame[spec.time_col] = table.column(spec.time_col).to_pandas()
    return frame
