"""A derivation's function in a bare Python process: no sandbox, no second run, no hash, no oracle.

    bare_process.py run <derivation.py> <function> <flights.parquet> <result.parquet>
    bare_process.py statement <derivation.py> <function>      prints the SQL that the function returns
"""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from types import SimpleNamespace


def function_of(path, name):
    """Import the author's file as it is and return the function it decorates."""
    spec = spec_from_file_location("author", path)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return getattr(module, name)


def read(path):
    """Read a Parquet file as anybody would."""
    import pandas

    return SimpleNamespace(to_pandas=lambda: pandas.read_parquet(path))


def main(mode, path, name, source="", result=""):
    """Do what the first argument says."""
    context = SimpleNamespace(sql=lambda text: text, input=lambda _name: read(source))
    value = function_of(path, name)(context)
    if mode == "statement":
        print(value)
    else:
        value.to_parquet(result, compression="zstd", index=False)


if __name__ == "__main__":
    main(*sys.argv[1:])
