from svc import Claim, Contract, Dataset, derivation


@derivation(
    inputs={"flights": Dataset("flights")},
    claim=Claim(
        "comparison",
        group="half",
        value="dep_delay",
        question="Flights scheduled after noon leave later than flights scheduled before noon",
        declared={
            "design": "observational",
            "direction": "afternoon > morning",
            # Delays spread through a day, so flights of one day are not independent evidence.
            "cluster": "date",
            # Airport and airline are settled before the hour is: they must not explain the difference.
            "pre_treatment": ["origin", "carrier", "month"],
        },
    ),
    contract=Contract(
        fields=[
            {"name": "date", "type": "date", "constraints": {"required": True}},
            {"name": "origin", "type": "string", "constraints": {"required": True, "enum": ["EWR", "JFK", "LGA"]}},
            {"name": "dep_delay", "type": "integer", "constraints": {"required": True, "minimum": -60}},
            {"name": "delayed", "type": "integer", "constraints": {"required": True, "enum": [0, 1]}},
        ],
        table={"rowCount": {"min": 300_000}},
    ),
)
def departures(ctx):
    """Every flight that left New York in 2013, with its delay at departure."""
    return ctx.sql("""
        select make_date(year, month, day) as date,
               month,
               case when hour < 12 then 'morning' else 'afternoon' end as half,
               carrier, origin, dest,
               dep_delay,
               case when dep_delay > 15 then 1 else 0 end as delayed
        from flights
        where dep_delay is not null
    """)
