"""Weights of the foundation model: from the hub into a cache folder, or from that folder alone.

`python -m svc_engines.weights classification|regression --cache FOLDER [--offline]` prints the path of the file.
It runs outside of the sandbox, in the environment `ml-foundation`; a training gets the file as its input `weights`.
"""

import argparse
import sys
from pathlib import Path

REPOSITORY = "jingang/TabICL"
"""TabICL's weights, like its code, are under the BSD-3-Clause licence: they may be used commercially."""

FILES = {
    "classification": "tabicl-classifier-v2-20260212.ckpt",
    "regression": "tabicl-regressor-v2-20260212.ckpt",
}


class NoWeights(Exception):
    """They are neither in the cache nor to be had; says what to do."""


def weights_file(task: str, cache: Path, *, offline: bool) -> Path:
    """Return the file of the weights, from the hub if the cache has none. Raises `NoWeights`."""
    from huggingface_hub import hf_hub_download
    from huggingface_hub.errors import LocalEntryNotFoundError

    for local in (True,) if offline else (True, False):
        try:
            return Path(hf_hub_download(REPOSITORY, FILES[task], cache_dir=cache, local_files_only=local))
        except LocalEntryNotFoundError:
            continue
        except OSError as error:
            raise NoWeights(f"the hub cannot be reached for {REPOSITORY}/{FILES[task]}: {error}") from error
    where = f"{cache} does not hold {REPOSITORY}/{FILES[task]}"
    raise NoWeights(f"{where}: fetch it on a machine with access to the hub, and copy the folder here")


def small_checkpoint(path: Path, task: str, seed: int = 0) -> Path:
    """Write a checkpoint of the library's own class for tests: small and not trained, so it knows nothing."""
    import torch
    from tabicl._model.tabicl import TabICL

    torch.manual_seed(seed)
    config = {
        "max_classes": 10 if task == "classification" else 0,
        "embed_dim": 16,
        "col_num_blocks": 1,
        "col_nhead": 2,
        "col_num_inds": 8,
        "row_num_blocks": 1,
        "row_nhead": 2,
        "row_num_cls": 2,
        "icl_num_blocks": 1,
        "icl_nhead": 2,
        "zero_init": False,
    }
    torch.save({"config": config, "state_dict": TabICL(**config).state_dict()}, path)
    return path


def main() -> int:
    """Print the path; answer the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("task", choices=FILES)
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--offline", action="store_true")
    given = parser.parse_args()
    try:
        print(weights_file(given.task, given.cache, offline=given.offline))
    except NoWeights as why:
        print(f"weights: {why}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
