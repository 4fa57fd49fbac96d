import { follow } from "./events.js";
import { data, offerReload, text } from "./page.js";
import { resume } from "./writes.js";

const list = document.querySelector("[data-products]");
const more = document.querySelector("[data-more]");

/** The page links stay behind the list: they are where the next rows come from, and the way on where that fails. */
function endless() {
  const links = document.querySelector("[data-pages]");
  let next = links?.querySelector('[rel="next"]')?.href;
  if (!next || !("IntersectionObserver" in window)) return;
  let isLoading = false;
  const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && load(), { rootMargin: "800px" });

  async function load() {
    if (isLoading || !next) return;
    isLoading = true;
    more.hidden = false;
    more.textContent = text("js_loading");
    try {
      const response = await fetch(next, { headers: { Accept: "text/html" } });
      if (!response.ok) throw new Error(String(response.status));
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const known = new Set([...list.children].map((row) => row.dataset.product));
      for (const row of page.querySelectorAll("[data-products] > li")) {
        // What was offered meanwhile moved some rows to the next page.
        if (!known.has(row.dataset.product)) list.append(row);
      }
      next = page.querySelector('[data-pages] [rel="next"]')?.getAttribute("href");
      more.hidden = true;
      if (!next) stop();
    } catch {
      stop();
    }
    isLoading = false;
    if (!next) return;
    // The observer tells only of changes: a page that is too short to scroll would stay the last.
    observer.unobserve(links);
    observer.observe(links);
  }

  function stop() {
    observer.disconnect();
    more.hidden = true;
  }

  observer.observe(links);
}

function showStock({ product, quantity }) {
  const place = list.querySelector(`[data-product="${product}"]`);
  if (!place) return;
  const words = place.querySelector("[data-stock]");
  words.textContent = quantity ? text("js_left", { stock: quantity }) : text("js_sold_out");
  for (const name of ["tag", "bad"]) words.classList.toggle(name, quantity === 0);
  place.classList.toggle("gone", quantity === 0);
}

const renew = () => offerReload(text("js_new_products"));

follow("market.stock.changed.,market.product.", data.position, {
  event: (event) => (event.type === "market.stock.changed" ? showStock(event.data) : renew()),
  resynced: renew,
});

endless();
resume();
