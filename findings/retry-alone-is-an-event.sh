#!/usr/bin/env bash
# One would guess that a block of server-sent events that only says `retry: 2000` is no event: the format has such a block set the time and
# dispatch nothing, since its data is empty (https://html.spec.whatwg.org/multipage/server-sent-events.html#dispatchMessage).
#
# What happens: httpx-sse 0.4.3 and sseclient 0.0.27 hand it on as an event whose data is an empty text; sseclient-py 1.9.0 does not.
#
# Why it matters: a server that opens its stream with `retry`, as many examples do, makes the first json.loads(event.data) of these clients
# fail. Written into the block of the first real event, `retry` is harmless to all three.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for name in httpx-sse==0.4.3 sseclient==0.0.27 sseclient-py==1.9.0; do
    # The last two have one module name, so each has an environment.
    python3 -m venv "$folder/$name"
    "$folder/$name/bin/pip" install --quiet --disable-pip-version-check "$name" httpx==0.28.1 requests==2.34.2
done

cat >"$folder/read.py" <<'END'
import http.server
import sys
import threading

STREAMS = {
    "/alone": "retry: 2000\n\nid: 1\ndata: {}\n\n",
    "/along": "retry: 2000\nid: 1\ndata: {}\n\n",
}


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream; charset=utf-8")
        self.end_headers()
        self.wfile.write(STREAMS[self.path].encode())

    def log_message(self, *_):
        pass


def events(url):
    if sys.argv[1].startswith("httpx-sse"):
        import httpx
        import httpx_sse

        with httpx.Client() as client, httpx_sse.connect_sse(client, "GET", url) as source:
            yield from source.iter_sse()
    else:
        import requests
        import sseclient

        # sseclient-py reads a response, and sseclient asks by itself.
        is_py = "sseclient-py" in sys.argv[1]
        yield from sseclient.SSEClient(requests.get(url, stream=True)).events() if is_py else sseclient.SSEClient(url)


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
found = []
for path in STREAMS:
    data = []
    for event in events(f"http://127.0.0.1:{server.server_port}{path}"):
        data.append(event.data)
        if event.data:
            break
    found.append(data)
print(f"{sys.argv[1]:22} retry in a block of its own: {found[0]}, in that of an event: {found[1]}")
alone = ["{}"] if "sseclient-py" in sys.argv[1] else ["", "{}"]
sys.exit(found != [alone, ["{}"]])
END

for name in httpx-sse==0.4.3 sseclient==0.0.27 sseclient-py==1.9.0; do
    timeout 30 "$folder/$name/bin/python" "$folder/read.py" "$name" || { echo 'This is no longer as stated.' >&2; exit 1; }
done
