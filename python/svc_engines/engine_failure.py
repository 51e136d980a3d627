"""An engine's exception as the frame `failure`."""

import errno
import traceback

from svc_host.channel import Frame

MAX_TRACEBACK_LENGTH = 30_000
NO_SPACE = (errno.ENOSPC, errno.EFBIG, errno.EDQUOT)


def failure(error: BaseException) -> Frame:
    """Return the frame that says why an engine could not go on."""
    text = "".join(traceback.format_exception(error))
    return {
        "type": "failure",
        "reason": _reason(error),
        "message": f"{type(error).__name__}: {error}"[:2000],
        "traceback": text[-MAX_TRACEBACK_LENGTH:],
    }


def _reason(error: BaseException) -> str:
    # LightGBM and XGBoost say in words that they got no memory.
    if isinstance(error, MemoryError) or "bad_alloc" in str(error):
        return "memory"
    if isinstance(error, OSError) and error.errno in NO_SPACE:
        return "disk"
    if isinstance(error, BlockingIOError) or (isinstance(error, RuntimeError) and "start new thread" in str(error)):
        return "processes"
    return "raised"
