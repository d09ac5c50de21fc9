"""The module `shotflow` as a wheel brings it, with the tool that comes along."""

import contextlib
import datetime
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import shotflow

NOW = "2015-09-27T21:29:40Z"
SCREENSHOT = "Screenshot from 2015-09-27 21-29-28.png"
ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = os.path.join(sys.prefix, "bin", "shotflow")


class ModuleTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.library = os.path.join(folder.name, "Pictures")
        subprocess.run([TOOL, "sample", cls.library, "--now", "2015-09-27T21:29:28Z"], check=True,
                       stderr=subprocess.DEVNULL)

    def setUp(self):
        # A home of its own for each test, and no program anywhere but in the environment.
        home = tempfile.TemporaryDirectory()
        self.addCleanup(home.cleanup)
        before = dict(os.environ)
        self.addCleanup(os.environ.update, before)
        self.addCleanup(os.environ.clear)
        for name in list(os.environ):
            if name.startswith(("XDG_", "SHOTFLOW_")):
                del os.environ[name]
        os.environ.update(HOME=home.name, TZ="UTC", PATH="/usr/bin:/bin")
        self.messages = io.StringIO()
        redirection = contextlib.redirect_stderr(self.messages)
        redirection.__enter__()
        self.addCleanup(redirection.__exit__, None, None, None)

    def python(self, text, executable=sys.executable, **environment):
        return subprocess.run([executable, "-c", text], env={**os.environ, **environment},
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def test_find_gives_dicts(self):
        found = shotflow.find(library=self.library, screenshots=True, within="7d", now=NOW)
        self.assertEqual(len(found), 2)
        self.assertIn(SCREENSHOT, [asset["filename"] for asset in found])
        self.assertEqual(found, shotflow.find(self.library, screenshots=True, within="7d", now=NOW))

    def test_values_of_python_are_written_as_options(self):
        found = shotflow.find(
            library=pathlib.Path(self.library), album=["Holiday", "Screenshots"], is_favorite=None,
            sort="-creationDate", limit=1, within=datetime.timedelta(days=2),
            now=datetime.datetime(2015, 9, 27, 21, 29, 40, tzinfo=datetime.timezone.utc))
        self.assertEqual([asset["filename"] for asset in found], [SCREENSHOT])
        place = shotflow.find(library=self.library, location=False)
        self.assertTrue(place and not any("location" in asset for asset in place))

    def test_a_tilde_is_the_home_folder(self):
        os.symlink(self.library, os.path.join(os.environ["HOME"], "Photos"))
        self.assertEqual(len(shotflow.find(library="~/Photos", limit=2)), 2)
        self.assertEqual(len(shotflow.find("~/Photos", limit=2)), 2)

    def test_a_rule_runs_by_its_name_and_by_its_path(self):
        rule = pathlib.Path(os.environ["HOME"], "gifs.lua")
        rule.write_text("return pipeline { source {}, filter { filename = like('*.gif') } }\n")
        self.assertEqual(
            [asset["filename"] for asset in shotflow.run(rule, library=self.library)], ["dance.gif"])
        offered = shotflow.run("recent", library=self.library, now=NOW, dry_run=True)
        self.assertEqual([asset["filename"] for asset in offered], [SCREENSHOT])
        self.assertIn("dry run", self.messages.getvalue())

    def test_flags_of_every_run_may_be_false(self):
        text = subprocess.run([TOOL, "run", "--help"], check=True, text=True,
                              stdout=subprocess.PIPE).stdout
        flags = set(re.findall(r"^  --([a-z-]+) {2,}\S", text, re.MULTILINE)) - {"version"}
        flags -= {flag for flag in flags if flag.startswith("no-")}
        self.assertIn("dry-run", flags)
        for flag in flags - {"partial"}:
            options = {flag.replace("-", "_"): False}
            shotflow.run("recent", library=self.library, now=NOW, dry_run=True, **{
                name: value for name, value in options.items() if name != "dry_run"})
        shotflow.find(self.library, everything=False, limit=1)

    def test_rules_below_home_and_odd_names_of_places(self):
        rule = os.path.join(os.environ["HOME"], "all.lua")
        with open(rule, "w", encoding="utf-8") as file:
            file.write("return pipeline { source {} }\n")
        self.assertTrue(shotflow.run("~/all.lua", library=self.library))
        os.symlink(self.library, os.path.join(os.environ["HOME"], "-x"))
        before = os.getcwd()
        self.addCleanup(os.chdir, before)
        os.chdir(os.environ["HOME"])
        self.assertEqual(len(shotflow.find("-x", limit=2)), 2)

    def test_a_failed_run_has_its_status_and_message(self):
        for status, text, call in (
            (66, "nowhere", lambda: shotflow.find(library="nowhere")),
            (64, "did you mean \"--pixel-width\"", lambda: shotflow.find(pixel_widht=3)),
            (65, "missing", lambda: shotflow.run("missing.lua")),
        ):
            with self.assertRaises(shotflow.RunError) as caught:
                call()
            self.assertEqual((caught.exception.status, caught.exception.records), (status, []))
            self.assertIn(text, str(caught.exception))
        self.assertEqual(
            shotflow.find(library=self.library, filename="none", exit_status=True), [])

    def test_records_before_a_failure_are_kept(self):
        folder = os.path.join(os.environ["HOME"], "mixed")
        os.mkdir(folder)
        picture = pathlib.Path(self.library, "Holiday", "beach.jpg").read_bytes()
        pathlib.Path(folder, "whole.jpg").write_bytes(picture)
        pathlib.Path(folder, "broken.jpg").write_bytes(picture[:2] + b"\0" * 2000)
        rule = pathlib.Path(os.environ["HOME"], "small.lua")
        rule.write_text("return pipeline { source {}, load { size = { 50, 50 } } }\n")
        with self.assertRaises(shotflow.RunError) as caught:
            shotflow.run(rule, library=folder)
        self.assertEqual(caught.exception.status, 3)
        self.assertEqual([asset["filename"] for asset in caught.exception.records], ["whole.jpg"])

    def test_formats_of_the_shell_are_refused(self):
        with self.assertRaisesRegex(TypeError, "no option \"format\""):
            shotflow.find(library=self.library, format="csv")

    def test_the_tool_finds_its_programs_rules_and_pages_in_the_environment(self):
        printed = subprocess.run([TOOL, "doctor", "--json"], stdout=subprocess.PIPE, text=True).stdout
        findings = {finding["topic"]: finding["text"] for finding in map(json.loads, printed.splitlines())}
        for topic, program in (("decoder", "decode"), ("exec", "exec"), ("page", "page")):
            self.assertEqual(os.path.realpath(findings[topic]), os.path.realpath(
                os.path.join(sys.prefix, "libexec/shotflow", f"shotflow-{program}")))
        for path in "man/man1/shotflow-find.1", "shotflow/rules/recent.lua", "doc/shotflow/README.md":
            self.assertTrue(os.path.exists(os.path.join(sys.prefix, "share", path)), path)

    def test_without_a_wheel_the_tool_is_found_in_the_path(self):
        text = "import shotflow; print(shotflow._tool())"
        base = os.path.realpath(sys.executable)
        found = self.python(text, base, PYTHONPATH=str(ROOT / "python"),
                            PATH=f"{os.path.dirname(TOOL)}:/usr/bin")
        self.assertEqual(found.stdout.strip(), TOOL)
        lost = self.python(text, base, PYTHONPATH=str(ROOT / "python"), PATH="/nowhere")
        self.assertIn("there is no program \"shotflow\" beside this module or in PATH", lost.stdout)

    def test_a_script_that_finds_is_no_program_of_a_rule(self):
        script = pathlib.Path(os.environ["HOME"], "script.py")
        finds = f"import shotflow\nprint(len(shotflow.find(library={self.library!r}, limit=2)))\n"
        for text, printed in ("import shotflow\n", ""), (finds, "2\n"):
            script.write_text(text)
            # A rule's program has this folder there; without it, nobody waits for a function.
            for folder in str(ROOT / "python") if text == finds else "", "":
                ended = subprocess.run(
                    [sys.executable, str(script)], env={**os.environ, "PYTHONPATH": folder},
                    stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
                self.assertEqual((ended.returncode, ended.stdout), (0, printed))


if __name__ == "__main__":
    unittest.main()
