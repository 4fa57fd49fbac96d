import Messages
import WireJSON

extension Judge {
    /// Every row is one request of a client, and each request, and each key, is one row at most.
    func judgeCauses(_ service: ServiceName, _ epoch: String) {
        var rowOfID: [String: Int] = [:]
        var rowOfKey: [String: Int] = [:]
        var rowOfAskedKey: [String: Int] = [:]
        let name = "\(service.rawValue) \(epoch)"
        for row in history(of: service)[epoch]?.rows ?? [] {
            if let key = row.key, let other = rowOfKey.updateValue(row.number, forKey: key) {
                find("\(name): rows \(other) and \(row.number) have one key")
            }
            guard let record = cause(of: row) else {
                find("\(name): nobody asked for row \(row.number)")
                continue
            }
            if let other = rowOfID.updateValue(row.number, forKey: record.id) {
                find("\(name): rows \(other) and \(row.number) are both \(record.id)")
            }
            let intent = record.intent
            if row.method != intent.method || row.key != intent.key {
                find("\(name): row \(row.number) is \(row.method) under \(row.key ?? "none"), not what \(record.id) is")
            }
            // Also where a row was stored without it.
            if let key = intent.key, let other = rowOfAskedKey.updateValue(row.number, forKey: key) {
                find("\(name): the key \(key) was carried out as rows \(other) and \(row.number)")
            }
        }
    }

    /// An ok of a write: it is in the store, once, with this very result, and is what was asked for.
    func judgeAcknowledged(_ record: CallRecord, _ result: [UInt8], _ meta: ReplyMeta?) {
        guard let meta, let epoch = meta.epoch, let rows = history(of: record.service)[epoch]?.rows else {
            return find("\(record.id) was answered from nowhere")
        }
        let found = rows.filter { row in
            record.intent.key.map { row.key == $0 } ?? (row.causationID == record.id)
        }
        guard let row = found.first, found.count == 1 else {
            return find("\(record.id) was told ok at \(epoch)/\(meta.sequence ?? 0), and is there \(found.count) times")
        }
        if row.result != Self.stored(result, of: record, isReplayed: meta.isReplayed) {
            find("\(record.id) was told another result than row \(row.number) has")
        }
        if !row.events.isEmpty, meta.sequence != row.sequence {
            find("\(record.id) was told \(meta.sequence ?? 0), but row \(row.number) ends at \(row.sequence)")
        }
        guard let cause = cause(of: row) else { return }
        let (asked, done) = (record.intent, cause.intent)
        if done.method != asked.method || done.params != asked.params || done.attachments != asked.attachments {
            find("\(record.id) was told the result of \(cause.id), which is another request")
        }
        if cause.id != record.id, !meta.isReplayed {
            find("\(record.id) was told the result of \(cause.id) as its own")
        }
    }

    /// What a row keeps of a result: all of it but a secret, which is told once and must be there then.
    private static func stored(_ result: [UInt8], of record: CallRecord, isReplayed: Bool) -> [UInt8] {
        guard case .market(.admit) = record.intent.meaning, !isReplayed,
            var account = (try? JSONReader().read(result)).flatMap({ MarketVendorAccount($0) }),
            case .issued = account.secret
        else { return result }
        account.secret = .toldBefore
        return account.jsonBytes
    }
}
