"""Section 5.1 of docs/certificate-format.md: proofs that a claim was declared before its data were registered."""

from __future__ import annotations

import base64
import hashlib
import re
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from canonical_json import NotJson, canonical_bytes, read_json

HEADER = "c2sp.org/tlog-proof@v1"
P = 2**255 - 19
Y8 = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826
SMALL_ORDER = {0, 1, P - 1, Y8, P - Y8}
# What ECMAScript calls white space, and control characters: neither is in a name.
NOT_IN_NAME = re.compile("[\\s\ufeff+\x00-\x1f\x7f-\x9f]")


class Unproven(Exception):
    """Why a preregistration proves nothing; `code` names it as the document does."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code


def wrong(reason: str) -> Unproven:
    """A proof that does not hold."""
    return Unproven("wrong-preregistration", reason)


def preregistration(payload: dict[str, Any], pinned: str | None) -> str | None:
    """`proven` by the pinned key of the log, `self_consistent` by the key that is named; None where there is no such member."""
    if "preregistration" not in payload:
        return None
    member = payload["preregistration"]
    if (
        not isinstance(member, dict)
        or not isinstance(member.get("log_key"), str)
        or not isinstance(member.get("claim"), str)
        or not isinstance(member.get("data"), dict)
        or not all(isinstance(each, str) for each in member["data"].values())
    ):
        raise Unproven("malformed-preregistration", "log_key, claim and data must be there")
    name, key = log_key(member["log_key"])
    if pinned is not None and pinned != member["log_key"]:
        raise Unproven("other-log", "the proofs are of another log than the pinned one")
    check_moments(payload, member, name, key)
    return "self_consistent" if pinned is None else "proven"


def log_key(text: str) -> tuple[str, bytes]:
    """Name and key of `name+id+key`."""
    error = Unproven("malformed-preregistration", "log_key is not a verifier key")
    found = re.fullmatch(r"([^+]+)\+([0-9a-f]{8})\+(.+)", text, re.DOTALL)
    if found is None or NOT_IN_NAME.search(found[1]):
        raise error
    data = strict_base64(found[3])
    if data is None or len(data) != 33 or data[0] != 1 or key_id(found[1], data[1:]).hex() != found[2]:
        raise error
    y = int.from_bytes(data[1:], "little") % 2**255
    if y >= P or y in SMALL_ORDER:
        raise error
    return found[1], data[1:]


def check_moments(payload: dict[str, Any], member: dict[str, Any], name: str, key: bytes) -> None:
    """The claim is recorded first, then the data of each input, in one log as one checkpoint has it."""
    declared, index, note = proven_record(member["claim"], name, key)
    target = declared.get("target")
    if (
        not is_ok(declared, "derivation.put")
        or not isinstance(target, dict)
        or target.get("type") != "derivation"
        or target.get("name") != payload["derivation"]
    ):
        raise wrong("the record is not of a declaration of this derivation")
    claim = {name: payload["claim"][name] for name in ("kind", "roles", "declared")}
    if detail(declared, "claim") != sha256_digest({"question": payload["question"], **claim}):
        raise wrong("another claim was declared")
    inputs = payload["data"]["inputs"]
    if not inputs or set(inputs) != set(member["data"]):
        raise wrong("there is not one proof for each input")
    for each, data_hash in inputs.items():
        registered, at, other = proven_record(member["data"][each], name, key)
        if other != note:
            raise wrong("the proofs are against different checkpoints")
        if not is_ok(registered, "dataset.register") or detail(registered, "data") != data_hash:
            raise wrong(f"the record for {each} is not of the registration of its data")
        if at <= index:
            raise wrong(f"the data of {each} were registered before the claim was declared")


def proven_record(text: str, name: str, key: bytes) -> tuple[dict[str, Any], int, str]:
    """The record that a proof carries, its place in the log, and the checkpoint."""
    head, separator, note = text.partition("\n\n")
    lines = head.split("\n")
    line = strict_base64(lines[1][6:]) if len(lines) > 2 and lines[1].startswith("extra ") else None
    index = re.fullmatch(r"index (0|[1-9][0-9]{0,15})", lines[2]) if len(lines) > 2 else None
    path = [strict_base64(each) for each in lines[3:]]
    if not separator or lines[0] != HEADER or line is None or index is None or len(path) > 64:
        raise wrong("this is not a tlog-proof")
    if any(each is None or len(each) != 32 for each in path):
        raise wrong("a hash of the proof is none")
    record = canonical_record(line)
    size, root = open_note(note, name, key)
    at = int(index[1])
    hashes = [each for each in path if each is not None]
    if not is_included(hashlib.sha256(b"\0" + line).digest(), at, size, hashes, root):
        raise wrong("the record is not in the tree that the checkpoint commits to")
    seq = record.get("seq")
    if isinstance(seq, bool) or seq != at or not isinstance(record.get("at"), str):
        raise wrong("the record is not the one at this index")
    return record, at, note


def canonical_record(line: bytes) -> dict[str, Any]:
    """The line as JSON, which it must be in canonical form."""
    try:
        record = read_json(line)
    except NotJson as error:
        raise wrong("what a proof carries is not JSON") from error
    if not isinstance(record, dict) or canonical_bytes(record) != line:
        raise wrong("what a proof carries is not a canonical record")
    return record


def open_note(note: str, name: str, key: bytes) -> tuple[int, bytes]:
    """Size and root of a checkpoint (C2SP signed note) that the log's key has signed under the log's name."""
    end = note.rfind("\n\n")
    if end == -1 or not note.endswith("\n") or utf16_length(note) > 100_000:
        raise wrong("this is not a signed note")
    text = note[: end + 1]
    if re.search("[\x00-\x09\x0b-\x1f\ud800-\udfff]", text):
        raise wrong("a note has no control characters")
    ours = [each for each in map(signature_of, note[end + 2 : -1].split("\n")) if is_ours(each, name, key)]
    if not ours:
        raise wrong("the checkpoint is not signed by the log")
    try:
        for _, signature in ours:
            Ed25519PublicKey.from_public_bytes(key).verify(signature[4:], text.encode())
    except (InvalidSignature, ValueError) as error:
        raise wrong("the signature does not fit the checkpoint") from error
    lines = text.split("\n")
    root = strict_base64(lines[2]) if len(lines) > 2 else None
    if root is None or len(root) != 32 or re.fullmatch("0|[1-9][0-9]{0,15}", lines[1]) is None or lines[0] != name:
        raise wrong("the note is not a checkpoint of this log")
    return int(lines[1]), root


def signature_of(line: str) -> tuple[str, bytes]:
    """Name and bytes of a signature line."""
    found = re.fullmatch(r"— (\S+) (\S+)", line)
    data = None if found is None else strict_base64(found[2])
    if found is None or data is None or len(data) < 5 or NOT_IN_NAME.search(found[1]):
        raise wrong("this is not a signature line")
    return found[1], data


def is_ours(signature: tuple[str, bytes], name: str, key: bytes) -> bool:
    """Whether a signature says that it is of this key."""
    return signature[0] == name and signature[1][:4] == key_id(name, key)


def is_included(leaf: bytes, index: int, size: int, path: list[bytes], root: bytes) -> bool:
    """RFC 9162 §2.1.3.2."""
    if index >= size or size >= 2**53:
        return False
    node, last, computed = index, size - 1, leaf
    for sibling in path:
        if last == 0:
            return False
        if node % 2 == 1 or node == last:
            computed = hashlib.sha256(b"\1" + sibling + computed).digest()
            while node % 2 == 0 and node != 0:
                node, last = node // 2, last // 2
        else:
            computed = hashlib.sha256(b"\1" + computed + sibling).digest()
        node, last = node // 2, last // 2
    return last == 0 and computed == root


def is_ok(record: dict[str, Any], action: str) -> bool:
    """Whether it is of such an action, which was done."""
    return record.get("action") == action and record.get("outcome") == "ok"


def detail(record: dict[str, Any], name: str) -> object:
    """A member of the record's detail."""
    found = record.get("detail")
    return found.get(name) if isinstance(found, dict) else None


def sha256_digest(value: object) -> str:
    """The digest of a value's canonical bytes."""
    return "sha256:" + hashlib.sha256(canonical_bytes(value)).hexdigest()


def key_id(name: str, key: bytes) -> bytes:
    """What a signature begins with."""
    return hashlib.sha256(name.encode() + b"\n\1" + key).digest()[:4]


def utf16_length(text: str) -> int:
    """Its length as ECMAScript counts it."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def strict_base64(text: str) -> bytes | None:
    """The bytes, if this is the one accepted spelling of them."""
    try:
        data = base64.b64decode(text, validate=True)
    except ValueError:
        return None
    return data if base64.b64encode(data).decode() == text else None
