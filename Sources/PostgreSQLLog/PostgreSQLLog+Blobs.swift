package import ReplicatedLog

extension PostgreSQLLog {
    private static let put = Statement(
        "put",
        "INSERT INTO jangteo.blob (hash, bytes) VALUES ($1, $2) ON CONFLICT DO NOTHING"
    )
    private static let get = Statement("get", "SELECT bytes FROM jangteo.blob WHERE hash = $1")

    package func putBlob(_ bytes: [UInt8], done: @escaping (Result<BlobHash, LogError>) -> Void) {
        if let error = LogError(storing: bytes) { return session.refuse(error) { _ in done(.failure(error)) } }
        let hash = BlobHash(of: bytes)
        call(Self.put, with: [.bytes(hash.bytes), .bytes(bytes)], done: done) { _ in hash }
    }

    package func readBlob(_ hash: BlobHash, done: @escaping (Result<[UInt8]?, LogError>) -> Void) {
        call(Self.get, with: [.bytes(hash.bytes)], done: done) { (rows) throws(LogError) in
            guard rows.count == 1 else { return nil }
            let bytes = rows.bytes(column: 0)
            try hash.check(bytes)
            return bytes
        }
    }
}
