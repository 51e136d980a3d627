"""Tracebacks as an author wants them: their own frames first, the full text after, project paths as they wrote them."""

import traceback
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

LONGEST_MESSAGE = 2_000
LONGEST_TRACEBACK = 32_000


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
    short = "".join(["Traceback (your code):\n", *traceback.StackSummary.from_list(own).format(), headline, "\n"])
    same = len(own) == len(summary.stack) and summary.__cause__ is None and summary.__context__ is None
    text = short if own and same else f"{short}\nFull traceback:\n{full}" if own else full
    return Explained(
        message=shorten(_relative(headline, root), LONGEST_MESSAGE),
        traceback=shorten(_relative(text, root), LONGEST_TRACEBACK),
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
    return text.replace(f"{root}/", "")
