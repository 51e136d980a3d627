from svc import Contract, Dataset, derivation


@derivation(
    inputs={"lines": Dataset("bench_lineitem_small")},
    contract=Contract(
        fields=[{"name": "l_orderkey", "type": "integer", "constraints": {"required": True}}],
        table={"rowCount": {"min": 10_000, "max": 10_000}},
    ),
)
def bench_lineitem_small_rows(ctx):
    """The line items as they are, for metrics of benchmarks to stand on."""
    return ctx.sql("select * from lines")
