"""The register of attacks over HTTP, and what all of them use.

An attack is what a stranger can do to web-gateway with bytes over TCP, one function each in the files beside this one. It takes a
`Target` and the number of the process that it runs in, attacks until `target.is_over()`, and returns how often it did what it does.
Whatever the program answers or however it hangs up is none of its business: the kit looks at the program and its other callers.
"""

ATTACKS = {}

# MiB that web-gateway may have, whatever is done to it.
MEMORY = 256


# Seconds that a call or a join of another caller may take.
LONGEST = 1


def attack(counted, processes=2, services=("juice",), options=(), longest=LONGEST, tested=True):
    """Declares an attack.

    `counted` is what the sum of the results is called. `processes` of it run at the same time. `services` are those that have to
    be there, and `options` are of web-gateway. `longest` is how many seconds somebody else may wait. `tested` says whether the short test makes it: of such as are alike one.
    """

    def declare(function):
        function.counted = counted
        # What its processes run.
        function.functions = lambda: [function] * processes
        function.services, function.options = services, options
        function.longest, function.tested = longest, tested
        ATTACKS[function.__name__] = function
        return function

    return declare


def head(method, path, *fields, version="1.1"):
    """The head of a request; of several fields of a name each is a text of its own."""
    host = () if version == "1.0" else ("Host: localhost",)
    return "\r\n".join((f"{method} {path} HTTP/{version}", *host, *fields, "", "")).encode()


def bearer(token):
    return f"Authorization: Bearer {token}"


def post(path, body, kind, *fields):
    """A request with a whole body."""
    return head("POST", path, f"Content-Type: {kind}", f"Content-Length: {len(body)}", *fields) + body


JSON, FORM, PARTS = "application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=edge"

# A small answer of a service, the largest one of this program by itself, and a large one of a service.
STOCK = head("GET", "/api/juice/stock")
LARGE = head("GET", "/openapi.json")
