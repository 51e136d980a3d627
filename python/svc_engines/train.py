"""One training from its rows to its archive."""

import json
import platform
import shutil
import time
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from svc_engines.archive import send_archive
from svc_engines.engines import Found, engine
from svc_engines.engines.validation import metric_of
from svc_engines.estimators import fit_model
from svc_engines.evidence import Trained, write_evidence
from svc_engines.reporter import Send, TrialReporter
from svc_engines.scores import GREATER_IS_BETTER, all_scores, interval, loss, majority_or_mean
from svc_engines.serving_model import AnyModel, signature_of
from svc_engines.spec import Spec
from svc_engines.table import Problem, read_problem

LIBRARIES = [
    "flaml",
    "optuna",
    "lightgbm",
    "xgboost-cpu",
    "scikit-learn",
    "numpy",
    "pandas",
    "pyarrow",
    "mlflow",
    "autogluon.tabular",
    "tabicl",
    "torch",
    "statsmodels",
]
MAX_WARNINGS = 1000


def train(spec: Spec, rows: Path, output: int, send: Send) -> dict[str, Any]:
    """Train on the Parquet file, write the archive to the descriptor, return the report. Raises `Refused`."""
    begun = time.monotonic()
    reporter = TrialReporter(send, spec.time_budget, _metric_name(spec) in GREATER_IS_BETTER, spec.finished_trials)
    reporter.phase("reading")
    problem = read_problem(rows, spec)
    reporter.start_search(spec.time_budget)
    found = engine(spec.engine)(problem, reporter)
    searched = time.monotonic() - reporter.begun
    reporter.phase("fitting", f"{found.estimator} on {len(problem.y)} rows")
    model: Any = found.fitted or fit_model(found.recipes, problem.matrix, problem.y, plan_of(problem))
    reporter.phase("judging")
    trained = judge(problem, found, model)
    report = _report(problem, found, trained, reporter, searched)
    if not _beats_baseline(report):
        trained.warnings.append(
            f"by {report['metric']['name']} it is not better than the baseline ({trained.baseline_method})"
        )
    folder = Path(mkdtemp(prefix="archive-"))
    try:
        reporter.phase("explaining")
        write_evidence(folder, problem, found, trained, report, reporter.trials)
        report["warnings"] = [*problem.warnings, *trained.warnings][:MAX_WARNINGS]
        report["seconds"]["total"] = time.monotonic() - begun
        report["files"] = sorted(
            (
                {"path": str(it.relative_to(folder)), "bytes": it.stat().st_size}
                for it in folder.rglob("*")
                if it.is_file()
            ),
            key=lambda it: str(it["path"]),
        )[:MAX_WARNINGS]
        (folder / "report.json").write_text(json.dumps(report, indent=1, allow_nan=False), encoding="utf-8")
        reporter.phase("packing")
        send_archive(folder, output)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return report


def _beats_baseline(report: dict[str, Any]) -> bool:
    name = report["metric"]["name"]
    ours, theirs = report["metrics"][name], report["baseline"]["metrics"][name]
    return loss(name, ours) < loss(name, theirs)


def plan_of(problem: Problem) -> dict[str, Any]:
    """Return what `fit_model` needs besides rows."""
    return {
        "task": problem.task,
        "classes": problem.classes,
        "inputs": problem.inputs,
        "columns": problem.columns,
        "seed": problem.spec.seed,
        "threads": problem.spec.threads,
    }


def judge(problem: Problem, found: Found, model: AnyModel) -> Trained:
    """Score the model on the held-out rows, with the baseline beside it."""
    answers = model.answer(problem.held_matrix) if found.fitted is None else model.answer_frame(problem.held_frame)
    predicted = answers if problem.task == "classification" else answers[:, 0]
    if found.fitted is not None and hasattr(found.fitted, "baseline"):
        method, baseline = found.fitted.baseline(problem)
    else:
        method, baseline = majority_or_mean(problem.task, problem.y, len(problem.held_y), len(problem.classes or []))
    return Trained(
        model=model,
        predicted=predicted,
        metrics=all_scores(problem.task, problem.held_y, predicted),
        baseline_method=method,
        baseline=all_scores(problem.task, problem.held_y, baseline),
        warnings=[],
    )


def _metric_name(spec: Spec) -> str:
    return spec.metric or "log_loss"


def _report(
    problem: Problem, found: Found, trained: Trained, reporter: TrialReporter, searched: float
) -> dict[str, Any]:
    spec, metric = problem.spec, metric_of(problem)
    low, high, method = interval(
        metric,
        problem.held_y,
        trained.predicted,
        clusters=problem.held_clusters,
        in_time=problem.rule == "time",
        seed=spec.seed,
    )
    inputs, outputs = signature_of(problem)
    return {
        "version": 1,
        "engine": spec.engine,
        "task": problem.task,
        "target": spec.target,
        "features": [it["name"] for it in problem.inputs],
        "classes": problem.classes,
        "best_estimator": found.estimator,
        "best_config": found.config,
        "metric": {"name": metric, "greater_is_better": metric in GREATER_IS_BETTER},
        "metrics": trained.metrics,
        "baseline": {"method": trained.baseline_method, "metrics": trained.baseline},
        "interval": {"metric": metric, "level": 0.95, "low": low, "high": high, "method": method},
        "holdout": holdout_of(problem),
        "n_train": len(problem.y),
        "n_test": len(problem.held_y),
        "n_dropped": problem.dropped,
        "trials": reporter.counts(),
        "seconds": {"search": searched, "total": 0.0},
        "seed": spec.seed,
        "threads": spec.threads,
        "deterministic": found.deterministic,
        "flat_scorer": False,
        "warnings": [],
        "importances": [],
        "signature": {"inputs": inputs, "outputs": outputs},
        "environment": {"python": platform.python_version(), "libraries": _libraries()},
        "files": [],
    }


def holdout_of(problem: Problem) -> dict[str, Any]:
    """Return how rows were held out, for people and for whoever holds out the same again."""
    spec, rule = problem.spec, problem.rule
    column = {"time": spec.time_col, "group": spec.groups, "hash": spec.holdout.row_id}[rule]
    details = {
        "time": f"the newest rows by {spec.time_col}",
        "group": f"whole groups of {spec.groups}, by SHA-256",
        "hash": "rows by SHA-256 of " + (f"their {spec.holdout.row_id}" if spec.holdout.row_id else "their features"),
    }
    return {
        "rule": rule,
        "column": column,
        "fraction": spec.holdout.fraction,
        "seed": spec.seed,
        "detail": f"{len(problem.held_y)} of {len(problem.y) + len(problem.held_y)} rows: {details[rule]}",
    }


def _libraries() -> dict[str, str]:
    found = {}
    for name in LIBRARIES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found
