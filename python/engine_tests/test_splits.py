"""Rows that belong together are never on both sides of a split."""

import numpy as np
import pandas as pd
import pytest
from training import Training, installed, mixed, spec

from svc_engines.table import read_problem


def problem(folder, frame, **more):
    frame.to_parquet(folder / "rows.parquet", index=False)
    return read_problem(folder / "rows.parquet", spec("tuner", "target", **more))


def test_groups_are_whole_in_the_hold_out_and_in_every_fold(tmp_path):
    frame, score = mixed(400)
    frame["who"] = np.arange(400) % 23
    found = problem(tmp_path, frame.assign(target=score), groups="who")
    assert found.rule == "group" and "who" not in [it["name"] for it in found.inputs]
    assert not set(found.clusters) & set(found.held_clusters)
    for train, valid in found.folds(5):
        assert not set(found.clusters[train]) & set(found.clusters[valid])


def test_time_runs_forward_in_the_hold_out_and_in_every_fold_and_equal_times_stay_together(tmp_path):
    frame, score = mixed(400)
    frame["day"] = pd.Timestamp("2024-01-01") + pd.to_timedelta(np.random.default_rng(2).integers(0, 60, 400), unit="D")
    found = problem(tmp_path, frame.assign(target=score), time_col="day")
    assert found.rule == "time"
    assert found.frame["day"].max() < found.held_frame["day"].min()
    for train, valid in found.folds(5):
        assert found.time[train].max() < found.time[valid].min()


@pytest.mark.skipif("automl_light" not in installed(), reason="needs flaml")
@pytest.mark.parametrize("rule", ["groups", "time_col"])
def test_flaml_too_keeps_groups_whole_and_time_in_order(rule, tmp_path, monkeypatch):
    from svc_engines.engines import automl_light

    seen = []
    score_fold = automl_light.Trials.__call__

    def watch(self, x, y, estimator, labels, x_train, *rest, **more):
        seen.append((set(x[:, 0]), set(x_train[:, 0])))
        return score_fold(self, x, y, estimator, labels, x_train, *rest, **more)

    monkeypatch.setattr(automl_light.Trials, "__call__", watch)
    frame, score = mixed(300)
    frame.insert(0, "twin", np.arange(300) % 17)
    frame["key"] = frame["twin"]
    Training(tmp_path, frame.assign(target=score), "automl_light", **{rule: "key"})
    assert len(seen) >= 5
    for valid, train in seen:
        assert not valid & train
        assert rule == "groups" or max(train) < min(valid)


def test_a_row_keeps_its_side_when_rows_are_added_and_equal_rows_share_theirs(tmp_path):
    frame, score = mixed(600)
    frame["target"] = score
    few = problem(tmp_path, pd.concat([frame.head(400), frame.head(50)]), features=["number", "city"])
    many = problem(tmp_path, frame, features=["number", "city"])
    held = set(few.held_frame["number"])
    assert held == set(many.held_frame["number"]) & set(frame["number"].head(400))
    assert not held & set(few.frame["number"])
    for train, valid in few.folds(5):
        assert not set(few.place[train]) & set(few.place[valid])


def test_every_class_is_on_both_sides_where_it_has_two_rows(tmp_path):
    frame, score = mixed(120)
    frame["target"] = np.where(np.arange(120) < 3, "rare", np.where(score > 0, "a", "b"))
    found = problem(tmp_path, frame)
    assert set(found.y) == set(found.held_y) == {0, 1, 2}
