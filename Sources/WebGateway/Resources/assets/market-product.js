import { follow } from "./events.js";
import { announce, ask, data, grouped, language, localTimes, offerReload, say, steppers, tell, text } from "./page.js";
import { recordShown } from "./receipts.js";
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
    return showReceipt(result);
  }
  say(text("js_done_after_all", { what: write.text }));
}

/** Such as `KRW 20,000`. */
function sum(count) {
  const digits = product.currency === "USD" ? 2 : 0;
  const numbers = new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${product.currency} ${numbers.format(Number(product.bargain_price) * count)}`;
}

const what = (count) => `${product.name} × ${grouped(count)}`;
const receiptOf = (count) => ({ name: product.name, href: `/market/${product.id}`, sum: sum(count) });

function showReceipt(result) {
  const dialog = document.getElementById("receipt");
  const put = (name, words) => (dialog.querySelector(`[data-${name}]`).textContent = words);
  put("what", what(result.quantity));
  put("number", result.id);
  put("sum", sum(result.quantity));
  dialog.querySelector("[data-time]").dateTime = `${result.created_at}Z`;
  localTimes(dialog);
  if (!dialog.open) ask(dialog);
}

/** Whether the person means it. */
async function confirmed(count) {
  const dialog = document.getElementById("purchase");
  dialog.querySelector("[data-what]").textContent = `${what(count)}: ${sum(count)}`;
  return (await ask(dialog)) === "yes";
}

let isBuying = false;

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (isBuying) return;
  isBuying = true;
  const count = Number(quantity.value);
  if (!(await confirmed(count))) {
    isBuying = false;
    return;
  }
  const button = form.querySelector("[data-buy]");
  const words = button.textContent;
  button.ariaDisabled = "true";
  button.textContent = text("js_purchasing");
  try {
    const result = await perform({
      service: "market",
      kind: "market.purchase",
      path: "/api/market/purchases",
      body: { id: product.id, quantity: count },
      text: text("js_purchase_of", { name: product.name, quantity: grouped(count) }),
      receipt: receiptOf(count),
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

// Which picture of several is seen. The dots are for the eye and the mouse: the keyboard scrolls the album, and each picture says its place.

const album = document.querySelector("[data-album]");
const dots = [...document.querySelectorAll(".dots span")];
const pictures = [...album.children];

const observer = new IntersectionObserver(
  (entries) => {
    const seen = entries.find(({ isIntersecting }) => isIntersecting)?.target;
    if (seen) dots.forEach((dot, place) => dot.classList.toggle("current", pictures[place] === seen));
  },
  { root: album, threshold: 0.6 },
);

dots.forEach((dot, place) => {
  observer.observe(pictures[place]);
  dot.addEventListener("click", () => album.scrollTo({ left: pictures[place].offsetLeft - album.offsetLeft, behavior: "smooth" }));
});

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

recordShown("market", ({ quantity: count }) => receiptOf(Number(count)));
resume({ "market.purchase": bought });
