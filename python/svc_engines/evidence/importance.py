"""What each feature does to the answers: exact contributions of boosted trees, else by permutation."""

import csv
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from svc_engines.encode import encode
from svc_engines.estimators import Model
from svc_engines.evidence import Trained
from svc_engines.evidence.figures import beeswarm, importance_bars
from svc_engines.table import Problem

MAX_ROWS = 500
DRAWS = 5
BOOSTED = {"lgbm", "xgboost"}

Floats = NDArray[np.float64]


def write_importances(folder: Path, problem: Problem, trained: Trained, report: dict[str, Any]) -> None:
    """Write `importances.csv` and its plots; importances sum to 1 (or are all 0) and are those of the held-out rows."""
    rows = np.sort(np.random.default_rng(problem.spec.seed).permutation(len(problem.held_y))[:MAX_ROWS])
    frame = problem.held_frame.iloc[rows].reset_index(drop=True)
    names = [it["name"] for it in problem.inputs]
    if not names:
        return
    effects, method = contributions(problem, trained.model, frame)
    size = np.abs(effects).mean(axis=0)
    shares = size / size.sum() if size.sum() > 0 else size
    order = np.argsort(-shares, kind="stable")
    report["importances"] = [{"feature": names[i], "importance": float(shares[i])} for i in order]
    with (folder / "importances.csv").open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(["feature", "importance"])
        table.writerows((it["feature"], it["importance"]) for it in report["importances"])
    plots = folder / "plots"
    plots.mkdir(exist_ok=True)
    importance_bars(plots / "importances.png", report["importances"], method)
    values = encode(frame, problem.inputs, [{"input": i, "op": _plain(it)} for i, it in enumerate(problem.inputs)])
    beeswarm(plots / "beeswarm.png", names, effects, values, f"{_what(problem)} ({method})")


def contributions(problem: Problem, model: Any, frame: Any) -> tuple[Floats, str]:  # noqa: ANN401
    """Return what each input adds to each row's answer (n × inputs), and how that was found."""
    member = model.members[0] if isinstance(model, Model) and len(model.members) == 1 else None
    if member is not None and member.recipe["estimator"] in BOOSTED and (member.seen is None or len(member.seen) >= 2):
        return _exact(problem, member, frame), "SHAP values of the trees"
    return _by_permutation(problem, model, frame), f"mean change when the value is drawn anew, {DRAWS} draws"


def _exact(problem: Problem, member: Any, frame: Any) -> Floats:  # noqa: ANN401
    """TreeSHAP, as LightGBM and XGBoost compute it themselves; columns of one input are added up."""
    x = encode(frame, problem.inputs, problem.columns)[:, member.recipe["columns"]]
    if member.recipe["estimator"] == "lgbm":
        each = np.asarray(member.fitted.booster_.predict(x, pred_contrib=True))
        each = each.reshape(len(x), -1, x.shape[1] + 1)
    else:
        import xgboost

        each = member.fitted.get_booster().predict(xgboost.DMatrix(x), pred_contribs=True)
        each = np.asarray(each, dtype=np.float64).reshape(len(x), -1, x.shape[1] + 1)
    # Of several classes: the one that the model answers.
    chosen = member.raw(encode(frame, problem.inputs, problem.columns)).argmax(axis=1) if each.shape[1] > 1 else 0
    one = each[np.arange(len(x)), chosen, :-1]
    effects = np.zeros((len(x), len(problem.inputs)))
    for at, column in enumerate(member.recipe["columns"]):
        effects[:, problem.columns[column]["input"]] += one[:, at]
    return effects


def _by_permutation(problem: Problem, model: Any, frame: Any) -> Floats:  # noqa: ANN401
    rng = np.random.default_rng(problem.spec.seed)
    before, chosen = _answer(problem, model, frame, None)
    effects = np.zeros((len(frame), len(problem.inputs)))
    for i, described in enumerate(problem.inputs):
        for _ in range(DRAWS):
            drawn = frame.copy()
            drawn[described["name"]] = frame[described["name"]].iloc[rng.permutation(len(frame))].to_numpy()
            effects[:, i] += (before - _answer(problem, model, drawn, chosen)[0]) / DRAWS
    return effects


def _answer(problem: Problem, model: Any, frame: Any, chosen: Any) -> tuple[Floats, Any]:  # noqa: ANN401
    """Return the value, or the probability of the second of two classes, or of the class that is answered."""
    if isinstance(model, Model):
        answers = model.answer(encode(frame, problem.inputs, problem.columns))
    else:
        answers = model.answer_frame(frame)
    if answers.shape[1] == 1:
        return answers[:, 0], None
    if chosen is None:
        chosen = np.ones(len(frame), dtype=int) if answers.shape[1] == 2 else answers.argmax(axis=1)
    return answers[np.arange(len(frame)), chosen], chosen


def _what(problem: Problem) -> str:
    if problem.classes is None:
        return f"effect on {problem.spec.target}"
    return f"effect on {problem.classes[1]!r}" if len(problem.classes) == 2 else "effect on the class that is answered"


def _plain(described: dict[str, Any]) -> str:
    return "code" if described["kind"] == "category" else "value"
