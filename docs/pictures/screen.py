"""Draws what a terminal showed, as tmux captures it with its colours, as an SVG."""

import re
import unicodedata
from xml.sax.saxutils import escape

CELL = (8.4, 18)
# By the codes of ECMA-48 (SGR) that the gateway uses; the rest stays as it is.
STYLES = {
    "1": "font-weight:bold", "2": "opacity:.6", "31": "fill:#f07178", "32": "fill:#c3e88d", "33": "fill:#ffcb6b",
    "9": "text-decoration:line-through",
}


def width(text):
    """How many cells a text takes."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else not unicodedata.combining(letter) for letter in text)


def pieces(line, codes):
    """The parts of a line that have one style each: the cell where it begins, its style, its text.

    `codes`: the style at its beginning; changed to that at its end, with which the next line begins.
    """
    column = 0
    for code, text in re.findall(r"(?:\x1b\[([\d;]*)m)|([^\x1b]+)", line):
        if not text:
            for number in code.split(";"):
                if number in ("", "0", "39", "22"):
                    codes.clear()
                else:
                    codes.append(number)
            continue
        # Each cell has its place: fonts differ in how wide they draw Hangul and bars.
        for word in re.findall(r"\s+|[!-~]+(?: [!-~]+)*|[─-╿]+|[▀-▟]+|[^\s!-~]", text):
            if not word.isspace():
                yield column, list(codes), word
            column += width(word)


def drawn(lines):
    """The texts of a screen."""
    style = []
    for row, line in enumerate(lines):
        for column, codes, word in pieces(line, style):
            x, y = 12 + column * CELL[0], 24 + row * CELL[1]
            if "7" in codes:
                yield f'<rect x="{x:.1f}" y="{y - 14:.0f}" width="{width(word) * CELL[0]:.1f}" height="18" fill="#d0d0d0"/>'
            look = ";".join(["fill:#1b1d23"] if "7" in codes else [STYLES[code] for code in codes if code in STYLES])
            length = f'textLength="{width(word) * CELL[0]:.1f}" lengthAdjust="spacingAndGlyphs"'
            yield f'<text x="{x:.1f}" y="{y:.0f}" {length}{f" style={chr(34)}{look}{chr(34)}" if look else ""}>{escape(word)}</text>'


def svg(screens, columns, rows, seconds=1.0):
    """One screen as a picture, several as one that moves."""
    across, down = 24 + columns * CELL[0], 24 + rows * CELL[1]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across:.0f} {down:.0f}" width="{across:.0f}">',
        "<style>text{font:14px ui-monospace,DejaVu Sans Mono,Noto Sans Mono CJK KR,monospace;fill:#d0d0d0;white-space:pre}"
        "g{visibility:hidden}g:last-of-type{visibility:visible}</style>",
        f'<rect width="{across:.0f}" height="{down:.0f}" rx="8" fill="#1b1d23"/>',
    ]
    for number, lines in enumerate(screens):
        parts.append("<g>" + "".join(drawn(lines)))
        if len(screens) > 1:
            values = ";".join("visible" if place == number else "hidden" for place in range(len(screens)))
            parts.append(
                f'<animate attributeName="visibility" values="{values}" dur="{seconds * len(screens):.1f}s"'
                ' calcMode="discrete" repeatCount="indefinite"/>'
            )
        parts.append("</g>")
    return "\n".join(parts + ["</svg>"]) + "\n"
