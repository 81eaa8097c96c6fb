#!/usr/bin/env python3
"""Measures the page of a dashboard in Chromium: its weight, the first picture, and how soon a tap shows.

    python3 Benchmarks/dashboards/browser.py [--taps 100] [--loads 20] [--perilune FILE]

It needs Debian's packages chromium and chromium-driver.
"""

import argparse
import statistics
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests" / "Browser"))
from server import Server  # noqa: E402
from webdriver import Driver  # noqa: E402

# Notes when pictures are shown, and the time from a tap to the picture that it changes. A picture is shown in the frame
# after it is in the document; a message that is sent in the frame arrives after it.
NOTES = """
    window.pictures = [];
    window.taps = [];
    let tap = null;
    const afterFrame = (work) => requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = work;
        channel.port2.postMessage(0);
    });
    addEventListener("pointerdown", (event) => { tap = { at: event.timeStamp, item: event.target.closest(".panel")?.dataset.item }; }, true);
    new MutationObserver((changes) => {
        for (const change of changes) for (const node of change.addedNodes) {
            if (node.nodeName !== "svg") continue;
            afterFrame(() => pictures.push(performance.now()));
            if (tap?.item && change.target.closest(".panel").dataset.item === tap.item) {
                const { at } = tap;
                tap = null;
                afterFrame(() => taps.push(performance.now() - at));
            }
        }
    }).observe(document, { childList: true, subtree: true });
"""
MARKS = """
    return [...document.querySelectorAll(`[data-item="${arguments[0]}"] svg [data-category][data-series][role="button"]`)]
        .map((mark) => mark.getBoundingClientRect()).filter((box) => box.height > 4 && box.width > 4)
        .map((box) => [box.left + box.width / 2, box.top + box.height / 2])"""
WEIGHT = """
    return [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
        .map((each) => [each.name.split("?")[0], each.encodedBodySize, each.decodedBodySize])"""


def show(what, values):
    values = sorted(values)
    print(f"{what:32} median {statistics.median(values):5.0f} ms, 95 % within {values[int(len(values) * 0.95)]:5.0f} ms, {len(values)} times")


class Rectangle(BaseHTTPRequestHandler):
    """A page with nothing but a rectangle: what the browser itself needs for a first picture."""

    def do_GET(self):
        body = b'<!DOCTYPE html><title>Rectangle</title><svg width="90" height="90"><rect width="90" height="90"/></svg>'
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def shown(driver, page, count):
    """Milliseconds from the request to each of the first pictures, in a new browser, and what it loaded."""
    browser = driver.browser()
    browser.devtools("Page.addScriptToEvaluateOnNewDocument", source=NOTES)
    browser.open(page)
    browser.wait(f"return pictures.length >= {count}")
    times = browser.run("""
        const { requestStart } = performance.getEntriesByType("navigation")[0];
        return pictures.map((time) => time - requestStart)""")
    files = browser.run(WEIGHT)
    browser.end()
    return times, files


def reloads(driver, page, times):
    """The same in a browser that is open, whose cache is empty."""
    browser = driver.browser()
    browser.devtools("Page.addScriptToEvaluateOnNewDocument", source=NOTES)
    browser.devtools("Network.setCacheDisabled", cacheDisabled=True)
    first = []
    for _ in range(times + 1):
        browser.open("about:blank")
        browser.open(page)
        browser.wait("return pictures.length >= 5")
        first.append(browser.run("return pictures[0] - performance.getEntriesByType('navigation')[0].requestStart"))
    browser.end()
    show("the same in an open browser", first[1:])


def loads(driver, page, times):
    plain = HTTPServer(("127.0.0.1", 0), Rectangle)
    threading.Thread(target=plain.serve_forever, daemon=True).start()
    first, last, rectangle = [], [], []
    for number in range(times):
        pictures, files = shown(driver, page, 5)
        first.append(pictures[0])
        last.append(pictures[4])
        rectangle.append(shown(driver, f"http://127.0.0.1:{plain.server_port}/", 1)[0][0])
        if number == 0:
            print(f"weight: {sum(file[1] for file in files) / 1000:.0f} kB compressed, {sum(file[2] for file in files) / 1000:.0f} kB before")
            for name, small, full in files:
                print(f"  {small / 1000:6.1f} of {full / 1000:6.1f} kB  {name}")
    plain.shutdown()
    show("first picture after the request", first)
    show("all five pictures", last)
    show("a page with one rectangle", rectangle)


def taps(driver, page, item, times):
    browser = driver.browser()
    browser.devtools("Page.addScriptToEvaluateOnNewDocument", source=NOTES)
    browser.open(page)
    browser.wait("return pictures.length >= 5")
    for number in range(times):
        marks = browser.run(MARKS, item)
        browser.tap(*marks[number % len(marks)])
        browser.wait("return taps.length > arguments[0]", number)
        browser.run("return new Promise((done) => setTimeout(done, 100))")
    show(f"tap to changed picture, {item}", browser.run("return taps"))
    browser.end()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--taps", type=int, default=100)
    parser.add_argument("--loads", type=int, default=20)
    parser.add_argument("--perilune", default=ROOT / ".build/release/perilune")
    options = parser.parse_args()
    with Server(options.perilune) as server:
        driver = Driver()
        try:
            loads(driver, server.page, options.loads)
            reloads(driver, server.page, options.loads)
            for item in ("ProductSales", "Resellers"):
                taps(driver, server.page, item, options.taps)
        finally:
            driver.end()


if __name__ == "__main__":
    main()
