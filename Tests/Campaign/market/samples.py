"""Pictures that callers send, each named by a few numbers that a record can hold, and what a service gives back of them."""

import functools
import hashlib
import io

import market.model_path  # noqa: F401
from PIL import Image
from pictures import animated_gif, jpeg, png

SIDES = ((8, 8), (3, 2), (400, 100), (50, 400), (640, 480))


def draw_name(random):
    """A new name. There are few of some kinds, so that products come to share files."""
    chance = random.random()
    if chance < 0.5:
        return ["png", random.randrange(len(SIDES)), random.getrandbits(40)]
    if chance < 0.7:
        return ["png", random.randrange(len(SIDES)), random.randrange(4)]
    if chance < 0.8:
        return ["gif", random.choice((16, 40)), random.randint(1, 3)]
    if chance < 0.97:
        return ["jpeg", random.choice((2, 40)), random.randrange(1 << 16)]
    return ["none", 0, random.randrange(4)]


@functools.lru_cache(maxsize=512)
def _drawn(kind, shape, number):
    match kind:
        case "png":
            return png(*SIDES[shape], color=(number % 256, 60, 40), noise=b"%d" % number), SIDES[shape]
        case "gif":
            return animated_gif(shape, shape // 2, number), (shape, shape // 2)
        case "jpeg":
            return jpeg(shape, shape, lambda column, row: number >> (column * 5 + row) % 16 & 1), (shape * 8,) * 2
    return b"no picture %d" % number, None


def picture(name):
    """The bytes that are sent, and the sides of the thumbnail; None for one that cannot be accepted."""
    data, sides = _drawn(*name)
    if sides is None:
        return data, None
    longest = max(sides)
    return data, sides if longest <= 600 else tuple(side * 600 // longest for side in sides)


def looked_at(result, data):
    """What came: its sides and hash if it is the picture that the answer says, decoded as a whole."""
    try:
        with Image.open(io.BytesIO(data)) as image:
            image.load()
            kind, sides = Image.MIME[image.format], image.size
    except (OSError, SyntaxError, ValueError) as error:
        return {"fault": f"{len(data)} bytes that are no picture: {error}"}
    sha256 = hashlib.sha256(data).hexdigest()
    seen = {"size": len(data), "sha256": sha256, "media_type": kind, "width": sides[0], "height": sides[1]}
    differs = [name for name, value in seen.items() if result[name] != value]
    return {"sha256": sha256, **({"fault": f"not as it says of {differs}"} if differs else {})}
