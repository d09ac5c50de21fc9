"""Questions on the page: for the permission that a rule needs, and about what it offers."""

import json
import subprocess
import unittest

from browser import wait
from test_page import LABELS, LOADED, PageTestCase, tile
from world import PRODUCTS

BUTTONS = "return [...document.querySelectorAll('#question-answers button')].map((it) => it.textContent)"
ASKED = "return document.querySelectorAll('#question-answers button').length > 0"


class QuestionTestCase(PageTestCase):
    def rule(self, text, name="rule.lua"):
        path = self.world.folder / name
        path.write_text(text)
        return path

    def ask(self, *words, **options):
        """Opens the page of a rule that asks."""
        self.page = self.world.page("browse", "--page", "--rule", *words, **options)
        self.browser.open(self.page.address)
        self.browser.wait(ASKED, what="there is a question")

    def answer(self, words):
        number = self.browser.run(BUTTONS).index(words)
        self.browser.click(f"#question-answers button:nth-child({number + 1})")

    def names(self):
        return [label.split(",")[0] for label in self.browser.run(LABELS)]

    def run_tool(self, *words):
        return subprocess.run(
            [PRODUCTS / "shotflow", *map(str, words)], cwd=self.world.folder, text=True,
            env=self.world.environment(), capture_output=True, check=True).stdout

    def outcomes(self):
        lines = self.run_tool("ledger", "list", "--json").splitlines()
        return [json.loads(line)["state"] for line in lines]


class PermissionTests(QuestionTestCase):
    def setUp(self):
        super().setUp()
        self.library = self.world.samples()
        self.text = ('return pipeline { about = "Shows <b>trips</b>.", wants = { "to look" }, '
                     f'source {{ library = "{self.library}" }}, '
                     'filter { filename = like("c*"), sortedBy = "filename" } }\n')
        self.path = self.rule(self.text)

    def status(self):
        return self.run_tool("auth", "status", self.path)

    def test_the_rule_asks_first_and_shows_nothing_before(self):
        self.ask(self.path)
        self.assertEqual(
            self.browser.text("#question-title"),
            'The rule "rule" asks for a permission. May it see the pictures?')
        facts = self.browser.text("#question-facts")
        for words in [str(self.library), '"Shows <b>trips</b>."', '"to look"']:
            self.assertIn(words, facts)
        self.assertEqual(self.browser.run("return document.querySelectorAll('#question b, .tile').length"), 0)
        self.assertEqual(self.browser.run("return document.activeElement.id"), "question")
        self.assertIn("notDetermined", self.status())
        self.answer("allow all of them")
        self.browser.wait(LOADED)
        self.assertEqual(
            self.names(), ["cake (copy).jpg", "cake.jpg", "candles.jpg", "coast.jpg"])
        self.assertIn("authorized", self.status())
        self.assertFalse(self.browser.run("return document.querySelector('#more button') !== null"))

    def test_an_answer_that_did_not_arrive_can_be_given_again(self):
        self.ask(self.path)
        self.browser.run("""
          const send = window.fetch;
          window.fetch = () => {
            window.fetch = send;
            return Promise.reject(new TypeError('Failed to fetch'));
          };
        """)
        self.answer("allow all of them")
        self.browser.wait("return document.getElementById('question-notice').textContent === \"shotflow can't be reached.\"")
        self.answer("allow all of them")
        self.browser.wait(LOADED)

    def test_a_refusal_is_kept(self):
        self.ask(self.path)
        self.answer("deny it; the rule does not ask again")
        output, status = self.page.end()
        self.assertEqual((output, status), ("", 77))
        self.assertIn("denied", self.status())
        self.browser.wait("return document.getElementById('question-title').textContent.includes('ended')")

    def test_escape_leaves_it_open(self):
        self.ask(self.path)
        self.browser.press("\ue00c")
        self.assertEqual(self.page.end(), ("", 77))
        self.assertIn("notDetermined", self.status())

    def test_only_what_was_chosen_is_shown_and_more_can_be_chosen(self):
        self.ask(self.path)
        self.answer("choose what the rule sees; it sees nothing else")
        self.browser.wait(LOADED)
        self.browser.click(tile(self.place("coast.jpg")))
        self.browser.click(tile(self.place("sunset.jpg")))
        self.browser.wait("return document.getElementById('choose').textContent === 'Choose 2'")
        self.browser.click("#choose")
        self.wait_for_names(["coast.jpg"])
        self.assertIn("limited to 2 assets", self.status())
        self.assertEqual(self.browser.text("#count"), "1")
        self.browser.click("#more button")
        self.browser.wait("return document.getElementById('choose').textContent === 'Choose 2'")
        self.browser.wait(LOADED)
        self.browser.click(tile(self.place("candles.jpg")))
        self.browser.click("#choose")
        self.wait_for_names(["candles.jpg", "coast.jpg"])
        self.assertIn("limited to 3 assets", self.status())
        # Who leaves the choice keeps what was chosen.
        self.browser.click("#more button")
        self.browser.wait("return !document.getElementById('cancel').hidden")
        self.browser.wait(LOADED)
        self.browser.click("#cancel")
        self.wait_for_names(["candles.jpg", "coast.jpg"])

    def wait_for_names(self, names):
        wait(lambda: self.browser.run(LOADED) and self.names() == names, f"{names} are shown")


