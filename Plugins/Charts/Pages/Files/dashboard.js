// The page of a dashboard. The server draws: this file shows its pictures and sends what users do.

const $ = (id) => document.getElementById(id);
const base = location.pathname.replace(/\/$/, "");
const panels = new Map();
const now = { version: 0, filters: [], variables: [], state: null, layout: null };

/** Makes an element with properties and children. */
function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in element) element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

// Messages

let messageTimer;
function say(text, isAlert = false) {
  clearTimeout(messageTimer);
  $("message").className = isAlert ? "alert" : "";
  $("message").textContent = text;
  messageTimer = setTimeout(() => { $("message").textContent = ""; }, isAlert ? 8000 : 3000);
}

// Requests

async function request(path, body) {
  const options = body === undefined ? {} : {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  };
  const response = await fetch(base + path, options);
  if (response.ok) return response;
  const answer = await response.json().catch(() => null);
  const error = answer?.error;
  throw new Error(error ? error.message + (error.hint ? " – " + error.hint : "") : `the server answered ${response.status}`);
}

let queue = Promise.resolve();

/** Runs one request after another, so that no answer overtakes a later one. */
function inTurn(work) {
  queue = queue.then(work).catch((error) => { say(error.message, true); renderControls(); });
  return queue;
}

/** Asks the server to do something, and shows what has changed. */
function act(kind, data = {}, chart = "") {
  return inTurn(async () => {
    const response = await request("/actions", { kind, data, chart, since: now.version });
    const answer = await response.json();
    await show(answer);
    if (answer.outcome === "rejected") {
      say(answer.reason ? `Rejected: ${answer.reason}` : "Rejected by a script", true);
    }
  });
}

function refresh() {
  return inTurn(async () => {
    show(await (await request(`/figure.json?since=${now.version}`)).json());
  });
}

/** Waits for changes that scripts and other pages make. */
function listen() {
  const source = new EventSource(`${base}/changes?after=${now.version}`);
  source.onmessage = (event) => { if (Number(event.data) !== now.version) refresh(); };
  source.onerror = () => {
    if (source.readyState !== EventSource.CLOSED) return;
    setTimeout(async () => { await refresh(); listen(); }, 3000);
  };
}

// Theme

function isDark() {
  const wish = $("theme").value;
  return wish === "dark" || wish === "system" && matchMedia("(prefers-color-scheme: dark)").matches;
}

function applyTheme() {
  document.documentElement.dataset.theme = isDark() ? "dark" : "light";
  for (const panel of panels.values()) panel.draw();
}

// The dashboard

async function show(answer) {
  if (answer.version < now.version && !answer.items) return;
  Object.assign(now, {
    version: answer.version, filters: answer.filters, variables: answer.variables, state: answer.state,
  });
  document.title = answer.name;
  $("title").textContent = answer.name;
  $("undo").disabled = !answer.canUndo;
  $("redo").disabled = !answer.canRedo;
  if (answer.items && panels.size === 0) {
    now.layout = answer.layout;
    $("panels").replaceChildren();
    for (const item of answer.items) {
      const panel = item.variables ? new ControlPanel(item) : new ChartPanel(item);
      panels.set(item.name, panel);
      $("panels").append(panel.element);
    }
    place();
  }
  await Promise.all(answer.figures.map((figure) => panels.get(figure.name)?.show(figure)));
  renderControls();
}

function renderControls() {
  renderFilters();
  for (const panel of panels.values()) panel.renderFields?.();
}

/** Puts the panels where the layout says; a narrow screen has one column. */
function place() {
  const root = $("panels");
  const isPortrait = innerHeight > innerWidth;
  const places = now.layout?.[isPortrait ? "portrait" : "landscape"] ?? now.layout?.landscape ?? now.layout?.portrait;
  const mode = innerWidth < 640 ? "column" : places && [...panels.keys()].every((name) => places[name]) ? "placed" : "flow";
  root.className = mode;
  const unit = now.layout?.scale === "Points" ? "px" : "%";
  let bottom = 0;
  for (const [name, panel] of panels) {
    const style = panel.element.style;
    const [left, top, width, height] = mode === "placed" ? places[name] : [];
    style.left = mode === "placed" ? left + unit : "";
    style.top = mode === "placed" ? top + unit : "";
    style.width = mode === "placed" ? width + unit : "";
    style.height = mode === "placed" ? height + unit : "";
    if (mode === "placed") bottom = Math.max(bottom, top + height);
  }
  root.style.minHeight = mode === "placed" ? (unit === "px" ? bottom + "px" : "") : "0";
}

