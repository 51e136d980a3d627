"""An archive holds what README.md says of it, and its parts agree with each other."""

import json
import os
import subprocess
import sys
import zipfile

import numpy as np
import pandas as pd
import pytest
from training import EVERYTHING, installed, mixed, spec

from svc_engines.train import train

CORE = "tuner" in installed()


def archive_of(folder, frame, name, **more):
    rows, target = folder / "rows.parquet", folder / "archive.zip"
    frame.to_parquet(rows, index=False)
    descriptor = os.open(target, os.O_CREAT | os.O_RDWR)
    try:
        frames = []
        report = train(spec(name, "target", **more), rows, descriptor, frames.append)
    finally:
        os.close(descriptor)
    with zipfile.ZipFile(target) as archive:
        archive.extractall(folder / "archive")
    return report, folder / "archive"


@pytest.fixture(params=installed() if EVERYTHING else installed()[:1])
def made(request, tmp_path):
    frame, score = mixed(300)
    frame.loc[::9, "number"] = np.nan
    frame["target"] = np.where(score > score.median(), "yes", "no")
    more = {}
    if request.param == "foundation":
        from svc_engines.weights import small_checkpoint

        more["weights"] = str(small_checkpoint(tmp_path / "weights.ckpt", "classification"))
    return *archive_of(tmp_path, frame, request.param, **more), tmp_path, frame


def test_an_archive_is_complete_and_its_model_and_its_script_answer_as_the_report_says(made):
    report, archive, folder, frame = made
    there = {str(it.relative_to(archive)) for it in archive.rglob("*") if it.is_file()}
    drawn = ["roc", "precision_recall", "lift", "calibration", "confusion", "importances", "beeswarm"]
    plots = {f"plots/{it}.png" for it in drawn}
    files = ["report.json", "trials.json", "model/MLmodel", "model/input_example.json"]
    files += ["holdout.parquet", "reference.parquet"]
    texts = ["importances.csv", "data_profile.json", "data_profile.md", "training_script.py", "model_card.md"]
    assert {*plots, *files, *texts} <= there
    assert json.loads((archive / "report.json").read_text()) == {**report, "files": report["files"]}
    assert {it["path"] for it in report["files"]} | {"report.json"} == there
    assert abs(sum(it["importance"] for it in report["importances"]) - 1) < 1e-9
    held = pd.read_parquet(archive / "holdout.parquet")
    assert len(held) == report["n_test"]
    assert np.mean(held["prediction"] == held["target"]) == report["metrics"]["accuracy"]
    _mlflow_answers_the_same(archive, held)
    if CORE:
        _script_answers_the_same(archive, folder, held)
        assert report["flat_scorer"] and {"flat_scorer.json", "flat_replay.json"} <= there
    card = (archive / "model_card.md").read_text()
    assert "Baseline" in card and "95 % interval" in card and "number" in card


def _mlflow_answers_the_same(archive, held):
    import mlflow.pyfunc

    model = mlflow.pyfunc.load_model(str(archive / "model"))
    names = [it["name"] for it in model.metadata.signature.inputs.to_dict()]
    rows = held[names].copy()
    rows["moment"] = pd.to_datetime(rows["moment"]).dt.tz_localize(None)
    assert list(model.predict(rows)) == list(held["prediction"])


def _script_answers_the_same(archive, folder, held):
    output = folder / "again.pkl"
    script = [sys.executable, archive / "training_script.py", folder / "rows.parquet", output]
    done = subprocess.run(script, capture_output=True, text=True, cwd=folder, check=False)
    assert done.returncode == 0, done.stderr
    # Read in a process of its own: the classes that it pickled are those of the script.
    code = (
        "import pickle, runpy, sys, json; names = runpy.run_path(sys.argv[1]); import __main__; "
        "__main__.__dict__.update(names); print(json.dumps(pickle.load(open(sys.argv[2], 'rb'))['answers'].tolist()))"
    )
    read = [sys.executable, "-c", code, archive / "training_script.py", output]
    again = np.array(json.loads(subprocess.run(read, capture_output=True, text=True, check=True).stdout))
    assert np.array_equal(again, np.array(held["probabilities"].tolist()))


@pytest.mark.skipif(not CORE, reason="needs the group ml-core")
def test_contributions_of_trees_add_up_to_the_raw_score_of_the_model(tmp_path):
    from training import Training

    from svc_engines.evidence.importance import contributions

    frame, score = mixed(300)
    training = Training(tmp_path, frame.assign(target=score), "tuner")
    effects, method = contributions(training.problem, training.model, training.problem.held_frame)
    rest = training.answer(training.problem.held_frame)[:, 0] - effects.sum(axis=1)
    assert method == "SHAP values of the trees"
    assert np.allclose(rest, rest[0], atol=1e-9)
    strongest = np.abs(effects).mean(axis=0).argmax()
    assert training.problem.inputs[strongest]["name"] in ("number", "city")


@pytest.mark.skipif(not CORE, reason="needs the group ml-core")
def test_a_hostile_name_stays_a_name_in_card_profile_and_script(tmp_path):
    frame, score = mixed(60)
    evil = "x'''\n# import os; os.system('x') | <b>`$\\frac"
    frame[evil] = frame["number"]
    report, archive = archive_of(tmp_path, frame.assign(target=score), "tuner", estimator_list=["linear"])
    assert evil in report["features"] and not [it for it in report["warnings"] if it.startswith("no ")]
    compile((archive / "training_script.py").read_text(), "script", "exec")
    assert "<b>" not in (archive / "data_profile.md").read_text()
