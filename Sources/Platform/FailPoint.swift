#if DEBUG
    import Glibc
    import Synchronization

    /// A named place in the life of a write at which a test has the process die, or stop.
    ///
    /// Only debug builds have it: a use that is not in `#if DEBUG` does not compile in a release.
    package enum FailPoint: String, CaseIterable, Sendable {
        /// A message was taken from the socket, and nothing was decided.
        case received
        /// An iteration's writes are decided, and nothing of them is in the store.
        case beforeTransaction = "before-transaction"
        /// The rows of the writes are in the transaction, the levels are not.
        case afterApply = "after-apply"
        /// Everything is in the transaction.
        case beforeCommit = "before-commit"
        /// The transaction is durable, and nobody was notified.
        case afterCommit = "after-commit"
        /// The replies were sent, and nothing was published.
        case afterReply = "after-reply"
        /// Some of an iteration's events were published.
        case midPublish = "mid-publish"
        /// The log was copied into the database, and is still whole.
        case checkpoint
        /// A part of the past was read for a caller.
        case replay

        /// A picture's bytes are durable under the name of a draft.
        case pictureWritten = "picture-written"
        /// A picture has its name, which is not durable yet.
        case pictureNamed = "picture-named"
        /// A picture that was there already counts as new.
        case pictureRenewed = "picture-renewed"
        /// A picture and its name are durable, and no product names it.
        case pictureStored = "picture-stored"
        /// The rows of a new product are in the open transaction; no event of it is.
        case productRegistered = "product-registered"
        /// The same of a product that was changed.
        case productUpdated = "product-updated"
        /// The same of what was sold.
        case productPurchased = "product-purchased"
        /// The same of an address under which a product may be deleted.
        case ticketIssued = "ticket-issued"
        /// The same of a product that was deleted under such an address.
        case productDeleted = "product-deleted"
        /// Old files of pictures were found, and nobody was asked which of them are named.
        case sweepFound = "sweep-found"
        /// A picture that no product names was removed, and others of the same sweep were not.
        case sweepRemoved = "sweep-removed"

        private struct Armed {
            let point: FailPoint
            var passes: Int
            let signal: Int32
        }

        private static let armed = Mutex<Armed?>(nil)

        /// Arms one point of this process.
        ///
        /// - Parameter text: `NAME:COUNT`, or with `:kill` (the default) or `:stop` at the end: which point, at which of its
        ///   passes, counted from 1, and what happens then. `nil` arms none.
        /// - Throws: ``UnknownFailPoint`` for anything else.
        package static func arm(_ text: String?) throws(UnknownFailPoint) {
            guard let text else { return }
            let words = text.split(separator: ":", omittingEmptySubsequences: false)
            let signals = ["kill": SIGKILL, "stop": SIGSTOP]
            guard (2...3).contains(words.count),
                let point = FailPoint(rawValue: String(words[0])),
                let count = Int(words[1]), count > 0,
                let signal = signals[words.count == 3 ? String(words[2]) : "kill"]
            else { throw UnknownFailPoint(text: text) }
            armed.withLock { $0 = Armed(point: point, passes: count, signal: signal) }
        }

        /// Says that the process is at this point, which is its end if the point is armed and this is the pass meant.
        package func reach() {
            let signal = Self.armed.withLock { armed -> Int32? in
                guard armed?.point == self, let left = armed?.passes else { return nil }
                armed?.passes = left - 1
                guard left == 1 else { return nil }
                defer { armed = nil }
                return armed?.signal
            }
            if let signal { kill(getpid(), signal) }
        }
    }

    /// What was to be armed says no point, or not when and how.
    package struct UnknownFailPoint: Error, CustomStringConvertible {
        let text: String

        package var description: String {
            let names = FailPoint.allCases.map(\.rawValue).joined(separator: ", ")
            return "no fail-point: \(text); NAME:COUNT[:kill|stop], NAME one of \(names)"
        }
    }
#endif
