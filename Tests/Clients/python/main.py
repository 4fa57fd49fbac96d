"""The three things that every client does, with the client that openapi-generator makes for Python."""

import json
import sys

from openapi_client import ApiClient, Configuration
from openapi_client.api.juice_api import JuiceApi
from openapi_client.api.openmarket_api import OpenmarketApi
from openapi_client.exceptions import ConflictException
from openapi_client.models.juice_order_params import JuiceOrderParams
from openapi_client.models.openmarket_form import OpenmarketForm
from openapi_client.models.openmarket_form_price import OpenmarketFormPrice
from openapi_client.models.openmarket_form_stock import OpenmarketFormStock

url, identifier, secret, *files = sys.argv[1:]
client = ApiClient(Configuration(host=url))
juice, market = JuiceApi(client), OpenmarketApi(client)

order = juice.juice_order(JuiceOrderParams(juice="mango", quantity=2))
try:
    juice.juice_order(JuiceOrderParams(juice="strawberry", quantity=1000))
    sys.exit("nothing was refused")
except ConflictException as error:
    problem = error.data

form = OpenmarketForm(
    secret=secret, name="망고 한 상자", description="잘 익은 망고 열 개입니다.", price=OpenmarketFormPrice(10.1), currency="USD",
    stock=OpenmarketFormStock(3_000_000),
)
images = [(name, open(name, "rb").read()) for name in files]
made = market.openmarket_products_register(identifier=identifier, params=form.to_json(), images=images)
product = market.openmarket_products_get(id=made.id)
picture = market.openmarket_images_get(id=product.images[0].id)

print(json.dumps({
    "order": {"juice": order.juice, "quantity": order.quantity, "used": order.used[0].quantity},
    "refusal": {
        "status": problem.status, "reason": problem.reason,
        "shortages": [[one.fruit, one.required, one.available] for one in problem.shortages],
    },
    "product": {
        "name": product.name, "price": product.price, "currency": product.currency, "stock": product.stock,
        "images": len(product.images), "bytes": len(picture),
    },
}))
