// A client in C++ with cppzmq and nlohmann-json: client call METHOD PARAMS, or client follow COUNT. docs/bindings.md says
// what is set where. c++ -std=c++17 client.cpp -o client -lzmq
#include <cstdlib>
#include <iostream>
#include <nlohmann/json.hpp>
#include <random>
#include <vector>
#include <zmq_addon.hpp>

using nlohmann::json;

zmq::context_t context;

zmq::socket_t opened(zmq::socket_type kind, const char *endpoint, const std::vector<std::string> &topics = {}) {
    zmq::socket_t socket(context, kind);
    socket.set(zmq::sockopt::linger, 0);
    socket.set(zmq::sockopt::rcvtimeo, 10'000);
    socket.set(zmq::sockopt::heartbeat_ivl, 5'000);  // Without it, a connection that went silently is never missed.
    for (const auto &topic : topics) socket.set(zmq::sockopt::subscribe, topic);
    if (const char *key = std::getenv("SERVER_KEY")) {
        socket.set(zmq::sockopt::curve_serverkey, key);
        socket.set(zmq::sockopt::curve_publickey, std::getenv("PUBLIC_KEY"));
        socket.set(zmq::sockopt::curve_secretkey, std::getenv("SECRET_KEY"));
    }
    socket.connect(endpoint);
    return socket;
}

std::vector<zmq::message_t> received(zmq::socket_t &socket) {
    std::vector<zmq::message_t> frames;
    if (!zmq::recv_multipart(socket, std::back_inserter(frames))) throw std::runtime_error("nothing came");
    return frames;
}

json call(zmq::socket_t &rpc, const std::string &method, const json &params) {
    const json request = {{"jsonrpc", "2.0"}, {"id", 1}, {"method", method}, {"params", params}};
    rpc.send(zmq::buffer(request.dump()), zmq::send_flags::none);
    const json reply = json::parse(received(rpc).back().to_string_view());
    if (reply.contains("error")) throw std::runtime_error("refused: " + reply["error"]["data"]["reason"].get<std::string>());
    return reply["result"];
}

// Text in an event, else a number.
long sequence(const json &message) {
    const json &value = message["sequence"];
    return value.is_string() ? std::stol(value.get<std::string>()) : value.get<long>();
}

void report(const char *what, const json &event) {
    std::cout << what << ' ' << sequence(event) << ' ' << event["subject"].get<std::string>() << std::endl;
}

void follow(zmq::socket_t &rpc, long count) {
    std::random_device random;
    std::string marker = "~sync.";
    for (int digit = 0; digit < 32; digit++) marker += "0123456789abcdef"[random() % 16];
    marker += '.';
    auto events = opened(zmq::socket_type::sub, std::getenv("EVENTS"), {"juice.", marker});
    long position = 0;
    for (bool joined = false;;) {
        const auto frames = received(events);
        const json message = json::parse(frames[1].to_string_view());
        const bool isMarker = frames[0].to_string_view() == marker, isEvent = message.contains("specversion");
        const long newest = sequence(message);
        joined = joined || isMarker;
        while (joined && position < newest - isEvent) {  // What went by before we were there.
            const json page = call(rpc, "events.replay", {{"after", position}});
            for (const json &event : page["events"]) report("replayed", event);
            position = page["next"];
        }
        if (joined && isEvent && position < newest) {
            report("received", message);
            position = newest;
        }
        if (isMarker) {
            std::cout << "joined " << position << std::endl;
        } else if (!isEvent && position >= count) {
            std::cout << "heartbeat " << position << std::endl;
            return;
        }
    }
}

int main(int count, char **words) try {
    const std::vector<std::string> arguments(words + 1, words + count);
    auto rpc = opened(zmq::socket_type::dealer, std::getenv("RPC"));
    if (arguments.at(0) == "call") {
        std::cout << call(rpc, arguments.at(1), json::parse(arguments.at(2))).dump() << std::endl;
    } else {
        follow(rpc, std::stol(arguments.at(1)));
    }
} catch (const std::exception &error) {
    std::cerr << error.what() << std::endl;
    return 1;
}
