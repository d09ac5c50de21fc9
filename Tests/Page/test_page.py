"""The page in Chromium: every way of looking at a library, by finger, mouse and keyboard."""

import json
import os
import shutil
import signal
import time
import unittest

from browser import Missing, forget, shared, wait
from world import World

PHONE = (390, 844)
TILES = "return document.querySelectorAll('.tile').length"
LABELS = "return [...document.querySelectorAll('.tile')].map((tile) => tile.ariaLabel)"
HIDDEN = "return -new DOMMatrix(getComputedStyle(document.getElementById('pane')).transform).f"
SCALE = "return new DOMMatrix(getComputedStyle(document.getElementById('picture')).transform).a"
LOADED = """
  const tiles = [...document.querySelectorAll('.tile')];
  return tiles.length > 0 && tiles.every(
    (tile) => tile.style.backgroundImage !== 'none' || 'problem' in tile.dataset);
"""


def tile(place):
    return f".tile[aria-posinset=\"{place + 1}\"]"


class PageTestCase(unittest.TestCase):
    """Tests that share one tab; each has a world of its own, and ends within its limit."""

    size = PHONE
    limit = 300  # seconds; the classes with the longest come first
    spoils = False  # the browser, which no other class gets then

    @classmethod
    def setUpClass(cls):
        try:
            cls.browser = shared()
        except Missing as reason:
            raise unittest.SkipTest(str(reason))
        if cls.spoils:
            cls.addClassCleanup(forget)
        cls.browser.renew()

    def setUp(self):
        def stop(*_):
            raise AssertionError(f"the test takes more than {self.limit} s; it waited here")

        signal.signal(signal.SIGALRM, stop)
        signal.alarm(self.limit)
        self.world = World()
        self.addCleanup(self.world.close)
        self.addCleanup(self.browser.open, "about:blank")
        self.addCleanup(signal.alarm, 0)
        self.browser.size(*self.size, touch=self.size == PHONE)

    def open(self, *words, **options):
        self.page = self.world.page(*words, **options)
        self.browser.open(self.page.address)
        self.browser.wait(LOADED, what="the grid is there")
        return self.page

    def open_samples(self):
        self.library = self.world.samples()
        return self.open("browse", "--page", self.library)

    def hold_changes(self):
        """Lets pages follow no changes until they are told to by `window.begin()`."""
        held = self.browser.protocol("Page.addScriptToEvaluateOnNewDocument", source="""
            const Real = EventSource;
            window.EventSource = class {
              #listeners = [];
              constructor(address) {
                window.begin = () => {
                  const source = new Real(address);
                  for (const each of this.#listeners) source.addEventListener(...each);
                };
              }
              addEventListener(...each) { this.#listeners.push(each); }
              close() {}
            };""")
        self.addCleanup(
            self.browser.protocol, "Page.removeScriptToEvaluateOnNewDocument", **held)

    def place(self, name):
        """The place of an asset in the grid, by its file's name."""
        labels = self.browser.run(
            "return [...document.querySelectorAll('.tile')]"
            ".map((tile) => [tile.place, tile.ariaLabel])")
        return next(place for place, label in labels if label.startswith(name))

    def hidden(self):
        """How much of the preview is out of sight."""
        return self.browser.run(HIDDEN)

    def choose_album(self, number):
        self.browser.click("#title")
        self.browser.wait("return document.querySelectorAll('.album').length > 3")
        self.browser.run(
            "document.getElementById('album-scroller').scrollTop = arguments[0] * 80", number)
        self.browser.wait("return document.querySelector(arguments[0])", f".album[aria-posinset=\"{number + 1}\"]")
        self.browser.click(f".album[aria-posinset=\"{number + 1}\"]")
        self.browser.wait(LOADED)

    def settle(self):
        """Waits until nothing moves."""
        return self.browser.wait(
            "return document.getAnimations().every((each) => each.playState === 'finished')"
            " && !document.querySelector('.settling')")