// Charts

class ChartPanel {
  constructor(item) {
    this.name = item.name;
    this.figure = null;
    this.isTable = false;
    this.title = make("h2");
    this.crumbs = make("nav");
    this.fields = make("div", { className: "fields", hidden: true });
    this.body = make("div", { className: "body" });
    this.tableButton = make("button", { textContent: "Table", "aria-pressed": "false", onclick: () => this.toggleTable() });
    this.fullButton = make("button", { textContent: "Full view", "aria-pressed": "false", onclick: () => this.toggleFull() });
    this.element = make("section", { className: "panel" },
      make("div", { className: "bar" }, this.title, this.crumbs, this.tableButton, this.fullButton), this.fields, this.body);
    this.element.dataset.item = item.name;
    this.size = "";
    new ResizeObserver(() => {
      clearTimeout(this.resizing);
      this.resizing = setTimeout(() => { if (this.wantedSize() !== this.size) this.draw(); }, 120);
    }).observe(this.body);
    this.listen();
  }

  wantedSize() {
    const side = (length) => Math.min(4096, Math.max(64, Math.floor(length)));
    return `w=${side(this.body.clientWidth)}&h=${side(this.body.clientHeight)}`;
  }

  show(figure) {
    this.figure = figure;
    this.title.textContent = figure.title;
    this.element.setAttribute("aria-label", figure.title);
    this.renderCrumbs();
    this.renderWhatIf();
    return this.draw();
  }

  /** Inputs for the what-if columns of the selected category, or for the selected node of a diagram. */
  renderWhatIf() {
    const { whatIf, node } = this.figure;
    const focused = document.activeElement?.id;
    const rows = (whatIf?.columns ?? []).map((column) => field(
      { ...column, id: `w-${this.name}-${column.name}`, title: `${whatIf.category}: ${column.title}` },
      (value) => this.act("whatif", { category: whatIf.category, column: column.name, value })));
    if (node) {
      const id = `n-${this.name}`;
      const input = make("input", { id, value: node.value, size: 10, onchange: () => this.act("node", { node: node.name, value: input.value }) });
      rows.push(make("div", { className: "field" }, make("label", { htmlFor: id, textContent: `${node.title} (number, or +10%)` }), input));
    }
    if (rows.length) rows.push(make("button", { textContent: "Reset", onclick: () => this.act("reset") }));
    this.fields.replaceChildren(...rows);
    this.fields.hidden = rows.length === 0;
    if (focused && this.fields.querySelector(`#${CSS.escape(focused)}`)) $(focused).focus();
  }

  renderCrumbs() {
    const { depth, crumbs, levels, level } = this.figure;
    const parts = [];
    if (depth > 0) {
      const names = ["All", ...crumbs.slice(-depth)];
      names.forEach((name, number) => {
        const isLast = number === names.length - 1;
        parts.push(isLast ? make("span", { textContent: name, "aria-current": "true" })
          : make("button", { textContent: name, onclick: () => this.act("drill", { to: number }) }));
        if (!isLast) parts.push("›");
      });
    }
    if (levels) {
      const select = make("select", { "aria-label": "Zoom level", onchange: () => this.act("level", { level: Number(select.value) }) },
        ...levels.map((name, number) => make("option", { value: number, textContent: name })));
      select.value = level;
      parts.push(select);
    }
    this.crumbs.replaceChildren(...parts);
    this.crumbs.hidden = parts.length === 0;
    this.crumbs.setAttribute("aria-label", `Levels of ${this.figure.title}`);
  }

  act(kind, data) { return act(kind, data, this.name); }

  async draw() {
    if (!this.figure) return;
    if (this.isTable) return this.drawTable();
    const size = this.wantedSize();
    this.size = size;
    const number = this.drawing = (this.drawing ?? 0) + 1;
    this.body.classList.add("busy");
    try {
      const path = `/panel/${encodeURIComponent(this.name)}.svg?${size}&theme=${isDark() ? "dark" : "light"}`;
      const text = await (await request(path)).text();
      if (number !== this.drawing || this.isTable) return;
      const svg = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
      const focused = this.body.contains(document.activeElement) ? this.markKey(document.activeElement) : null;
      this.body.replaceChildren(svg);
      this.svg = svg;
      this.keys = JSON.parse(svg.querySelector("[data-keys]")?.dataset.keys ?? "{}");
      this.prepareMarks(focused);
    } catch (error) {
      this.body.replaceChildren(make("p", { className: "hint", textContent: error.message }));
    } finally {
      this.body.classList.remove("busy");
    }
  }

