"""The decorator that turns a function into a derivation, and what it declares."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import FunctionType
from typing import Any, TypeVar

from svc.claim import Claim, Contract
from svc.context import Context
from svc.errors import DeclarationError
from svc.inputs import Dataset, Derivation, check_name
from svc.json_value import Json, json_value
from svc.param import Param

MAX_DESCRIPTION_LENGTH = 4096
MANIFEST_ATTRIBUTE = "__svc_manifest__"

Author = TypeVar("Author", bound=Callable[[Context], Any])
_Declared = TypeVar("_Declared")


@dataclass(frozen=True)
class Manifest:
    """Everything a decorator declares about one derivation."""

    name: str
    description: str
    inputs: Mapping[str, Dataset | Derivation]
    params: Mapping[str, Param]
    claim: Claim | None
    contract: Contract | None
    ordered: bool
    tolerance: float | None

    def to_json(self) -> dict[str, Json]:
        """Return the manifest without the identity of its code."""
        inputs: dict[str, Json] = {
            name: {"kind": "dataset" if isinstance(source, Dataset) else "derivation", "ref": source.ref}
            for name, source in self.inputs.items()
        }
        return {
            "name": self.name,
            "description": self.description,
            "inputs": inputs,
            "params": {name: param.to_json() for name, param in self.params.items()},
            "claim": self.claim.to_json() if self.claim else None,
            "contract": self.contract.to_json() if self.contract else None,
            "ordered": self.ordered,
            "tolerance": self.tolerance,
        }


def derivation(
    misplaced: None = None,
    /,
    *,
    inputs: Mapping[str, Dataset | Derivation] | None = None,
    params: Mapping[str, Param] | None = None,
    claim: Claim | None = None,
    contract: Contract | None = None,
    ordered: bool = False,
    tolerance: float | None = None,
    name: str | None = None,
) -> Callable[[Author], Author]:
    """Declare a function of one argument, `ctx`, as a derivation named like the function.

    `ordered` makes the order of the rows part of the result's identity. `tolerance` is the largest relative
    difference between two runs that still counts as the same result; by default they must be identical.
    The function itself stays as it is and can be called in tests.
    """

    def declare(function: Author) -> Author:
        if not isinstance(function, FunctionType):
            raise DeclarationError("@derivation decorates a function defined with def")
        title = f"derivation {name or function.__name__}"
        manifest = Manifest(
            name=check_name(name or function.__name__, "a derivation's name"),
            description=_first_line(function.__doc__),
            inputs=_entries(inputs, "inputs", (Dataset, Derivation), 'Dataset("…") or Derivation("…")', title),
            params=_entries(params, "params", (Param,), 'Param("number")', title),
            claim=_instance(claim, Claim, 'claim must be Claim("kind", question=…, …)', title),
            contract=_instance(contract, Contract, "contract must be Contract(fields=[…])", title),
            ordered=_flag(ordered, title),
            tolerance=_tolerance(tolerance, title),
        )
        setattr(function, MANIFEST_ATTRIBUTE, manifest)
        return function

    if misplaced is not None:
        raise DeclarationError("write @derivation(...) with parentheses, at least @derivation()")
    return declare


def _first_line(doc: str | None) -> str:
    lines = (doc or "").strip().splitlines()
    return str(json_value(lines[0].strip()[:MAX_DESCRIPTION_LENGTH], "the docstring")) if lines else ""


def _entries(value: Any, what: str, kinds: tuple[type, ...], example: str, title: str) -> dict[str, Any]:  # noqa: ANN401
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise DeclarationError(f"{title}: {what} must be a mapping from name to {example}")
    for name, entry in value.items():
        check_name(name, f"{title}: the name of an entry of {what}")
        if not isinstance(entry, kinds):
            raise DeclarationError(f"{title}: {what}[{name!r}] must be {example}, not {entry!r}")
    return dict(value)


def _instance(value: _Declared | None, kind: type, expected: str, title: str) -> _Declared | None:
    if value is not None and not isinstance(value, kind):
        raise DeclarationError(f"{title}: {expected}, not {value!r}")
    return value


def _flag(value: object, title: str) -> bool:
    if not isinstance(value, bool):
        raise DeclarationError(f"{title}: ordered must be True or False, not {value!r}")
    return value


def _tolerance(value: object, title: str) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value) or value < 0:
        raise DeclarationError(f"{title}: tolerance must be a number of at least 0, not {value!r}")
    return float(value)
