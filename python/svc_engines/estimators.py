"""Estimators by name, from a configuration of plain values: stands alone, because training scripts contain it as it is.

A member of a model is `{"estimator", "config", "weight", "columns", "categorical"}`: `columns` of the matrix are its
features, `categorical` of these features hold the numbers of categories.
"""

from typing import Any

import numpy as np


def build(name: str, config: dict, task: str, y: "np.ndarray", seed: int, threads: int) -> Any:
    """Return an estimator that is not fitted. Same arguments, same rows: same model."""
    classification = task == "classification"
    if name == "lgbm":
        import lightgbm

        kind = lightgbm.LGBMClassifier if classification else lightgbm.LGBMRegressor
        fixed: dict[str, Any] = {"deterministic": True, "force_row_wise": True, "verbose": -1}
        return kind(**{**config, **fixed, "random_state": seed, "n_jobs": threads})
    if name == "xgboost":
        import xgboost

        kind = xgboost.XGBClassifier if classification else xgboost.XGBRegressor
        # A base that is given is the same number wherever the model is scored; an estimated one is rounded on the way.
        base = 0.5 if classification else float(np.float32(np.mean(y)))
        fixed = {"tree_method": "hist", "verbosity": 0, "base_score": base}
        return kind(**{**config, **fixed, "random_state": seed, "n_jobs": threads})
    if name in ("rf", "extra_tree"):
        from sklearn import ensemble

        kinds = {
            ("rf", True): ensemble.RandomForestClassifier,
            ("rf", False): ensemble.RandomForestRegressor,
            ("extra_tree", True): ensemble.ExtraTreesClassifier,
            ("extra_tree", False): ensemble.ExtraTreesRegressor,
        }
        return kinds[name, classification](**{**config, "random_state": seed, "n_jobs": threads})
    if name == "linear":
        from sklearn.impute import SimpleImputer
        from sklearn.linear_model import LogisticRegression, Ridge
        from sklearn.pipeline import make_pipeline
        from sklearn.preprocessing import StandardScaler

        c = config.get("C", 1.0)
        last = LogisticRegression(C=c, max_iter=1000) if classification else Ridge(alpha=1 / c)
        return make_pipeline(SimpleImputer(keep_empty_features=True), StandardScaler(), last)
    raise ValueError(f"there is no estimator {name!r}")


class Member:
    """One fitted estimator of a model, with the classes that it has seen (a fold may lack some)."""

    def __init__(self, recipe: dict, task: str, classes: int) -> None:
        self.recipe = recipe
        self.task = task
        self.classes = classes

    def fit(
        self, matrix: "np.ndarray", y: "np.ndarray", seed: int, threads: int, fit_options: dict | None = None
    ) -> "Member":
        """Fit on the matrix (n × all columns) and class numbers or values (n). Returns itself."""
        x = np.ascontiguousarray(matrix[:, self.recipe["columns"]])
        self.seen = np.unique(y) if self.task == "classification" else None
        if self.seen is not None and len(self.seen) < 2:
            return self
        target = np.searchsorted(self.seen, y) if self.seen is not None else y
        name, config = self.recipe["estimator"], self.recipe["config"]
        self.fitted = build(name, config, self.task, target, seed, threads)
        options = dict(fit_options or {})
        if name == "lgbm" and self.recipe["categorical"]:
            options["categorical_feature"] = self.recipe["categorical"]
        self.fitted.fit(x, target, **options)
        return self

    def raw(self, matrix: "np.ndarray") -> "np.ndarray":
        """Return raw scores (n × outputs), before the link."""
        x = np.ascontiguousarray(matrix[:, self.recipe["columns"]])
        name = self.recipe["estimator"]
        if name == "lgbm":
            scores = self.fitted.booster_.predict(x, raw_score=True)
        elif name == "xgboost":
            scores = self.fitted.predict(x, output_margin=True)
        elif name == "linear" and self.task == "classification":
            scores = self.fitted.decision_function(x)
        elif self.task == "classification":
            scores = self.fitted.predict_proba(x)
        else:
            scores = self.fitted.predict(x)
        scores = np.asarray(scores, dtype=np.float64)
        return scores.reshape(len(x), -1)

    def link(self) -> str:
        """Return how raw scores become an answer."""
        if self.seen is None:
            return "identity"
        if self.recipe["estimator"] in ("rf", "extra_tree"):
            return "probability"
        return "sigmoid" if len(self.seen) == 2 else "softmax"

    def answer(self, matrix: "np.ndarray") -> "np.ndarray":
        """Return probabilities (n × classes), or values (n × 1)."""
        if self.seen is not None and len(self.seen) < 2:
            answers = np.ones((len(matrix), 1))
        else:
            answers = linked(self.raw(matrix), self.link())
        if self.seen is None or len(self.seen) == self.classes:
            return answers
        spread = np.zeros((len(matrix), self.classes))
        spread[:, self.seen] = answers
        return spread


def linked(raw: "np.ndarray", link: str) -> "np.ndarray":
    """Apply a link to raw scores (n × outputs)."""
    if link == "sigmoid":
        with np.errstate(over="ignore"):
            p = 1 / (1 + np.exp(-raw[:, 0]))
        return np.column_stack([1 - p, p])
    if link == "softmax":
        powers = np.exp(raw - raw.max(axis=1, keepdims=True))
        return powers / powers.sum(axis=1, keepdims=True)
    return raw


class Model:
    """A weighted blend of members over one encoding: rows in, answers out."""

    def __init__(self, inputs: list, columns: list, members: list, classes: list | None) -> None:
        self.inputs = inputs
        self.columns = columns
        self.members = members
        self.classes = classes

    def answer(self, matrix: "np.ndarray") -> "np.ndarray":
        """Return probabilities (n × classes), or values (n × 1), for a matrix of `encode`."""
        return sum(member.recipe["weight"] * member.answer(matrix) for member in self.members)


def fit_model(recipes: list, matrix: "np.ndarray", y: "np.ndarray", plan: dict) -> Model:
    """Fit every member on the same rows. `plan`: task, classes, inputs, columns, seed, threads."""
    classes = plan["classes"]
    members = [
        Member(recipe, plan["task"], len(classes or [])).fit(matrix, y, plan["seed"], plan["threads"])
        for recipe in recipes
    ]
    return Model(plan["inputs"], plan["columns"], members, classes)
