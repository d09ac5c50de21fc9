"""Searching an album: a field and switches, which are a rule, and have an address."""

import json
import subprocess
import unittest
import urllib.parse

from test_page import LOADED, PageTestCase, tile
from world import PRODUCTS

NAMES = """
  return [...document.querySelectorAll('.tile')].map((each) => each.ariaLabel.split(',')[0]).sort().join();
"""
ARE = f"return (() => {{{NAMES}}})() === arguments[0]"
QUERY = "return (location.hash.split('?')[1] ?? '') === arguments[0]"
ESCAPE = "\ue00c"


class SearchTests(PageTestCase):
    size = (1280, 800)

    def open_finder(self):
        self.browser.press("/")
        self.browser.wait("return document.activeElement.id === 'text'")

    def names(self, *names):
        self.browser.wait(ARE, ",".join(sorted(names)))

    def choose(self, name, value):
        """Sets a control of the form as its user would."""
        self.browser.run(
            "const it = document.querySelector(`#finder [name=${arguments[0]}]`);"
            "if (it.type === 'checkbox') it.checked = arguments[1]; else it.value = arguments[1];"
            "it.dispatchEvent(new Event('input', { bubbles: true }))", name, value)

    def found(self, *words):
        """The names that the tool itself finds."""
        output = subprocess.run(
            [PRODUCTS / "shotflow", "find", str(self.library), *words], check=True, text=True,
            capture_output=True, env=self.world.environment()).stdout
        return [json.loads(line)["filename"] for line in output.splitlines()]

    def test_a_text_is_found_in_names_and_albums(self):
        self.open_samples()
        self.open_finder()
        self.browser.press(*"COA")
        self.names("coast.jpg")
        self.browser.wait(QUERY, "text=COA")
        self.browser.wait("return document.getElementById('caption').textContent === 'coast.jpg'")
        self.assertEqual(self.browser.text("#count"), "1")
        # Albums count, and each word is wanted.
        self.browser.press(ESCAPE)
        self.browser.press(*"holiday")
        self.names(*self.found("--album", "Holiday"))
        self.browser.press(*" coast")
        self.names("coast.jpg")
        self.browser.press(ESCAPE)
        self.browser.wait(QUERY, "")
        self.browser.wait("return document.getElementById('count').textContent === '11'")

    def test_a_month_by_its_name_finds_its_days_and_albums_of_that_name(self):
        picture = next(self.world.samples().rglob("*.png")).read_bytes()
        library = self.world.folder / "months"
        for name in ["July 2026/a.png", "IMG_20260718_101112.png", "other.png"]:
            (library / name).parent.mkdir(parents=True, exist_ok=True)
            (library / name).write_bytes(picture)
        self.open("browse", "--page", library)
        self.open_finder()
        self.browser.press(*"July 2026")
        self.names("a.png", "IMG_20260718_101112.png")
        self.browser.run("location.reload()")
        self.names("a.png", "IMG_20260718_101112.png")
        self.assertEqual(self.browser.run("return document.getElementById('text').value"),
                         "July 2026")

    def test_nothing_found_says_so(self):
        self.open_samples()
        self.open_finder()
        self.browser.press(*"zzz")
        self.browser.wait("return document.getElementById('count').textContent === 'No pictures'")
        self.assertEqual(self.browser.text("#caption"), "")
        self.browser.wait("return location.hash === '#/0?text=zzz'")
        self.browser.wait("return document.getElementById('nothing').checkVisibility()")
        self.browser.click("#nothing button")
        self.browser.wait(QUERY, "")
        self.browser.wait("return document.getElementById('nothing').hidden")

    def test_years_that_come_late_move_nothing(self):
        self.open_samples()
        self.open_finder()
        self.browser.wait("return document.querySelector('#year-chips button')")
        top = self.browser.box("#view")["y"]
        self.browser.run("document.getElementById('year-chips').replaceChildren()")
        self.assertEqual(self.browser.box("#view")["y"], top)

    def test_years_and_months_are_words_of_a_search(self):
        self.open_samples()
        self.open_finder()
        self.browser.press(*"May 2015")
        self.browser.wait(QUERY, "text=2015-05%C2%A0May%C2%A02015")
        # The field keeps what was typed.
        self.assertEqual(self.browser.run("return document.getElementById('text').value"), "May 2015")
        wanted = self.found("--taken", "2015-05")
        self.assertIn("beach.jpg", wanted)
        self.names(*wanted)

    def test_days_are_dates_as_people_write_them(self):
        picture = next(self.world.samples().rglob("*.png")).read_bytes()
        library = self.world.folder / "days"
        library.mkdir()
        for name in ["IMG_20260718_101112.png", "IMG_20260719_101112.png"]:
            (library / name).write_bytes(picture)
        self.open("browse", "--page", library)
        self.open_finder()
        for text in ["18 July 2026", "July 18th, 2026", "18.7.2026"]:
            self.browser.press(*text)
            self.names("IMG_20260718_101112.png")
            self.browser.wait("return document.getElementById('text').value === arguments[0]", text)
            self.browser.press(ESCAPE)
            self.names("IMG_20260718_101112.png", "IMG_20260719_101112.png")

    def test_a_large_album_shows_first_matches_before_all_are_found(self):
        library = self.world.samples("photos", "--count", "21000", name="large.photoslibrary")
        self.open("browse", "--page", library)
        self.open_finder()
        self.browser.press(*"IMG_77")
        self.browser.wait(QUERY, "text=IMG_77")
        self.browser.wait("return Number(document.getElementById('count').textContent) > 48")
        starts = self.browser.run("""
          const of = (name) => performance.getEntriesByType('resource')
            .filter((each) => each.name.includes(name) && each.name.endsWith('text=IMG_77'))
            .map((each) => each.startTime);
          return [of('/first?'), of('/feed/albums/0?')];
        """)
        self.assertEqual(len(starts[0]), 1)
        self.assertLess(starts[0][0], min(starts[1]))
        # So does the next search, though this one has found few; comparing it would take as long again.
        self.browser.run("""
          window.streams = [];
          window.EventSource = class extends EventSource {
            constructor(address) {
              super(address);
              window.streams.push(decodeURIComponent(address));
            }
          };
        """)
        self.browser.press("7")
        self.browser.wait("return performance.getEntriesByType('resource')"
                          ".some((each) => each.name.endsWith('/first?text=IMG_777'))")
        self.browser.wait("return window.streams.some((each) =>"
                          " each.includes('compared=no&removed=no&text=IMG_777'))")

    def test_switches_are_tests(self):
        self.open_samples()
        self.open_finder()
        for name, value, words in [
                ("kind", "video", ["--videos"]), ("screenshots", True, ["--screenshots"]),
                ("year", "2015", ["--taken", "2015"]), ("located", True, ["--location", "present"]),
                ("damaged", True, ["--damage", "present"]), ("favourites", True, ["--favorites"]),
                ("rating", "1", ["--rating", "1.."])]:
            with self.subTest(name=name):
                self.choose(name, value)
                found = self.found(*words) if name == "kind" else self.found("--media-type", "image,video", *words)
                if name == "damaged":
                    # The page has met pictures, too, that a decoder refuses.
                    self.browser.wait("const all = (() => { " + NAMES + " })().split(',');"
                                      " return arguments[0].every((each) => all.includes(each))", found)
                else:
                    self.names(*found)
                self.browser.run("document.querySelector('#finder [type=reset]').click()")
                self.browser.wait(QUERY, "")

    def test_a_search_has_an_address(self):
        self.open_samples()
        self.open_finder()
        self.choose("screenshots", True)
        self.browser.wait(QUERY, "screenshots=yes")
        self.browser.wait("return document.querySelectorAll('.tile').length < 11")
        names = self.browser.run(NAMES)
        self.browser.wait(LOADED)
        address = self.browser.run("return location.href")
        self.browser.ask("/refresh", {})
        self.browser.wait(LOADED)
        self.browser.wait(ARE, names)
        self.assertTrue(self.browser.run(
            "return document.querySelector('[name=screenshots]').checked"
            " && !document.getElementById('finder').hidden"))
        self.browser.ask("/back", {})
        self.browser.wait(QUERY, "")
        self.browser.wait("return document.querySelectorAll('.tile').length === 11")
        self.assertFalse(self.browser.run("return document.querySelector('[name=screenshots]').checked"))
        self.browser.run("location.href = arguments[0]", address)
        self.browser.wait(ARE, names)

    def test_years_are_chips(self):
        self.open("browse", "--page", self.world.samples("corpus", "--count", "400"))
        self.open_finder()
        years = self.browser.wait(
            "return [...document.querySelectorAll('#year-chips button')].map((each) => each.textContent)")
        self.assertEqual(years, sorted(years, reverse=True))
        self.assertGreater(len(years), 1)
        chip = f"#year-chips [data-value='{years[1]}']"
        self.browser.click(chip)
        self.browser.wait(QUERY, f"year={years[1]}")
        self.browser.wait(f"return document.querySelector(\"{chip}\").ariaPressed === 'true'")
        # The others stay, so that one press leads to another year.
        self.assertEqual(len(years), self.browser.run(
            "return document.querySelectorAll('#year-chips button').length"))
        self.browser.click(chip)
        self.browser.wait(QUERY, "")

    def test_cameras_are_chips_once_one_is_asked_for(self):
        self.open_samples()
        self.open_finder()
        self.assertFalse(self.browser.run("return document.querySelector('#camera-chips button') !== null"))
        self.browser.run("document.querySelector('[name=camera]').focus()")
        cameras = self.browser.wait(
            "return [...document.querySelectorAll('#camera-chips button')].map((each) => each.textContent)")
        self.assertEqual(len(cameras), len(set(cameras)))
        chip = f"#camera-chips [data-value='{cameras[0]}']"
        self.browser.click(chip)
        self.browser.wait("return location.hash.includes('camera=')")
        self.browser.wait(f"return document.querySelector(\"{chip}\").ariaPressed === 'true'")
        self.browser.wait("return document.querySelectorAll('.tile').length < 11")
        self.browser.wait(LOADED)
        self.names(*self.found("--media-type", "image,video", "--camera-model", cameras[0]))
        self.browser.click(chip)
        self.browser.wait(QUERY, "")

    def test_a_search_is_the_rule_that_it_shows(self):
        self.open_samples()
        self.choose_album(8)
        self.browser.wait("return document.getElementById('title-text').textContent === 'Birthday'")
        self.open_finder()
        self.browser.press(*"a\"k", "\ue003", "\ue003")
        self.choose("order", "name")
        self.browser.wait(QUERY, "order=name&text=a")
        self.browser.wait(LOADED)
        self.browser.run("document.querySelector('#rule summary').click()")
        text = self.browser.wait("return document.getElementById('rule-text').textContent")
        self.assertIn('album = "Family/Birthday"', text)
        rule = self.world.folder / "copied.lua"
        rule.write_text(text)
        output = subprocess.run(
            [PRODUCTS / "shotflow", "run", rule, "--library", self.library, "--auth", "authorized"], text=True,
            capture_output=True, env=self.world.environment())
        names = [json.loads(line)["filename"] for line in output.stdout.splitlines()]
        self.assertEqual(",".join(sorted(names)), self.browser.run(NAMES), output.stderr)

    def test_the_picture_that_is_shown_stays_shown_if_it_is_found(self):
        self.open_samples()
        self.browser.click(tile(self.place("coast.jpg")))
        self.open_finder()
        self.browser.press(*"jpg")
        self.browser.wait(QUERY, "text=jpg")
        self.browser.wait("return document.querySelector('[aria-current]')?.ariaLabel.startsWith('coast')")
        self.assertEqual(self.browser.text("#caption"), "coast.jpg")

    def test_a_search_follows_the_library(self):
        self.open_samples()
        self.open_finder()
        self.browser.press(*"coast")
        self.names("coast.jpg")
        (self.library / "coast-copy.jpg").write_bytes((next(self.library.glob("**/coast.jpg"))).read_bytes())
        self.names("coast.jpg", "coast-copy.jpg")

    def test_the_form_is_closed_by_the_keyboard(self):
        self.open_samples()
        self.open_finder()
        self.browser.press(ESCAPE)
        self.browser.wait("return document.activeElement.id === 'find'"
                          " && document.getElementById('finder').hidden")


if __name__ == "__main__":
    unittest.main()
