import sys
from pathlib import Path

import pytest

from svc_host.traceback_text import explain


def raised(source: str, root: Path) -> BaseException:
    file = root / "rows.py"
    file.write_text(source)
    try:
        exec(compile(source, str(file), "exec"), {})
    except BaseException as error:  # noqa: BLE001
        return error
    pytest.fail("nothing was raised")


@pytest.mark.parametrize("source", ["def f(:", "import json\njson.loads('{')", "1 / 0"])
def test_an_error_names_no_place_of_this_machine(source: str, tmp_path: Path) -> None:
    told = explain(raised(source, tmp_path), tmp_path)
    for place in (sys.prefix, sys.base_prefix + "/lib", str(Path(__file__).parent.parent), str(tmp_path)):
        assert place not in told.traceback + told.message


def test_a_syntax_error_is_told_by_its_place_without_frames_of_the_host(tmp_path: Path) -> None:
    told = explain(raised("def f(:", tmp_path), tmp_path)
    assert (told.file, told.line) == ("rows.py", 1)
    assert 'File "rows.py", line 1' in told.traceback
    assert "svc_host" not in told.traceback


def test_frames_of_a_library_are_shown_below_the_author_s_own(tmp_path: Path) -> None:
    told = explain(raised("import json\njson.loads('{')", tmp_path), tmp_path)
    assert told.traceback.startswith('Traceback (your code):\n  File "rows.py", line 2')
    assert 'File "python/lib/' in told.traceback
