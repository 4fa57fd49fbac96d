"""web-gateway by HTTPS, without a proxy: what clients of other makes get, certificates that are replaced, and the limits of plain HTTP."""

import re
import socket
import ssl
import subprocess
import unittest

import test_web_limits as limits
from gateway_process import gateway
from juice_process import TIMEOUT, USAGE
from test_web_limits import head
from web_browser import BrowserTest
from web_process import WebProcess
from web_tls_process import TLSTest, put

LIVE = head("GET", "/health/live")


def serial(connection):
    return connection.getpeercert()["serialNumber"]


class TLS(TLSTest, limits.LimitsTest):
    def handshakes(self, web, end):
        return self.metric(web, rf'jangteo_web_tls_handshakes_total\{{end="{end}"\}}')

    def curl(self, web, *words):
        address = f"shop.example:{web.port}:127.0.0.1"
        return subprocess.run(
            ["curl", "-sS", "--cacert", self.certificates.root, "--resolve", address, *words],
            capture_output=True, text=True, timeout=TIMEOUT,
        )


class Clients(TLS):
    def test_it_says_https_and_curl_python_and_openssl_get_an_answer(self):
        web = self.web()
        self.assertEqual(web.url, f"https://127.0.0.1:{web.port}")
        self.assertServes(web)
        told = self.curl(web, "--http2", "-w", "%{http_version} %{ssl_verify_result}", f"https://shop.example:{web.port}/health/live")
        self.assertEqual((told.returncode, told.stdout), (0, '{"status":"ok"}1.1 0'), told.stderr)
        told = subprocess.run(
            ["openssl", "s_client", "-connect", f"127.0.0.1:{web.port}", "-CAfile", self.certificates.root, "-verify_return_error",
             "-alpn", "h2,http/1.1", "-quiet"],
            input=head("GET", "/health/live", "Connection: close"), capture_output=True, timeout=TIMEOUT,
        )
        self.assertRegex(told.stdout, rb"^HTTP/1\.1 200 ", told.stderr)

    def test_it_speaks_tls_1_2_and_1_3_and_http_1_1_and_nothing_older(self):
        web = self.web()
        for version in (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3):
            self.trust.minimum_version = self.trust.maximum_version = version
            self.trust.set_alpn_protocols(["h2", "http/1.1"])
            connection = self.connect(web, LIVE)
            self.assertEqual(connection.version(), version.name.replace("_", "."))
            self.assertEqual(connection.selected_alpn_protocol(), "http/1.1")
            self.until(connection, rb"^HTTP/1\.1 200 ")
        # A client that could speak what is older.
        old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
        old.set_ciphers("ALL:@SECLEVEL=0")
        old.minimum_version, old.maximum_version = ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1
        with self.assertRaisesRegex(ssl.SSLError, "(?i)protocol.version|unsupported.protocol"):
            self.connect(web, trust=old)

    def test_events_orders_and_large_answers_come_whole(self):
        web = self.web()
        reader = self.events(web)
        reader.until("live")
        self.assertEqual(self.request(web, "POST", "/api/juice/orders", {"juice": "kiwi"}).status, 201)
        self.assertEqual(int(reader.until("message")[1]["sequence"]), 1)
        sheet = self.request(web, "GET", "/assets/site.css")
        self.assertEqual(len(sheet.body), int(sheet.headers["Content-Length"]))

    def test_an_end_without_an_announcement_loses_no_request_and_is_no_fault(self):
        web = self.web()
        connection = self.connect(web, LIVE)
        self.until(connection, rb'{"status":"ok"}')
        # That of SSLSocket would take the rest for plain bytes.
        socket.socket.shutdown(connection, socket.SHUT_WR)
        self.assertEqual(self.rest(connection), "")
        self.assertEqual(web.log, "")

    def test_it_announces_the_end_of_a_connection(self):
        connection = self.connect(self.web(), head("GET", "/health/live", "Connection: close"))
        # Without close_notify this would raise.
        self.assertRegex(self.rest(connection), r"^HTTP/1\.1 200 ")
        self.assertEqual(connection.recv(1), b"")


