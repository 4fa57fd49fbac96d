"""Where a browser finds a picture, for how long it may keep it, and what a picture that is served still says."""

import functools
import io
import json
import os
import subprocess
import unittest

from juice_process import PROGRAMS, TIMEOUT
from market_web_process import Connection, WebProcess
from pictures import png
from test_web_market import OpenMarketTest

FOREVER = "max-age=31536000, immutable"
SEOUL = {1: "N", 2: (37.0, 33.0, 59.4), 3: "E", 4: (126.0, 58.0, 40.8)}
SECRET = b"somebody's own words"


class Addresses(OpenMarketTest):
    def path(self, url):
        self.assertTrue(url.startswith(self.web.url), url)
        return url.removeprefix(self.web.url)

    def addresses(self, product):
        """All addresses under which the pages and the open market have a product's first picture."""
        image = product["images"][0]
        page = self.get(f"/market/{product['id']}").body.decode().replace("&amp;", "&").replace("&#x3D;", "=")
        shown = {word for word in page.split('"') if word.startswith(f"/api/market/images/{image['id']}")}
        self.assertGreaterEqual(len(shown), 1, page)
        return [self.path(image["url"]), self.path(image["thumbnail_url"]), self.path(product["thumbnail"]), *shown]

    def test_an_address_says_which_picture_it_is_of_and_may_be_kept_by_who_asks(self):
        for path in self.addresses(self.product()):
            with self.subTest(path):
                self.assertRegex(path, r"[?&]hash=[0-9a-f]{32}$")
                response = self.get(path)
                self.assertEqual((response.status, response.headers["content-type"][:6]), (200, "image/"))
                self.assertEqual(response.headers["cache-control"], f"private, {FOREVER}")
                again = self.get(path, If_None_Match=response.headers["etag"])
                self.assertEqual((again.status, again.headers["cache-control"]), (304, f"private, {FOREVER}"))

    def test_an_address_without_the_hash_works_as_ever_and_is_asked_for_again(self):
        image = self.product()["images"][0]
        for path in ("/api/products/images/{}", "/api/products/images/{}/thumbnail", "/v2/api/products/images/{}",
                     "/api/market/images/{}", "/api/market/images/{}?thumbnail=true"):  # fmt: skip
            response = self.get(path.format(image["id"]))
            self.assertEqual((response.status, response.headers["cache-control"]), (200, "private, no-cache"), path)

    def test_an_address_with_the_hash_of_another_picture_is_of_none(self):
        one, other = (self.product()["images"][0] for _ in range(2))
        hash = other["url"].partition("?")[2]
        for path in ("/api/products/images/{}?", "/api/products/images/{}/thumbnail?", "/api/market/images/{}?"):
            response = self.get(path.format(one["id"]) + hash)
            self.assertEqual((response.status, response.headers["cache-control"]), (404, "no-store"), path)
            self.assertEqual(self.get(path.format(one["id"]) + "hash=none").status, 422, path)

    def test_what_is_open_to_everybody_may_be_kept_by_proxies_and_what_needs_a_token_may_not(self):
        tokens = self.directory / "tokens"
        words = [PROGRAMS / "gateway", "tokens", "create", "phone", "--role", "read", "--tokens", tokens, "--json"]
        made = subprocess.run(words, capture_output=True, check=True, timeout=TIMEOUT, env={"HOME": str(self.directory)})
        token = {"Authorization": f"Bearer {json.loads(made.stdout)['token']}"}
        product = self.product()
        web = WebProcess(
            self.service.run, "--open-market", "public", "--behind-proxy", "--tokens", str(tokens), listen="127.0.0.1:0"
        )
        self.addCleanup(web.stop)
        connection = Connection(web)
        self.addCleanup(connection.close)
        host = {"Host": "market.example"}
        path = self.path(product["thumbnail"])
        for fields, who in ((host, "public"), (host | token, "private")):
            response = connection.request("GET", path, fields)
            self.assertEqual((response.status, response.headers["cache-control"]), (200, f"{who}, {FOREVER}"), response)
        own = path.replace("/thumbnail?", "?thumbnail=true&").replace("/products/", "/market/")
        self.assertEqual(connection.request("GET", own, host).status, 401)
        response = connection.request("GET", own, host | token)
        self.assertEqual((response.status, response.headers["cache-control"]), (200, f"private, {FOREVER}"), response)

    def maintain(self, *words):
        return subprocess.run(
            [self.process.program(), "--run-dir", self.directory / "run", "--state-dir", self.directory / "state", *words],
            capture_output=True, text=True, timeout=2 * TIMEOUT, check=True,
            env={name: text for name, text in os.environ.items() if not name.startswith(("JANGTEO_", "XDG_"))},
        )  # fmt: skip

    def test_no_restore_shows_another_picture_under_an_address_that_somebody_keeps(self):
        self.maintain("--backup-to", self.directory / "backups")
        lost = self.product(pictures=[png(30, 20, color=(1, 200, 1))])
        kept = self.addresses(lost)
        self.service.kill()
        self.maintain("--restore-from", self.directory / "backups", "--accept-older")
        self.service = self.start()
        present = self.product(pictures=[png(30, 20, color=(200, 1, 1))])
        self.assertEqual(present["images"][0]["id"], lost["images"][0]["id"])
        self.assertTrue(set(kept).isdisjoint(self.addresses(present)))
        self.assertEqual({path: self.get(path).status for path in kept}, {path: 404 for path in kept})


