"""The foundation model's weights: from the cache of the hub, without the hub."""

import numpy as np
import pytest
from training import Training, installed, mixed

from svc_engines.spec import Refused

pytestmark = pytest.mark.skipif("foundation" not in installed(), reason="needs the group ml-foundation")


def test_weights_in_the_cache_are_found_offline_and_others_are_said_to_be_missing(tmp_path):
    from svc_engines.weights import FILES, REPOSITORY, NoWeights, small_checkpoint, weights_file

    with pytest.raises(NoWeights, match="does not hold"):
        weights_file("classification", tmp_path, offline=True)
    repository = tmp_path / f"models--{REPOSITORY.replace('/', '--')}"
    snapshot = repository / "snapshots" / ("0" * 40)
    snapshot.mkdir(parents=True)
    (repository / "refs").mkdir()
    (repository / "refs" / "main").write_text("0" * 40)
    written = small_checkpoint(snapshot / FILES["classification"], "classification")
    assert weights_file("classification", tmp_path, offline=True).samefile(written)


def test_a_training_without_weights_is_refused(tmp_path):
    from svc_engines.engines import engine
    from svc_engines.reporter import TrialReporter

    frame, score = mixed(60)
    training = Training(tmp_path, frame.assign(target=np.where(score > 0, "a", "b")), "foundation")
    training.problem.spec = training.spec
    with pytest.raises(Refused, match="not on this machine"):
        engine("foundation")(training.problem, TrialReporter(print, 1, False))
