#!/usr/bin/env bash
# One would guess: iter_lines() of an HTTP client ends a line where the format does, at a line feed, so each line of JSON Lines is
# a JSON text.
# What happens: httpx's iter_lines() and requests' iter_lines(decode_unicode=True) also end one at U+2028, U+2029 and U+0085, which JSON
# has in strings as they are. Without decode_unicode requests does not, and neither does Node's readline.
# Versions: httpx 0.28.1, requests 2.34.2.
# Why it matters: one name with such a character, as copied from a word processor, breaks a stream for its readers. Whoever
# writes JSON Lines can keep them whole by writing these three as escapes.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q install --disable-pip-version-check httpx==0.28.1 requests==2.34.2
cat >"$folder/lines.py" <<'PYTHON'
import http.server, threading
import httpx, requests

BODY = '{"name":"a\u2028b"}\n{"name":"c"}\n'.encode()


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "application/x-ndjson; charset=utf-8")
        self.send_header("Content-Length", str(len(BODY)))
        self.end_headers()
        self.wfile.write(BODY)

    def log_message(self, *_):
        pass


server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
url = f"http://127.0.0.1:{server.server_port}/"
print("lines sent:", BODY.count(b"\n"))
with httpx.stream("GET", url, trust_env=False) as response:
    print("httpx iter_lines:", len(list(response.iter_lines())))
session = requests.Session()
session.trust_env = False
print("requests iter_lines:", len(list(session.get(url).iter_lines())))
print("requests iter_lines(decode_unicode=True):", len(list(session.get(url).iter_lines(decode_unicode=True))))
server.shutdown()
PYTHON
echo "httpx 0.28.1, requests 2.34.2"
seen=$(timeout 30 "$folder/venv/bin/python" "$folder/lines.py")
echo "$seen"
diff <(echo "$seen") - <<'EXPECTED' || { echo "no longer as stated" >&2; exit 1; }
lines sent: 2
httpx iter_lines: 3
requests iter_lines: 2
requests iter_lines(decode_unicode=True): 3
EXPECTED
echo "as stated"