  /** One tab stop: the mark that had the focus, else the first one of the data. */
  prepareMarks(focused) {
    this.marks = [...this.svg.querySelectorAll('[role="button"]')];
    for (const mark of this.marks) mark.setAttribute("tabindex", "-1");
    const found = focused && this.marks.find((mark) => this.markKey(mark) === focused);
    const stop = found || this.marks.find((mark) => !this.isLegend(mark)) || this.marks[0];
    stop?.setAttribute("tabindex", "0");
    if (focused) stop?.focus();
  }

  drawTable() {
    const { columns, rows } = this.figure.table;
    this.size = "";
    this.body.replaceChildren(make("table", {},
      make("caption", { textContent: this.figure.title }),
      make("thead", {}, make("tr", {}, ...columns.map((text) => make("th", { scope: "col", textContent: text })))),
      make("tbody", {}, ...rows.map((row) => make("tr", {}, ...row.map((text, number) =>
        make(number === 0 ? "th" : "td", number === 0 ? { scope: "row", textContent: text } : { textContent: text })))))));
  }

  toggleTable() {
    this.isTable = !this.isTable;
    this.tableButton.setAttribute("aria-pressed", this.isTable);
    this.body.classList.toggle("table", this.isTable);
    this.body.tabIndex = this.isTable ? 0 : -1;
    this.draw();
  }

  toggleFull() {
    const isFull = this.element.classList.toggle("full");
    this.fullButton.setAttribute("aria-pressed", isFull);
    hideTip();
  }

  // What a mark stands for

  isLegend(mark) { return mark.closest('[data-role="legend"]') !== null; }

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

  select(mark) {
    if (this.isLegend(mark)) return this.toggleSeries(mark);
    const target = this.target(mark);
    if (!target) return;
    const isSelected = mark.getAttribute("aria-pressed") === "true";
    this.act(`${isSelected ? "deselection" : "selection"}.${target.kind}`, target.data);
  }

  tap(mark) {
    if (this.isLegend(mark)) return this.isolate(mark);
    const target = this.target(mark);
    if (target) this.act(`tap.${target.kind}`, target.data);
  }

  toggleSeries(mark) {
    const series = this.keys.series?.[mark.dataset.series];
    if (series === undefined) return;
    this.act("legend", { series, shown: mark.getAttribute("aria-pressed") !== "true" });
  }

  /** Shows one series alone, or all again. */
  isolate(mark) {
    const entries = this.marks.filter((each) => this.isLegend(each));
    const isAlone = entries.every((each) => (each.getAttribute("aria-pressed") === "true") === (each === mark));
    for (const each of entries) {
      const series = this.keys.series?.[each.dataset.series];
      const shown = isAlone || each === mark;
      if (series !== undefined && shown !== (each.getAttribute("aria-pressed") === "true")) this.act("legend", { series, shown });
    }
  }

  goUp() {
    if (this.figure.depth > 0) return this.act("drill", { to: this.figure.depth - 1 });
    if (this.element.classList.contains("full")) return this.toggleFull();
    if (this.marks?.some((mark) => !this.isLegend(mark) && mark.getAttribute("aria-pressed") === "true")) {
      this.act("selection.items", { categories: [], items: [] });
    }
  }

  // Pointer

