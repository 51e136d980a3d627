"""Fuzz the HTTP API from its OpenAPI document: `python e2e/fuzz/fuzz.py --form long --seed 1` (see e2e/README.md).

Needs a running stack (SVC_URL) and an admin's token (SVC_TOKEN). Prints what was sent to which operation and what broke,
as Markdown; ends with 1 when anything broke or an operation was not reached. The same seed draws the same requests.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from allowances import ALLOWANCES, LEFT_OUT, OPEN
from subjects import (
    DASHBOARD,
    DATASET,
    DERIVATION,
    MEAN,
    METRIC,
    PERSON,
    QUERY,
    CannotPrepare,
    Subjects,
)

HERE = Path(__file__).resolve().parent
DOCUMENT = HERE.parent.parent / "docs" / "openapi.json"

#: Cases by phase: what a form draws for each operation. The coverage phase has no number of its own.
FORMS = {
    "short": {"phases": "examples,fuzzing", "cases": 8},
    "long": {"phases": "examples,coverage,fuzzing,stateful", "cases": 150},
}
#: Below the 6,000 a minute that a token may send, so that few requests end as 429.
RATE = "5700/m"
NAMES = [DATASET, DERIVATION, METRIC, MEAN, DASHBOARD, QUERY, "fuzz_nothing"]
HOSTILE = [
    "' or 1=1 --",
    '"; drop table metric; --',
    "../../etc/passwd",
    "..%2f..%2fetc%2fpasswd",
    "\\\\host\\share",
    "%00",
    "{{7*7}}",
    "${jndi:ldap://x}",
    "<script>",
    "__proto__",
    "constructor",
    "\x1b[2J",
    "1e400",
    "-0",
    "NaN",
    "9" * 40,
    "é" * 50,
]


def main() -> int:
    """Run; answer the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--form", choices=sorted(FORMS), default="short")
    parser.add_argument("--seed", type=int, default=int(os.environ.get("SEED", "1")))
    parser.add_argument("--role", choices=["viewer", "editor", "admin"], default="admin", help="what the token may do")
    parser.add_argument("--cases", type=int, help="drawn cases for each operation in the fuzzing phase")
    parser.add_argument("--phases", help="phases of schemathesis instead of the form's")
    parser.add_argument("--keep", type=Path, help="keep the tool's own reports in this folder")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = arguments.keep or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        try:
            return fuzz(arguments, folder.resolve())
        except CannotPrepare as problem:
            print(f"fuzz: {problem}", file=sys.stderr)
            return 1


def fuzz(arguments: argparse.Namespace, folder: Path) -> int:
    """Prepare, run the tool, report."""
    base, subjects = os.environ["SVC_URL"], Subjects(os.environ["SVC_URL"], os.environ["SVC_TOKEN"])
    subjects.prepare()
    secret = subjects.token(arguments.role)
    settings = {"kept_tokens": subjects.tokens(), "kept_names": subjects.names(), "counts": str(folder / "counts.json")}
    (folder / "settings.json").write_text(json.dumps(settings), encoding="utf-8")
    (folder / "schemathesis.toml").write_text(configuration(base), encoding="utf-8")
    form = FORMS[arguments.form]
    command = [
        str(Path(sys.executable).with_name("schemathesis")), "--config-file", str(folder / "schemathesis.toml"), "run", str(DOCUMENT),
        "--checks", "all", "--phases", arguments.phases or form["phases"], "--max-examples", str(arguments.cases or form["cases"]),
        "--seed", str(arguments.seed), "--report-json-path", str(folder / "report.json"), "--no-color",
        # How many drawn bodies a strict schema sorts out again, and how long drawing takes on this machine, say something of
        # the drawing, not of the service.
        "--suppress-health-check", "filter_too_much,too_slow",
        *(["--no-shrink"] if arguments.form == "short" else []),
    ]  # fmt: skip
    environment = {
        **os.environ, "SCHEMATHESIS_HOOKS": "hooks", "PYTHONPATH": str(HERE), "PYTHONDONTWRITEBYTECODE": "1",
        "FUZZ_SETTINGS": str(folder / "settings.json"), "FUZZ_TOKEN": secret,
    }  # fmt: skip
    begun = time.monotonic()
    with (folder / "output.txt").open("w") as output:
        subprocess.run(command, env=environment, cwd=folder, stdout=output, stderr=subprocess.STDOUT, check=False)
    return report(arguments, folder, time.monotonic() - begun)


