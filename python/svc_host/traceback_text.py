"""Tracebacks as an author wants them: their own frames first, the full text after, paths as the author knows them."""

import sys
import traceback
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

MAX_MESSAGE_LENGTH = 2_000
MAX_TRACEBACK_LENGTH = 32_000

# Where things lie on this machine is nobody's business outside it; the longest path goes first.
_PLACES = sorted(
    {
        f"{Path(__file__).resolve().parent.parent}/": "",
        f"{sys.prefix}/": "python/",
        f"{sys.base_prefix}/": "python/",
    }.items(),
    key=lambda place: -len(place[0]),
)


@dataclass(frozen=True)
class Explained:
    """An exception in words."""

    message: str
    traceback: str
    file: str | None
    line: int | None


def explain(error: BaseException, root: Path) -> Explained:
    """Describe `error`, which author's code raised somewhere below `root`."""
    summary = traceback.TracebackException(type(error), error, _from_author(error, root), limit=-200)
    full = "".join(summary.format())
    own = [frame for frame in summary.stack if frame.filename.startswith(f"{root}/")]
    headline = "".join(summary.format_exception_only()).strip()
    last = own[-1] if own else None
    file, line = (last.filename, last.lineno) if last else (None, None)
    if isinstance(error, SyntaxError) and error.filename:
        file, line = error.filename, error.lineno
    frames = ["Traceback (your code):\n", *traceback.StackSummary.from_list(own).format()] if own else []
    short = "".join([*frames, headline, "\n"])
    same = len(own) == len(summary.stack) and summary.__cause__ is None and summary.__context__ is None
    # Without a frame of theirs the others are the host's, and say nothing to the author.
    text = f"{short}\nFull traceback:\n{full}" if own and not same else short
    return Explained(
        message=shorten(_relative(headline, root), MAX_MESSAGE_LENGTH),
        traceback=shorten(_relative(text, root), MAX_TRACEBACK_LENGTH),
        file=_relative(file, root) if file and file.startswith(f"{root}/") else None,
        line=line,
    )


def _from_author(error: BaseException, root: Path) -> TracebackType | None:
    """Return the traceback without the host's own frames, which lead up to the author's code."""
    step = error.__traceback__
    while step is not None and not step.tb_frame.f_code.co_filename.startswith(f"{root}/"):
        step = step.tb_next
    return step or error.__traceback__


def shorten(text: str, longest: int) -> str:
    """Return `text`, or its head and tail with a note of how much is left out."""
    if len(text) <= longest:
        return text
    half = longest // 2
    return f"{text[:half]}\n… {len(text) - 2 * half} characters left out …\n{text[-half:]}"


def _relative(text: str, root: Path) -> str:
    for place, name in ((f"{root}/", ""), *_PLACES):
        text = text.replace(place, name)
    return text
