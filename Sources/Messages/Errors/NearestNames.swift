/// Finds the known names nearest to a mistyped one.
package enum NearestNames {
    /// The nearest names, best first, at most three.
    ///
    /// A name counts when turning one into the other takes at most a third of its length (and at least two) insertions,
    /// removals or replacements, or when one begins with the other.
    ///
    /// - Parameters:
    ///   - name: What was typed; only its first 64 characters are compared.
    ///   - known: The names there are.
    package static func find(_ name: String, in known: [String]) -> [String] {
        let typed = Array(String(name.unicodeScalars.prefix(64)).lowercased().unicodeScalars.prefix(64))
        guard !typed.isEmpty else { return [] }
        var ranked: [(distance: Int, name: String)] = []
        for candidate in known {
            let letters = Array(candidate.lowercased().unicodeScalars)
            let isPrefix = letters.starts(with: typed) || typed.starts(with: letters)
            let distance = isPrefix ? 1 : self.distance(from: typed, to: letters)
            if distance <= max(2, letters.count / 3) {
                ranked.append((distance, candidate))
            }
        }
        ranked.sort { ($0.distance, $0.name) < ($1.distance, $1.name) }
        return ranked.prefix(3).map(\.name)
    }

    /// The Levenshtein distance, with one row of memory.
    private static func distance(from left: [Unicode.Scalar], to right: [Unicode.Scalar]) -> Int {
        var row = Array(0...right.count)
        for (i, l) in left.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, r) in right.enumerated() {
                let replaced = diagonal + (l == r ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(replaced, diagonal + 1, row[j] + 1)
            }
        }
        return row[right.count]
    }
}
