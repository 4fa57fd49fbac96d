import { Refusal, Unanswered, as, pause, request } from "./api.js";
import { newKey } from "./keys.js";
import { announce, ask, data, element, language, session, text, Toast } from "./page.js";
import { explain, resume } from "./writes.js";

const form = document.querySelector("[data-form]");
const product = data.product;
/** Where pictures are chosen: a form of their own for a product that there is. */
const picker = document.querySelector("[data-pictures]") ?? form;
const most = { pictures: 5, bytes: 307_200 };

// Who offers

const vendorPlace = "jangteo.vendor";

function recallVendor() {
  const vendor = session.get(vendorPlace);
  for (const name of ["identifier", "secret"]) form.elements[name].value ||= vendor?.[name] ?? "";
}

function keepVendor() {
  const { identifier, secret } = form.elements;
  session.set(vendorPlace, { identifier: identifier.value, secret: secret.value });
}

// Pictures

let pictures = [];

/** Whether the market takes a file of this kind, by what it holds. */
async function isTaken(file) {
  const head = String.fromCharCode(...new Uint8Array(await file.slice(0, 12).arrayBuffer()));
  return /^(\xff\xd8\xff|\x89PNG|GIF8|RIFF....WEBP)/s.test(head);
}

/** A picture as the market takes it: as it is, or made smaller, as cameras make all of theirs too large. Throws if it cannot be read. */
async function fitting(file) {
  if (file.size <= most.bytes && (await isTaken(file))) return file;
  const bitmap = await createImageBitmap(file);
  const canvas = element("canvas");
  for (const [side, quality] of [[1600, 0.85], [1600, 0.7], [1200, 0.7], [800, 0.7], [500, 0.6]]) {
    const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
    [canvas.width, canvas.height] = [bitmap.width, bitmap.height].map((length) => Math.max(1, Math.round(length * scale)));
    const context = canvas.getContext("2d");
    // A JPEG has nothing that shines through.
    context.fillStyle = "#fff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
    if (blob && blob.size <= most.bytes) {
      return new File([blob], file.name.replace(/(\.\w+)?$/, ".jpg"), { type: blob.type, lastModified: file.lastModified });
    }
  }
  throw new Error(file.name);
}

function showPictures() {
  const list = picker.querySelector("[data-chosen]");
  for (const image of list.querySelectorAll("img")) URL.revokeObjectURL(image.src);
  list.replaceChildren(
    ...pictures.map((file, place) =>
      element(
        "li",
        {},
        element("img", { src: URL.createObjectURL(file), alt: text("js_picture", { number: place + 1, name: file.name }), width: 88, height: 88 }),
        ...(place === 0 && !product ? [element("span", { className: "tag good", textContent: text("js_first_picture") })] : []),
        element("button", {
          type: "button",
          textContent: "×",
          ariaLabel: text("js_remove", { number: place + 1 }),
          onclick: () => {
            pictures.splice(place, 1);
            showPictures();
            picker.elements.images.focus();
          },
        }),
      ),
    ),
  );
}

// Faults

const fields = ["images", "keep", "thumbnail_id", "name", "price", "currency", "discounted_price", "stock", "description", "identifier", "secret", "form"];

function showFaults(faults) {
  faults.sort((a, b) => fields.indexOf(a.field) - fields.indexOf(b.field));
  for (const field of document.querySelectorAll("[data-field]")) {
    const fault = faults.find((one) => one.field === field.dataset.field);
    field.querySelector("[data-fault]").textContent = fault?.text ?? "";
    const control = field.querySelector(".field > input, .field > select, .field > textarea");
    if (fault) control?.setAttribute("aria-invalid", "true");
    else control?.removeAttribute("aria-invalid");
  }
  const box = document.querySelector("[data-faults]");
  box.hidden = faults.length === 0;
  box.querySelector("[data-fault-list]").replaceChildren(
    ...faults.map((fault) => element("li", {}, element("a", { href: `#field-${fault.field}`, textContent: fault.text }))),
  );
  if (faults.length) box.focus();
}

function faultOf({ pointer, reason, detail }) {
  const [name, place] = pointer.slice(1).split("/");
  if (name === "images" && place !== undefined) {
    const kind = { OUT_OF_RANGE: "range", UNKNOWN: "unknown", MALFORMED: "malformed" }[reason] ?? "malformed";
    return { field: "images", text: text("js_fault_image", { number: Number(place) + 1, text: text(`js_fault_image_${kind}`) }) };
  }
  if (name === "id") return { field: "form", text: text("js_fault_not_yours") };
  const field = fields.includes(name) ? name : "form";
  const keys = [reason === "MALFORMED" ? `js_fault_${field}_malformed` : "", `js_fault_${field}`];
  const key = keys.find((one) => data.texts[one]);
  return { field, text: key ? text(key) : language === "en" ? detail : text("js_failed") };
}

/** The numbers of the product's pictures that stay. */
const kept = () => [...picker.querySelectorAll('[name="keep"]:checked')].map(({ value }) => Number(value));

