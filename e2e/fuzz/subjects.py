"""What is fuzzed needs something to work on: objects of our own, made through the API like anybody's."""

import random
import time
from typing import Any

import requests

DATASET, DERIVATION, METRIC, MEAN, DASHBOARD, QUERY = "fuzz_rows", "fuzz_rows_seen", "fuzz_count", "fuzz_mean", "fuzz_board", "fuzz_query"
PERSON = "fuzz_person"
WAIT_S = 180

SOURCE = f'''
from svc import Claim, Dataset, derivation


@derivation(
    inputs={{"rows": Dataset("{DATASET}")}},
    claim=Claim("comparison", group="half", value="delay", question="b is later", declared={{"design": "observational"}}),
)
def {DERIVATION}(ctx):
    """Every row."""
    return ctx.sql("select * from rows")
'''


class CannotPrepare(Exception):
    """Says which request failed and how."""


class Subjects:
    """Makes the objects and remembers what else is there, which must not be changed."""

    def __init__(self, base: str, token: str) -> None:
        self.base = base
        self.http = requests.Session()
        self.http.headers["Authorization"] = f"Bearer {token}"

    def call(self, method: str, path: str, **how: Any) -> dict[str, Any]:
        """Answer the JSON of a call; raise unless it succeeds."""
        response = self.http.request(method, self.base + path, timeout=120, **how)
        if not response.ok:
            raise CannotPrepare(f"{method} {path}: {response.status_code} {response.text[:500]}")
        return response.json() if response.content else {}

    def put(self, path: str, body: dict[str, Any]) -> None:
        """Create it, or leave what an earlier run made."""
        if self.http.get(self.base + path, timeout=120).status_code == 404:
            self.call("PUT", path, json=body, params={"visibility": "project"})

    def prepare(self) -> None:
        """Make everything; safe to repeat."""
        self.call("POST", "/api/datasets", params={"visibility": "project"}, data={"name": DATASET}, files={"file": ("rows.csv", rows())})
        self.put(f"/api/derivations/{DERIVATION}", {"files": {"rows.py": SOURCE}})
        self.run()
        dimensions = {"source": DERIVATION, "dimensions": ["place", "half"], "timeDimension": {"column": "date", "grain": "month"}}
        self.put(f"/api/metrics/{METRIC}", {"name": METRIC, "type": "simple", "measure": {"agg": "count"}, **dimensions})
        self.put(f"/api/metrics/{MEAN}", {"name": MEAN, "type": "simple", "measure": {"agg": "average", "column": "delay"}, **dimensions})
        self.put(f"/api/dashboards/{DASHBOARD}", board())
        self.put(f"/api/queries/{QUERY}", {"sql": f"select place, count(*) as n from {DERIVATION} group by 1"})
        if self.http.get(f"{self.base}/api/users/{PERSON}", timeout=60).status_code == 404:
            self.call("POST", "/api/users", json={"login": PERSON, "name": "Fuzz", "password": "a pass phrase of twenty"})

    def run(self) -> None:
        """Certify the derivation: metrics stand on nothing else."""
        if self.call("GET", f"/api/derivations/{DERIVATION}")["certification"]["certified"]:
            return
        job = self.call("POST", f"/api/derivations/{DERIVATION}/run", json={})
        until = time.monotonic() + WAIT_S
        while job["state"] in ("queued", "running"):
            if time.monotonic() > until:
                raise CannotPrepare(f"job {job['id']} is {job['state']} after {WAIT_S} s")
            time.sleep(0.2)
            job = self.call("GET", f"/api/jobs/{job['id']}")
        if not self.call("GET", f"/api/derivations/{DERIVATION}")["certification"]["certified"]:
            raise CannotPrepare(f"the derivation was not certified: {job}")

    def token(self, role: str) -> str:
        """Secret of a token that has an allowance of its own."""
        made = self.call("POST", "/api/tokens", json={"name": f"fuzz {role}", "role": role, "expires_in_days": 1})
        return str(made["secret"])

    def tokens(self) -> list[str]:
        """Ids of all tokens there are, the run's own among them: it must not revoke what it or others stand on."""
        return [it["id"] for it in self.call("GET", "/api/tokens")["items"]]

    def names(self) -> list[str]:
        """Names of everything that is not ours: the run may read it and must not change it."""
        found = []
        for kind in ("datasets", "derivations", "metrics", "dashboards", "queries"):
            found += [it["name"] for it in self.call("GET", f"/api/{kind}", params={"limit": 500})["items"]]
        return [name for name in found if not name.startswith("fuzz_")]


def rows() -> bytes:
    """Two halves that differ beyond doubt, the same at every run."""
    drawn = random.Random(7)
    lines = ["date,place,half,delay"]
    for at in range(600):
        half = "ab"[at % 2]
        lines.append(f"2013-{at % 12 + 1:02}-{at % 28 + 1:02},{'xyz'[at % 3]},{half},{drawn.gauss(10 if half == 'b' else 0, 3):.3f}")
    return "\n".join(lines).encode()


def board() -> dict[str, Any]:
    """A dashboard with one page and one widget."""
    widget = {"id": "count", "type": "metric", "title": "Rows", "gridPos": {"x": 0, "y": 0, "w": 8, "h": 4}, "bind": {"metric": METRIC}}
    page = {"name": "overview", "title": "Overview", "widgets": [widget]}
    return {"specVersion": "1.0", "kind": "Dashboard", "name": DASHBOARD, "title": "Fuzz", "pages": [page]}
