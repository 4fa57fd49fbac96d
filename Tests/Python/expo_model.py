"""What expo-service promises, once more: an exposition in memory, written from Protocols/expo.md alone."""

import hashlib
import json
import re
import unicodedata

from model_answers import Learned, Refused, refuse, text_fault, whole_fault

TEXTS = ("name", "image_name", "short_desc", "desc", "name_en", "short_desc_en", "desc_en")
# A search looks into all of them but the name of the picture, which is a key.
SEARCHED = tuple(name for name in TEXTS if name != "image_name")
LISTED = ("number", "name", "image_name", "short_desc", "name_en", "short_desc_en")
POSTER_TEXTS = ("title", "location", "duration", "description", "title_en", "location_en", "description_en")
# The ending of a file, and what it is; the first that is there counts.
MEDIA_TYPES = {"svg": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg", "webp": "image/webp"}
LARGEST_PICTURE = 1 << 20
LARGEST_ELEMENT = 256 << 10


def _folded(text):
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def _same(left, right):
    return left is not None and unicodedata.normalize("NFC", left) == unicodedata.normalize("NFC", right)


def _is_usable(element):
    return (
        type(element) is dict
        and all(type(element.get(name)) in (str, type(None)) for name in TEXTS)
        and len(json.dumps(element, ensure_ascii=False).encode()) <= LARGEST_ELEMENT
    )


class ExpoModel:
    """An exposition. `events` is the data of each event; `files` the pictures by the name of the file."""

    def __init__(self, poster, items, files):
        self.epoch = Learned()
        self.events, self._cursors = [], []
        self._take(poster, items, files)

    def _take(self, poster, items, files):
        self._poster = {name: poster[name] for name in POSTER_TEXTS if type(poster.get(name)) is str}
        if type(poster.get("visitors")) is int:
            self._poster["visitors"] = poster["visitors"]
        usable = [element for element in items if _is_usable(element)]
        self.skipped = len(items) - len(usable)
        self.entries = [
            {"number": number} | {name: element[name] for name in TEXTS if element.get(name) is not None}
            for number, element in enumerate(usable, 1)
        ]
        self._files = files

    def reload(self, poster, items, files):
        self._take(poster, items, files)
        self.events.append({"entries": len(self.entries), "skipped": self.skipped})

    @property
    def meta(self):
        return {"source": "/expo-service", "epoch": self.epoch, "sequence": len(self.events)}

    def poster(self, params):
        formatted = {}
        if "title" in self._poster:
            formatted["title"] = re.sub(r"(?<!^)(?<!\n) *\(", "\n(", self._poster["title"])
        if "visitors" in self._poster:
            formatted["visitors"] = f"방문객 : {self._poster['visitors']:,} 명"
        if "location" in self._poster:
            formatted["location"] = f"개최지 : {self._poster['location']}"
        if "duration" in self._poster:
            formatted["duration"] = f"개최 기간 : {self._poster['duration']}"
        return self._poster | {"formatted": formatted}

    def list(self, params):
        """The whole page; the service may give fewer of it, for the sake of its size."""
        faults = {}
        search = params.get("search", "")
        if type(search) is not str:
            faults["/search"] = "WRONG_TYPE"
        elif len(search) > 200:
            faults["/search"] = "MALFORMED"
        if "after" in params:
            faults["/after"] = text_fault(params["after"], 1, 32)
        if "limit" in params:
            faults["/limit"] = whole_fault(params["limit"], 1, 100)
        refuse(faults)
        last = 0
        if "after" in params:
            last = next((last for cursor, last in self._cursors if cursor == params["after"]), None)
            refuse({"/after": "UNKNOWN" if last is None else None})
        wanted = _folded(search.strip())
        found = [
            {name: entry[name] for name in LISTED if name in entry}
            for entry in self.entries[last:]
            if any(wanted in _folded(entry.get(name, "")) for name in SEARCHED)
        ]
        page = found[: params.get("limit", 20)]
        return {"entries": page} | ({"next": Learned()} if len(page) < len(found) else {})

    def turned(self, page):
        """Takes note of the cursor behind a page."""
        self._cursors.append((page["next"], page["entries"][-1]["number"]))

    def get(self, params):
        given = [name for name in ("name", "image_name", "number") if name in params]
        if len(given) != 1:
            raise Refused("INVALID_PARAMS", "")
        (name,) = given
        value = params[name]
        fault = whole_fault(value, 1, 10**9) if name == "number" else text_fault(value, 1, 1024)
        refuse({f"/{name}": fault})
        for entry in self.entries:
            if entry["number"] == value if name == "number" else _same(entry.get(name), value):
                return entry
        raise Refused("UNKNOWN_ENTRY")

    def image(self, params):
        """The result, and the bytes of the picture."""
        name = params.get("image_name")
        fault = text_fault(name, 1, 100) if "image_name" in params else "REQUIRED"
        if fault is None and (
            name[0] == "." or any(letter in "/\\" or unicodedata.category(letter) == "Cc" for letter in name)
        ):
            fault = "MALFORMED"
        refuse({"/image_name": fault})
        if name == "poster" or any(_same(entry.get("image_name"), name) for entry in self.entries):
            for ending, media_type in MEDIA_TYPES.items():
                picture = self._files.get(f"{name}.{ending}")
                if picture is not None and len(picture) > LARGEST_PICTURE:
                    raise Refused("PAYLOAD_TOO_LARGE")
                if picture is not None:
                    sha256 = hashlib.sha256(picture).hexdigest()
                    sums = {"size": len(picture), "sha256": sha256}
                    return {"image_name": name, "media_type": media_type} | sums, picture
        raise Refused("UNKNOWN_IMAGE")
