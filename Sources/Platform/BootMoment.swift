/// A reading of the clock that only goes forward and restarts with each boot of the machine (CLOCK_BOOTTIME).
///
/// People and networks set the wall clock, so what is to be so and so old goes by this one.
package struct BootMoment: Sendable, Hashable {
    /// The boot of the machine, as the kernel names it; `nil` when it is unknown.
    package var boot: String?
    /// Since that boot, also while the machine slept.
    package var milliseconds: Int

    package init(boot: String?, milliseconds: Int) {
        self.boot = boot
        self.milliseconds = milliseconds
    }

    /// Milliseconds since an earlier reading; `nil` when that is of another boot, or one of the two is not known.
    package func milliseconds(since earlier: BootMoment) -> Int? {
        guard let boot, boot == earlier.boot, milliseconds >= earlier.milliseconds else { return nil }
        return milliseconds - earlier.milliseconds
    }
}
