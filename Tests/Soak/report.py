"""What came of a run, for people, and the files that show it."""

import collections
import json

import plot
from growth import MIB
from judge import LOST, MISSED, TWICE, WRONG

MOST_TOLD = 30
# A log is moved away when it is larger than deploy/up lets it be, which is looked at once a minute.
LOG_BOUND = 12 * MIB


class Report:
    """Made at the end of a run; writes `report.txt`, `backups.ndjson` and `soak.svg`."""

    def __init__(self, run, counts):
        self._run, self._counts = run, counts
        self._latencies = [json.loads(line) for line in open(run.directory / "latency.ndjson", encoding="utf-8")]
        self._judge_logs()
        self._lines = [*self._what_was_done(), *self._latency(), *self._growth(), *self._found()]
        self._write()

    @property
    def is_sound(self):
        return not self._run.findings.texts and not self._grown

    @property
    def text(self):
        return "".join(f"{line}\n" for line in self._lines)

    @property
    def last_line(self):
        run, kinds = self._run, self._run.findings.counts
        found = ", ".join(f"{kinds[kind]} {kind}" for kind in (LOST, TWICE, MISSED))
        wrong = f", {kinds[WRONG]} wrong" if kinds[WRONG] else ""
        grown = ", ".join(self._grown) if self._grown else "nothing" if self._judged else "not judged, too short"
        return (f"{run.seconds:.0f} s · kills {len(run.kills)} · writes {self._counts['ok']} · events {self._counts['events']}"
                f" · backups {run.backups.count} · {found}{wrong} · grows: {grown} · seed {run.seed}")

    def _judge_logs(self):
        for service, own in self._run.samples[-1]["services"].items():
            if max(own["log"], own["old_log"]) > LOG_BOUND:
                self._run.findings.find(WRONG, f"{service}: its logs have {own['log']} and {own['old_log']} bytes")

    def _what_was_done(self):
        run, counts = self._run, self._counts
        of = collections.Counter(service for _, service in run.kills)
        yield (f"kills: {', '.join(f'{service} {count}' for service, count in sorted(of.items())) or 'none'}; restarts"
               f" {run.restarts}, reloads {run.reloads}")
        yield (f"calls {counts['calls']}, writes acknowledged {counts['ok']}, refused {counts['refused']}, sent again"
               f" {counts['sent again']}; products at the end {counts['products']}")
        yield (f"backups {run.backups.count}, of which {run.backups.restored} were restored and {run.backups.keys} keys found"
               " in them")
        yield (f"keys: {counts['young keys']} young ones known, each with its answer; of {counts['old keys']} old ones"
               f" {counts['forgotten keys']} forgotten (kept for {run.settings.remembered:.0f} s)")
        for service in ("juice", "market"):
            rows = [copy["backup"][service]["rows"] for copy in run.copies]
            yield f"rows in the journal of {service}, by its backups: {' '.join(map(str, rows)) or 'none'}"

    def _latency(self):
        """The median of the reports' p50 and p99, and the longest of all."""
        for service in ("juice", "calc", "expo", "market"):
            reports = [report[service] for report in self._latencies if report[service].get("count")]
            if reports:
                middle = lambda name: sorted(report[name] for report in reports)[len(reports) // 2]
                yield (f"{service}: {sum(report['count'] for report in reports)} answers, p50 {middle('p50ms'):.2f} ms, p99"
                       f" {middle('p99ms'):.2f} ms, slowest {max(report['maxms'] for report in reports):.0f} ms; longest call,"
                       f" over kills, {max(report['longestms'] for report in reports):.0f} ms")

    def _growth(self):
        self._grown, self._judged = [], 0
        for service, bound, outcome in self._run.growth:
            if outcome is None:
                continue
            begin, rise, is_allowed = outcome
            self._judged += 1
            show = (lambda value: f"{value / MIB:.1f} MiB") if bound.unit == "bytes" else (lambda value: f"{value:.1f}")
            yield (f"{service}: {bound.measure} from {show(begin)} by {show(rise)} over two thirds"
                   f" (allowed: {bound.share:.0%} or {show(bound.floor)})")
            if not is_allowed:
                self._grown.append(f"{bound.measure} of {service}")

    def _found(self):
        findings = self._run.findings
        for kind, text in findings.texts[:MOST_TOLD]:
            yield f"{kind}: {text}"
        if findings.counts.total() > MOST_TOLD:
            yield f"and {findings.counts.total() - MOST_TOLD} more, of which findings.txt has the first of each kind"

    def _write(self):
        directory = self._run.directory
        (directory / "report.txt").write_text(self.text + self.last_line + "\n")
        if self._run.findings.texts:
            (directory / "findings.txt").write_text("".join(f"{kind}: {text}\n" for kind, text in self._run.findings.texts))
        with open(directory / "backups.ndjson", "w", encoding="utf-8") as file:
            file.writelines(json.dumps(copy) + "\n" for copy in self._run.copies)
        plot.draw(directory / "soak.svg", self._run.samples, self._latencies, self._run.kills, self.last_line)
