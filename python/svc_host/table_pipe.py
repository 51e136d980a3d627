"""The way a table leaves the sandbox: a pipe to the trusted side, which keeps the file."""

import io
import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer


class TablePipe(io.RawIOBase):
    """Writes to a pipe and knows its position, which a Parquet file's footer needs."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._position = 0

    def writable(self) -> bool:
        """Whether one may write: always."""
        return True

    def tell(self) -> int:
        """How many bytes were written."""
        return self._position

    def write(self, data: "ReadableBuffer") -> int:
        """Write all of `data`, however little the pipe takes at once."""
        rest = memoryview(data).cast("B")
        size = len(rest)
        while rest:
            rest = rest[os.write(self._descriptor, rest) :]
        self._position += size
        return size
