// Requests to the server, one after another, and what the page shows.

import { say } from "./elements.js";

export const base = location.origin + location.pathname.replace(/\/$/, "");
/** What the page shows; `show` and `revert` are set by the page. */
export const now = { version: 0, filters: [], variables: [], state: null, canUndo: false, show: null, revert: null };

export async function request(path, body) {
  const response = await fetch(base + path, body && {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  });
  if (response.ok) return response;
  const { error } = await response.json().catch(() => ({}));
  throw new Error(error ? error.message + (error.hint ? " – " + error.hint : "") : `the server answered ${response.status}`);
}

let queue = Promise.resolve();

/** Runs one request after another, so that no answer overtakes a later one. */
function inTurn(work) {
  queue = queue.then(work).catch((error) => { say(error.message, true); now.revert(); });
  return queue;
}

/** Asks the server to do something, and shows what has changed. */
export function act(kind, data = {}, chart = "") {
  return inTurn(async () => {
    const response = await request("/actions", { kind, data, chart, since: now.version });
    const answer = await response.json();
    await now.show(answer);
    if (answer.outcome === "rejected") {
      say(answer.reason ? `Rejected: ${answer.reason}` : "Rejected by a script", true);
    }
  });
}

/** Shows what has changed; nothing, if the page shows this version by the time of its turn. */
export function refresh(version) {
  return inTurn(async () => {
    if (version !== now.version) await now.show(await (await request(`/figure.json?since=${now.version}`)).json());
  });
}

/** Waits for changes that scripts and other windows make. */
export function listen() {
  const source = new EventSource(`${base}/changes?after=${now.version}`);
  source.onmessage = (event) => refresh(Number(event.data));
  source.onerror = () => {
    if (source.readyState === EventSource.CLOSED) setTimeout(resume, 3000);
  };
}

/** Goes on where the server does not know the visitor any more, such as after a restart. */
async function resume() {
  const saved = now.canUndo ? now.state : null;
  now.version = 0;
  await refresh();
  if (saved && now.version && !now.canUndo) await act("restore", saved);
  listen();
}
