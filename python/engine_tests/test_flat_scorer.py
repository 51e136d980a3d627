"""The flat scorer answers as the libraries do, on rows with gaps, far-out numbers and unseen categories."""

import json

import numpy as np
import pandas as pd
import pytest
from training import Training, installed, mixed

from svc_engines.encode import encode
from svc_engines.engines.validation import recipe
from svc_engines.estimators import fit_model
from svc_engines.evidence.flat import UNSEEN, replay_rows
from svc_engines.flat_scorer import NotFlat, flat_scorer, walk
from svc_engines.train import plan_of

pytestmark = pytest.mark.skipif("tuner" not in installed(), reason="needs the group ml-core")

SMALL = {
    "lgbm": {"n_estimators": 25},
    "xgboost": {"n_estimators": 25, "max_depth": 5},
    "rf": {"n_estimators": 10},
    "extra_tree": {"n_estimators": 10},
    "linear": {},
}


@pytest.fixture(scope="module", params=["binary", "classes", "regression"])
def problem(request, tmp_path_factory):
    frame, score = mixed(1200)
    rng = np.random.default_rng(5)
    frame["epoch"] = 1.6e9 + 1e8 * rng.random(len(frame))
    frame["many"] = rng.choice([f"kind {i}" for i in range(60)], len(frame))
    score += np.sin(frame["epoch"] / 1e7)
    frame.loc[rng.random(len(frame)) < 0.1, "number"] = np.nan
    frame.loc[rng.random(len(frame)) < 0.1, ["city", "many"]] = None
    if request.param == "binary":
        target = np.where(score > score.median(), "yes", "no")
    elif request.param == "classes":
        target = pd.qcut(score, 4, labels=list("abcd")).astype(str)
    else:
        target = score
    folder = tmp_path_factory.mktemp("rows")
    training = Training(folder, frame.assign(target=target), "ensemble", estimator_list=["linear"])
    return training.problem


@pytest.mark.parametrize("categories", [True, False])
@pytest.mark.parametrize("estimator", SMALL)
def test_no_answer_flips_and_none_differs_by_more_than_1e_9(problem, estimator, categories):
    model = fit_model(
        [recipe(problem, estimator, SMALL[estimator], knows_categories=categories and estimator == "lgbm")],
        problem.matrix,
        problem.y,
        plan_of(problem),
    )
    rows = replay_rows(problem)
    assert len(rows) >= 1000 and (rows["city"] == UNSEEN).any() and rows["number"].isna().any()
    document = json.loads(json.dumps(flat_scorer(model, problem.task), allow_nan=False))
    ours, theirs = walk(document, rows), model.answer(encode(rows, problem.inputs, problem.columns))
    assert np.abs(ours - theirs).max() <= 1e-9
    assert np.array_equal(ours.argmax(axis=1), theirs.argmax(axis=1))


def test_a_blend_is_flat_too(problem):
    recipes = [
        {**recipe(problem, name, SMALL[name], knows_categories=name == "lgbm"), "weight": weight}
        for name, weight in (("lgbm", 0.5), ("xgboost", 0.3), ("linear", 0.2))
    ]
    model = fit_model(recipes, problem.matrix, problem.y, plan_of(problem))
    rows = replay_rows(problem)
    answers = model.answer(encode(rows, problem.inputs, problem.columns))
    assert np.abs(walk(flat_scorer(model, problem.task), rows) - answers).max() <= 1e-9


@pytest.mark.parametrize("estimator", ["xgboost", "rf", "lgbm"])
def test_a_value_at_a_threshold_goes_where_the_library_sends_it(problem, estimator):
    """The float32 rule: a number is on the other side of a split than its float64 would be."""
    recipes = [recipe(problem, estimator, SMALL[estimator], knows_categories=False)]
    model = fit_model(recipes, problem.matrix, problem.y, plan_of(problem))
    document = flat_scorer(model, problem.task)
    member = document["members"][0]
    columns = member["columns"]
    cuts = [
        (columns[feature], threshold)
        for tree in member["model"]["trees"]
        for feature, threshold in zip(tree["feature"], tree["threshold"], strict=True)
        if feature >= 0
    ]
    position = next(i for i, it in enumerate(problem.inputs) if it["name"] == "epoch")
    thresholds = [t for column, t in cuts if problem.columns[column]["input"] == position][:200]
    assert thresholds
    near = [np.nextafter(np.float64(t), toward) for t in thresholds for toward in (-np.inf, np.inf)] + thresholds
    rows = replay_rows(problem).sample(len(near), replace=True, random_state=1).assign(epoch=near)
    answers = model.answer(encode(rows, problem.inputs, problem.columns))
    assert np.abs(walk(document, rows) - answers).max() <= 1e-9


def test_a_model_that_is_neither_linear_nor_trees_says_why_it_has_no_flat_form():
    with pytest.raises(NotFlat, match="linear models and trees"):
        flat_scorer(object(), "regression")
