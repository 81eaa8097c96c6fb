// The page of a dashboard. The server draws: the page shows its pictures and sends what users do.

import { ChartPanel } from "./chart.js";
import { $, make, on, say, theme } from "./elements.js";
import { ControlPanel, renderFilters } from "./inputs.js";
import { act, base, listen, now, refresh } from "./server.js";

const panels = new Map();
let layout = null, frame;

async function show(answer) {
  if (answer.version < now.version && !answer.items) return;
  Object.assign(now, answer);
  $("undo").disabled = !answer.canUndo;
  $("redo").disabled = !answer.canRedo;
  const newFrame = JSON.stringify([answer.items, answer.layout]);
  if (answer.items && newFrame !== frame) {
    frame = newFrame;
    layout = answer.layout;
    panels.clear();
    // The pictures stay until new ones come.
    const drawn = new Map([...$("panels").children].map((each) => [each.dataset.item, each.querySelector(".body > svg")]));
    $("panels").replaceChildren();
    for (const item of answer.items) {
      const panel = item.variables ? new ControlPanel(item) : new ChartPanel(item);
      panels.set(item.name, panel);
      $("panels").append(panel.element);
      if (drawn.get(item.name)) panel.body?.append(drawn.get(item.name));
    }
    place();
  }
  await Promise.all(answer.figures.map((figure) => panels.get(figure.name)?.show(figure)));
  renderControls();
  for (const old of document.querySelectorAll(".issue")) old.remove();
  for (const { item, text } of answer.issues ?? []) {
    (panels.get(item)?.element ?? $("panels")).prepend(make("pre", { className: "issue", textContent: text }));
  }
}

function renderControls() {
  renderFilters();
  for (const panel of panels.values()) panel.renderFields?.();
}

/** Puts the panels where the layout says; a narrow screen has one column. */
function place() {
  const root = $("panels");
  const places = layout?.[innerHeight > innerWidth ? "portrait" : "landscape"] ?? layout?.landscape ?? layout?.portrait;
  const mode = innerWidth < 640 ? "column" : places && [...panels.keys()].every((name) => places[name]) ? "placed" : "flow";
  root.className = mode;
  const unit = layout?.scale === "Points" ? "px" : "%";
  let bottom = 0;
  for (const [name, panel] of panels) {
    const at = mode === "placed" ? places[name] : [];
    ["left", "top", "width", "height"].forEach((side, number) => {
      panel.element.style[side] = mode === "placed" ? at[number] + unit : "";
    });
    if (mode === "placed") bottom = Math.max(bottom, at[1] + at[3]);
  }
  root.style.minHeight = mode === "placed" ? (unit === "px" ? bottom + "px" : "") : "0";
}

/** The server draws the first pictures of the next page for this window. */
function remember() {
  document.cookie = `perilune-window=${innerWidth},${innerHeight},${theme()};path=/d/;max-age=3e7;samesite=strict`;
}

function applyTheme() {
  document.documentElement.dataset.theme = theme();
  remember();
  for (const panel of panels.values()) panel.draw();
}

// Addresses

async function copyLink() {
  const hash = "#" + encodeURIComponent(JSON.stringify(now.state));
  try {
    await navigator.clipboard.writeText(base + hash);
    say("The link is in the clipboard");
  } catch {
    history.replaceState(null, "", hash);
    say("The link is in the address bar");
  }
}

/** Takes up the state of a shared address. */
async function restore() {
  const saved = location.hash.slice(1);
  if (!saved) return;
  history.replaceState(null, "", location.pathname);
  try {
    await act("restore", JSON.parse(decodeURIComponent(saved)));
  } catch {
    say("This link is damaged", true);
  }
}

// Start

now.show = show;
now.revert = renderControls;
for (const kind of ["undo", "redo", "reset", "refresh"]) $(kind).onclick = () => act(kind);
$("link").onclick = copyLink;
$("theme").value = localStorage.getItem("perilune-theme") ?? "system";
$("theme").onchange = () => { localStorage.setItem("perilune-theme", $("theme").value); applyTheme(); };
on(matchMedia("(prefers-color-scheme: dark)"), "change", applyTheme);
on(window, "hashchange", restore);
on(window, "keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.target.matches("input")) return;
  const key = event.key.toLowerCase();
  if (key === "z" || key === "y") {
    event.preventDefault();
    act(key === "y" || event.shiftKey ? "redo" : "undo");
  }
});
on(window, "pointerdown", (event) => {
  for (const details of document.querySelectorAll("details[open]")) if (!details.contains(event.target)) details.open = false;
});
let placing;
on(window, "resize", () => { clearTimeout(placing); placing = setTimeout(() => { place(); remember(); }, 100); });

applyTheme();
await refresh();
if (panels.size) listen();
await restore();
