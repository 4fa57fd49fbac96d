"""A real browser before web-gateway: Debian's chromium, driven over its own driver."""

import pathlib
import shutil
import tempfile
import unittest

from expo_process import ExpoProcess
from juice_process import TIMEOUT
from test_calc_service import CalcProcess
from web_process import WebTest

CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
PHONE, DESKTOP = (360, 740), (1280, 800)


@unittest.skipUnless(CHROMIUM and DRIVER, "there is no browser: scripts/install-dependencies --test")
class BrowserTest(WebTest):
    """juice, calc and expo with a web-gateway before them, and a browser."""

    def setUp(self):
        super().setUp()
        self.service = self.start(run="run")
        for process in (CalcProcess, ExpoProcess):
            started = process(self.directory)
            self.addCleanup(started.close)
            started.wait_ready()
        self.gateway = self.web("--loopback-role", "operate")

    def browser(self, size=DESKTOP, language="ko", scripts=True):
        """A browser of its own, with nothing kept from another."""
        from selenium import webdriver
        from selenium.webdriver.chrome.service import Service

        options = webdriver.ChromeOptions()
        options.binary_location = CHROMIUM
        profile = tempfile.mkdtemp(dir=self.directory)
        for argument in (
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", f"--user-data-dir={profile}",
            f"--window-size={size[0]},{size[1]}", f"--accept-lang={language}",
        ):
            options.add_argument(argument)
        # The authorities of tests are not the browser's.
        options.accept_insecure_certs = True
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        if not scripts:
            options.add_experimental_option("prefs", {"profile.managed_default_content_settings.javascript": 2})
        driver = webdriver.Chrome(service=Service(DRIVER), options=options)
        self.addCleanup(driver.quit)
        # A window has a least width of its own; what the page sees is what counts.
        driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": size == PHONE},
        )
        driver.set_page_load_timeout(TIMEOUT)
        return driver

    def open(self, driver, path):
        driver.get(self.gateway.url + path)
        return driver

    def find(self, driver, selector):
        from selenium.webdriver.common.by import By

        return driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, driver, selector):
        from selenium.webdriver.common.by import By

        return driver.find_elements(By.CSS_SELECTOR, selector)

    def wait(self, driver, found, seconds=TIMEOUT):
        """Waits until something holds on a page; what fails because another page comes just now is tried again."""
        from selenium.common import exceptions
        from selenium.webdriver.support.ui import WebDriverWait

        passing = (
            exceptions.StaleElementReferenceException, exceptions.ElementNotInteractableException,
            exceptions.ElementClickInterceptedException, exceptions.JavascriptException,
        )  # fmt: skip
        waiting = WebDriverWait(driver, seconds, poll_frequency=0.02, ignored_exceptions=passing)
        return waiting.until(lambda _: found())

    def arrive(self, driver, address):
        """Waits until a page is loaded whose address has that in it: the address is there before the page is."""
        is_loaded = "return document.readyState === 'complete' && location.href"
        self.wait(driver, lambda: address in (driver.execute_script(is_loaded) or ""))

    def click(self, driver, selector):
        # A click that fails has clicked on nothing.
        self.wait(driver, lambda: [self.find(driver, selector).click()])

    def level(self, driver, fruit):
        return int(self.find(driver, f'[data-level="{fruit}"] .number').text)

    def assertQuiet(self, driver):
        """No error on the console, and nothing that the policy has stopped."""
        found = [line for line in driver.get_log("browser") if line["level"] in ("SEVERE", "WARNING")]
        self.assertEqual(found, [])

    def screenshot(self, driver, name):
        path = pathlib.Path(self.directory) / f"{name}.png"
        driver.save_screenshot(str(path))
        return path
