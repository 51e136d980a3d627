import sys
from pathlib import Path

import pytest
from training import installed

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))


def pytest_generate_tests(metafunc):
    if "name" in metafunc.fixturenames:
        metafunc.parametrize("name", installed())


@pytest.fixture(autouse=True)
def _work_in(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
