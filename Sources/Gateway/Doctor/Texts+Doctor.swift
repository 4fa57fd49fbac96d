internal import Messages

extension Texts {
    /// What a check is called: those of the machine in words, a service by its name.
    func check(_ name: String) -> String {
        self[optional: "check_\(name)"] ?? name
    }

    func advice(for warning: HealthReport.Warning.Name, _ service: String) -> String {
        switch warning {
        case .clock:
            self["advice_clock"]
        case .log:
            self("advice_log", service: service)
        }
    }
}
