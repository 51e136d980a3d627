"""Computes the identities in vectors.json from docs/table-identity.md alone: a second implementation, standard library only.

Prints {name: hash} as JSON. With --write it stores them in the file instead: for new vectors, never to make a test pass.
"""

import datetime as dt
import hashlib
import json
import math
import pathlib
import struct
import sys
from decimal import Decimal, getcontext

HERE = pathlib.Path(__file__).parent / "vectors.json"
EPOCH = dt.datetime(1970, 1, 1)
MICROSECOND = dt.timedelta(microseconds=1)
getcontext().prec = 60


def number(value: str) -> str:
    x = float(value)
    if x == 0:
        return "0"
    if math.isnan(x):
        return str(0x7FF8000000000000)
    return str(struct.unpack("<q", struct.pack("<d", x))[0])


def decimal(value: str, scale: int) -> str:
    with_scale = Decimal(value).quantize(Decimal(1).scaleb(-scale))
    return f"{with_scale:f}"


def date(value: str) -> str:
    return value if "infinity" in value else str((dt.date.fromisoformat(value) - EPOCH.date()).days)


def time(value: str) -> str:
    t = dt.time.fromisoformat(value)
    return str((t.hour * 3600 + t.minute * 60 + t.second) * 1_000_000 + t.microsecond)


def timestamp(value: str) -> str:
    if "infinity" in value:
        return value
    moment = dt.datetime.fromisoformat(value)
    if moment.tzinfo is not None:
        moment = moment.astimezone(dt.timezone.utc).replace(tzinfo=None)
    return str((moment - EPOCH) // MICROSECOND)


def cell(value: str | bool | None, kind: str) -> str:
    if value is None:
        return "~"
    if kind.startswith("decimal("):
        return decimal(value, int(kind[8:-1].split(",")[1]))
    return {
        "boolean": lambda: "t" if value else "f",
        "integer": lambda: str(int(value)),
        "number": lambda: number(value),
        "string": lambda: f"{len(value.encode())}:{value}",
        "date": lambda: date(value),
        "time": lambda: time(value),
        "timestamp": lambda: timestamp(value),
        "timestamptz": lambda: timestamp(value),
    }[kind]()


def identity(vector: dict) -> str:
    kinds = [kind for _, kind in vector["columns"]]
    rows = ["".join(cell(value, kind) + "," for value, kind in zip(row, kinds, strict=True)) for row in vector["rows"]]
    digests = [hashlib.sha256(row.encode()).hexdigest() for row in rows]
    if not vector["ordered"]:
        digests.sort()
    schema = json.dumps(vector["columns"], ensure_ascii=False, separators=(",", ":"))
    text = f"svc.table/v1 {'ordered' if vector['ordered'] else 'unordered'}\n{schema}\n" + "".join(digest + "\n" for digest in digests)
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()


def main() -> None:
    vectors = json.loads(HERE.read_text())
    if "--write" in sys.argv:
        for vector in vectors:
            vector["hash"] = identity(vector)
        HERE.write_text("[\n" + ",\n".join("  " + json.dumps(vector, ensure_ascii=False) for vector in vectors) + "\n]\n")
    else:
        print(json.dumps({vector["name"]: identity(vector) for vector in vectors}))


if __name__ == "__main__":
    main()
