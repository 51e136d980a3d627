"""MLflow's tracking server on a unix socket: `python -m svc_tracking SOCKET PREFIX`, with the database and the folder
for artifacts in the environment.

One process, which ends with the one that started it. It listens on nothing but the socket and checks nobody: the
service that started it has checked every request that arrives there.
"""

import ctypes
import os
import signal
import sys
from urllib.parse import quote, urlsplit, urlunsplit

PR_SET_PDEATHSIG = 1
SCHEMA = "tracking"
SETTINGS = {
    "MLFLOW_DISABLE_TELEMETRY": "true",
    # Would start processes of its own, and run what callers send.
    "MLFLOW_SERVER_ENABLE_JOB_EXECUTION": "false",
    "GIT_PYTHON_REFRESH": "quiet",
    # What `mlflow server` says to its workers, under the names of the locked version. It would start them as children
    # of its own, which outlive it.
    "_MLFLOW_SERVER_ARTIFACT_ROOT": "mlflow-artifacts:/",
    "_MLFLOW_SERVER_SERVE_ARTIFACTS": "true",
}


def main() -> None:
    """Serve until SIGTERM."""
    end_with_parent()
    socket, prefix = sys.argv[1:]
    database = os.environ.pop("SVC_TRACKING_DATABASE_URL")
    make_schema(database)
    store = store_of(database)
    # Before the import, during which MLflow reads it.
    os.environ.update(SETTINGS)
    os.environ["_MLFLOW_SERVER_FILE_STORE"] = os.environ["_MLFLOW_SERVER_REGISTRY_STORE"] = store
    os.environ["_MLFLOW_SERVER_ARTIFACT_DESTINATION"] = os.environ.pop("SVC_TRACKING_ARTIFACTS")
    os.environ["_MLFLOW_STATIC_PREFIX"] = prefix
    import uvicorn
    from mlflow.server import handlers

    # Brings the tables up to date, and says what is wrong before a request does.
    handlers.initialize_backend_stores(store, store, SETTINGS["_MLFLOW_SERVER_ARTIFACT_ROOT"])
    os.umask(0o077)
    uvicorn.run("mlflow.server.fastapi_app:app", uds=socket, access_log=False, log_level="warning", lifespan="off")


def end_with_parent() -> None:
    """Have the kernel kill this process when the service dies, also by SIGKILL."""
    parent = os.getppid()
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        raise SystemExit("the service that started this has ended")


def make_schema(database: str) -> None:
    """Create the schema where there is none. Replicas that start at once take turns."""
    import psycopg2

    connection = psycopg2.connect(database)
    try:
        connection.autocommit = True
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(hashtext('svc.migrations'), hashtext(%s))", (SCHEMA,))
            cursor.execute("SELECT 1 FROM pg_namespace WHERE nspname = %s", (SCHEMA,))
            if cursor.fetchone() is None:
                cursor.execute(f"CREATE SCHEMA {SCHEMA}")
    finally:
        connection.close()


def store_of(database: str) -> str:
    """Return the address as MLflow takes it, with the schema as its search path."""
    parts = urlsplit(database)
    path = f"options={quote(f'-csearch_path={SCHEMA}')}"
    query = f"{parts.query}&{path}" if parts.query else path
    return urlunsplit(("postgresql+psycopg2", parts.netloc, parts.path, query, ""))


if __name__ == "__main__":
    main()
