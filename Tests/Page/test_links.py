"""Addresses of albums and pictures, and several pages of one browser."""

import json
import os
import shutil
import unittest

from test_page import LOADED, TILES, PageTestCase, tile

CAPTION = "return document.getElementById('caption').textContent === arguments[0]"
TITLE = "return document.getElementById('title-text').textContent === arguments[0]"
ENDED = "return document.getElementById('notice').textContent.includes('has ended')"
NAMED = "return location.hash.split('/')[2] === document.querySelector('[aria-current]')?.key"
BELOW = """
  const box = document.querySelector('[aria-current]').getBoundingClientRect();
  return box.top >= document.getElementById('pane').getBoundingClientRect().bottom - 1
    && box.bottom <= innerHeight + 1;
"""


class LinkTestCase(PageTestCase):
    def wait_for(self, caption, title="Recents"):
        self.browser.wait(CAPTION, caption)
        self.browser.wait(TITLE, title)
        self.browser.wait(NAMED)
        return self.browser.run("return location.href")

    def tabs(self):
        return self.browser.call("GET", self.browser.session + "/window/handles")

    def new_tab(self, address):
        """Opens a tab; its pages close with the test."""
        first = self.tabs()[0]
        tab = self.browser.ask("/window/new", {"type": "tab"})["handle"]
        self.browser.ask("/window", {"handle": tab})

        def close():
            self.browser.ask("/window", {"handle": tab})
            self.browser.call("DELETE", self.browser.session + "/window")
            self.browser.ask("/window", {"handle": first})

        self.addCleanup(close)
        self.browser.open(address)
        return tab


class AddressTests(LinkTestCase):
    def test_a_browser_without_the_link_is_told_what_to_do_and_gets_in_with_it(self):
        page = self.open_samples()
        self.browser.protocol("Network.clearBrowserCookies")
        self.browser.open(page.address.split("?")[0])
        self.assertIn("needs the link", self.browser.text("h1"))
        self.assertIn("/?token= and works in each of your browsers", self.browser.text("p"))
        self.browser.open(page.address)
        self.browser.wait(LOADED)
        # The token is gone from the address, which another tab opens, too.
        address = self.browser.run("return location.href")
        self.assertNotIn("token", address)
        self.new_tab(address)
        self.browser.wait(LOADED)

    def test_a_picture_is_there_again_after_a_reload_and_in_another_tab(self):
        self.open("browse", "--page", self.world.samples("corpus", "--count", "400"))
        self.browser.run("document.querySelector('.tile').focus()")
        self.browser.press("\ue010")
        self.browser.wait("return document.activeElement.place > 300")
        self.browser.wait("return document.getElementById('caption').textContent")
        name = self.browser.text("#caption")
        address = self.wait_for(name)
        self.browser.ask("/refresh", {})
        self.browser.wait(LOADED)
        self.assertEqual(self.wait_for(name), address)
        self.browser.wait(BELOW)
        self.assertTrue(self.browser.run("return document.title").startswith(name + " – Recents"))
        # Without the history of the first tab, too.
        self.new_tab(address)
        self.browser.wait(LOADED)
        self.assertEqual(self.wait_for(name), address)
        self.browser.wait(BELOW)

    def test_back_leads_to_the_album_before_and_its_picture(self):
        self.open_samples()
        self.browser.click(tile(self.place("cake.jpg")))
        first = self.wait_for("cake.jpg")
        self.choose_album(6)
        self.browser.wait("return document.querySelectorAll('.tile').length === 4")
        self.browser.click(tile(self.place("coast.jpg")))
        second = self.wait_for("coast.jpg", "Holiday")
        self.browser.ask("/back", {})
        self.assertEqual(self.wait_for("cake.jpg"), first)
        self.browser.ask("/forward", {})
        self.assertEqual(self.wait_for("coast.jpg", "Holiday"), second)
        # A bookmark is the address of a document that is open already.
        self.browser.run("location.href = arguments[0]", first)
        self.wait_for("cake.jpg")

    def test_an_address_of_nothing_shows_the_library(self):
        self.open_samples()
        name = self.browser.text("#caption")
        for hash in ["#/0/nothing", "#/99/0", "#/x", "#/0/%22", "#////"]:
            self.browser.open("about:blank")
            self.browser.open(self.page.address.split("?")[0] + hash)
            self.browser.wait(LOADED)
            self.wait_for(name)
        self.assertEqual(self.browser.run(TILES), 11)


