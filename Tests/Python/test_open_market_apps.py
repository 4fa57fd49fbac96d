"""Apps of the open market on phones: what they offer is taken as they write it, and what they are answered they can decode."""

import datetime
import json
import random
import subprocess
import unittest
import urllib.parse
import zoneinfo
from decimal import Decimal
from fractions import Fraction

import open_market_client as app
from juice_process import PROGRAMS, TIMEOUT
from market_web_process import Connection, WebProcess
from open_market_products import encoded, products
from pictures import jpeg, png
from test_web_market import OpenMarketTest, form, params_part, part, picture_part

SEED = 1871


class Products(OpenMarketTest):
    def picture(self, number):
        if number % 3:
            return png(8, 8, noise=b"%d" % number)
        return jpeg(8, 8, lambda column, row: (column + row + number) % 3 == 0)

    def test_a_hundred_products_as_apps_write_them_are_registered_and_read_in_both_generations(self):
        offered = list(products(SEED))
        made = {}
        for number, (params, means) in enumerate(offered):
            name = "images[]" if number % 4 == 0 else "images"
            pictures = [picture_part(self.picture(number + place), name) for place in range(1 + number % 5)]
            parts = [params_part(encoded(params | {"secret": self.secret})), *pictures]
            if number % 6 == 0:
                parts.reverse()
            base = "/v2" if number % 2 else ""
            response = self.post(form(parts), path=f"{base}/api/products")
            self.assertEqual(response.status, 201, (params, response))
            kind = app.SecondProduct if base else app.Product
            made[app.decode(response.body, kind).id] = (means, 1 + number % 5)
        # A form asks for three and ten characters: most of these have fewer.
        short = [params for params, means in offered if len(means[0]) < 3 or len(means[1]) < 10]
        self.assertGreater(len(short), 50)
        page = app.decode(self.get("/api/products?items_per_page=800&page_no=1").body, app.Page)
        second = app.decode(self.get("/v2/api/products?items_per_page=800&page_no=1").body, app.SecondPage)
        self.assertEqual([row.id for row in page.pages], sorted(made, reverse=True))
        self.assertEqual([row.id for row in second.pages], sorted(made, reverse=True))
        for rows in zip(page.pages, second.pages, strict=True):
            means, pictures = made[rows[0].id]
            third = app.decode(self.get(f"/api/products/{rows[0].id}").body, app.Product)
            second = app.decode(self.get(f"/v2/api/products/{rows[0].id}").body, app.SecondProduct)
            for read in (third, second, *rows):
                self.assertReads(read, means)
            for read in (third, second, rows[0]):
                self.assertEqual(read.description, means[1])
            self.assertEqual(len(third.images), pictures)
            self.assertTrue(all(image.succeed for image in second.images))
            self.assertEqual((third.vendors.name, second.vendors.name), ("동네 가게", "동네 가게"))

    def assertReads(self, read, means):
        name, _, currency, price, discount, stock = means
        self.assertEqual(
            (read.name, read.currency, read.price, read.discounted_price, read.bargain_price, read.stock),
            (name, currency, price, discount, price - discount, stock),
        )

    def test_a_number_with_all_digits_of_a_double_is_the_shortest_decimal_of_it(self):
        # What was written, in dollars, and what it means; None where it is refused.
        table = [
            ("19.989999999999998", "19.99"), ("1.1000000000000001", "1.1"), ("1.9989999999999998e1", "19.99"),
            ("0.10000000000000001", "0.1"), ("1234567.8899999999", "1234567.89"), ("999999999999.98999", "999999999999.99"),
            ("0.070000000000000007", "0.07"), ("0.0", "0"), ("-0.0", "0"), ("2.2999999999999998", "2.3"),
            # 15 digits and fewer, 18 and more are what a person meant.
            ("19.9899999999999", None), ("19.999", None), ("19.98999999999999488", None), ("19.99000000000000001", None),
            # The sum of 0.1 and 0.2 in binary is no tenth, and its shortest decimal has 17 digits.
            ("0.30000000000000004", None), ("-19.989999999999998", None),
            # Whole numbers are exact, however large, and in range or not.
            ("1000000000000", "1000000000000"), ("9007199254740993", None), ("12345678901234567", None),
            ("1e400", None), ("1.0000000000000001e-320", None), ("1000000000000.0000", "1000000000000"),
        ]
        price = self.product(self.params(currency="USD", discounted_price=0))["id"]
        for written, meant in table:
            for text in (written, f'"{written}"'):
                with self.subTest(text):
                    body = f'{{"price":{text},"secret":"{self.secret}"}}'.encode()
                    response = self.send("PATCH", f"/api/products/{price}", body)
                    if meant is None:
                        problem = self.assertProblem(response, 422, "INVALID_PARAMS")
                        self.assertEqual([one["pointer"] for one in problem["violations"]], ["/price"])
                    else:
                        self.assertEqual(response.status, 200, response)
                        self.assertEqual(app.decode(response.body, app.Product).price, Decimal(meant))
            body = f'{{"name":"유리컵 세트","description":"두 개가 한 묶음인 유리컵입니다.","currency":"USD","price":{written}}}'
            checked = self.send("POST", "/api/market/check", body.encode(), Content_Type="application/json")
            self.assertEqual(checked.status, 422 if meant is None else 200, (written, checked))

    def test_every_sum_of_cents_survives_any_encoder_of_doubles(self):
        cents = random.Random(SEED).sample(range(1, 10**14), 40)
        product = self.product(self.params(currency="USD", discounted_price=0))["id"]
        for sum in (Decimal(one) / 100 for one in cents):
            for digits in (16, 17):
                written = f"{float(sum):.{digits}g}"
                self.assertLess(abs(Fraction(written) - Fraction(sum)), Fraction(1, 1000))
                body = f'{{"price":{written},"secret":"{self.secret}"}}'.encode()
                response = self.send("PATCH", f"/api/products/{product}", body)
                self.assertEqual(response.status, 200, (written, response))
                self.assertEqual(app.decode(response.body, app.Product).price, sum)

    def test_the_wire_stays_exact(self):
        form = self.form(self.account, price="PRICE", currency="USD", discounted_price=0)
        exact = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "market.products.check", "params": form})
        exact = exact.replace('"PRICE"', "19.989999999999998").encode()
        response = self.send("POST", "/rpc/market", exact, Content_Type="application/json")
        self.assertEqual(response.json["error"]["data"]["violations"][0]["pointer"], "/price")

    def test_a_page_has_up_to_800_products(self):
        picture = png(8, 8)
        for _ in range(205):
            self.register(self.wire, self.account, [picture])
        for number, size in ((1, 800), (1, 205), (2, 150), (1, 101), (2, 101), (3, 101), (4, 101), (10**9, 800), (1, 100)):
            response = self.get(f"/api/products?page_no={number}&items_per_page={size}")
            page = app.decode(response.body, app.Page)
            offset, last = (number - 1) * size, -(-205 // size)
            expected = list(range(205 - offset, max(0, 205 - offset - size), -1))
            self.assertEqual([row.id for row in page.pages], expected, (number, size))
            self.assertEqual(
                (page.pageNo, page.itemsPerPage, page.totalCount, page.offset, page.limit, page.lastPage),
                (number, size, 205, offset, size, last),
            )
            self.assertEqual((page.hasNext, page.hasPrev), (number < last, number > 1))
        page = app.decode(self.get("/api/products?items_per_page=300&search_value=%EC%83%81%ED%92%88").body, app.Page)
        self.assertEqual(len(page.pages), 205)
        tag = self.get("/api/products?items_per_page=300").headers["etag"]
        self.assertEqual(self.get("/api/products?items_per_page=300", If_None_Match=tag).status, 304)
        for size in (0, 801, -1):
            problem = self.assertProblem(self.get(f"/api/products?items_per_page={size}"), 422, "INVALID_PARAMS")
            self.assertIn("1 to 800", problem["message"])

    def test_a_path_may_stand_behind_the_base_once_more(self):
        for base in ("", "/v2"):
            for doubled in ("//api/products/", "/api/products/", "//"):
                with self.subTest(base + doubled):
                    product = self.product()["id"]
                    place = f"{base}/api/products{doubled}{product}"
                    self.assertEqual(self.get(place).json["id"], product)
                    self.assertEqual(self.get(f"/{place}?x=//").json["id"], product)
                    archived = self.send("POST", f"{place}/archived", {"secret": self.secret})
                    self.assertEqual(archived.status, 200, archived)
                    deletion = archived.body.decode()
                    deleted = self.send("DELETE", f"{base}/api/products/{deletion}")
                    self.assertEqual((deleted.status, deleted.json["id"]), (200, product), deletion)
        self.assertEqual(self.get("/api/products//api/products").status, 200)
        self.assertProblem(self.get("/api/products//api/juice/stock"), 404)


class Form(OpenMarketTest):
    """The form of the pages, as a browser without scripts sends it."""

    def fill(self, path, values, pictures=()):
        credentials = self.identifier | {"secret": self.secret}
        parts = [part(f'form-data; name="{name}"', text.encode()) for name, text in (credentials | values).items()]
        if path == "/market/new":
            return self.post(form([*parts, *map(picture_part, pictures)]), path=path)
        body = urllib.parse.urlencode(credentials | values).encode()
        return self.send("POST", path, body, Content_Type="application/x-www-form-urlencoded", Accept_Language="en")

    def test_it_asks_for_texts_that_say_something_although_the_market_takes_shorter_ones(self):
        values = {"name": "차", "description": "짧다", "price": "1000", "currency": "KRW"}
        refused = self.fill("/market/new", values, [png(8, 8)])
        self.assertEqual(refused.status, 422, refused)
        self.assertIn('id="name-fault" data-fault>Enter a name of 3 to 100', refused.body.decode())
        self.assertEqual(self.get("/api/products").json["totalCount"], 0)
        registered = self.fill("/market/new", values | {"name": "자동차", "description": "아주 좋은 차입니다."}, [png(8, 8)])
        self.assertEqual((registered.status, registered.headers["location"][:9]), (303, "/market/1"))

    def test_a_product_with_short_texts_can_be_edited_and_what_is_new_is_judged(self):
        product = self.product(self.params(name="차", description="", currency="KRW", discounted_price=0))
        self.assertIn("차", self.get(f"/market/{product['id']}").body.decode())
        values = {"name": "차", "description": "", "price": "900", "currency": "KRW", "discounted_price": "0", "stock": "10"}
        place = f"/market/{product['id']}/edit"
        changed = self.fill(place, values)
        self.assertEqual(changed.status, 303, changed)
        self.assertEqual(self.get(f"/api/products/{product['id']}").json["price"], "900.0")
        refused = self.fill(place, values | {"name": "말"})
        self.assertEqual(refused.status, 422, refused)
        self.assertIn("3 to 100", refused.body.decode())


class Public(OpenMarketTest):
    """A market that is open to everybody, where other machines reach it."""

    def start_web(self, *arguments, **options):
        web = WebProcess(self.service.run, *arguments, **options)
        self.addCleanup(web.stop)
        self.web, self.connection = web, Connection(web)
        self.addCleanup(self.connection.close)
        return web

    def start_public_behind_proxy(self):
        tokens = self.directory / "tokens"
        tokens.write_text("")
        tokens.chmod(0o600)
        return self.start_web("--open-market", "public", "--behind-proxy", "--tokens", str(tokens))

    def test_without_being_told_so_it_listens_on_this_machine_alone(self):
        for option in (["--listen", "0.0.0.0:0"], ["--listen-v2", "0.0.0.0:0"]):
            words = [PROGRAMS / "web-gateway", "serve", *option, "--run-dir", self.service.run]
            done = subprocess.run(words, capture_output=True, text=True, timeout=TIMEOUT, check=False)
            self.assertEqual((done.returncode, done.stdout), (64, ""))
            self.assertIn("0.0.0.0:0 can be reached by other machines", done.stderr)

    def test_everybody_uses_the_open_market_and_nothing_else(self):
        self.start_web("--open-market", "public", listen="0.0.0.0:0")
        product = self.product()["id"]
        host = {"Host": "192.168.0.7:7100"}
        self.assertEqual(self.get(f"/api/products/{product}", **host).json["id"], product)
        self.assertEqual(self.get("/healthChecker", **host).body, b'"OK"')
        changed = self.send("PATCH", f"/api/products/{product}", {"stock": 7, "secret": self.secret}, **host)
        self.assertEqual(changed.json["stock"], 7)
        for path in ("/api/juice/menu", "/api/market/images/1", "/market", "/metrics", "/events", "/openapi.json", "/v2"):
            self.assertEqual(self.get(path, **host).status, 401, path)
        for path in ("/rpc/market", "/api/market/purchases"):
            body = {"id": product, "quantity": 1}
            self.assertEqual(self.send("POST", path, body, **host).status, 401, path)

    def test_on_this_machine_apps_of_a_simulator_come_by_any_name(self):
        self.start_web("--open-market", "public", "--loopback-role", "read")
        product = self.product()["id"]
        self.assertEqual(self.get("/api/products", Host="market.test").status, 200)
        self.assertEqual(self.get("/api/juice/menu", Host="market.test").status, 421)
        changed = self.send("PATCH", f"/api/products/{product}", {"stock": 3, "secret": self.secret})
        self.assertEqual(changed.status, 200)

    def test_wrong_secrets_cost_the_one_who_guesses_and_not_the_vendor(self):
        self.start_public_behind_proxy()
        product = self.product(headers={"X-Forwarded-For": "198.51.100.9"})["id"]
        place, wrong = f"/api/products/{product}", {"stock": 1, "secret": "guess"}
        statuses = []
        for number in range(30):
            # What the client itself has written stands before what the proxy has added.
            response = self.send("PATCH", place, wrong, X_Forwarded_For=f"203.0.113.{number}, 198.51.100.1")
            statuses.append(response.status)
        self.assertEqual(statuses[:20], [403] * 20)
        self.assertEqual(statuses[-1], 429)
        self.assertProblem(response, 429)
        self.assertGreater(int(response.headers["retry-after"]), 0)
        right = {"stock": 1, "secret": self.secret}
        self.assertEqual(self.send("PATCH", place, right, X_Forwarded_For="198.51.100.1").status, 429)
        self.assertEqual(self.send("PATCH", place, right, X_Forwarded_For="198.51.100.2").status, 200)
        self.assertEqual(self.get(place, X_Forwarded_For="198.51.100.1").status, 200)

    def test_a_vendor_writes_within_its_limits_wherever_it_is(self):
        self.start_public_behind_proxy()
        place, other = f"/api/products/{self.product()['id']}", self.vendor(self.wire, "다른 가게")
        statuses = []
        while 429 not in statuses:
            change = {"stock": len(statuses), "secret": self.secret}
            statuses.append(self.send("PATCH", place, change, X_Forwarded_For=f"10.0.{len(statuses)}.1").status)
        self.assertEqual(set(statuses[:-1]), {200})
        self.assertGreaterEqual(len(statuses), 60)
        self.assertEqual(self.get(place).status, 200)
        self.identifier = {"identifier": other["identifier"]}
        mine = {"stock": 1, "secret": other["secret"]}
        self.assertEqual(self.send("PATCH", place, mine, X_Forwarded_For="10.1.0.1").json["reason"], "PERMISSION_DENIED")

    def test_pictures_are_where_the_proxy_was_asked(self):
        self.start_public_behind_proxy()
        product = self.product()["id"]
        for fields, origin in (
            ({"X-Forwarded-Proto": "https", "X-Forwarded-Host": "market.example"}, "https://market.example"),
            ({"X-Forwarded-Proto": "http", "X-Forwarded-Host": "market.example:8080"}, "http://market.example:8080"),
            # A proxy that says nothing of how it was asked is there for HTTPS.
            ({"Host": "market.example"}, "https://market.example"),
            ({"X-Forwarded-Proto": "javascript", "Host": "market.example"}, "https://market.example"),
        ):
            for base in ("", "/v2"):
                read = self.connection.request("GET", f"{base}/api/products/{product}", fields).json
                for url in (read["thumbnail"], read["images"][0]["url"], read["images"][0]["thumbnail_url"]):
                    self.assertTrue(url.startswith(origin + "/api/products/images/"), url)

    def test_what_no_believed_proxy_has_written_counts_for_nothing(self):
        product = self.product()["id"]
        fields = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "evil.example"}
        # It says that the request comes from elsewhere, where only the public one is open.
        self.assertEqual(self.connection.request("GET", f"/api/products/{product}", fields).status, 401)
        self.start_web("--open-market", "public")
        read = self.connection.request("GET", f"/api/products/{product}", fields).json
        self.assertTrue(read["thumbnail"].startswith(self.web.url), read)

    def test_the_second_generation_has_a_root_of_its_own(self):
        web = self.start_web("--listen-v2", "127.0.0.1:0")
        product = self.product()["id"]
        connection = Connection(web, web.second)
        self.addCleanup(connection.close)
        self.assertEqual(connection.request("GET", "/healthChecker").body, b'"OK"')
        for base in ("", "/v2"):
            response = connection.request("GET", f"{base}/api/products/{product}")
            read = app.decode(response.body, app.SecondProduct)
            self.assertTrue(read.thumbnail.startswith(web.second), read.thumbnail)
            picture = connection.request("GET", read.images[0].url.removeprefix(web.second))
            self.assertEqual((picture.status, picture.headers["content-type"]), (200, "image/png"))
            page = connection.request("GET", f"{base}/api/products?page_no=1&items_per_page=20")
            app.decode(page.body, app.SecondPage)
        secret = connection.request(
            "POST", f"/api/products/{product}/secret", self.identifier, json.dumps({"secret": self.secret}).encode()
        )
        deleted = connection.request("DELETE", f"/api/products/{product}/{secret.body.decode()}", self.identifier)
        self.assertEqual(app.decode(deleted.body, app.SecondProduct).id, product)
        for path in ("/market", "/api/juice/menu", "/metrics", "/health/live", "/"):
            self.assertEqual(connection.request("GET", path).status, 404, path)
        self.assertEqual(self.get("/market").status, 200)

    def test_an_address_that_is_taken_is_named_with_its_option(self):
        place = self.web.url.removeprefix("http://")
        for option in (["--listen", place], ["--listen", "127.0.0.1:0", "--listen-v2", place]):
            words = [PROGRAMS / "web-gateway", "serve", *option, "--run-dir", self.service.run]
            done = subprocess.run(words, capture_output=True, text=True, timeout=TIMEOUT, check=False)
            self.assertEqual((done.returncode, done.stdout), (78, ""), done.stderr)
            self.assertIn(f"cannot listen on {place}", done.stderr)
            self.assertIn(option[-2], done.stderr)


