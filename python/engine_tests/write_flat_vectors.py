"""Write what model-service's walker is compared with: flat scorers and the answers of the libraries themselves.

    PYTHONPATH=python python/engine_tests/write_flat_vectors.py apps/model-service/test/vectors/flat-scorers.json.gz
"""

import base64
import gzip
import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pandas as pd
from training import Training, mixed

from svc_engines.encode import encode
from svc_engines.engines.validation import recipe
from svc_engines.estimators import fit_model
from svc_engines.evidence.flat import _plain, replay_rows
from svc_engines.flat_scorer import flat_scorer
from svc_engines.train import plan_of

SMALL = {
    "lgbm": {"n_estimators": 6, "num_leaves": 12},
    "xgboost": {"n_estimators": 6, "max_depth": 4},
    "rf": {"n_estimators": 4, "max_leaf_nodes": 14},
    "extra_tree": {"n_estimators": 4, "max_leaf_nodes": 14},
    "linear": {},
}
BLEND = (("lgbm", 0.5), ("xgboost", 0.3), ("linear", 0.2))


def problem_of(kind, folder):
    """Numbers with gaps, moments as large numbers, categories of which some have many values."""
    frame, score = mixed(1200)
    rng = np.random.default_rng(5)
    frame["epoch"] = 1.6e9 + 1e8 * rng.random(len(frame))
    frame["many"] = rng.choice([f"kind {i}" for i in range(60)], len(frame))
    score += np.sin(frame["epoch"] / 1e7)
    frame.loc[rng.random(len(frame)) < 0.1, "number"] = np.nan
    frame.loc[rng.random(len(frame)) < 0.1, ["city", "many"]] = None
    targets = {
        "binary": lambda: np.where(score > score.median(), "yes", "no"),
        "classes": lambda: pd.qcut(score, 3, labels=list("abc")).astype(str),
        "regression": lambda: score,
    }
    folder.mkdir()
    return Training(folder, frame.assign(target=targets[kind]()), "ensemble", estimator_list=["linear"]).problem


def near_thresholds(document, problem, rows):
    """Put values of the column `epoch` at thresholds and beside them, where float32 and float64 part."""
    position = next(i for i, it in enumerate(problem.inputs) if it["name"] == "epoch")
    cuts = [
        threshold
        for member in document["members"]
        for tree in member["model"].get("trees", ())
        for feature, threshold in zip(tree["feature"], tree["threshold"], strict=True)
        if feature >= 0 and problem.columns[member["columns"][feature]]["input"] == position
    ]
    near = [float(np.nextafter(np.float64(t), toward)) for t in cuts for toward in (-np.inf, np.inf)] + cuts
    rows = rows.copy()
    rows.loc[: len(near) - 1, "epoch"] = near[: len(rows)]
    return rows


def cases(kind, problem):
    """Yield what to fit: each estimator alone, LightGBM with and without its categories, and a blend."""
    for name, parameters in SMALL.items():
        for knows in (True, False) if name == "lgbm" else (False,):
            yield (
                f"{kind} {name}{' with categories' if knows else ''}",
                [recipe(problem, name, parameters, knows_categories=knows)],
            )
    blend = [
        {**recipe(problem, name, SMALL[name], knows_categories=name == "lgbm"), "weight": weight}
        for name, weight in BLEND
    ]
    yield f"{kind} blend", blend


def vectors():
    """Return the document with all cases."""
    found, tables = [], {}
    with TemporaryDirectory() as folder:
        for kind in ("binary", "classes", "regression"):
            problem = problem_of(kind, Path(folder) / kind)
            for name, recipes in cases(kind, problem):
                model = fit_model(recipes, problem.matrix, problem.y, plan_of(problem))
                document = flat_scorer(model, problem.task)
                rows = near_thresholds(document, problem, replay_rows(problem))
                answers = model.answer(encode(rows, problem.inputs, problem.columns))
                plain = {it["name"]: _plain(rows, it) for it in problem.inputs}
                for column, values in plain.items():
                    if column != "epoch":
                        tables.setdefault(f"{kind} {column}", values)
                found.append(
                    {
                        "name": name,
                        "kind": kind,
                        "scorer": document,
                        "epoch": base64.b64encode(
                            np.array([np.nan if it is None else it for it in plain["epoch"]]).tobytes()
                        ).decode(),
                        "answers": base64.b64encode(np.ascontiguousarray(answers).tobytes()).decode(),
                    }
                )
    return {"columns": tables, "cases": found}


if __name__ == "__main__":
    path = Path(sys.argv[1])
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(json.dumps(vectors(), allow_nan=False).encode(), 9, mtime=0))
    print(f"{path}: {path.stat().st_size} bytes")
