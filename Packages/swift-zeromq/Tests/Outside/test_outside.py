"""A package elsewhere that depends on this one: it needs nothing else of ours, and the README's first example runs in it."""

import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

PACKAGE = pathlib.Path(__file__).resolve().parents[2]
# Made into programs: what they do has to fail to compile, with these words.
ILLEGAL = [
    ("SubSocket", "try socket.send(ZMQMultipart())", "no member 'send'"),
    ("PullSocket", "try socket.send(ZMQMultipart())", "no member 'send'"),
    ("PubSocket", "_ = try await socket.receive()", "no member 'receive'"),
    ("PushSocket", "_ = try await socket.receive()", "no member 'receive'"),
    ("PullSocket", "try socket.subscribe(\"a\")", "no member 'subscribe'"),
    ("DealerSocket", "_ = try await socket.call(ZMQMultipart(), timeout: nil)", "no member 'call'"),
]
LEAVING = [
    "Task.detached { _ = try socket.isOpen }",
    "Thread.detachNewThread { _ = socket.isOpen }",
    "DispatchQueue.global().async { _ = socket.isOpen }",
    "await MainActor.run { _ = socket.isOpen }",
]


class OutsideTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="outside-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        # Alone, so that nothing beside it can be used.
        ignored = shutil.ignore_patterns(".build", ".swiftpm", "Tests", "Examples")
        shutil.copytree(PACKAGE, cls.folder / "swift-zeromq", ignore=ignored)
        (cls.folder / "swift-zeromq/Tests/ZeroMQTests").mkdir(parents=True)
        manifest, hello = re.findall(r"^```swift\n(.*?)^```$", (PACKAGE / "README.md").read_text(), re.M | re.S)[:2]
        cls.manifest = manifest
        cls.package = cls.folder / "hello"
        (cls.package / "Sources/Hello").mkdir(parents=True)
        (cls.package / "Package.swift").write_text(manifest)
        cls.source = cls.package / "Sources/Hello/Hello.swift"
        cls.hello = hello
        cls.source.write_text(hello)
        cls.built = cls.swift("build")

    @classmethod
    def swift(cls, command, *arguments):
        arguments = ["swift", command, "--package-path", cls.package, *arguments]
        return subprocess.run(arguments, text=True, capture_output=True)

    def assert_refused(self, code, words):
        """A program with this code does not compile, for a reason with one of these words."""
        self.source.write_text(code)
        self.addCleanup(self.source.write_text, self.hello)
        result = self.swift("build")
        self.assertNotEqual(result.returncode, 0, code)
        errors = re.findall(r"error: (.*)", result.stdout + result.stderr)
        self.assertTrue(any(word in error for word in words for error in errors), f"{code}\n{errors}")

    def test_ten_lines_are_enough(self):
        self.assertLessEqual(len([line for line in self.manifest.splitlines() if line]), 10)

    def test_the_first_example_of_the_readme_runs(self):
        self.assertEqual(self.built.returncode, 0, self.built.stdout + self.built.stderr)
        programs = self.swift("build", "--show-bin-path").stdout.strip()
        ran = subprocess.run([f"{programs}/Hello"], text=True, capture_output=True, timeout=60)
        self.assertEqual((ran.stdout, ran.stderr, ran.returncode), ("Hello, world!\n", "", 0))

    def test_nothing_else_is_fetched(self):
        shown = json.loads(self.swift("package", "show-dependencies", "--format", "json").stdout)
        self.assertEqual([dependency["identity"] for dependency in shown["dependencies"]], ["swift-zeromq"])
        self.assertEqual(shown["dependencies"][0]["dependencies"], [])

    def test_what_a_role_cannot_do_does_not_compile(self):
        for role, call, words in ILLEGAL:
            with self.subTest(f"{role}: {call}"):
                code = f"import ZeroMQ\n\nfunc use(_ socket: {role}) async throws {{ {call} }}\n"
                self.assert_refused(code, [words])

    def test_a_socket_that_leaves_its_thread_does_not_compile(self):
        for call in LEAVING:
            with self.subTest(call):
                code = f"import Foundation\nimport ZeroMQ\n\nfunc use(_ socket: DealerSocket) async {{ {call} }}\n"
                self.assert_refused(code, ["data race", "Sendable"])


if __name__ == "__main__":
    unittest.main()
