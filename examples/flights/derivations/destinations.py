from svc import Claim, Contract, Dataset, derivation


@derivation(
    inputs={"flights": Dataset("flights"), "airports": Dataset("airports")},
    claim=Claim(
        "association",
        x="distance",
        y="average_delay",
        question="Destinations farther from New York are reached with less delay",
        # A row is a destination, and so is what the claim is about: it says nothing of a single flight.
        declared={"design": "observational", "direction": "negative", "unit": "dest"},
    ),
    contract=Contract(
        fields=[
            {"name": "dest", "type": "string", "constraints": {"required": True, "unique": True}},
            {"name": "flights", "type": "integer", "constraints": {"required": True, "minimum": 100}},
            {"name": "longitude", "type": "number", "constraints": {"minimum": -180, "maximum": 180}},
            {"name": "latitude", "type": "number", "constraints": {"minimum": -90, "maximum": 90}},
        ],
        table={"primaryKey": ["dest"]},
    ),
)
def destinations(ctx):
    """Where a hundred flights and more from New York went, how far that is and how late they arrived."""
    return ctx.sql("""
        select f.dest, a.name, a.lon as longitude, a.lat as latitude,
               count(*) as flights,
               avg(f.distance) as distance,
               avg(f.arr_delay) as average_delay
        from flights f left join airports a on a.faa = f.dest
        where f.arr_delay is not null
        group by all
        having count(*) >= 100
    """)
