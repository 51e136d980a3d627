"""An independent verifier of svc certificates, written from docs/certificate-format.md alone.

It shares no code with the service: JSON and SHA-256 are Python's own, Ed25519 is that of the `cryptography` package,
the rest is in this folder. Section numbers are those of the document.

    python verify.py certificate.json --public-key <base64>
    python verify.py certificate.json --key-history certificate.key.history.json --current state.json
    python verify.py --vectors vectors
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import json
import sys
from pathlib import Path
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from canonical_json import NotJson, canonical_bytes, read_json
from payload_shape import defects, milliseconds
from preregistration import Unproven, log_key, preregistration

SCHEMA = "svc.certificate/v1"
History = list[dict[str, Any]]
EXIT = {
    "trusted": 0,
    "self_consistent": 0,
    "matches": 0,
    "invalid": 3,
    "other_derivation": 3,
    "stale": 4,
    "other_instance": 5,
}
UNREADABLE = 1
USAGE = 2


class Refusal(Exception):
    """The first check that failed; `code` names it as the document does."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code


# --- section 4: keys and signatures -----------------------------------------------------------------------------------

P = 2**255 - 19
Y8 = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826
SMALL_ORDER = {0, 1, P - 1, Y8, P - Y8}


def strict_base64(text: object, length: int) -> bytes | None:
    """The bytes, if this is the one accepted spelling of so many."""
    if not isinstance(text, str):
        return None
    try:
        data = base64.b64decode(text, validate=True)
    except ValueError:
        return None
    return data if len(data) == length and base64.b64encode(data).decode() == text else None


def check_key(text: object) -> bytes:
    """The 32 bytes of a key that can be trusted to be one."""
    key = strict_base64(text, 32)
    if key is None:
        raise Refusal("malformed-key", "a public key is standard base64 of 32 bytes")
    y = int.from_bytes(key, "little") % 2**255
    if y >= P or y in SMALL_ORDER:
        raise Refusal("weak-key", "the public key is of small order or not in canonical form")
    return key


# --- section 6: the checks, in order ----------------------------------------------------------------------------------


def verify(data: bytes, pinned: str | History | None, pinned_log: str | None = None) -> dict[str, Any]:
    """What the certificate says of itself: the checks in their order, up to the first that fails."""
    try:
        document = read_json(data)
        if not isinstance(document, dict) or document.get("schema") != SCHEMA:
            raise Refusal("unknown-schema", f"only {SCHEMA} is known")
        signature = document.get("signature")
        if not isinstance(signature, dict) or signature.get("algorithm") != "ed25519":
            raise Refusal("unknown-algorithm", "only ed25519 is known")
        payload = document.get("certificate")
        if not isinstance(payload, dict):
            raise Refusal("malformed-key", "there is no payload to hold a key")
        key = check_key(payload.get("public_key"))
        if pinned is not None:
            check_pinned(payload, pinned)
        signed = strict_base64(signature.get("value"), 64)
        if signed is None:
            raise Refusal("malformed-signature", "a signature is standard base64 of 64 bytes")
        message = canonical_bytes(payload)
        try:
            Ed25519PublicKey.from_public_bytes(key).verify(signed, message)
        except (InvalidSignature, ValueError) as error:
            raise Refusal("wrong-signature", "the signature does not fit the content") from error
        if wrong := defects(payload):
            raise Refusal("malformed-payload", f"not as it must be: {', '.join(wrong)}")
        declared_first = preregistration(payload, pinned_log)
    except NotJson as error:
        return {"outcome": "invalid", "code": "not-json", "reason": str(error)}
    except (Refusal, Unproven) as refusal:
        return {"outcome": "invalid", "code": refusal.code, "reason": str(refusal)}
    outcome = "self_consistent" if pinned is None else "trusted"
    found = {"outcome": outcome, "digest": "sha256:" + hashlib.sha256(message).hexdigest(), "payload": payload}
    return found if declared_first is None else {**found, "preregistration": declared_first}


def check_pinned(payload: dict[str, Any], pinned: str | History) -> None:
    """The key is the pinned one, and was in use when the certificate was issued."""
    history = [{"public_key": pinned, "until": None}] if isinstance(pinned, str) else pinned
    entry = next((each for each in history if each["public_key"] == payload["public_key"]), None)
    if entry is None:
        raise Refusal("other-key", "signed by a key that is not pinned")
    if entry["until"] is None:
        return
    issued, until = milliseconds(payload.get("issued_at")), milliseconds(entry["until"])
    if issued is None or until is None or issued > until:
        raise Refusal("retired-key", "the key was retired before the certificate was issued")


# --- section 7: against the present -----------------------------------------------------------------------------------


