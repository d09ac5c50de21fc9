"""Where things are: wide windows, two languages, lines from right to left, the list of albums."""

import unittest
from pathlib import Path

from test_page import LOADED, PHONE, PageTestCase, tile

WEB = Path(__file__).parents[2] / "Sources/Programs/Page/Web"
KEYS = "; return Object.entries(texts).map(([name, text]) => `${name} ${typeof text}`)"
MIRROR = "document.documentElement.dir = 'rtl'"
RIGHT = "return document.documentElement.clientWidth - document.querySelector(arguments[0]).getBoundingClientRect().right"


class WideTests(PageTestCase):
    size = (1440, 900)

    def test_the_picture_stands_beside_the_grid(self):
        self.open_samples()
        pane, grid = self.browser.box("#pane"), self.browser.box("#scroller")
        self.assertGreaterEqual(pane["left"], grid["right"])
        self.assertGreater(pane["width"], 500)
        self.assertGreater(pane["height"], 800)
        # The grid begins at the top, and nothing covers it.
        self.assertLess(self.browser.box(tile(0))["top"], grid["top"] + 60)
        self.browser.click(tile(self.place("coast.jpg")))
        self.browser.wait("return document.getElementById('caption').textContent === 'coast.jpg'")
        self.browser.press("f")
        self.browser.wait("return document.body.classList.contains('viewing')")
        self.assertEqual(self.browser.box("#pane")["width"], 1440)
        self.browser.press("\ue00c")
        self.browser.wait("return !document.body.classList.contains('viewing')")
        # A window that gets narrow has the picture above.
        self.browser.size(1000, 900)
        self.browser.wait("return document.getElementById('pane').getBoundingClientRect().width === 1000")
        self.browser.wait(
            "return document.querySelector('.tile').getBoundingClientRect().top"
            " >= document.getElementById('pane').getBoundingClientRect().bottom - 1")

    def test_arrows_keep_the_square_in_sight(self):
        self.open("browse", "--page", self.world.samples("corpus", "--count", "400"))
        self.browser.run("document.querySelector('.tile').focus()")
        self.browser.press("\ue010")
        self.browser.wait("""
          const { top, bottom } = document.activeElement.getBoundingClientRect();
          const box = document.getElementById('scroller').getBoundingClientRect();
          return document.activeElement.place > 300 && top >= box.top - 1 && bottom <= box.bottom + 1;
        """)
        self.assertEqual(self.browser.run("return document.getElementById('scrubber').hidden"), False)
        self.assertLessEqual(self.browser.box("#scrubber")["right"], self.browser.box("#pane")["left"] + 1)


class LanguageTests(PageTestCase):
    size = (1000, 800)

    def speak(self, language):
        agent = self.browser.run("return navigator.userAgent")
        self.browser.protocol("Emulation.setUserAgentOverride", userAgent=agent, acceptLanguage=language)

    def setUp(self):
        super().setUp()
        self.addCleanup(self.speak, "en-US")

    def test_languages_have_the_same_texts(self):
        self.open_samples()
        english, german = (
            self.browser.run(
                (WEB / f"{name}.js").read_text().replace(f"export const {name}", "const texts") + KEYS)
            for name in ["english", "german"])
        self.assertEqual(english, german)
        self.assertGreater(len(english), 60)

    def test_the_page_speaks_the_language_of_the_browser(self):
        self.speak("de-AT,de")
        self.open_samples()
        self.assertEqual(self.browser.run("return document.documentElement.lang"), "de-AT")
        self.assertEqual(self.browser.text("#title-text"), "Alle Bilder")
        self.assertEqual(self.browser.text("#enlarge"), "Vergrößern")
        self.browser.click("#title")
        self.browser.wait("return document.querySelectorAll('.album').length === 9")
        titles = self.browser.run(
            "return [...document.querySelectorAll('.album-title')].map((each) => each.textContent)")
        self.assertIn("Bildschirmfotos", titles)
        self.assertIn("Holiday", titles)

    def test_a_language_without_texts_gets_english_ones(self):
        self.speak("fr-FR")
        self.open_samples()
        self.assertEqual(self.browser.run("return document.documentElement.lang"), "en")
        self.assertEqual(self.browser.text("#enlarge"), "Enlarge")


class MirroredTests(PageTestCase):
    def mirror(self, size):
        self.browser.size(*size, touch=size == PHONE)
        self.open("pick", "--page", self.world.samples())
        self.browser.run(MIRROR)
        self.browser.size(size[0] - 1, size[1], touch=size == PHONE)
        # The squares are laid out again after the window has changed.
        self.browser.wait("""
            const [first, second] = [1, 2].map((place) =>
              document.querySelector(`.tile[aria-posinset="${place}"]`).getBoundingClientRect());
            return document.documentElement.clientWidth - first.right < 70 && second.right < first.right;
        """)

    def test_the_first_square_is_at_the_right_and_arrows_go_where_they_point(self):
        for size in [PHONE, (1000, 800), (1400, 800)]:
            self.mirror(size)
            first, second = self.browser.box(tile(0)), self.browser.box(tile(1))
            self.assertGreater(first["left"], second["left"], size)
            self.browser.run("document.querySelector(arguments[0]).focus()", tile(0))
            self.browser.press("\ue012")
            self.browser.wait("return document.activeElement.place === 1")
            self.browser.press("\ue014")
            self.browser.wait("return document.activeElement.place === 0")
            # Nothing is out of the window.
            self.assertEqual(self.browser.run(
                "return [...document.querySelectorAll('.tile, button, #caption')]"
                ".filter((each) => each.checkVisibility())"
                ".map((each) => [each.id, each.getBoundingClientRect()])"
                ".filter(([, { left, right }]) => left < -1 || right > innerWidth + 1)"
                ".map(([id]) => id)"), [], size)
            if size[0] >= 1200:
                self.assertLessEqual(self.browser.box("#pane")["right"], self.browser.box("#scroller")["left"] + 1)

    def test_the_large_picture_is_in_the_middle_and_swipes_go_on(self):
        self.mirror(PHONE)
        self.browser.wait("return document.getElementById('picture').naturalWidth > 1000")
        picture, stage = self.browser.box("#picture"), self.browser.box("#stage")
        self.assertAlmostEqual(
            picture["left"] + picture["right"], stage["left"] + stage["right"], delta=3)

    def test_the_strip_is_in_order_from_the_right(self):
        self.mirror((1000, 800))
        for place in [0, 1]:
            self.browser.click(tile(place))
        self.browser.wait("return document.querySelectorAll('.pick').length === 2")
        boxes = self.browser.run(
            "return [...document.querySelectorAll('.pick')].sort((a, b) => a.place - b.place)"
            ".map((each) => each.getBoundingClientRect().left)")
        self.assertGreater(boxes[0], boxes[1])
        self.browser.run("document.querySelector('.pick').focus()")
        self.browser.press("\ue011", "\ue012")
        self.browser.wait("return document.activeElement.place === 1")


