"""The open-market API of web-gateway: what clients on iOS send, byte for byte, and what they get."""

import hashlib
import io
import json
import threading
import unittest
import zipfile

from juice_process import PROGRAMS, TIMEOUT
from market_process import MarketTest
from market_web_process import Connection, WebProcess
from pictures import jpeg, png, png_of_bytes

LARGEST = 307_200
DATE = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d"
BOUNDARY = "Boundary-5F0C0A52-9D5E-4C55-9A9E-0D7A54C3B1F4"


def part(disposition, content, type=None, colon=": "):
    """One part of a form, without its boundary."""
    head = f"Content-Disposition{colon}{disposition}\r\n" + (f"Content-Type: {type}\r\n" if type else "")
    return head.encode() + b"\r\n" + content + b"\r\n"


def form(parts, boundary=BOUNDARY, before=b"", end=b"--\r\n"):
    """A body of several parts."""
    line = b"--" + boundary.encode()
    return before + b"".join(line + b"\r\n" + one for one in parts) + line + end


def params_part(params, type="application/json", **options):
    text = params if isinstance(params, bytes) else json.dumps(params, ensure_ascii=False).encode()
    return part('form-data; name="params"', text, type, **options)


def picture_part(data, name="images", file="image.png", type="image/png", **options):
    return part(f'form-data; name="{name}"; filename="{file}"', data, type, **options)


class OpenMarketTest(MarketTest):
    """A market with one vendor, and the web interface in front of it."""

    def setUp(self):
        if not (PROGRAMS / "web-gateway").exists():
            raise unittest.SkipTest("web-gateway is not built: swift build")
        super().setUp()
        self.service = self.start()
        self.wire = self.client(self.service)
        self.account = self.vendor(self.wire)
        self.identifier = {"identifier": self.account["identifier"]}
        self.secret = self.account["secret"]
        self.web = WebProcess(self.service.run)
        self.addCleanup(self.web.stop)
        self.connection = self.connect()

    def connect(self):
        connection = Connection(self.web)
        self.addCleanup(connection.close)
        return connection

    def params(self, **members):
        number = next(self._numbers)
        params = {"name": f"상품 {number}", "description": f"아주 좋은 상품입니다. {number}", "price": 1200}
        return params | {"currency": "KRW", "discounted_price": 200, "stock": 10, "secret": self.secret} | members

    def post(self, body, type=f"multipart/form-data; boundary={BOUNDARY}", path="/api/products", headers=(), **options):
        fields = self.identifier | ({"Content-Type": type} if type else {}) | dict(headers)
        return self.connection.request("POST", path, fields, body, **options)

    def offer(self, params=None, pictures=None, **options):
        """Registers a product as a client does, and returns the response."""
        pictures = [png(8, 8, noise=str(next(self._numbers)).encode())] if pictures is None else pictures
        parts = [params_part(params or self.params()), *(picture_part(data) for data in pictures)]
        return self.post(form(parts), **options)

    def product(self, params=None, pictures=None, **options):
        response = self.offer(params, pictures, **options)
        self.assertEqual(response.status, 201, response)
        return response.json

    def send(self, method, path, body=None, **headers):
        fields = self.identifier | {name.replace("_", "-"): text for name, text in headers.items()}
        text = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        return self.connection.request(method, path, fields, text)

    def get(self, path, **headers):
        return self.connection.request("GET", path, {name.replace("_", "-"): text for name, text in headers.items()})

    def assertProblem(self, response, status, reason=None):
        """Holds a response to an error as these clients read it."""
        self.assertEqual(response.status, status, response)
        self.assertEqual(response.headers["content-type"], "application/problem+json")
        problem = response.json
        self.assertEqual((problem["code"], problem["status"]), (status, status))
        self.assertTrue(problem["message"].strip())
        self.assertEqual(problem["message"], problem["detail"])
        if reason:
            self.assertEqual(problem["reason"], reason)
        return problem


