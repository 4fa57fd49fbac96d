"""What schemathesis is told about this server beside the document: who sells here, what is called how, what a picture is.

Drawn from their schemas alone, these would never be right, and nothing be ordered, registered, changed or deleted. Whatever
else their schemas allow is drawn as well.
"""

import itertools
import json
import os
import re

import schemathesis
from hypothesis import strategies as st

from pictures import png

KEY = "Idempotency-Key"
KNOWN = json.loads(os.environ["HTTP_CAMPAIGN_KNOWN"])


@schemathesis.hook
def before_load_schema(context, document):
    document["components"]["parameters"]["identifier"]["schema"] = {"enum": [KNOWN["identifier"]]}
    schemas = document["components"]["schemas"]
    for name, schema in schemas.items():
        if name.startswith("openmarket.") and "secret" in schema.get("properties", {}):
            schema["properties"]["secret"] = {"enum": [KNOWN["secret"]]}
            for example in schema.get("examples", []):
                example["secret"] = KNOWN["secret"]
    for path in document["paths"].values():
        for parameter in path.get("get", {}).get("parameters", []):
            # The format has a word for this, which schemathesis does not read.
            if parameter.get("allowEmptyValue"):
                parameter["schema"] = {"anyOf": [parameter["schema"], {"const": ""}]}
    for operation in (path.get("post", {}) for path in document["paths"].values()):
        for form in operation.get("requestBody", {}).get("content", {}).values():
            # A text that is JSON is drawn as the JSON that it is.
            for name, part in form["schema"].get("properties", {}).items():
                if "contentSchema" in part:
                    form["schema"]["properties"][name] = part["contentSchema"]
    for method, member, likely in (
        ("juice.order", "juice", {"enum": KNOWN["juices"]}),
        ("juice.stock.set", "levels", {"propertyNames": {"enum": KNOWN["fruits"]}}),
        ("juice.stock.adjust", "changes", {"propertyNames": {"enum": KNOWN["fruits"]}}),
        ("calc.evaluate", "formula", {"pattern": "^[0-9]{1,6}([-+*/][0-9]{1,6}){0,5}$"}),
    ):
        members = schemas[f"{method}.params"]["properties"]
        members[member] = {"anyOf": [members[member] | likely, members[member]]}
    for parameter in document["paths"]["/api/expo/images/{name}"]["get"]["parameters"]:
        if parameter.get("name") == "name":
            parameter["schema"] = {"anyOf": [{"enum": KNOWN["images"]}, parameter["schema"]]}


@schemathesis.hook
def filter_case(context, case):
    """Leaves out what another path of the document has by name, and so is answered as that: names go before parameters there."""
    own = case.operation.path.split("/")
    paths = [path.split("/") for path in case.operation.schema.raw_schema["paths"]]
    for at, part in enumerate(own):
        names = {path[at] for path in paths if path[:at] == own[:at] and len(path) > at}
        if str((case.path_parameters or {}).get(part.strip("{}"))) in names:
            return False
    return True


numbers = itertools.count()


@schemathesis.hook
def before_call(context, case, kwargs):
    """Makes each key another one: the few that are drawn most would be refused as used, and hide all other answers."""
    key = (case.headers or {}).get(KEY)
    if isinstance(key, str) and re.fullmatch("[!-~]{1,100}", key):
        case.headers[KEY] = f"{key}-{next(numbers)}"


@schemathesis.deserializer("text/plain")
def text(context, response):
    return response.content.decode()


pictures = st.one_of(st.binary(max_size=64).map(lambda noise: png(4, 4, noise=noise)), st.binary(max_size=256))
for kind in ("image/png", "image/jpeg", "image/webp", "image/gif", "application/octet-stream"):
    schemathesis.openapi.media_type(kind, pictures)
