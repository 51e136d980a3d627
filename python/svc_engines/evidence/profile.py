"""A profile of the data, with warnings for whoever reviews the model."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from svc_engines.table import Problem

COMPLETE = 0.9
DISTINCT = 0.95
RARE_CLASS = 20
MAX_VALUES = 5


def write_profile(folder: Path, problem: Problem) -> None:
    """Write `data_profile.json` and `data_profile.md`; its warnings join those of the training."""
    frame = pd.concat([problem.frame, problem.held_frame], ignore_index=True)
    kinds = {it["name"]: it["kind"] for it in problem.inputs}
    columns = [_column(frame[name], name, kind) for name, kind in kinds.items()]
    warnings = [*problem.warnings]
    for column in columns:
        warnings += _warnings(column)
    if problem.classes is not None:
        counts = np.bincount(np.concatenate([problem.y, problem.held_y]), minlength=len(problem.classes))
        rare = [f"{label!r} ({n})" for label, n in zip(problem.classes, counts, strict=True) if n < RARE_CLASS]
        if rare:
            warnings.append(f"few rows of the class {', '.join(rare[:10])}")
    twins = frame.duplicated(subset=[it for it in frame.columns if it in kinds]).mean() if kinds else 0.0
    if twins > 0.01:
        warnings.append(f"{twins:.0%} of the rows repeat the features of another row")
    if problem.dropped:
        warnings.append(f"{problem.dropped} rows had no target, no group or no time, and were dropped")
    profile = {"rows": len(frame), "dropped": problem.dropped, "columns": columns, "warnings": warnings}
    (folder / "data_profile.json").write_text(json.dumps(profile, indent=1, allow_nan=False), encoding="utf-8")
    (folder / "data_profile.md").write_text(_markdown(profile), encoding="utf-8")
    problem.warnings[:] = warnings


def _column(values: pd.Series, name: str, kind: str) -> dict[str, Any]:
    known = values.dropna()
    column: dict[str, Any] = {
        "name": name,
        "kind": kind,
        "missing": int(values.isna().sum()),
        "rows": len(values),
        "distinct": int(known.nunique()),
    }
    if kind == "number" and len(known):
        finite = known[np.isfinite(known)]
        summary = {"min": finite.min(), "mean": finite.mean(), "max": finite.max()}
        column |= {key: float(value) if np.isfinite(value) else None for key, value in summary.items()}
    elif kind == "datetime" and len(known):
        column |= {"min": known.min().isoformat(), "max": known.max().isoformat()}
    elif len(known):
        top = known.value_counts().head(MAX_VALUES)
        column["most_frequent"] = [{"value": str(value)[:100], "rows": int(n)} for value, n in top.items()]
    return column


def _warnings(column: dict[str, Any]) -> list[str]:
    name, known = column["name"], column["rows"] - column["missing"]
    found = []
    if known < COMPLETE * column["rows"]:
        found.append(f"column {name!r} is only {known / column['rows']:.0%} complete")
    if column["distinct"] <= 1:
        found.append(f"column {name!r} has only one value besides missing ones")
    whole = column["kind"] == "number" and all(
        float(column[it] or 0).is_integer() for it in ("min", "max") if it in column
    )
    if whole and column["distinct"] >= DISTINCT * known and known > 20:
        found.append(f"column {name!r} is different in {column['distinct']} of {known} rows: is it an identifier?")
    return found


def _markdown(profile: dict[str, Any]) -> str:
    lines = ["# Data profile", "", f"{profile['rows']} rows.", ""]
    if profile["warnings"]:
        lines += ["## Warnings", "", *(f"- {it}" for it in profile["warnings"]), ""]
    lines += ["## Columns", "", "| Column | Kind | Missing | Distinct | Values |", "|---|---|---|---|---|"]
    for it in profile["columns"]:
        if "most_frequent" in it:
            values = ", ".join(f"{cell(value['value'])} ({value['rows']})" for value in it["most_frequent"])
        else:
            values = f"{it.get('min')} … {it.get('max')}"
        lines.append(f"| {cell(it['name'])} | {it['kind']} | {it['missing']} | {it['distinct']} | {values} |")
    return "\n".join(lines) + "\n"


def cell(words: str) -> str:
    """Return the text as a cell of a table: what Markdown would read as its own is said to be plain."""
    escaped = "".join(f"\\{it}" if it in r"\`*_{}[]<>#|" else it for it in words)
    return " ".join(escaped.split())
