"""The real calc-service: its vectors, exact numbers, a keypad whose state the caller keeps, and several instances."""

import decimal
import json
import random
import unittest
from hashlib import sha256

from golden_vectors import GoldenVectors
from juice_process import JuiceProcess, JuiceTest
from protocol_files import OPENRPC, faults, refuse_duplicates, vectors

LABELS = "AC CE ⁺⁄₋ ÷ 7 8 9 × 4 5 6 − 1 2 3 + 0 00 . =".split()
SEED = 20261121

# What calc-service promises of its arithmetic.
NO_NUMBER = [decimal.InvalidOperation, decimal.DivisionByZero, decimal.Overflow]
ARITHMETIC = decimal.Context(prec=34, rounding=decimal.ROUND_HALF_EVEN, Emin=-6143, Emax=6144, traps=NO_NUMBER)


class CalcProcess(JuiceProcess):
    """One process of calc-service."""

    service = "calc"


class CalcTest(JuiceTest):
    """A test of calc-service; `start`, `client` and what cleans up are those of every service's tests."""

    process = CalcProcess


class Vectors(GoldenVectors, CalcTest):
    vectors = vectors("calc")


class Service(CalcTest):
    def test_it_has_no_stream_and_keeps_nothing(self):
        service = self.launch()
        words = {"pid": str(service.pid), "rpc": f"ipc://{service.run}/calc.rpc", "events": "none"}
        self.assertEqual(service.wait_ready(), words)
        service.rpc = words["rpc"]
        client = self.client(service)
        info = client.call("service.info")
        self.assertEqual(info["result"]["endpoints"], {"rpc": [service.rpc], "events": []})
        self.assertEqual(info["meta"], {"source": "/calc-service"})
        self.assertEqual(client.ok("service.health")["status"], "SERVING")
        client.ok("calc.evaluate", {"formula": "1+1"}, key="k")
        self.assertEqual({path.name for path in service.run.iterdir()}, {"calc.lock", "calc.rpc"})
        self.assertFalse(service.state.exists())
        self.assertEqual(service.stop(), 0, service.log)
        self.assertEqual(list(service.run.iterdir()), [])

    def test_it_describes_itself_as_its_document_does(self):
        client = self.client(self.start())
        self.assertEqual(client.ok("rpc.discover"), OPENRPC["calc"])
        info = client.ok("service.info")
        self.assertEqual(faults("service.info.result", info), [])
        document = client.call("rpc.discover").result_text.encode()
        self.assertEqual((info["contract"], info["stream"], info["events"]), (sha256(document).hexdigest(), False, []))
        methods = {method["name"]: method["kind"] for method in info["methods"]}
        self.assertEqual(methods, {method["name"]: method["x-kind"] for method in OPENRPC["calc"]["methods"]})

    def test_a_key_on_a_read_has_no_effect(self):
        client = self.client(self.start())
        for formula, value in (("1", "1"), ("2", "2"), ("1", "1")):
            reply = client.call("calc.evaluate", {"formula": formula}, key="the same")
            self.assertEqual((reply["result"]["value"], reply["meta"]), (value, {"source": "/calc-service"}))

    def test_it_answers_what_it_took_and_ends_on_request(self):
        service = self.start()
        client = self.client(service)
        ids = [client.send("calc.evaluate", {"formula": f"{number}+1"}) for number in range(100)]
        ids.append(client.send("service.drain"))
        replies = [client.receive() for _ in ids]
        self.assertEqual([reply["id"] for reply in replies], ids)
        self.assertEqual([reply["result"]["value"] for reply in replies[:100]], [str(n + 1) for n in range(100)])
        self.assertEqual(service.wait(), 0, service.log)

    def test_a_second_one_in_the_same_run_directory_is_refused(self):
        first = self.start()
        self.assertIn("lock", self.assertRefusesToStart())
        self.assertEqual(self.client(first).ok("calc.evaluate", {"formula": "1"})["value"], "1")

    def test_a_killed_one_is_no_obstacle(self):
        self.start().kill()
        self.assertEqual(self.client(self.start()).ok("calc.evaluate", {"formula": "1"})["value"], "1")


