import { follow } from "./events.js";
import { announce, data, grouped, offerReload, say, steppers, tell, text } from "./page.js";
import { explain, perform, resume } from "./writes.js";

const product = data.product;
const form = document.querySelector("[data-purchase]");
const place = document.querySelector("[data-stock]");
const quantity = form.elements.quantity;

function showStock(stock) {
  const words = stock ? text("js_left", { stock }) : text("js_sold_out");
  if (place.textContent === words) return;
  place.textContent = words;
  for (const name of ["tag", "bad"]) place.classList.toggle(name, stock === 0);
  form.hidden = stock === 0;
  quantity.max = Math.min(stock, 1000);
  announce(words);
}

function bought(result, write) {
  if (!product || result.product_id === product.id) {
    // A purchase that an earlier page sent tells what was left then, and events have told more since.
    if (!write) showStock(result.stock);
    return say(text("js_bought", { quantity: grouped(result.quantity) }));
  }
  say(text("js_done_after_all", { what: write.text }));
}

let isBuying = false;

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (isBuying) return;
  isBuying = true;
  const button = form.querySelector("[data-buy]");
  const words = button.textContent;
  button.ariaDisabled = "true";
  button.textContent = text("js_purchasing");
  const count = Number(quantity.value);
  try {
    const result = await perform({
      service: "market",
      kind: "market.purchase",
      path: "/api/market/purchases",
      body: { id: product.id, quantity: count },
      text: text("js_purchase_of", { name: product.name, quantity: grouped(count) }),
    });
    if (result) {
      quantity.value = 1;
      bought(result);
    }
  } catch (error) {
    const available = error.problem?.shortages?.[0]?.available;
    if (available === undefined) say(explain(error));
    else {
      showStock(available);
      say(text(available ? "js_purchase_shortage" : "js_purchase_sold_out", { available: grouped(available) }));
    }
  } finally {
    isBuying = false;
    button.ariaDisabled = null;
    button.textContent = words;
  }
});

steppers(form);

const renew = () => offerReload(text("js_product_changed"));

const feed = document.querySelector("[data-feed]");
const topics = ["stock.changed", "product.updated", "product.deleted"].map((name) => `market.${name}.${product.id}.`);
follow(topics.join(","), data.position, {
  event: ({ type, data: change }) => {
    if (type === "market.stock.changed") showStock(change.quantity);
    else if (type === "market.product.deleted") {
      form.hidden = true;
      tell(text("js_product_gone"));
    } else if (change.changed.some((name) => name !== "stock")) renew();
  },
  resynced: renew,
  state: (state) => {
    feed.dataset.feed = state;
    feed.textContent = text(`js_feed_${state}`);
  },
});

resume({ "market.purchase": bought });