class LookingTests(PageTestCase):
    def test_the_newest_is_above_and_four_columns_are_below(self):
        self.open_samples()
        self.assertEqual(self.browser.text("#title-text"), "Recents")
        self.assertEqual(self.browser.text("#count"), "11")
        self.assertEqual(self.browser.run(TILES), 11)
        first, fifth = self.browser.box(tile(0)), self.browser.box(tile(4))
        self.assertAlmostEqual(first["width"], PHONE[0] / 4, delta=1)
        self.assertAlmostEqual(fifth["x"], 0, delta=1)
        self.assertGreaterEqual(first["y"], self.browser.box("#pane")["bottom"] - 1)
        self.browser.wait("return document.getElementById('picture').naturalWidth > 1000")
        self.assertEqual(
            self.browser.text("#caption"), "Screenshot from 2015-09-27 21-29-28.png")

    def test_the_first_pictures_come_before_the_list_of_albums_is_read(self):
        self.open_samples()
        ends, start = self.browser.wait("""
          const all = performance.getEntriesByType('resource');
          const shown = [...document.querySelectorAll('.tile')].map((tile) => tile.place);
          const pictures = all.filter(({ name }) => /[/]pictures[/]0[/]/.test(name)
            && shown.includes(Number(name.split('/')[5])) && /thumbnail|dense/.test(name));
          const albums = all.find(({ name }) => name.endsWith('/feed/albums'));
          return albums && [pictures.map((each) => each.responseEnd), albums.startTime];
        """)
        self.assertGreater(len(ends), 8)
        self.assertLessEqual(max(ends), start)

    def test_a_picture_that_cannot_be_decoded_keeps_its_place_and_says_why(self):
        self.open_samples()
        place = self.place("IMG_0008.HEIC")
        label = self.browser.run(f"return document.querySelector('{tile(place)}').ariaLabel")
        self.assertIn("damaged HEIF", label)
        self.browser.click(tile(place))
        self.browser.wait("return !document.getElementById('reason').hidden")
        self.assertIn("damaged HEIF", self.browser.text("#reason"))

    def test_albums_come_smart_ones_first_without_empty_ones_and_keep_their_places(self):
        self.browser.size(390, 500, touch=True)
        self.open_samples()
        self.browser.click("#title")
        self.browser.wait("return document.querySelectorAll('.album').length > 0")
        self.browser.size(390, 844, touch=True)
        self.browser.wait("return document.querySelectorAll('.album').length === 9")
        titles = self.browser.run(
            "return [...document.querySelectorAll('.album-title')].map((each) => each.textContent)")
        counts = self.browser.run(
            "return [...document.querySelectorAll('.album-count')].map((each) => each.textContent)")
        self.browser.size(390, 500, touch=True)
        self.browser.wait("return document.getElementById('pane').getBoundingClientRect().bottom < 330")
        self.assertEqual(titles, [
            "Recents", "Recently Added", "Panoramas", "Screenshots", "Live Photos", "Animated",
            "Holiday", "Screenshots", "Birthday"])
        self.assertEqual(counts[6:], ["4", "2", "Family · 3"])
        self.browser.press("\ue00c")
        self.browser.click(tile(6))
        self.browser.run("document.getElementById('scroller').scrollTop = 90")
        self.choose_album(6)
        self.browser.wait("return document.querySelectorAll('.tile').length === 4")
        self.assertEqual(self.browser.run("return document.getElementById('scroller').scrollTop"), 0)
        self.choose_album(0)
        self.browser.wait("return document.querySelectorAll('.tile').length === 11")
        self.browser.wait("return document.getElementById('scroller').scrollTop === 90")
        self.assertTrue(self.browser.run(
            f"return document.querySelector('{tile(6)}').ariaCurrent === 'true'"))

    def test_the_list_of_albums_can_be_opened_before_they_are_counted(self):
        self.browser.protocol("Fetch.enable", patterns=[{"urlPattern": "*/feed/albums"}])
        self.addCleanup(self.browser.protocol, "Fetch.disable")
        self.open_samples()
        self.browser.click("#title")
        self.browser.wait("return document.activeElement.id === 'albums'")
        self.assertEqual(self.browser.run("return document.querySelectorAll('.album').length"), 0)
        self.browser.protocol("Fetch.disable")
        self.browser.wait("return document.activeElement.ariaPosInSet === '1'")
        self.browser.press("\ue015", "\ue007")
        self.browser.wait("return document.getElementById('title-text').textContent === 'Recently Added'")

    def test_an_animated_picture_moves_and_a_live_photo_plays(self):
        self.open_samples()
        self.browser.click(tile(self.place("dance.gif")))
        self.browser.wait("return document.getElementById('picture').naturalWidth === 240")
        self.browser.wait(
            "return performance.getEntriesByType('resource')"
            ".some((each) => each.name.endsWith('/moving'))")
        self.assertTrue(self.browser.run("return document.getElementById('play').hidden"))
        self.browser.click(tile(self.place("IMG_0008.HEIC")))
        self.browser.wait("return !document.getElementById('play').hidden")

    def test_names_with_markup_and_turned_text_are_shown_as_they_are(self):
        self.library = self.world.samples()
        source = self.library / "Holiday" / "beach.jpg"
        for name in ["<img src=x onerror=document.title='taken'>.jpg", "a\u202egpj.exe.jpg"]:
            shutil.copy(source, self.library / name)
        os.rename(self.library / "Holiday", self.library / "<b>Holiday")
        self.open("browse", "--page", self.library)
        labels = self.browser.run(LABELS)
        self.assertTrue(any(label.startswith("<img src=x") for label in labels))
        self.assertTrue(any(label.startswith("a\\u{202e}gpj.exe.jpg") for label in labels))
        self.browser.click("#title")
        self.browser.wait("return document.querySelectorAll('.album').length > 6")
        self.assertEqual(self.browser.run("return document.querySelectorAll('b, #grid img').length"), 0)
        self.assertNotIn("taken", self.browser.run("return document.title"))

    def test_without_scripts_there_are_lists(self):
        library = self.world.samples()
        page = self.world.page("browse", "--page", library)
        self.browser.protocol("Emulation.setScriptExecutionDisabled", value=True)
        self.addCleanup(
            self.browser.protocol, "Emulation.setScriptExecutionDisabled", value=False)
        self.browser.open(page.address)
        links = wait(lambda: self.links(), "the list of albums")
        self.assertEqual(len(links), 9)
        self.browser.open(links[7])
        wait(lambda: len([link for link in self.links() if "/preview" in link]) == 4, "pictures")

    def links(self):
        document = self.browser.protocol("DOM.getDocument", depth=-1)["root"]
        found = []

        def look(node):
            names = node.get("attributes", [])
            values = dict(zip(names[::2], names[1::2]))
            if node["nodeName"] == "A":
                base = document["documentURL"].split("/plain")[0]
                found.append(base + values["href"])
            for child in node.get("children", []):
                look(child)

        look(document)
        return found


