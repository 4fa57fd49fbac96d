"""Photographs and records the pages that documents show, in a real browser: run it as scripts/record web."""

import io
import pathlib
import unittest

from PIL import Image
from web_browser import DESKTOP, PHONE
from web_pages import AllPagesTest

HERE = pathlib.Path(__file__).parent
# Of a picture of the page, and of the recording, which is to stay small.
COLOURS, WIDTH = 256, 800


class Pictures(AllPagesTest):
    """The pages with the products and orders of the tests of all pages."""

    def look_at(self, name, size, language, scheme="light"):
        page = self.browser(size, language)
        features = {"prefers-color-scheme": scheme, "prefers-reduced-motion": "reduce"}
        features = [{"name": feature, "value": value} for feature, value in features.items()]
        page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
        page.execute_cdp_cmd("Emulation.setScrollbarsHidden", {"hidden": True})
        self.visit(page, name, language)
        return page

    def picture(self, page):
        return Image.open(io.BytesIO(page.get_screenshot_as_png())).convert("RGB")

    def save(self, page, name):
        self.picture(page).quantize(COLOURS).save(HERE / name, optimize=True)

    def test_pages(self):
        for name, file, size, language, scheme in (
            ("juice", "web.png", DESKTOP, "en", "light"),
            ("stock", "web-stock.png", DESKTOP, "en", "light"),
            ("juice", "web-phone.png", PHONE, "ko", "dark"),
        ):
            self.save(self.look_at(name, size, language, scheme), file)

    def test_recording(self):
        """An order and its receipt; one that lacks fruit, and the question that follows."""
        page = self.look_at("juice", DESKTOP, "en")
        shots = []

        def keep(times):
            shot = self.picture(page)
            shots.extend([shot.resize((WIDTH, WIDTH * shot.height // shot.width), Image.Resampling.LANCZOS)] * times)

        def order(juice, dialog):
            self.click(page, f'[data-juice="{juice}"] [data-order]')
            self.wait(page, lambda: self.find(page, dialog).is_displayed())
            keep(2)

        keep(1)
        order("kiwi", "#served")
        self.click(page, '#served [value="ok"]')
        self.wait(page, lambda: not self.find(page, "#served").is_displayed())
        keep(1)
        order("strawberry", "#shortage")
        first, *others = [shot.quantize(COLOURS) for shot in shots]
        first.save(HERE / "web.gif", save_all=True, append_images=others, duration=1200, loop=0, optimize=True)


if __name__ == "__main__":
    unittest.main()
