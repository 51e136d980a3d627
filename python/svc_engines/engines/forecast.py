"""Forecasting with FLAML, for the engine `automl_light`."""

import json
import threading
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from svc_engines.engines import Found
from svc_engines.engines.validation import metric_of
from svc_engines.forecasting import (
    TIME,
    VALUE,
    Forecast,
    fit_and_forecast,
    flaml_settings,
    moments_of,
    next_moments,
    season_of,
)
from svc_engines.reporter import TrialReporter, plain
from svc_engines.spec import Refused
from svc_engines.table import Problem

LEARNERS = ("lgbm", "extra_tree", "arima", "sarimax", "holt-winters", "xgboost", "rf")
DEFAULT = ("holt-winters", "arima", "sarimax", "lgbm", "extra_tree")
"""The cheap come first: FLAML fits one of the others for each step of the horizon."""
LOOK_EVERY_SECONDS = 0.5


class JudgedForecast(Forecast):
    """A forecast of the held-out end, with the baseline beside it."""

    def baseline(self, problem: Problem) -> tuple[str, NDArray[np.float64]]:
        """Return the seasonal naive forecast: each value is that of one season before."""
        season = min(season_of(time_of(problem)), len(problem.y))
        repeated = np.tile(problem.y[-season:], len(problem.held_y) // season + 1)
        return "seasonal_naive", repeated[: len(problem.held_y)].astype(np.float64)


def search_forecast(problem: Problem, reporter: TrialReporter) -> Found:
    """Search on the training rows; the model to serve is fitted on all rows and forecasts what follows them."""
    from flaml import AutoML

    spec, seconds = problem.spec, time_of(problem)
    learners = _learners(problem)
    horizon = len(problem.held_y)
    plan: dict[str, Any] = {"horizon": horizon, "metric": metric_of(problem), "seed": spec.seed}
    log = Path(mkdtemp(prefix="flaml-")) / "trials.log"
    automl = AutoML()
    with Tail(log, reporter):
        automl.fit(
            dataframe=pd.DataFrame({TIME: moments_of(seconds), VALUE: problem.y.astype(np.float64)}),
            estimator_list=learners,
            time_budget=max(1.0, reporter.seconds_left()),
            max_iter=spec.max_trials or 10**6,
            log_file_name=str(log),
            log_type="all",
            retrain_full=False,
            # FLAML's folds need four horizons, and a season or two to learn from.
            **flaml_settings(**plan, eval_method="cv" if len(problem.y) > 6 * horizon else "holdout"),
        )
    name = automl.best_estimator
    if name is None:
        raise RuntimeError("no learner could be fitted within the budget")
    config = {key: plain(value) for key, value in automl.best_config.items()}
    everything = np.concatenate([seconds, _seconds(problem.held_frame[spec.time_col])])
    y = problem.y.astype(np.float64)
    values = fit_and_forecast(name, config, seconds, y, plan)
    judged = JudgedForecast(str(spec.time_col), next_moments(seconds, horizon), values)
    both = np.concatenate([y, problem.held_y.astype(np.float64)])
    future = fit_and_forecast(name, config, everything, both, plan)
    served = Forecast(str(spec.time_col), next_moments(everything, horizon), future)
    problem.warnings.append(
        f"the served forecast is fitted on all {len(both)} rows and knows {horizon} moments from {served.moments[0]} on"
    )
    return Found(
        name, config, deterministic=False, fitted=judged, served=served, script=_script(problem, plan, name, config)
    )


def time_of(problem: Problem) -> NDArray[np.float64]:
    """Return the training rows' times in seconds since 1970."""
    if problem.time is None:
        raise Refused("bad-time", "a forecast needs time_col")
    return problem.time


def _learners(problem: Problem) -> list[str]:
    wanted = list(problem.spec.estimator_list or DEFAULT)
    if unknown := [it for it in wanted if it not in LEARNERS]:
        raise Refused("unsupported", f"{unknown[0]!r} is no learner of forecasts; there are {', '.join(LEARNERS)}")
    # statsmodels raises in the middle of FLAML's search on a series that is not strictly positive.
    positive = min(problem.y.min(), problem.held_y.min()) > 0
    learners = [it for it in wanted if positive or it != "holt-winters"]
    if not learners:
        raise Refused("unsupported", "holt-winters needs a series that is strictly positive", problem.spec.target)
    if len(learners) < len(wanted):
        problem.warnings.append("holt-winters is left out: the series is not strictly positive")
    return learners


def _seconds(moments: Any) -> NDArray[np.float64]:
    index = pd.DatetimeIndex(pd.to_datetime(moments, utc=True)).as_unit("us")
    return np.asarray(index.asi8, dtype=np.float64) / 1e6


class Tail:
    """Reports what FLAML appends to its log while it searches."""

    def __init__(self, log: Path, reporter: TrialReporter) -> None:
        self._log = log
        self._reporter = reporter
        self._read = 0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._follow, daemon=True)

    def __enter__(self) -> "Tail":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()
        self._report()

    def _follow(self) -> None:
        while not self._over.wait(LOOK_EVERY_SECONDS):
            self._report()

    def _report(self) -> None:
        if not self._log.exists():
            return
        lines = self._log.read_text(encoding="utf-8").splitlines(keepends=True)
        whole = [it for it in lines if it.endswith("\n")]
        for line in whole[self._read :]:
            record = json.loads(line)
            if "validation_loss" in record:
                score, seconds = float(record["validation_loss"]), float(record.get("trial_time") or 0.0)
                self._reporter.trial(record["learner"], record["config"], score, seconds)
        self._read = len(whole)


def _script(problem: Problem, plan: dict[str, Any], name: str, config: dict[str, Any]) -> str:
    from svc_engines.evidence.script import forecast_script

    return forecast_script(problem, plan, name, config)
