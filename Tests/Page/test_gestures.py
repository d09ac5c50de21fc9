"""What fingers do with a picture, in the preview and in the viewer, and with squares to choose."""

import json
import unittest

from browser import wait
from test_page import LOADED, SCALE, PageTestCase, tile
from test_selection import IS, SelectionTestCase
from test_viewer import FILLS, VIEWING

ANIMATIONS = "return document.getAnimations().length"
CAPTION_IS = "return document.getElementById('caption').textContent === arguments[0]"
OFFSET = "return document.getElementById('scroller').scrollTop"


def along(start, end, steps=6):
    """The places of a finger from one to another."""
    return [tuple(first + (last - first) * n / steps for first, last in zip(start, end)) for n in range(steps + 1)]


class GestureTestCase(PageTestCase):
    def setUp(self):
        super().setUp()
        self.open_samples()
        self.names = self.browser.run(
            "return [...document.querySelectorAll('.tile')].map((tile) => tile.ariaLabel.split(',')[0])")
        self.browser.wait("return document.getElementById('picture').naturalWidth > 1000")

    def enlarge(self):
        self.browser.click("#enlarge")
        self.browser.wait(FILLS)

    def wait_for_picture(self, *wanted):
        wait(lambda: self.picture() == wanted, f"the picture is at {wanted}")

    def picture(self):
        """The left and upper edge of the picture, and its width."""
        box = self.browser.box("#picture")
        return round(box["x"]), round(box["y"]), round(box["width"])

    def hold_at(self, *places):
        """Drags a finger along places and leaves it there."""
        self.browser.put_down(*places[0])
        self.browser.move_to(*places[1:])


class PreviewSwipeTests(GestureTestCase):
    def test_swipes_over_the_preview_go_on_and_back(self):
        for start, end, wanted in [(300, 80, 1), (300, 80, 2), (80, 300, 1)]:
            self.browser.touch(*along((start, 200), (end, 200)))
            self.browser.wait(CAPTION_IS, self.names[wanted])
        self.assertEqual(self.browser.run("return document.querySelector('[aria-current]').place"), 1)
        self.assertFalse(self.browser.run(VIEWING))
        # The first one has none before it; down is no way to anywhere.
        self.browser.touch(*along((80, 200), (300, 200)))
        self.browser.wait(CAPTION_IS, self.names[0])
        self.browser.touch(*along((80, 200), (300, 200)))
        self.browser.touch(*along((200, 100), (200, 300)))
        self.assertEqual(self.browser.text("#caption"), self.names[0])
        self.assertEqual(self.hidden(), 0)

    def test_the_picture_follows_the_finger_and_goes_back(self):
        x, y, width = self.picture()
        self.hold_at((200, 200), (230, 200), (240, 200))
        self.wait_for_picture(x + 40, y, width)
        self.browser.lift()
        self.wait_for_picture(x, y, width)
        self.assertEqual(self.browser.text("#caption"), self.names[0])

    def test_with_reduced_motion_it_stays_and_the_swipe_goes_on(self):
        self.browser.media(prefers_reduced_motion="reduce")
        self.addCleanup(self.browser.media)
        before = self.picture()
        self.hold_at(*along((300, 200), (80, 200)))
        self.assertEqual(self.picture(), before)
        self.browser.lift()
        self.browser.wait(CAPTION_IS, self.names[1])
        self.assertEqual(self.browser.run(ANIMATIONS), 0)

    def test_the_current_square_stays_in_sight(self):
        self.browser.size(390, 500, touch=True)
        self.browser.wait("return document.getElementById('pane').getBoundingClientRect().bottom < 330")
        for number in range(1, 11):
            self.browser.touch(*along((300, 150), (80, 150)))
            self.browser.wait(CAPTION_IS, self.names[number])
        self.browser.wait("return document.querySelector('[aria-current]').getBoundingClientRect().bottom"
                          " <= innerHeight + 1")


class PullTests(GestureTestCase):
    def test_a_finger_that_pulls_down_closes_the_viewer(self):
        self.enlarge()
        self.browser.touch(*along((200, 300), (200, 370)))
        self.browser.touch(*along((200, 600), (200, 300)))
        self.assertTrue(self.browser.run(VIEWING))
        self.settle()
        x, y, width = self.picture()
        self.hold_at(*along((200, 300), (200, 500)))
        self.wait_for_picture(x, y + 200, width)
        self.assertTrue(self.browser.run(VIEWING))
        self.browser.lift()
        self.browser.wait("return !document.body.classList.contains('viewing')")
        self.assertEqual(self.browser.text("#caption"), self.names[0])
        self.browser.wait("return !location.hash.endsWith('/full')")

    def test_a_zoomed_picture_is_moved_instead(self):
        self.enlarge()
        self.browser.run("document.getElementById('stage').focus()")
        self.browser.press("+", "+", "+", "+", "+", "+")
        self.browser.wait(SCALE + " > 6")
        y = self.picture()[1]
        self.browser.touch(*along((200, 300), (200, 500)))
        wait(lambda: self.picture()[1] > y + 100, "the picture is moved")
        self.assertTrue(self.browser.run(VIEWING))


