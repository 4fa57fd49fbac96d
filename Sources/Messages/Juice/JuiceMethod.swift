/// The methods of juice-service.
public enum JuiceMethod {
    /// What there is, and how many can be made now.
    public static let menu = "juice.menu"
    /// Make juice.
    public static let order = "juice.order"
    /// One past order.
    public static let orderGet = "juice.order.get"
    /// Past orders, newest first.
    public static let orderList = "juice.order.list"
    /// Every fruit's level.
    public static let stockList = "juice.stock.list"
    /// Add to or take from levels.
    public static let stockAdjust = "juice.stock.adjust"
    /// Set levels.
    public static let stockSet = "juice.stock.set"
}
