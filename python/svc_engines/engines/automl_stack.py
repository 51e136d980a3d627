"""AutoGluon: accuracy first, a stack of many models. Its predictor is the model; it has no flat form."""

import shutil
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
from svc_engines.scores import GREATER_IS_BETTER
from svc_engines.spec import Refused
from svc_engines.table import Problem

METRICS = {
    "log_loss": "log_loss",
    "accuracy": "accuracy",
    "f1": "f1_macro",
    "roc_auc": "roc_auc_ovr",
    "rmse": "root_mean_squared_error",
    "mae": "mean_absolute_error",
    "r2": "r2",
}
FAMILIES = {"lgbm": "GBM", "xgboost": "XGB", "rf": "RF", "extra_tree": "XT", "linear": "LR"}
"""Without torch and without CatBoost: AutoGluon would leave those out without a word."""
LABEL = "__target__"
SHARE_OF_BUDGET = 0.9
"""AutoGluon plans the models it fits; the last may take longer than it thought."""


class StackModel:
    """A predictor of AutoGluon, as the files that it keeps itself in."""

    def __init__(self, folder: Path, inputs: list[dict[str, Any]], classes: int) -> None:
        self.inputs = inputs
        self.classes = classes
        self.files = {it.relative_to(folder).as_posix(): it.read_bytes() for it in folder.rglob("*") if it.is_file()}
        self._predictor: Any = None

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_predictor": None}

    def answer_frame(self, frame: pd.DataFrame) -> NDArray[np.float64]:
        """Return probabilities (n × classes) or values (n × 1)."""
        rows = stack_rows(frame, self.inputs)
        predictor = self._load()
        if self.classes == 0:
            return np.asarray(predictor.predict(rows), dtype=np.float64).reshape(-1, 1)
        said = predictor.predict_proba(rows, as_multiclass=True)
        answers = np.zeros((len(rows), self.classes))
        for label in said.columns:
            answers[:, int(label)] = said[label].to_numpy()
        return answers

    def _load(self) -> Any:
        if self._predictor is None:
            from autogluon.tabular import TabularPredictor

            folder = Path(tempfile.mkdtemp(prefix="stack-"))
            for name, content in self.files.items():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                (folder / name).write_bytes(content)
            self._predictor = TabularPredictor.load(str(folder), require_version_match=False, verbosity=0)
        return self._predictor


def stack_rows(frame: pd.DataFrame, inputs: list[dict[str, Any]]) -> pd.DataFrame:
    """Return rows as AutoGluon knows them: numbers, and categories as texts."""
    columns: dict[str, Any] = {}
    for i, described in enumerate(inputs):
        values = encode(frame, [described], [{"input": 0, "op": _op(described)}])[:, 0]
        if described["kind"] == "category":
            known = np.array([*described["categories"], None], dtype=object)
            columns[f"c{i}"] = known[np.where(np.isnan(values), -1, np.nan_to_num(values)).astype(int)]
        else:
            columns[f"c{i}"] = values
    return pd.DataFrame(columns)


def search(problem: Problem, reporter: TrialReporter) -> Found:
    """Fit AutoGluon on the training rows within the budget; `ensemble` picks its best preset."""
    from autogluon.tabular import TabularPredictor

    spec = problem.spec
    wanted = list(spec.estimator_list or FAMILIES)
    if unknown := [it for it in wanted if it not in FAMILIES]:
        raise Refused("unsupported", f"{unknown[0]!r} is no estimator of automl_stack; it has {', '.join(FAMILIES)}")
    reporter.trials.clear()
    folder = Path(tempfile.mkdtemp(prefix="autogluon-"))
    begun = time.monotonic()
    try:
        predictor = TabularPredictor(
            label=LABEL,
            problem_type=_kind(problem),
            eval_metric=METRICS[metric_of(problem)],
            path=str(folder / "model"),
            verbosity=0,
            learner_kwargs={"random_state": spec.seed},
            log_to_file=False,
        )
        predictor.fit(**settings(problem, spec.ensemble, wanted, reporter.seconds_left()))
        _report(predictor, problem, reporter, time.monotonic() - begun)
        predictor.save_space()
        best = str(predictor.model_best)
        model = StackModel(folder / "model", problem.inputs, len(problem.classes or []))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    config = {"presets": "best_quality" if spec.ensemble else "medium_quality", "families": ", ".join(wanted)}
    return Found(best, config, deterministic=False, fitted=model, script=script(problem, wanted))


