"""What every engine does: the tests take each engine whose libraries this environment has."""

import time

import numpy as np
import pandas as pd
import pytest
from training import EVERYTHING, Training, installed, mixed, spec

from svc_engines.scores import loss
from svc_engines.spec import Refused
from svc_engines.table import read_problem

TASKS = ("binary", "many classes", "regression")


def target_of(task, score):
    if task == "binary":
        return np.where(score > score.median(), "yes", "no")
    if task == "many classes":
        return pd.qcut(score, 6, labels=[f"class {i}" for i in range(6)]).astype(str)
    return score


@pytest.mark.parametrize("task", TASKS)
def test_an_engine_beats_the_baseline_on_rows_that_can_be_learnt(name, task, tmp_path):
    if name == "foundation":
        pytest.skip("needs weights that are trained; those of the tests are not")
    frame, score = mixed()
    training = Training(tmp_path, frame.assign(target=target_of(task, score)), name)
    metric = "rmse" if task == "regression" else "accuracy"
    assert loss(metric, training.judged.metrics[metric]) < loss(metric, training.judged.baseline[metric])
    assert training.reporter.counts()["complete"] >= 1
    assert all(it["type"] in ("trial", "progress") for it in training.frames)


def test_an_engine_takes_what_is_missing_and_answers_for_what_it_has_never_seen(name, tmp_path):
    frame, score = mixed()
    rng = np.random.default_rng(1)
    whole = frame.copy()
    for column in frame.columns:
        frame[column] = frame[column].astype(object).where(rng.random(len(frame)) > 0.2, None)
    frame["number"], frame["whole"] = frame["number"].astype(float), frame["whole"].astype(float)
    frame["moment"], frame["flag"] = pd.to_datetime(frame["moment"]), frame["flag"].astype("boolean")
    frame["constant"], frame["nothing"] = 1, None
    frame["text"] = [f"row {i} is told of in words" for i in range(len(frame))]
    training = Training(tmp_path, frame.assign(target=target_of("binary", score)), name)
    said = " ".join(training.problem.warnings)
    assert "'constant' is left out" in said and "'nothing' is left out" in said and "'text' is left out" in said
    unseen = whole.head(8).assign(city="Paris")
    nothing = pd.DataFrame({column: [None] * 3 for column in frame.columns})
    for rows in (unseen, nothing):
        answers = training.answer(rows)
        assert answers.shape == (len(rows), 2)
        assert np.allclose(answers.sum(axis=1), 1) and np.isfinite(answers).all()


def test_an_engine_learns_from_20_rows_and_refuses_19(name, tmp_path):
    frame, score = mixed(20)
    frame["target"] = np.where(score > score.median(), "yes", "no")
    assert Training(tmp_path, frame, name).judged.metrics["accuracy"] is not None
    with pytest.raises(Refused, match="19 rows have a target"):
        Training(tmp_path, frame.head(19), name)


def test_an_engine_gives_the_same_model_for_the_same_seed_whatever_the_order_of_the_rows(name, tmp_path):
    frame, score = mixed(160)
    frame["target"] = score
    more = {"max_trials": 2} if name == "tuner" else {}
    first = Training(tmp_path, frame, name, **more)
    again = Training(tmp_path, frame.sample(frac=1, random_state=3), name, **more)
    if first.found.deterministic or name == "automl_light":
        assert np.array_equal(first.answer(frame), again.answer(frame))
    assert np.array_equal(first.problem.held_y, again.problem.held_y)


@pytest.mark.skipif(not EVERYTHING, reason="measures time, which needs a machine of one's own: ./svc test --all")
def test_an_engine_keeps_its_budget_within_20_percent(name, tmp_path):
    frame, score = mixed(2000)
    begun = time.monotonic()
    budget = 30 if name != "foundation" else 600
    more = {"time_budget": budget, "max_trials": None, "estimator_list": None}
    Training(tmp_path, frame.assign(target=score), name, **more)
    assert time.monotonic() - begun < 1.2 * budget + 5


@pytest.mark.skipif(not EVERYTHING, reason="takes minutes: ./svc test --all")
def test_an_engine_learns_from_a_million_rows(name, tmp_path):
    if name == "foundation":
        pytest.skip("needs a graphics processor")
    frame, score = mixed(1_000_000)
    training = Training(tmp_path, frame.assign(target=score), name, time_budget=60)
    assert training.judged.metrics["r2"] > 0.5


@pytest.mark.parametrize("wrong", ["ts_forecast without time", "another engine"])
def test_an_engine_refuses_what_it_cannot_do(wrong):
    with pytest.raises(Refused):
        if wrong == "another engine":
            spec("tuner", "target", task="ts_forecast", time_col="t", horizon=3)
        else:
            spec("automl_light", "target", task="ts_forecast")


@pytest.mark.parametrize(
    ("code", "change", "more"),
    [
        ("unknown-column", {}, {"target": "nope"}),
        ("one-class", {"target": "same"}, {}),
        ("too-many-classes", {"target": "many"}, {}),
        ("bad-target", {"target": "many"}, {"task": "regression"}),
        ("bad-time", {}, {"time_col": "city"}),
        ("bad-groups", {"city": "Bern"}, {"groups": "city"}),
        ("no-features", {}, {"features": ["target"]}),
    ],
)
def test_data_that_no_model_can_be_trained_on_is_refused_with_a_code(code, change, more, tmp_path):
    frame, score = mixed()
    values = {"same": "a", "many": [f"v{i}" for i in range(len(frame))], "Bern": "Bern"}
    frame["target"] = score
    for column, kind in change.items():
        frame[column] = values[kind]
    frame.to_parquet(tmp_path / "rows.parquet")
    with pytest.raises(Refused) as why:
        read_problem(tmp_path / "rows.parquet", spec("tuner", more.pop("target", "target"), **more))
    assert why.value.code == code


@pytest.mark.parametrize("more", [{}, {"max_trials": 2}])
@pytest.mark.skipif("tuner" not in installed(), reason="needs the group ml-core")
def test_a_training_goes_on_from_the_trials_that_an_earlier_process_finished(more, tmp_path):
    frame, score = mixed(120)
    frame["target"] = score
    once = Training(tmp_path, frame, "tuner", estimator_list=["linear"], max_trials=1)
    again = Training(
        tmp_path,
        frame,
        "tuner",
        estimator_list=["linear"],
        finished_trials=once.reporter.trials,
        **{"max_trials": 1, **more},
    )
    assert again.reporter.trials[0] == once.reporter.trials[0]
    said = [it["trial"]["number"] for it in again.frames if it["type"] == "trial"]
    assert said == ([1] if more else [])
