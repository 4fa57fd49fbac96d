"""A vendor, a buyer and the operator at a terminal: the whole life of a product by `gateway market`."""

import json
import os
import pty
import select
import struct
import subprocess
import time
import unittest
import zlib

from gateway_process import GATEWAY, Following, environment, gateway
from juice_process import TIMEOUT
from market_process import MarketTest
from pictures import suggested_palette
from terminal import Terminal

LARGEST = 307_200


def png(width=3, height=2, grey=128, padding=0):
    """A grey picture, with as many more bytes in a chunk that no decoder looks at."""
    chunk = lambda name, data: struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    rows = (b"\0" + bytes([grey]) * width) * height
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    more = suggested_palette(padding) if padding else b""
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + more
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )


class GatewayMarketTest(MarketTest):
    def setUp(self):
        super().setUp()
        self.service = self.start()
        self.place = self.directory / "here"
        self.place.mkdir()
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.place)

    def run_gateway(self, *words, code=0, **more):
        ended = gateway(self.service, *map(str, words), **more)
        self.assertEqual(ended.returncode, code, ended.stdout + ended.stderr)
        return ended

    def json(self, *words, **more):
        return json.loads(self.run_gateway(*words, "--json", **more).stdout)

    def vendor(self, name="동네 가게"):
        """Admits a vendor; returns what its environment has to have."""
        account = self.json("market", "vendors", "register", name)
        self.assertConforms("market.vendors.register.result", account)
        return {"JANGTEO_VENDOR_IDENTIFIER": account["identifier"], "JANGTEO_VENDOR_SECRET": account["secret"]}

    def pictures(self, count=1):
        """Files with pictures, each another one; returns the words of the command that name them."""
        words = []
        for number in range(count):
            path = self.place / f"{number}.png"
            path.write_bytes(png(400, 100 + number, grey=number))
            words += ["--image", path.name]
        return words

    def form(self, **changes):
        members = {
            "name": "망고 한 상자",
            "description": "잘 익은 망고 열 개입니다.",
            "price": "1000",
            "currency": "KRW",
            "discount": "100",
            "stock": "10",
        } | changes
        return [f"--{name}={text}" for name, text in members.items() if text is not None]

    def product(self, vendor, *words, **changes):
        """Registers a product and returns it."""
        product = self.json("market", "register", *self.form(**changes), *self.pictures(), *words, **vendor)
        self.assertConforms("market.products.register.result", product)
        return product

    def total(self):
        return self.json("market", "list")["totalCount"]


