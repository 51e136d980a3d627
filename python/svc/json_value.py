"""What may stand in a manifest: values that mean the same in every JSON reader (I-JSON)."""

import math

from svc.errors import DeclarationError

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]

MAX_EXACT_INTEGER = 2**53
DEEPEST = 32


def json_value(value: object, where: str, depth: int = 0) -> Json:
    """Return a plain copy of `value`; raise `DeclarationError` naming the place if it is not JSON."""
    if depth > DEEPEST:
        raise DeclarationError(f"{where} is nested more than {DEEPEST} levels deep")
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return _text(value, where)
    if isinstance(value, int):
        return _integer(int(value), where)
    if isinstance(value, float):
        return _number(float(value), where)
    if isinstance(value, (list, tuple)):
        return [json_value(item, f"{where}[{i}]", depth + 1) for i, item in enumerate(value)]
    if isinstance(value, dict):
        return _mapping(value, where, depth)
    hint = "; write dates as text, for instance '2024-01-31'" if hasattr(value, "isoformat") else ""
    raise DeclarationError(f"{where} must be a JSON value, not {type(value).__name__}{hint}")


def _text(value: str, where: str) -> str:
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        raise DeclarationError(f"{where} contains half of a surrogate pair, which is not text") from None
    return str(value)


def _integer(value: int, where: str) -> int:
    if abs(value) > MAX_EXACT_INTEGER:
        raise DeclarationError(f"{where} is beyond ±2^53, where JSON readers disagree; write it as text")
    return value


def _number(value: float, where: str) -> float:
    if not math.isfinite(value):
        raise DeclarationError(f"{where} must be a finite number, not {value}")
    return value


def _mapping(value: dict[object, object], where: str, depth: int) -> dict[str, Json]:
    plain: dict[str, Json] = {}
    for key, item in value.items():
        if not isinstance(key, str):
            raise DeclarationError(f"{where} has the key {key!r}; keys must be text")
        plain[_text(key, f"a key of {where}")] = json_value(item, f"{where}[{key!r}]", depth + 1)
    return plain
