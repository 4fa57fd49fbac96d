"""What callers of expo-service want, of an exposition that is replaced again and again: all they see is of one issue."""

import collections
import json
import os
import re

from asks import Ask

ENTRIES = 40
POSTER, ITEMS = "exposition_universelle_1900.json", "items.json"


class Exposition:
    """A directory of data for `--data`; each issue says its number in every text."""

    def __init__(self, path):
        self.path, self.issue = path, 0
        (path / "images").mkdir(parents=True)
        for number in range(1, ENTRIES + 1):
            (path / "images" / f"picture-{number}.svg").write_text(f"<svg xmlns='http://www.w3.org/2000/svg' id='p{number}'/>")
        self.renew()

    def renew(self):
        self.issue += 1
        entry = lambda number: {
            "name": f"issue {self.issue} entry {number}", "image_name": f"picture-{number}",
            "short_desc": f"issue {self.issue}", "desc": f"issue {self.issue}. " * 20,
        }
        self._write(POSTER, {"title": f"issue {self.issue}", "location": f"issue {self.issue}", "visitors": self.issue})
        self._write(ITEMS, [entry(number) for number in range(1, ENTRIES + 1)])

    def _write(self, name, value):
        draft = self.path / "draft"
        draft.write_text(json.dumps(value))
        os.replace(draft, self.path / name)


class ExpoLoad:
    service = "expo"

    def __init__(self, chance):
        self._chance = chance
        self._queue = collections.deque()
        self._newest = {}  # of the poster and of the entries, the issue seen in an answer

    def next(self):
        if self._queue:
            return [self._queue.popleft()]
        drawn = self._chance.random()
        if drawn < 0.1:
            return [self._entry() for _ in range(self._chance.randint(2, 10))]
        if drawn < 0.5:
            return [self._entry()]
        if drawn < 0.7:
            return [Ask("expo.poster", done=lambda reply, _: self._one_issue(reply, "poster"))]
        if drawn < 0.85:
            search = {"search": f"entry {self._chance.randint(1, 9)}"} if self._chance.random() < 0.5 else {}
            return [Ask("expo.entries.list", {"limit": 15, **search}, done=self._page)]
        return [Ask("expo.image.get", {"image_name": f"picture-{self._chance.randint(1, ENTRIES)}"}, done=self._picture)]

    def _entry(self):
        number = self._chance.randint(1, ENTRIES)
        return Ask("expo.entries.get", {"number": number}, done=lambda reply, _: self._one_issue(reply, "entries"))

    def _one_issue(self, reply, what):
        """An answer is of one issue, and none is of an older one than an answer before it on this connection.

        Of poster and entries apart: they are two files, and a start may come between the writing of both.
        """
        issues = {int(number) for number in re.findall(r"issue (\d+)", json.dumps(reply["result"]))}
        if len(issues) != 1:
            return f"an answer is of the issues {sorted(issues)}"
        (issue,) = issues
        if issue < self._newest.get(what, 0):
            return f"an answer is of issue {issue}, after one of issue {self._newest[what]}"
        self._newest[what] = issue

    def _page(self, reply, _):
        after = reply["result"].get("next")
        if after and self._chance.random() < 0.5:
            self._queue.append(Ask("expo.entries.list", {"limit": 15, "after": after}, done=self._page))
        return self._one_issue(reply, "entries") if reply["result"]["entries"] else None

    def _picture(self, reply, attachments):
        name = reply["result"]["image_name"]
        if len(attachments) != 1 or name.replace("picture-", "id='p").encode() + b"'" not in attachments[0]:
            return f"the picture {name} came as {attachments}"
