"""Random commands to a real service, each answer held to that of a model: what the tests of the models share.

JANGTEO_SEEDS says which histories there are, as first..<end, and JANGTEO_COMMANDS how many commands each has.
"""

import collections
import json
import os
import random
import sys

from model_answers import Refused, difference
from protocol_files import error_rows

COMMANDS = int(os.environ.get("JANGTEO_COMMANDS", "250"))
# By reason: the code, and the members of `data` that never change.
ERRORS = {fixed["reason"]: (code, fixed) for code, fixed, _ in error_rows()}


def seeds():
    first, end = os.environ.get("JANGTEO_SEEDS", "1..<5").split("..<")
    return range(int(first), int(end))


def exact(text):
    """A JSON text with numbers that have a fraction left as they are written."""
    return json.loads(text, parse_float=str)


class History:
    """What one seed has a service do. A subclass has `run`, and says what is asked and what is answered."""

    def __init__(self, test, seed, model, *arguments):
        self.test, self.random, self.model = test, random.Random(seed), model
        self.answers = collections.Counter()
        self.arguments = arguments
        # Each seed has directories of its own.
        self.places = {"run": f"run-{seed}", "state": f"state-{seed}"}
        self._start()

    def _start(self):
        self.service = self.test.start(*self.arguments, **self.places)
        self.client = self.test.client(self.service)

    def chance(self, percent):
        return self.random.randrange(100) < percent

    def restart(self):
        self.service.kill() if self.chance(50) else self.service.stop()
        self.close()
        self._start()

    def close(self):
        """Gives back what is open: a long run has more of it than a process may have."""
        self.client.close()
        self.service.close()

    def hold(self, reply, ask, what):
        """Holds a reply to what the model says when it is asked; returns the result, None if it is refused."""
        try:
            expected = ask()
        except Refused as refused:
            self._hold_error(reply, refused, what)
            self.answers[refused.reason] += 1
            return None
        self.test.assertIn("result", reply, f"{what}: {reply.text}")
        result = exact(reply.text)["result"]
        self.test.assertIsNone(difference(expected, result), f"{what}: {reply.text[:2000]}")
        self.answers["result"] += 1
        return result

    def _hold_error(self, reply, refused, what):
        self.test.assertIn("error", reply, f"{what} has to be {refused}: {reply.text[:2000]}")
        error = reply["error"]
        code, fixed = ERRORS[refused.reason]
        told = {name: error["data"].get(name) for name in fixed}
        self.test.assertEqual((error["code"], told), (code, fixed), f"{what}: {reply.text}")
        self.test.assertIs(error["data"]["retryable"], refused.reason == "DEADLINE_EXCEEDED", what)
        self.test.assertEqual(error["data"]["outcome"], "not_applied", what)
        for name, expected in refused.members.items():
            self.test.assertIsNone(difference(expected, error["data"].get(name), name), f"{what}: {reply.text}")
        violations = error["data"].get("violations", [])
        if hasattr(refused.violations, "agrees"):
            places = [(one["pointer"], one["reason"]) for one in violations]
            self.test.assertTrue(refused.violations.agrees(places), f"{what}: {reply.text}")
        elif "violations" not in refused.members:
            has_reasons = any(type(one) is tuple for one in refused.violations)
            places = [(one["pointer"], one["reason"]) if has_reasons else one["pointer"] for one in violations]
            self.test.assertEqual(sorted(places), sorted(refused.violations), f"{what}: {reply.text}")


def run_histories(test, history):
    """Has each seed's history happen, and says what the answers were."""
    answers = collections.Counter()
    for seed in seeds():
        with test.subTest(seed=seed):
            one = history(test, seed)
            one.run()
            one.service.stop()
            one.close()
            answers += one.answers
    told = ", ".join(f"{count} {name}" for name, count in answers.most_common())
    line = f"\n{one.service.service}: {answers.total()} answers ({told}), seeds {seeds()[0]} to {seeds()[-1]}"
    print(line, file=sys.stderr)