  listen() {
    const body = this.body;
    let start = null, box = null, lastTap = { time: 0, key: null }, waiting = null, hold = null;
    const point = (event) => {
      const bounds = body.getBoundingClientRect();
      return { x: event.clientX - bounds.left, y: event.clientY - bounds.top };
    };
    const end = () => { clearTimeout(hold); box?.remove(); start = box = null; };
    body.addEventListener("pointerdown", (event) => {
      if (this.isTable || event.button !== 0 || !this.svg?.contains(event.target)) return;
      start = { ...point(event), isDrag: event.pointerType === "mouse" };
      if (event.pointerType === "touch") hold = setTimeout(() => { if (start) start.isDrag = true; }, 350);
    });
    body.addEventListener("pointermove", (event) => {
      if (!start) return this.hover(event);
      const place = point(event);
      if (!box && Math.hypot(place.x - start.x, place.y - start.y) < 6) return;
      if (!start.isDrag) return end();
      hideTip();
      if (!box) {
        box = make("div", { className: "rectangle" });
        body.append(box);
        body.setPointerCapture(event.pointerId);
      }
      Object.assign(box.style, {
        left: `${Math.min(place.x, start.x)}px`, top: `${Math.min(place.y, start.y)}px`,
        width: `${Math.abs(place.x - start.x)}px`, height: `${Math.abs(place.y - start.y)}px`,
      });
    });
    body.addEventListener("touchmove", (event) => { if (start?.isDrag) event.preventDefault(); }, { passive: false });
    body.addEventListener("pointerup", (event) => {
      if (!start) return;
      const [from, to, wasDrag] = [start, point(event), box !== null];
      end();
      if (!wasDrag) return;
      const view = this.svg.viewBox.baseVal;
      const scale = view.width / this.svg.getBoundingClientRect().width;
      this.act("rectangle", {
        x: Math.min(from.x, to.x) * scale, y: Math.min(from.y, to.y) * scale,
        width: Math.abs(from.x - to.x) * scale, height: Math.abs(from.y - to.y) * scale,
        w: view.width, h: view.height,
      });
      this.ignoresClick = true;
      setTimeout(() => { this.ignoresClick = false; }, 0);
    });
    body.addEventListener("pointercancel", end);
    body.addEventListener("pointerleave", hideTip);
    body.addEventListener("contextmenu", (event) => { if (start?.isDrag && event.pointerType === "touch") event.preventDefault(); });
    body.addEventListener("click", (event) => {
      if (this.isTable || this.ignoresClick) return;
      const crumb = event.target.closest("[data-crumb]");
      if (crumb) return this.act("drill", { to: Number(crumb.dataset.crumb) });
      const mark = this.markAt(event);
      if (!mark) return this.selectCategoryAt(event);
      const key = this.markKey(mark);
      clearTimeout(waiting);
      if (event.timeStamp - lastTap.time < 350 && lastTap.key === key) {
        lastTap = { time: 0, key: null };
        return this.tap(mark);
      }
      lastTap = { time: event.timeStamp, key };
      // Where a second tap drills, the first one waits for it.
      if (this.figure.canDrill || this.isLegend(mark)) waiting = setTimeout(() => this.select(mark), 250);
      else this.select(mark);
    });
    body.addEventListener("keydown", (event) => this.key(event));
    body.addEventListener("focusin", (event) => {
      if (!event.target.matches('[role="button"]')) return;
      for (const mark of this.marks) mark.setAttribute("tabindex", mark === event.target ? "0" : "-1");
      const bounds = event.target.getBoundingClientRect();
      if (event.target.matches(":focus-visible")) showTip(event.target.getAttribute("aria-label"), bounds.right, bounds.top);
    });
    body.addEventListener("focusout", hideTip);
  }

  /** Selects the category in whose part of the axis the pointer is. */
  selectCategoryAt(event) {
    const chart = this.svg.querySelector("[data-bands]");
    if (!chart) return;
    const [axis, start, length] = chart.dataset.bands.split(" ");
    const [first, count] = chart.dataset.categories.split(" ").map(Number);
    const bounds = this.svg.getBoundingClientRect();
    const place = (axis === "x" ? event.clientX - bounds.left : event.clientY - bounds.top) * this.svg.viewBox.baseVal.width / bounds.width;
    const number = Math.floor((place - start) / length * count);
    const mark = number >= 0 && number < count
      && this.marks.find((each) => !this.isLegend(each) && Number(each.dataset.category) === first + number);
    if (mark) this.selectCategory(mark);
  }

  selectCategory(mark) {
    const category = this.keys.categories?.[mark.dataset.category];
    if (category === undefined) return;
    const same = this.marks.filter((each) => !this.isLegend(each) && each.dataset.category === mark.dataset.category);
    const isSelected = same.every((each) => each.getAttribute("aria-pressed") === "true");
    this.act(isSelected ? "deselection.category" : "selection.category", { category });
  }

  /** The mark under the pointer; the text of a legend entry counts as its mark. */
  markAt(event) {
    const mark = event.target.closest('[role="button"]');
    if (mark) return mark;
    const entry = event.target.closest('[data-role="legend"] [data-series], [data-node]');
    return entry?.querySelector('[role="button"]') ?? this.nearest(event.clientX, event.clientY);
  }

  nearest(x, y, limit = 12) {
    let [best, least] = [null, limit];
    for (const mark of this.marks ?? []) {
      const box = mark.getBoundingClientRect();
      const distance = Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
      if (distance < least) [best, least] = [mark, distance];
    }
    return best;
  }

