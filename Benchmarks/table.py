"""Figures of several rounds, and the one table that comes of them."""

import statistics
import unicodedata


class Row:
    """One thing that is measured: a figure of ours, and of the baseline, for each round."""

    def __init__(self, what, unit, target="", less_is_better=False):
        self.what = what
        self.unit = unit
        self.target = target
        self.less_is_better = less_is_better
        self.ours = []
        self.baseline = []

    @property
    def ratio(self):
        """Ours by the baseline's, of the medians."""
        if not self.ours or not self.baseline or statistics.median(self.baseline) == 0:
            return None
        return statistics.median(self.ours) / statistics.median(self.baseline)

    def document(self):
        return {
            "what": self.what, "unit": self.unit, "target": self.target, "ours": self.ours,
            "baseline": self.baseline, "ratio": self.ratio,
        }


def number(value):
    if value >= 1000:
        return f"{value:,.0f}".replace(",", " ")
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def figure(values):
    """The median, with the least and the most when there are several."""
    if not values:
        return "–"
    median = number(statistics.median(values))
    return median if len(values) == 1 else f"{median} ({number(min(values))}–{number(max(values))})"


def width(text):
    return sum(0 if unicodedata.combining(one) else 2 if unicodedata.east_asian_width(one) in "WF" else 1 for one in text)


def lines(rows):
    """A table that is read as it is and is Markdown."""
    cells = [["what", "unit", "ours", "baseline", "ratio", "target"], None]
    for row in rows:
        ratio = "–" if row.ratio is None else f"{row.ratio:.2f}"
        cells.append([row.what, row.unit, figure(row.ours), figure(row.baseline), ratio, row.target or "–"])
    widths = [max(width(row[column]) for row in cells if row) for column in range(6)]
    cells[1] = ["-" * one for one in widths]
    return ["| " + " | ".join(text + " " * (size - width(text)) for text, size in zip(row, widths)) + " |" for row in cells]
