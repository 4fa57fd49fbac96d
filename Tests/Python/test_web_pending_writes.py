"""A write that a page has sent is settled only as the caller who sent it, also when somebody logs in or out meanwhile."""

import html.parser
import http.client
import json
import re
import signal
import unittest
import urllib.parse

from gateway_process import gateway
from juice_process import TIMEOUT
from market_process import MarketClient, MarketProcess
from pictures import png
from test_web_access import FORM, WebTest
from test_web_market import BOUNDARY, form, part, picture_part
from web_browser import BrowserTest

BEFORE_LOGIN, OF_TOKEN = "로그인하기 전에 보냈어요", "다른 토큰으로 보냈어요"


class Form(html.parser.HTMLParser):
    """The form of a page's warning, as a browser without scripts would send it."""

    def __init__(self, page):
        super().__init__()
        self.method, self.action, self.fields = None, None, {}
        self.feed(re.search(r'<div class="notice warn".*?</div>', page, re.S)[0])

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "form":
            self.method, self.action = attributes["method"], attributes["action"]
        elif tag == "input":
            self.fields[attributes["name"]] = attributes["value"]

    def send(self, web):
        fields = urllib.parse.urlencode(self.fields)
        if self.method == "get":
            return web.ask("GET", f"{self.action}?{fields}", Accept_Language="en")
        return web.ask("POST", self.action, fields, Content_Type=FORM, Accept_Language="en")


class Requests(WebTest):
    def caller(self, page):
        return re.search(r'"caller":"(\w+)"', page.decode())[1]

    def said(self, page):
        """A page without the texts that its scripts would use."""
        return page.decode().partition('<script type="application/json"')[0]

    def test_what_was_sent_as_another_caller_is_refused_and_said_so(self):
        alice, bob = ({"Authorization": f"Bearer {self.create(name, 'order')}"} for name in ("alice", "bob"))
        web = self.web()
        ids = [self.caller(web.ask("GET", "/juice", **who)[2]) for who in ({}, alice, bob, alice)]
        self.assertEqual((ids[0], ids[1], len(set(ids))), ("nobody", ids[3], 3))
        self.assertNotIn("alice", ids[1])
        for who, own in (({}, ids[0]), (alice, ids[1])):
            for id in ids:
                with self.subTest(own=own, id=id):
                    order = self.order(web, **who, Jangteo_Caller=id)
                    outcome = web.ask("GET", "/api/outcomes/juice/K", **who, Jangteo_Caller=id)
                    if id == own:
                        self.assertEqual((order[0], outcome[0]), (201, 200))
                        continue
                    for answer in (order, outcome):
                        self.assertProblem(answer, 412, "loaded as another caller")
                    sent = web.ask("POST", "/juice", f"juice=kiwi&quantity=1&key=K&caller={id}", **who, Content_Type=FORM, Accept="text/html")
                    self.assertEqual(sent[0], 412)
                    self.assertIn("before a log-in or a log-out", str(sent[2]))
        # Three orders were made by their callers, and no form was done.
        self.assertStock(self.client(self.service), mango=1)

    def test_the_address_of_an_outcome_says_whose_it_is(self):
        alice = {"Authorization": f"Bearer {self.create('alice', 'order')}"}
        web = self.web()
        sent = web.ask("POST", "/juice", "juice=kiwi&quantity=1&key=K&caller=nobody", Content_Type=FORM)
        self.assertEqual((sent[0], sent[1]["Location"]), (303, "/juice?outcome=K&by=nobody"))
        self.assertIn("Here is your", web.ask("GET", sent[1]["Location"], Accept_Language="en")[2].decode())
        page = web.ask("GET", sent[1]["Location"], Accept_Language="en", **alice)[2].decode()
        self.assertIn("sent as another caller", page)
        # It is not said to be unknown, and nothing offers to send it again.
        self.assertNotIn("Find out", page)

    def test_a_page_that_knows_nothing_of_a_key_asks_for_it_again_and_finds_out(self):
        web = self.web("--loopback-role", "operate")
        for page, key, done, says in (
            ("/juice", 'K"&<1', ("POST", "/api/juice/orders", {"juice": "kiwi"}), "Here is your"),
            ("/juice/stock", "K2", ("PATCH", "/api/juice/stock", {"levels": {"kiwi": 40}}), "The stock was changed"),
        ):
            with self.subTest(page):
                # From before a log-in or without it.
                address = f"{page}?outcome={urllib.parse.quote(key)}"
                form = Form(web.ask("GET", address, Accept_Language="en")[2].decode())
                self.assertEqual((form.method, form.action, form.fields["outcome"]), ("get", page, key))
                for _ in range(2):
                    status, _, answer = form.send(web)
                    self.assertEqual(status, 200)
                    form = Form(answer.decode())
                self.assertNotIn(says, self.said(answer))
                method, path, body = done
                self.assertIn(web.ask(method, path, body, Idempotency_Key=key, If_Match="*")[0], (200, 201))
                self.assertIn(says, self.said(form.send(web)[2]))
        self.assertStock(self.client(self.service), kiwi=40)

    def test_what_became_of_an_order_is_shown_when_its_service_is_back(self):
        # What is kept in memory would be enough for a page.
        web = self.web("--no-read-cache", "--loopback-role", "operate")
        for name, text in (("/juice", "juice=kiwi&quantity=1"), ("/juice/stock", "level.kiwi=9&seen.kiwi=7&version.kiwi=2&confirmed=1")):
            self.service.stop()
            self.service = self.launch(JANGTEO_FAILPOINT="after-commit:1")
            self.service.wait_ready()
            # Neither what it did nor a page can be learned from it.
            sent = web.ask("POST", name, f"{text}&key=K{name}&caller={self.caller(web.ask('GET', name)[2])}", Content_Type=FORM)
            self.assertEqual((sent[0], sent[1]["Location"].partition("&")[0]), (303, f"{name}?outcome=K{urllib.parse.quote(name, '')}"))
            self.assertEqual(web.ask("GET", sent[1]["Location"], Accept="text/html")[0], 503)
            self.service = self.start()
            self.assertRegex(self.said(web.ask("GET", sent[1]["Location"], Accept_Language="en")[2]), "Here is your|The stock was changed")