def settings(problem: Problem, best: bool, wanted: list[str], budget: float) -> dict[str, Any]:
    """Return what AutoGluon's `fit` is told."""
    rows = stack_rows(problem.frame, problem.inputs).assign(**{LABEL: problem.y})
    told: dict[str, Any] = {
        "train_data": rows,
        "time_limit": max(1.0, SHARE_OF_BUDGET * budget),
        "presets": "best_quality" if best else "medium_quality",
        "hyperparameters": {FAMILIES[it]: {} for it in wanted},
        "num_cpus": problem.spec.threads,
        "num_gpus": 0,
        "fit_strategy": "sequential",
        "ag_args_ensemble": {"fold_fitting_strategy": "sequential_local"},
    }
    if best:
        # Without its own trial of stacking, which starts other processes.
        told["dynamic_stacking"] = False
    return told


def _report(predictor: Any, problem: Problem, reporter: TrialReporter, seconds: float) -> None:
    """Report AutoGluon's models, of which it says nothing while it fits them."""
    board = predictor.leaderboard()
    sign = 1.0 if metric_of(problem) in GREATER_IS_BETTER else -1.0
    for row in board.sort_values("fit_order").to_dict("records"):
        spent = float(row.get("fit_time_marginal") or 0.0)
        params = {"level": int(row.get("stack_level", 1))}
        reporter.trial(str(row["model"]), params, sign * float(row["score_val"]), spent)
    failures = predictor.model_failures()
    for row in failures.to_dict("records") if failures is not None else ():
        reporter.trial(str(row["model"]), {}, None, 0.0, "failed", str(row.get("exc_str")))
    if not reporter.trials:
        raise RuntimeError(f"AutoGluon fitted no model in {seconds:.0f} s")


def _kind(problem: Problem) -> str:
    if problem.classes is None:
        return "regression"
    return "binary" if len(problem.classes) == 2 else "multiclass"


def _op(described: dict[str, Any]) -> str:
    return "code" if described["kind"] == "category" else "value"


def script(problem: Problem, wanted: list[str]) -> str:
    """Return a script that fits AutoGluon in the same way; what it finds depends on how far it gets in its time."""
    from svc_engines.evidence.script import fitted_script

    spec = problem.spec
    plan: dict[str, Any] = {
        "label": problem.spec.target,
        "problem_type": _kind(problem),
        "eval_metric": METRICS[metric_of(problem)],
        "features": [it["name"] for it in problem.inputs],
        "presets": "best_quality" if spec.ensemble else "medium_quality",
        "hyperparameters": {FAMILIES[it]: {} for it in wanted},
        "time_limit": spec.time_budget,
        "num_cpus": spec.threads,
    }
    return fitted_script(problem, STACK, plan)


STACK = '''

def fit(table, train, test, plan):
    """Return the predictor's answers for the rows held out."""
    from autogluon.tabular import TabularPredictor

    rows = table.select([*plan["features"], plan["label"]]).to_pandas()
    names = ("label", "problem_type", "eval_metric")
    predictor = TabularPredictor(**{name: plan[name] for name in names}, verbosity=1)
    names = ("presets", "hyperparameters", "time_limit", "num_cpus")
    predictor.fit(train_data=rows.iloc[train], dynamic_stacking=False, **{name: plan[name] for name in names})
    return predictor.predict(rows.iloc[test]).to_numpy()
'''
