"""One state of the page: what is shown is what is marked is what the address says, whatever came before."""

import os
import random
import shutil
import unittest
import urllib.parse

from browser import wait
from test_page import LOADED, PHONE, PageTestCase, tile

END, HOME, LEFT, UP, RIGHT, DOWN = "\ue010", "\ue011", "\ue012", "\ue013", "\ue014", "\ue015"
PAGE_UP, PAGE_DOWN, TAB, ENTER, ESCAPE = "\ue00e", "\ue00f", "\ue004", "\ue007", "\ue00c"
SHIFT = "\ue008"

# Answers that come late and out of their order, and the addresses behind the pictures that are shown.
SLOW = """
  let seed = SEED;
  const chance = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  const [real, addresses, sources] = [window.fetch, new WeakMap(), new Map()];
  window.fetch = async (path, options) => {
    const response = await real(path, options);
    if (chance() < 0.4) await new Promise((resolve) => setTimeout(resolve, chance() * 300));
    options?.signal?.throwIfAborted();
    const blob = response.blob.bind(response);
    response.blob = async () => {
      const picture = await blob();
      addresses.set(picture, path);
      return picture;
    };
    return response;
  };
  const create = URL.createObjectURL;
  URL.createObjectURL = (blob) => {
    const local = create.call(URL, blob);
    sources.set(local, addresses.get(blob));
    return local;
  };
  const name = (label) => label?.split(',')[0];
  const versionOf = (address) => address?.split('/')[4];
  window.shown = () => {
    const part = (id) => document.getElementById(id);
    const marked = [...document.querySelectorAll('.tile[aria-current]')];
    const [tile] = marked;
    const picture = part('picture');
    return {
      marks: marked.length,
      place: tile?.place,
      key: tile?.key,
      address: location.hash.split('?')[0].split('/')[2],
      query: location.hash.split('?')[1] ?? '',
      order: part('order').value,
      text: part('text').value,
      isLarge: document.body.classList.contains('viewing'),
      isLargeByAddress: location.hash.split('?')[0].endsWith('/full'),
      label: name(tile?.ariaLabel),
      version: tile?.state?.split('|')[1],
      square: versionOf(sources.get(tile?.style.backgroundImage.slice(5, -2))),
      caption: part('caption').textContent,
      title: document.title,
      count: Number(part('count').textContent.replace(/\\D/g, '')),
      picture: picture.hidden ? null : versionOf(sources.get(picture.getAttribute('src'))),
      isPlaying: Boolean(document.querySelector('#stage video')),
      hasReason: !part('reason').hidden,
      stops: [...document.querySelectorAll('.tile[tabindex="0"]')].map((each) => each.place),
      focus: document.activeElement.closest('.tile')?.place ?? null,
      album: part('title-text').textContent,
      chosen: Number(part('choose').textContent.replace(/\\D/g, '')),
      numbers: [...document.querySelectorAll('.tile[aria-selected=true]')]
        .map((each) => [each.key, Number(each.dataset.number)]),
      strip: [...document.querySelectorAll('.pick')].map((each) => [each.name, each.place + 1]),
      notice: part('notice').textContent,
    };
  };
  window.isEmpty = () => document.getElementById('count').textContent === 'No pictures';
  // Each entry of the history knows how many of the page are before it.
  const [push, replace] = [history.pushState, history.replaceState];
  history.pushState = (state, ...words) => {
    push.call(history, { ...state, depth: (history.state?.depth ?? 0) + 1 }, ...words);
    // A browser may forget to go back then.
    window.isBack = true;
  };
  history.replaceState = (state, ...words) => {
    replace.call(history, { ...state, depth: history.state?.depth ?? 0 }, ...words);
  };
  window.faults = [];
  const watch = () => {
    if (document.getElementById('picture')) {
      const it = window.shown();
      if (it.picture && it.version && it.picture !== it.version) window.faults.push(it);
    }
    requestAnimationFrame(watch);
  };
  watch();
"""


