"""The orders and purchases that a browser keeps by itself, in a real browser."""

import json
import signal
import unittest

from web_pages import AllPagesTest

KEPT = "jangteo.receipts.nobody"
ONE = {"service": "juice", "id": "7", "name": "mango juice", "quantity": 1, "time": "2026-11-21T03:04:05.678Z", "href": "/juice"}

# A browser that keeps nothing, and one that has no room for more.
FORBIDDEN = """
    for (const name of ["localStorage", "sessionStorage"]) {
      Object.defineProperty(window, name, { get() { throw new DOMException("no", "SecurityError"); } });
    }
"""
FULL = "Storage.prototype.setItem = () => { throw new DOMException('no', 'QuotaExceededError'); };"


class Receipts(AllPagesTest):
    def setUp(self):
        super().setUp()
        # Whoever has no token may order here.
        self.gateway = self.limited

    def rows(self, page):
        return [one.text.split("\n")[0] for one in self.all(page, "[data-receipts] li")]

    def listed(self, page):
        self.open(page, "/receipts")
        self.arrive(page, "/receipts")
        return self.rows(page)

    def order(self, page, juice="mango"):
        self.open(page, "/juice")
        self.click(page, f'[data-juice="{juice}"] [data-order]')
        self.wait(page, lambda: self.find(page, "#served").is_displayed())

    def seed(self, page, text):
        self.open(page, "/juice")
        page.execute_script("localStorage.setItem(arguments[0], arguments[1])", KEPT, text)

    def send_form(self, page, path, selector):
        """Sends a form as a browser does whose scripts have not come yet."""
        self.open(page, path)
        page.execute_script("document.querySelector(arguments[0]).submit()", selector)
        self.arrive(page, f"{path}?outcome=")

    def log_in(self, page):
        self.open(page, "/login?next=/receipts")
        self.find(page, "#token").send_keys(self.token)
        self.click(page, ".login .button")
        self.arrive(page, "/receipts")

    def clear(self, page, answer):
        self.click(page, "[data-clear]")
        self.click(page, f'#clear [value="{answer}"]')
        self.wait(page, lambda: not self.find(page, "#clear").is_displayed())

    def test_an_order_and_a_purchase_are_listed_once_for_who_made_them(self):
        page = self.browser()
        self.open(page, "/market")
        self.click(page, 'main a[href="/receipts"]')
        self.arrive(page, "/receipts")
        self.assertIn("아직 내역이 없어요.", self.find(page, "main").text)
        self.order(page)
        self.click(page, '#served a[href="/receipts"]')
        self.arrive(page, "/receipts")
        self.assertEqual(self.rows(page), ["망고 쥬스 × 1"])
        self.open(page, "/market/1")
        field = self.find(page, "[data-purchase] [name=quantity]")
        field.clear()
        field.send_keys("2")
        self.click(page, "[data-buy]")
        self.click(page, '#purchase [value="yes"]')
        self.click(page, '#receipt a[href="/receipts"]')
        self.arrive(page, "/receipts")
        both = ["망고 한 상자 × 2", "망고 쥬스 × 1"]
        for _ in range(2):
            self.assertEqual(self.rows(page), both)
            text = self.find(page, "[data-receipts]").text
            for part in ("KRW 20,000", "구매 번호 ", "주문 번호 2 · "):
                self.assertIn(part, text)
            ways = [one.get_attribute("href").removeprefix(self.gateway.url) for one in self.all(page, "[data-receipts] a")]
            self.assertEqual(ways, ["/market/1", "/juice"])
            page.refresh()
        # Both names of a juice are kept.
        self.open(page, "/receipts?lang=en")
        self.assertEqual(self.rows(page)[1].lower(), "mango juice × 1")
        self.open(page, "/receipts?lang=ko")
        # Neither the token's holder sees them, nor who has no token what the holder ordered.
        self.log_in(page)
        self.assertEqual(self.rows(page), [])
        self.order(page, "kiwi")
        self.assertEqual(self.listed(page), ["키위 쥬스 × 1"])
        self.click(page, ".visitor .plain")
        self.wait(page, lambda: self.all(page, ".stalls"))
        self.assertEqual(self.listed(page), both)
        self.assertQuiet(page)

    def test_what_a_form_has_done_is_listed_once_and_cleared_for_good(self):
        page = self.browser()
        self.send_form(page, "/market/1", "[data-purchase]")
        self.send_form(page, "/juice", '[data-juice="kiwi"] form')
        shown = page.current_url
        page.refresh()
        # Another tab knows nothing of this one.
        page.switch_to.new_window("tab")
        page.get(shown)
        self.arrive(page, "/juice?outcome=")
        self.click(page, '.notice a[href="/receipts"]')
        self.arrive(page, "/receipts")
        both = ["키위 쥬스 × 1", "망고 한 상자 × 1"]
        self.assertEqual(self.rows(page), both)
        self.assertIn("KRW 10,000", self.find(page, "[data-receipts]").text)
        self.clear(page, "no")
        self.assertEqual(self.rows(page), both)
        self.clear(page, "yes")
        self.wait(page, lambda: self.rows(page) == [])
        self.assertFalse(self.find(page, "[data-clear]").is_displayed())
        self.assertIsNone(page.execute_script("return localStorage.getItem(arguments[0])", KEPT))
        page.get(shown)
        self.arrive(page, "/juice?outcome=")
        self.assertEqual(self.listed(page), [])
        self.assertQuiet(page)

    def test_a_list_that_is_open_follows_other_tabs(self):
        page = self.browser()
        self.assertEqual(self.listed(page), [])
        first = page.current_window_handle
        page.switch_to.new_window("tab")
        self.order(page)
        second = page.current_window_handle
        page.switch_to.window(first)
        self.wait(page, lambda: self.rows(page) == ["망고 쥬스 × 1"])
        page.switch_to.window(second)
        self.listed(page)
        self.clear(page, "yes")
        page.switch_to.window(first)
        self.wait(page, lambda: self.rows(page) == [])

    def test_an_order_that_is_settled_later_on_another_page_is_listed_once(self):
        page = self.browser()
        self.service.stop()
        self.service = self.launch(run="run", JANGTEO_FAILPOINT="after-commit:1")
        self.service.wait_ready()
        self.open(page, "/juice")
        self.click(page, '[data-juice="kiwi"] [data-order]')
        self.assertEqual(self.service.wait(), -signal.SIGKILL)
        writes = page.execute_script("return localStorage.getItem('jangteo.writes')")
        self.assertEqual(self.listed(page), [])
        self.service = self.start(run="run")
        is_settled = lambda: page.execute_script("return localStorage.getItem('jangteo.writes')") == "{}"

        def settled():
            for button in self.all(page, "#toasts button"):
                if button.text == "다시 보내기":
                    button.click()
            return is_settled()

        self.wait(page, settled)
        # The list is open, and the write is settled there.
        self.assertEqual(self.rows(page), ["키위 쥬스 × 1"])
        # As if this page had settled it at the same time, and one that gave it up.
        for is_given_up in (False, True):
            with self.subTest(is_given_up=is_given_up):
                again = {key: write | {"isGivenUp": is_given_up} for key, write in json.loads(writes).items()}
                page.execute_script("localStorage.setItem('jangteo.writes', arguments[0])", json.dumps(again))
                self.open(page, "/calc")
                self.wait(page, settled)
                self.assertEqual(self.listed(page), ["키위 쥬스 × 1"])
        # Given up, and done after all.
        self.clear(page, "yes")
        page.execute_script("localStorage.setItem('jangteo.writes', arguments[0])", json.dumps(again))
        self.open(page, "/calc")
        self.wait(page, is_settled)
        self.assertEqual(self.listed(page), ["키위 쥬스 × 1"])

    def test_whatever_the_storage_has_an_order_is_made_and_listed(self):
        page = self.browser()
        foreign = [
            "{", "null", "7", '"text"', '{"length": 3}', "[null, 7, []]",
            json.dumps([ONE | {"href": "javascript:alert(1)"}, ONE | {"time": "then"}, ONE | {"name": {}}, ONE | {"sum": {}}]),
        ]  # fmt: skip
        self.client(self.service).ok("juice.stock.set", {"levels": {"mango": 30}})
        for text in foreign:
            with self.subTest(text):
                self.seed(page, text)
                self.assertEqual(self.listed(page), [])
                self.order(page)
                self.assertEqual(self.listed(page), ["망고 쥬스 × 1"])
        self.assertQuiet(page)
        self.assertStock(self.client(self.service), mango=30 - 3 * len(foreign))

    def test_where_nothing_can_be_kept_orders_are_made_and_the_list_says_so(self):
        self.client(self.service).ok("juice.stock.set", {"levels": {"mango": 30}})
        for name, script in (("forbidden", FORBIDDEN), ("full", FULL)):
            with self.subTest(name):
                page = self.browser()
                page.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": script})
                self.order(page)
                self.send_form(page, "/market/1", "[data-purchase]")
                self.wait(page, lambda page=page: "구매 번호" in self.find(page, ".notice.ok").text)
                self.assertEqual(self.listed(page), [])
                says = "브라우저가 저장을 막고 있어서" if name == "forbidden" else "아직 내역이 없어요."
                self.assertIn(says, self.find(page, "main").text)
                self.assertQuiet(page)
        self.assertStock(self.client(self.service), mango=24)

    def test_the_hundred_newest_are_kept(self):
        page = self.browser()
        self.seed(page, json.dumps([ONE | {"id": str(number), "quantity": number, "time": f"2026-11-21T03:{number // 60:02}:{number % 60:02}.000Z"} for number in range(200)]))
        self.order(page)
        self.assertEqual(self.listed(page), ["망고 쥬스 × 1", *(f"mango juice × {number}" for number in range(199, 100, -1))])
        self.assertEqual(len(json.loads(page.execute_script("return localStorage.getItem(arguments[0])", KEPT))), 100)

    def test_without_scripts_the_page_says_so_and_no_page_leads_there(self):
        page = self.browser(scripts=False)
        self.open(page, "/receipts")
        self.assertIn("자바스크립트가 켜져 있을 때", self.find(page, "main").text)
        self.assertNotIn("아직 내역이 없어요.", self.find(page, "main").text)
        for path in ("/juice", "/market"):
            self.open(page, path)
            self.assertFalse([one for one in self.all(page, 'a[href="/receipts"]') if one.is_displayed()])


if __name__ == "__main__":
    unittest.main()