class Life(GatewayMarketTest):
    def test_the_whole_life_of_a_product(self):
        watch = Following(self.service, "watch", "market", "--json")
        self.addCleanup(watch.close)
        watch.remark()
        vendor = self.vendor()
        self.product(vendor, name="어제의 상품")
        shown = self.run_gateway("market", "register", *self.form(), *self.pictures(5), "--lang", "ko", **vendor).stdout
        self.assertIn("망고 한 상자", shown)
        self.assertIn("정가 KRW 1,000, 할인가 KRW 900 · 잔여수량 : 10", shown)

        rows = self.run_gateway("market", "list", "--lang", "ko").stdout.splitlines()
        self.assertEqual([row.split()[0] for row in rows], ["번호", "2", "1"])
        self.assertRegex(rows[1], r"망고 한 상자 +KRW 1,000 +KRW 900 +잔여수량 : 10 +동네 가게$")

        product = self.json("market", "show", "2")
        self.assertEqual(len(product["images"]), 5)
        for number, image in enumerate(product["images"]):
            self.run_gateway("market", "image", image["url"], "--output", f"got-{number}.png")
            self.assertEqual((self.place / f"got-{number}.png").read_bytes(), (self.place / f"{number}.png").read_bytes())
            thumbnail = self.json("market", "image", str(image["id"]), "--thumbnail")
            self.assertConforms("market.images.get.result", thumbnail)
            self.assertEqual((thumbnail["width"], thumbnail["thumbnail"]), (400, True))
            ending = {"image/png": "png", "image/jpeg": "jpg", "image/webp": "webp"}[thumbnail["media_type"]]
            self.assertTrue((self.place / f"image-{image['id']}-thumbnail.{ending}").exists())

        changed = self.json(
            "market", "update", "2", "--price", "1200", "--thumbnail", product["images"][3]["id"], **vendor
        )
        self.assertEqual((changed["price"], changed["bargain_price"]), (1200, 1100))
        self.assertEqual(changed["thumbnail"], product["images"][3]["thumbnail_url"])
        keep = [word for image in product["images"][3:] for word in ("--keep", str(image["id"]))]
        changed = self.json("market", "pictures", "2", *keep, "--image", "0.png", **vendor)
        self.assertEqual([image["id"] for image in changed["images"][:2]], [image["id"] for image in product["images"][3:]])
        self.run_gateway("market", "image", changed["images"][2]["url"], "--output", "new.png")
        self.assertEqual((self.place / "new.png").read_bytes(), (self.place / "0.png").read_bytes())
        said = self.run_gateway("market", "pictures", "2", code=2, **vendor).stderr
        self.assertIn("1 to 5", said)

        self.assertEqual(
            self.run_gateway("market", "purchase", "2", "9", "--lang", "ko").stdout.splitlines()[:2],
            ["2번 상품을 9개 샀습니다.", "잔여수량 : 1"],
        )
        self.assertEqual(self.json("market", "purchase", "2")["stock"], 0)
        said = self.run_gateway("market", "purchase", "2", "--lang", "ko", code=1).stderr
        self.assertIn("재고가 부족합니다.\n2번 상품: 1개 필요, 품절", said)
        self.assertIn("품절", self.run_gateway("market", "list", "--lang", "ko").stdout)

        self.run_gateway("market", "delete", "2", "--yes", **vendor)
        self.assertIn("해당 상품이 없습니다.", self.run_gateway("market", "show", "2", "--lang", "ko", code=1).stderr)
        self.run_gateway("market", "image", str(product["images"][0]["id"]), "--output", "gone.png", code=1)
        self.assertEqual(self.total(), 1)

        events = [json.loads(watch.line()) for _ in range(9)]
        self.assertEqual([int(event["sequence"]) for event in events], list(range(1, 10)))
        second = [(event["type"].removeprefix("market."), event["data"].get("delta")) for event in events[2:]]
        self.assertEqual(
            second,
            [
                ("product.registered", None),
                ("stock.changed", 10),
                ("product.updated", None),
                ("product.updated", None),
                ("stock.changed", -9),
                ("stock.changed", -1),
                ("product.deleted", None),
            ],
        )

    def test_a_deletion_takes_what_is_left_of_the_stock_with_it(self):
        vendor = self.vendor()
        product = self.product(vendor)
        gone = self.json("market", "delete", product["id"], "--yes", **vendor)
        self.assertEqual(gone["id"], product["id"])
        client = self.client(self.service)
        events = client.ok("events.replay", {"after": 2})["events"]
        self.assertEqual([event["data"].get("delta") for event in events], [-10, None])

    def test_a_repeated_key_registers_and_deletes_once(self):
        vendor = self.vendor()
        words = ["market", "register", *self.form(), *self.pictures(2), "--key", "K1", "--json"]
        first = self.run_gateway(*words, **vendor)
        again = self.run_gateway(*words, **vendor)
        self.assertEqual(first.stdout, again.stdout)
        self.assertIn("Already done", again.stderr)
        self.assertEqual(self.total(), 1)
        words = ["market", "delete", "1", "--yes", "--key", "K2", "--json"]
        first = self.run_gateway(*words, **vendor)
        again = self.run_gateway(*words, **vendor)
        self.assertEqual(first.stdout, again.stdout)
        self.assertIn("Already done", again.stderr)

    def test_a_vendor_is_told_its_secret_once(self):
        said = self.run_gateway("market", "vendors", "register", "동네 가게", "--key", "K", "--lang", "ko")
        lines = said.stdout.splitlines()
        self.assertEqual(lines[0], "판매자 1 · 동네 가게")
        secret = lines[2].removeprefix("비밀번호: ")
        self.assertGreaterEqual(len(secret), 32)
        self.assertIn("chmod 600", said.stderr)
        again = self.run_gateway("market", "vendors", "register", "동네 가게", "--key", "K")
        self.assertNotIn(secret, again.stdout + again.stderr)
        self.assertIn("register another vendor", again.stderr)
        self.assertIsNone(self.json("market", "vendors", "register", "동네 가게", "--key", "K")["secret"])
        rows = self.run_gateway("market", "vendors", "list").stdout
        self.assertIn("동네 가게", rows)
        self.assertNotIn(secret, rows)
        self.assertNotIn(secret, self.service.log)


