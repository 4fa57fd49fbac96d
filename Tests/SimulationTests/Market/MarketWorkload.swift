import Messages
import SimulatedWorker
import WireJSON

/// Chooses what clients ask market-service for.
enum MarketWorkload {
    private static let names = ["망고 상자", "사과나무 묘목", "Red apples", "mango juice 한 병", "배 바구니"]
    private static let descriptions = [
        "잘 익은 망고 열 개입니다.", "A box of red apples.", "나무에서 딴 사과 한 상자입니다.", "Juice of mangos, cold.",
    ]
    static let searches = ["망고", "상자", "사과", "나무", "apple", "MANGO", "한", "동네", "red box", "없는 것"]

    static func next(_ random: inout SimulationRandom, _ memory: MarketMemory) -> Intent {
        guard let vendor = memory.vendors.isEmpty ? nil : random.pick(memory.vendors) else {
            return random.chance(percent: 85) ? admit(&random) : purchase(&random, memory)
        }
        // Soon there is something to do something with.
        if memory.products.count < 2, random.chance(percent: 60) { return register(&random, vendor) }
        switch random.int(0...99) {
        case 0..<3: return admit(&random)
        case 3..<15: return register(&random, vendor)
        case 15..<25: return update(&random, memory) ?? register(&random, vendor)
        case 25..<29: return replace(&random, memory) ?? register(&random, vendor)
        case 29..<52: return purchase(&random, memory)
        case 52..<60: return archive(&random, memory) ?? register(&random, vendor)
        case 60..<70: return delete(&random, memory) ?? archive(&random, memory) ?? register(&random, vendor)
        case 70..<85: return list(&random, memory)
        case 85..<89:
            let id = random.int(1...memory.lastProduct + 1)
            return read(MarketMethod.productsGet, MarketProductsGetParams(id: id).jsonBytes, .get(product: id))
        case 89..<95: return picture(&random, memory)
        case 95..<97:
            let limit = random.int(1...3)
            return read(
                MarketMethod.vendorsList,
                MarketVendorsListParams(limit: limit).jsonBytes,
                .vendors(limit: limit)
            )
        default: return replay(&random)
        }
    }

    // MARK: Writes

    static func admit(_ random: inout SimulationRandom) -> Intent {
        let name = random.pick(["동네 가게", "Green shop", "과일 나라"])
        return write(
            MarketMethod.vendorsRegister,
            MarketVendorsRegisterParams(name: name).jsonBytes,
            .admit(name: name)
        )
    }

    static func purchase(_ random: inout SimulationRandom, _ memory: MarketMemory) -> Intent {
        let id = random.int(1...memory.lastProduct + 1)
        let quantity = random.chance(percent: 10) ? 500 : random.int(1...6)
        let params = MarketProductsPurchaseParams(id: id, quantity: quantity)
        var intent = write(
            MarketMethod.productsPurchase,
            params.jsonBytes,
            .purchase(product: id, quantity: quantity)
        )
        intent.timeout = JuiceWorkload.timeout(&random)
        return intent
    }

    private static func register(_ random: inout SimulationRandom, _ vendor: MarketCredentials) -> Intent {
        var form = MarketProductForm()
        form.name = random.pick(names)
        form.description = random.pick(descriptions)
        setPrices(&form, &random, isUSD: random.chance(percent: 40))
        if random.chance(percent: 85) { form.stock = random.int(0...20) }
        var credentials = vendor
        if random.chance(percent: 4) { credentials.secret = "not-its-secret" }
        let params = MarketProductsRegisterParams(credentials: credentials, form: form)
        var intent = write(MarketMethod.productsRegister, params.jsonBytes, .register(params))
        for _ in 0..<random.pick([1, 1, 1, 2, 3]) { intent.attachments.append(SamplePicture.pick(&random)) }
        return intent
    }

