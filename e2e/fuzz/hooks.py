"""What schemathesis loads: checks of our own, values that reach deeper, and the count of what was sent."""

import atexit
import hashlib
import json
import os
import re
import threading
from collections import Counter
from pathlib import Path
from typing import Any

import schemathesis
from allowances import allowed
from good_values import DEEPER
from schemathesis.core.failures import Failure

SETTINGS = json.loads(Path(os.environ["FUZZ_SETTINGS"]).read_text(encoding="utf-8"))
TOKENS = frozenset(SETTINGS["kept_tokens"])
KEPT = frozenset(SETTINGS["kept_names"])
NOBODY = "00000000-0000-4000-8000-000000000000"

counted: Counter[str] = Counter()
statuses: Counter[str] = Counter()
let_pass: Counter[str] = Counter()
lock = threading.Lock()

#: Which check a failure comes from.
CHECK_OF = {
    "RejectedPositiveData": "positive_data_acceptance",
    "AcceptedNegativeData": "negative_data_rejection",
    "UnsupportedMethodResponse": "unsupported_method",
    "ServerError": "not_a_server_error",
    "Leaked": "nothing_of_the_inside",
}
#: What the gateway may say on any path, also of methods and forms that an operation does not have.
ANYWHERE = {"method-not-allowed", "not-acceptable", "invalid-request", "rate-limited", "not-found", "unauthenticated", "forbidden"}

#: What only somebody inside would write: stack traces, files of ours, SQL of ours, names of our parts.
INSIDE = [
    ("a stack trace", re.compile(r"\bat [\w.<>\[\] ]+ \(?(?:file:|node:|/)[^)\s]*:\d+:\d+|Traceback \(most recent|File \"[^\"]+\", line \d+")),
    (
        "a file path",
        re.compile(
            r"(?:/(?:home|root|tmp|var|usr|opt|srv|work|app|proc|etc|mnt)/[\w.@-]+/?|node_modules|\b\w+\.(?:ts|js|cjs|mjs):\d+|\.svc/|objects/sha256)"
        ),
    ),
    (
        "SQL of ours",
        re.compile(
            r"(?i)\b(?:insert into|update|delete from|select)\b[^\"]{0,200}\$\d|relation \\?\"|violates \w+[ -]key constraint|duplicate key value|QueryFailedError|read_parquet\(|invalid input syntax for"
        ),
    ),
    ("a name of the inside", re.compile(r"ECONNREFUSED|127\.0\.0\.1:\d|localhost:\d|typeorm|bullmq|undici|\[object Object\]")),
]


class Refused(Failure):
    """A refusal that is not a problem document of a code that the operation declares."""


class Leaked(Failure):
    """An answer that says what only the inside knows."""


def fail(kind: type[Failure], case: Any, title: str, message: str) -> None:
    """End the check."""
    raise kind(operation=case.operation.label, title=title, message=message, case_id=case.id)


@schemathesis.check
def refusals_are_problems(ctx: Any, response: Any, case: Any) -> None:
    """Every refusal is `application/problem+json`, says its own status, and has a code that is documented for it."""
    if response.status_code < 400 or response.request.method == "HEAD":
        return
    if response.headers.get("content-type", [""])[0].split(";")[0] != "application/problem+json":
        fail(Refused, case, "A refusal that is no problem document", str(response.headers.get("content-type")))
    problem = response.json()
    if problem.get("status") != response.status_code or not problem.get("detail") or not problem.get("title") or not problem.get("trace_id"):
        fail(Refused, case, "A problem document with less than it must have", response.text[:300])
    documented = case.operation.definition.raw.get("responses", {}).get(str(response.status_code), {}).get("description", "")
    code = problem.get("code")
    if f"`{code}`" not in documented and code not in ANYWHERE:
        fail(Refused, case, f"The code {code} is not documented", f"{response.status_code} {response.text[:300]}")


@schemathesis.check
def nothing_of_the_inside(ctx: Any, response: Any, case: Any) -> None:
    """No stack trace, file path, or SQL of ours in an answer, unless the caller wrote it into the request."""
    if response.status_code < 400:
        return
    said = " ".join([response.text, *(f"{name}: {' '.join(values)}" for name, values in response.headers.items())])
    body = response.request.body or b""
    asked = f"{response.request.url} {body.decode('utf-8', 'replace') if isinstance(body, bytes) else body}"
    for what, pattern in INSIDE:
        for found in pattern.finditer(said):
            if found.group(0) not in asked:
                fail(Leaked, case, f"An answer that holds {what}", f"{found.group(0)!r} in {said[:400]}")


@schemathesis.check
def busy_is_said_well(ctx: Any, response: Any, case: Any) -> None:
    """503 only for a machine that has too much to do, and 429 and 503 only with the time to come back."""
    if response.status_code == 503 and response.json().get("code") != "overloaded":
        fail(Refused, case, "A 503 that is not `overloaded`", response.text[:300])
    if response.status_code in (429, 503) and "retry-after" not in response.headers:
        fail(Refused, case, "No Retry-After", response.text[:300])


@schemathesis.hook
def filter_failure(ctx: Any, failure: Failure, case: Any, response: Any) -> bool:
    """Lets pass what the table of allowances names, and counts it."""
    check = CHECK_OF.get(type(failure).__name__, "")
    if not allowed(check, operation_id(case), response.status_code):
        return True
    with lock:
        let_pass[check] += 1
    return False


@schemathesis.hook
def before_call(ctx: Any, case: Any, kwargs: dict[str, Any]) -> None:
    """Keeps the run from sawing off its own branch, and reaches past the first validation now and then."""
    parameters = case.path_parameters or {}
    if parameters.get("id") in TOKENS:
        parameters["id"] = NOBODY
    if case.method != "GET" and parameters.get("name") in KEPT:
        parameters["name"] = "fuzz_nothing"
    bodies = DEEPER.get(operation_id(case))
    if bodies is not None and case.meta is not None and case.meta.generation.mode.is_positive:
        drawn = hashlib.sha256(repr(case.body).encode("utf-8", "replace")).digest()
        if drawn[0] % 2 == 0:
            case.body = bodies[drawn[1] % len(bodies)]


@schemathesis.hook
def after_call(ctx: Any, case: Any, response: Any) -> None:
    """Counts every request that was answered."""
    with lock:
        counted[operation_id(case)] += 1
        statuses[str(response.status_code)] += 1


def operation_id(case: Any) -> str:
    """Name the operation as the document does."""
    return str(case.operation.definition.raw.get("operationId", case.operation.label))


@atexit.register
def write_counts() -> None:
    """Leave the counts for the runner."""
    counts = {"operations": counted, "statuses": statuses, "allowed": let_pass}
    Path(SETTINGS["counts"]).write_text(json.dumps(counts), encoding="utf-8")
