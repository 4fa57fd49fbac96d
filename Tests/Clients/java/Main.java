import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import java.io.File;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.JuiceApi;
import org.openapitools.client.api.OpenmarketApi;
import org.openapitools.client.model.*;

/** The three things that every client does, with the client that openapi-generator makes for Java. */
public class Main {
    public static void main(String[] arguments) throws Exception {
        ApiClient client = new ApiClient();
        client.updateBaseUri(arguments[0]);
        JuiceApi juice = new JuiceApi(client);
        OpenmarketApi market = new OpenmarketApi(client);
        ObjectMapper mapper = ApiClient.createDefaultObjectMapper();
        // The generator writes texts of forms in ISO 8859-1, so what is outside of ASCII is escaped.
        ObjectWriter ascii = mapper.writer().with(JsonWriteFeature.ESCAPE_NON_ASCII);

        JuiceOrderResult order = juice.juiceOrder(new JuiceOrderParams().juice("mango").quantity(2), null);
        Problem problem;
        try {
            juice.juiceOrder(new JuiceOrderParams().juice("strawberry").quantity(1000), null);
            throw new IllegalStateException("nothing was refused");
        } catch (ApiException error) {
            problem = mapper.readValue(error.getResponseBody(), Problem.class);
        }

        OpenmarketForm form = new OpenmarketForm().secret(arguments[2]).name("망고 한 상자")
            .description("잘 익은 망고 열 개입니다.").price(new OpenmarketFormPrice(10.1))
            .currency(OpenmarketForm.CurrencyEnum.USD).stock(new OpenmarketFormStock(3_000_000));
        List<File> images = Arrays.stream(arguments).skip(3).map(File::new).collect(Collectors.toList());
        OpenmarketProduct made =
            market.openmarketProductsRegister(arguments[1], ascii.writeValueAsString(form), images, null);
        OpenmarketProduct product = market.openmarketProductsGet(made.getId());
        File picture = market.openmarketImagesGet(product.getImages().get(0).getId(), null, null);

        System.out.println(ascii.writeValueAsString(Map.of(
            "order", Map.of(
                "juice", order.getJuice(), "quantity", order.getQuantity(), "used", order.getUsed().get(0).getQuantity()),
            "refusal", Map.of(
                "status", problem.getStatus(), "reason", problem.getReason(),
                "shortages", problem.getShortages().stream()
                    .map(one -> List.of(one.getFruit(), one.getRequired(), one.getAvailable())).collect(Collectors.toList())),
            "product", Map.of(
                "name", product.getName(), "price", product.getPrice(), "currency", product.getCurrency().getValue(),
                "stock", product.getStock(), "images", product.getImages().size(), "bytes", picture.length()))));
        picture.delete();
    }
}
