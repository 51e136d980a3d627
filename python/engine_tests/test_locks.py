"""The traps of the engines' dependencies."""

import re
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest
from training import installed

REQUIREMENTS = Path(__file__).resolve().parent.parent / "requirements"


@pytest.mark.parametrize("group", ["ml-core", "ml-stack", "ml-foundation"])
def test_a_lock_has_hashes_for_everything_and_names_no_index(group):
    text = (REQUIREMENTS / f"{group}.txt").read_text()
    packages = re.findall(r"^[a-z0-9][\w.-]*==[^\\]*\\\n\s+--hash=sha256:", text, re.M)
    assert len(packages) == len(re.findall(r"^[a-z0-9]", text, re.M)) > 50
    assert "://" not in text


@pytest.mark.parametrize("group", ["ml-core", "ml-stack", "ml-foundation"])
def test_no_lock_brings_two_wheels_of_the_module_xgboost_or_weights_with_a_restricted_licence(group):
    lines = (REQUIREMENTS / f"{group}.txt").read_text().splitlines()
    linux = [it.split("==")[0] for it in lines if "==" in it and "sys_platform == 'darwin'" not in it]
    assert not {"xgboost", "tabpfn"} & set(linux)


@pytest.mark.skipif("tuner" not in installed(), reason="needs the group ml-core")
def test_the_environment_has_one_xgboost():
    assert version("xgboost-cpu")
    with pytest.raises(PackageNotFoundError):
        version("xgboost")
