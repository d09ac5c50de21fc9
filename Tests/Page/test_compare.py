"""Keys that take pictures and leave them, and pictures side by side."""

import json
import unittest

from test_groups import PageTestCase, plain_picture
from test_page import tile
from test_selection import IS, SelectionTestCase
from test_gestures import CAPTION_IS
from test_viewer import VIEWING

CURRENT_IS = "return document.querySelector('[aria-current]')?.place === arguments[0]"
OPEN = "return !document.getElementById('compare').hidden"
CLOSED = "return document.getElementById('compare').hidden"
NAMES = "return [...document.querySelectorAll('.compared-name')].map((each) => each.textContent)"
# The place and the size of each picture in its stage.
PLACES = """
  return [...document.querySelectorAll('.compared-stage')].map((stage) => {
    const [around, box] = [stage, stage.firstChild].map((each) => each.getBoundingClientRect());
    return [box.x - around.x, box.y - around.y, box.width].map(Math.round).join();
  });
"""
SCALES = """
  return [...document.querySelectorAll('.compared-stage img')]
    .map((each) => new DOMMatrix(getComputedStyle(each).transform).a);
"""
ZOOMED = f"const all = (() => {{{SCALES}}})(); return all.every((each) => each > arguments[0])"
LOADED = """
  const all = [...document.querySelectorAll('.compared-stage img')];
  return all.length > 0 && all.every((each) => each.naturalWidth > 0);
"""
MARKS = """
  return [...document.querySelectorAll('.tile[data-mark]')].sort((a, b) => a.place - b.place)
    .map((each) => `${each.place}:${each.dataset.mark}`).join();
"""
MARKS_ARE = f"return (() => {{{MARKS}}})() === arguments[0]"
ESCAPE, RIGHT, PAGE_DOWN = "\ue00c", "\ue014", "\ue00f"


class CullTests(SelectionTestCase):
    size = (1280, 1000)

    def pick(self, *words):
        page = self.open("pick", "--page", *words, self.world.samples())
        self.names = self.browser.run(
            "return [...document.querySelectorAll('.tile')].sort((a, b) => a.place - b.place)"
            ".map((each) => each.ariaLabel.split(',')[0])")
        self.browser.run("document.querySelector('.tile[tabindex=\"0\"]').focus()")
        return page

    def press_at(self, place, key):
        self.browser.wait(CURRENT_IS, place)
        self.browser.press(key)

    def records(self, page):
        self.browser.click("#choose")
        return [json.loads(line) for line in page.end()[0].splitlines()]

    def test_keys_take_and_leave_and_go_on(self):
        page = self.pick()
        for place, key in enumerate("px4p"):
            self.press_at(place, key)
        self.browser.wait(CURRENT_IS, 4)
        self.chosen(0, 2, 3)
        self.browser.wait(MARKS_ARE, "1:x,2:4")
        # What was left can be taken, and what was taken left.
        for key, place in [("p", 1), ("x", 0)]:
            self.browser.click(tile(place))
            self.press_at(place, key)
        self.chosen(2, 3, 1)
        self.browser.wait(MARKS_ARE, "0:x,2:4")
        records = self.records(page)
        self.assertEqual([each["filename"] for each in records], [self.names[place] for place in (2, 3, 1)])
        self.assertEqual([each.get("prompt") for each in records], [{"choice": "4"}, None, None])

    def test_the_viewer_takes_and_leaves_too_and_says_so(self):
        self.pick()
        self.browser.press("f")
        self.browser.wait(VIEWING)
        self.browser.press("5")
        self.browser.wait(CAPTION_IS, self.names[1])
        self.browser.press("x")
        self.browser.wait(CAPTION_IS, self.names[2])
        for words, step in [("✕", "\ue012"), ("1 ★5", "\ue012")]:
            self.browser.press(step)
            self.browser.wait("return document.getElementById('take-text').textContent === arguments[0]", words)
        self.assertEqual(self.browser.run("return document.getElementById('take').ariaPressed"), "true")
        self.browser.click("#take")
        self.browser.wait("return document.getElementById('take-text').textContent === ''")
        self.assertTrue(self.browser.run("return document.getElementById('choose').disabled"))

    def test_a_full_choice_takes_no_more_and_goes_nowhere(self):
        self.pick("--limit", "1")
        self.press_at(0, "p")
        self.press_at(1, "3")
        self.browser.wait("return document.getElementById('notice').textContent"
                          " === 'No more than 1 can be chosen.'")
        self.assertTrue(self.browser.run(CURRENT_IS, 1))
        self.chosen(0)

    def test_marks_outlive_a_reload_and_words_are_no_keys(self):
        self.pick()
        self.press_at(0, "2")
        self.press_at(1, "x")
        self.browser.wait(CURRENT_IS, 2)
        self.browser.ask("/refresh", {})
        self.browser.wait(MARKS_ARE, "0:2,1:x")
        self.browser.press("/", "x", "p", "1")
        self.browser.wait("return document.getElementById('text').value === 'xp1'")
        self.assertEqual(self.browser.text("#choose"), "Choose 1")

    def test_where_nothing_can_be_chosen_they_mean_nothing(self):
        self.open("browse", "--page", self.world.samples())
        self.browser.run("document.querySelector('.tile').focus()")
        self.browser.press("p", "x", "5", "c")
        self.assertTrue(self.browser.run(CURRENT_IS, 0))
        self.assertEqual(self.browser.run(MARKS), "")
        self.assertTrue(self.browser.run(CLOSED))


