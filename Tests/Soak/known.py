"""What was done lately, to be asked for again: under its key, and about its key."""

import collections

from asks import Ask


class Known:
    """The newest writes of one service, with their answers, for as long as their keys have to be remembered.

    A write that shows a secret once has `null` in its place in each later answer.
    """

    MOST = 2_000

    def __init__(self, seconds, clock):
        self._seconds, self._clock = seconds, clock
        self._writes = collections.deque(maxlen=self.MOST)  # (when, ask, result, sequence)

    def add(self, ask, reply):
        result = reply["result"]
        if "secret" in result:
            result = result | {"secret": None}
        self._writes.append((self._clock(), ask, result, reply["meta"]["sequence"]))

    def ask(self, chance):
        """Something about one of them."""
        while self._writes and self._clock() - self._writes[0][0] > self._seconds / 2:
            self._writes.popleft()
        if not self._writes:
            return [Ask("service.ping")]
        _, ask, result, sequence = chance.choice(self._writes)
        drawn = chance.random()
        if drawn < 0.4:
            return [Ask("service.outcome", {"idempotencykey": ask.key}, done=self._outcome(ask, result, sequence))]
        if drawn < 0.8:
            return [Ask(ask.method, ask.params, ask.key, ask.attachments, done=self._again(ask, result, sequence),
                        is_repeat=True)]
        if drawn < 0.9 and ask.method == "juice.order":
            return [Ask("juice.order.get", {"id": result["id"]}, done=lambda reply, _: unlike(result, reply, ask))]
        # The key of another write.
        method, params = "juice.order", {"juice": "mango", "quantity": 999}
        if ask.method.startswith("market."):
            method, params = "market.products.purchase", {"id": 1, "quantity": 999}
        return [Ask(method, params, ask.key, allowed=("IDEMPOTENCY_KEY_REUSED",), done=self._reused(ask), is_repeat=True)]

    def _outcome(self, ask, result, sequence):
        def done(reply, _):
            expected = {"state": "applied", "method": ask.method, "sequence": sequence, "result": result}
            return None if reply["result"] == expected else f"the outcome of {ask.key} is {reply['result']}, not {expected}"

        return done

    def _again(self, ask, result, sequence):
        def done(reply, _):
            meta = reply["meta"]
            if meta.get("replayed") is not True or meta["sequence"] != sequence:
                return f"{ask.method} {ask.key} was answered anew, at {meta['sequence']}, not {sequence}"
            return unlike(result, reply, ask)

        return done

    def _reused(self, ask):
        return lambda reply, _: None if "error" in reply else f"the key {ask.key} was taken for another write"


def unlike(result, reply, ask):
    return None if reply["result"] == result else f"{ask.key} was answered {result}, and now {reply['result']}"
