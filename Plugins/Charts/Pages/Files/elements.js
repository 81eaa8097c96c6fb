// Elements of the page: how they are made, messages, the tooltip, and the theme.

export const $ = (id) => document.getElementById(id);

export const on = (element, ...listener) => element.addEventListener(...listener);

/** Makes an element with properties and children. */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in element) element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/** A button that opens a small window. */
export function makePopup(title, ...children) {
  const details = make("details", {}, make("summary", { textContent: title }), make("div", { className: "choices" }, ...children));
  on(details, "keydown", (event) => {
    if (event.key !== "Escape" || !details.open) return;
    event.stopPropagation();
    details.open = false;
    details.querySelector("summary").focus();
  });
  return details;
}

/** Gives the focus back to the element that had it, or to the input whose reset button is gone. */
export function refocus(id, root) {
  if (!id) return;
  const found = [id, id.replace(/-back$/, "")].map($).find((each) => root.contains(each));
  found?.focus();
}

let messageTimer;
export function say(text, isAlert = false) {
  clearTimeout(messageTimer);
  $("message").className = isAlert ? "alert" : "";
  $("message").textContent = text;
  messageTimer = setTimeout(() => { $("message").textContent = ""; }, isAlert ? 8000 : 3000);
}

export function showTip(text, x, y) {
  const tip = $("tip");
  tip.textContent = text;
  tip.hidden = false;
  const { width, height } = tip.getBoundingClientRect();
  tip.style.left = `${Math.max(4, Math.min(x + 12, innerWidth - width - 4))}px`;
  tip.style.top = `${y + 16 + height > innerHeight ? y - height - 8 : y + 16}px`;
}

export function hideTip() { $("tip").hidden = true; }

export function theme() {
  const wish = $("theme").value;
  return wish !== "system" ? wish : matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** Saves a file on the visitor's device. */
export function save(blob, name) {
  const address = URL.createObjectURL(blob);
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}
