// Made by scripts/generate from Protocols/contract and Protocols/schemas. Change those.

/// The methods of juice-service.
package enum JuiceMethod {
    /// What the service does, in one sentence.
    package static let summary = "Makes juices and keeps the stock of fruits."
    /// The types of its events.
    package static let events = ["juice.stock.changed"]
    package static let menu = MethodDefinition(
        "juice.menu",
        .read,
        for: .read,
        "Every juice with its recipe and how many of it the present stock allows; every fruit."
    )
    package static let order = MethodDefinition(
        "juice.order",
        .write,
        for: .order,
        "Makes juices: takes all of their fruits from the stock, or none."
    )
    package static let orderGet = MethodDefinition(
        "juice.order.get",
        .read,
        for: .read,
        "One past order, as its result was."
    )
    package static let orderList = MethodDefinition(
        "juice.order.list",
        .read,
        for: .read,
        "Past orders, newest first, page by page."
    )
    package static let stockList = MethodDefinition(
        "juice.stock.list",
        .read,
        for: .read,
        "Every fruit with its quantity and version.",
        versionMember: "version"
    )
    package static let stockAdjust = MethodDefinition(
        "juice.stock.adjust",
        .write,
        for: .operate,
        "Adds to and takes from the stock; all of the changes or none."
    )
    package static let stockSet = MethodDefinition(
        "juice.stock.set",
        .write,
        for: .operate,
        "Sets levels; all of them or none, and only if the stock is still what the caller saw."
    )
}

/// The methods of calc-service.
package enum CalcMethod {
    /// What the service does, in one sentence.
    package static let summary = "Calculates from left to right, exactly."
    package static let evaluate = MethodDefinition(
        "calc.evaluate",
        .read,
        for: .read,
        "The value of a formula, computed in the order typed, without precedence."
    )
    package static let press = MethodDefinition(
        "calc.press",
        .read,
        for: .read,
        "Presses keys of the keypad: a function from a state to a state, which the caller keeps."
    )
    package static let keys = MethodDefinition(
        "calc.keys",
        .read,
        for: .read,
        "The keys of the keypad as they are laid out, and their other spellings."
    )
}

/// The methods of expo-service.
package enum ExpoMethod {
    /// What the service does, in one sentence.
    package static let summary = "Shows an exposition and its exhibits."
    /// The types of its events.
    package static let events = ["expo.data.reloaded"]
    package static let poster = MethodDefinition(
        "expo.poster",
        .read,
        for: .read,
        "What the exposition says about itself, and the lines a screen shows."
    )
    package static let entriesList = MethodDefinition(
        "expo.entries.list",
        .read,
        for: .read,
        "The exhibits in the order of their numbers, all or those that contain a text."
    )
    package static let entriesGet = MethodDefinition(
        "expo.entries.get",
        .read,
        for: .read,
        "One exhibit with everything about it, by exactly one of name, image_name and number."
    )
    package static let imageGet = MethodDefinition(
        "expo.image.get",
        .read,
        for: .read,
        "One picture, as the attachment frame behind the reply."
    )
}

/// The methods of market-service.
package enum MarketMethod {
    /// What the service does, in one sentence.
    package static let summary = "Sells vendors' products."
    /// The types of its events.
    package static let events = [
        "market.stock.changed",
        "market.product.registered",
        "market.product.updated",
        "market.product.deleted",
    ]
    package static let health = MethodDefinition(
        "market.health",
        .read,
        for: .read,
        "Whether the market is open, as older clients ask."
    )
    package static let productsList = MethodDefinition(
        "market.products.list",
        .read,
        for: .read,
        "A page of the products, newest first, all or those that contain some words."
    )
    package static let productsGet = MethodDefinition(
        "market.products.get",
        .read,
        for: .read,
        "One product with its pictures and its vendor."
    )
    package static let productsCheck = MethodDefinition(
        "market.products.check",
        .read,
        for: .read,
        "Checks what a person filled in about a new product, without its vendor and its pictures."
    )
    package static let productsRegister = MethodDefinition(
        "market.products.register",
        .write,
        for: .order,
        "Offers a new product; its pictures are the 1 to 5 attachments."
    )
    package static let productsUpdate = MethodDefinition(
        "market.products.update",
        .write,
        for: .order,
        "Changes what is given of a product."
    )
    package static let productsPictures = MethodDefinition(
        "market.products.pictures",
        .write,
        for: .order,
        "Replaces the pictures of a product: those of `keep` stay, and the 0 to 5 attachments follow them."
    )
    package static let productsArchive = MethodDefinition(
        "market.products.archive",
        .write,
        for: .order,
        "Gives the address under which a product can be deleted, once and for five minutes."
    )
    package static let productsDelete = MethodDefinition(
        "market.products.delete",
        .write,
        for: .order,
        "Deletes a product under the address that was given for it."
    )
    package static let productsPurchase = MethodDefinition(
        "market.products.purchase",
        .write,
        for: .order,
        "Buys some of a product: all that are asked for, or none."
    )
    package static let imagesGet = MethodDefinition(
        "market.images.get",
        .read,
        for: .read,
        "One picture or its thumbnail, as the attachment frame behind the reply."
    )
    package static let vendorsRegister = MethodDefinition(
        "market.vendors.register",
        .write,
        for: .operate,
        "Admits a vendor and returns its secret, which is not shown again."
    )
    package static let vendorsList = MethodDefinition(
        "market.vendors.list",
        .read,
        for: .operate,
        "The vendors, newest first."
    )
}