def configuration(base: str) -> str:
    """What schemathesis is told beside its arguments; JSON strings and lists are TOML too."""
    left_out = f"[[operations]]\ninclude-operation-id = {json.dumps(sorted(LEFT_OUT))}\nenabled = false\n" if LEFT_OUT else ""
    return f"""
base-url = "{base}"
rate-limit = "{RATE}"
continue-on-failure = true
max-failures = 100000
request-timeout = 120
headers = {{ Authorization = "Bearer ${{FUZZ_TOKEN}}" }}
warnings = false

[generation]
database = "none"
allow-x00 = false

[generation.dictionaries]
string = {{ dictionary = "hostile", probability = 0.05 }}

[dictionaries.names]
values = {json.dumps(NAMES)}
[dictionaries.logins]
values = {json.dumps([PERSON, "nobody@example.org"])}
[dictionaries.hostile]
values = {json.dumps(HOSTILE)}

[parameters]
"path.name" = {{ dictionary = "names", probability = 0.6 }}
"path.login" = {{ dictionary = "logins", probability = 0.6 }}
"path.page" = {{ dictionary = "pages", probability = 0.6 }}

[dictionaries.pages]
values = ["overview"]

{left_out}"""


def report(arguments: argparse.Namespace, folder: Path, seconds: float) -> int:
    """Print the tables; answer the exit status."""
    output = (folder / "output.txt").read_text(encoding="utf-8")
    if not (folder / "report.json").exists():
        print(output[-4000:], file=sys.stderr)
        return 1
    told: dict[str, Any] = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    counts = json.loads((folder / "counts.json").read_text(encoding="utf-8"))
    sent: dict[str, int] = counts["operations"]
    missed = sorted(set(operations()) - set(sent) - set(LEFT_OUT))
    print(f"- form {arguments.form}, seed {arguments.seed}, token of a {arguments.role}, {seconds:.0f} s")
    print(f"- {sum(sent.values())} requests to {len(sent)} of {len(operations())} operations; answers by status: {by_number(counts['statuses'])}")
    print(f"- let pass by the table of allowances ({len(ALLOWANCES)} rows): {by_number(counts['allowed'])}")
    for finding in OPEN:
        print(f"- open finding, let pass: {finding.check}, {', '.join(finding.operations)}: {finding.why}")
    print("\n| check | broken by | operations |\n| --- | --: | --- |")
    for failure in told["failures"]:
        places = [place["label"] if isinstance(place, dict) else str(place) for place in failure["operations"]]
        print(f"| {failure['code']} {failure['title']} | {failure['count']} | {', '.join(places[:8])} |")
    for error in told["errors"]:
        print(f"| error: {error['title']} | {error['count']} | |")
    if not told["failures"] and not told["errors"]:
        print("| every check | 0 | |")
    print("\n| operation | requests |\n| --- | --: |")
    print("\n".join(f"| `{name}` | {number} |" for name, number in sorted(sent.items())))
    if missed:
        print(f"\nNot reached: {', '.join(missed)}")
    broken = bool(told["failures"] or told["errors"] or missed or not told["complete"])
    if broken:
        print(failures_in(output), file=sys.stderr)
    return 1 if broken else 0


def operations() -> list[str]:
    """Ids of the document's operations."""
    paths = json.loads(DOCUMENT.read_text(encoding="utf-8"))["paths"]
    return [operation["operationId"] for item in paths.values() for operation in item.values()]


def by_number(counts: dict[str, int]) -> str:
    """Say counts in a line."""
    return ", ".join(f"{name}: {number}" for name, number in sorted(counts.items())) or "none"


def failures_in(output: str) -> str:
    """Cut what the tool says of failures to lines that one can read."""
    begin = max(output.find("= ERRORS ="), 0) or max(output.find("= FAILURES ="), 0)
    return "\n".join(line[:600] for line in re.split(r"\n", output[begin:])[:400])


if __name__ == "__main__":
    raise SystemExit(main())
