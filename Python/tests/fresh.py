"""Runs the commands and the code of a page in a virtual environment that they make themselves."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

PACKAGE = Path(__file__).parents[1]
ENGINES = ("duckdb", "pandas", "polars", "pyarrow", "spark")


def readme(language: str) -> list[str]:
    """Give the blocks of the package's README, but for examples of an answer."""
    text = (PACKAGE / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(rf"^```{language}\n(.*?)^```$", text, re.M | re.S)
    return [block for block in blocks if not block.startswith("Progress(")]


def install(extras: str) -> list[str]:
    """Give the commands of the README that install the package with extras."""
    (commands,) = [block for block in readme("sh") if "pip install" in block]
    lines: list[str] = commands.splitlines()
    assert "'./Python[duckdb]'" in lines[-1]
    return [line.replace("[duckdb]", f"[{extras}]") for line in lines] if extras else lines[:-1]


def shown(extras: str) -> list[str]:
    """Give the code of the README that needs no other extras."""
    return [block for block in readme("python") if _needs(block) <= set(extras.split(","))]


def _needs(block: str) -> set[str]:
    """Give the engines that a block of code names; Spark's extra brings what Spark needs."""
    named = {engine for engine in ENGINES if re.search(rf"\b{engine}\b", block)}
    return {"spark"} if "spark" in named else named


def clone(folder: Path, library: str) -> Path:
    """Make a folder that has the package as a clone does, and the library beside it."""
    folder.mkdir()
    (folder / "Python").symlink_to(PACKAGE)
    (folder / "libEvents.so").symlink_to(library)
    return folder


def run(folder: Path, commands: Iterable[str], code: Sequence[str]) -> str:
    """Run commands of a shell, and then code by the Python that they have installed into.

    Nothing of the environment of the tests is seen: neither its packages nor its settings.
    """
    (folder / "shown.py").write_text("\n".join(code), encoding="utf-8")
    script = "\n".join(["set -e", *commands, "python shown.py"])
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTHON", "PYSPARK", "SPARK", "VIRTUAL_ENV", "YODEL"))
    }
    own = Path(sys.executable).parent
    environment["PATH"] = os.pathsep.join(
        path
        for path in os.environ["PATH"].split(os.pathsep)
        if sys.prefix == sys.base_prefix or Path(path) != own
    )
    environment["PIP_DISABLE_PIP_VERSION_CHECK"] = "1"
    # Spark listens on this machine alone.
    environment["SPARK_LOCAL_IP"] = "127.0.0.1"
    process = subprocess.run(
        ["bash", "-c", script], cwd=folder, env=environment, capture_output=True, text=True
    )
    assert process.returncode == 0, f"{process.stdout[-4_000:]}\n{process.stderr[-4_000:]}"
    return process.stdout
