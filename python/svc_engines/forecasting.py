"""Forecasts with FLAML's learners: stands alone, because training scripts contain it as it is."""

import logging
from typing import Any

import numpy as np
import pandas as pd

TIME, VALUE = "time", "value"
LONG_SECONDS = 86_400


def moments_of(time: "np.ndarray") -> "pd.DatetimeIndex":
    """Return moments from seconds since 1970 (n)."""
    return pd.DatetimeIndex(pd.to_datetime(np.round(np.asarray(time) * 1e6).astype("int64"), unit="us")).as_unit("ns")


def flaml_settings(horizon: int, metric: str, seed: int, eval_method: str = "holdout") -> dict:
    """Return what each of FLAML's fits is told."""
    logging.getLogger("flaml").setLevel(logging.ERROR)
    return {
        "label": VALUE,
        "task": "ts_forecast",
        "period": horizon,
        "metric": metric,
        "seed": seed,
        "n_jobs": 1,
        "eval_method": eval_method,
        "verbose": 0,
        "mlflow_logging": False,
    }


def fit_and_forecast(name: str, config: dict, time: "np.ndarray", y: "np.ndarray", plan: dict) -> "np.ndarray":
    """Fit one learner with one configuration and return the next `plan["horizon"]` values. Repeatable."""
    from flaml import AutoML

    automl = AutoML()
    frame = pd.DataFrame({TIME: moments_of(time), VALUE: y})
    settings = flaml_settings(plan["horizon"], plan["metric"], plan["seed"])
    points = {name: [config]}
    automl.fit(
        dataframe=frame, estimator_list=[name], starting_points=points, max_iter=1, time_budget=LONG_SECONDS, **settings
    )
    return np.asarray(automl.predict(pd.DataFrame({TIME: next_moments(time, plan["horizon"])})), dtype=np.float64)


def next_moments(time: "np.ndarray", steps: int) -> "pd.DatetimeIndex":
    """Return the moments that follow evenly spaced ones."""
    moments = moments_of(time)
    return pd.date_range(moments[-1], periods=steps + 1, freq=pd.infer_freq(moments))[1:]


def season_of(time: "np.ndarray") -> int:
    """Return the steps of a season: a day of hours, a week of days, a year of weeks, months or quarters; else 1."""
    step = float(np.median(np.diff(time)))
    hour, day = 3600.0, 86400.0
    seasons = [(hour, 24), (day, 7), (7 * day, 52), (30.4 * day, 12), (91.3 * day, 4)]
    return next((n for length, n in seasons if abs(step - length) < 0.1 * length), 1)


class Forecast:
    """The values of the moments that follow the rows: all that a forecast without other features can say."""

    def __init__(self, time_col: str, moments: Any, values: "np.ndarray") -> None:
        self.time_col = time_col
        self.moments = pd.DatetimeIndex(moments)
        self.values = values

    def answer_frame(self, frame: "pd.DataFrame") -> "np.ndarray":
        """Return the values (n × 1) of the frame's moments. Raises ValueError for a moment that was not forecast."""
        asked = pd.DatetimeIndex(pd.to_datetime(frame[self.time_col], utc=True)).tz_localize(None)
        at = self.moments.get_indexer(asked.as_unit(self.moments.unit))
        if (at < 0).any():
            wrong = asked[at < 0][0]
            raise ValueError(f"{wrong} was not forecast: {self.moments[0]} to {self.moments[-1]} were")
        return self.values[at].reshape(-1, 1)
