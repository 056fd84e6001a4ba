"""The package's error."""

from __future__ import annotations

__all__ = ["Error"]


class Error(Exception):
    """A library that cannot be used, a request that it refuses, or a reading that fails.

    Its text says what is wrong, in a sentence.
    """
