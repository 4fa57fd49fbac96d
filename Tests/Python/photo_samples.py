"""Photos as phones, cameras and tools write them: the same four colours, stored in every way that readers differ about.

Each sample is made here: pixels by Pillow, everything about them (EXIF, profiles, chunks, markers) byte by byte. All show, to
someone who reads the file as its format says, the picture that `SEEN` describes.
"""

import io
import shutil
import struct
import subprocess
import zlib

from PIL import Image

from pictures import animated_png, png_chunk

WIDTH, HEIGHT = 96, 64
# Upper left, upper right, lower left, lower right, in sRGB.
SEEN = ((200, 60, 40), (60, 160, 80), (50, 90, 180), (128, 128, 128))
GREY = ((200,) * 3, (160,) * 3, (90,) * 3, (128,) * 3)

P3 = ((0.680, 0.320), (0.265, 0.690), (0.150, 0.060))
BT2020 = ((0.708, 0.292), (0.170, 0.797), (0.131, 0.046))


def quadrants(colors=SEEN, mode="RGB", size=(WIDTH, HEIGHT)):
    picture = Image.new(mode, size)
    for place, color in enumerate(colors):
        left, top = place % 2 * size[0] // 2, place // 2 * size[1] // 2
        picture.paste(color if mode != "L" else color[0], (left, top, left + size[0] // 2, top + size[1] // 2))
    return picture


# How rows and columns are to be stored so that a reader who turns them back sees the picture upright.
_STORED = {
    1: None, 2: Image.Transpose.FLIP_LEFT_RIGHT, 3: Image.Transpose.ROTATE_180, 4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE, 6: Image.Transpose.ROTATE_90, 7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}  # fmt: skip


def stored(orientation, colors=SEEN):
    turn = _STORED[orientation]
    picture = quadrants(colors)
    return picture if turn is None else picture.transpose(turn)


def saved(picture, kind, **options):
    output = io.BytesIO()
    if kind == "JPEG":
        options = {"quality": 95, "subsampling": 0} | options
    picture.save(output, kind, **options)
    return output.getvalue()


# EXIF


def tiff(orientation, order="MM"):
    """A TIFF file with one directory: a resolution unit, the orientation, and nothing else."""
    sign = ">" if order == "MM" else "<"
    entries = struct.pack(sign + "HHIHH", 0x0112, 3, 1, orientation, 0) + struct.pack(sign + "HHIHH", 0x0128, 3, 1, 2, 0)
    return order.encode() + struct.pack(sign + "HIH", 42, 8, 2) + entries + struct.pack(sign + "I", 0)


def segment(marker, data):
    return bytes((0xFF, marker)) + struct.pack(">H", len(data) + 2) + data


def xmp(orientation):
    return (
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        f'<rdf:Description xmlns:tiff="http://ns.adobe.com/tiff/1.0/" tiff:Orientation="{orientation}"/>'
        "</rdf:RDF></x:xmpmeta>"
    ).encode()


# Profiles of the ICC


def icc(space, tags, kind=b"mntr"):
    """A profile of version 2 from its tags."""
    table, data = struct.pack(">I", len(tags)), b""
    start = 128 + 4 + 12 * len(tags)
    for name, tag in tags.items():
        table += struct.pack(">4sII", name, start + len(data), len(tag))
        data += tag + bytes(-len(tag) % 4)
    d50 = struct.pack(">3i", 0xF6D6, 0x10000, 0xD32D)
    head = struct.pack(">I4sI4s4s4s", start + len(data), b"none", 0x02400000, kind, space, b"XYZ ")
    head += struct.pack(">6H4s4sI4s4sQI", 2026, 1, 1, 0, 0, 0, b"acsp", b"APPL", 0, b"none", b"none", 0, 0) + d50
    return head + bytes(128 - len(head)) + table + data


def _text(kind, text):
    if kind == b"text":
        return b"text" + bytes(4) + text + b"\0"
    return b"desc" + bytes(4) + struct.pack(">I", len(text) + 1) + text + b"\0" + bytes(4 + 4 + 2 + 1 + 67)


def _xyz(values):
    return b"XYZ " + bytes(4) + struct.pack(">3i", *(round(value * 65536) for value in values))


def _gamma(value):
    return b"curv" + bytes(4) + struct.pack(">IH", 1, round(value * 256))


def _srgb_curve():
    def light(value):
        return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

    values = [round(65535 * light(index / 1023)) for index in range(1024)]
    return b"curv" + bytes(4) + struct.pack(">I1024H", 1024, *values)


# The columns of Display P3's matrix, adapted to D50, as its profile has them.
_P3_COLUMNS = ((0.51512, 0.24120, -0.00105), (0.29198, 0.69225, 0.04189), (0.15710, 0.06657, 0.78407))


def p3_profile(padding=0):
    """Display P3; `padding` makes it longer by a tag that no reader knows."""
    tags = {b"desc": _text(b"desc", b"Display P3"), b"cprt": _text(b"text", b"none"), b"wtpt": _xyz((0.9642, 1, 0.8249))}
    for name, column in zip((b"rXYZ", b"gXYZ", b"bXYZ"), _P3_COLUMNS):
        tags[name] = _xyz(column)
    for name in (b"rTRC", b"gTRC", b"bTRC"):
        tags[name] = _srgb_curve()
    if padding:
        tags[b"note"] = b"data" + bytes(padding)
    return icc(b"RGB ", tags)


def grey_profile(gamma):
    return icc(
        b"GRAY",
        {
            b"desc": _text(b"desc", b"grey"), b"cprt": _text(b"text", b"none"), b"wtpt": _xyz((0.9642, 1, 0.8249)),
            b"kTRC": _gamma(gamma),
        },
    )  # fmt: skip


def _lab(color):
    """L*, a* and b* in the ICC's whole numbers of version 2, of a colour of sRGB."""
    adapted = ((0.43606, 0.38515, 0.14307), (0.22248, 0.71687, 0.06061), (0.01392, 0.09708, 0.71410))
    xyz = [a / b for a, b in zip(_times(adapted, [srgb_light(value) for value in color]), (0.9642, 1, 0.8249))]
    x, y, z = (v ** (1 / 3) if v > 216 / 24389 else (24389 / 27 * v + 16) / 116 for v in xyz)
    return [
        min(max(round(value * 256), 0), 65535) for value in ((116 * y - 16) * 2.55, 500 * (x - y) + 128, 200 * (y - z) + 128)
    ]


def swapping_cmyk_profile(points=9):
    """A profile of inks in which cyan and magenta have changed places: whoever does not follow it shows other colours."""
    step = 255 / (points - 1)
    table = b""
    for place in range(points**4):
        magenta, cyan, yellow, black = (place // points**power % points * step for power in (3, 2, 1, 0))
        light = [(255 - ink) * (255 - black) / 255 for ink in (cyan, magenta, yellow)]
        table += struct.pack(">3H", *_lab(light))
    ramp = struct.pack(">2H", 0, 0xFFFF)
    identity = struct.pack(">9i", 65536, 0, 0, 0, 65536, 0, 0, 0, 65536)
    head = b"mft2" + bytes(4) + bytes((4, 3, points, 0)) + identity + struct.pack(">HH", 2, 2)
    tags = {
        b"desc": _text(b"desc", b"swapped"), b"cprt": _text(b"text", b"none"), b"wtpt": _xyz((0.9642, 1, 0.8249)),
        b"A2B0": head + ramp * 4 + table + ramp * 3,
    }  # fmt: skip
    profile = bytearray(icc(b"CMYK", tags, kind=b"prtr"))
    profile[20:24] = b"Lab "
    return bytes(profile)


def with_icc(jpeg, profile, pieces=1, order=None):
    """A JPEG with a profile in so many APP2 segments, in an order of their own."""
    size = -(-len(profile) // pieces)
    parts = [
        segment(0xE2, b"ICC_PROFILE\0" + bytes((index + 1, pieces)) + profile[index * size : (index + 1) * size])
        for index in range(pieces)
    ]
    return jpeg[:2] + b"".join(parts[index] for index in order or range(pieces)) + jpeg[2:]


# Pixels in other colours


def _matrix_inverse(rows):
    (a, b, c), (d, e, f), (g, h, i) = rows
    whole = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
    return [
        [(e * i - f * h) / whole, (c * h - b * i) / whole, (b * f - c * e) / whole],
        [(f * g - d * i) / whole, (a * i - c * g) / whole, (c * d - a * f) / whole],
        [(d * h - e * g) / whole, (b * g - a * h) / whole, (a * e - b * d) / whole],
    ]


def _times(rows, vector):
    return [sum(a * b for a, b in zip(row, vector)) for row in rows]


def _to_xyz(primaries, white=(0.3127, 0.3290)):
    columns = [(x / y, 1, (1 - x - y) / y) for x, y in (*primaries, white)]
    rows = [list(row) for row in zip(*columns[:3])]
    scale = _times(_matrix_inverse(rows), columns[3])
    return [[value * factor for value, factor in zip(row, scale)] for row in rows]


SRGB = ((0.640, 0.330), (0.300, 0.600), (0.150, 0.060))


def srgb_light(value):
    value /= 255
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def srgb_value(light):
    return 12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055


def pq_value(light):
    """SMPTE ST 2084; light 1 is the white of paper at 203 cd/m² (ITU-R BT.2408)."""
    power = (max(light, 0) * 203 / 10_000) ** (2610 / 16384)
    return ((3424 / 4096 + 2413 / 128 * power) / (1 + 2392 / 128 * power)) ** (2523 / 32)


def recoded(primaries, curve, colors=SEEN, depth=255):
    """Samples that mean the same colours in other primaries and another curve."""
    back = _matrix_inverse(_to_xyz(primaries))
    changed = []
    for color in colors:
        light = _times(back, _times(_to_xyz(SRGB), [srgb_light(value) for value in color]))
        changed.append(tuple(round(depth * min(max(curve(value), 0), 1)) for value in light))
    return tuple(changed)


def png(colors=SEEN, before=b"", behind=b"", depth=8, color_type=2, orientation=1):
    """A PNG by hand, with chunks before its pixels and behind them."""
    turned = orientation >= 5
    width, height = (HEIGHT, WIDTH) if turned else (WIDTH, HEIGHT)
    if orientation != 1:
        rows = stored(orientation, colors)
        body = rows.tobytes()
        lines = [body[y * width * 3 : (y + 1) * width * 3] for y in range(height)]
    else:
        channels = 1 if color_type == 0 else 3
        packing = ">%dH" % channels if depth == 16 else "%dB" % channels
        lines = []
        for y in range(height):
            left, right = colors[2 * y // height * 2], colors[2 * y // height * 2 + 1]
            pixel = [struct.pack(packing, *color[:channels]) for color in (left, right)]
            lines.append(pixel[0] * (width // 2) + pixel[1] * (width // 2))
    head = png_chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, color_type, 0, 0, 0))
    image = png_chunk(b"IDAT", zlib.compress(b"".join(b"\0" + line for line in lines), 9))
    return b"\x89PNG\r\n\x1a\n" + head + before + image + behind + png_chunk(b"IEND", b"")


def iccp(profile):
    return png_chunk(b"iCCP", b"profile\0\0" + zlib.compress(profile, 9))


def cicp(primaries, transfer):
    return png_chunk(b"cICP", bytes((primaries, transfer, 0, 1)))


def gama(gamma):
    return png_chunk(b"gAMA", struct.pack(">I", round(gamma * 100_000)))


def chrm(primaries, white=(0.3127, 0.3290)):
    return png_chunk(b"cHRM", struct.pack(">8I", *(round(v * 100_000) for pair in (white, *primaries) for v in pair)))


# WebP


def webp(picture, exif=b"", profile=b"", lossless=True):
    """A WebP with EXIF data or a profile, in the order the container prescribes."""
    still = saved(picture, "WEBP", lossless=lossless, quality=95)

    def chunk(name, data):
        return name + struct.pack("<I", len(data)) + data + bytes(len(data) % 2)

    width, height = picture.size
    flags = (8 if exif else 0) | (0x20 if profile else 0)
    image = still[12:]
    if image[:4] == b"VP8X":
        image = image[18:]
    body = chunk(b"VP8X", bytes((flags, 0, 0, 0)) + struct.pack("<I", width - 1)[:3] + struct.pack("<I", height - 1)[:3])
    body += (chunk(b"ICCP", profile) if profile else b"") + image + (chunk(b"EXIF", exif) if exif else b"")
    return b"RIFF" + struct.pack("<I", len(body) + 4) + b"WEBP" + body


# Others


def without_adobe(jpeg):
    """A JPEG without the segment that says that Adobe's conventions hold."""
    start = jpeg.index(b"\xff\xee\x00\x0eAdobe")
    return jpeg[:start] + jpeg[start + 16 :]


def arithmetic(jpeg):
    """The same coefficients, arithmetically coded; `None` without libjpeg-turbo's tools."""
    program = shutil.which("jpegtran")
    return program and subprocess.run([program, "-arithmetic"], input=jpeg, stdout=-1, check=True).stdout


def film(count=400_000):
    """What looks like a film: boxes of ISO 14496-12 with nothing in them that plays."""
    head = struct.pack(">I4s4sI4s", 20, b"ftyp", b"mp42", 0, b"isom")
    return head + struct.pack(">I4s", count - len(head), b"mdat") + bytes(count - len(head) - 8)


def motion_photo(jpeg, count=400_000):
    """A photo with a film behind it, as Google's and Samsung's phones write it."""
    told = (
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        '<rdf:Description xmlns:GCamera="http://ns.google.com/photos/1.0/camera/" GCamera:MotionPhoto="1" '
        f'GCamera:MicroVideo="1" GCamera:MicroVideoOffset="{count}"/></rdf:RDF></x:xmpmeta>'
    ).encode()
    return jpeg[:2] + segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0" + told) + jpeg[2:] + film(count)


def inks(colors=SEEN):
    """The amount of each ink, 0 to 255, that leaves these colours without any profile."""
    return tuple(tuple(255 - value for value in color) + (0,) for color in colors)


def samples():
    """Names of what is tried, with the file of each."""
    jpeg = saved(stored(1), "JPEG")
    p3 = recoded(P3, srgb_value)
    p3_jpeg = saved(quadrants(p3), "JPEG")
    profile, long_profile = p3_profile(), p3_profile(padding=100_000)
    cmyk = saved(quadrants(inks(), "CMYK"), "JPEG")
    turned = {number: saved(stored(number), "JPEG") for number in range(1, 9)}

    def jpeg_exif(number, order="MM", before=b""):
        data = turned[number]
        return data[:2] + before + segment(0xE1, b"Exif\0\0" + tiff(number, order)) + data[2:]

    def with_xmp(number):
        return segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0" + xmp(number))

    raw = tiff(6).hex()
    text = f"\nexif\n{len(raw) // 2:8d}\n{raw}\n".encode()
    raw_profile = png_chunk(b"zTXt", b"Raw profile type exif\0\0" + zlib.compress(text))
    swapped = saved(quadrants(tuple((m, c, y, k) for c, m, y, k in inks()), "CMYK"), "JPEG")
    return {
        "JPEG": jpeg,
        "JPEG, EXIF 6": jpeg_exif(6),
        "JPEG, EXIF 8 behind XMP, little-endian": jpeg_exif(8, "II", with_xmp(1)),
        "JPEG, EXIF 5": jpeg_exif(5),
        "JPEG, EXIF 7": jpeg_exif(7),
        "JPEG, orientation 6 in XMP alone": turned[6][:2] + with_xmp(6) + turned[6][2:],
        "PNG, `eXIf` 6 before IDAT": png(before=png_chunk(b"eXIf", tiff(6)), orientation=6),
        "PNG, `eXIf` 6 behind IDAT": png(behind=png_chunk(b"eXIf", tiff(6)), orientation=6),
        "PNG, `eXIf` 8 behind IDAT, little-endian": png(behind=png_chunk(b"eXIf", tiff(8, "II")), orientation=8),
        "PNG, EXIF 6 in a text, as ImageMagick wrote it": png(before=raw_profile, orientation=6),
        "WebP, EXIF 6": webp(stored(6), exif=tiff(6)),
        "WebP, EXIF 6 behind `Exif\\0\\0`": webp(stored(6), exif=b"Exif\0\0" + tiff(6)),
        "WebP, lossy, EXIF 8, little-endian": webp(stored(8), exif=tiff(8, "II"), lossless=False),
        "JPEG, Display P3": with_icc(p3_jpeg, profile),
        "JPEG, Display P3 in 3 segments": with_icc(p3_jpeg, long_profile, pieces=3),
        "JPEG, Display P3 in 3 segments, out of order": with_icc(p3_jpeg, long_profile, pieces=3, order=(2, 0, 1)),
        "JPEG, a profile cut short": with_icc(jpeg, profile[:300]),
        "JPEG, a profile of inks for RGB": with_icc(jpeg, swapping_cmyk_profile()),
        "PNG, Display P3 (`iCCP`)": png(p3, before=iccp(profile)),
        "PNG, Display P3 (`cICP`)": png(p3, before=cicp(12, 13)),
        "PNG, `cICP` sRGB before `iCCP` P3": png(before=cicp(1, 13) + iccp(profile)),
        "PNG, 16 bits, Display P3": png(recoded(P3, srgb_value, depth=65535), before=iccp(profile), depth=16),
        "PNG, `gAMA` 1.0": png(recoded(SRGB, float), before=gama(1)),
        "PNG, `gAMA` 1/1.8": png(recoded(SRGB, lambda light: light ** (1 / 1.8)), before=gama(1 / 1.8)),
        "PNG, `gAMA` and `cHRM` of P3": png(recoded(P3, lambda light: light ** (1 / 2.2)), before=gama(1 / 2.2) + chrm(P3)),
        "PNG, `cHRM` of P3 alone": png(before=chrm(P3)),
        "PNG, `sRGB` before `gAMA` 1.0": png(before=png_chunk(b"sRGB", b"\0") + gama(1)),
        "PNG, `gAMA` 1.0, 16 bits": png(recoded(SRGB, float, depth=65535), before=gama(1), depth=16),
        "PNG, BT.2020 with PQ (`cICP`)": png(recoded(BT2020, pq_value, depth=65535), before=cicp(9, 16), depth=16),
        "WebP, Display P3": webp(quadrants(p3), profile=profile),
        "WebP, lossy, Display P3": webp(quadrants(p3), profile=profile, lossless=False),
        "JPEG, grey, gamma 1.0": with_icc(saved(quadrants(recoded(SRGB, float, GREY), "L"), "JPEG"), grey_profile(1)),
        "PNG, grey, gamma 1.0": png(recoded(SRGB, float, GREY), before=iccp(grey_profile(1)), color_type=0),
        "JPEG, CMYK with Adobe's marker": cmyk,
        "JPEG, CMYK without": without_adobe(cmyk),
        "JPEG, CMYK with a profile": with_icc(swapped, swapping_cmyk_profile()),
        "JPEG, CMYK without, with a profile": with_icc(without_adobe(swapped), swapping_cmyk_profile()),
        "JPEG, arithmetic coding": arithmetic(jpeg),
        "JPEG with a film behind it": motion_photo(jpeg),
        "APNG, its plain picture not a frame": animated_png(WIDTH, HEIGHT, quadrants().tobytes(), [(9, 200, 9), (200, 9, 200)]),
    }
