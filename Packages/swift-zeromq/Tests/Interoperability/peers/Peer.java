import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.zeromq.ZMQ;

/** A socket of JeroMQ with the command line and the lines of InteropPeer: see Tests/InteropPeer/Job.swift. */
public final class Peer {
    private static final int[] SIZES = {0, 1, 255, 256, 66_000};

    private final ZMQ.Socket socket;
    private final String role;

    private Peer(ZMQ.Socket socket, String role) {
        this.socket = socket;
        this.role = role;
    }

    public static void main(String[] arguments) throws Exception {
        String role = arguments[0];
        String action = arguments[3];
        int count = Integer.parseInt(arguments[4]);
        ZMQ.Context context = ZMQ.context(1);
        ZMQ.Socket socket = context.socket(type(role));
        // Whoever has had enough of what is published is gone.
        socket.setLinger(action.equals("publish") ? 0 : 20_000);
        if (role.equals("router")) socket.setRouterMandatory(true);
        if (action.equals("echo") && (role.equals("router") || role.equals("dealer"))) {
            socket.setIdentity(bytes("server"));
        }
        if (role.equals("sub")) socket.subscribe(bytes("a."));
        if (arguments[1].equals("bind")) {
            // The address without a port, of which this library chooses one.
            System.out.println("bound " + arguments[2] + ":" + socket.bindToRandomPort(arguments[2]));
        } else {
            socket.connect(arguments[2]);
        }
        new Peer(socket, role).run(action, count);
        socket.close();
        context.term();
        System.out.println("done");
    }

    private static int type(String role) {
        switch (role) {
            case "pair": return ZMQ.PAIR;
            case "pub": return ZMQ.PUB;
            case "sub": return ZMQ.SUB;
            case "xpub": return ZMQ.XPUB;
            case "xsub": return ZMQ.XSUB;
            case "request": return ZMQ.REQ;
            case "reply": return ZMQ.REP;
            case "dealer": return ZMQ.DEALER;
            case "router": return ZMQ.ROUTER;
            case "push": return ZMQ.PUSH;
            case "pull": return ZMQ.PULL;
            default: throw new IllegalArgumentException(role);
        }
    }

    private void run(String action, int count) throws IOException, InterruptedException {
        if (role.equals("xsub")) socket.send(new byte[] {1, 'a', '.'}, 0);
        switch (action) {
            case "send":
                for (int number = 0; number < count; number++) send(sample(number, "a."));
                break;
            case "receive": receiveAll(count); break;
            case "publish": publish(); break;
            default: converse(action.equals("ask"), count);
        }
    }

    private void converse(boolean asks, int count) throws InterruptedException {
        for (int number = 0; number < count; number++) {
            if (!asks) {
                send(receive());
                report(number, true);
                continue;
            }
            List<byte[]> question = new ArrayList<>();
            if (role.equals("router")) question.add(bytes("server"));
            if (role.equals("router") || role.equals("dealer")) question.add(new byte[0]);
            question.addAll(sample(number, "a."));
            send(question);
            report(number, areEqual(question, receive()));
        }
    }

    private void receiveAll(int count) {
        int first = 0;
        for (int number = 0; number < count; number++) {
            List<byte[]> message = receive();
            if (number == 0 && !role.equals("pull")) first = Integer.parseInt(new String(message.get(1), StandardCharsets.UTF_8));
            report(number, areEqual(message, sample(first + number, "a.")));
        }
    }

    private void publish() throws IOException, InterruptedException {
        if (role.equals("xpub")) {
            byte[] wish = receive().get(0);
            System.out.println("wish " + new String(wish, 1, wish.length - 1, StandardCharsets.UTF_8));
        }
        Thread input = new Thread(() -> {
            try {
                while (System.in.read() >= 0) { }
            } catch (IOException error) {
                // An input that cannot be read has ended, too.
            }
        });
        input.start();
        for (int number = 0; input.isAlive(); number++) {
            send(sample(number, "b."));
            send(sample(number, "a."));
            input.join(2);
        }
    }

    private void send(List<byte[]> message) throws InterruptedException {
        for (int index = 0; index < message.size(); index++) {
            int flags = index + 1 < message.size() ? ZMQ.SNDMORE : 0;
            // A ROUTER that asks waits until it knows its peer.
            while (!trySend(message.get(index), flags)) Thread.sleep(2);
        }
    }

    private boolean trySend(byte[] frame, int flags) {
        try {
            return socket.send(frame, flags);
        } catch (org.zeromq.ZMQException error) {
            if (error.getErrorCode() == zmq.ZError.EHOSTUNREACH) return false;
            throw error;
        }
    }

    private List<byte[]> receive() {
        List<byte[]> message = new ArrayList<>();
        do {
            message.add(socket.recv(0));
        } while (socket.hasReceiveMore());
        return message;
    }

    private static List<byte[]> sample(int number, String topic) {
        byte[] payload = new byte[SIZES[number % SIZES.length]];
        Arrays.fill(payload, (byte) number);
        return new ArrayList<>(Arrays.asList(bytes(topic), bytes(Integer.toString(number)), payload));
    }

    private static boolean areEqual(List<byte[]> one, List<byte[]> other) {
        return Arrays.deepEquals(one.toArray(), other.toArray());
    }

    private static void report(int number, boolean isRight) {
        System.out.println((isRight ? "right " : "wrong ") + number);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
