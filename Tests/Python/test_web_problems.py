"""What a person sees where there is nothing to see: pages for browsers, problem documents for programs."""

import unittest

from web_browser import BrowserTest

BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8", "Accept_Language": "ko"}


class Problems(BrowserTest):
    def call(self, method, path, **headers):
        return self.request(self.gateway, method, path, **headers)

    def test_a_wrong_address_is_a_page_of_its_stall_in_a_browser_and_a_document_for_a_program(self):
        for path, section in (
            ("/nope", "problem"), ("/calc/x", "calc"), ("/juice/stock/7", "juice"), ("/market/new/x", "market"), ("/expo/999", "expo"),
        ):  # fmt: skip
            with self.subTest(path):
                page = self.call("GET", path, **BROWSER)
                self.assertEqual((page.status, page.headers["Content-Type"]), (404, "text/html; charset=utf-8"), page)
                text = page.body.decode()
                self.assertIn(f'<body class="in-{section}">', text)
                self.assertIn("찾을 수 없어요", text)
                # In no language but the reader's.
                self.assertNotIn("there is no", text)
                self.assertProblem(self.call("GET", path), 404)
        # What programs ask for is a document whatever they take.
        self.assertProblem(self.call("GET", "/api/juice/nope", **BROWSER), 404)

    def test_who_may_not_gets_a_page_and_no_tab_that_leads_there(self):
        limited = self.web("--loopback-role", "order")
        page = self.request(limited, "GET", "/board", **BROWSER)
        self.assertEqual((page.status, page.headers["Content-Type"]), (403, "text/html; charset=utf-8"), page)
        self.assertIn("권한이 없어요", page.body.decode())
        self.assertNotIn('href="/board"', page.body.decode())
        self.assertNotIn('href="/board"', self.request(limited, "GET", "/juice", **BROWSER).body.decode())
        self.assertIn('href="/board"', self.call("GET", "/juice", **BROWSER).body.decode())

    def test_the_page_of_a_service_that_is_away_opens_by_itself_when_it_is_back(self):
        page = self.browser()
        self.service.kill()
        self.open(page, "/juice")
        self.assertIn("서비스가 잠시 자리를 비웠어요", self.find(page, "h1").text)
        self.assertNotIn("unreachable", self.find(page, "main").text)
        self.assertEqual(page.execute_script("return document.body.className"), "in-juice")
        self.start(run="run")
        self.wait(page, lambda: self.all(page, "[data-order]"))


class Home(BrowserTest):
    def test_the_home_page_has_the_stalls_and_what_is_true_of_each_now(self):
        page = self.browser(language="en")
        stall = lambda name: self.find(page, f".stall.in-{name}").text
        self.open(page, "/")
        self.assertIn("6 of 7 juices can be made now", stall("juice"))
        self.assertIn("Exhibits on show: 13", stall("expo"))
        self.client(self.service).ok("juice.order", {"juice": "mango", "quantity": 3})
        self.client(self.service).ok("juice.order", {"juice": "banana", "quantity": 5})
        self.open(page, "/")
        self.assertIn("2 of 7", stall("juice"))
        # The market is served, and is not there.
        self.assertIn("Away for the moment", stall("market"))
        self.assertIn("Stalls that are open: 3", stall("board"))
        self.click(page, ".stall.in-juice a")
        self.arrive(page, "/juice")
        self.click(page, ".mark")
        self.wait(page, lambda: self.all(page, ".stalls"))


if __name__ == "__main__":
    unittest.main()
