// The receipts that this browser was given. Only it keeps them: no service lists purchases, and an order does not say whose it is.

import { data, language, session } from "./page.js";

const most = 100;
const placeOf = (caller) => `jangteo.receipts.${caller}`;

/** What a receipt calls what it is for. Juices have a name in each language, products one. */
export const nameOf = ({ name }) => name?.[language] ?? name?.ko ?? name;

/** What is kept may be of another version, or of nobody's making. */
const isReceipt = (one) =>
  ["service", "id", "time", "href"].every((member) => typeof one?.[member] === "string") &&
  typeof nameOf(one) === "string" &&
  typeof one.quantity === "number" &&
  typeof (one.sum ?? "") === "string" &&
  /^\/(juice|market\/\d+)$/.test(one.href) &&
  !Number.isNaN(Date.parse(one.time));

const newest = (all) => all.filter(isReceipt).sort((one, other) => Date.parse(other.time) - Date.parse(one.time)).slice(0, most);

/** A new store counts from one again: the same number at another time is another order. */
const isSame = (one, other) => ["service", "id", "time"].every((member) => one[member] === other[member]);

/** Whether the browser lets pages keep anything. */
export function isKeeping() {
  try {
    return localStorage.length >= 0;
  } catch {
    return false;
  }
}

/** What this caller was given, the newest first. */
export function receipts(caller = data.caller) {
  try {
    return newest(JSON.parse(localStorage.getItem(placeOf(caller))));
  } catch {
    return [];
  }
}

function keep(all, caller) {
  const place = placeOf(caller);
  try {
    if (all.length) localStorage.setItem(place, JSON.stringify(newest(all)));
    else localStorage.removeItem(place);
  } catch {
    // Nothing can be kept, or no more. The order was made all the same.
  }
  // Other tabs hear of it by the browser.
  dispatchEvent(new StorageEvent("storage", { key: place }));
}

export const clear = () => keep([], data.caller);

/**
 * Keeps the receipt of a write that was done, unless it is kept.
 *
 * @param write `service`, and in `receipt` what the page knows and the result does not: `name`, `href`, and the `sum` of a purchase.
 */
export function record({ service, receipt, caller = data.caller }, result) {
  if (!receipt) return;
  // The market's times are UTC without saying so.
  const { id, quantity, created_at, time = `${created_at}Z` } = result ?? {};
  const made = { ...receipt, service, id, quantity, time };
  const all = receipts(caller);
  if (isReceipt(made) && !all.some((one) => isSame(one, made))) keep([made, ...all], caller);
}

/** Keeps what the page says that shows the outcome of a form. Once in a tab: whoever clears the list may come back to that page. */
export function recordShown(service, receiptOf) {
  const shown = document.querySelector("[data-receipt]")?.dataset;
  const place = `jangteo.receipt.${service}.${shown?.id}.${shown?.time}`;
  if (!shown || session.get(place)) return;
  session.set(place, true);
  record({ service, receipt: receiptOf(shown) }, { ...shown, quantity: Number(shown.quantity) });
}

/** Calls when the list of this caller changes, also by another tab. */
export function follow(changed) {
  addEventListener("storage", ({ key }) => {
    if (key === null || key === placeOf(data.caller)) changed();
  });
}
