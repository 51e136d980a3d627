"""The errors an author can meet."""


class DeclarationError(ValueError):
    """A decorator declares something impossible. The message says what to write instead."""

    __module__ = "svc"


class SqlError(RuntimeError):
    """The query path refused or failed a statement of `ctx.sql`. The message is the query path's own."""

    __module__ = "svc"
