"""The flat scorer of README.md: export from fitted models, and the reference walker."""

import json
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from svc_engines.encode import encode
from svc_engines.estimators import Member, Model, linked

MAX_NODES = 2_000_000
"""A document of more nodes would take longer to read than the model's own library takes to score."""
MAX_DOUBLE = float(np.finfo(np.float64).max)

Floats = NDArray[np.float64]


class NotFlat(Exception):
    """This model has no flat form; says why."""


def flat_scorer(model: object, task: str) -> dict[str, Any]:
    """Return the document. Raises `NotFlat`."""
    if not isinstance(model, Model):
        raise NotFlat("only linear models and trees have a flat form")
    members = [_member(it) for it in model.members]
    nodes = sum(len(tree["feature"]) for it in members for tree in it["model"].get("trees", ()))
    if nodes > MAX_NODES:
        raise NotFlat(f"its {nodes} nodes are more than {MAX_NODES}")
    return {
        "version": 1,
        "task": task,
        "classes": model.classes,
        "inputs": [
            {key: it[key] for key in ("name", "kind", "categories") if key != "categories" or it["kind"] == "category"}
            for it in model.inputs
        ],
        "columns": model.columns,
        "members": members,
    }


def _member(member: Member) -> dict[str, Any]:
    if member.seen is not None and len(member.seen) != member.classes:
        raise NotFlat("not every class was among the rows that it learnt from")
    export = {"lgbm": _lightgbm, "xgboost": _xgboost, "rf": _forest, "extra_tree": _forest, "linear": _linear}
    recipe = member.recipe
    return {
        "weight": float(recipe["weight"]),
        "link": member.link(),
        "columns": recipe["columns"],
        "model": export[recipe["estimator"]](member),
    }


def _linear(member: Member) -> dict[str, Any]:
    fill, scaler, last = (step for _, step in member.fitted.steps)
    return {
        "kind": "linear",
        "fill": fill.statistics_.tolist(),
        "mean": scaler.mean_.tolist(),
        "scale": scaler.scale_.tolist(),
        "coef": np.atleast_2d(last.coef_).tolist(),
        "intercept": np.atleast_1d(last.intercept_).astype(float).tolist(),
    }


def _forest(member: Member) -> dict[str, Any]:
    trees = []
    for estimator in member.fitted.estimators_:
        tree = estimator.tree_
        leaf = tree.children_left < 0
        value = tree.value[:, 0, :]
        if member.task == "classification":
            # As scikit-learn itself answers: shares, whatever the tree keeps.
            value = value / value.sum(axis=1, keepdims=True)
        trees.append(
            {
                "output": None if member.task == "classification" else 0,
                "feature": np.where(leaf, -1, tree.feature).tolist(),
                # An infinite threshold parts what is missing from all that is not; JSON has no infinity.
                "threshold": np.clip(np.where(leaf, 0.0, tree.threshold), -MAX_DOUBLE, MAX_DOUBLE).tolist(),
                "left": np.where(leaf, 0, tree.children_left).tolist(),
                "right": np.where(leaf, 0, tree.children_right).tolist(),
                "missing": np.where(tree.missing_go_to_left.astype(bool), 1, 2).tolist(),
                "sets": [None] * len(leaf),
                "value": [
                    (v.tolist() if member.task == "classification" else float(v[0])) if end else 0
                    for v, end in zip(value, leaf, strict=True)
                ],
            }
        )
    outputs = member.classes if member.task == "classification" else 1
    rules = {"input": "float32", "compare": "<=", "sum": "float64", "base": [0.0] * outputs, "divide": len(trees)}
    return {"kind": "trees", **rules, "trees": trees}


def _xgboost(member: Member) -> dict[str, Any]:
    learner = json.loads(member.fitted.get_booster().save_raw("json"))["learner"]
    booster = learner["gradient_booster"]["model"]
    parameter = learner["learner_model_param"]
    classes = max(1, int(parameter["num_class"]))
    base = float(np.float32(float(parameter["base_score"].strip("[]").split(",")[0])))
    if member.link() == "sigmoid":
        if base != 0.5:
            raise NotFlat("its base is not one half")
        base = 0.0
    trees = []
    for output, tree in zip(booster["tree_info"], booster["trees"], strict=True):
        if any(tree["split_type"]):
            raise NotFlat("XGBoost's splits by category are not exported")
        leaf = np.asarray(tree["left_children"]) < 0
        condition = np.asarray(tree["split_conditions"], dtype=np.float32).astype(np.float64)
        trees.append(
            {
                "output": output,
                "feature": np.where(leaf, -1, tree["split_indices"]).tolist(),
                "threshold": np.clip(np.where(leaf, 0.0, condition), -MAX_DOUBLE, MAX_DOUBLE).tolist(),
                "left": np.where(leaf, 0, tree["left_children"]).tolist(),
                "right": np.where(leaf, 0, tree["right_children"]).tolist(),
                "missing": np.where(np.asarray(tree["default_left"]).astype(bool), 1, 2).tolist(),
                "sets": [None] * len(leaf),
                "value": np.where(leaf, condition, 0.0).tolist(),
            }
        )
    rules = {"input": "float32", "compare": "<", "sum": "float32", "base": [base] * classes, "divide": 1}
    return {"kind": "trees", **rules, "trees": trees}