  hover(event) {
    if (this.isTable) return;
    const mark = event.target.closest?.('[role="button"]') ?? this.nearest(event.clientX, event.clientY, 24);
    if (mark) showTip(mark.getAttribute("aria-label"), event.clientX, event.clientY);
    else hideTip();
  }

  // Keyboard

  key(event) {
    const mark = event.target.closest('[role="button"]');
    if (event.key === "Escape") return this.goUp();
    if (!mark || this.isTable) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (event.altKey) return this.selectCategory(mark);
      return event.shiftKey ? this.tap(mark) : this.select(mark);
    }
    const next = this.neighbour(mark, event.key);
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  /** Left and right go along the categories, up and down to other series. */
  neighbour(mark, key) {
    const all = this.marks;
    if (key === "Home") return all[0];
    if (key === "End") return all[all.length - 1];
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 1, ArrowUp: -1 }[key];
    if (!step) return null;
    if (key === "ArrowDown" || key === "ArrowUp") {
      const same = all.filter((each) => !this.isLegend(each) && each.dataset.category === mark.dataset.category);
      if (!this.isLegend(mark) && same.length > 1) return same[(same.indexOf(mark) + step + same.length) % same.length];
    }
    return all[(all.indexOf(mark) + step + all.length) % all.length];
  }
}

// Tooltip

function showTip(text, x, y) {
  const tip = $("tip");
  tip.textContent = text;
  tip.hidden = false;
  const { width, height } = tip.getBoundingClientRect();
  tip.style.left = `${Math.max(4, Math.min(x + 12, innerWidth - width - 4))}px`;
  tip.style.top = `${y + 16 + height > innerHeight ? y - height - 8 : y + 16}px`;
}

function hideTip() { $("tip").hidden = true; }

// Variables

/** A panel of variables: inputs of the page instead of a picture. */
class ControlPanel {
  constructor(item) {
    this.variables = item.variables;
    this.element = make("section", { className: "panel controls" });
    this.element.dataset.item = item.name;
  }

  show(figure) {
    this.title = figure.title;
    this.element.setAttribute("aria-label", figure.title);
  }

  draw() {}

  renderFields() {
    const focused = document.activeElement?.id;
    const fields = this.variables.map((name) => now.variables.find((each) => each.name === name)).filter(Boolean);
    this.element.replaceChildren(make("div", { className: "fields" },
      make("h2", { textContent: this.title ?? "" }),
      ...fields.map((each) => field(each, (value) => act("variable", { variable: each.name, value })))));
    if (focused && this.element.querySelector(`#${CSS.escape(focused)}`)) $(focused).focus();
  }
}

/** A labelled input for a value. */
function field(variable, set) {
  const id = variable.id ?? `v-${variable.name}`;
  const label = make("label", { htmlFor: id, textContent: variable.title });
  if (variable.kind === "boolean") {
    const box = make("input", { id, type: "checkbox", checked: variable.value !== 0, onchange: () => set(box.checked) });
    return make("div", { className: "field" }, label, box);
  }
  if (variable.choices) {
    const select = make("select", { id, onchange: () => set(select.value) },
      ...variable.choices.map((choice) => make("option", { value: choice.key, textContent: choice.label })));
    select.value = variable.value;
    return make("div", { className: "field" }, label, select);
  }
  if (variable.kind === "date") {
    const date = make("input", { id, type: "date", value: String(variable.value).slice(0, 10), onchange: () => { if (date.value) set(date.value); } });
    return make("div", { className: "field" }, label, date);
  }
  const isSlider = variable.minimum < variable.maximum;
  const step = variable.step ?? (variable.kind === "integer" ? 1 : 10 ** -(variable.decimals ?? 2));
  const shown = make("output", { htmlFor: id, textContent: variable.value });
  const input = make("input", {
    id, type: isSlider ? "range" : "number", min: variable.minimum ?? "", max: variable.maximum ?? "", step,
    oninput: () => { shown.textContent = input.value; },
    onchange: () => { if (input.value !== "") set(Number(input.value)); },
  });
  input.value = variable.value;
  return make("div", { className: "field" }, label, ...(isSlider ? [shown] : []), input);
}

// Filters

