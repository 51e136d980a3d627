"""How an engine's order ends when it has no result."""

import errno
import traceback
from collections.abc import Callable

from svc_engines.spec import Refused
from svc_host.channel import Frame

MAX_TRACEBACK_LENGTH = 30_000
NO_SPACE = (errno.ENOSPC, errno.EFBIG, errno.EDQUOT)


def ending(work: Callable[[], Frame]) -> Frame:
    """Return the frame that the work returns, or the one that says why there is none."""
    try:
        return work()
    except Refused as why:
        return {"type": "refused", "code": why.code, "message": why.message[:4000], "column": why.column}
    except BaseException as error:  # noqa: BLE001 - libraries and models may raise anything, also SystemExit
        return failure(error)


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
