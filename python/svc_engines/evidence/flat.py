"""`flat_scorer.json`, if it answers exactly as the model does, and rows to compare another walker with."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from svc_engines.encode import encode
from svc_engines.evidence import Trained
from svc_engines.flat_scorer import NotFlat, flat_scorer, walk
from svc_engines.table import Problem

REPLAYED_ROWS = 1200
MAX_DIFFERENCE = 1e-9
SPOILED = 0.05
UNSEEN = "a category that no training row has"


def write_flat(folder: Path, problem: Problem, trained: Trained, report: dict[str, Any]) -> None:
    """Write the document and its replay, or say why there is none."""
    try:
        document = flat_scorer(trained.model, problem.task)
    except NotFlat as why:
        trained.warnings.append(f"no flat scorer: {why}")
        return
    rows = replay_rows(problem)
    answers = trained.model.answer(encode(rows, problem.inputs, problem.columns))
    walked = walk(json.loads(json.dumps(document, allow_nan=False)), rows)
    difference = float(np.abs(walked - answers).max())
    flips = int((walked.argmax(axis=1) != answers.argmax(axis=1)).sum())
    if difference > MAX_DIFFERENCE or flips:
        trained.warnings.append(
            f"no flat scorer: it differs by {difference:.3g} and in {flips} of {len(rows)} predictions"
        )
        return
    (folder / "flat_scorer.json").write_text(json.dumps(document, allow_nan=False), encoding="utf-8")
    replay = {
        "inputs": [it["name"] for it in problem.inputs],
        "rows": [list(row) for row in zip(*(_plain(rows, it) for it in problem.inputs), strict=True)],
        "answers": answers.tolist(),
        "predictions": [problem.classes[i] for i in answers.argmax(axis=1)]
        if problem.classes
        else answers[:, 0].tolist(),
    }
    (folder / "flat_replay.json").write_text(json.dumps(replay, allow_nan=False), encoding="utf-8")
    report["flat_scorer"] = True


def replay_rows(problem: Problem) -> pd.DataFrame:
    """Return rows of the table, some values replaced: by none, by numbers far out and at zero, by unseen categories."""
    rng = np.random.default_rng(problem.spec.seed)
    names = [it["name"] for it in problem.inputs]
    both = pd.concat([problem.held_frame[names], problem.frame[names]], ignore_index=True)
    rows = both.iloc[rng.integers(0, len(both), REPLAYED_ROWS)].reset_index(drop=True)
    for described in problem.inputs:
        name = described["name"]
        if described["kind"] == "number":
            odd = rng.choice([0.0, -0.0, 1e-36, -1e30, 1e30, 0.1], len(rows))
            rows[name] = rows[name].where(rng.random(len(rows)) > SPOILED, pd.Series(odd))
        if described["kind"] == "category":
            rows.loc[rng.random(len(rows)) < SPOILED, name] = UNSEEN
        rows.loc[rng.random(len(rows)) < SPOILED, name] = None
    return rows


def _plain(rows: pd.DataFrame, described: dict[str, Any]) -> list[Any]:
    """Return values as JSON has them: moments in seconds since 1970, nothing as null."""
    values = rows[described["name"]]
    if described["kind"] == "category":
        return [it if isinstance(it, str) else None for it in values]
    numbers = encode(rows, [described], [{"input": 0, "op": "value"}])[:, 0]
    if described["kind"] == "boolean":
        return [None if np.isnan(it) else bool(it) for it in numbers]
    return [None if np.isnan(it) else float(it) for it in numbers]