class KeptChoiceTests(LinkTestCase):
    def test_a_choice_outlives_a_reload(self):
        library = self.world.samples()
        page = self.open("pick", "--page", library, "--limit", "3")
        for name in ["coast.jpg", "sunset.jpg"]:
            self.browser.click(tile(self.place(name)))
        self.browser.wait("return document.getElementById('picture').naturalHeight > 1500")
        self.browser.click("#crop")
        self.browser.wait("return document.getElementById('crop').ariaPressed === 'true'")
        self.wait_for("sunset.jpg")
        self.browser.ask("/refresh", {})
        self.browser.wait(LOADED)
        self.assertEqual(self.browser.text("#choose"), "Choose 2 of 3")
        self.wait_for("sunset.jpg")
        self.browser.wait("return !document.getElementById('frame').hidden")
        self.browser.click("#choose")
        records = [json.loads(line) for line in page.end()[0].splitlines()]
        self.assertEqual([each["filename"] for each in records], ["coast.jpg", "sunset.jpg"])
        self.assertEqual(len(records[1]["crop"]), 4)

    def test_a_choice_is_not_that_of_another_run(self):
        self.open("pick", "--page", self.world.samples())
        self.browser.run("sessionStorage.setItem('choice', JSON.stringify("
                         "{ run: 'other', scene: 1, names: ['0'], crops: [] }))")
        self.browser.ask("/refresh", {})
        self.browser.wait(LOADED)
        self.assertEqual(self.browser.text("#choose"), "Choose")


class TabTests(LinkTestCase):
    def test_tabs_follow_albums_of_their_own(self):
        self.open_samples()
        first = self.tabs()[0]
        self.new_tab(self.page.address.split("?")[0])
        self.browser.wait(LOADED)
        self.choose_album(6)
        self.browser.wait("return document.querySelectorAll('.tile').length === 4")
        os.remove(self.library / "Holiday" / "beach.jpg")
        self.browser.wait("return document.querySelectorAll('.tile').length === 3", seconds=60)
        self.browser.ask("/window", {"handle": first})
        self.browser.wait("return document.querySelectorAll('.tile').length === 10", seconds=60)

    def test_eight_tabs_share_one_stream_which_outlives_the_first(self):
        self.open_samples()
        address = self.page.address.split("?")[0]
        orders = ["", "#/0?order=name", "#/0?order=size"]
        for number in range(1, 8):
            self.new_tab(address + orders[number % 3])
            self.browser.wait(LOADED)
        tabs = self.tabs()
        self.assertEqual(len(tabs), 8)

        def remove(name, left, tabs):
            os.remove(self.library / name)
            for tab in tabs:
                self.browser.ask("/window", {"handle": tab})
                self.browser.wait(f"return {left} === document.querySelectorAll('.tile').length",
                                  seconds=60)

        remove("Family/Birthday/cake.jpg", 10, tabs)
        # The first tab has read the stream for all.
        self.browser.ask("/window", {"handle": tabs[0]})
        self.browser.open("about:blank")
        remove("Holiday/beach.jpg", 9, tabs[1:])
        self.assertIsNone(self.page.process.poll())
        # Every tab hears of the end.
        self.page.interrupt()
        self.page.end()
        for tab in tabs[1:]:
            self.browser.ask("/window", {"handle": tab})
            self.browser.wait(ENDED)

    def test_a_request_that_fails_at_the_end_hides_nothing(self):
        self.open_samples()
        self.browser.run("""
            const real = window.fetch;
            window.fetch = async (address, options) => {
              if (address !== '/feed/albums') return real(address, options);
              await new Promise((resolve) => { window.release = resolve; });
              return window.failed = real(address, options);
            };""")
        os.remove(self.library / "Family/Birthday/cake.jpg")
        # The pictures have arrived, and the albums are being read.
        self.browser.wait("return document.querySelectorAll('.tile').length === 10")
        self.browser.wait("return Boolean(window.release)")
        self.page.interrupt()
        self.page.end()
        self.browser.wait(ENDED)
        self.browser.run("""
            window.release();
            return new Promise((resolve) => setTimeout(resolve))
              .then(() => window.failed).catch(() => new Promise((resolve) => setTimeout(resolve)));""")
        self.assertTrue(self.browser.run(ENDED))


if __name__ == "__main__":
    unittest.main()