class Refusals(GatewayMarketTest):
    ALL = [
        "  --name: 상품명은 3~100자로 입력하세요",
        "  --description: 상품 상세설명은 10~1000자로 입력하세요",
        "  --price: 상품가격에 양수를 입력하세요",
        "  --currency: 화폐는 KRW 또는 USD로 입력하세요",
        "  --discount: 할인금액에 0과 상품 가격 사이의 값을 입력하세요",
        "  --stock: 재고수량은 0~1,000,000,000 사이의 정수로 입력하세요",
    ]

    def bad_form(self):
        return self.form(name="망고", description="짧다", price="-1", currency="EUR", discount="-1", stock="-1")

    def test_everything_wrong_with_a_form_is_told_at_once_in_the_chosen_language(self):
        vendor = self.vendor()
        words = ["market", "register", *self.bad_form(), *self.pictures()]
        said = self.run_gateway(*words, "--lang", "ko", code=2, **vendor).stderr.splitlines()
        self.assertEqual(said, ["오류: 입력한 내용을 고쳐 주세요.", *self.ALL])
        said = self.run_gateway(*words, code=2, **vendor).stderr
        self.assertIn("name must have 3 to 100 characters", said)
        document = self.json(*words, code=2, **vendor)
        self.assertEqual(len(document["error"]["data"]["violations"]), 6)
        said = self.run_gateway("market", "register", *self.pictures(), code=2, **vendor).stderr.splitlines()
        self.assertEqual([line.split()[0] for line in said[1:]], ["--name", "--description", "--price", "--currency"])
        self.assertEqual(self.total(), 0)

    def test_a_form_asks_for_texts_that_say_something_although_the_market_takes_shorter_ones(self):
        vendor = self.vendor()
        words = ["market", "register", *self.form(name="차", description=None), *self.pictures(), "--lang", "ko"]
        said = self.run_gateway(*words, code=2, **vendor).stderr.splitlines()
        self.assertEqual(said[1:], self.ALL[:2])
        client = self.client(self.service)
        self.assertNotIn("market.products.register", client.ok("service.stats")["methods"])
        # One that another program has offered can be shown and changed; only what is changed is judged.
        params = {"identifier": vendor["JANGTEO_VENDOR_IDENTIFIER"], "secret": vendor["JANGTEO_VENDOR_SECRET"]}
        params |= {"name": "차", "price": 1000, "currency": "KRW"}
        client.send_with([png(8, 8)], "market.products.register", params)
        self.assertEqual(client.receive_with()[0]["result"]["description"], "")
        self.assertTrue(self.run_gateway("market", "show", "1").stdout.startswith("차\n"))
        self.assertEqual(self.json("market", "update", "1", "--price", "900", **vendor)["price"], 900)
        said = self.run_gateway("market", "update", "1", "--name", "말", "--lang", "ko", code=2, **vendor).stderr
        self.assertEqual(said.splitlines()[1:], self.ALL[:1])
        document = self.json("market", "update", "1", "--description", "짧다", code=2, **vendor)
        self.assertEqual([one["pointer"] for one in document["error"]["data"]["violations"]], ["/description"])

    def test_files_that_cannot_be_sent_are_told_with_everything_else(self):
        (self.place / "large.png").write_bytes(png(padding=LARGEST + 1))
        words = ["--image", "large.png", "--image", "missing.png", *self.pictures()]
        said = self.run_gateway("market", "register", *self.bad_form(), *words, "--lang", "ko", code=2).stderr
        self.assertEqual(
            said.splitlines()[1:],
            [
                *self.ALL,
                "  --image large.png: 이미지는 300KB(307,200바이트) 이하여야 합니다.",
                "  --image missing.png: 파일을 읽을 수 없습니다: No such file or directory",
            ],
        )
        document = self.json("market", "register", *self.form(), *words, code=2)
        pointers = [violation["pointer"] for violation in document["error"]["data"]["violations"]]
        self.assertEqual(pointers, ["/images/0", "/images/1"])
        called = self.client(self.service).ok("service.stats")["methods"]
        self.assertIn("market.products.check", called)
        self.assertNotIn("market.products.register", called)
        # Where nobody is there, the files are still as they are.
        self.service.stop()
        said = self.run_gateway("market", "register", *words, "--timeout", "200ms", code=2).stderr
        self.assertEqual(len(said.splitlines()), 3, said)

    def test_none_or_six_pictures_are_refused_before_anything_is_sent(self):
        for count in (0, 6):
            with self.subTest(count):
                words = ["market", "register", *self.form(), *self.pictures(count), "--lang", "ko"]
                self.assertIn("이미지는 최소 1장, 최대 5장입니다.", self.run_gateway(*words, code=2).stderr)

    def test_pictures_that_the_market_refuses_are_told_by_their_files(self):
        vendor = self.vendor()
        whole = png(300, 300)
        (self.place / "text.png").write_text("no picture")
        (self.place / "half.png").write_bytes(whole[: len(whole) // 2])
        words = [*self.pictures(), "--image", "text.png", "--image", "half.png"]
        said = self.run_gateway("market", "register", *self.form(), *words, "--lang", "ko", code=2, **vendor).stderr
        self.assertEqual(
            said.splitlines(),
            [
                "오류: 입력한 내용을 고쳐 주세요.",
                "  --image text.png: PNG, JPEG, WebP, GIF 이미지가 아닙니다. HEIC·AVIF 사진은 JPEG로 저장해서 올려 주세요.",
                "  --image half.png: 이미지가 손상되었습니다.",
            ],
        )
        self.assertEqual(self.total(), 0)

    def test_a_picture_of_exactly_the_largest_size_is_accepted(self):
        vendor = self.vendor()
        picture = png(padding=1000)
        picture = png(padding=1000 + LARGEST - len(picture))
        self.assertEqual(len(picture), LARGEST)
        (self.place / "largest.png").write_bytes(picture)
        self.run_gateway("market", "register", *self.form(), "--image", "largest.png", **vendor)

    def test_a_photo_is_sent_without_the_film_behind_it_and_a_heic_is_refused_by_its_name(self):
        from pictures import jpeg

        photo = jpeg(4, 3, lambda column, row: column == row)
        (self.place / "motion.jpg").write_bytes(photo + b"\0\0\0\x18ftypmp42" + bytes(2_000_000))
        (self.place / "new.heic").write_bytes(b"\0\0\0\x18ftypheic" + bytes(300))
        vendor = self.vendor()
        words = ["market", "register", *self.form(), "--image", "motion.jpg"]
        product = self.json(*words, **vendor)
        self.run_gateway("market", "image", product["images"][0]["id"], "-o", "back.jpg")
        self.assertEqual((self.place / "back.jpg").read_bytes(), photo)
        for language, text in (("en", "It is a HEIC picture"), ("ko", "HEIC·AVIF 사진은 JPEG로 저장해서 올려 주세요.")):
            ended = self.run_gateway("--lang", language, *words, "--image", "new.heic", code=2, **vendor)
            self.assertIn(text, ended.stderr)

    def test_an_update_says_what_is_wrong_with_it(self):
        vendor = self.vendor()
        self.product(vendor)
        words = ["market", "update", "1", "--price", "50", "--thumbnail", "99", "--lang", "ko"]
        said = self.run_gateway(*words, code=2, **vendor).stderr.splitlines()
        self.assertEqual(said[1:], ["  --thumbnail: 이 상품의 이미지 번호를 입력하세요", "  --price: 상품가격에 양수를 입력하세요"])
        said = self.run_gateway("market", "update", "1", "--lang", "ko", code=2, **vendor).stderr.splitlines()
        self.assertEqual(said[1:], ["  바꿀 내용을 하나 이상 입력하세요"])
        self.assertEqual(self.json("market", "show", "1")["price"], 1000)

    def test_a_stranger_a_wrong_secret_and_a_foreign_product(self):
        vendor = self.vendor()
        other = self.vendor("다른 가게")
        self.product(vendor)
        for more, sentence in (
            (vendor | {"JANGTEO_VENDOR_IDENTIFIER": "nobody"}, "등록되지 않은 판매자입니다."),
            (vendor | {"JANGTEO_VENDOR_SECRET": "wrong"}, "비밀번호가 일치하지 않습니다."),
            (other, "다른 판매자의 상품입니다."),
        ):
            for words in (["update", "1", "--stock", "5"], ["delete", "1", "--yes"]):
                with self.subTest(sentence, words=words):
                    said = self.run_gateway("market", *words, "--lang", "ko", code=1, **more).stderr
                    self.assertIn(sentence, said)
        self.assertEqual(self.json("market", "show", "1")["stock"], 10)


class Secrets(GatewayMarketTest):
    def test_a_secret_comes_from_a_file_that_nobody_else_can_read(self):
        vendor = self.vendor()
        self.product(vendor)
        path = self.place / "secret"
        path.write_text(vendor["JANGTEO_VENDOR_SECRET"] + "\n")
        words = ["market", "update", "1", "--stock", "5", "--secret-file", path.name]
        words += ["--identifier", vendor["JANGTEO_VENDOR_IDENTIFIER"]]
        path.chmod(0o644)
        self.assertIn("chmod 600 secret", self.run_gateway(*words, code=2).stderr)
        path.chmod(0o600)
        self.run_gateway(*words)
        self.assertEqual(self.json("market", "show", "1")["stock"], 5)

    def test_without_a_secret_and_without_a_terminal_the_ways_to_give_one_are_told(self):
        said = self.run_gateway("market", "update", "1", "--stock", "5", "--identifier", "v", code=2).stderr
        self.assertIn("--secret-file or JANGTEO_VENDOR_SECRET", said)
        said = self.run_gateway("market", "update", "1", "--stock", "5", code=2).stderr
        self.assertIn("--identifier or JANGTEO_VENDOR_IDENTIFIER", said)

    def test_a_secret_is_no_argument_and_never_written_to_disk(self):
        vendor = self.vendor()
        secret = vendor["JANGTEO_VENDOR_SECRET"]
        self.run_gateway("market", "update", "1", "--stock", "5", f"--secret={secret}", code=2)
        self.product(vendor)
        self.run_gateway("market", "delete", "1", "--yes", **vendor)
        self.assertNotIn(secret, self.service.log)
        for path in self.directory.rglob("*"):
            if path.is_file() and path.name != "secret":
                self.assertNotIn(secret.encode(), path.read_bytes(), path)

    def test_a_secret_is_asked_for_and_not_shown(self):
        vendor = self.vendor()
        self.product(vendor)
        terminal = Terminal(self.directory, environment(self.service))
        self.addCleanup(terminal.close)
        identifier = vendor["JANGTEO_VENDOR_IDENTIFIER"]
        terminal.run(GATEWAY, "market", "update", "1", "--stock", "3", "--identifier", identifier)
        terminal.wait("Vendor's secret:")
        terminal.type(vendor["JANGTEO_VENDOR_SECRET"])
        terminal.press("Enter")
        lines = terminal.wait("left: 3")
        self.assertFalse([line for line in lines if vendor["JANGTEO_VENDOR_SECRET"][:8] in line], lines)
        # What is typed after it is to be seen again, also when the question was broken off.
        terminal.clear()
        terminal.run(GATEWAY, "market", "update", "1", "--stock", "4", "--identifier", identifier)
        terminal.wait("Vendor's secret:")
        terminal.press("C-c")
        terminal.wait_for_prompt()
        terminal.run("echo", "seen", "again")
        terminal.wait("echo seen again")
        self.assertEqual(self.json("market", "show", "1")["stock"], 3)


class Lists(GatewayMarketTest):
    def setUp(self):
        super().setUp()
        self.seller = self.vendor()

    def test_pages_say_where_they_stand_and_how_to_go_on(self):
        for number in range(1, 12):
            self.product(self.seller, name=f"상품 {number}")
        ended = self.run_gateway("market", "list", "--per-page", "5")
        self.assertEqual([row.split()[0] for row in ended.stdout.splitlines()], ["NO", "11", "10", "9", "8", "7"])
        self.assertIn("page 1 of 3 · 11 products", ended.stderr)
        self.assertIn("market list --per-page 5 --page 2", ended.stderr)
        ended = self.run_gateway("market", "list", "--per-page", "5", "--page", "3")
        self.assertEqual([row.split()[0] for row in ended.stdout.splitlines()], ["NO", "1"])
        self.assertNotIn("More:", ended.stderr)
        ended = self.run_gateway("market", "list", "--page", "4", "--per-page", "5", "--lang", "ko")
        self.assertEqual((ended.stdout, ended.stderr), ("", "이 쪽에는 상품이 없습니다. 마지막은 3쪽입니다.\n"))
        rows = self.run_gateway("market", "list", "--search", "11 상품").stdout.splitlines()
        self.assertEqual(len(rows), 2, rows)
        page = self.json("market", "list")
        ended = self.run_gateway("market", "list", "--if-revision", page["revision"])
        self.assertEqual(ended.stdout, "")
        self.assertIn("Nothing has changed", ended.stderr)

    def test_an_old_price_is_struck_through_where_there_are_colours(self):
        self.product(self.seller)
        row = self.run_gateway("market", "list", "--color", "always").stdout.splitlines()[1]
        self.assertIn("\x1b[31;9mKRW 1,000\x1b[0m", row)
        self.assertNotIn("\x1b", self.run_gateway("market", "list").stdout)


class AtATerminal(GatewayMarketTest):
    def test_a_deletion_asks_back(self):
        vendor = self.vendor()
        self.product(vendor)
        said = self.run_gateway("market", "delete", "1", code=2, **vendor).stderr
        self.assertIn("--yes", said)
        terminal = Terminal(self.directory, environment(self.service, **vendor))
        self.addCleanup(terminal.close)
        terminal.run(GATEWAY, "market", "delete", "1")
        terminal.wait("Delete product 1, 망고 한 상자? [y/N]")
        terminal.press("Enter")
        terminal.wait("Not deleted.")
        self.assertEqual(self.total(), 1)
        terminal.clear()
        terminal.run(GATEWAY, "market", "delete", "1", "--lang", "ko")
        terminal.wait("삭제하시겠습니까?")
        terminal.type("예")
        terminal.press("Enter")
        terminal.wait("삭제했습니다.")
        self.assertEqual(self.total(), 0)

    def test_an_upload_shows_a_bar_that_is_gone_afterwards(self):
        vendor = self.vendor()
        words = ["market", "register", *self.form(), *self.pictures(5)]
        reading, writing = pty.openpty()
        self.addCleanup(os.close, reading)
        process = subprocess.Popen(
            [GATEWAY, *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=writing,
            env=environment(self.service, TERM="xterm", **vendor),
        )
        os.close(writing)
        drawn = b""
        end = time.monotonic() + TIMEOUT
        while select.select([reading], [], [], max(0, end - time.monotonic()))[0]:
            try:
                drawn += os.read(reading, 65536)
            except OSError:
                break
        self.assertIn("망고 한 상자".encode(), process.stdout.read())
        process.stdout.close()
        self.assertEqual(process.wait(), 0)
        self.assertIn("█", drawn.decode())
        self.assertIn("sending 5 images", drawn.decode())
        self.assertTrue(drawn.decode().endswith("\r\x1b[K"), drawn)


if __name__ == "__main__":
    unittest.main()