class Privacy(OpenMarketTest):
    """What a phone writes into a photo, and what is left of it for strangers."""

    def setUp(self):
        super().setUp()
        try:
            from PIL import Image
        except ImportError:
            raise unittest.SkipTest("Pillow is not installed: scripts/install-dependencies --test") from None
        self.image = Image

    def photo(self, format, **more):
        """A picture with a place, a maker's notes and somebody's words, which is to be turned."""
        picture = self.image.linear_gradient("L").resize((80, 60)).convert("RGB")
        exif = self.image.Exif()
        exif[0x0112] = 6
        exif[0x010F] = exif[0x013B] = SECRET.decode()
        exif[0x8825] = SEOUL
        exif[0x8769] = {0x927C: b"Maker\0" + SECRET, 0x9286: SECRET}
        data = io.BytesIO()
        picture.save(data, format, exif=exif, icc_profile=self.profile, **more)
        return data.getvalue()

    @functools.cached_property
    def profile(self):
        # Made once: a profile holds the second in which it was made.
        from PIL import ImageCms

        return ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()

    def read(self, data):
        picture = self.image.open(io.BytesIO(data))
        picture.load()
        return picture

    def test_a_photo_keeps_how_it_is_turned_and_its_colours_and_loses_where_it_was_taken(self):
        xmp = b"<x:xmpmeta xmlns:x='adobe:ns:meta/'>" + SECRET + b"</x:xmpmeta>"
        for format, more in (("JPEG", {"comment": SECRET}), ("PNG", {}), ("WEBP", {"lossless": True, "xmp": xmp})):
            with self.subTest(format):
                sent = self.photo(format, **more)
                self.assertIn(SECRET, sent)
                self.assertEqual(self.read(sent).getexif().get_ifd(0x8825)[1], "N")
                image = self.product(pictures=[sent])["images"][0]
                original = self.get(image["url"].removeprefix(self.web.url)).body
                thumbnail = self.get(image["thumbnail_url"].removeprefix(self.web.url)).body
                for data in (original, thumbnail):
                    exif = self.read(data).getexif()
                    self.assertEqual((exif.get_ifd(0x8825), exif.get_ifd(0x8769)), ({}, {}))
                    self.assertNotIn(SECRET, data)
                kept = self.read(original)
                self.assertEqual(kept.info.get("icc_profile"), self.profile)
                if format == "WEBP":
                    # Which was turned, because browsers do not.
                    self.assertEqual(kept.size, (60, 80))
                    continue
                self.assertEqual(dict(kept.getexif()), {0x0112: 6})
                self.assertEqual(kept.tobytes(), self.read(sent).tobytes())


if __name__ == "__main__":
    unittest.main()
