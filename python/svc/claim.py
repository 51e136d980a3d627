"""What the author says the output shows, and what the output must satisfy."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from svc.errors import DeclarationError
from svc.json_value import Json, json_value

MAX_QUESTION_LENGTH = 2000

Role = str | float | list[str]


@dataclass(frozen=True, init=False)
class Claim:
    """What the output shows: `Claim("comparison", group="carrier", value="delay", question="…")`.

    Each further keyword is a role of the kind and names a column or a list of columns; a threshold is a number.
    `declared` holds facts that the rows cannot show, such as `{"unit": "row", "design": "observational"}`. Whether
    the kind knows the roles, and the columns fit, is checked by the oracle when the derivation is declared.
    """

    kind: str
    question: str
    roles: Mapping[str, Role]
    declared: Mapping[str, Json]

    def __init__(
        self,
        kind: str,
        /,
        *,
        question: str,
        declared: Mapping[str, Any] | None = None,
        **roles: str | float | Sequence[str],
    ) -> None:
        if not isinstance(kind, str) or not kind:
            raise DeclarationError('Claim needs a kind first, for instance Claim("comparison", …)')
        if not isinstance(question, str) or not 0 < len(question.strip()) <= MAX_QUESTION_LENGTH:
            raise DeclarationError(f"Claim.question must be text of 1 to {MAX_QUESTION_LENGTH} characters")
        object.__setattr__(self, "kind", kind)
        object.__setattr__(self, "question", json_value(question.strip(), "Claim.question"))
        object.__setattr__(self, "roles", {role: _role(role, value) for role, value in roles.items()})
        object.__setattr__(self, "declared", _mapping(declared or {}, "Claim.declared"))

    def to_json(self) -> dict[str, Json]:
        """Return the claim as it stands in the manifest and in the certificate."""
        roles: dict[str, Json] = {
            role: list(columns) if isinstance(columns, list) else columns for role, columns in self.roles.items()
        }
        return {"question": self.question, "kind": self.kind, "roles": roles, "declared": dict(self.declared)}


@dataclass(frozen=True, init=False)
class Contract:
    """What every row and the table must satisfy: `Contract(fields=[{"name": "delay", "type": "number"}])`.

    `fields` and `table` are those of the DataContract object. The clauses are checked when it is declared.
    """

    fields: Sequence[Mapping[str, Json]]
    table: Mapping[str, Json]
    description: str | None

    def __init__(
        self,
        *,
        fields: Sequence[Mapping[str, Any]],
        table: Mapping[str, Any] | None = None,
        description: str | None = None,
    ) -> None:
        if isinstance(fields, (str, Mapping)) or not isinstance(fields, Sequence) or not fields:
            raise DeclarationError('Contract.fields must be a list such as [{"name": "delay", "type": "number"}]')
        plain = [_mapping(field, f"Contract.fields[{i}]") for i, field in enumerate(fields)]
        for i, field in enumerate(plain):
            if not isinstance(field.get("name"), str) or not field["name"]:
                raise DeclarationError(f'Contract.fields[{i}] needs a "name", the column that it describes')
        object.__setattr__(self, "fields", plain)
        object.__setattr__(self, "table", _mapping(table or {}, "Contract.table"))
        object.__setattr__(self, "description", description)

    def to_json(self) -> dict[str, Json]:
        """Return the DataContract document."""
        document: dict[str, Json] = {"specVersion": "1.0", "kind": "DataContract"}
        if self.description is not None:
            document["description"] = json_value(self.description, "Contract.description")
        document["fields"] = [dict(field) for field in self.fields]
        if self.table:
            document["table"] = dict(self.table)
        return document


def _role(role: str, value: object) -> Role:
    if isinstance(value, str) and value:
        return value
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        json_value(value, f"Claim role {role!r}")
        return value
    if isinstance(value, (list, tuple)) and value and all(isinstance(item, str) and item for item in value):
        return list(value)
    raise DeclarationError(
        f"Claim role {role!r} must name a column or a list of columns, or be a number, not {value!r}"
    )


def _mapping(value: object, where: str) -> dict[str, Json]:
    plain = json_value(dict(value), where) if isinstance(value, Mapping) else None
    if not isinstance(plain, dict):
        raise DeclarationError(f"{where} must be a mapping, not {type(value).__name__}")
    return plain
