import Foundation
import ReplicatedLog
import TestKit
import Testing

@testable import PostgreSQLLog

/// What libpq is asked for where a connection string does not say it.
struct ConnectionSettingsTests {
    @Test(arguments: [
        "host=db1", "hostaddr=192.0.2.1", "host=localhost hostaddr=192.0.2.1", "host=127.db.example",
        "host=2001:db8::1", "postgresql://db1/shop", "host=/run/postgresql,db1",
    ])
    func `a server on another machine has to prove its name`(_ text: String) throws {
        #expect(try found("sslmode", text) == "verify-full")
    }

    @Test(arguments: ["", "host=/run/postgresql", "host=@abstract", "host=localhost", "host=127.1.2.3", "host=::1"])
    func `one on this machine need not`(_ text: String) throws { #expect(try found("sslmode", text) == nil) }

    @Test(arguments: ["disable", "prefer", "require", "verify-ca"])
    func `what the string says of it counts`(_ mode: String) throws {
        #expect(try found("sslmode", "host=db1 sslmode=\(mode)") == mode)
    }

    @Test func `a service file is asked for what the string does not say`() throws {
        let directory = try TemporaryDirectory()
        let file = "\(directory.path)/services"
        try Data("[far]\nhost=db1\n[near]\nhost=/run/postgresql\n[chosen]\nhost=db1\nsslmode=require\n".utf8)
            .write(to: URL(filePath: file))
        setenv("PGSERVICEFILE", file, 1)
        defer { unsetenv("PGSERVICEFILE") }
        #expect(try found("sslmode", "service=far") == "verify-full")
        #expect(try found("sslmode", "service=near") == nil)
        // It is there for libpq to read.
        #expect(try found("sslmode", "service=chosen") == nil)
    }

    @Test func `a password is proved and not sent, where libpq can be told`() {
        #expect(ConnectionSettings.authentication(libpq: 150_018, hasPassword: true) == nil)
        #expect(ConnectionSettings.authentication(libpq: 160_000, hasPassword: true) == "scram-sha-256")
        #expect(ConnectionSettings.authentication(libpq: 170_004, hasPassword: false) == "!password,!md5")
    }

    @Test(arguments: [
        "postgresql://a:b@db1/shop", "postgresql://db1/shop?user=a&password=b", "password=b", "sslpassword=b host=db1",
    ])
    func `a password is found in a string however it is written`(_ text: String) {
        let error = #expect(throws: LogError.self) { try PostgreSQLLog.refuseSecrets(inArgument: text) }
        #expect(error?.code == .misconfigured)
    }

    @Test(arguments: ["postgresql://a@db1/shop", "user=password passfile=/x", "nonsense", "password=''"])
    func `nothing else is taken for one`(_ text: String) throws { try PostgreSQLLog.refuseSecrets(inArgument: text) }

    /// A keyword as libpq gets it for the last host.
    private func found(_ keyword: String, _ text: String) throws -> String? {
        let settings = try ConnectionSettings(text, statementTimeout: .seconds(5))
        let host = try #require(settings.hosts.last)
        return settings.settings(for: host).last { $0.keyword == keyword }?.value
    }
}
