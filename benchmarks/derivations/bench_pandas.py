from svc import Claim, Dataset, derivation


@derivation(
    inputs={"flights": Dataset("flights")},
    claim=Claim(
        "comparison",
        group="half",
        value="dep_delay",
        question="Benchmark, pandas: flights scheduled after noon leave later than flights scheduled before noon",
        # Declared, it is a family of its own: what a benchmark asks is no further attempt at the example's question.
        declared={"design": "observational", "cluster": "date", "pre_treatment": ["origin"], "family": ["dep_delay"]},
    ),
)
def bench_pandas(ctx):
    """The flights that left, by half of the day, in pandas."""
    import pandas

    flights = ctx.input("flights").to_pandas()
    left = flights[flights["dep_delay"].notna()]
    return pandas.DataFrame(
        {
            "date": pandas.to_datetime(left[["year", "month", "day"]]).dt.date,
            "half": (left["hour"] < 12).map({True: "morning", False: "afternoon"}),
            "carrier": left["carrier"],
            "origin": left["origin"],
            "dep_delay": left["dep_delay"].astype("int64"),
        }
    )
