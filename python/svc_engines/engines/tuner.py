"""Optuna: a TPE study that tunes one estimator by cross-validation and prunes below the median of earlier trials."""

import time
from typing import Any

import numpy as np
import optuna

from svc_engines.engines import Found
from svc_engines.engines.validation import OutOfTime, fold_answers, fold_score, metric_of, recipe
from svc_engines.reporter import TrialReporter
from svc_engines.scores import loss
from svc_engines.spec import Refused
from svc_engines.table import Problem

DEFAULT = "xgboost"
KNOW_CATEGORIES = {"lgbm"}


def search(problem: Problem, reporter: TrialReporter) -> Found:
    """Tune the first estimator of `estimator_list`. The study ends with the budget, or at `max_trials`."""
    spec = problem.spec
    name = (spec.estimator_list or (DEFAULT,))[0]
    if name not in SPACES:
        raise Refused("unsupported", f"the tuner does not know {name!r}; it tunes one of {', '.join(SPACES)}")
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    study = optuna.create_study(
        sampler=optuna.samplers.TPESampler(seed=spec.seed), pruner=optuna.pruners.MedianPruner(), direction="minimize"
    )
    _replay(study, name, problem, reporter)
    most = spec.max_trials or 10**9
    while len(study.trials) < most and (not reporter.finished() or not reporter.trials):
        _trial(study, name, problem, reporter)
    done = study.get_trials(deepcopy=False, states=[optuna.trial.TrialState.COMPLETE])
    config = SPACES[name](optuna.trial.FixedTrial(study.best_trial.params)) if done else {}
    return Found(
        estimator=name,
        config=config,
        deterministic=len(study.trials) >= most,
        recipes=[recipe(problem, name, config, knows_categories=name in KNOW_CATEGORIES)],
    )


def _trial(study: optuna.Study, name: str, problem: Problem, reporter: TrialReporter) -> None:
    begun = time.monotonic()
    trial = study.ask()
    config = SPACES[name](trial)
    candidate = recipe(problem, name, config, knows_categories=name in KNOW_CATEGORIES)
    scores: list[float | None] = []
    # The first trial may finish: a search with nothing found is no search.
    deadline = reporter.deadline if any(it["state"] == "complete" for it in reporter.trials) else np.inf

    def tell(state: optuna.trial.TrialState, word: str, message: str | None = None) -> None:
        known = [it for it in scores if it is not None]
        mean = float(np.mean(known)) if known and len(known) == len(scores) else None
        value = loss(metric_of(problem), mean) if word == "complete" else None
        study.tell(trial, value, state=state)
        reporter.trial(name, config, mean, time.monotonic() - begun, word, message)

    try:
        for step, (rows, answers) in enumerate(fold_answers(problem, candidate, deadline)):
            scores.append(fold_score(problem, rows, answers))
            running = float(np.mean([loss(metric_of(problem), it) for it in scores]))
            trial.report(running, step)
            if time.monotonic() > deadline:
                raise OutOfTime
            if trial.should_prune():
                tell(optuna.trial.TrialState.PRUNED, "pruned")
                return
    except OutOfTime:
        tell(optuna.trial.TrialState.PRUNED, "pruned", "the search's time ended")
    except (ValueError, RuntimeError, ArithmeticError) as error:
        tell(optuna.trial.TrialState.FAIL, "failed", str(error))
        if sum(it["state"] == "failed" for it in reporter.trials) >= 5 and not _complete(reporter):
            raise
    else:
        if None in scores:
            tell(optuna.trial.TrialState.FAIL, "failed", f"{metric_of(problem)} is not defined on every fold")
        else:
            tell(optuna.trial.TrialState.COMPLETE, "complete")


def _complete(reporter: TrialReporter) -> bool:
    return any(it["state"] == "complete" for it in reporter.trials)


def _replay(study: optuna.Study, name: str, problem: Problem, reporter: TrialReporter) -> None:
    """Give the study what an earlier process found out; a setting outside of today's space is left out."""
    for earlier in reporter.trials:
        if earlier["estimator"] != name or earlier["state"] != "complete" or earlier["score"] is None:
            continue
        fixed = optuna.trial.FixedTrial(dict(earlier["params"]))
        try:
            SPACES[name](fixed)
            study.add_trial(
                optuna.trial.create_trial(
                    params=fixed.params,
                    distributions=fixed.distributions,
                    value=loss(metric_of(problem), earlier["score"]),
                )
            )
        except ValueError:
            continue


def _xgboost(trial: Any) -> dict[str, Any]:  # noqa: ANN401 - a trial of optuna, or a fixed one
    return {
        "n_estimators": trial.suggest_int("n_estimators", 50, 500, log=True),
        "learning_rate": trial.suggest_float("learning_rate", 0.01, 0.3, log=True),
        "max_depth": trial.suggest_int("max_depth", 2, 10),
        "min_child_weight": trial.suggest_float("min_child_weight", 0.5, 20, log=True),
        "subsample": trial.suggest_float("subsample", 0.5, 1.0),
        "colsample_bytree": trial.suggest_float("colsample_bytree", 0.4, 1.0),
        "reg_lambda": trial.suggest_float("reg_lambda", 1e-3, 10, log=True),
    }


def _lgbm(trial: Any) -> dict[str, Any]:  # noqa: ANN401
    return {
        "n_estimators": trial.suggest_int("n_estimators", 50, 500, log=True),
        "learning_rate": trial.suggest_float("learning_rate", 0.01, 0.3, log=True),
        "num_leaves": trial.suggest_int("num_leaves", 4, 128, log=True),
        "min_child_samples": trial.suggest_int("min_child_samples", 2, 60, log=True),
        "subsample": trial.suggest_float("subsample", 0.5, 1.0),
        "subsample_freq": 1,
        "colsample_bytree": trial.suggest_float("colsample_bytree", 0.4, 1.0),
        "reg_lambda": trial.suggest_float("reg_lambda", 1e-3, 10, log=True),
    }


def _forest(trial: Any) -> dict[str, Any]:  # noqa: ANN401
    return {
        "n_estimators": trial.suggest_int("n_estimators", 50, 300, log=True),
        "max_features": trial.suggest_float("max_features", 0.2, 1.0),
        "min_samples_leaf": trial.suggest_int("min_samples_leaf", 1, 20, log=True),
    }


def _linear(trial: Any) -> dict[str, Any]:  # noqa: ANN401
    return {"C": trial.suggest_float("C", 1e-4, 1e3, log=True)}


SPACES = {"xgboost": _xgboost, "lgbm": _lgbm, "rf": _forest, "extra_tree": _forest, "linear": _linear}
