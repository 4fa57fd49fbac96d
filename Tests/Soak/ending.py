"""What the services say when all is over, held to what callers and watchers wrote down."""

import collections
import hashlib
import os
import signal
import time

import judge
from client import Client
from deployment import SERVICES, STREAMS
from judge import LOST, MISSED, WRONG
from views import read

# Of the youngest keys so many are asked for, and so many of the oldest.
MOST_YOUNG, MOST_OLD = 20_000, 500


class Ending:
    """Asks each service over a connection of its own."""

    def __init__(self, deployment, context, findings):
        self._deployment, self._findings = deployment, findings
        self._clients = {service: Client(context, deployment.endpoint(service, "rpc")) for service in SERVICES}

    def kill_all(self):
        for service in SERVICES:
            pid = self._deployment.pid(service)
            if pid is not None:
                os.kill(pid, signal.SIGKILL)

    def heads(self):
        """Where each stream ends; each service has to come back first."""
        self._clients["calc"].call("service.ping")
        heads = {}
        for service in STREAMS:
            result, _, _ = self._clients[service].call("service.health")
            if result["status"] != "SERVING":
                self._findings.find(WRONG, f"{service}: {result}")
            _, meta, _ = self._clients[service].call("events.replay", {"after": 1 << 52, "limit": 1})
            heads[service] = meta["sequence"]
        return heads

    def judge(self, directory, settings):
        """Holds everything to everything; returns counts of what there was."""
        counts = collections.Counter()
        # First, while the young keys are young.
        self._check_keys(directory, settings, counts)
        views, findings = directory / "views", self._findings
        streams = {service: judge.Stream(service, views / f"watcher-{service}.ndjson", findings) for service in STREAMS}
        for service, head in self.heads().items():
            if len(streams[service]) != head:
                findings.find(MISSED, f"{service}: the watcher stands at {len(streams[service])}, the stream at {head}")
            judge.check_followers(service, views / f"watcher-{service}.ndjson", views / f"gateway-{service}.ndjson", findings)
        products = judge.check_writes(read(directory / "records.ndjson"), streams, counts, findings)
        self._check_juice(judge.check_levels(streams["juice"], judge.FIRST_LEVELS, "fruit", findings))
        levels = judge.check_levels(streams["market"], {}, "product", findings)
        judge.check_market(self._products(), products, levels, findings)
        counts["events"] = sum(len(stream) for stream in streams.values())
        counts["products"] = len(products)
        for client in self._clients.values():
            client.close()
        return counts

    def _check_juice(self, levels):
        result, _, _ = self._clients["juice"].call("juice.stock.list")
        told = {level["fruit"]: (level["quantity"], level["version"]) for level in result["fruits"]}
        if told != levels:
            self._findings.find(WRONG, f"juice has {told}, and its events add up to {levels}")

    def _products(self):
        """All products, with the digests of their pictures."""
        client, found, number = self._clients["market"], {}, 1
        while True:
            result, _, _ = client.call("market.products.list", {"page_no": number, "items_per_page": 100})
            for product in client.batch("market.products.get", [{"id": each["id"]} for each in result["pages"]]):
                found[product["id"]] = (product, [self._digest(image) for image in product["images"]])
            if not result["hasNext"]:
                return found
            number += 1

    def _digest(self, image):
        self._clients["market"].call("market.images.get", {"url": image["thumbnail_url"]})
        _, _, attachments = self._clients["market"].call("market.images.get", {"url": image["url"]})
        return hashlib.sha256(attachments[0]).hexdigest()

    def _check_keys(self, directory, settings, counts):
        """Young keys are known, each with its answer; old ones are forgotten, where there was time for it."""
        for service in ("juice", "market"):
            young, old, now = [], [], time.monotonic()
            for record in read(directory / "records.ndjson"):
                if record.get("service") != service or record.get("end") != "ok":
                    continue
                age = now - record["finish"]
                if age < 0.8 * settings.remembered:
                    young.append(record)
                elif age > settings.forgotten_after and len(old) < MOST_OLD:
                    old.append(record)
            young = young[-MOST_YOUNG:]
            ask = lambda records: self._clients[service].batch(
                "service.outcome", [{"idempotencykey": record["key"]} for record in records])
            for record, told in zip(young, ask(young)):
                expected = {"state": "applied", "method": record["method"], "sequence": record["sequence"],
                            "result": record["result"]}
                if told != expected:
                    self._findings.find(LOST, f"{record['key']} was answered {expected}, and is {told}")
            forgotten = sum(told["state"] == "unknown" for told in ask(old))
            counts["young keys"] += len(young)
            counts["old keys"] += len(old)
            counts["forgotten keys"] += forgotten
            if settings.forgets and old and forgotten < len(old):
                self._findings.find(WRONG, f"{service}: of {len(old)} old keys only {forgotten} are forgotten")
