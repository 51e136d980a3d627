"""Two codes have one hash when, and as far as reading tells only when, they do the same."""

from dataclasses import dataclass

import pytest

from svc_host.code_identity import code_identities, project_hash

FILE = "derivations/delay.py"
BASE = {
    FILE: '''\
"""Delays."""
import json
from svc import Claim, Dataset, derivation
from lib import rates
from . import beside
import pkg.deep as deep

SCALE = 60
LIMITS = {"low": 0}
UNUSED = 1

def hours(minutes):
    return minutes / SCALE

def unrelated(x):
    return x  # a comment

class Clamp:
    def of(self, x):
        return max(LIMITS["low"], x)

@derivation(inputs={"flights": Dataset("flights")}, claim=Claim("level", value="x", question="why?"))
def delay(ctx):
    """First."""
    rows = ctx.input("flights").rows
    return [{"x": Clamp().of(hours(r["d"])) * rates.DAILY + beside.one() + deep.two()} for r in rows]

@derivation()
def other(ctx):
    return [{"x": UNUSED, "y": json.dumps(unrelated(1))}]
''',
    "lib/rates.py": "DAILY = yearly() / 365\ndef yearly(): return 1\nHOURLY = 2\n",
    "lib/unused.py": "X = 1\n",
    "derivations/beside.py": "from lib.unused import X\ndef one(): return 1\ndef never(): return 2\n",
    "pkg/__init__.py": "",
    "pkg/deep.py": "def two():\n    return three()\ndef three(): return 3\n",
}


@dataclass
class Edit:
    """One edit of one file."""

    file: str
    before: str
    after: str

    def apply(self, files):
        assert files[self.file].count(self.before) >= 1, f"{self.before!r} is not in {self.file}"
        return {**files, self.file: files[self.file].replace(self.before, self.after)}


def identity(files, function="delay", file=FILE):
    (found,) = [code for code in code_identities(files) if (code.file, code.function) == (file, function)]
    return found.code_hash


@pytest.mark.parametrize(
    "edit",
    [
        Edit(FILE, "# a comment", "# another comment"),
        Edit(FILE, "return x  #", "return x + 1  #"),
        Edit(FILE, "UNUSED = 1", "UNUSED = 2"),
        Edit(FILE, '{"x": UNUSED', '{"z": UNUSED'),
        Edit(FILE, "SCALE = 60", "SCALE   =   60  # minutes\n\n"),
        Edit(FILE, 'rows = ctx.input("flights").rows', 'rows = (ctx\n        .input("flights").rows)'),
        Edit(FILE, 'Dataset("flights")', 'Dataset("flights2")'),
        Edit(FILE, 'question="why?"', 'question="how?"'),
        Edit(FILE, '"""Delays."""', '"""Late."""'),
        Edit("lib/rates.py", "HOURLY = 2", "HOURLY = 3"),
        Edit("lib/unused.py", "X = 1", "X = 2"),
        Edit("derivations/beside.py", "return 2", "return 3"),
        Edit(FILE, "@derivation()\ndef other", "@derivation(ordered=True)\ndef other"),
    ],
)
def test_a_change_it_cannot_reach_keeps_the_identity(edit):
    assert identity(edit.apply(BASE)) == identity(BASE)


@pytest.mark.parametrize(
    "edit",
    [
        Edit(FILE, 'r["d"]', 'r["e"]'),
        Edit(FILE, "SCALE = 60", "SCALE = 61"),
        Edit(FILE, "minutes / SCALE", "minutes // SCALE"),
        Edit(FILE, '"low": 0', '"low": 1'),
        Edit(FILE, "UNUSED = 1", 'UNUSED = 1\nLIMITS["low"] = 2'),
        Edit(FILE, "UNUSED = 1", "UNUSED = 1\nLIMITS.update(low=2)"),
        Edit(FILE, "UNUSED = 1", "import random; random.seed(1)"),
        Edit(FILE, "UNUSED = 1", "UNUSED = print('acts when imported')"),
        Edit(FILE, "UNUSED = 1", "UNUSED = 1\nif UNUSED:\n    SCALE = 61"),
        Edit(FILE, '"""First."""', '"""Second."""'),
        Edit(FILE, "@derivation(inputs", "@wrapped\n@derivation(inputs"),
        Edit(FILE, "from lib import rates", "from lib import unused as rates"),
        Edit("lib/rates.py", "/ 365", "/ 366"),
        Edit("lib/rates.py", "return 1", "return 2"),
        Edit("lib/rates.py", "HOURLY = 2", "HOURLY = 2\nprint('acts when imported')"),
        Edit("derivations/beside.py", "return 1", "return 2"),
        Edit("pkg/deep.py", "return 3", "return 4"),
        Edit("pkg/__init__.py", "", "import os; os.environ['TZ'] = 'x'\n"),
    ],
)
def test_a_change_it_can_reach_changes_the_identity(edit):
    assert identity(edit.apply(BASE)) != identity(BASE)


