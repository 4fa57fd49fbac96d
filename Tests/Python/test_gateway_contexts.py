"""Contexts are changed, renamed and removed, and nothing of them is lost on the way."""

import json
import unittest

from test_gateway_keys import KeysTest as Person


class ChangingContextsTest(Person):
    def setUp(self):
        super().setUp()
        self.ok("context", "add", "shop", "--insecure", "juice=tcp://127.0.0.1:7101")
        self.file = self.configuration / "contexts" / "shop.json"

    def endpoint(self, name):
        return json.loads(self.ok("context", "show", name, "--json"))["services"]["juice"]["rpc"]

    def in_use(self, **more):
        return [each["name"] for each in json.loads(self.ok("context", "list", "--json", **more)) if each["current"]]

    def test_a_context_stays_in_use_under_its_new_name(self):
        self.ok("context", "use", "shop")
        self.ok("context", "rename", "shop", "store")
        self.assertEqual(self.in_use(JANGTEO_RUN_DIR=""), ["store"])
        self.assertFalse(self.file.exists())
        self.assertEqual(self.endpoint("store"), "tcp://127.0.0.1:7101")

    def test_a_name_that_is_taken_is_refused(self):
        self.ok("context", "add", "store", "--insecure", "juice=tcp://127.0.0.1:7999")
        self.refused(2, "context", "rename", "shop", "store", says="already exists")
        self.refused(2, "context", "rename", "shop", "local", says="not a valid name")
        self.assertEqual(self.endpoint("store"), "tcp://127.0.0.1:7999")
        self.assertEqual(self.endpoint("shop"), "tcp://127.0.0.1:7101")

    def test_what_is_removed_is_no_longer_in_use(self):
        self.ok("context", "use", "shop")
        done = self.gateway("context", "remove", "shop")
        self.assertIn("commands go to local", done.stderr)
        self.assertEqual(self.in_use(JANGTEO_RUN_DIR=""), [])
        self.refused(2, "context", "remove", "shop", says="no context is called 'shop'")

    def test_a_service_that_is_named_again_has_one_more_worker(self):
        first, second = (f"juice=tcp://127.0.0.1:{port},tcp://127.0.0.1:{port + 1}" for port in (7101, 7201))
        self.ok("context", "add", "two", "--insecure", first, second)
        self.assertEqual(self.endpoint("two"), "tcp://127.0.0.1:7101,tcp://127.0.0.1:7201")
        # Nobody is there; each of them is asked.
        done = self.gateway("status", "--json", "--context", "two", "--timeout", "200ms")
        self.assertEqual(done.returncode, 4, done.stderr)
        workers = [each["endpoint"] for each in json.loads(done.stdout)["services"]]
        self.assertEqual(workers, ["tcp://127.0.0.1:7101", "tcp://127.0.0.1:7201"])
        self.refused(2, "context", "add", "twice", "--insecure", first, first, says="named twice")

    def test_a_variable_that_outranks_the_choice_is_named_and_the_list_marks_what_is_used(self):
        chosen = self.gateway("context", "use", "shop")
        self.assertIn("warning: JANGTEO_RUN_DIR is set and outranks the choice", chosen.stderr)
        listed = self.gateway("context", "list")
        self.assertRegex(listed.stdout, r"(?m)^\* +local")
        self.assertIn("JANGTEO_RUN_DIR is set", listed.stderr)
        self.assertEqual(self.in_use(), [])
        free = {"JANGTEO_RUN_DIR": ""}
        listed = self.gateway("context", "list", **free)
        self.assertEqual(listed.stderr, "")
        self.assertRegex(listed.stdout, r"(?m)^\* +shop")
        self.assertEqual(self.gateway("context", "use", "shop", **free).stderr, "From now on commands go to shop.\n")
        named = self.gateway("context", "list", JANGTEO_CONTEXT="local", **free)
        self.assertIn("JANGTEO_CONTEXT is set", named.stderr)
        self.assertRegex(named.stdout, r"(?m)^\* +local")

    def test_an_editor_changes_it(self):
        self.ok("context", "edit", "shop", EDITOR="sed -i s/7101/7105/")
        self.assertEqual(self.endpoint("shop"), "tcp://127.0.0.1:7105")
        self.assertEqual([path.name for path in self.file.parent.iterdir()], ["shop.json"])

    def test_what_cannot_be_used_is_refused_and_kept_for_the_next_edit(self):
        draft = self.file.with_suffix(".draft")
        for editor, fault in (
            ("sed -i s/tcp/xyz/", "xyz"),
            ("sed -i 1s/^/[/", "not valid JSON"),
            ("false", "ended with 1"),
        ):
            with self.subTest(editor):
                done = self.gateway("context", "edit", "shop", EDITOR=editor)
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertIn(fault, done.stderr)
                self.assertIn(str(draft), done.stderr)
                self.assertEqual(self.endpoint("shop"), "tcp://127.0.0.1:7101")
        mending = "sed -i -e s/xyz/tcp/ -e 1s/^.// -e s/7101/7107/"
        self.ok("context", "edit", "shop", EDITOR="false", VISUAL=mending)
        self.assertEqual(self.endpoint("shop"), "tcp://127.0.0.1:7107")
        self.assertFalse(draft.exists())


del Person


if __name__ == "__main__":
    unittest.main()
