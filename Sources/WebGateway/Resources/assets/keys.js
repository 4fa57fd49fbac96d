// The keys of writes that were sent and are not known to be settled. They outlive the page.

const place = "jangteo.writes";

function read() {
  try {
    return JSON.parse(localStorage.getItem(place)) || {};
  } catch {
    return {};
  }
}

function change(edit) {
  const all = read();
  edit(all);
  try {
    localStorage.setItem(place, JSON.stringify(all));
    return true;
  } catch {
    return false;
  }
}

/** A UUIDv7: begins with the time, so that keys sort as they were drawn. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  let time = Date.now();
  for (let place = 5; place >= 0; place--) {
    bytes[place] = time % 256;
    time = Math.floor(time / 256);
  }
  bytes[6] = (bytes[6] & 0x0f) | 0x70;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

export const remember = (write) => change((all) => (all[write.key] = write));
export const forget = (key) => change((all) => delete all[key]);
export const remembered = () => Object.values(read()).sort((a, b) => a.time - b.time);

/** Does the work when no other page of this browser is at the same write, also one that is about to go. */
export async function alone(key, work) {
  if (!navigator.locks) return work();
  return navigator.locks.request(`jangteo.${key}`, work);
}
