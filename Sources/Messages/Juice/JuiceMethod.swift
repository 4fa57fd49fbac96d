/// The methods of juice-service.
package enum JuiceMethod {
    /// What there is, and how many can be made now.
    package static let menu = "juice.menu"
    /// Make juice.
    package static let order = "juice.order"
    /// One past order.
    package static let orderGet = "juice.order.get"
    /// Past orders, newest first.
    package static let orderList = "juice.order.list"
    /// Every fruit's level.
    package static let stockList = "juice.stock.list"
    /// Add to or take from levels.
    package static let stockAdjust = "juice.stock.adjust"
    /// Set levels.
    package static let stockSet = "juice.stock.set"
}
