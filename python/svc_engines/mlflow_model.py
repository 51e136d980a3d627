"""The model behind MLflow's python function."""

import pickle
from pathlib import Path
from typing import Any

import mlflow.pyfunc
import pandas as pd

SERVED = "served"
"""The artifact that holds the pickled `ServedModel`; scoring here reads it without MLflow."""


class MlflowModel(mlflow.pyfunc.PythonModel):
    """Answers predictions; with `params={"probabilities": True}` a list of probabilities for each row."""

    def load_context(self, context: Any) -> None:
        """Read the model, once."""
        self.served = pickle.loads(Path(context.artifacts[SERVED]).read_bytes())  # noqa: S301 - as MLflow itself does

    def predict(self, context: object, model_input: pd.DataFrame, params: dict[str, Any] | None = None) -> Any:
        """Return one prediction for each row."""
        answers = self.served.answer(model_input)
        if (params or {}).get("probabilities") and self.served.classes is not None:
            return answers.tolist()
        return self.served.labels(answers)
