"""Trains one model and hands its archive over."""

import os
import sys
from pathlib import Path

from svc_engines.engine_failure import failure
from svc_engines.spec import Refused, Spec
from svc_engines.train import train
from svc_host.channel import Frame
from svc_host.orders import Host


def carry_out(frame: Frame, host: Host) -> None:
    """Send progress, trials and, in the end, the report, the refusal or the failure."""
    try:
        report = train(
            Spec.of(frame["spec"], frame["inputs"].get("weights")),
            Path(frame["inputs"]["training"]),
            host.output,
            host.channel.send,
        )
        ending: Frame = {"type": "trained", "report": report}
    except Refused as why:
        ending = {"type": "refused", "code": why.code, "message": why.message[:4000], "column": why.column}
    except BaseException as error:  # noqa: BLE001 - libraries may raise anything, also SystemExit
        ending = failure(error)
    if not host.channel.is_owner():
        os._exit(0)
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    host.channel.send(ending)