class Products(WebTest):
    """The form of a product, whose service ends when it has stored what the form says."""

    def setUp(self):
        super().setUp()
        self.market = self.launch_market()
        client = MarketClient(self.context, self.market.rpc)
        self.addCleanup(client.close)
        account = client.ok("market.vendors.register", {"name": "shop"})
        self.vendor = {name: account[name] for name in ("identifier", "secret")}
        self.fields = self.vendor | {"name": "mango", "description": "ten ripe ones", "price": "12000", "discounted_price": "0"}
        self.fields |= {"currency": "KRW", "stock": "2", "key": "K", "caller": "nobody"}

    def launch_market(self, **environment):
        market = MarketProcess(self.directory, **environment)
        self.addCleanup(market.close)
        market.wait_ready()
        return market

    def end(self, step, web, path, body, type=FORM, key="K"):
        """Sends a form whose service ends at a step, and starts it again: the form of the page that says so."""
        self.market.stop()
        self.market = self.launch_market(JANGTEO_FAILPOINT=f"{step}:1")
        status, _, page = web.ask("POST", path, body, Content_Type=type, Accept_Language="en")
        self.assertEqual(status, 202)
        self.market = self.launch_market()
        # Sent again it is the same write, and no other form is.
        self.assertEqual(page.count(b'name="key" value="'), len(set(re.findall(rb'name="key" value="[^"]*"', page))))
        self.assertIn(f'name="key" value="{key}"', page.decode())
        return Form(page.decode())

    def test_the_product_is_shown_that_was_stored(self):
        web = self.web()
        parts = [part(f'form-data; name="{name}"', text.encode()) for name, text in self.fields.items()]
        body = form([*parts, picture_part(png(8, 8))])
        found = self.end("after-commit", web, "/market/new", body, f"multipart/form-data; boundary={BOUNDARY}").send(web)
        self.assertEqual((found[0], found[1]["Location"]), (303, "/market/1?notice=registered"))
        changed = urllib.parse.urlencode(self.fields | {"stock": "5", "key": "C"})
        found = self.end("after-commit", web, "/market/1/edit", changed, key="C").send(web)
        self.assertEqual((found[0], found[1]["Location"]), (303, "/market/1?notice=changed"))
        again = web.ask("POST", "/market/1/edit", changed, Content_Type=FORM)
        self.assertEqual((again[0], again[1]["Location"]), (303, "/market/1?notice=changed"))
        client = MarketClient(self.context, self.market.rpc)
        self.addCleanup(client.close)
        self.assertEqual(client.ok("market.products.get", {"id": 1})["stock"], 5)

    def register(self, web):
        parts = [part(f'form-data; name="{name}"', text.encode()) for name, text in self.fields.items()]
        pictures = [picture_part(png(8, 8 + place)) for place in range(2)]
        sent = web.ask("POST", "/market/new", form([*parts, *pictures]), Content_Type=f"multipart/form-data; boundary={BOUNDARY}")
        self.assertEqual(sent[0], 303)

    def test_a_deletion_that_nobody_was_told_of_is_shown_in_the_list(self):
        web = self.web("--no-read-cache")
        self.register(web)
        self.market.stop()
        # The first is the address for it.
        self.market = self.launch_market(JANGTEO_FAILPOINT="after-commit:2")
        sent = web.ask("POST", "/market/1/delete", urllib.parse.urlencode(self.fields | {"confirmed": "1"}), Content_Type=FORM)
        self.assertEqual((sent[0], sent[1]["Location"].partition("=")[0]), (303, "/market?outcome"))
        self.market = self.launch_market()
        page = web.ask("GET", sent[1]["Location"], Accept_Language="en")[2].decode()
        self.assertRegex(page, '(?s)class="notice ok".*deleted')
        self.assertNotIn("/market/1", page)

    def test_the_choice_of_pictures_outlives_a_refusal(self):
        web = self.web()
        self.register(web)
        kept = [("keep", "1"), ("identifier", self.vendor["identifier"]), ("secret", "wrong"), ("key", "P"), ("caller", "nobody")]
        parts = [part(f'form-data; name="{name}"', text.encode()) for name, text in kept]
        body = form([*parts, picture_part(png(9, 9))])
        status, _, page = web.ask("POST", "/market/1/pictures", body, Content_Type=f"multipart/form-data; boundary={BOUNDARY}", Accept_Language="en")
        self.assertEqual(status, 403)
        self.assertEqual(re.findall(r'name="keep" value="(\d+)"( checked)?', page.decode()), [("1", " checked"), ("2", "")])
        self.assertIn("again", re.search(r'id="images-fault"[^>]*>([^<]*)', page.decode())[1])

    def test_what_was_not_stored_is_sent_again_under_its_key(self):
        web = self.web()
        parts = [part(f'form-data; name="{name}"', text.encode()) for name, text in self.fields.items()]
        body = form([*parts, picture_part(png(8, 8))])
        type = f"multipart/form-data; boundary={BOUNDARY}"
        asked = self.end("before-transaction", web, "/market/new", body, type).send(web)
        self.assertEqual(asked[0], 200)
        self.assertIn('name="key" value="K"', asked[2].decode())
        again = web.ask("POST", "/market/new", body, Content_Type=type)
        self.assertEqual((again[0], again[1]["Location"]), (303, "/market/1?notice=registered"))


