// What every page has: the data that the server put into it, its texts, dialogs, messages, local times.

const block = document.getElementById("page-data");
export const data = block ? JSON.parse(block.textContent || "{}") : {};
export const language = document.documentElement.lang || "ko";

const numbers = new Intl.NumberFormat(language);
export const grouped = (number) => numbers.format(number);

/** The text of a key, with the values put where it has their names in braces. */
export function text(key, values = {}) {
  const found = data.texts?.[key] ?? key;
  return found.replace(/\{(\w+)\}/g, (place, name) => (name in values ? String(values[name]) : place));
}

/** A new element; values that are no text are properties or, in a list, children. */
export function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key in made) made[key] = value;
    else made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

let unsaid = [];

/** Has a screen reader say something that is seen elsewhere on the page; what comes together is said together. */
export function announce(words) {
  const live = document.getElementById("live");
  if (!live) return;
  if (unsaid.length === 0) {
    // The same text again would not be a change, and would not be said.
    live.textContent = "";
    setTimeout(() => (live.textContent = unsaid.splice(0).slice(-5).join(", ")), 500);
  }
  unsaid.push(words);
}

/** Shows a dialog and gives the value of the button that closed it; empty if none did. */
export async function ask(dialog) {
  while (dialog.open) await new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => dialog.addEventListener("close", () => resolve(dialog.returnValue), { once: true }));
}

/** A message at the edge of the page, with buttons that are named by what they answer. */
export class Toast {
  #box = element("div", { className: "toast" });
  #timer;
  #words;

  /** Shows the words. With buttons, gives the one that was pressed. */
  say(words, buttons = []) {
    clearTimeout(this.#timer);
    if (this.#words === words && this.#box.isConnected && !buttons.length) return Promise.resolve();
    this.#words = words;
    this.#box.replaceChildren(element("p", { textContent: words }));
    if (!this.#box.isConnected) document.getElementById("toasts").append(this.#box);
    announce(words);
    if (!buttons.length) return Promise.resolve();
    return new Promise((resolve) => {
      const row = element("p", { className: "actions" });
      for (const [place, [value, label]] of buttons.entries()) {
        row.append(
          element("button", {
            type: "button",
            className: place ? "button quiet" : "button",
            textContent: label,
            onclick: () => resolve(value),
          }),
        );
      }
      this.#box.append(row);
    });
  }

  close(after = 0) {
    clearTimeout(this.#timer);
    if (after) this.#timer = setTimeout(() => this.#box.remove(), after);
    else this.#box.remove();
  }
}

/** What this tab keeps until it is closed; nothing where the browser keeps nothing. */
export const session = {
  get(place) {
    try {
      return JSON.parse(sessionStorage.getItem(place));
    } catch {
      return null;
    }
  },
  set(place, value) {
    try {
      if (value === null) sessionStorage.removeItem(place);
      else sessionStorage.setItem(place, JSON.stringify(value));
    } catch {
      // The page works without; only a reload forgets.
    }
  },
};

let isOffering = false;

/** Says that there is something newer, once for a page, and loads the page again if the person wants to see it. */
export async function offerReload(words) {
  if (isOffering) return;
  isOffering = true;
  const toast = new Toast();
  const answer = await toast.say(words, [
    ["show", text("js_show_anew")],
    ["later", text("js_later")],
  ]);
  toast.close();
  if (answer === "show") location.reload();
}

/** A message that stays until it is put away. */
export async function tell(words) {
  const toast = new Toast();
  await toast.say(words, [["ok", text("js_ok")]]);
  toast.close();
}

/** A message that goes by itself. */
export function say(words) {
  const toast = new Toast();
  toast.say(words);
  toast.close(8000);
}

const moments = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });

/** Puts the local time into the elements that hold one of the server's. */
export function localTimes(root = document) {
  for (const time of root.querySelectorAll("time[datetime]")) {
    const moment = new Date(time.dateTime);
    if (!Number.isNaN(moment.getTime())) time.textContent = moments.format(moment);
  }
}

/** The buttons beside number fields. */
export function steppers(root = document) {
  root.addEventListener("click", (event) => {
    const button = event.target.closest("[data-step]");
    const field = button?.parentElement.querySelector("input");
    if (!field || field.readOnly) return;
    const next = (Number(field.value) || 0) + Number(button.dataset.step);
    field.value = Math.min(Math.max(next, Number(field.min)), Number(field.max));
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

localTimes();
