import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import org.zeromq.ZMQ;

/** A client in Java: Client call METHOD PARAMS, or Client follow COUNT. docs/bindings.md says what is set where. */
public final class Client {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final ZMQ.Context CONTEXT = ZMQ.context(1);

    private final ZMQ.Socket rpc = connect(ZMQ.DEALER, System.getenv("RPC"));

    private static ZMQ.Socket connect(int kind, String endpoint, String... topics) {
        ZMQ.Socket socket = CONTEXT.socket(kind);
        socket.setLinger(0);
        socket.setReceiveTimeOut(10_000);
        for (String topic : topics) socket.subscribe(topic.getBytes(StandardCharsets.UTF_8));
        if (System.getenv("SERVER_KEY") != null) {
            setKey(socket, "setCurveServerKey", "SERVER_KEY");
            setKey(socket, "setCurvePublicKey", "PUBLIC_KEY");
            setKey(socket, "setCurveSecretKey", "SECRET_KEY");
        }
        socket.connect(endpoint);
        return socket;
    }

    /** By name, because Debian has no version with such methods; JeroMQ 0.6 has them, so call them there. */
    private static void setKey(ZMQ.Socket socket, String method, String name) {
        try {
            ZMQ.Socket.class.getMethod(method, byte[].class).invoke(socket, (Object) System.getenv(name).getBytes(StandardCharsets.US_ASCII));
        } catch (ReflectiveOperationException error) {
            throw new IllegalStateException(error.toString(), error);
        }
    }

    private static byte[] received(ZMQ.Socket socket) {
        byte[] frame = socket.recv(0);
        if (frame == null) throw new IllegalStateException("no answer");
        return frame;
    }

    private JsonNode call(String method, JsonNode params) throws Exception {
        ObjectNode request = JSON.createObjectNode().put("jsonrpc", "2.0").put("id", 1).put("method", method);
        rpc.send(JSON.writeValueAsBytes(request.set("params", params)), 0);
        JsonNode reply = JSON.readTree(received(rpc));
        if (reply.has("error")) throw new IllegalStateException("refused: " + reply.at("/error/data/reason").asText());
        return reply.get("result");
    }

    private void follow(long count) throws Exception {
        String marker = String.format("~sync.%032x.", new java.math.BigInteger(128, new SecureRandom()));
        ZMQ.Socket events = connect(ZMQ.SUB, System.getenv("EVENTS"), "juice.", marker);
        long position = 0;
        for (boolean joined = false; ; ) {
            String topic = new String(received(events), StandardCharsets.UTF_8);
            JsonNode message = JSON.readTree(received(events));
            boolean isMarker = topic.equals(marker), isEvent = message.has("specversion");
            long newest = message.get("sequence").asLong(); // Text in an event, else a number.
            joined |= isMarker;
            while (joined && position < newest - (isEvent ? 1 : 0)) { // What went by before we were there.
                JsonNode page = call("events.replay", JSON.createObjectNode().put("after", position));
                for (JsonNode event : page.get("events")) report("replayed", event);
                position = page.get("next").asLong();
            }
            if (joined && isEvent && position < newest) {
                report("received", message);
                position = newest;
            }
            if (isMarker) {
                System.out.println("joined " + position);
            } else if (!isEvent && position >= count) {
                System.out.println("heartbeat " + position);
                return;
            }
        }
    }

    private static void report(String what, JsonNode event) {
        System.out.println(what + " " + event.get("sequence").asLong() + " " + event.get("subject").asText());
    }

    public static void main(String[] words) throws Exception {
        try {
            if (words[0].equals("call")) {
                JsonNode result = new Client().call(words[1], JSON.readTree(words[2]));
                new java.io.PrintStream(System.out, true, "UTF-8").println(JSON.writeValueAsString(result));
            } else {
                new Client().follow(Long.parseLong(words[1]));
            }
            System.exit(0); // Sockets that are still open would keep the program.
        } catch (IllegalStateException error) {
            System.err.println(error.getMessage());
            System.exit(1);
        }
    }
}
