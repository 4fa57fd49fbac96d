internal import Journal

extension StoreFailure {
    /// What an error of a store means for following the log.
    init(_ error: StorageError) {
        switch error.code {
        case .full, .readOnly, .failing, .commitUnknown, .unavailable, .notActive, .notServing:
            self = .transient(error.message)
        case .corrupt, .locked, .foreign, .unreadable, .diverged: self = .permanent(error.message)
        }
    }
}
