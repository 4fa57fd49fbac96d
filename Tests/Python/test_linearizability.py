"""The checker of linearizability accepts what can have happened one at a time, and finds what cannot."""

import itertools
import math
import random
import unittest

import campaign_files  # noqa: F401
from linearizability import Call, linearize


def register(state, action):
    """A number that is read, written, and written if it is still what the caller saw."""
    match action:
        case ("read", value):
            return state if value == state else None
        case ("write", value):
            return value
        case ("swap", seen, value, True):
            return value if seen == state else None
        case ("swap", seen, value, False):
            return state if seen != state else None
        case ("add", value, told):
            return state + value if told in (None, state + value) else None
    return None


def call(start, end, *action, hint=None):
    return Call(start, end, action, changes=action[0] != "read", hint=hint)


class Histories(unittest.TestCase):
    def assertLinearizable(self, *calls):
        outcome = linearize(calls, register, 0)
        self.assertIs(outcome.is_linearizable, True, outcome)

    def assertNotLinearizable(self, *calls):
        outcome = linearize(calls, register, 0)
        self.assertIs(outcome.is_linearizable, False, outcome)
        return outcome

    def test_no_call_and_one_after_the_other(self):
        self.assertLinearizable()
        self.assertLinearizable(call(0, 1, "write", 5), call(2, 3, "read", 5))

    def test_calls_at_the_same_time_may_have_happened_in_either_order(self):
        for value in (0, 5):
            self.assertLinearizable(call(0, 10, "write", 5), call(1, 9, "read", value))
        self.assertLinearizable(call(0, 10, "write", 1), call(0, 10, "write", 2), call(11, 12, "read", 1))

    def test_a_stale_read(self):
        found = self.assertNotLinearizable(call(0, 1, "write", 5), call(2, 3, "read", 0))
        self.assertEqual(found.blocked.action, ("read", 0))
        self.assertEqual(found.state, 5)

    def test_two_reads_that_go_back_in_time(self):
        self.assertNotLinearizable(call(0, 100, "write", 5), call(1, 2, "read", 5), call(3, 4, "read", 0))

    def test_a_read_from_the_future(self):
        self.assertNotLinearizable(call(0, 1, "read", 5), call(2, 3, "write", 5))

    def test_a_lost_update(self):
        self.assertNotLinearizable(call(0, 9, "add", 1, 1), call(0, 9, "add", 1, 1))
        self.assertNotLinearizable(call(0, 1, "add", 1, None), call(2, 3, "read", 0))

    def test_two_swaps_of_one_value(self):
        both = call(0, 9, "swap", 0, 1, True), call(0, 9, "swap", 0, 2, True)
        self.assertNotLinearizable(*both)
        self.assertLinearizable(both[0], call(0, 9, "swap", 0, 2, False))

    def test_a_swap_that_was_refused_though_nothing_had_changed(self):
        self.assertNotLinearizable(call(0, 1, "swap", 0, 1, False), call(2, 3, "write", 7))

    def test_something_done_twice(self):
        self.assertNotLinearizable(call(0, 1, "add", 1, None), call(2, 3, "read", 2))

    def test_a_call_of_unknown_outcome_may_happen_late_or_never_but_once(self):
        unknown = lambda: call(0, math.inf, "add", 1, None)
        for reads in ((0, 0), (0, 1), (1, 1)):
            calls = (call(10 * place, 10 * place + 1, "read", value) for place, value in enumerate(reads, 1))
            self.assertLinearizable(unknown(), *calls)
        self.assertNotLinearizable(unknown(), call(10, 11, "read", 1), call(20, 21, "read", 2))
        self.assertNotLinearizable(unknown(), call(10, 11, "read", 1), call(20, 21, "read", 0))

    def test_a_call_of_unknown_outcome_does_not_happen_before_it_starts(self):
        self.assertNotLinearizable(call(0, 1, "read", 1), call(2, math.inf, "add", 1, None))

    def test_wrong_hints_do_no_harm(self):
        calls = [call(10 * n, 10 * n + 15, "add", 1, n + 1, hint=100 - n) for n in range(20)]
        self.assertLinearizable(*calls)
        self.assertNotLinearizable(*calls, call(500, 501, "read", 19))

    def test_a_search_that_takes_too_long_is_given_up_and_says_so(self):
        calls = [call(0, 100, "add", n, None) for n in range(1, 20)] + [call(0, 101, "read", -1)]
        self.assertIsNone(linearize(calls, register, 0, most=10_000).is_linearizable)

    def test_it_agrees_with_trying_every_order(self):
        draw, verdicts = random.Random(29), set()
        for _ in range(1_500):
            calls = []
            for _ in range(draw.randrange(1, 6)):
                start = draw.randrange(20)
                end = math.inf if draw.random() < 0.15 else start + draw.randrange(1, 12)
                value = draw.randrange(3)
                actions = [("write", value), ("add", 1, draw.choice((None, value)))]
                actions += [("swap", draw.randrange(3), value, draw.random() < 0.5)]
                actions += [("read", value)] * 2 if end != math.inf else []
                calls.append(call(start, end, *draw.choice(actions), hint=draw.choice((None, 1, 2, 3))))
            expected = possible(calls)
            verdicts.add(expected)
            self.assertIs(linearize(calls, register, 0).is_linearizable, expected, calls)
        self.assertEqual(verdicts, {True, False})


def possible(calls):
    """The same by definition: whether any order of the certain calls and any of the others is one."""
    certain = [one for one in calls if one.is_certain]
    doubtful = [one for one in calls if not one.is_certain]
    for count in range(len(doubtful) + 1):
        for others in itertools.combinations(doubtful, count):
            for order in itertools.permutations((*certain, *others)):
                in_time = all(order[later].end > order[early].start for early in range(len(order))
                              for later in range(early + 1, len(order)))
                state = 0
                for one in order if in_time else ():
                    state = None if state is None else register(state, one.action)
                if in_time and state is not None:
                    return True
    return False


if __name__ == "__main__":
    unittest.main()
