"""Debian's nginx before web-gateway, set up as docs/web.md says: TLS, an order, an origin, events as they come, and an app of the open market."""

import http.client
import json
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
from web_process import EventReader, WebTest

NGINX, OPENSSL = shutil.which("nginx", path="/usr/sbin:/usr/bin"), shutil.which("openssl")


@unittest.skipUnless(NGINX and OPENSSL, "nginx is not installed: scripts/install-dependencies --test")
class Nginx(WebTest):
    def setUp(self):
        super().setUp()
        self.service = self.start(run="run")
        tokens = self.directory / "tokens"
        made = subprocess.run(
            [self.process.program().parent / "gateway", "tokens", "create", "phone", "--role", "order", "--tokens", tokens,
             "--json"],
            capture_output=True, text=True, check=True, timeout=TIMEOUT, env={"HOME": str(self.directory)},
        )  # fmt: skip
        self.token = json.loads(made.stdout)["token"]
        self.gateway = self.web("--behind-proxy", "--tokens", str(tokens), "--open-market", "public")
        self.port = free_port()
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
        places = "".join(
            f"{kind}_temp_path {self.directory}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        configuration = self.directory / "nginx.conf"
        configuration.write_text(
            f"daemon off; pid {self.directory}/nginx.pid; worker_processes 1; events {{}}\n"
            f"http {{ access_log off; {places}\n{server}}}\n"
        )
        process = subprocess.Popen(
            [NGINX, "-p", self.directory, "-e", self.directory / "nginx.log", "-c", configuration],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        self.addCleanup(process.wait, TIMEOUT)
        self.addCleanup(process.terminate)
        self.tls = ssl.create_default_context(cafile=certificate)
        while process.poll() is None:
            try:
                return socket.create_connection(("127.0.0.1", self.port)).close()
            except ConnectionRefusedError:
                continue
        self.fail((self.directory / "nginx.log").read_text())

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
