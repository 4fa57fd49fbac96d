// Orders a juice, and does it once whatever happens on the way: node order.mjs mango
// Without a binding: ZMTP 3.0 (https://rfc.zeromq.org/spec/23/) is small enough to speak it.
import { randomUUID } from "node:crypto";
import { connect } from "node:net";

const run = process.env.JANGTEO_RUN_DIR;
if (!run) {
    console.error("where is juice-service? export JANGTEO_RUN_DIR=$(deploy/gateway paths run)");
    process.exit(2);
}
const path = `${run}/juice.rpc`;
const key = randomUUID(); // Names what is wanted: the same key twice is one order.

const greeting = Buffer.alloc(64);
greeting.set([0xff, 0, 0, 0, 0, 0, 0, 0, 0, 0x7f, 3, 0]);
greeting.write("NULL", 12);
const ready = Buffer.from("\x05READY\x0bSocket-Type\x00\x00\x00\x06DEALER", "latin1");

function frame(flags, body) {
  const head = Buffer.alloc(body.length > 255 ? 9 : 2);
  head[0] = flags | (body.length > 255 ? 2 : 0);
  body.length > 255 ? head.writeBigUInt64BE(BigInt(body.length), 1) : (head[1] = body.length);
  return Buffer.concat([head, body]);
}

// The reply to one request over a connection of its own; undefined when none comes in time.
function call(request) {
  return new Promise((resolve) => {
    const socket = connect(path);
    let rest = Buffer.alloc(0), isGreeted = false;
    const end = (reply) => (socket.destroy(), resolve(reply));
    socket.setTimeout(2000, () => end()).on("error", () => {});
    socket.on("close", (hasFailed) => setTimeout(end, hasFailed ? 1000 : 0)); // Not there: in a while perhaps.
    socket.write(Buffer.concat([greeting, frame(4, ready)]));
    socket.on("data", (data) => {
      rest = Buffer.concat([rest, data]);
      if (!isGreeted && rest.length >= 64) (isGreeted = true), (rest = rest.subarray(64));
      while (isGreeted && rest.length >= 2) {
        const isLong = rest[0] & 2, head = isLong ? 9 : 2;
        if (rest.length < head) return;
        const size = isLong ? Number(rest.readBigUInt64BE(1)) : rest[1];
        if (rest.length < head + size) return;
        const body = rest.subarray(head, head + size);
        // The first command is READY: now the other side takes messages.
        if (rest[0] & 4) body.subarray(1, 6).equals(ready.subarray(1, 6)) && socket.write(frame(0, Buffer.from(JSON.stringify(request))));
        else return end(JSON.parse(body));
        rest = rest.subarray(head + size);
      }
    });
  });
}

let unanswered = 0;
for (let id = 1; id <= 10; id++) {
  const reply = await call({ jsonrpc: "2.0", id, method: "juice.order", params: { juice: process.argv[2] ?? "mango" }, meta: { idempotencykey: key, timeoutms: 2000 } });
  if (reply?.result) console.log(JSON.stringify(reply.result)), process.exit(0);
  if (!reply) unanswered++, console.error(`no answer; sending again under the key ${key}`);
  else if (reply.error.data.retryable) await new Promise((after) => setTimeout(after, reply.error.data.retryafterms ?? 100 * id));
  else if (!unanswered) console.error(`refused: ${reply.error.data.reason}`), process.exit(1);
  else break; // It says nothing about the sendings before, which may arrive yet.
}
console.error(`nobody knows whether it was done under the key ${key}`);
process.exit(5);
