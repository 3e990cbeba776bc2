"""A small SVG writer: shapes and text on a titled sheet, without dependencies."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape, quoteattr

__all__ = ["INK", "MUTED", "PAPER", "Canvas"]

INK = "#2b2a27"
MUTED = "#77736a"
PAPER = "#fbf8f1"
_FONT = "system-ui, 'Segoe UI', Helvetica, Arial, sans-serif"


class Canvas:
    """Collects shapes, later ones above earlier ones, and writes them as a standalone SVG. Lengths are in pixels."""

    def __init__(self, width: float, height: float, title: str) -> None:
        self._width = width
        self._height = height
        self._title = title
        self._shapes: list[str] = []
        self.rect(0, 0, width, height, PAPER, radius=12)

    def rect(
        self, x: float, y: float, width: float, height: float, fill: str, radius: float = 0, **style: object
    ) -> None:
        """A rectangle from its upper left corner."""
        self._add("rect", style, x=x, y=y, width=width, height=height, rx=radius, fill=fill)

    def circle(self, x: float, y: float, radius: float, fill: str, **style: object) -> None:
        """A disc around its centre."""
        self._add("circle", style, cx=x, cy=y, r=radius, fill=fill)

    def polygon(self, points: Sequence[tuple[float, float]], fill: str, **style: object) -> None:
        """A closed shape with straight sides."""
        self._add("polygon", style, points=" ".join(f"{x:g},{y:g}" for x, y in points), fill=fill)

    def path(self, data: str, fill: str, **style: object) -> None:
        """A shape in the path language of SVG."""
        self._add("path", style, d=data, fill=fill)

    def text(self, x: float, y: float, text: str, size: float = 14, fill: str = INK, **style: object) -> None:
        """One line of text, from the left end of its base line unless `text_anchor` says otherwise."""
        self._add("text", style, text, x=x, y=y, font_size=size, fill=fill)

    def svg(self) -> str:
        """The sheet as an SVG document."""
        size = f"{self._width:g} {self._height:g}"
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" width="{self._width:g}" '
            f'height="{self._height:g}" role="img" font-family={quoteattr(_FONT)}>'
        )
        return "\n".join([head, f"<title>{escape(self._title)}</title>", *self._shapes, "</svg>\n"])

    def _add(self, tag: str, style: dict[str, object], text: str | None = None, /, **attributes: object) -> None:
        shown = " ".join(
            f"{name.replace('_', '-')}={quoteattr(f'{value:g}' if isinstance(value, float) else str(value))}"
            for name, value in (attributes | style).items()
        )
        self._shapes.append(f"<{tag} {shown}/>" if text is None else f"<{tag} {shown}>{escape(text)}</{tag}>")
