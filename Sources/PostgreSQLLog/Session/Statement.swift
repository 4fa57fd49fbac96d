/// What is asked of the database: each prepared once on a connection, and known by its name.
struct Statement: Hashable {
    let name: String
    let sql: String

    init(_ name: String, _ sql: String) {
        self.name = name
        self.sql = sql
    }

    static func == (left: Statement, right: Statement) -> Bool { left.name == right.name }
    func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
