"""Sessions of browsers, the operator's link, and tokens with an end."""

import datetime
import hashlib
import html
import http.client
import json
import re
import unittest
import urllib.parse

from disk_images import Ballast, mount_memory
from test_web_access import FORM, Web, WebTest

BROWSER = {"Accept": "text/html", "Accept_Language": "en"}


class SessionEndTest(WebTest):
    def test_a_log_out_counts_at_the_server_and_ends_the_streams(self):
        token = self.create("alice", "order")
        web = self.web()
        session, other = self.log_in(web, token), self.log_in(web, token)
        stream = web.stream(**session)[1]
        self.assertEqual(stream.status, 200)
        self.assertEqual(web.ask("DELETE", "/session", **session)[0], 204)
        self.assertProblem(web.ask("GET", "/api/juice/stock", **session), 401, "the session has ended")
        while stream.readline():
            pass
        # Another browser of the same holder stays, and so does the token.
        for who in (other, {"Authorization": f"Bearer {token}"}):
            self.assertEqual(self.order(web, **who)[0], 201)

    def test_each_log_in_makes_another_session_and_ends_the_one_before(self):
        token = self.create("alice", "order")
        web = self.web()
        chosen = {"Cookie": "jangteo_session=jgs_" + "a" * 43}
        first = self.log_in(web, token, **chosen)
        self.assertNotEqual(first, chosen)
        self.assertProblem(web.ask("GET", "/api/juice/stock", **chosen), 401)
        second = self.log_in(web, token, **first)
        self.assertNotEqual(first, second)
        self.assertProblem(web.ask("GET", "/api/juice/stock", **first), 401)
        self.assertEqual(web.ask("GET", "/api/juice/stock", **second)[0], 200)

    def test_a_session_outlives_web_gateway_and_is_known_to_each_of_them(self):
        token = self.create("alice", "order")
        web, other = self.web(), self.web()
        session = self.log_in(web, token)
        web.close()
        for one in (other, self.web()):
            self.assertEqual(self.order(one, **session)[0], 201)

    def test_what_is_kept_of_it_opens_nothing(self):
        token = self.create("alice", "order")
        web = self.web()
        secret = self.log_in(web, token)["Cookie"].partition("=")[2]
        kept = self.directory / "run" / "web"
        self.assertEqual([file.name for file in kept.iterdir()], [hashlib.sha256(secret.encode()).hexdigest()])
        self.assertEqual((kept.stat().st_mode & 0o777, next(kept.iterdir()).stat().st_mode & 0o777), (0o700, 0o600))
        for text in (next(kept.iterdir()).name, next(kept.iterdir()).read_text()):
            self.assertNotIn(secret[4:], text)
            self.assertNotIn(token[4:], text)

    def test_the_holder_of_a_token_begins_only_so_many(self):
        token, other = self.create("alice", "read"), self.create("bob", "read")
        web = self.web()
        statuses = [web.ask("POST", "/session", {"token": token})[0] for _ in range(61)]
        self.assertEqual(statuses, [200] * 60 + [429])
        self.log_in(web, other)

    def test_two_cookies_of_its_name_are_refused_and_of_another_are_not(self):
        token = self.create("alice", "order")
        web = self.web()
        cookie = self.log_in(web, token)["Cookie"]
        for two in (f"{cookie}; {cookie}", f"jangteo_session=x;{cookie}", f"{cookie}; a=b; jangteo_session="):
            self.assertProblem(web.ask("GET", "/api/juice/stock", Cookie=two), 400, "2 cookies called jangteo_session")
        connection = http.client.HTTPConnection("127.0.0.1", web.port)
        self.addCleanup(connection.close)
        connection.putrequest("GET", "/api/juice/stock")
        for _ in range(2):
            connection.putheader("Cookie", cookie)
        connection.endheaders()
        self.assertEqual(connection.getresponse().status, 400)
        self.assertEqual(web.ask("GET", "/api/juice/stock", Cookie=f"_xsrf=1; _xsrf=2; {cookie}")[0], 200)
        # The way out stays open.
        self.assertEqual(web.ask("DELETE", "/session", Cookie=f"{cookie}; {cookie}")[0], 204)

    def test_pages_name_no_address_elsewhere_and_over_https_browsers_stay_there(self):
        self.create("alice", "read")
        plain, web = self.web(), self.beyond()
        for path in ("/calc", "/login", "/session/link?code=x", "/nowhere/x"):
            for answer in (plain.ask("GET", path, **BROWSER), web.ask("GET", path, **BROWSER)):
                if "html" in answer[1]["Content-Type"]:
                    self.assertEqual(answer[1]["Referrer-Policy"], "same-origin", path)
        for path in ("/juice", "/api/juice/stock", "/assets/site.css", "/health/live"):
            shop = {"X_Forwarded_Proto": "https", "X_Forwarded_Host": "shop.example"}
            self.assertEqual(web.ask("GET", path, **shop)[1]["Strict-Transport-Security"], "max-age=31536000")
            self.assertNotIn("Strict-Transport-Security", web.ask("GET", path, **shop | {"X_Forwarded_Proto": "http"})[1])
            self.assertNotIn("Strict-Transport-Security", plain.ask("GET", path, **shop)[1])
            # At another port the host's site may be another program.
            self.assertNotIn("Strict-Transport-Security", web.ask("GET", path, **shop | {"X_Forwarded_Host": "shop.example:8443"})[1])


