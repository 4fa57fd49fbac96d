# A client in R: Rscript client.R call METHOD PARAMS, or follow COUNT. docs/bindings.md says what is set where.
suppressMessages(library(pbdZMQ))
library(jsonlite)

HEARTBEAT_IVL <- 75L  # Of zmq.h; the binding has no name for it.
context <- zmq.ctx.new()

connect <- function(kind, endpoint, topics = character()) {
  socket <- zmq.socket(context, kind)
  zmq.setsockopt(socket, ZMQ.SO()$LINGER, 0L)
  zmq.setsockopt(socket, ZMQ.SO()$RCVTIMEO, 10000L)
  zmq.setsockopt(socket, HEARTBEAT_IVL, 5000L)  # Without it, a connection that went silently is never missed.
  for (topic in topics) zmq.setsockopt(socket, ZMQ.SO()$SUBSCRIBE, topic)
  if (nzchar(Sys.getenv("SERVER_KEY"))) {
    zmq.setsockopt(socket, ZMQ.SO()$CURVE_SERVERKEY, Sys.getenv("SERVER_KEY"))
    zmq.setsockopt(socket, ZMQ.SO()$CURVE_PUBLICKEY, Sys.getenv("PUBLIC_KEY"))
    zmq.setsockopt(socket, ZMQ.SO()$CURVE_SECRETKEY, Sys.getenv("SECRET_KEY"))
  }
  zmq.connect(socket, endpoint)
  socket
}

# The frames of the next message, as text in UTF-8; the binding would take them for objects of R.
receive <- function(socket) {
  vapply(zmq.recv.multipart(socket, unserialize = FALSE), function(frame) {
    if (length(frame) == 0) stop("no answer", call. = FALSE)
    text <- rawToChar(frame)
    Encoding(text) <- "UTF-8"
    text
  }, "")
}

call <- function(method, params) {
  request <- list(jsonrpc = "2.0", id = 1L, method = method, params = params)
  # Bytes: of a text, the binding sends as many bytes as it has characters.
  zmq.send(rpc, charToRaw(enc2utf8(toJSON(request, auto_unbox = TRUE, digits = NA))))
  reply <- fromJSON(receive(rpc), simplifyVector = FALSE)
  if (!is.null(reply$error)) stop("refused: ", reply$error$data$reason, call. = FALSE)
  reply$result
}

follow <- function(count) {
  random <- file("/dev/urandom", "rb", raw = TRUE)
  marker <- sprintf("~sync.%s.", paste(readBin(random, "raw", 16), collapse = ""))
  close(random)
  events <- connect(ZMQ.ST()$SUB, Sys.getenv("EVENTS"), c("juice.", marker))
  position <- 0
  joined <- FALSE
  repeat {
    frames <- receive(events)
    message <- fromJSON(frames[2], simplifyVector = FALSE)
    joined <- joined || frames[1] == marker
    newest <- as.numeric(message$sequence)
    is_event <- !is.null(message$specversion)
    while (joined && position < newest - is_event) {  # What went by before we were there.
      page <- call("events.replay", list(after = position))
      for (event in page$events) cat("replayed", as.numeric(event$sequence), paste0(event$subject, "\n"))
      position <- page[["next"]]
    }
    if (joined && is_event && position < newest) {
      cat("received", newest, paste0(message$subject, "\n"))
      position <- newest
    }
    if (frames[1] == marker) {
      cat("joined", paste0(position, "\n"))
    } else if (!is_event && position >= count) {
      return(cat("heartbeat", paste0(position, "\n")))
    }
  }
}

words <- commandArgs(trailingOnly = TRUE)
rpc <- connect(ZMQ.ST()$DEALER, Sys.getenv("RPC"))
if (words[1] == "call") {
  result <- call(words[2], fromJSON(words[3], simplifyVector = FALSE))
  writeLines(enc2utf8(toJSON(result, auto_unbox = TRUE, null = "null", digits = NA)), useBytes = TRUE)
} else {
  follow(as.numeric(words[2]))
}
