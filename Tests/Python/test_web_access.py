"""Who gets in over HTTP: tokens, their roles and sessions, foreign pages, limits of streams."""

import http.client
import json
import os
import pathlib
import re
import select
import signal
import subprocess
import tempfile
import time
import unittest
import urllib.parse

from gateway_process import gateway
from juice_process import PROGRAMS, TIMEOUT, USAGE, JuiceTest

PROGRAM = PROGRAMS / "web-gateway"
FORM = "application/x-www-form-urlencoded"


class Web:
    """One process of web-gateway."""

    def __init__(self, test, *arguments, listen="127.0.0.1:0", preexec=None, **variables):
        self._log = tempfile.NamedTemporaryFile(dir=test.directory, suffix=".log")
        inherited = {name: text for name, text in os.environ.items() if not name.startswith(("JANGTEO_", "XDG_"))}
        self._process = subprocess.Popen(
            [PROGRAM, "serve", "--listen", listen, "--run-dir", test.directory / "run", *map(str, arguments)],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self._log,
            env=inherited | {"XDG_CONFIG_HOME": str(test.directory / "config")} | variables, preexec_fn=preexec,
        )
        self._test = test
        test.addCleanup(self.close)

    @property
    def log(self):
        return pathlib.Path(self._log.name).read_text()

    def wait_ready(self):
        if not select.select([self._process.stdout], [], [], TIMEOUT)[0]:
            raise AssertionError(f"no ready line: {self.log}")
        line = self._process.stdout.readline().decode()
        match = re.fullmatch(r"ready web-gateway pid=\d+ http=http://[^:]+:(\d+)\n", line)
        assert match, f"{line}: {self.log}"
        self.port = int(match[1])
        return self

    def wait(self):
        return self._process.wait(TIMEOUT)

    def close(self):
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
            self._process.wait(TIMEOUT)
        self._process.stdout.close()
        self._log.close()

    def ask(self, method, path, body=None, **headers):
        """Sends one request: its status, its header, and its body, read where it is JSON."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT)
        try:
            fields = {name.replace("_", "-"): text for name, text in headers.items()}
            if isinstance(body, dict):
                body, fields = json.dumps(body), {"Content-Type": "application/json"} | fields
            connection.request(method, path, body, fields)
            response = connection.getresponse()
            type = response.headers["Content-Type"] or ""
            # A stream of events has no end.
            text = b"" if type.startswith("text/event-stream") else response.read()
            is_json = "json" in type
            return response.status, response.headers, json.loads(text) if is_json and text else text
        finally:
            connection.close()

    def stream(self, **headers):
        """A stream of events that is not read."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT)
        self._test.addCleanup(connection.close)
        fields = {name.replace("_", "-"): text for name, text in headers.items()}
        connection.request("GET", "/events?topics=juice.", headers=fields)
        return connection, connection.getresponse()


