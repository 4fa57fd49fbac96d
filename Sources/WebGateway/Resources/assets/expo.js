import { follow } from "./events.js";
import { data, Toast, text } from "./page.js";
import { resume } from "./writes.js";

const renewed = new Toast();

async function renew() {
  if ((await renewed.say(text("js_expo_renewed"), [["show", text("js_show_anew")]])) === "show") location.reload();
}

follow("expo.data.reloaded.", data.position, { event: renew, resynced: renew });

resume();
