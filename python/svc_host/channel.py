"""The protocol with the trusted side: one JSON object per line, both ways, on a private descriptor.

Author's code does not meet that descriptor by accident, but it shares the process: it can find it and forge frames.
The trusted side treats every frame so.
"""

import json
import os
import threading
from typing import Any

Frame = dict[str, Any]

READ_SIZE = 1 << 20


class Channel:
    """Sends and receives frames. Only the process that made it may use it: forked children are refused."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self._owner = os.getpid()
        self._lock = threading.Lock()
        self._pending = b""

    def is_owner(self) -> bool:
        """Whether this is the process that the trusted side talks to."""
        return os.getpid() == self._owner

    def send(self, frame: Frame) -> None:
        """Write one frame. `ensure_ascii` keeps newlines and lone surrogates out of the line."""
        line = memoryview(json.dumps(frame, separators=(",", ":"), allow_nan=False).encode("ascii") + b"\n")
        while line:
            line = line[os.write(self.descriptor, line) :]

    def receive(self) -> Frame:
        """Wait for the next frame. Raises `EOFError` when the trusted side is gone."""
        parts = [self._pending]
        while b"\n" not in parts[-1]:
            chunk = os.read(self.descriptor, READ_SIZE)
            if not chunk:
                raise EOFError("the trusted side closed the channel")
            parts.append(chunk)
        line, self._pending = b"".join(parts).split(b"\n", 1)
        frame = json.loads(line)
        if not isinstance(frame, dict):
            raise EOFError("the trusted side sent something that is not a frame")
        return frame

    def ask(self, frame: Frame) -> Frame:
        """Send one frame and wait for its answer."""
        if not self.is_owner():
            raise RuntimeError("ctx can be used only in the process that runs the derivation, not in a child of it")
        with self._lock:
            self.send(frame)
            return self.receive()
