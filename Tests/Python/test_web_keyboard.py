"""The pages by keyboard alone: where Tab leads, that it is seen, and that it leads out again."""

import unittest

from web_browser import DESKTOP
from web_pages import DIALOGS, PAGES, AllPagesTest

# What the keyboard has to reach, in the order of the document; of a group of radio buttons one.
REACHABLE = """
    const root = arguments[0] ? document.querySelector(arguments[0]) : document;
    const wanted = "a[href], button, input, select, textarea, summary, [tabindex='0']";
    const found = [...root.querySelectorAll(wanted)].filter((one) =>
      !one.disabled && one.type !== "hidden" && one.checkVisibility({ visibilityProperty: true }) &&
      (one.type !== "radio" || one.checked) && (arguments[0] || !one.closest("dialog")));
    window.places = new Map([...document.querySelectorAll("*")].map((one, place) => [one, place]));
    return found.map((one) => places.get(one));
"""

# Nothing has the focus, and Tab begins at the top.
START = "document.body.tabIndex = -1; document.body.focus(); document.body.removeAttribute('tabindex');"

# The element that has the focus: which it is, where it is on the page, what shows that it has it.
FOCUSED = """
    const one = document.activeElement;
    if (!one || one === document.body) return null;
    const { left, top, right, bottom } = one.getBoundingClientRect();
    const isSeen = [one, one.nextElementSibling].some((shown) => {
      const { outlineStyle, outlineWidth } = shown ? getComputedStyle(shown) : {};
      return outlineStyle && outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
    });
    return {
      place: window.places.get(one), html: one.outerHTML.slice(0, 160), isSeen,
      isOnScreen: bottom > 0 && top < innerHeight && right > 0 && left < innerWidth,
      left: left + scrollX, right: right + scrollX, top: top + scrollY, bottom: bottom + scrollY,
    };
"""


def goes_back(one, other):
    """Whether who reads from the top left would have come to the other first."""
    if other["bottom"] <= one["top"]:
        return True
    is_beside = other["top"] < one["bottom"] and one["top"] < other["bottom"]
    return is_beside and other["right"] <= one["left"]


class Keyboard(AllPagesTest):
    def press(self, driver, *keys):
        from selenium.webdriver.common.action_chains import ActionChains

        ActionChains(driver, duration=0).send_keys(*keys).perform()

    def tab(self, driver):
        from selenium.webdriver.common.keys import Keys

        self.press(driver, Keys.TAB)
        return driver.execute_script(FOCUSED)

    def test_tab_reaches_everything_in_the_order_of_reading_and_shows_where_it_is(self):
        driver = self.browser(DESKTOP)
        for name in PAGES:
            with self.subTest(name):
                self.visit(driver, name)
                driver.execute_script(START)
                reachable = driver.execute_script(REACHABLE, None)
                steps = []
                for _ in reachable:
                    step = self.tab(driver)
                    self.assertIsNotNone(step, f"after {steps[-1:]}")
                    self.assertTrue(step["isSeen"], f"nothing shows the focus: {step}")
                    self.assertTrue(step["isOnScreen"], step)
                    if steps and steps[-1]["place"] != reachable[0]:
                        self.assertFalse(goes_back(steps[-1], step), f"{steps[-1]}\nthen {step}")
                    steps.append(step)
                self.assertEqual([step["place"] for step in steps], reachable)
                # Out at the end, and in again at the beginning.
                after = self.tab(driver) or self.tab(driver)
                self.assertEqual(after["place"], reachable[0], after)

    def test_the_first_step_skips_to_the_content(self):
        from selenium.webdriver.common.keys import Keys

        driver = self.browser(DESKTOP)
        for name in PAGES:
            with self.subTest(name):
                self.visit(driver, name)
                driver.execute_script(START)
                driver.execute_script(REACHABLE, None)
                self.assertIn('class="skip"', self.tab(driver)["html"])
                self.press(driver, Keys.ENTER)
                self.assertEqual(driver.execute_script("return document.activeElement.id"), "main")
                self.tab(driver)
                self.assertTrue(driver.execute_script("return Boolean(document.activeElement.closest('main'))"))

    def test_a_dialog_keeps_the_focus_and_gives_it_back(self):
        from selenium.webdriver.common.keys import Keys

        driver = self.browser(DESKTOP)
        for name in DIALOGS:
            with self.subTest(name):
                self.open_dialog(driver, name)
                reachable = driver.execute_script(REACHABLE, f"#{name}")
                before = driver.execute_script(FOCUSED)["place"]
                self.assertIn(before, reachable)
                for _ in range(2 * len(reachable) + 1):
                    step = self.tab(driver)
                    # Between its end and its beginning is the browser's own.
                    self.assertIn(step["place"] if step else None, [*reachable, None], step)
                    self.assertTrue(step is None or step["isSeen"], step)
                self.press(driver, Keys.ESCAPE)
                self.wait(driver, lambda name=name: not self.find(driver, f"#{name}").is_displayed())
                opener = driver.execute_script("return document.activeElement.outerHTML")
                self.assertRegex(opener, "data-order|data-save|data-buy|danger")


if __name__ == "__main__":
    unittest.main()
