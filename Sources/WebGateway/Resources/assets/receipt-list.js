import { announce, ask, element, grouped, localTimes, text } from "./page.js";
import { clear, follow, isKeeping, nameOf, receipts } from "./receipts.js";
import { resume } from "./writes.js";

const list = document.querySelector("[data-receipts]");
const none = document.querySelector("[data-none]");
const button = document.querySelector("[data-clear]");

function row(receipt) {
  const { service, id, quantity, sum, time, href } = receipt;
  const number = text(service === "market" ? "js_purchase_receipt" : "js_order_receipt", { id });
  const what = element("a", { href, textContent: `${nameOf(receipt)} × ${grouped(quantity)}` });
  const when = element("span", { className: "hint number" }, `${number} · `, element("time", { dateTime: time }));
  const cost = sum ? [element("strong", { className: "number", textContent: sum })] : [];
  return element("li", {}, element("span", {}, what, when), ...cost);
}

function show() {
  const all = receipts();
  list.replaceChildren(...all.map(row));
  localTimes(list);
  none.hidden = all.length > 0;
  none.textContent = text(isKeeping() ? "js_receipts_none" : "js_receipts_not_kept");
  button.hidden = all.length === 0;
}

button.addEventListener("click", async () => {
  if ((await ask(document.getElementById("clear"))) !== "yes") return;
  clear();
  announce(none.textContent);
  // The button is gone.
  document.getElementById("main").focus();
});

follow(show);
show();
resume();
