# A client in Ruby: ruby client.rb call METHOD PARAMS, or follow COUNT. docs/bindings.md says what is set where.
require "ffi-rzmq"
require "json"
require "securerandom"

$stdout.sync = true
CONTEXT = ZMQ::Context.new

# Every call of the binding says by its result whether it worked.
def check(code)
  raise ZMQ::Util.error_string unless ZMQ::Util.resultcode_ok?(code)
end

def connect(kind, endpoint, topics = [])
  socket = CONTEXT.socket(kind)
  check socket.setsockopt(ZMQ::LINGER, 0)
  check socket.setsockopt(ZMQ::RCVTIMEO, 10_000)
  # Without it, a connection that went silently is never missed. The binding has a constant, but does not know its type.
  FFI::MemoryPointer.new(:int) { |value| check LibZMQ.zmq_setsockopt(socket.socket, ZMQ::HEARTBEAT_IVL, value.write_int(5_000), 4) }
  topics.each { |topic| check socket.setsockopt(ZMQ::SUBSCRIBE, topic) }
  if ENV["SERVER_KEY"]
    check socket.setsockopt(ZMQ::CURVE_SERVERKEY, ENV["SERVER_KEY"])
    check socket.setsockopt(ZMQ::CURVE_PUBLICKEY, ENV["PUBLIC_KEY"])
    check socket.setsockopt(ZMQ::CURVE_SECRETKEY, ENV["SECRET_KEY"])
  end
  check socket.connect(endpoint)
  socket
end

# The frames of the next message.
def receive(socket)
  check socket.recv_strings(frames = [])
  frames
end

def call(method, params)
  check RPC.send_string(JSON.generate({ jsonrpc: "2.0", id: 1, method: method, params: params }))
  reply = JSON.parse(receive(RPC).last)
  abort "refused: #{reply.dig("error", "data", "reason")}" if reply["error"]
  reply["result"]
end

def follow(count)
  marker = "~sync.#{SecureRandom.hex(16)}."
  events = connect(ZMQ::SUB, ENV["EVENTS"], ["juice.", marker])
  position, joined = 0, false
  loop do
    topic, text = receive(events)
    message = JSON.parse(text)
    joined ||= topic == marker
    newest, is_event = message["sequence"].to_i, message.key?("specversion")
    while joined && position < newest - (is_event ? 1 : 0) # What went by before we were there.
      page = call("events.replay", { after: position })
      page["events"].each { |event| puts "replayed #{event["sequence"].to_i} #{event["subject"]}" }
      position = page["next"]
    end
    if joined && is_event && position < newest
      puts "received #{newest} #{message["subject"]}"
      position = newest
    end
    if topic == marker
      puts "joined #{position}"
    elsif !is_event && position >= count
      return puts("heartbeat #{position}")
    end
  end
end

RPC = connect(ZMQ::DEALER, ENV["RPC"])
ARGV[0] == "call" ? puts(JSON.generate(call(ARGV[1], JSON.parse(ARGV[2])))) : follow(ARGV[1].to_i)
