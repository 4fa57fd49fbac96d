"""What calc-service promises, once more: Python's decimal, and formulas and keypad from Protocols/calc.md alone."""

import decimal
from decimal import Decimal

from model_answers import Refused

PRECISION, LOWEST, HIGHEST = 34, -6143, 6144
MODES = {"even": decimal.ROUND_HALF_EVEN, "away": decimal.ROUND_HALF_UP}
# The exponent range is wide here and judged afterwards: the calculator has no subnormal numbers and no infinities.
CONTEXTS = {
    name: decimal.Context(prec=PRECISION, rounding=mode, Emin=-99999, Emax=99999, traps=[])
    for name, mode in MODES.items()
}


def in_range(value):
    """The value, NaN when it is too large (or no number), 0 when it is too small."""
    if not value.is_finite() or (value and value.adjusted() > HIGHEST):
        return Decimal("NaN")
    return value if value and value.adjusted() >= LOWEST else Decimal(0)


def calculate(operation, mode, left, right):
    return in_range(getattr(CONTEXTS[mode], operation)(left, right))


def plain(value):
    if not value:
        return "0"
    text = f"{value:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def group(digits):
    head = len(digits) % 3
    parts = [digits[:head]] if head else []
    return ",".join(parts + [digits[i : i + 3] for i in range(head, len(digits), 3)])


def display(value):
    """The display rule, on strings and integers only."""
    if value.is_nan():
        return "NaN"
    sign, digits, exponent = value.as_tuple()
    number = int("".join(map(str, digits)))
    if number == 0:
        return "0"
    surplus = len(str(number)) - 15
    if surplus > 0:
        number = (number + 5 * 10 ** (surplus - 1)) // 10**surplus
        exponent += surplus
    while number % 10 == 0:
        number //= 10
        exponent += 1
    text = str(number)
    first = exponent + len(text) - 1
    if first + 1 > 20 or first < -15:
        shown = text[0] + ("." + text[1:] if len(text) > 1 else "") + "E" + ("+" if first > 0 else "") + str(first)
    elif exponent >= 0:
        shown = group(text + "0" * exponent)
    else:
        padded = text.rjust(1 - exponent, "0")
        shown = group(padded[:exponent]) + "." + padded[exponent:]
    return ("-" if sign else "") + shown


SYMBOLS = {"+": "add", "-": "subtract", "−": "subtract", "*": "multiply", "x": "multiply", "×": "multiply"}
SYMBOLS |= {"/": "divide", "÷": "divide"}


def evaluate(formula):
    """The value of a formula.

    The grammar is a table: in each state, what may come next; the first character without an entry is wrong.
    """
    if len(formula.encode()) > 65_536:
        raise Refused("FORMULA_TOO_LONG")
    EXPECTED = {
        "operand": "a number",
        "signed": "a digit or a dot",
        "bare dot": "a digit",
        "comma 0": "a digit",
        "comma 1": "a digit",
        "comma 2": "a digit",
    }
    state, value, operation, token, tokens = "operand", None, None, "", 0

    def finish():
        nonlocal value
        number = in_range(CONTEXTS["even"].create_decimal(token))
        value = number if operation is None else calculate(operation, "even", value, number)

    for position, character in enumerate(formula + "\0"):
        digit, ended = character.isascii() and character.isdigit(), character == "\0" and position == len(formula)
        begins = state == "operand" and (digit or character in ".-−")
        complete = state not in EXPECTED
        if begins or (complete and character in SYMBOLS):
            tokens += 1
            if tokens > 10_000:
                raise Refused("FORMULA_TOO_LONG")
        if state == "operand" and character == " ":
            continue
        if state == "operand" and character in "-−":
            state, token = "signed", "-"
        elif state in ("operand", "signed") and digit:
            state, token = "integer 1", (token if state == "signed" else "") + character
        elif state in ("operand", "signed") and character == ".":
            state, token = "bare dot", (token if state == "signed" else "") + "0."
        elif state in ("bare dot", "fraction") and digit:
            state, token = "fraction", token + character
        elif state.startswith("integer") and digit:
            state, token = "integer " + str(min(4, int(state[-1]) + 1)), token + character
        elif (state in ("integer 1", "integer 2", "integer 3") or state == "grouped") and character == ",":
            state = "comma 0"
        elif state in ("comma 0", "comma 1", "comma 2") and digit:
            state = {"comma 0": "comma 1", "comma 1": "comma 2", "comma 2": "grouped"}[state]
            token += character
        elif (state.startswith("integer") or state == "grouped") and character == ".":
            state, token = "fraction", token + "."
        elif complete and (character == " " or character in SYMBOLS or ended):
            if state != "space":
                finish()
            if ended:
                return value
            state = "space"
            if character != " ":
                state, operation, token = "operand", SYMBOLS[character], ""
        else:
            raise Refused("SYNTAX_ERROR", position=position, expected=EXPECTED.get(state, "an operator"))


