"""What Protocols/market.md says of one product's stock, for histories of calls.

A stock is a number, or a word where there is none: before the product was registered, and after it was deleted. What a
call was answered is None where nobody knows.
"""

ABSENT, GONE = "absent", "gone"


def allows(stock, action):
    """The stock after a call that was answered so; None where it cannot have been."""
    is_there = type(stock) is int
    match action:
        case ("read", "nothing"):
            return None if is_there else stock
        case ("read", told):
            return stock if told == stock else None
        case ("register", told):
            return told if stock == ABSENT else None
        case ("set", value, _):
            return value if is_there else None
        case ("purchase", quantity, "refused", available):
            return stock if is_there and quantity > stock == available else None
        case ("purchase", quantity, told):
            return stock - quantity if is_there and quantity <= stock and told in (None, stock - quantity) else None
        case ("delete", told):
            return GONE if is_there and told in (None, stock) else None
    return None
