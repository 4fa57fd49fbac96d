import { follow } from "./events.js";
import { data, offerReload, text } from "./page.js";
import { resume } from "./writes.js";

const renew = () => offerReload(text("js_expo_renewed"));

follow("expo.data.reloaded.", data.position, { event: renew, resynced: renew });

resume();
