"""A script that, run by itself with the libraries, trains the same model."""

import json
from pathlib import Path
from typing import Any

import svc_engines
from svc_engines.engines import Found
from svc_engines.table import Problem

PARTS = ("encode", "rows", "split", "estimators")
FOLDER = Path(svc_engines.__file__).parent

MAIN = '''
PLAN = json.loads(PLAN_TEXT)


def main() -> None:
    """{does}"""
{body}

if __name__ == "__main__":
    main()
'''

ROWS = """\
    table = usable_rows(unwrapped(pq.read_table(sys.argv[1])), PLAN["target"], PLAN["needed"])
    y = target_values(table.column(PLAN["target"]), PLAN["classes"])
    place = places(table, PLAN["identity"], PLAN["seed"])
    time = None if PLAN["time_col"] is None else times(table.column(PLAN["time_col"]))
    strata = np.zeros(len(y), dtype=int) if PLAN["classes"] is None else y
    train, test = in_order(held_out(PLAN["rule"], PLAN["fraction"], strata, place, time), place, time)
"""

MODEL = """\
    matrix = encode(feature_frame(table, PLAN["inputs"]), PLAN["inputs"], PLAN["columns"])
    model = fit_model(PLAN["recipes"], matrix[train], y[train], PLAN)
    answers = model.answer(matrix[test])
    if PLAN["classes"] is None:
        print("rmse", float(np.sqrt(np.mean((answers[:, 0] - y[test]) ** 2))))
    else:
        print("accuracy", float(np.mean(answers.argmax(axis=1) == y[test])))
    with open(sys.argv[2], "wb") as file:
        pickle.dump({"model": model, "answers": answers}, file)
"""

FORECAST = """\
    table = usable_rows(unwrapped(pq.read_table(sys.argv[1])), PLAN["target"], [PLAN["time_col"]])
    y = target_values(table.column(PLAN["target"]), None)
    time = times(table.column(PLAN["time_col"]))
    order = np.argsort(time, kind="stable")
    time, y = time[order], y[order]
    n = len(y) - PLAN["horizon"]
    values = fit_and_forecast(PLAN["learner"], PLAN["config"], time[:n], y[:n], PLAN)
    print("rmse", float(np.sqrt(np.mean((values - y[n:]) ** 2))))
    with open(sys.argv[2], "wb") as file:
        pickle.dump({"answers": values.reshape(-1, 1)}, file)
"""

FITTED = """\
    with open(sys.argv[2], "wb") as file:
        pickle.dump({"answers": fit(table, train, test, PLAN["engine"])}, file)
"""


def _main(does: str, body: str) -> str:
    """Return the function `main` of a script, and its call."""
    return MAIN.replace("{does}", does).replace("{body}", body)


def write_script(folder: Path, problem: Problem, found: Found) -> None:
    """Write `training_script.py`."""
    text = found.script or script(problem, found)
    compile(text, "training_script.py", "exec")
    (folder / "training_script.py").write_text(text, encoding="utf-8")


def script(problem: Problem, found: Found) -> str:
    """Return the script of a model that recipes give."""
    spec = problem.spec
    plan: dict[str, Any] = {
        **_rows_plan(problem),
        "task": problem.task,
        "threads": spec.threads,
        "inputs": problem.inputs,
        "columns": problem.columns,
        "recipes": found.recipes,
    }
    plan_text = json.dumps(plan, indent=1, ensure_ascii=True, allow_nan=False)
    return "\n".join(
        [
            header(problem, found),
            "import json\nimport pickle\nimport sys\n\nimport pyarrow.parquet as pq\n",
            *((FOLDER / f"{part}.py").read_text(encoding="utf-8") for part in PARTS),
            f"PLAN_TEXT = {json.dumps(plan_text)}\n"
            if len(plan_text) < 2000
            else f"PLAN_TEXT = r{_quoted(plan_text)}\n",
            _main(
                "Train on the Parquet file, write the model, print what it scores on the rows held out.", ROWS + MODEL
            ),
        ]
    )


def _quoted(text: str) -> str:
    """Return a raw literal of many lines; JSON in ASCII holds no run of three quotes that would end it."""
    return "'''" + text.replace("'", "\\u0027") + "'''"


def header(problem: Problem, found: Found) -> str:
    """Return what the script says of itself; values are quoted, so that none can end the comment."""
    source = problem.spec.source
    known = {"name": problem.spec.name, "engine": problem.spec.engine, "estimator": found.estimator, **dict(source)}
    lines = [f"#   {key}: {json.dumps(value)}" for key, value in known.items()]
    return "\n".join(
        [
            "# Trains the model again: python training_script.py rows.parquet model.pkl",
            "# Needs: numpy, pandas, pyarrow, scikit-learn, lightgbm, xgboost-cpu at the versions of report.json.",
            *lines,
        ]
    )


def forecast_script(problem: Problem, plan: dict[str, Any], learner: str, config: dict[str, Any]) -> str:
    """Return the script of a forecast."""
    known = {"target": problem.spec.target, "time_col": problem.spec.time_col, "learner": learner, "config": config}
    return "\n".join(
        [
            "# Fits the forecast again: python training_script.py rows.parquet forecast.pkl",
            "import json\nimport pickle\nimport sys\n\nimport pyarrow.parquet as pq\n",
            *((FOLDER / f"{part}.py").read_text(encoding="utf-8") for part in ("rows", "forecasting")),
            f"PLAN_TEXT = {json.dumps(json.dumps({**plan, **known}))}\n",
            _main(
                "Fit on the older rows of the file, write the forecast of the newest, print how far off it is.",
                FORECAST,
            ),
        ]
    )


def fitted_script(problem: Problem, fit: str, engine: dict[str, Any]) -> str:
    """Return the script of an engine whose library keeps the model: `fit` is the text of a function of that name."""
    plan = {**_rows_plan(problem), "engine": engine}
    return "\n".join(
        [
            "# Fits the model again: python training_script.py rows.parquet answers.pkl",
            "import json\nimport pickle\nimport sys\n\nimport pyarrow.parquet as pq\n",
            *((FOLDER / f"{part}.py").read_text(encoding="utf-8") for part in ("rows", "split")),
            f"PLAN_TEXT = {json.dumps(json.dumps(plan))}\n",
            fit,
            _main("Fit on the rows that were learnt from, write the answers for those held out.", ROWS + FITTED),
        ]
    )


def _rows_plan(problem: Problem) -> dict[str, Any]:
    """Return how the rows to learn from are found."""
    spec = problem.spec
    return {
        "target": spec.target,
        "needed": [it for it in (spec.groups, spec.time_col) if it is not None],
        "classes": problem.classes,
        "identity": problem.identity,
        "time_col": spec.time_col,
        "rule": problem.rule,
        "fraction": spec.holdout.fraction,
        "seed": spec.seed,
    }
