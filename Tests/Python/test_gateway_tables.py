"""Tables in a narrow terminal: what somebody has to read whole or to type is never cut."""

import unittest

from gateway_process import GATEWAY, environment
from terminal import Terminal
from test_gateway_market import GatewayMarketTest as Market

COLUMNS = 50
WORDS = {"en": ("KRW 12,000,000", "left: 10"), "ko": ("KRW 12,000,000", "잔여수량 : 10")}


class NarrowTerminalTest(Market):
    def setUp(self):
        super().setUp()
        self.sold = self.vendor("이름이 아주 길어서 좁은 터미널에는 다 들어가지 않는 가게")
        self.product(self.sold, name="이름이 아주 길어서 좁은 터미널에는 다 들어가지 않는 상품", price="12000000", discount="0")
        self.script = self.place / "script"
        self.script.write_text(f'clear; "{GATEWAY}" "$@" 2>&1; echo ended $?\n')
        self.terminal = Terminal(self.directory, environment(self.service), columns=COLUMNS)
        self.addCleanup(self.terminal.close)

    def shown(self, *words):
        """What a command writes on the terminal, up to the next prompt."""
        self.terminal.clear()
        self.terminal.run("sh", self.script, *words)
        return self.terminal.wait("ended 0")

    def test_prices_stay_whole_and_names_are_cut(self):
        for language, words in WORDS.items():
            with self.subTest(language):
                lines = self.shown("market", "list", "--lang", language)
                row = next(line for line in lines if "이름이" in line)
                self.assertIn("…", row)
                for word in words:
                    self.assertIn(word, row)

    def test_an_identifier_can_be_copied(self):
        for language in WORDS:
            with self.subTest(language):
                lines = self.shown("market", "vendors", "list", "--lang", language)
                identifier = self.sold["JANGTEO_VENDOR_IDENTIFIER"]
                self.assertTrue(any(identifier in line for line in lines), lines)

    def test_a_method_can_be_copied_from_the_counters(self):
        for language in WORDS:
            with self.subTest(language):
                lines = self.shown("stats", "--to", "market", "--lang", language)
                self.assertTrue(any(line.startswith("market.products.register ") for line in lines), lines)
                self.assertFalse(any("…" in line for line in lines), lines)

    def test_a_change_of_stock_is_one_line(self):
        for purchase, (language, words) in enumerate({"en": "purchase", "ko": "구매"}.items(), start=1):
            with self.subTest(language):
                self.run_gateway("market", "purchase", "1")
                since = self.json("status", "--to", "market")["services"][0]["sequence"] - 1
                lines = self.shown("watch", "market", "--since", since, "--count", 1, "--lang", language)
                row = next(line for line in lines if "→" in line)
                left = 10 - purchase
                self.assertRegex(row, rf"^\d\d:\d\d:\d\d  .+ {left + 1} → {left} \(-1\)  {words} \w+  #\d+$")


del Market


if __name__ == "__main__":
    unittest.main()
