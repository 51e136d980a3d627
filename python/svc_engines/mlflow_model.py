"""The model behind MLflow's python function."""

from typing import Any

import mlflow.pyfunc
import pandas as pd


class MlflowModel(mlflow.pyfunc.PythonModel):
    """Answers predictions; with `params={"probabilities": True}` a list of probabilities for each row."""

    def __init__(self, served: Any) -> None:  # noqa: ANN401 - a ServedModel, unpickled with this
        self.served = served

    def predict(self, context: object, model_input: pd.DataFrame, params: dict[str, Any] | None = None) -> Any:  # noqa: ANN401
        """Return one prediction for each row."""
        answers = self.served.answer(model_input)
        if (params or {}).get("probabilities") and self.served.classes is not None:
            return answers.tolist()
        return self.served.labels(answers)
