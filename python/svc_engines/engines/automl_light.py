"""FLAML: budget-aware search over standard tabular learners; also forecasts, with `forecast.py`."""

import json
import logging
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
from flaml import AutoML, tune
from flaml.automl.model import SKLearnEstimator
from numpy.typing import NDArray

from svc_engines.engines import Found
from svc_engines.engines.validation import FOLDS, FOLDS_OF_MANY_ROWS, MANY_ROWS, metric_of, recipe
from svc_engines.estimators import build
from svc_engines.reporter import TrialReporter, plain
from svc_engines.scores import loss, score
from svc_engines.spec import Refused
from svc_engines.table import Problem

LEARNERS = {"lgbm": "lgbm", "xgboost": "xgboost", "rf": "rf", "extra_tree": "extra_tree", "linear": "linear"}
LESS_WORTH = {"subsample_for_bin", "importance_type", "silent"}
OURS = {"n_jobs", "nthread", "random_state", "verbose", "verbosity", "seed", "objective", "base_score", "tree_method"}


class Linear(SKLearnEstimator):
    """The linear estimator of `estimators.py` as one of FLAML's learners: on small tables it often wins."""

    @classmethod
    def search_space(cls, data_size: object, task: object, **_: object) -> dict[str, Any]:
        """Return FLAML's description of the one setting."""
        return {"C": {"domain": tune.loguniform(lower=1e-4, upper=1e3), "init_value": 1.0}}

    def fit(self, X_train: Any, y_train: Any, budget: object = None, **_: object) -> float:  # noqa: ANN401, N803
        """Fit and return the seconds it took, as FLAML asks."""
        begun = time.monotonic()
        task = "classification" if self._task.is_classification() else "regression"
        self._model = build("linear", {"C": self.params["C"]}, task, np.asarray(y_train), 0, 1)
        self._model.fit(np.asarray(X_train), np.asarray(y_train))
        return time.monotonic() - begun


class Folds:
    """Our own folds as FLAML takes them: its folds by time part rows of the same time."""

    shuffle = False

    def __init__(self, problem: Problem) -> None:
        self._folds = problem.folds(FOLDS if len(problem.y) < MANY_ROWS else FOLDS_OF_MANY_ROWS)

    def get_n_splits(self, *_: object) -> int:
        """Return how many there are."""
        return len(self._folds)

    def split(self, *_: object) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
        """Yield the rows to learn from and those to score; FLAML keeps the order of rows where it is given folds."""
        return iter(self._folds)


class Trials:
    """FLAML's metric: scores what a learner says of a fold, and reports a trial when its last fold is scored."""

    def __init__(self, problem: Problem, reporter: TrialReporter, names: dict[type, str]) -> None:
        self._problem = problem
        self._reporter = reporter
        self._names = names
        self._now: tuple[str, str, dict[str, Any]] | None = None
        self._scores: list[float | None] = []
        self._begun = time.monotonic()

    def __call__(
        self,
        x: NDArray[Any],
        y: NDArray[Any],
        estimator: Any,  # noqa: ANN401 - a learner of FLAML
        labels: object,
        *_: object,
        config: dict[str, Any] | None = None,
        **__: object,
    ) -> tuple[float, dict[str, Any]]:
        """Return the loss of one fold."""
        name = self._names.get(type(estimator), type(estimator).__name__)
        params = dict(getattr(estimator, "params", None) or config or {})
        key = name + json.dumps({it: plain(value) for it, value in params.items()}, sort_keys=True)
        if self._now is None or self._now[1] != key:
            self.flush()
            self._now = (name, key, params)
        value = score(metric_of(self._problem), np.asarray(y).astype(self._problem.y.dtype), self._answer(estimator, x))
        self._scores.append(value)
        worst = loss(metric_of(self._problem), value)
        return (worst if np.isfinite(worst) else 1e10), {"score": value}

    def _answer(self, estimator: Any, x: NDArray[Any]) -> NDArray[Any]:  # noqa: ANN401
        if self._problem.task != "classification":
            return np.asarray(estimator.predict(x), dtype=np.float64)
        known = np.asarray(estimator.predict_proba(x), dtype=np.float64)
        classes = len(self._problem.classes or [])
        seen = np.asarray(getattr(estimator.estimator, "classes_", np.arange(known.shape[1]))).astype(int)
        answers = np.zeros((len(known), classes))
        answers[:, seen[: known.shape[1]]] = known
        return answers

    def flush(self) -> None:
        """Report what was scored since the last report."""
        if self._now is not None and self._scores:
            known = [it for it in self._scores if it is not None]
            mean = float(np.mean(known)) if len(known) == len(self._scores) else None
            state = "complete" if mean is not None else "failed"
            message = None if mean is not None else f"{metric_of(self._problem)} is not defined on every fold"
            seconds = time.monotonic() - self._begun
            self._reporter.trial(self._now[0], self._now[2], mean, seconds, state, message)
        self._now, self._scores, self._begun = None, [], time.monotonic()


