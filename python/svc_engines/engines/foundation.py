"""TabICL: a pretrained model that reads the training rows with each question; nothing is searched or trained."""

import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from svc_engines.encode import encode
from svc_engines.engines import Found
from svc_engines.engines.validation import metric_of
from svc_engines.reporter import TrialReporter
from svc_engines.spec import Refused
from svc_engines.table import Problem
from svc_engines.weights import FILES

MAX_ROWS = 10_000
"""On a processor an answer takes time in proportion to the training rows; more are sampled by place."""
ESTIMATORS = 4


class FoundationModel:
    """The rows that the model reads, with its weights: all that an answer needs."""

    def __init__(self, problem: Problem, weights: bytes, rows: NDArray[np.int64]) -> None:
        self.inputs = problem.inputs
        self.task = problem.task
        self.classes = len(problem.classes or [])
        self.seed, self.threads = problem.spec.seed, problem.spec.threads
        self.weights = weights
        self.columns, _ = problem.codes()
        self.all_columns = problem.columns
        self.matrix = problem.matrix[rows][:, self.columns]
        self.y = problem.y[rows]
        self._fitted: Any = None

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_fitted": None}

    def answer_frame(self, frame: pd.DataFrame) -> NDArray[np.float64]:
        """Return probabilities (n × classes) or values (n × 1)."""
        x = encode(frame, self.inputs, self.all_columns)[:, self.columns]
        fitted = self._load()
        if self.classes == 0:
            return np.asarray(fitted.predict(x), dtype=np.float64).reshape(-1, 1)
        said = np.asarray(fitted.predict_proba(x), dtype=np.float64)
        answers = np.zeros((len(x), self.classes))
        answers[:, fitted.classes_.astype(int)] = said / said.sum(axis=1, keepdims=True)
        return answers

    def _load(self) -> Any:
        if self._fitted is None:
            import torch
            from tabicl import TabICLClassifier, TabICLRegressor

            torch.set_num_threads(self.threads)
            path = Path(tempfile.mkdtemp(prefix="weights-")) / "weights.ckpt"
            path.write_bytes(self.weights)
            kind = TabICLClassifier if self.classes else TabICLRegressor
            self._fitted = kind(
                n_estimators=ESTIMATORS,
                model_path=str(path),
                allow_auto_download=False,
                device="cpu",
                random_state=self.seed,
                n_jobs=self.threads,
            ).fit(self.matrix, self.y)
        return self._fitted


def search(problem: Problem, reporter: TrialReporter) -> Found:
    """Return the model: budget and ensemble do not apply, and the same rows give the same answers."""
    path = problem.spec.weights
    if path is None:
        raise Refused("no-weights", f"the weights {FILES[problem.task]} are not on this machine")
    begun = time.monotonic()
    rows = np.sort(np.argsort(problem.place, kind="stable")[:MAX_ROWS])
    if len(rows) < len(problem.y):
        problem.warnings.append(f"the model reads {len(rows)} of {len(problem.y)} rows, drawn by place")
    model = FoundationModel(problem, Path(path).read_bytes(), rows)
    config = {"n_estimators": ESTIMATORS, "checkpoint": FILES[problem.task], "rows": len(rows)}
    model.answer_frame(problem.frame.head(2))
    reporter.trial("tabicl", {**config, "metric": metric_of(problem)}, None, time.monotonic() - begun)
    return Found("tabicl", config, deterministic=True, fitted=model, script=script(problem))


def script(problem: Problem) -> str:
    """Return a script that asks the library in the same way."""
    from svc_engines.evidence.script import fitted_script

    plan = {
        "features": [it["name"] for it in problem.inputs],
        "label": problem.spec.target,
        "kind": "TabICLClassifier" if problem.classes else "TabICLRegressor",
        "settings": {"n_estimators": ESTIMATORS, "random_state": problem.spec.seed, "device": "cpu"},
    }
    return fitted_script(problem, FOUNDATION, plan)


FOUNDATION = '''

def fit(table, train, test, plan):
    """Return the model's answers for the rows held out; the library fetches its weights, or takes model_path."""
    import tabicl

    rows = table.select([*plan["features"], plan["label"]]).to_pandas()
    x, y = rows[plan["features"]], rows[plan["label"]]
    model = getattr(tabicl, plan["kind"])(**plan["settings"])
    return model.fit(x.iloc[train], y.iloc[train]).predict(x.iloc[test])
'''