class PaneTests(PageTestCase):
    def setUp(self):
        super().setUp()
        library = self.world.samples("corpus", "--count", "120")
        self.open("browse", "--page", library)

    def test_a_finger_past_the_lower_edge_takes_the_preview_away(self):
        self.browser.touch(*[(200, y) for y in range(700, 80, -20)])
        self.settle()
        self.assertGreater(self.hidden(), 250)
        self.assertGreater(self.browser.run("return document.getElementById('scroller').scrollTop"), 300)

    def test_a_finger_that_stays_below_the_edge_only_scrolls(self):
        self.browser.touch(*[(200, y) for y in range(800, 620, -20)])
        self.settle()
        self.assertEqual(self.hidden(), 0)
        self.assertGreater(self.browser.run("return document.getElementById('scroller').scrollTop"), 100)

    def test_pulling_the_grid_down_at_its_top_brings_the_preview_back(self):
        self.test_a_finger_past_the_lower_edge_takes_the_preview_away()
        top = "return document.getElementById('scroller').scrollTop === 0"
        for _ in range(12):
            if self.browser.run(top):
                break
            self.browser.touch(*[(200, y) for y in range(540, 820, 20)])
        self.settle()
        self.browser.wait(top)
        self.assertEqual(self.hidden(), 0)

    def test_a_tap_brings_the_preview_back_and_the_row_below_it(self):
        self.test_a_finger_past_the_lower_edge_takes_the_preview_away()
        wanted = self.browser.run("""
          const tiles = [...document.querySelectorAll('.tile')];
          const low = tiles.filter((tile) => tile.getBoundingClientRect().top > 600);
          return low[0].place;
        """)
        self.browser.wait(LOADED)
        self.browser.click(tile(wanted))
        self.settle()
        self.browser.wait(
            "const pane = document.getElementById('pane').getBoundingClientRect();"
            "const row = document.querySelector(arguments[0]).getBoundingClientRect();"
            "return Math.abs(row.top - pane.bottom) < 2", tile(wanted))
        self.assertEqual(self.hidden(), 0)
        self.assertEqual(self.browser.run("return document.querySelector('[aria-current]').place"), wanted)

    def test_the_divider_can_be_dragged_and_moved_by_keys(self):
        x, y = self.browser.middle("#divider")
        self.browser.drag((x, y), (x, 140))
        self.settle()
        self.assertGreater(self.hidden(), 250)
        self.assertEqual(self.browser.run("return document.getElementById('divider').ariaValueNow"), "0")
        self.browser.press("\ue010")
        self.browser.wait("return document.getElementById('divider').ariaValueNow === '100'")
        self.browser.press("\ue013", "\ue013")
        self.browser.wait("return document.getElementById('divider').ariaValueNow === '50'")


