// Inputs for values, variables and filters.

import { $, make, makePopup, refocus } from "./elements.js";
import { act, now } from "./server.js";

/** A labelled input for a value. */
export function field(variable, set) {
  const id = variable.id ?? `v-${variable.name}`;
  const isChanged = variable.was !== undefined;
  const row = (...inputs) => make("div", { className: "field" }, make("label", { htmlFor: id, textContent: variable.title }), ...inputs,
    ...(isChanged && set ? [make("button", {
      id: `${id}-back`, textContent: "↺", ariaLabel: `Reset ${variable.title}`,
      onclick: () => set(variable.kind === "boolean" ? variable.was !== 0 : variable.was),
    })] : []));
  if (variable.kind === "boolean") {
    return row(make("input", { id, type: "checkbox", checked: variable.value !== 0, onchange: ({ target }) => set(target.checked) }));
  }
  if (variable.choices) {
    const select = make("select", { id, onchange: () => set?.(select.value) },
      ...variable.choices.map((choice) => make("option", { value: choice.key, textContent: choice.label })));
    if (variable.value !== undefined) select.value = variable.value;
    return row(select);
  }
  if (variable.kind === "date") {
    return row(make("input", { id, type: "date", value: String(variable.value).slice(0, 10), onchange: ({ target }) => { if (target.value) set(target.value); } }));
  }
  const isSlider = variable.minimum < variable.maximum;
  const step = variable.step ?? (variable.kind === "integer" ? 1 : 10 ** -(variable.decimals ?? 2));
  const short = (number) => Number(Number(number).toPrecision(6));
  const was = isChanged ? ` (was ${short(variable.was)})` : "";
  const shown = make("output", { htmlFor: id, textContent: short(variable.value) + was });
  const input = make("input", {
    id, type: isSlider ? "range" : "number", min: variable.minimum ?? "", max: variable.maximum ?? "", step,
    oninput: () => { shown.textContent = input.value + was; },
    onchange: () => { if (input.value !== "") set(Number(input.value)); },
  });
  input.value = variable.value;
  return row(...(isSlider || was ? [shown] : []), isSlider ? withGhost(input, variable) : input);
}

/** A slider with a mark where it was before it was changed. */
function withGhost(input, { was, minimum, maximum }) {
  const slider = make("span", { className: "slider" }, input);
  if (was !== undefined) {
    const ghost = make("i", { className: "ghost" });
    // The thumb is 16 pixels wide, and its middle stays within the input.
    const part = Math.min(1, Math.max(0, (was - minimum) / (maximum - minimum)));
    ghost.style.left = `calc(8px + ${part} * (100% - 16px))`;
    slider.append(ghost);
  }
  return slider;
}

/** A panel of variables: inputs of the page instead of a picture. */
export class ControlPanel {
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
    refocus(focused, this.element);
  }
}

export function renderFilters() {
  const open = new Set([...$("filters").querySelectorAll("details[open]")].map((each) => each.dataset.name));
  const focused = document.activeElement?.id;
  $("filters").replaceChildren(...now.filters.map((filter) => {
    const choices = filter.kind === "range" ? rangeChoices(filter) : listChoices(filter);
    const details = makePopup(`${filter.name}: ${filterText(filter)} ▾`, ...choices);
    details.open = open.has(filter.name);
    details.className = filter.values || filter.lower !== undefined ? "on" : "";
    details.dataset.name = filter.name;
    return details;
  }));
  refocus(focused, $("filters"));
}

function filterText(filter) {
  const { values } = filter;
  if (values) return values.length <= 3 ? values.join(", ") : `${values.length} values`;
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
  return [...(all.length > 8 ? [search] : []), ...labels];
}

function rangeChoices(filter) {
  const end = (name, value) => {
    const input = make("input", { id: `f-${filter.name}-${name}`, type: filter.isDate ? "date" : "number", step: "any", onchange: () => send() });
    if (value !== undefined) input.value = rangeText(filter, value);
    return input;
  };
  const lower = end("from", filter.lower ?? filter.minimum);
  const upper = end("to", filter.upper ?? filter.maximum);
  const send = () => {
    const [from, to] = [lower.value, upper.value];
    if (from && to) act("filter", { filter: filter.name, ...filter.isDate ? { lower: from, upper: to } : { lower: +from, upper: +to } });
  };
  return [make("label", {}, "from", lower), make("label", {}, "to", upper),
    make("button", { textContent: "All", onclick: () => act("filter", { filter: filter.name }) })];
}
