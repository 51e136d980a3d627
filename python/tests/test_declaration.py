"""What a decorator may declare, and what it is told when it may not."""

import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

import svc
from svc import Claim, Contract, Dataset, DeclarationError, Derivation, Param, derivation
from svc.decorator import MANIFEST_ATTRIBUTE

ROOT = Path(__file__).resolve().parent.parent


def manifest(function):
    return getattr(function, MANIFEST_ATTRIBUTE).to_json()


def test_the_worked_example_becomes_its_manifest():
    @derivation(
        inputs={"flights": Dataset("flights"), "base": Derivation("base_rows")},
        params={"days": Param("integer", default=7), "region": Param("string")},
        claim=Claim("comparison", group="kind", value="delay", question="Later?", declared={"unit": "flight"}),
        contract=Contract(fields=[{"name": "delay", "type": "number"}], table={"rowCount": {"min": 1}}),
        ordered=True,
        tolerance=0.001,
    )
    def regional_delay(ctx):
        """Delays by kind of carrier.

        More words.
        """

    assert manifest(regional_delay) == {
        "name": "regional_delay",
        "description": "Delays by kind of carrier.",
        "inputs": {
            "flights": {"kind": "dataset", "ref": "flights"},
            "base": {"kind": "derivation", "ref": "base_rows"},
        },
        "params": {
            "days": {"type": "integer", "required": False, "default": 7},
            "region": {"type": "string", "required": True},
        },
        "claim": {
            "question": "Later?",
            "kind": "comparison",
            "roles": {"group": "kind", "value": "delay"},
            "declared": {"unit": "flight"},
        },
        "contract": {
            "specVersion": "1.0",
            "kind": "DataContract",
            "fields": [{"name": "delay", "type": "number"}],
            "table": {"rowCount": {"min": 1}},
        },
        "ordered": True,
        "tolerance": 0.001,
    }


def test_the_least_declaration_is_enough():
    @derivation()
    def bare(ctx):
        return ctx

    assert manifest(bare) == {
        "name": "bare",
        "description": "",
        "inputs": {},
        "params": {},
        "claim": None,
        "contract": None,
        "ordered": False,
        "tolerance": None,
    }
    assert bare(42) == 42, "the function stays callable in the author's own tests"


def test_a_name_may_differ_from_the_function():
    @derivation(name="other")
    def it(ctx): ...

    assert manifest(it)["name"] == "other"


def test_roles_may_be_columns_lists_and_thresholds():
    claim = Claim("effect", x="a", controls=["b", "c"], sesoi=0.5, question="q")
    assert claim.to_json()["roles"] == {"x": "a", "controls": ["b", "c"], "sesoi": 0.5}


@pytest.mark.parametrize(
    ("declare", "message"),
    [
        (lambda: derivation(name="Delay")(lambda ctx: None), "must start with a lower-case letter"),
        (lambda: derivation(name="a" * 129)(lambda ctx: None), "at most 128"),
        (lambda: derivation(name="a\n")(lambda ctx: None), "must start with a lower-case letter"),
        (lambda: derivation()(print), "function defined with def"),
        (lambda: derivation(lambda ctx: None), "write @derivation(...) with parentheses"),
        (lambda: derivation(name="a", inputs=["flights"])(lambda ctx: None), "inputs must be a mapping from name to"),
        (lambda: derivation(name="a", inputs={"x": "y"})(lambda ctx: None), "inputs['x'] must be Dataset(\"…\") or"),
        (lambda: derivation(name="a", inputs={"X": Dataset("y")})(lambda ctx: None), "the name of an entry of inputs"),
        (lambda: derivation(name="a", params={"x": 3})(lambda ctx: None), "params['x'] must be Param(\"number\")"),
        (lambda: derivation(name="a", claim="b is later")(lambda ctx: None), "claim must be Claim("),
        (lambda: derivation(name="a", contract={})(lambda ctx: None), "contract must be Contract("),
        (lambda: derivation(name="a", ordered="yes")(lambda ctx: None), "ordered must be True or False"),
        (lambda: derivation(name="a", tolerance=-1)(lambda ctx: None), "tolerance must be a number of at least 0"),
        (lambda: derivation(name="a", tolerance=float("nan"))(lambda ctx: None), "tolerance must be a number"),
        (lambda: Dataset("Flights"), "a dataset's name must start"),
        (lambda: Derivation(3), "a derivation's name must start"),
        (lambda: Param("float"), "must be one of string, integer, number, boolean"),
        (lambda: Param("integer", default="3"), "Param default must be of type integer"),
        (lambda: Param("integer", default=True), "must be of type integer"),
        (lambda: Param("boolean", default=1), "must be of type boolean"),
        (lambda: Param("number", default=float("inf")), "must be a finite number"),
        (lambda: Param("string", default="\ud800"), "half of a surrogate pair"),
        (lambda: Claim("", question="q"), "needs a kind first"),
        (lambda: Claim("effect", question=" "), "Claim.question must be text"),
        (lambda: Claim("effect", question="q", x=["a", 1]), "Claim role 'x' must name a column"),
        (lambda: Claim("effect", question="q", x=True), "Claim role 'x' must name a column"),
        (lambda: Claim("effect", question="q", declared={"day": date(2024, 1, 31)}), "write dates as text"),
        (lambda: Claim("effect", question="q", declared={1: 2}), "keys must be text"),
        (lambda: Claim("effect", question="q", declared=["unit"]), "Claim.declared must be a mapping"),
        (lambda: Claim("effect", question="q", declared={"n": 2**60}), "write it as text"),
        (lambda: Contract(fields=[]), "Contract.fields must be a list such as"),
        (lambda: Contract(fields=[{"type": "number"}]), 'Contract.fields[0] needs a "name"'),
    ],
)
def test_what_cannot_be_is_refused_in_words(declare, message):
    with pytest.raises(DeclarationError) as refusal:
        declare()
    assert message in str(refusal.value)


def test_nesting_has_an_end():
    deep = {}
    deep["in"] = deep
    with pytest.raises(DeclarationError, match="nested more than 32"):
        Claim("effect", question="q", declared=deep)


def test_the_sdk_needs_nothing_but_python():
    code = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
import svc, svc_host.orders.run, svc_host.orders.describe
print({{"pandas", "polars", "pyarrow", "numpy"}} & set(sys.modules))
"""
    done = subprocess.run([sys.executable, "-S", "-P", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_every_public_name_is_importable():
    assert all(hasattr(svc, name) for name in svc.__all__)
