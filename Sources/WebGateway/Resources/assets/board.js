import { request } from "./api.js";
import { follow } from "./events.js";
import { data, element, grouped, language, text } from "./page.js";
import { resume } from "./writes.js";

const none = "–";
// As web-gateway keeps them: fifteen minutes.
const samples = 180;
const interval = 5000;
const rows = new Map();

const one = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
const two = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

const milliseconds = (microseconds) => (microseconds === undefined ? none : `${two.format(microseconds / 1000)} ms`);
const mebibytes = (bytes) => (bytes === undefined ? none : `${one.format(bytes / 1_048_576)} MiB`);
const count = (number) => (number === undefined ? none : grouped(number));

/** What the board asks for itself would be all there is to see of a service that nobody uses. */
const isOfOperators = (method) => method.startsWith("service.") || method.startsWith("rpc.") || method === "-";

// Of a service of others any member may be missing.
const calls = (stats) => Object.entries(stats?.methods ?? {}).filter(([method, figures]) => figures && !isOfOperators(method));
const total = (stats) => calls(stats).reduce((sum, [, { count }]) => sum + (count ?? 0), 0);

function busiest(stats) {
  return calls(stats).sort(([, a], [, b]) => (b.count ?? 0) - (a.count ?? 0))[0] ?? [];
}

const namespace = "http://www.w3.org/2000/svg";
const [width, height] = [120, 28];

function line(values) {
  const highest = Math.max(...values, 1);
  const step = width / (samples - 1);
  const first = samples - values.length;
  return values
    .map((value, place) => `${((first + place) * step).toFixed(1)},${(height - 2 - (value / highest) * (height - 4)).toFixed(1)}`)
    .join(" ");
}

function sparkline(place) {
  const svg = document.createElementNS(namespace, "svg");
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  // The number beside it says the same.
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("preserveAspectRatio", "none");
  const path = document.createElementNS(namespace, "polyline");
  svg.append(path);
  place.replaceChildren(svg);
  return path;
}

/** The row of a worker. Its elements were put there by the server; a worker that came later has none until a reload. */
function rowOf(worker) {
  const id = `${worker.service} ${worker.worker ?? ""}`.trim();
  if (!rows.has(id)) {
    const place = document.querySelector(`[data-worker="${CSS.escape(id)}"]`);
    const rates = data.rates?.[worker.service] ?? [];
    rows.set(id, place && { place, rates, path: sparkline(place.querySelector("[data-trend]")) });
    if (place && rates.length) showRate(rows.get(id));
  }
  return rows.get(id);
}

function showRate({ place, rates, path }) {
  place.querySelector('[data-value="rate"]').textContent = one.format(rates.at(-1));
  path.setAttribute("points", line(rates));
}

function stateOf({ health }) {
  if (!health) return "gone";
  return health.status === "SERVING" ? "serving" : "troubled";
}

function showWorker(worker) {
  const row = rowOf(worker);
  if (!row) return;
  const { stats } = worker;
  const put = (name, words) => (row.place.querySelector(`[data-value="${name}"]`).textContent = words);
  const state = stateOf(worker);
  const tag = row.place.querySelector("[data-state]");
  tag.textContent = text(`js_${state}`);
  tag.className = `tag ${{ serving: "good", troubled: "warn", gone: "bad" }[state]}`;

  const now = { requests: total(stats), uptime: stats?.uptimems };
  const before = row.sample;
  row.sample = stats && now;
  if (before && stats) {
    // A process that is new counts from 0.
    const isSame = now.uptime > before.uptime;
    const rate = isSame ? (1000 * (now.requests - before.requests)) / (now.uptime - before.uptime) : 0;
    row.rates = [...row.rates, Math.max(rate, 0)].slice(-samples);
    showRate(row);
  } else if (!stats) {
    put("rate", none);
  }

  const [method, busy] = busiest(stats);
  put("busiest", method ?? none);
  put("requests", stats ? count(now.requests) : none);
  put("p50", milliseconds(busy?.p50us));
  put("p99", milliseconds(busy?.p99us));
  put("queue", count(stats?.queue?.depth));
  put("subscribers", count(stats?.events?.subscribers));
  put("memory", mebibytes(stats?.memorybytes));
  put("lag", count(stats?.stream?.lag));
}

