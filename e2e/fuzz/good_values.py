"""Bodies that are understood, so that the run reaches what lies behind the first validation."""

from typing import Any

from subjects import DASHBOARD, DERIVATION, MEAN, METRIC, SOURCE, board

STATEMENTS = [
    f"select * from {DERIVATION}",
    f"select place, avg(delay) as m from {DERIVATION} group by 1 order by 2 desc",
    f"with t as (select * from {DERIVATION} where delay > ?) select count(*) as n from t",
    "select 1 as one, null as nothing, 'nan'::double as odd, 1e308 * 10 as more",
    "select * from no_such_table",
    "select 1; select 2",
    "copy (select 1) to '/tmp/x'",
    f"select date '2013-01-01' + i as d from range(3) as t(i)",
    f"explain select * from {DERIVATION}",
    "select 9223372036854775807::hugeint * 10 as big, interval 1 day as i, [1, 2] as list, {'a': 1} as struct",
]

QUESTIONS: list[dict[str, Any]] = [
    {},
    {"grain": "month"},
    {"grain": "day", "group_by": ["place"], "limit": 3},
    {"group_by": ["place", "half"], "order": [{"by": "place", "direction": "desc"}]},
    {"filters": [{"column": "place", "op": "in", "value": ["x", "y"]}]},
    {"filters": [{"column": "half", "op": "=", "value": "a' or 1=1 --"}]},
    {"group_by": ["delay"]},
    {"grain": "month", "timezone": "America/New_York", "fill": "zero", "totals": True},
]

SIMPLE = {"name": METRIC, "type": "simple", "source": DERIVATION, "measure": {"agg": "count"}}
DEFINITIONS: list[dict[str, Any]] = [
    SIMPLE,
    {"name": "fuzz_ratio", "type": "ratio", "numerator": MEAN, "denominator": METRIC},
    {"name": "fuzz_derived", "type": "derived", "expression": f"{MEAN} * 2 - {METRIC} / 3"},
    {"name": "fuzz_running", "type": "cumulative", "metric": METRIC, "window": {"count": 3, "grain": "month"}},
    {"name": "fuzz_loop", "type": "derived", "expression": "fuzz_loop + 1"},
]

#: By operation: bodies of which one is sent instead of a drawn one, every other time.
DEEPER: dict[str, list[Any]] = {
    "sql.run": [{"sql": statement, "limit": 50} for statement in STATEMENTS],
    "sql.draft": [{"name": "fuzz_draft", "sql": statement} for statement in STATEMENTS],
    "query.put": [{"sql": statement} for statement in STATEMENTS],
    "metric.query": QUESTIONS,
    "metric.rows": QUESTIONS,
    "metric.compile": QUESTIONS,
    "metric.put": DEFINITIONS,
    "metric.check": DEFINITIONS,
    "derivation.describe": [{"files": {"rows.py": SOURCE}}, {"files": {"rows.py": "import os"}}, {"files": {"rows.py": "def f(:"}}],
    "derivation.run": [{}, {"force": True}, {"params": {"x": 1}}],
    "derivation.check": [{}],
    "dashboard.put": [board(), {**board(), "pages": []}, {**board(), "name": DASHBOARD + "_two"}],
    "dashboard.page": [{}, {"variables": {"x": "y"}}],
    "grafana.query": [{"range": {"from": "2013-01-01T00:00:00Z", "to": "2014-01-01T00:00:00Z"}, "targets": [{"refId": "A", "target": METRIC}]}],
}
