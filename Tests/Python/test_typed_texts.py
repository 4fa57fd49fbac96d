"""Names that people type, in whichever form and encoding their system writes them."""

import json
import os
import subprocess
import unicodedata

from expo_process import ExpoTest
from gateway_process import GATEWAY, environment, gateway
from juice_process import PROGRAMS, TIMEOUT, JuiceTest
from market_process import MarketTest
from pictures import png

NFC, NFD = (lambda text: unicodedata.normalize("NFC", text)), (lambda text: unicodedata.normalize("NFD", text))
FORMS = [(NFC, NFD), (NFD, NFC)]
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class TypedExhibits(ExpoTest):
    def test_pictures_are_found_whichever_form_their_names_have(self):
        for number, (there, named) in enumerate(FORMS):
            folder = there("전시")
            data = self.data(items=[{"name": named("나전 칠기"), "image_name": named("칠기")}], name=f"{folder}{number}")
            (data.images / f"{there('칠기')}.png").write_bytes(png(4, 4))
            (data.images / f"{there('포도')}.png").write_bytes(png(4, 4))
            service = self.start("--data", self.directory / f"{named('전시')}{number}", run=f"r{number}", state=f"s{number}")
            self.assertNotIn("there is no picture \"칠기", NFC(service.log))
            client = self.client(service)
            for form in (NFC, NFD):
                client.send("expo.image.get", {"image_name": form("칠기")})
                self.assertEqual(client.receive_frames()[-1], png(4, 4))
                entry = client.ok("expo.entries.get", {"name": form("나전 칠기")})
                self.assertEqual(entry["number"], 1)
                found = client.ok("expo.entries.list", {"search": form("칠")})["entries"]
                # What is stored is as it was given.
                self.assertEqual([one["name"] for one in found], [named("나전 칠기")])
            shown = gateway(service, "expo", "entry", there("나전 칠기"), "--json")
            self.assertEqual(shown.returncode, 0, shown.stderr)
            service.stop()


