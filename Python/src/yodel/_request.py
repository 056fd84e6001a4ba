"""What a scan asks of a library."""

from __future__ import annotations

import dataclasses
import json
import operator
from collections.abc import Iterable, Sequence
from typing import Literal, SupportsIndex, get_args

__all__ = [
    "FailurePolicy",
    "Options",
    "Request",
    "checked_columns",
    "checked_decimals",
    "whole_number",
]

Options = Literal["convert", "lenient", "strict"]
FailurePolicy = Literal["collect", "abort"]


@dataclasses.dataclass(frozen=True)
class Request:
    """What a scan reads, and how. The names are those of the library's interface.

    Parameters
    ----------
    model, paths, columns, workers, batch_rows, batch_bytes, range, options, on_failure, \
maximum_failures, maximum_record_bytes, maximum_reject_bytes, maximum_kept_bytes, decimals
        As for ``yodel.scan``, already checked but for the choices.

    Raises
    ------
    ValueError
        A choice is none of those there are, or a range is for several files.
    """

    model: str
    paths: tuple[str, ...]
    columns: tuple[str, ...] | None
    workers: int | None
    batch_rows: int
    batch_bytes: int
    range: tuple[int, int] | None
    options: Options
    on_failure: FailurePolicy
    maximum_failures: int | None
    maximum_record_bytes: int | None
    maximum_reject_bytes: int | None = None
    maximum_kept_bytes: int | None = None
    decimals: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        _check_choice("options", self.options, get_args(Options))
        _check_choice("on_failure", self.on_failure, get_args(FailurePolicy))
        if self.range is not None:
            if len(self.paths) != 1:
                raise ValueError(f"A range belongs to a single file, not to {len(self.paths)}.")
            if self.range[1] < self.range[0]:
                raise ValueError(f"The range {self.range} ends before it begins.")

    def json(self) -> str:
        """Write the request as JSON text. What is None is left to the library."""
        fields = dataclasses.asdict(self)
        asked = {name: value for name, value in fields.items() if value is not None}
        return json.dumps(asked, ensure_ascii=False)


def _check_choice(name: str, value: object, choices: tuple[str, ...]) -> None:
    if value not in choices:
        known = " or ".join(repr(choice) for choice in choices)
        raise ValueError(f"{name} is {known}, not {value!r}.")


def whole_number(name: str, value: SupportsIndex, *, least: int) -> int:
    """Check a number.

    Parameters
    ----------
    name
        What the number is called, for the error.
    value
        The number.
    least
        The smallest one that makes sense.

    Returns
    -------
    int
        The number.

    Raises
    ------
    TypeError
        It is not a whole number.
    ValueError
        It is too small.
    """
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} is a whole number, not {value!r}.") from None
    if number < least:
        raise ValueError(f"{name} is at least {least}, not {number}.")
    return number


def checked_columns(columns: Iterable[str] | None) -> tuple[str, ...] | None:
    """Check the names of columns.

    Parameters
    ----------
    columns
        The names, or None for all columns.

    Returns
    -------
    tuple of str, or None
        The names.

    Raises
    ------
    TypeError
        The names are no sequence of texts.
    """
    if columns is None:
        return None
    if isinstance(columns, (str, bytes)):
        raise TypeError(f"columns is a list of names; write [{columns!r}].")
    names = tuple(columns)
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"A column is chosen by its name, not by {name!r}.")
    return names


def checked_decimals(digits: tuple[int, int] | None) -> tuple[int, int] | None:
    """Check the digits of columns of ``Decimal``.

    Parameters
    ----------
    digits
        How many in all, and how many of them after the point; None for none.

    Returns
    -------
    tuple of int, or None
        The digits.

    Raises
    ------
    TypeError
        They are not two whole numbers.
    ValueError
        There are not two, or no number has so many digits.
    """
    if digits is None:
        return None
    if isinstance(digits, (str, bytes)) or not isinstance(digits, Sequence):
        raise TypeError(f"decimals is two numbers, such as (18, 2), not {digits!r}.")
    if len(digits) != 2:
        raise ValueError(f"decimals is two numbers, such as (18, 2), not {digits!r}.")
    precision = whole_number("The first of decimals", digits[0], least=1)
    scale = whole_number("The second of decimals", digits[1], least=0)
    if precision > 38 or scale > precision:
        raise ValueError(
            f"decimals is at most (38, 38), the first not below the second: {digits!r}."
        )
    return precision, scale
