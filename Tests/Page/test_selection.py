"""Choosing several pictures at once, and the order of the choice."""

import json
import shutil
import unittest

from test_page import LOADED, PageTestCase, tile
from test_time import TimeTestCase

CHOSEN = """
  return [...document.querySelectorAll('.tile[aria-selected=true]')]
    .sort((a, b) => a.dataset.number - b.dataset.number).map((each) => each.place).join();
"""
IS = f"return (() => {{{CHOSEN}}})() === arguments[0]"
STRIP = """
  return [...document.querySelectorAll('.pick')].sort((a, b) => a.place - b.place)
    .map((each) => each.ariaLabel.split(', ')[1]).join();
"""
STRIP_IS = f"return (() => {{{STRIP}}})() === arguments[0]"
ESCAPE, LEFT, RIGHT, DELETE, SHIFT, CONTROL, END, HOME = (
    "\ue00c", "\ue012", "\ue014", "\ue017", "\ue008", "\ue009", "\ue010", "\ue011")


class SelectionTestCase(TimeTestCase):
    def open_many(self, *words):
        self.months("pick", "--page", *words)

    def chosen(self, *places):
        self.browser.wait(IS, ",".join(str(place) for place in places))

    def with_key(self, key, *keys):
        """Presses keys while another one is held."""
        actions = [{"type": "keyDown", "value": key}]
        for each in keys:
            actions += [{"type": "keyDown", "value": each}, {"type": "keyUp", "value": each}]
        self.browser.act({"type": "key", "id": "keys", "actions": [*actions, {"type": "keyUp", "value": key}]})

    def shift_click(self, place):
        x, y = self.browser.middle(tile(place))
        self.browser.protocol("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, button="left",
                              clickCount=1, modifiers=8)
        self.browser.protocol("Input.dispatchMouseEvent", type="mouseReleased", x=x, y=y, button="left",
                              clickCount=1, modifiers=8)


class RangeTests(SelectionTestCase):
    def test_shift_chooses_all_between_in_the_direction_of_the_hand(self):
        self.open_many()
        self.browser.click(tile(6))
        self.chosen(6)
        self.shift_click(3)
        self.chosen(6, 5, 4, 3)
        self.browser.wait("return document.getElementById('choose').textContent === 'Choose 4'")

    def test_arrows_with_shift_choose_on_the_way(self):
        self.open_many()
        self.browser.run("document.querySelector('.tile').focus()")
        self.with_key(SHIFT, RIGHT, RIGHT)
        self.chosen(0, 1, 2)

    def test_a_drag_chooses_what_it_covers_and_may_go_back(self):
        self.open_many()
        (x, y), (far, _), (near, _) = [self.browser.middle(tile(place)) for place in (1, 5, 3)]
        self.browser.act({"type": "pointer", "id": "mouse", "actions": [
            {"type": "pointerMove", "x": round(x), "y": round(y)}, {"type": "pointerDown", "button": 0},
            {"type": "pointerMove", "duration": 50, "x": round(far), "y": round(y)}]})
        self.chosen(1, 2, 3, 4, 5)
        self.browser.act({"type": "pointer", "id": "mouse", "actions": [
            {"type": "pointerMove", "duration": 50, "x": round(near), "y": round(y)},
            {"type": "pointerUp", "button": 0}]})
        self.chosen(1, 2, 3)
        # The click after it is none.
        self.browser.click(tile(6))
        self.chosen(1, 2, 3, 6)

    def test_what_is_chosen_while_a_wide_range_is_read_stays(self):
        self.open_many()
        self.browser.click(tile(5))
        self.chosen(5)
        self.browser.run("""
          const send = window.fetch;
          window.held = [];
          window.fetch = (path, options) => (String(path).includes('?from=256&')
            ? new Promise((go) => { window.held.push(go); }).then(() => send(path, options))
            : send(path, options));
        """)
        self.browser.run("document.querySelector('.tile').focus()")
        self.browser.press(END)
        self.browser.wait(f"return document.querySelector('{tile(671)}')")
        self.browser.wait(LOADED)
        self.shift_click(671)
        self.browser.wait("return window.held.length > 0")
        self.browser.press(HOME)
        self.browser.wait(f"return document.querySelector('{tile(2)}')")
        self.browser.wait(LOADED)
        self.browser.click(tile(2))
        self.browser.wait("return document.getElementById('choose').textContent === 'Choose 2'")
        self.browser.run("for (const go of window.held) go()")
        self.browser.wait("return document.getElementById('choose').textContent === 'Choose 668'")

    def test_all_of_an_album_are_chosen_by_a_key(self):
        self.open_many()
        self.browser.run("document.querySelector('.tile').focus()")
        self.with_key(CONTROL, "a")
        self.browser.wait("return document.getElementById('choose').textContent === 'Choose 672'")
        self.browser.click("#choose")
        output, _ = self.page.end()
        self.assertEqual(output.count("\n"), 672)

    def test_the_strip_shows_what_was_chosen_last(self):
        self.open_many("--limit", "28")
        self.browser.run("document.querySelector('.choose-all').click()")
        self.browser.wait("""
          const [last] = [...document.querySelectorAll('.pick')].filter((each) => each.place === 27);
          const box = document.getElementById('strip').getBoundingClientRect();
          return last && last.getBoundingClientRect().right <= box.right;
        """)

    def test_a_heading_chooses_its_pictures_and_gives_them_up(self):
        self.open_many()
        self.browser.run("document.querySelector('.choose-all').click()")
        self.browser.wait("return document.getElementById('choose').textContent === 'Choose 28'")
        self.browser.run("document.querySelector('.choose-all').click()")
        self.browser.wait("return document.getElementById('choose').textContent === 'Choose'")

    def test_no_more_than_the_limit_are_chosen(self):
        self.open_many("--limit", "3")
        self.browser.run("document.querySelector('.tile').focus()")
        self.with_key(CONTROL, "a")
        self.chosen(0, 1, 2)
        self.browser.wait("return document.getElementById('notice').textContent"
                          " === 'No more than 3 can be chosen.'")

    def test_nothing_is_chosen_where_nothing_can_be(self):
        self.months()
        self.shift_click(3)
        self.browser.drag(self.browser.middle(tile(1)), self.browser.middle(tile(5)))
        self.assertEqual(self.browser.run(CHOSEN), "")
        self.assertTrue(self.browser.run("return document.getElementById('strip').hidden"))


