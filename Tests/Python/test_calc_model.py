"""Random formulas, keys and states to the real calc-service, each answer held to that of the model."""

import copy
import json
import unittest

import calc_questions
from calc_model import LABELS, MOST_ROWS, SPELLINGS, Keypad, display, evaluate, plain
from model_answers import Refused
from model_history import COMMANDS, History, run_histories
from test_calc_service import CalcTest

WRONG = (None, True, 7, 1.5, [], {}, "text")
KEYS = {
    "rows": [LABELS[place : place + 4] for place in (0, 4, 8, 12, 16)],
    "spellings": [{"spelling": spelling, "key": key} for spelling, key in SPELLINGS.items()],
}
MEMBERS = {"typed": str, "operator": str, "terms": list, "isResult": bool, "isTyped": bool, "history": list}
NEVER_TYPED = ("", "x", "01", "-", "+1", "1,000", " 1", "1e5", "1.2.3", "00", "-0", ".5", "--1", "\u0663", "9" * 40)
# Anywhere in the state, because values that contradict each other have no place of their own.
SOMEWHERE = "/state"


class CalcHistory(History):
    """What one seed asks. Keypads are kept for later, as a caller keeps their states."""

    def __init__(self, test, seed):
        super().__init__(test, seed, None)
        self.keypads = []

    def run(self):
        self.press(["1", "+", "0", "−"] * 64, Keypad(), times=9)
        for number in range(COMMANDS - 9):
            if self.chance(1) and self.chance(20):
                self.restart()
            kind = self.random.randrange(100)
            if kind < 45:
                self.evaluate()
            elif kind < 75:
                self.press(self.keys(), copy.deepcopy(self.random.choice([Keypad(), *self.keypads])))
            elif kind < 80:
                self.press_wrong_keys()
            elif kind < 97:
                self.press_from_a_changed_state()
            elif kind < 98:
                self.ask("calc.keys", {}, lambda: KEYS)
            else:
                self.ask("calc.evaluate", {"formula": "1"}, self.refusal("DEADLINE_EXCEEDED"), timeoutms=0)

    def ask(self, method, params, answer, **meta):
        reply = self.client.call(method, params, **meta)
        what = f"{method} {json.dumps(params, ensure_ascii=False)[:2000]}"
        result = self.hold(reply, answer, what)
        self.test.assertEqual(reply["meta"], {"source": "/calc-service"})
        return result

    @staticmethod
    def refusal(reason, *violations, **members):
        def answer():
            raise Refused(reason, *violations, **members)

        return answer

    # Formulas ---------------------------------------------------------------------------------------------------------

    def formula(self):
        kind = self.random.randrange(100)
        if kind < 96:
            return calc_questions.formula(self.random)
        # Around the limits: of tokens, of bytes, of the range of numbers.
        tokens = self.random.choice((4_999, 5_000, 5_001))
        if kind < 98:
            return "+".join(["1"] * tokens) + self.random.choice(("", "+", "÷", " ", "x-"))
        if kind < 99:
            return "1" + " " * (65_536 - self.random.choice((0, 1, 2, 3)) - 2) + self.random.choice(("", "+", "×2", "é"))
        return "÷".join(["-1"] + ["." + "0" * self.random.randrange(400) + "7"] * self.random.randrange(1, 40))

    def evaluate(self):
        if self.chance(3):
            value = self.random.choice((None, 1, ["1"], {}, True))
            refused = self.refusal("INVALID_PARAMS", ("/formula", "WRONG_TYPE"))
            return self.ask("calc.evaluate", {"formula": value}, refused)
        if self.chance(1):
            return self.ask("calc.evaluate", {}, self.refusal("INVALID_PARAMS", ("/formula", "REQUIRED")))
        text = self.formula()

        def answer():
            value = evaluate(text)
            return {"value": plain(value), "display": display(value)}

        return self.ask("calc.evaluate", {"formula": text}, answer)

    # Keys -------------------------------------------------------------------------------------------------------------

    def keys(self):
        keys = calc_questions.keys(self.random)
        if self.chance(5):
            keys = (keys * 256)[:256]
        # The two that forget most, seldom, so that states grow.
        keys = [key for key in keys if key not in ("AC", "CE") or self.chance(10)]
        others = {key: spelling for spelling, key in SPELLINGS.items()}
        return [others.get(key, key) if self.chance(30) else key for key in keys][: self.random.choice((0, 1, 3, 256))]

    @staticmethod
    def answer(keypad, accepted):
        shown = {"state": keypad.state, "display": keypad.display, "operator": keypad.operator}
        return shown | {"history": keypad.rows, "accepted": accepted}

    def press(self, keys, keypad, times=1):
        for _ in range(times):
            params = {"keys": keys}
            if self.chance(80) or keypad.history or keypad.text != "0":
                params["state"] = keypad.state
            self.ask("calc.press", params, lambda: self.answer(keypad, [keypad.press(key) for key in keys]))
        self.keypads = [*self.keypads, keypad][-30:]

    def press_wrong_keys(self):
        keypad = self.random.choice([Keypad(), *self.keypads])
        kind = self.random.randrange(5)
        if kind == 0:
            value, faults = self.random.choice(WRONG[:4]), [("/keys", "WRONG_TYPE")]
        elif kind == 1:
            value, faults = ["1"] * 257, [("/keys", "OUT_OF_RANGE")]
        else:
            value, faults = self.random.choices(LABELS, k=self.random.randrange(1, 12)), []
            for place in self.random.sample(range(len(value)), self.random.randrange(1, len(value) + 1)):
                value[place] = self.random.choice(("ac", "10", "", "－", None, 1, [], {}))
                faults.append((f"/keys/{place}", "UNKNOWN" if type(value[place]) is str else "WRONG_TYPE"))
        params = {"keys": value, "state": keypad.state}
        if self.chance(10):
            params, faults = {}, [("/keys", "REQUIRED")]
        elif self.chance(20):
            params["state"] = self.random.choice((None, 1, [], "text"))
            faults.append(("/state", "WRONG_TYPE"))
        self.ask("calc.press", params, self.refusal("INVALID_PARAMS", *faults))

    # States that somebody has changed ---------------------------------------------------------------------------------

    def press_from_a_changed_state(self):
        """A state that keys lead to is taken as it is, any other is refused and never repaired."""
        keypad = copy.deepcopy(self.random.choice([Keypad(), *self.keypads]))
        keys = self.keys()[:5]
        if self.chance(25):
            self.change_soundly(keypad)
            return self.press(keys, keypad)
        state, change = keypad.state, self.random.choice((self.spoil_type, self.spoil_row, self.spoil_value))
        fault = change(state)
        if fault is None:
            return self.press(keys, keypad)
        params = {"keys": keys, "state": state}
        if fault[0] != SOMEWHERE:
            return self.ask("calc.press", params, self.refusal("INVALID_PARAMS", fault))
        reply = self.client.call("calc.press", params)
        self.test.assertEqual(reply.reason, "INVALID_PARAMS", f"{params}: {reply.text}")
        (violation,) = reply["error"]["data"]["violations"]
        self.test.assertEqual(violation["reason"], "MALFORMED", f"{params}: {reply.text}")
        self.test.assertTrue(violation["pointer"].startswith("/state/"), reply.text)
        self.answers["INVALID_PARAMS"] += 1

    def change_soundly(self, keypad):
        """Another state that keys lead to: another number being typed, or formulas before that are long done."""
        if self.chance(50) and keypad.result is None:
            other = Keypad()
            for key in self.random.choices("0123456789.", k=self.random.randrange(1, 24)):
                other.press(key)
            if not keypad.terms or other.text != "0":
                keypad.text, keypad.is_typed = other.text, True
        elif len(keypad.history) < MOST_ROWS - 5:
            keypad.history = [("", "1,234.5"), ("÷", "0"), ("", "NaN"), ("−", "1E+21"), *keypad.history]

    def spoil_type(self, state):
        name = self.random.choice(list(MEMBERS))
        if self.chance(30):
            del state[name]
            return f"/state/{name}", "REQUIRED"
        state[name] = self.random.choice([value for value in WRONG if type(value) is not MEMBERS[name]])
        return f"/state/{name}", "WRONG_TYPE"

    def spoil_row(self, state):
        name = self.random.choice(("terms", "history"))
        if self.chance(5):
            state[name] = [{"operator": "" if place == 0 else "+", "operand": "1"} for place in range(MOST_ROWS + 1)]
            return f"/state/{name}", "OUT_OF_RANGE"
        if not state[name]:
            return None
        place = self.random.randrange(len(state[name]))
        if self.chance(20):
            state[name][place] = self.random.choice((None, 1, "row", []))
            return f"/state/{name}/{place}", "WRONG_TYPE"
        member = self.random.choice(("operator", "operand"))
        if self.chance(50):
            del state[name][place][member]
            return f"/state/{name}/{place}/{member}", "REQUIRED"
        state[name][place][member] = self.random.choice((None, 1, False, [], {}))
        return f"/state/{name}/{place}/{member}", "WRONG_TYPE"

    def spoil_value(self, state):
        """Makes of a state one that no keys lead to; None where it cannot be done."""
        terms, history = state["terms"], state["history"]
        match self.random.randrange(10):
            case 0:
                state["typed"] = self.random.choice(NEVER_TYPED)
            case 1:
                state["operator"] = self.random.choice(("%", "-", "plus", "*", "" if terms else "+"))
            case 2 if state["isResult"] or state["typed"] != "0" or not terms:
                state["isTyped"] = False
            case 3 if terms or not history:
                state["isResult"] = True
            case 4 if terms:
                term = self.random.choice(terms)
                term["operand"] = self.random.choice((term["operand"] + ".0", "x", "", "1e3", "+" + term["operand"]))
            case 5 if terms:
                terms[0]["operator"] = "+"
            case 6 if len(terms) > 1:
                self.random.choice(terms[1:])["operator"] = self.random.choice(("", "%"))
            case 7 if terms:
                del history[: len(history) - len(terms) + 1]
            case 8 if history:
                row = self.random.choice(history)
                never = "word", "", "1234", "1,23", "01", "-0", row["operand"] + " "
                row["operand"] = self.random.choice(never)
            case 9 if history:
                self.random.choice(history)["operator"] = self.random.choice(("%", "-"))
            case _:
                return None
        return SOMEWHERE, "MALFORMED"


class ModelTest(CalcTest):
    def test_every_answer_is_that_of_the_model(self):
        run_histories(self, CalcHistory)


if __name__ == "__main__":
    unittest.main()
