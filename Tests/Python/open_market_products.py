"""A hundred products as people have offered them by the apps of the open market: short names, no descriptions, numbers of every form.

They are drawn by a seed; none of them is anybody's.
"""

import json
import random
from decimal import Decimal

SHORT = "차집배옷책약컵공말꽃감귤밤쌀솥펜실줄북종"
WORDS = ("맥북", "의자", "아이패드", "텀블러", "키보드", "mango", "🥭", "새것", "급처", "중고", "one-of-a-kind", "“선물”", "A/S")
# 가방 in letters, as a Mac writes the names of files.
DECOMPOSED = "\u1100\u1161\u1107\u1161\u11bc"


class Literal(str):
    """A value that is written into the JSON text as it is."""


def encoded(params):
    """A JSON text in UTF-8 whose numbers are written as the client has written them."""
    members = (
        f"{json.dumps(name)}:{value if type(value) is Literal else json.dumps(value, ensure_ascii=False)}"
        for name, value in params.items()
    )
    return ("{" + ",".join(members) + "}").encode()


def apple(sum):
    """A sum as Apple's encoders write the double that is nearest to it: with 17 significant digits, but for zeros at the end."""
    return Literal(f"{float(sum):.17g}")


def products(seed, count=100):
    """Pairs of what a client sends and what everybody has to read then: name, description, currency, price, discount, stock."""
    chance = random.Random(seed)
    for number in range(count):
        name = _name(chance, number)
        params, description = {"name": name}, _description(chance, number)
        if description is not None or number % 2:
            params["descriptions" if number % 10 == 7 else "description"] = description
        currency, price, discount = _sums(chance, number, params)
        stock = chance.randrange(1, 1000)
        written = (stock, str(stock), Literal(f"{stock}.0"), None)[number % 4]
        if written is None:
            stock = 0
            if number % 2:
                params["stock"] = None
        else:
            params["stock"] = written
        yield params, (name, description or "", currency, price, discount, stock)


def _name(chance, number):
    match number % 5:
        case 0:
            return chance.choice(SHORT)
        case 1:
            return "".join(chance.choices(SHORT, k=2))
        case 2:
            return chance.choice((DECOMPOSED, "🥭", "x", "7", "가" * 100, "👨‍👩‍👧‍👦" * 20, "<b>&amp;", "\\n"))
    return " ".join(chance.sample(WORDS, 3))


def _description(chance, number):
    match number % 7:
        case 0 | 1:
            return None
        case 2:
            return ""
        case 3:
            return chance.choice(("새것", "ㅎ", ".", "\n"))
        case 4:
            return "첫 줄\n둘째\t줄\r\n" + " ".join(chance.choices(WORDS, k=8))
        case 5:
            return chance.choice("가힣a") * 1000
    return " ".join(chance.choices(WORDS, k=5))


def _sums(chance, number, params):
    """Writes price, currency and discount into the params, and gives what they mean."""
    if number % 3 == 0:
        currency, price = "USD", Decimal(chance.randrange(1, 10_000_000)) / 100
        discount = min(price, Decimal(chance.randrange(0, 5_000)) / 100)
        params["price"], params["discounted_price"] = apple(price), apple(discount)
    else:
        currency, price = "KRW", Decimal(chance.randrange(0, 5_000_000))
        discount = Decimal(chance.randrange(0, int(price) + 1))
        forms = (Literal(f"{price}"), Literal(f"{price}.0"), str(price), Literal(f"{int(price)}.00"))
        params["price"] = forms[number % 4]
        params["discounted_price"] = (Literal(f"{discount}"), str(discount), Literal("0"), None)[number % 4]
        discount = discount if number % 4 < 2 else Decimal(0)
        if number % 8 == 3:
            del params["discounted_price"]
    params["currency"] = currency
    return currency, price, discount
