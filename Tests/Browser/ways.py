"""What mouse, touch and keyboard each do alone, and what the page does as the system asks."""

ENTER, ESCAPE, TAB, SPACE, SHIFT, CONTROL, ALT = "\ue007", "\ue00c", "\ue004", " ", "\ue008", "\ue009", "\ue00a"
BUTTON = """[...document.querySelectorAll('[data-item="{item}"] .bar button, [data-item="{item}"] .bar summary')]
    .find((each) => each.textContent === '{text}')"""


class WayTests:
    """Tests of `Dashboard`s, which `open` opens."""

    def go_to(self, dashboard, what):
        """Presses Tab until an element has the focus, which an expression of a script says."""
        for _ in range(80):
            if dashboard.browser.run(f"const it = document.activeElement; return it === {what}"):
                return
            dashboard.browser.press(TAB)
        self.fail(f"the Tab key does not reach {what}")

    def go_to_mark(self, dashboard, item, label):
        """Goes to a chart with Tab, and in it to a mark with the arrow keys."""
        browser = dashboard.browser
        self.go_to(dashboard, f"document.querySelector('[data-item=\"{item}\"] .body svg [tabindex=\"0\"]')")
        for _ in range(60):
            if browser.run("return document.activeElement.ariaLabel").startswith(label):
                return
            browser.press("\ue014")
        self.fail(f"the arrow keys do not reach {label}")

    def press_with(self, browser, modifier, key):
        browser.send("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": [
            {"type": "keyDown", "value": modifier}, {"type": "keyDown", "value": key},
            {"type": "keyUp", "value": key}, {"type": "keyUp", "value": modifier}]}]})

    def count_series(self, dashboard, count):
        dashboard.browser.wait(
            "return document.querySelectorAll('[data-item=\"ProductSales\"] [data-role=\"series\"]').length === arguments[0]", count)

    def test_touch_selects_marks_categories_and_what_lies_in_a_rectangle(self):
        dashboard = self.open()
        browser = dashboard.browser
        dashboard.tap("ProductSales", "Eastern, Bikes", kind="touch")
        dashboard.wait_for("ProductSales", "Eastern, Bikes")
        mark = dashboard.mark("ProductSales", "South, Accessories")
        browser.tap(mark["x"], mark["y"] - 60, kind="touch")
        dashboard.wait_for("ProductSales", "South, Bikes")
        dashboard.wait_for("ProductSales", "South, Accessories")
        box = browser.run("""
            const marks = [...document.querySelectorAll('[data-item="ProductSales"] svg [data-category="1"]')];
            const boxes = marks.map((mark) => mark.getBoundingClientRect());
            return [Math.min(...boxes.map((box) => box.left)) - 4, Math.min(...boxes.map((box) => box.top)) - 4,
                Math.max(...boxes.map((box) => box.right)) + 4, Math.max(...boxes.map((box) => box.bottom)) + 4].map(Math.round)""")
        browser.pointer([
            {"type": "pointerMove", "x": box[0], "y": box[1]}, {"type": "pointerDown", "button": 0},
            {"type": "pause", "duration": 500},
            {"type": "pointerMove", "x": box[2], "y": box[3], "duration": 200}, {"type": "pointerUp", "button": 0}], "touch")
        dashboard.wait_for("ProductSales", "Central, Bikes")
        dashboard.wait_for("ProductSales", "Central, Accessories")
        self.assertFalse(dashboard.mark("ProductSales", "South, Bikes")["isSelected"])

    def test_touch_changes_the_legend_filters_and_what_is_shown(self):
        dashboard = self.open()
        browser = dashboard.browser
        dashboard.tap("ProductSales", "Clothing", kind="touch")
        self.count_series(dashboard, 3)
        dashboard.tap("ProductSales", "Bikes", times=2, kind="touch")
        self.count_series(dashboard, 1)
        browser.tap(*self.center(dashboard, "#undo"), kind="touch")
        self.count_series(dashboard, 3)
        browser.tap(*self.center(dashboard, "#filters summary"), kind="touch")
        browser.tap(*self.center(dashboard, "#filters input[type=checkbox]"), kind="touch")
        dashboard.wait_for_text("#filters summary", "Products: Bikes")
        for text in ("Table", "Full"):
            browser.run(f"({BUTTON.format(item='Orders', text=text)}).id = 'wanted'")
            browser.tap(*self.center(dashboard, "#wanted"), kind="touch")
            browser.wait("return document.getElementById('wanted').ariaPressed === 'true'")
            browser.run("document.getElementById('wanted').removeAttribute('id')")
        browser.wait("return document.querySelector('.full table')")

    def test_the_keyboard_alone_selects_categories_and_changes_the_legend(self):
        dashboard = self.open()
        browser = dashboard.browser
        self.go_to_mark(dashboard, "ProductSales", "Eastern, Bikes")
        self.press_with(browser, ALT, ENTER)
        dashboard.wait_for("ProductSales", "Eastern, Bikes")
        dashboard.wait_for("ProductSales", "Eastern, Accessories")
        self.press_with(browser, CONTROL, "z")
        dashboard.wait_for("ProductSales", "Eastern, Bikes", False)
        self.go_to_mark(dashboard, "ProductSales", "Clothing")
        browser.press(ENTER)
        self.count_series(dashboard, 3)
        browser.wait("return document.activeElement.ariaLabel?.startsWith('Clothing')")
        browser.press(ENTER)
        self.count_series(dashboard, 4)
        browser.wait("return document.activeElement.ariaLabel?.startsWith('Clothing')")
        self.press_with(browser, SHIFT, ENTER)
        self.count_series(dashboard, 1)

    def test_the_keyboard_alone_filters_shows_tables_and_goes_up(self):
        dashboard = self.open()
        browser = dashboard.browser
        self.go_to(dashboard, "document.querySelector('#filters summary')")
        browser.press(ENTER)
        browser.press(TAB)
        browser.press(SPACE)
        dashboard.wait_for_text("#filters summary", "Products: Bikes")
        browser.wait("return document.activeElement.matches('#filters input')")
        browser.press(ESCAPE)
        browser.wait("return !document.querySelector('#filters details').open && document.activeElement.matches('#filters summary')")
        self.go_to(dashboard, BUTTON.format(item="Orders", text="Table"))
        browser.press(ENTER)
        browser.wait("return document.querySelector('[data-item=\"Orders\"] table')")
        self.go_to_mark(dashboard, "Resellers", "Pacific")
        browser.press(ENTER, shift=True)
        dashboard.wait_for_text('[data-item="Resellers"] nav', "Pacific")
        browser.press(TAB, shift=True)
        for _ in range(8):
            if browser.run("return document.activeElement.closest('nav') !== null"):
                break
            browser.press(TAB, shift=True)
        browser.press(ENTER)
        browser.wait("return document.querySelector('[data-item=\"Resellers\"] nav').textContent === ''")

    def test_a_pointer_near_a_mark_and_the_focus_show_its_value(self):
        dashboard = self.open()
        browser = dashboard.browser
        mark = dashboard.mark("Orders", "2008, Eastern")
        browser.pointer([{"type": "pointerMove", "x": round(mark["x"]), "y": round(mark["y"]) - 9}])
        dashboard.wait_for_text("#tip:not([hidden])", "2008, Eastern")
        browser.pointer([{"type": "pointerMove", "x": 5, "y": 5}])
        browser.wait("return document.getElementById('tip').hidden")
        self.go_to_mark(dashboard, "Orders", "2006, Eastern")
        dashboard.wait_for_text("#tip:not([hidden])", "2006, Eastern")

    def test_a_screen_reader_is_told_of_another_level(self):
        dashboard = self.open()
        dashboard.tap("Resellers", "Pacific, Bikes", times=2)
        dashboard.wait_for_text('#news[role="status"]', "Pacific")

    def test_a_narrow_panel_shows_all_of_its_buttons(self):
        dashboard = self.open()
        for width in (190, 260, 350):
            boxes = dashboard.browser.run("""
                const panel = document.querySelector('[data-item="Quarters"]');
                panel.style.width = arguments[0] + "px";
                return [panel, ...panel.querySelectorAll(".bar > span > *")].map((each) => each.getBoundingClientRect())
                    .filter((box) => box.width > 0).map((box) => [box.right, box.top])""", width)
            self.assertEqual(len(boxes), 4)
            self.assertLessEqual(max(box[0] for box in boxes[1:]), boxes[0][0])
            self.assertEqual(len({box[1] for box in boxes[1:]}), 1)

    def test_nothing_moves_by_itself_and_more_contrast_is_more(self):
        dashboard = self.open()
        browser = dashboard.browser
        moving = browser.run("""
            return [...document.querySelectorAll("*")].filter((each) => {
                const style = getComputedStyle(each);
                return style.animationName !== "none" || parseFloat(style.transitionDuration) > 0;
            }).length""")
        self.assertEqual(moving, 0)
        line = "return getComputedStyle(document.querySelector('.panel')).borderTopColor"
        before = browser.run(line)
        browser.devtools("Emulation.setEmulatedMedia", features=[{"name": "prefers-contrast", "value": "more"}])
        self.assertNotEqual(browser.run(line), before)
        self.assertEqual(browser.run(line), browser.run("return getComputedStyle(document.body).color"))
        browser.devtools("Emulation.setEmulatedMedia", features=[{"name": "forced-colors", "value": "active"}])
        self.keep(dashboard, "forced")
        browser.wait("return document.querySelectorAll('.panel svg').length === 5")
