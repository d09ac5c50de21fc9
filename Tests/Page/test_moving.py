"""What moves: videos with a still and a bar to scrub, live photos, and squares that change their places."""

import os
import re
import shutil
import subprocess
import unittest

from test_page import LOADED, PageTestCase, tile

VIDEO = "const video = document.querySelector('#stage video');"


class VideoTests(PageTestCase):
    def setUp(self):
        super().setUp()
        self.encoder = shutil.which("ffmpeg")
        if not self.encoder:
            if os.environ.get("CI") == "true":
                self.fail("ffmpeg is missing")
            self.skipTest("ffmpeg is missing")
        self.library = self.world.samples()

    def film(self, name, *options):
        """Draws four seconds of film."""
        subprocess.run(
            [self.encoder, "-nostdin", "-y", "-f", "lavfi", "-i", "testsrc=duration=4:size=320x240:rate=10",
             *options, self.library / name], check=True, capture_output=True)

    def test_a_video_has_a_still_and_can_be_scrubbed(self):
        self.film("film.webm", "-c:v", "libvpx", "-g", "5")
        self.open("browse", "--page", self.library)
        place = self.place("film.webm")
        badge = self.browser.run(f"return document.querySelector('{tile(place)}').dataset.badge")
        self.assertEqual(badge, "0:04")
        self.browser.click(tile(place))
        self.browser.wait(VIDEO + "return video && video.readyState >= 1 && video.videoWidth === 320")
        self.assertTrue(self.browser.run(
            VIDEO + "return video.paused && !document.getElementById('controls').hidden"))
        self.assertTrue(self.browser.run(VIDEO + "return video.poster.endsWith('/preview')"))
        self.browser.run(VIDEO + "video.currentTime = 3")
        self.browser.wait(VIDEO + "return !video.seeking && Math.abs(video.currentTime - 3) < 0.3")
        # Another picture takes its place.
        self.browser.click(tile(self.place("coast.jpg")))
        self.browser.wait("return !document.querySelector('#stage video')")

    def test_a_live_photo_plays_once(self):
        movie = self.library / "Holiday" / "IMG_0008.MOV"
        # What makes a picture and a movie one live photo.
        identifier = re.search(rb"[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}", movie.read_bytes())
        self.film(
            "Holiday/IMG_0008.MOV", "-movflags", "use_metadata_tags", "-metadata",
            f"com.apple.quicktime.content.identifier={identifier.group().decode()}", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-t", "0.5")
        self.open("browse", "--page", self.library)
        self.browser.click(tile(self.place("IMG_0008.HEIC")))
        self.browser.wait("return !document.getElementById('play').hidden")
        self.browser.run("""
          new MutationObserver((changes) => {
            for (const node of changes.flatMap((each) => [...each.addedNodes])) {
              if (node.localName !== 'video') continue;
              node.addEventListener('timeupdate', () => {
                window.playedFor = Math.max(window.playedFor ?? 0, node.currentTime);
              });
            }
          }).observe(document.getElementById('stage'), { childList: true });
        """)
        self.browser.click("#play")
        self.browser.wait("return window.playedFor > 0.3")
        self.browser.wait("return !document.querySelector('#stage video')")


class AnimationTests(PageTestCase):
    def test_squares_move_to_their_new_places(self):
        self.open_samples()
        self.browser.run("""
          window.moves = [];
          const animate = Element.prototype.animate;
          Element.prototype.animate = function (frames, timing) {
            window.moves.push([this.ariaLabel.split(',')[0], Object.keys(frames[0])[0]]);
            return animate.call(this, frames, timing);
          };
        """)
        places = {name: self.place(name) for name in ["beach.jpg", "cake.jpg"]}
        shutil.copy(self.library / "Holiday" / "beach.jpg", self.library / "new.jpg")
        self.browser.wait("return document.querySelectorAll('.tile').length === 12", seconds=60)
        moves = dict(self.browser.wait("return window.moves.length && window.moves"))
        self.assertEqual(moves.pop("new.jpg"), "opacity")
        new = self.place("new.jpg")
        for name, place in places.items():
            self.assertEqual(moves.get(name), "translate" if place >= new else None, name)

    def test_nothing_moves_for_those_who_do_not_want_that(self):
        self.browser.media(prefers_reduced_motion="reduce")
        self.addCleanup(self.browser.media, prefers_reduced_motion="no-preference")
        self.open_samples()
        shutil.copy(self.library / "Holiday" / "beach.jpg", self.library / "new.jpg")
        self.browser.wait("return document.querySelectorAll('.tile').length === 12", seconds=60)
        self.assertEqual(self.browser.run("return document.getAnimations().length"), 0)
        self.browser.wait(LOADED)


if __name__ == "__main__":
    unittest.main()
