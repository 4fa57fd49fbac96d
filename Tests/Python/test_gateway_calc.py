"""A person at a terminal calculates: formulas, streams of them, keys, and the keypad in a real terminal."""

import json
import os
import signal
import subprocess
import unittest

from gateway_process import GATEWAY, environment, gateway
from juice_process import TIMEOUT, JuiceProcess, JuiceTest
from terminal import Terminal


class CalcProcess(JuiceProcess):
    """One process of calc-service."""

    service = "calc"


class GatewayCalcTest(JuiceTest):
    """A test with a calc-service."""

    process = CalcProcess

    def setUp(self):
        super().setUp()
        self.service = self.start()

    def run_gateway(self, *words, code=0, **more):
        ended = gateway(self.service, *words, **more)
        self.assertEqual(ended.returncode, code, ended.stdout + ended.stderr)
        return ended


class Formulas(GatewayCalcTest):
    def test_formulas_are_calculated_from_left_to_right_and_exactly(self):
        for formula, display in {
            "2+3*3-1": "14",
            "3/3+2-1": "2",
            "1+2-3*2-3/6": "-0.5",
            "0.1+0.2": "0.3",
            "10÷3×3": "10",
            "5 − -3": "8",
            "-3+5": "2",
            "1,234.5×2": "2,469",
            "8÷0+1": "NaN",
        }.items():
            with self.subTest(formula):
                self.assertEqual(self.run_gateway("calc", "eval", formula).stdout, display + "\n")
        self.assertEqual(self.run_gateway("calc", "eval", "5", "-", "-3").stdout, "8\n")
        self.assertEqual(self.run_gateway("calc", "eval", "--", "-3+5").stdout, "2\n")

    def test_exact_shows_every_digit(self):
        words = ("calc", "eval", "2/3")
        self.assertEqual(self.run_gateway(*words).stdout, "0.666666666666667\n")
        self.assertEqual(self.run_gateway(*words, "--exact").stdout, "0." + "6" * 33 + "7\n")
        stream = self.run_gateway("calc", "eval", "-", "--exact", stdin="10/4\n2/3\n").stdout
        self.assertEqual(stream, "2.5\n0." + "6" * 33 + "7\n")

    def test_with_json_the_exact_value_comes_too(self):
        result = json.loads(self.run_gateway("calc", "eval", "10÷3×3", "--json").stdout)
        self.assertEqual(result, {"value": "9.999999999999999999999999999999999", "display": "10"})

    def test_a_malformed_formula_exits_1_and_shows_the_place(self):
        ended = self.run_gateway("calc", "eval", "1e5", code=2)
        self.assertEqual(ended.stdout, "")
        self.assertEqual(ended.stderr.splitlines()[1:], ["  1e5", "   ^"])
        said = self.run_gateway("calc", "eval", "5+", "--lang", "ko", code=2).stderr
        self.assertIn("숫자가 와야 합니다", said)
        error = json.loads(self.run_gateway("calc", "eval", "1e5", "--json", code=2).stdout)["error"]
        self.assertEqual((error["data"]["reason"], error["data"]["position"]), ("SYNTAX_ERROR", 1))

    def test_nobody_there_exits_4(self):
        self.service.stop()
        self.run_gateway("calc", "eval", "1+1", code=4)
        self.run_gateway("calc", "press", "1", code=4)


