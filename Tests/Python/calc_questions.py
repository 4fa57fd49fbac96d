"""Random formulas and keys for the calculator, most of which nearly mean something."""


def formula(random):
    """A formula, most of the time, or something that nearly is one."""
    number = lambda: random.choice(
        [
            str(random.randint(0, 10 ** random.randint(1, 40))),
            f"{random.randint(0, 10**9):,}",
            f"{random.randint(0, 10**6):,}.{random.randint(0, 10**6)}",
            f"{random.random():.{random.randint(1, 17)}f}",
            f".{random.randint(0, 999)}",
            f"{random.randint(0, 99)}.",
            "0",
        ]
    )
    space = lambda: " " * random.choice([0, 0, 0, 1, 3])
    text = space() + random.choice(["", "", "-", "−"]) + number()
    for _ in range(random.choice([0, 1, 2, 3, 10])):
        text += space() + random.choice("+-−*x×/÷") + space() + random.choice(["", "", "-", "−"]) + number()
    text = list(text + space())
    for _ in range(random.choice([0, 0, 1, 1, 2, 5])):
        place = random.randint(0, len(text))
        what = random.random()
        if what < 0.4:
            text.insert(place, random.choice("0123456789.,+-−*x×/÷ e()🍓é\t"))
        elif text:
            place = min(place, len(text) - 1)
            if what < 0.7:
                del text[place]
            else:
                text[place] = random.choice("09.,+-−×÷ $")
    return "".join(text)


def keys(random):
    often = ["0", "00", ".", "⁺⁄₋", "=", "+", "−", "×", "÷"]
    weights = random.choice([[1] * 9 + [1] * 9 + [1, 0.3], [4] * 9 + [1] * 9 + [0.2, 0.1], [0.3] * 9 + [2] * 9 + [1, 0]])
    return random.choices(list("123456789") + often + ["CE", "AC"], weights, k=random.choice([5, 20, 60]))
