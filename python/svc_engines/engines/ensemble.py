"""A diverse base set, blended by greedy weighted selection (Caruana et al., Ensemble Selection, ICML 2004)."""

import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from svc_engines.engines import Found
from svc_engines.engines.validation import OutOfTime, fold_answers, metric_of, recipe
from svc_engines.reporter import TrialReporter
from svc_engines.scores import loss, score
from svc_engines.spec import Refused
from svc_engines.table import Problem

ROUNDS = 25

BASE: tuple[tuple[str, dict[str, Any]], ...] = (
    ("linear", {"C": 1.0}),
    ("lgbm", {"n_estimators": 100, "learning_rate": 0.1, "num_leaves": 31}),
    ("extra_tree", {"n_estimators": 100}),
    ("xgboost", {"n_estimators": 200, "learning_rate": 0.05, "max_depth": 4, "subsample": 0.8}),
    ("rf", {"n_estimators": 100}),
    ("linear", {"C": 0.01}),
    ("lgbm", {"n_estimators": 300, "learning_rate": 0.03, "num_leaves": 8, "min_child_samples": 5}),
    ("xgboost", {"n_estimators": 100, "learning_rate": 0.1, "max_depth": 8, "min_child_weight": 5, "subsample": 0.8}),
    ("extra_tree", {"n_estimators": 100, "min_samples_leaf": 5, "max_features": 0.5}),
)
"""The cheap and different come first: the budget may end before the last."""


def search(problem: Problem, reporter: TrialReporter) -> Found:
    """Fit the base set on folds and select. Ends early with the budget; at least one member is fitted."""
    allowed = problem.spec.estimator_list
    base = [it for it in BASE if allowed is None or it[0] in allowed]
    if not base:
        raise Refused("unsupported", f"no base model is one of {', '.join(allowed or ())}")
    reporter.trials.clear()  # Selection needs the answers of every member, which no report holds.
    tried: list[tuple[dict[str, Any], NDArray[np.float64]]] = []
    complete = True
    for name, config in base:
        if tried and reporter.finished():
            complete = False
            break
        candidate = recipe(problem, name, config, knows_categories=name == "lgbm")
        answers = _out_of_fold(problem, candidate, reporter, first=not tried)
        if answers is not None:
            tried.append((candidate, answers))
    if not tried:
        raise RuntimeError("every base model failed: " + "; ".join(str(it["message"]) for it in reporter.trials))
    counts = _select(problem, [answers for _, answers in tried])
    recipes = [{**it, "weight": n / sum(counts)} for (it, _), n in zip(tried, counts, strict=True) if n]
    weights = {f"{i}:{it['estimator']}": it["weight"] for i, it in enumerate(recipes)}
    return Found("ensemble", weights, deterministic=complete, recipes=recipes)


def _out_of_fold(
    problem: Problem, candidate: dict[str, Any], reporter: TrialReporter, *, first: bool
) -> NDArray[np.float64] | None:
    """Return answers for the training rows, NaN for rows that no fold puts aside; None for a trial that failed."""
    begun = time.monotonic()
    width = len(problem.classes or [None])
    answers = np.full((len(problem.y), width), np.nan)
    name, config = candidate["estimator"], candidate["config"]
    deadline = np.inf if first else reporter.deadline
    try:
        for rows, some in fold_answers(problem, candidate, deadline):
            answers[rows] = some
            if time.monotonic() > deadline:
                raise OutOfTime
    except OutOfTime:
        reporter.trial(name, config, None, time.monotonic() - begun, "pruned", "the search's time ended")
        return None
    except (ValueError, RuntimeError, ArithmeticError) as error:
        reporter.trial(name, config, None, time.monotonic() - begun, "failed", str(error))
        return None
    reporter.trial(name, config, _score(problem, answers), time.monotonic() - begun)
    return answers


def _score(problem: Problem, answers: NDArray[np.float64]) -> float | None:
    there = ~np.isnan(answers[:, 0])
    predicted = answers[there] if problem.task == "classification" else answers[there, 0]
    return score(metric_of(problem), problem.y[there], predicted)


def _select(problem: Problem, library: list[NDArray[np.float64]]) -> list[int]:
    """Return how often each member is chosen: in each round the one that makes the blend best, with replacement."""
    counts = [0] * len(library)
    best_counts, best = counts, np.inf
    total = np.zeros_like(library[0])
    for size in range(1, ROUNDS + 1):
        losses = [loss(metric_of(problem), _score(problem, (total + it) / size)) for it in library]
        chosen = int(np.argmin(losses))
        total += library[chosen]
        counts = [n + (i == chosen) for i, n in enumerate(counts)]
        if losses[chosen] < best:
            best, best_counts = losses[chosen], counts
    return best_counts if any(best_counts) else counts
