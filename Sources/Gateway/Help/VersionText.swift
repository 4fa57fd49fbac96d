internal import Messages
internal import ZeroMQ

enum VersionText {
    /// The suite's version, the commit that was built, and the library that is loaded.
    static var lines: [String] {
        ["gateway \(ServiceIdentity.suiteVersion) (\(BuildCommit.text)), libzmq \(ZMQVersion.library)"]
    }
}
