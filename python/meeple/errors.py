"""The errors of meeple. Each is a `ValueError`, and none leaves anything changed."""

from __future__ import annotations

__all__ = ["ComponentsError", "IllegalActionError", "MeepleError", "OptionError", "PositionError", "RecordError"]


class MeepleError(ValueError):
    """Base of all errors of meeple.

    Attributes:
        clause: The clause of the rules that the refusal rests on, such as ``"AP 6.3"``; None where no rule does.
        reasons: Every reason found, for data that is checked as a whole; empty otherwise.
    """

    clause: str | None
    reasons: tuple[str, ...]

    def __init__(self, message: str = "", clause: str | None = None, reasons: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.clause = clause
        self.reasons = tuple(reasons)

    def __reduce__(self) -> tuple[type[MeepleError], tuple[str, str | None, tuple[str, ...]]]:
        return type(self), (str(self), self.clause, self.reasons)


class IllegalActionError(MeepleError):
    """An action or chance outcome that is not legal in the position."""


class OptionError(MeepleError):
    """A game, option or argument that does not exist, is out of range, or has the wrong shape."""


class PositionError(MeepleError):
    """A position written by hand that the rules do not allow."""


class ComponentsError(MeepleError):
    """A components file that cannot be read or used."""


class RecordError(MeepleError):
    """A record that cannot be read, or that does not replay."""
