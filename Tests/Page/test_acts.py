"""Buttons for the stages of a rule that act on what is chosen, and the way back."""

import os
import unittest

from browser import wait
from test_page import LOADED, tile
from test_question import QuestionTestCase

CHOOSE = "return document.getElementById('choose').textContent"
NOTICE = "return document.getElementById('notice').textContent"
MORE = "return [...document.querySelectorAll('#more button')].map((it) => it.textContent)"
ESCAPE = "\ue00c"


class ActTestCase(QuestionTestCase):
    files = '{ "cake.jpg", "candles.jpg", "coast.jpg" }'

    def setUp(self):
        super().setUp()
        self.library = self.world.samples()
        self.before = self.listing()

    def listing(self):
        """All files of the library, by their places in it."""
        return sorted(os.path.relpath(os.path.join(folder, name), self.library)
                      for folder, _, names in os.walk(self.library) for name in names)

    def open_rule(self, stages, *words, wants='wants = { write = "to tidy up" },', allows="write", **options):
        self.path = self.rule(
            f'return pipeline {{ {wants} source {{}}, filter {{ filename = {self.files},'
            f' sortedBy = "filename" }}, {stages} }}\n')
        if allows:
            self.run_tool("auth", "grant", self.path, "--library", self.library)
            self.run_tool("auth", "grant", self.path, "--allow", allows)
        self.page = self.world.page(
            "browse", "--page", "--rule", self.path, self.library, *words, **options)
        self.browser.open(self.page.address)

    def choose(self, *names):
        self.browser.wait(LOADED)
        for name in names:
            self.browser.click(tile(self.place(name)))

    def wait_for_words(self, words):
        self.browser.wait(f"return (() => {{{CHOOSE}}})() === arguments[0]", words)

    def press(self, words):
        self.browser.wait(f"return (() => {{{MORE}}})().includes(arguments[0])", words)
        number = self.browser.run(MORE).index(words)
        self.browser.click(f"#more button:nth-child({number + 1})")

    def wait_for_names(self, names):
        wait(lambda: self.browser.run(LOADED) and self.names() == names, f"{names} are shown")


class TrashTests(ActTestCase):
    def test_what_is_chosen_goes_to_the_trash_and_comes_back(self):
        self.open_rule("trash {}")
        self.choose("candles.jpg")
        self.assertEqual(self.listing(), self.before)
        self.wait_for_words("Move to the trash (1)")
        self.assertIn("trash", self.browser.run("return document.getElementById('choose').title"))
        for id in ["cancel", "crop"]:
            self.assertTrue(self.browser.run(f"return document.getElementById('{id}').hidden"), id)
        self.browser.click("#choose")
        self.wait_for_names(["candles.jpg"])
        gone = set(self.before) - set(self.listing())
        self.assertEqual([os.path.basename(name) for name in gone], ["candles.jpg"])
        self.assertRegex(self.browser.run(NOTICE), r"^moved 1 file \(.*\) to the trash$")
        self.press("Undo")
        self.wait_for_names(["cake.jpg", "candles.jpg", "coast.jpg"])
        self.assertEqual(self.listing(), self.before)
        self.assertIn("took back 1 file", self.browser.run(NOTICE))

    def test_the_terminal_takes_it_back_too_and_the_page_goes_on_with_the_rest(self):
        self.open_rule("trash {}")
        self.choose("cake.jpg")
        self.browser.click("#choose")
        self.wait_for_names(["cake.jpg"])
        self.press("Go on")
        self.wait_for_names(["candles.jpg", "coast.jpg"])
        self.choose("coast.jpg")
        self.wait_for_words("Move to the trash (1)")
        self.browser.click("#choose")
        self.wait_for_names(["coast.jpg"])
        self.page.interrupt()
        self.page.end()
        self.assertEqual(len(self.listing()), len(self.before) - 2)
        self.run_tool("undo", "--last", "2")
        self.assertEqual(self.listing(), self.before)

    def test_a_page_that_is_closed_does_nothing(self):
        self.open_rule("trash {}", SHOTFLOW_PAGE_TIME="1")
        self.choose("cake.jpg")
        self.browser.open("about:blank")
        self.assertEqual(self.page.end(), ("", 0))
        self.assertEqual(self.listing(), self.before)

    def test_escape_twice_chooses_none(self):
        self.open_rule("trash {}")
        self.choose("cake.jpg")
        self.browser.press(ESCAPE, ESCAPE)
        self.wait_for_words("Move to the trash")
        self.assertTrue(self.browser.run("return document.getElementById('choose').disabled"))
        self.assertEqual(self.listing(), self.before)

    def test_other_runs_may_move_files_while_the_user_chooses(self):
        self.open_rule("trash {}")
        self.choose("cake.jpg")
        other = self.rule('return pipeline { wants = { write = "to move" }, source {}, '
                          'filter { filename = "coast.jpg" }, trash {} }\n', name="other.lua")
        self.run_tool("run", other, "-l", self.library, "--auth", "authorized", "--allow", "write", "--no-wait")
        self.assertEqual(len(self.listing()), len(self.before) - 1)