class AlbumTests(PageTestCase):
    size = (1000, 900)

    def test_groups_have_headings_and_albums_icons(self):
        self.open_samples()
        self.browser.click("#title")
        self.browser.wait("return document.querySelectorAll('.album').length === 9")
        rows = self.browser.run("""
          return [...document.querySelectorAll('.album, .album-heading')]
            .sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
            .map((each) => each.querySelector('.album-title')?.textContent ?? `[${each.textContent}]`);
        """)
        self.assertEqual(rows, [
            "Recents", "Recently Added", "[Kinds of pictures]", "Panoramas", "Screenshots",
            "Live Photos", "Animated", "[Albums]", "Holiday", "Screenshots",
            "[Albums in folders]", "Birthday"])
        icons = self.browser.run(
            "return [...document.querySelectorAll('.album use')].map((each) => document.querySelector("
            "each.getAttribute('href'))?.id)")
        self.assertEqual(len(icons), 9)
        self.assertNotIn(None, icons)
        tops = self.browser.run(
            "return [...document.querySelectorAll('.album, .album-heading')]"
            ".map((each) => each.getBoundingClientRect()).map(({ top, bottom }) => [top, bottom])"
            ".sort((a, b) => a[0] - b[0])")
        for (_, bottom), (top, _) in zip(tops, tops[1:]):
            self.assertAlmostEqual(bottom, top, delta=1)
        self.browser.press("\ue010", "\ue007")
        self.browser.wait("return document.getElementById('title-text').textContent === 'Birthday'")
        self.browser.wait(LOADED)


# What is outside the window, but for rows that are there to be scrolled.
OUTSIDE = """
  return [...document.querySelectorAll('button, a, input, select, .heading, .pick, #caption, #years span')]
    .filter((each) => each.checkVisibility() && !each.closest('#strip'))
    .filter((each) => getComputedStyle(each.closest('#tests') ?? each).overflowX !== 'auto')
    .map((each) => [each.id || each.className || each.name, each.getBoundingClientRect()])
    .filter(([, { left, right }]) => left < -1 || right > innerWidth + 1).map(([name]) => name);
"""


class CoverTests(PageTestCase):
    def test_the_cover_of_an_album_is_its_first_picture_that_can_be_shown(self):
        self.open_samples()
        self.browser.click("#title")
        self.browser.wait("return document.querySelectorAll('.album').length > 6")
        # The newest one of the holiday has only its header.
        self.browser.wait("return [...document.querySelectorAll('.album')].some((each) =>"
                          " each.textContent.startsWith('Holiday') && each.style.getPropertyValue('--cover') !== 'none')")


class SettingTests(PageTestCase):
    """Search, bar, headings, strip and viewer on a phone, at 200 %, and without motion."""

    def check(self, size, scale):
        self.browser.size(*size, scale=scale, touch=size == PHONE)
        self.open("pick", "--page", self.world.samples("corpus", "--count", "400"))
        self.browser.wait("return document.querySelector('.heading')")
        self.browser.click("#find")
        self.browser.wait("return document.querySelector('#year-chips button')")
        self.assertEqual(self.browser.run(OUTSIDE), [], "search")
        form = self.browser.box("#finder")
        self.assertLess(form["height"], size[1] / 2 + 1)
        self.browser.click("#find")
        for place in [0, 1]:
            self.browser.run("document.querySelector(arguments[0]).click()", tile(place))
        self.browser.wait("return document.querySelectorAll('.pick').length === 2")
        self.assertLessEqual(self.browser.box("#strip")["bottom"], size[1] + 1)
        self.assertEqual(self.browser.run(OUTSIDE), [], "grid")
        self.browser.run("document.getElementById('enlarge').click()")
        self.browser.wait("return document.body.classList.contains('viewing')")
        self.assertEqual(self.browser.run(OUTSIDE), [], "viewer")
        for id in ["leave", "about"]:
            box = self.browser.box(f"#{id}")
            self.assertTrue(box["width"] > 0 and box["bottom"] <= size[1], id)

    def test_a_phone(self):
        self.check(PHONE, 2)

    def test_at_200_percent(self):
        self.check((640, 450), 2)

    def test_without_motion(self):
        self.browser.media(prefers_reduced_motion="reduce")
        self.addCleanup(self.browser.media, prefers_reduced_motion="no-preference")
        self.check((1280, 800), 1)
        self.assertEqual(self.browser.run("return document.getAnimations().length"), 0)


if __name__ == "__main__":
    unittest.main()
