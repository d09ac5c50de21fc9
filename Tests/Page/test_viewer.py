"""The viewer: one picture that fills the window, and the way back from it."""

import shutil
import subprocess
import unittest

from test_page import LOADED, PageTestCase, tile

ESCAPE, LEFT, RIGHT, ENTER, END = "\ue00c", "\ue012", "\ue014", "\ue007", "\ue010"
VIEWING = "return document.body.classList.contains('viewing')"
# The picture has all of the window but the row of buttons, which covers nothing of it.
FILLS = """
  const box = document.getElementById('stage').getBoundingClientRect();
  const row = document.getElementById('tools').getBoundingClientRect();
  return box.top === 0 && box.width === innerWidth && box.bottom <= row.top && box.bottom > row.top - 12
    && row.bottom > innerHeight - 12;
"""


class ViewerTestCase(PageTestCase):
    size = (1280, 800)

    def enter(self, place=0):
        self.browser.run("document.querySelector('.tile[tabindex=\"0\"]').focus()")
        self.browser.press(*[RIGHT] * place, ENTER)
        self.browser.wait(FILLS)

    def caption(self):
        return self.browser.text("#caption")

    def wait_for(self, caption):
        self.browser.wait("return document.getElementById('caption').textContent === arguments[0]", caption)

    def names(self):
        return self.browser.run(
            "return [...document.querySelectorAll('.tile')].sort((one, other) => one.place - other.place)"
            ".map((tile) => tile.ariaLabel.split(',')[0])")


class ViewerTests(ViewerTestCase):
    def test_enter_fills_the_window_and_escape_leads_back(self):
        self.open_samples()
        names = self.names()
        self.enter(1)
        self.assertTrue(self.browser.run("return location.hash.endsWith('/full')"))
        self.browser.press(RIGHT, RIGHT, LEFT)
        self.wait_for(names[2])
        self.browser.press(ESCAPE)
        self.browser.wait("return !document.body.classList.contains('viewing')")
        self.browser.wait("return document.activeElement.place === 2")
        self.browser.wait("return location.hash.split('/')[2] === document.activeElement.key"
                          " && !location.hash.endsWith('/full')")
        # Escape was a step back, so that there is no further one to the viewer.
        self.assertEqual(self.caption(), names[2])

    def test_buttons_at_the_sides_go_on_and_back(self):
        self.open_samples()
        names = self.names()
        self.enter()
        self.browser.click("#next")
        self.wait_for(names[1])
        self.browser.click("#next")
        self.wait_for(names[2])
        self.browser.click("#previous")
        self.wait_for(names[1])
        self.browser.press(ESCAPE)
        self.browser.wait("return !document.getElementById('next').checkVisibility()")

    def test_the_grid_is_where_it_was(self):
        self.open("browse", "--page", self.world.samples("corpus", "--count", "300"))
        self.browser.wait("return document.querySelector('.heading')")
        self.browser.run("document.getElementById('scroller').scrollTop = 900")
        self.browser.wait(LOADED)
        place = self.browser.wait("""
          const all = [...document.querySelectorAll('.tile')];
          const top = (place) => all.find((tile) => tile.place === place)?.getBoundingClientRect().top;
          const low = all.filter((tile) => tile.getBoundingClientRect().top > 500
            && tile.getBoundingClientRect().bottom < innerHeight);
          // The next one is in the same row.
          return low.find(({ place }) => top(place) === top(place + 1))?.place;
        """)
        for count in [1, 2]:
            x, y = self.browser.middle(tile(place))
            for kind in ["mousePressed", "mouseReleased"]:
                self.browser.protocol("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left",
                                      clickCount=count)
            # The squares may move for the first click; the second one has to meet the same square.
            if count == 1:
                self.browser.wait("return document.activeElement.place === arguments[0]", place)
        self.browser.wait(FILLS)
        self.browser.press(RIGHT)
        self.browser.press("f")
        self.browser.wait("return !document.body.classList.contains('viewing')")
        self.browser.wait("return document.activeElement.place === arguments[0]", place + 1)
        self.assertEqual(self.browser.run("return document.getElementById('scroller').scrollTop"), 900)

    def test_the_browser_goes_back_from_the_viewer_and_a_link_opens_it(self):
        self.open_samples()
        names = self.names()
        self.enter()
        self.browser.press(RIGHT)
        self.wait_for(names[1])
        self.browser.wait("return location.hash.endsWith('/full')")
        address = self.browser.wait(
            "return location.hash.split('/')[2] === document.querySelector('[aria-current]').key"
            " && location.href")
        self.browser.ask("/back", {})
        self.browser.wait("return !document.body.classList.contains('viewing')")
        self.wait_for(names[1])
        self.browser.open("about:blank")
        self.browser.open(address)
        self.browser.wait(FILLS)
        self.wait_for(names[1])
        self.browser.press(ESCAPE)
        self.browser.wait("return !document.body.classList.contains('viewing')")
        self.wait_for(names[1])
        self.browser.wait("return !location.hash.endsWith('/full')")

    def test_neighbours_are_loaded_ahead(self):
        self.open_samples()
        names = self.names()
        place = next(each for each in range(1, len(names) - 1) if all(
            name.endswith(".jpg") for name in names[each - 1:each + 2]))
        self.enter(place)
        wanted = [f"/pictures/0/{each}/" for each in (place - 1, place, place + 1)]
        self.browser.wait("""
          const loaded = performance.getEntriesByType('resource').map((each) => each.name)
            .filter((name) => name.endsWith('/preview') || name.endsWith('/moving'));
          return arguments[0].every((start) => loaded.some((name) => name.includes(start)));
        """, wanted)

    def test_keys_do_not_leave_the_album_and_nothing_else_has_the_keyboard(self):
        self.open_samples()
        names = self.names()
        self.enter()
        self.browser.press(LEFT)
        self.browser.press(END)
        self.wait_for(names[-1])
        self.browser.press(RIGHT)
        self.wait_for(names[-1])
        for _ in range(8):
            self.browser.press("\ue004")
            self.assertTrue(self.browser.run(
                "return document.activeElement === document.body"
                " || document.getElementById('pane').contains(document.activeElement)"))

    def test_true_pixels_come_from_the_original(self):
        self.open_samples()
        place = self.place("sunset.jpg")
        self.enter(place)
        self.browser.wait("return document.getElementById('picture').naturalWidth >= 1500")
        self.browser.press("1")
        original = "return document.getElementById('picture').naturalWidth"
        self.browser.wait(original + " === 4032 || document.getElementById('picture').naturalWidth === 3024")
        pixels = self.browser.run(
            "const it = document.getElementById('picture');"
            "return it.getBoundingClientRect().width * devicePixelRatio / it.naturalWidth")
        self.assertAlmostEqual(pixels, 1, delta=0.01)
        # Arrows move a picture that is zoomed.
        left = self.browser.box("#picture")["x"]
        self.browser.press(LEFT)
        self.browser.wait("return document.getElementById('picture').getBoundingClientRect().x > arguments[0]", left)
        self.wait_for("sunset.jpg")
        self.browser.press("0", RIGHT)
        self.browser.wait("return document.getElementById('caption').textContent !== 'sunset.jpg'")

    def test_in_a_picker_the_viewer_chooses(self):
        page = self.open("pick", "--page", self.world.samples())
        self.browser.click(tile(self.place("coast.jpg")))
        self.browser.press("f")
        self.browser.wait(FILLS)
        self.browser.press(RIGHT)
        self.browser.wait("return document.getElementById('caption').textContent !== 'coast.jpg'")
        self.browser.press(" ")
        self.browser.wait("return document.getElementById('choose').textContent === 'Choose 2'")
        self.browser.press(ESCAPE)
        self.browser.wait("return !document.body.classList.contains('viewing')")
        self.browser.click("#choose")
        self.assertEqual(page.end()[0].count("\n"), 2)


