"""Section 5 of docs/certificate-format.md: what a payload must look like. Members it does not name are welcome."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

Check = Callable[[object], bool]
# The white space of the document; Python would count others too.
SPACE = "\t\n\v\f\r \u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff" + "".join(map(chr, range(0x2000, 0x200B)))
INSTANT = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]+))?Z")
DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def text(value: object) -> bool:
    """A string."""
    return isinstance(value, str)


def number(value: object) -> bool:
    """A number: what was read is finite."""
    return isinstance(value, float)


def integer(value: object) -> bool:
    """A whole number that a double holds exactly, however it was spelled."""
    return isinstance(value, float) and value.is_integer() and abs(value) < 2**53


def count(value: object) -> bool:
    """A whole number from 0."""
    return isinstance(value, float) and integer(value) and value >= 0


def digest(value: object) -> bool:
    """A SHA-256 digest, in lower case."""
    return isinstance(value, str) and re.fullmatch(r"sha256:[0-9a-f]{64}", value) is not None


def instant(value: object) -> bool:
    """A time in UTC with microseconds, on a day that the calendar has."""
    found = INSTANT.fullmatch(value) if isinstance(value, str) else None
    if found is None or len(found[7] or "") != 6 or milliseconds(value) is None:
        return False
    year, month, day, hour = (int(each) for each in found.groups()[:4])
    is_leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return hour < 24 and day <= (29 if is_leap and month == 2 else DAYS[month - 1])


def one_of(*allowed: str) -> Check:
    """One of these strings."""
    return lambda value: isinstance(value, str) and value in allowed


def either(*checks: Check) -> Check:
    """What any of the checks accepts."""
    return lambda value: any(check(value) for check in checks)


def nullable(check: Check) -> Check:
    """Null, or what the check accepts."""
    return lambda value: value is None or check(value)


def array(check: Check) -> Check:
    """An array of what the check accepts."""
    return lambda value: isinstance(value, list) and all(map(check, value))


def record(check: Check) -> Check:
    """An object whose every member the check accepts."""
    return lambda value: isinstance(value, dict) and all(map(check, value.values()))


def members(**checks: Check) -> Check:
    """An object that has these members, and perhaps others."""
    return lambda value: (
        isinstance(value, dict) and all(name in value and check(value[name]) for name, check in checks.items())
    )


VERDICT = one_of("sound", "unsound", "inconclusive")
PAYLOAD = {
    "derivation": text,
    "question": text,
    "verdict": VERDICT,
    "claim": members(
        kind=text, roles=record(either(text, number, array(text))), declared=lambda it: isinstance(it, dict)
    ),
    "estimate": nullable(
        members(
            value=number,
            label=text,
            unit=nullable(text),
            interval=nullable(members(level=number, low=number, high=number)),
            n=count,
        )
    ),
    "adjusted_for": array(text),
    "gates": array(
        members(
            name=text,
            verdict=VERDICT,
            statistic=nullable(number),
            threshold=nullable(number),
            n=nullable(count),
            seed=nullable(either(text, integer)),
            detail=nullable(text),
        )
    ),
    "skipped": array(members(name=text, reason=lambda it: isinstance(it, str) and it.strip(SPACE) != "")),
    "oracle": members(version=text, policy=text, alpha=number, attempts=count, error_rates=nullable(text)),
    "code": members(hash=digest, environment=nullable(digest), source_hash=nullable(digest)),
    "data": members(hash=digest, rows=nullable(count), inputs=record(digest)),
    "derivation_version": digest,
    "certified_by": members(issuer=text, actor=text),
    "run_at": instant,
    "issued_at": instant,
    "public_key": text,
}


def defects(payload: dict[str, Any]) -> list[str]:
    """The members that are missing or not as they must be."""
    return [name for name, check in PAYLOAD.items() if name not in payload or not check(payload[name])]


def milliseconds(value: object) -> int | None:
    """Whole milliseconds since 0000-03-01, the rest cut off; None for what is not a time in UTC."""
    found = INSTANT.fullmatch(value) if isinstance(value, str) else None
    if found is None:
        return None
    year, month, day, hour, minute, second = (int(each) for each in found.groups()[:6])
    fraction = found[7] or "0"
    is_end_of_day = hour == 24 and minute == second == int(fraction) == 0
    if not (1 <= month <= 12 and 1 <= day <= 31 and (hour <= 23 or is_end_of_day) and minute <= 59 and second <= 59):
        return None
    # Years that begin in March have their leap day at the end.
    year, month = (year, month - 3) if month > 2 else (year - 1, month + 9)
    days = 365 * year + year // 4 - year // 100 + year // 400 + (153 * month + 2) // 5 + day
    return ((days * 24 + hour) * 60 + minute) * 60_000 + second * 1000 + int(fraction[:3].ljust(3, "0"))
