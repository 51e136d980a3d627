"""The engines, each a module with `search(problem, reporter) -> Found`."""

from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from svc_engines.reporter import TrialReporter
from svc_engines.table import Problem


@dataclass
class Found:
    """What a search found: recipes of `estimators.py` that give the model when fitted, or a model that is fitted.

    `deterministic`: whether the same search finds the same again; it does not where time decided when to stop.
    """

    estimator: str
    config: dict[str, Any]
    deterministic: bool
    recipes: list[dict[str, Any]] = field(default_factory=list)
    fitted: Any = None
    served: Any = None
    """The model to serve, where it is not the one that is judged."""
    script: str | None = None
    """For a model that is fitted: the text of a script that fits it."""


Search = Callable[[Problem, TrialReporter], Found]
"""Searches until the reporter's deadline. Raises `Refused` for a problem that it cannot solve; reports every trial."""

ENGINES = ("automl_light", "automl_stack", "tuner", "foundation", "ensemble")


def engine(name: str) -> Search:
    """Return the engine; imports its library, which no other engine has to have installed."""
    search: Search = import_module(f"svc_engines.engines.{name}").search
    return search
