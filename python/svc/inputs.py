"""Names, and the inputs a derivation may declare."""

import re
from dataclasses import dataclass

from svc.errors import DeclarationError

NAME = re.compile(r"[a-z][a-z0-9_]*\Z")
MAX_NAME_LENGTH = 128


def check_name(name: object, where: str) -> str:
    """Return `name` if it can name a derivation, an input or a parameter; raise otherwise."""
    if not isinstance(name, str) or not NAME.match(name) or len(name) > MAX_NAME_LENGTH:
        rule = f"must start with a lower-case letter and use only a-z, 0-9 and _ (at most {MAX_NAME_LENGTH})"
        raise DeclarationError(f"{where} {rule}, not {name!r}")
    return name


@dataclass(frozen=True)
class Dataset:
    """An input: the registered dataset of that name."""

    ref: str

    def __post_init__(self) -> None:
        check_name(self.ref, "a dataset's name")


@dataclass(frozen=True)
class Derivation:
    """An input: the certified rows of a derivation, or of one of its named parameter sets (`"delays@winter"`)."""

    ref: str

    def __post_init__(self) -> None:
        name, at, parameter_set = str(self.ref).partition("@")
        check_name(name, "a derivation's name")
        if at:
            check_name(parameter_set, "a parameter set's name")
