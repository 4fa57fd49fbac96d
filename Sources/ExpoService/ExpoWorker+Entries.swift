import ExpoDomain
import Messages
import WireJSON
import WorkerEngine

extension ExpoWorker {
    /// Bytes after which a page ends early.
    ///
    /// With one more entry of the largest size it is still well below the 1 MiB that a client accepts.
    private static let fullPage = 512 << 10

    static func entriesList(
        _ params: JSONNode?,
        served: ServedExposition,
        context: inout ReadContext,
        result: inout JSONWriter
    ) throws(RPCError) {
        let list = try ExpoEntriesListParams(params: params)
        let after = try number(ofCursor: list.after)
        let page: CataloguePage
        do throws(ExpoError) {
            page = try served.exposition.catalogue.page(search: list.search, after: after, limit: list.limit)
        } catch {
            throw RPCError(error)
        }
        var next = page.next
        var last: Int?
        result.beginObject()
        result.name("entries")
        result.beginArray()
        for entry in page.entries {
            guard result.bytes.count < fullPage else {
                next = last
                break
            }
            entry.exhibit.write(number: entry.number, isSummary: true, to: &result)
            last = entry.number
        }
        result.endArray()
        if let next { result.member("next", String(next)) }
        result.endObject()
    }

    static func entriesGet(
        _ params: JSONNode?,
        served: ServedExposition,
        context: inout ReadContext,
        result: inout JSONWriter
    ) throws(RPCError) {
        let key: EntryKey =
            switch try ExpoEntriesGetParams(params: params).key {
            case .name(let name): .name(name)
            case .imageName(let imageName): .imageName(imageName)
            case .number(let number): .number(number)
            }
        do throws(ExpoError) {
            let entry = try served.exposition.catalogue.entry(key)
            entry.exhibit.write(number: entry.number, to: &result)
        } catch {
            throw RPCError(error)
        }
    }

    /// The entry after which a page begins.
    ///
    /// Only a text that was given out counts: `013` is no cursor.
    private static func number(ofCursor cursor: String?) throws(RPCError) -> Int {
        guard let cursor else { return 0 }
        guard let number = Int(cursor), number > 0, String(number) == cursor else {
            throw RPCError(violations: [
                Violation(path: ["after"], reason: .unknown, detail: "after must be the next of an earlier page")
            ])
        }
        return number
    }
}
