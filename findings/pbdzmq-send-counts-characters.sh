#!/usr/bin/env bash
# One would guess: zmq.send(socket, text) of R's pbdZMQ sends the text.
# What happens: it sends as many bytes as the text has characters, so a text that is not ASCII arrives without its end, and
# zmq.recv gives the whole length of a longer message but only its first 1 024 bytes. Neither is an error.
# Versions: pbdZMQ 0.3.9 (Debian 12), libzmq 4.3.4.
# Why it matters: JSON with a Korean name is cut in the middle, and the other side is the one that complains. Send
# charToRaw(text), and receive with zmq.recv.multipart(socket, unserialize = FALSE).
set -euo pipefail

version=$(dpkg-query -W -f '${Version}' r-cran-pbdzmq 2>/dev/null) || {
    echo "this needs an installed pbdZMQ: apt-get install --no-install-recommends r-cran-pbdzmq" >&2
    exit 2
}
echo "r-cran-pbdzmq $version"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/pair.R" <<'R'
suppressMessages(library(pbdZMQ))
context <- zmq.ctx.new()
one <- zmq.socket(context, ZMQ.ST()$PAIR)
other <- zmq.socket(context, ZMQ.ST()$PAIR)
invisible(zmq.bind(one, "inproc://pair"))
invisible(zmq.connect(other, "inproc://pair"))
receive <- function() zmq.recv.multipart(other, unserialize = FALSE)[[1]]

text <- "\ub9dd\uace0 juice"  # Two syllables of three bytes each, a blank and five letters.
invisible(zmq.send(one, text))
cat("text of", nchar(text), "characters,", nchar(text, "bytes"), "bytes: arrived", paste0(length(receive()), "\n"))
invisible(zmq.send(one, charToRaw(text)))
cat("the same as raw bytes: arrived", paste0(length(receive()), "\n"))
invisible(zmq.send(one, charToRaw(strrep("x", 3000))))
message <- zmq.recv(other)
cat("3000 bytes: zmq.recv says", message$len, "and gives", paste0(nchar(message$buf), "\n"))
R
seen=$(timeout 30 env LC_ALL=C.UTF-8 Rscript --vanilla "$folder/pair.R")
echo "$seen"
diff <(echo "$seen") - <<'EXPECTED' || { echo "no longer as stated" >&2; exit 1; }
text of 8 characters, 12 bytes: arrived 8
the same as raw bytes: arrived 12
3000 bytes: zmq.recv says 3000 and gives 1024
EXPECTED
echo "as stated"
