"""What a derivation is given. The host implements these; import them to annotate `ctx`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow


class Table(Protocol):
    """Immutable rows. Every call reads them anew, so keep what you use more than once."""

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The rows as dictionaries, in order; needs no data frame library."""

    def to_pandas(self) -> pandas.DataFrame:
        """Return a pandas frame. Integers with gaps become `Int64`, so that no digit is lost."""

    def to_polars(self) -> polars.DataFrame:
        """Return a polars frame."""

    def to_arrow(self) -> pyarrow.Table:
        """Return an Arrow table."""


class Relation(Table, Protocol):
    """A query that has not run. Returned from a derivation, its rows never pass through Python."""

    @property
    def sql(self) -> str:
        """The statement as written."""


class Context(Protocol):
    """The argument of every derivation."""

    def input(self, name: str) -> Table:
        """Return the declared input of that name."""

    def param(self, name: str) -> Any:  # noqa: ANN401 - each parameter has the type its author declared
        """Return the value of the declared parameter, or its default."""

    def sql(self, query: str) -> Relation:
        """Return the rows that one read-only statement selects from the inputs, by their declared names."""
