"""What is market-service's own in a campaign: its vendors and products, what is bought, and what is judged."""

from keeper import ServiceFailed
from market import samples
from market.judgement import MarketJudgement
from market.workload import Market, Wishes
from services import FAIL_POINTS, POINT_TIMEOUTS, Service

# Seconds that the file of a picture stays without a product. Longer than any registration may take, with its process
# stopped in between, and short enough for its end to be seen.
RETENTION = 8
# The first product stays for good, so somebody can follow it from the beginning.
FIRST = 1
TOPICS = ("stock.changed", "product.registered", "product.updated", "product.deleted")


def _workloads(seed, count):
    market = Market()
    return [Wishes(seed + number, market) for number in range(count)]


def _open(judge):
    """Admits a vendor, whose product is the first."""
    vendor = judge.write("market.vendors.register", {"name": "동네 가게"})["result"]
    name = ["png", 0, 0]
    params = {**_credentials(vendor), "name": "망고 한 상자", "description": "잘 익은 망고 열 개입니다.", "price": 1_000,
              "currency": "KRW", "stock": 500}
    judge.write("market.products.register", params, [samples.picture(name)[0]], pictures=[name])


def _credentials(vendor):
    return {name: vendor[name] for name in ("identifier", "secret")}


def _close(judge):
    """Changes the first product's stock once more."""
    vendor = judge.first_result("market.vendors.register")
    product, _ = judge.ask("market.products.get", {"id": FIRST})
    params = {**_credentials(vendor), "id": FIRST, "stock": product["result"]["stock"] + 1}
    return judge.write("market.products.update", params)["meta"]["sequence"]


def _end(judge):
    """All products as they are, all pictures as they come, all vendors, and what was logged."""
    products, pictures, vendors = [], {}, []
    page, cursor = {"hasNext": True, "pageNo": 0}, {}
    while page["hasNext"]:
        page = judge.ask("market.products.list", {"page_no": page["pageNo"] + 1, "items_per_page": 100})[0]["result"]
        products += [judge.ask("market.products.get", {"id": row["id"]})[0]["result"] for row in page["pages"]]
    images = [image for one in products for image in one["images"]]
    for url in [url for image in images for url in (image["url"], image["thumbnail_url"])]:
        try:
            reply, frames = judge.ask("market.images.get", {"url": url})
            pictures[url] = samples.looked_at(reply["result"], frames[0])
        except ServiceFailed as error:
            pictures[url] = {"fault": str(error)}
    while cursor is not None:
        result = judge.ask("market.vendors.list", {"limit": 100, **cursor})[0]["result"]
        vendors += result["vendors"]
        cursor = {"after": result["next"]} if "next" in result else None
    log = (judge.place.logs / "market-service.log").read_bytes()
    return {"products": products, "pictures": pictures, "vendors": vendors, "log": log}


def _leftovers(place, end):
    """Files of pictures that no product names: a sweep has to have removed them."""
    named = {seen.get("sha256") for seen in end["pictures"].values()}
    files = [path for path in (place.state / "market.pictures").glob("*/*") if path.name not in named]
    return sorted(f"{path.parent.name}/{path.name}" for path in files)


SERVICE = Service(
    name="market",
    counted="purchases",
    judgement=MarketJudgement,
    workloads=_workloads,
    opening=_open,
    closing=_close,
    ending=_end,
    leftovers=_leftovers,
    fail_points=FAIL_POINTS
    | {
        "picture-written": 8,
        "picture-named": 8,
        "picture-renewed": 4,
        "picture-stored": 12,
        "product-registered": 4,
        "product-updated": 12,
        "product-purchased": 100,
        "ticket-issued": 3,
        "product-deleted": 2,
        "sweep-found": 1,
        "sweep-removed": 2,
    },
    # The first sweep comes some time after the start, and finds something if enough has become old.
    point_timeouts=POINT_TIMEOUTS | {"sweep-found": 1.5, "sweep-removed": 1.5},
    filter=("first", tuple(f"market.{topic}.{FIRST}." for topic in TOPICS)),
    snapshot=("market.products.list", {"items_per_page": 1}),
    arguments=("--retain-pictures", str(RETENTION)),
    # A call is larger than one of juice-service, to be made and to be judged.
    window=16,
    rest=RETENTION + 1,
)