class Reading(OpenMarketTest):
    def test_the_health_checker_answers_four_bytes(self):
        for path in ("/healthChecker", "/healthChecker/", "/v2/healthChecker"):
            response = self.get(path)
            self.assertEqual((response.status, response.body), (200, b'"OK"'))

    def test_the_health_checker_fails_while_the_market_is_away(self):
        self.service.stop()
        self.assertProblem(self.get("/healthChecker"), 503, "UNAVAILABLE")

    def test_a_list_has_the_members_and_the_order_that_clients_read(self):
        made = [self.product() for _ in range(3)]
        response = self.get("/api/products?page_no=1&items_per_page=2")
        self.assertEqual(response.status, 200)
        page = response.json
        rows = page.pop("pages")
        expected = {"pageNo": 1, "itemsPerPage": 2, "totalCount": 3, "offset": 0, "limit": 2, "lastPage": 2}
        self.assertEqual(page, expected | {"hasNext": True, "hasPrev": False})
        self.assertEqual([row["id"] for row in rows], [made[2]["id"], made[1]["id"]])
        product = {name: value for name, value in made[2].items() if name not in ("images", "vendors")}
        self.assertEqual(rows[0], product | {"vendorName": "동네 가게"})
        page = self.get("/api/products/?page_no=2&items_per_page=2").json
        self.assertEqual([row["id"] for row in page["pages"]], [made[0]["id"]])
        self.assertEqual((page["offset"], page["hasNext"], page["hasPrev"]), (2, False, True))

    def test_a_list_without_numbers_has_those_of_the_market(self):
        page = self.get("/api/products").json
        self.assertEqual((page["pageNo"], page["itemsPerPage"], page["pages"]), (1, 20, []))

    def test_a_list_finds_words_in_any_script(self):
        self.product(self.params(name="망고 한 상자"))
        self.product(self.params(name="바나나"))
        page = self.get("/api/products?page_no=1&items_per_page=10&search_value=%EB%A7%9D%EA%B3%A0%20%ED%95%9C").json
        self.assertEqual([row["name"] for row in page["pages"]], ["망고 한 상자"])

    def test_queries_of_any_kind_are_no_trouble(self):
        pages = ("page_no", "page_no=", "page_no=1&page_no=2")
        for query in (*pages, "&&=&", "search_value=%2525", "more=1"):
            self.assertEqual(self.get(f"/api/products?{query}").status, 200, query)
        self.assertEqual(self.get("/api/products?search_value=%FF%").status, 400)
        self.assertProblem(self.get("/api/products?search_value=" + "x" * 201), 422, "INVALID_PARAMS")
        self.assertProblem(self.get("/api/products?page_no=99999999999999999999"), 422, "INVALID_PARAMS")

    def test_numbers_that_are_none_are_refused(self):
        problem = self.assertProblem(self.get("/api/products?page_no=one"), 422, "INVALID_PARAMS")
        self.assertEqual(problem["violations"][0]["pointer"], "/page_no")
        self.assertProblem(self.get("/api/products?page_no=0"), 422, "INVALID_PARAMS")

    def test_a_description_too_long_for_a_list_does_not_spoil_it(self):
        self.product(self.params(description="가\u0301" * 1000))
        self.assertEqual(self.get("/api/products").json["pages"][0]["description"], "")

    def test_a_full_page_of_long_descriptions_is_read(self):
        picture = png(8, 8)
        for _ in range(100):
            self.register(self.wire, self.account, [picture], description="가" * 1000)
        response = self.get("/api/products?items_per_page=100")
        self.assertEqual(response.status, 200)
        self.assertEqual({len(row["description"]) for row in response.json["pages"]}, {1000})

    def test_one_product_has_its_pictures_and_its_vendor(self):
        made = self.product(pictures=[png(300, 100), jpeg(2, 2, lambda column, row: column == row)])
        response = self.get(f"/api/products/{made['id']}")
        self.assertEqual((response.status, response.headers["cache-control"]), (200, "no-cache"))
        product = response.json
        self.assertEqual(product, made)
        self.assertNotIn("vendorName", product)
        self.assertEqual(product["vendors"], {"id": product["vendor_id"], "name": "동네 가게"})
        self.assertEqual(len(product["images"]), 2)
        for image in product["images"]:
            self.assertEqual(set(image), {"id", "url", "thumbnail_url", "issued_at"})
            self.assertRegex(image["issued_at"], f"^{DATE}$")
        self.assertEqual(product["thumbnail"], product["images"][0]["thumbnail_url"])
        self.assertEqual(self.get(f"/api/products/{made['id']}/").json, product)

    def test_a_product_that_is_not_there_is_not_found(self):
        self.assertProblem(self.get("/api/products/77"), 404, "UNKNOWN_PRODUCT")
        for text in ("mango", "0", "-1", "99999999999999999999999", "%00"):
            self.assertProblem(self.get(f"/api/products/{text}"), 404)

    def test_dates_and_sums_are_as_clients_decode_them(self):
        product = self.product(self.params(price=1200, discounted_price=200))
        self.assertRegex(product["created_at"], f"^{DATE}$")
        self.assertRegex(product["issued_at"], f"^{DATE}$")
        sums = [product[name] for name in ("price", "discounted_price", "bargain_price")]
        self.assertEqual(sums, ["1200.0", "200.0", "1000.0"])
        product = self.product(self.params(price=10.5, discounted_price=0.25, currency="USD"))
        sums = [product[name] for name in ("price", "discounted_price", "bargain_price")]
        self.assertEqual(sums, ["10.50", "0.25", "10.25"])

    def test_pictures_are_under_absolute_urls(self):
        data = png(300, 100)
        product = self.product(pictures=[data])
        image = product["images"][0]
        self.assertEqual(image["url"].partition("?")[0], f"{self.web.url}/api/products/images/{image['id']}")
        self.assertEqual(image["thumbnail_url"].partition("?")[0], image["url"].partition("?")[0] + "/thumbnail")
        response = self.get(image["url"].removeprefix(self.web.url))
        self.assertEqual((response.status, response.headers["content-type"]), (200, "image/png"))
        self.assertEqual(hashlib.sha256(response.body).digest(), hashlib.sha256(data).digest())
        thumbnail = self.get(product["thumbnail"].removeprefix(self.web.url))
        self.assertNotEqual(thumbnail.body, data)
        self.assertEqual(self.get(f"/api/products/images/{image['id']}/thumbnail/").body, thumbnail.body)
        again = self.get(f"/api/products/images/{image['id']}", If_None_Match=response.headers["etag"])
        self.assertEqual((again.status, again.body), (304, b""))
        self.assertProblem(self.get("/api/products/images/9999"), 404, "UNKNOWN_IMAGE")

    def test_the_urls_of_pictures_have_the_host_that_was_asked(self):
        self.product()
        response = self.connection.request("GET", "/api/products", host="localhost:8080")
        thumbnail = response.json["pages"][0]["thumbnail"]
        self.assertRegex(thumbnail, r"^http://localhost:8080/api/products/images/\d+/thumbnail\?hash=")
        response = self.connection.request("GET", "/api/products", host='a"@evil.example/')
        if response.status == 200:
            self.assertRegex(response.json["pages"][0]["thumbnail"], r"^/api/products/images/\d+/thumbnail\?hash=")

    def test_a_list_is_asked_for_again_and_never_stale(self):
        self.product()
        first = self.get("/api/products?page_no=1&items_per_page=10")
        self.assertEqual(first.headers["cache-control"], "no-cache")
        tag = first.headers["etag"]
        for held in (tag, f'"other", {tag}', f"W/{tag}"):
            same = self.get("/api/products?page_no=1&items_per_page=10", If_None_Match=held)
            self.assertEqual((same.status, same.body, same.headers["etag"]), (304, b"", tag))
        self.product()
        changed = self.get("/api/products?page_no=1&items_per_page=10", If_None_Match=tag)
        self.assertEqual((changed.status, changed.json["totalCount"]), (200, 2))
        self.assertNotEqual(changed.headers["etag"], tag)
        for odd in ('"', '""', '"3/"', '"3/' + "x" * 500 + '"', "*x", ",,,"):
            self.assertEqual(self.get("/api/products", If_None_Match=odd).status, 200)


