internal import CZMQ

extension ZMQNode {
    /// Keeps the memory of this process, and so the secret keys in it, out of core dumps and from debuggers of its user.
    ///
    /// For programs that hold secrets, at their start: `PR_SET_DUMPABLE` of prctl(2). Only root can look at its memory
    /// afterwards. libzmq keeps copies of keys where nobody could overwrite them, so nothing less would do.
    public static func forbidCoreDump() {
        CZMQ_forbid_core_dump()
    }
}
