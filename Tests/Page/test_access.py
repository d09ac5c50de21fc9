"""The page by the rules of WCAG 2.2, as axe-core checks them."""

import glob
import os
import unittest

from test_page import LOADED, PHONE, PageTestCase, tile

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
CHECK = """
  const done = arguments[arguments.length - 1];
  axe.run(document, { runOnly: arguments[0] }).then((result) => done([
    result.passes.length,
    result.violations.map((each) => [each.id, each.nodes.map((node) => node.html)])]));
"""


class AccessTests(PageTestCase):
    def setUp(self):
        super().setUp()
        scripts = glob.glob(os.path.join(os.environ.get("AXE", ""), "**/axe.min.js"), recursive=True)
        if not os.environ.get("AXE") or not scripts:
            self.skipTest("axe-core is missing; script/test-page takes it from PyPI")
        with open(scripts[0]) as file:
            self.axe = file.read()

    def check(self):
        """Checks in both schemes, and as a window of 1,280 by 800 is at 200 %, which halves it."""
        for size in [(640, 400), self.size]:
            self.browser.size(*size, touch=self.size == PHONE)
            for scheme in ["light", "dark"]:
                self.browser.media(prefers_color_scheme=scheme)
                self.settle()
                self.browser.run(self.axe)
                passes, violations = self.browser.ask(
                    "/execute/async", {"script": CHECK, "args": [RULES]})
                self.assertGreater(passes, 10)
                self.assertEqual(violations, [], (size, scheme))

    def test_looking(self):
        self.open_samples()
        self.check()
        self.browser.click("#title")
        self.browser.wait("return document.querySelectorAll('.album').length === 9")
        self.check()

    def test_searching(self):
        self.open("browse", "--page", self.world.samples("corpus", "--count", "300"))
        self.browser.press("/")
        self.browser.wait("return document.activeElement.id === 'text'")
        # The years come late, and move what is below them.
        self.browser.run("document.querySelector('#rule summary').click()")
        self.browser.wait("return document.getElementById('rule-text').textContent")
        self.assertFalse(self.browser.run("return document.getElementById('scrubber').hidden"))
        self.browser.run("document.querySelector('[name=camera]').focus()")
        self.browser.wait("return document.querySelector('#camera-chips button')")
        self.check()

    def test_the_viewer(self):
        self.open_samples()
        self.browser.click(tile(self.place("coast.jpg")))
        self.browser.press("f")
        self.browser.wait("return document.body.classList.contains('viewing')")
        self.browser.wait("return document.getElementById('picture').naturalWidth > 1000")
        self.check()
        self.browser.press("i")
        self.browser.wait("return document.querySelectorAll('#facts dt').length > 3")
        self.check()
        # The controls of a video, without one.
        self.browser.run("document.getElementById('controls').hidden = false;"
                         "document.getElementById('pane').classList.add('has-video')")
        self.check()

    def test_picking(self):
        self.open("pick", self.world.samples(), "--page", "--limit", "2")
        self.browser.click(tile(self.place("coast.jpg")))
        self.browser.wait("return document.getElementById('picture').naturalWidth > 1000")
        self.browser.click("#crop")
        self.browser.wait("return !document.getElementById('frame').hidden")
        self.check()

    def test_comparing(self):
        self.open("pick", self.world.samples(), "--page")
        for name, key in [("coast.jpg", "4"), ("sunset.jpg", "p"), ("beach.jpg", "x")]:
            self.browser.click(tile(self.place(name)))
            self.browser.press(key)
        self.check()
        self.browser.click("#open-compare")
        self.browser.wait("return [...document.querySelectorAll('.compared-stage img')].length === 2")
        self.browser.press("x")
        self.check()

    def test_acting(self):
        library = self.world.samples()
        rule = self.world.folder / "copies.lua"
        rule.write_text('return pipeline { source {}, copy { to = "{filename}" } }\n')
        self.open("browse", "--page", "--rule", rule, library, "--out", "copies")
        self.browser.click(tile(self.place("coast.jpg")))
        self.browser.wait("return document.getElementById('choose').textContent === 'Copy (1)'")
        self.check()
        self.browser.click("#choose")
        self.browser.wait("return document.querySelectorAll('#more button').length === 2")
        self.browser.wait(LOADED)
        self.check()

    def test_asking(self):
        self.world.samples(name="pictures")
        rule = self.world.folder / "trips.lua"
        rule.write_text('return pipeline { about = "Shows trips.", source { library = "pictures" } }\n')
        page = self.world.page("browse", "--page", "--rule", rule)
        self.browser.open(page.address)
        self.browser.wait("return document.querySelector('#question-answers button')")
        self.check()


if __name__ == "__main__":
    unittest.main()