/// The methods that every service answers.
package enum ServiceMethod {
    package static let replay = MethodDefinition(
        "events.replay",
        .read,
        for: .read,
        "Past events after a position, in order."
    )
    package static let outcome = MethodDefinition(
        "service.outcome",
        .read,
        for: .read,
        "What became of a write, by its key; it is not done by asking.",
        keyParameter: "idempotencykey"
    )
    package static let ping = MethodDefinition(
        "service.ping",
        .read,
        for: .read,
        "Who is there."
    )
    package static let info = MethodDefinition(
        "service.info",
        .read,
        for: .read,
        "Who is there, what it can do and where."
    )
    package static let stats = MethodDefinition(
        "service.stats",
        .read,
        for: .read,
        "Counters and times since the process started."
    )
    package static let health = MethodDefinition(
        "service.health",
        .read,
        for: .read,
        "Whether the service can do its work, and why not."
    )
    package static let drain = MethodDefinition(
        "service.drain",
        .write,
        for: .operate,
        "Takes no more work, answers what was accepted."
    )
    package static let snapshot = MethodDefinition(
        "service.snapshot",
        .read,
        for: .operate,
        "Has a replica of a shared stream store a snapshot now; changes nothing that callers see."
    )
    package static let discover = MethodDefinition(
        "rpc.discover",
        .read,
        for: .read,
        "This service's OpenRPC document."
    )
}

extension MethodDefinition {
    /// Every method there is.
    package static let all = [
        JuiceMethod.menu,
        JuiceMethod.order,
        JuiceMethod.orderGet,
        JuiceMethod.orderList,
        JuiceMethod.stockList,
        JuiceMethod.stockAdjust,
        JuiceMethod.stockSet,
        CalcMethod.evaluate,
        CalcMethod.press,
        CalcMethod.keys,
        ExpoMethod.poster,
        ExpoMethod.entriesList,
        ExpoMethod.entriesGet,
        ExpoMethod.imageGet,
        MarketMethod.health,
        MarketMethod.productsList,
        MarketMethod.productsGet,
        MarketMethod.productsCheck,
        MarketMethod.productsRegister,
        MarketMethod.productsUpdate,
        MarketMethod.productsPictures,
        MarketMethod.productsArchive,
        MarketMethod.productsDelete,
        MarketMethod.productsPurchase,
        MarketMethod.imagesGet,
        MarketMethod.vendorsRegister,
        MarketMethod.vendorsList,
        ServiceMethod.replay,
        ServiceMethod.outcome,
        ServiceMethod.ping,
        ServiceMethod.info,
        ServiceMethod.stats,
        ServiceMethod.health,
        ServiceMethod.drain,
        ServiceMethod.snapshot,
        ServiceMethod.discover,
    ]
}

extension ServiceName {
    /// Makes juices and keeps the stock of fruits.
    package static let juice: ServiceName = "juice"
    /// Calculates from left to right, exactly.
    package static let calc: ServiceName = "calc"
    /// Shows an exposition and its exhibits.
    package static let expo: ServiceName = "expo"
    /// Sells vendors' products.
    package static let market: ServiceName = "market"

    /// The services of this suite.
    package static let suite: [ServiceName] = [
        .juice, .calc, .expo, .market,
    ]
}
