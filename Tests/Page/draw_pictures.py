"""Draws the pictures of docs/browser.md from the sample library."""

import unittest

from test_page import LOADED, PageTestCase, tile
from world import NOW, ROOT


class Pictures(PageTestCase):
    """Each test draws one."""

    def draw(self, name):
        self.settle()
        self.browser.wait(LOADED)
        self.shoot(name)

    def test_phone(self):
        library = self.world.samples()
        self.open("browse", "--page", library)
        self.browser.click(tile(self.place("sunset.jpg")))
        self.browser.wait("return document.getElementById('picture').naturalHeight > 1500")
        self.draw("browser-phone")

    def test_wide(self):
        library = self.world.samples()
        self.browser.size(1200, 750)
        self.browser.media(prefers_color_scheme="dark")
        self.addCleanup(self.browser.media, prefers_color_scheme="light")
        self.open("browse", "--page", library)
        self.browser.wait("return document.getElementById('picture').naturalWidth > 1000")
        self.browser.click("#title")
        self.browser.wait("return document.querySelectorAll('.album').length === 9")
        self.browser.wait(
            "return [...document.querySelectorAll('.album')]"
            ".filter((row) => row.style.getPropertyValue('--cover') !== 'none').length >= 6")
        self.draw("browser-wide")

    def test_permission(self):
        rule = self.world.folder / "trips.lua"
        rule.write_text('return pipeline { about = "Shows the pictures of trips.", '
                        'wants = { "to show the newest" }, source { library = "pictures" } }\n')
        self.world.samples(name="pictures")
        page = self.world.page("browse", "--page", "--rule", "trips.lua")
        self.browser.size(700, 520)
        self.browser.open(page.address)
        self.browser.wait("return document.querySelector('#question-answers button')")
        # The test's own folder differs each time.
        self.browser.run("""
          for (const it of document.querySelectorAll('#question-facts dd')) {
            it.textContent = it.textContent.replace(arguments[0], '/home/ann');
          }""", str(self.world.folder))
        self.shoot("browser-permission")

    def test_question(self):
        library = self.world.samples()
        rule = self.world.folder / "holiday.lua"
        rule.write_text(
            'return pipeline { source { album = "Holiday" }, filter { filename = "sunset.jpg" }, '
            'notify { title = "Print this one?", dismiss = "30s", '
            'actions = { default = "Print", small = "Print small" } } }\n')
        page = self.world.page("browse", "--page", "--rule", rule, library, "--now", NOW)
        self.browser.size(700, 620)
        self.browser.open(page.address)
        self.browser.wait("return document.getElementById('question-picture').width > 400")
        self.shoot("browser-question")

    def shoot(self, name):
        self.browser.run("document.activeElement.blur()")
        self.browser.screenshot(ROOT / "docs" / f"{name}.png")

    def test_pick(self):
        library = self.world.samples()
        self.open("pick", "--page", library, "--limit", "3")
        self.browser.click(tile(self.place("candles.jpg")))
        self.browser.click(tile(self.place("beach.jpg")))
        self.browser.wait("return document.getElementById('picture').naturalWidth > 1500")
        self.browser.click("#crop")
        self.browser.wait("return !document.getElementById('frame').hidden")
        self.draw("browser-pick")


if __name__ == "__main__":
    unittest.main()
