import Testing

@Suite struct PostgreSQLIsInstalledTests {
    @Test(.disabled(if: !PostgreSQLServer.isInstalled, PostgreSQLServer.comment))
    func `the tests of the contract run on PostgreSQL too`() {
        #expect(Engine.all.count == 2)
    }
}
