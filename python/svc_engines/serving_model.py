"""The model as MLflow keeps and loads it: rows in, predictions out, the same code for hold-out, scoring and serving."""

import pickle
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from svc_engines.encode import encode
from svc_engines.estimators import Model
from svc_engines.spec import Refused
from svc_engines.table import Problem

MLFLOW_TYPES = {"number": "double", "boolean": "boolean", "datetime": "datetime", "category": "string"}


class AnyModel(Protocol):
    """What an engine gives: answers for the matrix of `encode`, or for rows as they are."""

    def answer(self, matrix: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return probabilities (n × classes) or values (n × 1)."""

    def answer_frame(self, frame: pd.DataFrame) -> NDArray[np.float64]:
        """Return the same for rows by the names of their columns."""


class ServedModel:
    """A trained model with what it needs to read rows and to name its answers."""

    def __init__(
        self, task: str, target: str, classes: list[Any] | None, inputs: list[dict[str, Any]], model: Any
    ) -> None:  # noqa: ANN401
        self.task = task
        self.target = target
        self.classes = classes
        self.inputs = inputs
        self.model = model

    def answer(self, frame: pd.DataFrame) -> NDArray[np.float64]:
        """Return probabilities (n × classes) or values (n × 1). Raises `Refused` for rows that do not fit."""
        for described in self.inputs if isinstance(self.model, Model) else ():
            if described["name"] not in frame.columns:
                raise Refused("bad-rows", f"the rows have no column {described['name']!r}", described["name"])
        if not isinstance(self.model, Model):
            return self.model.answer_frame(frame)
        return self.model.answer(self._matrix(frame))

    def _matrix(self, frame: pd.DataFrame) -> NDArray[np.float64]:
        try:
            return encode(frame, self.model.inputs, self.model.columns)
        except (ValueError, TypeError, OverflowError):
            for described in self.inputs:
                try:
                    encode(frame, [described], [{"input": 0, "op": "value"}])
                except (ValueError, TypeError, OverflowError) as error:
                    wrong = f"the column {described['name']!r} holds values that are no {described['kind']}"
                    raise Refused("bad-rows", wrong, described["name"]) from error
            raise

    def labels(self, answers: NDArray[np.float64]) -> list[Any]:
        """Return the predictions: values, or the first class with the largest probability."""
        if self.classes is None:
            return answers[:, 0].tolist()
        return [self.classes[i] for i in answers.argmax(axis=1)]


def signature_of(problem: Problem) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the columns of inputs and outputs as MLflow's schema names them."""
    inputs = [{"name": it["name"], "type": MLFLOW_TYPES[it["kind"]], "required": False} for it in problem.inputs]
    if problem.task == "ts_forecast":
        inputs.insert(0, {"name": str(problem.spec.time_col), "type": "datetime", "required": True})
    return inputs, [{"name": "prediction", "type": output_type(problem.classes), "required": True}]


def output_type(classes: list[Any] | None) -> str:
    """Return MLflow's type of predictions."""
    if classes is None:
        return "double"
    kinds = {bool: "boolean", int: "long", float: "double"}
    return kinds.get(type(classes[0]), "string")


def save_model(folder: Path, served: ServedModel, problem: Problem) -> None:
    """Write `model/` with signature and input example; loading it needs this package, which it carries along."""
    import mlflow.pyfunc
    from mlflow.models import ModelSignature
    from mlflow.types.schema import ColSpec, Schema

    from svc_engines.mlflow_model import SERVED, MlflowModel

    inputs, outputs = signature_of(problem)
    signature = ModelSignature(
        inputs=Schema([ColSpec(it["type"], it["name"], required=it["required"]) for it in inputs]),
        outputs=Schema([ColSpec(outputs[0]["type"])]),
    )
    names = [it["name"] for it in inputs]
    example = problem.held_frame[names].head(5).copy()
    for name in names:
        if isinstance(example[name].dtype, pd.DatetimeTZDtype):
            example[name] = example[name].dt.tz_convert(None)
    file = folder.with_name("served.pkl")
    file.write_bytes(pickle.dumps(served))
    mlflow.pyfunc.save_model(
        path=str(folder),
        python_model=MlflowModel(),
        artifacts={SERVED: str(file)},
        signature=signature,
        input_example=example if len(names) else None,
        code_paths=[str(Path(__file__).parent)],
        pip_requirements=requirements(),
    )
    file.unlink()


def requirements() -> list[str]:
    """Return what an environment needs to load the model, at the versions that made it."""
    from importlib.metadata import PackageNotFoundError, version

    names = "mlflow flaml lightgbm xgboost-cpu scikit-learn numpy pandas pyarrow statsmodels autogluon.tabular tabicl"
    found = []
    for name in names.split():
        try:
            found.append(f"{name}=={version(name)}")
        except PackageNotFoundError:
            continue
    return found
