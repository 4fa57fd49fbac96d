"""Pictures that no two products share, of some kilobytes each."""

import pathlib
import struct
import sys
import zlib

PYTHON_TESTS = pathlib.Path(__file__).resolve().parents[1] / "Python"
if str(PYTHON_TESTS) not in sys.path:
    sys.path.append(str(PYTHON_TESTS))

from pictures import png_chunk, suggested_palette  # noqa: E402, because where it is had to be said first


def picture(chance):
    """A PNG of random colours, in blocks large enough that most of it can be compressed."""
    width, height = chance.randint(20, 400), chance.randint(20, 300)
    rows = b""
    for top in range(0, height, 16):
        row = b"".join(chance.randbytes(3) * 16 for _ in range(0, width, 16))[: width * 3]
        rows += (b"\0" + row) * min(16, height - top)
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    others = suggested_palette(4_000, chance.randbytes(3_900))
    chunks = png_chunk(b"IHDR", header), others, png_chunk(b"IDAT", zlib.compress(rows)), png_chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)
