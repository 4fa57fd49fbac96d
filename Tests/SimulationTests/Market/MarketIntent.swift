import Messages

/// What a client asks market-service for, as the judge understands it.
enum MarketIntent {
    case admit(name: String)
    /// The pictures are the request's attachments.
    case register(MarketProductsRegisterParams)
    case update(MarketProductsUpdateParams)
    /// New pictures are the request's attachments.
    case pictures(MarketProductsPicturesParams)
    case archive(MarketProductsArchiveParams)
    case delete(MarketProductsDeleteParams)
    case purchase(product: Int, quantity: Int)
    case list(MarketProductsListParams)
    case get(product: Int)
    case picture(MarketImageReference)
    case vendors(limit: Int)
}
