"""The services that a campaign can harm. Each has a package here with what is its own; all the rest is shared."""

import dataclasses
import importlib
import typing

NAMES = ("juice", "market")


@dataclasses.dataclass(frozen=True)
class Service:
    """What a campaign has to know of a service.

    `opening`, `closing` and `ending` are given the judge, who calls past the proxy while nobody is harmed.
    """

    name: str
    counted: str  # what the last line counts, such as orders
    judgement: type  # a checker.Judgement
    workloads: typing.Callable  # seed and number to as many workloads, of which workload.py says what they are
    opening: typing.Callable  # makes what the callers need from the beginning
    closing: typing.Callable  # has every filter's last event among the stream's last; returns the position
    ending: typing.Callable  # reads what there is at the end, for the judgement
    leftovers: typing.Callable  # given the directories and what was read: names of what should have been tidied up
    fail_points: dict  # name to the highest pass at which it is armed: most lives are long enough for that many
    point_timeouts: dict  # name to the seconds that an armed point is waited for, more than a life's own
    filter: tuple  # a subject's name for people, and all topics of it
    snapshot: tuple  # method and params that tell a subscriber a position
    arguments: tuple = ()  # of its program
    window: int = 64  # calls that a connection has under way at most
    has_swift_callers: bool = False
    rest: float = 0.0  # seconds after all calls until what is tidied up behind can be judged

    @property
    def program(self):
        return f"{self.name}-service"


def named(name):
    return importlib.import_module(name).SERVICE


# The fail-points that every service with a store has.
FAIL_POINTS = {
    "received": 100,
    "before-transaction": 12,
    "after-apply": 12,
    "before-commit": 12,
    "after-commit": 12,
    "after-reply": 12,
    "mid-publish": 400,
    "checkpoint": 1,
    "replay": 3,
}
POINT_TIMEOUTS = {"checkpoint": 3.0}