class Times(OpenMarketTest):
    def read(self, product, *arguments, **environment):
        web = WebProcess(self.service.run, *arguments, **environment)
        self.addCleanup(web.stop)
        connection = Connection(web)
        self.addCleanup(connection.close)
        read = app.decode(connection.request("GET", f"/v2/api/products/{product}").body, app.SecondProduct)
        self.assertEqual(web.stop(), 0)
        return read

    def refusal(self, name, **environment):
        words = [PROGRAMS / "web-gateway", "serve", "--listen", "127.0.0.1:0", "--market-time-zone", name]
        done = subprocess.run(
            words, capture_output=True, text=True, timeout=TIMEOUT, check=False, env={"PATH": "/usr/bin"} | environment
        )
        self.assertEqual((done.returncode, done.stdout), (64, ""))
        return done.stderr

    def test_times_are_those_of_the_zone_that_the_users_live_in(self):
        product = self.product()
        utc = self.wire.ok("market.products.get", {"id": product["id"]})
        for zone in (None, "America/New_York", "UTC", "Asia/Kolkata"):
            read = self.read(product["id"], *(["--market-time-zone", zone] if zone else []))
            local = zoneinfo.ZoneInfo(zone or "Asia/Seoul")
            for seen, wire in (
                (read.created_at, utc["created_at"]), (read.issued_at, utc["issued_at"]),
                (read.images[0].issued_at, utc["images"][0]["issued_at"]),
                (read.vendors.created_at, utc["vendors"]["created_at"]),
            ):
                moment = datetime.datetime.fromisoformat(wire).replace(tzinfo=datetime.UTC)
                self.assertEqual(seen, moment.astimezone(local).replace(tzinfo=None), zone)

    def test_a_name_that_is_no_time_zone_is_refused(self):
        for name in ("Asia/Soul", "KST-9", "", "../../etc/passwd", "/etc/localtime", "zone.tab", "Asia"):
            self.assertIn("has no such time zone", self.refusal(name), name)

    def test_without_a_database_the_usual_zone_is_known_and_others_say_what_to_install(self):
        product = self.product()["id"]
        without = {"TZDIR": "/nonexistent"}
        seoul, utc = (self.read(product, *words, **without) for words in ([], ["--market-time-zone", "UTC"]))
        self.assertEqual(seoul.created_at - utc.created_at, datetime.timedelta(hours=9))
        said = self.refusal("Europe/Berlin", **without)
        self.assertIn("there is no time zone database in /nonexistent", said)
        self.assertIn("tzdata", said)


if __name__ == "__main__":
    unittest.main()