class ZoomTests(PageTestCase):
    def setUp(self):
        super().setUp()
        self.open_samples()
        self.browser.wait("return document.getElementById('picture').naturalWidth > 1000")

    def test_two_taps_zoom_in_and_out(self):
        x, y = self.browser.middle("#stage")
        for wanted in [2.5, 1]:
            self.browser.tap_twice(x, y)
            self.browser.wait(SCALE.replace("return ", "return Math.abs(") + f" - {wanted}) < 0.01")

    def test_the_wheel_zooms_at_the_pointer_and_dragging_moves(self):
        self.browser.size(1200, 800)
        x, y = self.browser.middle("#stage")
        for _ in range(4):
            self.browser.protocol(
                "Input.dispatchMouseEvent", type="mouseWheel", x=x + 100, y=y, deltaX=0, deltaY=-120)
        self.browser.wait(SCALE + " > 2")
        left = self.browser.box("#picture")["x"]
        self.browser.drag((x, y), (x + 60, y))
        self.assertAlmostEqual(self.browser.box("#picture")["x"], left + 60, delta=3)

    def test_keys_zoom(self):
        self.browser.run("document.getElementById('stage').focus()")
        self.browser.press("+", "+")
        self.browser.wait(SCALE + " > 1.9")
        self.browser.press("0")
        self.browser.wait(SCALE + " === 1")


class PinchTests(PageTestCase):
    """After a touch of two fingers Chromium takes none of one."""

    spoils = True

    def test_two_fingers_zoom(self):
        self.open_samples()
        self.browser.wait("return document.getElementById('picture').naturalWidth > 1000")
        x, y = self.browser.middle("#stage")
        self.browser.pinch(x, y, 20, 60)
        self.browser.wait(SCALE + " > 2.5")


class KeyboardTests(PageTestCase):
    size = (1190, 800)

    def focus(self):
        return self.browser.run(
            "const it = document.activeElement; return it.id || `${it.className} ${it.place}`")

    def wait_for_focus(self, wanted):
        wait(lambda: self.focus() == wanted, f"the focus is on {wanted}")

    def test_everything_is_reached_without_a_pointer(self):
        self.open_samples()
        seen = []
        for _ in range(8):
            self.browser.press("\ue004")
            seen.append(self.focus())
        for wanted in ["title", "stage", "divider", "tile 0"]:
            self.assertIn(wanted, seen)
        self.browser.run("document.querySelector('.tile').focus()")
        self.browser.press("\ue014", "\ue014")
        self.wait_for_focus("tile 2")
        self.browser.wait(
            "return document.getElementById('caption').textContent === 'IMG_0008.HEIC'")
        self.browser.press("\ue010")
        self.wait_for_focus("tile 10")
        self.browser.press("\ue011")
        self.wait_for_focus("tile 0")
        self.browser.run("document.getElementById('title').focus()")
        self.browser.press("\ue007")
        self.browser.wait("return document.activeElement.className === 'album'")
        self.browser.press("\ue010", "\ue013", "\ue013", "\ue007")
        self.browser.wait("return document.getElementById('title-text').textContent === 'Holiday'")
        self.wait_for_focus("title")

    def test_all_that_takes_the_keyboard_has_a_name_and_a_role(self):
        self.open_samples()
        self.browser.click("#title")
        self.browser.wait("return document.querySelectorAll('.album').length > 0")
        tree = self.browser.protocol("Accessibility.getFullAXTree")["nodes"]
        focusable = [node for node in tree if any(
            each["name"] == "focusable" and each["value"]["value"]
            for each in node.get("properties", []))]
        self.assertGreater(len(focusable), 15)
        for node in focusable:
            if node["role"]["value"] not in ("RootWebArea", "none", "generic"):
                self.assertTrue(node["name"]["value"], node)