def search(problem: Problem, reporter: TrialReporter) -> Found:
    """Search within the budget; at least one learner is fitted, however short it is."""
    if problem.task == "ts_forecast":
        from svc_engines.engines.forecast import search_forecast

        return search_forecast(problem, reporter)
    spec = problem.spec
    wanted = list(spec.estimator_list or ("lgbm", "xgboost", "extra_tree", "rf", "linear"))
    if unknown := [it for it in wanted if it not in LEARNERS]:
        raise Refused("unsupported", f"{unknown[0]!r} is no estimator of automl_light; it has {', '.join(LEARNERS)}")
    logging.getLogger("flaml").setLevel(logging.ERROR)
    automl = AutoML()
    if "linear" in wanted:
        automl.add_learner("linear", Linear)
    names = {cls: name for name, cls in _classes(automl, problem).items()}
    trials = Trials(problem, reporter, names)
    automl.fit(
        problem.matrix[:, problem.switches()],
        problem.y,
        task=problem.task,
        metric=trials,
        estimator_list=wanted,
        time_budget=max(1.0, reporter.seconds_left()),
        max_iter=spec.max_trials or 10**6,
        eval_method="cv",
        split_type=Folds(problem),
        seed=spec.seed,
        n_jobs=spec.threads,
        retrain_full=False,
        auto_augment=False,
        verbose=0,
        log_file_name="",
        mlflow_logging=False,
        starting_points=_starting_points(reporter, wanted),
    )
    trials.flush()
    return _found(automl, problem)


def _starting_points(reporter: TrialReporter, wanted: list[str]) -> dict[str, Any]:
    """Return the best settings that an earlier process of this training found."""
    complete = [it for it in reporter.trials if it["state"] == "complete" and it["score"] is not None]
    best = reporter.best()
    return {it["estimator"]: it["params"] for it in complete if it["score"] == best and it["estimator"] in wanted}


def _classes(automl: AutoML, problem: Problem) -> dict[str, type]:
    from flaml.automl.task.factory import task_factory

    task = task_factory(problem.task, problem.matrix, problem.y)
    return {name: Linear if name == "linear" else task.estimator_class_from_str(name) for name in LEARNERS}


def _found(automl: AutoML, problem: Problem) -> Found:
    """Return FLAML's best as a recipe: the settings of the library's own estimator behind the learner."""
    name = automl.best_estimator
    best = automl.model
    if name == "linear":
        config = {"C": float(automl.best_config["C"])}
    else:
        settings = best.estimator.get_params()
        config = {
            it: plain(value) for it, value in settings.items() if value is not None and it not in OURS | LESS_WORTH
        }
        config = {it: value for it, value in config.items() if not (isinstance(value, str) and value == "nan")}
    return Found(
        estimator=name,
        config=config,
        # Which learner is tried next depends on how long each took.
        deterministic=False,
        recipes=[recipe(problem, name, config, knows_categories=False)],
    )
