#!/usr/bin/python3
"""juice.order as one would otherwise write it: pyzmq, json, sqlite3, with the same guarantee.

  order.py ENDPOINT DIRECTORY

Takes what is there, up to 256 requests, and commits once for all of them; answers after the commit. A key is remembered.
"""

import hashlib
import json
import pathlib
import sqlite3
import sys
import time

import zmq

LARGEST_BATCH = 256

TABLES = """
    CREATE TABLE level(item TEXT PRIMARY KEY, quantity INTEGER NOT NULL, version INTEGER NOT NULL) WITHOUT ROWID;
    INSERT INTO level VALUES ('mango', 1000000000, 1);
    CREATE TABLE journal(number INTEGER PRIMARY KEY, sequence INTEGER NOT NULL, time INTEGER NOT NULL, method TEXT NOT NULL,
        key TEXT UNIQUE, fingerprint BLOB, result TEXT NOT NULL, causationid TEXT, events TEXT);
"""


def text(value):
    return json.dumps(value, separators=(",", ":"))


class Shop:
    def __init__(self, directory):
        self.database = sqlite3.connect(pathlib.Path(directory) / "peer.sqlite", isolation_level=None)
        self.database.execute("PRAGMA journal_mode = WAL")
        self.database.execute("PRAGMA synchronous = FULL")
        self.database.execute("PRAGMA wal_autocheckpoint = 4000")
        self.database.executescript(TABLES)
        self.number, self.level, self.version = 0, 1_000_000_000, 1

    def order(self, request, rows, batch):
        """The result of one request; what is to be written is added to `rows`."""
        params, key = request["params"], request["meta"]["idempotencykey"]
        fingerprint = hashlib.sha256(text(params).encode()).digest()
        stored = batch.get(key) or self.database.execute(
            "SELECT result, fingerprint FROM journal WHERE key = ?", (key,)
        ).fetchone()
        if stored:
            return stored[0] if stored[1] == fingerprint else None
        taken = 3 * params["quantity"]
        if params["juice"] != "mango" or taken > self.level:
            return None
        self.number += 1
        self.version += 1
        before, self.level = self.level, self.level - taken
        now = time.time()
        moment = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(now)) + f".{int(now * 1000) % 1000:03}Z"
        result = text({
            "id": str(self.number), "juice": "mango", "quantity": params["quantity"],
            "used": [{"fruit": "mango", "quantity": taken}],
            "left": [{"fruit": "mango", "quantity": self.level, "version": self.version}], "time": moment,
        })
        events = text([{
            "type": "juice.stock.changed", "subject": "mango", "previous": self.number - 1,
            "data": {"fruit": "mango", "previous": before, "quantity": self.level, "delta": -taken,
                     "version": self.version, "cause": "order", "ref": str(self.number)},
        }])
        batch[key] = (result, fingerprint)
        rows.append((self.number, self.number, int(now * 1000), request["method"], key, fingerprint, result, request["id"], events))
        return result

    def commit(self, rows):
        self.database.execute("BEGIN IMMEDIATE")
        self.database.executemany("INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
        self.database.execute("UPDATE level SET quantity = ?, version = ? WHERE item = 'mango'", (self.level, self.version))
        self.database.execute("COMMIT")


def main():
    endpoint, directory = sys.argv[1:]
    shop = Shop(directory)
    router = zmq.Context().socket(zmq.ROUTER)
    router.bind(endpoint)
    print("ready order.py", flush=True)
    while True:
        messages = [router.recv_multipart()]
        while len(messages) < LARGEST_BATCH:
            try:
                messages.append(router.recv_multipart(zmq.NOBLOCK))
            except zmq.Again:
                break
        rows, batch, answers = [], {}, []
        for peer, body in messages:
            request = json.loads(body)
            answers.append((peer, request["id"], shop.order(request, rows, batch)))
        if rows:
            shop.commit(rows)
        for peer, id, result in answers:
            if result is None:
                reply = text({"jsonrpc": "2.0", "id": id, "error": {"code": 1010, "message": "refused"}})
            else:
                reply = f'{{"jsonrpc":"2.0","id":{text(id)},"result":{result},"meta":{{"source":"/juice-service"}}}}'
            router.send_multipart([peer, reply.encode()])


if __name__ == "__main__":
    main()