class Registering(OpenMarketTest):
    def test_both_ways_to_write_a_boundary_with_length_and_in_chunks(self):
        body = form([params_part(self.params()), picture_part(png(8, 8))])
        for type in (
            f"multipart/form-data; boundary={BOUNDARY}",
            f'multipart/form-data; boundary="{BOUNDARY}"',
            f"multipart/form-data;boundary={BOUNDARY}",
            f'Multipart/Form-Data; charset=utf-8; Boundary="{BOUNDARY}"',
        ):
            for chunked in (0, 7, 4096):
                with self.subTest(type=type, chunked=chunked):
                    response = self.post(body, type, chunked=chunked)
                    self.assertEqual(response.status, 201, response)
                    self.assertEqual(response.headers["location"], f"/api/products/{response.json['id']}")

    def test_everything_in_which_clients_differ(self):
        image = png(8, 8)
        text = params_part(self.params())
        picture = picture_part(image)
        line = b"--" + BOUNDARY.encode()
        bodies = {
            "usual": form([text, picture]),
            "pictures first": form([picture, text]),
            "params in the middle": form([picture, text, picture]),
            "a line end before": form([text, picture], before=b"\r\n"),
            "line ends before": form([text, picture], before=b"\r\n\r\n"),
            "something before": form([text, picture], before=b"This is a form.\r\n--B\r\n" + line + b"x\r\n"),
            "something behind": form([text, picture], end=b"--\r\nThis was a form.\r\n" + line + b"\r\n"),
            "a boundary before the end": form([text, picture], end=b""),
            "a boundary and a line end": form([text, picture], end=b"\r\n"),
            "no line end at the end": form([text, picture], end=b"--"),
            "line ends at the end": form([text, picture], end=b"--\r\n\r\n"),
            "blanks behind a boundary": form([text, picture]).replace(line + b"\r\n", line + b" \t\r\n"),
            "no blank after the colon": form([params_part(self.params(), colon=":"), picture_part(image, colon=":")]),
            "blanks after headers": form([text.replace(b"\r\n", b"  \r\n", 1), picture]),
            "blanks around the colon": form([params_part(self.params(), colon=" :  "), picture]),
            "no types": form([params_part(self.params(), None), picture_part(image, type=None)]),
            "a text as type": form([params_part(self.params(), "text/plain; charset=utf-8"), picture]),
            "brackets": form([text, picture_part(image, "images[]"), picture_part(image, "images[]")]),
            "no quotes": form([text, part("form-data; name=images; filename=a.png", image)]),
            "a name in Korean": form([text, picture_part(image, file="망고 상자 🥭.jpeg", type="image/jpeg")]),
            "no file name": form([text, part('form-data; name="images"', image)]),
            "an empty file name": form([text, picture_part(image, file="")]),
            "escaped quotes": form([text, picture_part(image, file=r"a\"b\".png")]),
            "percent quotes": form([text, picture_part(image, file="a%22b%22.png")]),
            "plain quotes": form([text, picture_part(image, file='a"b".png')]),
            "escaped line ends": form([text, picture_part(image, file="a%0D%0Ab.png")]),
            "semicolons": form([text, picture_part(image, file='a; name="params"; b.png')]),
            "quotes before the name": form([text, part('form-data; filename="a"b".png"; name="images"', image)]),
            "the file name first": form([text, part('form-data; filename="a\\"; b.png"; name="images"', image)]),
            "headers of its own": form([text, b"X-More: yes\r\nContent-Length: 7\r\n" + picture]),
            "further parts": form([text, part('form-data; name="more"', b"unknown"), picture]),
            "an empty part": form([text, part('form-data; name="more"', b""), picture]),
            "an empty part at once": form([text, b'Content-Disposition: form-data; name="more"\r\n\r\n', picture]),
            "the boundary's beginning in a picture": form([text, picture_part(image + b"\r\n" + line + b"x\r\n--B")]),
            "blanks around the JSON": form([params_part(b"\r\n %s\n" % json.dumps(self.params()).encode()), picture]),
        }
        for name, body in bodies.items():
            with self.subTest(name):
                response = self.post(body)
                self.assertEqual(response.status, 201, response)
                first = response.json["images"][0]["url"].removeprefix(self.web.url)
                self.assertEqual(self.get(first).body[: len(image)], image)
        self.assertEqual(self.post(form([text, picture]), path="/api/products/").status, 201)

    def test_five_pictures_of_the_largest_size_in_their_order(self):
        pictures = [png(8, 8, noise=b"%d" % number) for number in range(4)] + [png_of_bytes(LARGEST)]
        product = self.product(pictures=pictures)
        found = [self.get(image["url"].removeprefix(self.web.url)).body for image in product["images"]]
        self.assertEqual(found, pictures)
        self.product(pictures=[png_of_bytes(LARGEST)] * 5)

    def test_only_what_is_required_is_enough(self):
        params = self.params()
        del params["discounted_price"], params["stock"]
        product = self.product(params)
        self.assertEqual((product["discounted_price"], product["stock"]), ("0.0", 0))

    def test_pictures_are_replaced(self):
        product = self.product(pictures=[png(8, 8 + place) for place in range(2)])
        ids = [image["id"] for image in product["images"]]
        path = f"/api/products/{product['id']}/images"
        type = f"multipart/form-data; boundary={BOUNDARY}"

        def put(keep, pictures, **more):
            parts = [params_part({"secret": self.secret, "keep": keep} | more), *map(picture_part, pictures)]
            return self.connection.request("PUT", path, self.identifier | {"Content-Type": type}, form(parts))

        changed = put(ids[1:], [png(5, 5)])
        self.assertEqual(changed.status, 200, changed)
        images = changed.json["images"]
        self.assertEqual((len(images), images[0]["id"]), (2, ids[1]))
        self.assertEqual(self.connection.request("GET", images[1]["url"].split("/", 3)[3].join(["/", ""])).body, png(5, 5))
        self.assertEqual(put(None, [png(6, 6)]).status, 422)
        self.assertEqual(put([], [png(6, 6)]).json["images"][0]["id"], images[1]["id"] + 1)
        self.assertEqual(put([], []).status, 422)
        self.assertEqual(put([99], [png(6, 6)]).status, 422)
        self.assertEqual(put([], [png(6, 6)], secret="wrong").status, 403)

    def test_numbers_as_texts_null_and_unknown_members_are_accepted(self):
        product = self.product(self.params(price="1200.0", discounted_price="200", stock="7", amount=3, more={"a": []}))
        self.assertEqual((product["price"], product["bargain_price"], product["stock"]), ("1200.0", "1000.0", 7))
        product = self.product(self.params(price=1200.0, discounted_price=None, stock=7.0))
        self.assertEqual((product["price"], product["discounted_price"], product["stock"]), ("1200.0", "0.0", 7))

    def test_all_faults_come_at_once_with_code_and_message(self):
        response = self.offer(self.params(name="", price="much", currency="EUR", stock=1.5), pictures=[])
        problem = self.assertProblem(response, 422, "INVALID_PARAMS")
        pointers = {one["pointer"] for one in problem["violations"]}
        self.assertLessEqual({"/price", "/stock"}, pointers)
        response = self.offer(self.params(name="", price=-1, currency="EUR"), pictures=[])
        problem = self.assertProblem(response, 422, "INVALID_PARAMS")
        pointers = {one["pointer"] for one in problem["violations"]}
        self.assertEqual(pointers, {"/name", "/price", "/currency", "/images"})

    def test_who_is_no_vendor_is_told_so(self):
        self.assertProblem(self.offer(headers={"identifier": "nobody"}), 401, "UNAUTHENTICATED")
        self.assertProblem(self.offer(self.params(secret="wrong")), 403, "PERMISSION_DENIED")
        body = form([params_part(self.params()), picture_part(png(8, 8))])
        type = {"Content-Type": f"multipart/form-data; boundary={BOUNDARY}"}
        response = self.connection.request("POST", "/api/products", type, body)
        self.assertEqual(self.assertProblem(response, 422)["violations"][0]["pointer"], "/identifier")

    def test_fields_of_any_kind_are_no_trouble(self):
        for identifier in ("", "가게", "x" * 200, "a, b", "\t"):
            response = self.offer(headers={"identifier": identifier})
            self.assertIn(response.status, (401, 422))
            self.assertProblem(response, response.status)
        for key in ("", "x" * 129):
            self.assertProblem(self.offer(headers={"Idempotency-Key": key}), 400, "INVALID_REQUEST")

    def test_a_write_with_a_key_is_done_once(self):
        params, picture = self.params(), png(8, 8)
        first = self.offer(params, [picture], headers={"Idempotency-Key": "one-intent"})
        again = self.offer(params, [picture], headers={"Idempotency-Key": "one-intent"})
        self.assertEqual((first.status, again.status, again.json), (201, 201, first.json))
        self.assertEqual(first.headers["idempotency-key"], "one-intent")
        self.assertEqual(self.get("/api/products").json["totalCount"], 1)
        other = self.offer(self.params(), [picture], headers={"Idempotency-Key": "one-intent"})
        self.assertProblem(other, 422, "IDEMPOTENCY_KEY_REUSED")
        keys = {self.offer().headers["idempotency-key"] for _ in range(2)}
        self.assertEqual(len(keys), 2)

    def test_a_role_that_only_reads_registers_nothing(self):
        self.web = WebProcess(self.service.run, "--loopback-role", "read")
        self.addCleanup(self.web.stop)
        self.connection = self.connect()
        self.assertProblem(self.offer(), 403, "PERMISSION_DENIED")
        # It is refused before its body is read.
        self.assertProblem(self.post(b"x" * (7 << 20)), 403, "PERMISSION_DENIED")
        self.assertEqual(self.get("/api/products").json["totalCount"], 0)
        # One that is too large has its answer too, and then the connection ends in order, so that nothing takes it away.
        self.assertProblem(self.post(b"x" * (9 << 20)), 403, "PERMISSION_DENIED")
        self.assertTrue(self.connection.is_ended())


