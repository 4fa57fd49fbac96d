"""Debian's nginx before web-gateway, set up as docs/web.md says: TLS, an order, an origin, events as they come, and an app of the open market."""

import http.client
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import unittest

from juice_process import ROOT, TIMEOUT, free_port
from market_process import MarketClient, MarketProcess
from pictures import png
from test_web_market import BOUNDARY, form, params_part, picture_part
from web_process import EventReader, WebProcess, WebTest

NGINX, OPENSSL = shutil.which("nginx", path="/usr/sbin:/usr/bin"), shutil.which("openssl")


@unittest.skipUnless(NGINX and OPENSSL, "nginx is not installed: scripts/install-dependencies --test")
class NginxTest(WebTest):
    """A juice-service, and what nginx stands before."""

    def setUp(self):
        super().setUp()
        self.service = self.start(run="run")
        self.port = free_port()

    def run_nginx(self, server, before=""):
        """Starts nginx with that block, and waits until it takes connections."""
        places = "".join(
            f"{kind}_temp_path {self.directory}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        configuration = self.directory / "nginx.conf"
        configuration.write_text(
            f"{before} daemon off; pid {self.directory}/nginx.pid; worker_processes 1; events {{}}\n"
            f"http {{ access_log off; {places}\n{server}}}\n"
        )
        process = subprocess.Popen(
            [NGINX, "-p", self.directory, "-e", self.directory / "nginx.log", "-c", configuration],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        self.addCleanup(process.wait, TIMEOUT)
        self.addCleanup(process.terminate)
        while process.poll() is None:
            try:
                return socket.create_connection(("127.0.0.1", self.port)).close()
            except ConnectionRefusedError:
                continue
        self.fail((self.directory / "nginx.log").read_text())

    def create(self, tokens, name, role):
        """Makes a token."""
        made = subprocess.run(
            [self.process.program().parent / "gateway", "tokens", "create", name, "--role", role, "--tokens", tokens, "--json"],
            capture_output=True, text=True, check=True, timeout=TIMEOUT, env={"HOME": str(self.directory)},
        )  # fmt: skip
        return json.loads(made.stdout)["token"]

    def status(self, method, path, body=None, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT)
        self.addCleanup(connection.close)
        headers = {name.replace("_", "-"): text for name, text in headers.items()}
        connection.request(method, path, body and json.dumps(body), headers | ({"Content-Type": "application/json"} if body else {}))
        answer = connection.getresponse()
        answer.read()
        return answer.status


class PlainNginx(NginxTest):
    """One that was put before a program that expects none."""

    def test_nobody_orders_through_a_proxy_that_was_not_expected(self):
        web = self.web()
        if os.geteuid() == 0:
            # Its workers are of another user, and it adds nothing to a request.
            self.run_nginx(f"server {{ listen 127.0.0.1:{self.port}; location / {{ proxy_pass http://127.0.0.1:{web.port}; }} }}")
            self.assertEqual(self.status("POST", "/api/juice/orders", {"juice": "kiwi"}), 403)
            self.assertEqual(self.status("GET", "/api/juice/stock"), 200)
        self.assertStock(self.client(self.service))

    def test_nor_through_one_of_the_users_own_that_says_what_it_is(self):
        web = self.web()
        forwarded = "proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;"
        own = "user root;" if os.geteuid() == 0 else ""
        self.run_nginx(
            f"server {{ listen 127.0.0.1:{self.port}; location / {{ {forwarded} proxy_pass http://127.0.0.1:{web.port}; }} }}", own
        )
        self.assertEqual(self.status("POST", "/api/juice/orders", {"juice": "kiwi"}), 401)
        self.assertEqual(self.status("GET", "/api/juice/stock"), 401)
        self.assertStock(self.client(self.service))

    def test_a_unix_socket_is_reached_by_one_of_its_group_with_a_token(self):
        tokens, place = self.directory / "tokens", self.directory / "sockets"
        token = self.create(tokens, "phone", "order")
        place.mkdir(mode=0o750)
        if os.geteuid() == 0:
            # As the page says: the group of Debian's nginx, kept by the setgid bit.
            shutil.chown(place, group="www-data")
            place.chmod(0o2750)
            self.directory.chmod(0o711)
        process = WebProcess(
            self.directory, "--behind-proxy", "--tokens", str(tokens), "--listen", f"unix:{place}/http.sock", run="run"
        )
        self.addCleanup(process.close)
        self.assertEqual(process.wait_ready()["http"], f"unix:{place}/http.sock")
        own = "user www-data;" if os.geteuid() == 0 else ""
        self.run_nginx(
            f"server {{ listen 127.0.0.1:{self.port}; location / {{ proxy_pass http://unix:{place}/http.sock; }} }}", own
        )
        self.assertEqual(self.status("POST", "/api/juice/orders", {"juice": "kiwi"}), 401)
        self.assertEqual(self.status("POST", "/api/juice/orders", {"juice": "kiwi"}, Authorization=f"Bearer {token}"), 201)


class Nginx(NginxTest):
    def setUp(self):
        super().setUp()
        tokens = self.directory / "tokens"
        self.token = self.create(tokens, "phone", "order")
        self.gateway = self.web("--behind-proxy", "--tokens", str(tokens), "--open-market", "public")
        self.start_nginx()

    def start_nginx(self):
        """The block of the page, but for the ports and with a certificate of our own."""
        certificate, key = self.directory / "cert.pem", self.directory / "key.pem"
        subprocess.run(
            [OPENSSL, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=shop.example",
             "-addext", "subjectAltName=DNS:shop.example", "-keyout", key, "-out", certificate],
            check=True, capture_output=True, timeout=TIMEOUT,
        )  # fmt: skip
        page = (ROOT / "docs/web.md").read_text()
        server = re.search(r"```nginx\n(.*?)```", page, re.DOTALL)[1]
        server = server.replace(
            "listen 443 ssl;",
            f"listen 127.0.0.1:{self.port} ssl; ssl_certificate {certificate}; ssl_certificate_key {key};",
        ).replace("127.0.0.1:7100", f"127.0.0.1:{self.gateway.port}")
        self.tls = ssl.create_default_context(cafile=certificate)
        self.run_nginx(server)

    def connection(self):
        """A connection to the proxy under its name, whatever that resolves to."""
        connection = http.client.HTTPSConnection("shop.example", context=self.tls, timeout=TIMEOUT)
        plain = socket.create_connection(("127.0.0.1", self.port), timeout=TIMEOUT)
        connection.sock = self.tls.wrap_socket(plain, server_hostname="shop.example")
        self.addCleanup(connection.close)
        return connection

    def order(self, **headers):
        connection = self.connection()
        body = json.dumps({"juice": "kiwi"})
        headers = {"Content-Type": "application/json"} | {name.replace("_", "-"): text for name, text in headers.items()}
        connection.request("POST", "/api/juice/orders", body, headers)
        return connection.getresponse().status

    def test_orders_are_taken_from_who_has_a_token_and_pages_of_the_proxys_name(self):
        bearer = f"Bearer {self.token}"
        self.assertEqual(self.order(), 401)
        self.assertEqual(self.order(Authorization=bearer), 201)
        self.assertEqual(self.order(Authorization=bearer, Origin="https://shop.example"), 201)
        self.assertEqual(self.order(Authorization=bearer, Origin="https://evil.example"), 403)
        self.assertStock(self.client(self.service), kiwi=4)

    def test_events_come_through_as_they_happen(self):
        connection = self.connection()
        headers = {"Authorization": f"Bearer {self.token}"}
        stream = EventReader(None, "/events?topics=juice.", connection=connection, headers=headers)
        self.addCleanup(stream.close)
        stream.until("live")
        self.client(self.service).ok("juice.order", {"juice": "kiwi"})
        name, event, _ = stream.next()
        self.assertEqual((name, event["subject"]), ("message", "kiwi"))

    def test_an_app_of_the_open_market_works_without_a_token_and_finds_its_pictures_by_https(self):
        market = MarketProcess(self.directory, run="run")
        self.addCleanup(market.close)
        client = MarketClient(self.context, market.wait_ready()["rpc"].split(",")[0])
        self.addCleanup(client.close)
        vendor = client.ok("market.vendors.register", {"name": "동네 가게"})
        params = {"name": "차", "price": 1000, "currency": "KRW", "secret": vendor["secret"]}
        picture = png(8, 8)
        headers = {"identifier": vendor["identifier"], "Content-Type": f"multipart/form-data; boundary={BOUNDARY}"}
        connection = self.connection()
        connection.request("POST", "/api/products", form([params_part(params), picture_part(picture)]), headers)
        registered = connection.getresponse()
        self.assertEqual(registered.status, 201)
        url = json.loads(registered.read())["images"][0]["url"]
        self.assertTrue(url.startswith("https://shop.example/"), url)
        connection.request("GET", url.removeprefix("https://shop.example"))
        self.assertEqual(connection.getresponse().read(), picture)
        # An app that is behind a port of its own finds them there.
        connection.request("GET", "/v2/api/products/1", headers={"Host": "shop.example:8443"})
        thumbnail = json.loads(connection.getresponse().read())["thumbnail"]
        self.assertTrue(thumbnail.startswith("https://shop.example:8443/"), thumbnail)
        # All else still takes a token.
        connection.request("GET", "/api/juice/stock")
        self.assertEqual(connection.getresponse().status, 401)


if __name__ == "__main__":
    unittest.main()
