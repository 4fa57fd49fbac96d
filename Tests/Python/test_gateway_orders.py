"""A person at a terminal orders juice: texts, tables, languages, exit codes."""

import json
import unittest

from deaf_ear import DeafEar
from gateway_process import gateway
from juice_process import JuiceTest
from protocol_files import PROTOCOLS, load


class Orders(JuiceTest):
    def setUp(self):
        super().setUp()
        self.service = self.start()
        self.peer = self.client(self.service)

    def run_gateway(self, *words, code=0, **more):
        ended = gateway(self.service, *words, **more)
        self.assertEqual(ended.returncode, code, ended.stdout + ended.stderr)
        return ended

    def test_five_fruits_are_listed_at_10(self):
        rows = self.run_gateway("juice", "stock").stdout.splitlines()
        for fruit in ("strawberry", "banana", "pineapple", "kiwi", "mango"):
            self.assertTrue(any(fruit in row and " 10 " in row for row in rows), rows)

    def test_an_order_says_what_came_and_what_is_left(self):
        self.assertIn("mango 7 left", self.run_gateway("juice", "order", "mango").stdout)
        self.assertStock(self.peer, mango=7)

    def test_the_original_text_comes_in_korean(self):
        said = self.run_gateway("juice", "order", "mango", LANG="ko_KR.UTF-8").stdout
        self.assertIn("망고 쥬스 나왔습니다! 맛있게 드세요!", said)
        said = self.run_gateway("juice", "order", "strawberry", "--lang", "ko", code=1).stderr
        self.assertIn("재료가 모자라요.", said)

    def test_a_shortage_exits_1_names_the_fruit_and_changes_nothing(self):
        ended = self.run_gateway("juice", "order", "strawberry", code=1)
        self.assertEqual(ended.stdout, "")
        self.assertRegex(ended.stderr, r"strawberry +16 +10")
        self.assertStock(self.peer)

    def test_a_juice_is_known_by_key_tag_and_korean_name(self):
        self.peer.ok("juice.stock.set", {"levels": {"strawberry": 100}}, key="more")
        for name in ("strawberry-banana", "1", "딸바", "딸바쥬스", "딸바 쥬스"):
            with self.subTest(name):
                receipt = json.loads(self.run_gateway("juice", "order", name, "--json").stdout)
                self.assertEqual(receipt["juice"], "strawberry-banana")

    def test_the_menu_says_how_many_can_be_made_now(self):
        juices = json.loads(self.run_gateway("juice", "menu", "--json").stdout)["juices"]
        self.assertEqual([juice["makeable"] for juice in juices], [1, 5, 0, 5, 5, 3, 3])

    def test_restock_and_set_change_the_stock_or_say_no(self):
        self.run_gateway("juice", "restock", "mango=+5", "키위=-2")
        self.assertStock(self.peer, mango=15, kiwi=8)
        self.run_gateway("juice", "set", "mango=50", "--expect", "1", code=1)
        self.assertStock(self.peer, mango=15, kiwi=8)
        self.run_gateway("juice", "set", "mango=50", "--expect", "3")
        self.assertStock(self.peer, mango=50, kiwi=8)
        said = self.run_gateway("juice", "restock", "durian=+1", "--lang", "ko", code=1).stderr
        self.assertIn("해당 과일이 없습니다: durian", said)

    def test_past_orders_are_listed_and_looked_up(self):
        self.run_gateway("juice", "order", "kiwi", "2")
        self.run_gateway("juice", "order", "mango")
        rows = self.run_gateway("juice", "orders").stdout
        self.assertLess(rows.index("mango"), rows.index("kiwi"))
        order = json.loads(self.run_gateway("juice", "orders", "1", "--json").stdout)
        self.assertEqual(order["quantity"], 2)
        self.run_gateway("juice", "orders", "99", code=1)

    def test_the_same_key_orders_once(self):
        first = json.loads(self.run_gateway("juice", "order", "mango", "--key", "k1", "--json").stdout)
        again = json.loads(self.run_gateway("juice", "order", "mango", "--key", "k1", "--json").stdout)
        self.assertEqual(first, again)
        self.assertStock(self.peer, mango=7)

    def test_wrong_words_are_a_usage_error(self):
        for words in (["juice"], ["juice", "order"], ["jucie"], ["juice", "order", "mango", "two"], ["--no-such"]):
            with self.subTest(words):
                ended = gateway(self.service, *words)
                self.assertIn(ended.returncode, (0, 2) if words == ["juice"] else (2,), ended.stderr)
        self.assertStock(self.peer)

    def test_nobody_there_is_4_and_nothing_was_sent(self):
        self.service.stop()
        ended = self.run_gateway("juice", "order", "mango", code=4)
        self.assertIn("nothing was sent", ended.stderr)

    def test_an_answer_that_does_not_come_is_5_with_the_command_that_finds_out(self):
        with DeafEar(self.context, self.service) as ear:
            ended = self.run_gateway(
                "juice", "order", "mango", "--key", "doubt", "--timeout", "1s", code=5, JANGTEO_JUICE_RPC=ear.endpoint
            )
        self.assertIn("--key doubt", ended.stderr)
        self.run_gateway("juice", "order", "mango", "--key", "doubt")
        self.assertStock(self.peer, mango=7)

    def test_nothing_but_data_is_on_standard_output_and_no_colour_without_a_terminal(self):
        ended = self.run_gateway("juice", "stock", "--json")
        json.loads(ended.stdout)
        self.assertNotIn("\x1b", self.run_gateway("juice", "stock").stdout)
        self.assertNotIn("\x1b", self.run_gateway("juice", "order", "strawberry", code=1).stderr)


class Fans(JuiceTest):
    def test_every_expected_target_has_a_row(self):
        service = self.start()
        ended = gateway(service, "fanout", "service.ping", "--to", "juice", "--json")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        rows = json.loads(ended.stdout)
        self.assertIn("juice-service", json.dumps(rows))
        service.stop()
        self.assertEqual(gateway(service, "fanout", "service.ping", "--to", "juice").returncode, 4)

    def test_status_tells_serving_from_nobody(self):
        service = self.start()
        ended = gateway(service, "status", "--to", "juice")
        self.assertEqual((ended.returncode, "SERVING" in ended.stdout), (0, True), ended.stderr)
        service.kill()
        self.assertEqual(gateway(service, "status", "--to", "juice").returncode, 4)

    def test_any_method_can_be_called(self):
        service = self.start()
        ended = gateway(service, "call", "juice.order", '{"juice":"kiwi"}')
        self.assertEqual(json.loads(ended.stdout)["quantity"], 1)
        self.assertEqual(gateway(service, "call", "juice.ordr").returncode, 2)
        self.assertEqual(gateway(service, "call", "juice.order", "{").returncode, 2)
        ended = gateway(service, "call", "juice.order", "-", stdin='{"juice":"mango","quantity":2}')
        self.assertEqual(json.loads(ended.stdout)["left"][0]["quantity"], 4)

    def test_errors_are_those_of_the_table(self):
        service = self.start()
        ended = gateway(service, "errors", "--json")
        told = [error["reason"] for error in json.loads(ended.stdout)]
        table = load(PROTOCOLS / "contract" / "errors.json")["errors"]
        self.assertEqual(sorted(told), sorted(error["reason"] for error in table))


if __name__ == "__main__":
    unittest.main()