class Changing(OpenMarketTest):
    def test_a_change_answers_with_the_product(self):
        product = self.product(pictures=[png(8, 8), png(9, 9)])
        other = product["images"][1]
        body = {"name": "새 이름", "price": "2400", "discounted_price": 400.0, "stock": "3", "thumbnail_id": other["id"]}
        more = {"product_id": 99, "description": None, "currency": None, "unknown": [1], "secret": self.secret}
        response = self.send("PATCH", f"/api/products/{product['id']}", body | more)
        self.assertEqual(response.status, 200, response)
        changed = response.json
        self.assertEqual((changed["id"], changed["name"], changed["stock"]), (product["id"], "새 이름", 3))
        self.assertEqual((changed["price"], changed["bargain_price"]), ("2400.0", "2000.0"))
        self.assertEqual(changed["description"], product["description"])
        self.assertEqual(changed["thumbnail"], other["thumbnail_url"])
        self.assertEqual(self.get(f"/api/products/{product['id']}").json, changed)
        self.assertIn("idempotency-key", response.headers)

    def test_a_change_takes_its_json_under_any_type_or_none(self):
        path = f"/api/products/{self.product()['id']}/"
        json_types = ("application/json", "application/json; charset=utf-8")
        for number, type in enumerate((None, *json_types, "application/x-www-form-urlencoded", "text/plain")):
            headers = {"Content_Type": type} if type else {}
            response = self.send("PATCH", path, {"stock": number + 50, "secret": self.secret}, **headers)
            self.assertEqual((response.status, response.json.get("stock")), (200, number + 50))

    def test_a_change_that_is_none_is_refused(self):
        path = f"/api/products/{self.product()['id']}"
        self.assertProblem(self.send("PATCH", path, {"secret": self.secret}), 422, "INVALID_PARAMS")
        self.assertProblem(self.send("PATCH", path, {"stock": 1, "secret": "wrong"}), 403, "PERMISSION_DENIED")
        self.assertProblem(self.send("PATCH", path, b""), 400)
        self.assertProblem(self.send("PATCH", path, b"[]"), 400)
        self.assertProblem(self.send("PATCH", path, b'{"stock": 1'), 400, "PARSE_ERROR")
        self.assertProblem(self.send("PATCH", path, b'{"stock": 1, "stock": 2}'), 400, "INVALID_REQUEST")
        self.assertProblem(self.send("PATCH", path, {"name": "x" * 300_000}), 413, "PAYLOAD_TOO_LARGE")
        self.assertProblem(self.send("PATCH", path, b" " * (2 << 20)), 413)
        self.assertProblem(self.send("PATCH", "/api/products/77", {"stock": 1, "secret": self.secret}), 404)

    def archived(self, product, path="archived", **headers):
        response = self.send("POST", f"/api/products/{product['id']}/{path}", {"secret": self.secret}, **headers)
        self.assertEqual(response.status, 200, response)
        self.assertRegex(response.headers["content-type"], "^text/plain")
        return response.body.decode()

    def test_the_path_of_a_deletion_can_be_put_into_a_url_as_it_is(self):
        path = self.archived(self.product())
        self.assertRegex(path, "^/api/products/[A-Za-z0-9_-]+$")

    def test_a_product_is_deleted_under_the_path_or_its_last_segment(self):
        ways = ("{path}", "{path}/", "/api/products/{last}", "/api/products/{id}/{last}", "/v2/api/products/{last}")
        for way in ways:
            with self.subTest(way):
                product = self.product()
                path = self.archived(product)
                place = way.format(path=path, last=path.rsplit("/", 1)[-1], id=product["id"])
                response = self.send("DELETE", place)
                self.assertEqual((response.status, response.json["id"]), (200, product["id"]))
                self.assertProblem(self.get(f"/api/products/{product['id']}"), 404, "UNKNOWN_PRODUCT")
                self.assertProblem(self.send("DELETE", path), 410, "URI_EXPIRED")
        self.assertEqual(self.get("/api/products").json["totalCount"], 0)

    def test_a_deletion_needs_its_vendor_and_a_path_that_was_given(self):
        product = self.product()
        path = self.archived(product)
        response = self.connection.request("DELETE", path, self.vendor(self.wire, "다른 가게"))
        self.assertProblem(response, 403, "PERMISSION_DENIED")
        for text in ("1", "abcd", "zz", "a" * 5_000, path.rsplit("/", 1)[-1] + "0", "%F0%9F%A5%AD", "41" * 300):
            self.assertProblem(self.send("DELETE", f"/api/products/{text}"), 410, "URI_EXPIRED")
        wrong = self.send("POST", f"/api/products/{product['id']}/archived", {"secret": "wrong"})
        self.assertProblem(wrong, 403, "PERMISSION_DENIED")
        self.assertEqual(self.send("DELETE", path).status, 200)


