// Writes that are done once, whatever becomes of the connection: each has a key that is noted before it is sent, and is
// asked about, and repeated under the same key, until it is settled.

import { Refusal, Unanswered, as, pause, request } from "./api.js";
import { alone, forget, newKey, remember, remembered } from "./keys.js";
import { data, language, say, session, tell, text, Toast } from "./page.js";
import { record } from "./receipts.js";

/** How long a write that the person gave up is asked about: a sending that is on its way may still arrive. */
const watched = 10 * 60_000;

/** A service keeps a key for seven days at least; after that the same sending could be done a second time. */
const repeatable = 6 * 24 * 3_600_000;

/** What the same content always gets. Everything else may be refused now though an earlier sending is done yet. */
const lasting = new Set(["INVALID_PARAMS", "INVALID_REQUEST", "IDEMPOTENCY_KEY_REUSED", "UNKNOWN_JUICE", "UNKNOWN_FRUIT"]);

const send = ({ path, method, body, key, caller }) =>
  request(path, { method, body, headers: { "Idempotency-Key": key, ...as(caller) } });

/** Keys belong to callers: for another one, a write would be a second one under its key, and seem not to be done. */
const isOfOther = ({ caller }) => (caller ?? data.caller) !== data.caller;

async function outcome(write) {
  const path = `/api/outcomes/${write.service}/${encodeURIComponent(write.key)}`;
  const { result } = await request(path, { headers: as(write.caller) });
  return result;
}

/** Looks until something is known. Gives the result, or throws the refusal; nothing if the person gave up. */
async function settle(write, mayRepeat, toast) {
  for (let wait = 500; ; wait = Math.min(wait * 2, 5000)) {
    toast.say(text(navigator.onLine ? "js_unknown_asking" : "js_unknown_offline", { what: write.text }));
    await pause(wait);
    try {
      const known = await outcome(write);
      if (known.state === "applied") return known.result;
    } catch (error) {
      if (error.isOfOther) throw error;
      // Whoever could not ask knows nothing.
      continue;
    }
    if (!mayRepeat) {
      const answer = await toast.say(text("js_not_done", { what: write.text }), [
        ["again", text("js_send_again")],
        ["stop", text("js_give_up")],
      ]);
      if (answer !== "again") return undefined;
      mayRepeat = true;
    }
    if (Date.now() - write.time > repeatable) return undefined;
    try {
      return (await send(write)).result;
    } catch (error) {
      if (error instanceof Unanswered || error.isUnknown || error.problem?.retryable) continue;
      if (!(error instanceof Refusal) || error.isOfOther || lasting.has(error.reason)) throw error;
      await pause(2000);
      const known = await outcome(write).catch(() => ({}));
      if (known.state === "applied") return known.result;
      error.isDoubtful = true;
      throw error;
    }
  }
}

/** Ends a write that was done. The receipt comes first: a page that goes between the two leaves a write that is settled once more. */
function end(write, result) {
  record(write, result);
  forget(write.key);
}

/** Ends what the page does for a write, but for asking whether it was done after all. */
function watch(write) {
  remember({ ...write, isGivenUp: true });
  setTimeout(() => look(write), 30_000);
}

async function look(write) {
  const known = await outcome(write).catch(() => ({}));
  if (known.state === "applied") {
    end(write, known.result);
    tell(text("js_done_after_all", { what: write.text }));
  } else if (Date.now() - write.time > watched) {
    forget(write.key);
  }
}

/**
 * Sends a write and gives its result. Throws the refusal if nothing was done; gives nothing if the person gave up.
 *
 * @param write `service`, `kind`, `path`, `method`, `body`, `text`, which says to the person what it is, and `receipt` for `record`.
 */
export async function perform(write) {
  const noted = { method: "POST", ...write, key: newKey(), caller: data.caller, time: Date.now() };
  remember(noted);
  return alone(noted.key, async () => {
    try {
      const { result } = await send(noted);
      end(noted, result);
      return result;
    } catch (error) {
      if (error instanceof Refusal && !error.isUnknown) {
        forget(noted.key);
        throw error;
      }
      return finish(noted, true);
    }
  });
}

async function finish(write, mayRepeat) {
  const toast = new Toast();
  try {
    const result = await settle(write, mayRepeat, toast);
    if (result === undefined) {
      watch(write);
      say(text("js_given_up", { what: write.text }));
    } else {
      end(write, result);
    }
    return result;
  } catch (error) {
    if (error.isOfOther) {
      tellOfOther(write);
      return undefined;
    }
    if (error.isDoubtful) watch(write);
    else forget(write.key);
    throw error;
  } finally {
    toast.close();
  }
}

/** Says that a write is another caller's, who alone can find out about it; once in this tab. */
function tellOfOther(write) {
  if (Date.now() - write.time > repeatable) return forget(write.key);
  const place = `jangteo.told.${write.key}`;
  if (session.get(place)) return;
  session.set(place, true);
  tell(text(write.caller === "nobody" ? "js_of_nobody" : "js_of_other", { what: write.text }));
}

/**
 * Settles what earlier pages left of this caller's. Nothing of it is sent again unless the person says so.
 *
 * @param done What to do with a result, by kind; otherwise a message says that it was done.
 */
export function resume(done = {}) {
  for (const write of remembered()) {
    if (isOfOther(write)) {
      tellOfOther(write);
      continue;
    }
    if (write.isGivenUp) {
      look(write);
      continue;
    }
    alone(write.key, async () => {
      // The page that was at it until now may have settled it.
      const known = remembered().find(({ key }) => key === write.key);
      if (!known || known.isGivenUp) return;
      try {
        const result = await finish(write, false);
        if (result === undefined) return;
        if (done[write.kind]) return done[write.kind](result, write);
        tell(text("js_done_after_all", { what: write.text }));
      } catch (error) {
        say(`${write.text}: ${explain(error)}`);
      }
    });
  }
}

/** Why something could not be done, in the words of the page. */
export function explain(error) {
  if (error instanceof Unanswered) return text("js_no_connection");
  if (error.isOfOther) return text("js_other_caller");
  if (error.status === 401 || error.status === 403) return text("js_denied");
  if (error.status === 503 || error.status === 421) return text("js_away");
  if (error.status === 429) return text("js_busy");
  // What a problem says of itself is English.
  const isReadable = language === "en" || !error.problem?.title;
  return (isReadable && error.message) || text("js_failed");
}