/** What the service would find that can be seen here; the rest it says itself. */
function pictureFaults() {
  const faults = [];
  const count = kept().length + pictures.length;
  if (count < 1 || count > most.pictures) faults.push({ field: "images", text: text("js_fault_images") });
  for (const [place, file] of pictures.entries()) {
    if (file.size > most.bytes) faults.push(faultOf({ pointer: `/images/${place}`, reason: "OUT_OF_RANGE" }));
  }
  return faults;
}

/** A number as it was typed where it is one, so that the service judges it; else the text, which it refuses. */
function number(field) {
  const typed = form.elements[field].value.trim().replaceAll(",", "");
  if (typed === "") return undefined;
  return /^-?\d+(\.\d+)?$/.test(typed) ? Number(typed) : typed;
}

/** All that is filled in, whether or not it differs from the product. */
function filledIn() {
  const { name, description, currency } = form.elements;
  return {
    name: name.value,
    description: description.value.replaceAll("\r\n", "\n"),
    price: number("price"),
    currency: currency.value,
    discounted_price: number("discounted_price"),
    stock: number("stock"),
  };
}

function params() {
  const all = filledIn();
  if (!product) return all;
  const chosen = form.elements.thumbnail_id?.value;
  const shown = form.querySelector('[name="thumbnail_id"][checked]')?.value;
  if (chosen && chosen !== shown) all.thumbnail_id = Number(chosen);
  return Object.fromEntries(Object.entries(all).filter(([member, value]) => value !== undefined && value !== product[member]));
}

// Sending

const writePlace = "jangteo.form";
let write = session.get(writePlace);

function forgetWrite() {
  write = null;
  session.set(writePlace, null);
}

/** The same key for the same content, however often it is sent, also after a reload; a new one for other content. */
function keyFor(content) {
  if (write?.content === content && write.caller !== data.caller) {
    // It may have been done under its key, which is another caller's now. Sent once more, it is meant.
    const what = text(product ? "js_edit" : "js_registration");
    const detail = text(write.caller === "nobody" ? "js_of_nobody" : "js_of_other", { what });
    forgetWrite();
    throw new Refusal({ detail });
  }
  if (write?.content !== content) write = { content, key: newKey(), caller: data.caller };
  session.set(writePlace, write);
  return write.key;
}

const progress = picker.querySelector("[data-progress]");

/** As `request`, with the progress of what is sent, which `fetch` does not tell. */
function upload(method, path, body, headers) {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    call.open(method, path);
    call.timeout = 120_000;
    for (const [name, value] of Object.entries(headers)) call.setRequestHeader(name, value);
    call.upload.onprogress = ({ loaded, total }) => {
      progress.hidden = false;
      progress.value = total ? loaded / total : 0;
      button.textContent = loaded < total ? text("js_sending", { percent: Math.floor((100 * loaded) / total) }) : text("js_checking");
    };
    call.onerror = call.ontimeout = () => reject(new Unanswered(path));
    call.onload = () => {
      let answer;
      try {
        answer = JSON.parse(call.responseText);
      } catch {
        // A proxy refuses what is too large with a page of its own: nothing was done.
        const isRefused = call.status >= 400 && call.status < 500;
        return reject(isRefused ? new Refusal({}, call.status) : new Unanswered(path));
      }
      if (call.status >= 200 && call.status < 300) return resolve({ result: answer });
      if (call.status >= 500 && !answer.outcome) return reject(new Unanswered(path));
      reject(new Refusal(answer, call.status));
    };
    call.send(body);
  });
}

/** Reads the form once: what is sent again under the same key must be the same, whatever is typed meanwhile. */
function withPictures(method, path, values) {
  const { identifier, secret } = form.elements;
  const content = JSON.stringify([method, path, values, identifier.value, pictures.map((file) => [file.name, file.size, file.lastModified])]);
  const body = new FormData();
  body.append("params", JSON.stringify({ ...values, secret: secret.value }));
  for (const file of pictures) body.append("images", file, file.name);
  const headers = { identifier: identifier.value, "Idempotency-Key": keyFor(content), ...as(data.caller) };
  return () => upload(method, path, body, headers);
}

/** The same for changes of a product. */
function edit(changes) {
  const { identifier, secret } = form.elements;
  const body = { ...changes, secret: secret.value };
  const path = `/api/products/${product.id}`;
  const key = keyFor(JSON.stringify([path, changes, identifier.value]));
  const headers = { identifier: identifier.value, "Idempotency-Key": key, ...as(data.caller) };
  return () => request(path, { method: "PATCH", body, headers });
}

/** Repeats under the same key until there is an answer: the pictures are only in this page, so a reload could not. */
async function certainly(send) {
  const toast = new Toast();
  for (let wait = 500; ; wait = Math.min(wait * 2, 5000)) {
    try {
      const answer = await send();
      toast.close();
      return answer.result;
    } catch (error) {
      if (!(error instanceof Unanswered) && !error.isUnknown) {
        toast.close();
        throw error;
      }
      toast.say(text(navigator.onLine ? "js_unknown_asking" : "js_unknown_offline", { what: text(product ? "js_edit" : "js_registration") }));
      await pause(wait);
    }
  }
}

