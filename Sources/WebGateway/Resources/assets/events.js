// Follows the events of the services from a position on.

/** Positions are texts such as `juice=EPOCH/17,market=EPOCH/4`. */
function merge(positions, text) {
  for (const part of (text || "").split(",")) {
    const [service, place] = part.split("=");
    if (place) positions.set(service, place);
  }
}

/**
 * @param topics Prefixes of topics, parted by commas.
 * @param position Where what the page shows is true.
 * @param on `event` gets each event, `resynced` is called when the page has to read everything again,
 *   `state` gets `connecting`, `live`, `stale` (the service is away) or `lost` (the server is).
 */
export function follow(topics, position, on) {
  const positions = new Map();
  merge(positions, position);
  let wait = 1000;
  let source;
  let timer;

  function open() {
    const query = new URLSearchParams(topics ? { topics } : {});
    if (positions.size) query.set("since", [...positions].map((pair) => pair.join("=")).join(","));
    source = new EventSource(`/events?${query}`);
    source.onopen = () => {
      wait = 1000;
      on.state?.("connecting");
    };
    source.onmessage = (message) => {
      merge(positions, message.lastEventId);
      on.event(JSON.parse(message.data));
    };
    source.addEventListener("resynced", (message) => {
      merge(positions, message.lastEventId);
      on.resynced?.();
    });
    source.addEventListener("live", (message) => {
      merge(positions, message.lastEventId);
      on.state?.("live");
    });
    source.addEventListener("stale", () => on.state?.("stale"));
    source.onerror = () => {
      on.state?.("lost");
      // The browser connects again by itself, but not after an answer that was a refusal.
      if (source.readyState !== EventSource.CLOSED) return;
      timer = setTimeout(open, wait * (0.75 + Math.random() / 2));
      wait = Math.min(wait * 2, 30_000);
    };
  }

  // A page that nobody sees gives its connection back: browsers have few of them for one server. It misses nothing, as it
  // goes on at its position.
  document.addEventListener("visibilitychange", () => {
    clearTimeout(timer);
    if (document.hidden) {
      timer = setTimeout(() => source.close(), 30_000);
    } else if (source.readyState === EventSource.CLOSED) {
      open();
    }
  });
  open();
}