class Browsers(TLS):
    """What browsers get is that of HTTPS."""

    def test_a_cookie_an_origin_and_the_way_back_are_those_of_https(self):
        web = self.web("--loopback-role", "operate")
        own = f"https://127.0.0.1:{web.port}"
        self.assertEqual(self.request(web, "PATCH", "/api/juice/stock", {"changes": {"kiwi": 1}}, Origin=own).status, 200)
        foreign = self.request(web, "PATCH", "/api/juice/stock", {"changes": {"kiwi": 1}}, Origin=own.replace("https", "http"))
        self.assertProblem(foreign, 403)
        ended = self.request(web, "POST", "/session/end", Origin=own, Accept="text/html")
        self.assertRegex(ended.headers["Set-Cookie"], "^__Host-jangteo_session=;.*; Secure")
        # The site of the host is at the usual port alone.
        for host, field in (("shop.example", "max-age=31536000"), (f"shop.example:{web.port}", None), ("localhost", None)):
            answer = self.request(web, "GET", "/health/live", Host=host)
            self.assertEqual(answer.headers["Strict-Transport-Security"], field, host)


class Browser(TLSTest, BrowserTest):
    def test_chromium_orders_sees_the_stock_move_and_keeps_the_cookie_of_https(self):
        page = self.open(self.browser(), "/juice")
        self.click(page, '[data-juice="mango"] [data-order]')
        self.wait(page, lambda: self.level(page, "mango") < 10)
        link = gateway(self.service, "web", "link", "--url", self.gateway.url)
        page.get(link.stdout.strip())
        self.wait(page, lambda: page.current_url == self.gateway.url + "/")
        (cookie,) = page.get_cookies()
        self.assertEqual((cookie["name"], cookie["secure"], cookie["httpOnly"]), ("__Host-jangteo_session", True, True))


class Replaced(TLS):
    def test_a_new_certificate_is_for_new_connections_and_others_keep_theirs(self):
        web = self.web()
        before = self.connect(web, LIVE)
        self.until(before, rb'{"status":"ok"}')
        chain, key = self.certificates.make("second", days=60)
        put(self.key, key)
        put(self.chain, chain)
        self.assertLogs(web, r'level=notice .*msg="certificate read again".* days=(59|60)')
        after = self.connect(web)
        self.assertNotEqual(serial(before), serial(after))
        before.sendall(LIVE)
        self.until(before, rb"^HTTP/1\.1 200 ")
        ends = ssl.cert_time_to_seconds(after.getpeercert()["notAfter"])
        self.assertEqual(self.metric(web, "jangteo_web_certificate_expiry_timestamp_seconds"), ends)

    def test_a_pair_that_does_not_fit_is_refused_once_and_the_old_one_stays(self):
        web = self.web()
        before = serial(self.connect(web))
        chain, key = self.certificates.make("second")
        put(self.chain, chain)
        said = self.assertLogs(web, r'.*level=error .*msg="certificate not read, that of before stays".*')[0]
        self.assertIn(f"the key in {self.key} is not that of the first certificate in {self.chain}", said)
        self.assertEqual(serial(self.connect(web)), before)
        put(self.key, key)
        self.assertLogs(web, "certificate read again")
        self.assertEqual(web.log.count("certificate not read"), 1)
        self.assertNotEqual(serial(self.connect(web)), before)


