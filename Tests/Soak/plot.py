"""Draws a run as one picture: what the services took of the machine, and how long callers waited, over time."""

import matplotlib

matplotlib.use("svg")

import matplotlib.pyplot as pyplot  # noqa: E402, because the backend had to be chosen first

MIB = 1 << 20
COLORS = {"juice": "#d1495b", "calc": "#00798c", "expo": "#edae49", "market": "#4f5d75"}
ROWS = (
    ("memory", "memory, MiB", MIB), ("descriptors", "open files", 1), ("threads", "threads", 1),
    ("store", "store, MiB", MIB), ("pictures", "pictures, MiB", MIB), ("log", "log, KiB", 1 << 10),
)
LATENCIES = (("p50ms", "p50 of an answer, ms"), ("p99ms", "p99 of an answer, ms"),
             ("longestms", "longest call, over kills, ms"))
# Each point of a latency is of at least so many samples, else there is more noise than line.
POINTS = 180


def draw(path, samples, latencies, kills, title):
    """`kills` are (at, service)."""
    scale, unit = (60.0, "min") if samples and samples[-1]["at"] > 300 else (1.0, "s")
    figure, axes = pyplot.subplots(3, 3, figsize=(15, 10), sharex=True)
    figure.subplots_adjust(left=0.04, right=0.99, top=0.93, bottom=0.1, hspace=0.16, wspace=0.13)
    axes = list(axes.flat)
    for (measure, label, divisor), axis in zip(ROWS, axes):
        for service, color in COLORS.items():
            points = [(sample["at"] / scale, sample["services"][service][measure] / divisor)
                      for sample in samples if measure in sample["services"].get(service, {})]
            if points and (measure != "pictures" or service == "market"):
                axis.plot(*zip(*points), color=color, linewidth=0.9)
        axis.set_title(label, fontsize=10)
        axis.set_ylim(bottom=0)
    for (measure, label), axis in zip(LATENCIES, axes[len(ROWS):]):
        for service, color in COLORS.items():
            points = [(at / scale, value) for at, value in coarse(latencies, service, measure)]
            if points:
                axis.plot(*zip(*points), color=color, linewidth=0.9)
        axis.set_title(label, fontsize=10)
        axis.set_yscale("log")
        axis.set_xlabel(unit)
    for axis in axes:
        axis.grid(alpha=0.25)
        bottom, top = axis.get_ylim()
        for service, color in COLORS.items():
            at = [moment / scale for moment, whom in kills if whom == service]
            axis.plot(at, [bottom] * len(at), "|", color=color, markersize=7, clip_on=False)
    figure.legend([pyplot.Line2D([], [], color=color) for color in COLORS.values()], COLORS, loc="lower center",
                  ncols=len(COLORS), title="short strokes at the bottom: kills", frameon=False)
    figure.suptitle(title)
    figure.savefig(path)
    pyplot.close(figure)


def coarse(latencies, service, measure):
    """Not more than so many points: of each stretch of time the worst."""
    step = max(1, len(latencies) // POINTS)
    for at in range(0, len(latencies), step):
        stretch = [report for report in latencies[at : at + step] if report[service].get("count")]
        if stretch:
            yield stretch[0]["at"], max(report[service][measure] for report in stretch)
