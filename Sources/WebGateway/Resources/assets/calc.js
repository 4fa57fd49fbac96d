import { Unanswered, pause, request } from "./api.js";
import { announce, data, element, session, text, Toast } from "./page.js";
import { explain, resume } from "./writes.js";

const place = "jangteo.calculator";
const form = document.querySelector("[data-calculator]");
const history = form.querySelector("[data-history]");
const display = form.querySelector("[data-display]");
const operator = form.querySelector("[data-operator]");

/** The last answer: the state to go on from, and what to show. */
let pressed = session.get(place) ?? data.pressed;

/** An operand as it is read, and not as it was typed: a fraction ends with no zeros. The state keeps it as it was typed. */
const operand = (text) => (/^-?[\d,]*\.\d*$/.test(text) ? text.replace(/\.?0*$/, "") : text);

function show() {
  display.textContent = pressed.display;
  display.dataset.length = pressed.display.length > 21 ? "longer" : pressed.display.length > 12 ? "long" : "";
  operator.textContent = pressed.operator;
  form.elements.state.value = JSON.stringify(pressed.state);
  history.replaceChildren(
    ...pressed.history.map((row) => element("li", {}, element("span", { textContent: row.operator }), ` ${operand(row.operand)}`)),
  );
  history.scrollTop = history.scrollHeight;
}

const waiting = [];
let isSending = false;
const toast = new Toast();

/** Sends the keys that were pressed meanwhile, in their order: the state of each answer is what the next begins with. */
async function drain() {
  if (isSending) return;
  isSending = true;
  let wait = 500;
  while (waiting.length) {
    const keys = waiting.slice(0, 256);
    try {
      const { result } = await request("/api/calc/press", { method: "POST", body: { keys, state: pressed.state } });
      waiting.splice(0, keys.length);
      pressed = result;
      wait = 500;
      toast.close();
      show();
      session.set(place, pressed);
      if (result.accepted.includes(false)) refuse();
    } catch (error) {
      if (error instanceof Unanswered || error.problem?.retryable) {
        toast.say(text("js_calc_waiting"));
        await pause(wait);
        wait = Math.min(wait * 2, 5000);
        continue;
      }
      waiting.length = 0;
      session.set(place, null);
      pressed = data.pressed;
      show();
      toast.say(explain(error));
      toast.close(6000);
    }
  }
  isSending = false;
}

function refuse() {
  form.classList.remove("refused");
  requestAnimationFrame(() => form.classList.add("refused"));
}

function press(key) {
  waiting.push(key);
  drain();
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const key = event.submitter?.value;
  if (!key) return;
  press(key);
  announce(event.submitter.getAttribute("aria-label"));
});

// A key that was clicked does not take the focus, so that Enter still is "=" for whoever types.
form.addEventListener("mousedown", (event) => {
  if (event.target.closest(".key")) event.preventDefault();
});

const typed = { Enter: "=", "=": "=", Escape: "AC", Delete: "CE", Backspace: "CE", ",": ".", "*": "×", x: "×", X: "×", "/": "÷", "-": "−", "+": "+", ".": ".", n: "⁺⁄₋", N: "⁺⁄₋" };

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const isOnControl = event.target.closest("a, button, summary");
  if (isOnControl && (event.key === "Enter" || event.key === " ")) return;
  const key = /^[0-9]$/.test(event.key) ? event.key : typed[event.key];
  if (!key) return;
  event.preventDefault();
  press(key);
  const button = form.querySelector(`.key[value="${CSS.escape(key)}"]`);
  button?.classList.add("down");
  setTimeout(() => button?.classList.remove("down"), 120);
});

show();
session.set(place, pressed);
resume();
