// A panel with a chart: its picture or table, what belongs to it, and what its marks stand for.

import { $, hideTip, make, makePopup, refocus, save, say, showTip, theme } from "./elements.js";
import { listen } from "./gestures.js";
import { field } from "./inputs.js";
import { act, now, request } from "./server.js";

const isSelected = (mark) => mark.ariaPressed === "true";

export class ChartPanel {
  constructor(item) {
    this.name = item.name;
    this.figure = null;
    this.isTable = false;
    this.size = "";
    this.marks = [];
    this.title = make("h2");
    this.crumbs = make("nav");
    this.fields = make("div", { className: "fields", hidden: true });
    this.body = make("div", { className: "body" });
    this.allButton = make("button", { textContent: "Show all", hidden: true, onclick: () => this.showAll() });
    this.playButton = make("button", { textContent: "Play", "aria-pressed": "false", "data-kind": "play", hidden: true, onclick: () => this.togglePlay() });
    this.tableButton = make("button", { textContent: "Table", "aria-pressed": "false", onclick: () => this.toggleTable() });
    this.fullButton = make("button", { textContent: "Full", "aria-pressed": "false", onclick: () => this.toggleFull() });
    this.savePopup = makePopup("Save", ...["PNG", "SVG", "CSV"].map((kind) =>
      make("button", { textContent: kind, onclick: () => this.save(kind.toLowerCase()) })));
    this.element = make("section", { className: "panel" },
      make("div", { className: "bar" }, this.title, this.crumbs,
        make("span", {}, this.allButton, this.playButton, this.tableButton, this.savePopup, this.fullButton)),
      this.fields, this.body);
    this.element.dataset.item = item.name;
    new ResizeObserver(() => {
      clearTimeout(this.resizing);
      this.resizing = setTimeout(() => { if (this.wantedSize() !== this.size) this.draw(); }, 120);
    }).observe(this.body);
    listen(this);
  }

  act(kind, data) { act(kind, data, this.name); }

  show(figure) {
    const isElsewhere = this.figure && String(figure.crumbs) !== String(this.figure.crumbs);
    this.figure = figure;
    this.title.textContent = figure.title;
    this.element.ariaLabel = figure.title;
    if (isElsewhere) $("news").textContent = [figure.title, ...figure.crumbs].join(", ");
    this.allButton.hidden = String(this.range) === "0,1";
    this.playButton.hidden = !figure.isInTime || this.isTable;
    this.renderCrumbs();
    this.renderWhatIf();
    return this.draw();
  }

  /** Inputs for the what-if columns of the selected category, or for the selected node of a diagram. */
  renderWhatIf() {
    const { whatIf, node } = this.figure;
    const focused = document.activeElement?.id, id = `n-${this.name}`;
    const rows = (whatIf?.columns ?? []).map((column) => field(
      { ...column, id: `w-${this.name}-${column.name}`, title: `${whatIf.category}: ${column.title}` },
      (value) => this.act("whatif", { category: whatIf.category, column: column.name, value })));
    if (node) {
      const seek = (target) => this.act("seek", { goal: node.name, target, lever: lever.lastChild.value });
      const lever = field({ id: `${id}-lever`, title: "by changing", choices: node.levers });
      const isInput = node.levers.every(({ key }) => key === node.name);
      if (node.slider) {
        rows.push(field({ ...node.slider, id: `${id}-slider`, title: node.title },
          isInput ? (value) => this.act("node", { node: node.name, value: `=${value}` }) : seek));
      }
      const input = make("input", { id, value: node.value, size: 10, onchange: () => this.act("node", { node: node.name, value: input.value }) });
      rows.push(make("div", { className: "field" }, make("label", { htmlFor: id, textContent: `${node.title} (number, or +10%)` }), input));
      if (!isInput) rows.push(field({ id: `${id}-goal`, title: `${node.title} is to be` }, seek), lever);
    }
    if (rows.length) rows.push(make("button", { textContent: "Reset", onclick: () => this.act("reset") }));
    this.fields.replaceChildren(...rows);
    this.fields.hidden = rows.length === 0;
    refocus(focused, this.fields);
  }