GLYPHS = {"+": "add", "−": "subtract", "×": "multiply", "÷": "divide"}
LABELS = "AC CE ⁺⁄₋ ÷ 7 8 9 × 4 5 6 − 1 2 3 + 0 00 . =".split()
SPELLINGS = {"-": "−", "*": "×", "x": "×", "/": "÷", "±": "⁺⁄₋", "+/-": "⁺⁄₋"}
# Of numbers in a formula, and of rows in the history.
MOST_ROWS = 1_000


class Keypad:
    """The keypad table, row by row."""

    def __init__(self):
        self._clear()

    def _clear(self):
        self.text, self.is_typed, self.result, self.operator = "0", True, None, ""
        self.terms, self.history = [], []  # (operator, number), (operator, text)

    @property
    def display(self):
        if self.result is not None:
            return display(self.result)
        sign, unsigned = ("-", self.text[1:]) if self.text[0] == "-" else ("", self.text)
        integer, dot, fraction = unsigned.partition(".")
        return sign + group(integer) + dot + fraction

    @property
    def state(self):
        """What the caller keeps."""
        return {
            "typed": self.text if self.result is None else plain(self.result),
            "operator": self.operator,
            "terms": [{"operator": operator, "operand": plain(number)} for operator, number in self.terms],
            "isResult": self.result is not None,
            "isTyped": self.is_typed,
            "history": self.rows,
        }

    @property
    def rows(self):
        return [{"operator": operator, "operand": shown} for operator, shown in self.history]

    def press(self, key):
        """Presses a key; returns whether it was accepted."""
        key = SPELLINGS.get(key, key)
        match key:
            case "AC":
                self._clear()
                return True
            case "CE":
                self.text, self.result, self.is_typed = "0", None, not self.terms
                return True
            case "=":
                return self._equals()
        if key in GLYPHS:
            return self._operate(key)
        if self.result is not None and not (key in ("0", "00") and self.display == "0"):
            return False
        return self._type(key)

    def _type(self, key):
        before = self.display
        match key:
            case "⁺⁄₋":
                if before == "0":
                    return False
                self.text = self.text[1:] if self.text[0] == "-" else "-" + self.text
            case ".":
                if "." in self.text:
                    return False
                self.text, self.is_typed = self.text + ".", True
            case "0" | "00" if before == "0":
                self.is_typed = True
            case _:
                if len(before + key) > 20:
                    return False
                self.text, self.is_typed = (key if before == "0" else self.text + key), True
        return True

    def _take(self):
        number = self.result if self.result is not None else in_range(Decimal(self.text.rstrip(".")))
        self.terms.append((self.operator, number))
        shown = self.display
        if self.result is None:
            # As it was typed, but for a dot that nothing follows and the sign of a 0.
            shown = shown.removesuffix(".")
            shown = shown if number else shown.removeprefix("-")
        self.history = [*self.history, (self.operator, shown)][-MOST_ROWS:]

    def _operate(self, key):
        if self.text == "0" and self.result is None and not self.is_typed:
            self.operator = key
            return True
        if len(self.terms) >= MOST_ROWS:
            return False
        self._take()
        self.text, self.is_typed, self.result, self.operator = "0", False, None, key
        return True

    def _equals(self):
        if self.result is not None or not self.terms:
            return False
        self._take()
        result = self.terms[0][1]
        for operator, number in self.terms[1:]:
            result = calculate(GLYPHS[operator], "even", result, number)
        self.text, self.is_typed, self.result, self.operator, self.terms = "0", True, result, "", []
        return True
