"""What Protocols/juice.md says of the shop, for those who judge the service: none of it comes from the service."""

FRUITS = ("strawberry", "banana", "pineapple", "kiwi", "mango")

RECIPES = {
    "strawberry-banana": {"strawberry": 10, "banana": 1},
    "mango-kiwi": {"kiwi": 1, "mango": 2},
    "strawberry": {"strawberry": 16},
    "banana": {"banana": 2},
    "pineapple": {"pineapple": 2},
    "kiwi": {"kiwi": 3},
    "mango": {"mango": 3},
}

FIRST_LEVEL = 10
FIRST_VERSION = 1


def needed(params):
    """The fruits that an order takes, in menu order."""
    recipe = RECIPES[params["juice"]]
    return {fruit: recipe[fruit] * params.get("quantity", 1) for fruit in FRUITS if fruit in recipe}
