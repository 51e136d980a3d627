"""What a search has tried, said to whoever waits: one reporter for all engines."""

import math
import time
from collections.abc import Callable, Mapping
from typing import Any

MAX_TRIALS = 500
EVERY_SECONDS = 0.5
MAX_TEXT_LENGTH = 900
MAX_NAME_LENGTH = 200

Send = Callable[[dict[str, Any]], None]


class TrialReporter:
    """Keeps the trials of one training and says each once, with the progress at a bounded rate.

    Scores are in the unit of the metric; `deadline` is on `time.monotonic()`.
    """

    def __init__(
        self, send: Send, budget: float, greater_is_better: bool, finished: tuple[Mapping[str, Any], ...] = ()
    ) -> None:
        self._send = send
        self._greater = greater_is_better
        self._last = -math.inf
        self._phase = "reading"
        self.begun = time.monotonic()
        self.deadline = self.begun + budget
        self.trials: list[dict[str, Any]] = [dict(it) for it in finished]

    def start_search(self, budget: float) -> None:
        """Begin to count the budget."""
        self.begun = time.monotonic()
        self.deadline = self.begun + budget
        self.phase("searching")

    def phase(self, phase: str, message: str = "") -> None:
        """Say what is done now."""
        self._phase = phase
        self._say(message)

    def seconds_left(self) -> float:
        """Return how much of the search's time is left; never below 0."""
        return max(0.0, self.deadline - time.monotonic())

    def finished(self) -> bool:
        """Whether the search has used its time, or has said all trials that are kept."""
        return self.seconds_left() <= 0 or len(self.trials) >= MAX_TRIALS

    def trial(
        self,
        estimator: str,
        params: Mapping[str, Any],
        score: float | None,
        seconds: float,
        state: str = "complete",
        message: str | None = None,
    ) -> None:
        """Keep and say one trial: `state` is complete, pruned or failed. Beyond the most that are kept, nothing."""
        if len(self.trials) >= MAX_TRIALS:
            return
        trial = {
            "number": len(self.trials),
            "estimator": estimator,
            "params": {str(name)[:MAX_NAME_LENGTH]: plain(value) for name, value in params.items()},
            "score": None if score is None or not math.isfinite(score) else float(score),
            "seconds": max(0.0, float(seconds)),
            "state": state,
            "message": None if message is None else message[:MAX_TEXT_LENGTH],
        }
        self.trials.append(trial)
        self._send({"type": "trial", "trial": trial})
        if time.monotonic() - self._last >= EVERY_SECONDS:
            self._say("")

    def counts(self) -> dict[str, int]:
        """Return how many trials there are in each state."""
        return {state: sum(it["state"] == state for it in self.trials) for state in ("complete", "pruned", "failed")}

    def best(self) -> float | None:
        """Return the best score of the complete trials."""
        scores = [it["score"] for it in self.trials if it["state"] == "complete" and it["score"] is not None]
        if not scores:
            return None
        return max(scores) if self._greater else min(scores)

    def _say(self, message: str) -> None:
        self._last = time.monotonic()
        self._send(
            {
                "type": "progress",
                "phase": self._phase,
                "trials": self.counts(),
                "best": self.best(),
                "seconds_left": self.seconds_left() if self._phase in ("reading", "searching") else 0.0,
                "message": message,
            }
        )


def plain(value: Any) -> Any:  # noqa: ANN401 - whatever a library has as a setting
    """Return the setting as a JSON value: a text, a number, a boolean or null."""
    if hasattr(value, "item"):
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if value is None or isinstance(value, (bool, int, float)):
        return value
    return str(value)[:MAX_TEXT_LENGTH]