class Streams(GatewayCalcTest):
    def follow(self, *words, **more):
        process = subprocess.Popen(
            [GATEWAY, "calc", "eval", "-", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(self.service),
            **more,
        )

        def end():
            process.kill()
            process.wait()
            for stream in (process.stdin, process.stdout, process.stderr):
                stream.close()

        self.addCleanup(end)
        return process

    def test_every_line_has_its_line_in_order(self):
        formulas = "".join(f"{number}+1\n" for number in range(5_000))
        expected = "".join(f"{number + 1:,}\n" for number in range(5_000))
        self.assertEqual(self.run_gateway("calc", "eval", "-", stdin=formulas).stdout, expected)

    def test_line_ends_of_all_kinds_are_no_part_of_a_formula(self):
        self.assertEqual(self.run_gateway("calc", "eval", "-", stdin="1+1\r\n2+2\n3+3").stdout, "2\n4\n6\n")
        self.assertEqual(self.run_gateway("calc", "eval", "-", stdin="").stdout, "")

    def test_refused_lines_are_named_and_the_others_answered(self):
        ended = self.run_gateway("calc", "eval", "-", stdin="1+1\n1.2.3\n\n2+2\n", code=2)
        self.assertEqual(ended.stdout, "2\n\n\n4\n")
        said = ended.stderr.splitlines()
        self.assertTrue(said[0].startswith("error: line 2: "), said)
        self.assertEqual(said[1:3], ["  1.2.3", "     ^"])
        self.assertTrue(said[3].startswith("error: line 3: "), said)

    def test_with_json_every_line_is_a_document(self):
        ended = self.run_gateway("calc", "eval", "-", "--json", stdin="1+1\n1.2.3\n2+2\n", code=2)
        first, second, third = map(json.loads, ended.stdout.splitlines())
        self.assertEqual((first["value"], third["value"]), ("2", "4"))
        self.assertEqual(second["error"]["data"]["position"], 3)

    def test_a_formula_that_is_too_long_is_refused_whatever_its_length(self):
        for length in (70_000, 3_000_000):
            with self.subTest(length):
                ended = self.run_gateway("calc", "eval", "-", stdin="1" * length + "\n1+1\n", code=2)
                self.assertEqual(ended.stdout, "\n2\n")
                self.assertIn("formula", ended.stderr)

    def test_an_answer_comes_before_the_next_line_is_typed(self):
        process = self.follow()
        for number in range(3):
            process.stdin.write(b"%d+1\n" % number)
            process.stdin.flush()
            self.assertEqual(process.stdout.readline(), b"%d\n" % (number + 1))
        process.stdin.close()
        self.assertEqual(process.wait(TIMEOUT), 0)

    def test_an_interrupt_ends_the_wait_for_input(self):
        process = self.follow()
        process.stdin.write(b"1+1\n")
        process.stdin.flush()
        self.assertEqual(process.stdout.readline(), b"2\n")
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(TIMEOUT), 130)

    def test_a_reader_that_went_away_ends_it_quietly(self):
        process = self.follow()
        process.stdout.close()
        process.stdin.write(b"1+1\n")
        process.stdin.flush()
        self.assertEqual(process.wait(TIMEOUT), 0)
        self.assertEqual(process.stderr.read(), b"")

    def test_a_service_that_dies_on_the_way_is_told_with_the_line(self):
        process = self.follow("--timeout", "1s")
        process.stdin.write(b"1+1\n2+2\n")
        process.stdin.flush()
        self.assertEqual(process.stdout.readline() + process.stdout.readline(), b"2\n4\n")
        self.service.kill()
        process.stdin.write(b"3+3\n")
        process.stdin.flush()
        self.assertEqual(process.wait(TIMEOUT), 4)
        self.assertIn(b"Stopped at line 3", process.stderr.read())


class Keys(GatewayCalcTest):
    def test_keys_lead_to_display_and_history(self):
        self.assertEqual(
            self.run_gateway("calc", "press", "1 + − 2 =").stdout.splitlines(), ["   1", "−  2", "= -1"]
        )
        rows = self.run_gateway("calc", "press", "12+3=", "+", "4").stdout.splitlines()
        self.assertEqual(rows, ["  12", "+  3", "  15", "+  4"])

    def test_a_key_that_did_nothing_is_named(self):
        self.assertEqual(self.run_gateway("calc", "press", "5", "=").stderr, "not accepted: =\n")

    def test_a_state_goes_on_where_it_was(self):
        state = json.dumps(json.loads(self.run_gateway("calc", "press", "10÷3", "--json").stdout)["state"])
        result = json.loads(self.run_gateway("calc", "press", "=", "--state", state, "--json").stdout)
        self.assertEqual(result["display"], "3.33333333333333")
        state = json.dumps(result["state"])
        result = json.loads(self.run_gateway("calc", "press", "×3=", "--state", state, "--json").stdout)
        self.assertEqual(result["display"], "10")

    def test_a_state_that_no_key_leads_to_is_refused(self):
        state = json.loads(self.run_gateway("calc", "press", "1+", "--json").stdout)["state"]
        state["terms"][0]["operand"] = "1e9"
        said = self.run_gateway("calc", "press", "1", "--state", json.dumps(state), code=2).stderr
        self.assertIn("/state/terms/0/operand", said)
        self.run_gateway("calc", "press", "1", "--state", "{", code=2)

    def test_the_history_shows_what_was_typed(self):
        lines = self.run_gateway("calc", "press", "1.50+0.00000000000000001=").stdout.splitlines()
        self.assertEqual([line.split()[-1] for line in lines], ["1.50", "0.00000000000000001", "1.5"])

    def test_what_is_no_key_is_refused(self):
        self.assertIn("key 2 ", self.run_gateway("calc", "press", "1?", code=2).stderr)


