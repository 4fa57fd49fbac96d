"""Every page of web-gateway with something to see on it, in a browser."""

from gateway_process import gateway
from juice_process import ROOT
from market_process import MarketClient, MarketProcess
from pictures import png
from web_browser import DESKTOP, PHONE, BrowserTest

LANGUAGES = ("ko", "en")
SCHEMES = ("light", "dark")
PAGES = {
    "home": "/", "orders": "/juice/orders", "receipts": "/receipts", "nowhere": "/nope",
    "juice": "/juice", "stock": "/juice/stock", "calc": "/calc", "expo": "/expo", "exhibit": "/expo/2",
    "market": "/market", "product": "/market/1", "registration": "/market/new", "edit": "/market/1/edit",
    "board": "/board", "problem": "/expo/999", "login": "/juice", "denied": "/board", "stock-denied": "/juice/stock",
}  # fmt: skip

# What a browser was given, by the module that keeps it. One name is a word as long as names may be.
RECEIPTS = """
    const done = arguments[0];
    import("/assets/receipts.js").then(({ record }) => {
      const time = "2026-11-28T03:04:05.678Z";
      const juice = { ko: "망고 쥬스", en: "mango juice" };
      record({ service: "juice", receipt: { name: juice, href: "/juice" } }, { id: "1", quantity: 2, time });
      for (const [id, name, sum] of [["1", "Strawberries, a kilogram of the first of this year", "USD 9.50"], ["2", "망고".repeat(50), "KRW 9,000,000,000,000"]]) {
        record({ service: "market", receipt: { name, href: `/market/${id}`, sum } }, { id, quantity: 1000, created_at: `2026-11-2${id}T03:04:05` });
      }
      done();
    });
"""


class AllPagesTest(BrowserTest):
    """All four services, products and orders, and two more web-gateways: where who has no token may only order, and may nothing."""

    PICTURE = ROOT / "docs/pictures/mango.png"

    def setUp(self):
        super().setUp()
        market = MarketProcess(self.directory)
        self.addCleanup(market.close)
        market.wait_ready()
        client = MarketClient(self.context, market.rpc)
        self.addCleanup(client.close)
        self.vendor = client.ok("market.vendors.register", {"name": "동네 가게"})
        mango = self.PICTURE.read_bytes()
        for name, pictures, members in (
            ("망고 한 상자", [mango, png(40, 30)], {"price": 12_000, "discounted_price": 2_000, "stock": 3}),
            ("Strawberries, a kilogram of the first of this year", [png(30, 40, (200, 40, 60))], {"price": 9.5, "currency": "USD", "stock": 12}),
            ("오늘 딴 바나나", [png(30, 30, (230, 200, 60))], {"price": 4_500, "stock": 0}),
        ):  # fmt: skip
            who = {name: self.vendor[name] for name in ("identifier", "secret")}
            form = {"name": name, "description": "잘 익은 과일입니다.\n오늘 보냅니다.", "currency": "KRW"} | members | who
            reply = client.call_with(pictures, "market.products.register", form)
            assert "result" in reply, reply
        self.client(self.service).ok("juice.order", {"juice": "mango", "quantity": 2})
        tokens = self.directory / "tokens"
        made = gateway(self.service, "tokens", "create", "visitor", "--role", "operate", "--tokens", str(tokens))
        assert made.returncode == 0, made.stderr
        self.token = made.stdout.strip()
        self.limited = self.web("--tokens", str(tokens))
        self.guarded = self.web("--behind-proxy", "--tokens", str(tokens))

    def visit(self, driver, name, language="ko"):
        """Opens a page, and waits until its stream of events, if it has one, is up to date."""
        web = self.guarded if name == "login" else self.limited if name.endswith("denied") else self.gateway
        driver.get(f"{web.url}{PAGES[name]}?lang={language}")
        self.settle(driver)
        if name == "receipts":
            driver.execute_async_script(RECEIPTS)

    def settle(self, driver):
        ready = """
            const feed = document.querySelector("[data-feed]");
            return document.readyState === "complete" && (!feed || feed.dataset.feed === "live");
        """
        self.wait(driver, lambda: driver.execute_script(ready))

    def look(self, driver, size, scheme):
        """Has the page as a screen of a size shows it, light or dark; nothing moves."""
        driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": size == PHONE},
        )
        features = {"prefers-color-scheme": scheme, "prefers-reduced-motion": "reduce"}
        driver.execute_cdp_cmd(
            "Emulation.setEmulatedMedia",
            {"features": [{"name": name, "value": value} for name, value in features.items()]},
        )

    def looks(self, driver):
        """Every size and colour scheme, one after the other."""
        for size in (PHONE, DESKTOP):
            for scheme in SCHEMES:
                self.look(driver, size, scheme)
                yield size, scheme

    def open_dialog(self, driver, name, language="ko"):
        """Brings a page to the point where it asks, or tells, something in a dialog."""
        # On a phone the bar at the bottom may be over what is to be pressed.
        self.look(driver, DESKTOP, "light")
        if name in ("served", "shortage"):
            self.visit(driver, "juice", language)
            juice = {"served": "kiwi", "shortage": "strawberry"}[name]
            self.click(driver, f'[data-juice="{juice}"] [data-order]')
        elif name in ("confirm", "conflict"):
            self.visit(driver, "stock", language)
            before = self.find(driver, '[data-fruit="banana"] [data-now]').text
            self.click(driver, '[data-fruit="banana"] [data-step="1"]')
            if name == "conflict":
                self.client(self.service).ok("juice.stock.adjust", {"changes": {"banana": 3}})
                self.wait(driver, lambda: self.find(driver, '[data-fruit="banana"] [data-now]').text != before)
            self.click(driver, "[data-save]")
            if name == "conflict":
                self.click(driver, '#confirm [value="yes"]')
        elif name in ("purchase", "receipt"):
            self.visit(driver, "product", language)
            self.click(driver, "[data-buy]")
            if name == "receipt":
                self.click(driver, '#purchase [value="yes"]')
        elif name == "clear":
            self.visit(driver, "receipts", language)
            self.click(driver, "[data-clear]")
        elif name == "delete":
            self.visit(driver, "edit", language)
            for field in ("identifier", "secret"):
                self.find(driver, f"#field-{field}").send_keys(self.vendor[field])
            self.click(driver, "[data-delete] .danger")
        self.wait(driver, lambda: self.find(driver, f"#{name}").is_displayed())


DIALOGS = ("served", "shortage", "confirm", "conflict", "purchase", "receipt", "clear", "delete")