class StripTests(SelectionTestCase):
    # The strip covers no square.
    size = (1190, 1000)

    def choose_three(self):
        self.open("pick", "--page", self.world.samples())
        for name in ["coast.jpg", "sunset.jpg", "cake.jpg"]:
            self.browser.click(tile(self.place(name)))
            self.browser.wait("return [...document.querySelectorAll('.tile[aria-selected=true]')]"
                              ".some((each) => each.ariaLabel.startsWith(arguments[0]))", name)
        self.browser.wait(STRIP_IS, "coast.jpg,sunset.jpg,cake.jpg")

    def end(self, *names):
        self.browser.click("#choose")
        output, _ = self.page.end()
        self.assertEqual([json.loads(line)["filename"] for line in output.splitlines()], list(names))

    def test_a_drag_moves_a_choice(self):
        self.choose_three()
        self.browser.wait("return [...document.querySelectorAll('.pick')]"
                          ".every((each) => each.style.backgroundImage !== 'none')")
        boxes = self.browser.run("return [...document.querySelectorAll('.pick')]"
                                 ".sort((a, b) => a.place - b.place).map((each) => {"
                                 " const box = each.getBoundingClientRect();"
                                 " return [box.x + box.width / 2, box.y + box.height / 2]; })")
        self.browser.drag(boxes[2], boxes[0])
        self.browser.wait(STRIP_IS, "cake.jpg,coast.jpg,sunset.jpg")
        self.end("cake.jpg", "coast.jpg", "sunset.jpg")

    def test_keys_move_a_choice_and_give_it_up(self):
        self.choose_three()
        self.browser.run("document.querySelector('.pick[tabindex=\"0\"]').focus()")
        self.with_key(SHIFT, RIGHT)
        self.browser.wait(STRIP_IS, "sunset.jpg,coast.jpg,cake.jpg")
        self.assertEqual(self.browser.run("return document.activeElement.ariaPosInSet"), "2")
        self.browser.press(LEFT, DELETE)
        self.browser.wait(STRIP_IS, "coast.jpg,cake.jpg")
        self.end("coast.jpg", "cake.jpg")

    def test_a_choice_of_another_album_is_shown_again(self):
        self.choose_three()
        self.choose_album(6)
        self.browser.wait("return document.getElementById('title-text').textContent === 'Holiday'")
        self.browser.wait("return document.querySelectorAll('.tile').length === 4")
        self.browser.run("[...document.querySelectorAll('.pick')].find((each) => each.place === 2).click()")
        self.browser.wait("return document.getElementById('caption').textContent === 'cake.jpg'")
        self.assertEqual(self.browser.text("#choose"), "Choose 3")

    def test_a_choice_that_could_not_be_shown_is_shown_after_a_change(self):
        library = self.world.samples()
        self.open("pick", "--page", library)
        self.browser.run("""
          const send = window.fetch;
          window.fetch = (path, options) => {
            if (window.refused === 'no more' || !/\\/(thumbnail|dense)$/.test(path)) return send(path, options);
            window.refused = true;
            return Promise.resolve(new Response('another picture is at this place now', { status: 410 }));
          };
        """)
        self.browser.click(tile(self.place("coast.jpg")))
        self.browser.wait("return window.refused")
        self.browser.run("window.refused = 'no more'")
        shutil.copy(library / "Holiday" / "beach.jpg", library / "new.jpg")
        self.browser.wait("return document.querySelectorAll('.tile').length === 12")
        self.browser.wait("return document.querySelector('.pick').style.backgroundImage.startsWith('url')")

    def test_the_order_outlives_a_reload(self):
        self.choose_three()
        self.browser.run("document.querySelector('.pick[tabindex=\"0\"]').focus()")
        self.with_key(SHIFT, RIGHT)
        self.browser.wait(STRIP_IS, "sunset.jpg,coast.jpg,cake.jpg")
        self.browser.ask("/refresh", {})
        self.browser.wait(LOADED)
        self.browser.wait(STRIP_IS, "sunset.jpg,coast.jpg,cake.jpg")

    def test_very_many_choices_are_few_elements(self):
        self.open_many()
        self.browser.run("document.querySelector('.tile').focus()")
        self.with_key(CONTROL, "a")
        self.browser.wait("return document.querySelectorAll('.pick').length > 10")
        self.assertLess(self.browser.run("return document.querySelectorAll('*').length"), 400)
        self.browser.run("document.getElementById('strip').scrollLeft = 1e6")
        self.browser.wait("return document.querySelector('.pick[aria-posinset=\"672\"]')")


class CancelTests(SelectionTestCase):
    def test_escape_asks_once_and_then_cancels(self):
        self.open("pick", "--page", self.world.samples())
        self.browser.click(tile(self.place("coast.jpg")))
        self.browser.press(ESCAPE)
        self.browser.wait("return document.getElementById('notice').textContent"
                          " === 'Press Escape again to cancel.'")
        self.assertIsNone(self.page.process.poll())
        self.browser.press(ESCAPE)
        output, status = self.page.end()
        self.assertEqual((output, status), ("", 0))


if __name__ == "__main__":
    unittest.main()