class InABrowser(BrowserTest):
    def setUp(self):
        super().setUp()
        tokens = self.directory / "tokens"
        made = gateway(self.service, "tokens", "create", "visitor", "--role", "order", "--tokens", str(tokens))
        self.assertEqual(made.returncode, 0, made.stderr)
        self.token = made.stdout.strip()
        self.gateway = self.web("--tokens", str(tokens))

    def dying(self, step):
        self.service.stop()
        self.service = self.launch(run="run", JANGTEO_FAILPOINT=f"{step}:1")
        self.service.wait_ready()

    def log_in(self, page):
        self.open(page, "/login?next=/juice")
        self.find(page, "#token").send_keys(self.token)
        self.click(page, ".form .button")
        self.arrive(page, "/juice")

    def session(self):
        """The cookie of a log-in of another tab."""
        connection = http.client.HTTPConnection("127.0.0.1", self.gateway.port, timeout=TIMEOUT)
        self.addCleanup(connection.close)
        body = json.dumps({"token": self.token})
        connection.request("POST", "/session", body, {"Content-Type": "application/json"})
        name, value = connection.getresponse().headers["Set-Cookie"].split(";")[0].split("=", 1)
        return {"name": name, "value": value, "path": "/"}

    def toasts(self, page):
        return self.find(page, "#toasts").text

    def pending(self, page):
        return json.loads(page.execute_script("return localStorage.getItem('jangteo.writes')") or "{}")

    def send(self, page):
        """Orders from a service that ends without an answer."""
        self.open(page, "/juice")
        self.click(page, '[data-juice="kiwi"] [data-order]')
        self.assertEqual(self.service.wait(), -signal.SIGKILL)

    def press(self, page, label):
        for button in self.all(page, "#toasts button"):
            if button.text == label:
                button.click()
                return True
        return False

    def test_an_order_of_before_a_log_in_waits_for_its_caller(self):
        """As somebody else it would seem not to be done, and be done twice."""
        page = self.browser()
        self.open(page, "/juice")
        before = self.level(page, "kiwi")
        self.dying("after-commit")
        self.send(page)
        self.service = self.start(run="run")
        self.log_in(page)
        self.wait(page, lambda: BEFORE_LOGIN in self.toasts(page))
        self.assertFalse(self.press(page, "다시 보내기"))
        self.assertEqual(len(self.pending(page)), 1)
        # The first sending may have come through meanwhile; a second one has not.
        self.assertIn(self.level(page, "kiwi"), (before, before - 3))
        self.click(page, ".visitor .plain")
        self.wait(page, lambda: self.all(page, ".stalls"))

        def is_settled():
            self.press(page, "다시 보내기")
            return self.pending(page) == {}

        self.wait(page, is_settled)
        self.open(page, "/juice")
        self.wait(page, lambda: self.level(page, "kiwi") == before - 3)

    def test_a_page_that_is_asking_stops_when_somebody_logs_in_elsewhere(self):
        page = self.browser()
        self.dying("after-commit")
        self.send(page)
        self.wait(page, lambda: "결과를 아직 몰라요" in self.toasts(page))
        asking = page.current_window_handle
        page.switch_to.new_window("tab")
        # The page before it needs no service.
        page.get(self.gateway.url + "/login")
        page.add_cookie(self.session())
        page.switch_to.window(asking)
        # While the service is away: a question that was sent before the log-in would still be answered.
        self.wait(page, lambda: BEFORE_LOGIN in self.toasts(page))
        self.service = self.start(run="run")
        self.assertFalse(self.press(page, "다시 보내기"))
        self.assertEqual(len(self.pending(page)), 1)
        self.assertStock(self.client(self.service), kiwi=7)

    def test_a_page_of_before_a_log_in_sends_nothing_more_after_it(self):
        page = self.browser()
        self.open(page, "/juice")
        page.add_cookie(self.session())
        self.click(page, '[data-juice="kiwi"] [data-order]')
        self.wait(page, lambda: "이 페이지를 연 뒤에" in self.toasts(page))
        self.assertEqual(self.pending(page), {})
        self.assertStock(self.client(self.service))

    def test_without_scripts_a_form_of_before_a_log_in_is_not_done_again(self):
        page = self.browser(scripts=False)
        self.open(page, "/juice")
        self.click(page, '[data-juice="kiwi"] [data-order]')
        self.arrive(page, "outcome=")
        # Back at the form that was sent, with its key.
        page.back()
        page.add_cookie(self.session())
        self.click(page, '[data-juice="kiwi"] [data-order]')
        self.wait(page, lambda: "다른 이용자로 연 페이지예요" in self.find(page, "h1").text)
        self.assertStock(self.client(self.service), kiwi=7)


if __name__ == "__main__":
    unittest.main()
