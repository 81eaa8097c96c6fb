// What mouse, fingers and keys do to a chart.

import { hideTip, make, on, showTip } from "./elements.js";

export function listen(panel) {
  listenToTaps(panel);
  listenToDrags(panel);
  listenToPinches(panel);
  on(panel.body, "keydown", (event) => pressed(panel, event));
  on(panel.element, "keydown", (event) => { if (event.key === "Escape") panel.goUp(); });
  on(panel.body, "focusin", (event) => {
    if (!event.target.matches('[role="button"]')) return;
    for (const mark of panel.marks) mark.tabIndex = mark === event.target ? 0 : -1;
    const bounds = event.target.getBoundingClientRect();
    if (event.target.matches(":focus-visible")) showTip(event.target.ariaLabel, bounds.right, bounds.top);
  });
  on(panel.body, "focusout", hideTip);
}

function listenToTaps(panel) {
  let last = { time: 0, key: null }, waiting = null;
  on(panel.body, "click", (event) => {
    if (panel.isTable || panel.ignoresClick) return;
    const mark = markAt(panel, event);
    if (!mark) return selectCategoryAt(panel, event);
    const key = panel.markKey(mark);
    clearTimeout(waiting);
    if (event.timeStamp - last.time < 350 && last.key === key) {
      last = { time: 0, key: null };
      return panel.tap(mark);
    }
    last = { time: event.timeStamp, key };
    // A double tap shows one series alone: the first tap must not hide it.
    if (panel.isLegend(mark)) waiting = setTimeout(() => panel.select(mark), 350);
    else panel.select(mark);
  });
}

/** A drag with the mouse, or with a finger that was held, draws a rectangle. */
function listenToDrags(panel) {
  const body = panel.body;
  let start = null, box = null, hold = null;
  const point = ({ clientX, clientY }) => {
    const { left, top } = body.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  const end = () => { clearTimeout(hold); box?.remove(); start = box = null; };
  on(body, "pointerdown", (event) => {
    if (!event.isPrimary) return end();
    if (panel.isTable || event.button !== 0 || !panel.svg?.contains(event.target)) return;
    start = { ...point(event), isDrag: event.pointerType === "mouse" };
    if (event.pointerType === "touch") hold = setTimeout(() => { if (start) start.isDrag = true; }, 350);
  });
  on(body, "pointermove", (event) => {
    if (!start) return hover(panel, event);
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
  on(body, "touchmove", (event) => { if (start?.isDrag) event.preventDefault(); }, { passive: false });
  on(body, "pointerup", (event) => {
    if (!start) return;
    const [from, to, wasDrag] = [start, point(event), box !== null];
    end();
    if (!wasDrag) return;
    const view = panel.svg.viewBox.baseVal;
    const scale = view.width / panel.svg.getBoundingClientRect().width;
    panel.act("rectangle", {
      x: Math.min(from.x, to.x) * scale, y: Math.min(from.y, to.y) * scale,
      width: Math.abs(from.x - to.x) * scale, height: Math.abs(from.y - to.y) * scale,
      w: view.width, h: view.height,
    });
    panel.ignoresClick = true;
    setTimeout(() => { panel.ignoresClick = false; }, 0);
  });
  on(body, "pointercancel", end);
  on(body, "pointerleave", hideTip);
  on(body, "contextmenu", (event) => { if (start?.isDrag && event.pointerType === "touch") event.preventDefault(); });
}

/** Two fingers, or the wheel with Ctrl or Shift, change which categories are shown. */
function listenToPinches(panel) {
  const body = panel.body, fingers = new Map();
  let from = null;
  const look = () => {
    const [one, other] = [...fingers.values()].map((finger) => panel.place(finger));
    return { middle: (one + other) / 2, spread: Math.abs(one - other) };
  };
  const end = () => {
    if (from) {
      const to = look();
      panel.changeRange(from.spread / Math.max(to.spread, 0.01), from.middle, from.middle - to.middle);
    }
    from = null;
    fingers.clear();
  };
  on(body, "pointerdown", (event) => {
    if (event.pointerType !== "touch" || !panel.bands()) return;
    fingers.set(event.pointerId, event);
    from = fingers.size === 2 ? look() : null;
  });
  on(body, "pointermove", (event) => {
    if (fingers.has(event.pointerId)) fingers.set(event.pointerId, event);
  });
  on(body, "pointerup", end);
  on(body, "pointercancel", end);
  on(body, "wheel", (event) => {
    const across = event.deltaX || (event.shiftKey ? event.deltaY : 0);
    if (!panel.bands() || !(event.ctrlKey || across)) return;
    event.preventDefault();
    if (event.ctrlKey) panel.changeRange(1.2 ** Math.sign(event.deltaY), panel.place(event));
    else panel.changeRange(1, 0, Math.sign(across) / 10);
  }, { passive: false });
}

/** Selects the category in whose part of the axis the pointer is. */
function selectCategoryAt(panel, event) {
  const bands = panel.bands();
  if (!bands) return;
  const [mark] = panel.ofCategory(bands.first + Math.floor(panel.place(event) * bands.count));
  if (mark) panel.selectCategory(mark);
}

/** The mark under the pointer; the text of a legend entry counts as its mark. */
function markAt(panel, event) {
  const mark = event.target.closest('[role="button"]');
  if (mark) return mark;
  const entry = event.target.closest('[data-role="legend"] [data-series], [data-node]');
  return entry?.querySelector('[role="button"]') ?? nearest(panel, event.clientX, event.clientY);
}

function nearest(panel, x, y, limit = 12) {
  let [best, least] = [null, limit];
  for (const mark of panel.marks) {
    const box = mark.getBoundingClientRect();
    const distance = Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
    if (distance < least) [best, least] = [mark, distance];
  }
  return best;
}

function hover(panel, event) {
  if (panel.isTable) return;
  const mark = event.target.closest?.('[role="button"]') ?? nearest(panel, event.clientX, event.clientY, 24);
  if (mark) showTip(mark.ariaLabel, event.clientX, event.clientY);
  else hideTip();
}

function pressed(panel, event) {
  const mark = event.target.closest('[role="button"]');
  if (!mark || panel.isTable || event.ctrlKey || event.metaKey) return;
  const change = {
    "+": [0.7], "-": [1 / 0.7], PageUp: [1, 0, -0.5], PageDown: [1, 0, 0.5],
  }[event.key];
  if (event.key === "Enter" || event.key === " ") {
    if (event.altKey) panel.selectCategory(mark);
    else if (event.shiftKey) panel.tap(mark);
    else panel.select(mark);
  } else if (change && panel.bands()) {
    panel.changeRange(change[0], change[1] ?? placeOf(panel, mark), change[2]);
  } else {
    const next = neighbour(panel, mark, event.key);
    if (!next) return;
    next.focus();
  }
  event.preventDefault();
}

function placeOf(panel, mark) {
  const { first, count } = panel.bands();
  return (Number(mark.dataset.category ?? first + count / 2) - first + 0.5) / count;
}

/** Left and right go along the categories, up and down to other series. */
function neighbour(panel, mark, key) {
  const all = panel.marks;
  if (key === "Home") return all[0];
  if (key === "End") return all[all.length - 1];
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 1, ArrowUp: -1 }[key];
  if (!step) return null;
  if (key === "ArrowDown" || key === "ArrowUp") {
    const same = panel.ofCategory(mark.dataset.category);
    if (!panel.isLegend(mark) && same.length > 1) return same[(same.indexOf(mark) + step + same.length) % same.length];
  }
  return all[(all.indexOf(mark) + step + all.length) % all.length];
}