class LiveTests(PageTestCase):
    def test_what_comes_and_goes_is_seen(self):
        self.open_samples()
        shutil.copy(self.library / "Holiday" / "beach.jpg", self.library / "new.jpg")
        self.browser.wait("return document.querySelectorAll('.tile').length === 12", seconds=60)
        self.browser.wait("return document.getElementById('status').textContent.includes('1 inserted')")
        os.remove(self.library / "Family" / "Birthday" / "cake.jpg")
        self.browser.wait("return document.querySelectorAll('.tile').length === 11", seconds=60)
        labels = self.browser.run(LABELS)
        self.assertTrue(any(label.startswith("new.jpg") for label in labels))
        self.assertFalse(any(label.startswith("cake.jpg") for label in labels))

    def test_a_page_that_is_left_and_come_back_to_goes_on(self):
        self.open_samples()
        self.browser.open("about:blank")
        self.browser.ask("/back", {})
        self.browser.wait(LOADED)
        shutil.copy(self.library / "Holiday" / "beach.jpg", self.library / "new.jpg")
        self.browser.wait("return document.querySelectorAll('.tile').length === 12", seconds=60)

    def test_a_change_before_the_page_is_told_of_changes_is_seen(self):
        self.hold_changes()
        self.open_samples()
        shutil.copy(self.library / "Holiday" / "beach.jpg", self.library / "new.jpg")
        self.browser.run("window.begin()")
        self.browser.wait("return document.querySelectorAll('.tile').length === 12", seconds=60)

    def test_the_picture_that_is_shown_stays_shown(self):
        self.open_samples()
        place = self.place("coast.jpg")
        self.browser.click(tile(place))
        shutil.copy(self.library / "Holiday" / "beach.jpg", self.library / "new.jpg")
        self.browser.wait("return document.querySelectorAll('.tile').length === 12", seconds=60)
        self.browser.wait(
            "return document.querySelector('[aria-current]').ariaLabel.startsWith('coast.jpg')")
        self.assertEqual(self.browser.text("#caption"), "coast.jpg")
        self.assertEqual(
            self.browser.run("return document.querySelectorAll('[aria-current]').length"), 1)

    def test_covers_are_read_again_when_the_albums_are_opened_again(self):
        self.open_samples()
        cover = ("return [...document.querySelectorAll('.album')]"
                 ".find((each) => each.textContent.startsWith('Holiday'))"
                 "?.style.getPropertyValue('--cover').match(/blob:[^\"]+/)?.[0]")
        self.browser.click("#title")
        first = self.browser.wait(cover)
        self.browser.press("\ue00c")
        self.browser.wait("return document.getElementById('albums').hidden")
        self.browser.click("#title")
        self.browser.wait(f"const now = (() => {{{cover}}})(); return now && now !== arguments[0]", first)

    def test_a_library_that_goes_away_is_told(self):
        self.open_samples()
        time.sleep(1)
        os.rename(self.library, self.world.folder / "gone")
        self.browser.wait("return !document.getElementById('notice').hidden", seconds=60)
        notice = self.browser.text("#notice")
        self.assertNotIn(str(self.world.folder), notice)
        os.rename(self.world.folder / "gone", self.library)
        shutil.copy(self.library / "Holiday" / "beach.jpg", self.library / "new.jpg")
        self.browser.wait("return document.querySelectorAll('.tile').length === 12", seconds=60)

    def test_two_pages_show_the_same(self):
        page = self.open_samples()
        self.browser.ask("/window/new", {"type": "tab"})
        windows = self.browser.call("GET", self.browser.session + "/window/handles")
        self.browser.ask("/window", {"handle": windows[1]})
        self.browser.open(page.address.split("?")[0])
        self.browser.wait("return document.querySelectorAll('.tile').length === 11")
        self.browser.call("DELETE", self.browser.session + "/window")
        self.browser.ask("/window", {"handle": windows[0]})
        self.assertEqual(self.browser.run(TILES), 11)

    def test_it_ends_after_the_page_was_closed(self):
        self.library = self.world.samples()
        page = self.open("browse", "--page", self.library, SHOTFLOW_PAGE_TIME="1")
        self.browser.open("about:blank")
        output, status = page.end()
        self.assertEqual((output, status), ("", 0))

    def test_it_ends_soon_after_the_last_page_said_goodbye(self):
        page = self.open_samples()
        start = time.monotonic()
        self.browser.open("about:blank")
        page.end()
        # Without the goodbye it would be five minutes.
        self.assertLess(time.monotonic() - start, 60)

    def test_a_reload_is_no_goodbye(self):
        page = self.open_samples()
        for _ in range(3):
            self.browser.ask("/refresh", {})
            self.browser.wait(LOADED)
        # A goodbye counts when no page has come back for 2 s.
        time.sleep(2.5)
        self.assertIsNone(page.process.poll())

    def test_a_silent_page_is_waited_for(self):
        page = self.open_samples()
        # A phone that sleeps says no goodbye.
        self.browser.run("navigator.sendBeacon = () => true")
        self.browser.open("about:blank")
        time.sleep(2.5)
        self.assertIsNone(page.process.poll())

    def test_control_c_ends_it_and_the_page_says_so(self):
        page = self.open_samples()
        page.interrupt()
        self.assertEqual(page.end()[1], 130)
        self.browser.wait("return document.getElementById('notice').textContent.includes('ended')")