function renderFilters() {
  const open = new Set([...$("filters").querySelectorAll("details[open]")].map((each) => each.dataset.name));
  const focused = document.activeElement?.id;
  $("filters").replaceChildren(...now.filters.map((filter) => {
    const isOn = Boolean(filter.values) || filter.lower !== undefined;
    const choices = filter.kind === "range" ? rangeChoices(filter) : listChoices(filter);
    const details = make("details", { className: isOn ? "on" : "", open: open.has(filter.name) },
      make("summary", { textContent: `${filter.name}: ${filterText(filter)}` }), choices);
    details.dataset.name = filter.name;
    details.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      details.open = false;
      details.querySelector("summary").focus();
    });
    return details;
  }));
  if (focused && $("filters").querySelector(`#${CSS.escape(focused)}`)) $(focused).focus();
}

function filterText(filter) {
  if (filter.values) return filter.values.length <= 3 ? filter.values.join(", ") : `${filter.values.length} values`;
  if (filter.lower === undefined) return "all";
  return `${rangeText(filter, filter.lower)} – ${rangeText(filter, filter.upper)}`;
}

function rangeText(filter, value) {
  return filter.isDate ? new Date(value / 1000).toISOString().slice(0, 10) : String(value);
}

function listChoices(filter) {
  const chosen = new Set(filter.values ?? []);
  const all = filter.choices ?? [...chosen];
  const labels = all.map((key, number) => {
    const box = make("input", {
      id: `f-${filter.name}-${number}`, type: "checkbox", checked: chosen.has(key),
      onchange: () => {
        if (box.checked) chosen.add(key); else chosen.delete(key);
        act("filter", { filter: filter.name, ...(chosen.size ? { values: [...chosen] } : {}) });
      },
    });
    return make("label", {}, box, key === "" ? "(empty)" : key);
  });
  const search = make("input", {
    type: "search", placeholder: "Search", "aria-label": `Search ${filter.name}`,
    oninput: () => {
      const wanted = search.value.toLowerCase();
      all.forEach((key, number) => { labels[number].hidden = !key.toLowerCase().includes(wanted); });
    },
  });
  return make("div", { className: "choices" }, ...(all.length > 8 ? [search] : []), ...labels);
}

function rangeChoices(filter) {
  const type = filter.isDate ? "date" : "number";
  const end = (name, value) => {
    const input = make("input", { id: `f-${filter.name}-${name}`, type, "aria-label": `${filter.name} ${name}`, onchange: () => send() });
    if (type === "number") input.step = "any";
    if (value !== undefined) input.value = rangeText(filter, value);
    return input;
  };
  const lower = end("from", filter.lower ?? filter.minimum);
  const upper = end("to", filter.upper ?? filter.maximum);
  const value = (input) => filter.isDate ? input.value : Number(input.value);
  const send = () => {
    if (lower.value !== "" && upper.value !== "") act("filter", { filter: filter.name, lower: value(lower), upper: value(upper) });
  };
  return make("div", { className: "choices" }, make("label", {}, "from", lower), make("label", {}, "to", upper),
    make("button", { textContent: "All", onclick: () => act("filter", { filter: filter.name }) }));
}

// Start

function encode(value) {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

function decode(text) {
  const bytes = Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(bytes));
}

async function copyLink() {
  const address = `${location.origin}${base}#${encode(now.state)}`;
  try {
    await navigator.clipboard.writeText(address);
    say("The link is in the clipboard");
  } catch {
    history.replaceState(null, "", address);
    say("The link is in the address bar");
  }
}

/** Takes up the state of a shared address. */
async function restore() {
  const saved = location.hash.slice(1);
  if (!saved) return;
  history.replaceState(null, "", base);
  try {
    await act("restore", decode(saved));
  } catch {
    say("This link is damaged", true);
  }
}

$("undo").onclick = () => act("undo");
$("redo").onclick = () => act("redo");
$("reset").onclick = () => act("reset");
$("refresh").onclick = () => act("refresh");
$("link").onclick = copyLink;
$("theme").value = localStorage.getItem("perilune-theme") ?? "system";
$("theme").onchange = () => { localStorage.setItem("perilune-theme", $("theme").value); applyTheme(); };
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", applyTheme);
addEventListener("hashchange", restore);
addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.target.matches("input")) return;
  if (event.key === "z" || event.key === "y") {
    event.preventDefault();
    act(event.key === "y" || event.shiftKey ? "redo" : "undo");
  }
});
addEventListener("pointerdown", (event) => {
  for (const details of document.querySelectorAll("details[open]")) if (!details.contains(event.target)) details.open = false;
});
let placing;
addEventListener("resize", () => { clearTimeout(placing); placing = setTimeout(place, 100); });

applyTheme();
await refresh();
if (panels.size) listen();
await restore();