class WebTest(JuiceTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        if not PROGRAM.exists():
            raise unittest.SkipTest(f"{PROGRAM} is not built")

    def setUp(self):
        super().setUp()
        self.service = self.start()
        self.config = {"XDG_CONFIG_HOME": str(self.directory / "config")}
        self.file = self.directory / "config" / "jangteo" / "tokens"

    def gateway(self, *words, code=0):
        ended = gateway(self.service, *map(str, words), **self.config)
        self.assertEqual(ended.returncode, code, ended.stdout + ended.stderr)
        return ended

    def create(self, name, role, *words):
        """Makes a token and returns the header that has it."""
        token = self.gateway("tokens", "create", name, "--role", role, *words).stdout.strip()
        self.assertRegex(token, r"\Ajgt_[A-Za-z0-9_-]{43}\Z")
        return token

    def web(self, *arguments, **more):
        return Web(self, *arguments, **more).wait_ready()

    def beyond(self, *arguments, **more):
        """One that other machines can reach."""
        return self.web("--behind-proxy", *arguments, listen="0.0.0.0:0", **more)

    def assertProblem(self, answer, status, says=""):
        self.assertEqual(answer[0], status, answer[2])
        self.assertEqual(answer[1]["Content-Type"], "application/problem+json")
        self.assertEqual(answer[2]["status"], status)
        self.assertIn(says, answer[2]["detail"])
        if status == 401:
            self.assertEqual(answer[1]["WWW-Authenticate"], "Bearer")

    def log_in(self, web, token, **headers):
        """Begins a session with a token, and returns the header that has its cookie."""
        status, fields, _ = web.ask("POST", "/session", {"token": token}, **headers)
        self.assertEqual(status, 200)
        return {"Cookie": fields["Set-Cookie"].split(";")[0]}

    def order(self, web, **headers):
        return web.ask("POST", "/api/juice/orders", {"juice": "mango"}, **headers)

    def eventually(self, body):
        """Tries until it is true: a file is looked at once a second."""
        end = time.monotonic() + TIMEOUT
        while not body():
            self.assertLess(time.monotonic(), end, "it never became so")
            time.sleep(0.05)


class KeysOfCallersTest(WebTest):
    def test_an_idempotency_key_is_its_callers_alone(self):
        alice, bob = ({"Authorization": f"Bearer {self.create(name, 'order')}"} for name in ("alice", "bob"))
        web = self.web()
        orders = [self.order(web, Idempotency_Key="breakfast", **who)[2]["id"] for who in (alice, bob, {}, alice, bob)]
        self.assertEqual(orders, ["1", "2", "3", "1", "2"])
        self.assertStock(self.client(self.service), mango=1)
        # Nor does anybody learn what became of another's.
        web.ask("POST", "/api/juice/orders", {"juice": "kiwi"}, Idempotency_Key="lunch", **alice)
        path = "/api/outcomes/juice/lunch"
        self.assertEqual([web.ask("GET", path, **who)[2]["state"] for who in (bob, {})], ["unknown"] * 2)
        self.assertEqual(web.ask("GET", path, **alice)[2]["state"], "applied")
        request = {"jsonrpc": "2.0", "id": 1, "method": "service.outcome", "params": {"idempotencykey": "breakfast"}}
        found = [web.ask("POST", "/rpc/juice", request, **who)[2]["result"]["result"]["id"] for who in (alice, bob, {})]
        self.assertEqual(found, ["1", "2", "3"])


class MakingTokensTest(WebTest):
    def test_tokens_are_created_listed_and_revoked_and_the_file_has_none_of_them(self):
        self.assertEqual(self.gateway("tokens", "list").stdout, "")
        token = self.create("alice", "order")
        told = json.loads(self.gateway("tokens", "create", "bob", "--role", "read", "--json").stdout)
        listed = json.loads(self.gateway("tokens", "list", "--json").stdout)
        self.assertEqual([(one["name"], one["role"]) for one in listed], [("alice", "order"), ("bob", "read")])
        self.assertEqual(told["time"], listed[1]["time"])
        text = self.file.read_text()
        self.assertEqual(self.file.stat().st_mode & 0o777, 0o600)
        for secret in (token, told["token"]):
            self.assertNotIn(secret[4:], text)
            self.assertNotIn(secret, self.gateway("tokens", "list").stdout)
        self.gateway("tokens", "revoke", "alice")
        self.assertIn("bob", self.gateway("tokens", "list").stdout)
        self.assertNotIn("alice", self.gateway("tokens", "list").stdout)

    def test_what_cannot_be_is_refused(self):
        self.create("alice", "order")
        for words, says in (
            (["create", "alice", "--role", "read"], "alice already exists; revoke it first"),
            (["create", "a b", "--role", "read"], "'a b' is not a valid name"),
            (["create", "bob", "--role", "rule"], "'rule'"),
            (["revoke", "bob"], "is called 'bob'; see: tokens list"),
        ):
            with self.subTest(words):
                self.assertIn(says, self.gateway("tokens", *words, code=2).stderr)
        self.assertEqual(len(self.file.read_text().splitlines()), 1)

    def test_a_file_that_others_can_change_is_refused(self):
        self.create("alice", "operate")
        self.file.chmod(0o666)
        self.assertIn(f"chmod go-w {self.file}", self.gateway("tokens", "list", code=2).stderr)
        web = Web(self)
        self.assertEqual(web.wait(), USAGE)
        self.assertIn(f"chmod go-w {self.file}", web.log)


class RolesTest(WebTest):
    def test_a_token_decides_what_its_holder_may_do(self):
        reader, buyer, owner = (self.create(role, role) for role in ("read", "order", "operate"))
        level = {"levels": {"mango": 20}}
        for web in (self.web(), self.beyond()):
            for token, may_order, may_run in ((reader, False, False), (buyer, True, False), (owner, True, True)):
                with self.subTest(token=token, port=web.port):
                    header = {"Authorization": f"Bearer {token}"}
                    self.assertEqual(web.ask("GET", "/api/juice/stock", **header)[0], 200)
                    answers = (self.order(web, **header), web.ask("PATCH", "/api/juice/stock", level, **header))
                    for answer, may in zip(answers, (may_order, may_run)):
                        if may:
                            self.assertIn(answer[0], (200, 201), answer[2])
                        else:
                            self.assertProblem(answer, 403)
                            self.assertEqual(answer[2]["reason"], "PERMISSION_DENIED")

    def test_without_a_token_the_role_is_that_of_loopback_and_a_wrong_token_is_worse_than_none(self):
        web = self.web("--loopback-role", "read")
        self.assertEqual(web.ask("GET", "/api/juice/stock")[0], 200)
        self.assertProblem(self.order(web), 403)
        for field in ("Bearer jgt_" + "a" * 43, "Bearer", "Bearer ", "Basic YTpi", "Bearer a b", "jgt_" + "a" * 43):
            with self.subTest(field):
                self.assertProblem(web.ask("GET", "/api/juice/stock", Authorization=field), 401)
        self.assertProblem(web.ask("GET", "/nowhere", Authorization="Bearer x"), 401)

    def test_beyond_loopback_and_behind_a_proxy_nobody_gets_in_without_a_token(self):
        token = self.create("alice", "read")
        for web in (self.beyond(), self.web("--behind-proxy")):
            for method, path in (("GET", "/api/juice/stock"), ("POST", "/rpc/juice"), ("GET", "/events"), ("GET", "/nowhere")):
                with self.subTest(path):
                    self.assertProblem(web.ask(method, path), 401, "a token is needed")
            # A load balancer has none.
            self.assertEqual(web.ask("GET", "/health/live")[0], 200)
            self.assertEqual(web.ask("GET", "/api/juice/stock", Authorization=f"bearer {token}")[0], 200)

    def test_a_page_whose_name_leads_here_is_not_of_this_machine(self):
        web = self.web()
        self.assertProblem(web.ask("GET", "/api/juice/stock", Host=f"evil.example:{web.port}"), 421)
        self.assertProblem(web.ask("GET", "/api/juice/stock", Host="127.0.0.1.evil.example"), 421)
        for host in ("127.0.0.1", f"localhost:{web.port}", "[::1]:80", "shop.localhost"):
            self.assertEqual(web.ask("GET", "/api/juice/stock", Host=host)[0], 200, host)
        token = self.create("alice", "read")
        self.eventually(lambda: web.ask("GET", "/health/live", Authorization=f"Bearer {token}")[0] == 200)
        answer = web.ask("GET", "/api/juice/stock", Host="shop.example", Authorization=f"Bearer {token}")
        self.assertEqual(answer[0], 200)

    def test_a_request_of_a_foreign_page_is_refused(self):
        web = self.web()
        own = f"http://127.0.0.1:{web.port}"
        for headers in (
            {"Origin": "http://evil.example"}, {"Origin": "null"}, {"Origin": own + "0"}, {"Sec_Fetch_Site": "cross-site"},
            {"Sec_Fetch_Site": "same-site"},
        ):
            with self.subTest(headers):
                self.assertProblem(self.order(web, **headers), 403, "which is not this server")
                self.assertProblem(web.ask("POST", "/session", {"token": "x"}, **headers), 403)
        for headers in ({"Origin": own}, {"Sec_Fetch_Site": "same-origin"}, {}):
            self.assertEqual(self.order(web, **headers)[0], 201, headers)

    def test_behind_a_proxy_the_origin_is_what_the_proxy_was_asked_for(self):
        token = self.create("alice", "order")
        web = self.beyond()
        who = {"Authorization": f"Bearer {token}"}
        asked = {"X_Forwarded_Proto": "https", "X_Forwarded_Host": "shop.example"}
        for headers, status in (
            (asked | {"Origin": "https://shop.example"}, 201),
            (asked | {"Origin": "http://shop.example"}, 403),
            (asked | {"Origin": f"http://127.0.0.1:{web.port}"}, 403),
            (asked | {"Origin": "https://shop.example.evil"}, 403),
            ({"X_Forwarded_Proto": "https, http", "X_Forwarded_Host": "shop.example:443", "Origin": "https://shop.example"}, 201),
            ({"Host": "shop.example", "Origin": "https://shop.example"}, 201),
        ):
            with self.subTest(headers):
                self.assertEqual(self.order(web, **who, **headers)[0], status)
        # Without a proxy its words are those of anybody.
        plain = self.web()
        self.assertProblem(self.order(plain, **asked, Origin="https://shop.example"), 403)


class StartingTest(WebTest):
    def assertRefuses(self, *arguments, says, **more):
        web = Web(self, *arguments, **more)
        self.assertEqual(web.wait(), USAGE, web.log)
        self.assertIn(says, web.log)

    def test_beyond_loopback_needs_a_proxy_and_tokens(self):
        self.assertRefuses(says="can be reached by other machines", listen="0.0.0.0:0")
        self.assertRefuses("--behind-proxy", says=f"no file of tokens at {self.file}", listen="0.0.0.0:0")
        self.create("alice", "read")
        self.assertRefuses(says="can be reached by other machines", listen="0.0.0.0:0")
        self.beyond()

    def test_a_file_that_is_named_has_to_be_there_and_right(self):
        other = self.directory / "other"
        self.assertRefuses("--tokens", other, says=f"no file of tokens at {other}")
        self.assertRefuses(says=f"no file of tokens at {other}", JANGTEO_WEB_TOKENS=str(other))
        other.write_text("alice may everything\n")
        self.assertRefuses("--tokens", other, says="line 1")
        other.unlink()
        token = self.create("alice", "order", "--tokens", other)
        self.assertFalse(self.file.exists())
        for web in (self.beyond("--tokens", other), self.beyond(JANGTEO_WEB_TOKENS=str(other))):
            self.assertEqual(self.order(web, Authorization=f"Bearer {token}")[0], 201)


class SessionTest(WebTest):
    def cookie(self, answer):
        field = answer[1]["Set-Cookie"]
        value, *attributes = field.split("; ")
        attributes = {attribute.lower() for attribute in attributes}
        self.assertEqual(value.split("=")[0], "__Host-jangteo_session" if "secure" in attributes else "jangteo_session")
        return value, attributes

    def test_a_browser_keeps_a_token_as_a_cookie_until_it_gives_it_back(self):
        token = self.create("alice", "order")
        web = self.web()
        own = {"Origin": f"http://127.0.0.1:{web.port}"}
        begun = web.ask("POST", "/session", {"token": token}, **own)
        self.assertEqual((begun[0], begun[2]), (200, {"name": "alice", "role": "order"}))
        cookie, attributes = self.cookie(begun)
        self.assertRegex(cookie, r"\Ajangteo_session=jgs_[A-Za-z0-9_-]{43}\Z")
        self.assertNotIn(token[4:], cookie)
        self.assertEqual(attributes, {"httponly", "samesite=strict", "path=/", "max-age=43200"})
        self.assertEqual(self.order(web, Cookie=f"other=1; {cookie}", **own)[0], 201)
        self.assertProblem(self.order(web, Cookie=cookie, Origin="http://evil.example"), 403)
        for method, path, status in (("DELETE", "/session", 204), ("POST", "/session/end", 303)):
            ended = web.ask(method, path, **own)
            self.assertEqual(ended[0], status)
            self.assertEqual(self.cookie(ended)[0], "jangteo_session=")
            self.assertIn("max-age=0", self.cookie(ended)[1])

    def test_a_form_makes_one_too_and_behind_https_it_stays_there(self):
        token = self.create("alice", "order")
        web = self.beyond()
        asked = {"X_Forwarded_Proto": "https", "X_Forwarded_Host": "shop.example", "Origin": "https://shop.example"}
        begun = web.ask("POST", "/session", f"token=+{token}%0D%0A", Content_Type=FORM, **asked)
        self.assertEqual((begun[0], begun[1]["Location"]), (303, "/"))
        cookie, attributes = self.cookie(begun)
        self.assertRegex(cookie, r"\A__Host-jangteo_session=jgs_[A-Za-z0-9_-]{43}\Z")
        self.assertEqual(attributes, {"httponly", "samesite=strict", "path=/", "max-age=43200", "secure"})
        # One of the plain name is as good as none there: another program of the host may have set it.
        plain = {"Cookie": cookie.removeprefix("__Host-")}
        self.assertEqual(self.order(web, Cookie=cookie, **asked)[0], 201)
        self.assertProblem(self.order(web, **plain, **asked), 401, "a token is needed")
        # A proxy that does not say is one that speaks HTTPS.
        self.assertIn("secure", self.cookie(web.ask("POST", "/session", {"token": token}, Host="shop.example"))[1])
        self.assertNotIn("secure", self.cookie(web.ask("POST", "/session", {"token": token}, Host="localhost:7100"))[1])
        self.assertNotIn("secure", self.cookie(web.ask("POST", "/session", {"token": token}, X_Forwarded_Proto="http"))[1])
        # On loopback without a proxy nobody says https.
        self.assertNotIn("secure", self.cookie(self.web().ask("POST", "/session", {"token": token}, X_Forwarded_Proto="https"))[1])

    def test_what_is_no_token_makes_no_session(self):
        web = self.web()
        for body, type, status in (
            ("token=jgt_" + "a" * 43, FORM, 401), ('{"token":"x"}', "application/json", 401), ("{}", "application/json", 400),
            ("other=1", FORM, 400), ("token=x", "text/plain", 415), ("token=" + "x" * 5_000, FORM, 413), ("{", "application/json", 400),
        ):
            with self.subTest(body[:20]):
                answer = web.ask("POST", "/session", body, Content_Type=type)
                self.assertProblem(answer, status)
                self.assertNotIn("Set-Cookie", answer[1])

    def test_an_old_cookie_lets_nobody_in_and_can_be_got_rid_of(self):
        token = self.create("alice", "order")
        web = self.web()
        old = {"Cookie": "jangteo_session=jgt_" + "a" * 43}
        # Nor does a token.
        for cookie in (old["Cookie"], f"jangteo_session={token}", "jangteo_session="):
            self.assertProblem(web.ask("GET", "/api/juice/stock", Cookie=cookie), 401, "the session has ended")
        # A page that says so has the browser forget it.
        page = web.ask("GET", "/juice", Accept="text/html", **old)
        self.assertEqual((page[0], self.cookie(page)[0]), (401, "jangteo_session="))
        self.assertEqual(web.ask("POST", "/session", {"token": token}, **old)[0], 200)
        self.assertEqual(web.ask("DELETE", "/session", **old)[0], 204)


class LoginPageTest(WebTest):
    """Whoever opens a page without a token gets a form for one."""

    BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8", "Accept_Language": "en"}

    def assertForm(self, answer, next):
        status, headers, text = answer
        self.assertEqual((status, headers["Content-Type"]), (401, "text/html; charset=utf-8"), text)
        self.assertEqual((headers["WWW-Authenticate"], headers["Cache-Control"]), ("Bearer", "no-store"))
        self.assertIn(f'<form class="form card" method="post" action="/session?next={next}">', text.decode())

    def test_a_browser_gets_the_form_and_a_program_the_problem(self):
        self.create("alice", "read")
        web = self.beyond()
        for path, next in (
            ("/", "%2F"), ("/juice", "%2Fjuice"), ("/nowhere", "%2Fnowhere"),
            ("/market?search_value=%EB%A7%9D&view=list", "%2Fmarket%3Fsearch_value%3D%25EB%25A7%259D%26view%3Dlist"),
        ):
            with self.subTest(path):
                self.assertForm(web.ask("GET", path, **self.BROWSER), next)
                self.assertProblem(web.ask("GET", path), 401, "a token is needed")
                self.assertProblem(web.ask("GET", path, **self.BROWSER, Authorization="Bearer x"), 401)
        for path in ("/api/juice/stock", "/rpc/juice", "/events", "/metrics", "/v2/api/products"):
            with self.subTest(path):
                self.assertProblem(web.ask("GET", path, **self.BROWSER), 401)
        # A form that was sent when the session had ended: back to its page, by the path alone.
        sent = web.ask("POST", "/market/1/purchases", "quantity=1", **self.BROWSER, Content_Type=FORM, Referer="http://evil.example/market/1?a=b")
        self.assertForm(sent, "%2Fmarket%2F1%3Fa%3Db")

    def test_what_the_form_loads_is_open_and_nothing_else(self):
        self.create("alice", "read")
        web = self.beyond()
        old = {"Cookie": "jangteo_session=jgt_" + "a" * 43}
        text = web.ask("GET", "/juice", **self.BROWSER)[2].decode()
        loaded = re.findall(r'(?:href|src)="(/[^"?]*)"', text)
        self.assertIn("/assets/site.css", loaded)
        for path in set(loaded) - {"/"}:
            for headers in ({}, old):
                self.assertEqual(web.ask("GET", path, **headers)[0], 200, path)
        for method, path in (("POST", "/assets/site.css"), ("GET", "/assets"), ("GET", "/assetsx"), ("GET", "/openapi.json")):
            self.assertProblem(web.ask(method, path), 401)
        self.assertEqual(web.ask("GET", "/assets/../juice")[0], 404)

    def test_a_good_token_leads_back_and_a_wrong_one_is_told(self):
        token = self.create("alice", "read")
        web = self.beyond()
        own = self.BROWSER | {"Content_Type": FORM, "Origin": f"http://127.0.0.1:{web.port}"}
        wrong = web.ask("POST", "/session?next=%2Fexpo%3Fsearch%3Da", "token=jgt_" + "a" * 43, **own)
        self.assertForm(wrong, "%2Fexpo%3Fsearch%3Da")
        self.assertIn("This token is unknown here, was revoked, or has expired.", wrong[2].decode())
        # The address of the answer takes no GET: the link to the other language leads to the page.
        self.assertIn('href="/expo?lang=ko&amp;search=a"', wrong[2].decode())
        self.assertNotIn("Set-Cookie", wrong[1])
        begun = web.ask("POST", "/session?next=%2Fexpo%3Fsearch%3Da", f"token={token}", **own)
        self.assertEqual((begun[0], begun[1]["Location"]), (303, "/expo?search=a"))
        cookie = begun[1]["Set-Cookie"].split(";")[0]
        page = web.ask("GET", "/calc", **self.BROWSER, Cookie=cookie)
        self.assertNotIn(page[0], (401, 403))
        self.assertIn('<form method="post" action="/session/end">', page[2].decode())
        ended = web.ask("POST", "/session/end", "", **own, Cookie=cookie)
        self.assertEqual((ended[0], ended[1]["Location"]), (303, "/"))

    def test_it_leads_nowhere_but_to_this_site(self):
        token = self.create("alice", "read")
        web = self.beyond()
        for next in (
            "//evil.example", "http://evil.example", "/\\evil.example", "\\\\evil.example", "javascript:alert(1)", "", "juice",
            "/\t/evil.example", "/\n/evil.example", "/juice\r\nSet-Cookie: a=b", "/가게", "/session/end x",
        ):
            with self.subTest(next):
                path = "/session?next=" + urllib.parse.quote(next, safe="")
                begun = web.ask("POST", path, f"token={token}", **self.BROWSER, Content_Type=FORM)
                self.assertEqual((begun[0], begun[1]["Location"]), (303, "/"))
                self.assertNotEqual(begun[1]["Set-Cookie"].split("=")[0], "a")
                self.assertForm(web.ask("POST", path, "token=x", **self.BROWSER, Content_Type=FORM), "%2F")
        self.assertForm(web.ask("GET", "//evil.example/juice", **self.BROWSER), "%2F")

    def test_a_session_whose_token_is_revoked_is_told_so(self):
        token = self.create("alice", "read")
        web = self.beyond()
        cookie = self.log_in(web, token)
        self.gateway("tokens", "revoke", "alice")
        self.eventually(lambda: web.ask("GET", "/calc", **self.BROWSER, **cookie)[0] == 401)
        answer = web.ask("GET", "/calc", **self.BROWSER, **cookie)
        self.assertForm(answer, "%2Fcalc")
        self.assertIn("The session has ended", answer[2].decode())
        self.assertNotIn("/session/end", answer[2].decode())


class RevokingTest(WebTest):
    def test_a_token_that_is_made_or_revoked_counts_at_once_and_its_streams_end(self):
        web = self.web()
        alice = {"Authorization": f"Bearer {self.create('alice', 'order')}"}
        bob = {"Authorization": f"Bearer {self.create('bob', 'read')}"}
        for who in (alice, bob):
            self.eventually(lambda: web.ask("GET", "/api/juice/stock", **who)[0] == 200)
        streams = {name: web.stream(**who) for name, who in (("alice", alice), ("bob", bob), ("nobody", {}))}
        self.assertEqual({response.status for _, response in streams.values()}, {200})
        self.gateway("tokens", "revoke", "alice")
        # Well before a silent stream would have its next comment.
        end = time.monotonic() + 8
        lines = []
        while line := streams["alice"][1].readline():
            lines.append(line)
            self.assertLess(time.monotonic(), end, "the stream goes on")
        self.assertIn(b"event: live\n", lines)
        self.assertProblem(web.ask("GET", "/api/juice/stock", **alice), 401)
        # The others go on.
        self.assertEqual(self.order(web)[0], 201)
        for name in ("bob", "nobody"):
            response = streams[name][1]
            while b"juice.stock.changed" not in response.readline():
                pass
        # The same name again is somebody else.
        again = {"Authorization": f"Bearer {self.create('alice', 'order')}"}
        self.eventually(lambda: web.ask("GET", "/api/juice/stock", **again)[0] == 200)
        self.assertProblem(web.ask("GET", "/api/juice/stock", **alice), 401)

    def test_without_its_file_nobody_is_known_and_a_broken_one_changes_nothing(self):
        alice = {"Authorization": f"Bearer {self.create('alice', 'order')}"}
        text = self.file.read_text()
        web = self.beyond()
        self.file.write_text("broken\n")
        self.eventually(lambda: "tokens not read" in web.log)
        self.assertEqual(web.ask("GET", "/api/juice/stock", **alice)[0], 200)
        self.file.unlink()
        self.eventually(lambda: web.ask("GET", "/api/juice/stock", **alice)[0] == 401)
        self.file.write_text(text)
        self.eventually(lambda: web.ask("GET", "/api/juice/stock", **alice)[0] == 200)


class MethodsTest(WebTest):
    def test_a_method_that_a_path_does_not_take_is_refused_with_those_it_does(self):
        web = self.web()
        for method, path, allowed in (
            ("DELETE", "/api/juice/stock", "GET, HEAD, PATCH"), ("GET", "/rpc/juice", "POST"), ("PUT", "/events", "GET, HEAD"),
            ("GET", "/session", "DELETE, POST"), ("HEAD", "/session", "DELETE, POST"), ("PUT", "/session/link", "GET, HEAD, POST"),
        ):
            with self.subTest(path):
                status, headers, _ = web.ask(method, path)
                self.assertEqual((status, headers["Allow"]), (405, allowed))
        self.assertEqual(web.ask("HEAD", "/api/juice/stock")[0], 200)
        self.assertProblem(web.ask("PUT", "/nowhere"), 404)
        self.assertProblem(web.ask("POST", "/api/juice/orders", "x" * (1 << 20) + "x", Content_Type="application/json"), 413)


class LimitsTest(WebTest):
    def test_a_caller_has_so_many_streams_and_others_have_theirs(self):
        token = self.create("alice", "read")
        web = self.web("--streams-per-caller", 2)
        alice = {"Authorization": f"Bearer {token}"}
        streams = [web.stream(**who) for who in (alice, alice, {})]
        self.assertEqual({response.status for _, response in streams}, {200})
        refused = web.ask("GET", "/events", **alice)
        self.assertProblem(refused, 429, "2 streams")
        self.assertGreater(int(refused[1]["Retry-After"]), 0)
        self.assertEqual(web.ask("GET", "/api/juice/stock", **alice)[0], 200)
        # The place of one that ends is free again.
        for part in reversed(streams[0]):
            part.close()

        def is_free():
            self.order(web)
            connection, response = web.stream(**alice)
            connection.close()
            return response.status == 200

        self.eventually(is_free)

    def test_a_stream_that_is_refused_for_another_reason_takes_no_place(self):
        web = self.web("--streams-per-caller", 1)
        for _ in range(3):
            self.assertProblem(web.ask("GET", "/events?topics=tea."), 400)
            self.assertEqual(web.ask("HEAD", "/events")[0], 200)
        self.assertEqual(web.stream()[1].status, 200)


if __name__ == "__main__":
    unittest.main()