class SecondGeneration(OpenMarketTest):
    def test_the_life_of_a_product_by_its_base_path(self):
        params = self.params(descriptions="두 번째 세대의 설명입니다.")
        del params["description"]
        response = self.offer(params, path="/v2/api/products")
        self.assertEqual(response.status, 201, response)
        product = response.json
        # Requests say descriptions, answers description.
        self.assertEqual(product["description"], params["descriptions"])
        self.assertNotIn("descriptions", product)
        self.assertRegex(product["created_at"], rf"^{DATE}\.\d\d$")
        (image,) = product["images"]
        self.assertEqual((set(image), image["succeed"]), ({"id", "url", "thumbnail_url", "succeed", "issued_at"}, True))
        self.assertRegex(image["issued_at"], rf"^{DATE}\.\d\d$")
        self.assertEqual(set(product["vendors"]), {"id", "name", "created_at", "issued_at"})
        self.assertRegex(product["vendors"]["issued_at"], rf"^{DATE}\.\d\d$")
        response = self.get("/v2/api/products?page_no=1&items_per_page=10")
        page = response.json
        expected = {"page_no", "items_per_page", "total_count", "offset", "limit", "last_page", "has_next", "has_prev"}
        self.assertEqual(set(page), expected | {"pages"})
        self.assertEqual(set(page["pages"][0]), set(product) - {"description", "images", "vendors"})
        third = self.get("/api/products?page_no=1&items_per_page=10", If_None_Match=response.headers["etag"])
        self.assertEqual((third.status, third.json["pages"][0]["description"]), (200, params["descriptions"]))
        place = f"/v2/api/products/{product['id']}"
        changed = self.send("PATCH", place, {"descriptions": "설명이 바뀌었습니다. 정말로요.", "secret": self.secret})
        self.assertEqual((changed.status, changed.json["description"]), (200, "설명이 바뀌었습니다. 정말로요."))
        # A null is what stays as it is, so the third generation's word for it counts.
        change = {"descriptions": None, "description": "세 번째 세대의 말로요.", "secret": self.secret}
        changed = self.send("PATCH", place, change)
        self.assertEqual((changed.status, changed.json["description"]), (200, "세 번째 세대의 말로요."))
        # Each generation takes the name of the other, and passes over neither.
        long = {"descriptions": "가" * 1001, "secret": self.secret}
        for path in (place, place.removeprefix("/v2")):
            self.assertProblem(self.send("PATCH", path, long), 422, "INVALID_PARAMS")
        both = {"descriptions": "이것과 다른 설명입니다.", "description": "저것과 다른 설명입니다.", "secret": self.secret}
        self.assertProblem(self.send("PATCH", place, both), 422, "INVALID_PARAMS")
        secret = self.send("POST", f"{place}/secret", {"secret": self.secret})
        self.assertEqual(secret.status, 200, secret)
        self.assertRegex(secret.body.decode(), "^[A-Za-z0-9]+$")
        deleted = self.send("DELETE", f"{place}/{secret.body.decode()}")
        self.assertEqual((deleted.status, deleted.json["id"]), (200, product["id"]))


