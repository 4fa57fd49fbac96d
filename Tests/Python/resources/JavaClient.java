import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Java's own client as it comes, which offers h2c with the first request of each connection. */
final class JavaClient {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private static HttpRequest.Builder request(String address) {
        return HttpRequest.newBuilder(URI.create(address)).timeout(Duration.ofSeconds(20));
    }

    private static void tell(HttpRequest request) throws Exception {
        var answer = CLIENT.send(request, BodyHandlers.ofString());
        System.out.println(request.method() + " " + answer.statusCode() + " " + answer.version());
    }

    public static void main(String[] arguments) throws Exception {
        var base = arguments[0];
        if (arguments[1].equals("orders")) {
            var order = request(base + "/api/juice/orders").header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"juice\":\"kiwi\"}")).build();
            tell(order);
            tell(request(base + "/api/juice/stock").build());
            tell(order);
        } else {
            var lines = CLIENT.send(request(base + arguments[1]).build(), BodyHandlers.ofLines()).body();
            var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
            lines.forEach(line -> out.println(line.equals("event: live") ? "live" : line.startsWith("data: {\"spec") ? line : ":"));
        }
    }
}
