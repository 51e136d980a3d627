"""The evidence of a training: everything in its archive besides the report."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from svc_engines.engines import Found
from svc_engines.table import Problem


@dataclass
class Trained:
    """A model, its answers for the held-out rows (probabilities n × classes, or values n), and what they score."""

    model: Any
    predicted: NDArray[np.float64]
    metrics: dict[str, float | None]
    baseline_method: str
    baseline: dict[str, float | None]
    warnings: list[str]


def write_evidence(
    folder: Path,
    problem: Problem,
    found: Found,
    trained: Trained,
    report: dict[str, Any],
    trials: list[dict[str, Any]],
) -> None:
    """Write the parts below `folder`, and what they say into the report. One that cannot be made is a warning."""
    from svc_engines.evidence.card import write_card
    from svc_engines.evidence.flat import write_flat
    from svc_engines.evidence.importance import write_importances
    from svc_engines.evidence.plots import write_plots
    from svc_engines.evidence.profile import write_profile
    from svc_engines.evidence.samples import write_samples
    from svc_engines.evidence.script import write_script
    from svc_engines.serving_model import ServedModel, save_model

    model = trained.model if found.served is None else found.served
    served = ServedModel(problem.task, problem.spec.target, problem.classes, problem.inputs, model)
    save_model(folder / "model", served, problem)
    (folder / "trials.json").write_text(json.dumps(trials, indent=1, allow_nan=False), encoding="utf-8")
    parts: list[tuple[str, Callable[[], None]]] = [
        ("samples", lambda: write_samples(folder, problem, trained)),
        ("data profile", lambda: write_profile(folder, problem)),
        ("flat scorer", lambda: write_flat(folder, problem, trained, report)),
        ("importances", lambda: write_importances(folder, problem, trained, report)),
        ("plots", lambda: write_plots(folder, problem, trained)),
        ("training script", lambda: write_script(folder, problem, found)),
        ("model card", lambda: write_card(folder, problem, found, trained, report)),
    ]
    for name, write in parts:
        try:
            write()
        except Exception as error:  # noqa: BLE001 - a model is worth having without a picture of it
            trained.warnings.append(f"no {name}: {type(error).__name__}: {error}"[:900])
