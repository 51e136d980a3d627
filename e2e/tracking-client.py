"""What a person does with an unmodified MLflow client: `python tracking-client.py`, with MLFLOW_TRACKING_URI and
MLFLOW_TRACKING_TOKEN in the environment. Prints one JSON object of what it saw.
"""

import json
import sys
import tempfile
from pathlib import Path

import mlflow
from mlflow import MlflowClient
from mlflow.exceptions import MlflowException

NAME = sys.argv[1]


def refused(act: object) -> str:
    """Return how a call was refused, or say that it was not."""
    try:
        act()
    except MlflowException as error:
        return error.error_code
    return "not refused"


def main() -> None:
    """Log a run, read it back, and try what the mount does not allow."""
    client = MlflowClient()
    default = refused(lambda: client.create_run("0"))
    experiment = mlflow.set_experiment(NAME)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "a note.txt"
        file.write_text("kept", encoding="utf-8")
        with mlflow.start_run(run_name="first") as run:
            mlflow.log_params({"depth": 3})
            mlflow.log_metrics({"accuracy": 0.5}, step=1)
            mlflow.log_metric("accuracy", 0.9, step=2)
            mlflow.set_tag("team", "blue")
            mlflow.log_artifact(str(file), artifact_path="notes")
            mlflow.log_dict({"a": [1]}, "shape.json")
            model = mlflow.initialize_logged_model("candidate", source_run_id=run.info.run_id)
            mlflow.finalize_logged_model(model.model_id, "READY")
        downloaded = Path(mlflow.artifacts.download_artifacts(run_id=run.info.run_id, artifact_path="notes/a note.txt"))
        text = downloaded.read_text(encoding="utf-8")
    found = client.search_runs([experiment.experiment_id], filter_string="params.depth = '3'")
    read = client.get_run(run.info.run_id)
    seen = {
        "default": default,
        "same": mlflow.set_experiment(NAME).experiment_id == experiment.experiment_id,
        "experiment": experiment.experiment_id,
        "run": run.info.run_id,
        "params": read.data.params,
        "metrics": read.data.metrics,
        "user": read.data.tags["mlflow.user"],
        "status": read.info.status,
        "history": [it.value for it in client.get_metric_history(run.info.run_id, "accuracy")],
        "found": [it.info.run_id for it in found],
        "artifacts": sorted(it.path for it in client.list_artifacts(run.info.run_id)),
        "text": text,
        "logged_models": [it.name for it in mlflow.search_logged_models(output_format="list")],
        "registered": [it.name for it in client.search_registered_models()],
        "refused": {
            "register": refused(lambda: client.create_registered_model("mine")),
            "version": refused(lambda: client.create_model_version("mine", source=run.info.artifact_uri)),
            "alias": refused(lambda: client.set_registered_model_alias("mine", "champion", "1")),
            "delete": refused(lambda: client.delete_registered_model("mine")),
            "rename": refused(lambda: client.rename_registered_model("mine", "theirs")),
            "location": refused(lambda: client.create_experiment("x", artifact_location="http://127.0.0.1/")),
            "absent": refused(lambda: client.get_registered_model("mine")),
        },
    }
    print(json.dumps(seen))


main()