class Instances(CalcTest):
    """Several instances, each with a run directory of its own."""

    def setUp(self):
        super().setUp()
        self.services = [self.start(run="first"), self.start(run="second")]

    def requests(self):
        """200 requests: formulas, good and bad, and keys from states that others of these requests lead to."""
        generator = random.Random(SEED)
        probe = self.client(self.services[0])
        states = [None]
        for number in range(200):
            if number % 2:
                formula = "".join(generator.choices("0123456789.,+-*/×÷− x%", k=generator.randint(0, 12)))
                yield "calc.evaluate", {"formula": formula}
                continue
            params = {"keys": generator.choices(LABELS + ["no"] * (number % 20 == 0), k=generator.randint(0, 20))}
            state = generator.choice(states)
            if state is not None:
                params["state"] = state
            yield "calc.press", params
            reply = probe.call("calc.press", params)
            states += [reply["result"]["state"]] if "result" in reply else []

    def test_two_give_the_same_answers_byte_for_byte(self):
        answers = []
        requests = list(self.requests())
        for service in self.services:
            client = self.client(service)
            for method, params in requests:
                client.send(method, params)
            # Without an event stream and a store nothing in a reply tells instances apart, so all of it is compared.
            answers.append([client.receive().text for _ in requests])
        self.assertEqual(len(answers[0]), 200)
        self.assertEqual(answers[0], answers[1])
        outcomes = {"result" in json.loads(answer) for answer in answers[0]}
        self.assertEqual(outcomes, {True, False})

    def test_one_client_may_use_both_at_once(self):
        client = self.client(self.services[0])
        client.socket.connect(self.services[1].rpc)
        # A DEALER takes turns among those it has reached, and it has reached both once each has answered.
        names = set()
        while len(names) < 2:
            names.add(client.ok("service.ping")["id"])
        state, pressed = None, []
        for key in "1 0 ÷ 3 = × 3 =".split():
            result = client.ok("calc.press", {"keys": [key]} | ({"state": state} if state else {}))
            state = result["state"]
            pressed.append(result["display"])
        self.assertEqual(pressed, ["1", "10", "0", "3", "3.33333333333333", "0", "3", "10"])
        counts = [self.client(service).ok("service.stats")["methods"] for service in self.services]
        self.assertEqual([count["calc.press"]["count"] for count in counts], [4, 4])


class Formulas(CalcTest):
    def setUp(self):
        super().setUp()
        self.service = self.start()
        self.calc = self.client(self.service)

    def evaluate(self, formulas):
        """The replies to many formulas, sent without waiting, which come in their order."""
        ids = [self.calc.send("calc.evaluate", {"formula": formula}) for formula in formulas]
        replies = [self.calc.receive() for _ in formulas]
        self.assertEqual([reply["id"] for reply in replies], ids)
        return replies

    def operand(self, generator):
        digits = "".join(generator.choices("0123456789", k=generator.choice([1, 2, 5, 17, 34, 40])))
        point = generator.randint(0, len(digits))
        text = digits[:point] + generator.choice([".", "." if point < len(digits) else ""]) + digits[point:]
        return generator.choice(["", "", "-"]) + (text if text != "." else "0")

    def test_values_are_those_of_decimal_arithmetic(self):
        generator = random.Random(SEED)
        work = {"+": ARITHMETIC.add, "-": ARITHMETIC.subtract, "*": ARITHMETIC.multiply, "/": ARITHMETIC.divide}
        formulas, values = [], []
        for _ in range(1_000):
            operands = [self.operand(generator) for _ in range(generator.randint(1, 8))]
            operators = generator.choices("+-*/", k=len(operands) - 1)
            formulas.append(operands[0] + "".join(map("".join, zip(operators, operands[1:]))))
            value = ARITHMETIC.create_decimal(operands[0])
            try:
                for sign, operand in zip(operators, operands[1:]):
                    value = work[sign](value, ARITHMETIC.create_decimal(operand))
                values.append(format(value.normalize(ARITHMETIC), "f"))
            except tuple(NO_NUMBER):
                values.append("NaN")
        self.assertIn("NaN", values)
        for formula, expected, reply in zip(formulas, values, self.evaluate(formulas)):
            self.assertEqual(reply["result"]["value"], "0" if expected == "-0" else expected, formula)

    def test_whatever_is_sent_gets_a_value_or_a_place_in_the_formula(self):
        generator, formulas = random.Random(SEED), []
        for _ in range(2_000):
            text = list("1,234.5×-2÷.5 − 7*3/x")[: generator.randint(0, 21)]
            for _ in range(generator.randint(0, 4)):
                letter = generator.choice("0123456789.,+-*/x×÷− e()한\u0301\U0001F96D\0")
                text.insert(generator.randint(0, len(text)), letter)
            formulas.append("".join(text))
        reasons = set()
        for formula, reply in zip(formulas, self.evaluate(formulas)):
            reasons.add(reply.reason)
            if reply.reason is None:
                self.assertConforms("calc.evaluate.result", reply["result"])
                continue
            self.assertConforms("reply", reply)
            self.assertEqual(reply.reason, "SYNTAX_ERROR", formula)
            position = reply["error"]["data"]["position"]
            self.assertIn(position, range(len(formula) + 1))
            # What stands before the place is sound: it goes on somehow, or is a formula already.
            again = self.calc.call("calc.evaluate", {"formula": formula[:position]})
            if again.reason is not None:
                self.assertEqual(again["error"]["data"]["position"], position, formula)
        self.assertEqual(reasons, {None, "SYNTAX_ERROR"})


