import MarketDomain
import Messages
import SimulatedWorker

@testable import Journal
@testable import MarketService
@testable import SQLite
@testable import SQLiteJournal

extension Judge {
    /// Holds the tables and the files of the closed store against what the rows say: rows, counts, levels, search and pictures.
    func judgeStoredMarket(_ journal: SQLiteJournal, of server: SuiteServer) throws {
        guard let model = markets[journal.epoch]?.last?.model else { return find("market has no life at its end") }
        let pictures = try StoredPictures(journal, of: server)
        for finding in pictures.damage { find(finding) }
        for file in pictures.orphans { find("the file \(file), which nobody names, is left for ever") }
        defer { journal.tables.discard() }
        let catalogue = ProductCatalogue(journal.tables)
        try judgeProducts(model, catalogue, journal)
        try judgeSearch(model, catalogue)
        for rule in CatalogueSchema.tables.rules {
            let broken = try journal.tables.rows(rule.query) { $0.text(at: 0) }
            for place in broken { find("market: \(place) \(rule.finding)") }
        }
    }

    private func judgeProducts(_ model: MarketModel, _ catalogue: ProductCatalogue, _ journal: SQLiteJournal) throws {
        let head = try catalogue.head()
        let told = [head.revision, head.products, head.lastProduct, head.lastImage, head.lastVendor]
        let expected = [
            model.revision, model.items.count, model.lastProduct, model.pictures.count, model.vendors.count,
        ]
        if told != expected { find("market counts \(told), not \(expected)") }
        for id in 0...model.lastProduct {
            let stored = try catalogue.entry(id).map { MarketProduct($0) }
            if stored?.jsonBytes != model.items[id]?.product(inList: false).jsonBytes {
                find("product \(id) is stored as \(String(describing: stored))")
            }
            let level = try journal.level(of: String(id))
            if let level, level.quantity != model.items[id]?.stock ?? 0 {
                find("product \(id) has the level \(level.quantity)")
            }
            if let item = model.items[id], level?.quantity != item.stock || level?.version != item.version {
                find("product \(id) has no level of \(item.stock)")
            }
        }
        for (place, item) in model.list.enumerated() where try catalogue.product(at: place) != item.id {
            find("product \(item.id) is not at the place \(place) of the list")
        }
        let vendors = try catalogue.vendors(before: Int.max, limit: 1_000).map(\.identifier)
        if vendors != model.vendors.reversed().map(\.identifier) {
            find("market stores other vendors than it has admitted")
        }
    }

    /// The index has exactly what the texts have, and finds what they contain.
    private func judgeSearch(_ model: MarketModel, _ catalogue: ProductCatalogue) throws {
        var expected: [Int: Set<Int>] = [:]
        for item in model.list {
            let text = SearchableText([item.name, item.description, item.vendor.name])
            for gram in text.grams { expected[SearchKey(gram).code, default: []].insert(item.id) }
            for word in text.words {
                guard let number = try catalogue.search.words.known(word) else {
                    find("the word \(word) of product \(item.id) is not in the index")
                    continue
                }
                expected[SearchKey(word: number).code, default: []].insert(item.id)
            }
        }
        let stored = try catalogue.tables.rows("SELECT gram, ids FROM gram WHERE chunk = 0") { row in
            (row.integer(at: 0), Set(IdentifierSet(stored: row.bytes(at: 1)).places))
        }
        if Dictionary(uniqueKeysWithValues: stored) != expected { find("the search index is not that of the texts") }
        for text in MarketWorkload.searches {
            let found = try FoundProducts(SearchText(text), in: catalogue).products
            if found.products(0..<found.count) != model.found(text).map(\.id) {
                find("a search for \(text) does not find what contains it")
            }
        }
    }
}
