#!/usr/bin/env python3
"""Uses dashboards in Chromium as their visitors do: with the mouse, by touch and with the keyboard.

    Tests/Browser/dashboards.py [--perilune FILE] [--pictures FOLDER] [TEST ...]

It needs Debian's packages chromium and chromium-driver.
"""

import argparse
import importlib.util
import os
import shutil
import sys
import tempfile
import time
import unittest
from pathlib import Path

from server import ROOT, SALES, Server
from ways import WayTests
from webdriver import Driver

SITE = importlib.util.find_spec("axe_playwright_python")
AXE = SITE and Path(SITE.submodule_search_locations[0], "axe.min.js")
ENTER, ESCAPE, RIGHT, DOWN, TAB = "\ue007", "\ue00c", "\ue014", "\ue015", "\ue004"
CONTROL, PAGE_DOWN = "\ue009", "\ue00f"
RULE = """
local charts = require "charts"
local rule = {}

function rule:willChangeDrillDownLevel(chart, data)
  if data.category == "Europe" then return false, "Europe is being audited" end
end

function rule:didSelectDataItem(chart, data)
  if chart == "Reasons" then
    charts.select("ProductSales", { category = "Eastern" })
  end
end

return rule
"""


HOSTILE = "<img src=x onerror=alert(1)>"
# A chart of hostile names, and a diagram.
BOARD = """<Dashboard>
  <Chart Name="&lt;b&gt;" Title="&lt;script&gt;alert(1)&lt;/script&gt;" ChartType="Column" Query="Names">
    <Category Column="Name"/><Series Column="Kind"/><Values><Value Expression="Amount"/></Values></Chart>
  <Diagram Name="Profit" Query="Drivers">
    <Node Name="Profit" Expression="Price*Count" Default="true"/>
    <Node Name="Price" ParentNode="Profit"><NodeTo Name="Profit"/></Node>
    <Node Name="Count" ParentNode="Profit"><NodeTo Name="Profit"/></Node>
  </Diagram>
</Dashboard>"""

# A time series, what-if sliders and a diagram.
PLAN = """<Dashboard>
  <Chart Name="Days" Title="Sales by day" ChartType="Column" Query="Days">
    <Category Column="Day"/><Values><Value Expression="Sales * (1 + $growth / 100)" DisplayName="Sales"/></Values></Chart>
  <Chart Name="Shops" Title="Sales by shop" ChartType="Column" Query="Shops">
    <Category Column="Shop"/><Values><Value Expression="Guests * Bill" DisplayName="Sales"/></Values>
    <WhatIfColumns><Column Name="Guests" VariableType="integer" Min="0" Max="100"/></WhatIfColumns></Chart>
  <Diagram Name="Profit" Query="Drivers">
    <Node Name="Profit" Text="Profit" Expression="Price*Count" Default="true"/>
    <Node Name="Price" Text="Price" ParentNode="Profit"/>
    <Node Name="Count" Text="Count" ParentNode="Profit"/>
  </Diagram>
  <Variables><Variable Name="$growth" DisplayName="Growth" VariableType="float" Value="0" Min="-50" Max="50" Step="10"/>
    <Variable Name="$region" DisplayName="Region" VariableType="enum" Selection="0">
      <Choices><Choice Value="North"/><Choice Value="South"/></Choices></Variable></Variables>
  <DAPanel Name="Controls" Title="What if"><VariableName Name="$growth"/><VariableName Name="$region"/></DAPanel>
</Dashboard>"""


class RuledServer(Server):
    """A server with the rule above."""

    def __init__(self, board=SALES, *arguments, address="127.0.0.1:0"):
        self.folder = tempfile.TemporaryDirectory()
        script = Path(self.folder.name, "rule.lua")
        script.write_text(RULE)
        super().__init__(options.perilune, board, "--script", script, *arguments, address=address)

    def end(self):
        super().end()
        self.folder.cleanup()


