"""What a first visit of a page costs, and that nothing jumps while it loads."""

import unittest

from web_browser import DESKTOP, PHONE
from web_pages import PAGES, AllPagesTest

# Bytes over the network, compressed and with headers; pictures are what is sold and shown, and not the page.
MOST = 60_000

LOADED = """
    const done = arguments[0];
    const isPicture = ({ name }) => /images|favicon/.test(new URL(name).pathname);
    const loaded = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
    const bytes = loaded.filter((one) => !isPicture(one)).map(({ name, transferSize }) => [name, transferSize]);
    let shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) shift += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
    // The observer hears of what has been in its next turn.
    setTimeout(() => done([bytes, shift]), 50);
"""


class FirstVisit(AllPagesTest):
    def test_of_each_page_is_under_60_kilobytes_and_nothing_jumps(self):
        for size in (PHONE, DESKTOP):
            driver = self.browser(size)
            for name in PAGES:
                with self.subTest(name, size=size):
                    driver.execute_cdp_cmd("Network.clearBrowserCache", {})
                    self.visit(driver, name)
                    loaded, shift = driver.execute_async_script(LOADED)
                    # Without the style and the scripts it would not be what a visitor gets.
                    self.assertTrue(any(address.endswith("site.css") and count for address, count in loaded), loaded)
                    self.assertLess(sum(count for _, count in loaded), MOST, loaded)
                    self.assertLess(shift, 0.1)
            driver.quit()


if __name__ == "__main__":
    unittest.main()
