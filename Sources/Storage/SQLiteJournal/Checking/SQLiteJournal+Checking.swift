extension SQLiteJournal {
    /// Marks the store as sound when the check has found nothing, and gives it up when it is damaged.
    package func conclude(_ check: WholeCheck) throws(StorageError) {
        // One that belongs to a connection which was dropped says nothing of what has been read since.
        guard check === wholeCheck, let outcome = check.outcome else { return }
        switch outcome {
        case .success:
            wholeCheck = nil
            try writing(on: requireConnection()) { database, _ in
                try JournalMeta.setSoundMark(files.identity(inBoot: configuration.boot), database)
            }
        case .failure(let error):
            if error.code == .corrupt {
                damage = error
                if let connection { drop(connection) }
            }
            throw error
        }
    }
}
