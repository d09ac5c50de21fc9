"""The tool, the rule and this package, sent along with the job to machines that have none."""

from __future__ import annotations

import os
import tarfile
import zipfile
from dataclasses import dataclass
from typing import Optional

from pyspark import SparkContext

from shotflow_spark.problem import Problem, Status
from shotflow_spark.tool import COMPANIONS, NAME, Tool

_FOLDER = "shotflow-shipment"


@dataclass(frozen=True)
class Shipment:
    """Names below the folder in which Spark unpacks what it sent along."""

    tool: str
    rule: Optional[str]

    @classmethod
    def send(
        cls, context: SparkContext, tool: Tool, rule: Optional[str], folder: str
    ) -> "Shipment":
        """Packs and sends the tool with its companions, and the rule with the modules beside it."""
        archive = os.path.join(folder, f"{_FOLDER}.tar.gz")
        binaries = os.path.dirname(os.path.realpath(tool.path))
        with tarfile.open(archive, "w:gz", compresslevel=1) as file:
            for name in (NAME, *COMPANIONS):
                path = os.path.join(binaries, name)
                if name == NAME:
                    path = os.path.realpath(tool.path)
                elif not os.path.isfile(path):
                    path = os.path.join(binaries, "..", "libexec", NAME, name)
                if not os.path.isfile(path):
                    raise Problem(
                        Status.MISSING_PROGRAM,
                        f'--ship found no "{name}" beside {tool.path}; install shotflow on all '
                        "machines instead",
                    )
                file.add(os.path.realpath(path), f"bin/{name}")
            if rule is not None:
                beside = os.path.dirname(rule)
                for name in sorted(os.listdir(beside)):
                    path = os.path.join(beside, name)
                    if path == rule or (name.endswith(".lua") and os.path.isfile(path)):
                        file.add(path, f"rule/{name}")
        context.addArchive(f"{archive}#{_FOLDER}")
        context.addPyFile(_pack_package(folder))
        sent = None if rule is None else f"{_FOLDER}/rule/{os.path.basename(rule)}"
        return cls(f"{_FOLDER}/bin/{NAME}", sent)


def _pack_package(folder: str) -> str:
    package = os.path.dirname(os.path.abspath(__file__))
    path = os.path.join(folder, "shotflow_spark.zip")
    with zipfile.ZipFile(path, "w") as file:
        for name in sorted(os.listdir(package)):
            if name.endswith(".py"):
                file.write(os.path.join(package, name), f"shotflow_spark/{name}")
    return path
