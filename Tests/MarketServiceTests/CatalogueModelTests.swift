import Journal
import MarketDomain
import Platform
import SQLiteJournal
import TestKit
import Testing

@testable import MarketService

/// Pages and searches of a catalogue, against the simplest code that does the same.
@Suite(.timeLimit(.minutes(10)))
struct CatalogueModelTests {
    private let journal: SQLiteJournal
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        var configuration = SQLiteJournalConfiguration(directory: directory.path, service: "market")
        configuration.tables = CatalogueSchema.tables
        journal = try SQLiteJournal(opening: configuration)
    }

    private var catalogue: ProductCatalogue { ProductCatalogue(journal.tables) }

    private func change(_ body: () throws -> Void) throws {
        try journal.tables.attempt(onFailure: { $0 as any Error }, body)
    }

    @Test(arguments: [1, 2, 3])
    func `the product at every place is found around holes of every size`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var ids: Set<Int> = []
        try change {
            for _ in 0..<400 {
                // Some far away from the others, so that spans of every level are skipped.
                let isNear = Bool.random(using: &random)
                let id = isNear ? Int.random(in: 1...500, using: &random) : 1 << Int.random(in: 9...29, using: &random)
                if ids.remove(id) != nil {
                    try journal.tables.change("DELETE FROM product WHERE id = ?1", [.integer(id)])
                    try catalogue.count(id, by: -1)
                } else {
                    ids.insert(id)
                    try journal.tables.change(
                        "INSERT INTO product VALUES (?1, 1, 'name', 'description', 1, 'KRW', 1, 0, 1, 1, 0, 0)",
                        [.integer(id)]
                    )
                    try catalogue.count(id, by: 1)
                }
            }
        }
        for (place, id) in ids.sorted(by: >).enumerated() {
            #expect(try catalogue.product(at: place) == id)
        }
        #expect(try catalogue.product(at: ids.count) == nil)
        #expect(try catalogue.product(at: Int.max) == nil)
    }

    @Test(arguments: [1, 2, 3, 4])
    func `a search finds what reading every text finds, new, remembered and after changes`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let letters = Array("가나다ab 1é ")
        func text(_ length: Int) -> String {
            String((0..<length).map { _ in letters.randomElement(using: &random) ?? "가" })
        }
        let typed = (0..<60).map { _ in text(Int.random(in: 1...9, using: &random)) }
        let searches = Set(typed.map(SearchText.init)).filter { !$0.words.isEmpty }
        let cache = SearchCache()
        var texts: [Int: SearchableText] = [:]
        var head = try catalogue.head()
        for round in 0..<4 {
            try change {
                for _ in 0..<60 {
                    // In several chunks.
                    let id = Int.random(in: 1...40, using: &random) * 997
                    let new = SearchableText([text(12), text(20)])
                    if texts[id] == nil {
                        try catalogue.search.add(id, text: new)
                        texts[id] = new
                    } else if Bool.random(using: &random) {
                        try catalogue.search.replace(id, text: new)
                        texts[id] = new
                    } else {
                        try catalogue.search.remove(id)
                        texts[id] = nil
                    }
                    try catalogue.noteMembership(of: id, &head)
                }
            }
            for search in searches {
                let expected = texts.filter { search.matches([$0.value.text]) }.keys.sorted(by: >)
                let new = try ProductSearch(search, in: catalogue.search).run()
                #expect(new.products(0..<new.count) == expected, "\(search.words) in round \(round)")
                // As if too many words contained each searched one.
                #expect(try ProductSearch(search, in: catalogue.search, maxWords: 0).run() == new)
                if round == 0 {
                    #expect(try cache.products(matching: search, in: catalogue, at: head.membership) == nil)
                    cache.remember(FoundProducts(products: new, membership: head.membership), of: search)
                }
                let remembered = try #require(
                    try cache.products(matching: search, in: catalogue, at: head.membership)
                )
                #expect(remembered == new)
                let middle = expected.count / 3..<expected.count
                #expect(remembered.products(middle) == Array(expected[middle]))
            }
        }
    }

    @Test
    func `a long word is found wherever it begins, until no text has it`() throws {
        let word = "하나둘셋넷다섯여섯일곱여덟아홉열열하나열둘열셋"
        let index = catalogue.search
        try change {
            try index.add(1, text: SearchableText(["앞\(word)뒤"]))
            try index.add(2, text: SearchableText(["\(word.dropLast()) \(word.dropFirst())"]))
        }
        func found(_ text: some StringProtocol) throws -> [Int] {
            let found = try ProductSearch(SearchText(String(text)), in: index).run()
            return found.products(0..<found.count)
        }
        #expect(try found(word) == [1])
        #expect(try found(word.dropFirst()) == [2, 1])
        #expect(try found(word.dropFirst(word.count - 4)) == [2, 1])
        #expect(try found(word.dropLast(word.count - 4)) == [2, 1])
        #expect(try found(word + "뒤뒤") == [])
        try change {
            try index.replace(1, text: SearchableText(["다른 글"]))
            try index.remove(2)
        }
        #expect(try found(word.dropFirst()) == [])
        #expect(try index.words.words(containing: String(word.dropFirst()), limit: 9) == [])
        #expect(try index.words.known("앞\(word)뒤") == nil)
    }

    @Test func `a long word is found in the texts that have it when others have it no more`() throws {
        let index = catalogue.search
        try change {
            for id in 1...3 { try index.add(id, text: SearchableText(["유기농사과즙"])) }
            try index.replace(1, text: SearchableText(["딸기"]))
            try index.remove(2)
        }
        let found = try ProductSearch(SearchText("농사과즙"), in: index).run()
        #expect(found.products(0..<found.count) == [3])
    }

    @Test(arguments: [0, 1, 255, 256, 257, 4_096])
    func `a set of ids is stored and read back`(_ count: Int) {
        var random = SeededGenerator(seed: UInt64(count))
        var ids = IdentifierSet()
        for place in (0..<IdentifierSet.capacity).shuffled(using: &random).prefix(count) { ids.insert(place) }
        #expect(ids.count == count)
        #expect(ids.stored.count <= IdentifierSet.capacity / 8)
        #expect(IdentifierSet(stored: ids.stored) == ids)
    }
}
