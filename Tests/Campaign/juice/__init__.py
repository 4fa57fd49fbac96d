"""What is juice-service's own in a campaign: its shop and stock, what is ordered, and what is judged."""

from juice import shop
from juice.judgement import JuiceJudgement
from juice.workload import Orders
from services import FAIL_POINTS, POINT_TIMEOUTS, Service

MANGO = "juice.stock.changed.mango."


def _workloads(seed, count):
    return [Orders(seed + number) for number in range(count)]


def _open(judge):
    """A shop has stock from the beginning."""


def _close(judge):
    """Changes every fruit once more: in menu order mango is the last."""
    return judge.write("juice.stock.adjust", {"changes": dict.fromkeys(shop.FRUITS, 1)})["meta"]["sequence"]


def _end(judge):
    reply, _ = judge.ask("juice.stock.list", {})
    return {level["fruit"]: (level["quantity"], level["version"]) for level in reply["result"]["fruits"]}


SERVICE = Service(
    name="juice",
    counted="orders",
    judgement=JuiceJudgement,
    workloads=_workloads,
    opening=_open,
    closing=_close,
    ending=_end,
    leftovers=lambda place, end: [],
    fail_points=FAIL_POINTS,
    point_timeouts=POINT_TIMEOUTS,
    filter=("mango", (MANGO,)),
    snapshot=("juice.stock.list", {}),
    has_swift_callers=True,
)
