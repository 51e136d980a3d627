"""Scores of predictions, the baseline beside them, and the interval around them."""

import math
from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

METRICS_OF: Mapping[str, tuple[str, ...]] = {
    "classification": ("log_loss", "accuracy", "f1", "roc_auc"),
    "regression": ("rmse", "mae", "r2"),
    "ts_forecast": ("mape", "rmse", "mae"),
}
"""The first is what a search optimises where nothing else is asked for."""

GREATER_IS_BETTER = {"accuracy", "f1", "roc_auc", "r2"}
TINY = 1e-15


def score(metric: str, actual: NDArray[np.generic], predicted: Floats) -> float | None:
    """Return the score, or None where it is not defined.

    For a classification `actual` holds class numbers (n) and `predicted` probabilities (n × classes), else values (n).
    """
    value = _SCORES[metric](actual, predicted)
    return value if math.isfinite(value) else None


def loss(metric: str, value: float | None) -> float:
    """Return what a search minimises; infinite where there is no score."""
    if value is None:
        return math.inf
    return -value if metric in GREATER_IS_BETTER else value


def all_scores(task: str, actual: NDArray[np.generic], predicted: Floats) -> dict[str, float | None]:
    """Return every metric of the task."""
    return {metric: score(metric, actual, predicted) for metric in METRICS_OF[task]}


def _log_loss(actual: Ints, predicted: Floats) -> float:
    chosen = predicted[np.arange(len(actual)), actual]
    return float(-np.mean(np.log(np.clip(chosen, TINY, 1.0))))


def _accuracy(actual: Ints, predicted: Floats) -> float:
    return float(np.mean(predicted.argmax(axis=1) == actual))


def _f1(actual: Ints, predicted: Floats) -> float:
    """Macro average over the classes that occur in either."""
    labels = predicted.argmax(axis=1)
    each = []
    for label in np.union1d(actual, labels):
        hits = np.sum((actual == label) & (labels == label))
        each.append(2 * hits / (np.sum(actual == label) + np.sum(labels == label)))
    return float(np.mean(each))


def _roc_auc(actual: Ints, predicted: Floats) -> float:
    """One class versus the rest, averaged over the classes that some rows have and some have not."""
    classes = range(1, 2) if predicted.shape[1] == 2 else range(predicted.shape[1])
    each = [_auc(actual == label, predicted[:, label]) for label in classes]
    defined = [value for value in each if not math.isnan(value)]
    return float(np.mean(defined)) if defined else math.nan


def _auc(positive: NDArray[np.bool_], value: Floats) -> float:
    from scipy.stats import rankdata

    n, m = int(positive.sum()), int((~positive).sum())
    if n == 0 or m == 0:
        return math.nan
    return float((rankdata(value)[positive].sum() - n * (n + 1) / 2) / (n * m))


def _r2(actual: Floats, predicted: Floats) -> float:
    spread = float(np.sum((actual - actual.mean()) ** 2))
    return 1 - float(np.sum((actual - predicted) ** 2)) / spread if spread > 0 else math.nan


def _mape(actual: Floats, predicted: Floats) -> float:
    """Over the values that are not zero."""
    there = actual != 0
    return float(np.mean(np.abs((actual[there] - predicted[there]) / actual[there]))) if there.any() else math.nan


_SCORES: Mapping[str, Callable[..., float]] = {
    "log_loss": _log_loss,
    "accuracy": _accuracy,
    "f1": _f1,
    "roc_auc": _roc_auc,
    "rmse": lambda actual, predicted: float(np.sqrt(np.mean((actual - predicted) ** 2))),
    "mae": lambda actual, predicted: float(np.mean(np.abs(actual - predicted))),
    "r2": _r2,
    "mape": _mape,
}


def majority_or_mean(task: str, trained: NDArray[np.generic], rows: int, classes: int) -> tuple[str, Floats]:
    """Return the method, and what a model that looks at no feature predicts: class shares, or the mean."""
    if task == "classification":
        shares = np.bincount(trained.astype(np.int64), minlength=classes) / len(trained)
        return "majority", np.tile(shares, (rows, 1))
    return "mean", np.full(rows, float(np.mean(trained.astype(np.float64))))


def interval(
    metric: str,
    actual: NDArray[np.generic],
    predicted: Floats,
    *,
    clusters: NDArray[np.generic] | None,
    in_time: bool,
    seed: int,
) -> tuple[float | None, float | None, str]:
    """Return low, high and the method of a 95 % interval: percentile bootstrap of the held-out rows.

    Rows that belong together are drawn together: groups whole (`clusters`, n), or blocks of neighbours in time.
    """
    rng = np.random.default_rng(seed)
    n = len(actual)
    draws = 1000 if n <= 5000 else 200
    members, unit = _units(n, clusters, in_time)
    method = f"percentile bootstrap, {draws} draws of {len(members)} {unit}"
    if len(members) < 2:
        return None, None, f"none: {len(members)} {unit} cannot be drawn from"
    values = []
    for _ in range(draws):
        chosen = np.concatenate([members[i] for i in rng.integers(0, len(members), len(members))])
        if (value := score(metric, actual[chosen], predicted[chosen])) is not None:
            values.append(value)
    if len(values) < draws / 2:
        return None, None, f"none: {metric} is defined in only {len(values)} of {draws} draws"
    low, high = np.percentile(values, [2.5, 97.5])
    return float(low), float(high), method


def _units(n: int, clusters: NDArray[np.generic] | None, in_time: bool) -> tuple[list[Ints], str]:
    """Return the rows of each unit that is drawn as one, and what a unit is called."""
    if clusters is not None:
        _, codes = np.unique(clusters, return_inverse=True)
        order = np.argsort(codes, kind="stable")
        return np.split(order, np.cumsum(np.bincount(codes))[:-1]), "groups"
    if in_time:
        length = max(1, round(n ** (1 / 3)))
        return [np.arange(i, min(i + length, n)) for i in range(0, n, length)], f"blocks of {length} rows"
    return list(np.arange(n).reshape(-1, 1)), "rows"
