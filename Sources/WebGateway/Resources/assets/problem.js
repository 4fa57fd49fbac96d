import { pause } from "./api.js";
import { data } from "./page.js";
import { resume } from "./writes.js";

/** Loads the page again as soon as there is one: what is answered meanwhile is the same refusal. */
async function comeBack() {
  for (let wait = 1500; ; wait = Math.min(wait * 1.5, 20_000)) {
    await pause(wait * (0.75 + Math.random() / 2));
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } }).catch(() => undefined);
    if (!answer || answer.status >= 429) continue;
    // What became of a write is said once: it is not taken away before it was read.
    while (document.querySelector("#toasts button")) await pause(500);
    return location.reload();
  }
}

// A page that is nobody's knows of no writes.
if (data.caller) resume();
if (data.comesBack) comeBack();
