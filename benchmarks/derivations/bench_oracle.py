from svc import Claim, Dataset, Param, derivation


@derivation(
    inputs={"planes": Dataset("planes")},
    params={"rows": Param("integer", default=10_000)},
    claim=Claim(
        "comparison",
        group="side",
        value="height",
        question="Benchmark, oracle: B is higher than A",
        declared={"design": "observational", "pre_treatment": ["w1", "w2"], "unit": "unit"},
    ),
)
def bench_oracle(ctx):
    """A planted difference, twenty rows for each unit, in ten columns: numbers, texts, a date and a flag."""
    return ctx.sql(f"""
        select i as id, i // 20 as unit,
               case when hash(i // 20) % 2 = 0 then 'A' else 'B' end as side,
               (hash(i, 1) % 1000003) / 1e6 + (hash(i // 20) % 2) * 0.05 as height,
               (hash(i, 2) % 1009) / 100.0 as w1, (hash(i, 3) % 1009) / 100.0 as w2,
               (hash(i, 4) % 7)::integer as s1, 'x' || (hash(i, 5) % 5) as s2,
               make_date(2020, 1, 1) + (hash(i, 6) % 900)::integer as day, hash(i, 7) % 2 = 0 as flag
        from range({ctx.param("rows")}) t(i), (select 1 from planes limit 1)
    """)