function showAlerts(workers) {
  const words = workers.flatMap((worker) => {
    const name = [worker.name, worker.worker].filter(Boolean).join(" ");
    if (!worker.health) return [text("js_alert_gone", { name })];
    return (worker.health.checks ?? []).filter(({ status }) => status !== "ok").map((check) => `${name}: ${check.name}: ${check.detail}`);
  });
  const list = document.querySelector("[data-alerts]");
  const known = [...list.children].map((item) => item.textContent);
  // The list is announced when it changes, so it is left alone when it does not.
  if (JSON.stringify(known) !== JSON.stringify(words)) {
    list.replaceChildren(...words.map((textContent) => element("li", { textContent })));
  }
}

function show(board) {
  for (const worker of board.workers) showWorker(worker);
  showAlerts(board.workers);
}

const feed = document.querySelector("[data-feed]");
// What is known of the connection: by the stream, and by the last question.
let [streamState, isBoardLost] = [feed.dataset.feed, false];

function showFeed() {
  const state = isBoardLost ? "lost" : streamState;
  if (feed.dataset.feed === state) return;
  feed.dataset.feed = state;
  feed.textContent = state && text(`js_feed_${state}`);
}

let isAsking = false;

async function refresh() {
  if (document.hidden || isAsking) return;
  isAsking = true;
  try {
    const { result } = await request("/api/board", { timeout: 5000 });
    show(result);
    isBoardLost = false;
  } catch {
    isBoardLost = true;
  }
  isAsking = false;
  showFeed();
}

// The stream of events

const stream = document.querySelector("[data-stream]");
const most = 100;
// Of one service: more are shown by their keys.
const maxNames = 1000;
const clock = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit", second: "2-digit", hour12: false });
let isPaused = false;
let waiting = [];

/** What an event is about: its name, where there is one, in front of its key. */
function thing({ type, subject, data: change }) {
  const known = (data.names ??= {});
  const names = (known[type.split(".")[0]] ??= {});
  if (change?.name && (subject in names || Object.keys(names).length < maxNames)) names[subject] = change.name;
  return names[subject] && names[subject] !== subject ? `${names[subject]} (${subject})` : subject;
}

function words({ type, data: change }) {
  if (change?.previous !== undefined) {
    const key = `js_cause_${change.cause}`;
    const cause = data.texts[key] ?? change.cause;
    return `${grouped(change.previous)} → ${grouped(change.quantity)} (${change.delta > 0 ? "+" : ""}${grouped(change.delta)}) ${cause}`;
  }
  if (change?.changed) return change.changed.join(", ");
  return type === "expo.data.reloaded" ? `${change.entries}` : "";
}

function rowFor(event) {
  return element(
    "li",
    {},
    element("time", { dateTime: event.time, textContent: clock.format(new Date(event.time)) }),
    element("strong", { textContent: event.type }),
    element("span", { textContent: `${thing(event)} ${words(event)}` }),
  );
}

let isScheduled = false;

/** Many events can come in one frame: they are shown together, and only as many as stay. */
function flush() {
  isScheduled = false;
  if (isPaused || !waiting.length) return;
  document.querySelector("[data-waiting]")?.remove();
  // What was before the page comes service by service.
  waiting.sort((a, b) => Date.parse(a.time) - Date.parse(b.time));
  stream.prepend(...waiting.splice(0).slice(-most).reverse().map(rowFor));
  while (stream.children.length > most) stream.lastElementChild.remove();
}

function take(event) {
  waiting.push(event);
  if (waiting.length > most) waiting = waiting.slice(-most);
  if (isScheduled) return;
  isScheduled = true;
  requestAnimationFrame(flush);
}

const button = document.querySelector("[data-pause]");
button.addEventListener("click", () => {
  isPaused = !isPaused;
  button.textContent = text(isPaused ? "js_resume" : "js_pause");
  flush();
});

if (data.board) show(data.board);
setInterval(refresh, interval);
document.addEventListener("visibilitychange", refresh);

// Without topics: the events of all that is served.
follow("", data.position, {
  event: take,
  resynced: () => stream.prepend(element("li", { textContent: text("js_resynced") })),
  state: (state) => {
    streamState = state;
    showFeed();
  },
});

resume();
