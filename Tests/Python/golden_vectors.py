"""What every service's tests do with its vectors: send each to a fresh service and compare the answers."""

import json

from protocol_files import SCHEMAS, refuse_duplicates
from test_vectors import frame


def differences(expected, found, path=""):
    """Where a reply is not what a vector wants, by the rules of Protocols/README.md."""
    if isinstance(expected, dict):
        if "$any" in expected:
            return []
        if "$contains" in expected:
            if isinstance(found, list) and any(not differences(expected["$contains"], one) for one in found):
                return []
            return [f"{path}: nothing in {found} matches {expected['$contains']}"]
        if not isinstance(found, dict):
            return [f"{path}: {found} is no object"]
        lines = []
        for name, value in expected.items():
            if isinstance(value, dict) and "$absent" in value:
                lines += [f"{path}/{name}: there, but must be absent"] if name in found else []
            elif name not in found:
                lines.append(f"{path}/{name}: absent")
            else:
                lines += differences(value, found[name], f"{path}/{name}")
        return lines
    if isinstance(expected, list):
        if not isinstance(found, list) or len(found) != len(expected):
            return [f"{path}: {found} instead of {len(expected)} elements"]
        pairs = enumerate(zip(expected, found))
        return [line for index, pair in pairs for line in differences(*pair, f"{path}/{index}")]
    # In Python, True == 1 and 1 == 1.0.
    if type(expected) is not type(found) or expected != found:
        return [f"{path}: {found!r} instead of {expected!r}"]
    return []


def error_differences(expected, reply):
    """The same for a vector that wants an error."""
    if not isinstance(reply, dict) or "error" not in reply:
        return [f"no error: {reply}"]
    error = reply["error"]
    found = {"code": error["code"], **{name: error["data"].get(name) for name in ("reason", "outcome")}}
    lines = differences({name: value for name, value in expected.items() if name != "violations"}, found, "error")
    if "violations" in expected:
        wanted = {violation["pointer"] for violation in expected["violations"]}
        pointers = {violation["pointer"] for violation in error["data"].get("violations", [])}
        lines += [f"violations: {sorted(pointers)} instead of {sorted(wanted)}"] if pointers != wanted else []
    return lines


class GoldenVectors:
    """Mixed into a test case of one service, which says in `vectors` what to send."""

    maxDiff = None
    vectors = {}

    def test_every_vector_gets_the_answer_it_must_get(self):
        for name in self.vectors:
            self.send_all(name, delimiter=False)

    def test_every_vector_gets_the_same_answer_behind_a_delimiter(self):
        for name in self.vectors:
            self.send_all(name, delimiter=True)

    def send_all(self, name, delimiter):
        service = self.start(run=f"{name}.run", state=f"{name}.state")
        client = self.client(service, delimiter=delimiter)
        for number, case in enumerate(self.vectors[name]["cases"]):
            with self.subTest(name, case=case["name"], delimiter=delimiter):
                request = frame(case)
                client.send_frames(request)
                # Behind each one, so that silence shows, and a second reply too.
                fence = client.send("service.ping", id=f"behind {number}")
                replies = []
                if request == b"" and not delimiter:
                    # Nothing but an empty frame is a probe, which nobody answers.
                    self.assertEqual(client.receive()["id"], fence)
                    continue
                reply = client.receive()
                while not isinstance(reply, dict) or reply["id"] != fence:
                    replies.append(reply)
                    reply = client.receive()
                self.check(case, replies)
        self.assertEqual(service.stop(), 0, service.log)

    def check(self, case, replies):
        expect = case["expect"]
        if "silence" in expect:
            self.assertEqual(replies, [])
            return
        self.assertEqual(len(replies), 1, replies)
        reply = replies[0]
        if "error" in expect:
            self.assertEqual(error_differences(expect["error"], reply), [], reply)
        else:
            self.assertEqual(differences(expect["reply"], reply), [], reply)
        for one in reply if isinstance(reply, list) else [reply]:
            self.assertConforms("reply", one)
        if isinstance(reply, dict) and "result" in reply:
            request = json.loads(frame(case), object_pairs_hook=refuse_duplicates)
            self.assertIn(request["method"] + ".result", SCHEMAS)
            self.assertConforms(request["method"] + ".result", reply["result"])
