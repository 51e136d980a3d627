from svc import Contract, Dataset, derivation


@derivation(
    inputs={"planes": Dataset("planes")},
    contract=Contract(
        fields=[{"name": "id", "type": "integer", "constraints": {"required": True}}],
        table={"rowCount": {"min": 6_000_000, "max": 6_000_000}},
    ),
)
def bench_six_million(ctx):
    """Six million rows over a year, for benchmarks."""
    return ctx.sql("""
        select i as id,
               make_date(2013, 1, 1) + (i % 365)::integer as day,
               'g' || (i % 84) as g,
               'h' || (i % 7) as h,
               (hash(i) % 100000) / 100.0 as v
        from range(6000000) t(i), (select 1 from planes limit 1)
    """)