@pytest.mark.parametrize(
    "body",
    [
        "return eval('X')",
        "exec('pass')",
        "return globals()['X']",
        "import importlib\n    return importlib.import_module('lib.unused').X",
        "import sys\n    return sys.modules['lib.unused'].X",
        "return __import__('lib.unused').X",
    ],
)
def test_where_names_cannot_be_followed_the_whole_project_counts(body):
    files = {**BASE, "a.py": f"from svc import derivation\n@derivation()\ndef it(ctx):\n    {body}\n"}
    assert identity(files, "it", "a.py") == project_hash(files)
    assert identity(Edit("lib/unused.py", "X = 1", "X = 2").apply(files), "it", "a.py") != identity(files, "it", "a.py")


@pytest.mark.parametrize(
    "body",
    [
        "import lib.unused\n    return lib.unused.X",
        "from lib import unused\n    return getattr(unused, 'X')",
        "from lib.unused import X as x\n    return x",
        "from lib.unused import *\n    return X",
    ],
)
def test_an_import_inside_a_function_or_by_star_is_followed(body):
    head = "from svc import derivation\n"
    if "*" in body:
        head, body = "from lib.unused import *\n" + head, "return X"
    files = {**BASE, "a.py": f"{head}@derivation()\ndef it(ctx):\n    {body}\n"}
    changed = Edit("lib/unused.py", "X = 1", "X = 2").apply(files)
    assert identity(changed, "it", "a.py") != identity(files, "it", "a.py")


def test_a_local_name_is_not_taken_for_another_function():
    it = "@derivation()\ndef it(ctx):\n    other = 1\n    return other\n"
    source = f"from svc import derivation\n{it}def other():\n    return {{}}\n"
    before, after = ({"a.py": source.format(n)} for n in (1, 2))
    assert identity(before, "it", "a.py") == identity(after, "it", "a.py")


def test_a_comprehension_does_not_hide_a_module_name():
    it = "@derivation()\ndef it(ctx):\n    return [x for y in [x for x in ctx]] + [x]\n"
    source = f"from svc import derivation\nx = {{}}\n{it}"
    before, after = ({"a.py": source.format(n)} for n in (1, 2))
    assert identity(before, "it", "a.py") != identity(after, "it", "a.py")


def test_files_that_are_no_python_always_count():
    files = {**BASE, "queries/delay.sql": "select 1"}
    assert identity({**files, "queries/delay.sql": "select 2"}) != identity(files)


def test_a_main_block_never_runs_and_does_not_count():
    files = {**BASE, FILE: BASE[FILE] + "\nif __name__ == '__main__':\n    print(delay(None))\n"}
    assert identity(files) == identity(BASE)


def test_a_file_that_does_not_parse_affects_only_those_that_import_it():
    assert identity({**BASE, "broken.py": "def ("}) == identity(BASE)
    assert identity({**BASE, "lib/rates.py": "def ("}) == project_hash({**BASE, "lib/rates.py": "def ("})


def test_modules_that_import_each_other_are_no_trap():
    files = {
        "a.py": "from svc import derivation\nimport b\n@derivation()\ndef it(ctx): return b.f()\ndef g(): return 1\n",
        "b.py": "import a\ndef f(): return a.g()\n",
    }
    assert identity(files, "it", "a.py") != identity(Edit("a.py", "return 1", "return 2").apply(files), "it", "a.py")


def test_the_source_is_the_function_with_its_decorator():
    (code,) = [code for code in code_identities(BASE) if code.function == "delay"]
    lines = BASE[FILE].splitlines()[code.first_line - 1 : code.last_line]
    assert lines[0].startswith("@derivation(inputs")
    assert lines[-1].endswith("for r in rows]")
