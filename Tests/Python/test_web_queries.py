"""What stands in the query of an address, as forms, browsers and programs write it, on all routes of web-gateway."""

import shutil
import socket
import subprocess
import unittest
import urllib.parse

from expo_process import ExpoProcess
from juice_process import TIMEOUT
from market_process import MarketClient, MarketProcess
from pictures import png
from web_process import WebTest

NODE = shutil.which("node")


class Queries(WebTest):
    def setUp(self):
        super().setUp()
        self.service = self.start(run="run")
        for process in (ExpoProcess, MarketProcess):
            started = process(self.directory)
            self.addCleanup(started.close)
            started.wait_ready()
        client = MarketClient(self.context, started.rpc)
        self.addCleanup(client.close)
        vendor = client.ok("market.vendors.register", {"name": "동네 가게"})
        for name in ("유리컵 세트", "유리컵", "C++ 책"):
            form = {"name": name, "description": "잘 닦았습니다. 새것입니다.", "price": 9_000, "currency": "KRW"}
            form |= {member: vendor[member] for member in ("identifier", "secret")}
            self.assertIn("result", client.call_with([png(40, 30)], "market.products.register", form))
        self.gateway = self.web("--loopback-role", "operate")

    def get(self, path):
        return self.request(self.gateway, "GET", path, Accept_Language="ko")

    def found(self, query):
        return sorted(one["name"] for one in self.get(f"/api/products?{query}").json()["pages"])

    def test_a_plus_is_a_blank_in_every_search(self):
        for written in ("유리컵+세트", "유리컵%20세트"):
            value = urllib.parse.quote(written, safe="+%")
            self.assertEqual(self.found(f"search_value={value}"), ["유리컵 세트"])
            self.assertEqual(self.found(f"page_no=1&items_per_page=10&search_value={value}&"), ["유리컵 세트"])
            page = self.get(f"/market?search_value={value}").body.decode()
            self.assertIn('value="유리컵 세트"', page)
            self.assertIn("유리컵 세트</", page)
        for written in ("metal+type", "metal%20type", "metal+%74ype"):
            self.assertEqual(len(self.get(f"/api/expo/entries?search={written}").json()["entries"]), 1, written)
            self.assertIn("직지심체요절", self.get(f"/expo?search={written}").body.decode())
        self.assertEqual(self.found("search_value=C%2B%2B"), ["C++ 책"])
        self.assertEqual(self.found("search_value=%2B%2B"), ["C++ 책"])

    def test_what_forms_and_programs_write_is_found(self):
        query = urllib.parse.urlencode({"search_value": "유리컵 세트", "items_per_page": 20})
        self.assertIn("+", query)
        self.assertEqual(self.found(query), ["유리컵 세트"])
        if NODE:
            script = """
                const query = new URLSearchParams({ search_value: "유리컵 세트" });
                fetch(`${process.argv[1]}/api/products?${query}`).then((answer) => answer.json()).then((page) => console.log(page.totalCount));
            """
            run = subprocess.run([NODE, "-e", script, self.gateway.url], capture_output=True, text=True, timeout=TIMEOUT, check=True)
            self.assertEqual(run.stdout, "1\n")

    def test_pages_keep_the_words_of_a_search(self):
        page = self.get("/market?search_value=C%2B%2B&view=list").body.decode()
        self.assertIn("?lang=en&amp;search_value=C%2B%2B&amp;view=list", page.replace("&lang", "&amp;lang"))
        self.assertIn('value="C++"', page)

    def test_what_could_end_an_attribute_or_begin_a_tag_is_written_as_a_reference(self):
        # The numbers say that it is written byte for byte, as PageEscaping does.
        page = self.get("/market?search_value=" + urllib.parse.quote("a\"b<c>d&e'f")).body.decode()
        self.assertIn('value="a&#34;b&lt;c&gt;d&amp;e&#39;f"', page)

    def test_what_is_malformed_is_a_400_that_says_where(self):
        for path in ("/api/products?search_value=", "/api/expo/entries?search=", "/market?search_value=", "/events?topics=", "/expo?x="):
            for value, word in (("100%", "100%"), ("%zz", "%zz"), ("%E", "%E"), ("%EC%9C", "UTF-8"), ("%FF", "UTF-8"), ("%C0%80", "UTF-8")):
                with self.subTest(path=path, value=value):
                    answer = self.get(path + value)
                    self.assertEqual(answer.status, 400, answer)
                    self.assertIn(word, answer.body.decode())
        # Terminals with another character set send its bytes as they are.
        connection = socket.create_connection(("127.0.0.1", self.gateway.port), TIMEOUT)
        self.addCleanup(connection.close)
        connection.sendall("GET /api/products?search_value=유리컵 HTTP/1.1\r\nHost: localhost\r\n\r\n".encode("cp949"))
        self.assertIn(b" 400 ", connection.recv(65_536))
        form = self.request(self.gateway, "POST", "/juice", b"juice=kiwi&quantity=%zz", Content_Type="application/x-www-form-urlencoded")
        self.assertProblem(form, 400)

    def test_of_a_name_that_is_there_twice_the_first_counts_where_it_is_not_refused(self):
        twice = "search_value=%EC%9C%A0%EB%A6%AC%EC%BB%B5+%EC%84%B8%ED%8A%B8&search_value=C%2B%2B"
        self.assertEqual(self.found(twice + "&utm_source=x&_=1&=&&more"), ["유리컵 세트"])
        self.assertEqual(self.get("/api/expo/entries?search=a&search=b").status, 422)
        self.assertEqual(self.get("/api/expo/entries?serch=a").status, 422)

    def test_a_position_counts_where_the_header_cannot_be_set(self):
        client = self.client(self.service)
        epoch = client.call("juice.stock.list")["meta"]["epoch"]
        client.ok("juice.order", {"juice": "kiwi"})
        client.ok("juice.order", {"juice": "kiwi"})
        first, second = f"juice={epoch}/0", f"juice={epoch}/1"
        for query, header, sequence in (
            (f"lastEventId={urllib.parse.quote(second)}", None, 2), (f"Last-Event-ID={second}&since={first}", None, 2),
            (f"lastEventId=&since={second}", None, 2), (f"lastEventId={first}", second, 2), (f"since={first}", None, 1),
        ):
            with self.subTest(query, header=header):
                stream = self.events(self.gateway, f"/events?topics=juice.&{query}", last=header)
                self.assertEqual(int(stream.until("message")[1]["sequence"]), sequence)
        for epoch in ("a%22b", "a%0Adata:x", "a%5Cb", "", "%EA%B0%80"):
            self.assertProblem(self.get(f"/events?since=juice={epoch}/1"), 400)


if __name__ == "__main__":
    unittest.main()
