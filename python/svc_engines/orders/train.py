"""Trains one model and hands its archive over."""

from pathlib import Path

from svc_engines.engine_failure import ending
from svc_engines.spec import Spec
from svc_engines.train import train
from svc_host.channel import Frame
from svc_host.orders import Host


def carry_out(frame: Frame, host: Host) -> Frame:
    """Send progress and trials; return the report, the refusal or the failure."""
    return ending(lambda: _train(frame, host))


def _train(frame: Frame, host: Host) -> Frame:
    inputs = frame["inputs"]
    spec = Spec.of(frame["spec"], inputs.get("weights"))
    return {"type": "trained", "report": train(spec, Path(inputs["training"]), host.output, host.channel.send)}
