#!/usr/bin/env bash
# One would guess: ipc:///path in JeroMQ is a Unix socket at that path, as in libzmq.
# What happens: Debian's JeroMQ binds a TCP port of the loopback address instead, whose number it computes from the text. No file is
# made, so a peer with libzmq that connects to that path finds nothing.
# Versions: JeroMQ 0.3.6 (Debian 12's libjeromq-java 0.3.6-1.1), OpenJDK 17.
# Why it matters: two programs on one machine with the same endpoint never meet, and neither sees an error.
set -euo pipefail

command -v java >/dev/null || { echo "this needs Java: apt-get install --no-install-recommends default-jdk-headless" >&2; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
(cd "$folder" && apt-get -qq -o APT::Sandbox::User=root download libjeromq-java=0.3.6-1.1 && dpkg -x ./*.deb .)
echo "libjeromq-java 0.3.6-1.1, $(java -version 2>&1 | head -n 1)"

mkdir -m 700 "$folder/private"
cat >"$folder/Bound.java" <<'JAVA'
import java.nio.file.*;
import org.zeromq.ZMQ;

public final class Bound {
    public static void main(String[] words) throws Exception {
        Path path = Paths.get(words[0], "private", "socket");
        ZMQ.Socket socket = ZMQ.context(1).socket(ZMQ.REP);
        socket.bind("ipc://" + path);
        System.out.println("a file at the path: " + Files.exists(path));
        // The sockets of this process that listen, in the tables of the kernel.
        java.util.Set<String> own = new java.util.HashSet<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(Paths.get("/proc/self/fd"))) {
            for (Path file : files) {
                try {
                    own.add(Files.readSymbolicLink(file).toString());
                } catch (NoSuchFileException gone) {
                    continue;
                }
            }
        }
        for (String table : new String[] {"tcp", "tcp6"}) {
            for (String line : Files.readAllLines(Paths.get("/proc/self/net", table))) {
                String[] cells = line.trim().split("\\s+");
                if (cells.length > 9 && cells[3].equals("0A") && own.contains("socket:[" + cells[9] + "]")) {
                    int port = Integer.parseInt(cells[1].substring(cells[1].indexOf(':') + 1), 16);
                    System.out.println("a TCP port that listens: " + (port > 0));
                    try (java.net.Socket visitor = new java.net.Socket("127.0.0.1", port)) {
                        System.out.println("first byte to any visitor: " + visitor.getInputStream().read());
                    }
                }
            }
        }
        System.exit(0);
    }
}
JAVA
seen=$(timeout 30 java -cp "$folder/usr/share/java/jeromq.jar" "$folder/Bound.java" "$folder")
echo "$seen"
diff <(echo "$seen") - <<'EXPECTED' || { echo "no longer as stated" >&2; exit 1; }
a file at the path: false
a TCP port that listens: true
first byte to any visitor: 255
EXPECTED
echo "as stated"