class SwipeTests(PageTestCase):
    def test_swipes_go_on_and_back(self):
        self.open_samples()
        names = self.browser.run(
            "return [...document.querySelectorAll('.tile')].map((tile) => tile.ariaLabel.split(',')[0])")
        self.browser.click("#enlarge")
        self.browser.wait(FILLS)
        for start, end, wanted in [(300, 80, 1), (300, 80, 2), (80, 300, 1)]:
            step = (end - start) // 6
            self.browser.touch(*[(x, 420) for x in range(start, end + step, step)])
            self.browser.wait(
                "return document.getElementById('caption').textContent === arguments[0]", names[wanted])
        # A finger that moves up, or a little, does not.
        self.browser.touch(*[(200, y) for y in range(600, 300, -50)])
        self.browser.touch((200, 420), (215, 420), (225, 420))
        self.assertEqual(self.browser.text("#caption"), names[1])
        self.browser.click("#leave")
        self.browser.wait("return !document.body.classList.contains('viewing')")


class FilmTests(ViewerTestCase):
    def setUp(self):
        super().setUp()
        self.encoder = shutil.which("ffmpeg")
        if not self.encoder:
            self.skipTest("ffmpeg is missing")
        self.library = self.world.samples()

    def film(self, name, *options):
        subprocess.run(
            [self.encoder, "-nostdin", "-y", "-f", "lavfi", "-i", "testsrc=duration=4:size=320x240:rate=10",
             *options, self.library / name], check=True, capture_output=True)

    def test_the_controls_are_below_the_picture(self):
        self.film("film.webm", "-c:v", "libvpx", "-g", "5")
        self.open("browse", "--page", self.library)
        self.browser.click(tile(self.place("film.webm")))
        self.browser.press("f")
        self.browser.wait("return document.querySelector('#stage video')?.readyState >= 1")
        self.browser.wait(
            "const box = (it) => document.querySelector(it).getBoundingClientRect();"
            "return box('#stage video').bottom <= box('#controls').top + 1")
        self.assertEqual(self.browser.text("#clock"), "0:00 / 0:04")
        self.browser.click("#pause")
        self.browser.wait("return document.querySelector('#stage video').currentTime > 0.2")
        self.assertEqual(self.browser.run("return document.getElementById('pause').ariaLabel"), "Pause")
        self.browser.press(" ")
        self.browser.wait("return document.querySelector('#stage video').paused")
        self.browser.run("document.getElementById('time').focus()")
        self.browser.press(END)
        self.browser.wait("return document.querySelector('#stage video').currentTime > 3.5")
        self.assertTrue(self.browser.run(VIEWING))

    def test_a_video_that_cannot_be_played_has_a_still_and_a_sentence(self):
        self.film("old.avi", "-c:v", "mpeg4")
        self.open("browse", "--page", self.library)
        self.browser.click(tile(self.place("old.avi")))
        self.browser.wait("return document.getElementById('reason').textContent.includes(\"can't play\")")
        self.browser.wait("return document.getElementById('picture').naturalWidth === 320"
                          " && !document.getElementById('picture').hidden")
        self.assertTrue(self.browser.run("return document.getElementById('controls').hidden"))
        self.browser.click(tile(self.place("coast.jpg")))
        self.browser.wait("return document.getElementById('reason').hidden")


if __name__ == "__main__":
    unittest.main()
