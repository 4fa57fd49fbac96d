import { read } from "./api.js";
import { follow } from "./events.js";
import { announce, ask, data, element, grouped, language, say, steppers, text } from "./page.js";
import { explain, perform, resume } from "./writes.js";

const form = document.querySelector("[data-stock]");
const fruits = new Map((data.menu?.fruits ?? []).map((fruit) => [fruit.key, fruit]));
const rows = new Map();

const label = (key) => {
  const fruit = fruits.get(key);
  return fruit ? fruit.name[language] ?? fruit.name.ko : key;
};

for (const place of form.querySelectorAll("[data-fruit]")) {
  const fruit = place.dataset.fruit;
  const known = data.stock?.fruits.find((level) => level.fruit === fruit);
  if (!known) continue;
  const field = place.querySelector("input[type=number]");
  // `seen` is what the person began to edit from, `now` what the service says.
  rows.set(fruit, { place, field, seen: known, now: known });
}

const isEdited = ({ field, seen }) => field.value !== String(seen.quantity);
const edited = () => [...rows].filter(([, row]) => isEdited(row));

function show(fruit) {
  const { place, field, seen, now } = rows.get(fruit);
  place.querySelector("[data-now]").textContent = grouped(now.quantity);
  place.classList.toggle("edited", isEdited({ field, seen }));
  const note = place.querySelector("[data-meanwhile]");
  note.hidden = seen.version === now.version;
  note.textContent = text("js_meanwhile", { from: grouped(seen.quantity) });
}

function take(level) {
  const row = rows.get(level.fruit);
  if (!row || row.now.version >= level.version) return;
  row.now = level;
  if (!isEdited(row)) {
    row.seen = level;
    row.field.value = level.quantity;
  }
  show(level.fruit);
}

function settleOn(fruit, level, value) {
  const row = rows.get(fruit);
  row.seen = row.now = level;
  row.field.value = value;
  show(fruit);
}

/** Lets the person choose for each fruit that somebody else changed. Whether to go on. */
async function resolveConflict() {
  const dialog = document.getElementById("conflict");
  const both = edited().filter(([, { seen, now }]) => seen.version !== now.version);
  const choices = both.map(([fruit, { field, seen, now }]) => {
    const added = Number(field.value) - seen.quantity;
    const sum = now.quantity + added;
    const options = [
      ["theirs", now.quantity, text("js_choice_theirs", { quantity: grouped(now.quantity) })],
      ["yours", Number(field.value), text("js_choice_yours", { quantity: grouped(Number(field.value)) })],
    ];
    if (added > 0 && sum <= Number(field.max)) {
      options.push(["sum", sum, text("js_choice_sum", { added: grouped(added), quantity: grouped(sum) })]);
    }
    return element(
      "fieldset",
      { className: "choice" },
      element("legend", { textContent: label(fruit) }),
      ...options.map(([name, value, words], place) =>
        element("label", {}, element("input", { type: "radio", name: `choice.${fruit}`, value, required: true, checked: place === 0 }), words),
      ),
    );
  });
  dialog.querySelector("[data-choices]").replaceChildren(...choices);
  if ((await ask(dialog)) !== "yes") return false;
  for (const [fruit, { now }] of both) {
    const chosen = dialog.querySelector(`input[name="choice.${CSS.escape(fruit)}"]:checked`);
    settleOn(fruit, now, chosen.value);
  }
  return true;
}

async function confirmed() {
  const dialog = document.getElementById("confirm");
  dialog.querySelector("[data-changes]").replaceChildren(
    ...edited().map(([fruit, { field, seen }]) =>
      element("li", {}, `${label(fruit)}: ${grouped(seen.quantity)} → `, element("strong", { textContent: grouped(Number(field.value)) })),
    ),
  );
  return (await ask(dialog)) === "yes";
}

async function save() {
  if (!edited().length) return say(text("js_nothing_changed"));
  if (!(await confirmed())) return;
  // Each round ends with an answer, or with a choice of the person's about what is in the way.
  for (;;) {
    if (edited().some(([, { seen, now }]) => seen.version !== now.version) && !(await resolveConflict())) return;
    const changes = edited();
    if (!changes.length) return say(text("js_nothing_changed"));
    try {
      const result = await perform({
        service: "juice",
        kind: "juice.stock",
        path: "/api/juice/stock",
        method: "PATCH",
        body: {
          levels: Object.fromEntries(changes.map(([fruit, { field }]) => [fruit, Number(field.value)])),
          expectedVersion: Object.fromEntries(changes.map(([fruit, { seen }]) => [fruit, seen.version])),
        },
        text: text("js_stock_edit"),
      });
      if (!result) return;
      for (const level of result.fruits) settleOn(level.fruit, level, level.quantity);
      for (const place of form.querySelectorAll(".short")) place.classList.remove("short");
      return say(text("js_stock_changed"));
    } catch (error) {
      if (error.reason !== "VERSION_MISMATCH") return say(explain(error));
      for (const level of error.problem.levels) take(level);
    }
  }
}

form.addEventListener("input", (event) => {
  const fruit = event.target.closest("[data-fruit]")?.dataset.fruit;
  const row = rows.get(fruit);
  if (!row) return;
  // Back at what it was: there is nothing of the person's left to keep.
  if (!isEdited(row) && row.seen !== row.now) settleOn(fruit, row.now, row.now.quantity);
  show(fruit);
});

let isSaving = false;
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (isSaving) return;
  isSaving = true;
  const button = form.querySelector("[data-save]");
  button.ariaDisabled = "true";
  await save();
  button.ariaDisabled = null;
  isSaving = false;
});

steppers(form);
for (const fruit of rows.keys()) show(fruit);

const feed = document.querySelector("[data-feed]");
follow("juice.stock.changed.", data.position, {
  event: ({ data: change }) => {
    take(change);
    announce(text("js_level_now", { name: label(change.fruit), quantity: grouped(change.quantity) }));
  },
  resynced: async () => {
    // Versions of another store cannot be compared with those that the page knows: what was edited has to be asked about.
    for (const row of rows.values()) {
      row.now = { ...row.now, version: 0 };
      row.seen = { ...row.seen, version: -1 };
    }
    for (const level of await read("/api/juice/stock").then(({ fruits }) => fruits)) take(level);
  },
  state: (state) => {
    feed.dataset.feed = state;
    feed.textContent = text(`js_feed_${state}`);
  },
});

resume();
