"""Sections 2 and 3 of docs/certificate-format.md: JSON that means one thing, and its canonical bytes (RFC 8785)."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

MAX_LEVELS = 64


class NotJson(Exception):
    """Not a JSON text, or one that two readers could take for different values."""


def read_json(data: bytes) -> object:
    """The value of a text; every number is a float. Raises NotJson."""
    try:
        text = data.decode("utf-8")
        value = json.loads(
            text, object_pairs_hook=_members, parse_int=_number, parse_float=_number, parse_constant=_constant
        )
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise NotJson(str(error)) from error
    _screen(value, 0)
    return value


def canonical_bytes(value: object) -> bytes:
    """The bytes that are hashed and signed."""
    return _canonical(value).encode("utf-8")


def _number(token: str) -> float:
    value = float(token)
    if value in (float("inf"), float("-inf")):
        raise NotJson(f"{token[:40]} does not fit a double")
    is_integer = not any(each in token for each in ".eE")
    if is_integer and abs(value) >= 2**53 and _canonical_number(value) != token:
        raise NotJson(f"{token[:40]} would be rounded")
    return value


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise NotJson("a member name is repeated")
    return found


def _constant(token: str) -> object:
    raise NotJson(f"{token} is not JSON")


def _screen(value: object, level: int) -> None:
    """Refuses what the grammar allows and signed text cannot hold: halves of surrogate pairs, and depth without end."""
    if isinstance(value, str) and any("\ud800" <= each <= "\udfff" for each in value):
        raise NotJson("half of a surrogate pair")
    if isinstance(value, (dict, list)):
        if level >= MAX_LEVELS:
            raise NotJson(f"nests deeper than {MAX_LEVELS}")
        for each in (*value, *value.values()) if isinstance(value, dict) else value:
            _screen(each, level + 1)


_ESCAPES = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}


def _canonical(value: object) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return _canonical_number(value)
    if isinstance(value, str):
        return _canonical_string(value)
    if isinstance(value, list):
        return "[" + ",".join(map(_canonical, value)) + "]"
    assert isinstance(value, dict)
    # Big-endian UTF-16 sorts as its code units do; Python's own order is by code point and differs above U+FFFF.
    names = sorted(value, key=lambda name: name.encode("utf-16-be"))
    return "{" + ",".join(f"{_canonical_string(name)}:{_canonical(value[name])}" for name in names) + "}"


def _canonical_string(text: str) -> str:
    return '"' + "".join(_ESCAPES.get(each) or (f"\\u{ord(each):04x}" if each < " " else each) for each in text) + '"'


def _canonical_number(value: float) -> str:
    """As ECMAScript prints a double. `repr` gives the same shortest digits; only their arrangement differs."""
    if value == 0:
        return "0"
    sign, all_digits, exponent = Decimal(repr(value)).as_tuple()
    digits = "".join(map(str, all_digits))
    point = len(digits) + int(exponent)  # where the decimal point stands, counted from the first digit
    digits = digits.rstrip("0")
    if len(digits) <= point <= 21:
        text = digits + "0" * (point - len(digits))
    elif 0 < point <= 21:
        text = digits[:point] + "." + digits[point:]
    elif -6 < point <= 0:
        text = "0." + "0" * -point + digits
    else:
        text = digits[0] + ("." + digits[1:] if len(digits) > 1 else "") + f"e{point - 1:+d}"
    return "-" + text if sign else text
