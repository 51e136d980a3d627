"""Fits a recipe on folds and scores what it says of the rest."""

import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from svc_engines.estimators import Member
from svc_engines.scores import METRICS_OF, score
from svc_engines.table import Problem

FOLDS = 5
FOLDS_OF_MANY_ROWS = 3
MANY_ROWS = 50_000


class OutOfTime(Exception):
    """The search's time ended within a fit."""


def metric_of(problem: Problem) -> str:
    """Return the metric that is optimised."""
    return problem.spec.metric or METRICS_OF[problem.task][0]


def recipe(problem: Problem, estimator: str, config: dict[str, Any], *, knows_categories: bool) -> dict[str, Any]:
    """Return a recipe of `estimators.py` over the columns that suit the estimator."""
    columns, categorical = problem.codes() if knows_categories else (problem.switches(), [])
    return {"estimator": estimator, "config": config, "weight": 1.0, "columns": columns, "categorical": categorical}


def fold_answers(
    problem: Problem, candidate: dict[str, Any], deadline: float
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.float64]]]:
    """Yield, fold by fold, the rows put aside and the answers for them. Raises `OutOfTime`."""
    k = FOLDS if len(problem.y) < MANY_ROWS else FOLDS_OF_MANY_ROWS
    for train, valid in problem.folds(k):
        member = Member(candidate, problem.task, len(problem.classes or []))
        options = stop_at(candidate["estimator"], deadline)
        member.fit(problem.matrix[train], problem.y[train], problem.spec.seed, problem.spec.threads, options)
        yield valid, member.answer(problem.matrix[valid])


def fold_score(problem: Problem, rows: NDArray[np.int64], answers: NDArray[np.float64]) -> float | None:
    """Return the score of answers for training rows."""
    predicted = answers if problem.task == "classification" else answers[:, 0]
    return score(metric_of(problem), problem.y[rows], predicted)


def stop_at(estimator: str, deadline: float) -> dict[str, Any]:
    """Return options of `fit` that end a booster at the deadline (`time.monotonic()`) by raising `OutOfTime`."""

    def check(_: object) -> None:
        if time.monotonic() > deadline:
            raise OutOfTime

    return {"callbacks": [check]} if estimator == "lgbm" else {}


def deadline_callback(deadline: float) -> Callable[[], None]:
    """Return a check that raises `OutOfTime` after the deadline."""

    def check() -> None:
        if time.monotonic() > deadline:
            raise OutOfTime

    return check