class PickTests(PageTestCase):
    def pick(self, *words):
        self.library = self.world.samples()
        return self.open("pick", self.library, "--page", *words)

    def names(self, output):
        return [json.loads(line)["filename"] for line in output.splitlines()]

    def test_the_choice_is_printed_in_its_order_and_nothing_else(self):
        page = self.pick("--limit", "3")
        for name in ["coast.jpg", "sunset.jpg", "dance.gif"]:
            self.browser.click(tile(self.place(name)))
        self.wait_for_numbers({"coast.jpg": "1", "sunset.jpg": "2", "dance.gif": "3"})
        self.browser.click(tile(self.place("beach.jpg")))
        self.browser.wait("return document.getElementById('notice').textContent.includes('3')")
        self.assertEqual(self.browser.text("#choose"), "Choose 3 of 3")
        self.browser.click(tile(self.place("sunset.jpg")))
        self.browser.click(tile(self.place("sunset.jpg")))
        self.browser.wait("return document.getElementById('choose').textContent === 'Choose 2 of 3'")
        self.browser.click("#choose")
        output, status = page.end()
        self.assertEqual((self.names(output), status), (["coast.jpg", "dance.gif"], 0))

    def test_a_square_is_in_the_record(self):
        page = self.pick()
        self.browser.click(tile(self.place("sunset.jpg")))
        self.browser.wait("return document.getElementById('picture').naturalHeight > 1500")
        self.browser.click("#crop")
        self.browser.wait("return !document.getElementById('frame').hidden")
        self.browser.click("#choose")
        record = json.loads(page.end()[0])
        left, top, width, height = record["crop"]
        self.assertEqual((left, width), (0, 1))
        self.assertAlmostEqual(height, 0.75, delta=0.001)
        self.assertAlmostEqual(top, 0.125, delta=0.001)

    def test_a_square_stays_that_of_its_picture(self):
        page = self.pick()
        self.browser.click(tile(self.place("sunset.jpg")))
        self.browser.wait("return document.getElementById('picture').naturalHeight > 1500")
        self.browser.click("#crop")
        x, y = self.browser.middle("#stage")
        self.browser.drag((x, y), (x, y + 500))
        self.browser.click(tile(self.place("beach.jpg")))
        self.browser.wait("return document.getElementById('picture').naturalWidth > 1500")
        self.browser.wait("return document.getElementById('frame').hidden")
        self.browser.click(tile(self.place("sunset.jpg")))
        self.browser.wait("return document.getElementById('picture').naturalHeight > 1500")
        self.browser.wait("return !document.getElementById('frame').hidden")
        # Seen again as it was: the upper edge of the picture is that of the square.
        self.browser.wait(
            "const box = (id) => document.getElementById(id).getBoundingClientRect();"
            "return Math.abs(box('picture').top - box('frame').top) < 2")
        self.browser.click("#choose")
        first, second = [json.loads(line) for line in page.end()[0].splitlines()]
        self.assertEqual(first["crop"][:3], [0, 0, 1])
        self.assertNotIn("crop", second)

    def test_nothing_chosen_prints_nothing(self):
        page = self.pick("--exit-status")
        self.browser.click("#cancel")
        self.assertEqual(page.end(), ("", 1))

    def test_what_was_chosen_before_is_chosen(self):
        page = self.pick("--selected", "Holiday/coast.jpg,dance.gif")
        self.browser.wait("return document.getElementById('choose').textContent === 'Choose 2'")
        self.browser.click("#choose")
        self.assertEqual(self.names(page.end()[0]), ["coast.jpg", "dance.gif"])


    def test_the_albums_are_there_and_a_choice_spans_them(self):
        page = self.pick()
        self.browser.click(tile(self.place("dance.gif")))
        self.choose_album(6)
        self.browser.wait("return document.querySelectorAll('.tile').length === 4")
        self.browser.click(tile(self.place("coast.jpg")))
        self.browser.wait("return document.getElementById('choose').textContent === 'Choose 2'")
        self.choose_album(0)
        self.browser.wait("return document.querySelectorAll('.tile').length === 11")
        self.wait_for_numbers({"dance.gif": "1", "coast.jpg": "2"})
        self.browser.click("#choose")
        output, status = page.end()
        self.assertEqual((self.names(output), status), (["dance.gif", "coast.jpg"], 0))

    def wait_for_numbers(self, wanted):
        script = ("return Object.fromEntries([...document.querySelectorAll('.tile[data-number]')]"
                  ".map((tile) => [tile.ariaLabel.split(',')[0], tile.dataset.number]))")
        wait(lambda: self.browser.run(script) == wanted, f"the numbers are {wanted}")

    def test_the_choice_follows_the_library(self):
        page = self.pick()
        for name in ["coast.jpg", "cake.jpg", "sunset.jpg"]:
            self.browser.click(tile(self.place(name)))
        # Seen from another album, too, that what was chosen is gone.
        self.choose_album(6)
        self.browser.wait("return document.querySelectorAll('.tile').length === 4")
        os.remove(self.library / "Family" / "Birthday" / "cake.jpg")
        self.browser.wait(
            "return document.getElementById('choose').textContent === 'Choose 2'", seconds=60)
        shutil.copy(self.library / "Holiday" / "beach.jpg", self.library / "Holiday" / "new.jpg")
        self.browser.wait("return document.querySelectorAll('.tile').length === 5", seconds=60)
        self.wait_for_numbers({"coast.jpg": "1", "sunset.jpg": "2"})
        self.browser.click("#choose")
        self.assertEqual(self.names(page.end()[0]), ["coast.jpg", "sunset.jpg"])


class RuleTests(PageTestCase):
    def test_the_page_shows_what_a_rule_gives(self):
        library = self.world.samples()
        rule = self.world.folder / "old.lua"
        rule.write_text('return pipeline { source {}, filter { filename = like("c*"), '
                        'sortedBy = "filename" } }\n')
        self.open("browse", "--page", "--rule", rule, library)
        self.assertEqual(self.browser.text("#title-text"), "old.lua")
        names = [label.split(",")[0] for label in self.browser.run(LABELS)]
        self.assertEqual(
            names, ["cake (copy).jpg", "cake.jpg", "candles.jpg", "coast.jpg"])


if __name__ == "__main__":
    unittest.main()
