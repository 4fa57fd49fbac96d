"""Random questions to the real expo-service with random data, each answer held to that of the model."""

import json
import shutil
import signal
import unittest

from expo_model import LARGEST_PICTURE, MEDIA_TYPES, TEXTS, ExpoModel
from expo_process import ITEMS, POSTER, Data, ExpoTest, built_in
from juice_sockets import Reply
from model_answers import Learned, difference
from model_history import COMMANDS, History, exact, run_histories

WORDS = ("직지심체요절", "해금", "Haegeum", "DRUM", "zither", "(금속)", "ＪＩＫＪＩ", "나막신", "straße", "갓", "x", "가")
NAMES = ("jikji", "drum", "해금", "zither-1", "poster", "../up", "a b", "linked")
WRONG = (None, True, 7, 1.5, [], {})
METHODS = {
    "expo.poster": 12,
    "expo.entries.list": 40,
    "expo.entries.get": 25,
    "expo.image.get": 18,
    "service.outcome": 5,
}
BAD_PICTURES = ("", ".x", "a/b", "a\\b", "x\0", "\x85", "x" * 100, "x" * 101, "no")


class ExpoHistory(History):
    """What one seed asks of an exposition, whose data change meanwhile."""

    def __init__(self, test, seed):
        self.data = Data(test.directory / f"data-{seed}")
        self.cursors, self.failed = [], 0
        super().__init__(test, seed, None, "--data", self.data.path)
        self.model = ExpoModel({}, [], {})
        self.reload()

    def _start(self):
        super()._start()
        self.subscriber = self.test.subscriber(self.service)
        self.failed = 0

    def close(self):
        super().close()
        self.subscriber.close()

    # The data ---------------------------------------------------------------------------------------------------------

    def text(self):
        return " ".join(self.random.choices(WORDS, k=self.random.choice((1, 1, 2, 6))))

    def spoiled(self, value):
        return self.random.choice(WRONG) if self.chance(2) else value

    def element(self):
        if self.chance(3):
            return self.random.choice((None, 7, "text", [], True))
        element = {name: self.spoiled(self.text()) for name in TEXTS if self.chance(75)}
        if self.chance(80):
            element["image_name"] = self.random.choice(NAMES)
        if self.chance(3):
            # Too large an element, or texts of which a page cannot have a hundred.
            size = self.random.choice((50_000, 200_000, 300_000))
            element[self.random.choice(("desc", "short_desc"))] = "가" * (size // 3)
        if self.chance(5):
            element["colour"] = {"red": [1.5]}
        return element

    def new_data(self):
        if self.chance(15):
            poster, items, pictures = built_in()
            return poster, items, {f"{name}.svg": picture for name, picture in pictures.items()}
        names = ("title", "location", "duration", "description", "title_en", "location_en")
        poster = {name: self.text() for name in names}
        poster["visitors"] = self.random.choice((0, 999, 1000, 48130300, 10**15, -1234567, 1.5, "7", None))
        poster = {name: self.spoiled(value) for name, value in poster.items() if self.chance(85)}
        items = [self.element() for _ in range(self.random.choice((0, 1, 5, 30, 130)))]
        files = {}
        for name in NAMES:
            if name not in ("../up", "linked") and self.chance(70):
                odd = (0, 1, 1000, LARGEST_PICTURE, LARGEST_PICTURE + 1)
                size = self.random.choice(odd) if self.chance(20) else 100
                files[f"{name}.{self.random.choice(list(MEDIA_TYPES))}"] = self.random.randbytes(size)
        return poster, items, files

    def write(self, poster, items, files):
        self.data.write(POSTER, poster)
        self.data.write(ITEMS, items)
        shutil.rmtree(self.data.images)
        self.data.images.mkdir()
        for name, picture in files.items():
            (self.data.images / name).write_bytes(picture)
        if self.chance(10):
            # A link is not followed.
            (self.data.images / "linked.svg").symlink_to(self.data.path / POSTER)
        self.written = poster, items

    def reload(self):
        poster, items, files = self.new_data()
        self.write(poster, items, files)
        self.model.reload(poster, items, files)
        self.service.signal(signal.SIGHUP)
        position = len(self.model.events)
        event = self.subscriber.changes(up_to=position)[-1]
        self.test.assertEqual((event["data"], int(event["sequence"])), (self.model.events[-1], position))

    def reload_in_vain(self):
        """Files that cannot be used leave everything as it was."""
        name = self.random.choice((POSTER, ITEMS))
        bad = {POSTER: (b"", b"[]", b'{"title": "a", "title": "b"}'), ITEMS: (b"{}", b"[1,", b'["\\ud800"]')}
        self.data.write(name, self.random.choice(bad[name]))
        self.service.signal(signal.SIGHUP)
        self.failed += 1
        self.test.wait_log(self.service, self.client, "reading the data again failed", times=self.failed)
        self.data.write(name, self.written[name == ITEMS])

    # What is asked ----------------------------------------------------------------------------------------------------

    def params(self, method):
        match method:
            case "expo.entries.list":
                return self.list_params()
            case "expo.entries.get":
                names = ("name", "image_name", "number")
                count = self.random.choice((0, 2, 3)) if self.chance(10) else 1
                return {name: self.key(name) for name in self.random.sample(names, count)}
            case "expo.image.get":
                name = self.random.choice((*NAMES, *NAMES, *BAD_PICTURES))
                return {"image_name": self.random.choice(WRONG) if self.chance(5) else name} if self.chance(98) else {}
            case "service.outcome":
                return {"idempotencykey": "nobody's"}
        return {}

    def key(self, name):
        if self.chance(4):
            return self.random.choice((*WRONG, "", "n" * 1025, "가" * 342, 0, -1, 10**9 + 1, 10**30))
        if name == "number":
            return self.random.choice((1, 2, 13, 30, 10**9, self.random.randrange(1, 150)))
        entry = self.random.choice(self.model.entries) if self.model.entries else {}
        value = entry.get(name, "nothing")
        return value if len(value.encode()) <= 1024 else "nothing"

    def list_params(self):
        params = {}
        if self.chance(50):
            others = "jikji", "STRASSE", "haeGEUM", "ｄｒｕｍ", "없는말", "", " ", "가" * 200, "가" * 201
            word = self.random.choice((*WORDS, *others))
            params["search"] = self.spoiled(self.random.choice(("", " ")) + word if len(word) < 200 else word)
        if self.chance(60):
            params["limit"] = self.spoiled(self.random.choice((1, 2, 5, 20, 99, 100, 0, 101)))
        if self.cursors and self.chance(50):
            params["after"] = self.random.choice(self.cursors)
        elif self.chance(5):
            params["after"] = self.random.choice(("!", "", "x" * 33, "nonsense", *WRONG))
        return params

    # What is answered -------------------------------------------------------------------------------------------------

    def run(self):
        for number in range(COMMANDS):
            if self.chance(1):
                self.restart() if self.chance(30) else self.reload_in_vain() if self.chance(30) else self.reload()
            method = self.random.choices(list(METHODS), METHODS.values())[0]
            self.step(method, self.params(method), f"question {number}")
        texts, _ = self.client.replay()
        self.test.assertEqual([json.loads(text)["data"] for text in texts], self.model.events)

    def step(self, method, params, what):
        what = f"{what}, {method} {json.dumps(params, ensure_ascii=False)[:1000]}"
        reply, attachments = self.call(method, params)
        pictures = []

        def ask():
            match method:
                case "service.outcome":
                    return {"state": "unknown"}
                case "expo.image.get":
                    result, picture = self.model.image(params)
                    pictures.append(picture)
                    return result
                case "expo.entries.list":
                    return self.cut(self.model.list(params), reply)
            return getattr(self.model, method.rpartition(".")[2])(params)

        result = self.hold(reply, ask, what)
        self.test.assertIsNone(difference(self.model.meta, reply["meta"]), f"{what}: {reply.text[:1000]}")
        self.test.assertEqual(attachments, pictures, what)
        self.test.assertLessEqual(len(reply.text.encode()), 1 << 20)
        if result and "next" in result:
            self.model.turned(result)
            self.cursors = [*self.cursors, result["next"]][-50:]

    def call(self, method, params):
        id = self.client.send(method, params)
        text, *attachments = self.client.receive_frames()
        reply = Reply(exact(text), text.decode())
        self.test.assertEqual(reply["id"], id)
        return reply, attachments

    def cut(self, page, reply):
        """The page as the service may have cut it: where the next entry would have been too much."""
        given = len(reply.get("result", {"entries": []})["entries"])
        if 0 < given < len(page["entries"]):
            more = [self.size(entry) for entry in page["entries"][: given + 1]]
            self.test.assertGreater(sum(more), 500_000, "it could have given more")
            page = {"entries": page["entries"][:given], "next": Learned()}
        return page

    @staticmethod
    def size(entry):
        return len(json.dumps(entry, ensure_ascii=False).encode())


class ModelTest(ExpoTest):
    def test_every_answer_is_that_of_the_model(self):
        run_histories(self, ExpoHistory)


if __name__ == "__main__":
    unittest.main()
