"""What the DocC pages and the docstrings of the library's products name, there is."""

import pathlib
import re
import unittest

SOURCES = pathlib.Path(__file__).parents[2] / "Sources"
PRODUCTS = ("DurableWorker", "DurableWorkerClient", "SimulatedWorker")
DECLARED = re.compile(r"\b(?:struct|class|enum|protocol|actor|typealias|associatedtype|func|var|let|case)\s+`?(\w+)")


class DocC(unittest.TestCase):
    def test_every_symbol_that_is_named_is_declared(self):
        folders = [SOURCES / name for name in (*PRODUCTS, "Messages", "Journal", "ServiceContexts", "WorkerEngine")]
        texts = [path.read_text() for folder in folders for path in folder.rglob("*.swift")]
        declared = {name for text in texts for name in DECLARED.findall(text)} | {"init", *PRODUCTS}
        for product in PRODUCTS:
            paths = [path for path in (SOURCES / product).rglob("*") if path.suffix in (".swift", ".md")]
            named = {name for path in paths for name in re.findall(r"``([^`]+)``", path.read_text())}
            self.assertTrue(named)
            missing = [name for name in named if not set(re.sub(r"\(.*|-.*", "", name).split("/")) <= declared]
            self.assertEqual(missing, [], product)

    def test_the_page_of_a_product_lists_its_types(self):
        for product in PRODUCTS:
            page = (SOURCES / product / f"{product}.docc" / f"{product}.md").read_text()
            public = r"^public (?:final )?(?:struct|class|enum|protocol) (\w+)"
            texts = [path.read_text() for path in (SOURCES / product).rglob("*.swift")]
            names = {name for text in texts for name in re.findall(public, text, re.M)}
            self.assertEqual([name for name in names if f"{name}``" not in page], [], product)


if __name__ == "__main__":
    unittest.main()
