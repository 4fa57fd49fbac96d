"""A wall clock that is wrong for a moment, by libfaketime: what is written under it, and after it was set right."""

import datetime
import json
import pathlib
import unittest

from gateway_process import gateway
from juice_process import JuiceTest
from market_process import MarketTest

LIBRARY = next(iter(pathlib.Path("/usr/lib").glob("*/faketime/libfaketime.so.1")), None)


class ClockThatIsSet:
    """Where a service with libfaketime reads how wrong its wall clock is; the clock of the boot stays right."""

    def __init__(self, directory):
        self._directory = directory
        self._file = directory / "offset"
        self.set("+0")

    def set(self, offset):
        # As a whole: the service reads it at each look at the clock.
        draft = self._file.with_suffix(".new")
        draft.write_text(f"{offset}\n")
        draft.rename(self._file)

    @property
    def environment(self):
        # Without DONT_FAKE_MONOTONIC the clock of the boot would jump, too.
        return {
            "LD_PRELOAD": str(LIBRARY),
            "DONT_FAKE_MONOTONIC": "1",
            "NO_FAKE_STAT": "1",
            "FAKETIME_NO_CACHE": "1",
            "FAKETIME_TIMESTAMP_FILE": str(self._file),
            # Under libfaketime a Swift program sees none of its arguments: findings/swift-arguments-under-faketime.sh.
            "JANGTEO_RUN_DIR": str(self._directory / "run"),
            "JANGTEO_STATE_DIR": str(self._directory / "state"),
        }


def years(*times):
    """How far off each time is, in whole years."""
    now = datetime.datetime.now(datetime.UTC)
    return [round((datetime.datetime.fromisoformat(time) - now).days / 365) for time in times]


@unittest.skipIf(LIBRARY is None, "libfaketime is not installed")
class WrongClock(JuiceTest):
    def test_one_order_under_a_wrong_clock_dates_no_other_not_even_after_a_restart(self):
        clock = ClockThatIsSet(self.directory)
        service = self.start(**clock.environment)
        client = self.client(service)
        client.ok("juice.stock.set", {"levels": {"kiwi": 1_000}})
        events = self.subscriber(service)
        events.join()
        first = client.ok("juice.order", {"juice": "kiwi"})["time"]
        clock.set("+400d")
        wrong = client.ok("juice.order", {"juice": "kiwi"})["time"]
        clock.set("+0")
        right = client.ok("juice.order", {"juice": "kiwi"})["time"]
        clock.set("-400d")
        slow = client.ok("juice.order", {"juice": "kiwi"})["time"]
        self.assertEqual(years(first, wrong, right, slow), [0, 1, 0, -1])
        told = [event["time"] for event in events.changes(up_to=5)]
        self.assertEqual(told, [first, wrong, right, slow])

        clock.set("+400d")
        client.ok("juice.order", {"juice": "kiwi"})
        service.kill()
        clock.set("+0")
        again = self.start(**clock.environment)
        client = self.client(again)
        # The store is ahead of the clock until the next write.
        health = client.ok("service.health")
        self.assertEqual(health["status"], "SERVING")
        self.assertEqual([warning["name"] for warning in health["warnings"]], ["clock"])
        juice = self.doctor(again)
        self.assertEqual((juice["verdict"], "later than now" in juice["detail"]), ("notable", True), juice)
        self.assertLogs(again, "later than now")
        after = client.ok("juice.order", {"juice": "kiwi"})["time"]
        self.assertEqual(years(after), [0])
        self.assertNotIn("warnings", client.ok("service.health"))
        self.assertEqual(self.doctor(again)["verdict"], "good")
        # The sequence has the order, whatever the times say.
        orders = client.ok("juice.order.list", {"limit": 10})["orders"]
        self.assertEqual([order["id"] for order in orders], ["7", "6", "5", "4", "3", "2"])
        self.assertEqual(years(*(order["time"] for order in orders)), [0, 1, -1, 0, 1, 0])

    def doctor(self, service):
        result = gateway(service, "doctor", "--to", "juice", "--json")
        return {finding["check"]: finding for finding in json.loads(result.stdout)["findings"]}["juice"]


@unittest.skipIf(LIBRARY is None, "libfaketime is not installed")
class WrongClockOfTheMarket(MarketTest):
    def test_an_address_for_a_deletion_is_good_whatever_the_wall_clock_says(self):
        clock = ClockThatIsSet(self.directory)
        service = self.start(**clock.environment)
        client = self.client(service)
        vendor = self.vendor(client)
        products = [self.register(client, vendor) for _ in range(2)]
        before = client.ok("market.products.archive", {**vendor, "id": products[0]["id"]})
        clock.set("+400d")
        during = client.ok("market.products.archive", {**vendor, "id": products[1]["id"]})
        self.assertEqual(years(before["expires_at"], during["expires_at"]), [0, 1])
        deleted = client.ok("market.products.delete", {"identifier": vendor["identifier"], "uri": before["uri"]})
        self.assertEqual(deleted["id"], products[0]["id"])
        service.kill()
        clock.set("+0")
        client = self.client(self.start(**clock.environment))
        # Also by the next process, which finds an address of the future.
        deleted = client.ok("market.products.delete", {"identifier": vendor["identifier"], "uri": during["uri"]})
        self.assertEqual(deleted["id"], products[1]["id"])
        product = self.register(client, vendor)
        self.assertEqual(years(product["created_at"] + "Z", product["issued_at"] + "Z"), [0, 0])
