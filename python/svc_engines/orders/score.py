"""Scores rows with the model of an archive."""

import pickle
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from svc_engines.archive import unpack
from svc_engines.engine_failure import ending
from svc_host.channel import Frame
from svc_host.orders import Host
from svc_host.table_pipe import TablePipe

SERVED = "model/artifacts/served.pkl"


def carry_out(frame: Frame, host: Host) -> Frame:
    """Write the table of predictions; return its frame, or why there is none."""
    inputs = frame["inputs"]
    return ending(lambda: score(Path(inputs["model"]), Path(inputs["rows"]), host.output))


def score(archive: Path, rows: Path, output: int) -> Frame:
    """Write predictions to the descriptor; return the frame `scored`."""
    folder = Path(mkdtemp(prefix="model-"))
    unpack(archive, folder, SERVED)
    # The model's own copy of this package is not used: it is the same code, and it may be older.
    served: Any = pickle.loads((folder / SERVED).read_bytes())  # noqa: S301 - untrusted, which is what the sandbox is for
    frame = pq.ParquetFile(rows).read().to_pandas()
    answers = served.answer(frame)
    columns = {"prediction": pa.array(served.labels(answers))}
    if served.classes is not None:
        columns["probabilities"] = pa.array(answers.tolist(), pa.list_(pa.float64()))
    with pa.PythonFile(TablePipe(output), mode="w") as sink:
        pq.write_table(pa.table(columns), sink, compression="zstd")
    return {"type": "scored", "rows": len(answers), "classes": served.classes}