class LinkTest(WebTest):
    def link(self, web, *words):
        told = self.gateway("web", "link", "--url", f"http://127.0.0.1:{web.port}", *words).stdout.strip()
        address = urllib.parse.urlsplit(told)
        self.assertEqual((address.port, address.path), (web.port, "/session/link"))
        return f"{address.path}?{address.query}"

    def form(self, web, path):
        """What the page of a link sends."""
        status, _, page = web.ask("GET", path, **BROWSER)
        self.assertEqual(status, 200)
        self.assertIn('<form class="form card" id="link" method="post" action="/session/link">', page.decode())
        code = html.unescape(re.search(r'name="code" value="([^"]*)"', page.decode())[1])
        return urllib.parse.urlencode({"code": code})

    def use(self, web, form, **headers):
        own = {"Origin": f"http://127.0.0.1:{web.port}"}
        return web.ask("POST", "/session/link", form, Content_Type=FORM, **own, **headers)

    def test_the_operators_link_is_good_once_and_gives_all_rights(self):
        web = self.web()
        path = self.link(web)
        form = self.form(web, path)
        # Only looking at it does not use it, as a preview does.
        self.assertEqual(web.ask("HEAD", path)[0], 200)
        self.assertEqual(self.form(web, path), form)
        begun = self.use(web, form)
        self.assertEqual((begun[0], begun[1]["Location"], begun[1]["Cache-Control"]), (303, "/", "no-store"))
        session = {"Cookie": begun[1]["Set-Cookie"].split(";")[0]}
        changed = web.ask("PATCH", "/api/juice/stock", {"levels": {"mango": 20}}, **session)
        self.assertEqual(changed[0], 200, changed[2])
        self.assertProblem(web.ask("PATCH", "/api/juice/stock", {"levels": {"mango": 30}}), 403)
        again = self.use(web, form)
        self.assertProblem(again, 401, "the link was used, or is too old")
        self.assertNotIn("Set-Cookie", again[1])
        page = self.use(web, form, **BROWSER)
        self.assertEqual(page[0], 401)
        self.assertIn("This link was used, or is too old.", page[2].decode())
        self.assertEqual(web.ask("DELETE", "/session", **session)[0], 204)
        self.assertProblem(web.ask("GET", "/api/board", **session), 401)

    def test_one_of_many_that_use_it_at_once_gets_in(self):
        webs = [self.web(), self.web()]
        form = self.form(webs[0], self.link(webs[0]))
        connections = []
        for number in range(16):
            connection = http.client.HTTPConnection("127.0.0.1", webs[number % 2].port)
            self.addCleanup(connection.close)
            connection.request("POST", "/session/link", form, {"Content-Type": FORM})
            connections.append(connection)
        statuses = [connection.getresponse().status for connection in connections]
        self.assertEqual(sorted(statuses), [303] + [401] * 15)

    def test_no_page_of_another_site_uses_it_and_no_other_secret_is_one(self):
        token = self.create("alice", "operate")
        web = self.web()
        form = self.form(web, self.link(web))
        self.assertProblem(web.ask("POST", "/session/link", form, Content_Type=FORM, Origin="http://evil.example"), 403)
        self.assertProblem(web.ask("POST", "/session/link", form, Content_Type=FORM, Origin="null"), 403)
        session = self.log_in(web, token)["Cookie"].partition("=")[2]
        for text in (token, session, "jgl_" + session[4:], "", "../x", "jgl_" + "a" * 43):
            self.assertProblem(self.use(web, urllib.parse.urlencode({"code": text})), 401)
        self.assertProblem(self.use(web, "other=1"), 400)
        # A code is no token, and no session.
        code = urllib.parse.parse_qs(form)["code"][0]
        self.assertProblem(web.ask("GET", "/api/juice/stock", Authorization=f"Bearer {code}"), 401)
        self.assertProblem(web.ask("GET", "/api/juice/stock", Cookie=f"jangteo_session={code}"), 401)
        self.assertEqual(self.use(web, form)[0], 303)

    def test_the_keys_of_who_came_by_a_link_are_nobody_elses(self):
        web = self.web()
        begun = [self.use(web, self.form(web, self.link(web))) for _ in range(2)]
        sessions = [{"Cookie": one[1]["Set-Cookie"].split(";")[0]} for one in begun]
        orders = [self.order(web, Idempotency_Key="breakfast", **who)[2]["id"] for who in (sessions[0], {}, sessions[1])]
        self.assertEqual(orders, ["1", "2", "1"])

    def test_its_address_is_the_one_that_the_browser_has(self):
        told = json.loads(self.gateway("web", "link", "--json", "--url", "https://shop.example/").stdout)
        self.assertTrue(told["url"].startswith("https://shop.example/session/link?code=jgl_"), told)
        self.assertEqual(told["seconds"], 600)
        self.assertTrue(self.gateway("web", "link").stdout.startswith("http://127.0.0.1:7100/session/link?code="))
        for address in ("shop.example", "http://", "ftp://a", "http://a b", "http://a?b"):
            self.assertIn("is not the address of a web interface", self.gateway("web", "link", "--url", address, code=2).stderr)
        self.config["JANGTEO_WEB_LISTEN"] = "::1:7200"
        self.assertTrue(self.gateway("web", "link").stdout.startswith("http://[::1]:7200/"))
        for place in ("unix:/run/web.sock", "127.0.0.1:0"):
            self.config["JANGTEO_WEB_LISTEN"] = place
            self.assertIn("--url", self.gateway("web", "link", code=2).stderr)