let button = form.querySelector("[data-submit]");
const warn = (event) => event.preventDefault();
let isSending = false;

/** Runs one write of this page at a time: it gives the faults of the form, or the path to go on at, or throws the refusal. */
async function run(work, pressed = form.querySelector("[data-submit]")) {
  if (isSending) return;
  isSending = true;
  button = pressed;
  const label = button.textContent;
  button.ariaDisabled = "true";
  button.textContent = text("js_checking");
  keepVendor();
  window.addEventListener("beforeunload", warn);
  const { faults, path } = await work().catch((error) => ({ faults: refused(error) }));
  window.removeEventListener("beforeunload", warn);
  if (path) {
    forgetWrite();
    location.href = path;
    return;
  }
  isSending = false;
  progress.hidden = true;
  button.ariaDisabled = null;
  button.textContent = label;
  showFaults(faults);
}

function refused(error) {
  // Whatever was done under it, this is another write.
  if (error.reason === "IDEMPOTENCY_KEY_REUSED") forgetWrite();
  if (error.reason === "UNAUTHENTICATED") return [{ field: "identifier", text: text("js_fault_identifier") }];
  if (error.problem?.violations?.length) return error.problem.violations.map(faultOf);
  return [{ field: "form", text: explain(error) }];
}

/** What the service finds wrong with what was filled in, which is more than it asks of a program; of a change, with what is different. */
async function formFaults(values) {
  const error = await request("/api/market/check", { method: "POST", body: filledIn() }).then(() => null, (cause) => cause);
  const violations = error?.problem?.violations ?? [];
  return violations.filter((one) => !product || one.pointer.split("/")[1] in values).map(faultOf);
}

async function change() {
  const changes = params();
  if (!Object.keys(changes).length) return { faults: [{ field: "form", text: text("js_fault_form") }] };
  const faults = await formFaults(changes);
  if (faults.length) return { faults };
  await certainly(edit(changes));
  return { path: `/market/${product.id}?notice=changed` };
}

async function offer() {
  await choosing;
  const faults = [...pictureFaults(), ...(await formFaults(params()))];
  if (faults.length) return { faults };
  const result = await certainly(withPictures("POST", "/api/products", params()));
  return { path: `/market/${result.id}?notice=registered` };
}

async function replacePictures() {
  await choosing;
  const faults = pictureFaults();
  if (faults.length) return { faults };
  if (!pictures.length && kept().length === product.images.length) return { faults: [{ field: "form", text: text("js_fault_form") }] };
  await certainly(withPictures("PUT", `/api/products/${product.id}/images`, { keep: kept() }));
  return { path: `/market/${product.id}?notice=changed` };
}

async function remove() {
  const { identifier, secret } = form.elements;
  const headers = { identifier: identifier.value };
  const path = await archive(headers, secret.value);
  const key = newKey();
  await certainly(() => request(path, { method: "DELETE", headers: { ...headers, "Idempotency-Key": key, ...as(data.caller) } }));
  return { path: "/market?notice=deleted" };
}

/** The path under which the product can be deleted, once. Nothing is changed by asking for it. */
async function archive(headers, secret) {
  const response = await fetch(`/api/products/${product.id}/archived`, {
    method: "POST",
    body: JSON.stringify({ secret }),
    headers: { "Content-Type": "application/json", ...headers },
  }).catch((cause) => {
    throw new Unanswered("archived", { cause });
  });
  if (response.ok) return (await response.text()).trim();
  throw new Refusal(await response.json().catch(() => ({})), response.status);
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  run(product ? change : offer);
});

/** Those that were chosen, one after the other: what sends them waits for it. */
let choosing = Promise.resolve();

async function choose(files) {
  sayOfPictures([text("js_shrinking")]);
  const unreadable = [];
  for (const file of files) {
    try {
      pictures.push(await fitting(file));
    } catch {
      unreadable.push(text("js_fault_image_unreadable", { name: file.name }));
    }
  }
  pictures = pictures.slice(0, most.pictures + 1);
  showPictures();
  sayOfPictures([...unreadable, ...(pictures.length ? pictureFaults().map((fault) => fault.text) : [])]);
}

picker.elements.images.addEventListener("change", () => {
  const files = [...picker.elements.images.files];
  // The files are kept here; the field is free for more.
  picker.elements.images.value = "";
  choosing = choosing.then(() => choose(files));
});

function sayOfPictures(words) {
  picker.querySelector('[data-field="images"] [data-fault]').textContent = words.join(" ");
  if (words.length) announce(words.join(" "));
}

/** The field of the vendor that is still to be filled in, for the forms that have none of their own. */
const missing = () => [form.elements.identifier, form.elements.secret].find((field) => !field.value);

document.querySelector("[data-pictures]")?.addEventListener("submit", (event) => {
  event.preventDefault();
  if (missing()) missing().focus();
  else run(replacePictures, event.submitter);
});

document.querySelector("[data-delete]")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (missing()) missing().focus();
  else if ((await ask(document.getElementById("delete"))) === "yes") run(remove);
});

recallVendor();
resume();
