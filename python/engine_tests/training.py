"""Trains on small tables, for the conformance suite of the engines."""

import importlib.util
import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd

from svc_engines.engines import engine
from svc_engines.estimators import fit_model
from svc_engines.reporter import TrialReporter
from svc_engines.serving_model import ServedModel
from svc_engines.spec import Spec
from svc_engines.table import read_problem
from svc_engines.train import judge, plan_of

NEEDS = {
    "tuner": "optuna",
    "ensemble": "lightgbm",
    "automl_light": "flaml",
    "automl_stack": "autogluon",
    "foundation": "tabicl",
}
EVERYTHING = os.environ.get("SVC_TEST_ALL") == "1"

QUICK = {
    "tuner": {"estimator_list": ["lgbm"], "max_trials": 1},
    "ensemble": {"estimator_list": ["linear", "lgbm"]},
    "automl_light": {"estimator_list": ["lgbm"], "max_trials": 2},
    "automl_stack": {"time_budget": 20},
    "foundation": {},
}


def installed():
    """The engines whose library this environment has."""
    groups = {"automl_stack": "autogluon", "foundation": "tabicl"}
    special = [name for name, library in groups.items() if importlib.util.find_spec(library)]
    return special or [name for name in NEEDS if name not in groups]


def spec(name, target, **more):
    """A spec with the smallest search that the engine has."""
    weights = more.pop("weights", None)
    return Spec.of(
        {
            "name": "model",
            "engine": name,
            "task": "auto",
            "target": target,
            "features": None,
            "metric": None,
            "groups": None,
            "time_col": None,
            "horizon": None,
            "time_budget": 600,
            "ensemble": False,
            "estimator_list": None,
            "seed": 7,
            "threads": 1,
            "memory_bytes": 2**31,
            "holdout": {"rule": "auto", "fraction": 0.2, "row_id": None},
            "source": {
                "kind": "dataset",
                "name": "rows",
                "data_hash": "sha256:00",
                "feature_derivation": None,
                "oracle_verdict": None,
            },
            "finished_trials": [],
            **QUICK.get(name, {}),
            **more,
        },
        weights,
    )


class Training:
    """One search, fitted and judged, without its evidence."""

    def __init__(self, folder: Path, frame: pd.DataFrame, name: str, target: str = "target", **more):
        path = folder / "rows.parquet"
        frame.to_parquet(path, index=False)
        self.path = path
        self.spec = spec(name, target, **more)
        self.problem = read_problem(path, self.spec)
        if name == "foundation":
            from svc_engines.weights import small_checkpoint

            weights = small_checkpoint(folder / "weights.ckpt", self.problem.task)
            self.problem.spec = replace(self.spec, weights=str(weights))
        self.frames = []
        earlier = self.spec.finished_trials
        self.reporter = TrialReporter(self.frames.append, self.spec.time_budget, False, earlier)
        self.reporter.start_search(self.spec.time_budget)
        self.found = engine(name)(self.problem, self.reporter)
        self.model = self.found.fitted or fit_model(
            self.found.recipes, self.problem.matrix, self.problem.y, plan_of(self.problem)
        )
        self.judged = judge(self.problem, self.found, self.model)

    def answer(self, frame):
        """Answers for rows as people have them."""
        problem = self.problem
        served = ServedModel(problem.task, self.spec.target, problem.classes, problem.inputs, self.model)
        return served.answer(frame)


def mixed(n=240, seed=0):
    """Rows with numbers, a category, a flag and a moment, and a score that depends on all of them."""
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame(
        {
            "number": rng.normal(size=n),
            "whole": rng.integers(0, 50, n),
            "city": rng.choice(["Bern", "Genf", "Chur", "Sitten"], n),
            "flag": rng.random(n) < 0.4,
            "moment": pd.to_datetime("2020-01-01") + pd.to_timedelta(rng.integers(0, 10**7, n), unit="s"),
        }
    )
    days = (frame["moment"] - pd.Timestamp("2020-01-01")).dt.total_seconds() / 1e7
    score = 2 * frame["number"] + 3.0 * (frame["city"] == "Bern") + frame["flag"] + 2 * days + rng.normal(size=n) / 5
    return frame, score
