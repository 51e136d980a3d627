"""Figures, drawn without a display and without pyplot's state."""

from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

MAX_BARS = 20
MAX_LABEL_LENGTH = 40

Floats = NDArray[np.float64]


def panel(title: str, x: str, y: str, *, height: float = 4.0) -> tuple[Figure, Any]:
    """Return a figure with one pair of axes."""
    figure = Figure(figsize=(6, height), layout="constrained")
    axes = figure.add_subplot()
    axes.set_title(text(title))
    axes.set_xlabel(text(x))
    axes.set_ylabel(text(y))
    return figure, axes


def save(figure: Figure, path: Path) -> None:
    """Write the same bytes for the same figure."""
    figure.savefig(path, dpi=110, metadata={"Software": None})


def text(words: str) -> str:
    """Return the words as a figure may show them: short, and no formula."""
    short = words if len(words) <= 90 else f"{words[:89]}…"
    return short.replace("$", r"\$")


def label(name: str) -> str:
    """Return a column's name for an axis."""
    return text(name if len(name) <= MAX_LABEL_LENGTH else f"{name[: MAX_LABEL_LENGTH - 1]}…")


def importance_bars(path: Path, importances: list[dict[str, Any]], method: str) -> None:
    """Draw the largest importances, largest on top."""
    top = importances[:MAX_BARS][::-1]
    figure, axes = panel("Importance of features", f"share ({method})", "", height=1.5 + 0.3 * len(top))
    axes.barh(range(len(top)), [it["importance"] for it in top])
    axes.set_yticks(range(len(top)), [label(it["feature"]) for it in top])
    save(figure, path)


def beeswarm(path: Path, names: list[str], effects: Floats, values: Floats, what: str) -> None:
    """Draw effects (n × features); colour is the rank of the feature's value, grey where it has none."""
    order = np.argsort(-np.abs(effects).mean(axis=0), kind="stable")[:MAX_BARS][::-1]
    figure, axes = panel("What moves the answers", what, "", height=1.5 + 0.35 * len(order))
    for at, i in enumerate(order):
        known = ~np.isnan(values[:, i])
        rank = np.zeros(len(values))
        _, places = np.unique(values[known, i], return_inverse=True)
        rank[known] = places / max(1, places.max(initial=0))
        y = at + _spread(effects[:, i])
        axes.scatter(effects[known, i], y[known], c=rank[known], cmap="coolwarm", s=6, vmin=0, vmax=1)
        axes.scatter(effects[~known, i], y[~known], c="0.6", s=6)
    axes.axvline(0, color="0.5", linewidth=0.8)
    axes.set_yticks(range(len(order)), [label(names[i]) for i in order])
    save(figure, path)


def _spread(effect: Floats) -> Floats:
    """Return small offsets that keep dots of about the same effect apart."""
    low, high = float(effect.min()), float(effect.max())
    bins = np.zeros(len(effect), dtype=int) if high == low else ((effect - low) / (high - low) * 60).astype(int)
    offsets = np.zeros(len(effect))
    for one in np.unique(bins):
        rows = np.flatnonzero(bins == one)
        offsets[rows] = ((np.arange(len(rows)) + 1) // 2) * np.where(np.arange(len(rows)) % 2, 1, -1)
    most = max(1.0, float(np.abs(offsets).max()))
    return 0.4 * offsets / most
