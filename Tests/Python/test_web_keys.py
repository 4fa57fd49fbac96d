"""Idempotency keys over HTTP: one rule for every place where one can stand, and the two forms of the header."""

import unittest

from test_web_access import FORM, WebTest

UNSAFE = ("breakfast\talice", "\tbreakfast", "a\nb", "a\x00", "a\x1b[31m", "a\x7f", "a\x85b", "")


class KeysTest(WebTest):
    def setUp(self):
        super().setUp()
        self.alice = {"Authorization": f"Bearer {self.create('alice', 'order')}"}
        self.gateway = self.web()

    def ask(self, *words, **headers):
        return self.gateway.ask(*words, **headers)

    def order(self, key, **headers):
        return self.ask("POST", "/api/juice/orders", {"juice": "mango"}, Idempotency_Key=key, **headers)

    def rpc(self, method, params, key=None, **headers):
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params} | (
            {} if key is None else {"meta": {"idempotencykey": key}}
        )
        return self.ask("POST", "/rpc/juice", request, **headers)[2]

    def outcome(self, path, **headers):
        return self.ask("GET", f"/api/outcomes/juice/{path}", **headers)

    def test_a_control_character_is_refused_wherever_a_key_can_stand(self):
        """With a tab in it, a key was that of a token's holder, whoever sent it."""
        self.assertEqual(self.order("breakfast", **self.alice)[0], 201)
        for key in UNSAFE:
            escaped = "".join(f"%{byte:02X}" for byte in key.encode())
            for who in ({}, self.alice):
                with self.subTest(key, who=bool(who)):
                    refused = self.rpc("juice.order", {"juice": "mango"}, key, **who)
                    self.assertEqual(refused["error"]["data"]["reason"], "INVALID_REQUEST", refused)
                    refused = self.rpc("service.outcome", {"idempotencykey": key}, **who)
                    self.assertIn(refused["error"]["data"]["reason"], ("INVALID_REQUEST", "INVALID_PARAMS"), refused)
                    if not key:
                        continue
                    self.assertProblem(self.outcome(escaped, **who), 400, "control characters")
                    body = f"juice=mango&quantity=1&key={escaped}"
                    status, _, page = self.ask("POST", "/juice", body, Content_Type=FORM, **who)
                    self.assertEqual(status, 400, page)
                    self.assertIn("control characters", page.decode())
        self.assertProblem(self.order("breakfast\talice"), 400)
        # Nothing but the first order was made.
        self.assertStock(self.client(self.service), mango=7)

    def test_a_quoted_key_is_the_same_key_and_the_answer_says_it_as_it_was_sent(self):
        first = self.order("abc")
        self.assertEqual((first[0], first[1]["Idempotency-Key"]), (201, "abc"))
        for field in (
            '"abc"', '  "abc"  ', '"abc";p', '"abc";  p=1;*q=?0', '"abc";a="x;\\"y\\\\";b=:YWJj:;c=-1.5;d=@12;e=*to/k:en',
            '"abc";a=%"%c3%bc"', '"abc";a=123456789012345;b=123456789012.123',
        ):  # fmt: skip
            with self.subTest(field):
                again = self.order(field)
                self.assertEqual((again[0], again[2]["id"], again[1]["Idempotency-Key"]), (201, first[2]["id"], '"abc"'))
        self.assertEqual(self.outcome("abc")[2]["state"], "applied")
        self.assertStock(self.client(self.service), mango=7)

    def test_the_escapes_of_a_quoted_key_are_those_of_rfc_9651(self):
        first = self.order('a"b\\c')
        again = self.order('"a\\"b\\\\c"')
        self.assertEqual((again[2]["id"], again[1]["Idempotency-Key"]), (first[2]["id"], '"a\\"b\\\\c"'))
        self.assertEqual(self.outcome("a%22b%5Cc")[2]["result"]["id"], first[2]["id"])
        # Only in quotes a header has a blank in a key.
        self.assertEqual(self.order('"two words"')[0], 201)
        self.assertEqual(self.outcome("two%20words")[2]["state"], "applied")

    def test_what_is_no_key_is_refused_with_the_reason(self):
        for field in (
            '"abc', '"', '"abc"x', '"a\\bc"', '"abc\\', '"abc", "def"', '"abc";', '"abc";P=1', '"abc";p=', '"abc";p=1.', '"abc";p=?2',
            '"abc";p=:YQ', '"abc";p=1234567890123456', '"abc";p="x', '"abc";p=@1.5', '"abc";p=%"%C3%BC"', '"abc";p=%"%ff"', '"abc" x',
            '"a\tb"', '"\xfc"', "a b", "a, b", "\xfc", '""', "x" * 129, '"' + "x" * 129 + '"',
        ):  # fmt: skip
            with self.subTest(field):
                answer = self.order(field)
                self.assertProblem(answer, 400)
                self.assertEqual(answer[2]["reason"], "INVALID_REQUEST")
                self.assertNotIn("Idempotency-Key", answer[1])
        self.assertStock(self.client(self.service))

    def test_a_holders_key_has_room_beside_the_name_and_no_more(self):
        longest = "x" * (128 - len("\talice"))
        self.assertEqual(self.order(longest, **self.alice)[0], 201)
        self.assertEqual(self.outcome(longest, **self.alice)[2]["state"], "applied")
        for answer in (self.order(longest + "x", **self.alice), self.outcome(longest + "x", **self.alice)):
            self.assertProblem(answer, 400, f"1 to {len(longest)} bytes")
        self.assertEqual(self.order("x" * 128)[0], 201)

    def test_an_unknown_outcome_names_the_key_that_the_caller_has(self):
        self.service.stop()
        self.service = self.launch(JANGTEO_FAILPOINT="after-commit:1")
        self.service.wait_ready()
        status, headers, problem = self.order('"abc"', **self.alice)
        self.assertEqual((status, problem.get("outcome")), (500, "unknown"), problem)
        self.assertEqual(headers["Idempotency-Key"], '"abc"')


if __name__ == "__main__":
    unittest.main()