class OfferTests(QuestionTestCase):
    def setUp(self):
        super().setUp()
        self.library = self.world.samples()

    def offer(self, options, stages="", **more):
        return self.rule(
            'return pipeline { source {}, filter { filename = { "cake.jpg", "candles.jpg", "coast.jpg" },'
            ' sortedBy = "filename" },'
            f' dedupe {{ by = "sha1", memory = "page" }}, {stages}'
            f' notify {{ title = "Send <i>this</i>?", {options} }} }}\n', **more)

    def test_the_answer_on_the_page_is_the_outcome(self):
        rule = self.offer('dismiss = "10m", actions = { default = "Send", later = "Send later" }')
        self.ask(rule, self.library)
        self.assertEqual(self.browser.run(BUTTONS), ["Send", "Send later", "Leave it"])
        self.assertEqual(self.browser.text("#question-title"), "Send <i>this</i>?")
        self.assertIn("cake.jpg", self.browser.text("#question-facts"))
        self.browser.wait("return parseInt(document.getElementById('question-left').textContent) > 500")
        self.browser.wait("return document.getElementById('question-picture').width > 200")
        self.assertGreater(self.browser.run("""
          const it = document.getElementById('question-picture');
          const { data } = it.getContext('2d').getImageData(0, 0, it.width, it.height);
          return new Set(data).size;
        """), 10)
        self.answer("Send")
        self.wait_for_offer("candles.jpg")
        self.assertIn("taken", self.browser.text("#question-notice"))
        self.answer("Leave it")
        self.wait_for_offer("coast.jpg")
        self.answer("Send later")
        self.browser.wait(LOADED)
        self.assertEqual(self.names(), ["cake.jpg", "coast.jpg"])
        self.assertEqual(sorted(self.outcomes()), ["accepted", "accepted", "dismissed"])

    def wait_for_offer(self, name):
        self.browser.wait(
            "return document.getElementById('question-facts').textContent.includes(arguments[0])"
            " && !document.querySelector('#question-answers button').disabled", name)

    def test_no_answer_in_time_is_none(self):
        rule = self.offer('dismiss = "1s"', "filter { limit = 1 },")
        self.page = self.world.page("browse", "--page", "--rule", rule, self.library)
        self.browser.open(self.page.address)
        # The question may be gone before the browser shows it.
        wait(lambda: self.outcomes() == ["expired"], "the offer has expired", 60)
        self.browser.wait("return !document.body.classList.contains('asking')")

    def test_of_two_pages_the_first_answer_counts(self):
        rule = self.offer('dismiss = "10m"', "filter { limit = 1 },")
        self.ask(rule, self.library)
        self.browser.ask("/window/new", {"type": "tab"})
        windows = self.browser.call("GET", self.browser.session + "/window/handles")
        self.browser.ask("/window", {"handle": windows[1]})
        self.browser.open(self.page.address.split("?")[0])
        self.browser.wait(ASKED)
        self.browser.press("\ue00c")
        self.browser.call("DELETE", self.browser.session + "/window")
        self.browser.ask("/window", {"handle": windows[0]})
        self.browser.wait("return !document.body.classList.contains('asking')")
        self.assertEqual(self.outcomes(), ["dismissed"])

    def test_a_page_that_is_closed_leaves_the_offer_unconfirmed(self):
        rule = self.offer('dismiss = "10m"', "filter { limit = 1 },")
        self.ask(rule, self.library, SHOTFLOW_PAGE_TIME="1")
        self.browser.open("about:blank")
        self.page.end()
        self.assertEqual(self.outcomes(), ["unconfirmed"])


if __name__ == "__main__":
    unittest.main()