  renderCrumbs() {
    const { depth, crumbs, levels, level } = this.figure;
    const parts = [];
    if (depth > 0) {
      const names = ["All", ...crumbs.slice(-depth)];
      names.slice(0, -1).forEach((name, to) => {
        parts.push(make("button", { textContent: name, onclick: () => this.act("drill", { to }) }), "›");
      });
      parts.push(make("span", { textContent: names.at(-1), "aria-current": "true" }));
    }
    if (levels) {
      const select = make("select", { "aria-label": "Zoom level", onchange: () => this.act("level", { level: Number(select.value) }) },
        ...levels.map((name, number) => make("option", { value: number, textContent: name })));
      select.value = level;
      parts.push(select);
    }
    this.crumbs.replaceChildren(...parts);
    this.crumbs.hidden = parts.length === 0;
    this.crumbs.ariaLabel = `Levels of ${this.figure.title}`;
  }

  // Pictures and tables

  wantedSize() {
    const [w, h] = [this.body.clientWidth, this.body.clientHeight].map((side) => Math.min(4096, Math.max(64, side)));
    return `w=${w}&h=${h}`;
  }

  async file(type, query = "") {
    return (await request(`/panel/${encodeURIComponent(this.name)}.${type}${query}`)).text();
  }

  async draw() {
    if (!this.figure) return;
    this.stop();
    if (this.isTable) return this.drawTable();
    const size = this.wantedSize();
    this.size = size;
    const number = this.drawing = (this.drawing ?? 0) + 1;
    this.body.classList.add("busy");
    try {
      const text = await this.file("svg", `?${size}&theme=${theme()}`);
      if (number !== this.drawing || this.isTable) return;
      const svg = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
      const focused = this.body.contains(document.activeElement) ? this.markKey(document.activeElement) : null;
      this.body.replaceChildren(svg);
      this.svg = svg;
      this.keys = JSON.parse(svg.querySelector("[data-keys]")?.dataset.keys ?? "{}");
      this.body.classList.toggle("bands", svg.querySelector("[data-bands]") !== null);
      this.prepareMarks(focused);
    } catch (error) {
      if (number === this.drawing && !this.isTable) this.body.replaceChildren(make("p", { textContent: error.message }));
    } finally {
      if (number === this.drawing) this.body.classList.remove("busy");
    }
  }

  /** One tab stop: the mark that had the focus, else the first one of the data. */
  prepareMarks(focused) {
    this.marks = [...this.svg.querySelectorAll('[role="button"]')];
    for (const mark of this.marks) mark.tabIndex = -1;
    const found = focused && this.marks.find((mark) => this.markKey(mark) === focused);
    const stop = found || this.marks.find((mark) => !this.isLegend(mark)) || this.marks[0];
    if (stop) stop.tabIndex = 0;
    if (focused) stop?.focus();
  }

  drawTable() {
    const { columns, rows } = this.figure.table;
    this.size = "";
    this.body.replaceChildren(make("table", {},
      make("caption", { className: "unseen", textContent: this.figure.title }),
      make("thead", {}, make("tr", {}, ...columns.map((text) => make("th", { scope: "col", textContent: text })))),
      make("tbody", {}, ...rows.map((row) => make("tr", {}, ...row.map((text, number) =>
        make(number === 0 ? "th" : "td", number === 0 ? { scope: "row", textContent: text } : { textContent: text })))))));
  }

  toggleTable() {
    this.isTable = !this.isTable;
    this.tableButton.ariaPressed = this.isTable;
    this.body.classList.toggle("table", this.isTable);
    this.body.tabIndex = this.isTable ? 0 : -1;
    this.playButton.hidden = !this.figure.isInTime || this.isTable;
    this.draw();
  }

