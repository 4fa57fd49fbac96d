"""Which roles may talk to which (RFC 28 to 31 of ZeroMQ), and one such conversation between two programs."""

import concurrent.futures
import itertools

from programs import Program, ours

# Who acts first, what it does, who takes it, what that does.
PAIRS = [
    ("pair", "ask", "pair", "echo"),
    ("pub", "publish", "sub", "receive"),
    ("pub", "publish", "xsub", "receive"),
    ("xpub", "publish", "sub", "receive"),
    ("xpub", "publish", "xsub", "receive"),
    ("request", "ask", "reply", "echo"),
    ("request", "ask", "router", "echo"),
    ("dealer", "ask", "reply", "echo"),
    ("dealer", "ask", "router", "echo"),
    ("router", "ask", "dealer", "echo"),
    ("dealer", "ask", "dealer", "echo"),
    ("router", "ask", "router", "echo"),
    ("push", "send", "pull", "receive"),
]
# Each size of a message once, and one again.
COUNT = 6


def conversations():
    """All pairs, with ours in either place and either of the two bound."""
    return list(itertools.product(PAIRS, ("first", "second"), ("first", "second")))


def talk(other, pair, our_place, bound_place, endpoint, keys=None, reach=lambda endpoint, _: endpoint):
    """Holds one conversation; what was wrong with it, or None.

    `keys` makes the options of both, first those of who is bound. `reach` says where who is bound can be reached.
    """
    first, action, second, reaction = pair
    implementations = (ours, other) if our_place == "first" else (other, ours)
    jobs = [(implementations[0], first, action), (implementations[1], second, reaction)]
    if bound_place == "second":
        jobs.reverse()
    (bound, bound_role, bound_action), (connected, connected_role, connected_action) = jobs
    bound_options, connected_options = keys(bound is ours) if keys else ([], [])
    name = f"{first}-{second}, {our_place} ours, {bound_place} bound"
    try:
        with Program(bound, bound_role, "bind", endpoint(bound), bound_action, COUNT, *bound_options) as server:
            place = reach(server.endpoint(), bound)
            with Program(
                connected, connected_role, "connect", place, connected_action, COUNT, *connected_options
            ) as client:
                (one, other_one) = (client, server) if client.arguments[3] != "publish" else (server, client)
                lines = one.finish()
                other_one.end_input()
                lines = lines + other_one.finish()
    except AssertionError as error:
        return f"{name}: {error}"
    wanted = [f"right {number}" for number in range(COUNT)]
    reports = [line for line in lines if line.startswith(("right", "wrong"))]
    if sorted(set(reports)) != wanted or (first == "xpub" and "wish a." not in lines):
        return f"{name}: {lines}"
    return None


def all_failures(cases, *arguments, **options):
    """Holds many conversations, three at a time, because they wait for each other's start."""
    with concurrent.futures.ThreadPoolExecutor(3) as pool:
        outcomes = pool.map(lambda case: talk(arguments[0], *case, *arguments[1:], **options), cases)
        return [outcome for outcome in outcomes if outcome]