class ExpiryTest(WebTest):
    def test_a_token_that_has_expired_is_refused_with_its_sessions_and_its_streams_end(self):
        token = self.create("alice", "order", "--expires", "2h")
        web = self.web()
        who = {"Authorization": f"Bearer {token}"}
        self.assertEqual(self.order(web, **who)[0], 201)
        begun = self.log_in(web, token)
        line = self.file.read_text().split()
        self.assertEqual(len(line), 5)
        made, ends = (datetime.datetime.fromisoformat(text.replace("Z", "+00:00")) for text in line[3:])
        self.assertEqual(ends - made, datetime.timedelta(hours=2))
        # Its end is made a near one; the file is read again.
        soon = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=4)
        line[4] = soon.strftime("%Y-%m-%dT%H:%M:%S.000Z")
        self.file.write_text(" ".join(line) + "\n")
        self.eventually(lambda: "tokens read again" in web.log)
        stream = web.stream(**begun)[1]
        while stream.readline():
            pass
        self.assertProblem(web.ask("GET", "/api/juice/stock", **who), 401, "has expired")
        self.assertProblem(web.ask("GET", "/api/juice/stock", **begun), 401, "has expired")
        self.assertProblem(web.ask("POST", "/session", {"token": token}), 401)
        listed = json.loads(self.gateway("tokens", "list", "--json").stdout)
        self.assertEqual(listed[0]["expires"], line[4])

    def test_lifetimes_that_cannot_be_are_refused_and_without_one_there_is_no_end(self):
        for text in ("0h", "59m", "3651d", "1", "h", "-1h", "1w", "1.5h"):
            self.gateway("tokens", "create", "alice", "--role", "read", f"--expires={text}", code=2)
        told = json.loads(self.gateway("tokens", "create", "alice", "--role", "read", "--json").stdout)
        self.assertNotIn("expires", told)
        told = json.loads(self.gateway("tokens", "create", "bob", "--role", "read", "--expires", "90d", "--json").stdout)
        listed = json.loads(self.gateway("tokens", "list", "--json").stdout)
        self.assertEqual([one.get("expires") for one in listed], [None, told["expires"]])


class FullDiskTest(WebTest):
    def test_a_token_is_revoked_and_a_session_ended_where_the_disk_is_full(self):
        place = self.directory / "full"
        mount_memory(self, place, 64 << 10)
        tokens = place / "tokens"
        alice, bob = (self.create(name, "order", "--tokens", tokens) for name in ("alice", "bob"))
        web = self.web("--tokens", tokens)
        session = self.log_in(web, bob)
        Ballast(place)
        self.assertIn("cannot", self.gateway("tokens", "create", "carol", "--role", "read", "--tokens", tokens, code=2).stderr)
        self.gateway("tokens", "revoke", "alice", "--tokens", tokens)
        self.eventually(lambda: web.ask("GET", "/api/juice/stock", Authorization=f"Bearer {alice}")[0] == 401)
        self.assertEqual(self.order(web, Authorization=f"Bearer {bob}")[0], 201)
        self.assertEqual(web.ask("DELETE", "/session", **session)[0], 204)
        listed = json.loads(self.gateway("tokens", "list", "--json", "--tokens", tokens).stdout)
        self.assertEqual([one["name"] for one in listed], ["bob"])


if __name__ == "__main__":
    unittest.main()
