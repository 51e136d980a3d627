"""Forecasts, which `automl_light` alone makes."""

import numpy as np
import pandas as pd
import pytest
from training import Training, installed

from svc_engines.spec import Refused

pytestmark = pytest.mark.skipif("automl_light" not in installed(), reason="needs flaml")


def months(values):
    return pd.DataFrame({"month": pd.date_range("2010-01-01", periods=len(values), freq="MS"), "target": values})


def forecast(folder, frame, **more):
    given = {"task": "ts_forecast", "time_col": "month", "horizon": 6, "max_trials": 2, **more}
    return Training(folder, frame, "automl_light", **given)


def wave(n=96):
    t = np.arange(n)
    return 50 + t / 4 + 8 * np.sin(t * np.pi / 6) + np.random.default_rng(0).normal(size=n) / 3


def test_a_forecast_is_judged_by_the_end_of_the_series_beside_the_seasonal_naive(tmp_path):
    frame = months(wave())
    found = forecast(tmp_path, frame.sample(frac=1, random_state=1), estimator_list=["sarimax"])
    assert found.judged.baseline_method == "seasonal_naive"
    assert list(found.problem.held_frame["month"]) == list(frame["month"].tail(20))
    served = found.found.served
    asked = pd.DataFrame({"month": [frame["month"].iloc[-1] + pd.offsets.MonthBegin(1)]})
    assert served.answer_frame(asked).shape == (1, 1)
    with pytest.raises(ValueError, match="was not forecast"):
        served.answer_frame(frame.head(1))


def test_holt_winters_is_left_out_of_a_series_that_is_not_strictly_positive(tmp_path):
    frame = months(wave() - 55)
    found = forecast(tmp_path, frame, estimator_list=["holt-winters", "arima"])
    assert {it["estimator"] for it in found.reporter.trials} == {"arima"}
    assert any("holt-winters is left out" in it for it in found.problem.warnings)
    with pytest.raises(Refused, match="strictly positive"):
        forecast(tmp_path, frame, estimator_list=["holt-winters"])


@pytest.mark.parametrize("wrong", ["repeated", "uneven", "horizon"])
def test_a_series_that_cannot_be_forecast_is_refused(wrong, tmp_path):
    frame = months(wave(40))
    if wrong == "repeated":
        frame = pd.concat([frame, frame.head(1)])
    if wrong == "uneven":
        frame = frame.drop(index=[7, 19])
    with pytest.raises(Refused):
        forecast(tmp_path, frame, horizon=30 if wrong == "horizon" else 3)