class StateTestCase(PageTestCase):
    script = None

    def slow(self, seed=1):
        """Makes answers slow in another way than before."""
        self.hurry()
        self.script = self.browser.protocol(
            "Page.addScriptToEvaluateOnNewDocument",
            source="{" + SLOW.replace("SEED", str(seed)) + "}")
        self.addCleanup(self.hurry)

    def hurry(self):
        if self.script:
            self.browser.protocol("Page.removeScriptToEvaluateOnNewDocument", **self.script)
        self.script = None

    def problem(self):
        """The way in which the page contradicts itself, or is not done yet; None if it agrees."""
        it = self.browser.run("return window.shown()")
        if it["count"] == 0:
            return None if not it["caption"] and it["marks"] == 0 and self.is_of_query(it) else it
        agrees = (
            it["marks"] == 1 and it["address"] == it["key"] and it["isLarge"] == it["isLargeByAddress"]
            and self.is_of_query(it) and self.is_one_choice(it)
            and it["stops"] == [it["place"]] and it["focus"] in (None, it["place"])
            and it["label"] == it["caption"] and it["title"].startswith(it["caption"] + " – ")
            and (it["picture"] == it["version"] or it["isPlaying"] or it["hasReason"]))
        return None if agrees else it

    @staticmethod
    def is_of_query(it):
        """True if the form is that of the address."""
        query = urllib.parse.parse_qs(it["query"])
        return all(query.get(name, [""])[0] == it[name] for name in ["order", "text"])

    @staticmethod
    def is_one_choice(it):
        """True if squares, strip and button have one choice in one order."""
        strip = dict(it["strip"])
        return (all(number <= it["chosen"] and strip.get(name, number) == number
                    for name, number in it["numbers"])
                and (it["chosen"] == 0) == (not strip))

    def agree(self):
        last = {}

        def is_so():
            last["problem"] = self.problem()
            return last["problem"] is None

        try:
            wait(is_so, "the page agrees with itself")
        except AssertionError:
            raise AssertionError(last["problem"])
        self.assertEqual(self.browser.run("return window.faults"), [])

    def shown(self, member):
        return self.browser.run("return window.shown()[arguments[0]]", member)


class CurrentTests(StateTestCase):
    size = (1190, 800)

    def setUp(self):
        super().setUp()
        self.slow()

    def open_many(self, *words):
        library = self.world.samples("corpus", "--count", "400")
        self.open(*(words or ("browse", "--page")), library)
        self.browser.run("document.querySelector('.tile').focus()")

    def wheel(self, distance):
        self.browser.protocol(
            "Input.dispatchMouseEvent", type="mouseWheel", x=600, y=700, deltaX=0, deltaY=distance)
        self.browser.wait("return document.getElementById('scroller').scrollTop > 1000")

    def test_the_last_picture_is_shown_at_the_end(self):
        self.open_many()
        self.browser.press(END)
        self.browser.wait("return window.shown().place > 300")
        self.agree()

    def test_the_picture_that_is_reached_by_held_arrows_is_shown(self):
        self.open_many()
        self.browser.press(*[DOWN] * 40)
        self.browser.wait("return window.shown().place > 200")
        self.agree()

    def test_arrows_in_a_picker_show_the_picture(self):
        self.open_many("pick", "--page")
        self.browser.press(RIGHT, RIGHT, DOWN)
        self.browser.wait("return document.activeElement.place > 2")
        self.agree()
        self.assertEqual(self.shown("place"), self.shown("focus"))

    def test_a_square_is_of_the_picture_that_the_keyboard_reached(self):
        library = self.world.samples()
        page = self.open("pick", "--page", library)
        place = self.place("coast.jpg")
        self.browser.run("document.querySelector('.tile').focus()")
        self.browser.press(*[RIGHT] * place)
        self.browser.wait("return document.activeElement.place === arguments[0]", place)
        # Before the picture is there, too.
        self.browser.click("#crop")
        self.browser.wait("return !document.getElementById('frame').hidden")
        self.agree()
        self.browser.wait("return document.getElementById('picture').naturalWidth > 1000")
        self.browser.click("#choose")
        output, _ = page.end()
        self.assertEqual(output.count("\n"), 1)
        self.assertIn('"filename":"coast.jpg"', output)
        self.assertIn('"crop":[', output)

    def test_the_keyboard_stays_in_the_grid_while_that_is_scrolled(self):
        self.open_many()
        self.browser.press(RIGHT)
        self.browser.wait("return document.activeElement.place === 1")
        self.wheel(4000)
        self.browser.press(RIGHT)
        self.browser.wait("return document.activeElement.place === 2")
        self.agree()

    def test_the_grid_is_reached_by_the_keyboard_after_it_was_scrolled(self):
        self.open_many()
        self.browser.run("document.getElementById('find').focus()")
        self.wheel(4000)
        self.browser.press(TAB)
        self.browser.wait("return document.activeElement.place === 0")
        self.browser.wait(
            "const box = document.activeElement.getBoundingClientRect();"
            "return box.top >= 0 && box.bottom <= innerHeight")
        self.agree()

    def test_the_keyboard_stays_in_the_list_of_albums_while_that_is_scrolled(self):
        self.browser.size(1280, 420)
        self.open("browse", "--page", self.world.samples())
        self.browser.click("#title")
        self.browser.wait("return document.activeElement.ariaPosInSet === '1'")
        self.browser.run("document.getElementById('album-scroller').scrollTop = 300")
        self.browser.wait("return document.querySelector('.album[aria-posinset=\"7\"]')")
        self.browser.press(DOWN)
        self.browser.wait("return document.activeElement.ariaPosInSet === '2'")

    def test_a_picture_far_from_what_is_on_screen_stays_the_current_one(self):
        self.open_many()
        self.browser.press(*[RIGHT] * 3)
        self.browser.wait("return window.shown().place === 3")
        self.agree()
        name = self.shown("caption")
        self.browser.run("document.getElementById('scroller').scrollTop = 1e6")
        count = self.shown("count")
        self.browser.wait(f"return document.querySelector('{tile(count - 1)}')")
        source = next(self.world.folder.glob("library/**/*.png"))
        # Its name stands in for the date of the shot, and puts it before all others.
        shutil.copy(source, source.with_name("Screenshot 2037-01-01 at 12.00.00.png"))
        self.browser.wait("return window.shown().count === arguments[0]", count + 1, seconds=60)
        self.agree()
        self.assertEqual(self.shown("caption"), name)