def _lightgbm(member: Member) -> dict[str, Any]:
    booster = member.fitted.booster_
    outputs = booster.num_model_per_iteration()
    text = booster.model_to_string(num_iteration=-1)
    if "average_output" in text.split("\n\n")[0]:
        raise NotFlat("LightGBM's forests are not exported")
    blocks = [it for it in text.split("\n\n") if it.lstrip().startswith("Tree=")]
    trees = [_lightgbm_tree(dict(_pairs(block)), i % outputs) for i, block in enumerate(blocks)]
    rules = {"input": "float64", "compare": "<=", "sum": "float64", "base": [0.0] * outputs, "divide": 1}
    return {"kind": "trees", **rules, "trees": trees}


def _pairs(block: str) -> Any:  # noqa: ANN401 - pairs of texts
    return (line.split("=", 1) for line in block.strip().splitlines() if "=" in line)


def _lightgbm_tree(tree: dict[str, str], output: int) -> dict[str, Any]:
    """Number LightGBM's inner nodes first and its leaves after them."""
    inner = int(tree["num_leaves"]) - 1
    leaves = [float(it) for it in tree["leaf_value"].split()]
    ints = {key: [int(it) for it in tree.get(key, "").split()] for key in ("split_feature", "decision_type")}
    thresholds = [min(max(float(it), -MAX_DOUBLE), MAX_DOUBLE) for it in tree.get("threshold", "").split()]
    bounds = [int(it) for it in tree.get("cat_boundaries", "").split()]
    words = [int(it) for it in tree.get("cat_threshold", "").split()]

    def child(key: str) -> list[int]:
        return [int(it) if int(it) >= 0 else inner + ~int(it) for it in tree.get(key, "").split()]

    sets: list[list[int] | None] = []
    missing: list[int] = []
    for kind, threshold in zip(ints["decision_type"], thresholds, strict=True):
        sets.append(_members(words[bounds[int(threshold)] : bounds[int(threshold) + 1]]) if kind & 1 else None)
        left = bool(kind & 2)
        # Bits 2 and 3: none, zero, NaN.
        missing.append({0: 0, 1: 3 if left else 4, 2: 1 if left else 2}[(kind >> 2) & 3])
    ends = len(leaves)
    return {
        "output": output,
        "feature": ints["split_feature"] + [-1] * ends,
        "threshold": [0.0 if some is not None else it for some, it in zip(sets, thresholds, strict=True)]
        + [0.0] * ends,
        "left": child("left_child") + [0] * ends,
        "right": child("right_child") + [0] * ends,
        "missing": missing + [0] * ends,
        "sets": sets + [None] * ends,
        "value": [0.0] * inner + leaves,
    }


def _members(words: list[int]) -> list[int]:
    return [32 * at + bit for at, word in enumerate(words) for bit in range(32) if word >> bit & 1]


def walk(document: dict[str, Any], frame: pd.DataFrame) -> Floats:
    """Answer rows by the document alone: probabilities (n × classes) or values (n × 1)."""
    matrix = encode(frame, [{"categories": [], **it} for it in document["inputs"]], document["columns"])
    answers = [
        member["weight"] * linked(_raw(member["model"], matrix[:, member["columns"]]), member["link"])
        for member in document["members"]
    ]
    return np.asarray(sum(answers), dtype=np.float64)


def _raw(model: dict[str, Any], x: Floats) -> Floats:
    if model["kind"] == "linear":
        filled = np.where(np.isnan(x), model["fill"], x)
        z = (filled - model["mean"]) / model["scale"]
        raw = np.zeros((len(x), len(model["coef"])))
        for i, coefficients in enumerate(model["coef"]):
            for j, coefficient in enumerate(coefficients):
                raw[:, i] += coefficient * z[:, j]
            raw[:, i] += model["intercept"][i]
        return raw
    kind = np.float32 if model["sum"] == "float32" else np.float64
    if model["input"] == "float32":
        with np.errstate(over="ignore"):
            x = x.astype(np.float32).astype(np.float64)
    sums = np.tile(np.asarray(model["base"], dtype=kind), (len(x), 1))
    for tree in model["trees"]:
        value = np.asarray(tree["value"], dtype=object)[_leaves(tree, model["compare"], x)]
        if tree["output"] is None:
            sums += np.asarray(value.tolist(), dtype=kind)
        else:
            sums[:, tree["output"]] += value.astype(kind)
    return sums.astype(np.float64) / model["divide"]


def _leaves(tree: dict[str, Any], compare: str, x: Floats) -> NDArray[np.int64]:
    at = np.zeros(len(x), dtype=np.int64)
    feature, threshold = np.asarray(tree["feature"]), np.asarray(tree["threshold"])
    left, right, missing = (np.asarray(tree[it]) for it in ("left", "right", "missing"))
    sets = {number: some for number, some in enumerate(tree["sets"]) if some is not None}
    while (inner := np.flatnonzero(feature[at] >= 0)).size:
        node = at[inner]
        value = x[inner, feature[node]]
        rule, absent = missing[node], np.isnan(value)
        known = np.where(absent & (rule == 0), 0.0, value)
        goes = known <= threshold[node] if compare == "<=" else known < threshold[node]
        goes = np.where(absent & (rule == 1), True, np.where(absent & (rule == 2), False, goes))
        nothing = absent | (np.abs(value) <= 1e-35)
        goes = np.where(nothing & (rule == 3), True, np.where(nothing & (rule == 4), False, goes))
        for number, some in sets.items():
            of = node == number
            goes[of] = np.isin(value[of], some)
        at[inner] = np.where(goes, left[node], right[node])
    return at