class CompareTestCase(SelectionTestCase):
    def choose(self, *names):
        page = self.open("pick", "--page", self.world.samples())
        for name in names:
            self.browser.click(tile(self.place(name)))
        self.browser.wait("return document.querySelectorAll('.tile[aria-selected=true]').length === arguments[0]",
                          len(names))
        return page

    def compare(self):
        self.browser.click("#open-compare")
        self.browser.wait(OPEN)
        self.browser.wait(LOADED)


class CompareTests(CompareTestCase):
    size = (1280, 800)

    def test_two_to_four_chosen_pictures_are_zoomed_and_moved_together(self):
        self.choose("coast.jpg")
        hidden = "return document.getElementById('open-compare').hidden"
        self.assertTrue(self.browser.run(hidden))
        self.browser.click(tile(self.place("sunset.jpg")))
        self.browser.wait("return !document.getElementById('open-compare').hidden")
        self.compare()
        self.assertEqual(self.browser.run(NAMES), ["coast.jpg", "sunset.jpg"])
        boxes = self.browser.run("return [...document.querySelectorAll('.compared')]"
                                 ".map((each) => each.getBoundingClientRect().toJSON())")
        self.assertEqual(boxes[0]["y"], boxes[1]["y"])
        self.assertLessEqual(boxes[0]["right"], boxes[1]["x"])
        x, y = boxes[0]["x"] + boxes[0]["width"] / 2, boxes[0]["y"] + boxes[0]["height"] / 2
        for _ in range(4):
            self.browser.protocol(
                "Input.dispatchMouseEvent", type="mouseWheel", x=x + 50, y=y, deltaX=0, deltaY=-120)
        self.browser.wait(ZOOMED, 4)
        before = self.browser.run(PLACES)
        self.browser.drag((x, y), (x + 40, y + 30))
        self.browser.wait(f"return (() => {{{PLACES}}})().every((each, n) => each !== arguments[0][n])", before)
        moved = self.browser.run(PLACES)
        ways = [[int(new) - int(old) for new, old in zip(after.split(","), then.split(","))]
                for after, then in zip(moved, before)]
        self.assertEqual(ways[0], ways[1])
        self.assertGreater(ways[0][0], 25)
        # Zoomed so far, the original is shown where it has more pixels.
        self.browser.press("z")
        self.browser.wait("return document.querySelectorAll('.compared-stage img')[1].naturalWidth === 3024")
        self.browser.press("0")
        self.browser.wait(f"return (() => {{{SCALES}}})().every((each) => each === 1)")
        self.browser.press(ESCAPE)
        self.browser.wait(CLOSED)
        # The browser's way back closes it, too.
        self.compare()
        self.browser.ask("/back", {})
        self.browser.wait(CLOSED)
        self.browser.wait(CAPTION_IS, "sunset.jpg")
        for name in ["cake.jpg", "beach.jpg", "dance.gif"]:
            self.browser.click(tile(self.place(name)))
        self.browser.wait(hidden)

    def test_closing_leads_back_to_what_was_current_however_soon_it_was_opened(self):
        self.choose("coast.jpg")
        # As if no time passed: the address does not follow by itself.
        self.browser.run("""
          const later = window.setTimeout;
          window.setTimeout = (body, time, ...rest) => time === 350 ? 1 : later(body, time, ...rest);
        """)
        self.browser.wait("return location.hash.split('/')[2] === document.querySelector('[aria-current]').key")
        self.browser.click(tile(self.place("sunset.jpg")))
        self.browser.wait(CAPTION_IS, "sunset.jpg")
        key = self.browser.run("return document.querySelector('[aria-current]').key")
        self.compare()
        self.browser.press(ESCAPE)
        self.browser.wait(CLOSED)
        self.assertEqual(self.browser.run("return location.hash.split('/')[2]"), key)
        self.browser.wait(CAPTION_IS, "sunset.jpg")

    def test_what_is_zoomed_before_it_is_there_becomes_sharp(self):
        self.choose("cake.jpg", "sunset.jpg")
        self.browser.wait("return document.getElementById('picture').naturalWidth > 1000")
        self.browser.run("""
          const send = window.fetch;
          const held = new Promise((resolve) => { window.release = resolve; });
          const address = `/pictures/0/${arguments[0]}/`;
          window.fetch = async (path, options) => {
            if (path.startsWith(address) && path.endsWith('/preview')) await held;
            return send(path, options);
          };
        """, self.place("sunset.jpg"))
        self.browser.click("#open-compare")
        self.browser.wait(OPEN)
        self.browser.wait("return document.querySelector('.compared-stage img').naturalWidth > 0")
        self.browser.press(*"========")
        self.browser.run("window.release()")
        self.browser.wait("return document.querySelectorAll('.compared-stage img')[1].naturalWidth === 3024")

    def test_keys_take_and_leave_them(self):
        page = self.choose("coast.jpg", "sunset.jpg", "cake.jpg")
        self.browser.run("document.querySelector('[aria-current]').focus()")
        self.browser.press("c")
        self.browser.wait(OPEN)
        focus = "return document.activeElement.ariaLabel === arguments[0]"
        self.browser.wait(focus, "coast.jpg")
        self.browser.press("x")
        self.browser.wait(focus, "sunset.jpg")
        self.browser.press("3")
        self.browser.wait(focus, "cake.jpg")
        # All stay in sight until it is closed.
        self.assertEqual(len(self.browser.run(NAMES)), 3)
        self.browser.wait("return [...document.querySelectorAll('.compared-take')].map((each) => each.textContent)"
                          ".join() === '✕,1 ★3,2'")
        self.browser.press(ESCAPE)
        self.browser.wait(CLOSED)
        self.browser.wait("return document.activeElement.className === 'tile'")
        self.browser.click("#choose")
        records = [json.loads(line) for line in page.end()[0].splitlines()]
        self.assertEqual([(each["filename"], each.get("prompt")) for each in records],
                         [("sunset.jpg", {"choice": "3"}), ("cake.jpg", None)])


