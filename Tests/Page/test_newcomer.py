"""Somebody who never saw the page finds a photo, zooms in and saves it, by what can be seen."""

import unittest

from browser import wait
from test_page import LOADED, SCALE, PageTestCase, tile

BUTTON = """
  const named = [...document.querySelectorAll('button, a')].filter((each) =>
    each.checkVisibility() && (each.textContent.trim() || each.ariaLabel) === arguments[0]);
  const { x, y, width, height } = named[0].getBoundingClientRect();
  return [x + width / 2, y + height / 2];
"""


class NewcomerTests(PageTestCase):
    size = (1280, 800)

    def press_button(self, words):
        self.browser.click_at(*self.browser.run(BUTTON, words))

    def zoom_and_save(self, name):
        folder = self.world.folder / "saved"
        folder.mkdir()
        self.browser.protocol("Page.setDownloadBehavior", behavior="allow", downloadPath=str(folder))
        self.browser.wait("return document.getElementById('caption').textContent === arguments[0]", name)
        self.press_button("Enlarge")
        self.browser.wait("return document.body.classList.contains('viewing')")
        self.browser.wait("return document.getElementById('picture').naturalWidth > 1000")
        x, y = self.browser.middle("#stage")
        self.browser.protocol(
            "Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0, deltaY=-300)
        self.browser.wait(SCALE + " > 1.5")
        self.press_button("Download")
        wait(lambda: [each.name for each in folder.glob("*.jpg")] == [name], "the photo is saved")
        self.browser.press("\ue00c")
        self.browser.wait("return !document.body.classList.contains('viewing')")

    def test_by_the_album_in_the_title(self):
        self.open_samples()
        self.press_button("Recents")
        self.browser.wait("return document.querySelectorAll('.album').length === 9")
        self.browser.run("[...document.querySelectorAll('.album')]"
                         ".find((each) => each.textContent.startsWith('Holiday')).click()")
        self.browser.wait("return document.querySelectorAll('.tile').length === 4")
        self.browser.wait(LOADED)
        self.browser.click(tile(self.place("coast.jpg")))
        self.zoom_and_save("coast.jpg")

    def test_by_the_magnifying_glass(self):
        self.open_samples()
        self.press_button("Search")
        self.browser.wait("return document.activeElement.id === 'text'")
        self.browser.press(*"coast")
        self.browser.wait("return document.querySelectorAll('.tile').length === 1")
        self.zoom_and_save("coast.jpg")

    def test_by_scrolling(self):
        self.open_samples()
        self.browser.run("document.getElementById('scroller').scrollTop = 1e6")
        self.browser.wait(LOADED)
        self.browser.click(tile(self.place("coast.jpg")))
        self.zoom_and_save("coast.jpg")


if __name__ == "__main__":
    unittest.main()
