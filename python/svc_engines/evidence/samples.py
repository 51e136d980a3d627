"""The held-out rows with their predictions, and the training rows that drift is measured against."""

from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from svc_engines.evidence import Trained
from svc_engines.table import Problem

MAX_REFERENCE_ROWS = 2000


def write_samples(folder: Path, problem: Problem, trained: Trained) -> None:
    """Write `holdout.parquet` and `reference.parquet`."""
    held = pa.Table.from_pandas(problem.held_frame, preserve_index=False)
    if problem.classes is None:
        held = held.append_column(_free("prediction", held), pa.array(trained.predicted))
    else:
        labels = [problem.classes[i] for i in trained.predicted.argmax(axis=1)]
        held = held.append_column(_free("prediction", held), pa.array(labels))
        held = held.append_column(_free("probabilities", held), pa.array(trained.predicted.tolist()))
    pq.write_table(held, folder / "holdout.parquet", compression="zstd")
    rows = np.sort(np.argsort(problem.place, kind="stable")[:MAX_REFERENCE_ROWS])
    reference = pa.Table.from_pandas(problem.frame.iloc[rows], preserve_index=False)
    pq.write_table(reference, folder / "reference.parquet", compression="zstd")


def _free(name: str, table: pa.Table) -> str:
    """Return the name, with underscores in front where the table has it already."""
    while name in table.column_names:
        name = f"_{name}"
    return name
