"""The three things that every client does, with the client that openapi-python-client makes."""

import io
import json
import sys

from web_gateway_client import Client
from web_gateway_client.api.juice import juice_order
from web_gateway_client.api.openmarket import openmarket_images_get, openmarket_products_get, openmarket_products_register
from web_gateway_client.models import (
    ANewProductAsAnOpenMarketClientFillsItIn, ANewProductAsAnOpenMarketClientFillsItInCurrency, AProblem,
    OpenmarketProductsRegisterBody, ParamsOfJuiceOrder,
)
from web_gateway_client.types import File

url, identifier, secret, *files = sys.argv[1:]
client = Client(base_url=url)

order = juice_order.sync(client=client, body=ParamsOfJuiceOrder(juice="mango", quantity=2))
problem = juice_order.sync(client=client, body=ParamsOfJuiceOrder(juice="strawberry", quantity=1000))
assert isinstance(problem, AProblem), problem

form = ANewProductAsAnOpenMarketClientFillsItIn(
    secret=secret, name="망고 한 상자", description="잘 익은 망고 열 개입니다.", price=10.1,
    currency=ANewProductAsAnOpenMarketClientFillsItInCurrency.USD, stock=3_000_000,
)
images = [File(io.BytesIO(open(name, "rb").read()), name, "image/png") for name in files]
body = OpenmarketProductsRegisterBody(params=json.dumps(form.to_dict()), images=images)
made = openmarket_products_register.sync(client=client, body=body, identifier=identifier)
product = openmarket_products_get.sync(made.id, client=client)
picture = openmarket_images_get.sync(product.images[0].id, client=client)

print(json.dumps({
    "order": {"juice": order.juice, "quantity": order.quantity, "used": order.used[0].quantity},
    "refusal": {
        "status": problem.status, "reason": problem.reason,
        "shortages": [[one.fruit, one.required, one.available] for one in problem.shortages],
    },
    "product": {
        "name": product.name, "price": product.price, "currency": product.currency, "stock": product.stock,
        "images": len(product.images), "bytes": len(picture.payload.read()),
    },
}))
