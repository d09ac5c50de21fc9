"""The facts about a picture, with the names of the record, and its original."""

import os
import unittest

from browser import wait
from test_page import PageTestCase, tile

FACTS = """
  const [names, texts] = ['dt', 'dd'].map((each) => [...document.querySelectorAll('#facts ' + each)]);
  return Object.fromEntries(names.map((name, number) => [name.textContent, texts[number].textContent]));
"""


XMP = b"""http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x="adobe:ns:meta/"
  xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/">
  <rdf:RDF><rdf:Description>
    <dc:description><rdf:Alt><rdf:li xml:lang="x-default">Low tide</rdf:li></rdf:Alt></dc:description>
    <dc:subject><rdf:Bag><rdf:li>sea</rdf:li><rdf:li>sand</rdf:li></rdf:Bag></dc:subject>
  </rdf:Description></rdf:RDF></x:xmpmeta>"""


class InfoTests(PageTestCase):
    size = (1280, 800)

    def test_what_was_typed_into_a_file_is_there(self):
        library = self.world.samples()
        file = library / "Holiday" / "beach.jpg"
        start, rest = file.read_bytes()[:2], file.read_bytes()[2:]
        file.write_bytes(
            start + b"\xff\xe1" + (len(XMP) + 2).to_bytes(2, "big") + XMP + rest)
        self.open("browse", "--page", library)
        self.browser.click(tile(self.place("beach.jpg")))
        self.browser.press("i")
        facts = self.facts_of("beach.jpg")
        self.assertEqual(facts.get("description"), "Low tide")
        self.assertEqual(facts.get("keywords"), "sea, sand")
        # Escape, or its own button, closes it.
        self.browser.press("\ue00c")
        self.browser.wait("return document.getElementById('info').hidden")
        self.browser.press("i")
        self.browser.wait("return !document.getElementById('info').hidden")
        self.browser.click("#close-info")
        self.browser.wait("return document.getElementById('info').hidden")

    def test_the_picture_is_seen_whole_beside_them(self):
        self.open_samples()
        self.browser.click(tile(self.place("beach.jpg")))
        self.browser.press("f")
        self.browser.wait("return document.body.classList.contains('viewing')")
        self.browser.press("i")
        self.browser.wait("return !document.getElementById('info').hidden")
        self.assertLessEqual(self.browser.box("#stage")["right"], self.browser.box("#info")["left"])
        self.assertLessEqual(self.browser.box("#next")["right"], self.browser.box("#info")["left"])
        # On a phone, above them.
        self.browser.size(390, 844)
        self.browser.wait("return document.getElementById('info').getBoundingClientRect().width === 390")
        self.assertLess(self.browser.box("#stage")["bottom"], self.browser.box("#info")["top"] + 1)

    def facts_of(self, name):
        self.browser.wait(
            "return [...document.querySelectorAll('#facts dd')].some((each) => each.textContent === arguments[0])",
            name)
        return self.browser.run(FACTS)

    def test_the_facts_have_the_names_and_values_of_the_record(self):
        self.open_samples()
        self.browser.click(tile(self.place("beach.jpg")))
        self.assertTrue(self.browser.run("return document.getElementById('info').hidden"))
        self.browser.press("i")
        facts = self.facts_of("beach.jpg")
        self.assertEqual(
            {name: facts.get(name) for name in
             ["filename", "path", "localDate", "cameraModel", "location", "pixelWidth", "folderPath"]},
            {"filename": "beach.jpg", "path": str(self.library / "Holiday" / "beach.jpg"),
             "localDate": "2015-05-30T21:29:28.120+00:00", "cameraModel": "iPhone 15",
             "location": "54.19, 7.88", "pixelWidth": "4032", "folderPath": "Holiday"})
        self.assertNotIn("rating", facts)
        # In the words of the page's language, too.
        lines = self.browser.run("return [...document.querySelectorAll('#summary p')].map((each) => each.textContent)")
        self.assertRegex(lines[0], r"^Saturday, May 30, 2015 at 9:29\WPM$")
        self.assertEqual(lines[1], "Apple iPhone 15")
        self.assertRegex(lines[2], r"^4032 × 3024 · 110 kB$")
        # A place is a link, and nothing is asked for before someone follows it.
        self.assertIn("54.19", self.browser.run("return document.querySelector('#facts a').href"))
        # The facts go on with the picture.
        self.browser.press("\ue012")
        name = self.browser.wait(
            "const name = document.getElementById('caption').textContent;"
            "return name !== 'beach.jpg' && name")
        self.facts_of(name)
        self.browser.press("i")
        self.browser.wait("return document.getElementById('info').hidden")

    def test_the_facts_are_in_the_viewer_and_the_path_can_be_copied(self):
        self.open_samples()
        self.browser.run("""
          Object.defineProperty(navigator, 'clipboard', { value: {
            writeText: async (text) => { window.copied = text; } } });
        """)
        self.browser.click(tile(self.place("beach.jpg")))
        self.browser.press("f")
        self.browser.wait("return document.body.classList.contains('viewing')")
        self.browser.click("#about")
        self.facts_of("beach.jpg")
        self.browser.click("#copy")
        self.browser.wait(
            "return window.copied === arguments[0]", str(self.library / "Holiday" / "beach.jpg"))

    def test_the_original_can_be_saved(self):
        self.open_samples()
        folder = self.world.folder / "saved"
        folder.mkdir()
        os.rename(self.library / "Holiday" / "beach.jpg", self.library / "Holiday" / "b\u00e4ch 1%.jpg")
        self.browser.wait("return [...document.querySelectorAll('.tile')]"
                          ".some((tile) => tile.ariaLabel.startsWith('b\u00e4ch'))", seconds=60)
        self.browser.protocol("Page.setDownloadBehavior", behavior="allow", downloadPath=str(folder))
        self.browser.click(tile(self.place("b\u00e4ch")))
        self.browser.press("i")
        self.facts_of("b\u00e4ch 1%.jpg")
        self.browser.click("#download")
        original = (self.library / "Holiday" / "b\u00e4ch 1%.jpg").read_bytes()
        wait(lambda: [each.read_bytes() for each in folder.glob("*.jpg")] == [original], "the file is saved")
        self.assertEqual([each.name[0] for each in folder.iterdir()], ["b"])

    def test_names_with_markup_and_turned_text_are_texts(self):
        self.library = self.world.samples()
        os.rename(self.library / "Holiday" / "beach.jpg", self.library / "<b>a\u202egpj.jpg")
        self.open("browse", "--page", self.library)
        self.browser.click(tile(self.place("<b>a")))
        self.browser.press("i")
        self.facts_of("<b>a\\u{202e}gpj.jpg")
        self.assertEqual(self.browser.run("return document.querySelectorAll('#facts b').length"), 0)


if __name__ == "__main__":
    unittest.main()
