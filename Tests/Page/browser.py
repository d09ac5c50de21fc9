"""Browsers without a window: Chromium by chromedriver, Firefox by its own protocol Marionette."""

import atexit
import base64
import functools
import http.client
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"

# Each test is a tab of its own: the tabs share a process, and none is started in advance. With what a
# browser does for itself besides, a sixth less of the processor's time.
ONE_RENDERER = [
    "--renderer-process-limit=1", "--disable-site-isolation-trials", "--disable-extensions",
    "--disable-component-update", "--disable-sync", "--disable-default-apps", "--disable-breakpad",
    "--disable-features=SpareRendererForSitePerProcess,MediaRouter,OptimizationHints,Translate"]

# What a user sees and hears of a page.
SEEN = """
    const text = (id) => document.getElementById(id)?.textContent;
    return JSON.stringify({
      address: location.href, count: text("count"), status: text("status"), notice: text("notice"),
      tiles: document.querySelectorAll(".tile").length, focus: document.activeElement?.outerHTML.slice(0, 200) });"""


class Missing(Exception):
    """A program that the browser needs is not installed."""


def find(*names):
    for name in names:
        path = shutil.which(name)
        if path:
            return path
    raise Missing(f"{names[0]} is missing")


class Browser:
    """What tests do with a page; a browser says how a command reaches it."""

    process = None
    folder = None

    def act(self, *actions):
        """Plays the actions of one input device, as WebDriver has them."""
        raise NotImplementedError

    def press(self, *keys):
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self.act({"type": "key", "id": "keys", "actions": actions})

    def click(self, selector):
        self.click_at(*self.middle(selector))

    def click_at(self, x, y):
        self.drag((x, y), (x, y), steps=0)

    def drag(self, start, end, steps=8):
        """Drags with the mouse from one place to another."""
        places = [(start[0] + (end[0] - start[0]) * n / max(1, steps),
                   start[1] + (end[1] - start[1]) * n / max(1, steps)) for n in range(steps + 1)]
        moves = [{"type": "pointerMove", "duration": 10, "x": round(x), "y": round(y)}
                 for x, y in places]
        actions = [moves[0], {"type": "pointerDown", "button": 0}, *moves[1:],
                   {"type": "pointerUp", "button": 0}]
        self.act({"type": "pointer", "id": "mouse", "actions": actions})

    def pinch(self, x, y, start, end, steps=4):
        """Moves two fingers apart, from one distance of the middle to another."""
        def finger(name, side):
            places = [x + side * (start + (end - start) * n / steps) for n in range(steps + 1)]
            moves = [{"type": "pointerMove", "duration": 10, "x": round(place), "y": round(y)}
                     for place in places]
            return {"type": "pointer", "id": name, "parameters": {"pointerType": "touch"},
                    "actions": [moves[0], {"type": "pointerDown", "button": 0}, *moves[1:],
                                {"type": "pointerUp", "button": 0}]}

        self.act(finger("left", -1), finger("right", 1))

    def middle(self, selector):
        box = self.box(selector)
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def box(self, selector):
        return self.run(
            "return document.querySelector(arguments[0]).getBoundingClientRect().toJSON()", selector)

    def text(self, selector):
        return self.run("return document.querySelector(arguments[0]).textContent", selector)

    def wait(self, script, *arguments, what=None, seconds=60):
        """Waits until a function's body gives something true, and gives that."""
        try:
            return wait(lambda: self.run(script, *arguments), what or script, seconds)
        except AssertionError as failure:
            raise AssertionError(f"{failure}; the page: {self.run(SEEN)}") from None

    def close(self):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


