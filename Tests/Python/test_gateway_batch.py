"""Many requests in, a line for each out: in order, safe to interrupt, and nothing is forgotten."""

import contextlib
import json
import os
import pty
import signal
import subprocess
import unittest

from deaf_ear import DeafEar
from gateway_process import GATEWAY, environment, gateway
from juice_process import TIMEOUT, JuiceTest


def order(juice="kiwi", **members):
    return {"method": "juice.order", "params": {"juice": juice}} | members


class Batches(JuiceTest):
    def setUp(self):
        super().setUp()
        self.service = self.start()
        self.peer = self.client(self.service)
        self.notes = self.service.state / "gateway"

    def plenty(self):
        fruits = ("strawberry", "banana", "pineapple", "kiwi", "mango")
        self.peer.ok("juice.stock.set", {"levels": dict.fromkeys(fruits, 1_000_000)})

    def run_batch(self, lines, *words, code=0, **more):
        """Sends lines, each a text or a value, and returns the outcomes and what was said."""
        text = "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines)
        ended = gateway(self.service, "batch", "-", *words, stdin=text, **more)
        self.assertEqual(ended.returncode, code, ended.stdout + ended.stderr)
        return [json.loads(line) for line in ended.stdout.splitlines()], ended.stderr

    def listed(self):
        return json.loads(gateway(self.service, "outcome", "--json").stdout)["unfinished"]

    def test_a_thousand_orders_come_back_in_their_order_each_under_a_key_of_its_own(self):
        self.plenty()
        for window in ("1000", "7"):
            with self.subTest(window=window):
                lines = [order(id=number) for number in range(1000)]
                outcomes, said = self.run_batch(lines, "--window", window)
                self.assertEqual([outcome["id"] for outcome in outcomes], list(range(1000)))
                self.assertEqual([outcome["line"] for outcome in outcomes], list(range(1, 1001)))
                self.assertEqual({outcome["status"] for outcome in outcomes}, {"ok"})
                self.assertEqual(len({outcome["idempotencykey"] for outcome in outcomes}), 1000)
                self.assertEqual(len({outcome["result"]["id"] for outcome in outcomes}), 1000)
                self.assertIn("1,000 requests: 1,000 ok", said)
        levels = {level["fruit"]: level["quantity"] for level in self.peer.ok("juice.stock.list")["fruits"]}
        self.assertEqual(levels["kiwi"], 1_000_000 - 2 * 1000 * 3)
        self.assertEqual(list(self.notes.iterdir()), [])

    def test_members_that_no_method_knows_are_warned_of_once(self):
        misspelt = {"method": "juice.order", "params": {"juice": "kiwi", "quantty": 2}}
        outcomes, said = self.run_batch([misspelt, misspelt, order()])
        self.assertEqual({outcome["status"] for outcome in outcomes}, {"ok"})
        warning = "warning: juice.order has no quantty, which is ignored: did you mean quantity?"
        self.assertEqual(said.count(warning), 1, said)

    def test_with_a_window_of_one_each_is_finished_before_the_next(self):
        self.plenty()
        outcomes, _ = self.run_batch([order() for _ in range(50)], "--window", "1")
        sequences = [outcome["meta"]["sequence"] for outcome in outcomes]
        self.assertEqual(sequences, list(range(sequences[0], sequences[0] + 50)))

    def test_a_bad_line_gets_an_error_line_and_the_others_go_on(self):
        bad = [
            "{", "[]", "7", '{"method":1}', '{"method":"juice.order","params":[]}', '{"method":"tea.pour"}',
            '{"method":"service.ping"}', '{"method":"service.ping","to":"tea"}', '{"method":"juice.order","meta":1}',
            '{"method":"juice.order","meta":{"idempotencykey":""}}', '{"method":"a","method":"b"}', "\ufeff{}",
            '{"method":"juice.order","params":{"x":"' + "a" * (1 << 20) + '"}}',
        ]
        lines = [line for one in bad for line in (one, order("mango"))]
        self.peer.ok("juice.stock.set", {"levels": {"mango": 1000}})
        outcomes, said = self.run_batch(lines, code=1)
        self.assertEqual([outcome["line"] for outcome in outcomes], list(range(1, len(lines) + 1)))
        for outcome in outcomes[::2]:
            self.assertEqual(outcome["status"], "bad_line")
            self.assertTrue(outcome["error"]["message"])
            self.assertEqual(outcome["error"]["data"]["outcome"], "not_applied")
        self.assertEqual({outcome["status"] for outcome in outcomes[1::2]}, {"ok"})
        self.assertIn(f"{len(bad)} bad lines", said)
        self.assertStock(self.peer, mango=1000 - 3 * len(bad))

    def test_bytes_that_are_no_text_are_a_bad_line_and_not_another_order(self):
        ended = subprocess.run(
            [GATEWAY, "batch", "-"], input=b'{"method":"juice.order","params":{"juice":"mango\xff"}}\n',
            capture_output=True, env=environment(self.service), timeout=TIMEOUT, check=False,
        )
        self.assertEqual((ended.returncode, json.loads(ended.stdout)["status"]), (1, "bad_line"))

    def test_empty_lines_count_and_are_no_requests_and_the_last_may_lack_its_end(self):
        ended = gateway(self.service, "batch", "-", stdin="\n  \r\n" + json.dumps(order()) + "\r\n\n" + json.dumps(order()))
        self.assertEqual([json.loads(line)["line"] for line in ended.stdout.splitlines()], [3, 5])
        self.assertEqual(self.run_batch([])[0], [])

    def test_refusals_come_on_their_lines(self):
        outcomes, _ = self.run_batch([order("strawberry"), order("mango"), order("durian")], code=1)
        self.assertEqual([outcome["status"] for outcome in outcomes], ["error", "ok", "error"])
        self.assertEqual(outcomes[0]["error"]["data"]["reason"], "INSUFFICIENT_STOCK")
        self.assertEqual(self.listed(), [])

    def test_reads_have_no_key_and_services_are_mixed(self):
        calc = self.start_calc()
        lines = [{"method": "juice.menu"}, {"method": "calc.evaluate", "params": {"formula": "1+2"}},
                 {"method": "service.ping", "to": "calc", "id": "p"}]
        outcomes, _ = self.run_batch(lines)
        self.assertEqual([outcome["status"] for outcome in outcomes], ["ok"] * 3)
        self.assertFalse(any("idempotencykey" in outcome for outcome in outcomes))
        self.assertEqual(outcomes[1]["result"]["value"], "3")
        self.assertEqual((outcomes[2]["id"], outcomes[2]["result"]["name"]), ("p", "calc-service"))
        self.assertEqual(calc.stop(), 0)

    def start_calc(self):
        class CalcProcess(type(self.service)):
            service = "calc"

        calc = CalcProcess(self.directory)
        self.addCleanup(calc.close)
        calc.wait_ready()
        return calc

    def test_the_same_keys_again_do_nothing_twice(self):
        self.plenty()
        lines = [order(meta={"idempotencykey": f"b {number}"}) for number in range(100)]
        first, _ = self.run_batch(lines)
        again, _ = self.run_batch(lines)
        self.assertEqual([outcome["result"] for outcome in first], [outcome["result"] for outcome in again])
        self.assertTrue(all(outcome["meta"]["replayed"] for outcome in again))

    def test_a_file_is_read_like_standard_input(self):
        path = self.directory / "requests.ndjson"
        path.write_text(json.dumps(order()) + "\n")
        ended = gateway(self.service, "batch", path)
        self.assertEqual((ended.returncode, json.loads(ended.stdout)["status"]), (0, "ok"))
        for wrong in (self.directory / "none", self.directory):
            self.assertEqual(gateway(self.service, "batch", wrong).returncode, 2)
        self.assertEqual(gateway(self.service, "batch", path, "--window", "0").returncode, 2)

    # What goes wrong on the way

    def test_a_service_that_is_killed_and_comes_back_loses_and_repeats_nothing(self):
        self.plenty()
        before = self.peer.call("juice.stock.list")["meta"]["sequence"]
        lines = "".join(json.dumps(order(id=number)) + "\n" for number in range(3000))
        running = subprocess.Popen(
            [GATEWAY, "batch", "-", "--timeout", "30s"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, env=environment(self.service), text=True,
        )
        self.addCleanup(running.wait)
        self.addCleanup(running.kill)
        running.stdin.write(lines[: len(lines) // 3])
        running.stdin.flush()
        # Byte by byte: what a buffered reader takes besides the line would be missing below.
        while os.read(running.stdout.fileno(), 1) != b"\n":
            pass
        self.service.kill()
        service = self.start()
        out, said = running.communicate(lines[len(lines) // 3:], timeout=2 * TIMEOUT)
        self.assertEqual(running.returncode, 0, said)
        outcomes = [json.loads(line) for line in out.splitlines()]
        self.assertEqual([outcome["id"] for outcome in outcomes], list(range(1, 3000)))
        last = self.client(service).call("juice.stock.list")["meta"]["sequence"]
        self.assertEqual(last - before, 3000)

    def test_nobody_there_is_4_and_nothing_is_left(self):
        self.service.stop()
        outcomes, _ = self.run_batch([order(), {"method": "juice.menu"}], code=4)
        self.assertEqual([outcome["status"] for outcome in outcomes], ["no_answer", "no_answer"])
        self.assertEqual(self.listed(), [])

    def test_some_unanswered_is_3(self):
        outcomes, _ = self.run_batch([order(), {"method": "calc.keys"}], code=3)
        self.assertEqual([outcome["status"] for outcome in outcomes], ["ok", "no_answer"])

    def test_lost_answers_are_5_and_are_listed_and_found_out(self):
        with DeafEar(self.context, self.service) as ear:
            outcomes, said = self.run_batch(
                [order(), {"method": "juice.menu"}], "--timeout", "1s", code=5, JANGTEO_JUICE_RPC=ear.endpoint
            )
        self.assertEqual([outcome["status"] for outcome in outcomes], ["outcome_unknown", "ok"])
        self.assertIn("gateway outcome", said)
        [write] = self.listed()
        self.assertEqual(write["idempotencykey"], outcomes[0]["idempotencykey"])
        ended = gateway(self.service, "outcome", write["idempotencykey"], "--json", "--run-dir", self.service.run)
        self.assertEqual(json.loads(ended.stdout)["outcomes"][0]["state"], "applied")
        self.assertEqual(self.listed(), [])

    def start_deaf(self, ear, count):
        running = subprocess.Popen(
            [GATEWAY, "batch", "-", "--timeout", "1m"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, env=environment(self.service, JANGTEO_JUICE_RPC=ear.endpoint), text=True,
        )
        self.addCleanup(running.wait)
        self.addCleanup(running.kill)
        running.stdin.write("".join(json.dumps(order(id=number)) + "\n" for number in range(count)))
        running.stdin.flush()
        self.assertTrue(ear.swallowed.wait(TIMEOUT))
        return running

    def test_an_interrupt_gives_every_line_its_outcome_and_names_what_is_unfinished(self):
        with DeafEar(self.context, self.service) as ear:
            running = self.start_deaf(ear, 3)
            running.send_signal(signal.SIGINT)
            out, said = running.communicate(timeout=TIMEOUT)
        self.assertEqual(running.returncode, 130, said)
        outcomes = [json.loads(line) for line in out.splitlines()]
        self.assertEqual([outcome["id"] for outcome in outcomes], list(range(len(outcomes))))
        unknown = {outcome["idempotencykey"] for outcome in outcomes if outcome["status"] == "outcome_unknown"}
        self.assertGreater(len(unknown), 0)
        self.assertIn("Interrupted", said)
        self.assertEqual({write["idempotencykey"] for write in self.listed()}, unknown)

    def test_a_batch_that_is_killed_leaves_every_key_it_sent(self):
        with DeafEar(self.context, self.service) as ear:
            running = self.start_deaf(ear, 3)
            running.kill()
            running.communicate(timeout=TIMEOUT)
        done = self.peer.ok("juice.order.list", {"limit": 100})["orders"]
        self.assertGreater(len(done), 0)
        states = []
        for write in self.listed():
            ended = gateway(
                self.service, "outcome", write["idempotencykey"], "--retry", "--json", "--run-dir", self.service.run
            )
            states += [outcome["state"] for outcome in json.loads(ended.stdout)["outcomes"]]
        self.assertEqual(states, ["applied"] * len(states))
        self.assertGreaterEqual(len(states), len(done))
        self.assertEqual(len(self.peer.ok("juice.order.list", {"limit": 100})["orders"]), len(states))
        self.assertEqual(self.listed(), [])

    def test_who_stops_reading_is_told_what_was_not_read(self):
        self.plenty()
        text = "".join(json.dumps(order()) + "\n" for _ in range(5000))
        with open(self.directory / "said", "wb") as said:
            running = subprocess.Popen(
                [GATEWAY, "batch", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=said,
                env=environment(self.service), text=True,
            )
        self.addCleanup(running.wait)
        running.stdout.close()
        with contextlib.suppress(BrokenPipeError):
            running.stdin.write(text)
        # What was under way was answered: nothing is in doubt.
        self.assertEqual(running.wait(TIMEOUT), 6)
        with contextlib.suppress(BrokenPipeError):
            running.stdin.close()
        self.assertIn("its reader has closed", (self.directory / "said").read_text())
        done = len(self.peer.ok("juice.order.list", {"limit": 100})["orders"])
        listed = self.listed()
        self.assertGreater(len(listed), 0)
        self.assertEqual({write["answered"] for write in listed}, {True})
        # It was said once, and is not said again with every command.
        self.assertEqual(gateway(self.service, "juice", "stock").stderr, "")
        summary = gateway(self.service, "outcome")
        self.assertEqual(summary.stdout, f"{len(listed)} × juice.order of one batch: done, result not read\n")
        self.assertEqual(gateway(self.service, "outcome", "--all").stdout, f"{len(listed)} × juice.order of one batch: done\n")
        self.assertEqual(self.listed(), [])
        self.assertEqual(len(self.peer.ok("juice.order.list", {"limit": 100})["orders"]), done)

    def test_an_interrupted_batch_asks_what_became_of_what_was_in_flight(self):
        # What service.outcome says holds the same result, and arrives.
        with DeafEar(self.context, self.service, kept=b'"applied"') as ear:
            running = self.start_deaf(ear, 3)
            running.send_signal(signal.SIGINT)
            out, said = running.communicate(timeout=TIMEOUT)
        self.assertEqual(running.returncode, 130, said)
        outcomes = [json.loads(line) for line in out.splitlines()]
        self.assertEqual({outcome["status"] for outcome in outcomes}, {"ok"})
        self.assertEqual({outcome["result"]["juice"] for outcome in outcomes}, {"kiwi"})
        self.assertEqual(self.listed(), [])

    # What people see

    def test_a_terminal_shows_a_bar_that_goes_away_when_the_outcomes_go_to_a_file(self):
        self.plenty()
        requests, outcomes = self.directory / "requests", self.directory / "outcomes"
        requests.write_text("".join(json.dumps(order()) + "\n" for _ in range(2_000)))
        terminal, other_end = pty.openpty()
        with open(outcomes, "wb") as output:
            running = subprocess.Popen(
                [GATEWAY, "batch", requests], stdout=output, stderr=other_end, env=environment(self.service)
            )
        self.addCleanup(running.wait)
        os.close(other_end)
        shown = b""
        # The end of a terminal is an error of its own.
        with contextlib.suppress(OSError), open(terminal, "rb", buffering=0) as screen:
            while piece := screen.read(4096):
                shown += piece
        shown = shown.decode()
        self.assertEqual(running.wait(TIMEOUT), 0)
        self.assertRegex(shown, r"\[#*·*\] \d+% · [\d,]+ ok · [\d,]+/s")
        self.assertTrue(shown.endswith("\r\x1b[K2,000 requests: 2,000 ok\r\n"), shown[-300:])
        self.assertEqual(len(outcomes.read_text().splitlines()), 2_000)


if __name__ == "__main__":
    unittest.main()
