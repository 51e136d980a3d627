from svc import Claim, Dataset, derivation


@derivation(
    inputs={"flights": Dataset("flights")},
    claim=Claim(
        "comparison",
        group="half",
        value="dep_delay",
        question="Benchmark, SQL: flights scheduled after noon leave later than flights scheduled before noon",
        # Declared, it is a family of its own: what a benchmark asks is no further attempt at the example's question.
        declared={"design": "observational", "cluster": "date", "pre_treatment": ["origin"], "family": ["dep_delay"]},
    ),
)
def bench_sql(ctx):
    """The flights that left, by half of the day, in SQL."""
    return ctx.sql("""
        select make_date(year, month, day) as date,
               case when hour < 12 then 'morning' else 'afternoon' end as half,
               carrier, origin, dep_delay
        from flights
        where dep_delay is not null
    """)
