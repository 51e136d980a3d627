from svc import Contract, Dataset, derivation


@derivation(
    inputs={"lines": Dataset("bench_lineitem")},
    contract=Contract(
        fields=[{"name": "l_orderkey", "type": "integer", "constraints": {"required": True}}],
        table={"rowCount": {"min": 6_001_215, "max": 6_001_215}},
    ),
)
def bench_lineitem_rows(ctx):
    """The line items as they are, for metrics of benchmarks to stand on."""
    return ctx.sql("select * from lines")
