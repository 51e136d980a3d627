"""AutoGluon's own trap: a model whose import fails is left out without a word."""

import pytest
from training import Training, installed, mixed

from svc_engines.spec import Refused

pytestmark = pytest.mark.skipif("automl_stack" not in installed(), reason="needs the group ml-stack")


def test_every_family_that_the_engine_names_is_fitted_and_reported(tmp_path):
    frame, score = mixed(120)
    training = Training(tmp_path, frame.assign(target=score), "automl_stack", time_budget=600)
    tried = " ".join(it["estimator"] for it in training.reporter.trials)
    for family in ("LightGBM", "XGBoost", "RandomForest", "ExtraTrees", "LinearModel"):
        assert family in tried
    assert training.reporter.counts()["failed"] == 0


def test_an_estimator_that_needs_what_is_not_installed_is_refused_not_left_out(tmp_path):
    frame, score = mixed(60)
    with pytest.raises(Refused, match="catboost"):
        Training(tmp_path, frame.assign(target=score), "automl_stack", estimator_list=["catboost"])
