"""Start of the process inside the sandbox: takes its descriptors, waits for one order, carries it out, ends.

Descriptors on entry: 0 /dev/null, 1 and 2 captured, 3 the protocol, 4 spent by bubblewrap,
5 the pipe for a table result.
"""

import fcntl
import io
import os
import sys
from pathlib import Path

from svc_host.channel import Channel
from svc_host.orders import ORDERS, Host
from svc_host.project import ROOT, write_project

PACKAGES = "/packages"
RESULTS = Path("/results")
PROTOCOL, OUTPUT = 3, 5
PRIVATE_FROM = 100
LAST_DESCRIPTOR = 2**31 - 1


def main() -> None:
    """Carry out one order of the trusted side."""
    channel = Channel(_private(PROTOCOL))
    for stream in (sys.stdout, sys.stderr):
        # Lines leave at once, so that a run that is stopped has said what it said.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(line_buffering=True, errors="backslashreplace")
    sys.path.append(PACKAGES)
    channel.send({"type": "ready"})
    frame = channel.receive()
    order = ORDERS[frame["type"]]
    output = _private(OUTPUT) if order.sends_table else -1
    _close_all_but({channel.descriptor, output})
    if offset := frame.get("clock_offset_seconds", 0):
        from svc_host.clock import ClockNotShifted, shift_clock

        try:
            shift_clock(offset)
        except ClockNotShifted as why:
            # The other circumstances still differ, so the run is worth having.
            print(f"svc: this run has the same clock as the others: {why}", file=sys.stderr)
    ROOT.mkdir()
    write_project(frame.get("files", {}), ROOT)
    ending = order.load()(frame, Host(channel, ROOT, PACKAGES, RESULTS, output))
    if not channel.is_owner():
        # A child that author's code forked came back here: it does not speak for the order.
        os._exit(0)
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and not stream.closed:
            stream.flush()
    channel.send(ending)


def _close_all_but(kept: set[int]) -> None:
    """Close what the service, or whoever started it, left open for its children by mistake."""
    first = 3
    for descriptor in sorted(kept - {-1}):
        os.closerange(first, descriptor)
        first = descriptor + 1
    os.closerange(first, LAST_DESCRIPTOR)


def _private(descriptor: int) -> int:
    """Move a descriptor out of the way of author's code and of the programs it starts."""
    private = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, PRIVATE_FROM)
    os.close(descriptor)
    return private


if __name__ == "__main__":
    main()
