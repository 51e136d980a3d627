"""Orders of the host that need an engine's environment: `train` and `score`."""
