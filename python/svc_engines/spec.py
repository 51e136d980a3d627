"""What a training is asked for (`TrainingSpec` of libs/runner), and how it is refused."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from svc_engines.scores import METRICS_OF


class Refused(Exception):
    """No model can be trained, or no rows scored: the data or the request is such. The message is for whoever asked."""

    def __init__(self, code: str, message: str, column: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.column = column


@dataclass(frozen=True)
class Holdout:
    """Which rows are put aside: `rule` auto, hash, time or group; `fraction` of the rows, in (0, 0.5]."""

    rule: str
    fraction: float
    row_id: str | None


@dataclass(frozen=True)
class Spec:
    """One training. Times are in seconds; every column is named as in the table."""

    name: str
    engine: str
    task: str
    target: str
    features: tuple[str, ...] | None
    metric: str | None
    groups: str | None
    time_col: str | None
    horizon: int | None
    time_budget: float
    ensemble: bool
    estimator_list: tuple[str, ...] | None
    seed: int
    threads: int
    memory_bytes: int
    holdout: Holdout
    source: Mapping[str, Any]
    finished_trials: tuple[Mapping[str, Any], ...]
    max_trials: int | None
    weights: str | None
    """Where the mounted weights of the foundation model are."""

    @staticmethod
    def of(frame: Mapping[str, Any], weights: str | None = None) -> "Spec":
        """Read the frame's `spec`; raises `Refused` for what no engine can do."""
        holdout = frame["holdout"]
        spec = Spec(
            **{key: frame[key] for key in PLAIN},
            features=None if frame["features"] is None else tuple(frame["features"]),
            estimator_list=None if frame["estimator_list"] is None else tuple(frame["estimator_list"]),
            holdout=Holdout(holdout["rule"], float(holdout["fraction"]), holdout["row_id"]),
            finished_trials=tuple(frame["finished_trials"]),
            max_trials=frame.get("max_trials"),
            weights=weights,
        )
        _check(spec)
        return spec


PLAIN = [
    "name",
    "engine",
    "task",
    "target",
    "metric",
    "groups",
    "time_col",
    "horizon",
    "time_budget",
    "ensemble",
    "seed",
    "threads",
    "memory_bytes",
    "source",
]


def _check(spec: Spec) -> None:
    if spec.task == "ts_forecast" and spec.engine != "automl_light":
        raise Refused("unsupported", f"the engine {spec.engine} does not forecast: use automl_light")
    if spec.task == "ts_forecast" and (spec.time_col is None or spec.horizon is None):
        raise Refused("unsupported", "a forecast needs time_col and horizon")
    if not 0 < spec.holdout.fraction <= 0.5:
        raise Refused("unsupported", "the held-out fraction must be above 0 and at most 0.5")
    known = {name for names in METRICS_OF.values() for name in names}
    if spec.metric is not None and spec.metric not in known:
        raise Refused("unsupported", f"{spec.metric!r} is not a metric; there are {', '.join(sorted(known))}")
