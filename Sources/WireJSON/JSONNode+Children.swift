internal import CSimdJSON

extension JSONNode {
    /// The value of a member by its decoded name, byte for byte; nil when there is none or this is no object.
    ///
    /// The members are searched in their order, without making strings of their names.
    ///
    /// - Parameter name: The name as text, without escapes.
    package subscript(_ name: String) -> JSONNode? {
        guard document.node(at: index).kind == .object else { return nil }
        let value = unsafe name.utf8.span.withUnsafeBufferPointer { unsafe document.member($0, ofObjectAt: index) }
        return value.map { JSONNode(document: document, index: $0) }
    }

    /// An element by its position; nil when there is none or this is no array.
    ///
    /// The elements before it are stepped over one by one: to visit all, use ``elements``.
    ///
    /// - Parameter position: The position from 0.
    package subscript(_ position: Int) -> JSONNode? {
        guard document.node(at: index).kind == .array, position >= 0, position < count else { return nil }
        var child = index + 1
        for _ in 0..<position {
            child = document.node(at: child).next
        }
        return JSONNode(document: document, index: child)
    }

    /// The members of an object in the order of the text; empty for every other kind.
    package var members: Members {
        Members(object: self)
    }

    /// The elements of an array in the order of the text; empty for every other kind.
    package var elements: Elements {
        Elements(array: self)
    }

    /// The members of an object, in the order of the text.
    package struct Members: Sequence {
        let object: JSONNode

        /// Starts at the first member.
        package func makeIterator() -> Iterator {
            let isObject = object.document.node(at: object.index).kind == .object
            return Iterator(document: object.document, child: object.index + 1, remaining: isObject ? object.count : 0)
        }

        /// The number of members.
        package var underestimatedCount: Int {
            object.kind == .object ? object.count : 0
        }

        /// Goes through the members.
        package struct Iterator: IteratorProtocol {
            let document: JSONDocument
            var child: UInt32
            var remaining: Int

            /// The next member, its name decoded, or nil after the last.
            package mutating func next() -> (name: String, value: JSONNode)? {
                guard remaining > 0 else { return nil }
                remaining -= 1
                let member = (name: document.string(at: child), value: JSONNode(document: document, index: child + 1))
                child = document.node(at: child + 1).next
                return member
            }
        }
    }

    /// The elements of an array, in the order of the text.
    package struct Elements: Sequence {
        let array: JSONNode

        /// Starts at the first element.
        package func makeIterator() -> Iterator {
            let isArray = array.document.node(at: array.index).kind == .array
            return Iterator(document: array.document, child: array.index + 1, remaining: isArray ? array.count : 0)
        }

        /// The number of elements.
        package var underestimatedCount: Int {
            array.kind == .array ? array.count : 0
        }

        /// Goes through the elements.
        package struct Iterator: IteratorProtocol {
            let document: JSONDocument
            var child: UInt32
            var remaining: Int

            /// The next element, or nil after the last.
            package mutating func next() -> JSONNode? {
                guard remaining > 0 else { return nil }
                remaining -= 1
                let element = JSONNode(document: document, index: child)
                child = document.node(at: child).next
                return element
            }
        }
    }
}
