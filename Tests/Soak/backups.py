"""Copies of all data while everything runs, and whether the newest one can be put to use."""

import hashlib
import json
import shutil
import sqlite3

from client import Client, NoAnswer
from deployment import STREAMS, Deployment
from judge import LOST

# As many copies are kept as somebody would who makes one every ten minutes.
KEPT = 3
# Of the records, so much is read back to find writes that a copy has to have.
TAIL = 4 << 20
# Answers that are looked for in a restored copy.
MOST_KEYS = 400


class Copies:
    """The backups of one run. What is wrong with one is added to `findings`."""

    def __init__(self, deployment, directory, records, remembered, context, findings):
        self._deployment, self._directory = deployment, directory
        self._records, self._remembered = records, remembered
        self._context, self._findings = context, findings
        self._made = []
        self.count = self.restored = self.keys = 0

    def make(self, at, now, is_restored):
        """Makes one and returns what it holds; `now` is the moment before, on the clock of the records."""
        path = self._directory / f"{self.count:05}"
        self._deployment.script("backup", path)
        self.count += 1
        self._made.append(path)
        for old in self._made[:-KEPT]:
            shutil.rmtree(old)
        del self._made[:-KEPT]
        held = {service: self._held(path / service, service) for service in STREAMS}
        if is_restored:
            self._restore(path, held, now)
        return {"at": round(at, 2), "backup": held}

    def _held(self, path, service):
        """What a copy says of itself, and how much its journal remembers."""
        manifest = json.loads((path / "backup.json").read_text())
        # A copy that no service has open.
        database = sqlite3.connect(f"file:{path / service}.sqlite?mode=ro&immutable=1", uri=True)
        try:
            (rows,) = database.execute("SELECT count(*) FROM journal").fetchone()
        finally:
            database.close()
        return {"sequence": manifest["sequence"], "writes": manifest["writes"], "rows": rows}

    def _restore(self, path, held, now):
        """Has other services serve the copy, in directories beside, and asks them for what was acknowledged before it."""
        place = self._directory / "aside"
        aside = Deployment(self._deployment.programs, place)
        try:
            aside.script("restore", path)
            aside.script("up", "--no-build", *STREAMS)
            for service in STREAMS:
                client = Client(self._context, aside.endpoint(service, "rpc"))
                try:
                    self._check(client, service, held[service], now)
                except NoAnswer as error:
                    self._findings.find(LOST, f"the backup {path.name}: {error}")
                finally:
                    client.close()
            self.restored += 1
        finally:
            aside.script("down", "--force", *STREAMS)
            shutil.rmtree(place)

    def _check(self, client, service, held, now):
        after = max(0, held["sequence"] - 100)
        result, meta, _ = client.call("events.replay", {"after": after})
        numbers = [int(event["sequence"]) for event in result["events"]]
        if numbers != list(range(after + 1, held["sequence"] + 1)) or meta["sequence"] != held["sequence"]:
            self._findings.find(LOST, f"{service}, restored: events {numbers[:3]}…, not up to {held['sequence']}")
        if service == "market":
            self._check_pictures(client)
        acknowledged = [] if service == "expo" else self._acknowledged(service, now)
        results = client.batch("service.outcome", [{"idempotencykey": record["key"]} for record in acknowledged])
        self.keys += len(results)
        for record, outcome in zip(acknowledged, results):
            if outcome["state"] != "applied" or outcome["result"] != record["result"]:
                self._findings.find(LOST, f"{service}, restored: {record['method']} {record['key']} is {outcome}")

    def _acknowledged(self, service, now):
        """Writes that were answered before the copy was begun, and whose keys are young."""
        with open(self._records, "rb") as file:
            file.seek(max(0, file.seek(0, 2) - TAIL))
            # Neither the first line nor the last need be whole.
            lines = file.read().split(b"\n")[1:-1]
        found = [record for record in map(json.loads, lines)
                 if record.get("end") == "ok" and record["service"] == service
                 and now - self._remembered / 2 < record["finish"] < now]
        return found[-MOST_KEYS:]

    def _check_pictures(self, client):
        result, _, _ = client.call("market.products.list", {"items_per_page": 50})
        for product in result["pages"]:
            own, _, _ = client.call("market.products.get", {"id": product["id"]})
            for image in own["images"]:
                for url in (image["url"], image["thumbnail_url"]):
                    told, _, attachments = client.call("market.images.get", {"url": url})
                    if hashlib.sha256(attachments[0]).hexdigest() != told["sha256"]:
                        self._findings.find(LOST, f"market, restored: {url} is not whole")
