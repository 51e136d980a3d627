"""Plots of how the model does on the held-out rows."""

from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from svc_engines.evidence import Trained
from svc_engines.evidence.figures import label, panel, save
from svc_engines.table import Problem

MAX_CURVES = 10
BINS = 10
MAX_DOTS = 5000

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]


def write_plots(folder: Path, problem: Problem, trained: Trained) -> None:
    """Write the plots of the task."""
    plots = folder / "plots"
    plots.mkdir(exist_ok=True)
    if problem.classes is not None:
        _classification(plots, problem, trained)
    elif problem.task == "ts_forecast":
        _forecast(plots, problem, trained)
    else:
        _regression(plots, problem, trained)


def _classification(plots: Path, problem: Problem, trained: Trained) -> None:
    classes, p = problem.classes or [], trained.predicted
    chosen = [1] if len(classes) == 2 else list(range(min(len(classes), MAX_CURVES)))
    curves = [(label(str(classes[i])), problem.held_y == i, p[:, i]) for i in chosen]
    curves = [it for it in curves if it[1].any() and not it[1].all()]
    figure, axes = panel("ROC", "false positive rate", "true positive rate")
    for name, positive, value in curves:
        fp, tp = _cumulative(positive, value)
        axes.plot(fp / fp[-1], tp / tp[-1], label=name)
    axes.plot([0, 1], [0, 1], color="0.7", linestyle="--")
    _finish(figure, axes, plots / "roc.png")
    figure, axes = panel("Precision and recall", "recall", "precision")
    for name, positive, value in curves:
        fp, tp = _cumulative(positive, value)
        axes.plot(tp[1:] / tp[-1], tp[1:] / (tp[1:] + fp[1:]), label=name)
    _finish(figure, axes, plots / "precision_recall.png")
    figure, axes = panel("Lift", "share of rows, most probable first", "times the average rate")
    for name, positive, value in curves:
        fp, tp = _cumulative(positive, value)
        share = (tp[1:] + fp[1:]) / len(positive)
        axes.plot(share, tp[1:] / tp[-1] / share, label=name)
    _finish(figure, axes, plots / "lift.png")
    figure, axes = panel("Calibration", "predicted probability", "share that came true")
    axes.plot([0, 1], [0, 1], color="0.7", linestyle="--")
    for name, positive, value in curves:
        said, happened = calibration(positive, value)
        axes.plot(said, happened, marker="o", label=name)
    _finish(figure, axes, plots / "calibration.png")
    _confusion(plots / "confusion.png", problem, p.argmax(axis=1))


def _finish(figure: Figure, axes: Any, path: Path) -> None:
    if axes.get_legend_handles_labels()[1]:
        axes.legend()
    save(figure, path)


def _cumulative(positive: Flags, value: Floats) -> tuple[Floats, Floats]:
    """Return false and true positives at each threshold, from above the largest value down; equal values together."""
    order = np.argsort(-value, kind="stable")
    last = np.append(np.flatnonzero(np.diff(value[order])), len(value) - 1)
    tp, fp = np.cumsum(positive[order])[last], np.cumsum(~positive[order])[last]
    return np.append(0.0, fp), np.append(0.0, tp)


def calibration(positive: Flags, value: Floats) -> tuple[Floats, Floats]:
    """Return mean probability and share of positives in bins of equally many rows."""
    bins = [it for it in np.array_split(np.argsort(value, kind="stable"), BINS) if len(it)]
    return np.array([value[it].mean() for it in bins]), np.array([positive[it].mean() for it in bins])


def _confusion(path: Path, problem: Problem, predicted: NDArray[np.int64]) -> None:
    classes = problem.classes or []
    counts = np.zeros((len(classes), len(classes)), dtype=int)
    np.add.at(counts, (problem.held_y, predicted), 1)
    figure, axes = panel("Confusion", "predicted", "actual", height=5)
    shares = counts / np.maximum(1, counts.sum(axis=1, keepdims=True))
    axes.imshow(shares, vmin=0, vmax=1, cmap="Blues")
    if len(classes) <= 20:
        names = [label(str(it)) for it in classes]
        axes.set_xticks(range(len(classes)), names, rotation=45, ha="right")
        axes.set_yticks(range(len(classes)), names)
        for (i, j), n in np.ndenumerate(counts):
            axes.text(j, i, str(n), ha="center", va="center", color="white" if shares[i, j] > 0.5 else "black")
    save(figure, path)


def _regression(plots: Path, problem: Problem, trained: Trained) -> None:
    some = slice(None, None, max(1, len(problem.held_y) // MAX_DOTS))
    actual, predicted = problem.held_y[some], trained.predicted[some]
    figure, axes = panel("Predicted and actual", f"actual {problem.spec.target}", "predicted")
    axes.scatter(actual, predicted, s=6)
    ends = [min(actual.min(), predicted.min()), max(actual.max(), predicted.max())]
    axes.plot(ends, ends, color="0.7", linestyle="--")
    save(figure, plots / "predicted_actual.png")
    figure, axes = panel("Residuals", "predicted", "actual − predicted")
    axes.scatter(predicted, actual - predicted, s=6)
    axes.axhline(0, color="0.7", linestyle="--")
    save(figure, plots / "residuals.png")


def _forecast(plots: Path, problem: Problem, trained: Trained) -> None:
    name = str(problem.spec.time_col)
    figure, axes = panel("Forecast of the held-out end", name, problem.spec.target)
    tail = slice(-5 * len(problem.held_y), None)
    axes.plot(problem.frame[name].iloc[tail], problem.y[tail], color="0.5", label="learnt from")
    axes.plot(problem.held_frame[name], problem.held_y, color="black", label="actual")
    axes.plot(problem.held_frame[name], trained.predicted, label="forecast")
    _finish(figure, axes, plots / "forecast.png")
