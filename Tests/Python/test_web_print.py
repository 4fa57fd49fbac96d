"""The pages on paper: what Debian's chromium prints of them, from a light screen and a dark one."""

import base64
import re
import shutil
import subprocess
import unittest

from juice_process import TIMEOUT
from market_process import MarketClient, MarketProcess
from pictures import png
from web_browser import DESKTOP
from web_pages import PAGES, AllPagesTest

PDFTOTEXT = shutil.which("pdftotext")

# What is seen on paper and should not be, and text that is not black enough on white (WCAG, 1.4.6).
FAULTS = """
    const seen = [...document.querySelectorAll("body *")].filter((one) => one.checkVisibility({ visibilityProperty: true }));
    const light = (color) => {
      const [r, g, b] = color.match(/[\\d.]+/g).map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const isText = (one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const faults = [];
    for (const one of seen) {
      const style = getComputedStyle(one);
      const name = one.outerHTML.slice(0, 120);
      if (["fixed", "sticky"].includes(style.position)) faults.push(`stays in its place: ${name}`);
      if (one.matches("button, input, select, textarea, .button, nav, dialog")) faults.push(`is for a screen: ${name}`);
      if (isText(one) && 1.05 / (light(style.color) + 0.05) < 7) faults.push(`is pale, ${style.color}: ${name}`);
      if (one.matches(".card:not(.editor, .stream)") && style.breakInside !== "avoid") faults.push(`may be cut in two: ${name}`);
      if (style.overflowY === "auto" || style.overflowY === "scroll") faults.push(`scrolls: ${name}`);
    }
    const paper = getComputedStyle(document.body).backgroundColor;
    return paper === "rgb(255, 255, 255)" ? faults : [`the paper is ${paper}`, ...faults];
"""


class Paper(AllPagesTest):
    def test_pages_have_nothing_of_a_screen_and_are_black_on_white(self):
        driver = self.browser(DESKTOP)
        for name in PAGES:
            self.visit(driver, name)
            for scheme in ("light", "dark"):
                with self.subTest(name, scheme=scheme):
                    driver.execute_cdp_cmd(
                        "Emulation.setEmulatedMedia",
                        {"media": "print", "features": [{"name": "prefers-color-scheme", "value": scheme}]},
                    )
                    faults = driver.execute_script(FAULTS)
                    self.assertEqual(faults, [], "\n".join(faults))
            driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})

    @unittest.skipUnless(PDFTOTEXT, "there is no pdftotext: scripts/install-dependencies --test")
    def test_no_price_is_printed_apart_from_its_product_or_covered(self):
        market = MarketProcess(self.directory, run="many", state="many-state")
        self.addCleanup(market.close)
        market.wait_ready()
        client = MarketClient(self.context, market.rpc)
        self.addCleanup(client.close)
        vendor = client.ok("market.vendors.register", {"name": "동네 가게"})
        for number in range(1, 25):
            form = {member: vendor[member] for member in ("identifier", "secret")}
            form |= {"name": f"과일 {number}번 " + "긴 이름 " * (number % 5), "description": "잘 익은 과일입니다."}
            form |= {"price": 1_000 + number, "currency": "KRW"}
            self.assertIn("result", client.call_with([png(40, 30)], "market.products.register", form))
        driver = self.browser(DESKTOP)
        gateway = self.web_before("many")
        for address in ("/market?lang=ko", "/market?lang=ko&view=list"):
            driver.get(gateway.url + address)
            self.settle(driver)
            pages = self.printed(driver)
            self.assertGreater(len(pages), 1)
            for number in range(1, 25):
                on = [page for page in pages if re.search(rf"과일 {number}번", page)]
                self.assertEqual(len(on), 1, number)
                self.assertIn(f"1,{number:03}", on[0])

    def web_before(self, run):
        from web_process import WebProcess

        process = WebProcess(self.directory, "--listen", "127.0.0.1:0", "--loopback-role", "operate", run=run)
        self.addCleanup(process.close)
        process.url = process.wait_ready()["http"]
        return process

    def printed(self, driver):
        """The text of each page of paper."""
        document = base64.b64decode(driver.execute_cdp_cmd("Page.printToPDF", {"paperWidth": 8.27, "paperHeight": 11.69})["data"])
        run = subprocess.run([PDFTOTEXT, "-layout", "-", "-"], input=document, capture_output=True, timeout=TIMEOUT, check=True)
        return run.stdout.decode().split("\f")[:-1]


if __name__ == "__main__":
    unittest.main()
