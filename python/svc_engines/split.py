"""Which rows are held out, and the folds of the rest: stands alone, because training scripts contain it as it is."""

import hashlib
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute

pc: Any = pyarrow.compute


def places(table: "pa.Table", names: list, seed: int) -> "np.ndarray":
    """Return each row's place in [0, 1): SHA-256 of the seed and of the named columns. Equal rows have equal places."""
    texts = [pc.fill_null(pc.cast(table.column(name), pa.string()), "\0") for name in names]
    joined = pc.binary_join_element_wise(*texts, "\x1f").to_pylist()
    start = hashlib.sha256(f"{seed}\x1f".encode())
    found = np.empty(len(joined), dtype=np.uint64)
    for i, text in enumerate(joined):
        digest = start.copy()
        digest.update(text.encode("utf-8", "surrogatepass"))
        found[i] = int.from_bytes(digest.digest()[:8], "big")
    return found / 2.0**64


def held_out(
    rule: str, fraction: float, strata: "np.ndarray", place: "np.ndarray", time: "np.ndarray | None"
) -> "np.ndarray":
    """Return a mask (n) of the rows that are put aside. By group, `place` is the group's."""
    if rule == "time" and time is not None:
        return held_out_by_time(time, fraction)
    if rule == "group":
        groups, rows = np.unique(place, return_inverse=True)
        return held_out_by_place(groups, np.zeros(len(groups), dtype=int), fraction)[rows]
    return held_out_by_place(place, strata, fraction)


def in_order(held: "np.ndarray", place: "np.ndarray", time: "np.ndarray | None") -> tuple:
    """Return the numbers of the rows to learn from, and of those put aside, in order of time or place."""
    order = np.lexsort((place,) if time is None else (place, time))
    return order[~held[order]], order[held[order]]


def held_out_by_place(place: "np.ndarray", strata: "np.ndarray", fraction: float) -> "np.ndarray":
    """Return a mask (n): rows below the fraction, or the first of each stratum where that leaves one short."""
    held = place < fraction
    counts = np.bincount(strata)
    here = np.bincount(strata, weights=held, minlength=len(counts))
    enough = fraction / 2 <= held.mean() <= 1.5 * fraction
    if enough and all(0 < h < n for h, n in zip(here, counts, strict=True) if n > 1) and not here[counts == 1].any():
        return held
    held = np.zeros(len(place), dtype=bool)
    for stratum in np.flatnonzero(counts > 1):
        rows = np.flatnonzero(strata == stratum)
        sorted_places = np.sort(place[rows])
        last = sorted_places[min(int(np.ceil(fraction * len(rows))), len(rows) - 1) - 1]
        # Equal rows stay together, unless that took all of them.
        held[rows] = place[rows] <= last if last < sorted_places[-1] else False
    return held


def held_out_by_time(time: "np.ndarray", fraction: float, least: int = 1) -> "np.ndarray":
    """Return a mask (n): the newest rows, equal times together; at least so many where half of them allow it."""
    n = len(time)
    wanted = min(max(int(np.ceil(fraction * n)), least), n // 2)
    return time >= np.sort(time)[n - max(wanted, 1)]


def folds_by_time(time: "np.ndarray", k: int) -> list:
    """Return (train, validate) row numbers of `k` expanding windows over rows sorted by time; equal times together."""
    bounds = [int(np.searchsorted(time, time[len(time) * i // (k + 1)])) for i in range(1, k + 1)] + [len(time)]
    pairs = [(np.arange(a), np.arange(a, b)) for a, b in zip(bounds, bounds[1:], strict=False)]
    return [(train, valid) for train, valid in pairs if len(train) and len(valid)]


def folds_by_group(groups: "np.ndarray", k: int) -> list:
    """Return (train, validate) row numbers; every group is whole, the largest are dealt out first."""
    _, codes = np.unique(groups, return_inverse=True)
    sizes = np.bincount(codes)
    fold_of = np.zeros(len(sizes), dtype=int)
    load = np.zeros(min(k, len(sizes)))
    for group in np.argsort(-sizes, kind="stable"):
        fold_of[group] = int(load.argmin())
        load[fold_of[group]] += sizes[group]
    return _pairs(fold_of[codes], len(load))


def folds_by_place(place: "np.ndarray", strata: "np.ndarray", k: int) -> list:
    """Return (train, validate) row numbers; strata are spread evenly, equal rows are in one fold."""
    fold = np.zeros(len(place), dtype=int)
    for stratum in np.unique(strata):
        rows = np.flatnonzero(strata == stratum)
        _, rank = np.unique(place[rows], return_inverse=True)
        fold[rows] = rank % k
        if len(rows) == 1:
            # It is needed to learn from, in every fold.
            fold[rows] = -1
    return _pairs(fold, k)


def _pairs(fold: "np.ndarray", k: int) -> list:
    pairs = [(np.flatnonzero(fold != i), np.flatnonzero(fold == i)) for i in range(k)]
    return [(train, valid) for train, valid in pairs if len(train) and len(valid)]