  // Playing: the marks appear in the order of time

  /** For each step the last place that is shown, in units of the picture, and its time. */
  frames() {
    const [left, , width] = this.svg.querySelector("[data-plot]").dataset.plot.split(" ").map(Number);
    const bounds = this.svg.getBoundingClientRect(), scale = this.svg.viewBox.baseVal.width / bounds.width;
    const ends = new Map();
    for (const mark of this.marks) {
      const { category } = mark.dataset;
      if (category === undefined || this.isLegend(mark)) continue;
      ends.set(category, Math.max(ends.get(category) ?? 0, (mark.getBoundingClientRect().right - bounds.left) * scale));
    }
    if (ends.size > 1) {
      return [...ends].map(([category, end]) => ({ end, text: this.keys.categories[category] })).sort((one, other) => one.end - other.end);
    }
    return Array.from({ length: 40 }, (_, step) => ({ end: left + width * (step + 1) / 40, text: "" }));
  }

  togglePlay() {
    if (this.timer) {
      clearInterval(this.timer);
      this.timer = null;
      this.playButton.ariaPressed = "false";
      $("news").textContent = this.playText;
      return;
    }
    if (!this.svg) return;
    const frames = this.frames();
    this.step ??= 0;
    const next = () => {
      if (this.step === frames.length) return this.stop();
      const { end, text } = frames[this.step++];
      this.reveal(end);
      this.playText = text;
      const bounds = this.svg.getBoundingClientRect();
      if (text) showTip(text, bounds.left + end * bounds.width / this.svg.viewBox.baseVal.width, bounds.top);
    };
    this.playButton.ariaPressed = "true";
    this.timer = setInterval(next, Math.min(600, Math.max(60, 8000 / frames.length)));
    next();
  }

  /** Shows the marks up to a place; all, without one. */
  reveal(end) {
    const clip = end === undefined ? "" : `inset(0 ${this.svg.viewBox.baseVal.width - end}px 0 0) view-box`;
    for (const group of this.svg.querySelectorAll('[data-role="series"]')) group.style.clipPath = clip;
    // The numbers at marks.
    for (const text of this.svg.querySelectorAll('[data-role="series"] ~ text')) {
      text.style.visibility = text.x.baseVal[0]?.value > end ? "hidden" : "";
    }
  }

  /** Ends playing, and shows everything again. */
  stop() {
    if (this.step === undefined) return;
    clearInterval(this.timer);
    this.timer = null;
    this.step = undefined;
    this.playButton.ariaPressed = "false";
    this.reveal();
    hideTip();
  }

  /** Shows this panel alone, or all again. */
  toggleFull() {
    const isFull = this.element.classList.toggle("full");
    this.fullButton.ariaPressed = isFull;
    for (const other of [document.querySelector("header"), ...this.element.parentElement.children]) {
      other.inert = isFull && other !== this.element;
    }
    hideTip();
  }

  async save(type) {
    this.savePopup.open = false;
    const name = `${this.figure.title}.${type}`;
    try {
      if (type === "csv") return save(new Blob([await this.file("csv")], { type: "text/csv" }), name);
      const { clientWidth: width, clientHeight: height } = this.element;
      const text = await this.file("svg", `?w=${width}&h=${height}&theme=${theme()}&title=1`);
      if (type === "svg") return save(new Blob([text], { type: "image/svg+xml" }), name);
      const image = make("img", { src: `data:image/svg+xml,${encodeURIComponent(text)}` });
      await image.decode();
      const canvas = make("canvas", { width: 2 * width, height: 2 * height });
      canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
      canvas.toBlob((blob) => save(blob, name));
    } catch (error) {
      say(error.message, true);
    }
  }

  // What a mark stands for

  isLegend(mark) { return mark.closest('[data-role="legend"]') !== null; }

  /** The series of an entry of the legend. */
  legendSeries(mark) { return this.isLegend(mark) && this.keys.series?.[mark.dataset.series]; }