class PermissionOfActTests(ActTestCase):
    def test_without_a_permission_nothing_happens_and_a_sentence_tells_what_to_do(self):
        self.open_rule("trash {}", allows=None)
        self.browser.wait("return document.querySelectorAll('#question-answers button').length > 0")
        self.assertIn("trash", self.browser.text("#question-facts"))
        self.answer("deny it; the rule does not ask again")
        output, status = self.page.end()
        self.assertEqual((output, status), ("", 77))
        self.assertEqual(self.listing(), self.before)
        self.browser.wait(
            "return document.getElementById('question-notice').textContent.includes('auth grant')")
        self.assertIn(
            "does not get", self.browser.text("#question-notice"))

    def test_the_answer_on_the_page_permits_it(self):
        self.open_rule("trash {}", allows=None)
        self.browser.wait("return document.querySelectorAll('#question-answers button').length > 0")
        self.answer("allow it")
        self.choose("cake.jpg")
        self.browser.click("#choose")
        self.wait_for_names(["cake.jpg"])
        self.assertEqual(len(self.listing()), len(self.before) - 1)


class OtherActTests(ActTestCase):
    def test_copies_are_made_of_what_is_chosen_in_its_order(self):
        self.open_rule(
            'copy { to = "{filename}" }, exec { "jq", "-c", "." }', "--out", "copies",
            wants='wants = { exec = "to pass them on" },', allows="exec")
        self.choose("coast.jpg", "cake.jpg")
        self.wait_for_words("Copy, then give to the program (2)")
        self.browser.click("#choose")
        self.wait_for_names(["coast.jpg", "cake.jpg"])
        self.assertEqual(sorted(os.listdir(self.world.folder / "copies")), ["cake.jpg", "coast.jpg"])
        self.press("Undo")
        self.wait_for_names(["cake.jpg", "candles.jpg", "coast.jpg"])
        self.assertFalse((self.world.folder / "copies").exists())

    def test_a_stage_may_test_the_key_that_was_pressed_for_a_picture(self):
        path = self.rule(
            'return pipeline { source { stdin = true },'
            ' copy { when = { prompt = { choice = "5" } }, to = "{filename}" } }\n')
        paths = self.world.folder / "paths"
        paths.write_text("".join(f"{each}\n" for each in sorted(self.library.glob("Holiday/*.jpg"))))
        with open(paths, "rb") as file:
            page = self.world.page("browse", "--page", "--rule", path, "--out", "copies", input=file)
        self.browser.open(page.address)
        self.choose("coast.jpg")
        self.browser.press("5")
        self.browser.wait("return document.querySelector('.tile[data-mark=\"5\"]')")
        self.choose("sunset.jpg")
        self.wait_for_words("Copy (2)")
        self.browser.click("#choose")
        self.wait_for_names(["coast.jpg", "sunset.jpg"])
        self.assertEqual(os.listdir(self.world.folder / "copies"), ["coast.jpg"])

    def test_a_rule_that_filters_behind_its_acts_runs_at_once(self):
        self.open_rule(
            'copy { to = "{filename}" }, filter { limit = 1 }', "--out", "copies", wants="",
            allows=None)
        self.wait_for_names(["cake.jpg"])
        self.assertTrue(self.browser.run("return document.getElementById('choose').hidden"))
        self.assertEqual(self.browser.run(MORE), ["Undo"])

    def test_a_german_page_names_the_acts_in_german(self):
        agent = self.browser.run("return navigator.userAgent")
        for when, language in [(lambda call: call(), "de-DE"), (self.addCleanup, "en-US")]:
            when(lambda language=language: self.browser.protocol(
                "Emulation.setUserAgentOverride", userAgent=agent, acceptLanguage=language))
        self.open_rule("trash {}")
        self.choose("cake.jpg")
        self.wait_for_words("In den Papierkorb legen (1)")


if __name__ == "__main__":
    unittest.main()
