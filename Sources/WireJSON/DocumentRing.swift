/// The buffers of as many texts as are held at the same time, in turns.
struct DocumentRing {
    private var documents: [JSONDocument]
    private var index = 0

    /// - Parameter count: How many texts are held, from 1.
    init(_ count: Int) {
        documents = (0..<max(1, count)).map { _ in JSONDocument() }
    }

    /// Buffers of which nobody holds a node: the last ones if that is so, else the next, and in need new ones.
    mutating func take() -> JSONDocument {
        if !isKnownUniquelyReferenced(&documents[index]) {
            index = index + 1 < documents.count ? index + 1 : 0
            if !isKnownUniquelyReferenced(&documents[index]) { documents[index] = JSONDocument() }
        }
        return documents[index]
    }

    /// Gives back what large texts have taken, as far as nobody holds their nodes.
    mutating func trim(to bytes: Int) {
        for index in documents.indices
        where isKnownUniquelyReferenced(&documents[index]) && documents[index].capacity > bytes {
            documents[index] = JSONDocument()
        }
    }
}
