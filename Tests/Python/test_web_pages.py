"""The pages in a real browser, over real services."""

import json
import pathlib
import random
import signal
import unittest

from gateway_process import gateway
from juice_process import ROOT
from market_process import MarketClient, MarketProcess
from pictures import png
from web_browser import DESKTOP, PHONE, BrowserTest
from web_pages import AllPagesTest

PAGES = ("/juice", "/juice/stock", "/calc", "/expo", "/expo/1", "/receipts", "/board")


class Juice(BrowserTest):
    def test_an_order_on_one_page_moves_the_stock_on_another(self):
        one, other = self.open(self.browser(), "/juice"), self.open(self.browser(PHONE), "/juice")
        for page in (one, other):
            self.wait(page, lambda: self.find(page, "[data-feed]").get_attribute("data-feed") == "live")
        self.click(one, '[data-juice="mango"] [data-order]')
        self.wait(other, lambda: self.level(other, "mango") == 7)
        self.wait(one, lambda: "망고 쥬스 나왔습니다! 맛있게 드세요!" in self.find(one, "#served").text)
        self.assertEqual(self.level(one, "mango"), 7)
        self.assertStock(self.client(self.service), mango=7)
        for page in (one, other):
            self.assertQuiet(page)

    def test_a_shortage_asks_and_both_ways_lead_on(self):
        page = self.open(self.browser(), "/juice")
        self.click(page, '[data-juice="strawberry"] [data-order]')
        dialog = lambda: self.find(page, "#shortage")
        self.wait(page, lambda: "재료가 모자라요. 재고를 수정할까요?" in dialog().text)
        self.assertIn("딸기", dialog().text)
        self.click(page, '#shortage [value="no"]')
        self.wait(page, lambda: not dialog().is_displayed())
        self.click(page, '[data-juice="strawberry"] [data-order]')
        self.click(page, '#shortage [value="yes"]')
        self.arrive(page, "/juice/stock?need=strawberry")
        self.assertIn("16", self.find(page, '[data-fruit="strawberry"]').text)
        self.assertStock(self.client(self.service))

    def test_who_opens_the_operators_link_edits_the_stock_at_the_first_visit(self):
        web = self.web()
        fruit = "strawberry"
        for scripts in (True, False):
            with self.subTest(scripts=scripts):
                self.client(self.service).ok("juice.stock.set", {"levels": {fruit: 10}})
                made = gateway(self.service, "web", "link", "--url", web.url)
                self.assertEqual(made.returncode, 0, made.stderr)
                page = self.browser(scripts=scripts)
                page.get(made.stdout.strip())
                if not scripts:
                    self.click(page, "#link .button")
                self.click(page, ".stall.in-juice a")
                self.arrive(page, "/juice")
                self.click(page, f'[data-juice="{fruit}"] [data-order]')
                if scripts:
                    self.wait(page, lambda page=page: "재고를 수정할까요?" in self.find(page, "#shortage").text)
                    self.click(page, '#shortage [value="yes"]')
                    self.arrive(page, f"/juice/stock?need={fruit}")
                else:
                    self.wait(page, lambda page=page: "재고를 수정할까요?" in self.find(page, ".notice").text)
                    self.click(page, '.notice a[href*="/juice/stock"]')
                field = self.find(page, f"#level-{fruit}")
                field.clear()
                field.send_keys("40")
                self.click(page, "[data-save]")
                self.wait(page, lambda page=page, scripts=scripts: "재고를 수정하시겠습니까?" in self.find(page, "#confirm" if scripts else "main").text)
                self.click(page, '#confirm [value="yes"]' if scripts else ".notice .button")
                self.wait(page, lambda page=page: "재고를 수정했어요." in self.find(page, "body").text)
                # The link is used up, and the log-out counts.
                self.find(page, '[action="/session/end"] button').click()
                self.wait(page, lambda page=page: not self.all(page, '[action="/session/end"]'))
                page.get(made.stdout.strip())
                if not scripts:
                    self.click(page, "#link .button")
                self.wait(page, lambda page=page: "이미 썼거나 오래된 링크예요." in self.find(page, "main").text)
        self.assertStock(self.client(self.service), strawberry=40)

    def test_without_scripts_pages_read_and_forms_order_once(self):
        page = self.open(self.browser(scripts=False), "/juice")
        self.assertEqual(self.level(page, "kiwi"), 10)
        self.click(page, '[data-juice="kiwi"] [data-order]')
        self.arrive(page, "outcome=")
        self.assertIn("키위 쥬스 나왔습니다! 맛있게 드세요!", self.find(page, "main").text)
        page.refresh()
        self.assertEqual(self.level(page, "kiwi"), 7)
        self.click(page, '[data-juice="strawberry"] [data-order]')
        self.wait(page, lambda: "재료가 모자라요" in self.find(page, "main").text)
        self.assertStock(self.client(self.service), kiwi=7)

    def test_an_order_whose_service_dies_is_made_once_and_said_so(self):
        # Before anything of it is stored, and when it is durable and nobody was told.
        for step in ("before-transaction", "after-commit"):
            with self.subTest(step):
                self.service.stop()
                self.service = self.launch(run="run", JANGTEO_FAILPOINT=f"{step}:1")
                self.service.wait_ready()
                before = self.client(self.service).ok("juice.stock.list")["fruits"][3]["quantity"]
                page = self.open(self.browser(), "/juice")
                self.click(page, '[data-juice="kiwi"] [data-order]')
                self.assertEqual(self.service.wait(), -signal.SIGKILL)
                page.refresh()
                self.wait(page, lambda: "결과를 아직 몰라요" in self.find(page, "#toasts").text)
                self.service = self.start(run="run")
                self.wait(page, lambda: self.says_done(page))
                page.refresh()
                self.wait(page, lambda: self.level(page, "kiwi") == before - 3)
                self.assertEqual(len(self.all(page, "[data-orders] li")), (10 - before) // 3 + 1)
                self.assertEqual(self.all(page, "#toasts button"), [])

    def says_done(self, page):
        """Whether the page says that the order was made. Where it says that it was not, it is asked to send it again."""
        for button in self.all(page, "#toasts button"):
            if button.text == "다시 보내기":
                button.click()
        # The page that says so while the service is away, or the counter's own, which has come back before that.
        served = any("키위 쥬스 나왔습니다" in dialog.text for dialog in self.all(page, "dialog[open]"))
        return served or "키위 쥬스 1잔 주문: 처리되었어요" in self.find(page, "#toasts").text

    def test_a_page_misses_no_event_through_the_death_of_service_and_gateway(self):
        page = self.open(self.browser(), "/juice")
        # What pages follow events with, from where the page stands.
        page.execute_script("""
            window.seen = [];
            const { position } = JSON.parse(document.getElementById("page-data").textContent);
            import("/assets/events.js").then(({ follow }) => follow("juice.stock.changed.", position, {
                event: (event) => window.seen.push(Number(event.sequence)), resynced: () => window.seen.push("resynced"),
            }));
        """)
        state = lambda: self.find(page, "[data-feed]").get_attribute("data-feed")
        seen = lambda: page.execute_script("return window.seen")
        listen = f"127.0.0.1:{self.gateway.port}"
        self.wait(page, lambda: state() == "live")
        for end in range(4):
            self.client(self.service).ok("juice.order", {"juice": "mango" if end % 2 else "kiwi"})
            if end % 2:
                self.service.kill()
                self.service = self.start(run="run")
            else:
                self.gateway.kill()
                self.wait(page, lambda: state() == "lost")
                self.client(self.service).ok("juice.stock.adjust", {"changes": {"banana": 1}})
                self.gateway = self.web("--loopback-role", "operate", listen=listen)
        client = self.client(self.service)
        client.ok("juice.order", {"juice": "kiwi"})
        journal = [int(json.loads(text)["sequence"]) for text in client.replay()[0]]
        self.assertEqual(len(journal), 7)
        self.wait(page, lambda: len(seen()) >= len(journal))
        self.assertEqual(seen(), journal)
        self.wait(page, lambda: (self.level(page, "kiwi"), self.level(page, "banana")) == (1, 12))

    def test_a_stock_that_somebody_else_has_changed_shows_both_values(self):
        page = self.open(self.browser(scripts=False), "/juice/stock")
        field = self.find(page, "#level-mango")
        field.clear()
        field.send_keys("12")
        self.client(self.service).ok("juice.order", {"juice": "mango"})
        self.click(page, "[data-save]")
        self.wait(page, lambda: "재고를 수정하시겠습니까?" in self.find(page, "main").text)
        self.click(page, ".notice .button")
        # The question before has such a notice, too.
        self.wait(page, lambda: "재고를 수정하시겠습니까?" not in self.find(page, ".notice.warn").text)
        text = self.find(page, ".notice.warn").text
        self.assertTrue("12" in text and "7" in text, text)
        self.assertStock(self.client(self.service), mango=7)
        self.click(page, ".notice .button")
        self.arrive(page, "outcome=")
        self.assertStock(self.client(self.service), mango=12)


class Others(BrowserTest):
    def test_the_keypad_works_by_mouse_and_by_keyboard_and_keeps_its_state(self):
        from selenium.webdriver.common.by import By
        from selenium.webdriver.common.keys import Keys

        page = self.open(self.browser(), "/calc")
        key = lambda label: next(one for one in page.find_elements(By.CSS_SELECTOR, "button[name=key]") if one.get_attribute("value") == label)
        display = lambda: self.find(page, "[data-display]").text
        for label in ("1", "2", "×"):
            key(label).click()
        self.find(page, "body").send_keys("3")
        self.wait(page, lambda: display() == "3")
        page.refresh()
        self.wait(page, lambda: display() == "3")
        self.find(page, "body").send_keys(Keys.ENTER)
        self.wait(page, lambda: display() == "36")
        self.find(page, "body").send_keys(Keys.ESCAPE, "5n")
        self.wait(page, lambda: display() == "-5")
        self.assertQuiet(page)

    def test_a_row_of_the_calculators_history_is_the_exact_number_without_zeros_that_end_a_fraction(self):
        rows = lambda: [one.text for one in self.all(page, "[data-history] li")]
        for scripts in (True, False):
            with self.subTest(scripts=scripts):
                page = self.browser(scripts=scripts)
                self.open(page, "/calc")
                display = lambda page=page: self.find(page, "[data-display]").text
                for keys, shown in (("1.30+", "1.3"), ("0.0+", "+ 0"), ("1234567890123456+", "+ 1,234,567,890,123,456")):
                    before = len(rows())
                    for key in keys:
                        self.click(page, f'.key[value="{key}"]')
                        if not scripts:
                            self.wait(page, lambda: page.execute_script("return document.readyState") == "complete")
                    self.wait(page, lambda: len(rows()) == before + 1)
                    self.assertEqual(rows()[-1], shown)

    def test_nothing_moves_when_a_service_dies(self):
        page = self.open(self.browser(language="en"), "/juice")
        feed = lambda: self.find(page, "[data-feed]").get_attribute("data-feed")
        self.wait(page, lambda: feed() == "live")
        places = """
            return [...document.querySelectorAll(".shelf h2, .shelf .link, [data-level], [data-order]")].map((one) => {
              const { left, top, width, height } = one.getBoundingClientRect();
              return [left, top, width, height];
            });
        """
        before = page.execute_script(places)
        self.service.kill()
        self.wait(page, lambda: feed() == "stale")
        self.assertEqual(page.execute_script(places), before)

    def test_the_fruits_and_juices_are_drawings_and_no_emoji(self):
        page = self.open(self.browser(), "/juice")
        drawn = "return [...document.querySelectorAll('[data-level] .art, .juice-face .art')].map((one) => one.getBBox().width)"
        self.wait(page, lambda: all(page.execute_script(drawn)))
        self.assertEqual(len(page.execute_script(drawn)), 12)
        self.assertNotRegex(self.find(page, "body").text, "[\U0001F300-\U0001FAFF]")

    def test_the_title_of_the_exposition_is_broken_as_the_terminal_has_it_and_a_button_leads_to_the_exhibits(self):
        page = self.open(self.browser(PHONE), "/expo")
        self.assertEqual(self.find(page, "h1").text, "파리 만국박람회 1900\n(L'Exposition de Paris 1900)")
        self.click(page, ".poster .button")
        top = "return document.getElementById('exhibits-title').getBoundingClientRect().top"
        self.wait(page, lambda: 0 <= page.execute_script(top) < PHONE[1] / 2)

    def test_the_board_opens_with_what_was_and_names_it(self):
        self.client(self.service).ok("juice.order", {"juice": "mango", "quantity": 2})
        page = self.open(self.browser(), "/board")
        self.wait(page, lambda: "망고 (mango) 10 → 4 (-6) 주문" in self.find(page, "[data-stream]").text)
        rates = "return JSON.parse(document.getElementById('page-data').textContent).rates"
        self.assertGreaterEqual(len(page.execute_script(rates)["juice"]), 1)
        self.assertLessEqual(len(page.execute_script(rates)["juice"]), 180)
        self.assertQuiet(page)

    def test_all_orders_are_listed(self):
        for quantity in (1, 2):
            self.client(self.service).ok("juice.order", {"juice": "mango", "quantity": quantity})
        page = self.open(self.browser(), "/juice")
        self.click(page, 'a[href="/juice/orders"]')
        self.arrive(page, "/juice/orders")
        self.assertEqual([one.text.split("×")[1].split()[0] for one in self.all(page, ".log li")], ["2", "1"])

    def test_the_exposition_is_searched(self):
        page = self.open(self.browser(), "/expo")
        field = self.find(page, "input[name=search]")
        field.send_keys("해금")
        field.submit()
        self.arrive(page, "search=")
        self.assertIn("해금", self.find(page, "main").text)
        self.assertNotIn("직지심체요절", self.find(page, "main").text)

    def test_every_page_is_quiet_fits_and_speaks_both_languages(self):
        for size in (PHONE, DESKTOP):
            for language, title in (("ko", "쥬스"), ("en", "Juice")):
                page = self.browser(size, language)
                for path in PAGES:
                    with self.subTest(path, size=size, language=language):
                        self.open(page, path)
                        self.assertEqual(page.execute_script("return document.documentElement.lang"), language)
                        self.assertIn(title, self.find(page, "nav").text)
                        width = page.execute_script("return document.documentElement.scrollWidth")
                        self.assertLessEqual(width, size[0], "it has to be scrolled sideways")
                        self.assertQuiet(page)
                page.quit()


class Market(BrowserTest):
    PICTURE = ROOT / "docs/pictures/mango.png"

    def setUp(self):
        super().setUp()
        self.market = MarketProcess(self.directory)
        self.addCleanup(self.market.close)
        self.market.wait_ready()
        client = MarketClient(self.context, self.market.rpc)
        self.addCleanup(client.close)
        self.vendor = client.ok("market.vendors.register", {"name": "동네 가게"})

    def fill(self, page, **fields):
        for name, text in fields.items():
            field = self.find(page, f"#field-{name}")
            if name != "images":
                field.clear()
            field.send_keys(text)

    def register(self, page, **fields):
        self.open(page, "/market/new")
        self.fill(
            page, **{"name": "망고 한 상자", "price": "12000", "discounted_price": "2000", "stock": "2", "images": str(self.PICTURE),
                     "description": "잘 익은 망고 열 개입니다.", "identifier": self.vendor["identifier"],
                     "secret": self.vendor["secret"]} | fields,
        )  # fmt: skip
        self.click(page, "[data-submit]")

    def sell_out(self, page, scripts=True):
        main = lambda: self.find(page, "main").text
        self.open(page, "/market?search_value=망고")
        self.assertIn("KRW 10,000", main())
        self.click(page, 'a[href="/market/1"]')
        self.arrive(page, "/market/1")
        loaded = "const image = document.querySelector('main img'); return image.complete && image.naturalWidth > 0"
        self.assertTrue(page.execute_script(loaded))
        for left in ("잔여수량 : 1", "품절"):
            self.click(page, "[data-buy]")
            receipt = ".notice.ok .receipt"
            if scripts:
                self.wait(page, lambda: "망고 한 상자 × 1: KRW 10,000" in self.find(page, "#purchase").text)
                self.click(page, '#purchase [value="yes"]')
                receipt = "#receipt"
            self.wait(page, lambda left=left: left in self.find(page, "[data-stock]").text)
            self.wait(page, lambda: "KRW 10,000" in self.find(page, receipt).text)
            self.assertIn("구매 번호", self.find(page, receipt).text)
            if scripts:
                self.click(page, "#receipt button")

    def test_a_product_is_registered_found_bought_until_sold_out_edited_and_deleted(self):
        page = self.browser()
        self.register(page)
        self.arrive(page, "/market/1")
        self.sell_out(page)
        self.open(page, "/market/1/edit")
        self.fill(page, name="망고 두 상자", stock="5")
        self.click(page, "[data-submit]")
        self.arrive(page, "/market/1?")
        self.assertIn("망고 두 상자", self.find(page, "main h1").text)
        self.assertIn("5", self.find(page, "[data-stock]").text)
        self.replace_picture(page)
        self.assertQuiet(page)
        self.open(page, "/market/1/edit")
        self.click(page, "[data-delete] .danger")
        self.click(page, '#delete [value="yes"]')
        self.arrive(page, "/market?")
        self.assertNotIn("망고", self.find(page, "main").text)

    def replace_picture(self, page, *fields):
        """Puts another picture in the place of the only one."""
        before = self.find(page, "main img").get_attribute("src")
        self.open(page, "/market/1/edit")
        self.click(page, '[name="keep"]')
        other = self.directory / "other.png"
        other.write_bytes(png(64, 64))
        self.find(page, "#field-images").send_keys(str(other))
        for name in fields:
            self.find(page, f"#pictures-{name}").send_keys(self.vendor[name])
        self.click(page, "[data-pictures] .button")
        self.arrive(page, "notice=changed")
        self.assertEqual(len(self.all(page, "[data-album] img")), 1)
        self.assertNotEqual(self.find(page, "main img").get_attribute("src"), before)

    def test_the_same_works_without_scripts(self):
        page = self.browser(scripts=False)
        self.register(page)
        self.arrive(page, "/market/1")
        self.sell_out(page, scripts=False)
        self.open(page, "/market/1/edit")
        self.fill(page, name="망고 두 상자", identifier=self.vendor["identifier"], secret=self.vendor["secret"])
        self.click(page, "[data-submit]")
        self.arrive(page, "notice=changed")
        self.assertIn("망고 두 상자", self.find(page, "main h1").text)
        self.replace_picture(page, "identifier", "secret")

    def test_a_photo_loses_its_film_before_it_is_sent_and_one_that_browsers_do_not_turn_is_upright(self):
        import photo_samples

        tried = photo_samples.samples()
        names = ("JPEG with a film behind it", "WebP, EXIF 6", "PNG, `eXIf` 6 behind IDAT")
        for place, scripts in enumerate((True, False), 1):
            paths = []
            for number, name in enumerate(names):
                path = pathlib.Path(self.directory) / f"photo-{place}-{number}"
                path.write_bytes(tried[name] + bytes([place]))
                paths.append(str(path))
            page = self.browser(scripts=scripts)
            self.register(page, images="\n".join(paths))
            self.arrive(page, f"/market/{place}")
        page = self.browser()
        for place in (1, 2):
            self.open(page, f"/market/{place}")
            sides = "return [...document.querySelectorAll('main .album img')].map((image) => [image.naturalWidth, image.naturalHeight])"
            for image in self.all(page, "main .album img"):
                page.execute_script("arguments[0].scrollIntoView()", image)
            wanted = [[photo_samples.WIDTH, photo_samples.HEIGHT]] * 3
            self.wait(page, lambda: page.execute_script(sides) == wanted)

    def test_a_photo_as_cameras_make_them_is_made_smaller_and_one_that_the_browser_cannot_read_is_named(self):
        photo, heic = (pathlib.Path(self.directory) / name for name in ("IMG_0001.png", "IMG_0002.HEIC"))
        photo.write_bytes(png(3_000, 2_000, noise=random.randbytes(700_000)))
        heic.write_bytes(b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + bytes(400_000))
        page = self.browser()
        self.open(page, "/market/new")
        self.find(page, "#field-images").send_keys(f"{heic}\n{photo}")
        fault = lambda: self.find(page, "#images-fault").text
        self.wait(page, lambda: "IMG_0002.HEIC" in fault() and "JPEG" in fault())
        self.assertEqual(len(self.all(page, "[data-chosen] li")), 1)
        self.register(page, images=str(photo))
        self.arrive(page, "/market/1")
        self.wait(page, lambda: page.execute_script("return document.querySelector('main img').naturalWidth") == 1_600)

    def test_a_gallery_shows_that_it_is_one(self):
        page = self.browser(PHONE)
        self.register(page, images=str(self.PICTURE))
        self.arrive(page, "/market/1")
        self.assertEqual(self.all(page, ".dots span"), [])
        other = pathlib.Path(self.directory) / "other.png"
        other.write_bytes(png(30, 40))
        self.register(page, name="망고 두 상자", images=f"{self.PICTURE}\n{other}")
        self.arrive(page, "/market/2")
        self.assertIn("1 / 2", self.find(page, ".album").text)
        self.click(page, ".dots span:nth-child(2)")
        self.wait(page, lambda: self.all(page, ".dots span:nth-child(2).current"))
        self.assertEqual(self.all(page, ".dots span:nth-child(1).current"), [])

    def test_all_faults_of_a_form_are_shown_at_once(self):
        for scripts in (True, False):
            with self.subTest(scripts=scripts):
                page = self.browser(scripts=scripts)
                self.register(page, name="망", price="-1", description="짧다")
                self.wait(page, lambda page=page: len(self.all(page, "[data-fault-list] li")) >= 3)
                self.assertIn("3~100자", self.find(page, "#name-fault").text)
                self.assertEqual(self.find(page, "#field-description").get_attribute("value"), "짧다")
        self.open(page, "/market")
        self.assertEqual(self.all(page, 'a[href="/market/1"]'), [])


class LogIn(AllPagesTest):
    def log_in(self, page, token):
        self.find(page, "#token").send_keys(token)
        self.find(page, ".login .button").click()

    def test_a_visitor_logs_in_is_led_back_and_logs_out_with_scripts_and_without(self):
        for scripts in (True, False):
            with self.subTest(scripts=scripts):
                page = self.browser(PHONE, scripts=scripts)
                address = f"{self.guarded.url}/market?search_value=%EB%A7%9D%EA%B3%A0&view=list"
                page.get(address)
                self.log_in(page, "jgt_" + "a" * 43)
                self.wait(page, lambda page=page: "알 수 없거나, 취소되었거나, 기한이 지난 토큰이에요." in self.find(page, "main").text)
                self.log_in(page, self.token)
                self.arrive(page, address)
                self.assertEqual(page.current_url, address)
                self.assertIn("망고 한 상자", self.find(page, "main").text)
                self.find(page, '[action="/session/end"] button').click()
                self.wait(page, lambda page=page: self.all(page, "#token"))
                page.get(address)
                self.assertNotIn("망고", self.find(page, "main").text)

    def test_a_page_that_takes_more_rights_leads_to_the_log_in_and_that_leads_back(self):
        for name, way, what in (("denied", ".problem .button", ".workers"), ("stock-denied", ".notice a", "[data-save]:enabled")):
            with self.subTest(name):
                page = self.browser()
                self.visit(page, name)
                address = page.current_url.split("?")[0]
                self.assertEqual(self.all(page, what), [])
                self.find(page, way).click()
                self.arrive(page, "/login?next=")
                self.log_in(page, self.token)
                self.wait(page, lambda page=page, what=what: self.all(page, what))
                self.assertEqual(page.current_url.split("?")[0], address)

    def test_who_comes_by_a_link_of_another_site_keeps_the_session(self):
        page = self.browser()
        page.get(f"{self.guarded.url}/calc")
        self.log_in(page, self.token)
        self.wait(page, lambda: self.all(page, "[data-calculator]"))
        page.get(f"data:text/html,<a href='{self.guarded.url}/expo'>there</a>")
        self.find(page, "a").click()
        self.wait(page, lambda: self.all(page, ".gallery"))
        self.assertEqual(page.current_url, f"{self.guarded.url}/expo")


if __name__ == "__main__":
    unittest.main()