def compare(payload: dict[str, Any], current: dict[str, Any]) -> dict[str, Any]:
    """A verified payload beside the state its derivation is in now."""

    def moved(*path: str) -> bool:
        then: Any = payload
        now: Any = current
        for name in path:
            then, now = then[name], now[name]
        return canonical_bytes(then) != canonical_bytes(now)

    if payload["public_key"] not in current["public_keys"]:
        return {"outcome": "other_instance"}
    if moved("derivation"):
        return {"outcome": "other_derivation"}
    inputs, code, environment = moved("data", "inputs"), moved("code", "hash"), moved("code", "environment")
    found = {
        "data": inputs or moved("data", "hash"),
        "code": code,
        "environment": environment,
        "claim": moved("claim") or moved("question"),
        "parameters": moved("derivation_version") and not (inputs or code or environment),
    }
    names = [name for name, has_moved in found.items() if has_moved]
    return {"outcome": "stale", "moved": names} if names else {"outcome": "matches"}


def judge(
    data: bytes, pinned: str | History | None, current: dict[str, Any] | None, pinned_log: str | None = None
) -> dict[str, Any]:
    """The whole verdict; the present is looked at only after the signature holds."""
    verified = verify(data, pinned, pinned_log)
    payload = verified.pop("payload", None)
    return verified if payload is None or current is None else {**verified, **compare(payload, current)}


# --- the command line -------------------------------------------------------------------------------------------------


def exit_code(result: dict[str, Any]) -> int:
    """As the svc command line ends."""
    return EXIT["other_instance" if result.get("code") == "other-key" else result["outcome"]]


def read_history(data: bytes) -> History:
    """The keys of a `svc.keys/v1` file."""
    file = read_object(data)
    if file.get("schema") != "svc.keys/v1":
        raise Refusal("malformed-history", "this is not a key history")
    for each in file["keys"]:
        check_key(each["public_key"])
    return list(file["keys"])


def read_object(data: bytes) -> dict[str, Any]:
    """A JSON object that is not a certificate: a state, a history, a task."""
    value = read_json(data)
    if not isinstance(value, dict):
        raise NotJson("a JSON object is expected")
    return value


def run_vectors(folder: Path) -> int:
    """Every vector of the kit; prints those that are not as expected."""
    index = read_object((folder / "index.json").read_bytes())
    wrong = 0
    for vector in index["vectors"]:
        pinned = vector.get("key_history", vector.get("public_key"))
        found = judge((folder / vector["file"]).read_bytes(), pinned, vector.get("current"), vector.get("log_key"))
        expected = vector["expect"]
        if any(found.get(name) != value for name, value in expected.items()) or exit_code(found) != vector["exit_code"]:
            wrong += 1
            print(f"{vector['name']}: expected {expected}, found {found}")
    print(f"{len(index['vectors']) - wrong} of {len(index['vectors'])} vectors as expected")
    return 1 if wrong else 0


def run_batch() -> int:
    """One JSON line in, {"certificate": base64, "public_key"?, "key_history"?, "current"?}; one JSON line out."""
    for line in sys.stdin:
        task = read_object(line.encode())
        pinned = task.get("key_history", task.get("public_key"))
        found = judge(base64.b64decode(task["certificate"]), pinned, task.get("current"), task.get("log_key"))
        print(json.dumps({**found, "exit_code": exit_code(found)}))
    return 0


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description="Verifies a certificate offline.")
    parser.add_argument("file", nargs="?", help="the certificate; - or nothing reads standard input")
    pin = parser.add_mutually_exclusive_group()
    pin.add_argument("--public-key", help="base64 of the issuer's key, from an independent source")
    pin.add_argument("--key-history", type=Path, help="the issuer's svc.keys/v1 file, from an independent source")
    parser.add_argument("--log-key", help="the verifier key of the issuer's audit log, from an independent source")
    parser.add_argument("--current", type=Path, help="the present state to compare with, as in the vectors")
    mode = parser.add_mutually_exclusive_group()
    mode.add_argument("--vectors", type=Path, help="run the vectors of this folder")
    mode.add_argument("--batch", action="store_true", help="verify what comes in as JSON lines")
    options = parser.parse_args()
    if options.vectors:
        return run_vectors(options.vectors)
    if options.batch:
        return run_batch()
    pinned: str | History | None = options.public_key
    try:
        if options.public_key:
            check_key(options.public_key)
        if options.log_key:
            log_key(options.log_key)
        if options.key_history:
            pinned = read_history(options.key_history.read_bytes())
        current = read_object(options.current.read_bytes()) if options.current else None
    except (Refusal, Unproven, NotJson, OSError) as error:
        print(f"what is pinned cannot be used: {error}", file=sys.stderr)
        return USAGE
    try:
        data = sys.stdin.buffer.read() if options.file in (None, "-") else Path(options.file).read_bytes()
    except OSError as error:
        print(error, file=sys.stderr)
        return UNREADABLE
    found = judge(data, pinned, current, options.log_key)
    print(json.dumps(found, indent=2))
    return exit_code(found)


if __name__ == "__main__":
    sys.exit(main())