class Driver(Browser):
    """The program that drives a browser, and one window of it."""

    def __init__(self, words, capabilities):
        self.folder = tempfile.mkdtemp(prefix="page-browser-")
        port = free_port()
        self.port = port
        environment = dict(os.environ, HOME=self.folder, TMPDIR=self.folder)
        self.process = subprocess.Popen(
            [*words, f"--port={port}"], env=environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait(lambda: self.is_ready(), "the driver starts", 30)
        answer = self.call("POST", "/session", {"capabilities": {"alwaysMatch": capabilities}})
        self.session = "/session/" + answer["sessionId"]

    def is_ready(self):
        try:
            return self.call("GET", "/status")["ready"]
        except OSError:
            return False

    def call(self, method, path, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        data = None if body is None else json.dumps(body)
        connection.request(method, path, data, {"Content-Type": "application/json"})
        answer = json.loads(connection.getresponse().read())["value"]
        connection.close()
        if isinstance(answer, dict) and "error" in answer:
            raise RuntimeError(f"{path}: {answer['error']}: {answer['message'][:400]}")
        return answer

    def ask(self, path, body):
        return self.call("POST", self.session + path, body)

    def open(self, address):
        self.ask("/url", {"url": address})

    def run(self, script, *arguments):
        """The result of a function's body in the page."""
        return self.ask("/execute/sync", {"script": script, "args": list(arguments)})

    def act(self, *actions):
        self.ask("/actions", {"actions": actions})

    def screenshot(self, path):
        picture = base64.b64decode(self.call("GET", self.session + "/screenshot"))
        with open(path, "wb") as file:
            file.write(picture)

    def close(self):
        try:
            if hasattr(self, "session"):
                self.call("DELETE", self.session)
        except (OSError, RuntimeError):
            pass
        super().close()


class Chromium(Driver):
    """Chromium, with its own protocol for what WebDriver lacks."""

    def __init__(self, *options):
        browser = find("chromium", "chromium-browser", "google-chrome")
        arguments = ["--headless=new", "--no-first-run", "--disable-gpu", "--hide-scrollbars",
                     "--disable-dev-shm-usage", "--disable-background-networking",
                     "--force-color-profile=srgb", *ONE_RENDERER, *options]
        if os.geteuid() == 0:
            arguments.append("--no-sandbox")
        super().__init__(
            [find("chromedriver")],
            {"browserName": "chrome",
             "goog:chromeOptions": {"binary": browser, "args": arguments},
             "goog:loggingPrefs": {"browser": "ALL"}})

    def protocol(self, command, **parameters):
        return self.ask("/goog/cdp/execute", {"cmd": command, "params": parameters})

    def size(self, width, height, scale=1, touch=False):
        self.protocol("Emulation.setDeviceMetricsOverride", width=width, height=height,
                      deviceScaleFactor=scale, mobile=touch)
        self.protocol("Emulation.setTouchEmulationEnabled", enabled=touch)

    def media(self, **features):
        names = {name.replace("_", "-"): value for name, value in features.items()}
        self.protocol("Emulation.setEmulatedMedia",
                      features=[{"name": name, "value": value} for name, value in names.items()])

    def touch(self, *places):
        """Drags a finger along places."""
        self.put_down(*places[0])
        self.move_to(*places[1:])
        self.lift()

    def put_down(self, x, y):
        self.protocol("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])

    def move_to(self, *places):
        for x, y in places:
            self.protocol("Input.dispatchTouchEvent", type="touchMove", touchPoints=[{"x": x, "y": y}])

    def lift(self):
        self.protocol("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def tap_twice(self, x, y):
        """Taps twice in quick succession, however long the driver takes."""
        self.protocol("Input.synthesizeTapGesture", x=x, y=y, duration=30, tapCount=2,
                      gestureSourceType="touch")

    def renew(self):
        """Goes on in a new tab, which knows nothing of those before."""
        self.protocol("Network.clearBrowserCookies")
        self.protocol("Network.clearBrowserCache")
        tab = self.ask("/window/new", {"type": "tab"})["handle"]
        for each in self.call("GET", self.session + "/window/handles"):
            if each != tab:
                self.ask("/window", {"handle": each})
                self.call("DELETE", self.session + "/window")
        self.ask("/window", {"handle": tab})

    def problems(self):
        """What the console complained of since the last time."""
        entries = self.ask("/se/log", {"type": "browser"})
        return [entry["message"] for entry in entries if entry["level"] == "SEVERE"]


@functools.cache
def shared():
    """The browser of this process: its start and its first page take longer than most tests."""
    browser = Chromium()
    atexit.register(browser.close)
    return browser


def forget():
    """Lets the next class have another browser."""
    if shared.cache_info().currsize:
        browser = shared()
        atexit.unregister(browser.close)
        browser.close()
        shared.cache_clear()


class Firefox(Browser):
    """Firefox, for the main way through the page."""

    def __init__(self):
        program = find("firefox-esr", "firefox")
        self.folder = tempfile.mkdtemp(prefix="page-browser-")
        port = free_port()
        with open(os.path.join(self.folder, "user.js"), "w") as file:
            file.write(f'user_pref("marionette.port", {port});\n')
        self.process = subprocess.Popen(
            [program, "-headless", "-marionette", "-no-remote", "-profile", self.folder],
            env=dict(os.environ, HOME=self.folder),
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.socket = wait(lambda: self.connect(port), "Firefox starts", 60)
        self.stream = self.socket.makefile("rb")
        self.number = 0
        self.receive()
        self.call("WebDriver:NewSession")

    @staticmethod
    def connect(port):
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=60)
        except OSError:
            return None

    def receive(self):
        """A message is its length, a colon and JSON."""
        length = b""
        while not length.endswith(b":"):
            byte = self.stream.read(1)
            if not byte:
                raise RuntimeError("Firefox has ended")
            length += byte
        return json.loads(self.stream.read(int(length[:-1])))

    def call(self, name, **parameters):
        self.number += 1
        message = json.dumps([0, self.number, name, parameters]).encode()
        self.socket.sendall(str(len(message)).encode() + b":" + message)
        _, _, error, result = self.receive()
        if error:
            raise RuntimeError(f"{name}: {error}")
        return result

    def open(self, address):
        self.call("WebDriver:Navigate", url=address)

    def run(self, script, *arguments):
        return self.call("WebDriver:ExecuteScript", script=script, args=arguments)["value"]

    def act(self, *actions):
        self.call("WebDriver:PerformActions", actions=actions)

    def close(self):
        self.stream.close()
        self.socket.close()
        super().close()


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def wait(condition, what, seconds=60):
    """Asks until a condition gives something true, often at first: most of them soon do."""
    end = time.monotonic() + seconds
    pause = 0.005
    while True:
        result = condition()
        if result:
            return result
        if time.monotonic() > end:
            raise AssertionError(f"waited {seconds} s in vain: {what}")
        time.sleep(pause)
        pause = min(0.05, pause * 1.5)
