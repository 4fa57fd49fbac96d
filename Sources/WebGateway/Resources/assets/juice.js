import { read } from "./api.js";
import { follow } from "./events.js";
import { announce, ask, data, element, grouped, language, localTimes, say, steppers, text } from "./page.js";
import { recordShown } from "./receipts.js";
import { explain, perform, resume } from "./writes.js";

const fruits = new Map((data.menu?.fruits ?? []).map((fruit) => [fruit.key, fruit]));
const juices = new Map((data.menu?.juices ?? []).map((juice) => [juice.key, juice]));
const levels = new Map();

const nameOf = (item) => item?.name[language] ?? item?.name.ko ?? item?.key ?? "";
const label = (key) => nameOf(fruits.get(key)) || key;
const receiptOf = (juice) => ({ name: juices.get(juice)?.name ?? juice, href: "/juice" });

/** Takes a level unless a newer one is known. */
function take({ fruit, quantity, version }) {
  const known = levels.get(fruit);
  if (known && known.version >= version) return;
  levels.set(fruit, { quantity, version });
  const place = document.querySelector(`[data-level="${CSS.escape(fruit)}"]`);
  if (!place) return;
  place.querySelector(".number").textContent = grouped(quantity);
  place.classList.toggle("empty", quantity === 0);
  if (known) {
    place.classList.remove("moved");
    requestAnimationFrame(() => place.classList.add("moved"));
  }
}

function showMakeable() {
  for (const [key, juice] of juices) {
    const card = document.querySelector(`[data-juice="${CSS.escape(key)}"]`);
    if (!card) continue;
    const makeable = Math.min(
      ...juice.recipe.map(({ fruit, quantity }) => Math.floor((levels.get(fruit)?.quantity ?? 0) / quantity)),
    );
    card.querySelector("[data-makeable]").textContent = grouped(makeable);
    card.classList.toggle("out", makeable === 0);
  }
}

function takeAll(list) {
  for (const level of list) take(level);
  showMakeable();
}

function showOrder(order) {
  const list = document.querySelector("[data-orders]");
  document.querySelector("[data-no-orders]")?.remove();
  const row = element(
    "li",
    {},
    element("span", {}, `${nameOf(juices.get(order.juice)) || order.juice} `, element("span", { className: "number", textContent: `×${order.quantity}` })),
    element("time", { dateTime: order.time }),
  );
  list.prepend(row);
  localTimes(row);
  while (list.children.length > 5) list.lastElementChild.remove();
}

function served(order) {
  takeAll(order.left);
  showOrder(order);
  const juice = juices.get(order.juice);
  const values = { name: nameOf(juice) || order.juice, quantity: grouped(order.quantity) };
  const dialog = document.getElementById("served");
  dialog.querySelector("[data-text]").textContent = text(order.quantity > 1 ? "js_served_many" : "js_served", values);
  const face = document.querySelector(`[data-juice="${CSS.escape(order.juice)}"] .art`);
  dialog.querySelector("[data-face]").replaceChildren(...(face ? [face.cloneNode(true)] : []));
  dialog.querySelector("[data-number]").textContent = text("js_order_receipt", { id: order.id });
  dialog.querySelector("[data-left]").textContent = order.left.map(({ fruit, quantity }) => `${label(fruit)} ${grouped(quantity)}`).join(", ");
  if (!dialog.open) ask(dialog);
}

async function short(shortages) {
  const dialog = document.getElementById("shortage");
  dialog.querySelector("[data-shorts]").replaceChildren(
    ...shortages.map(({ fruit, required, available }) =>
      element("li", { textContent: text("js_short", { name: label(fruit), required: grouped(required), available: grouped(available) }) }),
    ),
  );
  if ((await ask(dialog)) !== "yes") return;
  const need = shortages.map(({ fruit, required }) => `${fruit}:${required}`).join(",");
  location.href = `/juice/stock?${new URLSearchParams({ need })}`;
}

async function order(form) {
  const button = form.querySelector("[data-order]");
  if (button.ariaDisabled === "true") return;
  const juice = form.elements.juice.value;
  const quantity = Number(form.elements.quantity.value);
  const values = { name: nameOf(juices.get(juice)), quantity: grouped(quantity) };
  const words = button.textContent;
  button.ariaDisabled = "true";
  button.textContent = text("js_ordering");
  try {
    const result = await perform({
      service: "juice",
      kind: "juice.order",
      path: "/api/juice/orders",
      body: { juice, quantity },
      text: text("js_order_of", values),
      receipt: receiptOf(juice),
    });
    if (!result) return;
    form.elements.quantity.value = 1;
    served(result);
  } catch (error) {
    if (error.problem?.shortages) return short(error.problem.shortages);
    say(explain(error));
  } finally {
    button.ariaDisabled = null;
    button.textContent = words;
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.closest("[data-juice]")) return;
  event.preventDefault();
  order(form);
});

steppers();
takeAll(data.stock?.fruits ?? []);

const feed = document.querySelector("[data-feed]");
follow("juice.stock.changed.", data.position, {
  event: ({ data: change }) => {
    takeAll([change]);
    announce(text("js_level_now", { name: label(change.fruit), quantity: grouped(change.quantity) }));
  },
  // The versions of another store may be lower than those that the page knows.
  resynced: async () => {
    levels.clear();
    takeAll((await read("/api/juice/stock")).fruits);
  },
  state: (state) => {
    feed.dataset.feed = state;
    feed.textContent = text(`js_feed_${state}`);
  },
});

recordShown("juice", ({ of }) => receiptOf(of));
resume({ "juice.order": served });