class TypedJuices(JuiceTest):
    def menu(self, name, text=BYTE_ORDER_MARK):
        menu = {
            "fruits": [{"key": "grape", "name": {"ko": NFD("포도"), "en": "grape"}, "initial": 10}],
            "juices": [{"key": "grape", "tag": 1, "name": {"ko": NFD("포도 쥬스"), "en": "grape"},
                        "recipe": [{"fruit": "grape", "quantity": 1}]}],
        }
        (self.directory / name).write_bytes(text + json.dumps(menu, ensure_ascii=False).encode())

    def test_a_juice_is_ordered_in_either_form_from_a_menu_in_either_form(self):
        self.menu(NFD("메뉴.json"))
        service = self.start("--menu", self.directory / NFC("메뉴.json"))
        for form in (NFC, NFD):
            for name in ("포도", "포도 쥬스", "포도주스"):
                ordered = gateway(service, "juice", "order", form(name), "--json")
                self.assertEqual(ordered.returncode, 0, ordered.stderr)
        adjusted = gateway(service, "juice", "restock", NFC("포도") + "=+1", "--json")
        self.assertEqual(adjusted.returncode, 0, adjusted.stderr)

    def test_a_batch_may_begin_with_a_byte_order_mark_and_have_its_name_in_either_form(self):
        service = self.start()
        (self.directory / NFD("주문.ndjson")).write_bytes(
            BYTE_ORDER_MARK + b'{"method":"juice.order","params":{"juice":"kiwi"}}\r\n' * 2
        )
        ended = gateway(service, "batch", str(self.directory / NFC("주문.ndjson")))
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertEqual([json.loads(line)["status"] for line in ended.stdout.splitlines()], ["ok", "ok"])
        called = gateway(service, "call", "juice.order", "-", stdin='\ufeff{"juice":"kiwi"}')
        self.assertEqual(called.returncode, 0, called.stderr)
        evaluated = gateway(service, "calc", "eval", "-", stdin="\ufeff1+2\n")
        self.assertNotIn("SYNTAX_ERROR", evaluated.stderr)

    def test_keys_contexts_and_tokens_may_begin_with_a_byte_order_mark(self):
        service = self.start()
        configuration = self.directory / "config" / "jangteo"
        more = {"XDG_CONFIG_HOME": str(configuration.parent)}

        def ok(*words):
            ended = gateway(service, *words, **more)
            self.assertEqual(ended.returncode, 0, ended.stderr)
            return ended.stdout

        public = ok("keys", "generate").strip()
        ok("keys", "allow", "alice", str(configuration / "gateway.key"), "--role", "read")
        ok("context", "add", "shop", "--insecure", "juice=tcp://127.0.0.1:7101")
        ok("tokens", "create", "till", "--role", "read")
        files = [configuration / name for name in ("gateway.key", "gateway.key_secret", "clients/alice.key", "contexts/shop.json", "tokens")]
        for file in files:
            file.write_bytes(BYTE_ORDER_MARK + file.read_bytes())
        for file in files[:2]:
            self.assertEqual(ok("keys", "show", str(file)).strip(), public)
        self.assertIn(public, ok("keys", "list"))
        self.assertIn("7101", ok("context", "show", "shop"))
        self.assertIn("till", ok("tokens", "list"))

    def test_arguments_and_variables_that_are_not_utf_8_are_refused_before_anything_is_sent(self):
        service = self.start()
        bytes_of_cp949 = "딸바".encode("cp949")
        for words, more in (([b"juice", b"order", bytes_of_cp949], {}), (["juice", "menu"], {"JANGTEO_VENDOR_IDENTIFIER": bytes_of_cp949})):
            ended = subprocess.run(
                [GATEWAY, *words], env={**environment(service), **more}, capture_output=True, timeout=TIMEOUT, check=False
            )
            self.assertEqual(ended.returncode, 2, ended)
            self.assertIn(b"not UTF-8", ended.stderr)
        self.assertEqual(self.client(service).ok("juice.order.list")["orders"], [])
        for program in ("juice-service", "calc-service", "expo-service", "market-service", "web-gateway"):
            for words, more in (([b"--run-dir", bytes_of_cp949], {}), ([], {"JANGTEO_RUN_DIR": bytes_of_cp949})):
                with self.subTest(program, words=words):
                    ended = subprocess.run(
                        [PROGRAMS / program, "serve", *words], env={**environment(service), **more}, capture_output=True,
                        timeout=TIMEOUT, check=False,
                    )  # fmt: skip
                    self.assertEqual(ended.returncode, 64, ended)
                    self.assertIn(b"not UTF-8", ended.stderr)
        # What is no business of ours may be anything.
        ended = subprocess.run(
            [GATEWAY, "juice", "menu"], env={**environment(service), "PLACE": bytes_of_cp949}, capture_output=True,
            timeout=TIMEOUT, check=False,
        )
        self.assertEqual(ended.returncode, 0, ended)


class TypedProducts(MarketTest):
    def test_files_are_found_and_products_are_searched_in_either_form(self):
        service = self.start()
        client = self.client(service)
        vendor = self.vendor(client)
        for number, (there, typed) in enumerate(FORMS):
            (self.directory / f"{there('사진')}.png").write_bytes(png(4, 4, noise=bytes([number])))
            secret = self.directory / there("비밀")
            secret.write_bytes(BYTE_ORDER_MARK + vendor["secret"].encode() + b"\r\n")
            secret.chmod(0o600)
            registered = gateway(
                service, "market", "register", "--secret-file", str(self.directory / typed("비밀")),
                "--name", typed(f"망고 상자 {number}"), "--description", typed("잘 익은 망고 열 개입니다."),
                "--price", "1000", "--currency", "KRW", "--image", str(self.directory / f"{typed('사진')}.png"),
                "--json", JANGTEO_VENDOR_IDENTIFIER=vendor["identifier"],
            )
            self.assertEqual(registered.returncode, 0, registered.stderr)
            os.remove(secret)
            os.remove(self.directory / f"{there('사진')}.png")
        for form in (NFC, NFD):
            page = client.ok("market.products.list", {"search_value": form("망고 상자")})
            # What is stored is as it was given.
            self.assertEqual([one["name"] for one in page["pages"]], [NFC("망고 상자 1"), NFD("망고 상자 0")])
