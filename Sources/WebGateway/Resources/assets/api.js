// Requests to the server, and what became of them.

/** No answer came, or none that says what became of the request. */
export class Unanswered extends Error {}

/** The server's refusal, with the members of its problem. */
export class Refusal extends Error {
  constructor(problem, status) {
    super(problem.detail || problem.title || String(status));
    this.problem = problem;
    this.status = problem.status || status;
    this.reason = problem.reason || "";
    this.isUnknown = problem.outcome === "unknown";
    // Somebody has logged in or out since the page was loaded: the server has done nothing.
    this.isOfOther = this.status === 412;
  }
}

/** What a write says, and the question what became of one: it is that of the caller who had `caller` as the page's. */
export const as = (caller) => (caller ? { "Jangteo-Caller": caller } : {});

const longest = 10_000;

/**
 * Sends a request and gives its result, with the position of the stream at which it is true.
 * Throws `Refusal`, or `Unanswered`.
 */
export async function request(path, { method = "GET", body, headers = {}, timeout = longest } = {}) {
  let response;
  let answer;
  try {
    response = await fetch(path, {
      method,
      body: body === undefined ? undefined : JSON.stringify(body),
      headers: body === undefined ? headers : { "Content-Type": "application/json", ...headers },
      signal: AbortSignal.timeout(timeout),
    });
    answer = await response.json();
  } catch (cause) {
    // A proxy refuses with a page of its own: nothing was done.
    if (response?.status >= 400 && response.status < 500) throw new Refusal({}, response.status);
    throw new Unanswered(path, { cause });
  }
  if (response.ok) return { result: answer, position: response.headers.get("Jangteo-Position") || "" };
  if (answer?.reason || answer?.outcome) throw new Refusal(answer, response.status);
  // Something between the browser and the services may answer by itself, and does not know.
  if (response.status >= 500) throw new Unanswered(path);
  throw new Refusal(answer ?? {}, response.status);
}

/** What is at a path, asked for until it is answered. */
export async function read(path) {
  for (let wait = 500; ; wait = Math.min(wait * 2, 10_000)) {
    try {
      return (await request(path)).result;
    } catch (error) {
      if (error instanceof Refusal && !error.problem.retryable) throw error;
    }
    await pause(wait * (0.75 + Math.random() / 2));
  }
}

export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