class Dashboard:
    """The page in a browser."""

    MARK = """
        const [item, label] = arguments;
        return [...document.querySelectorAll(`[data-item="${item}"] .body:not(.busy) svg [role="button"]`)]
            .find((mark) => mark.getAttribute("aria-label").startsWith(label))"""

    def __init__(self, browser, page, charts=5):
        self.browser = browser
        browser.open(page)
        browser.wait(
            "return document.querySelectorAll('.panel svg').length === arguments[0] && !document.querySelector('.busy')",
            charts)

    def mark(self, item, label):
        return self.browser.wait(f"""
            const mark = (() => {{ {self.MARK} }})();
            if (!mark) return null;
            const box = mark.getBoundingClientRect();
            return {{ x: box.left + box.width / 2, y: box.top + box.height / 2,
                      isSelected: mark.getAttribute("aria-pressed") === "true" }}""", item, label)

    def tap(self, item, label, times=1, kind="mouse"):
        mark = self.mark(item, label)
        self.browser.tap(mark["x"], mark["y"], times, kind)

    def wait_for(self, item, label, is_selected=True):
        self.browser.wait(
            f"const mark = (() => {{ {self.MARK} }})();"
            " return mark && (mark.getAttribute('aria-pressed') === 'true') === arguments[2]",
            item, label, is_selected)

    def wait_for_text(self, selector, text):
        self.browser.wait(
            "return document.querySelector(arguments[0])?.textContent.includes(arguments[1])", selector, text)

    def be_dark(self):
        self.browser.run("""
            const theme = document.getElementById('theme');
            theme.value = 'dark';
            theme.dispatchEvent(new Event('change'))""")
        self.browser.wait(
            "return [...document.querySelectorAll('.panel svg')].every((svg) => svg.querySelector('rect').getAttribute('fill') === '#1c2027')")

    def press_button(self, item, text):
        self.browser.run("""
            [...document.querySelectorAll(`[data-item="${arguments[0]}"] button`)]
                .find((each) => each.textContent === arguments[1]).click()""", item, text)

    def wait_until(self, is_so, seconds=10):
        end = time.monotonic() + seconds
        while not is_so():
            if time.monotonic() > end:
                raise AssertionError("it did not happen")
            time.sleep(0.05)

    def message(self):
        return self.browser.wait("return document.getElementById('message').textContent")

    def count(self, selector):
        return self.browser.run("return document.querySelectorAll(arguments[0]).length", selector)


