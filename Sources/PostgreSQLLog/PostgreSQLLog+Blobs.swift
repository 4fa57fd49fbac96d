package import ReplicatedLog

extension PostgreSQLLog {
    private static let put = Statement(
        "put",
        "INSERT INTO jangteo.blob (hash, bytes) VALUES ($1, $2) ON CONFLICT DO NOTHING"
    )
    private static let get = Statement("get", "SELECT bytes FROM jangteo.blob WHERE hash = $1")

    package func putBlob(_ bytes: [UInt8], _ done: @escaping (Result<BlobHash, LogError>) -> Void) {
        if let error = LogError(storing: bytes) { return session.refuse(error) { _ in done(.failure(error)) } }
        let hash = BlobHash(of: bytes)
        call(Self.put, [.bytes(hash.bytes), .bytes(bytes)], done) { _ in hash }
    }

    package func readBlob(_ hash: BlobHash, _ done: @escaping (Result<[UInt8]?, LogError>) -> Void) {
        call(Self.get, [.bytes(hash.bytes)], done) { (rows) throws(LogError) in
            guard rows.count == 1 else { return nil }
            let bytes = rows.bytes(0, 0)
            try hash.check(bytes)
            return bytes
        }
    }
}
