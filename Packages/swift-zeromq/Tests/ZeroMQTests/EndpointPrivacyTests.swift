import Foundation
import Testing
import ZeroMQ

@Suite struct EndpointPrivacyTests {
    private func mode(_ mode: Int, of path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    private func code(_ path: String) -> ZMQError.Code? {
        do {
            try ZMQEndpoint.ipc(path: path).requirePrivate()
            return nil
        } catch {
            return error.code
        }
    }

    @Test func `a socket may be where nobody else may write, and only there`() async throws {
        try await withTemporaryDirectory { directory in
            let run = "\(directory)/run"
            try FileManager.default.createDirectory(atPath: run, withIntermediateDirectories: false)
            for (own, accepted) in [(0o700, true), (0o755, true), (0o775, false), (0o757, false), (0o1777, false)] {
                try mode(own, of: run)
                #expect((code("\(run)/x.rpc") == nil) == accepted, "mode \(String(own, radix: 8))")
            }
            try mode(0o700, of: run)
            for (parent, accepted) in [(0o700, true), (0o777, false), (0o1777, true)] {
                try mode(parent, of: directory)
                #expect((code("\(run)/x.rpc") == nil) == accepted, "parent's mode \(String(parent, radix: 8))")
            }
        }
    }

    @Test func `where a link leads has to be as private as where it is`() async throws {
        try await withTemporaryDirectory { directory in
            let (open, link) = ("\(directory)/open", "\(directory)/link")
            try FileManager.default.createDirectory(atPath: open, withIntermediateDirectories: false)
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: open)
            #expect(code("\(link)/x.rpc") == nil)
            try mode(0o777, of: open)
            #expect(code("\(link)/x.rpc") == .insecureEndpoint)
        }
    }

    @Test func `what is not there, and what is no file, is no danger`() throws {
        #expect(code("/nowhere/at/all/x.rpc") == nil)
        try ZMQEndpoint.tcp(host: "127.0.0.1", port: 1).requirePrivate()
        try ZMQEndpoint.inproc(name: "x").requirePrivate()
    }
}
