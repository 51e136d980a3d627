"""The model card, which is also the description of the version."""

from pathlib import Path
from typing import Any

from svc_engines.engines import Found
from svc_engines.evidence import Trained
from svc_engines.evidence.profile import cell
from svc_engines.table import Problem

MAX_WARNINGS = 30


def write_card(folder: Path, problem: Problem, found: Found, trained: Trained, report: dict[str, Any]) -> None:
    """Write `model_card.md`."""
    source = problem.spec.source
    interval = report["interval"]
    between = (
        f"{_number(interval['low'])} to {_number(interval['high'])} ({interval['method']})"
        if interval["low"] is not None
        else interval["method"]
    )
    rows = [
        f"| {name} | {_number(value)} | {_number(trained.baseline.get(name))} |"
        for name, value in trained.metrics.items()
    ]
    lines = [
        f"# {cell(problem.spec.name)}",
        "",
        f"Predicts `{cell(problem.spec.target)}` ({problem.task}) from {len(problem.inputs)} features. Trained by the "
        f"engine `{problem.spec.engine}`; its best estimator is `{found.estimator}`.",
        "",
        "## Data",
        "",
        f"- Source: {cell(str(source.get('kind')))} `{cell(str(source.get('name')))}`",
        f"- Content: `{source.get('data_hash')}`",
        f"- Feature derivation: {cell(str(source.get('feature_derivation') or 'none'))}",
        f"- Verdict of the oracle on this data: **{cell(str(source.get('oracle_verdict') or 'none'))}**",
        f"- Rows: {report['n_train']} to learn from, {report['n_test']} held out, {report['n_dropped']} dropped",
        f"- Held out: {cell(report['holdout']['detail'])}",
        "",
        "## Scores on the held-out rows",
        "",
        f"| Metric | Model | Baseline ({trained.baseline_method}) |",
        "|---|---|---|",
        *rows,
        "",
        f"95 % interval of {interval['metric']}: {between}.",
        "",
        "## Use and limits",
        "",
        "Meant for rows that come about as the training rows did. It knows what went together in that data, not what "
        "causes what. Scores hold for the held-out rows; data that has changed since needs to be watched for drift.",
        "",
        "## Warnings",
        "",
        *([f"- {cell(it)}" for it in [*problem.warnings, *trained.warnings][:MAX_WARNINGS]] or ["None."]),
        "",
        "## Reproduce",
        "",
        f"`python training_script.py rows.parquet model.pkl` with the rows of the source trains it again (seed "
        f"{report['seed']}, {report['threads']} threads)."
        + ("" if report["deterministic"] else " The search itself ended by time: run again, it may find another."),
        "",
    ]
    (folder / "model_card.md").write_text("\n".join(lines), encoding="utf-8")


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.4g}"
