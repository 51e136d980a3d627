"""Makes a module that is installed but not loaded look absent, to libraries that load it only to look at it."""

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from types import ModuleType


class AbsentModule(MetaPathFinder):
    """Answers that the module cannot be found."""

    def __init__(self, name: str) -> None:
        self._name = name

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None) -> None:
        """Refuse the one module; leave all others to the finders after this one."""
        if fullname == self._name:
            raise ModuleNotFoundError(f"{fullname} is left unloaded", name=fullname)


def keep_unloaded(name: str) -> None:
    """From now on, importing a module that is not loaded yet fails."""
    if name not in sys.modules:
        sys.meta_path.insert(0, AbsentModule(name))
