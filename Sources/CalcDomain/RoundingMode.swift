/// How a result is brought to the digits there is room for, when a tie has to be broken.
///
/// Everything that is no tie goes to the nearest value.
package enum RoundingMode: Sendable, Hashable, CaseIterable {
    /// A tie goes to the even last digit: the mode of IEEE 754, and of all arithmetic here.
    ///
    /// Long left-to-right chains stay unbiased with it.
    case halfEven

    /// A tie goes away from zero, as people round: the mode of the display.
    case halfAwayFromZero
}