class Hostile(OpenMarketTest):
    """Bodies that nobody should send: each gets an answer soon, while another client goes on being served."""

    def setUp(self):
        super().setUp()
        self.served = 0
        self.faults = []
        self.news = threading.Condition()
        self.ends = threading.Event()
        self.witness = threading.Thread(target=self.watch)
        self.witness.start()
        self.addCleanup(self.end)

    def watch(self):
        connection = Connection(self.web)
        try:
            while not self.ends.is_set():
                response = connection.request("GET", "/api/products")
                with self.news:
                    if response.status != 200:
                        self.faults.append(response)
                    self.served += 1
                    self.news.notify_all()
        except Exception as error:
            with self.news:
                self.faults.append(error)
                self.news.notify_all()
        finally:
            connection.close()

    def end(self):
        self.ends.set()
        self.witness.join()

    def refused(self, body, statuses=(400,), type=f"multipart/form-data; boundary={BOUNDARY}", **options):
        """Sends a body and returns the problem; the witness has to be served before and after the answer."""
        self.connection = self.connect()
        before = self.served
        response = self.post(body, type, **options)
        self.assertIn(response.status, statuses, response)
        problem = self.assertProblem(response, response.status)
        with self.news:
            self.news.wait_for(lambda: self.faults or self.served >= before + 2, TIMEOUT)
            self.assertEqual(self.faults, [])
            self.assertGreaterEqual(self.served, before + 2)
        return problem

    def test_a_body_that_ends_badly(self):
        text, picture = params_part(self.params()), picture_part(png(8, 8))
        whole = form([text, picture])
        for length in (0, 1, 10, len(BOUNDARY) + 2, len(BOUNDARY) + 30, 200, len(whole) - len(BOUNDARY) - 10):
            self.refused(whole[:length])
            self.refused(whole[:length], chunked=13)
        line = b"--" + BOUNDARY.encode()
        for body in (
            b"\r\n" * 1000,
            line + b"--\r\n",
            line + b"\r\n" + line + b"--",
            line + b"\r\n\r\n" + line + b"--",
            line + b"\r\n\r\n\r\n" + line + b"--\r\n",
            line + b"\r\nContent-Disposition: form-data; name=\"params\"",
            line + b"\r\nContent-Disposition: form-data; name=\"params\"\r\n",
            line + b"\r\nContent-Disposition: form-data; name=\"params\"\r\n\r\n",
            line + b"\r\nContent-Disposition: form-data; name=\"params\"\r\n\r\n{}\r\n--",
            line + b"\r\nContent-Disposition: form-data; name=\"params\"\r\n\r\n{}\r\n" + line + b"-",
            b"hello " + whole,
            whole.replace(b"\r\n", b"\n"),
            whole.replace(line, b"--another"),
        ):
            self.refused(body)

    def test_headers_that_are_wrong(self):
        picture = picture_part(png(8, 8))
        for disposition in (
            "", ";", "form-data", "form-data;", 'attachment; name="params"', 'form-data; name="params',
            "form-data; name",
            'form-data; name="params"; filename="a\nb"', 'form-data; name="params"; filename="a\r\nb"',
            'form-data; name="params"; filename="a\0b"', 'form-data; name="params"; filename="' + "x" * 9_000 + '"',
        ):  # fmt: skip
            with self.subTest(disposition[:60]):
                self.refused(form([part(disposition, json.dumps(self.params()).encode()), picture]))
        self.refused(form([b"no colon\r\n\r\nx\r\n", picture]))
        self.refused(form([b"\r\nx\r\n", picture]))
        self.refused(form([b"X: y\r\n" * 100 + params_part(self.params()), picture]))

    def test_no_params_or_too_many(self):
        text, picture = params_part(self.params()), picture_part(png(8, 8))
        self.refused(form([picture]))
        self.refused(form([text, text, picture]))
        self.refused(form([params_part(b""), picture]))
        self.refused(form([params_part(b"[]"), picture]))
        self.refused(form([params_part(b"\xff"), picture]))
        self.refused(form([params_part(b"[" * 100_000), picture]))
        self.refused(form([params_part(b'{"name": "' + b"x" * 400_000 + b'"}'), picture]), [413])

    def test_types_that_are_no_form(self):
        whole = form([params_part(self.params()), picture_part(png(8, 8))])
        self.refused(whole, [415], type=None)
        self.refused(whole, [415], type="application/json")
        self.refused(whole, [415], type='multipart/form-data; boundary="' + BOUNDARY)
        for parameter in ("", "; boundary=", "; boundary=" + "x" * 300):
            self.refused(whole, type="multipart/form-data" + parameter)

    def test_ten_thousand_parts(self):
        problem = self.refused(form([part('form-data; name="images"', b"x")] * 10_000))
        self.assertIn("at most 64 parts", problem["message"])
        parts = [params_part(self.params()), picture_part(png(8, 8))]
        more = part('form-data; name="more"', b"x")
        self.refused(form([*parts, *[more] * 63]))
        self.assertEqual(self.post(form([*parts, *[more] * 62])).status, 201)

    def test_six_pictures_and_more(self):
        pictures = [png(8, 8, noise=b"%d" % number) for number in range(30)]
        for count in (6, 7, 8, 30):
            parts = [params_part(self.params()), *(picture_part(data) for data in pictures[:count])]
            self.refused(form(parts), [413, 422])

    def test_pictures_that_are_too_large_or_none(self):
        archive = io.BytesIO()
        with zipfile.ZipFile(archive, "w") as file:
            file.writestr("picture.png", b"x" * 1000)
        for data, statuses in (
            (png_of_bytes(LARGEST + 1), [415]),
            (png_of_bytes((1 << 20) + 1), [413]),
            (archive.getvalue(), [415]),
            (b"", [415]),
            (png(8, 8)[:40], [415]),
        ):
            self.refused(form([params_part(self.params()), picture_part(data)]), statuses)

    def test_a_body_over_the_limit(self):
        begin = form([params_part(self.params())], end=b"")
        large = begin + b'\r\nContent-Disposition: form-data; name="images"\r\n\r\n' + b"\r\n--Boundar" * (1 << 20)
        self.assertGreater(len(large), 8 << 20)
        self.refused(large, [413])
        self.refused(large, [413], chunked=65_536)
        # As large as is taken, and nothing in it ends.
        self.refused(large[: 8 << 20])
        self.refused((begin + b"\r\n" * (4 << 20))[: 8 << 20])

    def test_random_bytes_and_random_cuts(self):
        whole = form([params_part(self.params()), picture_part(png(8, 8))])
        for number in range(60):
            noise = hashlib.shake_128(b"%d" % number).digest(4)
            place = int.from_bytes(noise[:2]) % len(whole)
            body = whole[:place] + noise[2:] + whole[place + 2 :]
            self.connection = self.connect()
            response = self.post(body)
            self.assertTrue(response.status == 201 or 400 <= response.status < 500, response)
        self.assertEqual(self.faults, [])


if __name__ == "__main__":
    unittest.main()
