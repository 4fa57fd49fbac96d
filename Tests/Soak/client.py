"""One who asks a service and waits for the answer, over kills and starts."""

import json
import time

import zmq

# Seconds until a service that does not answer has failed; deploy/keep pauses for up to 60 after quick ends.
TIMEOUT = 100
PAUSE_MS = 1_000


class NoAnswer(Exception):
    """Nobody answers, or not what was asked."""


class Client:
    """Calls one service at a time, and several calls as batches."""

    def __init__(self, context, endpoint):
        self._context, self._endpoint = context, endpoint
        self._socket, self._last_id = None, 0

    def close(self):
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def call(self, method, params=None):
        """The result, the meta and the attachments; an error that may not be repeated is `NoAnswer`."""
        (reply,), attachments = self._exchange([(method, params or {})])
        return reply["result"], reply["meta"], attachments

    def batch(self, method, all_params):
        """The results of one method, called once for each params, in their order."""
        results = []
        for at in range(0, len(all_params), 100):
            replies, _ = self._exchange([(method, params) for params in all_params[at : at + 100]])
            results += [reply["result"] for reply in replies]
        return results

    def _exchange(self, calls):
        end = time.monotonic() + TIMEOUT
        while time.monotonic() < end:
            if self._socket is None:
                self._socket = self._context.socket(zmq.DEALER)
                self._socket.linger = 0
                self._socket.connect(self._endpoint)
            requests = []
            for method, params in calls:
                self._last_id += 1
                requests.append({"jsonrpc": "2.0", "id": self._last_id, "method": method, "params": params})
            self._socket.send_json(requests if len(requests) > 1 else requests[0])
            answer = self._receive(requests[0]["id"])
            if answer is not None:
                return answer
            # What was asked over this connection is not waited for any more.
            self.close()
        raise NoAnswer(f"{self._endpoint}: nobody answers {calls[0][0]}")

    def _receive(self, first):
        while self._socket.poll(PAUSE_MS):
            text, *attachments = self._socket.recv_multipart()
            replies = json.loads(text)
            replies = replies if isinstance(replies, list) else [replies]
            if replies[0]["id"] != first:
                continue
            errors = [reply["error"] for reply in replies if "error" in reply]
            if any(not error["data"]["retryable"] for error in errors):
                raise NoAnswer(f"{self._endpoint}: {errors[0]}")
            if errors:
                time.sleep(0.1)
                return None
            return replies, attachments
        return None