class DoubleTapTests(GestureTestCase):
    def test_two_taps_zoom_at_their_point(self):
        self.enlarge()
        x, y = self.browser.middle("#picture")
        left, top, width = self.picture()
        at = (x + 60, y + 40)
        share = (at[0] - left) / width
        self.browser.tap_twice(*at)
        self.browser.wait(SCALE + " > 2.4")
        left, _, width = self.picture()
        self.assertAlmostEqual((at[0] - left) / width, share, delta=0.01)
        self.browser.tap_twice(*at)
        self.browser.wait(SCALE + " === 1")

    def test_taps_at_two_places_are_two_taps(self):
        self.browser.run("""
          const stage = document.getElementById('stage');
          for (const x of [60, 300]) {
            for (const type of ['pointerdown', 'pointerup']) {
              stage.dispatchEvent(new PointerEvent(
                type, { pointerId: 1, isPrimary: true, pointerType: 'mouse', clientX: x, clientY: 200, bubbles: true }));
            }
          }
        """)
        self.assertEqual(self.browser.run(SCALE), 1)


class PinchOutTests(GestureTestCase):
    """With two fingers, as in test_page."""

    spoils = True

    def test_fingers_that_come_together_close_the_viewer(self):
        self.enlarge()
        x, y = self.browser.middle("#stage")
        self.browser.pinch(x, y, 60, 160)
        self.browser.wait(SCALE + " > 2")
        # First the picture is whole again.
        self.browser.pinch(x, y, 160, 20)
        self.browser.wait(SCALE + " === 1")
        self.assertTrue(self.browser.run(VIEWING))
        self.browser.pinch(x, y, 160, 60)
        self.browser.wait("return !document.body.classList.contains('viewing')")


class HoldTests(SelectionTestCase):
    size = (390, 844)

    def open_many(self):
        super().open_many()
        self.widen()
        self.browser.run("document.getElementById('scroller').scrollTop = 900")
        self.browser.wait(LOADED)
        places = self.browser.run("""
          return [...document.querySelectorAll('.tile')].map((each) => [each.place, each.getBoundingClientRect()])
            .filter(([, { top, bottom }]) => top > 200 && bottom < 700).map(([place]) => place);
        """)
        return min(places), max(places)

    def test_a_finger_that_rests_chooses_and_takes_a_range_up_and_down(self):
        first, last = self.open_many()
        offset = self.browser.run(OFFSET)
        start, end = [self.browser.middle(tile(place)) for place in (first, last)]
        self.browser.put_down(*start)
        self.chosen(first)
        self.browser.move_to(*along(start, end)[1:])
        self.chosen(*range(first, last + 1))
        self.browser.move_to(*along(end, start)[1:3])
        self.browser.wait("return document.querySelectorAll('.tile[aria-selected=true]').length < arguments[0]",
                          last - first + 1)
        self.browser.move_to(start)
        self.chosen(first)
        self.browser.lift()
        self.assertEqual(self.browser.run(OFFSET), offset)
        # What follows is a tap, as ever.
        self.browser.click(tile(last))
        self.chosen(first, last)

    def test_a_finger_that_moves_at_once_scrolls(self):
        first, _ = self.open_many()
        offset = self.browser.run(OFFSET)
        x, y = self.browser.middle(tile(first))
        self.browser.touch(*[(x, y - step) for step in range(0, 160, 20)])
        self.browser.wait("return document.getElementById('scroller').scrollTop > arguments[0]", offset)
        self.assertEqual(self.browser.text("#choose"), "Choose")


class FarRangeTests(SelectionTestCase):
    """A drag to squares whose assets are not loaded."""

    def drag_to_the_end(self):
        self.open_many()
        self.browser.run("""
          const send = window.fetch;
          window.held = [];
          window.fetch = (path, options) => (window.held && String(path).includes('?from=256&')
            ? new Promise((go) => { window.held.push(go); }).then(() => send(path, options))
            : send(path, options));
        """)
        self.mouse("mousePressed", *self.browser.middle(tile(1)))
        self.mouse("mouseMoved", *self.browser.middle(tile(2)))
        self.chosen(1, 2)
        self.browser.run("document.getElementById('scroller').scrollTop = 1e6")
        self.browser.wait(f"return document.querySelector('{tile(671)}')")
        self.mouse("mouseMoved", *self.browser.middle(tile(671)))
        self.browser.wait("return window.held.length > 0")

    def mouse(self, kind, x, y):
        self.browser.protocol(
            "Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=1, clickCount=1)

    def finish(self, count):
        """Lets the answers come, after which this number is chosen."""
        self.browser.run("for (const go of window.held) go(); window.held = null")
        output, _ = self.page.end()
        names = {json.loads(line)["filename"] for line in output.splitlines()}
        self.assertEqual((len(names), output.count("\n")), (count, count))

    def test_squares_are_chosen_at_once_and_the_end_waits_for_them(self):
        self.drag_to_the_end()
        self.browser.wait(f"return document.querySelector('{tile(671)}').dataset.number === '671'")
        self.mouse("mouseReleased", *self.browser.middle(tile(671)))
        self.assertEqual(self.browser.text("#choose"), "Choose 2")
        self.browser.click("#choose")
        self.finish(671)

    def test_another_album_and_a_change_of_the_library_take_nothing_away(self):
        self.drag_to_the_end()
        self.mouse("mouseReleased", *self.browser.middle(tile(671)))
        next((self.world.folder / "dated").glob("*2023-02-*")).unlink()
        self.browser.wait("return document.getElementById('count').textContent === '671'")
        self.browser.run("location.hash = '#/1'")
        self.browser.wait("return document.getElementById('title-text').textContent !== 'Recents'")
        self.browser.click("#choose")
        self.finish(670)


if __name__ == "__main__":
    unittest.main()