class DashboardTests(WayTests, unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.driver = Driver()
        cls.server = RuledServer()

    @classmethod
    def tearDownClass(cls):
        cls.server.end()
        cls.driver.end()

    def open(self, width=1280, height=900, page=None):
        browser = self.driver.browser(width, height)
        self.addCleanup(browser.end)
        return Dashboard(browser, page or self.server.page)

    def keep(self, dashboard, name):
        if options.pictures:
            dashboard.browser.screenshot(os.path.join(options.pictures, f"{name}.png"))

    def test_shows_all_panels_and_asks_nobody_else(self):
        dashboard = self.open()
        self.keep(dashboard, "first")
        self.assertEqual(dashboard.count(".panel"), 6)
        origins = dashboard.browser.run(
            "return [...new Set(performance.getEntriesByType('resource').map((each) => new URL(each.name).origin))]")
        self.assertEqual(origins, [self.server.page.split("/d/")[0]])
        self.assertEqual(dashboard.browser.log(), [])

    def test_the_page_shows_its_first_pictures_without_its_scripts(self):
        # A page does not wait for rows that are read for the first time.
        self.open()
        browser = self.driver.browser(1280, 900)
        self.addCleanup(browser.end)
        browser.devtools("Network.enable")
        browser.devtools("Network.setBlockedURLs", urls=["*.js"])
        browser.open(self.server.page)
        if options.pictures:
            browser.screenshot(os.path.join(options.pictures, "unscripted.png"))
        boxes = browser.run("""
            return [...document.querySelectorAll(".panel")].map((each) => {
                const [panel, svg] = [each, each.querySelector("svg")].map((one) => one?.getBoundingClientRect());
                return [panel.left, panel.top, panel.width, svg ? svg.width / panel.width : 0] })""")
        self.assertEqual(len(boxes), 6)
        self.assertEqual(len([box for box in boxes if box[3] > 0.9]), 5, boxes)
        self.assertEqual(len({(box[0], box[1]) for box in boxes}), 6)

    def test_a_tap_selects_and_another_one_takes_it_back(self):
        dashboard = self.open()
        dashboard.tap("ProductSales", "Eastern, Bikes")
        dashboard.wait_for("ProductSales", "Eastern, Bikes")
        self.keep(dashboard, "selected")
        self.assertFalse(dashboard.mark("ProductSales", "Eastern, Clothing")["isSelected"])
        # Later than the second tap of a double tap.
        dashboard.browser.run("return new Promise((done) => setTimeout(done, 500))")
        dashboard.tap("ProductSales", "Eastern, Bikes")
        dashboard.wait_for("ProductSales", "Eastern, Bikes", False)

    def test_a_double_tap_drills_and_the_path_leads_back(self):
        dashboard = self.open()
        dashboard.tap("Resellers", "Pacific, Bikes", times=2)
        dashboard.wait_for_text('[data-item="Resellers"] nav', "Pacific")
        dashboard.wait_for("Resellers", "Australia", False)
        self.keep(dashboard, "drilled")
        dashboard.browser.run("document.querySelector('[data-item=\"Resellers\"] nav button').click()")
        dashboard.wait_for("Resellers", "Pacific, Bikes", False)

    def test_touch_drills_too(self):
        dashboard = self.open()
        dashboard.tap("Resellers", "Pacific, Bikes", times=2, kind="touch")
        dashboard.wait_for_text('[data-item="Resellers"] nav', "Pacific")

    def test_a_rejection_and_its_reason_are_shown(self):
        dashboard = self.open()
        dashboard.tap("Resellers", "Europe, Bikes", times=2)
        self.assertEqual(dashboard.message(), "Rejected: Europe is being audited")
        self.keep(dashboard, "rejected")
        self.assertEqual(dashboard.count('[data-item="Resellers"] nav span'), 0)

    def test_the_keyboard_alone_selects_drills_and_goes_up(self):
        dashboard = self.open()
        browser = dashboard.browser
        stops = browser.run(
            "return [...document.querySelectorAll('.body svg')].map((svg) => svg.querySelectorAll('[tabindex=\"0\"]').length)")
        self.assertEqual(stops, [1, 1, 1, 1, 1])
        label = "return document.activeElement.getAttribute('aria-label')"
        for _ in range(60):
            browser.press(TAB)
            if (browser.run(label) or "").startswith("Canada, Bikes") and browser.run(
                    "return document.activeElement.closest('.panel').dataset.item") == "Resellers":
                break
        else:
            self.fail("the tab key does not reach the chart")
        browser.press(DOWN)
        self.assertTrue(browser.run(label).startswith("Canada, Components"))
        browser.press(RIGHT)
        self.assertTrue(browser.run(label).startswith("Central, Components"))
        browser.press(ENTER)
        dashboard.wait_for("Resellers", "Central, Components")
        browser.wait("return document.activeElement.getAttribute('aria-label')?.startsWith('Central, Components')")
        self.keep(dashboard, "keyboard")
        browser.press(ENTER, shift=True)
        dashboard.wait_for_text('[data-item="Resellers"] nav', "Central")
        browser.wait("return document.activeElement.closest('[data-item=\"Resellers\"] svg') !== null")
        browser.press(ESCAPE)
        browser.wait("return document.querySelector('[data-item=\"Resellers\"] nav').textContent === ''")

    def test_a_rectangle_selects_what_lies_in_it(self):
        dashboard = self.open()
        box = dashboard.browser.run("""
            const marks = [...document.querySelectorAll('[data-item="ProductSales"] svg [data-category="1"]')];
            const boxes = marks.map((mark) => mark.getBoundingClientRect());
            return { left: Math.min(...boxes.map((box) => box.left)), right: Math.max(...boxes.map((box) => box.right)),
                     top: Math.min(...boxes.map((box) => box.top)), bottom: Math.max(...boxes.map((box) => box.bottom)) }""")
        dashboard.browser.drag((box["left"] - 4, box["top"] - 4), (box["right"] + 4, box["bottom"] + 4))
        dashboard.wait_for("ProductSales", "Central, Bikes")
        dashboard.wait_for("ProductSales", "Central, Accessories")
        self.keep(dashboard, "rectangle")
        self.assertFalse(dashboard.mark("ProductSales", "Eastern, Bikes")["isSelected"])

    def test_a_tap_beside_the_marks_selects_the_category(self):
        dashboard = self.open()
        place = dashboard.browser.run("""
            const box = document.querySelector('[data-item="ProductSales"] [data-category="2"][data-series="3"]').getBoundingClientRect();
            return [box.left, box.top - 60]""")
        dashboard.browser.tap(*place)
        dashboard.wait_for("ProductSales", "Eastern, Bikes")
        dashboard.wait_for("ProductSales", "Eastern, Accessories")

    def test_the_legend_hides_a_series(self):
        dashboard = self.open()
        dashboard.tap("ProductSales", "Clothing")
        dashboard.browser.wait(
            "return document.querySelectorAll('[data-item=\"ProductSales\"] [data-role=\"series\"]').length === 3")
        self.keep(dashboard, "legend")

    def test_a_filter_restricts_the_charts_that_name_it(self):
        dashboard = self.open()
        dashboard.browser.run("document.querySelector('#filters summary').click()")
        self.keep(dashboard, "filter")
        dashboard.browser.run("document.querySelector('#filters input[type=checkbox]').click()")
        dashboard.browser.wait(
            "return document.querySelectorAll('[data-item=\"Resellers\"] svg [data-category][data-series]').length === 7")
        dashboard.wait_for_text("#filters summary", "Products: Bikes")

    def test_a_variable_changes_the_charts_that_use_it(self):
        dashboard = self.open()
        before = dashboard.browser.run(
            "return document.querySelector('[data-item=\"ProductSales\"] [data-category=\"1\"][data-series=\"0\"]').getAttribute('aria-label')")
        dashboard.browser.run("document.querySelector('.controls input[type=checkbox]').click()")
        dashboard.browser.run("""
            const slider = document.querySelector('.controls input[type=range]');
            slider.value = 20;
            slider.dispatchEvent(new Event('change'))""")
        dashboard.browser.wait("""
            const mark = document.querySelector('[data-item="ProductSales"] [data-category="1"][data-series="0"]');
            return mark && mark.getAttribute('aria-label') !== arguments[0]""", before)
        self.keep(dashboard, "variable")

    def test_an_action_is_one_request(self):
        dashboard = self.open()
        dashboard.tap("ProductSales", "Eastern, Bikes")
        dashboard.wait_for("ProductSales", "Eastern, Bikes")
        dashboard.tap("Resellers", "Pacific, Bikes")
        dashboard.wait_for("Resellers", "Pacific, Bikes")
        # Longer than the news of a change takes.
        dashboard.browser.run("return new Promise((done) => setTimeout(done, 500))")
        self.assertEqual(dashboard.browser.run(
            "return performance.getEntriesByType('resource').filter((each) => each.name.includes('since=') && !each.name.endsWith('since=0')).length"), 0)

    def test_an_old_request_that_fails_late_replaces_no_picture(self):
        dashboard = self.open()
        dashboard.browser.run("""
            const original = fetch;
            let isFirst = true;
            window.fetch = (path, ...rest) => {
                if (!isFirst || !path.includes("ProductSales.svg")) return original(path, ...rest);
                isFirst = false;
                return new Promise((_, fail) => setTimeout(() => { window.hasFailed = true; fail(new Error("late")); }, 800));
            }""")
        dashboard.tap("ProductSales", "Eastern, Bikes")
        dashboard.be_dark()
        dashboard.browser.wait("return window.hasFailed")
        dashboard.wait_for("ProductSales", "Eastern, Bikes")

    def test_undo_and_redo(self):
        dashboard = self.open()
        dashboard.tap("ProductSales", "Eastern, Bikes")
        dashboard.wait_for("ProductSales", "Eastern, Bikes")
        dashboard.browser.run("document.getElementById('undo').click()")
        dashboard.wait_for("ProductSales", "Eastern, Bikes", False)
        dashboard.browser.run("document.getElementById('redo').click()")
        dashboard.wait_for("ProductSales", "Eastern, Bikes")

    def test_two_visitors_do_not_see_each_others_selections(self):
        one, other = self.open(), self.open()
        one.tap("ProductSales", "Eastern, Bikes")
        one.wait_for("ProductSales", "Eastern, Bikes")
        other.tap("ProductSales", "South, Bikes")
        other.wait_for("ProductSales", "South, Bikes")
        self.assertFalse(one.mark("ProductSales", "South, Bikes")["isSelected"])
        self.assertFalse(other.mark("ProductSales", "Eastern, Bikes")["isSelected"])

    def test_an_address_shows_another_visitor_the_same(self):
        one = self.open()
        one.tap("ProductSales", "Eastern, Bikes")
        one.wait_for("ProductSales", "Eastern, Bikes")
        # Without a permission for the clipboard, the link is in the address bar.
        one.browser.run("navigator.clipboard.writeText = () => Promise.reject(); document.getElementById('link').click()")
        address = one.browser.wait("return location.hash && location.href")
        other = self.open(page=address)
        other.wait_for("ProductSales", "Eastern, Bikes")

    def test_a_script_acts_on_the_session_of_the_visitor(self):
        one, other = self.open(), self.open()
        one.tap("Reasons", "Price")
        one.wait_for("ProductSales", "Eastern, Bikes")
        self.assertFalse(other.mark("ProductSales", "Eastern, Bikes")["isSelected"])

    def test_another_page_of_the_visitor_follows(self):
        one = self.open()
        browser = one.browser
        first = browser.send("GET", "/window")
        second = browser.send("POST", "/window/new", {"type": "window"})["handle"]
        browser.send("POST", "/window", {"handle": second})
        other = Dashboard(browser, self.server.page)
        browser.send("POST", "/window", {"handle": first})
        one.tap("ProductSales", "Eastern, Bikes")
        one.wait_for("ProductSales", "Eastern, Bikes")
        browser.send("POST", "/window", {"handle": second})
        other.wait_for("ProductSales", "Eastern, Bikes")

    def test_a_narrow_screen_has_one_column(self):
        dashboard = self.open(500, 900)
        # As wide as a phone: a window cannot be.
        dashboard.browser.devtools("Emulation.setDeviceMetricsOverride", width=360, height=740, deviceScaleFactor=2, mobile=True)
        dashboard.browser.wait("return innerWidth === 360 && document.getElementById('panels').className === 'column'")
        self.keep(dashboard, "narrow")
        boxes = dashboard.browser.run(
            "return [...document.querySelectorAll('.panel')].map((each) => { const box = each.getBoundingClientRect(); return [box.left, box.height] })")
        self.assertEqual(len({box[0] for box in boxes}), 1)
        self.assertGreaterEqual(min(height for _, height in boxes[:5]), 240)
        self.assertTrue(dashboard.browser.run("return document.documentElement.scrollWidth <= innerWidth"))

    def test_a_table_shows_the_same_numbers(self):
        dashboard = self.open()
        dashboard.press_button("ProductSales", "Table")
        dashboard.wait_for_text('[data-item="ProductSales"] table', "$2,331,519.20")
        self.keep(dashboard, "table")

    def test_a_double_tap_on_the_legend_shows_one_series_alone(self):
        dashboard = self.open()
        dashboard.tap("ProductSales", "Clothing", times=2)
        dashboard.browser.wait(
            "return document.querySelectorAll('[data-item=\"ProductSales\"] [data-role=\"series\"]').length === 1")
        dashboard.browser.run("document.getElementById('undo').click()")
        dashboard.browser.wait(
            "return document.querySelectorAll('[data-item=\"ProductSales\"] [data-role=\"series\"]').length === 4")

    def test_downloads(self):
        dashboard = self.open()
        folder = Path(dashboard.browser.downloads.name)
        for kind in ("PNG", "SVG", "CSV"):
            dashboard.press_button("ProductSales", kind)
            file = folder / f"Sales by region and product.{kind.lower()}"
            dashboard.wait_until(file.exists)
        self.assertTrue((folder / "Sales by region and product.png").read_bytes().startswith(b"\x89PNG"))
        self.assertIn("Sales by region and product", (folder / "Sales by region and product.svg").read_text())
        table = (folder / "Sales by region and product.csv").read_text().splitlines()
        self.assertEqual(table[0], "Region,Bikes,Components,Clothing,Accessories")
        self.assertTrue(table[3].startswith("Eastern,2331519.2"), table[3])
        if options.pictures:
            shutil.copy(folder / "Sales by region and product.png", Path(options.pictures, "download.png"))

    def test_the_full_view_shows_one_chart_until_escape(self):
        dashboard = self.open()
        dashboard.press_button("Orders", "Full")
        dashboard.browser.wait("return document.querySelector('.full svg').clientWidth > 1200")
        self.assertEqual(dashboard.count("[inert]"), 6)
        self.keep(dashboard, "full")
        dashboard.browser.run("document.querySelector('.full button[aria-pressed=true]').focus()")
        dashboard.browser.press(ESCAPE)
        dashboard.browser.wait("return !document.querySelector('.full, [inert]')")

    def categories(self, dashboard, count):
        dashboard.browser.wait(
            "return Number(document.querySelector('[data-item=\"ProductSales\"] [data-bands]')"
            ".dataset.categories.split(' ')[1]) === arguments[0]", count)

    def test_the_keyboard_changes_the_range(self):
        dashboard = self.open()
        dashboard.browser.run(f"const mark = (() => {{ {Dashboard.MARK} }})(); mark.focus()", "ProductSales", "Canada, Bikes")
        dashboard.browser.press("+", "+", "+")
        self.categories(dashboard, 3)
        self.keep(dashboard, "range")
        dashboard.browser.press(PAGE_DOWN)
        dashboard.wait_for("ProductSales", "Central, Bikes", False)
        dashboard.press_button("ProductSales", "Show all")
        self.categories(dashboard, 5)

    def test_the_wheel_changes_the_range(self):
        dashboard = self.open()
        mark = dashboard.mark("ProductSales", "Eastern, Bikes")
        for _ in range(4):
            dashboard.browser.wheel(mark["x"], mark["y"], down=-100, key=CONTROL)
        self.categories(dashboard, 3)

    def test_two_fingers_change_the_range(self):
        dashboard = self.open()
        mark = dashboard.mark("ProductSales", "Eastern, Bikes")
        dashboard.browser.pinch(mark["x"], mark["y"], 100, 300)
        self.categories(dashboard, 3)

    def test_a_restarted_server_gets_the_selections_back(self):
        server = RuledServer()
        self.addCleanup(lambda: server.end())
        dashboard = self.open(page=server.page)
        dashboard.tap("ProductSales", "Eastern, Bikes")
        dashboard.wait_for("ProductSales", "Eastern, Bikes")
        server.end()
        server = RuledServer(address=server.page.split("/")[2])
        dashboard.browser.wait("return performance.getEntriesByType('resource').filter((each) => each.name.endsWith('/actions')).length > 1", seconds=30)
        dashboard.wait_for("ProductSales", "Eastern, Bikes")
        other = self.open(page=server.page)
        self.assertFalse(other.mark("ProductSales", "Eastern, Bikes")["isSelected"])

    def board(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        file = Path(folder.name, "board.xml")
        file.write_text(BOARD)
        data = Path(folder.name, "board.data")
        data.mkdir()
        (data / "Names.csv").write_text(f'Name,Kind,Amount\n"{HOSTILE}","""><script>alert(1)</script>",5\nb,c,3\n')
        (data / "Drivers.csv").write_text("Price,Count,Profit\n10,5,50\n")
        server = RuledServer(file)
        self.addCleanup(server.end)
        browser = self.driver.browser()
        self.addCleanup(browser.end)
        return Dashboard(browser, server.page, charts=2)

    def test_a_watched_dashboard_shows_changes_and_what_is_wrong(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        file = Path(folder.name, "sales.xml")
        original = SALES.read_text()
        file.write_text(original)
        server = RuledServer(file, "--watch", "--data", SALES.with_suffix(".sqlite"))
        self.addCleanup(server.end)
        dashboard = self.open(page=server.page)
        dashboard.tap("ProductSales", "Eastern, Bikes")
        dashboard.wait_for("ProductSales", "Eastern, Bikes")
        file.write_text(original.replace("Sales by region and product", "Sales, changed"))
        dashboard.wait_for_text('[data-item="ProductSales"] h2', "Sales, changed")
        dashboard.wait_for("ProductSales", "Eastern, Bikes")
        file.write_text(original.replace('Column="Region"', 'Column="Regoin"', 1))
        dashboard.wait_for_text('[data-item="ProductSales"] .issue', "did you mean 'Region'?")
        self.keep(dashboard, "watch")
        dashboard.wait_for("ProductSales", "Eastern, Bikes")
        file.write_text(original)
        dashboard.browser.wait("return document.querySelector('.issue') === null")
        self.assertEqual(dashboard.browser.log(), [])

    def test_the_token_is_the_password(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        token = Path(folder.name, "token")
        token.write_text("0123456789abcdef0123456789abcdef\n")
        server = RuledServer(SALES, "--token-file", token)
        self.addCleanup(server.end)
        dashboard = self.open(page=server.page.replace("http://", f"http://any:{token.read_text().strip()}@"))
        dashboard.tap("ProductSales", "Eastern, Bikes")
        dashboard.wait_for("ProductSales", "Eastern, Bikes")
        dashboard.browser.run("navigator.clipboard.writeText = () => Promise.reject(); document.getElementById('link').click()")
        dashboard.browser.wait("return location.hash")

    def test_names_are_text(self):
        dashboard = self.board()
        self.assertTrue(dashboard.mark("<b>", HOSTILE))
        dashboard.press_button("<b>", "Table")
        dashboard.wait_for_text("th[scope=row]", HOSTILE)
        self.assertEqual(dashboard.count("img, b, svg script, body script"), 0)
        self.assertEqual(dashboard.browser.log(), [])

    def test_a_goal_is_sought_by_changing_another_node(self):
        dashboard = self.board()
        box = dashboard.browser.run("""
            const box = document.querySelector('[data-node="Profit"]').getBoundingClientRect();
            return [box.left + box.width / 2, box.top + box.height / 2]""")
        dashboard.browser.tap(*box)
        dashboard.wait_for_text('[data-item="Profit"] .fields', "Profit is to be")
        dashboard.browser.run("""
            const goal = document.getElementById("n-Profit-goal");
            goal.value = "80";
            goal.dispatchEvent(new Event("change"))""")
        dashboard.browser.wait("return document.getElementById('n-Profit').value === '80'")
        dashboard.press_button("Profit", "Table")
        dashboard.wait_for_text('[data-item="Profit"] table', "Price16")
        dashboard.press_button("Profit", "Table")
        self.keep(dashboard, "diagram")

    def plan(self, width=1280):
        if not hasattr(self.__class__, "plan_server"):
            folder = tempfile.TemporaryDirectory()
            self.addClassCleanup(folder.cleanup)
            file = Path(folder.name, "plan.xml")
            file.write_text(PLAN)
            data = Path(folder.name, "plan.data")
            data.mkdir()
            (data / "Days.csv").write_text("Day,Sales\n" + "".join(
                f"2024-03-{day:02},{100 + day * day % 17}\n" for day in range(1, 11)))
            (data / "Shops.csv").write_text("Shop,Guests,Bill\nHarbour,20,10\nStation,40,8\n")
            (data / "Drivers.csv").write_text("Profit,Price,Count\n50,10,5\n")
            self.__class__.plan_server = RuledServer(file)
            self.addClassCleanup(self.plan_server.end)
        browser = self.driver.browser(width)
        self.addCleanup(browser.end)
        return Dashboard(browser, self.plan_server.page, charts=3)

    def center(self, dashboard, selector, part=0.5):
        """Of an element that can be tapped, as a user finds it."""
        return dashboard.browser.wait("""
            const element = document.querySelector(arguments[0]);
            if (!element) return null;
            element.scrollIntoView({ block: "nearest" });
            const box = element.getBoundingClientRect();
            return [box.left + box.width * arguments[1], box.top + box.height / 2]""", selector, part)

    PLAY = '[data-item="Days"] button[aria-pressed][data-kind="play"]'
    SHOWN = """
        const clip = document.querySelector('[data-item="Days"] [data-role="series"]').style.clipPath;
        return arguments[0] === (clip !== "")"""

    def test_a_time_series_is_played_by_mouse_touch_and_keyboard(self):
        dashboard = self.plan()
        browser = dashboard.browser
        self.assertEqual(dashboard.count('[data-item="Shops"] [data-kind="play"]:not([hidden])'), 0)

        def press(kind):
            if kind == "keyboard":
                browser.run("document.querySelector(arguments[0]).focus()", self.PLAY)
                browser.press(ENTER)
            else:
                browser.tap(*self.center(dashboard, self.PLAY), kind=kind)

        for kind in ("mouse", "touch", "keyboard"):
            with self.subTest(kind):
                press(kind)
                browser.wait(self.SHOWN, True)
                dashboard.wait_for_text("#tip", "2024-03-02")
                self.assertEqual(browser.run("""
                    return [...document.querySelectorAll('[data-item="Days"] [data-role="series"] ~ text')]
                        .filter((each) => each.style.visibility !== "hidden").length"""), 2)
                self.keep(dashboard, f"play-{kind}")
                press(kind)
                self.assertEqual(browser.run(
                    "return document.querySelector(arguments[0]).getAttribute('aria-pressed')", self.PLAY), "false")
                dashboard.wait_for_text("#news", "2024-03-0")
                # It goes on from where it was, to the end.
                press(kind)
                browser.wait(self.SHOWN, False, seconds=20)
                self.assertEqual(browser.run(
                    "return document.querySelector(arguments[0]).getAttribute('aria-pressed')", self.PLAY), "false")
        self.assertEqual(browser.log(), [])

    def test_a_slider_shows_where_it_was_and_goes_back(self):
        dashboard = self.plan()
        browser = dashboard.browser
        slider, back = "#v-\\$growth", "#v-\\$growth-back"
        value = f"return document.querySelector('{slider}').value === arguments[0]".replace("\\", "\\\\")
        for kind in ("mouse", "touch", "keyboard"):
            with self.subTest(kind):
                if kind == "keyboard":
                    browser.run("document.querySelector(arguments[0]).focus()", slider)
                    browser.press(RIGHT)
                else:
                    browser.tap(*self.center(dashboard, slider, 0.6), kind=kind)
                browser.wait(value, "10")
                browser.wait("return document.querySelectorAll('.ghost').length === 1")
                dashboard.wait_for("Days", "Mar 1, 2024: 111.1", False)
                self.keep(dashboard, f"ghost-{kind}")
                if kind == "keyboard":
                    browser.press(TAB)
                    browser.press(ENTER)
                else:
                    browser.tap(*self.center(dashboard, back), kind=kind)
                browser.wait(value, "0")
                self.assertEqual(dashboard.count(".ghost"), 0)
                if kind == "keyboard":
                    browser.wait("return document.activeElement.matches(arguments[0])", slider)
        self.assertEqual(browser.log(), [])

    def test_a_choice_goes_back_too(self):
        dashboard = self.plan()
        dashboard.browser.run("""
            const choice = document.getElementById("v-$region");
            choice.value = "South";
            choice.dispatchEvent(new Event("change"))""")
        dashboard.browser.tap(*self.center(dashboard, "#v-\\$region-back"))
        dashboard.browser.wait("return document.getElementById('v-$region').value === 'North'")

    def test_what_if_columns_have_a_ghost(self):
        dashboard = self.plan()
        dashboard.tap("Shops", "Harbour")
        dashboard.browser.tap(*self.center(dashboard, "#w-Shops-Guests", 0.8))
        dashboard.browser.wait("return document.querySelector('[data-item=\"Shops\"] .ghost')")
        dashboard.browser.tap(*self.center(dashboard, "#w-Shops-Guests-back"))
        dashboard.browser.wait("return !document.querySelector('.ghost') && document.getElementById('w-Shops-Guests').value === '20'")

    def test_nodes_are_sliders_by_mouse_touch_and_keyboard(self):
        dashboard = self.plan()
        browser = dashboard.browser

        def number():
            return float(browser.run("return document.getElementById('n-Profit-slider').value"))

        def select(node):
            browser.tap(*browser.run(f"""
                const box = document.querySelector('[data-node="{node}"]').getBoundingClientRect();
                return [box.left + box.width / 2, box.top + box.height / 2]"""))
            dashboard.wait_for_text('[data-item="Profit"] .fields label', node)

        select("Price")
        for kind, part in (("mouse", 0.9), ("touch", 0.2), ("keyboard", None)):
            with self.subTest(kind):
                before = number()
                if part is None:
                    browser.run("document.getElementById('n-Profit-slider').focus()")
                    browser.press(RIGHT)
                else:
                    browser.tap(*self.center(dashboard, "#n-Profit-slider", part), kind=kind)
                browser.wait("return Number(document.getElementById('n-Profit-slider').value) !== arguments[0]"
                             " && document.querySelector('[data-item=\"Profit\"] .ghost')", before)
        self.keep(dashboard, "node")
        # Of a computed node, the slider is a goal that another node is changed for.
        select("Profit")
        browser.tap(*self.center(dashboard, "#n-Profit-slider", 0.8))
        browser.wait("return document.getElementById('n-Profit').value.startsWith('8')")
        self.assertEqual(browser.log(), [])

    @unittest.skipUnless(AXE, "axe is not installed: make test-browser installs it")
    def test_axe_finds_no_violations_in_sliders(self):
        for width in (500, 900, 1400):
            dashboard = self.plan(width)
            dashboard.browser.run("""
                const slider = document.getElementById("v-$growth");
                slider.value = 20;
                slider.dispatchEvent(new Event("change"))""")
            dashboard.browser.wait("return document.querySelector('.ghost')")
            for is_dark in (False, True):
                if is_dark:
                    dashboard.be_dark()
                self.assertEqual(self.violations(dashboard), [], f"{width} points wide, {'dark' if is_dark else 'light'}")

    def violations(self, dashboard):
        return dashboard.browser.run(AXE.read_text() + """;
            return axe.run().then((result) => result.violations.map((each) =>
                `${each.id}: ${each.help}: ${each.nodes.map((node) => node.html.slice(0, 200)).slice(0, 3).join(" | ")}`))""")

    def test_it_prints(self):
        dashboard = self.open()
        if options.pictures:
            dashboard.browser.print(os.path.join(options.pictures, "print.pdf"))
        dashboard.browser.devtools("Emulation.setEmulatedMedia", media="print")
        titles, buttons, widths = dashboard.browser.run("""
            const isShown = (each) => each.getClientRects().length > 0;
            return [[...document.querySelectorAll("h2")].filter(isShown).length,
                [...document.querySelectorAll("button")].filter(isShown).length,
                [...document.querySelectorAll(".body svg")].map((each) => each.getBoundingClientRect().width > 1200)]""")
        self.assertEqual((titles, buttons, widths), (6, 0, [True] * 5))

    def test_the_dark_theme(self):
        dashboard = self.open()
        dashboard.be_dark()
        self.keep(dashboard, "dark")

    @unittest.skipUnless(AXE, "axe is not installed: make test-browser installs it")
    def test_axe_finds_no_violations(self):
        for width in (500, 900, 1400):
            dashboard = self.open(width, 900)
            for is_dark in (False, True):
                if is_dark:
                    dashboard.be_dark()
                self.assertEqual(self.violations(dashboard), [], f"{width} points wide, {'dark' if is_dark else 'light'}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--perilune", default=ROOT / ".build/debug/perilune")
    parser.add_argument("--pictures", help="a folder for screenshots")
    options, rest = parser.parse_known_args()
    if options.pictures:
        os.makedirs(options.pictures, exist_ok=True)
    unittest.main(argv=[sys.argv[0], *rest], verbosity=2)
