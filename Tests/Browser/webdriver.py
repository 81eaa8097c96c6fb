"""A client of WebDriver (https://www.w3.org/TR/webdriver2/), for Chromium: as much as the tests need."""

import base64
import json
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


class Driver:
    """A chromedriver, which starts browsers."""

    def __init__(self):
        self.process = subprocess.Popen(
            ["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        for line in self.process.stdout:
            if "started successfully on port" in line:
                self.address = f"http://127.0.0.1:{int(line.split('port')[1].strip(' .' + chr(10)))}"
                return
        raise RuntimeError("chromedriver did not start")

    def browser(self, width=1280, height=900, *arguments):
        return Browser(self.address, width, height, arguments)

    def end(self):
        self.process.terminate()
        self.process.wait(10)


class Browser:
    """A browser with a profile of its own: no two of them share cookies."""

    def __init__(self, address, width, height, arguments):
        self.downloads = tempfile.TemporaryDirectory()
        options = {
            "prefs": {
                "download.default_directory": self.downloads.name,
                "profile.default_content_setting_values.automatic_downloads": 1},
            "args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                     f"--window-size={width},{height}", *arguments]}
        self.base = address
        answer = self.send("POST", "/session", {"capabilities": {"alwaysMatch": {
            "browserName": "chrome", "goog:chromeOptions": options,
            "goog:loggingPrefs": {"browser": "ALL"}}}})
        self.base = f"{address}/session/{answer['sessionId']}"

    def send(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            self.base + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)["value"]["message"]) from None

    def open(self, url):
        self.send("POST", "/url", {"url": url})

    def run(self, script, *arguments):
        return self.send("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def find(self, selector):
        return self.send("POST", "/element", {"using": "css selector", "value": selector})

    def wait(self, script, *arguments, seconds=10):
        """Waits until a script returns something true, and returns it."""
        end = time.monotonic() + seconds
        while True:
            value = self.run(script, *arguments)
            if value:
                return value
            if time.monotonic() > end:
                raise AssertionError(f"it did not come true: {script} {arguments}")
            time.sleep(0.05)

    def pointer(self, actions, kind="mouse"):
        self.send("POST", "/actions", {"actions": [
            {"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": actions}]})

    def tap(self, x, y, times=1, kind="mouse"):
        down = {"type": "pointerDown", "button": 0}
        up = {"type": "pointerUp", "button": 0}
        actions = [{"type": "pointerMove", "x": round(x), "y": round(y)}]
        for _ in range(times):
            actions += [down, up]
        self.pointer(actions, kind)

    def drag(self, start, end):
        self.pointer([
            {"type": "pointerMove", "x": round(start[0]), "y": round(start[1])},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerMove", "x": round((start[0] + end[0]) / 2), "y": round((start[1] + end[1]) / 2)},
            {"type": "pointerMove", "x": round(end[0]), "y": round(end[1])},
            {"type": "pointerUp", "button": 0}])

    def wheel(self, x, y, across=0, down=0, key=None):
        key = [{"type": "key", "id": "keys", "actions": [{"type": "keyDown", "value": key}]}] if key else []
        self.send("POST", "/actions", {"actions": [*key, {"type": "wheel", "id": "wheel", "actions": [
            {"type": "scroll", "x": round(x), "y": round(y), "deltaX": across, "deltaY": down}]}]})
        self.send("DELETE", "/actions")

    def pinch(self, x, y, before, after):
        """Two fingers beside a point, which move from one distance to another."""
        self.send("POST", "/actions", {"actions": [
            {"type": "pointer", "id": f"finger{side}", "parameters": {"pointerType": "touch"}, "actions": [
                {"type": "pointerMove", "x": round(x + side * before / 2), "y": round(y)},
                {"type": "pointerDown", "button": 0},
                {"type": "pointerMove", "x": round(x + side * after / 2), "y": round(y), "duration": 100},
                {"type": "pointerUp", "button": 0}]} for side in (-1, 1)]})

    def press(self, *keys, shift=False):
        actions = [{"type": "keyDown", "value": "\ue008"}] if shift else []
        for key in keys:
            actions += [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]
        actions += [{"type": "keyUp", "value": "\ue008"}] if shift else []
        self.send("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def resize(self, width, height):
        self.send("POST", "/window/rect", {"width": width, "height": height})

    def devtools(self, command, **parameters):
        """Sends a command of the DevTools protocol of Chromium."""
        return self.send("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def log(self):
        """What was written to the console since the last call."""
        return [entry["message"] for entry in self.send("POST", "/se/log", {"type": "browser"})]

    def screenshot(self, file):
        with open(file, "wb") as picture:
            picture.write(base64.b64decode(self.send("GET", "/screenshot")))

    def print(self, file):
        """Keeps the pages as they are printed, as PDF."""
        with open(file, "wb") as pages:
            pages.write(base64.b64decode(self.send("POST", "/print", {"background": False})))

    def end(self):
        self.send("DELETE", "")
        self.downloads.cleanup()
