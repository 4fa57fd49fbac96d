//! A client in Rust: client call METHOD PARAMS, or client follow COUNT. docs/bindings.md says what is set where.

use serde_json::{json, Value};
use std::{env, error::Error, fs::File, io::Read};

type Outcome<T> = Result<T, Box<dyn Error>>;

fn connect(context: &zmq::Context, kind: zmq::SocketType, endpoint: &str, topics: &[&str]) -> Outcome<zmq::Socket> {
    let socket = context.socket(kind)?;
    socket.set_linger(0)?;
    socket.set_rcvtimeo(10_000)?;
    socket.set_heartbeat_ivl(5_000)?; // Without it, a connection that went silently is never missed.
    for topic in topics {
        socket.set_subscribe(topic.as_bytes())?;
    }
    if let Ok(key) = env::var("SERVER_KEY") {
        socket.set_curve_serverkey(&zmq::z85_decode(&key)?)?;
        socket.set_curve_publickey(&zmq::z85_decode(&env::var("PUBLIC_KEY")?)?)?;
        socket.set_curve_secretkey(&zmq::z85_decode(&env::var("SECRET_KEY")?)?)?;
    }
    socket.connect(endpoint)?;
    Ok(socket)
}

fn call(rpc: &zmq::Socket, method: &str, params: Value) -> Outcome<Value> {
    let request = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
    rpc.send(request.to_string().as_bytes(), 0)?;
    let mut reply: Value = serde_json::from_slice(&rpc.recv_bytes(0)?)?;
    match reply["error"]["data"]["reason"].as_str() {
        Some(reason) => Err(format!("refused: {reason}").into()),
        None => Ok(reply["result"].take()),
    }
}

/// Text in an event, else a number.
fn sequence(message: &Value) -> i64 {
    let value = &message["sequence"];
    value.as_i64().or_else(|| value.as_str()?.parse().ok()).unwrap_or(0)
}

fn report(what: &str, event: &Value) {
    println!("{what} {} {}", sequence(event), event["subject"].as_str().unwrap_or(""));
}

fn follow(context: &zmq::Context, rpc: &zmq::Socket, count: i64) -> Outcome<()> {
    let mut random = [0; 16];
    File::open("/dev/urandom")?.read_exact(&mut random)?;
    let digits: String = random.iter().map(|byte| format!("{byte:02x}")).collect();
    let marker = format!("~sync.{digits}.");
    let events = connect(context, zmq::SUB, &env::var("EVENTS")?, &["juice.", &marker])?;
    let (mut position, mut joined) = (0, false);
    loop {
        let frames = events.recv_multipart(0)?;
        let message: Value = serde_json::from_slice(&frames[1])?;
        let (is_marker, is_event) = (frames[0] == marker.as_bytes(), message.get("specversion").is_some());
        let newest = sequence(&message);
        joined |= is_marker;
        while joined && position < newest - i64::from(is_event) {
            // What went by before we were there.
            let page = call(rpc, "events.replay", json!({ "after": position }))?;
            page["events"].as_array().into_iter().flatten().for_each(|event| report("replayed", event));
            position = sequence(&json!({"sequence": page["next"]}));
        }
        if joined && is_event && position < newest {
            report("received", &message);
            position = newest;
        }
        if is_marker {
            println!("joined {position}");
        } else if !is_event && position >= count {
            println!("heartbeat {position}");
            return Ok(());
        }
    }
}

fn run(words: &[String]) -> Outcome<()> {
    let context = zmq::Context::new();
    let rpc = connect(&context, zmq::DEALER, &env::var("RPC")?, &[])?;
    match words {
        [verb, method, params] if verb == "call" => {
            println!("{}", call(&rpc, method, serde_json::from_str(params)?)?);
            Ok(())
        }
        [_, count] => follow(&context, &rpc, count.parse()?),
        _ => Err("call METHOD PARAMS, or follow COUNT".into()),
    }
}

fn main() {
    let words: Vec<String> = env::args().skip(1).collect();
    if let Err(error) = run(&words) {
        eprintln!("{error}");
        std::process::exit(1);
    }
}