class Keypad(CalcTest):
    def setUp(self):
        super().setUp()
        self.service = self.start()
        self.calc = self.client(self.service)

    def press(self, keys, state=None):
        return self.calc.call("calc.press", {"keys": keys} | ({"state": state} if state is not None else {}))

    def pressed(self, keys, state=None):
        reply = self.press(keys, state)
        self.assertIn("result", reply, reply.text)
        self.assertConforms("calc.press.result", reply["result"])
        return reply["result"]

    def test_it_does_not_matter_how_keys_are_cut_into_calls(self):
        generator = random.Random(SEED)
        for _ in range(200):
            keys = generator.choices(LABELS, weights=[1 if key == "AC" else 8 for key in LABELS], k=30)
            whole = self.pressed(keys)
            state, accepted, first = None, [], 0
            while first < len(keys):
                last = first + generator.randint(1, 7)
                result = self.pressed(keys[first:last], state)
                state, first, accepted = result["state"], last, accepted + result["accepted"]
            with self.subTest(seed=SEED, keys=" ".join(keys)):
                self.assertEqual({**result, "accepted": accepted}, whole)
                self.assertEqual(whole["state"]["history"], whole["history"])
                self.assertEqual(whole["state"]["operator"], whole["operator"])

    def test_every_spelling_that_it_takes_is_listed(self):
        keys = self.calc.ok("calc.keys")
        known = {label: label for row in keys["rows"] for label in row}
        self.assertEqual(list(known), LABELS)
        known |= {spelling["spelling"]: spelling["key"] for spelling in keys["spellings"]}
        letters = [chr(code) for code in range(0x20, 0x250)] + [chr(code) for code in range(0x2000, 0x2300)]
        texts = [*letters, *(a + b for a in letters[:95] for b in letters[:95])]
        taken = set()
        for first in range(0, len(texts), 256):
            chunk = texts[first:first + 256]
            reply = self.press(chunk)
            faulty = [v["pointer"] for v in reply["error"]["data"]["violations"]] if "error" in reply else []
            taken |= {text for number, text in enumerate(chunk) if f"/keys/{number}" not in faulty}
        self.assertEqual(taken, {text for text in known if len(text) <= 2})
        for spelling, key in known.items():
            for before in ("5 . 5", "5 + 3", "5 + 3 =", ""):
                state = self.pressed(before.split())["state"]
                self.assertEqual(self.pressed([spelling], state), self.pressed([key], state))

    def test_a_state_that_was_tampered_with_is_refused_or_is_one_that_keys_lead_to(self):
        generator = random.Random(SEED)
        texts = ["", "0", "-0", "1", "00", "NaN", "1,000", "1E+21", "1.", "+", "−", "×", "-", "한", "9" * 40]
        refused = 0
        for _ in range(1_000):
            keys = generator.choices(LABELS[:1] + LABELS[1:] * 4, k=generator.randint(0, 15))
            state = self.pressed(keys)["state"]
            target = generator.choice([state, *state["terms"], *state["history"]])
            name = generator.choice(list(target))
            value = target[name]
            if isinstance(value, bool):
                target[name] = not value
            elif isinstance(value, str):
                target[name] = generator.choice(texts)
            elif value and generator.random() < 0.5:
                value.pop(generator.randrange(len(value)))
            else:
                value.insert(generator.randint(0, len(value)), {"operator": "+", "operand": generator.choice(texts)})
            with self.subTest(seed=SEED, state=state):
                reply = self.press([], state)
                if "error" in reply:
                    refused += 1
                    self.assertConforms("reply", reply)
                    self.assertEqual(reply.reason, "INVALID_PARAMS")
                    pointers = [violation["pointer"] for violation in reply["error"]["data"]["violations"]]
                    self.assertEqual(len(pointers), 1)
                    self.assertRegex(pointers[0], "^/state/(typed|operator|terms|isResult|isTyped|history)(/|$)")
                else:
                    self.assertEqual(reply["result"]["state"], state)
        self.assertGreater(refused, 500)
        self.assertEqual(self.service.stop(), 0, self.service.log)

    def test_the_largest_state_fits_a_request_and_its_reply_a_frame(self):
        # The longest first number is a result: here one with more than 6 000 decimals.
        state = None
        for _ in range(25):
            state = self.pressed(["÷", *"9999999999999999"] * 15, state or self.pressed(["1"])["state"])["state"]
        state = self.pressed(["="], state)["state"]
        self.assertGreater(len(state["typed"]), 6_000)
        # The longest number that can be typed has 18 decimals and a sign.
        number = [".", *"000000000000000001", "⁺⁄₋"]
        state = self.pressed(["−"], state)["state"]
        while len(state["terms"]) < 1_000:
            rows = min(12, 1_000 - len(state["terms"]))
            state = self.pressed([*number, "−"] * rows, state)["state"]
        result = self.pressed(number, state)
        self.assertEqual((len(result["state"]["terms"]), len(result["history"])), (1_000, 1_000))
        params = {"keys": ["⁺⁄₋"] * 256, "state": result["state"]}
        request = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "calc.press", "params": params}).encode()
        # Also with every letter beyond ASCII escaped, as it is here.
        self.assertLess(len(request), 262_144)
        self.calc.send_frames(request)
        reply = self.calc.receive()
        self.assertIn("result", reply, reply.text)
        self.assertLess(len(reply.text.encode()), 1_048_576)
        # The formula is full: one more number is not taken, the result is.
        self.assertEqual(self.pressed(["+"], result["state"])["accepted"], [False])
        self.assertTrue(self.pressed(["="], result["state"])["state"]["isResult"])

    def test_a_batch_of_small_requests_for_large_answers_stays_within_a_frame(self):
        # 256 KiB of keys would make several MiB of histories, and of violations.
        for keys in (["1", "+"] * 127, [""] * 250):
            request = {"jsonrpc": "2.0", "method": "calc.press", "params": {"keys": keys}}
            requests = [{**request, "id": number} for number in range(200)]
            self.calc.send_frames(json.dumps(requests, separators=(",", ":")).encode())
            replies = self.calc.receive()
            with self.subTest(keys=keys[0]):
                self.assertEqual([reply["id"] for reply in replies], list(range(200)))
                self.assertLess(sum(len(reply.text.encode()) + 1 for reply in replies), 1_048_576)
                reasons = [reply.reason for reply in replies]
                self.assertEqual(reasons[0], None if keys[0] else "INVALID_PARAMS")
                self.assertEqual(set(reasons[1:]) - {reasons[0]}, {"PAYLOAD_TOO_LARGE"})

    def test_more_rows_than_a_keypad_keeps_are_refused(self):
        state = self.pressed("1 + 2 =".split())["state"]
        row = {"operator": "+", "operand": "1"}
        for name in ("terms", "history"):
            with self.subTest(name):
                reply = self.press([], {**state, name: [{"operator": "", "operand": "1"}] + [row] * 1_000})
                violation = reply["error"]["data"]["violations"][0]
                self.assertEqual((violation["pointer"], violation["reason"]), (f"/state/{name}", "OUT_OF_RANGE"))
        # A state of another shape is refused at its first fault, however many it has.
        reply = self.press([], {"typed": "0", "operator": "", "terms": [{}] * 60_000})
        self.assertEqual([v["pointer"] for v in reply["error"]["data"]["violations"]], ["/state/terms/0/operator"])


if __name__ == "__main__":
    unittest.main()
