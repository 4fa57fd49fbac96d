"""The pages before axe-core, which knows the rules of WCAG that a program can judge, and whether words are cut off."""

import unittest

from juice_process import ROOT
from web_browser import PHONE
from web_pages import DIALOGS, LANGUAGES, PAGES, AllPagesTest

AXE = ROOT / ".build/axe/axe.min.js"

# By what drives the browser, which the policy of the pages does not bind.
RUN = """
    const [isWhole, done] = arguments;
    const options = isWhole ? {} : { runOnly: ["color-contrast"] };
    axe.run(document, { resultTypes: ["violations"], ...options }).then(
      ({ violations }) => done(violations.flatMap(({ id, help, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${help}: ${html}: ${failureSummary}`))),
      (error) => done([String(error)]),
    );
"""

# What is wider than its place.
CUT = """
    return [...document.querySelectorAll("main *, dialog *, header *")]
      .filter((one) => one.matches("a, button, h1, h2, h3, label, legend, p, li") && !one.matches(".unseen"))
      .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0)
      .map((one) => `is cut off: ${one.outerHTML.slice(0, 160)}`);
"""


@unittest.skipUnless(AXE.exists(), "there is no axe-core: scripts/install-dependencies --test")
class Accessibility(AllPagesTest):
    def assertAccessible(self, driver, what):
        """No finding on any screen, light or dark. A scheme changes nothing but colours."""
        driver.execute_script(AXE.read_text())
        for size, scheme in self.looks(driver):
            with self.subTest(what, size=size, scheme=scheme):
                found = driver.execute_async_script(RUN, scheme == "light") + driver.execute_script(CUT)
                self.assertEqual(found, [], "\n\n".join(found))

    def test_axe_has_no_finding_on_any_page(self):
        driver = self.browser(PHONE)
        for language in LANGUAGES:
            for name in PAGES:
                self.visit(driver, name, language)
                self.assertAccessible(driver, f"{name} in {language}")

    def test_nor_on_an_open_dialog(self):
        driver = self.browser(PHONE)
        for language in LANGUAGES:
            for name in DIALOGS:
                self.open_dialog(driver, name, language)
                self.assertAccessible(driver, f"{name} in {language}")


if __name__ == "__main__":
    unittest.main()