class WalkTests(StateTestCase):
    """Random walks, each the same every time; the first of each kind before a change is taken."""

    limit = 600
    seeds = 1 if os.environ.get("PAGE_SHORT") else 2

    def test_on_a_phone(self):
        self.size = PHONE
        for seed in range(1, 1 + self.seeds):
            with self.subTest(seed=seed):
                self.walk(seed, ["browse", "--page"])

    def test_on_a_desktop(self):
        self.size = (1190, 800)
        for seed in range(3, 3 + self.seeds):
            with self.subTest(seed=seed):
                self.walk(seed, ["browse", "--page"])

    def test_in_a_picker(self):
        self.size = (1190, 800)
        for seed in range(5, 5 + self.seeds):
            with self.subTest(seed=seed):
                self.walk(seed, ["pick", "--page"])

    def walk(self, seed, words, steps=60):
        self.chance = random.Random(seed)
        self.added = []
        self.browser.size(*self.size, touch=self.size == PHONE)
        self.slow(seed)
        self.library = self.world.samples("corpus", "--count", "300", name=f"walk-{seed}")
        self.source = next(self.library.glob("**/*.png"))
        self.open(*words, self.library)
        done = []
        for number in range(steps):
            step = self.chance.choice(
                [self.keys, self.keys, self.held, self.wheel, self.tap, self.tap, self.album,
                 self.album, self.view, self.change, self.back, self.reload, self.order, self.scrub, self.search,
                 self.choose])
            done.append(step.__name__)
            step()
            if number % 3:
                continue
            try:
                self.agree()
            except AssertionError as problem:
                raise AssertionError(f"seed {seed}, after {done}: {problem}")
        self.page.close()

    def focus(self):
        self.browser.wait(
            "const it = document.querySelector(document.body.classList.contains('viewing')"
            " ? '#stage' : '.tile[tabindex=\"0\"]'); it?.focus();"
            "if (window.isEmpty()) document.activeElement.blur();"
            "return it === document.activeElement || window.isEmpty()")

    def leave(self):
        """Goes back to the grid, which the other steps need, once the last step was drawn."""
        self.browser.ask("/execute/async", {
            "script": "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(done))",
            "args": []})
        if self.browser.run("return document.body.classList.contains('viewing')"):
            self.focus()
            self.browser.press(ESCAPE)
            self.browser.wait("return !document.body.classList.contains('viewing')"
                              " && !location.hash.split('?')[0].endsWith('/full')")

    def keys(self):
        self.focus()
        names = [LEFT, RIGHT, UP, DOWN, PAGE_UP, PAGE_DOWN, HOME, END, ENTER]
        self.browser.press(*self.chance.choices(names, k=3))

    def held(self):
        self.focus()
        self.browser.press(*[self.chance.choice([LEFT, RIGHT, UP, DOWN])] * 30)

    def view(self):
        self.focus()
        self.browser.press("f")

    def wheel(self):
        self.leave()
        x, y = self.browser.middle("#scroller")
        self.browser.protocol(
            "Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y + 150, deltaX=0,
            deltaY=self.chance.choice([-3000, -300, 300, 3000]))

    def tap(self):
        self.leave()
        bottom = self.browser.box("#pane")["bottom"]
        places = self.browser.run("""
          return [...document.querySelectorAll('.tile')].map((tile) => tile.getBoundingClientRect())
            .filter((box) => box.top > arguments[0] && box.bottom < innerHeight)
            .map((box) => [box.x + box.width / 2, box.y + box.height / 2]);
        """, bottom)
        if places:
            self.browser.click_at(*self.chance.choice(places))

    def album(self):
        self.leave()
        self.browser.click("#title")
        self.browser.wait("return document.activeElement.className === 'album'")
        moves = [self.chance.choice([UP, DOWN]) for _ in range(3)]
        self.browser.press(*moves, self.chance.choice([ENTER, ENTER, ESCAPE]))
        self.browser.wait("return document.getElementById('albums').hidden")

    def order(self):
        self.leave()
        self.browser.run(
            "const it = document.getElementById('order'); it.value = arguments[0];"
            "it.dispatchEvent(new Event('input', { bubbles: true }))",
            self.chance.choice(["", "added", "name", "size"]))
        self.wait_for_query()

    def search(self):
        self.leave()
        self.browser.run(
            "const it = document.getElementById('text'); it.value = arguments[0];"
            "it.dispatchEvent(new Event('input', { bubbles: true }))",
            self.chance.choice(["", "", "1", "png", "nothing"]))
        self.wait_for_query()

    def wait_for_query(self):
        """Waits until the address has it: a browser forgets to go back if another step is made meanwhile."""
        wait(lambda: self.is_of_query(self.browser.run("return window.shown()")), "the address has the query")

    def choose(self):
        """Chooses several at once, and changes their order; only a picker takes it for that."""
        self.leave()
        self.focus()
        actions = [{"type": "keyDown", "value": SHIFT}]
        for _ in range(4):
            key = self.chance.choice([LEFT, RIGHT])
            actions += [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]
            if len(actions) == 5:
                self.browser.act({"type": "key", "id": "keys", "actions": actions})
                self.browser.run("document.querySelector('.pick[tabindex=\"0\"]')?.focus()")
                actions = []
        self.browser.act({"type": "key", "id": "keys",
                          "actions": [*actions, {"type": "keyUp", "value": SHIFT}]})

    def scrub(self):
        self.leave()
        self.browser.run("document.getElementById('scrubber').focus()")
        self.browser.press(*self.chance.choices([UP, DOWN, PAGE_UP, PAGE_DOWN, HOME, END], k=3))

    def back(self):
        self.browser.run("""
          window.isBack = !(history.state?.depth > 0);
          if (window.isBack) return;
          addEventListener('popstate', () => { window.isBack = true; }, { once: true });
          history.back();
        """)
        self.browser.wait("return window.isBack")

    def reload(self):
        self.browser.ask("/refresh", {})
        self.browser.wait("return window.shown"
                          " && (document.querySelector('.tile[aria-current]') || window.isEmpty())"
                          " && window.shown().isLarge === window.shown().isLargeByAddress")

    def change(self):
        """Adds a picture before all others, or takes one away; the walk goes on at once."""
        if self.added and self.chance.random() < 0.4:
            os.remove(self.added.pop())
            return
        path = self.library / f"Screenshot 2037-01-{len(self.added) + 1:02d} at 12.00.00.png"
        shutil.copy(self.source, path)
        self.added.append(path)


if __name__ == "__main__":
    unittest.main()
