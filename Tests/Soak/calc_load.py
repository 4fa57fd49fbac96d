"""What callers of calc-service want: sums whose value is known beforehand."""

import decimal

from asks import Ask

DIGITS = decimal.Context(prec=34, rounding=decimal.ROUND_HALF_EVEN)
OPERATORS = {"+": DIGITS.add, "−": DIGITS.subtract, "×": DIGITS.multiply, "÷": DIGITS.divide}


class CalcLoad:
    service = "calc"

    def __init__(self, chance):
        self._chance = chance

    def next(self):
        drawn = self._chance.random()
        if drawn < 0.1:
            return [self._evaluate() for _ in range(self._chance.randint(2, 12))]
        if drawn < 0.7:
            return [self._evaluate()]
        if drawn < 0.75:
            return [Ask("calc.evaluate", {"formula": "1+"}, allowed=("SYNTAX_ERROR",), done=refused)]
        return [self._press()]

    def _evaluate(self):
        """In the order typed, without precedence."""
        value = self._chance.randint(-9_999, 9_999)
        formula, value = str(value), decimal.Decimal(value)
        for _ in range(self._chance.randint(1, 20)):
            operator, operand = self._chance.choice("+−×÷"), self._chance.randint(1, 999)
            formula += f" {operator} {operand}"
            value = OPERATORS[operator](value, decimal.Decimal(operand))

        def done(reply, _):
            told = decimal.Decimal(reply["result"]["value"])
            return None if told == value else f"{formula} is {told}, not {value}"

        return Ask("calc.evaluate", {"formula": formula}, done=done)

    def _press(self):
        first, second = self._chance.randint(1, 999_999), self._chance.randint(1, 999_999)
        keys = [*str(first), "+", *str(second), "="]

        def done(reply, _):
            told = reply["result"]["display"]
            return None if told == f"{first + second:,}" else f"{first} + {second} shows {told}"

        return Ask("calc.press", {"keys": keys}, done=done)


def refused(reply, _):
    return None if "error" in reply else f"a malformed formula is {reply['result']}"