class KeypadInATerminal(GatewayCalcTest):
    TEXTS = ("AC", "⁺⁄₋", "q quit")
    # Runs a command, and says how it ended and whether the terminal is as it was.
    SCRIPT = """
        # What control-C says is for the command alone.
        trap : INT
        stty -g > before
        sh -c 'echo $$ > pid; exec "$@"' - "$@"
        code=$?
        stty -g | cmp -s - before && echo "ended $code, terminal as before" || echo "ended $code, terminal changed"
    """

    def setUp(self):
        super().setUp()
        self.terminal = Terminal(self.directory, environment(self.service))
        self.addCleanup(self.terminal.close)
        (self.directory / "script").write_text(self.SCRIPT)
        self.terminal.run("cd", self.directory)

    def start_keypad(self, *words):
        self.terminal.clear()
        self.terminal.run("sh", "script", GATEWAY, "calc", "keypad", *words)

    def keypad(self, *words):
        self.start_keypad(*words)
        return self.terminal.wait(*self.TEXTS)

    def assertEnded(self, code):
        self.terminal.wait(f"ended {code}, terminal as before")
        self.assertTrue(self.terminal.is_plain)

    def assertShown(self, sign, number):
        """Waits for the display, which is the line below the second border."""
        self.terminal.wait(f"│ {sign:1}{number:>36} │")

    def test_it_is_a_calculator(self):
        lines = self.keypad()
        self.assertEqual(len(lines), 24)
        self.assertEqual(lines[13], "│   AC    │   CE    │   ⁺⁄₋   │    ÷    │")
        self.terminal.type("1234567.5*2")
        self.terminal.press("Enter")
        self.assertShown("=", "2,469,135")
        lines = self.terminal.lines
        self.assertEqual(lines[8], "│" + "1,234,567.5 │".rjust(40))
        self.assertEqual(lines[9], "│ ×" + "2 │".rjust(38))
        self.terminal.type("+1=")
        self.assertShown("=", "2,469,136")
        self.terminal.type("c5")
        self.assertShown("", "5")
        self.terminal.type("n/4")
        self.assertShown("÷", "4")
        self.terminal.press("BSpace")
        self.assertShown("÷", "0")
        self.terminal.type("8=")
        self.assertShown("=", "-0.625")
        self.terminal.press("DC")
        self.assertShown("", "0")
        self.assertTrue(any("-5 │" in line for line in self.terminal.lines), "CE took the history")
        self.terminal.press("Escape")
        self.terminal.wait("q quit")
        self.terminal.type("7")
        self.assertShown("", "7")
        self.assertFalse(any("-5 │" in line for line in self.terminal.lines), "AC left the history")
        self.terminal.type("q")
        self.assertEnded(0)

    def test_keys_typed_faster_than_answers_come_keep_their_order(self):
        self.keypad()
        self.service.signal(signal.SIGSTOP)
        self.terminal.type("12345678901234")
        self.terminal.type("-12345678901233=")
        self.terminal.wait("calculating")
        self.service.signal(signal.SIGCONT)
        self.assertShown("=", "1")
        self.terminal.type("q")
        self.assertEnded(0)

    def test_a_resize_draws_it_anew(self):
        self.keypad()
        self.terminal.type("1+2=")
        self.assertShown("=", "3")
        for columns, rows, edge in ((30, 14, "└──────┴──────┴──────┴──────┘"), (100, 40, "└─────────┴")):
            with self.subTest(columns=columns, rows=rows):
                self.terminal.resize(columns, rows)
                lines = self.terminal.wait(edge)
                self.assertEqual(sum("│ =" in line and "3 │" in line for line in lines), 1, lines)
                self.assertEqual(sum("└" in line for line in lines), 1, lines)
        self.terminal.resize(12, 4)
        self.terminal.wait("=          3")
        self.assertFalse(any("│" in line for line in self.terminal.lines))
        self.terminal.type("q")
        self.terminal.resize(80, 24)
        self.assertEnded(0)

    def test_a_long_history_scrolls(self):
        self.keypad()
        self.terminal.type("".join(f"{number}+" for number in range(101, 131)))
        self.terminal.wait("130 │", "↑ 21")
        self.terminal.press("PPage")
        self.terminal.wait("121 │", "↓ 9")
        self.terminal.press("Down", "Down")
        self.terminal.wait("123 │", "↓ 7")
        self.terminal.type("5")
        self.terminal.wait("130 │", "↑ 21")
        self.terminal.type("q")
        self.assertEnded(0)

    def test_the_terminal_comes_back_however_it_ends(self):
        for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 143)):
            with self.subTest(number):
                self.keypad()
                self.terminal.type("1+2")
                # What it has not read yet would be the shell's.
                self.assertShown("+", "2")
                os.kill(int((self.directory / "pid").read_text()), number)
                self.assertEnded(code)
        self.keypad()
        self.terminal.press("C-c")
        self.assertEnded(130)

    def test_it_can_be_suspended(self):
        self.keypad()
        self.terminal.type("1+2")
        self.assertShown("+", "2")
        self.terminal.press("C-z")
        # What is typed before it has left the screen, the keypad would read.
        self.terminal.wait_until_plain()
        self.terminal.run("jobs")
        self.terminal.wait("Stopped")
        self.assertTrue(self.terminal.is_plain)
        self.terminal.type("stty -g | cmp - before && echo unchanged")
        self.terminal.press("Enter")
        self.terminal.wait("$ stty", "unchanged")
        self.terminal.run("fg")
        self.assertShown("+", "2")
        self.terminal.type("=")
        self.assertShown("=", "3")
        self.terminal.type("q")
        self.assertEnded(0)

    def test_it_survives_its_service_and_says_so(self):
        for language, gone, help_ in (("en", "trying again", "history"), ("ko", "다시 시도 중", "기록")):
            with self.subTest(language):
                self.start_keypad("--timeout", "1s", "--lang", language)
                self.terminal.wait(help_)
                self.terminal.type("1.50+2")
                self.assertShown("+", "2")
                self.service.kill()
                self.terminal.type("+4=")
                self.terminal.wait(gone, "1.50 │")
                self.service = self.start()
                self.assertShown("=", "7.5")
                self.terminal.wait(help_)
                self.terminal.type("q")
                self.assertEnded(0)

    def test_without_its_service_it_still_ends(self):
        for key, code in (("q", 0), ("C-c", 130)):
            with self.subTest(key):
                self.keypad("--timeout", "1s")
                self.service.kill()
                self.terminal.type("1")
                self.terminal.wait("trying again")
                self.terminal.press(key)
                self.assertEnded(code)
                self.service = self.start()

    def test_nobody_there_leaves_the_terminal_as_it_is(self):
        self.service.stop()
        self.start_keypad("--timeout", "1s")
        # The command is still to be seen: nothing was drawn over it.
        self.terminal.wait("$ sh script", "nobody answers at")
        self.assertEnded(4)


class KeypadWithoutATerminal(GatewayCalcTest):
    def test_it_is_refused_politely(self):
        said = self.run_gateway("calc", "keypad", code=2).stderr
        self.assertIn("needs a terminal", said)
        self.assertNotIn("\x1b", said)


if __name__ == "__main__":
    unittest.main()
