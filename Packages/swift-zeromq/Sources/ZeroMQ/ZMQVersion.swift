internal import CZMQ

/// A version of libzmq.
public struct ZMQVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The first number.
    public let major: Int
    /// The second number.
    public let minor: Int
    /// The third number.
    public let patch: Int

    /// Makes a version from its numbers.
    public init(major: Int, minor: Int, patch: Int) {
        self.major = major
        self.minor = minor
        self.patch = patch
    }

    /// The version of the library this process runs with, which may be newer than the one it was built with.
    ///
    /// A distribution's patches do not show in it.
    public static var library: ZMQVersion {
        var major: CInt = 0
        var minor: CInt = 0
        var patch: CInt = 0
        unsafe zmq_version(&major, &minor, &patch)
        return ZMQVersion(major: Int(major), minor: Int(minor), patch: Int(patch))
    }

    /// Whether the library can encrypt connections and tell who is at their other end.
    public static var hasCurve: Bool { unsafe zmq_has("curve") == 1 }

    /// The version as "4.3.4".
    public var description: String { "\(major).\(minor).\(patch)" }

    /// Whether the left version is older.
    public static func < (left: ZMQVersion, right: ZMQVersion) -> Bool {
        (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
    }
}
