"""Write a derivation: a named computation over datasets, with the claim it supports.

Importing this package needs nothing but Python itself; pandas, polars and pyarrow load when a table is asked for.
"""

from svc.claim import Claim, Contract
from svc.context import Context, Relation, Table
from svc.decorator import derivation
from svc.errors import DeclarationError, SqlError
from svc.inputs import Dataset, Derivation
from svc.param import Param

__version__ = "0.1.0"

__all__ = [
    "Claim",
    "Context",
    "Contract",
    "Dataset",
    "DeclarationError",
    "Derivation",
    "Param",
    "Relation",
    "SqlError",
    "Table",
    "derivation",
]
