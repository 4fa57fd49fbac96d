"""Photos as phones and tools write them: what Pillow, libvips, a browser and we show of each, and the table that says so.

The table is in docs/pictures.md. After a change of ours, or of theirs, `PHOTOS_WRITE=1` writes it again.
"""

import base64
import io
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

from juice_process import PROGRAMS
from web_browser import CHROMIUM, DRIVER

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/pictures.md"
COLUMNS = ("Pillow", "libvips", "Chromium", "thumbnail", "product's page")
# What JPEG and rounding may do to a colour.
CLOSE = 8


def quarters(picture):
    """Sides of a picture and the colours in the middles of its quarters."""
    picture = picture.convert("RGB")
    width, height = picture.size
    return picture.size, [
        picture.getpixel((int(width * x), int(height * y))) for y in (0.25, 0.75) for x in (0.25, 0.75)
    ]


def opened(data):
    from PIL import Image

    return quarters(Image.open(io.BytesIO(data)))


def by_pillow(data):
    from PIL import Image, ImageCms, ImageOps

    picture = ImageOps.exif_transpose(Image.open(io.BytesIO(data)))
    profile = picture.info.get("icc_profile")
    if profile:
        try:
            kind = ImageCms.ImageCmsProfile(io.BytesIO(profile))
            picture = ImageCms.profileToProfile(picture, kind, ImageCms.createProfile("sRGB"), outputMode="RGB")
        except (ImageCms.PyCMSError, OSError):
            pass
    return quarters(picture)


def by_libvips(data):
    sys.path.insert(0, str(ROOT / ".build/vips"))
    try:
        import pyvips
    finally:
        sys.path.pop(0)
    picture = pyvips.Image.thumbnail_buffer(data, 600, size="down", export_profile="srgb")
    return opened(picture.write_to_buffer(".png"))


def by_chromium(files):
    """What a browser draws of each file."""
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    with tempfile.TemporaryDirectory() as profile:
        for argument in (
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", f"--user-data-dir={profile}",
            "--force-color-profile=srgb",
        ):  # fmt: skip
            options.add_argument(argument)
        driver = webdriver.Chrome(service=Service(DRIVER), options=options)
        try:
            return [drawn(driver, data) for data in files]
        finally:
            driver.quit()


def drawn(driver, data):
    kind = {b"\x89P": "png", b"\xff\xd8": "jpeg", b"RI": "webp"}[data[:2]]
    seen = driver.execute_async_script(
        """const [source, done] = arguments;
        const image = new Image();
        image.onerror = () => done(null);
        image.onload = () => {
          const { naturalWidth: width, naturalHeight: height } = image;
          const canvas = Object.assign(document.createElement("canvas"), { width, height });
          const pen = canvas.getContext("2d");
          pen.drawImage(image, 0, 0, width, height);
          const colors = [0.25, 0.75].flatMap((y) => [0.25, 0.75].map((x) =>
            Array.from(pen.getImageData(Math.floor(width * x), Math.floor(height * y), 1, 1).data).slice(0, 3)));
          done([[width, height], colors]);
        };
        image.src = source;""",
        f"data:image/{kind};base64,{base64.b64encode(data).decode()}",
    )
    return seen and (tuple(seen[0]), [tuple(color) for color in seen[1]])


def word(seen, meant, size):
    """A reader's cell: yes, sideways, or the colour that it shows in the upper left instead."""
    if seen is None:
        return "nothing"
    sides, colors = seen
    if tuple(sides) != size:
        return "sideways"
    if all(abs(a - b) <= CLOSE for one, other in zip(colors, meant) for a, b in zip(one, other)):
        return "yes"
    return " ".join(str(value) for value in colors[0])


def is_same(cell, documented):
    """Colours may differ by what another version of a reader rounds otherwise."""
    if cell == documented:
        return True
    numbers = [re.findall(r"\d+", text) for text in (cell, documented)]
    return all(len(found) == 3 for found in numbers) and all(
        abs(int(a) - int(b)) <= CLOSE for a, b in zip(*numbers)
    )


def ours(files):
    """Our thumbnail and the file that is served of each."""
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for place, data in enumerate(files):
            path = pathlib.Path(folder) / f"{place:03d}"
            path.write_bytes(data)
            paths.append(path)
        run = subprocess.run([PROGRAMS / "PictureProbe", "--to", folder, *paths], capture_output=True, check=True, timeout=60)
        assert b"error" not in run.stdout, run.stdout
        return [tuple(path.with_suffix(end).read_bytes() for end in (".thumbnail", ".served")) for path in paths]


@unittest.skipUnless(CHROMIUM and DRIVER, "there is no browser: scripts/install-dependencies --test")
class Photos(unittest.TestCase):
    def test_the_table_says_what_each_reader_shows_of_a_photo(self):
        from photo_samples import GREY, HEIGHT, SEEN, WIDTH, samples

        tried = samples()
        made = ours(tried.values())
        browser = by_chromium([*tried.values(), *(served for _, served in made)])
        rows = []
        for place, (name, data) in enumerate(tried.items()):
            meant = GREY if "grey" in name else SEEN
            seen = (
                by_pillow(data), by_libvips(data), browser[place], opened(made[place][0]), browser[len(tried) + place],
            )  # fmt: skip
            rows.append((name, *(word(one, meant, (WIDTH, HEIGHT)) for one in seen)))
        text = PAGE.read_text()
        start, end = text.index("| picture |"), text.index("\n\n", text.index("| picture |"))
        if os.environ.get("PHOTOS_WRITE"):
            lines = ["| picture | " + " | ".join(COLUMNS) + " |", "|---" * (len(COLUMNS) + 1) + "|"]
            lines += ["| " + " | ".join(row) + " |" for row in rows]
            PAGE.write_text(text[:start] + "\n".join(lines) + text[end:])
            return
        documented = [
            [cell.strip() for cell in line.strip("|").split(" | ")] for line in text[start:end].splitlines()[2:]
        ]
        self.assertEqual([row[0] for row in rows], [row[0] for row in documented])
        for row, told in zip(rows, documented):
            for column, cell, words in zip(COLUMNS, row[1:], told[1:]):
                with self.subTest(picture=row[0], reader=column):
                    self.assertTrue(is_same(cell, words), f"{cell}, and the page says {words}")


if __name__ == "__main__":
    unittest.main()