    private static func update(_ random: inout SimulationRandom, _ memory: MarketMemory) -> Intent? {
        guard !memory.products.isEmpty else { return nil }
        let product = random.pick(memory.products)
        var form = MarketProductForm()
        if random.chance(percent: 25) { form.name = random.pick(names) }
        if random.chance(percent: 25) { form.description = random.pick(descriptions) }
        if random.chance(percent: 30) { setPrices(&form, &random, isUSD: random.chance(percent: 40)) }
        if random.chance(percent: 15) { form.thumbnailID = random.pick(product.images) }
        if random.chance(percent: 40) || form == MarketProductForm() { form.stock = random.int(0...30) }
        // Another vendor's may not be changed.
        let stranger = random.chance(percent: 5) ? random.pick(memory.vendors) : product.credentials
        let params = MarketProductsUpdateParams(credentials: stranger, id: product.id, form: form)
        return write(MarketMethod.productsUpdate, params.jsonBytes, .update(params))
    }

    /// Some of a product's pictures stay, and some come; in the end there may be none, or one that is not there.
    private static func replace(_ random: inout SimulationRandom, _ memory: MarketMemory) -> Intent? {
        guard !memory.products.isEmpty else { return nil }
        let product = random.pick(memory.products)
        var keep = product.images.filter { _ in random.chance(percent: 60) }
        if random.chance(percent: 5) { keep.append(memory.lastImage + 1) }
        let params = MarketProductsPicturesParams(credentials: product.credentials, id: product.id, keep: keep)
        var intent = write(MarketMethod.productsPictures, params.jsonBytes, .pictures(params))
        for _ in 0..<random.pick([0, 1, 1, 2]) { intent.attachments.append(SamplePicture.pick(&random)) }
        return intent
    }

    private static func setPrices(_ form: inout MarketProductForm, _ random: inout SimulationRandom, isUSD: Bool) {
        let price = random.int(10...9_999)
        form.currency = isUSD ? "USD" : "KRW"
        form.price = isUSD ? "\(price).\(random.int(10...99))" : String(price)
        form.discountedPrice = random.chance(percent: 50) ? String(random.int(0...price)) : "0"
    }

    private static func archive(_ random: inout SimulationRandom, _ memory: MarketMemory) -> Intent? {
        guard !memory.products.isEmpty else { return nil }
        let product = random.pick(memory.products)
        let params = MarketProductsArchiveParams(credentials: product.credentials, id: product.id)
        return write(MarketMethod.productsArchive, params.jsonBytes, .archive(params))
    }

    /// The newest address, or any that was ever given, also one that was used.
    private static func delete(_ random: inout SimulationRandom, _ memory: MarketMemory) -> Intent? {
        guard let newest = memory.deletions.last else { return nil }
        let params = random.chance(percent: 60) ? newest : random.pick(memory.deletions)
        return write(MarketMethod.productsDelete, params.jsonBytes, .delete(params))
    }

    // MARK: Reads

    /// A page as somebody who goes through the list asks for it, with or without the revision of the page before.
    private static func list(_ random: inout SimulationRandom, _ memory: MarketMemory) -> Intent {
        let params = MarketProductsListParams(
            pageNo: random.chance(percent: 60) ? 1 : random.int(2...5),
            itemsPerPage: random.int(1...6),
            searchValue: random.chance(percent: 60) ? random.pick(searches) : "",
            ifRevision: random.chance(percent: 30) ? memory.revision : nil
        )
        return read(MarketMethod.productsList, params.jsonBytes, .list(params))
    }

    private static func picture(_ random: inout SimulationRandom, _ memory: MarketMemory) -> Intent {
        let reference = MarketImageReference(
            id: random.int(1...memory.lastImage + 1),
            isThumbnail: random.chance(percent: 50)
        )
        return read(
            MarketMethod.imagesGet,
            MarketImagesGetParams(reference: reference).jsonBytes,
            .picture(reference)
        )
    }

    private static func replay(_ random: inout SimulationRandom) -> Intent {
        let (after, limit) = (random.int(0...40), random.int(1...30))
        let params = EventsReplayParams(after: after, limit: limit, topics: nil)
        return .read(
            .market,
            ServiceMethod.replay,
            params.jsonBytes,
            .replay(after: after, limit: limit, topics: nil)
        )
    }

    private static func write(_ method: MethodDefinition, _ params: [UInt8], _ meaning: MarketIntent) -> Intent {
        .write(.market, method, params, .market(meaning))
    }

    private static func read(_ method: MethodDefinition, _ params: [UInt8], _ meaning: MarketIntent) -> Intent {
        .read(.market, method, params, .market(meaning))
    }
}
