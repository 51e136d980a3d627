import pytest

import provision


@pytest.fixture
def done(monkeypatch):
    steps = []

    def create(target, lock):
        (target / "bin").mkdir(parents=True, exist_ok=True)
        (target / "bin" / "python").touch()
        steps.append(lock)

    monkeypatch.setattr(provision, "create", create)
    monkeypatch.setattr(provision, "install", lambda target, lock: steps.append(lock))
    return steps


def test_an_environment_is_installed_once_and_test_tools_come_on_top(done, tmp_path):
    group, target = provision.GROUPS["ml-core"], tmp_path / "ml-core"
    provision.provision(target, group, dev=False)
    provision.provision(target, group, dev=False)
    assert done == ["ml-core.txt"]
    provision.provision(target, group, dev=True)
    provision.provision(target, group, dev=True)
    provision.provision(target, group, dev=False)
    assert done == ["ml-core.txt", "ml-test.txt"]


def test_an_environment_of_another_lock_or_a_torn_installation_is_made_anew(done, tmp_path):
    target = tmp_path / "engines"
    provision.provision(target, provision.GROUPS["ml-core"], dev=False)
    provision.provision(target, provision.GROUPS["ml-stack"], dev=False)
    (target / ".complete").unlink()
    provision.provision(target, provision.GROUPS["ml-stack"], dev=False)
    assert done == ["ml-core.txt", "ml-stack.txt", "ml-stack.txt"]


def test_another_python_of_the_same_version_takes_the_engines_as_they_are(done, monkeypatch, tmp_path):
    target = tmp_path / "engines"
    provision.provision(target, provision.GROUPS["ml-core"], dev=False)
    monkeypatch.setattr(provision.sys, "executable", "/elsewhere/python3")
    provision.provision(target, provision.GROUPS["ml-core"], dev=False)
    assert done == ["ml-core.txt"]
    (target / "bin" / "python").unlink()
    provision.provision(target, provision.GROUPS["ml-core"], dev=False)
    assert done == ["ml-core.txt", "ml-core.txt"]


def test_a_group_has_locks_of_its_own_so_no_derivation_waits_for_an_engine():
    engines = {lock for name, locks in provision.GROUPS.items() if name != "base" for lock in locks}
    assert not engines & set(provision.GROUPS["base"])


def test_openmp_of_one_wheel_is_found_by_another_that_expects_it_of_the_system(tmp_path):
    bundled = tmp_path / "lib" / "python3.11" / "site-packages" / "scikit_learn.libs" / "libgomp-e985bcbb.so.1.0.0"
    bundled.parent.mkdir(parents=True)
    bundled.touch()
    provision.link_openmp(tmp_path)
    assert (tmp_path / "openmp" / "libgomp.so.1").resolve() == bundled
