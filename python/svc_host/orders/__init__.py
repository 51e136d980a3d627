"""What the host can be asked to do. Each order is a module with a function `carry_out(frame, host)`, which
returns the frame that ends it.

To add one: a module here, a line in `ORDERS`, and its frame on the trusted side (`libs/runner/src/host/frames.ts`).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from svc_host.channel import Channel, Frame


@dataclass(frozen=True)
class Host:
    """What an order is carried out with."""

    channel: Channel
    root: Path
    """The project's files."""
    packages: str
    """The folder of the locked packages."""
    results: Path
    """Where the answers to queries appear."""
    output: int
    """The pipe for a table; -1 for an order that sends none."""


CarryOut = Callable[[Frame, Host], Frame]
"""Does what the trusted side asked for, and returns the frame that says what came of it."""


@dataclass(frozen=True)
class Order:
    """A kind of order."""

    module: str
    sends_table: bool = False

    def load(self) -> CarryOut:
        """Import the module, which no other order has to wait for."""
        carry_out: CarryOut = import_module(self.module).carry_out
        return carry_out


ORDERS: Mapping[str, Order] = {
    "describe": Order("svc_host.orders.describe"),
    "run": Order("svc_host.orders.run", sends_table=True),
    "train": Order("svc_engines.orders.train", sends_table=True),
    "score": Order("svc_engines.orders.score", sends_table=True),
}