class Refused(TLS):
    def refusal(self, *arguments, **variables):
        web = self.unready(*arguments, **variables)
        self.assertEqual(web.wait(), USAGE, web.log)
        return web.log

    def unready(self, *arguments, listen="127.0.0.1:0", **variables):
        web = WebProcess(self.directory, "--listen", listen, *map(str, arguments), XDG_CONFIG_HOME=str(self.directory), **variables)
        self.addCleanup(web.close)
        return web

    def test_what_cannot_be_served_is_said_before_it_listens(self):
        other, empty, public = self.certificates.make("second")[1], self.directory / "empty", self.directory / "public.key"
        empty.touch()
        public.write_bytes(self.key.read_bytes())
        public.chmod(0o644)
        locked = self.directory / "locked.key"
        locked.touch(0o600)
        subprocess.run(
            ["openssl", "pkcs8", "-topk8", "-in", self.key, "-out", locked, "-passout", "pass:secret"], check=True, capture_output=True
        )
        missing = self.directory / "missing"
        below = self.directory / "reversed.pem"
        parts = re.findall("-----BEGIN.*?-----END CERTIFICATE-----\n", self.chain.read_text(), re.S)
        below.write_text("".join(reversed(parts)))
        for chain, key, reason in (
            (self.chain, other, "is not that of the first certificate"),
            (below, self.key, "must be the server's own"),
            (missing, self.key, f"there is no file {missing}"),
            (self.chain, missing, f"there is no file {missing}"),
            (empty, self.key, "has no certificate in PEM"),
            (self.chain, self.chain, "has no private key in PEM"),
            (self.chain, public, f"can be read by others; fix it with: chmod o-r {public}"),
            (self.chain, locked, "has a passphrase"),
            (self.directory, self.key, "is not a regular file"),
        ):
            with self.subTest(reason=reason):
                if chain == key:
                    chain.chmod(0o600)
                self.assertIn(reason, self.refusal("--tls-certificate", chain, "--tls-key", key))
        self.assertIn("go together", self.refusal("--tls-certificate", self.chain))
        self.assertIn("go together", self.refusal(JANGTEO_WEB_TLS_KEY=str(self.key)))
        pair = {"JANGTEO_WEB_TLS_CERTIFICATE": str(self.chain), "JANGTEO_WEB_TLS_KEY": str(self.key)}
        self.assertIn("a unix socket has no TLS", self.refusal(listen=f"unix:{self.directory}/socket", **pair))

    def test_others_than_this_machine_need_a_token(self):
        pair = {"JANGTEO_WEB_TLS_CERTIFICATE": str(self.chain), "JANGTEO_WEB_TLS_KEY": str(self.key)}
        self.assertIn("there is no file of tokens", self.refusal(listen="0.0.0.0:0", **pair))
        (self.directory / "jangteo").mkdir()
        (self.directory / "jangteo" / "tokens").touch()
        web = self.unready(listen="0.0.0.0:0", **pair)
        web.port = int(web.wait_ready()["http"].rsplit(":", 1)[1])
        self.assertProblem(self.request(web, "GET", "/api/juice/stock"), 401)
        self.assertEqual(self.request(web, "GET", "/health/live").status, 200)


class Handshakes(TLS):
    def end(self, connection):
        """Waits until the server has closed the connection."""
        try:
            while connection.recv(4_096):
                pass
        except ConnectionResetError:
            pass

    def test_one_that_does_not_end_is_ended_and_counted(self):
        web = self.web("--head-timeout", "1")
        beginnings = (b"", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(32))
        for beginning in beginnings:
            connection = limits.LimitsTest.connect(self, web, beginning)
            with self.subTest(beginning=beginning):
                self.end(connection)
        self.assertEqual(self.handshakes(web, "ended"), len(beginnings))
        # Behind the handshake the clocks are those of HTTP.
        self.assertRefused(self.connect(web, b"GET / HTTP/1.1\r\nHost: loc"), 408)
        self.assertServes(web)

    def test_what_is_no_tls_ends_its_connection_alone_and_is_counted(self):
        web = self.web()
        completed = self.connect(web)
        for wrong in (LIVE, b"\0" * 100, b""):
            connection = limits.LimitsTest.connect(self, web, wrong)
            connection.shutdown(socket.SHUT_WR)
            self.end(connection)
        while self.handshakes(web, "failed") < 3:
            pass
        completed.sendall(LIVE)
        self.until(completed, rb"^HTTP/1\.1 200 ")

    def test_those_that_never_begin_keep_nobody_out(self):
        web = self.web("--connections", "3")
        silent = [limits.LimitsTest.connect(self, web) for _ in range(6)]
        self.assertServes(web)
        for connection in silent[:3]:
            self.end(connection)
        self.assertGreaterEqual(self.handshakes(web, "ended"), 3)


class ReadersByTLS(TLSTest, limits.Readers):
    pass


class ConnectionsByTLS(TLSTest, limits.Connections):
    def test_where_all_have_requests_under_way_a_new_one_is_a_503(self):
        # Nobody could read it before the handshake, which is spared.
        web = self.web("--connections", "2")
        streams = [self.events(web), self.events(web)]
        for stream in streams:
            stream.until("live")
        with self.assertRaises((ssl.SSLError, ConnectionResetError)):
            self.connect(web)
        streams.pop().close()
        while True:
            self.client(self.service).ok("juice.stock.adjust", {"changes": {"kiwi": 1}})
            try:
                self.until(self.connect(web, LIVE), rb"^HTTP/1\.1 200 ")
                break
            except (ssl.SSLError, ConnectionResetError):
                pass


if __name__ == "__main__":
    unittest.main()
