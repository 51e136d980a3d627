"""The archive of a training: written to a pipe, read back with bounds."""

import zipfile
from pathlib import Path, PurePosixPath

from svc_engines.spec import Refused
from svc_host.table_pipe import TablePipe

# Archives of the same files are the same bytes.
MOMENT = (2000, 1, 1, 0, 0, 0)
MAX_FILES = 10_000
MAX_BYTES = 16 * 1024**3


def send_archive(folder: Path, descriptor: int) -> None:
    """Write every file below the folder as one ZIP file to the pipe."""
    with zipfile.ZipFile(TablePipe(descriptor), "w", zipfile.ZIP_DEFLATED, compresslevel=5) as archive:
        for path in sorted(it for it in folder.rglob("*") if it.is_file()):
            entry = zipfile.ZipInfo(path.relative_to(folder).as_posix(), MOMENT)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            with path.open("rb") as source, archive.open(entry, "w", force_zip64=True) as target:
                while block := source.read(1 << 20):
                    target.write(block)


def unpack(archive: Path, folder: Path, part: str) -> None:
    """Unpack the files below `part` into `folder`. Raises `Refused` for an archive that is not one of ours."""
    try:
        with zipfile.ZipFile(archive) as opened:
            entries = [it for it in opened.infolist() if it.filename.startswith(part)]
            if not entries:
                raise Refused("bad-rows", f"the archive of the model has no {part}")
            if len(entries) > MAX_FILES or sum(it.file_size for it in entries) > MAX_BYTES:
                raise Refused("bad-rows", "the archive of the model is too large")
            for entry in entries:
                name = PurePosixPath(entry.filename)
                if name.is_absolute() or ".." in name.parts:
                    raise Refused("bad-rows", f"the archive of the model holds a file named {entry.filename!r}")
                opened.extract(entry, folder)
    except zipfile.BadZipFile as error:
        raise Refused("bad-rows", f"the model is not an archive of a training: {error}") from error
