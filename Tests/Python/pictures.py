"""Pictures for tests, written by hand from the formats' documents, without any library of pictures."""

import struct
import zlib


def png_chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def suggested_palette(count, data=b""):
    """A chunk of so many bytes, in which no decoder looks and which stays when a picture is taken in."""
    room = count - 12
    entries = (room - 3) // 6
    name = b"x" * (room - 2 - entries * 6)
    return png_chunk(b"sPLT", name + b"\0\x08" + data.ljust(entries * 6, b"\0"))


def png(width, height, color=(200, 60, 40), noise=b""):
    """A picture of one colour; `noise` makes it another file of the same picture."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    row = b"\0" + bytes(color) * width
    other = suggested_palette(12 + 9 + 4 + len(noise), struct.pack(">I", len(noise)) + noise) if noise else b""
    image = png_chunk(b"IDAT", zlib.compress(row * height, 9))
    return b"\x89PNG\r\n\x1a\n" + png_chunk(b"IHDR", header) + other + image + png_chunk(b"IEND", b"")


def png_of_bytes(count):
    """A small picture in a file of exactly so many bytes: the rest is a chunk that no decoder looks into."""
    small = png(4, 4)
    pixels = small.index(b"IDAT") - 4
    return small[:pixels] + suggested_palette(count - len(small)) + small[pixels:]


def bomb(side=65_000):
    """A file of some 200 bytes that says it is a huge picture."""
    header = struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)
    image = zlib.compress(b"\0" * 40_000, 9)
    return b"\x89PNG\r\n\x1a\n" + png_chunk(b"IHDR", header) + png_chunk(b"IDAT", image) + png_chunk(b"IEND", b"")


def animated_gif(width=6, height=4, frames=3):
    """An animation of plain frames; LZW with a clear code before each pixel, which every decoder reads."""
    palette = bytes((255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255))
    head = b"GIF89a" + struct.pack("<HHBBB", width, height, 0xF1, 0, 0) + palette
    loop = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
    body = b""
    for frame in range(frames):
        body += b"\x21\xf9\x04\x04\x0a\x00\x00\x00" + b"\x2c" + struct.pack("<HHHHB", 0, 0, width, height, 0)
        bits = ""
        for _ in range(width * height):
            # Codes of 3 bits, lowest bit first: clear (4), then the pixel.
            bits += f"{4:03b}"[::-1] + f"{frame % 4:03b}"[::-1]
        bits += f"{5:03b}"[::-1]
        bits += "0" * (-len(bits) % 8)
        data = bytes(int(bits[index : index + 8][::-1], 2) for index in range(0, len(bits), 8))
        body += b"\x02" + b"".join(
            bytes([len(data[start : start + 255])]) + data[start : start + 255] for start in range(0, len(data), 255)
        )
        body += b"\x00"
    return head + loop + body + b"\x3b"


# What a baseline JPEG needs that has one component and uses two symbols of each table only: DC difference of a size, and
# end of block.
_QUANTISATION = b"\xff\xdb\x00\x43\x00" + b"\x08" * 64
_DC_TABLE = b"\xff\xc4" + struct.pack(">H", 3 + 16 + 4) + b"\x00" + bytes([0, 0, 4] + [0] * 13) + bytes([0, 7, 8, 9])
_AC_TABLE = b"\xff\xc4" + struct.pack(">H", 3 + 16 + 1) + b"\x10" + bytes([1] + [0] * 15) + bytes([0])


def exif(orientation):
    """The segment that says how a picture is to be turned."""
    tiff = b"MM\x00\x2a\x00\x00\x00\x08" + struct.pack(">H", 1)
    tiff += struct.pack(">HHIHH", 0x0112, 3, 1, orientation, 0) + b"\x00\x00\x00\x00"
    data = b"Exif\x00\x00" + tiff
    return b"\xff\xe1" + struct.pack(">H", len(data) + 2) + data


def jpeg(columns, rows, bright, orientation=None):
    """A grey JPEG of blocks of 8×8 pixels, each white or black.

    `bright` is a function of a block's column and row. Every block has a constant brightness, so its code is the
    difference to the block before and the end of block.
    """
    frame = b"\xff\xc0" + struct.pack(">HBHHB", 11, 8, rows * 8, columns * 8, 1) + b"\x01\x11\x00"
    scan = b"\xff\xda" + struct.pack(">HB", 8, 1) + b"\x01\x00" + b"\x00\x3f\x00"
    bits = ""
    last = 0
    for row in range(rows):
        for column in range(columns):
            # 8 times the level around 0, divided by the quantisation of 8.
            value = 120 if bright(column, row) else -120
            difference, last = value - last, value
            size = abs(difference).bit_length()
            # The symbols 0, 7, 8 and 9 have the codes 000 to 011.
            bits += {0: "000", 7: "001", 8: "010", 9: "011"}[size]
            if size:
                bits += f"{difference if difference > 0 else difference + (1 << size) - 1:0{size}b}"
            bits += "0"
    bits += "1" * (-len(bits) % 8)
    data = bytes(int(bits[index : index + 8], 2) for index in range(0, len(bits), 8)).replace(b"\xff", b"\xff\x00")
    turned = exif(orientation) if orientation else b""
    return b"\xff\xd8" + turned + _QUANTISATION + frame + _DC_TABLE + _AC_TABLE + scan + data + b"\xff\xd9"


def png_size(data):
    assert data[:8] == b"\x89PNG\r\n\x1a\n", data[:8]
    return struct.unpack(">II", data[16:24])


def jpeg_size(data):
    """Width and height of a JPEG, from its frame header."""
    position = 2
    while position < len(data):
        assert data[position] == 0xFF, "no marker"
        marker, length = data[position + 1], struct.unpack(">H", data[position + 2 : position + 4])[0]
        if marker in (0xC0, 0xC1, 0xC2):
            height, width = struct.unpack(">HH", data[position + 5 : position + 9])
            return width, height
        position += 2 + length
    raise AssertionError("no frame")


def described(data):
    """The media type, width and height of a picture, as its first bytes say."""
    if data[:4] == b"GIF8":
        return "image/gif", *struct.unpack("<HH", data[6:10])
    return ("image/png", *png_size(data)) if data[:4] == b"\x89PNG" else ("image/jpeg", *jpeg_size(data))


def animated_png(width, height, pixels, frames):
    """An animation whose plain picture, rows of red, green and blue, is none of its frames; those have one colour each."""

    def rows(data):
        return zlib.compress(b"".join(b"\0" + data[y * width * 3 : (y + 1) * width * 3] for y in range(height)), 9)

    body = png_chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    body += png_chunk(b"acTL", struct.pack(">II", len(frames), 0)) + png_chunk(b"IDAT", rows(pixels))
    number = 0
    for color in frames:
        body += png_chunk(b"fcTL", struct.pack(">IIIIIHHBB", number, width, height, 0, 0, 1, 1, 0, 0))
        body += png_chunk(b"fdAT", struct.pack(">I", number + 1) + rows(bytes(color) * (width * height)))
        number += 2
    return b"\x89PNG\r\n\x1a\n" + body + png_chunk(b"IEND", b"")
