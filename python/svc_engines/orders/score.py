"""Scores rows with the model of an archive."""

import os
import pickle
import sys
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from svc_engines.archive import unpack
from svc_engines.engine_failure import failure
from svc_engines.spec import Refused
from svc_host.channel import Frame
from svc_host.orders import Host
from svc_host.table_pipe import TablePipe

SERVED = "model/artifacts/served.pkl"


def carry_out(frame: Frame, host: Host) -> None:
    """Send the table of predictions, or why there is none."""
    try:
        ending = score(Path(frame["inputs"]["model"]), Path(frame["inputs"]["rows"]), host.output)
    except Refused as why:
        ending = {"type": "refused", "code": why.code, "message": why.message[:4000], "column": why.column}
    except BaseException as error:  # noqa: BLE001 - a model may raise anything, also SystemExit
        ending = failure(error)
    if not host.channel.is_owner():
        os._exit(0)
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    host.channel.send(ending)


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
