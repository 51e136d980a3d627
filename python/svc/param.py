"""The parameters a derivation may declare."""

from dataclasses import dataclass
from typing import Any, Literal

from svc.errors import DeclarationError
from svc.json_value import Json, json_value

ParamType = Literal["string", "integer", "number", "boolean"]
_PARAM_CLASSES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
}
_REQUIRED: Any = object()


@dataclass(frozen=True)
class Param:
    """A parameter: `Param("integer", default=30)`. Without a default it must be given on every run."""

    type: ParamType
    default: Any = _REQUIRED
    description: str = ""

    def __post_init__(self) -> None:
        if self.type not in _PARAM_CLASSES:
            raise DeclarationError(f"Param type must be one of {', '.join(_PARAM_CLASSES)}, not {self.type!r}")
        if not self.required:
            self.accept(self.default, "Param default")

    @property
    def required(self) -> bool:
        """Whether every run must give a value."""
        return self.default is _REQUIRED

    def accept(self, value: object, where: str) -> Any:  # noqa: ANN401 - the declared type decides
        """Return `value` if it has the declared type; raise otherwise."""
        is_boolean = isinstance(value, bool)
        fits = isinstance(value, _PARAM_CLASSES[self.type]) and is_boolean == (self.type == "boolean")
        if not fits:
            raise DeclarationError(f"{where} must be of type {self.type}, not {value!r}")
        json_value(value, where)
        return value

    def to_json(self) -> dict[str, Json]:
        """Return the parameter as it stands in the manifest."""
        declared: dict[str, Json] = {"type": self.type, "required": self.required}
        if not self.required:
            declared["default"] = self.default
        return declared