  target(mark) {
    const node = mark.closest("[data-node]")?.dataset.node;
    if (node !== undefined) return { kind: "node", data: { node } };
    const category = this.keys.categories?.[mark.dataset.category];
    const series = this.keys.series?.[mark.dataset.series];
    if (category === undefined) return null;
    return series === undefined ? { kind: "category", data: { category } } : { kind: "item", data: { category, series } };
  }

  markKey(mark) {
    if (this.isLegend(mark)) return `legend ${mark.dataset.series}`;
    const target = this.target(mark);
    return target && JSON.stringify(target) + (mark.dataset.value ?? "");
  }

  /** The marks of a category, by its number. */
  ofCategory(number) {
    return this.marks.filter((mark) => !this.isLegend(mark) && mark.dataset.category === String(number));
  }

  // Actions

  select(mark) {
    const series = this.legendSeries(mark), target = this.target(mark);
    if (series) this.act("legend", { series, shown: !isSelected(mark) });
    else if (target) this.act(`${isSelected(mark) ? "deselection" : "selection"}.${target.kind}`, target.data);
  }

  tap(mark) {
    const series = this.legendSeries(mark), target = this.target(mark);
    if (series) this.act("isolate", { series });
    else if (target) this.act(`tap.${target.kind}`, target.data);
  }

  selectCategory(mark) {
    const category = this.keys.categories?.[mark.dataset.category];
    if (category === undefined) return;
    const same = this.ofCategory(mark.dataset.category);
    this.act(same.every(isSelected) ? "deselection.category" : "selection.category", { category });
  }

  goUp() {
    if (this.figure.depth > 0) return this.act("drill", { to: this.figure.depth - 1 });
    if (this.element.classList.contains("full")) return this.toggleFull();
    if (this.marks.some((mark) => !this.isLegend(mark) && isSelected(mark))) {
      this.act("selection.items", { categories: [], items: [] });
    }
  }

  /** The part of the categories that is shown, from 0 to 1. */
  get range() {
    const state = now.state?.items?.[this.name];
    return [state?.lower ?? 0, state?.upper ?? 1];
  }

  /**
   * Shows `factor` times as many categories, moved by a part of those that are shown.
   *
   * What is at `place`, from 0 to 1, stays there.
   */
  changeRange(factor, place = 0.5, shift = 0) {
    const bands = this.bands();
    if (!bands) return;
    const [lower, upper] = this.wantedRange ?? this.range;
    const least = (this.range[1] - this.range[0]) / bands.count;
    const length = Math.min(1, Math.max(least, (upper - lower) * factor));
    const start = lower + (upper - lower - length) * place + shift * length;
    const from = Math.min(Math.max(0, start), 1 - length);
    this.wantedRange = [from, Math.min(1, from + length)];
    clearTimeout(this.ranging);
    this.ranging = setTimeout(() => {
      const [lower, upper] = this.wantedRange;
      this.wantedRange = null;
      if (String([lower, upper]) !== String(this.range)) this.act("range", { lower, upper });
    }, 100);
  }

  showAll() {
    clearTimeout(this.ranging);
    this.wantedRange = null;
    this.act("range", { lower: 0, upper: 1 });
  }

  /** The axis of the categories: its direction, its ends, and those that are shown. */
  bands() {
    const chart = this.svg?.querySelector("[data-bands]");
    if (!chart || this.isTable) return null;
    const [axis, start, length] = chart.dataset.bands.split(" ");
    const [first, count] = chart.dataset.categories.split(" ").map(Number);
    return { axis, start, length, first, count };
  }

  /** Where a point is on the axis of the categories, from 0 to 1. */
  place(event) {
    const { axis, start, length } = this.bands(), bounds = this.svg.getBoundingClientRect();
    const point = axis === "x" ? event.clientX - bounds.left : event.clientY - bounds.top;
    return (point * this.svg.viewBox.baseVal.width / bounds.width - start) / length;
  }
}
