"""Texts with characters at which some readers end a line: they stay whole in what is made of lines."""

import http.client
import json
import unittest

from gateway_process import Following, gateway
from juice_process import TIMEOUT
from web_process import WebTest

# U+0085, U+2028 and U+2029: JSON has them in strings as they are.
ID = "망고\u2028한\u2029잔\u0085더"


class LineSeparators(WebTest):
    def assertIsOneLine(self, text):
        """Holds a line to be one for `str.splitlines`, which ends lines at more characters than any other reader, and returns
        its value."""
        self.assertEqual(len(text.splitlines()), 1, ascii(text))
        return json.loads(text)

    def assertHas(self, text, document):
        self.assertIn(json.dumps(text, ensure_ascii=False), json.dumps(document, ensure_ascii=False))

    def test_an_event_is_one_line_for_every_reader(self):
        service = self.start()
        watch = Following(service, "watch", "juice", "--json")
        self.addCleanup(watch.close)
        web = self.web()
        stream = web_events(self, web)
        # The id of a request comes back as the cause of its event.
        self.client(service).ok("juice.order", {"juice": "kiwi"}, id=ID)
        self.assertEqual(self.assertIsOneLine(watch.line())["causationid"], ID)
        data = next(line for line in stream if line.startswith("data: ") and "causationid" in line)
        self.assertEqual(self.assertIsOneLine(data.removeprefix("data: ").rstrip("\n"))["causationid"], ID)

    def test_a_result_is_one_line_for_every_reader(self):
        service = self.start()
        self.client(service).ok("juice.order", {"juice": "kiwi"}, id=ID)
        method, params = "events.replay", {"after": 0}
        for words in ((), ("--json",)):
            done = gateway(service, "call", method, json.dumps(params), "--to", "juice", *words)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertHas(ID, self.assertIsOneLine(done.stdout.removesuffix("\n")))
        request = {"method": "juice.stock.list", "id": ID}
        done = gateway(service, "batch", "-", stdin=json.dumps(request, ensure_ascii=False) + "\n")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertHas(ID, self.assertIsOneLine(done.stdout.removesuffix("\n")))


def web_events(test, web):
    """The lines of a stream of events, once it has begun."""
    connection = http.client.HTTPConnection("127.0.0.1", web.port, timeout=TIMEOUT)
    test.addCleanup(connection.close)
    connection.request("GET", "/events?topics=juice.")
    response = connection.getresponse()
    test.assertEqual(response.status, 200)
    return (line.decode() for line in response)


if __name__ == "__main__":
    unittest.main()
