"""What a user asks of the data source, by its options."""

from __future__ import annotations

import dataclasses
import json
import os
from collections.abc import Mapping
from typing import Any, get_args

from yodel._request import Options, checked_decimals, whole_number

__all__ = ["ReadOptions", "parse"]

_BOOLEANS = {"true": True, "false": False}


@dataclasses.dataclass(frozen=True)
class ReadOptions:
    """The options of a reading, as tasks get them.

    Parameters
    ----------
    library
        The absolute path of the library.
    model
        The name of the model.
    paths
        Paths of files and folders, and patterns; URLs, too.
    options
        ``"convert"``, ``"lenient"`` or ``"strict"``, as for ``yodel.scan``.
    decimals
        The digits of columns of ``Decimal``, as for ``yodel.scan``; None makes them text.
    rejects
        The folder that gets the lines that cannot be read; None if there is none.
    on_failure
        ``"abort"`` fails the task at a line that cannot be read, ``"collect"`` passes over it.
    maximum_failures, maximum_record_bytes, maximum_reject_bytes, batch_rows
        As for ``yodel.scan``; the failures are counted for each task.
    maximum_kept_bytes
        Bytes of all lines of a task that cannot be read, as far as they are kept for ``rejects``.
    split_bytes
        Bytes of files that a task gets.
    recursive, name_pattern
        Which files of folders are read.
    trigger_bytes, trigger_files
        What one batch of a stream gets at most; None for no limit.
    """

    library: str
    model: str
    paths: tuple[str, ...]
    options: str = "convert"
    decimals: tuple[int, int] | None = None
    rejects: str | None = None
    on_failure: str = "abort"
    maximum_failures: int | None = None
    maximum_record_bytes: int | None = None
    maximum_reject_bytes: int | None = None
    maximum_kept_bytes: int = 64 << 20
    batch_rows: int = 65_536
    split_bytes: int = 32 << 20
    recursive: bool = False
    name_pattern: str | None = None
    trigger_bytes: int | None = None
    trigger_files: int | None = None


_FIELDS = {
    "library": "library",
    "model": "model",
    "options": "options",
    "decimals": "decimals",
    "rejects": "rejects",
    "onfailure": "on_failure",
    "maximumfailures": "maximum_failures",
    "maximumrecordbytes": "maximum_record_bytes",
    "maximumrejectbytes": "maximum_reject_bytes",
    "maximumkeptbytes": "maximum_kept_bytes",
    "batchrows": "batch_rows",
    "maxpartitionbytes": "split_bytes",
    "recursivefilelookup": "recursive",
    "pathglobfilter": "name_pattern",
    "maxbytespertrigger": "trigger_bytes",
    "maxfilespertrigger": "trigger_files",
}
_NUMBERS = {
    "maximum_failures": 0,
    "maximum_record_bytes": 1,
    "maximum_reject_bytes": 0,
    "maximum_kept_bytes": 0,
    "batch_rows": 1,
    "split_bytes": 1,
    "trigger_bytes": 1,
    "trigger_files": 1,
}


def parse(options: Mapping[str, str]) -> ReadOptions:
    """Check the options that a user has set.

    Parameters
    ----------
    options
        The options, whose names may be written in any case.

    Returns
    -------
    ReadOptions
        What they mean.

    Raises
    ------
    ValueError
        One is missing, unknown, or makes no sense.
    """
    values: dict[str, Any] = {}
    paths: list[str] = []
    for name, value in options.items():
        key = name.lower()
        if key == "path":
            paths.append(value)
        elif key == "paths":
            paths += json.loads(value)
        elif key in _FIELDS:
            field = _FIELDS[key]
            values[field] = _value(name, field, value)
        else:
            raise ValueError(f"The data source yodel has no option {name}.")
    for name in ("library", "model"):
        if name not in values:
            raise ValueError(f"The data source yodel needs the option {name}.")
    if not paths:
        raise ValueError("There are no paths: load(…) names files or folders.")
    for name in ("library", "rejects"):
        if name in values:
            values[name] = os.path.abspath(values[name])
    if "rejects" in values:
        if values.get("on_failure") == "abort":
            raise ValueError("With the option rejects no line fails a task: leave out onFailure.")
        values["on_failure"] = "collect"
    return ReadOptions(paths=tuple(paths), **values)


def _value(name: str, field: str, text: str) -> object:
    if field == "recursive":
        if text.lower() not in _BOOLEANS:
            raise ValueError(f"{name} is true or false, not {text}.")
        return _BOOLEANS[text.lower()]
    if field == "on_failure":
        if text not in ("abort", "skip"):
            raise ValueError(f"{name} is abort or skip, not {text}.")
        return "collect" if text == "skip" else text
    if field == "options" and text not in get_args(Options):
        raise ValueError(f"{name} is convert, lenient or strict, not {text}.")
    if field == "decimals":
        try:
            precision, scale = (int(part) for part in text.split(","))
            return checked_decimals((precision, scale))
        except ValueError:
            raise ValueError(
                f"{name} is two numbers, such as 18,2: digits in all, 1 to 38, and after the point;"
                f" not {text}."
            ) from None
    if field in _NUMBERS:
        try:
            return whole_number(name, int(text), least=_NUMBERS[field])
        except ValueError:
            raise ValueError(
                f"{name} is a whole number of at least {_NUMBERS[field]}, not {text}."
            ) from None
    return text
