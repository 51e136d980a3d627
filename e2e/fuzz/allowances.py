"""The one table of what a check does not hold an operation to, each with its reason.

Everything else is held to everything, for every operation of the document.
"""

from dataclasses import dataclass
from fnmatch import fnmatchcase

EVERY = "*"


@dataclass(frozen=True)
class Allowance:
    """A check, the operations (by id, `*` for any part of one) that it may be broken by, the statuses of that, and why."""

    check: str
    operations: tuple[str, ...]
    statuses: tuple[int, ...]
    why: str


ALLOWANCES = (
    Allowance("negative_data_rejection", (EVERY,), (413, 431), "Too large is a refusal too."),
    Allowance(
        "not_a_server_error",
        (EVERY,),
        (503,),
        "A machine that is overloaded says so; `busy_is_said_well` (hooks.py) takes no other 503, and none without Retry-After.",
    ),
    Allowance(
        "positive_data_acceptance",
        (EVERY,),
        (406, 412, 413, 422, 428, 431),
        "Depends on what is stored (If-Match, Idempotency-Key), on the Accept header, or on the size of the whole, which no schema of a part can say.",
    ),
    Allowance(
        "positive_data_acceptance",
        ("sql.run", "sql.draft", "query.put"),
        (400,),
        "A text of up to a megabyte is SQL or is not; a JSON Schema cannot say which.",
    ),
    Allowance(
        "positive_data_acceptance",
        ("metric.put", "metric.check", "metric.query", "metric.compile", "metric.rows", "metric.import_osi", "metric.export_osi", "metric.list"),
        (400,),
        "Columns, operands, windows and periods are checked against the certified table and each other; the schema describes one member at a time.",
    ),
    Allowance(
        "positive_data_acceptance",
        ("dashboard.put", "dashboard.page", "dashboard.widget", "dashboard.render", "dashboard.render_png", "dashboard.publish"),
        (400,),
        "Bindings, grid and variables are checked against metrics and each other; a value of a variable against its declared type.",
    ),
    Allowance(
        "positive_data_acceptance",
        ("grafana.options", "grafana.query", "grafana.variable", "grafana.tag_keys", "grafana.tag_values"),
        (400,),
        "Grafana sends free text that names a metric or a dimension of ours, or nothing.",
    ),
    Allowance(
        "positive_data_acceptance",
        ("derivation.put", "derivation.describe", "derivation.run", "derivation.check"),
        (400,),
        "Source is Python that declares something or does not; parameters are checked against its declaration.",
    ),
    Allowance(
        "positive_data_acceptance",
        ("model.train",),
        (400,),
        "Columns, engine and options are checked against the rows of the one source that is named; the schema describes one member at a time.",
    ),
    Allowance(
        "positive_data_acceptance",
        ("dataset.register",),
        (400, 415),
        "A file is CSV, JSON lines or Parquet, as its name or `format` says, or is not; a field of JSON text has a schema of its own.",
    ),
    Allowance(
        "positive_data_acceptance",
        ("*.share",),
        (400,),
        "Groups are named exactly when visibility is `groups`: a rule between two members.",
    ),
    Allowance(
        "positive_data_acceptance",
        ("*.put", "dataset.register", "metric.import_osi"),
        (400,),
        "The same rule between two members of the query; `groups` lists names with commas; of an object that exists only what holds may be said.",
    ),
    Allowance(
        "positive_data_acceptance",
        (
            "*.delete",
            "*.put",
            "*.share",
            "dashboard.rollback",
            "dashboard.publish",
            "user.create",
            "user.update",
        ),  # fmt: skip
        (400,),
        "The tool's coverage phase draws header values (If-Match) of any form, whatever their pattern; which code points of a group's name "
        "are assigned depends on the version of Unicode.",
    ),
    Allowance(
        "positive_data_acceptance",
        ("audit.proof", "audit.export"),
        (400,),
        "A number beyond 2^53 is none that JSON keeps; the document leaves that bound out.",
    ),
    Allowance(
        "positive_data_acceptance",
        ("serving.invoke", "serving.label"),
        (400,),
        "Exactly one framing is a rule between members, and cells are held to the signature of a version; labels are joined to predictions that there are.",
    ),
    Allowance("positive_data_acceptance", ("certificate.verify",), (400,), "Takes any JSON value: nearly none is a certificate that verifies."),
    Allowance(
        "positive_data_acceptance",
        (
            "*.list",
            "audit.segments",
            "audit.verify",
            "derivation.runs",
            "model.versions",
            "serving.invocations",
            "webhook.deliveries",
        ),
        (400,),
        "A cursor or an anchor is opaque: only one that we gave is good; and jobs are listed by kinds that there are.",
    ),
    Allowance(
        "positive_data_acceptance", ("user.create", "user.password"), (400,), "Which letters and words a password may not be made of is no schema."
    ),
    Allowance("positive_data_acceptance", ("session.callback",), (400,), "The identity provider's answer is good for one sign-in that is under way."),
    Allowance(
        "unsupported_method",
        ("certificate.public-key", "sql.draft", "metric.export_osi", "metric.import_osi", "dashboard.schema", "derivation.describe", "user.export"),
        (400, 404, 412, 428),
        "The path is also a name in a template (`/api/certificates/{name}`), whose own operation takes the method and refuses the name.",
    ),
)

#: Findings that are reported and wait to be corrected: every report repeats them. A row goes when its cause does.
OPEN: tuple[Allowance, ...] = ()

#: Operations that are not fuzzed at all, and why.
LEFT_OUT: dict[str, str] = {}


def allowed(check: str, operation: str, status: int) -> bool:
    """True when the table says so."""
    return any(
        it.check == check and status in it.statuses and any(fnmatchcase(operation, name) for name in it.operations) for it in (*ALLOWANCES, *OPEN)
    )