class CompareByTouchTests(CompareTestCase):
    """With two fingers, as in test_page."""

    spoils = True

    size = (390, 844)

    def test_fingers_on_one_zoom_both(self):
        self.choose("coast.jpg", "sunset.jpg")
        self.compare()
        boxes = self.browser.run("return [...document.querySelectorAll('.compared')]"
                                 ".map((each) => each.getBoundingClientRect().toJSON())")
        # One stands above the other on a phone.
        self.assertLessEqual(boxes[0]["bottom"], boxes[1]["y"])
        self.browser.pinch(boxes[1]["x"] + 190, boxes[1]["y"] + 150, 20, 60)
        self.browser.wait(ZOOMED, 2.5)


class GroupTests(PageTestCase):
    size = (1280, 800)

    def test_a_group_is_one_screen_with_the_best_marked(self):
        library = self.world.folder / "doubles"
        library.mkdir()
        for name, side in [("a", 32), ("b", 48)]:
            for copy in ["", " copy", " copy 2"]:
                (library / f"{name}{copy}.png").write_bytes(plain_picture(side))
        page = self.open("duplicates", "--page", library)
        self.browser.wait(IS, "1,2,4,5")
        self.browser.click("#open-compare")
        self.browser.wait(OPEN)
        self.browser.wait(LOADED)
        self.assertEqual(self.browser.text("#compare-title"), "Group 1")
        first = self.browser.run(NAMES)
        self.assertEqual(len(first), 3)
        self.assertEqual(self.browser.run(
            "return [...document.querySelectorAll('.compared')].map((each) => each.classList.contains('best'))"),
            [True, False, False])
        self.assertIn("best", self.browser.text(".compared.best .compared-facts"))
        # What goes is chosen: the kept one goes instead of the second.
        for number in (1, 2):
            self.browser.click(f".compared:nth-child({number}) .compared-take")
        self.browser.press(PAGE_DOWN)
        self.browser.wait("return document.getElementById('compare-title').textContent === 'Group 2'")
        self.assertEqual(len(set(first + self.browser.run(NAMES))), 6)
        self.assertTrue(self.browser.run("return document.getElementById('next-group').disabled"))
        self.browser.click("#close-compare")
        self.browser.wait(CLOSED)
        self.browser.click("#choose")
        names = [json.loads(line)["filename"] for line in page.end()[0].splitlines()]
        self.assertEqual(sorted(names), sorted([first[0], first[2], "b copy.png", "b copy 2.png"]))

    def test_a_group_that_is_alone_is_compared_as_a_whole(self):
        library = self.world.folder / "alone"
        library.mkdir()
        for name in ["a", "b", "c"]:
            (library / f"{name}.png").write_bytes(plain_picture())
        self.open("duplicates", "--page", library)
        self.browser.wait(IS, "1,2")
        self.browser.wait("return document.querySelector('.heading')?.firstChild.textContent === 'Group 1'")
        self.browser.click("#open-compare")
        self.browser.wait(OPEN)
        self.browser.wait(LOADED)
        # What is kept is there, too, and not only what is chosen.
        self.assertEqual(len(self.browser.run(NAMES)), 3)
        self.assertIn("best", self.browser.text(".compared.best .compared-facts"))


if __name__ == "__main__":
    unittest.main()
