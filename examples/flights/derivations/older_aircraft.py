from svc import Claim, Dataset, derivation


@derivation(
    inputs={"flights": Dataset("flights"), "planes": Dataset("planes")},
    claim=Claim(
        "comparison",
        group="age",
        value="arr_delay",
        question="Older aircraft arrive earlier than newer ones",
        declared={
            "design": "observational",
            "direction": "older < newer",
            "cluster": "date",
            # Which airline flies the aircraft is settled first, and airlines differ in fleet and in punctuality.
            "pre_treatment": ["carrier"],
        },
    ),
)
def older_aircraft(ctx):
    """Arrival delays of aircraft built before 2003 and of those built since.

    The trap is real. Over all flights the older aircraft arrive about a minute EARLIER, clearly so. But the airlines
    that fly old aircraft are punctual for other reasons: within one and the same airline the older aircraft arrive
    about two minutes LATER.
    """
    return ctx.sql("""
        select make_date(f.year, f.month, f.day) as date,
               f.carrier,
               case when p.year < 2003 then 'older' else 'newer' end as age,
               f.arr_delay
        from flights f join planes p using (tailnum)
        where f.arr_delay is not null and p.year is not null
    """)
