"""What pages of other sites can have a browser read here: nothing, but for links that somebody follows."""

import contextlib
import http.server
import threading
import unittest

from test_web_access import WebTest
from web_browser import BrowserTest

NAVIGATION = {"Sec_Fetch_Mode": "navigate", "Sec_Fetch_Dest": "document"}
PATHS = ("/juice", "/api/juice/stock", "/events?topics=juice.", "/metrics", "/assets/site.css", "/health/live", "/openapi.json")


class ForeignReads(WebTest):
    def test_a_read_of_a_foreign_page_is_refused_and_a_link_is_followed(self):
        web = self.web()
        for site in ("cross-site", "same-site", "odd"):
            for mode, destination in (
                ("no-cors", "image"), ("no-cors", "script"), ("cors", "empty"), ("navigate", "iframe"), ("navigate", "frame"),
                ("navigate", "object"), ("navigate", "embed"), (None, None), ("navigate", None),
            ):  # fmt: skip
                asked = {"Sec_Fetch_Site": site, "Sec_Fetch_Mode": mode, "Sec_Fetch_Dest": destination}
                asked = {name: text for name, text in asked.items() if text}
                for path in PATHS:
                    with self.subTest(asked, path=path):
                        self.assertProblem(web.ask("GET", path, **asked), 403, f"a page of {site}")
            for path in ("/juice", "/api/juice/stock"):
                self.assertEqual(web.ask("GET", path, Sec_Fetch_Site=site, **NAVIGATION)[0], 200)
        self.assertEqual(web.ask("HEAD", "/events", Sec_Fetch_Site="cross-site")[0], 403)

    def test_own_pages_visitors_and_programs_read(self):
        web = self.web()
        own = f"http://127.0.0.1:{web.port}"
        for asked in (
            {}, {"Sec_Fetch_Site": "same-origin", "Sec_Fetch_Mode": "cors", "Sec_Fetch_Dest": "empty"},
            {"Sec_Fetch_Site": "none"} | NAVIGATION, {"Origin": own}, {"Origin": own, "Sec_Fetch_Site": "same-origin"},
        ):  # fmt: skip
            for path in PATHS:
                with self.subTest(asked, path=path):
                    self.assertEqual(web.ask("GET", path, **asked)[0], 200)

    def test_a_browser_that_names_no_site_is_known_by_the_origin(self):
        web = self.web()
        for origin in ("http://evil.example", "null", f"http://localhost:{web.port}0"):
            self.assertProblem(web.ask("GET", "/events", Origin=origin), 403, f"a page of {origin}")

    def test_what_is_refused_takes_no_stream_and_asks_no_service(self):
        web = self.web("--streams-per-caller", 1)
        foreign = {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "cors", "Sec_Fetch_Dest": "empty"}
        for _ in range(3):
            self.assertEqual(web.stream(**foreign)[1].status, 403)
        self.assertEqual(web.stream()[1].status, 200)
        count = lambda: self.methods().get("juice.menu", 0)
        before = count()
        self.assertEqual(web.ask("GET", "/api/juice/menu", **foreign)[0], 403)
        self.assertEqual(count(), before)
        self.assertEqual(web.ask("GET", "/api/juice/menu")[0], 200)
        self.assertEqual(count(), before + 1)

    def methods(self):
        found = self.client(self.service).ok("service.stats")["methods"]
        return {name: method["count"] for name, method in found.items()}

    def test_no_page_of_another_site_may_load_an_answer(self):
        token = self.create("alice", "read")
        web = self.beyond()
        who = {"Authorization": f"Bearer {token}"}
        policy = lambda answer: answer[1].get("Cross-Origin-Resource-Policy")
        for method, path, headers, status in (
            ("GET", "/juice", who, 200), ("GET", "/api/juice/stock", who, 200), ("GET", "/nowhere", who, 404), ("GET", "/juice", {}, 401),
            ("GET", "/juice", {"Accept": "text/html"}, 401), ("DELETE", "/juice", who, 405), ("GET", "/events", who, 200),
            ("GET", "/assets/site.css", {}, 200), ("GET", "/health/live", {}, 200), ("HEAD", "/juice", who, 200),
            ("GET", "/api/products/images/1", who, 503),
        ):  # fmt: skip
            with self.subTest(path, method=method):
                answer = web.ask(method, path, **headers)
                self.assertEqual((answer[0], policy(answer)), (status, "same-origin"))

    def test_where_the_open_market_is_for_everybody_other_sites_show_its_pictures(self):
        web = self.web("--open-market", "public")
        embedded = {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "no-cors", "Sec_Fetch_Dest": "image"}
        for path in ("/api/products/images/1", "/v2/api/products/images/1/thumbnail"):
            # The market is away here: it was asked.
            answer = web.ask("GET", path, **embedded)
            self.assertEqual((answer[0], answer[1]["Cross-Origin-Resource-Policy"]), (503, "cross-origin"))
        for path in ("/api/market/images/1", "/juice", "/events"):
            answer = web.ask("GET", path, **embedded)
            self.assertEqual((answer[0], answer[1]["Cross-Origin-Resource-Policy"]), (403, "same-origin"))


FOREIGN = """<!doctype html><title>elsewhere</title><a id="link" href="{url}/juice">juice</a>
<script>
  window.told = [];
  const image = new Image();
  image.onload = () => told.push("image loaded");
  image.onerror = () => told.push("image refused");
  image.src = "{url}/api/expo/images/poster";
  const source = new EventSource("{url}/events");
  source.onopen = () => told.push("stream loaded");
  source.onerror = () => told.push("stream refused");
  fetch("{url}/api/juice/stock", {{ mode: "no-cors" }}).then(() => told.push("fetch loaded"), () => told.push("fetch refused"));
</script>"""


class InABrowser(BrowserTest):
    def elsewhere(self, text):
        """A page of another site: for a browser, localhost is another one than 127.0.0.1."""

        class Page(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                with contextlib.suppress(OSError):
                    self.wfile.write(text.encode())

            def log_message(self, *_):
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page)
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        self.addCleanup(thread.join)
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        return f"http://localhost:{server.server_address[1]}/"

    def test_a_page_of_another_site_loads_nothing_and_its_link_leads_here(self):
        page = self.browser()
        page.get(self.elsewhere(FOREIGN.format(url=self.gateway.url)))
        self.wait(page, lambda: len(page.execute_script("return told")) >= 3)
        self.assertEqual(set(page.execute_script("return told")), {"image refused", "stream refused", "fetch refused"})
        self.click(page, "#link")
        self.arrive(page, self.gateway.url + "/juice")
        self.wait(page, lambda: self.find(page, "[data-feed]").get_attribute("data-feed") == "live")


if __name__ == "__main__":
    unittest.main()
