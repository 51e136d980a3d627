"""Answers what the derivations of a project declare."""

import sys
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from svc_host.channel import Frame
from svc_host.code_identity import code_identities, project_hash, source_files
from svc_host.orders import Host
from svc_host.project import derivations_of, hidden_modules, import_file
from svc_host.traceback_text import explain

Problem = dict[str, Any]


def carry_out(frame: Frame, host: Host) -> Frame:
    """Send the identity of the code, then import the files and return what they declare."""
    channel, root = host.channel, host.root
    files: Mapping[str, str] = frame["files"]
    channel.send(
        {
            "type": "code",
            "project_hash": project_hash(files),
            "functions": [asdict(code) for code in code_identities(files)],
        }
    )
    entries = source_files(files)
    problems: list[Problem] = [
        _problem(file, f"{file} hides the module {name!r} that other code imports: rename it")
        for file, name in hidden_modules(files, entries, [host.packages])
    ]
    manifests: list[dict[str, Any]] = []
    for file in entries if not problems else ():
        _describe_file(file, root, manifests, problems)
    problems += _doubled_names(manifests)
    return {"type": "problems", "problems": problems} if problems else {"type": "manifests", "manifests": manifests}


def _describe_file(file: str, root: Path, manifests: list[dict[str, Any]], problems: list[Problem]) -> None:
    paths = list(sys.path)
    try:
        for manifest, function in derivations_of(import_file(root, file)).values():
            manifests.append({**manifest.to_json(), "function": function.__name__, "file": file})
    except BaseException as error:  # noqa: BLE001 - importing author's code may raise anything, also SystemExit
        why = explain(error, root)
        problems.append(
            {"file": why.file or file, "line": why.line, "message": why.message, "traceback": why.traceback}
        )
    finally:
        sys.path[:] = paths


def _doubled_names(manifests: list[dict[str, Any]]) -> list[Problem]:
    first: dict[str, str] = {}
    problems: list[Problem] = []
    for manifest in manifests:
        name, file = manifest["name"], manifest["file"]
        if name in first:
            problems.append(_problem(file, f"the derivation {name!r} is declared in {first[name]} and in {file}"))
        first.setdefault(name, file)
    return problems


def _problem(file: str, message: str) -> Problem:
    return {"file": file, "line": None, "message": message, "traceback": None}
